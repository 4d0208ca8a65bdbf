# SPDX-License-Identifier: Apache-2.0
"""Sorts, merges, gathers and scatters as calls of device functions.

pto.tgather ins(%a {maskPattern = #pto.mask_pattern<P1010>} : T) outs(%o : U)    ->    pto::TGATHER_MASK<1, 2>(o, a)
"""

from __future__ import annotations

from collections.abc import Callable

from pypto.assembler.catalog import Kind
from pypto.assembler.context import Context
from pypto.assembler.nodes import Op
from pypto.assembler.types import TileType
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
    return f"pto::TGATHER({out}, {source}, {rest[0]})"


INDEXED: dict[Kind, Callable[[Context, Op], str]] = {
    Kind.SORT: _sort,
    Kind.MERGE: _merge,
    Kind.GATHER: _gather,
}
