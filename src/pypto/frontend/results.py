# SPDX-License-Identifier: Apache-2.0
"""What a function declares that it returns, beside what it returns.

An entry takes the types of its results from what it returns, so that only several results, and scalars, are compared
with its annotation.
"""

from __future__ import annotations

import ast
from types import GenericAlias, NoneType
from typing import Any

from pypto.frontend import constructs as c
from pypto.frontend.declared import Declared
from pypto.frontend.source import KernelSource
from pypto.ir.nodes import Expr


def declared_results(source: KernelSource) -> tuple[Any, ...]:
    """The entries of a return annotation."""
    wanted = source.annotations.get("return")
    if isinstance(wanted, c.TupleAnnotation):
        return wanted.items
    if isinstance(wanted, GenericAlias) and wanted.__origin__ is tuple:
        return wanted.__args__
    return () if wanted is None or wanted is NoneType else (wanted,)


def check_results(body: Declared, values: tuple[Expr, ...]) -> None:
    """The return annotation against what is returned."""
    source = body.kernel
    node = source.definition.returns
    items = declared_results(source)
    if node is None or not items or body.session.errors:
        return
    several = isinstance(source.annotations["return"], c.TupleAnnotation | GenericAlias)
    inferred = source.kind == "jit"
    if inferred and not several and not isinstance(items[0], c.ScalarAnnotation):
        return
    if any(isinstance(i, c.TupleAnnotation | GenericAlias) for i in items):
        body.type_error(
            f"the results of {source.name} are nested", node, "list them: tuple[A, B]", code="return-type"
        )
    if len(items) != len(values):
        body.type_error(
            f"{source.name} declares {len(items)} result(s) and returns {len(values)}",
            node,
            "declare one type for each result, or take the annotation away",
            code="return-type",
        )
    inner = node.slice if several and isinstance(node, ast.Subscript) else node
    listed = inner.elts if several and isinstance(inner, ast.Tuple) else [inner]
    nodes = listed if len(listed) == len(items) else [node] * len(items)
    for item, value, place in zip(items, values, nodes, strict=True):
        if not (inferred and item is c.Tensor):
            body.check_type(f"the result of {source.name}", item, value, place)
