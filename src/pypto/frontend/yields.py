# SPDX-License-Identifier: Apache-2.0
"""`pl.yield_`: what one pass through a loop with init_values, or one arm of an `if`, gives.

It is the whole right side of an assignment, and the last statement of its block.
"""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Sequence

from pypto.frontend import constructs as c
from pypto.frontend.names import last_name, targets
from pypto.frontend.prefetch import Prefetches
from pypto.frontend.session import Session
from pypto.frontend.source import KernelSource
from pypto.frontend.values import Value

LOOP = "for i, (a,) in pl.range(n, init_values=(a0,)): new = pl.yield_(a)"


class Yields(Prefetches):
    """Lowers yields and knows which of them are in their place."""

    def __init__(self, session: Session, kernel: KernelSource) -> None:
        super().__init__(session, kernel)
        self.yields: dict[ast.expr, bool] = {}  # calls in a block that yields: whether they end it

    @abstractmethod
    def construct_of(self, node: ast.expr) -> c.Construct | None:
        """The construct that an expression calls, if it does."""

    def calls(self, stmt: ast.stmt, construct: c.Construct) -> bool:
        """Whether a statement is a call of the construct, or assigns one."""
        value = stmt.value if isinstance(stmt, ast.Expr | ast.Assign | ast.AnnAssign) else None
        return (
            isinstance(value, ast.Call)
            and last_name(value.func) == construct.name
            and (self.construct_of(value) is construct)
        )

    def yields_in(self, body: Sequence[ast.stmt]) -> list[ast.stmt]:
        """The yields of a block, which are in their place from here on."""
        found = [s for s in body if self.calls(s, c.YIELD)]
        for stmt in found:
            assert isinstance(stmt, ast.Expr | ast.Assign | ast.AnnAssign) and stmt.value is not None
            self.yields[stmt.value] = stmt is body[-1]
        return found

    def yielded(self, node: ast.Call) -> Value:
        """The values of a yield."""
        self.check_yield_place(node)
        if not node.args or node.keywords:
            self.syntax(
                "pl.yield_ takes one or more values", node, "new = pl.yield_(value)", code="yield-form"
            )
        values = tuple(self.settled(a) for a in node.args)
        return values[0] if len(values) == 1 else values

    def bare_yield(self, node: ast.Call) -> None:
        """A yield on a line of its own."""
        self.check_yield_place(node)
        self.syntax(
            "a yield is assigned: new = pl.yield_(value)",
            node,
            "give each value a name, which is the result after the loop or branch",
            code="yield-form",
        )

    def check_yield_place(self, node: ast.Call) -> None:
        last = self.yields.get(node)
        if last is None:
            self.syntax(
                "pl.yield_ belongs in a loop with init_values, or in both branches of an if, "
                "as the whole right side of an assignment",
                node,
                LOOP,
                code="yield-form",
            )
        if not last:
            self.syntax(
                "pl.yield_ is the last statement of its block",
                node,
                "move it to the end, and yield all values at once: a, b = pl.yield_(x, y)",
                code="yield-form",
            )

    def yield_names(self, body: Sequence[ast.stmt], headers: list[str]) -> dict[str, str]:
        """Header name -> target of the body's `a, b = pl.yield_(...)`; empty without a yield."""
        for stmt in body:
            if not isinstance(stmt, ast.Assign | ast.AnnAssign) or not self.calls(stmt, c.YIELD):
                continue
            written = stmt.targets if isinstance(stmt, ast.Assign) else [stmt.target]
            names = [n for target in written for n in targets(target)]
            assert isinstance(stmt.value, ast.Call)
            given = len(stmt.value.args)
            if not given:
                return {}  # reported where it is read
            if len(names) == 1 != given:
                self.syntax(
                    f"1 name for {given} yielded values", stmt, "a, b = pl.yield_(x, y)", code="yield-form"
                )
            if given != len(headers):
                self.type_error(
                    f"pl.yield_ gives {given} value{'s' * (given != 1)}, the loop carries {len(headers)}",
                    stmt,
                    f"yield the next {', '.join(headers)}",
                    code="yield-form",
                )
            if len(names) != given:
                return {}  # reported where they are unpacked
            return dict(zip(headers, names, strict=True))
        return {}
