# SPDX-License-Identifier: Apache-2.0
"""The level of `pl.at`: where what it holds runs.

with pl.at(level=pl.Level.CORE_GROUP):      a region: one task
with pl.at(level=pl.Level.AIV):             a region of vector operations; pl.Level.AIC: of the cube core
with pl.at(level=pl.Level.CHIP):            orchestration of this chip, read in place; also pl.Level.CHIP_DIE

A core works for the orchestration, so its role is SubWorker; that of a chip is Orchestrator.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any

from pypto.errors import InvalidOperationError, LevelError, ParserSyntaxError, ParserTypeError
from pypto.frontend.leaving import Leaving
from pypto.frontend.values import describe
from pypto.ir.enums import Level, Role
from pypto.ir.groups import of_other_core

ABOVE_CHIP = (Level.HOST, Level.CLUSTER_0, Level.CLUSTER_1, Level.CLUSTER_2, Level.GLOBAL)

CHIPS = (Level.CHIP, Level.CHIP_DIE)

ONE_CORE = (Level.AIV, Level.AIC)

OF_TASKS = ("deps", "no_dep_args", "dumps", "allow_early_resolve", "windowize")
"""What pl.at says of a task."""


class Levels(Leaving):
    """Reads the level of a pl.at, and what it is where it opens no region."""

    def level_and_role(self, options: dict[str, ast.expr], call: ast.Call) -> tuple[Level, Role | None]:
        """The level and role of pl.at, taken out of its options."""
        node = options.pop("level", None)
        if node is None:
            self.syntax("pl.at needs a level", call, "pl.at(level=pl.Level.CORE_GROUP)", code="at-level")
        level = self.expr(node)
        if not isinstance(level, Level):
            self.type_error(
                f"a level is expected, `{self.quote(node)}` is {describe(level)}",
                node,
                "pl.Level.CORE_GROUP",
                code="at-level",
            )
        given = options.pop("role", None)
        if level is Level.CORE_GROUP:
            if given is not None:
                self.syntax(
                    "role= goes with other levels than CORE_GROUP", given, "leave it out", code="at-level"
                )
            return level, None
        if "optimizations" in options:
            self.syntax(
                "optimizations= goes with pl.Level.CORE_GROUP",
                options["optimizations"],
                "leave it out, or open a region: pl.at(level=pl.Level.CORE_GROUP, optimizations=[...])",
                code="at-level",
            )
        role = None if given is None else self.role(given, level)
        if level in ABOVE_CHIP:
            raise self.error(
                LevelError,
                f"pl.at(level=pl.Level.{level.name}) lies above a chip, and this is a program of one chip",
                node,
                help="the host has a function of its own, @pl.jit.host; pl.Level.CORE_GROUP opens a region",
            )
        return level, role

    def role(self, node: ast.expr, level: Level) -> Role:
        """What a scope does at its level."""
        role = self.expr(node)
        if not isinstance(role, Role):
            self.syntax(
                f"a role is expected, `{self.quote(node)}` is {describe(role)}",
                node,
                "pl.Role.Orchestrator",
                code="at-level",
            )
        if role is Role.SubWorker and level in ABOVE_CHIP:
            self.syntax(
                f"a SubWorker at pl.Level.{level.name} cannot be written inline",
                node,
                "declare a function for it",
                code="at-level",
            )
        if role is Role.SubWorker and level in CHIPS:
            self.syntax(
                f"the workers of pl.Level.{level.name} are its cores, so that it has no SubWorker of its own",
                node,
                "run code on cores: pl.at(level=pl.Level.CORE_GROUP)",
                code="at-level",
            )
        if role is Role.Orchestrator and level in ONE_CORE:
            self.syntax(
                f"pl.Level.{level.name} is one core, which computes and launches nothing",
                node,
                "pl.Level.CHIP orchestrates",
                code="at-level",
            )
        return role

    def control_plane(
        self, stmt: ast.With, call: ast.Call, level: Level, options: Mapping[str, ast.expr]
    ) -> None:
        """Orchestration of this chip, as around it: names bound inside are visible behind it."""
        written = f"pl.at(level=pl.Level.{level.name})"
        if self.region is not None and not self.region.unsure:
            core = self.kernel.kind == "incore"
            where = self.kernel.name if core else f"the region at line {self.region.span.line}"
            raise self.error(
                InvalidOperationError,
                f"{written} decides what runs, and {where} runs on a core",
                call,
                help="write it in orchestration" if core else "end the region first",
                code="scope-place",
            )
        if self.in_cluster is not None:
            self.syntax(
                f"pl.cluster holds launches, and {written} is none",
                call,
                f"write pl.cluster inside {written}",
                code="cluster",
            )
        self.without_task(stmt, written, options)
        if "name_hint" in options:
            self.task_options({"name_hint": options["name_hint"]})
        self.block(stmt.body)

    def without_task(self, stmt: ast.With, written: str, options: Mapping[str, ast.expr]) -> None:
        """Report what is said of a task where there is none; the body is read all the same."""
        name = stmt.items[0].optional_vars
        found: list[tuple[str, ast.expr]] = [(f"{w}=", options[w]) for w in OF_TASKS if w in options]
        if name is not None:
            found.append((f"as {self.quote(name)}", name))
            self.poison([self.quote(name)])
        for what, node in found:
            self.session.report(
                self.error(
                    ParserSyntaxError,
                    f"`{what}` belongs to a task, and {written} is none: the regions inside it are",
                    node,
                    help="say it of a region: with pl.at(level=pl.Level.CORE_GROUP, deps=[...]) as task:",
                    code="at-level",
                )
            )

    def on_one_core(self, level: Level, whose: str, lower: Callable[[], Any]) -> None:
        """Lower code that runs on one kind of core; report an operation of the other kind."""
        before = len(self.out)
        lower()
        found = of_other_core(level.name, tuple(self.out[before:]))
        if found is not None:
            what, span = found
            self.session.report(
                self.error(
                    ParserTypeError,
                    f"{whose} and {what}",
                    span or self.kernel.span,
                    help="pl.Level.CORE_GROUP takes operations of both kinds; or give it a region or kernel of its own",
                    code="core-kind",
                )
            )
