# SPDX-License-Identifier: Apache-2.0
"""Where tiles lie: addresses given in the text or chosen here, capacity, and overlaps.

Tiles that start at one address are aliases, and so are a tile and its windows. A tile that is read after a tile
starting elsewhere wrote into its bytes is refused, but for what these held before the tile was allocated. Text gives
addresses to all tiles of a function or to none; then they are placed first fit, by the intervals in which they are used
or, where these do not fit, by what they hold.
"""

from __future__ import annotations

from pypto.assembler.addresses import planned
from pypto.assembler.forms import alloc_operand
from pypto.assembler.nodes import WINDOWS, Function, Module, Op, Source, Value
from pypto.assembler.overlaps import check_overlaps
from pypto.assembler.pipes import Pipes, is_pop, popped_root
from pypto.assembler.placement import (
    Placement,
    capacity,
    constant,
    line_cells,
    tile_type,
    window_at,
)
from pypto.assembler.types import TileType, integer
from pypto.errors import CapacityError
from pypto.platforms import Platform


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
    address = _given(source, given) if given else planned(source, function, allocs, chip, reserved)
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
    check_overlaps(source, function, placement)
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
