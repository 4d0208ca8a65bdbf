# SPDX-License-Identifier: Apache-2.0
"""Addresses for tiles whose text gives none: first fit, by when they are used or, where these do not fit, by what they
hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NoReturn

from pypto.assembler import catalog
from pypto.assembler.alive import Alive, alive
from pypto.assembler.nodes import VIEWS, Block, Function, Op, Source, Value
from pypto.assembler.pipes import is_pop
from pypto.assembler.placement import (
    SPACE_NAMES,
    capacity,
    tile_type,
)
from pypto.errors import CapacityError, Span
from pypto.platforms import Platform


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


def planned(
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
