# SPDX-License-Identifier: Apache-2.0
"""Reading characters of `.pto` text: white space, `//` comments, words, numbers, types, attributes.

A scanner knows where it is; every method either consumes what it names or leaves the text alone.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from typing import NoReturn

from pypto.assembler.nodes import Attr, Source
from pypto.assembler.types import SPACES, PartType, PtrType, ScalarType, TileType, Type, ViewType
from pypto.errors import Span
from pypto.ir.dtypes import BY_PTO, DType

_BLANK = re.compile(r"(?:\s+|//[^\n]*)*")
_INT = re.compile(r"-?[0-9]+\b(?!\.)")
_NUMBER = re.compile(r"-?(?:0[xX][0-9a-fA-F]+|[0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?)")
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_$.]*")
_VALUE = re.compile(r"%([A-Za-z0-9_$.-]+(?:#[0-9]+)?)")
_DIM = re.compile(r"(\?|[0-9]+)x")
_GOES_ON = re.compile(r"[A-Za-z0-9_$.]")
_TOKEN = re.compile(r"[%#!@]?[A-Za-z0-9_.$]+|.", re.S)
_VISIBLE = re.compile(r"[%#!@]?[A-Za-z0-9_.$]+|\S")
_TYPE = re.compile(r"![A-Za-z_][A-Za-z0-9_$.]*")
_TILE_KEYS = ("loc", "dtype", "rows", "cols", "v_row", "v_col", "blayout", "slayout", "fractal", "pad")
_LAYOUTS = ("row_major", "col_major", "none_box")


class Scanner:
    """A cursor over the text."""

    def __init__(self, text: str, file: str) -> None:
        self.source = Source(file, text)
        self.text = text
        self.pos = 0
        self._starts = [0] + [m.end() for m in re.finditer("\n", text)]
        self.aliases: dict[str, Type] = {}
        self._types: dict[str, Type] = {}  # that were read, by their text
        self.skip()

    # Positions and errors

    def span(self, start: int, end: int | None = None) -> Span:
        end = start + 1 if end is None else end
        line, end_line = bisect_right(self._starts, start), bisect_right(self._starts, end)
        return Span(
            self.source.file,
            line,
            start - self._starts[line - 1] + 1,
            end_line,
            end - self._starts[end_line - 1] + 1,
        )

    def here(self, pos: int | None = None) -> Span:
        """The word or character at the cursor, or at a place before it."""
        start = self.pos if pos is None else pos
        word = _TOKEN.match(self.text, start)
        return self.span(start, word.end() if word else start + 1)

    def fail(
        self, message: str, span: Span | None = None, *, help: str | None = None, code: str | None = None
    ) -> NoReturn:
        raise self.source.error(message, span or self.here(), help=help, code=code)

    # Characters

    def skip(self) -> None:
        match = _BLANK.match(self.text, self.pos)
        assert match is not None
        self.pos = match.end()

    def at(self, text: str) -> bool:
        if not self.text.startswith(text, self.pos):
            return False
        return not (text[-1].isalnum() and _GOES_ON.match(self.text, self.pos + len(text)))

    def accept(self, text: str) -> bool:
        if not self.at(text):
            return False
        self.pos += len(text)
        self.skip()
        return True

    def expect(self, text: str, context: str = "") -> None:
        if not self.accept(text):
            self.fail(f"expected `{text}`{' ' + context if context else ''}, found {self._found()}")

    def _found(self) -> str:
        """What stands here, as messages call it."""
        match = _VISIBLE.match(self.text, self.pos)
        return f"`{match.group()}`" if match else "the end of the text"

    def _match(self, pattern: re.Pattern[str], what: str) -> str:
        match = pattern.match(self.text, self.pos)
        if match is None:
            self.fail(f"expected {what}, found {self._found()}")
        self.pos = match.end()
        self.skip()
        return match.group()

    def word(self, what: str = "a word") -> str:
        return self._match(_WORD, what)

    def integer(self, what: str = "an integer") -> int:
        return int(self._match(_INT, what))

    def number(self, what: str = "a number") -> str:
        return self._match(_NUMBER, what)

    def string(self, what: str = "a string") -> str:
        return self._match(_STRING, what)[1:-1]

    def value_name(self) -> tuple[str, Span]:
        start = self.pos
        match = _VALUE.match(self.text, self.pos)
        if match is None:
            self.fail(f"expected a value such as `%x`, found {self._found()}")
        self.pos = match.end()
        self.skip()
        return match.group(1), self.span(start, match.end())

    # Attributes

    def attr(self) -> Attr:
        start = self.pos
        if self.at("#"):
            match = re.compile(r"#[A-Za-z_.0-9]+").match(self.text, self.pos)
            if match is None:
                self.fail("expected an attribute such as `#pto<round_mode RINT>`")
            self.pos = match.end()
            depth = 0
            while self.pos < len(self.text):
                char = self.text[self.pos]
                if char == "\n" or (depth == 0 and char != "<"):
                    break
                depth += (char == "<") - (char == ">")
                self.pos += 1
            if depth:
                self.fail("this attribute has no closing `>`", self.span(start))
        elif self.at('"'):
            self._match(_STRING, "a string")
            return Attr(self.text[start : self.pos].strip(), self.span(start, self.pos))
        elif self.at("@"):
            self.pos += 1
            self._match(_WORD, "a symbol")
        elif self.at("true") or self.at("false"):
            self.word()
        else:
            self.number("an attribute value")
            end = self.pos
            if self.accept(":"):
                self.word("a type")
                end = self.pos
            self.pos = end
        text = self.text[start : self.pos]
        span = self.span(start, start + len(text.rstrip()))
        self.skip()
        return Attr(" ".join(text.split()), span)

    def attr_dict(self) -> dict[str, Attr]:
        """`{name = value, ...}`."""
        attrs: dict[str, Attr] = {}
        self.expect("{")
        while not self.at("}"):
            span = self.here()
            name = self.word("an attribute name")
            if name in attrs:
                self.fail(f"attribute `{name}` stands here twice", span, code="pto-duplicate")
            self.expect("=", f"after attribute `{name}`")
            attrs[name] = self.attr()
            if not self.accept(","):
                break
        self.expect("}")
        return attrs

    # Types

    def type(self) -> Type:
        if not self.at("!"):
            return ScalarType(self._elem())
        start = self.pos
        match = _TYPE.match(self.text, start)
        if match is None:
            self.fail("expected a type")
        name = match.group()
        span = self.span(start, match.end())
        readers = {
            "!pto.ptr": self._ptr,
            "!pto.tensor_view": self._view,
            "!pto.partition_tensor_view": self._part,
            "!pto.tile_buf": lambda: self._tile(span),
        }
        if name in readers:
            return self._parametric(start, match.end(), readers[name])
        self.pos = match.end()
        self.skip()
        if name in self.aliases:
            return self.aliases[name]
        known = ", ".join(sorted(self.aliases)) or "none"
        self.fail(
            f"unknown type `{name}`", span, help=f"type aliases of this module: {known}", code="pto-type"
        )

    def _parametric(self, start: int, end: int, read: Callable[[], Type]) -> Type:
        """A type with parts in `<...>`, whose name ends at a place; many stand in a text several times."""
        text = self.text[start : self.text.find(">", start) + 1]
        known = self._types.get(text)
        self.pos = end if known is None else start + len(text)
        self.skip()
        if known is not None:
            return known
        name = self.text[start:end]
        self.expect("<", f"after `{name}`")
        result = read()
        self.expect(">", f"at the end of `{name}`")
        if "//" not in text:  # a comment may hold another `>`
            self._types[text] = result
        return result

    def _elem(self) -> DType:
        start = self.pos
        name = self.word("a type")
        if name not in BY_PTO:
            self.fail(
                f"unknown element type `{name}`",
                self.here(start),
                help="one of " + ", ".join(BY_PTO),
                code="pto-type",
            )
        return BY_PTO[name]

    def _dims(self) -> list[int | None]:
        dims: list[int | None] = []
        while match := _DIM.match(self.text, self.pos):
            dims.append(None if match.group(1) == "?" else int(match.group(1)))
            self.pos = match.end()
        return dims

    def _ptr(self) -> Type:
        return PtrType(self._elem())

    def _view(self) -> Type:
        start = self.pos
        dims = self._dims()
        if not 1 <= len(dims) <= 5 or any(d is not None for d in dims):
            self.fail(
                "a tensor view has one to five extents, all of them `?`", self.here(start), code="pto-type"
            )
        return ViewType(len(dims), self._elem())

    def _part(self) -> Type:
        start = self.pos
        dims = self._dims()
        if not 1 <= len(dims) <= 5:
            self.fail("a partition view has one to five extents", self.here(start), code="pto-type")
        return PartType(tuple(dims), self._elem())

    def _tile(self, span: Span) -> Type:
        tile = TileType(**(self._long_tile() if self.at("loc") else self._short_tile()))
        if problem := layout_problem(tile):
            self.fail(problem[0], span, help=problem[1], code="pto-type")
        return tile

    def _choice(self, what: str, options: tuple[str, ...]) -> str:
        start = self.pos
        word = self.word(what)
        if word not in options:
            self.fail(
                f"`{word}` is no {what}",
                self.here(start),
                help="one of " + ", ".join(options),
                code="pto-type",
            )
        return word

    def _extent(self) -> int | None:
        return None if self.accept("?") else self.integer("an extent or `?`")

    def _tile_field(self, key: str) -> object:
        if key == "loc":
            return self._choice("memory space", SPACES)
        if key == "dtype":
            return self._elem()
        if key in ("v_row", "v_col"):
            return self._extent()
        if key in ("blayout", "slayout"):
            return self._choice("layout", _LAYOUTS)
        return self.integer()

    def _long_tile(self) -> dict:
        fields: dict = {}
        for key in _TILE_KEYS:
            if fields:
                self.expect(",", f"before `{key}=` of the tile type")
            self.expect(key, "in the tile type; the order of its keys is fixed")
            self.expect("=")
            fields[{"loc": "space", "dtype": "elem"}.get(key, key)] = self._tile_field(key)
        if self.accept(","):
            self.expect("compact", "in the tile type")
            self.expect("=")
            fields["compact"] = self.integer()
        return fields

    def _short_tile(self) -> dict:
        space = self._choice("memory space", SPACES)
        self.expect(",", "after the memory space")
        start = self.pos
        dims = self._dims()
        if len(dims) != 2 or None in dims:
            self.fail("a tile has two static extents", self.here(start), code="pto-type")
        fields: dict = {"space": space, "elem": self._elem(), "rows": dims[0], "cols": dims[1]}
        fields["v_row"], fields["v_col"] = dims
        fields.update(default_layout(space))
        while self.accept(","):
            key = self._choice("tile key", ("valid", "blayout", "slayout", "fractal", "pad", "compact"))
            self.expect("=")
            if key == "valid":
                match = re.compile(r"(\?|[0-9]+)x(\?|[0-9]+)").match(self.text, self.pos)
                if match is None:
                    self.fail("expected a valid region such as `?x64`")
                self.pos = match.end()
                self.skip()
                fields["v_row"], fields["v_col"] = (None if g == "?" else int(g) for g in match.groups())
            else:
                fields[key] = self._tile_field(key)
        return fields


def default_layout(space: str) -> dict[str, object]:
    """Layout keys that a short tile type leaves out."""
    layouts: dict[str, dict[str, object]] = {
        "mat": {"blayout": "col_major", "slayout": "row_major"},
        "left": {"blayout": "row_major", "slayout": "row_major"},
        "right": {"blayout": "row_major", "slayout": "col_major"},
        "acc": {"blayout": "col_major", "slayout": "row_major", "fractal": 1024},
        "scaling": {"blayout": "row_major", "slayout": "row_major", "fractal": 32},
    }
    return layouts.get(space, {})


def layout_problem(tile: TileType) -> tuple[str, str] | None:
    """What is wrong with a tile type's shape or layout, and the way out."""
    unit, size = tile.elem.block, tile.elem.bytes_of
    if tile.rows < 1 or tile.cols < 1:
        return "a tile has at least one row and one column", "give positive extents"
    for name, valid, extent in (("v_row", tile.v_row, tile.rows), ("v_col", tile.v_col, tile.cols)):
        if valid is not None and not 0 <= valid <= extent:
            return f"{name}={valid} is outside 0..{extent}", "the valid region is a part of the tile"
    if tile.pad not in (0, 1, 2, 3) or tile.compact not in (0, 1, 2):
        return "pad is 0 to 3 and compact 0 to 2", "pad: 0 null, 1 zero, 2 max, 3 min"
    if tile.blayout == "none_box":
        return "blayout is row_major or col_major", "none_box is a value of slayout"
    if not tile.boxed:
        run, name = (tile.cols, "cols") if tile.blayout == "row_major" else (tile.rows, "rows")
        if run % unit:
            return (
                f"{name}={run} of {tile.elem.pto} is {size(run)} bytes, not a multiple of 32 (F1)",
                f"use {name}={-(-run // unit) * unit} and a valid region of {run}",
            )
        return None
    if tile.fractal not in (512, 1024, 32):
        return f"fractal={tile.fractal} is no block size", "512, 1024 for accumulators, 32 for scales"
    box_rows, box_cols = tile.box
    free_rows = tile.space in ("vec", "scaling") or tile.rows == 1
    if tile.cols % box_cols or (tile.rows % box_rows and not free_rows):
        return (
            f"{tile.rows}x{tile.cols} is not made of whole {box_rows}x{box_cols} blocks (F2)",
            "round the extents up and give the valid region",
        )
    return None
