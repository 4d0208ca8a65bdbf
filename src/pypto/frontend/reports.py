# SPDX-License-Identifier: Apache-2.0
"""Errors and missing values that several constructs report.

Reading a name without a value is an error that says why; a name whose binding was wrong stays silent after its one
report.
"""

from __future__ import annotations

import ast
from typing import Any, NoReturn

from pypto.errors import InvalidOperationError, UndefinedVariableError, UserError, as_written
from pypto.frontend.state import State
from pypto.frontend.values import POISON, Missing, Value
from pypto.ir.nodes import (
    Const,
    Expr,
    Var,
)
from pypto.ir.ops.table import OpError


def _shown(value: Expr) -> str | None:
    """A variable by its name, or what was written where the compiler named it."""
    return as_written(value.name, value.span) if isinstance(value, Var) else None


class Reports(State):
    """Reports what is wrong with operands and names."""

    def operation_error(
        self,
        error: OpError,
        spelling: str,
        operands: tuple[Value, ...],
        nodes: tuple[ast.expr | None, ...],
        node: ast.AST,
    ) -> Any:
        from_row = error.message
        head, colon, tail = from_row.partition(": ")
        message = from_row if spelling in from_row else f"{head} in {spelling}{colon}{tail}"
        if spelling.endswith("[...]"):
            message = f"{spelling}: {from_row}"
        notes = []
        for value, operand in zip(operands, nodes or [None] * len(operands), strict=False):
            if isinstance(value, Expr) and not isinstance(value, Const):
                shown = self.quote(operand) if operand is not None else _shown(value)
                if shown is None or len(shown) > 40:
                    continue
                where = ""
                if isinstance(value, Var) and value.span and isinstance(operand, ast.Name):
                    read_here = value.span == self.span(operand)  # a tensor that is taken whole
                    where = "" if read_here else f", bound at line {value.span.line}"
                notes.append(f"{shown} is {value.type}{where}")
        return self.error(
            InvalidOperationError, message, node, help=error.help, notes=dict.fromkeys(notes), code=error.code
        )

    def absent(self, value: Missing, node: ast.AST) -> UserError:
        """The error of a name without a value that `node` reads."""
        error = value.error
        assert error is not None
        notes = tuple(error.notes)
        if value.at is not None:
            notes += (f"it is read at line {self.span(node).line}",)
        return self.error(
            type(error),  # type: ignore[type-var]
            error.message,
            node if value.at is None else value.at,
            help=error.help,
            notes=notes,
            code=error.code,
        )

    def missing_name(self, name: str, why: str, help: str | None = None, code: str | None = None) -> Missing:
        """A binding whose reading is an error that says why."""
        return Missing(UndefinedVariableError(f"`{name}` {why}", help=help, code=code))

    def no_else(self, stmt: ast.For | ast.While) -> NoReturn:
        """A loop has no `else`."""
        self.unsupported(
            "`else` of a loop is not part of the kernel language",
            stmt.orelse[0],
            "set a flag in the loop and test it after it",
            code="loop-else",
        )

    def no_stars(self, call: ast.Call) -> None:
        """The arguments of a call are written out."""
        starred = next((item for item in call.args if isinstance(item, ast.Starred)), None)
        double = next((keyword.value for keyword in call.keywords if keyword.arg is None), None)
        if starred is not None or double is not None:
            self.unsupported(
                f"`{'**' if starred is None else '*'}` arguments are not part of the kernel language",
                starred or double or call,
                "write the arguments out",
                code="argument-list",
            )

    def poison(self, names: list[str], value: Missing = POISON) -> None:
        for name in names:
            self.env[name] = value
