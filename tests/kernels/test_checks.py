# SPDX-License-Identifier: Apache-2.0
"""Every check that the language lists: what is said of a kernel that breaks one rule, where, and nothing else."""

import re
from dataclasses import replace

import pytest
from listed_checks import Check, all_checks
from wrong_kernels import Finding, expected, findings, load

from pypto.codes import CODES

CHECKS = all_checks()


def _name(check: Check) -> str:
    return f"{check.subject}-{check.line}"


def _said(finding: Finding) -> Finding:
    """What is said, whatever lines it names: a program has two lines more than a kernel."""
    return replace(finding, line=0, message=re.sub(r"line \d+", "line", finding.message))


@pytest.mark.parametrize("check", [check for check in CHECKS if check.raises is None], ids=_name)
def test_what_breaks_a_rule_is_reported_with_its_class_code_and_place(check, tmp_path):
    path = check.write(tmp_path)
    found = sorted(findings(path))
    assert found == expected(path)
    assert found, "nothing is said"
    assert {finding.code for finding in found} <= set(CODES)


@pytest.mark.parametrize("subject", sorted({check.subject for check in CHECKS}))
def test_what_breaks_a_rule_is_reported_of_methods_of_programs_too(subject, tmp_path):
    for check in CHECKS:
        method = check.as_method if check.subject == subject else None
        if method is None:
            continue
        path = method.write(tmp_path)
        found, wanted = sorted(findings(path)), expected(path)
        assert [_said(f) for f in found] == [_said(f) for f in wanted], f"{_name(check)}: {check.rule}"


@pytest.mark.parametrize("check", [check for check in CHECKS if check.raises is not None], ids=_name)
def test_what_breaks_a_rule_of_calls_raises_the_error_of_its_class(check, tmp_path):
    kind, part = check.raises
    module = load(check.write(tmp_path))
    with pytest.raises(Exception) as caught:
        module.call()
    assert kind in {cls.__name__ for cls in type(caught.value).__mro__}, repr(caught.value)
    assert part in str(caught.value)


def test_each_rule_stands_once():
    rules = [(check.subject, check.rule) for check in CHECKS]
    assert len(set(rules)) == len(rules)
