# SPDX-License-Identifier: Apache-2.0
"""What sorts, merges, gathers and scatters ask of their operands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from pypto.assembler.analysis import constant
from pypto.assembler.catalog import Kind
from pypto.assembler.nodes import Op, Use
from pypto.assembler.types import ScalarType, TileType
from pypto.ir.dtypes import FP32, INT16, INT32, UINT32, DType
from pypto.ir.enums import MaskPattern
from pypto.ir.ops import gather

if TYPE_CHECKING:
    from pypto.assembler.verify import Checker

ATTRS: dict[str, tuple[str, ...]] = {
    "tmrgsort": ("exhausted",),
    "tgather": ("maskPattern",),
}
"""Attributes by instruction."""


def flag(c: Checker, op: Op, name: str) -> None:
    attr = op.attr(name)
    if attr is not None and attr.text not in ("true", "false"):
        raise c.source.error(f"{name} is true or false", attr.span)


def element(c: Checker, use: Use, *elems: DType) -> TileType:
    """A vector tile of one of some element types."""
    tile = c.tile(use, "vec")
    if tile.elem not in elems:
        names = " or ".join(str(e.pto) for e in elems)
        c.fail(use, f"{use.value} holds {tile.elem.pto}, expected {names}")
    return tile


def row_major(c: Checker, use: Use) -> TileType:
    tile = c.tile(use, "vec")
    if tile.blayout != "row_major":
        c.fail(use, f"{use.value} is {tile.brief()} col_major, expected a row_major tile")
    return tile


def extents(c: Checker, out: Use, name: str, found: int | None, wanted: int | None) -> None:
    """A valid extent of the result, where both are static."""
    if found is not None and wanted is not None and found != wanted:
        c.fail(out, f"{out.value} has {found} valid {name}, {wanted} are written")


def _sort(c: Checker, op: Op) -> None:
    c.count(op, 2, 2)
    source, index = op.operands
    out = op.outs[0]
    tile, target = element(c, source, FP32), element(c, out, FP32)
    element(c, index, UINT32, INT32)
    for use in (source, index, out):
        row_major(c, use)
    c.region(index, source)
    extents(c, out, "rows", target.v_row, tile.v_row)
    extents(c, out, "columns", target.v_col, None if tile.v_col is None else 2 * tile.v_col)


def _merge(c: Checker, op: Op) -> None:
    c.count(op, 2, 5)
    flag(c, op, "exhausted")
    *lists, last = op.operands
    out = op.outs[0]
    one = not isinstance(last.type, TileType)
    if one:
        if len(lists) != 1 or last.type != ScalarType(INT32):
            c.fail(last, f"{last.value} is {last.type}: one list and an i32 count of columns are expected")
        length = constant(last.value)
        if isinstance(length, int) and (length <= 0 or length % 64):
            c.fail(last, f"runs have a multiple of 64 columns, found {length}")
        if op.attr("exhausted") is not None:
            c.fail(op, "`exhausted` is for the merge of several lists")
    elif len(lists) < 2:
        c.fail(op, "two to four lists and a scratch tile are merged, or one list by its runs")
    total: int | None = 0
    for use in [*lists, out]:
        tile = element(c, use, FP32)
        if row_major(c, use).v_row not in (1, None):
            c.fail(use, f"{use.value} is {tile.brief()}, a list of pairs is one row")
    for use in lists:
        cols = c.tile(use).v_col
        total = None if total is None or cols is None else total + cols
    extents(c, out, "columns", c.tile(out).v_col, total)
    if not one:
        tmp = element(c, last, FP32)
        needed = c.tile(out).cols
        if row_major(c, last).cols * tmp.rows < needed:
            c.fail(last, f"{last.value} is {tmp.brief()}, scratch for {needed} columns is needed")


def _gather(c: Checker, op: Op) -> None:
    source, out = op.operands[0], op.outs[0] if op.outs else None
    pattern = op.attr("maskPattern")
    c.count(op, 1, 1) if pattern is not None else c.count(op, 3, 3)
    assert out is not None
    tile, target = c.tile(source, "vec"), c.tile(out, "vec")
    c.native(op, tile.elem)
    if pattern is not None:
        if pattern.word not in MaskPattern.__members__:
            raise c.source.error(
                f"unknown pattern {pattern.word}", pattern.span, help=", ".join(MaskPattern.__members__)
            )
        chosen = MaskPattern[pattern.word]
        if target.elem.bits != tile.elem.bits:
            c.fail(out, f"{out.value} holds {target.elem.pto}, the elements have {tile.elem.bits} bits")
        c.same_layout(source, out)
        kept = None if tile.v_col is None else gather.chosen_columns(chosen, tile.v_col)
        extents(c, out, "rows", target.v_row, tile.v_row)
        extents(c, out, "columns", target.v_col, kept if isinstance(kept, int) else None)
        return
    c.same_elem(source, out)
    index = op.operands[1]
    short = (INT16,) if tile.elem.bits == 16 and c.chip.generation == "a5" else ()
    element(c, index, INT32, *short)
    c.same_layout(index, out)
    c.region(index, out)
    c.tile(op.operands[2], "vec")


CHECKS: Mapping[Kind, Callable[[Checker, Op], None]] = {
    Kind.SORT: _sort,
    Kind.MERGE: _merge,
    Kind.GATHER: _gather,
}
