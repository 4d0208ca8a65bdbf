# SPDX-License-Identifier: Apache-2.0
"""The programs that a driver dispatches: an entry for each function, and for each set of types it is called with."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from pypto.errors import UserError
from pypto.frontend.arguments import ArgumentInfo
from pypto.frontend.key import specialisation_key
from pypto.frontend.lower import lower_kernel
from pypto.frontend.parameters import Declaration, declarations
from pypto.frontend.source import KernelSource
from pypto.ir.naming import FreeNames
from pypto.ir.nodes import (
    Assign,
    Eval,
    Function,
    Invoke,
    Launch,
    Param,
    Program,
    Return,
    ScalarType,
    TensorType,
    Var,
    walk,
)


@dataclass(frozen=True)
class Entry:
    """One program of one rank, under the name that the driver calls it by."""

    name: str
    program: Program

    @property
    def function(self) -> Function:
        return self.program.entry_function

    @property
    def returns(self) -> tuple[str, ...]:
        """The parameters that it returns."""
        names = {p.var: p.name for p in self.function.params}
        last = self.function.body[-1] if self.function.body else None
        if not isinstance(last, Return):
            return ()
        return tuple(names[v] for v in last.values if isinstance(v, Var) and v in names)


class Entries(ABC):
    """The entries of one driver, by name, in order of their first call."""

    def __init__(self, methods: Mapping[str, KernelSource] | None = None) -> None:
        self.programs: dict[str, Program] = {}
        self.methods = methods or {}  # what `self.name` denotes

    kinds: ClassVar[tuple[str, ...]]  # of the functions that a driver can dispatch

    @abstractmethod
    def declared(self, source: KernelSource) -> list[Declaration]:
        """The parameters of a function that the driver calls."""

    @abstractmethod
    def entry(self, source: KernelSource, arguments: Sequence[ArgumentInfo]) -> Entry | None:
        """Its program for these arguments; None where it has mistakes, which are reported elsewhere."""


class Specialised(Entries):
    """Functions decorated with `@pl.jit`: one entry for each set of types and values."""

    kinds = ("jit",)

    def __init__(self, errors: list[UserError], driver: str) -> None:
        super().__init__()
        self.names = FreeNames((driver,))
        self.errors = errors
        self.known: dict[tuple[str, ...], Entry | None] = {}

    def declared(self, source: KernelSource) -> list[Declaration]:
        return declarations(source)

    def entry(self, source: KernelSource, arguments: Sequence[ArgumentInfo]) -> Entry | None:
        key = (str(id(source)), *specialisation_key(source, arguments))
        if key not in self.known:
            self.known[key] = self.lowered(source, arguments)
        return self.known[key]

    def lowered(self, source: KernelSource, arguments: Sequence[ArgumentInfo]) -> Entry | None:
        try:
            program = lower_kernel(source, arguments)
        except UserError as error:
            found = getattr(error, "errors", (error,))
            self.errors += [e for e in found if (e.message, e.span) not in self.said]
            return None
        name = self.names.fresh(source.name)
        program = renamed(program, name)
        self.programs[name] = program
        return Entry(name, program)

    @property
    def said(self) -> set[tuple[str, object]]:
        return {(e.message, e.span) for e in self.errors}


class Written(Entries):
    """Functions of a program class: each is one entry, with the functions that it calls."""

    kinds = ("orchestration", "opaque")

    def __init__(
        self, functions: Mapping[str, Function], origin: Program, methods: Mapping[str, KernelSource]
    ) -> None:
        super().__init__(methods)
        self.functions = functions
        self.origin = origin

    def declared(self, source: KernelSource) -> list[Declaration]:
        function = self.functions.get(source.name)
        return declarations(source) if function is None else [_declaration(p) for p in function.params]

    def entry(self, source: KernelSource, arguments: Sequence[ArgumentInfo]) -> Entry | None:
        name = source.name
        if name not in self.functions:
            return None
        if name not in self.programs:
            self.programs[name] = part_of(self.origin, self.functions, name)
        return Entry(name, self.programs[name])


def _declaration(param: Param) -> Declaration:
    """What a parameter of a function that was read says."""
    if isinstance(param.type, TensorType):
        return Declaration(param.name, "tensor", param.direction, None, param.type.dtype, window=param.window)
    assert isinstance(param.type, ScalarType)
    return Declaration(param.name, "scalar", dtype=param.type.dtype)


def renamed(program: Program, name: str) -> Program:
    """A program of one entry under another name."""
    if program.entry == name:
        return program
    functions = {
        name if key == program.entry else key: replace(f, name=name) if key == program.entry else f
        for key, f in program.functions.items()
    }
    return replace(program, name=name, entry=name, functions=functions)


def part_of(origin: Program, functions: Mapping[str, Function], entry: str) -> Program:
    """The program of one entry: its function, and those below it."""
    wanted = [entry]
    for name in wanted:
        wanted += [n for n in called(functions[name]) if n in functions and n not in wanted]
    kept = {name: functions[name] for name in functions if name in wanted}
    return replace(origin, name=entry, entry=entry, functions=kept)


def called(function: Function) -> list[str]:
    """Names of the functions that a function calls or launches."""
    found: dict[str, None] = {}
    for stmt in walk(function.body):
        value = stmt.value if isinstance(stmt, Assign | Eval) else None
        if isinstance(value, Invoke):
            found[value.function] = None
        elif isinstance(stmt, Launch):
            found[stmt.function] = None
    return list(found)
