# SPDX-License-Identifier: Apache-2.0
"""Computes at compile time what is known then.

    n = 4 * 16                                 x = pl.slice(a, [64, 8], [0, 0])
    x = pl.slice(a, [n, 8], [0, 0])       ->

    if 512 <= 2048:                            small(...)
        small(...)                        ->
    else:
        large(...)

    for i in pl.unroll(2):                     t_1 = pl.slice(a, [8, 8], [0, 0])
        t = pl.slice(a, [8, 8], [8 * i, 0])    sum_1 = pl.add(acc, t_1)
        sum = pl.add(acc, t)              ->   t_2 = pl.slice(a, [8, 8], [8, 0])
        acc = sum                              sum_2 = pl.add(sum_1, t_2)
                                               acc_1 = sum_2

Constants and aliases of variables that are assigned once go into every use, extents in types included;
scalar operations on constants are evaluated as the interpreter evaluates them; extents are shortened where
terms cancel; a branch on a constant keeps the arm that runs; loops without iterations, `pl.unroll` loops
and scalars that nothing reads disappear. All of it repeats until nothing changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pypto.errors import VerifierError
from pypto.ir import arith
from pypto.ir.dtypes import BOOL, INDEX
from pypto.ir.evaluate import constant
from pypto.ir.naming import free_name
from pypto.ir.nodes import (
    Assign,
    Block,
    Break,
    Call,
    Const,
    Continue,
    Dim,
    Eval,
    Expr,
    For,
    Function,
    If,
    Program,
    PtrType,
    Return,
    ScalarType,
    Scope,
    Stmt,
    TensorType,
    TileType,
    Type,
    Var,
    While,
    blocks_of,
    walk,
)
from pypto.ir.ops import memory, scalar
from pypto.ir.ops.table import Trait
from pypto.ir.visit import (
    Rewriter,
    Substitute,
    children,
    defined_vars,
    exprs_below,
    header_exprs,
    vars_in,
    vars_in_type,
)

_COMPARISONS = frozenset({scalar.EQ, scalar.NE, scalar.LT, scalar.LE, scalar.GT, scalar.GE})


def fold(program: Program) -> Program:
    """The program with everything computed that is known at compile time."""
    return program.with_functions({name: fold_function(f) for name, f in program.functions.items()})


def fold_function(function: Function) -> Function:
    while True:
        function = function.with_body(_Versions(function.body).block(function.body))
        folder = _Folder(function)
        function = function.with_body(folder.block(function.body))
        function, dropped = _drop_unused(function)
        if not folder.changed and not dropped:
            return function


def _written(body: Block) -> Iterator[Var]:
    """The variables whose elements `pl.write` changes, once per write."""
    for stmt in walk(body):
        if isinstance(stmt, Eval) and isinstance(stmt.value, Call) and stmt.value.op is memory.WRITE:
            target = stmt.value.args[0]
            if isinstance(target, Var):
                yield target


class _Folder(Rewriter):
    """One walk over a function; `changed` says whether another one may find more."""

    def __init__(self, function: Function) -> None:
        self.assigned = Counter(v for s in walk(function.body) for v in defined_vars(s))
        self.assigned.update(_written(function.body))  # a copy of what pl.write changes is a value of its own
        self.outer = {*function.symbols, *(p.var for p in function.params)}
        self.known: dict[Var, Expr] = {}
        self.retyped: dict[Var, Var] = {}
        self.origin: dict[Var, Var] = {}
        self.names = {v.name for v in (*self.assigned, *self.outer)}
        self.changed = False

    # Variables

    def var(self, var: Var) -> Expr:
        known = self.known.get(var, var)
        return self.retyped.get(known, known) if isinstance(known, Var) else known

    def target(self, var: Var) -> Var:
        if var not in self.retyped:
            type_ = self.type(var.type)
            self.retyped[var] = var if _key(type_) == _key(var.type) else replace(var, type=type_)
            self.origin[self.retyped[var]] = var
        return self.retyped[var]

    def settled(self, var: Var) -> bool:
        """Whether a variable is assigned once, so that an alias always has the same value."""
        return var in self.outer or self.assigned[self.origin.get(var, var)] == 1

    # Expressions and types

    def expr(self, expr: Expr) -> Expr:
        new = super().expr(expr)
        if not isinstance(new, Call):
            return new
        shorter = self.shorter(new)
        if shorter is not None:
            self.changed = True
            return shorter
        dims = [p.name for p in new.op.params if p.kind == "dims" and new.attrs.get(p.name) is not None]
        if dims:
            shapes = {name: tuple(map(_shorter_dim, new.attrs[name])) for name in dims}
            new = replace(new, attrs={**new.attrs, **shapes})
        return new

    def shorter(self, call: Call) -> Expr | None:
        """A constant or a smaller expression of the same value."""
        known = constant(call)
        if known is not None:
            return known
        if call.op is memory.DIM:
            tensor = call.args[0]
            assert tensor is not None and isinstance(tensor.type, TensorType)
            return arith.to_expr(tensor.type.shape[call.attrs["axis"]])
        if len(call.args) != 2 or not call.op.has(Trait.SCALAR):
            return None
        left, right = call.args
        assert left is not None and right is not None
        if call.op in (scalar.AND, scalar.OR):
            return _logic(call.op is scalar.AND, left, right)
        if left.type != ScalarType(INDEX) or right.type != ScalarType(INDEX):
            return None
        if call.op in _COMPARISONS:
            difference = arith.as_int(arith.sub(left, right))
            if difference is None or call.op.reference is None:
                return None
            return Const(call.op.reference(difference, 0), ScalarType(BOOL), call.span)
        if call.op in (scalar.MIN, scalar.MAX):
            order = arith.as_int(arith.sub(left, right))
            if order is None:
                return None
            return left if (order <= 0) == (call.op is scalar.MIN) else right
        by = arith.as_int(right)
        if by and call.op in (scalar.FLOORDIV, scalar.DIV, scalar.MOD):
            quotient = arith.exact_quotient(left, by)
            if quotient is not None:
                return arith.to_expr(0 if call.op is scalar.MOD else quotient)
        short = _shorter_dim(call)
        return None if short is call else arith.to_expr(short)

    def dim(self, dim: Dim) -> Dim:
        return _shorter_dim(super().dim(dim))

    def type(self, type_: Type) -> Type:
        new = super().type(type_)
        if isinstance(new, TensorType | TileType) and new.valid is not None:
            full = all(arith.same(v, s) for v, s in zip(new.valid, new.shape, strict=True))
            return replace(new, valid=None) if full else new
        return new

    # Statements

    def block(self, block: Block) -> Block:
        new = super().block(block)
        for number, stmt in enumerate(new[:-1]):
            if isinstance(stmt, Break | Continue | Return):
                return new[: number + 1]  # a branch that is always taken left this behind
        return new

    def stmt(self, stmt: Stmt) -> Stmt | tuple[Stmt, ...]:
        if isinstance(stmt, Assign):
            return self.assign(stmt)
        if isinstance(stmt, If):
            condition = self.expr(stmt.condition)
            if isinstance(condition, Const):
                self.changed = True
                return self.block(stmt.then if condition.value else stmt.orelse)
            then, orelse = self.block(stmt.then), self.block(stmt.orelse)
            if not then and not orelse:
                self.changed = True
                return ()
            return replace(stmt, condition=condition, then=then, orelse=orelse)
        if isinstance(stmt, While):
            # The body may change what the condition reads; only a constant condition is decided here.
            new = super().stmt(stmt)
            assert isinstance(new, While)
            if isinstance(new.condition, Const) and not new.condition.value:
                self.changed = True
                return new.setup
            return new
        if isinstance(stmt, For):
            return self.loop(stmt)
        if isinstance(stmt, Scope):
            inside = self.block(stmt.body)
            self.changed = self.changed or not inside
            return replace(stmt, body=inside) if inside else ()
        return super().stmt(stmt)

    def assign(self, stmt: Assign) -> Stmt | tuple[Stmt, ...]:
        value = self.expr(stmt.value)
        alias = isinstance(value, Var) and self.settled(value)
        if (isinstance(value, Const) or alias) and self.assigned[stmt.target] == 1:
            self.known[stmt.target] = value
            self.changed = True
            return ()
        return replace(stmt, target=self.target(stmt.target), value=value)

    def loop(self, stmt: For) -> Stmt | tuple[Stmt, ...]:
        bounds = tuple(self.expr(e) for e in (stmt.start, stmt.stop, stmt.step))
        start, stop, step = (arith.as_int(e) for e in bounds)
        known = start is not None and stop is not None and step is not None
        if known and step == 0:
            raise VerifierError("the step of a loop must not be 0", span=stmt.span, code="loop-step")
        if stmt.kind == "unroll":
            if not known:
                raise VerifierError(
                    "pl.unroll needs bounds that are known at compile time",
                    span=stmt.span,
                    code="unroll-bounds",
                )
            self.changed = True
            return self.unroll(stmt, range(start, stop, step))  # type: ignore[arg-type]
        if known and not range(start, stop, step):  # type: ignore[arg-type]
            self.changed = True
            return ()
        var = self.target(stmt.var)
        body = self.block(stmt.body)
        if not body:
            self.changed = True
            return ()
        return replace(stmt, var=var, start=bounds[0], stop=bounds[1], step=bounds[2], body=body)

    def unroll(self, stmt: For, steps: range) -> Block:
        leave = next(_leaves(stmt.body), None)
        if leave is not None:
            raise VerifierError(
                "break and continue cannot leave a pl.unroll loop", span=leave.span, code="jump"
            )
        copies = tuple(_Unroll(self, stmt).copies(steps))
        for var, count in Counter(v for s in walk(copies) for v in defined_vars(s)).items():
            self.assigned.setdefault(var, count)
        return self.block(copies)

    def fresh(self, var: Var) -> Var:
        return replace(var, name=free_name(var.name, self.names))


class _Versions(Rewriter):
    """Renames apart the values of a variable that no loop carries: all its assignments stand in one block."""

    def __init__(self, block: Block) -> None:
        homes: dict[Var, list[int]] = {}
        for number, inner in enumerate(_blocks(block)):
            for stmt in inner:
                for var in defined_vars(stmt):
                    homes.setdefault(var, []).append(number)
        self.straight = {v for v, found in homes.items() if len(found) > 1 and len(set(found)) == 1}
        self.taken = {v.name for v in homes}
        self.current: dict[Var, Var] = {}

    def var(self, var: Var) -> Expr:
        return self.current.get(var, var)

    def target(self, var: Var) -> Var:
        if var in self.straight:
            # The first value keeps the variable, the later ones get new ones.
            new = replace(var, name=free_name(var.name, self.taken)) if var in self.current else var
            self.current[var] = new
            return new
        return var


class _Unroll:
    """The copies of the body of one `pl.unroll` loop.

    A value that the loop carries is renamed from copy to copy, so that only the last one is assigned to the
    carrying variable. Variables of the body are renamed apart; code after the loop reads those of the last
    copy.
    """

    def __init__(self, folder: _Folder, loop: For) -> None:
        self.folder = folder
        self.loop = loop
        inside = Counter(v for s in walk(loop.body) for v in defined_vars(s))
        top = Counter(s.target for s in loop.body if isinstance(s, Assign))
        self.own = {v for v in inside if folder.assigned[v] == inside[v]}
        self.carried = {v for v in inside if v not in self.own and top[v] == inside[v]}

    def copies(self, steps: range) -> Iterator[Stmt]:
        current: dict[Var, Expr] = {}
        for step in steps:
            mapping: dict[Var, Expr] = {**current, self.loop.var: Const(step, self.loop.var.type)}
            copy = _Copy(mapping, self.own, self.folder)
            for stmt in self.loop.body:
                if isinstance(stmt, Assign) and stmt.target in self.carried:
                    value = copy.expr(stmt.value)
                    if not self.lasting(value):
                        held = self.folder.fresh(stmt.target)
                        yield Assign(held, value, stmt.span)
                        value = held
                    copy.mapping[stmt.target] = current[stmt.target] = value
                else:
                    yield from copy.block((stmt,))
            self.folder.known.update({v: copy.mapping[v] for v in self.own if v in copy.mapping})
        for var, value in current.items():
            yield Assign(var, value, self.loop.span)

    def lasting(self, value: Expr) -> bool:
        """Whether the expression keeps its value through the remaining copies."""
        if isinstance(value, Const):
            return True
        # A variable that is assigned elsewhere too may change before the next copy reads it.
        return isinstance(value, Var) and self.folder.assigned[value] <= 1


class _Copy(Substitute):
    """Substitution that renames the variables in `own` apart."""

    def __init__(self, mapping: dict[Var, Expr], own: set[Var], folder: _Folder) -> None:
        super().__init__(mapping, folder.fresh)
        self.own = own

    def target(self, var: Var) -> Var:
        return super().target(var) if var in self.own else var


def _blocks(block: Block) -> Iterator[Block]:
    """A block and all blocks inside it."""
    yield block
    for stmt in block:
        for inner in blocks_of(stmt):
            yield from _blocks(inner)


def _leaves(block: Block) -> Iterator[Stmt]:
    """The break and continue statements of a block that belong to the loop around it."""
    for stmt in block:
        if isinstance(stmt, Break | Continue):
            yield stmt
        elif not isinstance(stmt, For | While):
            for inner in blocks_of(stmt):
                yield from _leaves(inner)


def _logic(both: bool, left: Expr, right: Expr) -> Expr | None:
    for a, b in ((left, right), (right, left)):
        if isinstance(a, Const):
            return b if bool(a.value) == both else a
    return None


def _size(dim: Dim) -> int:
    return 1 if isinstance(dim, int) else 1 + sum(_size(c) for c in children(dim))


def _shorter_dim(dim: Dim) -> Dim:
    """The normal form of an extent where it is static or smaller, else the extent as it was written."""
    short = arith.simplify(dim)
    return short if isinstance(short, int) or _size(short) < _size(dim) else dim


def _key(type_: Type) -> Any:
    """Equal for types that are written alike, extents included."""
    if isinstance(type_, TensorType):
        dims = (type_.shape, type_.strides, type_.valid)
        return (
            type_.dtype,
            type_.local,
            type_.layout,
            type_.pad,
            *(None if d is None else tuple(map(arith.key, d)) for d in dims),
        )
    if isinstance(type_, TileType) and type_.valid is not None:
        return (replace(type_, valid=None), *map(arith.key, type_.valid))
    return type_


def _pure(expr: Expr) -> bool:
    if isinstance(expr, Call):
        return expr.op.has(Trait.PURE) and all(_pure(c) for c in children(expr))
    return isinstance(expr, Var | Const)


def _drop_unused(function: Function) -> tuple[Function, bool]:
    """Without the scalars that nothing reads; whether there were any."""
    used: set[Var] = set()

    for stmt in walk(function.body):
        for expr in header_exprs(stmt):
            used.update(vars_in(expr))
            for call in exprs_below(expr):
                used.update(vars_in_type(call.type))
        for var in defined_vars(stmt):
            used.update(vars_in_type(var.type))
    sweeper = _Sweeper(used)
    body = sweeper.block(function.body)
    placed = {
        v: replace(v, type=replace(v.type, memref=replace(v.type.memref, base=None)))
        for stmt in walk(body)
        for v in defined_vars(stmt)
        if isinstance(v.type, TileType) and v.type.memref is not None and v.type.memref.base is not None
    }
    if placed:  # the allocation is gone; its name stays
        body = Substitute(placed).block(body)
    return function.with_body(body), sweeper.dropped


class _Sweeper(Rewriter):
    def __init__(self, used: set[Var]) -> None:
        self.used = used
        self.dropped = False

    def expr(self, expr: Expr) -> Expr:
        return expr

    def type(self, type_: Type) -> Type:
        return type_

    def stmt(self, stmt: Stmt) -> Stmt | tuple[Stmt, ...]:
        if isinstance(stmt, Assign) and isinstance(stmt.target.type, PtrType):
            self.dropped = True
            return ()  # the places of tiles keep its name
        if (
            isinstance(stmt, Assign)
            and stmt.target not in self.used
            and isinstance(stmt.target.type, ScalarType)
            and _pure(stmt.value)
        ):
            self.dropped = True
            return ()
        return super().stmt(stmt)
