# SPDX-License-Identifier: Apache-2.0
"""Loops: which names are carried round, and what a name denotes once the loop is done.

A loop gives each name that it rebinds and that is read again a carry variable:

    s = full(...)                     s = full(...)
    for j in pl.range(8):             s_1 = s
        s = pl.add(s, v)         ->   for j in range(8):
                                          s_2 = add(s_1, v)
                                          s_1 = s_2

`pl.unroll` is expanded here, so that its variable is a number in each copy.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pypto.errors import (
    ParserError,
    ParserTypeError,
    Span,
    UnsupportedFeatureError,
)
from pypto.frontend import constructs as c
from pypto.frontend.names import assigned, targets
from pypto.frontend.source import KernelSource
from pypto.frontend.state import (
    POISON,
    LoopState,
    Missing,
    Session,
    Value,
    describe,
    is_global,
    is_number,
    same_type,
    same_value,
    storage,
    write_instead,
)
from pypto.frontend.subscripts import Subscripts
from pypto.ir import arith
from pypto.ir.dtypes import INDEX, TASK_ID
from pypto.ir.enums import ScopeMode
from pypto.ir.nodes import (
    ArrayType,
    Assign,
    Break,
    Call,
    Const,
    Continue,
    Dim,
    Expr,
    For,
    ScalarType,
    TaskIdType,
    TensorType,
    TileType,
    Var,
    While,
)
from pypto.ir.ops import array, scalar, system

KINDS = {c.RANGE: "range", c.PARALLEL: "parallel", c.PIPELINE: "pipeline", c.UNROLL: "unroll"}
KEYWORDS = {
    "range": ("init_values", "attrs"),
    "parallel": ("init_values", "attrs"),
    "pipeline": ("init_values", "stage", "attrs"),
    "unroll": ("attrs",),
}


@dataclass
class Carry:
    """A name that a loop carries: the variable that holds it between iterations, and its value before the loop."""

    name: str
    var: Var
    initial: Expr
    read_first: bool  # the body may read what the iteration before left


class Loops(Subscripts):
    """Lowers for, while, break and continue."""

    def __init__(self, session: Session, kernel: KernelSource) -> None:
        super().__init__(session, kernel)
        self.tests: set[ast.stmt] = set()  # the pl.cond statements that are in their place

    def live_after(self, stmt: ast.stmt) -> frozenset[str]:
        return self.session.liveness[self.kernel].after[id(stmt)]

    def live_in_body(self, stmt: ast.stmt) -> frozenset[str]:
        return self.session.liveness[self.kernel].body_start[id(stmt)]

    # Loops

    def for_loop(self, stmt: ast.For, function: c.Construct, call: ast.Call) -> None:
        if stmt.orelse:
            self.unsupported("`else` of a loop is not part of the kernel language", stmt.orelse[0])
        kind = KINDS[function]
        options = self.loop_options(call, kind)
        name, header = self.loop_target(stmt, options.get("init_values"))
        start, stop, step = self.loop_bounds(call, kind)
        if kind == "unroll":
            self.unroll(stmt, name, start, stop, step, call)
            return
        stage = self.stage(options.get("stage"), kind, step, call)
        if (self.region is not None and kind == "parallel") or (self.region is None and kind == "pipeline"):
            kind = "range"  # tasks run in parallel and tiles are pipelined; elsewhere both are plain loops
        initial = self.initial_values(options.get("init_values"), header)
        if kind == "parallel" and self.scope is ScopeMode.MANUAL:
            self.parallel(stmt, name, start, stop, step, initial)
            return
        var = self.fresh("i" if name == "_" else name, ScalarType(INDEX), self.span(stmt.target))
        trips = self.trips(start, stop, step)

        def build(body: Callable[[], None]) -> None:
            with self.collect() as statements:
                self.env[name] = var
                body()
            self.emit(
                For(var, arith.to_expr(start), arith.to_expr(stop), arith.to_expr(step), tuple(statements),
                    kind, stage, self.span(stmt))
            )  # fmt: skip

        self.carrying(stmt, kind, build, initial, trips is not None and trips > 0, [name])

    def parallel(
        self, stmt: ast.For, name: str, start: Dim, stop: Dim, step: Dim, initial: dict[str, Expr]
    ) -> None:
        """`pl.parallel` in a manual scope: a task id that it carries is one id per iteration.

        Each iteration starts from the id before the loop, and the id after the loop stands for all of them.
        """
        before, after, within = dict(self.env), self.live_after(stmt), self.live_in_body(stmt)
        if any(isinstance(v.type, TaskIdType) for v in initial.values()):
            self.unsupported(
                "a task id among the init_values of pl.parallel in a manual scope is not built yet",
                stmt,
                "rebind a name that was bound before the loop",
            )
        ids = [
            n
            for n in assigned(stmt.body)
            if n != name and n in after | within and n not in initial
            and isinstance(before.get(n), Expr) and isinstance(before[n].type, TaskIdType)
        ]  # fmt: skip
        trips = self.trips(start, stop, step)
        if ids and trips is None:
            self.unsupported(
                f"how often this pl.parallel runs must be known, since it carries the task id `{ids[0]}`",
                stmt.iter,
                "use a static bound, or pl.range",
            )
        span = self.span(stmt)
        arrays: dict[str, Var] = {}
        for n in ids if trips else ():
            call = Call(
                array.CREATE, (), {"extent": trips, "dtype": TASK_ID}, ArrayType(trips or 0, TASK_ID), span
            )
            arrays[n] = self.define(f"{n}_all", call, span)
        var = self.fresh("i" if name == "_" else name, ScalarType(INDEX), self.span(stmt.target))
        number = arith.exact_quotient(arith.sub(var, start), arith.as_int(step) or 1)
        if number is None or arith.as_int(step) is None:
            number = Call(
                scalar.FLOORDIV, (arith.to_expr(arith.sub(var, start)), arith.to_expr(step)), {}, var.type
            )

        def build(body: Callable[[], None]) -> None:
            with self.collect() as statements:
                self.env[name] = var
                body()
                for n, all_ids in arrays.items():
                    last = self.env[n]
                    if isinstance(last, Missing) or not isinstance(last, Expr) or last.type != TaskIdType():
                        self.changed(n, before[n], last, stmt)
                        continue
                    args = (all_ids, arith.to_expr(number), last)
                    self.effect(Call(array.UPDATE_ELEMENT, args, {}, all_ids.type, span), span)
            bounds = (arith.to_expr(start), arith.to_expr(stop), arith.to_expr(step))
            self.emit(For(var, *bounds, tuple(statements), "parallel", 1, span))

        self.carrying(stmt, "parallel", build, initial, bool(trips), [name, *ids])
        for n, all_ids in arrays.items():
            join = Call(system.TASK_DUMMY, (), {"deps": (all_ids,)}, TaskIdType(), span)
            self.env[n] = self.define(n, join, span)
        for n in assigned(stmt.body):
            value = self.env.get(n)
            if n not in before and isinstance(value, Expr) and isinstance(value.type, TaskIdType):
                self.env[n] = self.missing_name(
                    n,
                    f"is one task id per iteration of the pl.parallel at line {stmt.lineno}",
                    f"bind it before the loop: {n} = pl.system.task_dummy(deps=[])",
                )

    def loop_options(self, call: ast.Call, kind: str) -> dict[str, ast.expr]:
        options = {}
        for keyword in call.keywords:
            if keyword.arg is None or keyword.arg not in KEYWORDS[kind]:
                help = f"it takes {', '.join(KEYWORDS[kind])}"
                if keyword.arg == "stage":
                    help = "stage belongs to pl.pipeline"
                if keyword.arg == "init_values":
                    help = "use pl.range"
                self.syntax(f"pl.{kind} has no keyword `{keyword.arg}`", keyword.value, help)
            options[keyword.arg] = keyword.value
        return options

    def loop_target(self, stmt: ast.For, init_values: ast.expr | None) -> tuple[str, list[str]]:
        """The loop variable, and the names of explicitly carried values."""
        target = stmt.target
        if init_values is None:
            if not isinstance(target, ast.Name):
                self.syntax("the loop variable is one plain name", target)
            return target.id, []
        shape_ok = (
            isinstance(target, ast.Tuple)
            and len(target.elts) == 2
            and isinstance(target.elts[0], ast.Name)
            and isinstance(target.elts[1], ast.Tuple)
            and all(isinstance(item, ast.Name) for item in target.elts[1].elts)
        )
        if not shape_ok:
            self.syntax(
                "a loop with init_values has the target `i, (a, b)`",
                target,
                "for i, (a,) in pl.range(n, init_values=(a0,)):",
            )
        if not isinstance(init_values, ast.Tuple | ast.List):
            self.syntax("init_values is a tuple or list literal", init_values)
        assert isinstance(target, ast.Tuple)
        names = [item.id for item in target.elts[1].elts if isinstance(item, ast.Name)]  # type: ignore[attr-defined]
        if len(names) != len(init_values.elts):
            self.syntax(f"{len(names)} names for {len(init_values.elts)} initial values", target)
        assert isinstance(target.elts[0], ast.Name)
        return target.elts[0].id, names

    def initial_values(self, node: ast.expr | None, names: list[str]) -> dict[str, Expr]:
        if node is None:
            return {}
        assert isinstance(node, ast.Tuple | ast.List)
        found = {}
        for name, item in zip(names, node.elts, strict=True):
            value = self.settled(item)
            if is_number(value):
                value = self.literal(value)
            if not isinstance(value, Expr):
                self.type_error(
                    f"an initial value is a tensor or a scalar, `{self.quote(item)}` is {describe(value)}",
                    item,
                )
            found[name] = value
        return found

    def loop_bounds(self, call: ast.Call, kind: str) -> tuple[Dim, Dim, Dim]:
        if not 1 <= len(call.args) <= 3:
            self.syntax(f"pl.{kind} takes (stop), (start, stop) or (start, stop, step)", call)
        values = [self.dim(self.settled(item), item) for item in call.args]
        start: Dim = 0
        step: Dim = 1
        if len(values) == 1:
            stop = values[0]
        else:
            start, stop, *rest = values
            step = rest[0] if rest else 1
        if arith.as_int(step) == 0:
            self.syntax("the step of a loop must not be 0", call.args[2])
        if kind == "unroll" and not all(arith.as_int(self.known(v)) is not None for v in (start, stop, step)):
            self.syntax(
                "the bounds of pl.unroll must be known while the kernel is read", call, "use pl.range"
            )
        if kind == "pipeline" and arith.as_int(step) is None:
            self.unsupported(
                "the step of pl.pipeline must be known while the kernel is read", call.args[2], "use pl.range"
            )
        return self.known(start), self.known(stop), self.known(step)

    def stage(self, node: ast.expr | None, kind: str, step: Dim, call: ast.Call) -> int:
        if kind != "pipeline":
            return 1
        if node is None:
            self.syntax("pl.pipeline needs stage=", call, "pl.pipeline(n, stage=2)")
        value = self.static(self.settled(node), node, "stage")
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            self.syntax(f"stage is a whole number of at least 1, found {value!r}", node)
        return value

    def trips(self, start: Dim, stop: Dim, step: Dim) -> int | None:
        """How often a loop runs, where that is known."""
        a, b, s = (arith.as_int(v) for v in (start, stop, step))
        if a is None or b is None or s is None:
            distance = arith.as_int(arith.sub(stop, start))
            if distance is None or s is None:
                return None
            a, b = 0, distance
        return len(range(a, b, s))

    def unroll(self, stmt: ast.For, name: str, start: Dim, stop: Dim, step: Dim, call: ast.Call) -> None:
        a, b, s = (arith.as_int(v) for v in (start, stop, step))
        assert a is not None and b is not None and s is not None
        outer, self.loop = self.loop, LoopState("unroll", lambda: None)
        try:
            for index in range(a, b, s):
                self.env[name] = Const(index, ScalarType(INDEX), self.span(stmt.target))
                self.block(stmt.body)
        finally:
            self.loop = outer

    def while_loop(self, stmt: ast.While) -> None:
        if stmt.orelse:
            self.unsupported("`else` of a loop is not part of the kernel language", stmt.orelse[0])

        def build(body: Callable[[], None]) -> None:
            with self.collect() as setup:
                condition = self.condition(self.expr(stmt.test), stmt.test)
            with self.collect() as statements:
                body()
            self.emit(While(tuple(setup), condition, tuple(statements), self.span(stmt)))

        self.carrying(stmt, "while", build, {}, False, [])

    def explicit_while(self, stmt: ast.For, call: ast.Call) -> None:
        """`for (a, b) in pl.while_(init_values=(a0, b0)):` with `pl.cond(...)` as its first statement."""
        how = "for (a,) in pl.while_(init_values=(a0,)):"
        if stmt.orelse:
            self.unsupported("`else` of a loop is not part of the kernel language", stmt.orelse[0])
        if call.args:
            self.syntax("pl.while_ takes no positional argument", call.args[0], how)
        for keyword in call.keywords:
            if keyword.arg != "init_values":
                self.syntax(
                    f"pl.while_ has no keyword `{keyword.arg}`", keyword.value, "it takes init_values"
                )
        values = call.keywords[0].value if call.keywords else None
        if not isinstance(values, ast.Tuple | ast.List):
            what = "needs init_values=" if values is None else "takes a tuple or list literal as init_values"
            self.syntax(f"pl.while_ {what}", values or call, how)
        target = stmt.target
        items = target.elts if isinstance(target, ast.Tuple) else []
        names = [item.id for item in items if isinstance(item, ast.Name)]
        if not names or len(names) != len(items):
            self.syntax("a pl.while_ loop has a tuple of plain names as its target", target, how)
        if len(names) != len(values.elts):
            self.syntax(f"{len(names)} names for {len(values.elts)} initial values", target)
        first = stmt.body[0]
        test = first.value if isinstance(first, ast.Expr) and isinstance(first.value, ast.Call) else None
        if test is None or self.expr(test.func) is not c.COND:
            self.syntax("the first statement of a pl.while_ loop is pl.cond(...)", first, "pl.cond(a > 0)")
        self.tests.add(first)
        if len(test.args) != 1 or test.keywords:
            self.syntax("pl.cond takes one condition", test, "pl.cond(a > 0)")

        def build(body: Callable[[], None]) -> None:
            with self.collect() as setup:
                condition = self.condition(self.expr(test.args[0]), test.args[0])
            with self.collect() as statements:
                body()
            self.emit(While(tuple(setup), condition, tuple(statements), self.span(stmt)))

        self.carrying(stmt, "while", build, self.initial_values(values, names), False, [])

    def carrying(
        self,
        stmt: ast.For | ast.While,
        kind: str,
        build: Callable[[Callable[[], None]], None],
        explicit: dict[str, Expr],
        runs: bool,
        bound: Sequence[str],
    ) -> None:
        """Lower a loop whose statement `build` makes from a body; `runs`: it has at least one iteration."""
        live, live_body = self.live_after(stmt), self.live_in_body(stmt)
        before, since, at = dict(self.env), self.now, len(self.out)
        names = [n for n in assigned(stmt.body) if n not in bound]
        carries = [Carry(n, self.carry_var(n, first, stmt), first, True) for n, first in explicit.items()]
        fixed: dict[str, Value] = {}
        for name in names:
            value = before.get(name)
            if name in explicit or name not in before or isinstance(value, Missing):
                continue
            if name not in live_body and name not in live:
                continue
            if isinstance(value, Expr) and self.is_carriable(value):
                carries.append(Carry(name, self.carry_var(name, value, stmt), value, name in live_body))
            else:
                fixed[name] = value
        for carry in carries:
            self.env[carry.name] = carry.var
            if carry.initial in self.session.cube:
                self.session.cube.add(carry.var)
        ends: dict[str, Value] = {}
        yielded: dict[str, str] = {}

        def close() -> None:
            """The copies at the end of an iteration."""
            self.copy([(carry, self.env.get(carry.name)) for carry in carries], stmt)
            for name, value in fixed.items():
                if not same_value(self.env.get(name), value) and name in live_body:
                    self.changed(name, value, self.env.get(name), stmt)

        def body() -> None:
            outer = self.loop
            self.loop = loop = LoopState(kind, close)
            try:
                self.block(stmt.body)
            finally:
                self.loop = outer
            ends.update(self.env)
            if explicit:
                yielded.update(self.yield_names(stmt.body, list(explicit)))
                for header, target in yielded.items():
                    self.env[header] = self.env.get(target, POISON)
            if not self.terminated:
                close()
            self.terminated = False
            ends[""] = loop.jumps

        build(body)
        starts = [Assign(carry.var, carry.initial, self.span(stmt)) for carry in carries]
        self.out[at:at] = [s for s in starts if s.target not in self.session.dropped]
        self.after_loop(stmt, before, ends, carries, fixed, live, since, runs, bound, explicit, yielded)

    def carry_var(self, name: str, value: Expr, stmt: ast.stmt) -> Var:
        span = value.span if value.span is not None else self.span(stmt)
        return self.fresh(name, value.type, span)

    def is_carriable(self, value: Value) -> bool:
        if not isinstance(value, Expr):
            return False
        if isinstance(value.type, TensorType):
            return value.type.local
        return isinstance(value.type, ScalarType | TaskIdType | TileType)

    def copy(self, moves: Sequence[tuple[Carry, Value]], stmt: ast.stmt) -> None:
        """Assign all carries at once; a source that another copy overwrites is saved first."""
        pending: list[tuple[Var, Expr]] = []
        for carry, value in moves:
            if value is carry.var or isinstance(value, Missing) or value is None:
                continue
            if not isinstance(value, Expr) or not same_type(value.type, carry.var.type):
                if carry.read_first:
                    self.session.report(self.retype_error(carry.name, carry.var, value, stmt))
                self.session.dropped.add(carry.var)
                continue
            pending.append((carry.var, value))
        overwritten = {var for var, _ in pending}
        for i, (var, value) in enumerate(pending):
            if isinstance(value, Var) and value in overwritten:
                pending[i] = (var, self.temporary(value, value.span))
        for var, value in pending:
            self.emit(Assign(var, value, value.span))
            if value in self.session.cube:
                self.session.cube.add(var)

    def retype_error(self, name: str, was: Value, now: Value, stmt: ast.stmt) -> ParserError:
        place: ast.AST | Span = stmt
        if isinstance(now, Expr) and now.span is not None:
            place = now.span
        what = storage(was, now)
        if what is not None:
            return self.error(
                UnsupportedFeatureError,
                f"`{name}` denotes another {what} at the end of the loop body than at its start",
                place,
                help=write_instead(what, name),
            )
        help = None
        if isinstance(was, Expr) and isinstance(now, Expr):
            a, b = was.type, now.type
            if isinstance(a, ScalarType) and isinstance(b, ScalarType):
                help = f"keep the type: pl.cast(..., pl.{a.dtype}), or start from pl.const(0, pl.{b.dtype})"
            elif is_global(was) and not is_global(now):
                help = f"to write into the tensor: {name}[:, :] = ..."
        return self.error(
            ParserTypeError,
            f"cannot reassign `{name}` with a different type: was {describe(was)}, got {describe(now)}",
            place,
            help=help,
        )

    def changed(self, name: str, was: Value, now: Value, stmt: ast.stmt) -> None:
        """A name that denotes something else in the next iteration."""
        if now is not None and not isinstance(now, Missing):
            self.session.report(self.retype_error(name, was, now, stmt))

    def yield_names(self, body: list[ast.stmt], headers: list[str]) -> dict[str, str]:
        """Header name -> target of the body's `a, b = pl.yield_(...)`; the header itself without a yield."""
        for stmt in body:
            if isinstance(stmt, ast.Expr) and self.is_yield(stmt.value):
                self.syntax("a yield is assigned: new = pl.yield_(value)", stmt)
            if isinstance(stmt, ast.Assign) and self.is_yield(stmt.value):
                names = [n for target in stmt.targets for n in targets(target)]
                if len(names) != len(headers):
                    self.type_error(
                        f"pl.yield_ gives {len(names)} values, the loop carries {len(headers)}", stmt
                    )
                return dict(zip(headers, names, strict=True))
        return {}

    def is_yield(self, node: ast.expr) -> bool:
        return (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name | ast.Attribute)
            and self.expr(node.func) is c.YIELD
        )

    def after_loop(
        self,
        stmt: ast.For | ast.While,
        before: dict[str, Value],
        ends: dict[str, Value],
        carries: list[Carry],
        fixed: dict[str, Value],
        live: frozenset[str],
        since: int,
        runs: bool,
        bound: Sequence[str],
        explicit: dict[str, Expr],
        yielded: dict[str, str],
    ) -> None:
        """Bindings once the loop is done."""
        jumps = bool(ends.pop("", False))
        self.env = dict(before)
        line = stmt.lineno
        for name in assigned(stmt.body):
            if name in before and not isinstance(before[name], Missing):
                continue
            value = ends.get(name, POISON)
            if isinstance(value, Missing) or not self.depends_on(value, since):
                self.env[name] = value
            elif name in live and runs and not jumps and self.is_carriable(value) and isinstance(value, Expr):
                self.env[name] = value  # at least one iteration: its last value is there
            else:
                self.env[name] = self.missing_name(
                    name,
                    f"is first bound inside the loop at line {line}, which may run zero times",
                    "bind it before the loop",
                )
        for name in bound:
            self.env[name] = before.get(name) or self.missing_name(
                name, f"is the variable of the loop at line {line}"
            )
        for carry in carries:
            if carry.name in explicit:
                target = yielded.get(carry.name, carry.name)
                self.env[target] = carry.var
            elif carry.var in self.session.dropped:
                after = self.changed_in_loop(carry.name, carry.var, ends.get(carry.name), line)
                self.env[carry.name] = POISON if carry.read_first else after
            else:
                self.env[carry.name] = carry.var
        for name, value in fixed.items():
            end = ends.get(name)
            if not same_value(end, value) and end is not None and not isinstance(end, Missing):
                read_first = name in self.live_in_body(stmt)
                self.env[name] = POISON if read_first else self.changed_in_loop(name, value, end, line)

    def changed_in_loop(self, name: str, was: Value, now: Value, line: int) -> Missing:
        """What a name denotes after a loop that changed its type or buffer; reading it is the mistake."""
        what = storage(was, now)
        if what is not None:
            return Missing(
                UnsupportedFeatureError(
                    f"`{name}` denotes another {what} after the loop at line {line}",
                    help=write_instead(what, name),
                )
            )
        return Missing(
            ParserTypeError(
                f"`{name}` has no one type after the loop at line {line}: {describe(was)} before it, "
                f"{describe(now)} in it"
            )
        )

    def depends_on(self, value: Value, since: int) -> bool:
        """Whether a binding mentions a variable that was created after a point."""
        if isinstance(value, Var):
            return self.inside_since(value, since)
        if isinstance(value, tuple):
            return any(self.depends_on(item, since) for item in value)
        return False

    # Jumps

    def jump(self, stmt: ast.Break | ast.Continue) -> None:
        word = "break" if isinstance(stmt, ast.Break) else "continue"
        if self.loop is None:
            self.invalid(f"`{word}` outside a loop", stmt)
        if self.loop.kind not in ("range", "pipeline", "while"):
            self.invalid(f"`{word}` in pl.{self.loop.kind}", stmt, "use pl.range")
        self.loop.jumps = True
        self.loop.carry()
        self.emit(Break(self.span(stmt)) if word == "break" else Continue(self.span(stmt)))
        self.terminated, self.decided = True, False
