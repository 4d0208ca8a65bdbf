# SPDX-License-Identifier: Apache-2.0
"""Warning 1004: an input parameter is written, and whoever passed it never sees that.

def kernel(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    ...
    x[0:16, :] = pl.exp(x[0:16, :])        the caller's x stays as it is
"""

from __future__ import annotations

from collections.abc import Sequence

from pypto.errors import Diagnostic
from pypto.ir.nodes import Assign, Call, Eval, Param, Stmt, TensorType, Var, walk
from pypto.ir.ops.table import Trait


def written_inputs(params: Sequence[Param], statements: Sequence[Stmt]) -> list[Diagnostic]:
    """One warning per input, at its first write; views count as what they are views of."""
    root = {p.var: p.var for p in params if isinstance(p.type, TensorType) and p.direction == "in"}
    found: dict[Var, Diagnostic] = {}
    for stmt in walk(tuple(statements)):
        value = stmt.value if isinstance(stmt, Assign | Eval) else None
        if not isinstance(value, Call):
            continue
        if isinstance(stmt, Assign):
            type_, source = stmt.target.type, value.args[0] if value.args else None
            view = value.op.has(Trait.VIEW) and isinstance(type_, TensorType) and not type_.local
            if view and isinstance(source, Var) and source in root:
                root[stmt.target] = root[source]
            continue
        target = None if value.op.target is None else value.args[value.op.target]
        if isinstance(target, Var):
            home = root.get(target)
            if home is not None and home not in found:
                found[home] = Diagnostic(
                    "1004",
                    f"`{home.name}` is an input parameter; what is written into it here does not reach the caller",
                    value.span or stmt.span,
                    f"declare it {home.name}: pl.InOut[...]",
                )
    return list(found.values())
