# SPDX-License-Identifier: Apache-2.0
"""Loops: the forms that carry values explicitly, loops over the two vector cores, and jumps.

`pl.unroll` is expanded here, so that its variable is a number in each copy. In a manual scope, `pl.parallel` keeps one
task id per iteration. How headers are read is in loop_headers.py, which names a loop carries in carries.py.
"""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Callable
from typing import Any, NoReturn

from pypto.errors import Diagnostic
from pypto.frontend import constructs as c
from pypto.frontend.carried import Loop
from pypto.frontend.crossings import DIVISION, check_own_split, own_lane
from pypto.frontend.loop_headers import LoopHeaders
from pypto.frontend.names import assigned
from pypto.frontend.session import Session
from pypto.frontend.source import KernelSource
from pypto.frontend.state import LoopState
from pypto.frontend.values import Missing, is_retired
from pypto.ir import arith
from pypto.ir.dtypes import INDEX, TASK_ID, DType
from pypto.ir.enums import ScopeMode, SplitMode
from pypto.ir.nodes import (
    ArrayType,
    Break,
    Call,
    Const,
    Continue,
    Dim,
    Expr,
    For,
    ScalarType,
    TaskIdType,
    Var,
    While,
)
from pypto.ir.ops import array, scalar, system
from pypto.ir.ops.table import Op

MOST_STATEMENTS = 50_000  # that the loops of pl.unroll may make of a kernel


KINDS = {c.RANGE: "range", c.PARALLEL: "parallel", c.PIPELINE: "pipeline", c.UNROLL: "unroll"}


class Loops(LoopHeaders):
    """Lowers for, while, break and continue."""

    def __init__(self, session: Session, kernel: KernelSource) -> None:
        super().__init__(session, kernel)
        self.tests: set[ast.stmt] = set()  # the pl.cond statements that are in their place

    def for_loop(self, stmt: ast.For, function: c.Construct, call: ast.Call) -> None:
        if stmt.orelse:
            self.no_else(stmt)
        kind = KINDS[function]
        options = self.loop_options(call, kind)
        name, header = self.loop_target(stmt, options.get("init_values"))
        (start, stop, step), dtype = self.loop_bounds(call, kind)
        if kind == "unroll":
            self.unroll(stmt, name, start, stop, step, dtype, call)
            return
        stage = self.stage(options.get("stage"), kind, step, call)
        if (self.region is not None and kind == "parallel") or (self.region is None and kind == "pipeline"):
            self.misplaced_loop(kind, call)
            kind = "range"  # tasks run in parallel and tiles are pipelined; elsewhere both are plain loops
        initial = self.initial_values(options.get("init_values"), header)
        if kind == "parallel" and self.scope is ScopeMode.MANUAL:
            self.parallel(stmt, name, start, stop, step, dtype, initial)
            return
        trips = self.trips(start, stop, step)
        index: list[Var] = []

        def build(body: Callable[[], None]) -> None:
            var = self.fresh("i" if name == "_" else name, ScalarType(INDEX), self.span(stmt.target))
            with self.collect() as statements:
                self.env[name] = self.typed_index(name, var, dtype)
                index.append(self.env[name])
                body()
            self.emit(
                For(var, arith.to_expr(start), arith.to_expr(stop), arith.to_expr(step), tuple(statements),
                    kind, stage, self.span(stmt))
            )  # fmt: skip

        self.carrying(Loop(stmt, kind, build, [name], bool(trips), initial))
        for other in assigned(stmt.body):
            if trips and self.env.get(other) is index[-1]:  # what the last iteration gave it
                last = arith.add(start, (trips - 1) * (arith.as_int(step) or 0))
                self.env[other] = self.retyped(arith.to_expr(self.known(last)), dtype)

    def misplaced_loop(self, kind: str, call: ast.Call) -> None:
        """A hint: the loop runs, and is a plain one here."""
        inside = kind == "parallel"
        hint = Diagnostic(
            "loop-placement",
            f"pl.{kind} {'inside' if inside else 'outside'} of a region is a plain loop",
            self.span(call),
            "write pl.range, or "
            + ("put the region into the loop" if inside else "pl.parallel where iterations are independent"),
        )
        if hint not in self.session.warnings:
            self.session.warnings.append(hint)

    def typed_index(self, name: str, var: Var, dtype: DType) -> Expr:
        """The loop variable in the type of its bounds."""
        if dtype is INDEX:
            return var
        return self.define(var.name if name == "_" else name, self.retyped(var, dtype), var.span)

    def split_loop(self, stmt: ast.For, call: ast.Call) -> None:
        """`for lane in pl.split_aiv(2, mode=...)`: a body that both vector cores run."""
        sample = "for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):"
        if stmt.orelse:
            self.no_else(stmt)
        if not isinstance(stmt.target, ast.Name):
            self.syntax("the lane of pl.split_aiv is one plain name", stmt.target, sample, code="split-aiv")
        two = call.args[0] if len(call.args) == 1 else None
        if not isinstance(two, ast.Constant) or two.value != 2 or isinstance(two.value, float):
            self.syntax("pl.split_aiv takes the number 2", call, sample, code="split-aiv")
        for item in call.keywords:
            if item.arg is None:
                self.syntax("pl.split_aiv takes its mode by name", item.value, sample, code="split-aiv")
            if item.arg != "mode":
                self.syntax(f"pl.split_aiv has no keyword `{item.arg}`", item, sample, code="split-aiv")
        if not call.keywords:
            self.syntax("pl.split_aiv needs a mode", call, sample, code="split-aiv")
        mode = self.settled(call.keywords[0].value)
        if not isinstance(mode, SplitMode):
            self.syntax("mode= is one of pl.SplitMode", call.keywords[0].value, sample, code="split-aiv")
        region = self.region
        if region is None:
            self.syntax(
                "pl.split_aiv stands inside a region", call, "with pl.at(level=pl.Level.CORE_GROUP):",
                code="split-aiv",
            )  # fmt: skip
        if region.lane is not None:
            self.syntax(
                "a pl.split_aiv cannot stand inside another one",
                call,
                "end the first loop before it",
                code="split-aiv",
            )
        if region.split:
            self.syntax(
                "a region has pl.split or pl.split_aiv, not both",
                call,
                "leave pl.split out of optimizations=",
                code="split-aiv",
            )
        if self.kernel.kind == "incore":
            self.syntax(
                "pl.split_aiv belongs in a region of orchestration or of an inline helper",
                call,
                "with pl.at(level=pl.Level.CORE_GROUP):",
                code="split-aiv",
            )
        if region.crosses:
            self.refuse_both(call)
        name = stmt.target.id
        var = self.fresh("lane" if name == "_" else name, ScalarType(INDEX), self.span(stmt.target))
        region.loops = True
        zero, one, both = (Const(n, ScalarType(INDEX)) for n in (0, 1, 2))

        def build(body: Callable[[], None]) -> None:
            with self.collect() as statements:
                self.env[name] = var
                region.lane, region.mode = var, mode
                try:
                    body()
                finally:
                    region.lane = None
            self.emit(For(var, zero, both, one, tuple(statements), "split_aiv", mode.value, self.span(stmt)))

        self.carrying(Loop(stmt, "split_aiv", build, [name], True))

    def refuse_both(self, node: ast.AST) -> NoReturn:
        self.syntax(
            "a region has loops over the two vector cores or crossings with split=, not both",
            node,
            "for lane in pl.split_aiv(2, mode=...): around every crossing",
            code="split-aiv",
        )

    def bind_crossing(
        self, op: Op, spelling: str, node: ast.Call, level: str | None = None
    ) -> tuple[dict[str, Any], dict[str, ast.expr]]:
        """In a loop over the vector cores the loop says how a crossing is divided, elsewhere the call does."""
        region = self.region
        if len(node.args) > 1:
            self.syntax(
                f"{spelling} takes one value, found {len(node.args)}",
                node.args[1],
                "leave it out",
                code="split-aiv",
            )
        if region is None or region.lane is None:
            check_own_split(self, spelling, node)
            bound, nodes = self.bind(op, spelling, node, level)
            bound["lane"] = own_lane(self, op, bound, nodes, spelling, node)
            return bound, nodes
        for item in node.keywords:
            if item.arg in DIVISION:
                self.syntax(
                    f"{spelling} takes its mode from the loop around it",
                    item.value,
                    "leave it out",
                    code="split-aiv",
                )
        bound, nodes = self.bind(op, spelling, node, level)
        bound["split"], bound["lane"] = region.mode.value, region.lane
        return bound, nodes

    def parallel(
        self,
        stmt: ast.For,
        name: str,
        start: Dim,
        stop: Dim,
        step: Dim,
        dtype: DType,
        initial: dict[str, Expr],
    ) -> None:
        """`pl.parallel` in a manual scope: a task id that it carries is one id per iteration.

        Each iteration starts from the id before the loop, and the id after the loop stands for all of them.
        """
        before, after, within = dict(self.env), self.live_after(stmt), self.live_in_body(stmt)
        headers = [n for n, v in initial.items() if isinstance(v.type, TaskIdType)]
        ids = headers + [
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
                code="parallel-trip-count",
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
                self.env[name] = self.typed_index(name, var, dtype)
                body()
                for n, all_ids in arrays.items():
                    last = self.env[n]
                    if isinstance(last, Missing) or not isinstance(last, Expr) or last.type != TaskIdType():
                        self.changed(n, initial.get(n, before.get(n)), last, stmt)
                        continue
                    args = (all_ids, arith.to_expr(number), last)
                    self.effect(Call(array.UPDATE_ELEMENT, args, {}, all_ids.type, span), span)
            bounds = (arith.to_expr(start), arith.to_expr(stop), arith.to_expr(step))
            self.emit(For(var, *bounds, tuple(statements), "parallel", 1, span))

        yielded = self.carrying(Loop(stmt, "parallel", build, [name, *ids], bool(trips), initial, headers))
        results = []
        for n, all_ids in arrays.items():
            join = Call(system.TASK_DUMMY, (), {"deps": (all_ids,)}, TaskIdType(), span)
            result = yielded.get(n, n)
            self.env[result] = self.define(result, join, span)
            results.append(result)
        for n in headers if not arrays else ():  # no iteration: what it started with
            self.env[yielded.get(n, n)] = initial[n]
        for n in assigned(stmt.body):
            value = self.env.get(n)
            if (
                n not in before
                and n not in results
                and isinstance(value, Expr)
                and isinstance(value.type, TaskIdType)
            ):
                self.env[n] = self.missing_name(
                    n,
                    f"is one task id per iteration of the pl.parallel at line {stmt.lineno}",
                    f"bind it before the loop: {n} = pl.system.task_dummy(deps=[])",
                    code="task-id-per-iteration",
                )

    def unroll(
        self, stmt: ast.For, name: str, start: Dim, stop: Dim, step: Dim, dtype: DType, call: ast.Call
    ) -> None:
        a, b, s = (arith.as_int(v) for v in (start, stop, step))
        assert a is not None and b is not None and s is not None
        inside = sum(isinstance(node, ast.stmt) for item in stmt.body for node in ast.walk(item))
        self.session.unrolled += max(0, (b - a + s - (1 if s > 0 else -1)) // s) * inside
        if self.session.unrolled > MOST_STATEMENTS:
            self.syntax(
                f"more than {MOST_STATEMENTS} statements would be made by pl.unroll",
                call,
                "use pl.range",
                code="too-many-copies",
            )
        outer, self.loop = self.loop, LoopState("unroll", lambda: None)
        copies = range(a, b, s)
        outside = dict(self.env)
        try:
            if not copies:
                self.env[name] = Const(a, ScalarType(dtype), self.span(stmt.target))
                self.dead(
                    stmt.body,
                    f"is first bound inside the loop at line {stmt.lineno}, which runs zero times",
                    "bind it before the loop",
                )
                self.env.pop(name)
                self.env.update({name: outside[name]} if name in outside else {})
            inner = assigned(stmt.body)
            for index in copies:
                for given, value in outside.items():  # as in the second iteration of a loop that is kept
                    if given not in inner and is_retired(self.env.get(given)):
                        self.read_again(given, self.env[given], stmt.body)
                        self.env[given] = value
                self.env[name] = Const(index, ScalarType(dtype), self.span(stmt.target))
                self.block(stmt.body)
        finally:
            self.loop = outer

    @abstractmethod
    def dead(self, body: list[ast.stmt], why: str, help: str = ...) -> None:
        """Read statements that never run."""

    def while_loop(self, stmt: ast.While) -> None:
        if stmt.orelse:
            self.no_else(stmt)
        self.carrying_while(stmt, stmt.test, {})

    def carrying_while(self, stmt: ast.For | ast.While, test: ast.expr, initial: dict[str, Expr]) -> None:
        """A loop that runs while a condition holds, which each iteration reads first."""

        def build(body: Callable[[], None]) -> None:
            with self.collect() as setup:
                condition = self.condition(self.expr(test), test)
            with self.collect() as statements:
                body()
            self.emit(While(tuple(setup), condition, tuple(statements), self.span(stmt)))

        self.carrying(Loop(stmt, "while", build, explicit=initial))

    def explicit_while(self, stmt: ast.For, call: ast.Call) -> None:
        """`for (a, b) in pl.while_(init_values=(a0, b0)):` with `pl.cond(...)` as its first statement."""
        how = "for (a,) in pl.while_(init_values=(a0,)):"
        if stmt.orelse:
            self.no_else(stmt)
        if call.args:
            self.syntax("pl.while_ takes no positional argument", call.args[0], how, code="while-form")
        for keyword in call.keywords:
            if keyword.arg != "init_values":
                self.syntax(
                    f"pl.while_ has no keyword `{keyword.arg}`",
                    keyword,
                    "it takes init_values",
                    code="while-form",
                )
        values = call.keywords[0].value if call.keywords else None
        if not isinstance(values, ast.Tuple | ast.List):
            what = "needs init_values=" if values is None else "takes a tuple or list literal as init_values"
            self.syntax(f"pl.while_ {what}", values or call, how, code="while-form")
        target = stmt.target
        items = target.elts if isinstance(target, ast.Tuple) else []
        names = [item.id for item in items if isinstance(item, ast.Name)]
        if not names or len(names) != len(items):
            self.syntax(
                "a pl.while_ loop has a tuple of plain names as its target", target, how, code="while-form"
            )
        if len(names) != len(values.elts):
            self.names_for(names, values.elts, target)
        first = stmt.body[0]
        test = first.value if isinstance(first, ast.Expr) and isinstance(first.value, ast.Call) else None
        if test is None or self.expr(test.func) is not c.COND:
            self.syntax(
                "the first statement of a pl.while_ loop is pl.cond(...)",
                first,
                "pl.cond(a > 0)",
                code="cond-form",
            )
        self.tests.add(first)
        if len(test.args) != 1 or test.keywords:
            self.syntax("pl.cond takes one condition", test, "pl.cond(a > 0)", code="cond-form")

        self.carrying_while(stmt, test.args[0], self.initial_values(values, names))

    def jump(self, stmt: ast.Break | ast.Continue) -> None:
        word = "break" if isinstance(stmt, ast.Break) else "continue"
        if self.loop is None:
            self.invalid(f"`{word}` outside a loop", stmt, "use `if` and `else`", code="jump")
        if self.loop.kind == "region":
            self.invalid(
                f"`{word}` cannot leave a region, which is a task of its own",
                stmt,
                "decide it outside: put the region into an `if`",
                code="jump",
            )
        if self.loop.kind in ("spmd", "split_aiv"):
            what = "blocks" if self.loop.kind == "spmd" else "lanes"
            self.invalid(
                f"`{word}` in pl.{self.loop.kind}", stmt, f"{what} run at once: use `if`", code="jump"
            )
        if self.loop.kind not in ("range", "pipeline", "while"):
            self.invalid(f"`{word}` in pl.{self.loop.kind}", stmt, "use pl.range", code="jump")
        self.loop.jumps = True
        self.loop.carry()
        self.emit(Break(self.span(stmt)) if word == "break" else Continue(self.span(stmt)))
        self.terminated, self.decided = True, False
