# SPDX-License-Identifier: Apache-2.0
"""Scatters of tensors become those of tiles, and a mask of what they write.

    y = pl.scatter(x, dim=-1, index=i, src=v)   ->   y: Tile = x & ~mask | written

A tile scatter leaves nothing of what its target held, so that the same scatter of ones tells what was written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pypto.errors import UnsupportedFeatureError
from pypto.ir import arith
from pypto.ir.calls import bind
from pypto.ir.dtypes import INDEX, INT8, INT16, INT32
from pypto.ir.nodes import (
    Assign,
    Call,
    Const,
    Expr,
    For,
    ScalarType,
    Stmt,
    TensorType,
    TileType,
    Var,
)
from pypto.ir.ops import (
    bits,
    creation,
    memory,
    scalar,
    scatter,
    shaping,
)
from pypto.ir.ops.table import Op
from pypto.passes.lowering_steps import Steps, plain_tile, tile_of, words_of

if TYPE_CHECKING:
    from pypto.passes.lower_vector import VectorLowering


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


SCATTERS: Mapping[Op, Callable[[VectorLowering, Var, Call], list[Stmt]]] = {
    scatter.SCATTER: _scatter,
    scatter.TILE_SCATTER: _tile_scatter,
    scatter.SCATTER_MASK: _tile_scatter,
    scatter.SCATTER_UPDATE: _scatter_update,
}
