# SPDX-License-Identifier: Apache-2.0
"""Source positions, the error classes and the one renderer that turns an error into text.

    UserError                     a mistake of the person who wrote the kernel, the specs or the folder
    +- ParserError                found while reading kernel source
    |  +- ParserSyntaxError       a construct written in the wrong form
    |  +- ParserTypeError         annotation, kind, dtype, rank or shape disagreement
    |  +- UndefinedVariableError  a name with no binding
    |  +- UnsupportedFeatureError Python syntax outside the language
    |  +- InvalidOperationError   unknown operation, or an operation that refuses its operands
    |  +- ScopeIsolationError     a name read outside the scope that owns it
    |  +- VerifierError           a property of the lowered program does not hold
    +- CapacityError              tiles do not fit a memory space
    +- PtoSyntaxError             `.pto` text that cannot be read
    +- ToolchainError, BuildError, BuildFolderError, ArgumentError, KernelFault
    ErrorGroup                    several of them, reported together
    InternalError                 a mistake of ours; asks for a report

A rendered error reads

    kernel.py:12:15: error: shapes do not match in pl.sub [shape-mismatch]
     12 |     shifted = pl.sub(x, other)
        |               ^^^^^^^^^^^^^^^^
        = note: x is Tensor[[32, 64], FP32]
        = help: to subtract a column from every row write pl.row_expand_sub(x, row_max)
"""

from __future__ import annotations

import linecache
import os
import re
import sys
from collections.abc import Collection, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """A range of source text: 1-based lines, 1-based columns counted in characters, end exclusive."""

    file: str
    line: int
    column: int = 1
    end_line: int = 0
    end_column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


_PACKAGE = os.path.dirname(os.path.abspath(__file__)) + os.sep


def caller_span() -> Span | None:
    """Where the code that called into this package stands; columns where Python knows them."""
    frame = sys._getframe(1)
    while frame is not None and os.path.abspath(frame.f_code.co_filename).startswith(_PACKAGE):
        frame = frame.f_back  # type: ignore[assignment]
    if frame is None:
        return None
    file, line = os.path.abspath(frame.f_code.co_filename), frame.f_lineno
    places = list(frame.f_code.co_positions())
    first, last, column, end = places[frame.f_lasti // 2] if frame.f_lasti >= 0 else (None,) * 4
    if first != line or column is None or last is None or end is None:
        return Span(file, line)
    before, after = source_line(file, line), source_line(file, last)
    if before is None or after is None:
        return Span(file, line)

    def characters(text: str, offset: int) -> int:
        return len(text.encode()[:offset].decode(errors="replace")) + 1

    return Span(file, line, characters(before, column), last, characters(after, end))


def source_line(file: str, line: int) -> str | None:
    """The text of one source line without its line end, or None where the file cannot be read."""
    text = linecache.getline(file, line)
    return text.rstrip("\r\n") if text else None


def as_written(name: str, span: Span | None) -> str:
    """A name of the source, or the text of the expression where the name is one that the compiler gave it."""
    if not re.fullmatch(r"t_\d+", name) or span is None or span.end_line != span.line:
        return name
    line = source_line(span.file, span.line)
    if line is None or re.search(rf"\b{name}\b", line):
        return name
    return line[span.column - 1 : span.end_column - 1] or name


def called(names: Collection[str], span: Span | None) -> str | None:
    """How the call at a span was written, `pl.tile.add`, if what it calls has one of the names."""
    line = source_line(span.file, span.line) if span is not None else None
    match = (
        re.match(r"(\w+)((?:\.\w+)*)\s*\(", line[span.column - 1 :]) if line and span is not None else None
    )
    if match is None or (match[1] + match[2]).rpartition(".")[2] not in names:
        return None
    return f"pl{match[2]}" if match[2] else f"pl.{match[1]}"


def line_span(file: str, line: int) -> Span:
    """A whole line, from its first word on."""
    text = source_line(file, line) or ""
    return Span(file, line, len(text) - len(text.lstrip()) + 1)


def render(
    message: str,
    *,
    span: Span | None = None,
    notes: Sequence[str] = (),
    help: str | None = None,
    code: str | None = None,
    severity: str = "error",
    text: str | None = None,
) -> str:
    """Lay out one diagnostic; `text` replaces the line read from `span.file`."""
    where = f"{span}: " if span else ""
    tag = f" [{code}]" if code else ""
    lines = [f"{where}{severity}: {message}{tag}"]
    margin = "    "
    if span is not None:
        source = text if text is not None else source_line(span.file, span.line)
        if source is not None:
            number = str(span.line)
            margin = " " * (len(number) + 1)
            lines.append(f" {number} | {source.expandtabs(1)}")
            end = span.end_column if span.end_line == span.line else len(source) + 1
            width = max(1, min(end, len(source) + 1) - span.column)
            lines.append(f" {' ' * len(number)} | {' ' * (span.column - 1)}{'^' * width}")
    lines += [f"{margin} = note: {note}" for note in notes]
    if help:
        lines.append(f"{margin} = help: {help}")
    return "\n".join(lines)


class UserError(Exception):
    """A mistake that the user can mend; `str()` is the rendered text."""

    is_user_error = True
    default_code = "error"

    def __init__(
        self,
        message: str,
        *,
        span: Span | None = None,
        notes: Sequence[str] = (),
        help: str | None = None,
        code: str | None = None,
        text: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.span = span
        self.notes = tuple(notes)
        self.help = help
        self.code = code or self.default_code
        self.text = text

    def render(self) -> str:
        return render(
            self.message, span=self.span, notes=self.notes, help=self.help, code=self.code, text=self.text
        )

    def __str__(self) -> str:
        return self.render()


class ParserError(UserError):
    """A mistake found while kernel source is read."""

    default_code = "kernel"

    @property
    def hint(self) -> str | None:
        return self.help

    @property
    def note(self) -> str | None:
        return "; ".join(self.notes) or None


class ParserSyntaxError(ParserError):
    """A construct written in the wrong form."""

    default_code = "syntax"


class ParserTypeError(ParserError):
    """Annotation, kind, dtype, rank or shape disagreement."""

    default_code = "type"


class UndefinedVariableError(ParserError):
    """A name with no binding."""

    default_code = "undefined-name"


class UnsupportedFeatureError(ParserError):
    """Python syntax outside the language, or a feature that is not built."""

    default_code = "unsupported"


class CallCycleError(UnsupportedFeatureError, ValueError):
    """Kernel functions that call themselves."""

    default_code = "recursion"


class InvalidOperationError(ParserError):
    """Unknown operation, or an operation that refuses its operands."""

    default_code = "invalid-operation"


class LevelError(ParserSyntaxError, InvalidOperationError):
    """A construct of one layer (host, chip, core) in another."""

    default_code = "host-level"


class HostValueError(ParserError, ValueError):
    """A driver of ranks that asks for what ranks, windows or devices do not have."""

    default_code = "host-call"


class SSAViolationError(ParserError):
    """A name bound twice in a function that forbids it."""

    default_code = "strict-ssa"


class ScopeIsolationError(ParserError):
    """A name read outside the scope that owns it."""

    default_code = "scope"


class VerifierError(ParserError):
    """A property that the lowered program must have does not hold."""

    default_code = "verifier"


class CapacityError(UserError):
    """Live tiles do not fit a memory space, or a tile's rows are not aligned."""

    default_code = "capacity"
    origin: Span | None = None
    """Where the kernel has what a `.pto` text says, where `span` is a place in that text."""

    def of_kernel(self) -> CapacityError:
        """The same at the line of the kernel, for text that nobody but the compiler wrote."""
        if self.origin is None:
            return self
        return CapacityError(self.message, span=self.origin, notes=self.notes, help=self.help, code=self.code)


class PtoSyntaxError(UserError):
    """`.pto` text that cannot be read or does not verify."""

    default_code = "pto-syntax"


class ToolchainError(UserError):
    """No usable C++ compiler, or no card."""

    default_code = "toolchain"


class BuildError(UserError):
    """C++ of a build folder does not compile."""

    default_code = "build"


class BuildFolderError(UserError):
    """A build folder that does not exist, is incomplete, or belongs to something else."""

    default_code = "build-folder"


class NoBuildFolderError(BuildFolderError, FileNotFoundError):
    """A place where a build folder, or its manifest, is expected and is not."""


class SchemaError(BuildFolderError, ValueError):
    """A build folder whose manifest another version wrote."""


class ArgumentError(UserError):
    """Arguments of a call that do not fit the program."""

    default_code = "argument"


class KernelFault(UserError):
    """A kernel did at run time what the device does not allow."""

    default_code = "kernel-fault"


class ErrorGroup(UserError):
    """Several mistakes of one function, reported together in source order."""

    default_code = "errors"

    def __init__(self, errors: Sequence[UserError]) -> None:
        super().__init__(errors[0].message, span=errors[0].span, code=errors[0].code)
        self.errors = tuple(errors)

    def render(self) -> str:
        return "\n\n".join(error.render() for error in self.errors)


def together(errors: Sequence[UserError]) -> UserError:
    """One error, or the group of several in source order of each file."""
    files = list(dict.fromkeys(e.span.file for e in errors if e.span))

    def place(error: UserError) -> tuple[int, int, int]:
        span = error.span
        return (files.index(span.file), span.line, span.column) if span else (-1, 0, 0)

    ordered = sorted(errors, key=place)
    return ordered[0] if len(ordered) == 1 else ErrorGroup(ordered)


class AtTheCall:
    """Within it, a user's mistake is raised without the frames of the compiler; internal errors keep theirs."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, UserError):
            raise error.with_traceback(None) from None


class InternalError(Exception):
    """A mistake of this project; the text asks for a report."""

    def __init__(self, message: str) -> None:
        super().__init__(f"internal error: {message}. Please report it together with the kernel file.")


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A finding that does not stop the compile; `code` is stable."""

    code: str
    message: str
    span: Span | None = None
    help: str | None = None

    def render(self) -> str:
        return render(self.message, span=self.span, help=self.help, code=self.code, severity="warning")
