# SPDX-License-Identifier: Apache-2.0
"""Sorts, merges and gathers of tensors become those of tiles.

    y = pl.gather(x, dim=-1, index=i)   ->   y: Tile = pl.tile.gather(x, i, tmp, windows=...)

A tile gather counts elements row-major in its source. Along the last axis each row is gathered by itself, so that
an index outside of the row finds nothing; along another axis the column is added to the index first.
`windows = (n, m, s, t, h, p, q, g)` says which rows meet: for i below n and j below m the h source rows from
i * s + j * t, and the g index rows from i * p + j * q.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from pypto.errors import UnsupportedFeatureError
from pypto.ir import arith
from pypto.ir.calls import bind
from pypto.ir.dtypes import BOOL, INDEX, INT16, INT32
from pypto.ir.enums import Mem
from pypto.ir.nodes import (
    Assign,
    Call,
    Const,
    Dim,
    Eval,
    Expr,
    For,
    If,
    ScalarType,
    Stmt,
    TensorType,
    TileType,
    Var,
    dtype_of,
)
from pypto.ir.ops import (
    cast,
    creation,
    elementwise,
    expand,
    gather,
    generate,
    indexed,
    memory,
    random,
    scalar,
    shaping,
    sort,
)
from pypto.ir.ops.table import Op
from pypto.passes.lower_scatter import SCATTERS
from pypto.passes.lowering_steps import Steps, number, plain_tile, tile_of, words_of

if TYPE_CHECKING:
    from pypto.passes.cube import CubeLowering
    from pypto.passes.lower_vector import VectorLowering


# Sorting


def _sort32(low: VectorLowering, target: Var, call: Call) -> list[Stmt]:
    steps = Steps(low, target, call)
    source, index = (steps.operand(a) for a in call.args)
    low.check_native(call, tile_of(source).dtype)
    return steps.finish(sort.SORT32, source, index)


def _mrgsort(low: VectorLowering, target: Var, call: Call) -> list[Stmt]:
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


def _gather(low: VectorLowering, target: Var, call: Call) -> list[Stmt]:
    bound = bind(call, True)
    if bound["mask_pattern"] is not None:
        return _gather_mask(low, target, call)
    if gather.is_comparison(bound):
        return _gather_compare(low, target, call)
    return _gather_index(low, target, call)


def _gather_mask(low: VectorLowering, target: Var, call: Call) -> list[Stmt]:
    steps = Steps(low, target, call)
    source = steps.operand(call.args[0])
    low.check_native(call, tile_of(source).dtype)
    if tile_of(source).blayout != tile_of(steps.result).blayout:
        raise UnsupportedFeatureError(
            "columns that leave a single one cannot be taken on chip",
            span=call.span,
            help="slice them from the tensor in global memory",
            code="column-to-row",
        )
    return steps.finish(gather.GATHER_MASK, source, mask_pattern=call.attrs["mask_pattern"])


def _tile_gather(low: VectorLowering, target: Var, call: Call) -> list[Stmt]:
    steps = Steps(low, target, call)
    source, index, tmp = (steps.operand(a) for a in call.args)
    low.check_native(call, tile_of(source).dtype)
    check_index(low, call, tile_of(index))
    return steps.finish(gather.TILE_GATHER, source, index, tmp)


def check_index(low: VectorLowering, call: Call, index: TileType) -> None:
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


def _gather_index(low: VectorLowering, target: Var, call: Call) -> list[Stmt]:
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
    if axis == rank - 1 and tile_of(index).blayout == "col_major" != tile_of(source).blayout:
        return _picked(steps, source, index)
    single = [v for v in (source, index) if tile_of(v).blayout == "col_major"]
    if single and (windows[0] * windows[1] > 1 or axis == rank - 1):
        raise UnsupportedFeatureError(
            f"`{single[0].name}` is a single column, which an index gather does not take",
            span=call.span,
            help="take at least 8 columns of which one is valid: pl.slice(x, [M, 8], [r, c], valid_shape=[M, 1])",
            code="column-to-row",
        )
    if 0 in (arith.as_int(n) for n in tile_of(index).valid_shape):
        return steps.finish(creation.CREATE_TENSOR)  # there is no index
    if axis < rank - 1:
        index = _flattened(steps, index, shape, axis)
    whole = windows[4] == tile_of(source).shape[0] and windows[7] == rows
    scratch = steps.room("scratch", plain_tile(windows[7], cols, tile_of(index)))
    return steps.finish(gather.TILE_GATHER, source, index, scratch, windows=None if whole else windows)


def window_by_index(
    low: CubeLowering, target: Var, held: Var, at: tuple[Dim, Dim], sizes: tuple[int, int], call: Call
) -> list[Stmt] | None:
    """A part of a value on chip that a copy of lines does not reach: columns that begin anywhere, or one column of
    many, by their positions. None where the chip gathers no such elements."""
    column = arith.as_int(at[1])
    word = {16: INT16, 32: INT32}.get(tile_of(held).dtype.bits)
    steps = Steps(low, target, call)
    inside = tile_of(steps.result).shape == sizes
    if column is None or word is None or tile_of(held).blayout != "row_major" or not inside:
        return None
    result, source = steps.result, held
    rows, cols = sizes
    if (rows, arith.as_int(at[0])) != (tile_of(held).shape[0], 0):
        part = plain_tile(rows, tile_of(held).shape[1], tile_of(held))
        whole = {"offset": (at[0], 0), "shape": part.shape}
        source = steps.make(f"{steps.name}_rows", part, memory.SLICE, held, **whole)
    if tile_of(held).dtype is not word:
        source = steps.alias(
            f"{steps.name}_bits", source, plain_tile(*tile_of(source).shape, words_of(tile_of(source), word))
        )
    type_ = replace(tile_of(result), dtype=word, pad=0)
    down = type_.blayout == "col_major"
    if down:  # the bytes of a column are those of a row
        rows, cols = 1, rows
        valid = None if type_.valid is None else (1, type_.valid[0])
        type_ = replace(type_, shape=(1, cols), valid=valid, blayout="row_major")
    line = replace(type_, shape=(1, cols), dtype=INT32, valid=None)
    start = 0 if down else column
    index = steps.make(f"{steps.name}_columns", line, generate.ARANGE, number(start), descending=False)
    if down:
        index = steps.make(
            f"{steps.name}_steps", line, elementwise.MULS, index, number(tile_of(source).shape[1])
        )
        index = steps.make(f"{steps.name}_places", line, elementwise.ADDS, index, number(column))
    elif rows > 1:
        every = replace(type_, dtype=INT32)
        index = steps.make(
            f"{steps.name}_places", every, expand.COL_EXPAND, steps.room("target", every), index
        )
    room = steps.room("scratch", replace(line, valid=None))
    windows = None if down or rows == 1 else windows_of(1, tile_of(source).shape, (rows, cols))
    found = steps.make(f"{steps.name}_found", type_, gather.TILE_GATHER, source, index, room, windows=windows)
    steps.out.append(
        Assign(result, Call(shaping.RESHAPE, (found,), {}, tile_of(result), steps.span), steps.span)
    )
    return steps.out


def _picked(steps: Steps, source: Var, index: Var) -> list[Stmt]:
    """One element of each row, one after the other: a column has no rows that an instruction could walk."""
    result, kind, span = steps.result, ScalarType(INDEX), steps.span
    rows, cols = tile_of(source).shape
    if tile_of(index).shape[0] != rows:
        raise UnsupportedFeatureError(
            f"`{index.name}` has {tile_of(index).shape[0]} rows, `{source.name}` {rows}",
            span=span,
            help="take the rows of the source that the column has",
            code="column-to-row",
        )
    element = ScalarType(tile_of(index).dtype)
    data = ScalarType(tile_of(source).dtype)
    row, at, place = (Var(f"{steps.name}_{n}", kind, span) for n in ("row", "at", "place"))
    found, value = Var(f"{steps.name}_index", element, span), Var(f"{steps.name}_value", data, span)

    def const(number: int, type_: ScalarType = kind) -> Const:
        return Const(number, type_)

    def scalar_call(op: Op, *args: Expr, type_: ScalarType = kind) -> Call:
        return Call(op, args, {}, type_, span)

    def write(number: Expr) -> Eval:
        return Eval(Call(memory.WRITE, (result, number), {"offset": (row, 0)}, result.type, span), span)

    truth = ScalarType(BOOL)
    inside = scalar_call(
        scalar.AND,
        scalar_call(scalar.GE, at, const(0), type_=truth),
        scalar_call(scalar.LT, at, const(cols), type_=truth),
        type_=truth,
    )
    clamped = scalar_call(scalar.MIN, scalar_call(scalar.MAX, at, const(0)), const(cols - 1))
    body: tuple[Stmt, ...] = (
        Assign(found, Call(memory.READ, (index,), {"offset": (row, 0)}, element, span), span),
        Assign(at, Call(scalar.CAST, (found,), {"target_type": INDEX}, kind, span), span),
        Assign(place, clamped, span),
        Assign(value, Call(memory.READ, (source,), {"offset": (row, place)}, data, span), span),
        If(inside, (write(value),), (write(const(0, data)),), span),
    )
    steps.out.append(Assign(result, Call(creation.CREATE_TENSOR, (), {}, result.type, span), span))
    steps.out.append(For(row, const(0), const(rows), const(1), body, span=span))
    return steps.out


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


def _gather_compare(low: VectorLowering, target: Var, call: Call) -> list[Stmt]:
    """One of both results; the other one goes to spare bytes."""
    steps, bound = Steps(low, target, call), bind(call, True)
    source = steps.operand(call.args[0])
    type_ = tile_of(source)
    low.check_native(call, type_.dtype)
    tmp = bound.get("tmp")
    room = steps.room("scratch", replace(type_, valid=None)) if tmp is None else steps.operand(tmp)
    rows, cols = type_.shape[0], bound["out_cols"]
    count = bound["count_dtype"] or INT32
    if bound["counts"]:
        spare = steps.room("indices", plain_tile(rows, -(-cols // 8) * 8, replace(type_, dtype=INT32)))
    else:
        spare = steps.room("counts", plain_tile(1, -(-rows // 8) * 8, replace(type_, dtype=count)))
    attrs = {name: bound[name] for name in ("cmp_mode", "offset", "counts")}
    return steps.finish(gather.GATHER_COMPARE, source, bound["kvalue"], room, spare=spare, **attrs)


def _gatherb(low: VectorLowering, target: Var, call: Call) -> list[Stmt]:
    steps = Steps(low, target, call)
    source, offset = (steps.operand(a) for a in call.args)
    low.check_native(call, tile_of(source).dtype)
    low.check_native(call, tile_of(steps.result).dtype)
    return steps.finish(gather.GATHERB, source, offset)


# Global memory, random words


def _mgather(low: VectorLowering, target: Var, call: Call) -> list[Stmt]:
    steps, bound = Steps(low, target, call), bind(call, True)
    source = bound["mem"]
    in_mat = bound["target_memory"] is Mem.Mat
    index = bound["idx"] if in_mat else steps.operand(bound["idx"])
    low.check_native(call, dtype_of(source.type))
    attrs = {name: bound[name] for name in ("coalesce", "gather_oob")}
    room = [bound["scratch"]] if bound["scratch"] is not None else []
    return steps.finish(indexed.MGATHER, source, index, *room, **attrs)


def _random(low: VectorLowering, target: Var, call: Call) -> list[Stmt]:
    steps = Steps(low, target, call)
    low.check_native(call, tile_of(steps.result).dtype)
    rounds = bind(call, True)["rounds"]
    return steps.finish(call.op, *call.args, rounds=rounds)


INDEXED: Mapping[Op, Callable[[VectorLowering, Var, Call], list[Stmt]]] = {
    sort.SORT32: _sort32,
    sort.MRGSORT: _mrgsort,
    gather.GATHER: _gather,
    gather.TILE_GATHER: _tile_gather,
    gather.GATHER_MASK: _gather_mask,
    gather.GATHER_COMPARE: _gather_compare,
    gather.GATHERB: _gatherb,
    **SCATTERS,
    indexed.MGATHER: _mgather,
    random.RANDOM: _random,
    random.TILE_RANDOM: _random,
}
