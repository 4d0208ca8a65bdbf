# SPDX-License-Identifier: Apache-2.0
"""Which row a call means, by the kinds of its operands: `pl.add` of two arrays, or of array and scalar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pypto.ir import arith
from pypto.ir.nodes import Const, Expr, ScalarType, TensorType, TileType, format_dims
from pypto.ir.ops import cast, elementwise, scalar
from pypto.ir.ops.rules import is_column_of
from pypto.ir.ops.table import TABLE, Op, OpError

_SCALAR_WAYS = {
    **{
        name: f"write a {sign} b"
        for name, sign in (
            ("add", "+"), ("sub", "-"), ("mul", "*"), ("div", "/"), ("fmod", "%"), ("shl", "<<"), ("shr", ">>"),
        )
    },
    "maximum": "use pl.max(a, b)",
    "minimum": "use pl.min(a, b)",
}  # fmt: skip
"""How scalars say what an operation on arrays says."""


_SWAPPED = frozenset({"add", "mul", "maximum", "minimum", "and_", "or_", "xor"})
"""Operations that give the same with their operands exchanged."""
_NEGATED = frozenset({"FP32", "FP16", "INT32", "INT16"})
"""Element types that pl.neg takes on every chip."""


def _scalar_first(op: Op, left: Expr, right: Expr) -> str:
    """How to write an operation with a scalar on the left, for a scalar s and an array t."""
    if op.name in _SWAPPED:
        return "swap the operands"
    spread = f"give it the shape of the other operand: pl.{op.name}(pl.expands(t, s), t)"
    dtype = right.type.dtype.name if isinstance(right.type, TensorType | TileType) else ""
    if op.name == "sub" and dtype in _NEGATED:
        return "s - t is pl.add(pl.neg(t), s)"
    if op.name == "div" and dtype in ("FP32", "FP16") and isinstance(left, Const) and left.value == 1:
        return "1 / t is pl.recip(t)"
    return spread


def resolve(op: Op, operands: Sequence[Expr | None]) -> tuple[Op, tuple[Expr | None, ...]]:
    """The row that stands for `op` on these value operands, and the operands in its order.

    - a scalar on the right selects the scalar form (`add` -> `adds`);
    - two scalars are refused with the Python operator;
    - a tensor column [M, 1] against [M, N] selects the row-expand form.
    """
    args = tuple(operands)
    kinds = [a.type for a in args if a is not None]
    if op.name == "cast" and kinds and isinstance(kinds[0], ScalarType):
        return scalar.CAST, args
    if op.scalar_form is None or len(args) < 2:
        return op, args
    left, right = args[0], args[1]
    assert left is not None and right is not None
    if isinstance(left.type, ScalarType):
        if isinstance(right.type, ScalarType):
            raise OpError("both operands are scalars", _SCALAR_WAYS.get(op.name), code="operand-kind")
        raise OpError(
            "a scalar cannot stand on the left of a tensor",
            _scalar_first(op, left, right),
            code="operand-kind",
        )
    if isinstance(right.type, ScalarType):
        return TABLE[op.scalar_form], args
    a, b = left.type, right.type
    if op.row_form and isinstance(a, TensorType | TileType) and isinstance(b, TensorType | TileType):
        if isinstance(a, TensorType) and is_column_of(b, a):
            return TABLE[op.row_form], args
        if isinstance(b, TensorType) and is_column_of(a, b):
            if op.commutative:
                return TABLE[op.row_form], (right, left, *args[2:])
            raise OpError(
                f"a column on the left of pl.{op.name} is not supported",
                "expand it first: pl.row_expand(matrix, column)",
                "shape-mismatch",
            )
    return op, args


def check_form(row: Op, bound: Mapping[str, Any]) -> None:
    """Refuse what was written at a call and the row that stands for it cannot do."""
    if bound.get("high_precision") and all(p.name != "high_precision" for p in row.params):
        if isinstance(bound["rhs"].type, ScalarType):
            raise OpError(
                "high_precision divides by a tensor or a tile",
                "leave it out beside a number",
                "argument-type",
            )
        raise OpError(
            "high_precision divides arrays of equal shape, here one is a column",
            "leave it out, or expand the column first: pl.row_expand(matrix, column)",
            "argument-type",
        )
    if row is scalar.CAST and (mode := cast.mode_name(bound["mode"])) != "round":
        raise OpError(
            f"a scalar is not cast with mode {mode!r}: float to integer truncates, the rest rounds to nearest even",
            "leave the mode out, or cast a tensor or a tile",
            "rounding-mode",
        )
    if row is elementwise.DIV:
        a, b = bound["lhs"].type, bound["rhs"].type
        if isinstance(a, TileType) and isinstance(b, TileType):
            for left, right in zip(a.valid_shape, b.valid_shape, strict=False):
                if arith.as_int(arith.sub(left, right)) not in (None, 0):
                    raise OpError(
                        f"the tiles hold data in {format_dims(a.valid_shape)} and {format_dims(b.valid_shape)}",
                        "fill the padding first: pl.fillpad(x), or narrow one: pl.set_validshape(x, rows, cols)",
                        "valid-shape",
                    )
