# SPDX-License-Identifier: Apache-2.0
"""Reads of single elements that lie outside of what a padded tensor holds give its pad value, not what lies there.

    v = pl.slice(x, [16, 64], [0, 0],                     v = pl.slice(...)
                 valid_shape=[n, 64],                     if i >= n and i >= 0 and i < 16:
                 pad_value=pl.PadValue.min)       ->          s = pl.const(float("-inf"), pl.FP32)
    s = pl.read(v, [i, 0])                                else:
                                                              s = pl.read(v, [i, 0])

An index outside of the shape is read as before, which stops the kernel.
"""

from __future__ import annotations

from dataclasses import replace

from pypto.ir.naming import free_name
from pypto.ir.nodes import (
    Assign,
    Call,
    Const,
    Expr,
    Function,
    If,
    Program,
    Region,
    Stmt,
    TensorType,
    Var,
    While,
    walk,
)
from pypto.ir.ops import memory
from pypto.ir.ops.shaping import pad_number
from pypto.ir.padding import is_padded, leaves_data
from pypto.ir.visit import Rewriter, defined_vars


def padding(program: Program) -> Program:
    """Make every read of a padded tensor say what it gives."""
    return program.with_functions({name: _function(f) for name, f in program.functions.items()})


def _function(function: Function) -> Function:
    variables = {p.var for p in function.params} | {v for s in walk(function.body) for v in defined_vars(s)}
    if not any(is_padded(v) for v in variables):
        return function
    names = {v.name for v in (*variables, *function.symbols)}
    return function.with_body(_Reads(names).block(function.body))


class _Reads(Rewriter):
    """Rewrites one body; `ahead` holds what the statement at hand needs before it."""

    def __init__(self, names: set[str]) -> None:
        self.names = names
        self.ahead: list[Stmt] = []

    def stmt(self, stmt: Stmt) -> Stmt | tuple[Stmt, ...]:
        outer, self.ahead = self.ahead, []
        new = self.one(stmt)
        ahead, self.ahead = self.ahead, outer
        return (*ahead, *(new if isinstance(new, tuple) else (new,)))

    def one(self, stmt: Stmt) -> Stmt | tuple[Stmt, ...]:
        if isinstance(stmt, Assign) and isinstance(stmt.value, Call) and stmt.value.op is memory.READ:
            return self.read(stmt.target, stmt.value, stmt)
        if isinstance(stmt, While):
            setup, condition = self.block(stmt.setup), self.expr(stmt.condition)
            ahead, self.ahead = tuple(self.ahead), []  # computed before each test, not once
            return replace(stmt, setup=(*setup, *ahead), condition=condition, body=self.block(stmt.body))
        if isinstance(stmt, Region) and "predicate" in stmt.attrs:  # read when the task may run, not before
            rest = {k: v for k, v in stmt.attrs.items() if k != "predicate"}
            region = super().stmt(replace(stmt, attrs=rest))
            assert isinstance(region, Region)
            return replace(region, attrs={**region.attrs, "predicate": stmt.attrs["predicate"]})
        return super().stmt(stmt)

    def read(self, target: Var, call: Call, stmt: Assign) -> Stmt:
        offset = tuple(self.expr(d) if isinstance(d, Expr) else d for d in call.attrs["offset"])
        call = replace(call, attrs={**call.attrs, "offset": offset})
        test, source = leaves_data(call), call.args[0]
        if test is None:
            return replace(stmt, value=call)
        assert source is not None and isinstance(source.type, TensorType)
        number = Const(pad_number(source.type.pad, source.type.dtype), target.type, call.span)
        if source.type.dtype.is_float:
            number = replace(number, value=float(number.value or 0))
        return If(test, (Assign(target, number, stmt.span),), (Assign(target, call, stmt.span),), stmt.span)

    def expr(self, expr: Expr) -> Expr:
        if not isinstance(expr, Call) or expr.op is not memory.READ or not is_padded(expr.args[0]):
            return super().expr(expr)
        assert isinstance(expr.args[0], Var)
        found = Var(free_name(f"{expr.args[0].name}_element", self.names), expr.type, expr.span)
        self.ahead.append(self.read(found, expr, Assign(found, expr, expr.span)))
        return found
