# SPDX-License-Identifier: Apache-2.0
"""The guides: their Python runs, and so do their commands, in a copy of the kernel library."""

import os
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GUIDES = sorted((ROOT / "docs" / "guides").glob("*.md"))


def blocks(page: Path, language: str) -> list[str]:
    pattern = re.compile(rf"^```{language}\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    return pattern.findall(page.read_text(encoding="utf-8"))


def named(language):
    pages = [page for page in GUIDES if blocks(page, language)]
    return pytest.mark.parametrize("page", pages, ids=lambda page: page.stem)


@named("python")
def test_the_python_of_a_guide_runs_and_holds(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "example.py"
    path.write_text("\n\n".join(blocks(page, "python")), encoding="utf-8")
    runpy.run_path(str(path))


@pytest.fixture
def shell(tmp_path):
    """A folder with the kernel library, and `golden`, `pytest` and `python` of this interpreter."""
    shutil.copytree(ROOT / "kernels", tmp_path / "kernels", ignore=shutil.ignore_patterns("__pycache__"))
    commands = tmp_path / "bin"
    commands.mkdir()
    for name, call in {
        "golden": "-m golden",
        "python": "",
        "pytest": "-m pytest -p golden.pytest_plugin",
    }.items():
        script = commands / name
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" {call} "$@"\n')
        script.chmod(0o755)
    environment = {**os.environ, "PATH": f"{commands}:{os.environ['PATH']}"}
    # The plugin is named above, and may be installed as well: it must be loaded once.
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    return lambda line: subprocess.run(
        ["sh", "-c", line], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300
    )


@named("sh")
def test_the_commands_of_a_guide_end_with_zero(page, shell):
    for line in "\n".join(blocks(page, "sh")).splitlines():
        done = shell(line)
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
