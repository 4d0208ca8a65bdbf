# SPDX-License-Identifier: Apache-2.0
"""Wrong kernels: every mistake of a file is reported, at its line and column, and nothing else is.

A file in tests/data/errors has comments `# E:COLUMN message` (an error) and `# W:COLUMN message` (a warning) beside
the wrong lines.
"""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

import pypto.language as pl
from pypto.errors import ErrorGroup, UserError

FILES = sorted((Path(__file__).resolve().parents[1] / "data" / "errors").glob("*.py"))
EXPECTED = re.compile(r"# (?P<kind>[EW]):(?P<column>\d+) (?P<message>.*?)(?=  # [EW]:|$)")

Finding = tuple[int, str, int, str]  # line, kind, column, message


def load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def expected(path: Path) -> set[Finding]:
    return {
        (number, match["kind"], int(match["column"]), match["message"])
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for match in EXPECTED.finditer(line)
    }


def findings(path: Path) -> tuple[set[Finding], list[UserError]]:
    found: set[Finding] = set()
    errors: list[UserError] = []
    for kernel in vars(load(path)).values():
        if not isinstance(kernel, pl.JITFunction) or kernel.source.kind != "jit":
            continue
        scalars = {p.name: pl.RUNTIME for p in kernel.signature_parameters if p.kind == "scalar"}
        try:
            program = kernel.lower(**scalars)
        except UserError as error:
            errors += error.errors if isinstance(error, ErrorGroup) else [error]
        else:
            found |= {(w.span.line, "W", w.span.column, w.message) for w in program.warnings if w.span}
    for error in errors:
        assert error.span is not None and error.span.file == str(path)
        found.add((error.span.line, "E", error.span.column, error.message))
    return found, errors


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_mistake_is_reported_at_its_place(path):
    found, _ = findings(path)
    assert sorted(found) == sorted(expected(path))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_text_shows_the_line_with_a_caret_below_it(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    for error in findings(path)[1]:
        shown = str(error).splitlines()
        assert shown[0].startswith(f"{path}:{error.span.line}:{error.span.column}: error: ")
        assert shown[1].endswith(lines[error.span.line - 1])
        margin = len(str(error.span.line)) + 4
        assert shown[2].index("^") == margin + error.span.column - 1


def test_no_file_of_the_compiler_shows():
    for path in FILES:
        for error in findings(path)[1]:
            assert "src/pypto" not in str(error)


def test_errors_of_one_function_come_in_source_order():
    for path in FILES:
        for kernel in vars(load(path)).values():
            if isinstance(kernel, pl.JITFunction) and kernel.source.kind == "jit":
                scalars = {p.name: pl.RUNTIME for p in kernel.signature_parameters if p.kind == "scalar"}
                with_errors: list[UserError] = []
                try:
                    kernel.lower(**scalars)
                except ErrorGroup as group:
                    with_errors = list(group.errors)
                except UserError:
                    pass
                places = [(e.span.line, e.span.column) for e in with_errors if e.span]
                assert places == sorted(places)
