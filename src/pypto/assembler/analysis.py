# SPDX-License-Identifier: Apache-2.0
"""What fusion must know: which tiles are read again, and which valid regions are provably equal.

Liveness(function, placement).after[op]      tiles whose bytes are read later, before they are overwritten
Regions(function).key(op, tile)              (rows, columns): equal keys are equal extents
"""

from __future__ import annotations

from pypto.assembler import catalog
from pypto.assembler.catalog import Kind
from pypto.assembler.forms import alloc_operand
from pypto.assembler.nodes import WINDOWS, Block, Function, Op, Value
from pypto.assembler.placement import Placement, constant, line_cells, tile_type

Key = tuple[object, object]


def resized(function: Function) -> set[Value]:
    """Tiles whose valid region changes while the function runs."""
    return {op.operands[0].value for op in function.walk() if op.name == "pto.set_validshape"}


def declared_region(tile: Value) -> Key:
    """The valid region a tile is created with: numbers, or the values that give it."""
    type = tile_type(tile)
    row: object = type.v_row
    col: object = type.v_col
    if tile.owner is not None and tile.owner.name == "pto.alloc_tile":
        row = alloc_operand(tile.owner, "valid_row") if row is None else row
        col = alloc_operand(tile.owner, "valid_col") if col is None else col
    row = (tile, "rows") if row is None else row
    col = (tile, "columns") if col is None else col
    return constant(row), constant(col)


class Regions:
    """Follows valid regions through the function; a region that may differ from path to path is unlike any other."""

    def __init__(self, function: Function) -> None:
        self._resized = resized(function)
        self._at: dict[tuple[Op, Value], Key] = {}
        self._block(function.body, {})

    def key(self, op: Op, tile: Value) -> Key:
        return self._at.get((op, tile)) or declared_region(tile)

    def _block(self, block: Block, state: dict[Value, Key]) -> None:
        for op in block.ops:
            changed = {
                o.operands[0].value for r in op.regions for b in r.ops for o in b.walk()
                if o.name == "pto.set_validshape"
            }  # fmt: skip
            for region in op.regions:
                inner = dict(state)
                inner.update({tile: (object(), object()) for tile in changed})
                self._block(region, inner)
            state.update({tile: (object(), object()) for tile in changed})
            if op.name == "pto.set_validshape":
                tile, row, col = (u.value for u in op.operands)
                state[tile] = (constant(row), constant(col))
            elif op.name in ("pto.alloc_tile", *WINDOWS) and op.result in self._resized:
                state[op.result] = declared_region(op.result)
            for tile in op.tiles():
                if tile in state:
                    self._at[op, tile] = state[tile]


class Liveness:
    """Backward over the structure; loops are followed until nothing changes."""

    def __init__(self, function: Function, placement: Placement) -> None:
        self.placement = placement
        self.after: dict[Op, frozenset[Value]] = {}
        self._resized = resized(function)
        self._block(function.body, frozenset())

    def is_live_after(self, op: Op, tile: Value) -> bool:
        """Whether bytes of `tile` are read after `op`."""
        return any(self.placement.overlap(tile, other) for other in self.after[op])

    def _block(self, block: Block, live: frozenset[Value]) -> frozenset[Value]:
        for op in reversed(block.ops):
            self.after[op] = self.after.get(op, frozenset()) | live
            live = self._op(op, live)
        return live

    def _op(self, op: Op, live: frozenset[Value]) -> frozenset[Value]:
        if op.name == "scf.if":
            branches = [self._block(region, live) for region in op.regions]
            return frozenset().union(*branches, live if len(branches) == 1 else frozenset())
        if op.name in ("scf.for", "scf.while"):
            while True:
                before = live
                for region in reversed(op.regions):
                    before = self._block(region, before)
                if before <= live:
                    return live
                live |= before
        if op.name == "pto.alloc_tile" and "addr" not in op.attrs:
            return live - {op.result}
        for use in catalog.writes(op):
            if self._writes_all(op):
                live = frozenset(tile for tile in live if not self._replaces(use.value, tile))
        return live | {use.value for use in catalog.reads(op)}

    def _writes_all(self, op: Op) -> bool:
        """Whether an instruction writes its destination's whole valid region, however many rows it reads."""
        kind = catalog.kind_of(op)
        if kind is Kind.ARG_REDUCE:
            kind = Kind.ROW_REDUCE if op.short.startswith("trow") else Kind.COL_REDUCE
        if kind is Kind.COL_REDUCE:
            return tile_type(op.operands[0].value).v_row is not None
        if kind is Kind.ROW_REDUCE:
            source, target = op.operands[0].value, op.outs[0].value
            return declared_region(source)[0] == declared_region(target)[0] and source not in self._resized
        return kind not in (Kind.SET, Kind.INSERT)

    def _replaces(self, written: Value, tile: Value) -> bool:
        """Whether writing the valid region of one tile leaves nothing of what a read of the other would see."""
        if not self.placement.covers(written, tile):
            return False
        new, old = tile_type(written), tile_type(tile)
        if (new.v_row, new.v_col) == (new.rows, new.cols):
            return True
        if {written, tile} & self._resized:
            return False
        same_start = self.placement.address[written] == self.placement.address[tile]
        same_grid = new.layout == old.layout and line_cells(written) == line_cells(tile)
        return same_start and same_grid and declared_region(written) == declared_region(tile)
