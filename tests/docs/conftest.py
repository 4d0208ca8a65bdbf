# SPDX-License-Identifier: Apache-2.0
"""A shell in a folder with the kernel library, for the commands that pages show."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from pages import ROOT


@pytest.fixture
def shell(tmp_path: Path) -> Callable[[str], "subprocess.CompletedProcess[str]"]:
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
    environment["PYPTO_PROG_BUILD_DIR"] = "build_output"
    return lambda line: subprocess.run(
        ["sh", "-c", line], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300
    )
