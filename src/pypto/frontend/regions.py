# SPDX-License-Identifier: Apache-2.0
"""Regions as they are written: `pl.at`, and both forms of `pl.spmd`.

with pl.at(level=pl.Level.CORE_GROUP):      one task; of one kind of core at pl.Level.AIV and pl.Level.AIC
for b in pl.spmd(n):                        n blocks of one task; `b` is the index of the block
with pl.spmd(n):                            the same, and the body asks for the index or is one kernel call
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace

from pypto.errors import ParserSyntaxError
from pypto.frontend import constructs as c
from pypto.frontend.levels import CHIPS, ONE_CORE, Levels
from pypto.ir import arith
from pypto.ir.dtypes import INDEX
from pypto.ir.enums import Level
from pypto.ir.nodes import (
    Expr,
    ScalarType,
)

AT_KEYWORDS = (
    "level",
    "role",
    "name_hint",
    "optimizations",
    "deps",
    "no_dep_args",
    "dumps",
    "allow_early_resolve",
    "windowize",
)


SPMD_KEYWORDS = (
    "core_num",
    "name_hint",
    "optimizations",
    "sync_start",
    "allow_early_resolve",
    "predicate",
    "deps",
)


class Regions(Levels):
    """Lowers regions."""

    # pl.at

    def at(self, stmt: ast.With, call: ast.Call, task: str | None) -> None:
        options = self.keywords(call, c.AT, ("level", "role"), AT_KEYWORDS)
        level, role = self.level_and_role(options, call)
        if level in CHIPS:
            self.control_plane(stmt, call, level, options)
            return
        found = replace(self.task_options(options), name=task)
        if level in ONE_CORE:
            place = {"level": level, **({} if role is None else {"role": role})}
            found = replace(found, attrs={**place, **found.attrs})
        self.enter(stmt, stmt.body, found)

    # pl.spmd

    def spmd_loop(self, stmt: ast.For, call: ast.Call) -> None:
        if stmt.orelse:
            self.no_else(stmt)
        if not isinstance(stmt.target, ast.Name):
            self.syntax(
                "the block index of pl.spmd is one plain name",
                stmt.target,
                "for b in pl.spmd(n):",
                code="loop-target",
            )
        options = self.keywords(call, c.SPMD, ("core_num",), SPMD_KEYWORDS)
        if "deps" in options:
            self.syntax(
                "deps= needs the with form, which names the task",
                options["deps"],
                "with pl.spmd(n, deps=[...]) as task:",
                code="spmd-deps",
            )
        blocks = self.block_count(options, call)
        name = stmt.target.id
        block = self.fresh("block" if name == "_" else name, ScalarType(INDEX), self.span(stmt.target))
        self.enter(stmt, stmt.body, replace(self.task_options(options), blocks=blocks, block=block), name)

    def spmd_with(self, stmt: ast.With, call: ast.Call, task: str | None) -> None:
        options = self.keywords(call, c.SPMD, ("core_num",), SPMD_KEYWORDS)
        if "deps" in options and task is None:
            self.syntax(
                "deps= on pl.spmd needs a name for the task",
                options["deps"],
                "with pl.spmd(n, deps=[...]) as task:",
                code="spmd-deps",
            )
        blocks = self.block_count(options, call)
        found = replace(self.task_options(options), blocks=blocks, name=task)
        body = stmt.body
        carried = body[0].items[0].context_expr if isinstance(body[0], ast.With) else None
        if len(body) == 1 and carried is not None and self.construct_of(carried) is c.AT:
            assert isinstance(carried, ast.Call) and isinstance(body[0], ast.With)
            inner_options = self.keywords(carried, c.AT, ("level", "role"), AT_KEYWORDS)
            level, _ = self.level_and_role(dict(inner_options), carried)
            if level is not Level.CORE_GROUP:
                self.syntax(
                    f"pl.spmd launches blocks at pl.Level.CORE_GROUP, found pl.Level.{level.name}",
                    inner_options["level"],
                    "with pl.at(level=pl.Level.CORE_GROUP):",
                    code="at-level",
                )
            inner_options.pop("level")
            self.carried(body[0], inner_options, options)
            inner, body = self.task_options(inner_options), body[0].body
            found = replace(found, hint=found.hint or inner.hint, attrs={**inner.attrs, **found.attrs})
        alike = not self.reads_block_index(body) and not self.is_single_call(body)
        if alike and not any(name for item in body for name in self.unknown_names(item)):
            if len(body) > 1 and all(self.kernel_call(item) is not None for item in body):
                self.syntax(
                    f"this pl.spmd launches {len(body)} kernels, and it takes one",
                    call,
                    "give each kernel a pl.spmd of its own",
                    code="spmd-body",
                )
            self.syntax(
                "every block of this pl.spmd does the same work",
                call,
                "read the block index: b = pl.tile.get_block_idx(), or use the loop form: for b in pl.spmd(n):",
                code="spmd-body",
            )
        callee = self.kernel_call(body[0]) if len(body) == 1 else None
        self.enter(stmt, body, replace(found, hint=found.hint or (callee.name if callee else None)))

    def carried(
        self, inner: ast.With, options: Mapping[str, ast.expr], outer: Mapping[str, ast.expr]
    ) -> None:
        """What the one pl.at inside a pl.spmd leaves to it, and the other way round."""
        name = inner.items[0].optional_vars
        for node, message, help, code in (
            (
                name,
                "the launch of the blocks is the task, not the region inside it",
                "with pl.spmd(n) as task:",
                "task-name",
            ),
            (
                outer.get("optimizations"),
                "optimizations= belongs to the pl.at inside this pl.spmd",
                "with pl.at(level=pl.Level.CORE_GROUP, optimizations=[...]):",
                "optimizations",
            ),
            (
                options.get("deps"),
                "deps= belongs to the pl.spmd around this pl.at, which is the task",
                "with pl.spmd(n, deps=[...]) as task:",
                "spmd-deps",
            ),
        ):
            if node is not None:
                self.session.errors.append(self.error(ParserSyntaxError, message, node, help=help, code=code))

    def reads_block_index(self, body: list[ast.stmt]) -> bool:
        return any(
            isinstance(node, ast.Attribute | ast.Name)
            and getattr(node, "attr", getattr(node, "id", "")) == "get_block_idx"
            for stmt in body
            for node in ast.walk(stmt)
        )

    def is_single_call(self, body: list[ast.stmt]) -> bool:
        return len(body) == 1 and self.kernel_call(body[0]) is not None

    def block_count(self, options: dict[str, ast.expr], call: ast.Call) -> Expr:
        node = options.pop("core_num", None)
        if node is None:
            self.syntax("pl.spmd needs the number of blocks", call, "pl.spmd(n)", code="spmd-blocks")
        dim = self.known(self.dim(self.settled(node), node))
        number = arith.as_int(dim)
        if number is not None and number <= 0:
            self.type_error(
                f"the number of blocks must be positive, found {number}",
                node,
                "launch at least one block",
                code="spmd-blocks",
            )
        return arith.to_expr(dim)
