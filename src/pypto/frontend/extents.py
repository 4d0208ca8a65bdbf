# SPDX-License-Identifier: Apache-2.0
"""Extents, offsets and bounds: integers that are known, or INDEX expressions.

An extent of global memory is spelled out in the symbols that it was computed from, so that equal ones compare equal.
"""

from __future__ import annotations

import ast

from pypto.frontend import constructs as c
from pypto.frontend.scalars import Scalars
from pypto.frontend.values import Value, describe, is_scalar, plain_number
from pypto.ir import arith
from pypto.ir.dtypes import INDEX
from pypto.ir.nodes import (
    Call,
    Const,
    Dim,
    Var,
)

_LONGEST_EXTENT = 64  # terms of an extent that is written out; a longer one keeps its name


MOST_TERMS = 128  # of a scalar whose definitions are followed


class Extents(Scalars):
    """Makes extents of values."""

    def dim(self, value: Value, node: ast.expr) -> Dim:
        """An extent, offset or bound: an int or an INDEX expression."""
        if isinstance(value, c.DynamicDim):
            value = self.symbol(value, node)
        if isinstance(value, Const) and isinstance(value.value, int) and not isinstance(value.value, bool):
            return value.value
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        if is_scalar(value) and value.type.dtype.is_int:
            return arith.simplify(self.retyped(self.scalar_value(value, node), INDEX))
        self.type_error(
            f"an integer is expected, `{self.quote(node)}` is {describe(value)}",
            node,
            plain_number(value, self.quote(node)) or "an int, or a scalar of an integer type",
            code="argument-type",
        )

    def dims(self, value: Value, node: ast.expr, what: str) -> tuple[Dim, ...]:
        if not isinstance(value, tuple):
            self.type_error(
                f"{what} must be a list, `{self.quote(node)}` is {describe(value)}",
                node,
                f"write [{self.quote(node)}], or more of them: one entry for each axis",
                code="argument-type",
            )
        nodes = node.elts if isinstance(node, ast.List | ast.Tuple) else [node] * len(value)
        return tuple(self.dim(v, n) for v, n in zip(value, nodes, strict=True))

    def known(self, dim: Dim) -> Dim:
        """The extent as an int where the definitions of its variables say so."""
        if isinstance(dim, int):
            return dim
        short = self.terms(dim) <= MOST_TERMS  # a longer one may cancel all the same: r + 64 - r
        number = arith.as_int(arith.simplify(self.expanded(dim) if short else dim))
        return dim if number is None else number

    def spelled_out(self, extents: tuple[Dim, ...]) -> tuple[Dim, ...]:
        """Extents of global memory in the symbols that they were computed from, so that equal ones compare equal."""
        if self.region is not None:
            return extents
        return tuple(self.spelled(d) for d in extents)

    def spelled(self, dim: Dim) -> Dim:
        if isinstance(dim, int) or self.terms(dim) > _LONGEST_EXTENT:
            return dim
        return arith.simplify(self.expanded(dim))

    def terms(self, expr: Dim) -> int:
        """How long the expression is with its variables replaced."""
        return 1 if isinstance(expr, int) else self.session.length(expr)

    def expanded(self, expr: Dim) -> Dim:
        """The expression with scalar variables replaced by what they were defined as."""
        if isinstance(expr, Var):
            definition = self.session.definition.get(expr)
            return expr if definition is None else self.expanded(definition)
        if isinstance(expr, Call):
            args = tuple(None if a is None else arith.to_expr(self.expanded(a)) for a in expr.args)
            return Call(expr.op, args, expr.attrs, expr.type, expr.span)
        return expr
