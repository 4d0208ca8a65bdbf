# SPDX-License-Identifier: Apache-2.0
"""The parts of `.pto` text that every function has: names, constants, tensor views, tile types and places."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeGuard

from pypto.codegen.bounds import Ranges
from pypto.codegen.scalars import ScalarEmitter
from pypto.errors import Span
from pypto.ir import arith
from pypto.ir.naming import FreeNames, plain
from pypto.ir.nodes import (
    Assign,
    Call,
    Dim,
    Eval,
    Expr,
    Function,
    Stmt,
    TensorType,
    TileType,
    Type,
    Var,
    walk,
)
from pypto.ir.ops import creation, pipe, system
from pypto.ir.ops.strides import strides_of
from pypto.ir.visit import defined_vars


def uses_block(function: Function) -> bool:
    """Whether the function reads its block index or count."""
    return any(
        isinstance(s, Assign)
        and isinstance(s.value, Call)
        and s.value.op in (system.GET_BLOCK_IDX, system.GET_BLOCK_NUM)
        for s in walk(function.body)
    )


def uses_pipes(function: Function) -> bool:
    """Whether the function opens a pipe."""
    return any(
        isinstance(s, Eval) and isinstance(s.value, Call) and s.value.op in pipe.OPENS
        for s in walk(function.body)
    )


def begins_anew(stmt: Stmt) -> TypeGuard[Assign]:
    """Whether a buffer is allocated here, to be used in this block only, and not at the top."""
    call = stmt.value if isinstance(stmt, Assign) else None
    return isinstance(call, Call) and call.op is creation.CREATE_TENSOR and creation.ANEW in call.attrs


def _extent(dim: Dim) -> str:
    number = arith.as_int(dim)
    return "?" if number is None else str(number)


def _location(space: str) -> str:
    """A memory space as the text names it: the two buffers of scales have one name, and layouts of their own."""
    return "scaling" if space in ("LeftScale", "RightScale") else space.lower()


def tile_text(tile: TileType) -> str:
    """The long form of a tile type."""
    rows, cols = tile.shape
    v_row, v_col = (_extent(d) for d in tile.valid_shape)
    return (
        f"!pto.tile_buf<loc={_location(tile.space)}, dtype={tile.dtype.pto}, rows={rows}, cols={cols}, v_row={v_row}, "
        f"v_col={v_col}, blayout={tile.blayout}, slayout={tile.slayout}, fractal={tile.fractal}, pad={tile.pad}>"
    )


def _open_text(tile: TileType) -> str:
    """The type of a tile whose valid extents are set while the kernel runs."""
    return re.sub(r"v_row=\d+, v_col=\d+", "v_row=?, v_col=?", tile_text(tile))


Place = tuple[str, int | str | None]
"""A memory space, and the address or name of a buffer in it."""


def place_of(tile: Type) -> Place:
    assert isinstance(tile, TileType)
    return tile.space, tile.buffer


def _view_word(source: str, target: str) -> str:
    """The operation that shows a tile in another type, by whether it keeps the element type."""
    kinds = [re.search(r"dtype=(\w+)", text) for text in (source, target)]
    return "pto.treshape" if len({kind and kind[1] for kind in kinds}) == 1 else "pto.bitcast"


HIDDEN_PARAMETERS = frozenset({"block_idx", "block_num", "lane", "gm_slot_buffer"})
"""Names of parameters that a kernel does not write; its own are named otherwise."""


class Text:
    """The text of one function: its names, constants, lines, views and tiles."""

    def __init__(self, function: Function, generation: str, places: bool = True) -> None:
        self.function = function
        self.generation = generation
        self.places = places
        self.constants: dict[tuple[str, str], str] = {}
        self.views: list[str] = []
        self.allocs: dict[tuple[int | str, str], str] = {}
        self.buffers: dict[str, tuple[str, str]] = {}  # what the assembler places: name and type of the whole
        self.alloc_lines: list[str] = []
        self.begun: dict[
            Place, dict[str, str]
        ] = {}  # buffers allocated further down: names by type, the whole first
        self.body: list[str] = []
        self.indent = 2
        self.free = FreeNames(HIDDEN_PARAMETERS)
        self.counter = 0
        self.span: Span | None = function.span
        self.scalars = ScalarEmitter(self.define, self.constant)
        self.ranges = Ranges()
        self.tiles: dict[Var, str] = {}
        self.texts: dict[Var, str] = {}  # types of tiles whose extents are set where they are popped
        self.pointers: dict[Var, str] = {}
        self.view_names: dict[tuple[Var, bool], str] = {}
        self.assignments: dict[Var, int] = {}
        for stmt in walk(function.body):
            for var in defined_vars(stmt):
                self.assignments[var] = self.assignments.get(var, 0) + 1
        self.anew = {place_of(s.target.type) for s in walk(function.body) if begins_anew(s)}

    # Names and lines ---------------------------------------------------------------------------------------------------

    def fresh(self, base: str) -> str:
        base = plain(base)
        return f"%{self.free.fresh(f'v{base}' if base[:1].isdigit() else base)}"

    def constant(self, text: str, type_: str) -> str:
        key = (text, type_)
        if key not in self.constants:
            word = re.sub(r"\W", "_", text.replace("-", "m"))
            suffix = "" if type_ == "index" else f"_{type_}"
            self.constants[key] = self.fresh(f"c{word}{suffix}")
        return self.constants[key]

    def location(self, span: Span | None) -> str:
        if span is None or not self.places:
            return ""
        return f" loc({json.dumps(span.file)}:{span.line}:{span.column})"

    def line(self, text: str, span: Span | None = None) -> None:
        self.body.append("  " * self.indent + text + self.location(span or self.span))

    def define(self, text: str, base: str | None = None) -> str:
        if base is None:
            self.counter += 1
            base = f"{self.counter}"
            name = self.fresh(f"s{base}")
        else:
            name = self.fresh(base)
        self.line(f"{name} = {text}")
        return name

    # Views and tiles ------------------------------------------------------------------------------------------------

    def view(self, var: Var, transposed: bool = False) -> str:
        key = (var, transposed)
        if key in self.view_names:
            return self.view_names[key]
        assert isinstance(var.type, TensorType)
        shape = list(var.type.shape)
        strides = list(strides_of(var.type))
        order = "nd" if var.type.layout is None else var.type.layout.value
        if transposed:
            shape[-2:], strides[-2:], order = shape[-2:][::-1], strides[-2:][::-1], "dn"
        elif var.type.layout is not None:
            pass  # whole blocks, one behind the other
        elif len(shape) >= 2 and arith.as_int(shape[-1]) == 1:
            order = "dn"
            strides[-1] = arith.mul(shape[-2], strides[-2])
        elif len(shape) >= 2 and arith.as_int(strides[-2]) == 1 and arith.as_int(shape[-2]) != 1:
            order = "dn"
        name = self.fresh(f"{var.name}_view{'_t' if transposed else ''}")
        saved, self.body, self.indent = (self.body, self.indent), self.views, 2
        dims = ", ".join(self.scalars.dim(d) for d in shape)
        steps = ", ".join(self.scalars.dim(d) for d in strides)
        self.line(
            f"{name} = pto.make_tensor_view {self.pointers[var]}, shape = [{dims}], strides = [{steps}] "
            f"{{layout = #pto.layout<{order}>}} : {self.view_type(var.type)}",
            self.function.span,
        )
        self.body, self.indent = saved[0], saved[1]
        self.view_names[key] = name
        return name

    def view_type(self, type_: TensorType) -> str:
        return f"!pto.tensor_view<{'?x' * type_.rank}{type_.dtype.pto}>"

    def partition(
        self, var: Var, offsets: Sequence[Dim], sizes: Sequence[Dim], transposed: bool = False
    ) -> tuple[str, str]:
        """A window of a tensor: its name and its type."""
        assert isinstance(var.type, TensorType)
        offsets, sizes = list(offsets), [arith.simplify(s) for s in sizes]
        if transposed:
            offsets[-2:], sizes[-2:] = offsets[-2:][::-1], sizes[-2:][::-1]
        view = self.view(var, transposed)
        extents = "x".join(_extent(s) for s in sizes)
        type_ = f"!pto.partition_tensor_view<{extents}x{var.type.dtype.pto}>"
        at = ", ".join(self.scalars.dim(o) for o in offsets)
        size = ", ".join(self.scalars.dim(s) for s in sizes)
        name = self.define(
            f"pto.partition_view {view}, offsets = [{at}], sizes = [{size}] : {self.view_type(var.type)} -> {type_}",
            f"{var.name}_part",
        )
        return name, type_

    def tile(self, var: Var) -> str:
        """The name of a tile; allocated at the top, or here where its valid extents are known only here."""
        if var in self.tiles:
            return self.tiles[var]
        type_ = var.type
        assert isinstance(type_, TileType) and type_.buffer is not None
        text = tile_text(type_)
        valid = [
            f" {word} = {self.scalars.dim(d)}"
            for word, d in zip(("valid_row", "valid_col"), type_.valid_shape, strict=True)
            if arith.as_int(d) is None
        ]
        if valid and self.by_views(type_):
            self.seen(var, *self.whole(var, type_))
            return self.tiles[var]
        if valid:
            name = self.define(f"pto.alloc_tile{self.address(type_)}{''.join(valid)} : {text}", var.name)
            self.tiles[var] = name
            return name
        self.tiles[var] = self.fixed_tile(var, type_, text)
        return self.tiles[var]

    def window(self, var: Var, call: Call, source: TileType | None = None) -> tuple[str, str]:
        """A part of a tile, taken from all of its bytes: its name and its type.

        What is written is as large as the valid region of `source`.
        """
        type_ = var.type
        assert isinstance(type_, TileType)
        sizes, valid = call.attrs["shape"], None if source is None else source.valid_shape
        narrow = valid is not None and not all(arith.same(a, b) for a, b in zip(valid, sizes, strict=True))
        full = replace(type_, valid=None)
        parent_type = _open_text(full) if narrow else tile_text(full)
        parent = self.fixed_tile(var, full, parent_type)
        at = ", ".join(self.scalars.dim(o) for o in call.attrs["offset"])
        part_type = replace(full, shape=sizes)
        text = _open_text(part_type) if narrow else tile_text(part_type)
        size = f"[{sizes[0]}, {sizes[1]}]"
        name = self.define(f"pto.subset {parent}[{at}] sizes {size} : {parent_type}", f"{var.name}_window")
        if valid is not None and narrow:
            extents = ", ".join(self.scalars.dim(d) for d in valid)
            self.line(f"pto.set_validshape {name}, {extents} : {text}")
        return name, text

    def fixed_tile(self, var: Var, type_: TileType, text: str) -> str:
        """A tile allocated at the top, with all of its cells valid; of a popped one another view, made here."""
        if type_.buffer is None:
            name, popped = self.typed(var)
            return (
                name if popped == text else self.define(f"pto.treshape {name} : {popped} -> {text}", var.name)
            )
        names = self.begun.get(place_of(type_))
        if names is not None:
            if text not in names:
                whole, whole_text = self.whole(var, type_)
                names[text] = self.define(
                    f"{_view_word(whole_text, text)} {whole} : {whole_text} -> {text}", var.name
                )
            return names[text]
        key = (type_.buffer, text)
        if key not in self.allocs and self.by_views(type_):
            whole, whole_text = self.whole(var, type_)
            if key not in self.allocs:
                self.allocs[key] = self.fresh(var.name)
                self.alloc_lines.append(
                    f"    {self.allocs[key]} = {_view_word(whole_text, text)} {whole} : {whole_text} -> {text}"
                    f"{self.location(var.span)}"
                )
        if key not in self.allocs:
            self.allocs[key] = self.fresh(var.name)
            valid = ""
            if "v_row=?" in text:
                rows, cols = (self.scalars.dim(n) for n in type_.shape)
                valid = f" valid_row = {rows} valid_col = {cols}"
            self.alloc_lines.append(
                f"    {self.allocs[key]} = pto.alloc_tile{self.address(type_)}{valid} : {text}{self.location(var.span)}"
            )
        return self.allocs[key]

    def address(self, type_: TileType) -> str:
        """The address of a tile, where the planner chose it."""
        return "" if type_.address is None else f" addr = {self.constant(str(type_.address), 'i64')}"

    def by_views(self, type_: TileType) -> bool:
        """Whether a buffer is allocated once and shown in its other types; else each of them names the address."""
        return type_.address is None or place_of(type_) in self.begun

    def begin(self, var: Var) -> None:
        """Allocate a buffer here, where it begins without content: what it held before is not needed again."""
        type_ = var.type
        assert isinstance(type_, TileType) and type_.buffer is not None
        self.tiles = {v: n for v, n in self.tiles.items() if place_of(v.type) != place_of(type_)}
        text = tile_text(replace(type_, valid=None))
        name = self.define(f"pto.alloc_tile{self.address(type_)} : {text}", var.name)
        self.begun[place_of(type_)] = {text: name}

    @contextmanager
    def inner(self) -> Iterator[None]:
        """The lines of an inner block: behind it its names are unknown, but for tiles allocated at the top."""
        tiles, texts = dict(self.tiles), dict(self.texts)
        begun = {buffer: dict(names) for buffer, names in self.begun.items()}
        self.indent += 1
        yield
        self.indent -= 1
        top = set(self.allocs.values())
        self.tiles = {v: n for v, n in self.tiles.items() if n in top} | tiles
        self.texts, self.begun = texts, begun

    def whole(self, var: Var, type_: TileType) -> tuple[str, str]:
        """A buffer with all of its cells valid, allocated at the top if not further down: name and type."""
        if place_of(type_) in self.begun:
            text, name = next(iter(self.begun[place_of(type_)].items()))
            return name, text
        assert isinstance(type_.buffer, str)
        if type_.buffer not in self.buffers:
            text = tile_text(replace(type_, valid=None))
            name = self.allocs[type_.buffer, text] = self.fresh(var.name)
            self.alloc_lines.append(f"    {name} = pto.alloc_tile : {text}{self.location(var.span)}")
            self.buffers[type_.buffer] = name, text
        return self.buffers[type_.buffer]

    def text(self, type_: TileType) -> str:
        """The long form of a tile type."""
        return tile_text(type_)

    def typed(self, var: Expr | None) -> tuple[str, str]:
        assert isinstance(var, Var) and isinstance(var.type, TileType)
        return self.tile(var), self.texts.get(var) or tile_text(var.type)

    def seen(self, var: Var, whole: str, whole_text: str) -> None:
        """Bytes of another tile in the type of this one, with extents that are known here."""
        assert isinstance(var.type, TileType)
        word = _view_word(whole_text, tile_text(var.type))
        self.in_slot(var, f"{word} {whole} : {whole_text}")

    def in_slot(self, var: Var, made: str) -> None:
        """A tile that lies in a slot: `made` is the operation that gives it, up to its type."""
        type_ = var.type
        assert isinstance(type_, TileType)
        open_ = any(arith.as_int(d) is None for d in type_.valid_shape)
        text = _open_text(replace(type_, valid=None)) if open_ else tile_text(type_)
        self.tiles[var] = self.define(f"{made} -> {text}", var.name)
        if open_:
            self.texts[var] = text
            extents = ", ".join(self.scalars.dim(d) for d in type_.valid_shape)
            self.line(f"pto.set_validshape {self.tiles[var]}, {extents} : {text}")
