# SPDX-License-Identifier: Apache-2.0
"""Warnings about drivers: outputs that nothing writes, names that nothing reads."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence

from pypto.errors import Diagnostic
from pypto.frontend.source import KernelSource
from pypto.frontend.unused import unused_variables
from pypto.ir.host import HostParam


def unwritten(params: Sequence[HostParam], written: Collection[str]) -> list[Diagnostic]:
    """A warning for each output that no call can write."""
    return [
        Diagnostic(
            "1003",
            f"`{p.name}` is an output of the driver, and no call writes it",
            p.span,
            f"pass it, or a part of it, to a function that writes it; declare it {p.name}: pl.Tensor[...] otherwise",
        )
        for p in params
        if p.shape is not None and p.direction == "out" and p.name not in written
    ]


def unused_numbers(kernel: KernelSource) -> list[Diagnostic]:
    """A warning for each name that nothing reads; results of calls are there for what the call does."""
    called = {
        node.id
        for stmt in ast.walk(kernel.definition)
        if isinstance(stmt, ast.Assign) and isinstance(stmt.value, ast.Call)
        for node in ast.walk(stmt.targets[0])
        if isinstance(node, ast.Name)
    }
    spans = {
        kernel.source.span(n)
        for n in ast.walk(kernel.definition)
        if isinstance(n, ast.Name) and n.id in called
    }
    return [found for found in unused_variables(kernel) if found.span not in spans]
