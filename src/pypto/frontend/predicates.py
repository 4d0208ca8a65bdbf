# SPDX-License-Identifier: Apache-2.0
"""`predicate=`: a comparison that decides, when a task is ready, whether it runs at all.

predicate=(flags[i, 0] > 0)        ->  attrs["predicate"] = read(flags, [i, 0]) > 0

The scheduler evaluates it, not the kernel: one element of a tensor against one integer.
"""

from __future__ import annotations

import ast
from typing import Any

from pypto.frontend.branches import Branches
from pypto.frontend.values import describe, is_array, is_global, static_number
from pypto.ir import arith
from pypto.ir.dtypes import INT8, INT16, INT32, INT64
from pypto.ir.nodes import Call, Const, Dim, Expr, ScalarType, TensorType, Var
from pypto.ir.ops import memory, scalar
from pypto.ir.ops.table import Bound, Op
from pypto.ir.padding import leaves_data

_OPS: dict[type[ast.cmpop], Op] = {
    ast.Eq: scalar.EQ, ast.NotEq: scalar.NE, ast.Lt: scalar.LT, ast.LtE: scalar.LE, ast.Gt: scalar.GT, ast.GtE: scalar.GE,
}  # fmt: skip
_MIRRORED: dict[Op, Op] = {
    scalar.EQ: scalar.EQ, scalar.NE: scalar.NE, scalar.LT: scalar.GT, scalar.LE: scalar.GE, scalar.GT: scalar.LT,
    scalar.GE: scalar.LE,
}  # fmt: skip
HOW = "predicate=(flags[0] > 0): one element of a tensor against one integer"


class Predicates(Branches):
    """Lowers predicates."""

    def predicate(self, node: ast.expr) -> Call:
        if not isinstance(node, ast.Compare) or len(node.ops) != 1:
            self.syntax(
                f"predicate= takes one comparison, found `{self.quote(node)}`", node, HOW, code="predicate"
            )
        row = _OPS.get(type(node.ops[0]))
        if row is None:
            self.syntax("predicate= compares with ==, !=, <, <=, > or >=", node, HOW, code="predicate")
        element, number = node.left, node.comparators[0]
        if not isinstance(element, ast.Subscript):
            element, number, row = number, element, _MIRRORED[row]
        literal = self.integer(number)
        if not isinstance(element, ast.Subscript) or literal is None:
            self.syntax(
                "predicate= compares one element of a tensor with one integer literal",
                node,
                HOW,
                code="predicate",
            )
        read = self.predicate_element(element)
        dtype = read.type.dtype  # type: ignore[attr-defined]
        if self.wrapped(literal, dtype) != literal:
            self.type_error(
                f"{literal} does not fit {dtype}, the element type of the tensor", number, code="number-range"
            )
        right = Const(literal, ScalarType(dtype), self.span(number))
        type_ = row.infer(Bound({"lhs": read, "rhs": right}, False))
        return Call(row, (read, right), {}, type_, self.span(node))

    def integer(self, node: ast.expr) -> int | None:
        """The value of an integer literal, else None."""
        sign = 1
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            sign, node = -1, node.operand
        value = node.value if isinstance(node, ast.Constant) else None
        return sign * value if isinstance(value, int) and not isinstance(value, bool) else None

    def predicate_element(self, node: ast.Subscript) -> Call:
        base: Any = self.expr(node.value)
        if not isinstance(base, Var) or not is_array(base) or not is_global(base):
            self.type_error(
                f"predicate= reads an element of a tensor, `{self.quote(node.value)}` is {describe(base)}",
                node.value,
                HOW,
                code="predicate",
            )
        type_ = base.type
        assert isinstance(type_, TensorType)
        if type_.dtype not in (INT8, INT16, INT32, INT64):
            self.type_error(
                f"predicate= compares signed integers, `{base.name}` has elements of {type_.dtype}",
                node.value,
                "INT8, INT16, INT32 or INT64",
                code="predicate",
            )
        items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if len(items) != type_.rank:
            self.type_error(
                f"`{base.name}` has {type_.rank} ax{'i' if type_.rank == 1 else 'e'}s, the predicate gives "
                f"{len(items)} ind{'ex' if len(items) == 1 else 'ices'}",
                node.slice,
                "give one index for each axis",
                code="predicate",
            )
        offset = tuple(
            self.predicate_index(item, extent) for item, extent in zip(items, type_.shape, strict=True)
        )
        call = Call(memory.READ, (base,), {"offset": offset}, ScalarType(type_.dtype), self.span(node))
        if leaves_data(call) is not None:
            self.type_error(
                f"predicate= reads what lies in memory, and `{base.name}` has the padding {type_.pad.name} where it "
                "holds nothing",
                node,
                "read the tensor that it is a view of",
                code="predicate",
            )
        return call

    def predicate_index(self, node: ast.expr, extent: Dim) -> Dim:
        if isinstance(node, ast.Slice):
            self.syntax("predicate= reads one element, not a slice", node, HOW, code="predicate")
        value = self.settled(node)
        number = static_number(value)
        if number is None:
            if (
                not isinstance(value, Expr)
                or not isinstance(value.type, ScalarType)
                or not value.type.dtype.is_int
            ):
                self.type_error(
                    f"an index is an integer, `{self.quote(node)}` is {describe(value)}",
                    node,
                    HOW,
                    code="predicate",
                )
            return value
        limit = arith.as_int(extent)
        if not isinstance(number, int) or isinstance(number, bool):
            self.type_error(
                f"an index is an integer, `{self.quote(node)}` is {number}", node, HOW, code="predicate"
            )
        if number < 0:
            self.type_error(
                f"an index of predicate= is not negative, found {number}",
                node,
                "indices count from 0",
                code="predicate",
            )
        if limit is not None and number >= limit:
            self.type_error(
                f"index {number} is outside an axis of {limit}",
                node,
                f"its indices are 0 to {limit - 1}",
                code="predicate",
            )
        return number
