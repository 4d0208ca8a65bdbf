# SPDX-License-Identifier: Apache-2.0
"""Where tiles lie: addresses given in the text or chosen here, capacity, and overlaps.

Tiles that start at one address are aliases, and so are a tile and its windows. A tile that is read after a tile
starting elsewhere wrote into its bytes is refused, but for what these held before the tile was allocated. Text gives
addresses to all tiles of a function or to none; then they are placed first fit, by the intervals in which they are used
or, where these do not fit, by what they hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from typing import Any, NoReturn

from pypto.assembler import catalog
from pypto.assembler.alive import Alive, alive
from pypto.assembler.forms import alloc_operand
from pypto.assembler.nodes import VIEWS, WINDOWS, Block, Function, Module, Op, Source, Value
from pypto.assembler.pipes import Buffer, Pipes, is_pop, popped_root
from pypto.assembler.types import TileType, integer
from pypto.errors import CapacityError, Span
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


def place(module: Module, function: Function, chip: Platform, pipes: Pipes | None = None) -> Placement:
    """Addresses for all tiles of a function, checked against the capacity and each other."""
    source = module.source
    pipes = pipes or Pipes(module, chip)
    rings = pipes.rings(function)
    allocs = [op for op in function.walk() if op.name == "pto.alloc_tile"]
    given = [op for op in allocs if "addr" in op.attrs]
    if given and len(given) < len(allocs):
        bare = next(op for op in allocs if "addr" not in op.attrs)
        raise source.error(
            f"{bare.result} has no address",
            bare.span,
            notes=(f"{given[0].result} has one, at line {given[0].span.line}",),
            help="give `addr = ...` for all tiles of a function or for none",
            code="pto-address",
        )
    reserved = max((b.base + b.size for b in rings), default=0)
    address = _given(source, given) if given else _planned(source, function, allocs, chip, reserved)
    placement = Placement(address)
    consumed = "vec" if function.core == "aiv" else "mat"
    for buffer in rings:
        if buffer.base + buffer.size > capacity(chip, consumed):
            raise source.error(
                f"the slots of {buffer.name!r} end at byte {buffer.base + buffer.size} of {consumed}, "
                f"which has {capacity(chip, consumed)}",
                buffer.op.span,
                kind=CapacityError,
            )
    for op in allocs:
        space, start, end = placement.range(op.result)
        limit = capacity(chip, space)
        if start % chip.alignment:
            raise source.error(
                f"address {start} is not a multiple of {chip.alignment}", op.span, code="pto-address"
            )
        if start < 0 or end > limit:
            raise source.error(
                f"{op.result} ends at byte {end} of {space}, which has {limit}", op.span, kind=CapacityError
            )
        for buffer in rings if space == consumed else ():
            if start < buffer.base + buffer.size and buffer.base < end:
                raise source.error(
                    f"{op.result} takes bytes {start} to {end} of {space}, where the slots of {buffer.name!r} lie",
                    op.span,
                    notes=(f"they take bytes {buffer.base} to {buffer.base + buffer.size}",),
                    code="pto-address",
                )
    for op in function.walk():
        if is_pop(op):
            placement.ring[op.result] = pipes.of(op).buffer
            placement.floating.add(op.result)
            address[op.result] = pipes.of(op).buffer.base
        elif op.name in ("pto.treshape", "pto.bitcast"):
            address[op.result] = address[op.operands[0].value]
            if op.operands[0].value in placement.ring:
                placement.floating.add(op.result)
        elif op.name in WINDOWS:
            _window(op, placement)
        root = (
            popped_root(op.result) if len(op.results) == 1 and isinstance(op.result.type, TileType) else None
        )
        if root is not None:
            placement.ring[op.result] = placement.ring[root]
    _Overlaps(source, function, placement).block(function.body, {})
    return placement


def _window(op: Op, placement: Placement) -> None:
    """Where a window begins; every one but a moving one lies at a fixed place."""
    parent = op.operands[0].value
    line, left = (constant(v) for v in window_at(op))
    if not isinstance(line, int) or not isinstance(left, int) or parent in placement.floating:
        placement.floating.add(op.result)
    if not isinstance(left, int) or parent in placement.sliding:
        placement.sliding.add(op.result)
    first, place = (v if isinstance(v, int) else 0 for v in (line, left))
    cells = first * line_cells(parent) + place
    placement.address[op.result] = placement.address[parent] + tile_type(parent).elem.bytes_of(cells)


def _given(source: Source, allocs: list[Op]) -> dict[Value, int]:
    address: dict[Value, int] = {}
    for op in allocs:
        value = alloc_operand(op, "addr")
        if value is None or value.owner is None or value.owner.name != "arith.constant":
            raise source.error(
                f"the address {value} is not a constant", op.attrs["addr"].span, code="pto-address"
            )
        address[op.result] = integer(value.owner.attrs["value"].text)
    return address


# Choosing addresses


def _intervals(function: Function, hoisted: bool) -> dict[Value, tuple[int, int]]:
    """First and last position at which each allocated tile is used; a use in a loop counts for the whole loop.

    That is the outermost loop, where `hoisted`, else the outermost one in which the tile is not allocated.
    """
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
        if op.name == "pto.alloc_tile" or is_pop(op):
            root[op.result] = op.result
        elif op.name in VIEWS:
            root[op.result] = root[op.operands[0].value]
        if catalog.kind_of(op) is None:
            continue
        for tile in map(root.__getitem__, op.tiles()):
            if is_pop(tile.owner):
                continue  # it lies in its slot
            assert tile.owner is not None
            outer = 0 if hoisted else len(loops[tile.owner])
            whole = loops[op][outer] if len(loops[op]) > outer else op
            low, high = intervals.get(tile, (begin[whole], end[whole]))
            intervals[tile] = (min(low, begin[whole]), max(high, end[whole]))
    return intervals


Apart = Callable[[Value, Value], bool]
"""Whether two tiles must not share bytes."""


def _planned(
    source: Source, function: Function, allocs: list[Op], chip: Platform, reserved: int
) -> dict[Value, int]:
    """Addresses behind the `reserved` bytes of the space that a core pops into.

    Tiles lie apart while they are used, the loops around them as a whole, so that one that is not written on some ways
    shows there what it held before; where that does not fit, the loops in which they are allocated once; and where that
    does not either, while they hold what is needed.
    """
    address = {op.result: 0 for op in allocs}  # a tile that nothing touches needs no place
    wide, near = (_intervals(function, hoisted) for hoisted in (True, False))
    held: Alive | None = None
    for space in sorted({tile_type(v).room for v in address}):
        tiles = [v for v in near if tile_type(v).room == space]
        base = reserved if space == ("vec" if function.core == "aiv" else "mat") else 0
        base = -(-base // 64) * 64
        limit = capacity(chip, space) - base
        placed = _fit(tiles, near, _used_together(wide), limit, chip)
        if placed is None and wide != near:
            placed = _fit(tiles, near, _used_together(near), limit, chip)
        if placed is None:
            held = held or alive(function)
            placed = _fit(tiles, near, held.apart, limit, chip)
            if placed is None:
                _refuse(source, function, space, held, limit, base, chip)
        address.update({tile: base + at for tile, at in placed.items()})
    return address


def _used_together(intervals: dict[Value, tuple[int, int]]) -> Apart:
    return lambda a, b: intervals[a][0] <= intervals[b][1] and intervals[b][0] <= intervals[a][1]


def _fit(
    tiles: list[Value],
    intervals: dict[Value, tuple[int, int]],
    apart: Apart,
    limit: int,
    chip: Platform,
) -> dict[Value, int] | None:
    """Places within the limit, in order of first use, or the largest first; None where none of the tries fits."""
    for alignment, by_size in ((64, False), (64, True), (chip.alignment, True)):
        order = sorted(tiles, key=lambda v: (-tile_type(v).size if by_size else 0, intervals[v][0]))
        placed = _first_fit(order, apart, alignment)
        if max((placed[v] + tile_type(v).size for v in tiles), default=0) <= limit:
            return placed
    return None


def _first_fit(order: list[Value], apart: Apart, alignment: int) -> dict[Value, int]:
    placed: dict[Value, int] = {}
    for tile in order:
        size = tile_type(tile).size
        busy = sorted(
            (placed[other], placed[other] + tile_type(other).size) for other in placed if apart(tile, other)
        )
        start = 0
        for taken, free in busy:
            if start + size <= taken:
                break
            start = max(start, -(-free // alignment) * alignment)
        placed[tile] = start
    return placed


def _refuse(
    source: Source, function: Function, space: str, held: Alive, limit: int, slots: int, chip: Platform
) -> NoReturn:
    """Report the instruction at which most is in use."""

    def size(tiles: Iterable[Value]) -> int:
        return sum(tile_type(v).size for v in tiles if tile_type(v).room == space)

    at, here = max(held.points.items(), key=lambda point: size(point[1]))
    worst = [v for v in here if tile_type(v).room == space]
    used = size(worst)
    name, reserve = SPACE_NAMES[space], chip.reserve.get(SPACE_NAMES[space], 0)
    kept = f", {reserve} of them for the tool chain otherwise" if reserve else ""
    notes = [f"{name} has {capacity(chip, space)} bytes per core on {chip.name}{kept}"]
    if slots:
        notes.append(f"{slots:>8} bytes: the slots of values that cross from the other core")
    for tile in sorted(worst, key=lambda v: (-tile_type(v).size, v.span.line, v.span.column)):
        type, loc = tile_type(tile), tile.owner.loc if tile.owner is not None else None
        line = loc.line if loc is not None else tile.span.line
        notes.append(
            f"{type.size:>8} bytes: {tile.name} [{type.rows}, {type.cols}] {type.elem} at line {line}"
        )
    what = f"keeps {used} bytes of {name} alive"
    if used <= limit:
        what = f"needs more than {limit} bytes of {name} in the gaps that the assembler leaves"
    error = source.error(
        f"`{function.name}` {what}, {limit} are there",
        at.span,
        notes=tuple(notes),
        help="use smaller tiles, or let fewer be in use at the same time",
        kind=CapacityError,
    )
    assert isinstance(error, CapacityError)
    if at.loc is not None:
        error.origin = Span(at.loc.file, at.loc.line, at.loc.column)
    raise error


# Overlaps

_State = dict[Value, tuple[Value, Op, int]]
"""Tile -> who wrote into it last from another start, and the pieces that are not the tile's own since."""


def _joined(a: _State, b: _State) -> _State:
    return {
        t: (*(a.get(t) or b[t])[:2], (a[t][2] if t in a else 0) | (b[t][2] if t in b else 0)) for t in a | b
    }


def _runs(loop: Op) -> bool:
    """Whether a loop certainly runs at least once."""
    bounds = [constant(u.value) for u in loop.operands[:2]] if loop.name == "scf.for" else []
    return len(bounds) == 2 and all(isinstance(b, int) for b in bounds) and bounds[0] < bounds[1]  # type: ignore[operator]


def _beginning(function: Function, placement: Placement) -> Iterator[tuple[Op, list[Value]]]:
    """Allocations that begin a tile without content, whatever the bytes held before, with the names of that tile.

    At an address that is one of a fixed extent that is written under the name given here. The tile has a second name
    in an allocation of its type that is never written itself. All others at an address name what lies there.
    """
    written = {_allocated(use.value) for op in function.walk() for use in catalog.writes(op)}
    allocs = [op for op in function.walk() if op.name == "pto.alloc_tile"]
    for op in allocs:
        if "addr" not in op.attrs:
            yield op, [op.result]
        elif op.result in written and len(op.attrs) == 1:
            at = op.result.type, placement.address[op.result]
            others = (o.result for o in allocs if o.result not in written)
            yield op, [op.result, *(v for v in others if (v.type, placement.address[v]) == at)]


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
            state.pop(tile, None)
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
            state[op.result] = (*known[:2], foreign)

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
        """What holds on the way past a write that another way takes: a tile that nothing wrote before has no content
        there, so that nobody took its bytes."""
        return {t: known for t, known in state.items() if t in other or self._bytes(t) in before}

    def _bytes(self, tile: Value) -> tuple[str, int, int]:
        return self.placement.range(whole(tile))

    def _write(self, op: Op, written: Value, state: _State) -> None:
        self.written.add(self._bytes(written))
        for tile in self.placement.address:
            if not self.placement.overlap(tile, written):
                continue
            foreign = state[tile][2] if tile in state else 0
            if self.placement.address[whole(tile)] != self.placement.address[whole(written)]:
                touched = self.placement.units(tile) & self.placement.units(written)
                state[tile] = (written, op, foreign | touched)
            elif foreign & ~self.placement.units(written):  # a moving window: all that it may come to
                state[tile] = (*state[tile][:2], foreign & ~self.placement.units(written))
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
