# SPDX-License-Identifier: Apache-2.0
"""The driver of a printed program: read from its text, never run."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pypto.errors import Diagnostic
from pypto.frontend import constructs as c
from pypto.frontend import host_names
from pypto.frontend.arguments import DECLARED, RUNTIME_SCALAR, ArgumentInfo
from pypto.frontend.functions import TextSource, refuse_self
from pypto.frontend.host import read_driver
from pypto.frontend.host_entries import Written
from pypto.frontend.host_numbers import Outside
from pypto.frontend.parameters import declarations
from pypto.frontend.session import Session
from pypto.frontend.source import SourceFile
from pypto.frontend.surface import MEMBERS
from pypto.ir.enums import FunctionType, Level, Role
from pypto.ir.host import HostProgram
from pypto.ir.nodes import Function, Program

HOST = {"level": Level.HOST, "role": Role.Orchestrator}


def read_text_driver(
    name: str,
    source: SourceFile,
    node: ast.FunctionDef,
    functions: Mapping[str, Function],
    world_size: int | None,
    folded: Mapping[str, int | float | bool],
    warnings: Sequence[Diagnostic],
    origin: str | None,
    marked: bool,
) -> HostProgram:
    """The program of a class with a driver; `functions`: its other functions, which were read before.

    `folded`: the values of scalars that it was specialised for. Places are those of `origin` where the text is `marked`.
    """
    names: dict[str, Any] = {"pl": c.Namespace("", MEMBERS), "pld": host_names.NAMESPACE}
    for stmt in source.tree.body:
        if isinstance(stmt, ast.Assign) and isinstance(stmt.targets[0], ast.Name):
            names[stmt.targets[0].id] = c.DynamicDim(stmt.targets[0].id)
    by_hand = any(
        k.arg == "auto_scope" and isinstance(k.value, ast.Constant) and k.value.value is False
        for d in node.decorator_list
        if isinstance(d, ast.Call)
        for k in d.keywords
    )
    driver = annotated(
        TextSource(source, node, FunctionType.Orchestration, {**HOST, "auto_scope": not by_hand}, names)
    )
    methods: dict[str, TextSource] = {}
    for item in source.tree.body:
        for inner in item.body if isinstance(item, ast.ClassDef) else ():
            if isinstance(inner, ast.FunctionDef) and functions.get(inner.name) is not None:
                kind = FunctionType[functions[inner.name].kind]
                methods[inner.name] = TextSource(source, inner, kind, {}, names)
            elif isinstance(inner, ast.FunctionDef) and inner is not node:
                options = {**HOST, "role": Role.SubWorker}
                methods[inner.name] = annotated(
                    TextSource(source, inner, FunctionType.Opaque, options, names)
                )
                refuse_self(methods[inner.name])
    program = Program(name, functions, node.name, {}, tuple(warnings), origin)
    arguments = []
    for declared in declarations(driver):
        if declared.kind != "scalar":
            arguments.append(DECLARED)
        elif declared.name in folded:
            arguments.append(ArgumentInfo.scalar(folded[declared.name]))
        else:
            arguments.append(RUNTIME_SCALAR)
    entries = Written(functions, program, methods)
    made = read_driver(driver, arguments, world_size, entries, [], name, origin if marked else None)
    return replace(made, warnings=tuple(warnings))


def annotated(source: TextSource) -> TextSource:
    """A function of a text with its annotations evaluated."""
    outside = Outside(Session(), source)
    arguments = source.definition.args
    for node in (*arguments.posonlyargs, *arguments.args):
        if node.annotation is not None:
            source.declared[node.arg] = outside.settled(node.annotation)
    return source
