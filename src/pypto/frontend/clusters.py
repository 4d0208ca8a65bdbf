# SPDX-License-Identifier: Apache-2.0
"""`pl.cluster`: launches that run together on one cluster.

with pl.cluster(name_hint="both"):          a region of two regions
    product(x)                       ->         the body of product
    y = gain(y)                                 the body of gain
"""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

from pypto.errors import ParserSyntaxError, Span, VerifierError
from pypto.frontend import constructs as c
from pypto.frontend.scopes import Scopes
from pypto.ir import arith
from pypto.ir.nodes import Assign, Call, Eval, Invoke, Region, Stmt, walk
from pypto.ir.ops import memory
from pypto.ir.visit import header_exprs, vars_in


class Clusters(Scopes):
    """Lowers groups of launches."""

    def cluster(self, stmt: ast.With, call: ast.Call, task: str | None) -> None:
        """One launch inside is an ordinary task; several run together, each on cores of its own."""
        options = self.keywords(call, c.CLUSTER, (), ("name_hint",))
        if task is not None:
            self.syntax(
                "pl.cluster binds no task: the launches inside are one group",
                call,
                "with pl.cluster():",
                code="cluster",
            )
        if self.region is not None:
            self.invalid("pl.cluster belongs outside regions", call, "end the region first", code="misplaced")
        if self.in_cluster is not None:
            self.syntax(
                "a pl.cluster cannot stand inside another one",
                call,
                "launch all kernels of the group in one pl.cluster",
                code="cluster",
            )
        launches = [found for inner in stmt.body for found in self.launches_in(inner)]
        if not launches:
            self.syntax("pl.cluster holds no launch", call, "call a kernel inside", code="cluster")
        hint = self.task_options(options).hint
        outer, self.in_cluster = self.in_cluster, (hint if len(launches) == 1 else None, len(launches) > 1)
        try:
            if len(launches) == 1:
                self.block(stmt.body)
            else:
                self.together(stmt, launches, hint)
        finally:
            self.in_cluster = outer

    def together(self, stmt: ast.With, launches: list[ast.stmt], hint: str | None) -> None:
        """Several launches as the parts of one region; what they are given stands before it."""
        for launch in launches:
            if launch not in stmt.body:
                self.syntax(
                    "a launch of a group stands in pl.cluster itself, not in a loop or branch of it",
                    launch,
                    "put the loop around pl.cluster",
                    code="cluster",
                )
        with self.collect() as statements:
            self.block(stmt.body)
        parts = self.parts_of(statements, self.span(stmt))
        counts = [part.blocks for part in parts if isinstance(part, Region) and part.blocks is not None]
        if counts and not (len(counts) == len(parts) and all(arith.same(counts[0], n) for n in counts)):
            self.syntax(
                "the launches of a group have one number of blocks",
                stmt.items[0].context_expr,
                "give each of them pl.spmd of the same number",
                code="cluster",
            )
        self.check_handed(parts)
        attrs: dict[str, Any] = {}
        for part in parts:
            given = part.attrs if isinstance(part, Region) else {}
            if "split" in given or "slot_num" in given:
                raise self.error(
                    ParserSyntaxError,
                    "pl.split divides a region that is launched alone, and this one is a part of a group",
                    part.span,
                    help="divide the work by pl.get_subblock_idx(), and tiles by split= of their pipe",
                    code="cluster",
                )
            attrs |= {name: True for name in ("sync_start", "windowize") if given.get(name)}
            for word in ("no_dep_args", "out_args", "inout_args"):
                if word in given:
                    known = attrs.get(word, ())
                    attrs[word] = (*known, *(v for v in given[word] if v not in known))
        parts = [replace(p, attrs={}) if isinstance(p, Region) else p for p in parts]
        blocks = counts[0] if counts else None
        self.emit(Region(tuple(parts), hint, blocks, attrs=attrs, span=self.span(stmt)))

    def parts_of(self, statements: list[Stmt], where: Span) -> list[Stmt]:
        """The launches among the statements of a group; what they are given is emitted before them."""
        parts: list[Stmt] = []
        for made in statements:
            called = isinstance(made, Eval) and isinstance(made.value, Invoke)
            if isinstance(made, Region) or called:
                parts.append(made)
            elif isinstance(made, Assign) and not (
                isinstance(made.value, Call) and made.value.op is memory.READ
            ):
                self.emit(made)
            else:
                raise self.error(
                    ParserSyntaxError,
                    "pl.cluster holds launches, and tensors and numbers that they are given",
                    made.span or where,
                    help="put this before or after it",
                    code="cluster",
                )
        return parts

    def check_handed(self, parts: list[Stmt]) -> None:
        """A value of one kernel of a group cannot be read by another: they run at the same time."""
        for part in parts:
            if not isinstance(part, Region):
                continue
            for stmt in walk(part.body):
                for expr in header_exprs(stmt):
                    for var in vars_in(expr):
                        home = self.session.homes.get(var)
                        if home is not None and not any(
                            isinstance(s, Assign) and s.target is home for s in walk(part.body)
                        ):
                            raise self.error(
                                VerifierError,
                                f"`{home.name}` is computed by one kernel of the group and read by another: "  # type: ignore[attr-defined]
                                "they run at the same time",
                                expr.span or stmt.span,
                                help="push it through a pipe: pl.tpush_to_aiv and pl.tpop_from_aic",
                                code="group",
                            )

    def launches_in(self, stmt: ast.stmt) -> list[ast.stmt]:
        head = stmt.iter if isinstance(stmt, ast.For) else None
        head = stmt.items[0].context_expr if isinstance(stmt, ast.With) else head
        if head is not None and self.construct_of(head) in (c.AT, c.SPMD):
            return [stmt]
        if isinstance(stmt, ast.Assign) and self.construct_of(stmt.value) in (c.SUBMIT, c.SPMD_SUBMIT):
            return [stmt]
        callee = self.kernel_call(stmt)
        if callee is not None and callee.kind in ("incore", "extern", "group"):
            return [stmt]
        inner = [s for body in ("body", "orelse") for s in getattr(stmt, body, ())]
        return [found for s in inner for found in self.launches_in(s)]
