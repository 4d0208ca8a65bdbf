# SPDX-License-Identifier: Apache-2.0
"""Which row a call means, by the kinds of its operands: `pl.add` of two arrays, or of array and scalar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pypto.errors import called
from pypto.ir import arith
from pypto.ir.nodes import Call, Const, Expr, ScalarType, TensorType, TileType, format_dims
from pypto.ir.ops import cast, elementwise, scalar
from pypto.ir.ops.rules import is_column_of, is_row_of, same_valid
from pypto.ir.ops.table import TABLE, Op, OpError, Trait

_SCALAR_WAYS = {
    "fmod": "write a % b",
    "shl": "write a << b",
    "shr": "write a >> b",
    "maximum": "use pl.max(a, b)",
    "minimum": "use pl.min(a, b)",
    "cmp": "write a == b, or another comparison",
}
"""How scalars say what an operation on arrays says."""
_OF_SCALARS = {"add": scalar.ADD, "sub": scalar.SUB, "mul": scalar.MUL, "div": scalar.DIV}
"""Operations that are those of Python between two scalars."""
_INSTEAD = {
    "neg": "of a scalar write -s",
    "abs": "of a scalar write pl.max(s, -s)",
    "recip": "of a scalar write 1.0 / s",
    "not_": "of a scalar write ~s",
    "addc": "with a number in the middle write pl.addsc(a, s, c)",
    "subc": "with a number in the middle write pl.subsc(a, s, c)",
    "row_expand": "write pl.expands(x, s)",
    "col_expand": "write pl.expands(x, s)",
    **{f"part_{name}": "give it the shape of the other operand: pl.expands(x, s)"
       for name in ("add", "mul", "max", "min")},
    **{f"{axis}_expand_{name}": f"beside a number write pl.{name}(x, s)"
       for axis in ("row", "col") for name in ("add", "sub", "mul", "div")},
    **{f"{axis}_expand_{name}": f"beside a number write pl.{name}imum(x, s)"
       for axis in ("row", "col") for name in ("max", "min")},
}  # fmt: skip
"""What is written where a scalar stands for an array."""
_EXPANDED = {"add": "add", "sub": "sub", "mul": "mul", "div": "div", "maximum": "max", "minimum": "min"}
"""Operations with a form for a column and one for a row."""


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


def _check_arrays(op: Op, args: Sequence[Expr | None]) -> None:
    """No scalar stands for an array, and no column or row for a whole one where the operation has no form for it."""
    for p, arg in zip(op.value_params, args, strict=False):
        scalar_there = p.kind == "operand" and arg is not None and isinstance(arg.type, ScalarType)
        if scalar_there and op.name in _INSTEAD:
            assert arg is not None
            raise OpError(
                f"`{p.name}` must be a tensor or a tile, found a scalar ({arg.type})",
                _INSTEAD[op.name],
                "operand-kind",
            )
    given = [p.name for p in op.data_params[:2]]
    if (not op.has(Trait.ELEMENTWISE) and op.name != "cmp") or given != ["lhs", "rhs"]:
        return
    left, right = (a.type if a is not None else None for a in args[:2])
    for vector, whole in ((right, left), (left, right)):
        if not (isinstance(vector, TensorType | TileType) and type(vector) is type(whole)):
            continue
        assert isinstance(whole, TensorType | TileType)
        if all(map(arith.same, vector.shape, whole.shape)) and len(vector.shape) == len(whole.shape):
            return  # two rows are no row against many
        column = is_column_of(vector, whole)
        if not column and not is_row_of(vector, whole):
            continue
        if column and op.row_form and isinstance(vector, TensorType):
            return
        name, word = ("row", "column") if column else ("col", "row")
        form = _EXPANDED.get(op.name) if op.commutative or vector is right else None
        raise OpError(
            f"shapes do not match: {format_dims(left.shape)} and {format_dims(right.shape)}",  # type: ignore[union-attr]
            f"to use a {word} along every {name.replace('col', 'column')} write pl.{name}_expand_{form}(x, {word})"
            if form
            else f"expand it first: pl.{name}_expand(x, {word})",
            "shape-mismatch",
        )


def spelling(call: Call) -> str:
    """How its author wrote a call: `pl.shl(x, 2)` is a call of the row `shls`, and no error should name that."""
    op = call.op
    others = {o.name for o in TABLE.values() if op.name in (o.scalar_form, o.row_form)}
    return called({op.name, *others}, call.span) or f"pl.{op.name}"


def resolve(op: Op, operands: Sequence[Expr | None]) -> tuple[Op, tuple[Expr | None, ...]]:
    """The row that stands for `op` on these value operands, and the operands in its order.

    - a scalar on the right selects the scalar form (`add` -> `adds`);
    - two scalars select scalar arithmetic, where there is any of that name;
    - a tensor column [M, 1] against [M, N] selects the row-expand form.
    """
    args = tuple(operands)
    kinds = [a.type for a in args if a is not None]
    if op.name == "cast" and kinds and isinstance(kinds[0], ScalarType):
        return scalar.CAST, args
    _check_arrays(op, args)
    if op.scalar_form is None or len(args) < 2:
        return op, args
    left, right = args[0], args[1]
    assert left is not None and right is not None
    if isinstance(left.type, ScalarType):
        if isinstance(right.type, ScalarType):
            if op.name in _OF_SCALARS:
                return _OF_SCALARS[op.name], args[:2]
            raise OpError("both operands are scalars", _SCALAR_WAYS.get(op.name), code="operand-kind")
        raise OpError(
            f"a scalar cannot stand on the left of a {'tile' if isinstance(right.type, TileType) else 'tensor'}",
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
    if bound.get("high_precision") and row.has(Trait.SCALAR):
        raise OpError(
            "high_precision divides tensors and tiles", "leave it out with scalars", "argument-type"
        )
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
        if isinstance(a, TileType) and isinstance(b, TileType) and a.shape == b.shape:
            same_valid(a, b, "the tiles hold data in {} and {}")
