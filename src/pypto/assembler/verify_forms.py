# SPDX-License-Identifier: Apache-2.0
"""What operations that are no instruction ask of their operands: windows, aliases, buffers, loops, numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pypto.assembler import verify_mx as mx
from pypto.assembler.analysis import constant
from pypto.assembler.nodes import Op
from pypto.assembler.placement import whole
from pypto.assembler.scalars import predicates
from pypto.assembler.types import ScalarType, TileType, ViewType
from pypto.ir.dtypes import INT32

if TYPE_CHECKING:
    from pypto.assembler.verify import Checker


def axis(check: Checker, op: Op) -> None:
    """The axis whose extent is asked for is a number, and the view has it."""
    view, axis = op.operands
    if not isinstance(view.type, ViewType):
        check.fail(view, f"{view.value} is {view.type}, not a tensor view")
    number = constant(axis.value)
    if not isinstance(number, int) or not 0 <= number < view.type.rank:
        check.fail(
            axis,
            f"{axis.value} is no axis of {view.value}, which has {view.type.rank}",
            help="the axis is a constant, counted from 0",
            code="pto-number",
        )


def subset(check: Checker, op: Op) -> None:
    parent, target = check.tile(op.operands[0], "vec", "mat"), op.result.type
    assert isinstance(target, TileType)
    mx.check_whole(check, op)
    unit = target.elem.block
    for use, name, at, wanted, extent in zip(
        op.operands[1:3],
        ("rows", "columns"),
        (constant(u.value) for u in op.operands[1:3]),
        (target.rows, target.cols),
        (parent.rows, parent.cols),
        strict=True,
    ):
        if (name == "rows") == parent.by_column:
            if not isinstance(at, int):
                if check.multiples.of(use.value) % unit:
                    check.fail(
                        use,
                        f"{use.value} must be a constant or a multiple of {unit}: it decides how the "
                        "window is aligned",
                        code="pto-number",
                    )
            elif at % unit:
                begin = f"{at * target.elem.bits / 8:g} bytes"
                check.misfit(use, f"the window begins {begin} into a line, not at a multiple of 32")
            if wanted % unit:
                size = target.elem.bytes_of(wanted)
                check.misfit(op, f"a line of the window has {size} bytes, not a multiple of 32 (F1)")
        first = at if isinstance(at, int) else 0
        if first < 0 or first + wanted > extent:
            check.misfit(
                use,
                f"the window takes {name} {first} to {first + wanted}, {op.operands[0].value} has {extent}",
                f"{op.operands[0].value} is {parent.brief()}",
            )


def alias(check: Checker, op: Op) -> None:
    if len(op.operands) != 1:
        check.fail(op, f"{op.name} takes one tile", code="pto-count")
    source = check.tile(op.operands[0])
    mx.check_whole(check, op)
    if whole(op.operands[0].value) is not op.operands[0].value:
        check.misfit(
            op.operands[0], f"{op.operands[0].value} is a window, whose bytes do not lie in one piece"
        )
    target = op.result.type
    if not isinstance(target, TileType) or target.space != source.space or target.size != source.size:
        check.misfit(op, f"{op.name} keeps space and bytes", f"{op.operands[0].value} is {source.brief()}")
    if op.short == "treshape" and target.elem is not source.elem:
        check.fail(op, "treshape keeps the element type", help="use pto.bitcast")
    if (target.v_row is None) != (target.v_col is None):
        check.misfit(op, f"the result of {op.name} has a static valid region, or two open extents")


def alloc(check: Checker, op: Op) -> None:
    tile = op.result.type
    assert isinstance(tile, TileType)
    if tile.space == "acc" and tile.elem is INT32 and tile.rows % check.chip.acc_row_multiple_int32:
        multiple = check.chip.acc_row_multiple_int32
        check.misfit(op, f"rows={tile.rows} of an i32 accumulator is not a multiple of {multiple} (F6)")


def step(check: Checker, op: Op) -> None:
    step = constant(op.operands[2].value)
    if isinstance(step, int) and step <= 0:
        check.fail(
            op.operands[2],
            f"the step of a loop is positive, {op.operands[2].value} is {step}",
            code="pto-number",
        )


def arith(check: Checker, op: Op) -> None:
    if op.short in ("cmpi", "cmpf") and op.attrs["predicate"].text not in predicates(op.short):
        names = ", ".join(sorted(predicates(op.short)))
        raise check.source.error(
            f"{op.name} has no predicate {op.attrs['predicate'].text}",
            op.attrs["predicate"].span,
            help=names,
            code="pto-attribute",
        )
    counts = {"constant": 0, "select": 3, "negf": 1}
    casts = (
        op.short in ("index_cast", "extsi", "extui", "trunci", "extf", "truncf", "bitcast")
        or "to" in op.short
    )
    wanted = counts.get(op.short, 1 if casts or op.short == "index_castui" else 2)
    if len(op.operands) != wanted:
        check.fail(op, f"{op.name} takes {wanted} operands, {len(op.operands)} are given", code="pto-count")
    types = [u.type for u in op.operands] + [r.type for r in op.results]
    if not all(isinstance(t, ScalarType) for t in types):
        check.fail(op, f"{op.name} works on scalars")
