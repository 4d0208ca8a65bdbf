# SPDX-License-Identifier: Apache-2.0
"""`pl.pipeline(..., stage=F)` becomes a loop whose body stands F times, and a loop for the rest.

    for i in pl.pipeline(n, stage=2):         for i in pl.range(0, n // 2 * 2, 2):
        t = pl.load(x, [i, 0], ...)               t = pl.load(x, [i, 0], ...);      ... t ...
        ... t ...                        ->       t_1 = pl.load(x, [i + 1, 0], ...); ... t_1 ...
                                              for i in pl.range(n // 2 * 2, n, 1): ...

The buffers that the copies load into are kept apart, as the hardware needs to overlap transfer and arithmetic.
"""

from __future__ import annotations

from dataclasses import replace

from pypto.errors import ParserSyntaxError, VerifierError
from pypto.ir import arith
from pypto.ir.dtypes import INDEX
from pypto.ir.nodes import (
    Assign,
    Block,
    Call,
    Const,
    Dim,
    Expr,
    For,
    Function,
    Program,
    ScalarType,
    Stmt,
    TileType,
    Var,
    walk,
)
from pypto.ir.ops import scalar, transfer
from pypto.ir.visit import Rewriter, Substitute, defined_vars

_INDEX = ScalarType(INDEX)


def pipeline_loops(program: Program) -> Program:
    """Expand the pipelined loops of every core function."""
    functions = {
        name: _Expand(f).run() if f.kind in ("AIV", "AIC") else f for name, f in program.functions.items()
    }
    return program.with_functions(functions)


class _Expand(Rewriter):
    def __init__(self, function: Function) -> None:
        self.function = function
        self.apart: list[tuple[Var, ...]] = []
        self.assigned: dict[Var, int] = {}
        for stmt in walk(function.body):
            for var in defined_vars(stmt):
                self.assigned[var] = self.assigned.get(var, 0) + 1

    def run(self) -> Function:
        body = self.block(self.function.body)
        attrs = {**self.function.attrs, "apart": tuple(self.apart)} if self.apart else self.function.attrs
        return replace(self.function, body=body, attrs=attrs)

    def stmt(self, stmt: Stmt) -> Stmt | tuple[Stmt, ...]:
        new = super().stmt(stmt)
        if not (isinstance(new, For) and new.kind == "pipeline"):
            return new
        step = arith.as_int(arith.simplify(new.step))
        if step is None:
            raise ParserSyntaxError(
                "the step of pl.pipeline must be static",
                span=new.span,
                help="use pl.range for a run-time step",
                code="pipeline-step",
            )
        if new.stage == 1:
            return replace(new, kind="range")
        return self.expand(new, step)

    def expand(self, loop: For, step: int) -> tuple[Stmt, ...]:
        stage = loop.stage
        for stmt in walk(loop.body):
            type_ = stmt.target.type if isinstance(stmt, Assign) else None
            if isinstance(type_, TileType) and type_.memref is not None:
                raise VerifierError(
                    f"a tile of the pl.MemRef `{type_.memref.name}` is made inside a pl.pipeline of {stage} stages",
                    span=stmt.span,
                    help="use pl.range, or leave the buffer to the compiler",
                    code="annotation",
                )
        size = step * stage
        trips = _trips(loop.start, loop.stop, step)
        middle = arith.simplify(arith.add(loop.start, arith.mul(_floordiv(trips, stage), size)))
        copies: list[Block] = []
        loads: list[list[Var]] = []
        for k in range(stage):
            at = loop.var if k == 0 else Var(f"{loop.var.name}_{k}", _INDEX, loop.var.span)
            head: tuple[Stmt, ...] = ()
            if k:
                head = (Assign(at, arith.to_expr(arith.add(loop.var, k * step)), loop.span),)
            body = self.copy(loop.body, loop.var, at, k)
            loads.append(_load_targets(body))
            copies.append((*head, *body))
        for same in zip(*loads, strict=True):
            self.apart.append(tuple(same))
        main = replace(
            loop,
            stop=arith.to_expr(middle),
            step=Const(size, _INDEX),
            kind="range",
            stage=1,
            body=tuple(s for c in copies for s in c),
        )
        if arith.same(middle, loop.stop):
            return (main,)
        at = Var(f"{loop.var.name}_rest", _INDEX, loop.var.span)
        rest = replace(
            loop,
            var=at,
            start=arith.to_expr(middle),
            kind="range",
            stage=1,
            body=self.copy(loop.body, loop.var, at, stage),
        )
        return (main, rest)

    def copy(self, body: Block, var: Var, at: Expr, index: int) -> Block:
        """The body for one stage; what it carries keeps its variable, all else is renamed apart."""
        if index == 0:
            return body
        inside: dict[Var, int] = {}
        for stmt in walk(body):
            for v in defined_vars(stmt):
                inside[v] = inside.get(v, 0) + 1
        carried: dict[Var, Expr] = {v: v for v, n in inside.items() if self.assigned.get(v, 0) > n}

        def fresh(v: Var) -> Var:
            new = Var(f"{v.name}_{index}", v.type, v.span)
            self.assigned[new] = self.assigned.get(v, 1)
            return new

        return Substitute({**carried, var: at}, fresh).block(body)


def _load_targets(body: Block) -> list[Var]:
    return [
        s.target
        for s in body
        if isinstance(s, Assign) and isinstance(s.value, Call) and s.value.op is transfer.LOAD
    ]


def _floordiv(a: Dim, b: int) -> Dim:
    value = arith.as_int(a)
    if value is not None:
        return value // b
    return Call(scalar.FLOORDIV, (arith.to_expr(a), Const(b, _INDEX)), {}, _INDEX)


def _trips(start: Expr, stop: Expr, step: int) -> Dim:
    """How often a loop runs: max(0, ceil((stop - start) / step))."""
    if step > 0:
        span = arith.add(arith.sub(stop, start), step - 1)
        return arith.maximum(_floordiv(span, step), 0)
    span = arith.add(arith.sub(start, stop), -step - 1)
    return arith.maximum(_floordiv(span, -step), 0)
