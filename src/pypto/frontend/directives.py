# SPDX-License-Identifier: Apache-2.0
"""Statements that work while a kernel is read, or mark values: prints, assertions, dump tags."""

from __future__ import annotations

import ast

from pypto.frontend.assignments import Assignments
from pypto.frontend.values import Value, describe, is_global
from pypto.ir.nodes import Call, Const, Expr, TupleType, Var
from pypto.ir.ops import system


class Directives(Assignments):
    """Reads pl.static_print, pl.static_assert and pl.dump_tag."""

    def dump_tag(self, node: ast.Call) -> None:
        """Marks a value: the tasks that take it from here on dump it where the run asks for that."""
        named = len(node.args) == 1 and not node.keywords and isinstance(node.args[0], ast.Name)
        if not named:
            self.syntax("pl.dump_tag takes one tensor by its name", node, "pl.dump_tag(x)", code="dump")
        if self.region is not None:
            self.invalid(
                "pl.dump_tag belongs outside regions", node, "end the region first", code="misplaced"
            )
        value = self.expr(node.args[0])
        if not isinstance(value, Var) or not is_global(value):
            self.type_error(
                f"pl.dump_tag takes a tensor, `{self.quote(node.args[0])}` is {describe(value)}",
                node.args[0],
                code="argument-type",
            )
        self.effect(Call(system.DUMP_TAG, (value,), {}, TupleType(()), self.span(node)), self.span(node))

    def shown(self, node: ast.expr) -> str:
        if isinstance(node, ast.JoinedStr):
            for part in node.values:
                if isinstance(part, ast.FormattedValue) and (part.conversion != -1 or part.format_spec):
                    self.syntax(
                        "an f-string of pl.static_print has plain {name} parts",
                        node,
                        "leave the conversion or format out",
                        code="static-print",
                    )
            return "".join(
                str(part.value) if isinstance(part, ast.Constant) else self.shown(part.value)  # type: ignore[attr-defined]
                for part in node.values
            )
        value = self.expr(node)
        if isinstance(value, str):
            return value
        if isinstance(value, Const):
            return f"{self.quote(node)}: {value.type} = {value.value}"
        return f"{self.quote(node)}: {_text(value)}"

    def static_assert(self, node: ast.Call) -> None:
        if not 1 <= len(node.args) <= 2 or node.keywords:
            self.syntax(
                "pl.static_assert takes a condition and a message",
                node,
                'pl.static_assert(N % 16 == 0, "N is a multiple of 16")',
                code="static-assert-form",
            )
        message = self.quote(node.args[0])
        if len(node.args) == 2:
            text = node.args[1]
            if not isinstance(text, ast.Constant) or not isinstance(text.value, str):
                self.syntax(
                    "the message of pl.static_assert is a text literal",
                    text,
                    'pl.static_assert(N % 16 == 0, "N is a multiple of 16")',
                    code="static-assert-form",
                )
            message = text.value
        value = self.condition(self.expr(node.args[0]), node.args[0])
        if not isinstance(value, Const):
            self.syntax(
                f"`{self.quote(node.args[0])}` is not compile-time evaluable",
                node,
                "assert what is known while the kernel is read: constants, and extents that are no dynamic ones",
                code="static-assert-form",
            )
        if not value.value:
            self.syntax(
                f"static assertion failed: {message}",
                node,
                f"`{self.quote(node.args[0])}` is False",
                code="static-assert",
            )


def _text(value: Value) -> str:
    """A value as pl.static_print shows it: what is known, otherwise its type."""
    if isinstance(value, tuple | list):
        inside = ", ".join(_text(item) for item in value)
        return f"[{inside}]" if isinstance(value, list) else f"({inside}{',' * (len(value) == 1)})"
    if isinstance(value, Const):
        return str(value.value)
    return str(value.type if isinstance(value, Expr) else value)
