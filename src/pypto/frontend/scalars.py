# SPDX-License-Identifier: Apache-2.0
"""Scalars of the program: operands of one type, operations on them, constants folded.

Where all operands are constants an operation is computed with the meaning of its row; numbers that Python computes
have the range of the program's.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from pypto.frontend import constructs as c
from pypto.frontend.arguments import round_float
from pypto.frontend.leaves import Leaves
from pypto.frontend.values import Value, describe, is_number, is_scalar, plain_number
from pypto.ir.dtypes import BOOL, INDEX, INT64, DType
from pypto.ir.nodes import (
    ArrayType,
    Call,
    Const,
    Expr,
    PtrType,
    ScalarType,
)
from pypto.ir.ops import scalar as ops
from pypto.ir.ops.table import Bound, Op, OpError, Trait


def check_count(count: Expr, bits: int) -> None:
    """A shift count that is known is one of the positions that a number has."""
    if isinstance(count, Const) and isinstance(count.value, int) and not 0 <= count.value < bits:
        raise OpError(
            f"the shift count {count.value} is outside 0..{bits - 1}",
            "shift by fewer bits" if count.value > 0 else "shift the other way",
            code="number-range",
        )


class Scalars(Leaves):
    """Makes operands and operations of scalars."""

    def settled(self, node: ast.expr) -> Value:
        """An expression whose computing part, if any, is emitted at once."""
        value = self.expr(node)
        if isinstance(value, Call) and not isinstance(value.type, ScalarType):
            return self.temporary(value, self.span(node))
        return self.scalar_value(value, node) if is_scalar(value) else value

    def scalar_value(self, value: Expr, node: ast.expr) -> Expr:
        """A scalar that may stand inside a larger expression: reads become a variable first."""
        if isinstance(value, Call) and not value.op.has(Trait.PURE):
            return self.temporary(value, self.span(node))
        return value

    def python(self, node: ast.AST, evaluate: Callable[[], Any]) -> Any:
        """Compute with Python numbers; Python's complaint becomes ours."""
        try:
            return self.in_range(evaluate(), node)
        except (ArithmeticError, TypeError, ValueError) as error:
            self.type_error(
                f"`{self.quote(node)}` cannot be computed: {error}",
                node,
                "it is computed while the kernel is read, as Python would",
                code="constant-arithmetic",
            )

    def as_scalar(self, value: Value, node: ast.expr, what: str = "a scalar") -> Expr:
        """A scalar expression; numbers become constants."""
        if is_number(value):
            if isinstance(value, int) and value >= 1 << 63:
                self.type_error(
                    f"the number {value} does not fit INDEX",
                    node,
                    f"INDEX holds {-(1 << 63)} to {(1 << 63) - 1}",
                    code="number-range",
                )
            return self.literal(value)
        if isinstance(value, c.DynamicDim):
            return self.symbol(value, node)
        if is_scalar(value):
            return self.scalar_value(value, node)
        self.type_error(
            f"{what} is expected, `{self.quote(node)}` is {describe(value)}",
            node,
            plain_number(value, self.quote(node)) or self.number_in(value, node),
            code="argument-type",
        )

    def number_in(self, value: Value, node: ast.expr) -> str:
        """How to get at a number that is part of a value, or where numbers come from."""
        if isinstance(value, Expr) and isinstance(value.type, PtrType):
            return "a pl.Ptr names a buffer and has no arithmetic: pl.MemRef(p, offset, size)"
        if isinstance(value, tuple) or (isinstance(value, Expr) and isinstance(value.type, ArrayType)):
            return (
                f"take one entry: {self.quote(node)}[0]" if isinstance(node, ast.Name) else "take one entry"
            )
        return "a number, a loop variable, pl.read(x, [i, j]) or pl.tensor.dim(x, 0) is one"

    def scalar_call(self, row: Op, spelling: str, args: tuple[Expr, ...], node: ast.AST) -> Expr:
        """A scalar operation on operands of one type, folded where all of them are constants."""
        names = [p.name for p in row.value_params]
        try:
            type_ = row.infer(Bound(dict(zip(names, args, strict=True)), self.region is not None))
            common = self.common(args)
            if row in (ops.SHL, ops.SHR):
                check_count(args[1], type_.dtype.bits)  # type: ignore[attr-defined]
            if row is ops.DIV and common.is_int and isinstance(args[1], Const) and args[1].value == 0:
                raise OpError("an integer is divided by 0", code="constant-arithmetic")
        except OpError as error:
            whole = next((a for a in args if isinstance(a, Const) and a.type == ScalarType(INDEX)), None)
            if whole is not None and any(is_scalar(a) and a.type.dtype.is_float for a in args):  # type: ignore[attr-defined]
                help = f"write the number as a float: {float(whole.value or 0)}"
                if row is ops.DIV:
                    help += ", or divide whole numbers: a // b"
                error = OpError(error.message, help, error.code)
            raise self.operation_error(error, spelling, args, (), node) from None
        assert isinstance(type_, ScalarType)
        args = tuple(self.retyped(a, common) for a in args)
        if all(isinstance(a, Const) for a in args):
            values = [a.value for a in args if isinstance(a, Const)]
            assert row.reference is not None
            folded = self.python(node, lambda: row.reference(*values))  # type: ignore[misc]
            return Const(self.wrapped(folded, type_.dtype), type_, self.span(node))
        return Call(row, args, {}, type_, self.span(node))

    def common(self, args: tuple[Expr, ...]) -> DType:
        """The type that operands are brought to before a scalar operation."""
        dtype = args[0].type.dtype  # type: ignore[attr-defined]
        for arg in args[1:]:
            other = arg.type.dtype  # type: ignore[attr-defined]
            if dtype is not BOOL or other is not BOOL:
                dtype = ops.meet(dtype, other, isinstance(args[0], Const))
        return dtype

    def as_index(self, value: Expr, dtype: DType) -> Expr:
        """The scalar as what `dtype` says where both are INDEX or INT64, which interchange; else as it is."""
        both = {value.type.dtype, dtype}  # type: ignore[attr-defined]
        return self.retyped(value, dtype) if both == {INDEX, INT64} else value

    def retyped(self, expr: Expr, dtype: DType) -> Expr:
        """The scalar in another type: constants change, others are cast."""
        assert isinstance(expr.type, ScalarType)
        if expr.type.dtype is dtype:
            return expr
        if isinstance(expr, Const):
            return Const(expr.value, ScalarType(dtype), expr.span)
        return Call(ops.CAST, (expr,), {"target_type": dtype}, ScalarType(dtype), expr.span)

    def wrapped(self, value: Any, dtype: DType) -> Any:
        """A folded number in the range and precision of its type."""
        if dtype is BOOL:
            return bool(value)
        if dtype.is_float:
            return round_float(float(value), dtype)
        assert ops.CAST.reference is not None
        return ops.CAST.reference(value, dtype)
