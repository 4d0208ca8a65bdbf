# SPDX-License-Identifier: Apache-2.0
"""Python of the host that a driver calls: its body is kept as it is written, and never read.

A worker is a function of a program with `role=pl.Role.SubWorker`, or one decorated with `@pl.jit.host` whose body is
`...`, which is bound when the program runs.
"""

from __future__ import annotations

import ast
import textwrap

from pypto.frontend import constructs as c
from pypto.frontend.exact_source import mark
from pypto.frontend.functions import FunctionSource
from pypto.frontend.parameters import Declaration
from pypto.frontend.source import KernelSource
from pypto.ir.host import SubWorker, WorkerParam


def is_worker(source: KernelSource) -> bool:
    """Whether a function is Python of the host."""
    return source.kind == "worker" or (source.kind == "host" and is_open(source))


def is_open(source: KernelSource) -> bool:
    """Whether the body of a function is `...`, beside its docstring."""
    body = [
        s.value.value if isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant) else None
        for s in source.definition.body
    ]
    return body[-1] is ... and all(isinstance(value, str) for value in body[:-1])


def worker(source: KernelSource, declared: list[Declaration], origin: str | None = None) -> SubWorker:
    """The function as the program knows it; `origin`: the file that the marks of a printed text are about."""
    place = None if origin is None else mark(source.source.line(source.definition.lineno), origin)
    own = isinstance(source, FunctionSource) and not is_open(source)
    return SubWorker(
        source.name,
        tuple(map(_param, declared)),
        None if is_open(source) else _body(source),
        place or source.span,
        source.function if own else None,
    )


def _param(item: Declaration) -> WorkerParam:
    if not item.annotated:
        return WorkerParam(item.name)
    shape = None
    if item.shape is not None:
        shape = tuple(e.name if isinstance(e, c.DynamicDim) else e for e in item.shape)
    return WorkerParam(item.name, item.kind, item.direction, item.dtype, shape)


def _body(source: KernelSource) -> tuple[str, ...]:
    """The lines of the body, without their common indentation."""
    node = source.definition
    first, last = node.body[0], node.body[-1]
    if first.lineno == node.lineno or source.source.line(first.lineno)[: first.col_offset].strip():
        return tuple(line for stmt in node.body for line in ast.unparse(stmt).splitlines())
    start = first.lineno
    while start > node.lineno + 1 and source.source.line(start - 1).strip()[:1] in ("", "#"):
        start -= 1  # comments before the first statement
    lines = [source.source.line(n) for n in range(start, (last.end_lineno or last.lineno) + 1)]
    return tuple(textwrap.dedent("\n".join(lines)).splitlines())
