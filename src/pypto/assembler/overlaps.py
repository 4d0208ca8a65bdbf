# SPDX-License-Identifier: Apache-2.0
"""Tiles that are read after a tile that starts elsewhere wrote into their bytes are refused.

Tiles that start at one address are aliases, and so are a tile and its windows. What bytes held before a tile was
allocated in them is not followed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from pypto.assembler import catalog
from pypto.assembler.nodes import VIEWS, Block, Function, Op, Source, Value
from pypto.assembler.placement import (
    Placement,
    constant,
    tile_type,
    whole,
)
from pypto.assembler.types import TileType

_State = dict[Value, tuple[Value, Op, int, bool]]
"""Tile -> who wrote into it last from another start, the pieces that are not the tile's own since, and whether the
bytes were allocated again since, and not written."""


def check_overlaps(source: Source, function: Function, placement: Placement) -> None:
    _Overlaps(source, function, placement).block(function.body, {})


def _joined(a: _State, b: _State) -> _State:
    both = {t: (*a[t][:2], a[t][2] | b[t][2], a[t][3] and b[t][3]) for t in a.keys() & b.keys()}
    return {t: both.get(t) or a.get(t) or b[t] for t in a | b}


def _runs(loop: Op) -> bool:
    """Whether a loop certainly runs at least once."""
    bounds = [constant(u.value) for u in loop.operands[:2]] if loop.name == "scf.for" else []
    return len(bounds) == 2 and all(isinstance(b, int) for b in bounds) and bounds[0] < bounds[1]  # type: ignore[operator]


def _beginning(function: Function, placement: Placement) -> Iterator[tuple[Op, list[Value]]]:
    """Allocations that begin a tile without content, whatever the bytes held before, with the names of that tile.

    At an address that is one of a fixed extent that is written under the name given here. Other allocations of its type
    at its address are names of the same tile. All others at an address name what lies there.
    """
    written = {_allocated(use.value) for op in function.walk() for use in catalog.writes(op)}
    allocs = [op for op in function.walk() if op.name == "pto.alloc_tile"]
    names: dict[tuple[object, int], list[Value]] = defaultdict(list)
    for tile in (op.result for op in allocs):
        names[tile.type, placement.address[tile]].append(tile)
    for op in allocs:
        if "addr" not in op.attrs:
            yield op, [op.result]
        elif op.result in written and len(op.attrs) == 1:
            yield op, names[op.result.type, placement.address[op.result]]


def _allocated(tile: Value) -> Value:
    """The tile that a view shows a part of, or shows as another type."""
    while tile.owner is not None and tile.owner.name in VIEWS:
        tile = tile.owner.operands[0].value
    return tile


class _Overlaps:
    """Follows which tiles were overwritten by a tile that starts at another address."""

    def __init__(self, source: Source, function: Function, placement: Placement) -> None:
        self.source = source
        self.placement = placement
        self.begins = dict(_beginning(function, placement))
        # After a loop, by what was so before it: loops in loops are met again and again.
        self.loops: dict[tuple[int, int, frozenset[Any]], _State] = {}
        self.written: set[tuple[str, int, int]] = set()  # bytes of tiles that were written

    def block(self, block: Block, state: _State) -> _State:
        for op in block.ops:
            state = self.op(op, state)
        return state

    def op(self, op: Op, state: _State) -> _State:
        if op.name == "scf.if":
            before = frozenset(self.written)
            outs = [self.block(region, dict(state)) for region in op.regions]
            if len(outs) == 1:
                outs.append(state)
            return _joined(self._past(outs[0], outs[1], before), self._past(outs[1], outs[0], before))
        if op.name in ("scf.for", "scf.while"):
            key = id(op), len(self.written), frozenset(state.items())
            if key not in self.loops:
                self.loops[key] = self.loop(op, state)
            return dict(self.loops[key])
        if op.name in VIEWS:
            self._view(op, state)
        for tile in self.begins.get(op, ()):
            if tile is op.result:
                state.pop(tile, None)
            elif tile in state:
                state[tile] = (*state[tile][:3], True)
        for use in catalog.reads(op):
            if use.value in state:
                self._refuse(op, use.value, use.span, *state[use.value][:2])
        for use in [*catalog.scratch(op), *catalog.writes(op)]:
            if isinstance(use.type, TileType):
                self._write(op, use.value, state)
        return state

    def _view(self, op: Op, state: _State) -> None:
        """A view shows what the tile has that it is made of, with all that was written into it."""
        state.pop(op.result, None)
        known = state.get(op.operands[0].value)
        foreign = known[2] & self.placement.units(op.result) if known else 0
        if known and foreign:
            state[op.result] = (*known[:2], foreign, known[3])

    def loop(self, op: Op, state: _State) -> _State:
        after: _State | None = None if _runs(op) else state
        before = frozenset(self.written)
        for number in range(2):
            inner = dict(state)
            for region in op.regions:
                inner = self.block(region, inner)
            if after is not None and number == 0:
                after = self._past(after, inner, before)
            after = inner if after is None else _joined(after, inner)
            state = _joined(state, inner)
        return after or {}

    def _past(self, state: _State, other: _State, before: frozenset[tuple[str, int, int]]) -> _State:
        """What holds on the way past a write that another way takes: a tile that nothing wrote before, or since it was
        allocated again, has no content there, so that nobody took its bytes."""
        return {
            t: known
            for t, known in state.items()
            if t in other or (self._bytes(t) in before and not known[3])
        }

    def _bytes(self, tile: Value) -> tuple[str, int, int]:
        return self.placement.range(whole(tile))

    def _write(self, op: Op, written: Value, state: _State) -> None:
        self.written.add(self._bytes(written))
        for tile in self.placement.address:
            if not self.placement.overlap(tile, written):
                continue
            _, _, foreign, again = state.get(tile, (written, op, 0, False))
            if self.placement.address[whole(tile)] != self.placement.address[whole(written)]:
                touched = self.placement.units(tile) & self.placement.units(written)
                state[tile] = (written, op, foreign | touched, False)
            elif not again and foreign & ~self.placement.units(
                written
            ):  # a moving window: all that it may come to
                state[tile] = (*state[tile][:2], foreign & ~self.placement.units(written), False)
            else:
                state.pop(tile, None)

    def _refuse(self, op: Op, tile: Value, span: object, writer: Value, by: Op) -> None:
        def where(value: Value) -> str:
            _, start, end = self.placement.range(value)
            return f"{value} takes bytes {start} to {end} of {tile_type(value).room}, line {value.span.line}"

        raise self.source.error(
            f"{op.name} reads {tile} after {writer} was written over a part of it",
            span,  # type: ignore[arg-type]
            notes=(where(tile), where(writer), f"{writer} is written at line {by.span.line}"),
            help="tiles in use at the same time need bytes of their own; only tiles with one start are aliases",
            code="pto-address",
        )
