# SPDX-License-Identifier: Apache-2.0
"""Operands of a matrix product move from Mat to Left and Right.

c = pl.matmul(a, b)      ->      a_left = pl.move(a, Left);  b_right = pl.move(b, Right);  c = pl.matmul(a_left, b_right)
"""

from __future__ import annotations

from dataclasses import replace

from pypto.errors import Span
from pypto.ir.enums import Mem
from pypto.ir.nodes import Assign, Call, Expr, If, Program, Stmt, TileType, Var
from pypto.ir.ops import matmul, memory
from pypto.ir.ops.table import Trait
from pypto.ir.visit import Rewriter
from pypto.platforms import Platform


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
        return (*moves, *more, _with_operands((stmt,), left, right))

    def operands(self, call: Call) -> list[tuple[Var, tuple[Assign, ...]]]:
        left, right = _operands(call)
        return [self.move(left, Mem.Left, call.span), self.move(right, Mem.Right, call.span)]

    def move(self, operand: Expr | None, space: Mem, span: Span | None) -> tuple[Var, tuple[Assign, ...]]:
        assert isinstance(operand, Var) and isinstance(operand.type, TileType)
        if operand.type.space == space.value:
            return operand, ()
        if space is Mem.Left:
            blayout, slayout = self.platform.left_layout
        else:
            blayout, slayout = "row_major", "col_major"
        type_ = replace(operand.type, space=space.value, blayout=blayout, slayout=slayout)
        moved = Var(f"{operand.name}_{space.value.lower()}", type_, span)
        call = Call(memory.MOVE, (operand,), {"target_memory": space}, type_, span)
        return moved, (Assign(moved, call, span),)


def _product(stmt: Stmt) -> Call | None:
    if isinstance(stmt, Assign) and isinstance(stmt.value, Call) and stmt.value.op.has(Trait.CUBE):
        return stmt.value
    return None


def _operands(call: Call) -> tuple[Expr | None, ...]:
    first = 0 if call.op is matmul.MATMUL else 1
    return call.args[first : first + 2]


def _with_operands(arm: tuple[Stmt, ...], left: Var, right: Var) -> Assign:
    (stmt,) = arm
    assert isinstance(stmt, Assign) and isinstance(stmt.value, Call)
    call = stmt.value
    first = 0 if call.op is matmul.MATMUL else 1
    args = (*call.args[:first], left, right, *call.args[first + 2 :])
    return replace(stmt, value=replace(call, args=args))


def _same_operands(stmt: If) -> Call | None:
    """The product of the first arm, where each arm is one product of the same operands."""
    if len(stmt.then) != 1 or len(stmt.orelse) != 1:
        return None
    a, b = _product(stmt.then[0]), _product(stmt.orelse[0])
    return a if a and b and all(x is y for x, y in zip(_operands(a), _operands(b), strict=True)) else None
