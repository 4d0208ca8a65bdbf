# SPDX-License-Identifier: Apache-2.0
"""Inside regions, `continue` and `break` become branches and flags.

    for i in pl.range(n):                    i_next = 0
        if i == skip:                        going = i_next < n
            continue                         while going:
        if i > last:                             i = i_next
            break                    ->          i_next = i + 1
        pl.assemble(y, t, [i, 0])                going = i_next < n
                                                 if i == skip:
                                                     pass
                                                 else:
                                                     if i > last:
                                                         going = False
                                                     else:
                                                         pl.assemble(y, t, [i, 0])

What follows a branch with a jump goes into the arm that goes on. Where an arm only may jump, the rest stands under a
flag; where the rest reads values that the branch defines, each arm gets a copy of it. A loop without `break` stays the
loop that it is. Orchestration keeps its jumps: C++ has them.

A loop of a region whose step is known at run time only counts its iterations instead:

    for i in pl.range(a, b, s):              for i_count in pl.range((b - a + s - sign(s)) // s):
        ...                          ->          i = a + i_count * s
                                                 ...
"""

from __future__ import annotations

from dataclasses import replace

from pypto.errors import UnsupportedFeatureError
from pypto.ir import arith
from pypto.ir.calls import CORE_KINDS
from pypto.ir.dtypes import BOOL, INDEX
from pypto.ir.naming import free_name
from pypto.ir.nodes import (
    Assign,
    Block,
    Break,
    Call,
    Const,
    Continue,
    Dim,
    Expr,
    For,
    Function,
    If,
    Program,
    Region,
    ScalarType,
    Stmt,
    Var,
    While,
    walk,
)
from pypto.ir.ops import scalar
from pypto.ir.visit import Rewriter, Substitute, defined_vars, header_exprs, vars_in, vars_in_type

MOST_STATEMENTS = 20000
"""Of one loop body with its copies."""

_INDEX, _BOOL = ScalarType(INDEX), ScalarType(BOOL)


def structured_jumps(program: Program) -> Program:
    """Every function, with no jump left in code that runs on a core."""
    return program.with_functions({name: _Regions(f).run() for name, f in program.functions.items()})


class _Regions(Rewriter):
    """Rewrites the loops of regions, inner ones first."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.core = function.kind in CORE_KINDS
        self.names = {v.name for s in walk(function.body) for v in defined_vars(s)}
        self.names |= {v.name for v in (*function.symbols, *(p.var for p in function.params))}

    def run(self) -> Function:
        return self.function.with_body(self.block(self.function.body))

    def stmt(self, stmt: Stmt) -> Stmt | tuple[Stmt, ...]:
        if isinstance(stmt, Region):
            outer, self.core = self.core, True
            new = super().stmt(stmt)
            self.core = outer
            return new
        if self.core and isinstance(stmt, For) and arith.as_int(arith.simplify(stmt.step)) is None:
            *ahead, stmt = self.counted(stmt)
            last = self.stmt(stmt)
            return (*ahead, *(last if isinstance(last, tuple) else (last,)))
        new = super().stmt(stmt)
        if not self.core or not isinstance(new, For | While):
            return new
        if not any(_jumps(s) for s in new.body):
            return new
        assert isinstance(stmt, For | While)
        carried = _defined(self.function.body, stmt.body)
        if not any(_jumps(s, Break) for s in new.body):
            return replace(new, body=_Body(self, new, carried, None).straight(new.body))
        return self.for_loop(new, carried) if isinstance(new, For) else self.while_loop(new, carried)

    def fresh(self, name: str, type_: ScalarType, like: Stmt) -> Var:
        return Var(free_name(name, self.names), type_, like.span)

    def counted(self, loop: For) -> tuple[Stmt, ...]:
        """The loop over its number of iterations; of none where the step is 0, as division by zero gives 0."""
        ahead = list[Stmt]()

        def once(name: str, value: Dim) -> Expr:
            expr = arith.to_expr(value)
            if isinstance(expr, Const):
                return expr
            var = self.fresh(f"{loop.var.name}_{name}", _INDEX, loop)
            ahead.append(Assign(var, expr, loop.span))
            return var

        start, step = once("start", loop.start), once("step", loop.step)
        sign = arith.minimum(arith.maximum(step, -1), 1)
        span = arith.sub(arith.add(arith.sub(loop.stop, start), step), sign)
        trips = once("trips", Call(scalar.FLOORDIV, (arith.to_expr(span), step), {}, _INDEX, loop.span))
        count = self.fresh(f"{loop.var.name}_count", _INDEX, loop)
        at = Assign(loop.var, arith.to_expr(arith.add(start, arith.mul(count, step))), loop.span)
        zero, one = Const(0, _INDEX), Const(1, _INDEX)
        return (
            *ahead,
            replace(loop, var=count, start=zero, stop=trips, step=one, body=(at, *loop.body)),
        )

    def for_loop(self, loop: For, carried: set[Var]) -> tuple[Stmt, ...]:
        """The loop as a `while` that counts itself, so that a break costs no idle iterations."""
        step = arith.as_int(arith.simplify(loop.step))
        assert step
        ahead = self.fresh(f"{loop.var.name}_next", _INDEX, loop)
        going = self.fresh("going", _BOOL, loop)
        stop, start = loop.stop, list[Stmt]()
        if not isinstance(stop, Const):  # computed once, whatever the body does to its variables
            stop = self.fresh(f"{loop.var.name}_stop", _INDEX, loop)
            start.append(Assign(stop, loop.stop, loop.span))
        more = Call(scalar.LT if step > 0 else scalar.GT, (ahead, stop), {}, _BOOL, loop.span)
        start += [Assign(ahead, loop.start, loop.span), Assign(going, more, loop.span)]
        inside = _Body(self, loop, carried, going).straight(loop.body)
        head: tuple[Stmt, ...] = (
            Assign(loop.var, ahead, loop.span),
            Assign(ahead, arith.to_expr(arith.add(loop.var, step)), loop.span),
        )
        if not any(
            isinstance(s, Assign) and s.target is going for s in inside
        ):  # else the first iteration is the last
            head = (*head, Assign(going, more, loop.span))
        body = (*head, *inside)
        return (*start, While((), going, body, loop.span))

    def while_loop(self, loop: While, carried: set[Var]) -> tuple[Stmt, ...]:
        """The condition moves into the body: after a break it is not computed again."""
        going = self.fresh("going", _BOOL, loop)
        inner = If(going, _Body(self, loop, carried, going).straight(loop.body), (), loop.span)
        body = (*loop.setup, Assign(going, loop.condition, loop.span), inner)
        start = Assign(going, Const(True, _BOOL), loop.span)
        return (start, While((), going, body, loop.span))


class _Body:
    """One loop body without its jumps: every path gets to its end."""

    def __init__(self, regions: _Regions, loop: For | While, carried: set[Var], going: Var | None) -> None:
        self.regions = regions
        self.loop = loop
        self.going = going
        self.carried = carried  # what has a value before the loop
        self.flags: list[Var] = []
        self.size = 0

    def straight(self, block: Block) -> Block:
        out: list[Stmt] = []
        for number, stmt in enumerate(block):
            self.size += 1
            if self.size > MOST_STATEMENTS:
                raise UnsupportedFeatureError(
                    "too many branches of this loop lead to a `break` or `continue`",
                    span=self.loop.span,
                    help="put the rest of the loop body under one if",
                    code="jump-copies",
                )
            if isinstance(stmt, Break | Continue):
                off = [*self.flags, *([self.going] if self.going and isinstance(stmt, Break) else [])]
                return (*out, *(Assign(flag, Const(False, _BOOL), stmt.span) for flag in off))
            if isinstance(stmt, If) and _jumps(stmt):
                return (*out, *self.branch(stmt, block[number + 1 :]))
            out.append(stmt)
        return tuple(out)

    def branch(self, stmt: If, rest: Block) -> Block:
        """A branch with jumps, and what follows it."""
        then, orelse = stmt.then, stmt.orelse
        if _ends(then):
            orelse = (*orelse, *rest)
        elif _ends(orelse):
            then = (*then, *rest)
        elif rest and self.needs(rest, stmt):
            then, orelse = (*then, *rest), self.apart((*orelse, *rest))
        elif rest:
            stay = self.regions.fresh("stay", _BOOL, stmt)
            self.flags.append(stay)
            branch = replace(stmt, then=self.straight(then), orelse=self.straight(self.apart(orelse)))
            self.flags.pop()
            start = Assign(stay, Const(True, _BOOL), stmt.span)
            return (start, branch, If(stay, self.straight(rest), (), stmt.span))
        return (replace(stmt, then=self.straight(then), orelse=self.straight(orelse)),)

    def needs(self, rest: Block, branch: If) -> bool:
        """Whether statements read what only the branch before them defines."""
        inside = _defined((branch,)) - self.carried
        return any(var in inside for stmt in walk(rest) for var in _read(stmt))

    def apart(self, block: Block) -> Block:
        """The statements with variables of their own: those that merge both arms are not read after them any more."""
        return _Copy(_defined(block) - self.carried, self.regions.names).block(block)


class _Copy(Substitute):
    """Renames the variables in `own` apart."""

    def __init__(self, own: set[Var], names: set[str]) -> None:
        super().__init__({}, lambda var: replace(var, name=free_name(var.name, names)))
        self.own = own

    def target(self, var: Var) -> Var:
        return super().target(var) if var in self.own else var


def _jumps(stmt: Stmt, kind: type[Stmt] | tuple[type[Stmt], ...] = (Break, Continue)) -> bool:
    """Whether a statement may leave the iteration around it."""
    if isinstance(stmt, If):
        return any(_jumps(s, kind) for s in (*stmt.then, *stmt.orelse))
    return isinstance(stmt, kind)


def _ends(block: Block) -> bool:
    """Whether no path gets to the end of a block."""
    for stmt in block:
        if isinstance(stmt, Break | Continue):
            return True
        if isinstance(stmt, If) and _ends(stmt.then) and _ends(stmt.orelse):
            return True
    return False


def _defined(block: Block, without: Block = ()) -> set[Var]:
    """Variables assigned in a block, apart from the statements in `without`."""
    left_out = set(map(id, walk(without)))
    return {v for s in walk(block) if id(s) not in left_out for v in defined_vars(s)}


def _read(stmt: Stmt) -> list[Var]:
    found = [v for e in header_exprs(stmt) for v in _all(e)]
    return found + [v for target in defined_vars(stmt) for v in vars_in_type(target.type)]


def _all(expr: Expr) -> list[Var]:
    found = list(vars_in(expr))
    return found + [v for inner in found for v in vars_in_type(inner.type)] + list(vars_in_type(expr.type))
