# SPDX-License-Identifier: Apache-2.0
"""Where tiles lie: addresses given in the text or chosen here, capacity, and overlaps.

Tiles that start at one address are aliases. A tile that is read after a tile starting elsewhere wrote into its bytes
is refused. Text gives addresses to all tiles of a function or to none; then they are placed by the intervals in which
they are used, first fit.
"""

from __future__ import annotations

from dataclasses import dataclass

from pypto.assembler import catalog
from pypto.assembler.forms import alloc_operand
from pypto.assembler.nodes import Block, Function, Module, Op, Source, Value
from pypto.assembler.types import TileType, integer
from pypto.errors import CapacityError
from pypto.platforms import Platform

SPACE_NAMES = {
    "vec": "Vec",
    "mat": "Mat",
    "left": "Left",
    "right": "Right",
    "acc": "Acc",
    "bias": "Bias",
    "scaling": "Scaling",
}


def tile_type(value: Value) -> TileType:
    assert isinstance(value.type, TileType)
    return value.type


@dataclass(frozen=True)
class Placement:
    """The byte address of each tile value inside its space."""

    address: dict[Value, int]

    def range(self, tile: Value) -> tuple[str, int, int]:
        start = self.address[tile]
        return tile_type(tile).space, start, start + tile_type(tile).size

    def overlap(self, a: Value, b: Value) -> bool:
        space_a, start_a, end_a = self.range(a)
        space_b, start_b, end_b = self.range(b)
        return space_a == space_b and start_a < end_b and start_b < end_a

    def covers(self, a: Value, b: Value) -> bool:
        """Whether the bytes of `a` include those of `b`."""
        space_a, start_a, end_a = self.range(a)
        space_b, start_b, end_b = self.range(b)
        return space_a == space_b and start_a <= start_b and end_b <= end_a


def capacity(chip: Platform, space: str) -> int:
    """Bytes of a space that text may use: the tool chain's reserve included, as for any assembler."""
    name = SPACE_NAMES[space]
    return chip.capacity.get(name, 0) + chip.reserve.get(name, 0)


def place(module: Module, function: Function, chip: Platform) -> Placement:
    """Addresses for all tiles of a function, checked against the capacity and each other."""
    source = module.source
    allocs = [op for op in function.walk() if op.name == "pto.alloc_tile"]
    given = [op for op in allocs if "addr" in op.attrs]
    if given and len(given) < len(allocs):
        bare = next(op for op in allocs if "addr" not in op.attrs)
        raise source.error(
            f"{bare.result} has no address",
            bare.span,
            notes=(f"{given[0].result} has one, at line {given[0].span.line}",),
            help="give `addr = ...` for all tiles of a function or for none",
        )
    address = _given(source, given) if given else _planned(source, function, allocs, chip)
    placement = Placement(address)
    for op in allocs:
        space, start, end = placement.range(op.result)
        limit = capacity(chip, space)
        if start % chip.alignment:
            raise source.error(f"address {start} is not a multiple of {chip.alignment}", op.span)
        if start < 0 or end > limit:
            raise source.error(
                f"{op.result} ends at byte {end} of {space}, which has {limit}", op.span, kind=CapacityError
            )
    for op in function.walk():
        if op.name in ("pto.treshape", "pto.bitcast"):
            address[op.result] = address[op.operands[0].value]
    _Overlaps(source, placement).block(function.body, {})
    return placement


def _given(source: Source, allocs: list[Op]) -> dict[Value, int]:
    address: dict[Value, int] = {}
    for op in allocs:
        value = alloc_operand(op, "addr")
        if value is None or value.owner is None or value.owner.name != "arith.constant":
            raise source.error(f"the address {value} is not a constant", op.attrs["addr"].span)
        address[op.result] = integer(value.owner.attrs["value"].text)
    return address


# Choosing addresses


def _intervals(function: Function) -> dict[Value, tuple[int, int]]:
    """First and last position at which each allocated tile is used; a use in a loop counts for the whole loop."""
    begin: dict[Op, int] = {}
    end: dict[Op, int] = {}
    loops: dict[Op, tuple[Op, ...]] = {}
    clock = 0

    def number(block: Block, around: tuple[Op, ...]) -> None:
        nonlocal clock
        for op in block.ops:
            clock += 1
            begin[op] = clock
            loops[op] = around
            inner = (*around, op) if op.name in ("scf.for", "scf.while") else around
            for region in op.regions:
                number(region, inner)
            clock += 1
            end[op] = clock

    number(function.body, ())
    root: dict[Value, Value] = {}
    intervals: dict[Value, tuple[int, int]] = {}
    for op in begin:
        if op.name == "pto.alloc_tile":
            root[op.result] = op.result
        elif op.name in ("pto.treshape", "pto.bitcast"):
            root[op.result] = root[op.operands[0].value]
        if catalog.kind_of(op) is None:
            continue
        for tile in map(root.__getitem__, op.tiles()):
            assert tile.owner is not None
            outer = len(loops[tile.owner])
            whole = loops[op][outer] if len(loops[op]) > outer else op
            low, high = intervals.get(tile, (begin[whole], end[whole]))
            intervals[tile] = (min(low, begin[whole]), max(high, end[whole]))
    return intervals


def _planned(source: Source, function: Function, allocs: list[Op], chip: Platform) -> dict[Value, int]:
    intervals = _intervals(function)
    address = {op.result: 0 for op in allocs}  # a tile that nothing touches needs no place
    for space in sorted({tile_type(v).space for v in address}):
        tiles = [v for v in intervals if tile_type(v).space == space]
        limit = capacity(chip, space)
        for alignment, by_size in ((64, False), (64, True), (chip.alignment, True)):
            placed = _first_fit(tiles, intervals, alignment, by_size)
            if max((placed[v] + tile_type(v).size for v in tiles), default=0) <= limit:
                address.update(placed)
                break
        else:
            _refuse(source, function, space, tiles, intervals, limit)
    return address


def _first_fit(
    tiles: list[Value], intervals: dict[Value, tuple[int, int]], alignment: int, by_size: bool
) -> dict[Value, int]:
    order = sorted(tiles, key=lambda v: (-tile_type(v).size if by_size else 0, intervals[v][0]))
    placed: dict[Value, int] = {}
    for tile in order:
        low, high = intervals[tile]
        size = tile_type(tile).size
        busy = sorted(
            (placed[other], placed[other] + tile_type(other).size)
            for other in placed
            if intervals[other][0] <= high and low <= intervals[other][1]
        )
        start = 0
        for taken, free in busy:
            if start + size <= taken:
                break
            start = max(start, -(-free // alignment) * alignment)
        placed[tile] = start
    return placed


def _refuse(
    source: Source,
    function: Function,
    space: str,
    tiles: list[Value],
    intervals: dict[Value, tuple[int, int]],
    limit: int,
) -> None:
    def live_at(moment: int) -> list[Value]:
        return [v for v in tiles if intervals[v][0] <= moment <= intervals[v][1]]

    worst = max((live_at(intervals[v][0]) for v in tiles), key=lambda vs: sum(tile_type(v).size for v in vs))
    used = sum(tile_type(v).size for v in worst)
    listed = sorted(worst, key=lambda v: -tile_type(v).size)
    notes = tuple(
        f"{v}: {tile_type(v).brief()}, {tile_type(v).size} bytes, line {v.span.line}" for v in listed
    )
    raise source.error(
        f"@{function.name} needs {used} bytes of {space} at once, which has {limit}",
        listed[0].span,
        notes=notes,
        help="use smaller tiles, or let fewer be in use at the same time",
        kind=CapacityError,
    )


# Overlaps

_State = dict[Value, tuple[Value, Op]]


class _Overlaps:
    """Follows which tiles were overwritten by a tile that starts at another address."""

    def __init__(self, source: Source, placement: Placement) -> None:
        self.source = source
        self.placement = placement

    def block(self, block: Block, state: _State) -> _State:
        for op in block.ops:
            state = self.op(op, state)
        return state

    def op(self, op: Op, state: _State) -> _State:
        if op.name == "scf.if":
            outs = [self.block(region, dict(state)) for region in op.regions]
            if len(outs) == 1:
                outs.append(state)
            return outs[0] | outs[1]
        if op.name in ("scf.for", "scf.while"):
            for _ in range(2):
                inner = dict(state)
                for region in op.regions:
                    inner = self.block(region, inner)
                state = state | inner
            return state
        if op.name == "pto.alloc_tile" and "addr" not in op.attrs:
            state.pop(op.result, None)
        for use in catalog.reads(op):
            if use.value in state:
                self._refuse(op, use.value, use.span, *state[use.value])
        for use in [*catalog.scratch(op), *catalog.writes(op)]:
            if isinstance(use.type, TileType):
                self._write(op, use.value, state)
        return state

    def _write(self, op: Op, written: Value, state: _State) -> None:
        for tile in self.placement.address:
            if not self.placement.overlap(tile, written):
                continue
            if self.placement.address[tile] != self.placement.address[written]:
                state[tile] = (written, op)
            elif self.placement.covers(written, tile):
                state.pop(tile, None)

    def _refuse(self, op: Op, tile: Value, span: object, writer: Value, by: Op) -> None:
        def where(value: Value) -> str:
            _, start, end = self.placement.range(value)
            return f"{value} takes bytes {start} to {end} of {tile_type(value).space}, line {value.span.line}"

        raise self.source.error(
            f"{op.name} reads {tile} after {writer} was written over a part of it",
            span,  # type: ignore[arg-type]
            notes=(where(tile), where(writer), f"{writer} is written at line {by.span.line}"),
            help="tiles in use at the same time need bytes of their own; only tiles with one start are aliases",
        )
