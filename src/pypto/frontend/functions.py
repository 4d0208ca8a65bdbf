# SPDX-License-Identifier: Apache-2.0
"""Functions of a program as source: decorated with `@pl.function`, or found in a text.

FunctionSource   a Python function; `self` is no parameter, names come also from the frames around it
TextSource       a function of a text, whose annotations are read by the front end and never run
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import cached_property
from types import FunctionType as PythonFunction
from typing import Any

from pypto.errors import ParserSyntaxError
from pypto.frontend.source import KernelSource, ParsedSource, SourceFile
from pypto.ir.enums import FunctionType, Level, Role

KINDS: Mapping[FunctionType, str] = {
    FunctionType.Orchestration: "orchestration",
    FunctionType.Opaque: "opaque",
    FunctionType.Inline: "inline",
    FunctionType.InCore: "incore",
    FunctionType.AIC: "incore",
    FunctionType.AIV: "incore",
    FunctionType.Spmd: "spmd",
    FunctionType.Group: "group",
    FunctionType.Graph: "graph",
}
"""What a function of a program is to whoever calls it."""


def kind_of(type_: FunctionType, options: Mapping[str, Any]) -> str:
    """What a function is to whoever calls it; `options` say at which level it runs."""
    orders = type_ in (FunctionType.Opaque, FunctionType.Orchestration)
    if options.get("level") is Level.HOST and options.get("role") is Role.SubWorker:
        return "worker"
    if orders and options.get("role") is not Role.SubWorker:
        if options.get("level") is Level.HOST:
            return "host"
        if options.get("level") in (Level.CHIP, Level.CHIP_DIE):
            return "orchestration"
    return KINDS[type_]


def refuse_self(source: FunctionSource | TextSource) -> None:
    """Python of the host is no method of a program."""
    if source.is_method:
        raise ParserSyntaxError(
            f"{source.name} is a SubWorker, which is Python of the host and has no self",
            span=source.argument_span("self"),
            help=f"def {source.name}(x, n): without self",
            code="program-form",
        )


def type_of(type_: FunctionType, options: Mapping[str, Any]) -> FunctionType:
    """A function of either kind of core is of one kind where its level is."""
    level = options.get("level")
    if type_ is FunctionType.InCore and level in (Level.AIV, Level.AIC):
        return FunctionType[level.name]
    return type_


class FunctionSource(KernelSource):
    """One function decorated with `@pl.function`.

    `around`: names of the frames around the definition, as they were when the decorator ran.
    """

    def __init__(
        self,
        function: PythonFunction,
        type_: FunctionType,
        options: Mapping[str, Any],
        around: Mapping[str, Any],
    ) -> None:
        self.type = type_of(type_, options)
        self.around = around
        super().__init__(function, kind_of(type_, options), options)

    @cached_property
    def is_method(self) -> bool:
        code = self.function.__code__
        return code.co_argcount > 0 and code.co_varnames[0] == "self"

    @property
    def parameter_names(self) -> tuple[str, ...]:
        names = super().parameter_names
        return names[1:] if self.is_method else names

    @cached_property
    def keywords(self) -> Mapping[str, ast.expr]:
        """The keywords of the decorator, as they are written."""
        calls = [d for d in self.definition.decorator_list if isinstance(d, ast.Call)]
        return {k.arg: k.value for call in calls for k in call.keywords if k.arg is not None}

    @cached_property
    def words(self) -> frozenset[str]:
        """All names that the text of the function mentions."""
        return frozenset(node.id for node in ast.walk(self.definition) if isinstance(node, ast.Name))

    def lookup(self, name: str) -> Any:
        if name not in self.closure and name in self.around:
            return self.around[name]
        return super().lookup(name)


class TextSource(ParsedSource):
    """One function of a text; `names` is what the text can name."""

    def __init__(
        self,
        source: SourceFile,
        definition: ast.FunctionDef,
        type_: FunctionType,
        options: Mapping[str, Any],
        names: Mapping[str, Any],
    ) -> None:
        super().__init__(source, definition, names)
        self.type = type_of(type_, options)
        self.kind = kind_of(type_, options)
        self.options = options
        self.local_dims = None
        self.declared: dict[str, Any] = {}
        self.returned: Any = None

    @cached_property
    def file(self) -> str:
        assert self.snapshot is not None
        return self.snapshot.path

    @cached_property
    def annotations(self) -> Mapping[str, Any]:
        return self.declared

    @cached_property
    def is_method(self) -> bool:
        arguments = self._node.args.args
        return bool(arguments) and arguments[0].arg == "self"

    @property
    def parameter_names(self) -> tuple[str, ...]:
        names = tuple(a.arg for a in (*self._node.args.posonlyargs, *self._node.args.args))
        return names[1:] if self.is_method else names

    @property
    def defaults(self) -> tuple[Any, ...]:
        return ()

    @property
    def is_variadic(self) -> bool:
        return self._node.args.vararg is not None or self._node.args.kwarg is not None

    @property
    def module(self) -> str:
        return "text"

    @cached_property
    def outer_names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(node.id for node in ast.walk(self._node) if isinstance(node, ast.Name)))
