# SPDX-License-Identifier: Apache-2.0
"""Splices functions into their callers.

    def shifted(x, y):                     # Inline
        t = pl.slice(x, [8, C], [0, 0])
        pl.assemble(y, t, [0, 0])
    def run(a, b):                         # Orchestration
        with pl.at(...):
            self.shifted(a, b)
    ->
    def run(a, b):
        with pl.at(...):
            t = pl.slice(a, [8, 64], [0, 0])
            pl.assemble(b, t, [0, 0])

A function that runs on a core becomes a region of its own, unless the call stands in one already:

    self.scale(a, b)                  ->   with pl.at(level=pl.Level.CORE_GROUP, name_hint="scale"):
                                               ...

Every call gets its own copies of the callee's variables. A parameter becomes the caller's variable, so that
writing it writes the caller's tensor; a composite scalar argument is evaluated once, before the body. A
dynamic extent of the callee becomes the extent that the caller's argument has there. The value that the
callee returns is computed straight into the variable that takes the result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from pypto.errors import InternalError, UnsupportedFeatureError, VerifierError
from pypto.ir import arith
from pypto.ir.calls import CORE_KINDS
from pypto.ir.groups import is_group
from pypto.ir.naming import free_name
from pypto.ir.nodes import (
    Assign,
    Block,
    Const,
    Dim,
    Eval,
    Expr,
    Function,
    Invoke,
    Program,
    PtrType,
    Region,
    Return,
    Stmt,
    TensorType,
    TileType,
    Type,
    Var,
    walk,
)
from pypto.ir.visit import Rewriter, Substitute, defined_vars

SPLICED = frozenset({"Inline", *CORE_KINDS})
"""Kinds of functions whose bodies go where they are called."""


def inline(program: Program) -> Program:
    """The entry with the bodies of all functions that it calls; beside it only those with a C++ body are left."""
    refuse_pointers(program.entry_function)
    entry = _Inliner(program.functions, _as_region(program.entry_function)).run(())
    external = {name: f for name, f in program.functions.items() if f.external}
    return program.with_functions({program.entry: _as_entry(entry), **external})


def refuse_pointers(function: Function) -> None:
    """The host has no buffer of a core to hand over."""
    for param in function.params:
        if isinstance(param.type, PtrType):
            raise UnsupportedFeatureError(
                f"parameter `{param.name}` of {function.name} is a pl.Ptr, and the host has none to pass",
                span=param.var.span,
                help="make it in the function: p = pl.tile.alloc(pl.Mem.Vec, size)",
                code="unsupported",
            )


def _as_region(function: Function) -> Function:
    """The function; one whose kernels run together launches them."""
    if function.kind != "Group":
        return function
    calls = tuple(stmt for stmt in function.body if not isinstance(stmt, Return))
    region = Region(calls, function.name, span=function.span)
    return replace(function, kind="Orchestration", body=(region, *function.body[len(calls) :]))


def _as_entry(function: Function) -> Function:
    """The function as orchestration; the body of one that runs on a core becomes one region."""
    if function.kind == "Opaque":
        return replace(function, kind="Orchestration")
    if function.kind not in CORE_KINDS:
        return function
    body, end = function.body, tuple[Stmt, ...]()
    if body and isinstance(body[-1], Return):
        body, end = body[:-1], body[-1:]
    region = Region(body, function.name, span=function.span)
    return replace(function, kind="Orchestration", body=(region, *end))


class _Inliner(Rewriter):
    """Replaces the calls in one function by the callees' bodies."""

    def __init__(self, functions: Mapping[str, Function], function: Function) -> None:
        self.functions = functions
        self.function = function
        self.assigned = Counter(_targets(function.body))
        self.names = {v.name for v in (*self.assigned, *function.symbols, *(p.var for p in function.params))}
        self.active: tuple[str, ...] = ()
        self.core = function.kind in CORE_KINDS  # code that runs on a core already

    def run(self, active: tuple[str, ...]) -> Function:
        self.active = active
        return self.function.with_body(self.block(self.function.body))

    def stmt(self, stmt: Stmt) -> Stmt | tuple[Stmt, ...]:
        if isinstance(stmt, Assign | Eval) and isinstance(stmt.value, Invoke):
            callee = self.functions.get(stmt.value.function)
            if callee is None:
                raise InternalError(f"call of {stmt.value.function}, which is no function of the program")
            if callee.kind == "Group":
                return self.group(Region((stmt,), callee.name, span=stmt.value.span or stmt.span))
            if callee.kind in SPLICED and not callee.external:
                results = (stmt.target,) if isinstance(stmt, Assign) else stmt.value.results
                body = self.splice(callee, stmt.value, results)
                if callee.kind == "Inline" or self.core:
                    return body
                return Region(body, callee.name, span=stmt.value.span or stmt.span)
        if isinstance(stmt, Region) and self.is_group(stmt):
            return self.group(stmt)
        if isinstance(stmt, Region):
            outer, self.core = self.core, True
            region = super().stmt(stmt)
            self.core = outer
            return region
        return super().stmt(stmt)

    def is_group(self, region: Region) -> bool:
        """Whether a region holds kernels that run together."""
        if is_group(region):
            return True
        called = [
            self.functions[s.value.function]
            for s in region.body
            if isinstance(s, Eval) and isinstance(s.value, Invoke) and s.value.function in self.functions
        ]
        return any(f.kind == "Group" for f in called) or sum(f.kind in CORE_KINDS for f in called) > 1

    def group(self, region: Region) -> tuple[Stmt, ...]:
        """The kernels of a group as regions of one region; what computes their arguments stands before it."""
        body: list[Stmt] = []
        for stmt in region.body:
            value = stmt.value if isinstance(stmt, Eval) else None
            callee = self.functions.get(value.function) if isinstance(value, Invoke) else None
            if callee is not None and callee.kind == "Group":
                assert isinstance(value, Invoke)
                body += self.splice(callee, value, value.results)
            else:
                made = self.stmt(stmt)
                body += made if isinstance(made, tuple) else (made,)
        launches = [s for s in body if not isinstance(s, Assign)]
        before = [s for s in body if isinstance(s, Assign)]
        if len(launches) == 1 and isinstance(launches[0], Region):  # one kernel is no group
            return (*before, replace(region, body=launches[0].body, block=launches[0].block))
        return (*before, replace(region, body=tuple(launches)))

    def splice(self, callee: Function, call: Invoke, results: tuple[Var | None, ...]) -> Block:
        if callee.name in self.active:
            cycle = " -> ".join((*self.active[self.active.index(callee.name) :], callee.name))
            raise VerifierError(
                f"inline functions call each other in a cycle: {cycle}", span=call.span, code="recursion"
            )
        if len(call.args) != len(callee.params):
            raise InternalError(f"{callee.name} takes {len(callee.params)} arguments, found {len(call.args)}")
        mapping: dict[Var, Expr] = {}
        before: list[Stmt] = []
        for param, arg in zip(callee.params, call.args, strict=True):
            if not isinstance(arg, Var | Const):
                before.append(Assign(self.fresh(Var(param.name, arg.type, arg.span)), arg, arg.span))
                arg = before[-1].target  # type: ignore[attr-defined]
            mapping[param.var] = arg
        for symbol, extent in _extents(callee, call.args):
            mapping.setdefault(symbol, extent)
        body, values = _split_return(callee)
        copies = self.receive(callee, values, results, mapping)
        copy = _Copy(mapping, self.fresh)
        spliced = copy.block(body)
        self.assigned.update(_targets(spliced))
        after = [Assign(v, copy.expr(value), call.span) for v, value in copies]
        outer, self.active = self.active, (*self.active, callee.name)
        whole = self.block((*before, *spliced, *after))
        self.active = outer
        return whole

    def receive(
        self,
        callee: Function,
        values: tuple[Expr, ...],
        results: tuple[Var | None, ...],
        mapping: dict[Var, Expr],
    ) -> list[tuple[Var, Expr]]:
        """Maps returned variables to the results; the pairs that need an assignment after the body."""
        if results and len(results) != len(values):
            raise InternalError(f"{callee.name} returns {len(values)} values, {len(results)} are taken")
        own = set(_targets(callee.body))
        copies = []
        for result, value in zip(results, values, strict=False):
            if result is None:
                continue
            direct = isinstance(value, Var) and value in own and value not in mapping
            if direct and self.assigned[result] == 1:
                mapping[value] = result  # type: ignore[index]
            else:
                copies.append((result, value))
        return copies

    def fresh(self, var: Var) -> Var:
        return replace(var, name=free_name(var.name, self.names), written=var.written or var.name)


class _Copy(Substitute):
    """Substitution that keeps extents in normal form."""

    def dim(self, dim: Dim) -> Dim:
        return arith.simplify(super().dim(dim))


def _targets(block: Block) -> Iterator[Var]:
    for stmt in walk(block):
        yield from defined_vars(stmt)


def _split_return(callee: Function) -> tuple[Block, tuple[Expr, ...]]:
    body, values = callee.body, tuple[Expr, ...]()
    if body and isinstance(body[-1], Return):
        values, body = body[-1].values, body[:-1]
    early = next((s for s in walk(body) if isinstance(s, Return)), None)
    if early is not None:
        raise VerifierError(
            "`return` must be the last statement of an inline function", span=early.span, code="return-place"
        )
    return body, values


def _extents(callee: Function, args: tuple[Expr, ...]) -> Iterator[tuple[Var, Expr]]:
    """What each dynamic extent of the callee is in the caller."""
    symbols = set(callee.symbols)
    for param, arg in zip(callee.params, args, strict=True):
        for wanted, given in zip(_dims(param.type), _dims(arg.type), strict=True):
            if isinstance(wanted, Var) and wanted in symbols:
                yield wanted, arith.to_expr(given)


def _dims(type_: Type) -> tuple[Dim, ...]:
    if isinstance(type_, TensorType):
        return (*type_.shape, *type_.valid_shape)
    if isinstance(type_, TileType):
        return type_.valid_shape
    return ()
