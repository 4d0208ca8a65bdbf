# SPDX-License-Identifier: Apache-2.0
"""What the lowering of indexed operations is made of: tiles for steps in between, copies and loops."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pypto.ir.dtypes import INT32, DType
from pypto.ir.nodes import (
    Assign,
    Call,
    Const,
    Expr,
    ScalarType,
    Stmt,
    TileType,
    Var,
)
from pypto.ir.ops import (
    creation,
    shaping,
)
from pypto.ir.ops.rules import tile_layout
from pypto.ir.ops.table import Op

if TYPE_CHECKING:
    from pypto.passes.cube import CubeLowering


class Steps:
    """The statements that stand for one call."""

    def __init__(self, lowering: CubeLowering, target: Var, call: Call) -> None:
        self.lowering = lowering
        self.name = target.name
        self.result = lowering.tile(target)
        self.call = call
        self.span = call.span
        self.out: list[Stmt] = []

    def operand(self, expr: Expr | None) -> Var:
        tile = self.lowering.operand(expr)
        assert isinstance(tile, Var) and isinstance(tile.type, TileType)
        return tile

    def make(self, base: str, type_: TileType, op: Op, *args: Expr | None, **attrs: Any) -> Var:
        """A step whose result has a name of its own."""
        var = self.lowering.temporary(base, type_, self.span)
        self.out.append(Assign(var, Call(op, args, attrs, type_, self.span), self.span))
        return var

    def room(self, base: str, type_: TileType) -> Var:
        """A buffer that nothing has written yet."""
        return self.make(base, type_, creation.CREATE_TENSOR)

    def alias(self, base: str, source: Var, type_: TileType) -> Var:
        """The bytes of a tile under another type."""
        return self.make(base, type_, shaping.RESHAPE, source)

    def finish(self, op: Op, *args: Expr | None, **attrs: Any) -> list[Stmt]:
        """The last step, which gives the result."""
        assert isinstance(self.result.type, TileType)
        self.out.append(Assign(self.result, Call(op, args, attrs, self.result.type, self.span), self.span))
        return self.out


def tile_of(var: Var) -> TileType:
    assert isinstance(var.type, TileType)
    return var.type


def plain_tile(rows: int, cols: int, like: TileType) -> TileType:
    """A fully valid tile of another shape."""
    return replace(like, shape=(rows, cols), valid=None, pad=0, blayout=tile_layout((rows, cols)))


def words_of(tile: TileType, dtype: DType) -> TileType:
    """All cells of a tile as elements of another type."""
    cols = tile.shape[1] * tile.dtype.get_byte() // dtype.get_byte()
    return plain_tile(tile.shape[0], cols, replace(tile, dtype=dtype))


def number(value: int) -> Const:
    return Const(value, ScalarType(INT32))
