# SPDX-License-Identifier: Apache-2.0
"""Operands of a matrix product move from Mat to Left and Right, its bias row to Bias, scales to their own spaces.

c = pl.matmul(a, b)      ->      a_left = pl.move(a, Left);  b_right = pl.move(b, Right);  c = pl.matmul(a_left, b_right)

Operands in Mat that are too deep for Left or Right are taken in steps of equal depth, which add up:

c = pl.matmul(a, b)      ->      a_left = pl.tile.extract(a, 0, 0);  b_right = pl.tile.extract(b, 0, 0)
                                 c = pl.matmul(a_left, b_right)
                                 for k in pl.range(64, 256, 64):
                                     a_left = pl.tile.extract(a, 0, k);  b_right = pl.tile.extract(b, k, 0)
                                     c = pl.matmul_acc(c, a_left, b_right)
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pypto.errors import Span
from pypto.ir import arith
from pypto.ir.dtypes import INDEX
from pypto.ir.enums import Mem
from pypto.ir.nodes import (
    Assign,
    Call,
    Const,
    Dim,
    Expr,
    For,
    If,
    Program,
    ScalarType,
    Stmt,
    TileType,
    Var,
)
from pypto.ir.ops import matmul, mx, products, staging, transfer
from pypto.ir.ops.products import ACCUMULATING
from pypto.ir.ops.rules import space_layout
from pypto.ir.ops.table import Trait
from pypto.ir.visit import Rewriter
from pypto.passes.tiles import check_layout
from pypto.platforms import Platform

_WITH_BIAS = frozenset({products.MATMUL_BIAS, products.GEMV_BIAS})
_IN_STEPS = frozenset({matmul.MATMUL, matmul.MATMUL_ACC, products.MATMUL_BIAS})
_INDEX = ScalarType(INDEX)


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
            depth = self.depth(shared)
            (left, moves), (right, more) = self.operands(shared, depth)
            arms = [(_with_operands(arm, left, right),) for arm in (stmt.then, stmt.orelse)]
            branch = replace(stmt, then=arms[0], orelse=arms[1])
            return (*moves, *more, branch, *self.rest(arms[0][0], shared, depth))
        if not _product(stmt):
            return super().stmt(stmt)
        assert isinstance(stmt, Assign) and isinstance(stmt.value, Call)
        if stmt.value.op in mx.SCALED:
            return self.scaled(stmt, stmt.value)
        depth = self.depth(stmt.value)
        (left, moves), (right, more) = self.operands(stmt.value, depth)
        product = _with_operands((stmt,), left, right)
        rest = self.rest(product, stmt.value, depth)
        call = product.value
        assert isinstance(call, Call)
        if call.op not in _WITH_BIAS:
            return (*moves, *more, product, *rest)
        bias, last = self.move(call.args[2], Mem.Bias, call.span)
        call = replace(call, args=(*call.args[:2], bias))
        return (*moves, *more, *last, replace(product, value=call), *rest)

    def scaled(self, stmt: Assign, call: Call) -> tuple[Stmt, ...]:
        """A microscaled product: each operand and its scales move, and a bias row."""
        first = 1 if call.op in ACCUMULATING else 0
        args = list(call.args)
        moves: list[Stmt] = []
        for at, space in enumerate((*mx.SPACES, Mem.Bias)[: len(args) - first], first):
            args[at], more = self.move(args[at], space, call.span)
            moves += more
        return (*moves, replace(stmt, value=replace(call, args=tuple(args))))

    def operands(self, call: Call, depth: int | None = None) -> list[tuple[Var, tuple[Assign, ...]]]:
        """Both operands as a product reads them, or only what the first step takes of them."""
        left, right = _operands(call)
        if depth is not None:
            return [self.part(left, Mem.Left, 0, depth, call), self.part(right, Mem.Right, 0, depth, call)]
        return [self.move(left, Mem.Left, call.span), self.move(right, Mem.Right, call.span)]

    def move(self, operand: Expr | None, space: Mem, span: Span | None) -> tuple[Var, tuple[Assign, ...]]:
        assert isinstance(operand, Var) and isinstance(operand.type, TileType)
        if operand.type.space == space.value:
            return operand, ()
        moved = self.placed(operand, space, operand.type.shape, operand.type.valid, span)
        call = Call(transfer.MOVE, (operand,), {"target_memory": space}, moved.type, span)
        return moved, (Assign(moved, call, span),)

    def placed(
        self,
        operand: Var,
        space: Mem,
        shape: tuple[int, int],
        valid: tuple[Dim, Dim] | None,
        span: Span | None,
    ) -> Var:
        assert isinstance(operand.type, TileType)
        blayout, slayout, fractal = space_layout(space.value, shape)
        if space is Mem.Left:
            blayout, slayout = self.platform.left_layout
        type_ = replace(
            operand.type,
            shape=shape,
            valid=valid,
            space=space.value,
            blayout=blayout,
            slayout=slayout,
            fractal=fractal,
            address=None,
            batch=(),
        )
        check_layout(type_, self.platform, operand.name, operand.span)
        return Var(f"{operand.name}_{space.value.lower()}", type_, span)

    # Operands that are too deep

    def depth(self, call: Call) -> int | None:
        """The depth of a step where an operand in Mat does not fit its space; None where both fit, and where no
        step would."""
        if call.op not in _IN_STEPS:
            return None
        left, right = (v.type if isinstance(v, Var) else None for v in _operands(call))
        if not (isinstance(left, TileType) and isinstance(right, TileType)) or {left.space, right.space} != {
            "Mat"
        }:
            return None
        size, whole = left.dtype.get_byte(), left.shape[1]
        room = self.platform.capacity
        line = size * max(left.shape[0] / room["Left"], right.shape[1] / room["Right"])
        if line * whole <= 1:
            return None
        unit = 32 // size  # both spaces hold whole blocks, this many elements deep
        return next(
            (d for d in range(whole // unit * unit, 0, -unit) if whole % d == 0 and line * d <= 1), None
        )

    def part(
        self, operand: Expr | None, space: Mem, at: Dim, depth: int, call: Call
    ) -> tuple[Var, tuple[Assign, ...]]:
        assert isinstance(operand, Var) and isinstance(operand.type, TileType)
        axis = 1 if space is Mem.Left else 0
        shape, valid = operand.type.shape, operand.type.valid
        if valid is not None:
            valid = _with(valid, axis, arith.maximum(arith.minimum(arith.sub(valid[axis], at), depth), 0))
        part = self.placed(operand, space, _with(shape, axis, depth), valid, call.span)
        place = tuple(arith.to_expr(at) if i == axis else Const(0, _INDEX) for i in (0, 1))
        attrs = {"shape": _with(shape, axis, depth), "target_memory": space}
        value = Call(staging.EXTRACT, (operand, *place), attrs, part.type, call.span)
        return part, (Assign(part, value, call.span),)

    def rest(self, product: Assign, call: Call, depth: int | None) -> tuple[Stmt, ...]:
        """All steps but the first, as deep as the left operand holds data."""
        if depth is None:
            return ()
        left, right = _operands(call)
        assert isinstance(left, Var) and isinstance(left.type, TileType)
        at = Var(f"{product.target.name}_k", _INDEX, call.span)
        (left_part, moves), (right_part, more) = (
            self.part(left, Mem.Left, at, depth, call),
            self.part(right, Mem.Right, at, depth, call),
        )
        target = product.target
        added = Call(matmul.MATMUL_ACC, (target, left_part, right_part), {}, target.type, call.span)
        body = (*moves, *more, Assign(target, added, product.span))
        step, stop = Const(depth, _INDEX), arith.to_expr(left.type.valid_shape[1])
        return (For(at, step, stop, step, body, span=call.span),)


def _with(pair: tuple[Any, Any], axis: int, value: Any) -> tuple[Any, Any]:
    return (pair[0], value) if axis else (value, pair[1])


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
    if a is None or b is None or {a.op, b.op} & mx.SCALED:
        return None
    return a if all(x is y for x, y in zip(_operands(a), _operands(b), strict=True)) else None
