# SPDX-License-Identifier: Apache-2.0
"""Warnings of names that an assignment binds and that nothing reads.

k = n + 1            # 1001: `k` is never read
"""

from __future__ import annotations

import ast

from pypto.errors import Diagnostic
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
    found: dict[str, ast.Name] = {}
    for stmt in ast.walk(definition):
        if not isinstance(stmt, ast.Assign | ast.AnnAssign):
            continue
        targets = stmt.targets if isinstance(stmt, ast.Assign) else [stmt.target]
        names = [
            t for t in targets if isinstance(t, ast.Name)
        ]  # of several results one may be for its effect
        for name in names:
            if name.id not in read and not name.id.startswith("_") and name.id not in found:
                found[name.id] = name
    return [
        Diagnostic("1001", f"`{name}` is never read", kernel.source.span(node), "take it out, or name it _")
        for name, node in found.items()
    ]
