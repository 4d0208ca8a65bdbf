# SPDX-License-Identifier: Apache-2.0
"""Warning 1003: a computed value never reaches the storage of the output that it was meant for.

The first of these lines gets the warning, the second writes the parameter:

    y = pl.add(x, x)
    y[:, :] = pl.add(x, x)

An output that nothing writes gets it too, where no name of it was lost. Views count as what they are views of.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pypto.errors import Diagnostic
from pypto.ir.nodes import Assign, Call, Eval, Invoke, Launch, Param, Stmt, TensorType, Var, walk
from pypto.ir.ops.table import Trait
from pypto.ir.visit import header_exprs, vars_in

if TYPE_CHECKING:
    from pypto.frontend.helpers import Shadowed


def dropped_outputs(
    shadowed: Iterable[Shadowed], params: Sequence[Param], statements: Sequence[Stmt]
) -> list[Diagnostic]:
    """One warning per name that lost its parameter, and per output that is not written."""
    flow = _Flow(statements)
    found, lost = [], set()
    for item in shadowed:
        if not flow.reaches(item.value, item.home):
            lost.add(item.home)
            found.append(
                Diagnostic(
                    "1003",
                    f"`{item.name}` is an output parameter; this gives its name to a new value "
                    "and writes nothing into it",
                    item.span,
                    f"write into the parameter: {_whole(item.name, item.home)} = ...",
                )
            )
    for param in params:
        if param.direction == "out" and param.var not in lost and not flow.writes(param.var):
            found.append(
                Diagnostic(
                    "1003",
                    f"`{param.name}` is an output parameter, and nothing is written into it",
                    param.var.span,
                    f"write it: {_whole(param.name, param.var)} = ...; declare pl.InOut[...] what keeps its content",
                )
            )
    return found


def _whole(name: str, home: Var) -> str:
    assert isinstance(home.type, TensorType)
    return f"{name}[:{', :' * (home.type.rank - 1)}]"


class _Flow:
    """Where values go in the statements of a function."""

    def __init__(self, statements: Sequence[Stmt]) -> None:
        self.statements = tuple(walk(tuple(statements)))
        self.bases: dict[Var, set[Var]] = {}  # what a view, or another name, may denote
        for stmt in self.statements:
            source = _viewed(stmt)
            if source is not None:
                assert isinstance(stmt, Assign)
                self.bases.setdefault(stmt.target, set()).add(source)

    def denotes(self, var: Var, home: Var) -> bool:
        """Whether a variable is the parameter, or may be a view of it."""
        seen, left = {var}, [var]
        while left:
            new = self.bases.get(left.pop(), set()) - seen
            seen |= new
            left += new
        return home in seen

    def reaches(self, value: Var, home: Var) -> bool:
        """Whether anything computed from `value` is written into `home`, or it is a view of it."""
        if self.denotes(value, home):
            return True
        derived = {value}
        grown = True
        while grown:
            grown = False
            for stmt in self.statements:
                if (
                    isinstance(stmt, Assign)
                    and stmt.target not in derived
                    and derived & set(vars_in(stmt.value))
                ):
                    derived.add(stmt.target)
                    grown = True
                elif isinstance(stmt, Eval) and isinstance(stmt.value, Call):
                    target, others = _written(stmt.value)
                    if target is None or not derived & set(others):
                        continue
                    if self.denotes(target, home):
                        return True
                    if target not in derived:
                        derived.add(target)
                        grown = True
        return False

    def writes(self, home: Var) -> bool:
        """Whether a statement writes the parameter, or hands it to a function."""
        for stmt in self.statements:
            value = stmt.value if isinstance(stmt, Assign | Eval) else None
            if isinstance(value, Call):
                target, _ = _written(value)
                given: list[Var] = [] if target is None else [target]
            elif isinstance(value, Invoke) or isinstance(stmt, Launch):
                given = [v for e in header_exprs(stmt) for v in vars_in(e)]
            else:
                continue
            if any(self.denotes(var, home) for var in given):
                return True
        return False


def _viewed(stmt: Stmt) -> Var | None:
    """What a statement makes a view, or another name, of."""
    if not isinstance(stmt, Assign) or not isinstance(stmt.target.type, TensorType) or stmt.target.type.local:
        return None
    value = stmt.value
    if isinstance(value, Call):
        source = _written(value)[0]
        if source is None and value.op.has(Trait.VIEW) and value.args:
            source = value.args[0]  # type: ignore[assignment]
        return source if isinstance(source, Var) else None
    return value if isinstance(value, Var) else None


def _written(call: Call) -> tuple[Var | None, list[Var]]:
    """The tensor that an effect writes, and what flows into it."""
    if call.op.target is None:
        return None, []
    target = call.args[call.op.target]
    others = [v for n, a in enumerate(call.args) if n != call.op.target and a is not None for v in vars_in(a)]
    return (target, others) if isinstance(target, Var) else (None, [])
