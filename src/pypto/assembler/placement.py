# SPDX-License-Identifier: Apache-2.0
"""The place of each tile of a function: which bytes of which space it spans, and what shares them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import reduce
from operator import or_

from pypto.assembler.nodes import WINDOWS, Op, Value
from pypto.assembler.pipes import Buffer, popped_root
from pypto.assembler.types import TileType, integer
from pypto.platforms import Platform

SPACE_NAMES = {
    "vec": "Vec",
    "mat": "Mat",
    "left": "Left",
    "right": "Right",
    "acc": "Acc",
    "bias": "Bias",
    "scaling of the left operand": "LeftScale",
    "scaling of the right operand": "RightScale",
}


UNIT = 32
"""Bytes; tiles, their lines and the windows of them begin at multiples of it."""


def tile_type(value: Value) -> TileType:
    assert isinstance(value.type, TileType)
    return value.type


def whole(tile: Value) -> Value:
    """The tile that a window is a part of; any other tile itself."""
    while tile.owner is not None and tile.owner.name in WINDOWS:
        tile = tile.owner.operands[0].value
    return tile


def line_cells(tile: Value) -> int:
    """Elements from one line of a tile to the next."""
    type = tile_type(whole(tile))
    return type.rows if type.by_column else type.cols


def lines_of(tile: Value) -> tuple[int, int]:
    """Number of lines of an unboxed tile, and elements of each."""
    type = tile_type(tile)
    return (type.cols, type.rows) if type.by_column else (type.rows, type.cols)


def window_at(op: Op) -> tuple[Value, Value]:
    """The line and the place in the line at which a window begins."""
    parent, row, col = (u.value for u in op.operands[:3])
    return (col, row) if tile_type(parent).by_column else (row, col)


def constant(extent: object) -> object:
    """The number behind a value that is an `arith.constant`, else the value itself."""
    if isinstance(extent, Value) and extent.owner is not None and extent.owner.name == "arith.constant":
        return integer(extent.owner.attrs["value"].text)
    return extent


@dataclass(frozen=True)
class Placement:
    """The byte address of each tile value inside its space.

    `floating` are windows whose first line is known at run time only; their address is that of line 0. `sliding` ones
    move along the lines, so they touch all that they are a part of. What was popped
    from a pipe lies somewhere in the ring of slots, as do its windows: `ring` holds the bytes of that.
    """

    address: dict[Value, int]
    floating: set[Value] = field(default_factory=set)
    sliding: set[Value] = field(default_factory=set)
    ring: dict[Value, Buffer] = field(default_factory=dict)
    _units: dict[Value, int] = field(default_factory=dict)

    def range(self, tile: Value) -> tuple[str, int, int]:
        """Space, first byte and end of all that a tile spans."""
        if tile in self.sliding:  # anywhere in what it is a part of
            assert tile.owner is not None
            return self.range(tile.owner.operands[0].value)
        start, type = self.address[tile], tile_type(tile)
        if tile in self.ring:
            buffer = self.ring[tile]
            return type.room, buffer.base, buffer.base + buffer.size
        lines, length = lines_of(tile)
        if tile in self.floating:
            assert tile.owner is not None
            lines = lines_of(tile.owner.operands[0].value)[0]
        cells = (lines - 1) * line_cells(tile) + length
        return type.room, start, start + type.elem.bytes_of(cells)

    def units(self, tile: Value) -> int:
        """The pieces of UNIT bytes that a tile may touch, one bit each."""
        if tile in self.sliding:
            assert tile.owner is not None
            return self.units(tile.owner.operands[0].value)
        if tile not in self._units:
            _, start, end = self.range(tile)
            size = tile_type(tile).elem.bytes_of
            step, run = size(line_cells(tile)), size(lines_of(tile)[1])
            if run == step or tile in self.ring:
                starts, run = range(start, end, max(end - start, 1)), end - start
            else:
                starts = range(start, end, step)
            line = (1 << -(-run // UNIT)) - 1
            self._units[tile] = reduce(or_, (line << at // UNIT for at in starts), 0)
        return self._units[tile]

    def overlap(self, a: Value, b: Value) -> bool:
        if a in self.ring and b in self.ring and popped_root(a) is not popped_root(b):
            return False  # two slots, as long as neither is free
        return tile_type(a).room == tile_type(b).room and bool(self.units(a) & self.units(b))

    def written(self, tile: Value) -> int:
        """The pieces that an instruction which writes a tile certainly reaches."""
        return 0 if tile in self.floating else self.units(tile)

    def covers(self, a: Value, b: Value) -> bool:
        """Whether the bytes of `a` include those of `b`."""
        return tile_type(a).room == tile_type(b).room and not self.units(b) & ~self.written(a)


def capacity(chip: Platform, space: str) -> int:
    """Bytes of a space that text may use: the tool chain's reserve included, as for any assembler."""
    name = SPACE_NAMES[space]
    return chip.capacity.get(name, 0) + chip.reserve.get(name, 0)
