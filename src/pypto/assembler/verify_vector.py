# SPDX-License-Identifier: Apache-2.0
"""What the operations of a vector core ask of their operands: lanes, conversions, reductions, predicates, fills."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from pypto.assembler import catalog
from pypto.assembler.catalog import Kind, Role
from pypto.assembler.nodes import Op, Use
from pypto.assembler.types import ScalarType, TileType
from pypto.ir.dtypes import FP16, FP32, INT8, INT16, INT32, UINT8, UINT16, UINT32, DType
from pypto.ir.enums import CMP_MODES
from pypto.ir.ops import cast

if TYPE_CHECKING:
    from pypto.assembler.verify import Checker

ROUND_MODES = ("NONE", "RINT", "ROUND", "FLOOR", "CEIL", "TRUNC", "ODD", "CAST_RINT")


def _writes_rows(check: Checker, op: Op) -> None:
    """The result lies in rows."""
    out = op.outs[0]
    if check.tile(out).blayout != "row_major":
        check.fail(out, f"{op.name} writes a row_major tile")


def _lanes(check: Checker, op: Op) -> None:
    lanes = catalog.lanes_of(op)
    count = len(lanes.roles)
    low, high = catalog.scratch_count(op)
    check.count(op, count + low, count + high)
    out = op.outs[0]
    target = check.tile(out, "vec")
    for use, role in zip(op.operands, lanes.roles, strict=False):
        if role is Role.SCALAR:
            check.scalar(use, out)
            continue
        tile = check.tile(use, "vec")
        check.same_elem(use, out)
        if role is Role.FULL:
            check.same_layout(use, out)
            check.region(use, out)
            continue
        _writes_rows(check, op)
        if role is Role.COLUMN:
            check.region(use, out, cols=False)
            if tile.blayout == "col_major" and tile.cols != 1:
                check.fail(use, f"{use.value} is {tile.brief()}, expected one column")
        else:
            check.region(use, out, rows=False)
            if tile.blayout != "row_major":
                check.fail(use, f"{use.value} is {tile.brief()} col_major, expected a row")
    for use in op.operands[count:]:
        check.tile(use, "vec")
    check.native(op, target.elem)


def _convert(check: Checker, op: Op) -> None:
    check.count(op, 1, 2)
    source, target = check.tile(op.operands[0], "vec"), check.tile(op.outs[0], "vec")
    check.region(op.operands[0], op.outs[0])
    check.same_layout(op.operands[0], op.outs[0])
    pairs = cast.DIRECT[check.chip.generation].get(source.elem, ())
    if target.elem not in pairs:
        names = ", ".join(str(d.pto or d.name) for d in pairs) or "nothing"
        check.fail(
            op,
            f"tcvt does not convert {source.elem.pto} to {target.elem.pto} on {check.chip.generation}",
            help=f"from {source.elem.pto} it converts to {names}",
        )
    mode = op.attr("rmode")
    if mode is not None and mode.word not in ROUND_MODES:
        raise check.source.error(
            f"unknown rounding mode {mode.word}",
            mode.span,
            help=", ".join(ROUND_MODES),
            code="pto-attribute",
        )


def _reduce(check: Checker, op: Op) -> None:
    row, index = op.short.startswith("trow"), catalog.kind_of(op) is Kind.ARG_REDUCE
    check.count(op, 2 if row or index else 1, 2)
    source, out = op.operands[0], op.outs[0]
    tile, target = check.tile(source, "vec"), check.tile(out, "vec")
    if not index:
        check.same_elem(source, out)
    elif target.elem is not INT32:
        check.fail(out, f"{op.name} writes i32, {out.value} holds {target.elem.pto}")
    if tile.blayout != "row_major":
        check.fail(source, f"{op.name} reads a row_major tile")
    if len(op.operands) == 2:
        check.tile(op.operands[1], "vec")
        check.same_elem(op.operands[1], source)
    if index and tile.elem.bits == 64:
        check.unsupported(op, f"{op.name} of {tile.elem.pto} is not supported on the CPU device yet")
    extent, most, name = (target.v_col, target.cols, "column") if row else (target.v_row, target.rows, "row")
    if (most if extent is None else extent) != 1:  # an open extent of a single line is that line
        check.misfit(out, f"{op.name} writes one {name}, {out.value} is {target.brief()}")
    if not row:
        _writes_rows(check, op)
    if row and target.blayout == "col_major" and target.cols != 1:
        check.misfit(out, f"{op.name} writes one column, {out.value} is {target.brief()}")
    check.region(source, out, rows=row, cols=not row)
    check.region(out, source, rows=row, cols=not row)
    check.native(op, tile.elem)


def _compare(check: Checker, op: Op) -> None:
    check.count(op, 2, 2)
    left, right = op.operands
    tile, mask = check.tile(left, "vec"), check.tile(op.outs[0], "vec")
    if op.short == "tcmps":
        check.scalar(right, left)
    else:
        check.tile(right, "vec")
        check.same_elem(right, left)
        check.same_layout(right, left)
        check.region(right, left)
    attr = op.attr("cmpMode")
    if attr is not None and attr.word not in CMP_MODES:
        raise check.source.error(
            f"unknown comparison {attr.word}", attr.span, help=", ".join(CMP_MODES), code="pto-attribute"
        )
    _mask(check, op.outs[0], INT8, UINT8)
    needed = None if tile.v_col is None else -(-tile.v_col // 8)
    for name, have, wanted in (("rows", mask.v_row, tile.v_row), ("bytes per row", mask.v_col, needed)):
        if have is not None and wanted is not None and have != wanted:
            check.misfit(op.outs[0], f"{op.outs[0].value} has {have} valid {name}, the predicate {wanted}")
    check.native(op, tile.elem)


def _mask(check: Checker, use: Use, *elems: DType) -> TileType:
    mask = check.tile(use, "vec")
    if mask.elem not in elems or mask.blayout != "row_major":
        check.fail(use, f"{use.value} is {mask.brief()}, expected a row_major predicate of i8")
    return mask


def _select(check: Checker, op: Op) -> None:
    check.count(op, 4, 4)
    scalar = op.short == "tsels"
    bytes_ = (INT8, UINT8, INT16, UINT16, INT32, UINT32) if scalar else (INT8, UINT8)
    mask, out = _mask(check, op.operands[0], *bytes_), op.outs[0]
    target = check.tile(out, "vec")
    for use in op.operands[1 : 2 if scalar else 3]:
        check.tile(use, "vec")
        check.same_elem(use, out)
        check.region(use, out)
    check.tile(op.operands[2 if scalar else 3], "vec")
    if scalar:
        check.scalar(op.operands[3], out)
    cols = target.cols if target.v_col is None else target.v_col
    rows = target.rows if target.v_row is None else target.v_row
    if mask.rows < rows or mask.cols * mask.elem.get_byte() * 8 < cols:
        check.misfit(
            op.operands[0], f"{op.operands[0].value} is {mask.brief()}, too small for {target.brief()}"
        )
    check.native(op, target.elem)


def _partial(check: Checker, op: Op) -> None:
    check.count(op, 2, 2)
    out = op.outs[0]
    target = check.tile(out, "vec")
    for use in op.operands:
        check.tile(use, "vec")
        check.same_elem(use, out)
        check.same_layout(use, out)
    a, b = (check.tile(use) for use in op.operands)
    for name, mine, first, second in (
        ("rows", target.v_row, a.v_row, b.v_row),
        ("columns", target.v_col, a.v_col, b.v_col),
    ):
        if mine is not None and first is not None and second is not None and max(first, second) != mine:
            check.misfit(out, f"{out.value} has {mine} valid {name}, its operands {first} and {second}")
    check.native(op, target.elem)


def _concat(check: Checker, op: Op) -> None:
    """The valid columns of the second operand behind those of the first."""
    check.count(op, 2, 2)
    out = op.outs[0]
    target = check.tile(out, "vec")
    _writes_rows(check, op)
    for use in op.operands:
        check.tile(use, "vec")
        check.same_elem(use, out)
        check.same_layout(use, out)
        check.region(use, out, cols=False)
    first, second = (check.tile(use).v_col for use in op.operands)
    if None not in (first, second, target.v_col) and first + second != target.v_col:  # type: ignore[operator]
        check.misfit(out, f"{out.value} has {target.v_col} valid columns, its operands {first} and {second}")


def _axpy(check: Checker, op: Op) -> None:
    """The elements times a number, added to those of the result."""
    check.count(op, 2, 2)
    (source, factor), out = op.operands, op.outs[0]
    target = check.tile(out, "vec")
    check.tile(source, "vec")
    check.same_elem(source, out)
    check.same_layout(source, out)
    check.region(source, out)
    check.scalar(factor, out)
    if target.elem not in (FP16, FP32):
        check.fail(op, f"{op.name} does not take {target.elem.pto}", help="it takes f16, f32")


def _sequence(check: Checker, op: Op) -> None:
    check.count(op, 1, 1)
    target = check.tile(op.outs[0], "vec")
    if op.short == "tci":
        check.scalar(op.operands[0], op.outs[0])
        if target.v_row not in (1, None):
            check.misfit(op.outs[0], f"tci writes one row, {op.outs[0].value} is {target.brief()}")
    elif op.operands[0].type != ScalarType(INT32):
        check.fail(op.operands[0], f"{op.operands[0].value} is {op.operands[0].type}, expected i32")
    for name in ("descending", "upper"):
        check.flag(op, name)
    _writes_rows(check, op)
    check.native(op, target.elem)


def _fill(check: Checker, op: Op) -> None:
    check.count(op, 1, 1)
    source, target = check.tile(op.operands[0], "vec"), check.tile(op.outs[0], "vec")
    check.same_elem(op.operands[0], op.outs[0])
    check.same_layout(op.operands[0], op.outs[0])
    if target.pad == 0:
        check.fail(
            op.outs[0],
            f"{op.outs[0].value} has pad=0: there is no value to fill with",
            help="pad=1 is zero",
        )
    if (source.rows > target.rows or source.cols > target.cols) and source.v_row is None:
        check.misfit(op.outs[0], f"{op.outs[0].value} is smaller than {op.operands[0].value}")


def _transpose(check: Checker, op: Op) -> None:
    check.count(op, 2, 2)
    source, out = op.operands[0], op.outs[0]
    a, b = check.tile(source, "vec"), check.tile(out, "vec")
    check.tile(op.operands[1], "vec")
    check.same_elem(source, out)
    if a.elem.bits > 32:
        check.unsupported(op, f"ttrans of {a.elem.pto} is not supported: elements have at most 32 bits")
    for name, mine, theirs in (("rows", b.v_row, a.cols), ("columns", b.v_col, a.rows)):
        if mine is not None and mine > theirs:
            check.misfit(
                out,
                f"{out.value} has {mine} valid {name}, the transposed {source.value} has {theirs}",
                f"{source.value} is {a.brief()}",
                f"{out.value} is {b.brief()}",
            )


CHECKS: Mapping[Kind, Callable[[Checker, Op], None]] = {
    Kind.LANES: _lanes,
    Kind.CONVERT: _convert,
    Kind.ROW_REDUCE: _reduce,
    Kind.COL_REDUCE: _reduce,
    Kind.ARG_REDUCE: _reduce,
    Kind.FILL: _fill,
    Kind.TRANSPOSE: _transpose,
    Kind.COMPARE: _compare,
    Kind.SELECT: _select,
    Kind.PARTIAL: _partial,
    Kind.CONCAT: _concat,
    Kind.AXPY: _axpy,
    Kind.SEQUENCE: _sequence,
}
