# SPDX-License-Identifier: Apache-2.0
"""Which allocated tiles have to lie apart: those that hold something needed later while another one is written.

Only tiles without addresses are asked for, so that two of them share no byte but as views of one. What an instruction
leaves of the old content counts as needed, unless it writes all that is ever read of the tile.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from pypto.assembler import catalog
from pypto.assembler.catalog import Kind
from pypto.assembler.nodes import VIEWS, WINDOWS, Block, Function, Op, Value
from pypto.assembler.types import TileType

_REPLACE = frozenset(
    {
        Kind.LOAD, Kind.COPY, Kind.LANES, Kind.CONVERT, Kind.COMPARE, Kind.SELECT, Kind.FILL, Kind.SEQUENCE, Kind.MOVE,
        Kind.EXTRACT, Kind.MATMUL, Kind.MATMUL_MX, Kind.TRANSPOSE, Kind.RANDOM,
    }
)  # fmt: skip
"""Instructions that write the whole valid region of what they make."""
_OF_WHOLE = frozenset({Kind.ROW_REDUCE, Kind.COL_REDUCE, Kind.SORT, Kind.MERGE, Kind.GATHER})
"""Those that do so as far as what they read is valid."""

Tiles = frozenset[Value]


@dataclass
class Alive:
    """edges: tiles that lie apart; points: the tiles in use at each instruction, the last instruction first."""

    edges: dict[Value, set[Value]] = field(default_factory=dict)
    points: dict[Op, Tiles] = field(default_factory=dict)

    def apart(self, a: Value, b: Value) -> bool:
        return b in self.edges.get(a, ())


def alive(function: Function) -> Alive:
    return _Walk(function).result


class _Walk:
    def __init__(self, function: Function) -> None:
        self.result = Alive()
        self.root: dict[
            Value, Value
        ] = {}  # the allocation behind each view and window; nothing for what is popped
        self.read: dict[Value, set[Value]] = {}  # by allocation: what is read of it
        self.resized: dict[Value, int] = {}
        for op in function.walk():
            if op.name == "pto.alloc_tile":
                self.root[op.result] = op.result
            elif op.name in VIEWS and op.operands[0].value in self.root:
                self.root[op.result] = self.root[op.operands[0].value]
            elif op.name == "pto.set_validshape":
                tile = op.operands[0].value
                self.resized[tile] = self.resized.get(tile, 0) + 1
        for op in function.walk():
            for use in catalog.reads(op):
                if use.value in self.root:
                    self.read.setdefault(self.root[use.value], set()).add(_without_windows(use.value))
        self.block(function.body, frozenset())

    def block(self, block: Block, live: Tiles) -> Tiles:
        for op in reversed(block.ops):
            live = self.op(op, live)
        return live

    def op(self, op: Op, live: Tiles) -> Tiles:
        if op.name == "scf.if":
            arms = [self.block(region, live) for region in op.regions]
            return frozenset().union(*arms, live if len(arms) == 1 else frozenset())
        if op.name in ("scf.for", "scf.while"):
            while True:
                before = live
                for region in reversed(op.regions):
                    before = self.block(region, before)
                if before <= live:
                    return live
                live |= before
        if op.name == "pto.alloc_tile":
            return live - {op.result}
        if catalog.kind_of(op) is None:
            return live
        here = self.roots(op.tiles())
        written = self.roots(use.value for use in (*catalog.writes(op), *catalog.scratch(op)))
        for tile in here:
            self.apart(tile, here)
        for tile in written:
            self.apart(tile, live)
        self.result.points[op] = self.result.points.get(op, frozenset()) | live | here
        replaced = self.roots(use.value for use in catalog.writes(op) if self.replaces(op, use.value))
        return (live - replaced) | self.roots(use.value for use in catalog.reads(op))

    def roots(self, tiles: Iterable[Value]) -> Tiles:
        return frozenset(self.root[tile] for tile in tiles if tile in self.root)

    def apart(self, tile: Value, others: Tiles) -> None:
        for other in others:
            if other is not tile:
                self.result.edges.setdefault(tile, set()).add(other)
                self.result.edges.setdefault(other, set()).add(tile)

    def replaces(self, op: Op, written: Value) -> bool:
        """Whether nothing that the tile held before is read after an instruction."""
        kind = catalog.kind_of(op)
        if written not in self.root or _without_windows(written) is not written:
            return False
        if kind in _OF_WHOLE:
            some = op.attr("exhausted") is not None or (
                kind is Kind.GATHER and any(not isinstance(use.type, TileType) for use in op.operands)
            )  # how much is written depends on what is found
            return not some and all(_full(use.type) for use in (*catalog.reads(op), *op.outs))
        if kind not in _REPLACE:
            return False
        if _full(written.type):
            return True
        if self.resized.get(written, 0) > 1:
            return False
        return all(v is written or _same_region(v, written) for v in self.read.get(self.root[written], ()))


def _without_windows(tile: Value) -> Value:
    while tile.owner is not None and tile.owner.name in WINDOWS:
        tile = tile.owner.operands[0].value
    return tile


def _full(type: object) -> bool:
    """Whether all cells of a tile are valid."""
    return isinstance(type, TileType) and (type.v_row, type.v_col) == (type.rows, type.cols)


def _same_region(a: Value, b: Value) -> bool:
    """Whether two views of one tile certainly have the same valid cells at the same places."""
    return isinstance(a.type, TileType) and a.type == b.type and None not in (a.type.v_row, a.type.v_col)
