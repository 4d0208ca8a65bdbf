# SPDX-License-Identifier: Apache-2.0
"""Names of a driver: what they denote, and which of them are numbers that change."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import NoReturn

from pypto.frontend.host_arguments import Reading
from pypto.frontend.host_values import (
    NUMERIC,
    Entity,
    HostTensor,
    Unknown,
    WindowName,
    a_kind,
    describe,
)
from pypto.frontend.host_windows import HostWindows
from pypto.frontend.names import assigned, blocks
from pypto.frontend.source import KernelSource
from pypto.ir.host import (
    Let,
    Name,
    Numeric,
    Part,
    Slice,
    WorldSize,
    names_of,
)


class HostBindings(HostWindows):
    """Binds names of one function."""

    def __init__(self, kernel: KernelSource, reading: Reading) -> None:
        super().__init__(kernel, reading)
        self.depth = 0  # of loops and branches, those around the call of a helper included
        self.outside: set[str] = set()  # names that were bound before the innermost block
        self.offered: dict[str, Name] = {}  # numbers that only the other way of a branch has bound so far
        self.locals: set[str] = set()  # numbers that the function itself computes
        self.given: list[tuple[Entity, ast.expr]] = []  # what it returns
        self.reassigned = _assigned_twice(kernel.definition)

    def own_numbers(self, body: list[ast.stmt]) -> None:
        """A number that a block inside the function changes is one of its own from the start."""
        inner = {name for stmt in body for part in blocks(stmt) for name in assigned(part)}
        for name, value in [(n, v) for n, v in self.env.items() if n in inner and isinstance(v, NUMERIC)]:
            own = self.fresh(name)
            self.reassigned.add(name)
            self.number_of_its_own(own, value, self.kernel.definition)
            self.env[name] = Name(own)

    def number_of_its_own(self, own: str, value: Numeric, node: ast.stmt) -> None:
        self.locals.add(own)
        self.reading.locals.add(own)
        self.numbers.kinds[own] = self.numbers.kind(value)
        self.steps.append(Let(own, value, self.at(node)))

    def held(self, name: str, value: Entity, stmt: ast.stmt) -> Entity:
        """One of several results, which are all known before the first of them gets its name."""
        if not isinstance(value, NUMERIC) or self.reading.locals.isdisjoint(names_of(value)):
            return value
        own = self.fresh(name)
        self.number_of_its_own(own, value, stmt)
        return Name(own)

    def is_named(self, part: Part) -> bool:
        """Whether a part is made where it gets its name, and not where that is used: a slice, which can then be indexed,
        and an index made of numbers that may have changed until then."""
        if part.index and isinstance(part.index[-1], Slice):
            return True
        bounds = [n for i in part.index for n in ((i.start, i.stop) if isinstance(i, Slice) else (i,))]
        return any(name in self.reading.locals for n in bounds for name in names_of(n))

    def fresh(self, name: str) -> str:
        """A name of the printed driver."""
        return self.reading.names.fresh(name)

    def rebind(self, node: ast.Name, value: Entity) -> None:
        """What a name denotes from here on."""
        known = self.env.get(node.id)
        if node.id in self.outside and not isinstance(known, Unknown) and not same(known, value):
            assert known is not None
            self.base.type_error(
                f"`{node.id}` is {describe(known)} outside of this block, and would become {denoted(value)}",
                node,
                "use another name: only numbers change from one round of a loop to the next",
                code="host-form",
            )
        self.env[node.id] = value
        self.gone.pop(node.id, None)

    def bind(self, node: ast.Name, value: Entity, stmt: ast.Assign) -> None:
        """`name = value`: numbers are computed when the statement runs, everything else is another name."""
        if isinstance(value, HostTensor) and self.is_named(value.part):
            name = self.fresh(node.id)
            self.rebind(node, replace(value, part=Part(name), origin=value.owner))
            self.steps.append(Let(name, value.part, self.at(stmt)))
            return
        if not isinstance(value, NUMERIC):
            self.rebind(node, value)
            return
        known = self.env.get(node.id, self.offered.get(node.id))
        kind = self.numbers.kind(value)
        own = known.name if isinstance(known, Name) and known.name in self.locals else None
        if own is not None and self.numbers.kinds[own] != kind:
            own = self.changed_kind(node, own, kind) if node.id in self.outside else None
        if own is None:
            if node.id in self.outside and not isinstance(known, Unknown):
                assert known is not None
                self.base.type_error(
                    f"`{node.id}` is {describe(known)} outside of this block, and would become {denoted(value)}",
                    node,
                    f"use another name, or give it a number before the block: {node.id} = 0",
                    code="host-form",
                )
            own = self.fresh(node.id)
            constant = self.numbers.constant(value)
            if constant is not None and node.id not in self.reassigned:
                self.numbers.known[own] = constant
            if value == WorldSize() and node.id not in self.reassigned:
                self.reading.sizes.add(own)
        self.number_of_its_own(own, value, stmt)
        self.env[node.id] = Name(own)
        self.gone.pop(node.id, None)

    def changed_kind(self, node: ast.Name, own: str, kind: str) -> NoReturn:
        self.base.type_error(
            f"`{node.id}` is {a_kind(self.numbers.kinds[own])}, and would become {a_kind(kind)}",
            node,
            "use another name",
            code="host-form",
        )


def same(known: Entity | None, value: Entity) -> bool:
    """Whether two values of a name are one, or views of one buffer that say the same."""
    if isinstance(known, WindowName) and isinstance(value, WindowName):
        return replace(known, name=value.name) == value
    return known == value


def denoted(value: Entity) -> str:
    """A value in the place of one that may look the same."""
    return f"another: {describe(value)}" if isinstance(value, HostTensor | WindowName) else describe(value)


def _assigned_twice(definition: ast.FunctionDef) -> set[str]:
    """Names that more than one statement gives a value."""
    stores = [n.id for n in ast.walk(definition) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    return {name for name in stores if stores.count(name) > 1}
