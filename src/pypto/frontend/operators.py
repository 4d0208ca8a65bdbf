# SPDX-License-Identifier: Apache-2.0
"""Operators: arithmetic, comparisons and logic.

Operators on two Python numbers follow Python; as soon as one side is a scalar of the program the typing rules of
scalars hold.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

from pypto.frontend import constructs as c
from pypto.frontend.extents import Extents
from pypto.frontend.values import Value, describe, is_array, is_number, static_number
from pypto.ir import arith
from pypto.ir.dtypes import INDEX
from pypto.ir.nodes import (
    Const,
    Expr,
    ScalarType,
    is_bool,
)
from pypto.ir.ops import scalar as ops
from pypto.ir.ops.table import Op

_MOST_BITS = 4096  # of a number while known numbers are computed; what is left fits 64


BINARY: dict[type[ast.operator], tuple[str, Op | None, Callable[[Any, Any], Any], str]] = {
    ast.Add: ("+", ops.ADD, operator.add, "pl.add(a, b)"),
    ast.Sub: ("-", ops.SUB, operator.sub, "pl.sub(a, b)"),
    ast.Mult: ("*", ops.MUL, operator.mul, "pl.mul(a, b)"),
    ast.Div: ("/", ops.DIV, operator.truediv, "pl.div(a, b)"),
    ast.FloorDiv: ("//", ops.FLOORDIV, operator.floordiv, "pl.div(a, b)"),
    ast.Mod: ("%", ops.MOD, operator.mod, "pl.fmod(a, b)"),
    ast.LShift: ("<<", ops.SHL, operator.lshift, "pl.shl(a, b)"),
    ast.RShift: (">>", ops.SHR, operator.rshift, "pl.shr(a, b)"),
    ast.Pow: ("**", None, operator.pow, "pl.mul(a, a)"),
    ast.BitAnd: ("&", None, operator.and_, "pl.and_(a, b)"),
    ast.BitOr: ("|", None, operator.or_, "pl.or_(a, b)"),
    ast.BitXor: ("^", None, operator.xor, "pl.xor(a, b)"),
    ast.MatMult: ("@", None, operator.matmul, "pl.matmul(a, b)"),
}


COMPARE: dict[type[ast.cmpop], tuple[str, Op, Callable[[Any, Any], Any]]] = {
    ast.Eq: ("==", ops.EQ, operator.eq),
    ast.NotEq: ("!=", ops.NE, operator.ne),
    ast.Lt: ("<", ops.LT, operator.lt),
    ast.LtE: ("<=", ops.LE, operator.le),
    ast.Gt: (">", ops.GT, operator.gt),
    ast.GtE: (">=", ops.GE, operator.ge),
}


_MOST_FACTORS = 4  # of a product that stands for a power
_POWERS = {-1: "pl.recip({0})", 0.5: "pl.sqrt({0})", -0.5: "pl.rsqrt({0})", 1: "{0} itself"}


def power_of(base: str, number: float) -> str:
    """How a tensor or tile is raised to a power that is known."""
    if number in _POWERS:
        return _POWERS[number].format(base)
    if number == int(number) and 1 < number <= _MOST_FACTORS:
        product = f"pl.mul({base}, {base})"
        if number == 3:
            return f"pl.mul({base}, {product})"
        return product if number == 2 else f"pl.mul({base}2, {base}2), with {base}2 = {product}"
    if number == int(number) and number > 1:
        return (
            f"pl.mul in a loop, or pl.exp(pl.mul(pl.log({base}), {float(number)})) where {base} is positive"
        )
    return f"pl.exp(pl.mul(pl.log({base}), {float(number)})), where {base} is positive"


class Operators(Extents):
    """Lowers operators."""

    def binary(self, node: ast.BinOp) -> Value:
        sign, row, evaluate, instead = BINARY[type(node.op)]
        left, right = self.settled(node.left), self.settled(node.right)
        self.check_growth(node, static_number(left), static_number(right))
        if is_number(left) and is_number(right) and sign != "@":
            return self.python(node, lambda: evaluate(left, right))
        for side, value in ((node.left, left), (node.right, right)):
            if is_array(value):
                if sign == "**":
                    instead = self.power(node, left, right)
                self.type_error(
                    f"`{sign}` works on scalars, `{self.quote(side)}` is {describe(value)}",
                    node,
                    f"on tensors and tiles use {instead}",
                    code="operator-on-array",
                )
        if row is None:
            a, b = static_number(left), static_number(right)
            if a is not None and b is not None and type(node.op) is not ast.MatMult:
                return self.python(node, lambda: evaluate(a, b))
            self.unsupported(
                f"`{sign}` is not part of the kernel language",
                node,
                self.scalar_power(node, b)
                if sign == "**"
                else f"scalars have + - * / // % << >>; on tensors use {instead}",
                code="operator",
            )
        return self.arithmetic(row, sign, left, right, node)

    def power(self, node: ast.BinOp, left: Value, right: Value) -> str:
        """How a power with a tensor or tile in it is written."""
        base = self.quote(node.left) if isinstance(node.left, ast.Name) else "a"
        exponent = self.quote(node.right)
        number = static_number(right)
        if number is not None:
            return power_of(base, number)
        if not is_array(left):
            return f"pl.exp(pl.mul({exponent}, LOG)), with LOG = math.log({self.quote(node.left)}) at module level"
        return f"pl.exp(pl.mul(pl.log({base}), {exponent})), where {base} is positive"

    def scalar_power(self, node: ast.BinOp, number: Any) -> str:
        base = self.quote(node.left)
        if isinstance(number, int) and 1 < number <= _MOST_FACTORS and isinstance(node.left, ast.Name):
            return f"write {' * '.join([base] * number)}"
        return "scalars have + - * / // % << >>: multiply in a loop; on tensors use pl.mul, pl.sqrt, pl.exp and pl.log"

    def check_growth(self, node: ast.BinOp, left: Any, right: Any) -> None:
        """Refuse a power or a shift that would take Python ages; its result would not fit anyway."""
        if not (isinstance(left, int) and isinstance(right, int) and left and right > 0):
            return
        grown = {ast.Pow: (abs(left).bit_length() - 1) * right, ast.LShift: right}.get(type(node.op), 0)
        if grown > _MOST_BITS:
            self.type_error(f"`{self.quote(node)}` does not fit 64 bits", node, code="number-range")

    def arithmetic(self, row: Op, sign: str, left: Value, right: Value, node: ast.BinOp) -> Expr:
        a, b = self.as_scalar(left, node.left), self.as_scalar(right, node.right)
        zero = isinstance(b, Const) and b.value == 0 and not isinstance(a, Const)
        if zero and sign in ("//", "%") and _are_ints(a, b):
            self.type_error(
                f"`{self.quote(node)}` cannot be computed: integer division or modulo by zero",
                node,
                "divide by another number",
                code="constant-arithmetic",
            )
        return self.scalar_call(row, f"`{sign}`", (a, b), node)

    def unary(self, node: ast.UnaryOp) -> Value:
        value = self.settled(node.operand)
        if isinstance(node.op, ast.UAdd):
            self.unsupported(
                "unary `+` is not part of the kernel language", node, "leave it out", code="operator"
            )
        if isinstance(node.op, ast.Not):
            if isinstance(value, bool):
                return not value
            return self.scalar_call(ops.NOT, "`not`", (self.condition(value, node.operand),), node)
        sign, row = ("-", ops.NEG) if isinstance(node.op, ast.USub) else ("~", ops.INVERT)
        if is_number(value):
            return self.python(node, lambda: -value if sign == "-" else ~value)
        if is_array(value):
            self.type_error(
                f"`{sign}` works on scalars, `{self.quote(node.operand)}` is {describe(value)}",
                node,
                f"on tensors and tiles use pl.{'neg' if sign == '-' else 'not_'}(x)",
                code="operator-on-array",
            )
        return self.scalar_call(row, f"`{sign}`", (self.as_scalar(value, node.operand),), node)

    def compare(self, node: ast.Compare) -> Value:
        if len(node.ops) != 1:
            self.syntax(
                "chained comparisons are not part of the kernel language",
                node,
                "write: a < b and b < c",
                code="chained-comparison",
            )
        kind = type(node.ops[0])
        if kind not in COMPARE:
            word = {ast.In: "in", ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not"}[kind]
            self.unsupported(
                f"`{word}` is not part of the kernel language", node, "compare with == or !=", code="operator"
            )
        sign, row, evaluate = COMPARE[kind]
        left, right = self.settled(node.left), self.settled(node.comparators[0])
        if not (isinstance(left, Expr) or isinstance(right, Expr)) and not isinstance(
            left, c.DynamicDim
        ):  # numbers, element types, enumerations, texts
            return self.python(node, lambda: bool(evaluate(left, right)))
        for side, value in ((node.left, left), (node.comparators[0], right)):
            if is_array(value):
                self.type_error(
                    f"`{sign}` works on scalars, `{self.quote(side)}` is {describe(value)}",
                    node,
                    f"on tensors and tiles use pl.cmp(a, b, cmp_type={list(COMPARE).index(kind)}), or read one element: "
                    "pl.read(x, [i, j])",
                    code="operator-on-array",
                )
        a, b = self.as_scalar(left, node.left), self.as_scalar(right, node.comparators[0])
        if self.dims_equal(row, a, b):
            return row in (ops.EQ, ops.LE, ops.GE)
        return self.scalar_call(row, f"`{sign}`", (a, b), node)

    def dims_equal(self, row: Op, a: Expr, b: Expr) -> bool:
        """Whether two integer expressions, not both constant, are equal whatever their variables hold."""
        both = all(isinstance(e.type, ScalarType) and e.type.dtype is INDEX for e in (a, b))
        return (
            both
            and not (isinstance(a, Const) and isinstance(b, Const))
            and arith.as_int(arith.sub(a, b)) == 0
        )

    def logic(self, node: ast.BoolOp) -> Value:
        row = ops.AND if isinstance(node.op, ast.And) else ops.OR
        word = "and" if row is ops.AND else "or"
        result: Value = None
        for item in node.values:
            value = self.condition(self.settled(item), item)
            if result is None:
                result = value
                continue
            decided = [v for v in (result, value) if isinstance(v, Const)]
            if decided:  # a constant side decides, or drops out
                other = value if decided[0] is result else result
                result = decided[0] if bool(decided[0].value) == (row is ops.OR) else other
            else:
                result = self.scalar_call(row, f"`{word}`", (result, value), node)
        return result

    def condition(self, value: Value, node: ast.expr) -> Expr:
        """A BOOL scalar; there is no truthiness."""
        if isinstance(value, bool):
            return self.literal(value)
        if isinstance(value, Expr) and is_bool(value):
            return self.scalar_value(value, node)
        self.type_error(
            f"a condition must be a BOOL scalar, `{self.quote(node)}` is {describe(value)}",
            node,
            "read one element and compare it: pl.read(x, [i, j]) > 0"
            if is_array(value)
            else "write a comparison, such as n > 0",
            code="condition",
        )


def _are_ints(*args: Expr) -> bool:
    return all(isinstance(a.type, ScalarType) and a.type.dtype.is_int for a in args)
