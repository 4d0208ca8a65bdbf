# SPDX-License-Identifier: Apache-2.0
"""Warning 1003: an output's name was bound to a computed value that never reaches the output's storage.

The first of these lines gets the warning, the second writes the parameter:

    y = pl.add(x, x)
    y[:, :] = pl.add(x, x)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from pypto.errors import Diagnostic
from pypto.ir.nodes import Assign, Call, Eval, Expr, Stmt, Var, walk
from pypto.ir.visit import vars_in

if TYPE_CHECKING:
    from pypto.frontend.helpers import Shadowed


def dropped_outputs(
    shadowed: Iterable[Shadowed], statements: list[Stmt], homes: Mapping[Var, Expr]
) -> list[Diagnostic]:
    """One warning per name that lost its parameter."""
    found = []
    for item in shadowed:
        if not _reaches(item.value, item.home, statements):
            found.append(
                Diagnostic(
                    "1003",
                    f"`{item.name}` is an output parameter; this gives its name to a new value "
                    "and writes nothing into it",
                    item.span,
                    f"write into the parameter: {item.name}[:{', :' * (len(item.home.type.shape) - 1)}] = ...",  # type: ignore[attr-defined]
                )
            )
    return found


def _reaches(value: Var, home: Var, statements: list[Stmt]) -> bool:
    """Whether anything computed from `value` is written into `home`."""
    derived = {value}
    grown = True
    while grown:
        grown = False
        for stmt in walk(tuple(statements)):
            if isinstance(stmt, Assign) and stmt.target not in derived and derived & set(vars_in(stmt.value)):
                derived.add(stmt.target)
                grown = True
            elif isinstance(stmt, Eval) and isinstance(stmt.value, Call):
                target, others = _written(stmt.value)
                if target is None or not derived & set(others):
                    continue
                if target is home:
                    return True
                if target not in derived:
                    derived.add(target)
                    grown = True
    return False


def _written(call: Call) -> tuple[Var | None, list[Var]]:
    """The tensor that an effect writes, and what flows into it."""
    if call.op.target is None:
        return None, []
    target = call.args[call.op.target]
    others = [v for n, a in enumerate(call.args) if n != call.op.target and a is not None for v in vars_in(a)]
    return (target, others) if isinstance(target, Var) else (None, [])
