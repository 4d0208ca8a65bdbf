# SPDX-License-Identifier: Apache-2.0
"""Loops and branches of a driver, and what their blocks do to names."""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Sequence

from pypto.frontend import constructs as c
from pypto.frontend.host_bindings import HostBindings
from pypto.frontend.host_values import (
    Entity,
    Unknown,
    describe,
)
from pypto.ir.host import (
    Branch,
    Loop,
    Name,
    Number,
    Step,
    WorldSize,
)


class HostBlocks(HostBindings):
    """Lowers them."""

    @abstractmethod
    def block(self, body: list[ast.stmt], own: Sequence[str] = ()) -> tuple[Step, ...]:
        """The statements of a block."""

    def loop(self, stmt: ast.For) -> None:
        if stmt.orelse:
            self.base.no_else(stmt)
        function = self.called(stmt.iter)
        if function is not c.RANGE:
            if isinstance(stmt.iter, ast.Call) and function in (*c.LOOPS, c.SPMD, c.SPLIT_AIV):
                self.base.unsupported(
                    f"pl.{function.name} is not part of a driver",
                    stmt.iter,
                    "for r in pl.range(n): calls of different ranks run at the same time anyway",
                    code="host-form",
                )
            self.base.unsupported(
                "a loop of a driver goes over pl.range", stmt.iter, "for r in pl.range(n):", code="host-form"
            )
        assert isinstance(stmt.iter, ast.Call)
        call = stmt.iter
        if not isinstance(stmt.target, ast.Name):
            self.base.unsupported(
                "the variable of a loop is one name", stmt.target, "for r in pl.range(n):", code="host-form"
            )
        if call.keywords or not 1 <= len(call.args) <= 3:
            self.base.syntax(
                "pl.range takes its end, or start and end, or start, end and step",
                call,
                "pl.range(n)",
                code="argument-list",
            )
        bounds = [self.integer(a, "a bound of a loop") for a in call.args]
        start, stop, step = {
            1: lambda: (Number(0), bounds[0], Number(1)),
            2: lambda: (bounds[0], bounds[1], Number(1)),
            3: lambda: tuple(bounds),
        }[len(bounds)]()
        if self.numbers.constant(step) == 0:
            self.base.type_error(
                "the step of a loop is not 0", call.args[2], "pl.range(start, stop)", code="loop-step"
            )
        name = self.fresh(stmt.target.id)
        self.numbers.kinds[name] = "int"
        count = self.numbers.constant(stop)
        whole = stop == WorldSize() or (isinstance(stop, Name) and stop.name in self.reading.sizes)
        if start == Number(0) and step == Number(1) and (whole or count is not None):
            self.reading.loops[name] = None if whole or count is None else int(count)
        word = stmt.target.id
        if word in self.outside and not isinstance(self.env[word], Unknown):
            self.base.type_error(
                f"`{word}` is {describe(self.env[word])} outside of this block, and would become a variable of a loop",
                stmt.target,
                "use another name",
                code="host-form",
            )
        before = {n: v for n, v in self.env.items() if n != word}
        known = self.forget(stmt.body)
        self.env[word] = Name(name)
        body = self.block(stmt.body, own=(word,))
        self.reading.loops.pop(name, None)
        self.leave(before, "loop")
        self.numbers.known = {k: v for k, v in known.items() if k in self.numbers.known}
        self.steps.append(Loop(name, start, stop, step, body, self.at(stmt)))

    def forget(self, body: list[ast.stmt]) -> dict[str, int | float | bool]:
        """Numbers that a block assigns have no one value; returns what is known without them."""
        words = {
            n.id
            for s in body
            for n in ast.walk(s)
            if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
        }
        for word in words:
            found = self.env.get(word)
            if isinstance(found, Name):
                self.numbers.known.pop(found.name, None)
        return dict(self.numbers.known)

    def leave(self, before: dict[str, Entity], block: str) -> None:
        """After a block its own names are gone."""
        for name in self.env:
            if name not in before:
                self.gone[name] = block
        self.env = before

    def branch(self, stmt: ast.If) -> None:
        condition = self.truth(stmt.test)
        before = dict(self.env)
        self.forget([*stmt.body, *stmt.orelse])
        offered = dict(self.offered)
        then = self.block(stmt.body)
        bound = {n: v for n, v in self.env.items() if isinstance(v, Name) and v.name in self.locals}
        self.leave(dict(before), "branch")
        self.offered = {n: v for n, v in bound.items() if n not in before}
        orelse = self.block(stmt.orelse)
        self.offered = offered
        both = {n: v for n, v in bound.items() if n not in before and self.env.get(n) == v}
        before.update(both)
        self.leave(before, "branch")
        for name in both:
            self.gone.pop(name, None)
        self.steps.append(Branch(condition, then, orelse, self.at(stmt)))
