# SPDX-License-Identifier: Apache-2.0
"""`pl.func_attr({...})`: facts about a function, written as its first statements.

pl.func_attr({"core_num": 8, "sync_start": True})
"""

from __future__ import annotations

import ast
from enum import Enum
from typing import TYPE_CHECKING, Any

from pypto.errors import UndefinedVariableError
from pypto.frontend import constructs as c
from pypto.frontend.values import is_number
from pypto.ir.dtypes import DType
from pypto.ir.nodes import Const, Expr

if TYPE_CHECKING:
    from pypto.frontend.helpers import Helpers
    from pypto.frontend.source import KernelSource

OF_DECORATOR = ("auto_scope", "external_source")
HOW = 'pl.func_attr({"core_num": 8})'


def scope_attribute(kernel: KernelSource) -> dict[str, Any]:
    """What the decorator says of runtime scopes: that the compiler places none in this function."""
    return {"auto_scope": False} if kernel.options.get("auto_scope") is False else {}


def function_attributes(body: Helpers, block: list[ast.stmt]) -> tuple[list[ast.stmt], dict[str, Any]]:
    """The rest of a function's body, and what its `pl.func_attr` statements say."""
    attrs: dict[str, Any] = {}
    rest = list(block)
    docstring = (
        [rest.pop(0)]
        if rest
        and isinstance(rest[0], ast.Expr)
        and isinstance(rest[0].value, ast.Constant)
        and isinstance(rest[0].value.value, str)
        else []
    )
    while rest and isinstance(rest[0], ast.Expr) and body.construct_of(rest[0].value) is c.FUNC_ATTR:
        call = rest.pop(0).value  # type: ignore[attr-defined]
        assert isinstance(call, ast.Call)
        for name, value in _table(body, call).items():
            if name in attrs:
                body.syntax(
                    f"the attribute `{name}` is given twice", call, "leave one of them out", code="func-attr"
                )
            attrs[name] = value
    return [*docstring, *rest], attrs


def _table(body: Helpers, call: ast.Call) -> dict[str, Any]:
    if len(call.args) != 1 or call.keywords or not isinstance(call.args[0], ast.Dict):
        body.syntax("pl.func_attr takes one dict literal", call, HOW, code="func-attr")
    table = call.args[0]
    found: dict[str, Any] = {}
    for key, node in zip(table.keys, table.values, strict=True):
        if key is None:
            body.syntax(
                "`**` in pl.func_attr is not part of the kernel language", node, HOW, code="func-attr"
            )
        if not isinstance(key, ast.Constant) or not isinstance(key.value, str):
            body.syntax("the keys of pl.func_attr are text literals", key, HOW, code="func-attr")
        name = key.value
        if name in OF_DECORATOR:
            body.syntax(
                f"`{name}` belongs to the decorator", key, f"@pl.function({name}=...)", code="func-attr"
            )
        if name in found:
            body.syntax(
                f"the attribute `{name}` is given twice", key, "leave one of them out", code="func-attr"
            )
        found[name] = _value(body, node)
    return found


def _value(body: Helpers, node: ast.expr) -> Any:
    if isinstance(node, ast.Name):
        value = body.env.get(node.id)
        if value is None:
            raise body.error(
                UndefinedVariableError,
                f"`{node.id}` is no parameter of {body.kernel.name}, and a name in pl.func_attr is one",
                node,
                help="write the number itself",
                code="undefined-name",
            )
        return value.value if isinstance(value, Const) else value
    negative = isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant)
    if not negative and isinstance(node, ast.BinOp | ast.UnaryOp | ast.Compare | ast.BoolOp | ast.Subscript):
        body.syntax(
            f"`{body.quote(node)}` cannot be the value of an attribute",
            node,
            "a number, a text, an enumeration, or a parameter",
            code="func-attr",
        )
    value = body.settled(node)
    if isinstance(value, Const) and value.value is not None:
        return value.value
    if is_number(value) or isinstance(value, str | DType | Enum | Expr):
        return value
    body.syntax(
        f"`{body.quote(node)}` cannot be the value of an attribute",
        node,
        "a number, a text or an enumeration",
        code="func-attr",
    )
