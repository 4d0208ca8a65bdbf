# SPDX-License-Identifier: Apache-2.0
"""Where the kernel file says something: kept when a spec is made, shown when it is wrong.

    kernel.py:42:9: error: spec 'x': shape must hold non-negative integers, got [-1]
     42 |         TensorSpec("x", [-1], torch.float32),
        |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

Making a spec looks at one frame and reads no source; the line is read when an error is shown.
"""

from __future__ import annotations

import linecache
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from types import FrameType
from typing import Any


@dataclass(frozen=True, slots=True)
class Place:
    """A call in a file; columns are those that Python keeps: of the bytes, from 0, None where it keeps none."""

    file: str
    line: int
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


def place_of(frame: FrameType | None) -> Place | None:
    """The call that a frame is in; of code of `dataclasses`, which copies specs, that of its caller."""
    while frame is not None and frame.f_globals.get("__name__") == "dataclasses":
        frame = frame.f_back
    if frame is None:
        return None
    code, last = frame.f_code, frame.f_lasti
    line, end_line, column, end_column = next(
        islice(code.co_positions(), max(last, 0) // 2, None), (None, None, None, None)
    )
    if line is None or last < 0:
        return Place(code.co_filename, frame.f_lineno or 1)
    return Place(code.co_filename, line, column, end_line, end_column)


def definition(function: Any) -> Place | None:
    """The line of a function of Python; a callable object has none."""
    code = getattr(function, "__code__", None)
    return None if code is None else Place(code.co_filename, code.co_firstlineno)


def located(message: str, place: Place | None, notes: Sequence[str] = (), help: str | None = None) -> str:
    """A message at its place in the form of the compiler's errors: with the line, and a caret below the call.

    Drawn here, as the harness knows its compiler in the runner only.
    """
    facts = [*(f"= note: {note}" for note in notes), *([f"= help: {help}"] if help else [])]
    if place is None:
        return "\n".join([message, *(f"  {fact}" for fact in facts)])
    margin = " " * (len(str(place.line)) + 1)
    facts = [f"{margin} {fact}" for fact in facts]
    text = linecache.getline(place.file, place.line).rstrip()
    if not text:
        return "\n".join([f"{place}: error: {message}", *facts])
    first, end = len(text) - len(text.lstrip()), len(text)
    if place.column is not None:
        first = _characters(text, place.column)
        if place.end_column is not None and place.end_line == place.line:
            end = _characters(text, place.end_column)
    return "\n".join(
        [
            f"{place}:{first + 1}: error: {message}",
            f" {place.line} | {text.expandtabs(1)}",
            f"{margin} | {' ' * first}{'^' * max(1, end - first)}",
            *facts,
        ]
    )


def _characters(text: str, offset: int) -> int:
    return len(text.encode()[:offset].decode(errors="replace"))
