# SPDX-License-Identifier: Apache-2.0
"""The code of cores before it has functions of its own: bodies of kernels, and regions inside of orchestration."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pypto.ir.calls import CORE_KINDS
from pypto.ir.nodes import Block, For, Function, If, Region, Scope, Stmt, While, walk
from pypto.ir.visit import Rewriter, defined_vars

Rewrite = Callable[[Block, set[str]], Block]
"""A body and the names that are taken in its function, to a new body."""


def rewrite_core_bodies(function: Function, rewrite: Rewrite) -> Function:
    """Rewrite the body of a kernel, or every region of another function."""
    names = {v.name for s in walk(function.body) for v in defined_vars(s)}
    names |= {v.name for v in (*function.symbols, *(p.var for p in function.params))}
    if function.kind in CORE_KINDS:
        return function.with_body(rewrite(function.body, names))
    return function.with_body(_Regions(rewrite, names).block(function.body))


class _Regions(Rewriter):
    def __init__(self, rewrite: Rewrite, names: set[str]) -> None:
        self.rewrite = rewrite
        self.names = names

    def stmt(self, stmt: Stmt) -> Stmt | tuple[Stmt, ...]:
        if isinstance(stmt, Region):
            return replace(stmt, body=self.rewrite(stmt.body, self.names))
        if isinstance(stmt, For | While | If | Scope):
            return super().stmt(stmt)
        return stmt
