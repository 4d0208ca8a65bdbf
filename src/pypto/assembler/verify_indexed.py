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
from pypto.ir.enums import CMP_MODES, MaskPattern
from pypto.ir.ops import gather, indexed, random

if TYPE_CHECKING:
    from pypto.assembler.verify import Checker

ATTRS: dict[str, tuple[str, ...]] = {
    "tmrgsort": ("exhausted",),
    "tgather": ("maskPattern", "cmpMode", "offset"),
    "tscatter": ("maskPattern",),
    "mgather": ("coalesce", "gatherOob"),
    "trandom": ("rounds",),
}
"""Attributes by instruction."""


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
        c.misfit(out, f"{out.value} has {found} valid {name}, {wanted} are written")


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
    c.flag(op, "exhausted")
    *lists, last = op.operands
    out = op.outs[0]
    one = not isinstance(last.type, TileType)
    if one:
        if len(lists) != 1 or last.type != ScalarType(INT32):
            c.fail(last, f"{last.value} is {last.type}: one list and an i32 count of columns are expected")
        length = constant(last.value)
        if isinstance(length, int) and (length <= 0 or length % 64):
            c.misfit(last, f"runs have a multiple of 64 columns, found {length}")
        if op.attr("exhausted") is not None:
            c.fail(op, "`exhausted` is for the merge of several lists", code="pto-attribute")
    elif len(lists) < 2:
        c.fail(
            op, "two to four lists and a scratch tile are merged, or one list by its runs", code="pto-count"
        )
    total: int | None = 0
    for use in [*lists, out]:
        tile = element(c, use, FP32)
        if row_major(c, use).v_row not in (1, None):
            c.misfit(use, f"{use.value} is {tile.brief()}, a list of pairs is one row")
    for use in lists:
        cols = c.tile(use).v_col
        total = None if total is None or cols is None else total + cols
    extents(c, out, "columns", c.tile(out).v_col, total)
    if not one:
        tmp = element(c, last, FP32)
        needed = c.tile(out).cols
        if row_major(c, last).cols * tmp.rows < needed:
            c.misfit(last, f"{last.value} is {tmp.brief()}, scratch for {needed} columns is needed")


def _gather(c: Checker, op: Op) -> None:
    chosen = _pattern(c, op)
    comparison = chosen is None and len(op.operands) == 3 and not isinstance(op.operands[1].type, TileType)
    if comparison:
        return _gather_compare(c, op)
    for name in ("cmpMode", "offset"):
        if op.attr(name) is not None:
            c.fail(op, f"{name} belongs to a comparison with a number", code="pto-attribute")
    count = 3 if chosen is None else 1
    c.count(op, count, count)
    source, out = op.operands[0], op.outs[0]
    tile, target = c.tile(source, "vec"), c.tile(out, "vec")
    c.native(op, tile.elem)
    if chosen is not None:
        if target.elem.bits != tile.elem.bits:
            c.fail(out, f"{out.value} holds {target.elem.pto}, the elements have {tile.elem.bits} bits")
        c.same_layout(source, out)
        kept = None if tile.v_col is None else gather.chosen_columns(chosen, tile.v_col)
        extents(c, out, "rows", target.v_row, tile.v_row)
        extents(c, out, "columns", target.v_col, kept if isinstance(kept, int) else None)
        return None
    c.same_elem(source, out)
    index = op.operands[1]
    short = (INT16,) if tile.elem.bits == 16 and c.chip.generation == "a5" else ()
    element(c, index, INT32, *short)
    c.same_layout(index, out)
    c.region(index, out)
    c.tile(op.operands[2], "vec")
    return None


def _pattern(c: Checker, op: Op) -> MaskPattern | None:
    attr = op.attr("maskPattern")
    if attr is not None and attr.word not in MaskPattern.__members__:
        raise c.source.error(
            f"unknown pattern {attr.word}",
            attr.span,
            help=", ".join(MaskPattern.__members__),
            code="pto-attribute",
        )
    return None if attr is None else MaskPattern[attr.word]


def one_of(c: Checker, op: Op, name: str, *words: str) -> None:
    attr = op.attr(name)
    if attr is not None and attr.word not in words:
        raise c.source.error(
            f"unknown {name} {attr.word}", attr.span, help=", ".join(words), code="pto-attribute"
        )


def _gather_compare(c: Checker, op: Op) -> None:
    c.count(op, 3, 3, outs=2)
    one_of(c, op, "cmpMode", *CMP_MODES)
    source, value, tmp = op.operands
    tile = row_major(c, source)
    c.native(op, tile.elem)
    c.scalar(value, source)
    c.tile(tmp, "vec")
    found, counts = op.outs
    element(c, found, INT32)
    row_major(c, found)
    c.region(found, source, cols=False)
    element(c, counts, INT32, UINT32)
    held = row_major(c, counts)
    if held.v_row not in (1, None) or (None not in (held.v_col, tile.v_row) and held.v_col < tile.v_row):  # type: ignore[operator]
        c.misfit(
            counts, f"{counts.value} is {held.brief()}, one count for each row of {source.value} is written"
        )


def _gather_blocks(c: Checker, op: Op) -> None:
    c.count(op, 2, 2)
    source, offset = op.operands
    out = op.outs[0]
    c.tile(source, "vec")
    element(c, offset, UINT32, INT32)
    target = c.tile(out, "vec")
    for use in (source, offset, out):
        row_major(c, use)
    c.native(op, target.elem)
    cols = c.tile(offset).v_col
    extents(c, out, "rows", target.v_row, c.tile(offset).v_row)
    per = 32 // target.elem.get_byte()
    extents(c, out, "columns", target.v_col, None if cols is None else cols * per)


def _scatter(c: Checker, op: Op) -> None:
    chosen = _pattern(c, op)
    count = 2 if chosen is None else 1
    c.count(op, count, count)
    source, out = op.operands[0], op.outs[0]
    tile, target = row_major(c, source), row_major(c, out)
    c.same_elem(source, out)
    if chosen is not None:
        reach = (
            None if tile.v_col is None or tile.v_col < 1 else chosen.first + (tile.v_col - 1) * chosen.stride
        )
        if reach is not None and reach >= target.cols:
            c.misfit(source, f"{source.value} is {tile.brief()}, too wide to be spread over {target.brief()}")
        if tile.rows > target.rows:
            c.misfit(source, f"{source.value} has {tile.rows} rows, {out.value} {target.rows}")
        return
    index = op.operands[1]
    element(c, index, INT32 if tile.elem.bits >= 32 else INT16)
    row_major(c, index)
    c.region(index, source)


def _mgather_mat(c: Checker, op: Op) -> None:
    """Into mat: the indices, and room for single elements, lie in global memory."""
    way = op.attr("coalesce")
    elements = way is not None and way.word == "elem"
    c.count(op, 2 + elements, 2 + elements)
    source, index, out = op.operands[0], c.part(op.operands[1]), op.outs[0]
    part, target = c.part(source), c.tile(out, "mat")
    c.same_elem(source, out)
    c.native(op, target.elem)
    if index.elem is not INT32 or len(index.dims) != 2:
        c.fail(op.operands[1], f"{op.operands[1].value} is {index}, two extents of i32 are expected")
    if elements:
        c.part(op.operands[2])
        c.same_elem(op.operands[2], out)
        rows, cols = index.dims
    else:
        if len(part.dims) != 2:
            c.fail(source, f"rows are taken from two axes, {source.value} is {part}")
        if index.dims[0] != 1:
            c.misfit(op.operands[1], f"{op.operands[1].value} is {index}, indices of rows are one row")
        rows, cols = index.dims[1], part.dims[1]
    for word, extent, limit in (("rows", target.rows, rows), ("columns", target.cols, cols)):
        if limit is not None and extent != limit:
            c.misfit(out, f"{out.value} has {extent} {word}, the gather gives {limit}")


def _mgather(c: Checker, op: Op) -> None:
    one_of(c, op, "coalesce", *indexed.COALESCE)
    one_of(c, op, "gatherOob", *indexed.OUTSIDE)
    if isinstance(op.outs[0].type, TileType) and op.outs[0].type.space == "mat":
        return _mgather_mat(c, op)
    c.count(op, 2, 2)
    part, index = c.part(op.operands[0]), element(c, op.operands[1], INT32)
    out = op.outs[0]
    target = c.tile(out, "vec")
    c.same_elem(op.operands[0], out)
    c.native(op, target.elem)
    way = op.attr("coalesce")
    if way is not None and way.word == "elem":
        c.same_layout(op.operands[1], out)
        c.region(op.operands[1], out)
        return
    if len(part.dims) != 2:
        c.fail(op.operands[0], f"rows are taken from two axes, {op.operands[0].value} is {part}")
    if row_major(c, op.operands[1]).v_row not in (1, None):
        c.misfit(op.operands[1], f"{op.operands[1].value} is {index.brief()}, indices of rows are one row")
    extents(c, out, "rows", target.v_row, index.v_col)
    extents(c, out, "columns", target.v_col, part.dims[1])


def _mscatter(c: Checker, op: Op) -> None:
    c.count(op, 2, 2)
    source, index = op.operands
    tile = c.tile(source, "vec")
    c.part(op.outs[0])
    c.same_elem(op.outs[0], source)
    element(c, index, INT32)
    c.same_layout(index, source)
    c.region(index, source)
    c.native(op, tile.elem)


def _random(c: Checker, op: Op) -> None:
    c.count(op, 6, 6)
    for use in op.operands:
        if use.type != ScalarType(INT32):
            c.fail(use, f"{use.value} is {use.type}, expected i32")
    attr = op.attr("rounds")
    if attr is not None and attr.text not in ("7", "10"):
        raise c.source.error("rounds are 7 or 10", attr.span, code="pto-attribute")
    target = row_major(c, op.outs[0])
    if not random.RANDOM_TYPES[c.chip.generation]:
        c.unsupported(op, f"{op.name} does not exist on {c.chip.generation}")
    c.native(op, target.elem)


CHECKS: Mapping[Kind, Callable[[Checker, Op], None]] = {
    Kind.SORT: _sort,
    Kind.MERGE: _merge,
    Kind.GATHER: _gather,
    Kind.GATHER_BLOCKS: _gather_blocks,
    Kind.SCATTER: _scatter,
    Kind.MGATHER: _mgather,
    Kind.MSCATTER: _mscatter,
    Kind.RANDOM: _random,
}
