# SPDX-License-Identifier: Apache-2.0
"""Walking and rewriting: what a node reads and writes, and substitution of variables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from pypto.ir.nodes import (
    Assign,
    Block,
    Call,
    Const,
    Dim,
    Eval,
    Expr,
    For,
    If,
    Invoke,
    Launch,
    Region,
    Return,
    Scope,
    Stmt,
    TensorType,
    TileType,
    TupleType,
    Type,
    Var,
    While,
)


def exprs_in(value: Any) -> Iterator[Expr]:
    """The expressions inside an attribute value (dimension lists are tuples)."""
    if isinstance(value, Expr):
        yield value
    elif isinstance(value, tuple | list):
        for item in value:
            yield from exprs_in(item)


def children(expr: Expr) -> Iterator[Expr]:
    """The expressions directly below one."""
    if isinstance(expr, Call):
        yield from (a for a in expr.args if a is not None)
        for value in expr.attrs.values():
            yield from exprs_in(value)
    elif isinstance(expr, Invoke):
        yield from expr.args


def exprs_below(expr: Expr) -> Iterator[Expr]:
    """An expression and all that it is made of, outer ones first."""
    yield expr
    if not isinstance(expr, Var | Const):
        for child in children(expr):
            yield from exprs_below(child)


def vars_in(expr: Expr) -> list[Var]:
    """All variables that an expression reads, with repeats, left to right."""
    found: list[Var] = []
    _collect_vars(expr, found)
    return found


def _collect_vars(expr: Expr, found: list[Var]) -> None:
    if isinstance(expr, Var):
        found.append(expr)
    elif not isinstance(expr, Const):
        for child in children(expr):
            _collect_vars(child, found)


def vars_in_type(type_: Type) -> Iterator[Var]:
    """The variables that extents, strides and valid extents of a type mention."""
    if isinstance(type_, TensorType):
        for dims in (type_.shape, type_.strides or (), type_.valid or ()):
            for dim in dims:
                if isinstance(dim, Expr):
                    yield from vars_in(dim)
    elif isinstance(type_, TileType):
        for dim in type_.valid or ():
            if isinstance(dim, Expr):
                yield from vars_in(dim)
    elif isinstance(type_, TupleType):
        for item in type_.items:
            yield from vars_in_type(item)


def header_exprs(stmt: Stmt) -> Iterator[Expr]:
    """The expressions that a statement itself evaluates (not those of the blocks inside it)."""
    if isinstance(stmt, Assign | Eval):
        yield stmt.value
    elif isinstance(stmt, For):
        yield from (stmt.start, stmt.stop, stmt.step)
    elif isinstance(stmt, While | If):
        yield stmt.condition
    elif isinstance(stmt, Region | Launch):
        if isinstance(stmt, Launch):
            yield from stmt.args
            yield from stmt.extents
        if stmt.blocks is not None:
            yield stmt.blocks
        yield from stmt.deps
        for value in stmt.attrs.values():
            yield from exprs_in(value)
    elif isinstance(stmt, Return):
        yield from stmt.values


def defined_vars(stmt: Stmt) -> tuple[Var, ...]:
    """The variables that a statement itself assigns."""
    if isinstance(stmt, Assign):
        return (stmt.target,)
    if isinstance(stmt, Eval) and isinstance(stmt.value, Invoke):
        return tuple(v for v in stmt.value.results if v is not None)
    if isinstance(stmt, For):
        return (stmt.var,)
    if isinstance(stmt, Region):
        return tuple(v for v in (stmt.block, stmt.task) if v is not None)
    if isinstance(stmt, Launch) and stmt.task is not None:
        return (stmt.task,)
    return ()


class Rewriter:
    """Rebuilds a block; override `expr` and `stmt`.

    The default `stmt` rewrites nested expressions and blocks. Returning a tuple from `stmt` splices it.
    """

    def block(self, block: Block) -> Block:
        out: list[Stmt] = []
        for stmt in block:
            new = self.stmt(stmt)
            if isinstance(new, tuple):
                out.extend(new)
            else:
                out.append(new)
        return tuple(out)

    def var(self, var: Var) -> Expr:
        """What stands where a variable is read."""
        return var

    def target(self, var: Var) -> Var:
        """What stands where a variable is assigned."""
        return var

    def expr(self, expr: Expr) -> Expr:
        if isinstance(expr, Var):
            return self.var(expr)
        if isinstance(expr, Call):
            return replace(
                expr,
                args=tuple(None if a is None else self.expr(a) for a in expr.args),
                attrs={k: self.attr(v) for k, v in expr.attrs.items()},
                type=self.type(expr.type),
            )
        if isinstance(expr, Invoke):
            return replace(
                expr,
                args=tuple(self.expr(a) for a in expr.args),
                type=self.type(expr.type),
                results=tuple(None if r is None else self.target(r) for r in expr.results),
            )
        return expr

    def attr(self, value: Any) -> Any:
        if isinstance(value, Expr):
            return self.expr(value)
        if isinstance(value, tuple):
            return tuple(self.attr(v) for v in value)
        return value

    def dim(self, dim: Dim) -> Dim:
        return self.expr(dim) if isinstance(dim, Expr) else dim

    def type(self, type_: Type) -> Type:
        if isinstance(type_, TensorType):
            if not any(
                isinstance(d, Expr) for d in (*type_.shape, *(type_.strides or ()), *(type_.valid or ()))
            ):
                return type_
            return replace(
                type_,
                shape=tuple(self.dim(d) for d in type_.shape),
                strides=None if type_.strides is None else tuple(self.dim(d) for d in type_.strides),
                valid=None if type_.valid is None else tuple(self.dim(d) for d in type_.valid),
            )
        if isinstance(type_, TileType) and type_.valid is not None:
            return replace(type_, valid=(self.dim(type_.valid[0]), self.dim(type_.valid[1])))
        if isinstance(type_, TupleType):
            return TupleType(tuple(self.type(t) for t in type_.items))
        return type_

    def stmt(self, stmt: Stmt) -> Stmt | tuple[Stmt, ...]:
        if isinstance(stmt, Assign):
            value = self.expr(stmt.value)
            return replace(stmt, value=value, target=self.target(stmt.target))
        if isinstance(stmt, Eval):
            return replace(stmt, value=self.expr(stmt.value))
        if isinstance(stmt, For):
            start, stop, step = (self.expr(e) for e in (stmt.start, stmt.stop, stmt.step))
            var = self.target(stmt.var)
            return replace(stmt, var=var, start=start, stop=stop, step=step, body=self.block(stmt.body))
        if isinstance(stmt, While):
            setup = self.block(stmt.setup)
            return replace(stmt, setup=setup, condition=self.expr(stmt.condition), body=self.block(stmt.body))
        if isinstance(stmt, If):
            return replace(
                stmt,
                condition=self.expr(stmt.condition),
                then=self.block(stmt.then),
                orelse=self.block(stmt.orelse),
            )
        if isinstance(stmt, Region):
            blocks = None if stmt.blocks is None else self.expr(stmt.blocks)
            deps = tuple(self.expr(d) for d in stmt.deps)
            attrs = {k: self.attr(v) for k, v in stmt.attrs.items()}
            block = None if stmt.block is None else self.target(stmt.block)
            body = self.block(stmt.body)
            task = None if stmt.task is None else self.target(stmt.task)
            return replace(stmt, blocks=blocks, deps=deps, attrs=attrs, block=block, body=body, task=task)
        if isinstance(stmt, Scope):
            return replace(stmt, body=self.block(stmt.body))
        if isinstance(stmt, Launch):
            return replace(
                stmt,
                args=tuple(self.expr(a) for a in stmt.args),
                extents=tuple(self.expr(a) for a in stmt.extents),
                blocks=None if stmt.blocks is None else self.expr(stmt.blocks),
                deps=tuple(self.expr(d) for d in stmt.deps),
                attrs={k: self.attr(v) for k, v in stmt.attrs.items()},
                task=None if stmt.task is None else self.target(stmt.task),
            )
        if isinstance(stmt, Return):
            return replace(stmt, values=tuple(self.expr(v) for v in stmt.values))
        return stmt


class Substitute(Rewriter):
    """Replaces variables; `fresh`, where it is given, makes the variables of targets that are not in the map."""

    def __init__(self, mapping: Mapping[Var, Expr], fresh: Callable[[Var], Var] | None = None) -> None:
        self.mapping: dict[Var, Expr] = dict(mapping)
        self.fresh = fresh

    def var(self, var: Var) -> Expr:
        return self.mapping.get(var, var)

    def target(self, var: Var) -> Var:
        known = self.mapping.get(var)
        if isinstance(known, Var):
            return known
        if self.fresh is None:
            return var
        new = self.fresh(replace(var, type=self.type(var.type)))
        self.mapping[var] = new
        return new
