# SPDX-License-Identifier: Apache-2.0
"""Warnings of names that are bound and that nothing reads.

k = n + 1            # 1001: `k` is never read
r = pl.yield_(v)     # 1002: nothing reads `r`, what the loop or branch results in
"""

from __future__ import annotations

import ast

from pypto.errors import Diagnostic
from pypto.frontend.constructs import YIELD
from pypto.frontend.names import last_name
from pypto.frontend.source import KernelSource


def unused_variables(kernel: KernelSource) -> list[Diagnostic]:
    """One warning for each such name of a function, at its first binding; `_` and parameters are none."""
    definition = kernel.definition
    read = {
        node.id
        for node in ast.walk(definition)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }
    read.update(kernel.parameter_names)
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
    return isinstance(value, ast.Call) and last_name(value.func) == YIELD.name
