# SPDX-License-Identifier: Apache-2.0
"""Runtime scopes: `pl.scope` and `pl.manual_scope`.

Scopes bound tracking and memory, never results; names inside stay visible after them.
"""

from __future__ import annotations

import ast

from pypto.frontend import constructs as c
from pypto.frontend.regions import Regions
from pypto.ir.enums import ScopeMode
from pypto.ir.nodes import (
    Scope,
)


class Scopes(Regions):
    """Lowers scopes."""

    def own_scopes(self) -> str:
        """How a function comes to place its own scopes."""
        if self.kernel.kind == "inline":
            return "decorate the entry that calls it with @pl.jit(auto_scope=False)"
        if self.kernel.kind == "orchestration":
            return "decorate it with @pl.function(type=pl.FunctionType.Orchestration, auto_scope=False)"
        return "decorate it with @pl.jit(auto_scope=False)"

    def runtime_scope(self, stmt: ast.With, function: c.Construct, call: ast.Call, task: str | None) -> None:
        """Scopes bound tracking and memory, never results; names inside stay visible after them."""
        if task is not None:
            self.syntax(
                f"pl.{function.name} binds no name",
                stmt,
                "a scope is no task: name the regions inside",
                code="scope-form",
            )
        if self.region is not None:
            self.invalid(
                f"pl.{function.name} belongs outside regions",
                call,
                "end the region first",
                code="scope-place",
            )
        if call.args or (function is c.MANUAL_SCOPE and call.keywords):
            self.syntax(
                f"pl.{function.name} takes no such argument",
                call,
                "with pl.manual_scope():, or with pl.scope(mode=pl.ScopeMode.MANUAL):",
                code="scope-form",
            )
        mode = ScopeMode.MANUAL if function is c.MANUAL_SCOPE else ScopeMode.AUTO
        for item in call.keywords:
            value = self.expr(item.value)
            if item.arg != "mode" or not isinstance(value, ScopeMode):
                self.syntax("pl.scope takes mode=", item.value, "mode=pl.ScopeMode.MANUAL", code="scope-form")
            mode = value
        if self.scope is ScopeMode.MANUAL:
            kind = "a manual scope" if mode is ScopeMode.MANUAL else "pl.scope()"
            self.syntax(
                f"{kind} cannot stand inside a manual scope",
                call,
                "end the manual scope first",
                code="scope-nesting",
            )
        if mode is ScopeMode.AUTO and self.auto_scope:
            self.syntax(
                "pl.scope() needs a function that places its own scopes",
                call,
                self.own_scopes(),
                code="scope-by-hand",
            )
        outer, self.scope = self.scope, mode
        try:
            with self.collect() as statements:
                self.block(stmt.body)
        finally:
            self.scope = outer
        self.emit(Scope(tuple(statements), mode is ScopeMode.MANUAL, self.span(stmt)))
