# SPDX-License-Identifier: Apache-2.0
"""Expressions: which part of the reader lowers which kind.

An expression is either a Python value known while the kernel is read (numbers, element types, captured tuples), or
an IR expression.
"""

from __future__ import annotations

import ast

from pypto.frontend.operators import Operators
from pypto.frontend.values import Value

REFUSED: dict[type[ast.expr], tuple[str, str | None]] = {
    ast.IfExp: ("the conditional expression `a if c else b`", "write an if statement that assigns in both branches"),
    ast.ListComp: ("a list comprehension", "write the entries out"),
    ast.GeneratorExp: ("a generator expression", "write the entries out"),
    ast.SetComp: ("a set comprehension", "write the entries out, as a tuple"),
    ast.DictComp: ("a dict comprehension", "compute it at module level, as a tuple"),
    ast.Lambda: ("a lambda", "write a helper decorated with @pl.jit.inline"),
    ast.JoinedStr: ("an f-string", "f-strings belong into pl.static_print"),
    ast.Dict: ("a dict", "give its entries names of their own"),
    ast.Set: ("a set", "write a tuple"),
    ast.Starred: ("a starred argument", "write the arguments out"),
    ast.NamedExpr: ("the assignment expression `:=`", "assign on a line of its own"),
    ast.Await: ("await", "a kernel is a plain `def`"),
    ast.Yield: ("yield", "results are written into pl.Out parameters; values of a loop are given by pl.yield_"),
    ast.YieldFrom: ("yield from", "results are written into pl.Out parameters"),
}  # fmt: skip


class Expressions(Operators):
    """Lowers everything but calls and subscripts."""

    def expr(self, node: ast.expr) -> Value:
        if isinstance(node, ast.Constant):
            return self.constant(node)
        if isinstance(node, ast.Name):
            return self.name(node)
        if isinstance(node, ast.Attribute):
            return self.attribute(node)
        if isinstance(node, ast.BinOp):
            return self.binary(node)
        if isinstance(node, ast.UnaryOp):
            return self.unary(node)
        if isinstance(node, ast.Compare):
            return self.compare(node)
        if isinstance(node, ast.BoolOp):
            return self.logic(node)
        if isinstance(node, ast.Call):
            return self.call(node)
        if isinstance(node, ast.Subscript):
            return self.subscript(node)
        if isinstance(node, ast.Tuple | ast.List):
            return tuple(self.settled(item) for item in node.elts)
        what, help = REFUSED.get(type(node), (type(node).__name__, None))
        self.unsupported(f"{what} is not part of the kernel language", node, help, code="python-expression")
