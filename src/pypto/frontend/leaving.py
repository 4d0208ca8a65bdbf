# SPDX-License-Identifier: Apache-2.0
"""The region itself, and what leaves it.

A value that is computed in a region and read after it leaves through global memory:

    with pl.at(...):                    v_1 = create_tensor([16, 64], FP32)
        v = pl.add(a, b)         ->     with pl.at(...):
    (v is read later)                       v = add(a, b)
                                            assemble(v_1, v, [0, 0])
"""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pypto.errors import (
    ScopeIsolationError,
    Span,
    VerifierError,
)
from pypto.frontend.extents import MOST_TERMS
from pypto.frontend.names import assigned
from pypto.frontend.source import KernelSource
from pypto.frontend.state import LoopState, RegionState
from pypto.frontend.task_options import Task, TaskOptions
from pypto.frontend.values import Missing, Value
from pypto.ir.enums import AtomicType, Level, ScopeMode
from pypto.ir.nodes import (
    ArrayType,
    Call,
    Eval,
    Expr,
    Region,
    ScalarType,
    Stmt,
    TaskIdType,
    TensorType,
)
from pypto.ir.ops import memory
from pypto.ir.visit import vars_in


class Leaving(TaskOptions):
    """Makes regions of bodies."""

    in_cluster: tuple[str | None, bool] | None = (
        None  # inside pl.cluster: its name, and whether it holds several
    )

    @abstractmethod
    def on_one_core(self, level: Level, whose: str, lower: Callable[[], Any]) -> None:
        """Lower code that runs on one kind of core; report an operation of the other kind."""

    @abstractmethod
    def kernel_call(self, stmt: ast.stmt) -> KernelSource | None:
        """The callee of `f(...)` or `y = f(...)`, else None."""

    def check_cluster(self, task: Task, node: Span) -> None:
        """No task of its own stands behind a launch inside pl.cluster."""
        if self.in_cluster is None:
            return
        for what, found in (
            ("deps=", task.deps),
            *((f"{name}=", task.attrs.get(name)) for name in ("allow_early_resolve", "predicate", "dumps")),
            ("a task id", task.name),
        ):
            if found:
                self.syntax(
                    f"{what} belongs to one task, and a launch inside pl.cluster is a part of the group's",
                    node,
                    "leave it out, or launch outside of pl.cluster",
                    code="cluster",
                )

    def enter(self, stmt: ast.stmt, body: list[ast.stmt], task: Task, name: str | None = None) -> None:
        """Lower `body` as one task; `name` is the block index of the loop form."""
        before = self.env.get(name) if name is not None else None
        if name is not None:
            self.env[name] = task.block
        names = [n for n in assigned(body) if n != name]
        task = replace(task, hint=self.own_hint(task.hint), single=self.is_one_kernel(body, task))
        self.as_region(lambda: self.block(body), self.span(stmt), names, self.live_after(stmt), task)
        if name is not None:
            self.env[name] = before or self.missing_name(
                name,
                f"is the block index of the region at line {stmt.lineno}",
                "every block has its own; use it inside",
                code="out-of-scope",
            )

    def own_hint(self, hint: str | None) -> str | None:
        """The base of a region's name: one that another function uses too is prefixed by the name of this one."""
        if hint is None or self.session.hints.setdefault(hint, self.kernel) is self.kernel:
            return hint
        return f"{self.kernel.name}_{hint}"

    def is_one_kernel(self, body: list[ast.stmt], task: Task) -> bool:
        """Whether the body is one call of a kernel, which then is the region; a launch may call a helper instead."""
        callee = self.kernel_call(body[0]) if len(body) == 1 else None
        return callee is not None and (
            task.blocks is not None or callee.kind in ("incore", "extern", "group")
        )

    def task_of(self, hint: str, lower: Callable[[], None], span: Span) -> None:
        what = "in a manual scope" if self.scope is ScopeMode.MANUAL else "in pl.cluster"
        if self.scope is ScopeMode.MANUAL or self.in_cluster is not None:
            self.invalid(
                f"a write of one tensor into another {what} needs a region",
                span,
                "wrap it in: with pl.at(level=pl.Level.CORE_GROUP, deps=[...]) as task:"
                if self.scope is ScopeMode.MANUAL
                else "write before or after pl.cluster",
                code="misplaced",
            )
        self.as_region(lower, span, [], frozenset(), Task(hint))

    def as_region(
        self, lower: Callable[[], None], span: Span, names: list[str], live: frozenset[str], task: Task
    ) -> None:
        """A region whose body `lower` emits; `names` may be bound in it, `live` are read after it."""
        if self.region is not None:
            if self.region.unsure or (self.region.single_call and task.blocks is None):
                self.region.single_call = False
                lower()  # the one kernel that a pl.spmd launches
                return
            raise self.error(
                VerifierError,
                "a region cannot stand inside another region",
                span,
                help="end the outer region first",
                notes=[f"the outer region starts at line {self.region.span.line}"],
                code="501",
            )
        if self.in_cluster is not None:
            self.check_cluster(task, span)
            task = replace(task, hint=self.in_cluster[0] or task.hint)
        outer_loop = self.loop
        kind = "region" if task.block is None else "spmd"
        self.loop = None if outer_loop is None and task.block is None else LoopState(kind, lambda: None)
        since = self.now
        self.region = RegionState(span, self.out, since, single_call=task.single, split=task.divided)
        level = task.attrs.get("level")
        with self.collect() as statements:
            try:
                if level is None:
                    lower()
                else:
                    self.on_one_core(level, task.whose or f"this region is of pl.Level.{level.name}", lower)
            finally:
                self.region, self.loop = None, outer_loop
        for name in names:
            value = self.env.get(name)
            if isinstance(value, Expr) and self.depends_on(value, since):
                self.env[name] = self.leave(name, value, statements, since, span, task, name in live)
            elif isinstance(value, tuple) and self.depends_on(value, since):
                self.env[name] = self.missing_name(
                    name, f"is a tuple made inside the region at line {span.line}", code="out-of-scope"
                )
        var = None
        if task.name is not None:
            var = self.env[task.name] = self.fresh(
                "task" if task.name == "_" else task.name, TaskIdType(), span
            )
        self.emit(
            Region(tuple(statements), task.hint, task.blocks, task.block, var, task.deps, task.attrs, span)
        )

    def leave(
        self, name: str, value: Expr, statements: list[Stmt], since: int, span: Span, task: Task, live: bool
    ) -> Value:
        """The binding of a name after the region that bound it."""
        where = f"is bound inside the region at line {span.line}"
        if not live:
            return self.missing_name(name, where, code="out-of-scope")
        type_ = value.type
        if isinstance(type_, ScalarType):
            outside = self.expanded(value) if self.terms(value) <= MOST_TERMS else None
            if isinstance(outside, Expr) and not any(
                v is task.block or self.inside_since(v, since) for v in vars_in(outside)
            ):
                return self.define(name, outside, value.span)
            return self.isolated(
                f"the scalar `{name}` {where} and cannot leave it",
                "store it: pl.write(t, [0], s), and read it from the tensor",
            )
        if isinstance(type_, ArrayType):
            return self.isolated(
                f"the array `{name}` {where} and cannot leave it",
                "write its elements into a tensor: pl.write(t, [i], a[i])",
            )
        if not isinstance(type_, TensorType):
            return self.isolated(
                f"the tile `{name}` {where} and cannot leave it", "store it: pl.store(tile, offsets, tensor)"
            )
        if task.blocks is not None:
            return self.isolated(
                f"`{name}` {where}, and every block has its own",
                f"write it into a tensor that was created before: t[r : r + n, :] = {name}",
            )
        if type_.valid is not None:
            return self.isolated(
                f"`{name}` {where} and is valid in part: {type_}",
                "write its valid part into a tensor, or pl.fillpad it",
            )
        shape = TensorType(type_.shape, type_.dtype)
        home = self.new_tensor(name, shape, value.span)
        offset = (0,) * type_.rank
        write = Call(
            memory.ASSEMBLE, (home, value), {"offset": offset, "atomic": AtomicType.None_}, shape, value.span
        )
        statements.append(Eval(write, value.span))
        self.session.homes[home] = value
        return home

    def isolated(self, message: str, help: str) -> Missing:
        return Missing(ScopeIsolationError(message, help=help, code="value-leaves-region"))
