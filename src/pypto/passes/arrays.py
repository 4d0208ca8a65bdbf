# SPDX-License-Identifier: Apache-2.0
"""Arrays of a core become scalars, one an element.

    n = pl.array.create(2, pl.INT32)          n_0 = 0
                                              n_1 = 0
    n[i] = v                           ->     expect_index(i, 2)
    s = n[1]                                  if i == 0:
                                                  n_0 = v
                                              if i == 1:
                                                  n_1 = v
                                              s = n_1

A run-time index outside of the array stops the kernel before it reads or writes.
"""

from __future__ import annotations

from dataclasses import replace

from pypto.errors import Span
from pypto.ir.dtypes import BOOL, FP32
from pypto.ir.naming import free_name
from pypto.ir.nodes import (
    ArrayType,
    Assign,
    Block,
    Call,
    Const,
    Eval,
    Expr,
    Function,
    If,
    Program,
    ScalarType,
    Stmt,
    Var,
    While,
    walk,
)
from pypto.ir.ops import array, scalar
from pypto.ir.ops.pipe import NOTHING
from pypto.ir.visit import Rewriter, defined_vars
from pypto.passes.bodies import rewrite_core_bodies


def arrays(program: Program) -> Program:
    """Replace the arrays of every region and of every function of a core."""
    return program.with_functions({name: _function(f) for name, f in program.functions.items()})


def _function(function: Function) -> Function:
    if not any(_is_local(v) for s in walk(function.body) for v in defined_vars(s)):
        return function
    return rewrite_core_bodies(function, lambda body, names: _Elements(names).block(body))


def _is_local(var: Var) -> bool:
    return isinstance(var.type, ArrayType) and var.type.local


class _Elements(Rewriter):
    """Rewrites one body; `ahead` holds what the statement at hand needs before it."""

    def __init__(self, names: set[str]) -> None:
        self.names = names
        self.scalars: dict[Var, tuple[Var, ...]] = {}
        self.ahead: list[Stmt] = []
        self.assigned: set[Var] = set()  # elements, in the block at hand

    def block(self, block: Block) -> Block:
        outer, self.assigned = self.assigned, set()
        new = super().block(block)
        self.assigned = outer
        return new

    def set(self, element: Var, value: Expr, span: Span | None) -> Stmt:
        """A block assigns a variable once; further values come from blocks of their own."""
        assign = Assign(element, value, span)
        if element in self.assigned:
            return If(Const(True, ScalarType(BOOL)), (assign,), (), span)
        self.assigned.add(element)
        return assign

    def elements(self, var: Var) -> tuple[Var, ...]:
        if var not in self.scalars:
            type_ = var.type
            assert isinstance(type_, ArrayType)
            self.scalars[var] = tuple(
                Var(free_name(f"{var.name}_{i}", self.names), ScalarType(type_.dtype), var.span)
                for i in range(type_.extent)
            )
        return self.scalars[var]

    def stmt(self, stmt: Stmt) -> Stmt | tuple[Stmt, ...]:
        outer, self.ahead = self.ahead, []
        new = self.one(stmt)
        ahead, self.ahead = self.ahead, outer
        return (*ahead, *(new if isinstance(new, tuple) else (new,)))

    def one(self, stmt: Stmt) -> Stmt | tuple[Stmt, ...]:
        if isinstance(stmt, Assign) and _is_local(stmt.target):
            return self.whole(stmt)
        if isinstance(stmt, Eval) and isinstance(stmt.value, Call) and stmt.value.op is array.UPDATE_ELEMENT:
            return self.update(stmt.value)
        if isinstance(stmt, While):
            setup = self.block(stmt.setup)
            condition = self.expr(stmt.condition)
            ahead, self.ahead = tuple(self.ahead), []  # computed before each test, not once
            return replace(stmt, setup=(*setup, *ahead), condition=condition, body=self.block(stmt.body))
        return super().stmt(stmt)

    def whole(self, stmt: Assign) -> tuple[Stmt, ...]:
        """An array that is made, or takes over the elements of another one."""
        targets = self.elements(stmt.target)
        if isinstance(stmt.value, Var):
            sources: tuple[Expr, ...] = self.elements(stmt.value)
        else:
            assert isinstance(stmt.value, Call) and stmt.value.op is array.CREATE
            sources = tuple(Const(_zero(t), t.type, stmt.span) for t in targets)
        return tuple(self.set(t, s, stmt.span) for t, s in zip(targets, sources, strict=True))

    def update(self, call: Call) -> Block:
        base, index, value = call.args
        assert isinstance(base, Var) and index is not None and value is not None
        elements, value = self.elements(base), self.expr(value)
        index = self.expr(index)
        if isinstance(index, Const):
            return (self.set(elements[int(index.value or 0)], value, call.span),)
        index, value = self.held(index, "index", call.span), self.held(value, "value", call.span)
        return (
            _checked(index, elements, call.span),
            *(
                If(_equal(index, i, call.span), (Assign(e, value, call.span),), (), call.span)
                for i, e in enumerate(elements)
            ),
        )

    def held(self, value: Expr, base: str, span: Span | None) -> Expr:
        """A value that is read several times, computed once."""
        if isinstance(value, Var | Const):
            return value
        var = Var(free_name(base, self.names), value.type, span)
        self.ahead.append(Assign(var, value, span))
        return var

    def expr(self, expr: Expr) -> Expr:
        if not isinstance(expr, Call) or expr.op is not array.GET_ELEMENT:
            return super().expr(expr)
        base, index = expr.args
        assert isinstance(base, Var) and index is not None
        elements, index = self.elements(base), self.expr(index)
        if isinstance(index, Const):
            return elements[int(index.value or 0)]
        index = self.held(index, "index", expr.span)
        self.ahead.append(_checked(index, elements, expr.span))
        found = Var(free_name(f"{base.name}_found", self.names), expr.type, expr.span)
        self.ahead.append(Assign(found, elements[0], expr.span))
        for i, element in enumerate(elements[1:], 1):
            self.ahead.append(
                If(_equal(index, i, expr.span), (Assign(found, element, expr.span),), (), expr.span)
            )
        return found


def _equal(index: Expr, number: int, span: Span | None) -> Expr:
    return Call(scalar.EQ, (index, Const(number, index.type)), {}, ScalarType(BOOL), span)


def _checked(index: Expr, elements: tuple[Var, ...], span: Span | None) -> Stmt:
    return Eval(Call(array.EXPECT_INDEX, (index,), {"extent": len(elements)}, NOTHING, span), span)


def _zero(var: Var) -> float | int | bool:
    assert isinstance(var.type, ScalarType)
    return False if var.type.dtype is BOOL else 0.0 if var.type.dtype is FP32 else 0
