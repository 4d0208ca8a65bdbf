# SPDX-License-Identifier: Apache-2.0
"""What loads, stores, copies, moves between memories and accesses to single elements ask of their operands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from pypto.assembler import verify_cube as cube
from pypto.assembler import verify_mx as mx
from pypto.assembler.analysis import constant
from pypto.assembler.catalog import Kind
from pypto.assembler.form import holds
from pypto.assembler.nodes import Op, Use
from pypto.assembler.types import INDEX_TYPE
from pypto.ir.ops import memory

if TYPE_CHECKING:
    from pypto.assembler.verify import Checker


def _extents(check: Checker, part_use: Use, tile_use: Use) -> None:
    part, tile = check.part(part_use), check.tile(tile_use)
    rows: int | None = 1
    for dim in part.dims[:-1]:
        rows = None if rows is None or dim is None else rows * dim
    for name, a, b in (("rows", rows, tile.v_row), ("columns", part.dims[-1], tile.v_col)):
        if a is not None and b is not None and a != b:
            check.misfit(
                part_use,
                f"the partition has {a} {name}, the tile {tile_use.value} {b} valid {name}",
                f"{part_use.value} is {part}",
                f"{tile_use.value} is {tile.brief()}",
            )


def _load(check: Checker, op: Op) -> None:
    check.count(op, 1, 1)
    check.part(op.operands[0])
    check.tile(op.outs[0], "mat" if check.function.core == "aic" else "vec")
    check.same_elem(op.operands[0], op.outs[0])
    _extents(check, op.operands[0], op.outs[0])
    mx.check_load(check, op)


def _store(check: Checker, op: Op) -> None:
    if len(op.operands) == 2:
        check.unsupported(op.operands[1], "a quantising store is not supported on the CPU device yet")
    check.count(op, 1, 1)
    tile = check.tile(op.operands[0], "acc" if check.function.core == "aic" else "vec")
    part = check.part(op.outs[0])
    if tile.space == "acc":
        if part.elem not in cube.ACC_STORES.get(tile.elem, ()):
            check.fail(op.outs[0], f"an accumulator of {tile.elem.pto} does not store to {part.elem.pto}")
    else:
        check.same_elem(op.outs[0], op.operands[0])
    _extents(check, op.outs[0], op.operands[0])
    atomic = op.attr("atomicType")
    if atomic is not None and atomic.word not in ("atomic_add", "atomic_none"):
        raise check.source.error(
            f"atomicType {atomic.word} is not supported on the CPU device yet",
            atomic.span,
            code="pto-unsupported",
        )
    allowed = memory.ATOMIC_TYPES[check.chip.generation]
    if atomic is not None and atomic.word == "atomic_add" and part.elem not in allowed:
        accepted = ", ".join(str(d.pto) for d in allowed)
        check.fail(
            op.outs[0],
            f"{check.chip.generation} adds no {part.elem.pto} atomically",
            help=f"it adds {accepted}",
        )
    for name, plain in (("reluPreMode", "no_relu"), ("stPhase", "final")):
        attr = op.attr(name)
        if attr is not None and attr.word != plain:
            raise check.source.error(
                f"{name} {attr.word} is not supported on the CPU device yet",
                attr.span,
                code="pto-unsupported",
            )


def _copy(check: Checker, op: Op) -> None:
    check.count(op, 1, 1)
    check.tile(op.operands[0], "vec")
    check.tile(op.outs[0], "vec")
    check.same_elem(op.operands[0], op.outs[0])
    check.same_layout(op.operands[0], op.outs[0])
    check.region(op.operands[0], op.outs[0])


def _move(check: Checker, op: Op) -> None:
    cube.move(check, op)
    mx.check_move(check, op, check.tile(op.operands[0]), check.tile(op.outs[0]))


def _element(check: Checker, use: Use, tile_use: Use) -> None:
    if use.type != INDEX_TYPE:
        check.fail(use, f"{use.value} is {use.type}, expected index")
    tile, at = check.tile(tile_use), constant(use.value)
    if isinstance(at, int) and not 0 <= at < tile.rows * tile.cols:
        check.misfit(use, f"{tile_use.value} is {tile.brief()} and has no element {at}")


def _get(check: Checker, op: Op) -> None:
    if len(op.operands) != 2 or len(op.results) != 1:
        check.fail(op, "tgetval takes a tile and an index and has one result", code="pto-count")
    check.tile(op.operands[0], "vec")
    _element(check, op.operands[1], op.operands[0])
    if not holds(check.tile(op.operands[0]).elem, op.result.type):
        check.fail(op, f"the element of {op.operands[0].value} is no {op.result.type}")


def _set(check: Checker, op: Op) -> None:
    check.count(op, 2, 2)
    check.tile(op.outs[0], "vec")
    _element(check, op.operands[0], op.outs[0])
    check.scalar(op.operands[1], op.outs[0])


CHECKS: Mapping[Kind, Callable[[Checker, Op], None]] = {
    Kind.LOAD: _load,
    Kind.PREFETCH: _load,
    Kind.STORE: _store,
    Kind.COPY: _copy,
    Kind.MOVE: _move,
    Kind.GET: _get,
    Kind.SET: _set,
}
