# SPDX-License-Identifier: Apache-2.0
"""JUnit XML for continuous integration: one test case a run, or one a file where no run was recorded."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence

from golden.suite import Outcome, Status

# What XML 1.0 cannot hold, even escaped.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render(outcomes: Sequence[Outcome]) -> str:
    """The whole document."""
    suite = ET.Element("testsuite", name="golden")
    for outcome in outcomes:
        _add_file(suite, outcome)
    cases = list(suite.iter("testcase"))
    suite.set("tests", str(len(cases)))
    suite.set("failures", str(sum(case.find("failure") is not None for case in cases)))
    suite.set("errors", str(sum(case.find("error") is not None for case in cases)))
    suite.set("skipped", "0")
    suite.set("time", f"{sum(outcome.seconds for outcome in outcomes):.3f}")
    root = ET.Element("testsuites")
    root.append(suite)
    ET.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _add_file(suite: ET.Element, outcome: Outcome) -> None:
    path = outcome.job.path
    for number, document in enumerate(outcome.runs):
        name = document["kernel"] or "run"
        if len(outcome.runs) > 1:
            name += f"[{number}]"
        case = ET.SubElement(
            suite,
            "testcase",
            classname=_clean(path),
            name=_clean(name),
            time=f"{document['seconds'] or 0:.3f}",
        )
        if not document["passed"]:
            _problem(case, "failure", document["error"] or "failed")
        if outcome.note:
            ET.SubElement(case, "system-out").text = _clean(outcome.note)
    if outcome.status in (Status.PASS, Status.FAIL):
        return
    case = ET.SubElement(
        suite, "testcase", classname=_clean(path), name=outcome.status.value, time=f"{outcome.seconds:.3f}"
    )
    _problem(case, "error", outcome.reason)
    if outcome.output:
        ET.SubElement(case, "system-out").text = _clean(outcome.output)


def _problem(case: ET.Element, tag: str, text: str) -> None:
    problem = ET.SubElement(case, tag, message=_clean(text.splitlines()[0] if text else tag))
    problem.text = _clean(text)


def _clean(text: str) -> str:
    return _FORBIDDEN.sub("�", text)
