# SPDX-License-Identifier: Apache-2.0
"""Dynamic extents of the tensors that a function takes: symbols inside it, values outside.

def core(x: pl.Tensor[[T, 64], pl.FP32], T):    # T is a symbol, n what a call gives it
core(y, n)                                      # y: pl.Tensor[[n, 64], pl.FP32]
"""

from __future__ import annotations

from collections.abc import Iterable

from pypto.errors import Span
from pypto.ir import arith
from pypto.ir.dtypes import INDEX
from pypto.ir.nodes import Dim, Expr, Param, ScalarType, TensorType, Var


def extents_of(params: Iterable[Param], args: Iterable[Expr]) -> dict[Var, Expr]:
    """The extent that each symbol among the parameters' extents has in a call; the first one where several have it."""
    found: dict[Var, Expr] = {}
    for param, arg in zip(params, args, strict=False):
        if isinstance(param.type, TensorType) and isinstance(arg.type, TensorType):
            for wanted, has in zip(param.type.shape, arg.type.shape, strict=False):
                if isinstance(wanted, Var):
                    found.setdefault(wanted, arith.to_expr(has))
    return found


class ExtentSymbols:
    """Gives each extent that is not static a symbol, equal ones the same."""

    def __init__(self, span: Span | None) -> None:
        self.span = span
        self.by_key: dict[object, Var] = {}  # in the order of first use
        self.values: list[Expr] = []

    def of(self, dim: Dim) -> Dim:
        dim = arith.simplify(dim)
        if isinstance(dim, int):
            return dim
        key = arith.key(dim)
        if key not in self.by_key:
            name = dim.name if isinstance(dim, Var) else f"extent_{len(self.by_key)}"
            self.by_key[key] = Var(name, ScalarType(INDEX), self.span)
            self.values.append(dim)
        return self.by_key[key]

    @property
    def vars(self) -> tuple[Var, ...]:
        return tuple(self.by_key.values())
