# SPDX-License-Identifier: Apache-2.0
"""Warnings of names that are bound and that nothing reads.

k = n + 1            # 1001: `k` is never read
r = pl.yield_(v)     # 1002: nothing reads `r`, what the loop or branch results in
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from pypto.errors import Diagnostic
from pypto.frontend.source import KernelSource


def unused_variables(kernel: KernelSource) -> list[Diagnostic]:
    """One warning for each such name of a function, at its first binding; `_` and parameters are none."""
    definition = kernel.definition
    loads = [n for n in ast.walk(definition) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)]
    read = {node.id for node in loads} | set(kernel.parameter_names)
    assigned: dict[str, ast.Name] = {}
    results: dict[str, ast.Name] = {}
    for stmt in ast.walk(definition):
        if not isinstance(stmt, ast.Assign | ast.AnnAssign):
            continue
        yields = is_yield(stmt.value)
        targets = stmt.targets if isinstance(stmt, ast.Assign) else [stmt.target]
        for target in targets:
            # of several results of a call one may be for its effect
            names: list[ast.expr] = target.elts if yields and isinstance(target, ast.Tuple) else [target]
            for name in names:
                if isinstance(name, ast.Name) and name.id not in read and not name.id.startswith("_"):
                    (results if yields else assigned).setdefault(name.id, name)
    for known in _read_under_their_headers(definition, loads):
        results.pop(known, None)
    return [
        Diagnostic("1001", f"`{name}` is never read", kernel.source.span(node), "take it out, or name it _")
        for name, node in assigned.items()
    ] + [
        Diagnostic(
            "1002",
            f"`{name}`, a result of the loop or branch, is never read",
            kernel.source.span(node),
            "carry what is read later only, or name it _",
        )
        for name, node in results.items()
        if name not in assigned
    ]


def is_yield(value: ast.expr | None) -> bool:
    """`pl.yield_(...)`, however the language was imported."""
    return (
        isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "yield_"
    )


def _read_under_their_headers(definition: ast.FunctionDef, loads: list[ast.Name]) -> Iterator[str]:
    """Results of loops that are read after the loop by the name that its header has for them."""
    for loop in ast.walk(definition):
        if not isinstance(loop, ast.For) or not isinstance(loop.target, ast.Tuple):
            continue
        headers = [
            n.id for part in loop.target.elts if isinstance(part, ast.Tuple) for n in part.elts
            if isinstance(n, ast.Name)
        ]  # fmt: skip
        later = {n.id for n in loads if n.lineno > (loop.end_lineno or loop.lineno)}
        for stmt in loop.body:
            if isinstance(stmt, ast.Assign) and is_yield(stmt.value):
                target = stmt.targets[0]
                results = target.elts if isinstance(target, ast.Tuple) else [target]
                for header, result in zip(headers, results, strict=False):
                    if header in later and isinstance(result, ast.Name):
                        yield result.id
