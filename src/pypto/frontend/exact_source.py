# SPDX-License-Identifier: Apache-2.0
"""A function of a printed program as a source, and the places that its comments give."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Mapping
from typing import Any

from pypto.errors import Span
from pypto.frontend.source import ParsedSource, SourceFile

_MARK = re.compile(
    r"#\s*@(?:(?P<file>\"(?:[^\"\\\x00-\x1f]|\\(?:[\"\\/bfnrt]|u[0-9a-fA-F]{4}))*\"):)?(?P<line>\d+):(?P<column>\d+)\s*$"
)


class TextFunction(ParsedSource):
    """One function of a printed program, in the place of a kernel's source."""

    def __init__(self, source: SourceFile, definition: ast.FunctionDef, names: Mapping[str, Any]) -> None:
        super().__init__(source, definition, names)
        self.kind = "jit"
        self.options = {}
        self.local_dims = ({}, {})

    def argument_span(self, name: str) -> Span:
        return self.source.span(self._node)


def mark(line: str, origin: str | None) -> Span | None:
    """The span that a line's trailing comment gives."""
    match = _MARK.search(line)
    if match is None:
        return None
    file = json.loads(match["file"]) if match["file"] else origin or ""
    return Span(file, int(match["line"]), int(match["column"]))
