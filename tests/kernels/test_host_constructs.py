# SPDX-License-Identifier: Apache-2.0
"""One kernel file per construct of drivers, run in both engines on both platforms, and every text read back."""

from pathlib import Path

import pytest
from construct_runs import check_pto, run_file

import pypto.language as pl
from pypto.ir.host import HostProgram
from pypto.ir.host_printer import print_host

FILES = sorted((Path(__file__).parent / "hosts").glob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_construct_of_a_driver(path, tmp_path, monkeypatch):
    for platform in ("a2a3sim", "a5sim"):
        for engine in ("native", "interpret"):
            built = run_file(path, tmp_path / f"{platform}-{engine}", platform, engine, monkeypatch)
            monkeypatch.undo()
        text = (built / "program.py").read_text(encoding="utf-8")
        program = pl.parse(text, "program.py")
        assert isinstance(program, HostProgram)
        assert print_host(program) == text
        assert {part.name for part in (built / "next_levels").iterdir()} == set(program.entries)
        for part in (built / "next_levels").iterdir():
            check_pto(part)
