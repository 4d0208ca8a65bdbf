# SPDX-License-Identifier: Apache-2.0
"""The copies without which tiles cannot share a buffer, made before the planner looks for those it can do without.

    b = reshape(a); a = ...; use(b)     ->     c = a; b = reshape(c); a = ...; use(b)
    a2 = assemble(a, part)              ->     a2 = a; a2 = assemble(a2, part)

One whose two sides share a buffer after all vanishes there.
"""

from __future__ import annotations

from dataclasses import replace

from pypto.ir.nodes import (
    Assign,
    Call,
    Function,
    Stmt,
    TileType,
    Var,
    walk,
)
from pypto.ir.ops import memory, rows, shaping
from pypto.ir.visit import Rewriter
from pypto.passes.liveness import outlived_views


def with_own_copies(function: Function) -> Function:
    return _apart(function.with_body(_Writes().block(function.body)))


def _apart(function: Function) -> Function:
    """A view that is read after its tile is assigned anew shows a copy instead."""
    views: dict[Var, Var] = {}
    for stmt in walk(function.body):
        if isinstance(stmt, Assign) and isinstance(stmt.value, Call) and stmt.value.op is shaping.RESHAPE:
            source = stmt.value.args[0]
            if isinstance(source, Var):
                views[stmt.target] = views.get(source, source)
    outlived = outlived_views(function, views) if views else set()
    return function.with_body(_Copies(outlived).block(function.body)) if outlived else function


class _Copies(Rewriter):
    """Views get copies of their own to show."""

    def __init__(self, views: set[Var]) -> None:
        self.views = views

    def stmt(self, stmt: Stmt) -> Stmt | tuple[Stmt, ...]:
        new = super().stmt(stmt)
        if not (isinstance(new, Assign) and new.target in self.views and isinstance(new.value, Call)):
            return new
        source = new.value.args[0]
        assert isinstance(source, Var)
        copy = Var(source.name, source.type, source.span)
        return Assign(copy, source, new.span), replace(new, value=replace(new.value, args=(copy,)))


_PARTS = frozenset({memory.ASSEMBLE, rows.GATHER_ROW})


class _Writes(Rewriter):
    """A write into a part of a value is a copy of the old value, which vanishes where the two share a buffer, and a
    write into that."""

    def stmt(self, stmt: Stmt) -> Stmt | tuple[Stmt, ...]:
        new = super().stmt(stmt)
        if not (isinstance(new, Assign) and isinstance(new.value, Call) and new.value.op in _PARTS):
            return new
        old, source = new.value.args
        if not (isinstance(old, Var) and isinstance(old.type, TileType)) or old is new.target:
            return new
        return (
            Assign(new.target, old, new.span),
            replace(new, value=replace(new.value, args=(new.target, source))),
        )
