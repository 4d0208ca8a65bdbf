# SPDX-License-Identifier: Apache-2.0
"""Rows gathered from global memory become loads into parts of a tile.

    k = pl.gather_row(k, x, [i, 0], [r, 0], [1, 64])     ->     row i of the tile of k is loaded from row r of x

    k = pl.paged_gather(x, idx, table, 16, 64, 32)       ->     for i in pl.range(n):
                                                                    p = table[idx[i] // 16] * 16 + idx[i] % 16
                                                                    row i of the tile of k is loaded from row p of x

A value in Mat that products read transposed is the same tile, read with its axes exchanged.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pypto.errors import CapacityError, UnsupportedFeatureError
from pypto.ir import arith
from pypto.ir.calls import bind
from pypto.ir.dtypes import INDEX, INT32
from pypto.ir.nodes import Assign, Call, Const, Dim, Expr, For, ScalarType, Stmt, TensorType, TileType, Var
from pypto.ir.ops import creation, memory, rows, scalar, shaping, staging

if TYPE_CHECKING:
    from pypto.passes.lower import Lowering

_INDEX = ScalarType(INDEX)


def gather_row(lowering: Lowering, target: Var, call: Call) -> list[Stmt]:
    """One window of global memory into a part of a tile."""
    old, source = lowering.operand(call.args[0]), call.args[1]
    tile = lowering.tile(target)
    assert isinstance(old, Var) and isinstance(source, Var) and isinstance(source.type, TensorType)
    assert isinstance(tile.type, TileType)
    at: tuple[Dim, ...] = call.attrs["dst_offset"]
    shapes = call.attrs["shapes"]
    valid = memory.window(source.type, shapes, call.attrs["src_offset"], call.attrs.get("valid_shape"), False)
    if tile.type.slayout != "col_major":
        return [_part(lowering, tile, old, call, at, valid or shapes)]
    # Columns of a tile are rows of the same bytes read the other way.
    plain = staging.turned(tile.type)
    before = lowering.temporary(f"{target.name}_rows", plain, call.span)
    after = lowering.temporary(f"{target.name}_rows", plain, call.span)
    return [
        Assign(before, Call(shaping.RESHAPE, (old,), {}, plain, call.span), call.span),
        _part(lowering, after, before, call, at[::-1], valid or shapes),
        Assign(tile, Call(shaping.RESHAPE, (after,), {}, tile.type, call.span), call.span),
    ]


def _part(
    lowering: Lowering, tile: Var, old: Var, call: Call, at: tuple[Dim, ...], valid: tuple[Dim, ...]
) -> Assign:
    assert isinstance(tile.type, TileType)
    height, width = rows.rows_and_columns(call.attrs["shapes"])
    size = (arith.as_int(height) or 0, arith.as_int(width) or 0)
    _check(lowering, tile, call, at, size)
    attrs = {
        "offset": (at[0], at[1]),
        "shape": size,
        "src_offset": call.attrs["src_offset"],
        "shapes": tuple(valid),
        "valid": rows.rows_and_columns(tuple(valid)),
    }
    value = Call(rows.GATHER_ROW, (old, call.args[1]), attrs, tile.type, call.span)
    return Assign(tile, value, call.span)


def _check(lowering: Lowering, tile: Var, call: Call, at: tuple[Dim, ...], size: tuple[int, int]) -> None:
    """A part of a line begins and ends at whole units of 32 bytes."""
    assert isinstance(tile.type, TileType)
    unit = tile.type.dtype.block
    if tile.type.slayout == "none_box" and tile.type.blayout != "row_major":
        raise UnsupportedFeatureError(
            f"rows are gathered into the single column `{tile.name}`",
            span=call.span,
            help="use a value of at least two columns",
            code="column-to-row",
        )
    column = arith.as_int(at[1])
    if column is None:
        raise UnsupportedFeatureError(
            f"the column of `{tile.name}` at which a row begins must be known at compile time",
            span=call.span,
            help="gather at column 0",
            code="not-static",
        )
    for what, number in (("begins at column", column), ("has", size[1])):
        if number % unit:
            raise CapacityError(
                f"the part of `{tile.name}` {what} {number}{'' if what[0] == 'b' else ' columns'}, "
                f"{number * tile.type.dtype.get_byte()} bytes: not a multiple of 32",
                span=call.span,
                help=f"use a multiple of {unit} columns"
                + ("" if what[0] == "b" else f", with valid_shape={[size[0], number]}"),
                code="alignment",
            )


def paged_gather(lowering: Lowering, target: Var, call: Call) -> list[Stmt]:
    """A loop over the indices, each of which names a page and a row in it."""
    bound = bind(call, True)
    source, indices, table = (bound[n] for n in ("src", "indices", "block_table"))
    tile = lowering.tile(target)
    assert isinstance(tile.type, TileType) and isinstance(target.type, TensorType)
    span = call.span
    turned = bool(bound["is_trans"])
    inner, width = tile, tile.type.shape[0 if turned else 1]
    if turned:
        kind = staging.turned(replace(tile.type, blayout=staging.TURNED[0], slayout=staging.TURNED[1]))
        inner = lowering.temporary(f"{target.name}_rows", kind, span)
        tile = lowering.tiles[target] = Var(tile.name, staging.turned(kind), tile.span)
    block_size = bound["block_size"]

    def whole(name: str, op: object, a: Expr, b: Expr) -> Var:
        var = lowering.temporary(f"{target.name}_{name}", _INDEX, span)
        body.append(Assign(var, Call(op, (a, b), {}, _INDEX, span), span))  # type: ignore[arg-type]
        return var

    def entry(name: str, array: Var, index: Expr) -> Var:
        assert isinstance(array.type, TensorType)
        place = (index,) if array.type.rank == 1 else (0, index)
        raw = lowering.temporary(f"{target.name}_{name}_entry", ScalarType(INT32), span)
        read = Call(memory.READ, (array,), {"offset": place}, raw.type, span)
        var = lowering.temporary(f"{target.name}_{name}", _INDEX, span)
        cast = Call(scalar.CAST, (raw,), {"target_type": INDEX}, _INDEX, span)
        body.extend((Assign(raw, read, span), Assign(var, cast, span)))
        return var

    body: list[Stmt] = []
    counter = lowering.temporary(f"{target.name}_i", _INDEX, span)
    index = entry("index", indices, counter)
    size = block_size
    if block_size.type != _INDEX:
        size = lowering.temporary(f"{target.name}_block", _INDEX, span)
        body.append(
            Assign(size, Call(scalar.CAST, (block_size,), {"target_type": INDEX}, _INDEX, span), span)
        )
    page = entry("page", table, whole("page_index", scalar.FLOORDIV, index, size))
    start = whole("page_start", scalar.MUL, page, size)
    row = whole("row", scalar.ADD, start, whole("rest", scalar.MOD, index, size))
    column = bound["col_off"]
    made = replace(
        call,
        args=(inner, source),
        attrs={
            "dst_offset": (counter, 0),
            "src_offset": (row, 0 if column is None else arith.simplify(column)),
            "shapes": (1, width),
        },
    )
    body.append(_part(lowering, inner, inner, made, (counter, 0), (1, width)))
    count = arith.to_expr(rows.index_extent(indices.type))
    zero, one = Const(0, _INDEX), Const(1, _INDEX)
    created = Call(creation.CREATE_TENSOR, (), {}, inner.type, span)
    out: list[Stmt] = [Assign(inner, created, span), For(counter, zero, count, one, tuple(body), span=span)]
    if turned:
        out.append(Assign(tile, Call(shaping.RESHAPE, (inner,), {}, tile.type, span), span))
    return out


PLACED = {rows.GATHER_ROW: gather_row, rows.PAGED_GATHER: paged_gather}
