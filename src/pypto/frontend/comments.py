# SPDX-License-Identifier: Apache-2.0
"""Comments of a function's source: those on lines of their own before a statement stay with it as text.

    # the rows of this block            ->    Comments("kernel.py", 10, 20, ((12, ("# the rows of this block",)),))
    r = b * 16

A comment after the last statement of a block has no statement to stay with; `dropped` tells where those stand.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from pypto.frontend.names import blocks
from pypto.frontend.source import SourceFile
from pypto.ir.nodes import Comments


@dataclass
class _Found:
    kept: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)
    dropped: list[int] = field(default_factory=list)


def comments_of(source: SourceFile, definition: ast.FunctionDef) -> tuple[Comments | None, list[int]]:
    """The comments that stay with statements of a function, and the lines of those that do not."""
    last = definition.end_lineno or definition.lineno
    if not any(source.line(n).lstrip().startswith("#") for n in range(definition.lineno, last + 1)):
        tail = _after(source, definition.body, last)
        return None, tail
    found = _Found()
    _block(source, definition.body, _head_end(definition), found)
    found.dropped += _after(source, definition.body, last)
    kept = tuple(sorted(found.kept))
    return (Comments(source.path, definition.lineno, last, kept) if kept else None), sorted(found.dropped)


def _head_end(node: ast.stmt) -> int:
    """The last line of what stands before the body of a compound statement."""
    parts: list[ast.AST] = []
    for name in ("test", "iter", "target", "items", "args", "returns"):
        value = getattr(node, name, None)
        parts += value if isinstance(value, list) else [value] if isinstance(value, ast.AST) else []
    ends = [n.end_lineno or 0 for part in parts for n in ast.walk(part) if hasattr(n, "end_lineno")]
    return max([node.lineno, *ends])


def _comments(source: SourceFile, first: int, last: int) -> list[tuple[int, int, str]]:
    """(line, indentation, text) of the comments on lines of their own."""
    found = []
    for number in range(first, last + 1):
        line = source.line(number).expandtabs()
        text = line.strip()
        if text.startswith("#"):
            found.append((number, len(line) - len(line.lstrip()), text))
    return found


def _block(source: SourceFile, body: list[ast.stmt], before: int, found: _Found) -> None:
    for stmt in body:
        lines = _comments(source, before + 1, stmt.lineno - 1)
        column = stmt.col_offset
        kept = tuple(text for _, indent, text in lines if indent <= column)
        found.dropped += [number for number, indent, _ in lines if indent > column]
        if kept:
            found.kept.append((stmt.lineno, kept))
        start = _head_end(stmt)
        for number, inner in enumerate(blocks(stmt)):
            if not inner:
                continue
            if number:  # `else` stands on a line of its own; what is before it is behind the block above
                other = next((n for n in range(start + 1, inner[0].lineno) if _is_else(source, n)), start)
                found.dropped += [n for n, _, _ in _comments(source, start + 1, other)]
                start = other
            _block(source, inner, start, found)
            start = max(start, inner[-1].end_lineno or start)
        before = stmt.end_lineno or stmt.lineno


def _is_else(source: SourceFile, number: int) -> bool:
    return source.line(number).lstrip().startswith("else")


def _after(source: SourceFile, body: list[ast.stmt], last: int) -> list[int]:
    """Lines of comments behind the last statement of a function, as far in as its body."""
    column, number, found = body[0].col_offset, last + 1, []
    while number <= len(source.lines):
        text = source.line(number).strip()
        if text and not text.startswith("#"):
            break
        line = source.line(number).expandtabs()
        if text and len(line) - len(line.lstrip()) >= column:
            found.append(number)
        number += 1
    return found
