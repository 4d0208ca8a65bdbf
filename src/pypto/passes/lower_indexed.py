# SPDX-License-Identifier: Apache-2.0
"""Sorts, merges, gathers and scatters of tensors become those of tiles.

    y = pl.gather(x, dim=-1, index=i)   ->   y: Tile = pl.tile.gather(x, i, tmp, windows=...)

A tile gather counts elements row-major in its source. Along the last axis each row is gathered by itself, so that
an index outside of the row finds nothing; along another axis the column is added to the index first.
`windows = (n, m, s, t, h, p, q, g)` says which rows meet: for i below n and j below m the h source rows from
i * s + j * t, and the g index rows from i * p + j * q.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pypto.errors import UnsupportedFeatureError
from pypto.ir import arith
from pypto.ir.calls import bind
from pypto.ir.dtypes import INT32
from pypto.ir.nodes import Assign, Call, Const, Expr, ScalarType, Stmt, TensorType, TileType, Var
from pypto.ir.ops import cast, elementwise, expand, gather, generate, memory, sort
from pypto.ir.ops.rules import tile_layout
from pypto.ir.ops.table import Op

if TYPE_CHECKING:
    from pypto.passes.lower import Lowering


class Steps:
    """The statements that stand for one call."""

    def __init__(self, lowering: Lowering, target: Var, call: Call) -> None:
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
        return self.make(base, type_, memory.CREATE_TENSOR)

    def alias(self, base: str, source: Var, type_: TileType) -> Var:
        """The bytes of a tile under another type."""
        return self.make(base, type_, memory.RESHAPE, source)

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


def number(value: int) -> Const:
    return Const(value, ScalarType(INT32))


# Sorting


def _sort32(low: Lowering, target: Var, call: Call) -> list[Stmt]:
    steps = Steps(low, target, call)
    source, index = (steps.operand(a) for a in call.args)
    low.check_native(call, tile_of(source).dtype)
    return steps.finish(sort.SORT32, source, index)


def _mrgsort(low: Lowering, target: Var, call: Call) -> list[Stmt]:
    steps, bound = Steps(low, target, call), bind(call, True)
    lists = [steps.operand(bound[name]) for name in sort.SOURCES if bound[name] is not None]
    low.check_native(call, tile_of(lists[0]).dtype)
    if bound["block_len"] is not None:
        return steps.finish(sort.MRGSORT, *lists, block_len=bound["block_len"])
    tmp = bound["tmp"]
    if tmp is None:
        tmp = steps.room("scratch", plain_tile(1, tile_of(steps.result).shape[1], tile_of(lists[0])))
    missing = (None,) * (len(sort.SOURCES) - len(lists))
    return steps.finish(sort.MRGSORT, *lists, *missing, tmp, exhausted=bool(bound["exhausted"]))


# Gathers


def _gather(low: Lowering, target: Var, call: Call) -> list[Stmt]:
    bound = bind(call, True)
    if bound["mask_pattern"] is not None:
        return _gather_mask(low, target, call)
    return _gather_index(low, target, call)


def _gather_mask(low: Lowering, target: Var, call: Call) -> list[Stmt]:
    steps = Steps(low, target, call)
    source = steps.operand(call.args[0])
    low.check_native(call, tile_of(source).dtype)
    if tile_of(source).blayout != tile_of(steps.result).blayout:
        raise UnsupportedFeatureError(
            "columns that leave a single one cannot be taken on chip",
            span=call.span,
            help="slice them from the tensor in global memory",
        )
    return steps.finish(gather.GATHER_MASK, source, mask_pattern=call.attrs["mask_pattern"])


def _tile_gather(low: Lowering, target: Var, call: Call) -> list[Stmt]:
    steps = Steps(low, target, call)
    source, index, tmp = (steps.operand(a) for a in call.args)
    low.check_native(call, tile_of(source).dtype)
    check_index(low, call, tile_of(index))
    return steps.finish(gather.TILE_GATHER, source, index, tmp)


def check_index(low: Lowering, call: Call, index: TileType) -> None:
    if index.dtype.bits == 16 and low.platform.generation == "a2a3":
        low.refuse_dtype(call, index.dtype, frozenset({INT32}), "indices of ")


def windows_of(axis: int, shape: tuple[int, ...], index: tuple[int, ...]) -> tuple[int, ...]:
    """Which rows of the source an index row refers to."""
    if len(shape) == 2:
        return (index[0], 1, 1, 0, 1, 1, 0, 1) if axis == 1 else (1, 1, 0, 0, shape[0], 0, 0, index[0])
    first, second, _ = shape
    if axis == 2:
        return (index[0], index[1], second, 1, 1, index[1], 1, 1)
    if axis == 1:
        return (index[0], 1, second, 0, second, index[1], 0, index[1])
    return (index[0], index[1], 0, 1, (first - 1) * second + 1, index[1], 1, 1)


def _gather_index(low: Lowering, target: Var, call: Call) -> list[Stmt]:
    steps, bound = Steps(low, target, call), bind(call, True)
    source, index = steps.operand(bound["input"]), steps.operand(bound["index"])
    low.check_native(call, tile_of(source).dtype)
    check_index(low, call, tile_of(index))
    shapes: list[tuple[int, ...]] = []
    for name in ("input", "index"):
        type_ = bound.type(name)
        assert isinstance(type_, TensorType)
        shapes.append(tuple(arith.as_int(d) or 0 for d in type_.shape))
    shape, rank = shapes[0], len(shapes[0])
    axis = bound["dim"] % rank
    windows = windows_of(axis, shape, shapes[1])
    rows, cols = tile_of(index).shape
    single = [v for v in (source, index) if tile_of(v).blayout == "col_major"]
    if single and (windows[0] * windows[1] > 1 or axis == rank - 1):
        raise UnsupportedFeatureError(
            f"`{single[0].name}` is a single column, which an index gather does not take",
            span=call.span,
            help="take at least 8 columns of which one is valid: pl.slice(x, [M, 8], [r, c], valid_shape=[M, 1])",
        )
    if axis < rank - 1:
        index = _flattened(steps, index, shape, axis)
    whole = windows[4] == tile_of(source).shape[0] and windows[7] == rows
    scratch = steps.room("scratch", plain_tile(windows[7], cols, tile_of(index)))
    return steps.finish(gather.TILE_GATHER, source, index, scratch, windows=None if whole else windows)


def _flattened(steps: Steps, index: Var, shape: tuple[int, ...], axis: int) -> Var:
    """Positions in the source's rows: `index * step + column`; what lies outside of the axis stays outside."""
    if tile_of(index).dtype is not INT32:
        wide = replace(tile_of(index), dtype=INT32)
        index = steps.make("index_int32", wide, cast.CAST, index, target_type=INT32, mode="none")
    type_ = replace(tile_of(index), pad=0)
    cols = shape[-1]
    step = cols if axis == len(shape) - 2 else shape[1] * cols
    low = steps.make("index_low", type_, elementwise.MAXIMUMS, index, number(-1))
    found = steps.make("index_in", type_, elementwise.MINIMUMS, low, number(shape[axis]))
    if step != 1:
        found = steps.make("index_step", type_, elementwise.MULS, found, number(step))
    if type_.shape[1] == 1:
        return found
    line = plain_tile(1, type_.shape[1], type_)
    columns = steps.make("columns", line, generate.ARANGE, number(0), descending=False)
    return steps.make("index_flat", type_, expand.COL["add"], found, columns)


INDEXED: Mapping[Op, Callable[[Lowering, Var, Call], list[Stmt]]] = {
    sort.SORT32: _sort32,
    sort.MRGSORT: _mrgsort,
    gather.GATHER: _gather,
    gather.TILE_GATHER: _tile_gather,
    gather.GATHER_MASK: _gather_mask,
}
