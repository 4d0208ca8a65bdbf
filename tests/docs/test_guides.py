# SPDX-License-Identifier: Apache-2.0
"""The guides: their Python runs, and so do the commands of every page, in a copy of the kernel library."""

import runpy

import pytest
from pages import ROOT, blocks

GUIDES = sorted((ROOT / "docs" / "guides").glob("*.md"))
PAGES = sorted((ROOT / "docs").rglob("*.md"))


def named(pages, language):
    pages = [page for page in pages if blocks(page, language)]
    return pytest.mark.parametrize("page", pages, ids=lambda page: page.stem)


@named(GUIDES, "python")
def test_the_python_of_a_guide_runs_and_holds(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "example.py"
    path.write_text("\n\n".join(blocks(page, "python")), encoding="utf-8")
    runpy.run_path(str(path))


@named(PAGES, "sh")
def test_the_commands_of_a_page_end_with_zero(page, shell):
    for line in "\n".join(blocks(page, "sh")).splitlines():
        done = shell(line)
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
