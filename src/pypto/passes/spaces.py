# SPDX-License-Identifier: Apache-2.0
"""Operands of a matrix product move from Mat to Left and Right, its bias row to Bias.

c = pl.matmul(a, b)      ->      a_left = pl.move(a, Left);  b_right = pl.move(b, Right);  c = pl.matmul(a_left, b_right)
"""

from __future__ import annotations

from dataclasses import replace

from pypto.errors import Span
from pypto.ir.enums import Mem
from pypto.ir.nodes import Assign, Call, Expr, If, Program, Stmt, TileType, Var
from pypto.ir.ops import memory, products
from pypto.ir.ops.products import ACCUMULATING
from pypto.ir.ops.rules import space_layout
from pypto.ir.ops.table import Trait
from pypto.ir.visit import Rewriter
from pypto.passes.tiles import check_layout
from pypto.platforms import Platform

_WITH_BIAS = frozenset({products.MATMUL_BIAS, products.GEMV_BIAS})


def spaces(program: Program, platform: Platform) -> Program:
    """Insert the moves in every cube function."""
    functions = {
        name: f.with_body(_Moves(platform).block(f.body)) if f.kind == "AIC" else f
        for name, f in program.functions.items()
    }
    return program.with_functions(functions)


class _Moves(Rewriter):
    def __init__(self, platform: Platform) -> None:
        self.platform = platform

    def stmt(self, stmt: Stmt) -> Stmt | tuple[Stmt, ...]:
        if isinstance(stmt, If) and (shared := _same_operands(stmt)):
            # One product that overwrites or accumulates: its operands move once, before the branch.
            (left, moves), (right, more) = self.operands(shared)
            arms = [(_with_operands(arm, left, right),) for arm in (stmt.then, stmt.orelse)]
            return (*moves, *more, replace(stmt, then=arms[0], orelse=arms[1]))
        if not _product(stmt):
            return super().stmt(stmt)
        assert isinstance(stmt, Assign) and isinstance(stmt.value, Call)
        (left, moves), (right, more) = self.operands(stmt.value)
        product = _with_operands((stmt,), left, right)
        call = product.value
        assert isinstance(call, Call)
        if call.op not in _WITH_BIAS:
            return (*moves, *more, product)
        bias, last = self.move(call.args[2], Mem.Bias, call.span)
        call = replace(call, args=(*call.args[:2], bias))
        return (*moves, *more, *last, replace(product, value=call))

    def operands(self, call: Call) -> list[tuple[Var, tuple[Assign, ...]]]:
        left, right = _operands(call)
        return [self.move(left, Mem.Left, call.span), self.move(right, Mem.Right, call.span)]

    def move(self, operand: Expr | None, space: Mem, span: Span | None) -> tuple[Var, tuple[Assign, ...]]:
        assert isinstance(operand, Var) and isinstance(operand.type, TileType)
        if operand.type.space == space.value:
            return operand, ()
        blayout, slayout, fractal = space_layout(space.value, operand.type.shape)
        if space is Mem.Left:
            blayout, slayout = self.platform.left_layout
        type_ = replace(
            operand.type,
            space=space.value,
            blayout=blayout,
            slayout=slayout,
            fractal=fractal,
            address=None,
            batch=(),
        )
        check_layout(type_, self.platform, operand.name, operand.span)
        moved = Var(f"{operand.name}_{space.value.lower()}", type_, span)
        call = Call(memory.MOVE, (operand,), {"target_memory": space}, type_, span)
        return moved, (Assign(moved, call, span),)


def _product(stmt: Stmt) -> Call | None:
    if isinstance(stmt, Assign) and isinstance(stmt.value, Call) and stmt.value.op.has(Trait.CUBE):
        return stmt.value
    return None


def _operands(call: Call) -> tuple[Expr | None, ...]:
    first = 1 if call.op in ACCUMULATING else 0
    return call.args[first : first + 2]


def _with_operands(arm: tuple[Stmt, ...], left: Var, right: Var) -> Assign:
    (stmt,) = arm
    assert isinstance(stmt, Assign) and isinstance(stmt.value, Call)
    call = stmt.value
    first = 1 if call.op in ACCUMULATING else 0
    args = (*call.args[:first], left, right, *call.args[first + 2 :])
    return replace(stmt, value=replace(call, args=args))


def _same_operands(stmt: If) -> Call | None:
    """The product of the first arm, where each arm is one product of the same operands."""
    if len(stmt.then) != 1 or len(stmt.orelse) != 1:
        return None
    a, b = _product(stmt.then[0]), _product(stmt.orelse[0])
    return a if a and b and all(x is y for x, y in zip(_operands(a), _operands(b), strict=True)) else None
