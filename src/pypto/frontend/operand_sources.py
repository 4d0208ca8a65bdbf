# SPDX-License-Identifier: Apache-2.0
"""Operands that are refused for where they come from, which their types do not say.

m = pl.cmps(t, 0.0)                        a bit per element, in bytes
u = pl.add(m, m)                           refused: those bytes are no numbers
v = pl.sel(m, t, t, tmp)                   chosen by, stored or changed bit by bit they may be

i = pl.full([8, 32], pl.INT32, 0)
y = pl.gather(x, dim=-1, index=i)          refused: the indices have to lie in memory
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pypto.errors import InvalidOperationError, UserError
from pypto.ir.nodes import Assign, Call, Stmt, TileType, Var, walk
from pypto.ir.ops import bits, compare, creation, dispatch, gather, layout, shaping
from pypto.ir.ops.table import SCRATCH_NAMES, Op, Trait

_PREDICATES = frozenset({compare.CMP, compare.CMPS})
_OF_BITS = frozenset(
    {
        compare.SEL, compare.SELS, bits.AND, bits.ANDS, bits.OR, bits.ORS, bits.XOR, bits.XORS, bits.NOT,
        bits.SHL, bits.SHLS, bits.SHR, bits.SHRS, layout.REINTERPRET_VIEW, shaping.RESHAPE, shaping.SET_VALIDSHAPE,
    }
)  # fmt: skip
"""Vector operations that take a packed predicate as what it is."""


def misused_operands(statements: Sequence[Stmt]) -> Iterator[UserError]:
    """An error for each operand that another operation has to have made."""
    made: dict[Var, Op] = {}
    for stmt in walk(tuple(statements)):
        if not isinstance(stmt, Assign) or not isinstance(stmt.value, Call):
            continue
        call = stmt.value
        made[stmt.target] = call.op
        error = _misused(call, made)
        if error is not None:
            yield error


def _misused(call: Call, made: Mapping[Var, Op]) -> UserError | None:
    for param, arg in zip(call.op.value_params, call.args, strict=False):
        if not isinstance(arg, Var) or param.name in SCRATCH_NAMES:
            continue
        source = made.get(arg)
        if call.op is gather.GATHER and param.name == "index" and source is creation.FULL:
            return InvalidOperationError(
                "`index` of pl.gather is a constant, its indices have to lie in memory",
                span=call.span,
                help="slice what is wanted: one index means a window of the input",
                code="operand-kind",
            )
        packed = source in _PREDICATES and isinstance(arg.type, TileType)
        if packed and call.op.has(Trait.VECTOR) and call.op not in _OF_BITS:
            return InvalidOperationError(
                f"`{param.name}` of {dispatch.spelling(call)} is a packed predicate, a bit for each element",
                span=call.span,
                help="choose by it: pl.sel(mask, a, b, tmp)",
                code="operand-kind",
            )
    return None
