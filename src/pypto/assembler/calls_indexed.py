# SPDX-License-Identifier: Apache-2.0
"""Sorts, merges, gathers and scatters as calls of device functions.

pto.tgather ins(%a {maskPattern = #pto.mask_pattern<P1010>} : T) outs(%o : U)    ->    pto::TGATHER_MASK<1, 2>(o, a)
"""

from __future__ import annotations

from collections.abc import Callable

from pypto.assembler.catalog import Kind
from pypto.assembler.context import Context
from pypto.assembler.nodes import Op
from pypto.assembler.placement import tile_type
from pypto.assembler.types import TileType, integer
from pypto.ir.enums import MaskPattern


def _names(cx: Context, op: Op) -> list[str]:
    """The result, then the operands."""
    return [cx.name(u.value) for u in [*op.outs, *op.operands]]


def _sort(cx: Context, op: Op) -> str:
    return f"pto::TSORT32({', '.join(_names(cx, op))})"


def _merge(cx: Context, op: Op) -> str:
    out, *lists, last = _names(cx, op)
    if not isinstance(op.operands[-1].type, TileType):
        return f"pto::TMRGSORT_RUNS(core, {out}, {lists[0]}, {last})"
    attr = op.attr("exhausted")
    early = "true" if attr is not None and attr.text == "true" else "false"
    return f"pto::TMRGSORT<{early}>({out}, {last}, {', '.join(lists)})"


def pattern_of(op: Op) -> MaskPattern | None:
    attr = op.attr("maskPattern")
    return None if attr is None else MaskPattern[attr.word]


def _gather(cx: Context, op: Op) -> str:
    out, source, *rest = _names(cx, op)
    pattern = pattern_of(op)
    if pattern is not None:
        return f"pto::TGATHER_MASK<{pattern.first}, {pattern.stride}>({out}, {source})"
    if isinstance(op.operands[1].type, TileType):
        return f"pto::TGATHER({out}, {source}, {rest[0]})"
    elem, order, number = tile_type(op.operands[0].value).elem, compare_mode(op).title(), offset_of(op)
    counts, value = _names(cx, op)[1], cx.scalar(op.operands[1].value, elem)
    source = cx.name(op.operands[0].value)
    return f"pto::TGATHER_COMPARE<pto::{order}>({out}, {counts}, {source}, pto::Scalar<{elem.cpp}>{{{value}}}, {number})"


def compare_mode(op: Op) -> str:
    """The comparison of an instruction; without an attribute equality."""
    attr = op.attr("cmpMode")
    return "eq" if attr is None else attr.word


def offset_of(op: Op) -> int:
    attr = op.attr("offset")
    return 0 if attr is None else integer(attr.text)


def _gather_blocks(cx: Context, op: Op) -> str:
    return f"pto::TGATHERB({', '.join(_names(cx, op))})"


def _scatter(cx: Context, op: Op) -> str:
    out, source, *rest = _names(cx, op)
    pattern = pattern_of(op)
    if pattern is not None:
        return f"pto::TSCATTER_MASK<{pattern.first}, {pattern.stride}>({out}, {source})"
    return f"pto::TSCATTER({out}, {source}, {rest[0]})"


def word_of(op: Op, name: str, default: str) -> str:
    attr = op.attr(name)
    return default if attr is None else attr.word


def _mgather(cx: Context, op: Op) -> str:
    way = word_of(op, "gatherOob", "undefined").title()
    name = "MGATHER_ROWS" if word_of(op, "coalesce", "row") == "row" else "MGATHER_ELEMENTS"
    out, part, index, *_ = _names(cx, op)
    if tile_type(op.outs[0].value).space == "mat":
        name += "_MAT"
    return f"pto::{name}<pto::Outside::{way}>(core, {out}, {part}, {index}, {cx.location(op)})"


def _mscatter(cx: Context, op: Op) -> str:
    part, source, index = _names(cx, op)
    return f"pto::MSCATTER(core, {part}, {source}, {index}, {cx.location(op)})"


def _random(cx: Context, op: Op) -> str:
    attr = op.attr("rounds")
    out, *words = _names(cx, op)
    rounds = 10 if attr is None else integer(attr.text)
    return f"pto::TRANDOM<{rounds}>({out}, {', '.join(f'(uint32_t){w}' for w in words)})"


INDEXED: dict[Kind, Callable[[Context, Op], str]] = {
    Kind.SORT: _sort,
    Kind.MERGE: _merge,
    Kind.GATHER: _gather,
    Kind.GATHER_BLOCKS: _gather_blocks,
    Kind.SCATTER: _scatter,
    Kind.MGATHER: _mgather,
    Kind.MSCATTER: _mscatter,
    Kind.RANDOM: _random,
}

FALLIBLE = frozenset({Kind.MGATHER, Kind.MSCATTER})
"""Calls that give false after a fault."""
