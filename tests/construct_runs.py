# SPDX-License-Identifier: Apache-2.0
"""Runs of small kernel files in this process, and what holds for the texts that they leave."""

import contextlib
import io
import runpy
import sys
from pathlib import Path

import pytest
import torch
from programs import difference

from pypto.assembler import parse_pto, print_pto, verify


def run_file(path: Path, folder: Path, platform: str, engine: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Run a file as `python FILE platform=... engine=...` would; its build folder is returned."""
    monkeypatch.setenv("PYPTO_PROG_BUILD_DIR", str(folder))
    monkeypatch.setattr(sys, "argv", [str(path), f"platform={platform}", f"engine={engine}"])
    torch.manual_seed(17)  # files draw some numbers before their run does
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), pytest.raises(SystemExit) as stop:
        runpy.run_path(str(path), run_name="__main__")
    assert not stop.value.code, printed.getvalue()
    assert "[RUN] PASS (" in printed.getvalue(), printed.getvalue()
    [built] = folder.iterdir()
    return built


def check_pto(folder: Path) -> None:
    """`.pto` passes the strict reader, and reading what was printed gives the same module and the same text."""
    for path in folder.glob("ptoas/*.pto"):
        module = parse_pto(path.read_text(encoding="utf-8"), path.name)
        verify(module)
        printed = print_pto(module)
        again = parse_pto(printed, path.name)
        verify(again)
        assert difference(module, again) is None, path.name
        assert print_pto(again) == printed, path.name
