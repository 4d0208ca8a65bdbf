# SPDX-License-Identifier: Apache-2.0
"""One wrong kernel file per mistake: what is reported, where, and that nothing else is."""

import re

import pytest
from error_pages import DOCS, pages
from wrong_kernels import FILES, code_of, compile_errors, expected, findings

from pypto.codes import CODES


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_mistake_is_reported_with_its_class_code_and_place(path):
    found = sorted(findings(path))
    assert found == expected(path)
    assert found and {finding.code for finding in found} == {code_of(path)}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_text_shows_the_line_and_none_of_our_files(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    errors, warnings = compile_errors(path)
    for finding in (*errors, *warnings):
        shown = finding.render().splitlines()
        severity = "error" if finding in errors else "warning"
        span = finding.span
        assert shown[0] == (
            f"{path}:{span.line}:{span.column}: {severity}: {finding.message} [{finding.code}]"
        )
        assert shown[1].endswith(lines[span.line - 1])
        margin = len(str(span.line)) + 4
        assert shown[2].index("^") == margin + span.column - 1
        assert "src/pypto" not in finding.render() and "Traceback" not in finding.render()


def test_there_are_at_least_sixty_files_and_one_for_each_code_that_a_kernel_shows():
    assert len(FILES) >= 60
    assert len({code_of(path) for path in FILES}) == len(FILES)
    assert {path.stem.removeprefix("code_").replace("_", "-") for path in FILES} == {
        code_of(path) for path in FILES
    }


@pytest.mark.parametrize("page", pages())
def test_the_pages_show_the_files(page):
    """`python tests/error_pages.py` writes them again."""
    assert (DOCS / f"{page}.md").read_text(encoding="utf-8") == pages()[page]


@pytest.mark.parametrize("page", sorted({code.page for code in CODES.values()}))
def test_every_code_has_a_section_on_its_page(page):
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    sections = re.findall(r"^## (\S+)$", text, re.M)
    assert sections == [code.name for code in CODES.values() if code.page == page]


def test_the_overview_links_every_page():
    text = (DOCS.parent / "errors.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\(errors/(\w+)\.md\)", text)) == {code.page for code in CODES.values()}
