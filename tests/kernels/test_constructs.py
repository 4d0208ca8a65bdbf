# SPDX-License-Identifier: Apache-2.0
"""One kernel file per construct of the language, run in both engines on both platforms, and every text read back."""

from pathlib import Path

import pytest
from construct_runs import check_pto, run_file
from programs import difference

from pypto import compiler, stages
from pypto.frontend.reader import read_program
from pypto.ir.nodes import Program
from pypto.ir.printer import print_program
from pypto.ir.verify import verify as verify_program

FOLDER = Path(__file__).parent / "constructs"
FILES = sorted(FOLDER.glob("*.py"))
NEWER = sorted((FOLDER / "newer").glob("*.py"))
"""Constructs of operations that only the newer chip has."""


def instructions(folder: Path) -> dict[str, list[str]]:
    """What the C++ of a folder says, without comments."""
    return {
        path.name: [line.split("//")[0] for line in path.read_text(encoding="utf-8").splitlines()]
        for path in sorted(folder.glob("kernels/*/*.cpp"))
    }


def check_program(program: Program, folder: Path) -> None:
    """`program.py` reads back to the program that was compiled, and prints as it stands."""
    text = (folder / "program.py").read_text(encoding="utf-8")
    again = read_program(text, "program.py")
    verify_program(again, "front")
    assert difference(program, again) is None
    assert print_program(again) == text


@pytest.fixture
def printed(monkeypatch) -> list[Program]:
    """The programs whose text goes into a build folder; each run compiles, whatever the cache holds."""
    found = []

    def print_and_keep(program: Program) -> str:
        found.append(program)
        return print_program(program)

    monkeypatch.setattr(compiler, "_load_texts", lambda *key: None)
    monkeypatch.setattr(stages, "print_program", print_and_keep)
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_construct(path, printed, tmp_path, monkeypatch):
    native = run_file(path, tmp_path / "native", "a2a3sim", "native", monkeypatch)
    check_program(printed[-1], native)
    monkeypatch.undo()
    run_file(path, tmp_path / "interpret", "a2a3sim", "interpret", monkeypatch)
    newer = run_file(path, tmp_path / "newer", "a5sim", "interpret", monkeypatch)
    if instructions(newer) != instructions(native):
        run_file(path, tmp_path / "newer_native", "a5sim", "native", monkeypatch)
    check_pto(native)
    check_pto(newer)


@pytest.mark.parametrize("path", NEWER, ids=lambda path: path.stem)
def test_construct_of_the_newer_chip(path, printed, tmp_path, monkeypatch):
    native = run_file(path, tmp_path / "native", "a5sim", "native", monkeypatch)
    check_program(printed[-1], native)
    monkeypatch.undo()
    run_file(path, tmp_path / "interpret", "a5sim", "interpret", monkeypatch)
    check_pto(native)


def test_there_are_at_least_sixty_files():
    assert len(FILES) >= 60
