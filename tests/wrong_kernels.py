# SPDX-License-Identifier: Apache-2.0
"""Kernel files that are wrong on purpose, with what must be said about them beside the wrong lines.

    y[0:16, :] = pl.exp(x[0:8, :])  # E:9 TE [window-shape] source axis 0: the window has 16, the source has 8

`E` is an error and `W` a warning; column, class and code are exact, and so is the message.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pypto.language as pl
from pypto import errors, stages
from pypto.errors import ErrorGroup, UserError
from pypto.language.jit import JITFunction
from pypto.runtime.config import RunConfig

FOLDER = Path(__file__).resolve().parent / "kernels" / "wrong"
FILES = sorted(FOLDER.glob("*.py"))

CLASSES: dict[type, str] = {
    errors.ParserSyntaxError: "SE",
    errors.ParserTypeError: "TE",
    errors.UndefinedVariableError: "UV",
    errors.UnsupportedFeatureError: "UF",
    errors.InvalidOperationError: "IO",
    errors.SSAViolationError: "SV",
    errors.ScopeIsolationError: "SI",
    errors.VerifierError: "VE",
    errors.CapacityError: "CE",
    TypeError: "JT",
    ValueError: "JV",
}

_PLATFORM = re.compile(r"^# platform: (\S+)$", re.M)
"""Of a mistake that only one chip shows."""

_EXPECTED = re.compile(
    r"  # (?P<kind>[EW]):(?P<column>\d+) ((?P<cls>[A-Z]{2}) )?\[(?P<code>\S+)\] (?P<message>.*?)(?=  # [EW]:|$)"
)


@dataclass(frozen=True, order=True)
class Finding:
    """An error, or a warning, whose class is empty."""

    line: int
    column: int
    cls: str
    code: str
    message: str

    def comment(self) -> str:
        kind, cls = ("E", f"{self.cls} ") if self.cls else ("W", "")
        return f"  # {kind}:{self.column} {cls}[{self.code}] {self.message}"


def code_of(path: Path) -> str:
    """The code that a file shows."""
    return re.search(r"^# code: (\S+)$", path.read_text(encoding="utf-8"), re.M)[1]  # type: ignore[index]


def expected(path: Path) -> list[Finding]:
    return sorted(
        Finding(number, int(m["column"]), m["cls"] or "", m["code"], m["message"])
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for m in _EXPECTED.finditer(line)
    )


def load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def compile_errors(path: Path) -> tuple[list[UserError], list[errors.Diagnostic]]:
    """What importing the file and compiling its `kernel` reports: a kernel, a function of a program, or a program."""
    chip = _PLATFORM.search(path.read_text(encoding="utf-8"))
    config = {"platform": chip[1]} if chip else {}
    try:
        kernel = load(path).kernel
        if isinstance(kernel, JITFunction):
            scalars = {p.name: pl.RUNTIME for p in kernel.signature_parameters if p.kind == "scalar"}
            program = kernel.lower(**scalars)
            kernel.compile(**scalars, config=config)
        else:
            program = getattr(kernel, "program", kernel)
            stages.program_texts(program, RunConfig.from_dict(config))
    except UserError as error:
        return list(error.errors) if isinstance(error, ErrorGroup) else [error], []
    return [], list(program.warnings)


def findings(path: Path) -> Iterator[Finding]:
    found, warnings = compile_errors(path)
    for error in found:
        assert error.span is not None and error.span.file == str(path), error
        name = next(CLASSES[kind] for kind in type(error).__mro__ if kind in CLASSES)
        yield Finding(error.span.line, error.span.column, name, error.code, error.message)
    for warning in warnings:
        assert warning.span is not None
        yield Finding(warning.span.line, warning.span.column, "", warning.code, warning.message)


def plain(text: str) -> str:
    """The text of a file without the comments."""
    return "\n".join(_EXPECTED.sub("", line).rstrip() for line in text.splitlines()) + "\n"
