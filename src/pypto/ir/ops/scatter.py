# SPDX-License-Identifier: Apache-2.0
"""Elements written to places that an index or a pattern of columns names; of several for one place the last stands.

    pl.scatter(x, -1, index, src)                                  x, but out[i, index[i, k]] = src[i, k]
    pl.scatter(src, mask_pattern=pl.tile.MaskPattern.P0101, dst=x) x, but every second column from src
    pl.scatter_update(x, -2, index, src)                           x, but whole rows from src

    pl.tile.scatter(dst, src, flat)                                0, but out.flat[flat[i, j]] = src[i, j]

The operations on tensors keep what is not written; those on tiles leave 0 there. An index outside of the array writes
nothing.
"""

from __future__ import annotations

from typing import Any

from pypto.ir import arith
from pypto.ir.dtypes import BF16, FP16, FP32, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64
from pypto.ir.enums import MaskPattern
from pypto.ir.nodes import Dim, Type, format_dims
from pypto.ir.ops.conversions import way
from pypto.ir.ops.elementwise import native
from pypto.ir.ops.gather import (
    axis_of,
    check_data,
    pattern_attrs,
    pattern_of,
    tensor_value,
    tile_value,
)
from pypto.ir.ops.rules import ValueType, make, same_level, same_shape, value_type
from pypto.ir.ops.table import Bound, OpError, Reject, Sample, Trait, op, operand, static

DATA = frozenset({FP16, FP32, BF16, INT8, INT16, INT32})
_NATIVE = native(
    frozenset({INT8, UINT8, INT16, UINT16, INT32, UINT32, FP16, BF16, FP32}), frozenset({INT64, UINT64})
)
_TRAITS = frozenset({Trait.PURE, Trait.VECTOR, Trait.PLACES})
SHORT_ELEMENTS = 1 << 15
"""Elements that an index of 16 bits reaches."""


def check_index(x: ValueType, index: ValueType, name: str) -> None:
    """The index is as wide as the data, from 16 bits up; of 64-bit data it has 32 bits."""
    wanted = INT32 if x.dtype.bits >= 32 else INT16
    if index.dtype is not wanted:
        raise OpError(
            f"`{name}` holds {index.dtype}, elements of {x.dtype} are placed by {wanted}",
            way(name, index.dtype, wanted),
            "dtype-support",
        )
    count = arith.as_int(arith.product(x.shape))
    if wanted is INT16 and count is not None and count > SHORT_ELEMENTS:
        raise OpError(
            f"{format_dims(x.shape)} has {count} elements, an index of 16 bits reaches {SHORT_ELEMENTS}",
            "scatter fewer rows at a time, or cast the data to 32 bits",
            code="shape-mismatch",
        )


def same_dtype(x: ValueType, other: ValueType, name: str) -> None:
    if other.dtype is not x.dtype:
        raise OpError(
            f"`{name}` holds {other.dtype}, the result {x.dtype}",
            way(name, other.dtype, x.dtype),
            "dtype-mismatch",
        )


def _matrix(x: ValueType, name: str) -> None:
    if len(x.shape) != 2:
        raise OpError(f"`{name}` has two axes, found {format_dims(x.shape)}", code="rank")


def _index_form(bound: Bound, x: ValueType) -> Type:
    for name in ("dim", "index", "src"):
        if bound[name] is None:
            raise OpError(
                f"`{name}` is missing", "pl.scatter(x, dim=-1, index=index, src=src)", code="operation-form"
            )
    index, source = value_type(bound, "index"), value_type(bound, "src")
    same_level(x, index)
    same_level(x, source)
    _matrix(x, "input")
    if axis_of(bound["dim"], 2) != 1:
        raise OpError(
            f"dim {bound['dim']} is not the last axis",
            "scatter along the last axis, or use pl.scatter_update",
            code="rank",
        )
    same_shape(index, source, "each element of `src` has an index")
    if not arith.same(index.shape[0], x.shape[0]):
        raise OpError(
            f"rows differ: {format_dims(x.shape)} and {format_dims(index.shape)}", code="shape-mismatch"
        )
    over = arith.as_int(arith.sub(index.shape[1], x.shape[1]))
    if over is not None and over > 0:
        raise OpError(
            f"`index` {format_dims(index.shape)} has more columns than `input` {format_dims(x.shape)}",
            code="shape-mismatch",
        )
    same_dtype(x, source, "src")
    check_index(x, index, "index")
    return make(x, valid=x.valid)


def _mask_form(bound: Bound, source: ValueType, target: ValueType) -> Type:
    pattern = pattern_of(bound["mask_pattern"])
    same_level(source, target)
    _matrix(source, "input")
    _matrix(target, "dst")
    same_dtype(target, source, "input")
    wanted: tuple[Dim, ...] = (source.shape[0], arith.mul(source.shape[1], pattern.stride))
    if not all(arith.same(a, b) for a, b in zip(target.shape, wanted, strict=True)):
        raise OpError(
            f"{pattern.name} spreads {format_dims(source.shape)} over {format_dims(wanted)}, "
            f"`dst` is {format_dims(target.shape)}",
            code="shape-mismatch",
        )
    return make(target, valid=target.valid)


def _scatter(bound: Bound) -> Type:
    x = tensor_value(bound, "input", "pl.tile.scatter or pl.tile.scatter_mask")
    check_data(x, DATA)
    mask = bound["mask_pattern"] is not None
    for name, form in (("dim", False), ("index", False), ("src", False), ("dst", True)):
        if bound[name] is not None and mask is not form:
            way = "`mask_pattern`" if form else "`index`"
            raise OpError(f"`{name}` belongs to the form with {way}", "leave it out", code="operation-form")
    if not mask:
        return _index_form(bound, x)
    if bound["dst"] is None:
        raise OpError(
            "`dst` is missing", "the array whose columns are replaced: dst=x", code="operation-form"
        )
    return _mask_form(bound, x, value_type(bound, "dst"))


def placed(x: Any, index: Any, source: Any) -> Any:
    """`out.flat[index] = source`, in order; what lies outside is left out."""
    out = x.copy()
    inside = (index >= 0) & (index < x.size)
    out.reshape(-1)[index[inside]] = source[inside]
    return out


def placed_in_rows(x: Any, index: Any, source: Any) -> Any:
    """Each row by itself."""
    import numpy as np

    cols = x.shape[1]
    inside = (index >= 0) & (index < cols)
    flat = np.where(inside, index.astype(np.int64) + cols * np.arange(index.shape[0])[:, None], -1)
    return placed(x, flat, source)


def spread(x: Any, source: Any, mask_pattern: Any) -> Any:
    """The columns of a pattern, from `source` in order."""
    pattern = pattern_of(mask_pattern)
    out = x.copy()
    out[: source.shape[0], pattern.first :: pattern.stride][:, : source.shape[1]] = source
    return out


def _scattered(x: Any, *others: Any, mask_pattern: Any = None, **_: Any) -> Any:
    return placed_in_rows(x, *others) if mask_pattern is None else spread(others[0], x, mask_pattern)


SCATTER = op(
    "scatter",
    doc="A copy in which indexed elements of each row, or the columns of a pattern, come from another array.",
    params=[
        operand("input"),
        static("dim", None),
        operand("index", default=None),
        operand("src", default=None),
        static("mask_pattern", None),
        operand("dst", default=None),
    ],
    infer=_scatter,
    traits=_TRAITS,
    reference=_scattered,
    pto="tscatter",
    namespaces=("pl", "tensor"),
    native=native(DATA),
    samples=(
        *(
            Sample(((8, 64), (8, 32), (8, 32)), dtypes=(kind, index, kind),
                   ranges=((-9, 9), (-4, 68), (-9, 9)), attrs={"dim": -1})
            for kind, index in (("FP32", "INT32"), ("INT32", "INT32"), ("FP16", "INT16"), ("INT8", "INT16"))
        ),
        Sample(((8, 32), (8, 32), (8, 32)), dtypes=("FP32", "INT32", "FP32"), special=True,
               ranges=((-9, 9), (0, 9), (-9, 9)), attrs={"dim": 1}),
    ),
    rejects=(
        Reject(((8, 64),), "`dim` is missing"),
        Reject(((8, 64), (8, 8), (8, 8)), "last axis", ("FP32", "INT32", "FP32"), {"dim": 0}),
        Reject(((8, 64), (8, 8), (8, 9)), "shapes", ("FP32", "INT32", "FP32"), {"dim": 1}),
        Reject(((8, 64), (4, 8), (4, 8)), "rows differ", ("FP32", "INT32", "FP32"), {"dim": 1}),
        Reject(((8, 64), (8, 72), (8, 72)), "more columns", ("FP32", "INT32", "FP32"), {"dim": 1}),
        Reject(((8, 64), (8, 8), (8, 8)), "placed by INT32", ("FP32", "INT16", "FP32"), {"dim": 1}),
        Reject(((8, 64), (8, 8), (8, 8)), "placed by INT16", ("BF16", "INT32", "BF16"), {"dim": 1}),
        Reject(((8, 64), (8, 8), (8, 8)), "`src` holds", ("FP32", "INT32", "INT32"), {"dim": 1}),
        Reject(((64, 1024), (64, 16), (64, 16)), "reaches", ("FP16", "INT16", "FP16"), {"dim": 1}),
        Reject(((8, 64), (8, 8), (8, 8)), "belongs to", ("FP32", "INT32", "FP32"), {"mask_pattern": MaskPattern.P0101}),
        Reject(((8, 64),), "`dst` is missing", attrs={"mask_pattern": MaskPattern.P0101}),
        Reject(((8, 64), (8, 8), (8, 8)), "element type", ("UINT8", "INT16", "UINT8"), {"dim": 1}),
    ),
    positional=4,
)  # fmt: skip


def _tile_scatter(bound: Bound) -> Type:
    target, source, index = (
        tile_value(bound, name, "pl.scatter(x, dim, index, src)") for name in ("dst", "src", "indexes")
    )
    same_dtype(target, source, "src")
    same_shape(index, source, "each element of `src` has an index")
    check_index(target, index, "indexes")
    return make(target, valid=target.valid)


def _empty(x: Any) -> Any:
    import numpy as np

    return np.zeros_like(x)


TILE_SCATTER = op(
    "tile.scatter",
    doc="Elements at row-major positions of a tile; 0 where none is written.",
    params=[operand("dst"), operand("src"), operand("indexes")],
    infer=_tile_scatter,
    traits=_TRAITS,
    reference=lambda x, source, index: placed(_empty(x), index, source),
    pto="tscatter",
    namespaces=("tile",),
    native=_NATIVE,
    rejects=(Reject(((16, 64), (8, 64), (8, 64)), "must be a tile"),),
)


def _scatter_mask(bound: Bound) -> Type:
    target, source = (
        tile_value(bound, name, "pl.scatter(src, mask_pattern=..., dst=x)") for name in ("dst", "src")
    )
    return _mask_form(bound, source, target)


SCATTER_MASK = op(
    "scatter_mask",
    doc="Columns spread over those of a pattern; 0 in the others.",
    params=[operand("dst"), operand("src"), static("mask_pattern")],
    infer=_scatter_mask,
    traits=_TRAITS,
    reference=lambda x, source, mask_pattern: spread(_empty(x), source, mask_pattern),
    pto="tscatter",
    namespaces=("tile",),
    native=_NATIVE,
    rejects=(Reject(((16, 64), (16, 32)), "must be a tile", attrs={"mask_pattern": MaskPattern.P0101}),),
    pto_attrs=pattern_attrs,
)


def _scatter_update(bound: Bound) -> Type:
    x, index, source = (value_type(bound, name) for name in ("input", "index", "src"))
    for other in (index, source):
        same_level(x, other)
    blocks = len(x.shape) == 4  # of rows: [blocks, rows, 1, columns]
    for other, name in ((x, "input"), (index, "index"), (source, "src")):
        if blocks and name != "index":
            _blocks(other, name)
        else:
            _matrix(other, name)
    if axis_of(bound["dim"], len(x.shape)) != len(x.shape) - 2:
        raise OpError(
            f"dim {bound['dim']} is not the axis of rows", "whole rows are replaced: dim=-2", code="rank"
        )
    if not index.dtype.is_int or index.dtype.bits > 32:
        raise OpError(f"`index` holds {index.dtype}", way("index", index.dtype, INT32), "dtype-support")
    same_dtype(x, source, "src")
    wanted: tuple[Dim, ...] = (arith.product(index.shape), x.shape[-1])
    if blocks:
        wanted = (*index.shape, 1, x.shape[-1])
    if not all(arith.same(a, b) for a, b in zip(source.shape, wanted, strict=True)):
        raise OpError(
            f"`src` is {format_dims(source.shape)}, {format_dims(index.shape)} indices of rows need "
            f"{format_dims(wanted)}",
            code="shape-mismatch",
        )
    if index.valid is not None:
        raise OpError("`index` is valid in part", "take the valid part of it alone", "valid-shape")
    return make(x, valid=x.valid)


def _blocks(x: ValueType, name: str) -> None:
    if len(x.shape) != 4 or arith.as_int(x.shape[2]) != 1:
        raise OpError(
            f"`{name}` is {format_dims(x.shape)}, with four axes [blocks, rows, 1, columns] are expected",
            "or give all of them two axes: pl.reshape(x, [blocks * rows, columns])",
            "rank",
        )


def _updated(x: Any, index: Any, source: Any, dim: int = -2) -> Any:
    out = x.copy()
    rows, new = (a.reshape(-1, a.shape[-1]) for a in (out, source))
    for at, row in zip(index.reshape(-1), new, strict=True):
        if 0 <= at < rows.shape[0]:
            rows[at] = row
    return out


SCATTER_UPDATE = op(
    "scatter_update",
    doc="A copy in which the rows that an index names come from another array, the last one for a row.",
    params=[operand("input"), operand("index"), operand("src"), static("dim", -2)],
    infer=_scatter_update,
    traits=_TRAITS,
    reference=_updated,
    pto=None,
    native=None,
    samples=(
        Sample(((8, 64), (2, 8), (16, 64)), dtypes=("FP32", "INT32", "FP32"),
               ranges=((-9, 9), (0, 8), (-9, 9)), attrs={"dim": -2}),
        Sample(((8, 32), (1, 16), (16, 32)), dtypes=("FP16", "INT32", "FP16"),
               ranges=((-9, 9), (0, 8), (-9, 9)), attrs={"dim": 0}),
    ),
    rejects=(
        Reject(((8, 64), (1, 8), (9, 64)), "indices of rows", ("FP32", "INT32", "FP32")),
        Reject(((8, 64), (1, 8), (8, 64)), "axis of rows", ("FP32", "INT32", "FP32"), {"dim": 1}),
        Reject(((2, 4, 1, 8), (2, 4), (8, 8)), "four axes", ("FP32", "INT32", "FP32")),
        Reject(((2, 4, 2, 8), (2, 4), (2, 4, 1, 8)), "four axes", ("FP32", "INT32", "FP32")),
        Reject(((8, 64), (1, 8), (8, 64)), "`index` holds", ("FP32", "FP32", "FP32")),
    ),
)  # fmt: skip
