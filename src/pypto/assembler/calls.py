# SPDX-License-Identifier: Apache-2.0
"""Instructions that are one call of a device function: comparisons, selections, positions, partial operands.

pto.tcmp ins(%a, %b {cmpMode = #pto<cmp gt>} : T, T) outs(%m : M)    ->    pto::TCMP<pto::Gt>(m, a, b)
"""

from __future__ import annotations

from collections.abc import Callable

from pypto.assembler.calls_indexed import INDEXED, compare_mode
from pypto.assembler.catalog import Kind
from pypto.assembler.context import Context
from pypto.assembler.nodes import Op, Use
from pypto.assembler.placement import tile_type
from pypto.assembler.types import TileType
from pypto.ir.dtypes import DType


def flag(op: Op, name: str) -> bool:
    """A true or false attribute; without it false."""
    attr = op.attr(name)
    return attr is not None and attr.text == "true"


def _value(cx: Context, use: Use, elem: DType) -> str:
    """A tile, or a scalar that stands for each of its elements."""
    if isinstance(use.type, TileType):
        return cx.name(use.value)
    return f"pto::Scalar<{elem.cpp}>{{{cx.scalar(use.value, elem)}}}"


def _compare(cx: Context, op: Op) -> str:
    left, right = op.operands
    elem = tile_type(left.value).elem
    out = cx.name(op.outs[0].value)
    return (
        f"pto::TCMP<pto::{compare_mode(op).title()}>({out}, {cx.name(left.value)}, {_value(cx, right, elem)})"
    )


def _select(cx: Context, op: Op) -> str:
    elem = tile_type(op.outs[0].value).elem
    mask, first = (cx.name(u.value) for u in op.operands[:2])
    other = _value(cx, op.operands[2 if op.short == "tsel" else 3], elem)
    return f"pto::TSEL({cx.name(op.outs[0].value)}, {mask}, {first}, {other})"


def _argument(cx: Context, op: Op) -> str:
    order = "Gt" if op.short.endswith("max") else "Lt"
    name = "TROWARG" if op.short.startswith("trow") else "TCOLARG"
    return f"pto::{name}<pto::{order}>({cx.name(op.outs[0].value)}, {cx.name(op.operands[0].value)})"


def _partial(cx: Context, op: Op) -> str:
    step = {"tpartadd": "vadd", "tpartmul": "vmul", "tpartmax": "vmax", "tpartmin": "vmin"}[op.short]
    a, b = (cx.name(u.value) for u in op.operands)
    body = f"[](auto x, auto y) PTO_BODY {{ return pto::{step}(x, y); }}"
    return f"pto::TPART({cx.name(op.outs[0].value)}, {a}, {b}, {body})"


def _concat(cx: Context, op: Op) -> str:
    a, b = (cx.name(u.value) for u in op.operands)
    return f"pto::TCONCAT({cx.name(op.outs[0].value)}, {a}, {b})"


def _axpy(cx: Context, op: Op) -> str:
    source, factor = op.operands
    out = op.outs[0].value
    elem = tile_type(out).elem
    return f"pto::TAXPY({cx.name(out)}, {cx.name(source.value)}, {_value(cx, factor, elem)})"


def _sequence(cx: Context, op: Op) -> str:
    out, start = op.outs[0].value, op.operands[0].value
    if op.short == "tci":
        word = "true" if flag(op, "descending") else "false"
        return f"pto::TCI<{word}>({cx.name(out)}, {cx.scalar(start, tile_type(out).elem)})"
    return f"pto::TTRI<{'true' if flag(op, 'upper') else 'false'}>({cx.name(out)}, {cx.name(start)})"


OTHERS: dict[Kind, Callable[[Context, Op], str]] = {
    Kind.COMPARE: _compare,
    Kind.SELECT: _select,
    Kind.ARG_REDUCE: _argument,
    Kind.PARTIAL: _partial,
    Kind.CONCAT: _concat,
    Kind.AXPY: _axpy,
    Kind.SEQUENCE: _sequence,
    **INDEXED,
}
