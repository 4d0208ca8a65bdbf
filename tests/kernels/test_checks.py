# SPDX-License-Identifier: Apache-2.0
"""Every check that the language lists: what is said of a kernel that breaks one rule, where, and nothing else."""

import re
from dataclasses import replace

import pytest
from check_forms import FORMS
from listed_checks import Check, all_checks
from wrong_kernels import Finding, expected, findings, load

from pypto.codes import CODES

CHECKS = all_checks()


def _name(check: Check) -> str:
    return f"{check.subject}-{check.line}"


def _said(finding: Finding) -> Finding:
    """What is said, whatever lines it names: other forms of a kernel have more lines, or fewer."""
    message = re.sub(r"line \d+", "line", finding.message).replace("inner_body", "kernel")
    return replace(finding, line=0, message=message)


@pytest.mark.parametrize("check", [check for check in CHECKS if check.raises is None], ids=_name)
def test_what_breaks_a_rule_is_reported_with_its_class_code_and_place(check, tmp_path):
    path = check.write(tmp_path)
    found = sorted(findings(path))
    assert found == expected(path)
    assert found, "nothing is said"
    assert {finding.code for finding in found} <= set(CODES)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("subject", sorted({check.subject for check in CHECKS}))
def test_what_breaks_a_rule_is_reported_in_other_forms_of_the_kernel_too(subject, form, tmp_path):
    for check in CHECKS:
        other = FORMS[form](check) if check.subject == subject else None
        if other is None:
            continue
        path = other.write(tmp_path)
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
