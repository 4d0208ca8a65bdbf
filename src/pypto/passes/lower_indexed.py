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
from pypto.ir.dtypes import BOOL, INDEX, INT8, INT16, INT32, DType
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
    bits,
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
    scatter,
    shaping,
    sort,
)
from pypto.ir.ops.rules import tile_layout
from pypto.ir.ops.table import Op

if TYPE_CHECKING:
    from pypto.passes.cube import CubeLowering
    from pypto.passes.lower_vector import VectorLowering


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


# Scatters


def _combined(steps: Steps, base: Var, written: Var, mask: Var, result: Var) -> list[Stmt]:
    """`written` where the mask has ones, else `base`: as words of 16 bits, which every chip combines."""
    type_ = words_of(tile_of(base), INT16)
    old, new, ones = (steps.alias(f"{v.name}_words", v, type_) for v in (base, written, mask))
    kept = steps.make(f"{steps.name}_rest", type_, bits.NOT, ones)
    kept = steps.make(f"{steps.name}_kept", type_, bits.AND, old, kept)
    both = steps.make(f"{steps.name}_both", type_, bits.OR, kept, new)
    steps.out.append(Assign(result, Call(shaping.RESHAPE, (both,), {}, result.type, steps.span), steps.span))
    return steps.out


def _ones(steps: Steps, like: TileType) -> Var:
    """All bits of a tile set, as integers."""
    dtype = {1: INT8, 2: INT16, 4: INT32}[like.dtype.get_byte()]
    return steps.make("ones", replace(like, dtype=dtype), creation.FULL, value=-1)


def _scatter(low: VectorLowering, target: Var, call: Call) -> list[Stmt]:
    """The written elements, and by the same way a mask of them; what is not written stays."""
    steps, bound = Steps(low, target, call), bind(call, True)
    mask_form = bound["mask_pattern"] is not None
    base = steps.operand(bound["dst"] if mask_form else bound["input"])
    source = steps.operand(bound["input"] if mask_form else bound["src"])
    low.check_native(call, tile_of(base).dtype)
    full = replace(tile_of(base), valid=None, pad=0)
    ones = _ones(steps, tile_of(source))
    kinds = (full, replace(full, dtype=tile_of(ones).dtype))
    if mask_form:
        check_columns(steps, source, base)
        attrs = {"mask_pattern": bound["mask_pattern"]}
        written, mask = (
            steps.make(name, type_, scatter.SCATTER_MASK, None, values, **attrs)
            for name, type_, values in zip(("written", "mask"), kinds, (source, ones), strict=True)
        )
    else:
        index = steps.operand(bound["index"])
        check_columns(steps, source, base)
        rows = tile_of(base).shape[0]
        written, mask = (
            steps.make(name, type_, scatter.TILE_SCATTER, None, values, index, windows=rows)
            for name, type_, values in zip(("written", "mask"), kinds, (source, ones), strict=True)
        )
    return _combined(steps, base, written, mask, steps.result)


def check_columns(steps: Steps, *tiles: Var) -> None:
    for tile in tiles:
        if tile_of(tile).blayout == "col_major":
            raise UnsupportedFeatureError(
                f"`{tile.name}` is a single column, which a scatter does not take",
                span=steps.span,
                help="take at least 8 columns of which one is valid: pl.slice(x, [M, 8], [r, c], valid_shape=[M, 1])",
                code="column-to-row",
            )


def _tile_scatter(low: VectorLowering, target: Var, call: Call) -> list[Stmt]:
    """The destination's old content counts for nothing, so it is no operand of the instruction."""
    steps = Steps(low, target, call)
    operands = [steps.operand(a) for a in call.args[1:]]
    low.check_native(call, tile_of(operands[0]).dtype)
    attrs = {"mask_pattern": call.attrs["mask_pattern"]} if call.op is scatter.SCATTER_MASK else {}
    return steps.finish(call.op, None, *operands, **attrs)


def _scatter_update(low: VectorLowering, target: Var, call: Call) -> list[Stmt]:
    """One row after the other, so that the last one for a place stands."""
    steps, bound = Steps(low, target, call), bind(call, True)
    base, index, source = (steps.operand(bound[name]) for name in ("input", "index", "src"))
    check_columns(steps, base, source)
    type_ = bound.type("index")
    assert isinstance(type_, TensorType | TileType)
    rows, cols = (arith.as_int(d) or 0 for d in type_.shape)
    width = tile_of(base).shape[1]
    kind = ScalarType(INDEX)
    i, j, at = (Var(n, kind, steps.span) for n in (f"{steps.name}_i", f"{steps.name}_j", f"{steps.name}_at"))
    element = ScalarType(tile_of(index).dtype)
    found = Var(f"{steps.name}_index", element, steps.span)
    line = plain_tile(1, width, tile_of(source))
    part = low.temporary(f"{steps.name}_row", line, steps.span)
    row = arith.add(arith.mul(i, cols), j)
    result = steps.result

    def step(var: Var, op: Op, *args: Expr, **attrs: Any) -> Assign:
        return Assign(var, Call(op, args, attrs, var.type, steps.span), steps.span)

    body = (
        step(found, memory.READ, index, offset=(i, j)),
        step(at, scalar.CAST, found, target_type=INDEX),
        step(part, memory.SLICE, source, offset=(row, 0), shape=(1, width)),
        step(result, memory.ASSEMBLE, result, part, offset=(at, 0), shape=(1, width)),
    )

    def loop(var: Var, count: int, inner: tuple[Stmt, ...]) -> For:
        start, stop, step = (Const(n, kind) for n in (0, count, 1))
        return For(var, start, stop, step, inner, span=steps.span)

    steps.out.append(Assign(result, base, steps.span))
    steps.out.append(loop(i, rows, (loop(j, cols, body),)))
    return steps.out


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
    scatter.SCATTER: _scatter,
    scatter.TILE_SCATTER: _tile_scatter,
    scatter.SCATTER_MASK: _tile_scatter,
    scatter.SCATTER_UPDATE: _scatter_update,
    indexed.MGATHER: _mgather,
    random.RANDOM: _random,
    random.TILE_RANDOM: _random,
}
