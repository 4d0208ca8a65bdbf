# SPDX-License-Identifier: Apache-2.0
"""Operands of a matrix product move from Mat to Left and Right.

c = pl.matmul(a, b)      ->      a_left = pl.move(a, Left);  b_right = pl.move(b, Right);  c = pl.matmul(a_left, b_right)
"""

from __future__ import annotations

from dataclasses import replace

from pypto.errors import Span
from pypto.ir.enums import Mem
from pypto.ir.nodes import Assign, Call, Expr, Program, Stmt, TileType, Var
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
        if not (isinstance(stmt, Assign) and isinstance(stmt.value, Call) and stmt.value.op.has(Trait.CUBE)):
            return super().stmt(stmt)
        call = stmt.value
        first = 0 if call.op is matmul.MATMUL else 1
        left, move_left = self.move(call.args[first], Mem.Left, call.span)
        right, move_right = self.move(call.args[first + 1], Mem.Right, call.span)
        args = (*call.args[:first], left, right, *call.args[first + 2 :])
        return (*move_left, *move_right, replace(stmt, value=replace(call, args=args)))

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
