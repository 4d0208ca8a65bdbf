# SPDX-License-Identifier: Apache-2.0
"""Warning 1004: an input parameter is written, and whoever passed it never sees that.

def kernel(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    ...
    x[0:16, :] = pl.exp(x[0:16, :])        the caller's x stays as it is
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pypto.errors import Diagnostic, Span
from pypto.ir.enums import AtomicType
from pypto.ir.nodes import Assign, Call, Eval, Param, Return, Stmt, TensorType, Var, blocks_of
from pypto.ir.ops import memory
from pypto.ir.ops.table import Trait
from pypto.ir.visit import header_exprs, vars_in


def written_inputs(params: Sequence[Param], statements: Sequence[Stmt], own: Span) -> list[Diagnostic]:
    """One warning per input, at its first write, or at the call of the function that writes it; views count as what
    they are views of. `own`: the text of the function that has the parameters."""
    root = {
        p.var: p.var
        for p in params
        if isinstance(p.type, TensorType) and p.direction == "in" and not p.window
    }
    found: dict[Var, Span | None] = {}
    read: set[Var] = set()
    for stmt, place in _placed(statements, own, None):
        value = stmt.value if isinstance(stmt, Assign | Eval) else None
        if not isinstance(value, Call):
            if not isinstance(stmt, Return):
                read.update(root[v] for e in header_exprs(stmt) for v in vars_in(e) if v in root)
            continue
        if isinstance(stmt, Assign):
            type_, source = stmt.target.type, value.args[0] if value.args else None
            view = value.op.has(Trait.VIEW) and isinstance(type_, TensorType) and not type_.local
            if view and isinstance(source, Var) and source in root:
                root[stmt.target] = root[source]
            elif value.op is not memory.DIM:
                read.update(root[v] for v in vars_in(value) if v in root)
            continue
        target = None if value.op.target is None else value.args[value.op.target]
        others = [a for n, a in enumerate(value.args) if a is not None and n != value.op.target]
        if value.attrs.get("atomic") is AtomicType.Add and target is not None:
            others.append(target)
        read.update(root[v] for a in others for v in vars_in(a) if v in root)
        if isinstance(target, Var) and target in root:
            span = value.span or stmt.span
            found.setdefault(root[target], span if _inside(span, own) else place or span)
    return [
        Diagnostic(
            "1004",
            f"`{home.name}` is an input parameter; what is written into it here does not reach the caller",
            span,
            f"declare it {home.name}: pl.{'InOut' if home in read else 'Out'}[...]",
        )
        for home, span in found.items()
    ]


def _placed(statements: Sequence[Stmt], own: Span, place: Span | None) -> Iterator[tuple[Stmt, Span | None]]:
    """All statements, outer ones first, beside the innermost place in `own` that they stand in or come from."""
    for stmt in statements:
        here = stmt.span if _inside(stmt.span, own) else place
        yield stmt, here
        for block in blocks_of(stmt):
            yield from _placed(block, own, here)


def _inside(span: Span | None, own: Span) -> bool:
    return span is not None and span.file == own.file and own.line <= span.line <= own.end_line
