# SPDX-License-Identifier: Apache-2.0
"""Programs as text: `pl.parse(program.as_python())` is an equal program."""

from __future__ import annotations

import os
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

from pypto.errors import UserError
from pypto.ir.host import HostProgram
from pypto.ir.nodes import Function, Program
from pypto.lazy import LazyModule

if TYPE_CHECKING:
    from pypto.frontend import text as texts
else:  # loads the front end
    texts = LazyModule("pypto.frontend.text")


class TextError(UserError, OSError):
    """A text file that cannot be read."""

    default_code = "source"


def parse(code: str, filename: str = "<string>") -> Program | HostProgram | Function:
    """The program or function that a text says; it is read, never run."""
    if not isinstance(code, str):
        raise TypeError(f"pl.parse takes a text, found {type(code).__name__}")
    return texts.parse_text(code, filename)


def loads(path: str | os.PathLike[str]) -> Program | HostProgram | Function:
    """The program or function in a file."""
    try:
        code = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise TextError(f"{os.fspath(path)} cannot be read: {reason}") from error
    return texts.parse_text(code, os.path.abspath(path))


def parse_program(code: str, filename: str = "<string>") -> Program | HostProgram | Function:
    """An old name of `parse`."""
    warnings.warn("pl.parse_program is now pl.parse", DeprecationWarning, stacklevel=2)
    return parse(code, filename)


def loads_program(path: str | os.PathLike[str]) -> Program | HostProgram | Function:
    """An old name of `loads`."""
    warnings.warn("pl.loads_program is now pl.loads", DeprecationWarning, stacklevel=2)
    return loads(path)
