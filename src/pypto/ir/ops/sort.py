# SPDX-License-Identifier: Apache-2.0
"""Sorting and merging of pairs: a value in one column and 32 bits that belong to it in the next.

    x   [1, 32]  3.0 1.0 2.0 ...        pl.sort32(x, idx)  ->  [1, 64]  3.0 idx0  2.0 idx2  1.0 idx1 ...
    idx [1, 32]  0   1   2   ...

The order is descending, equal values as they came; NaN stands before everything. What belongs to a value is moved as
bits: a small integer there is a denormal float.
"""

from __future__ import annotations

from typing import Any

from pypto.ir import arith
from pypto.ir.dtypes import FP16, FP32, UINT32
from pypto.ir.nodes import Dim, TensorType, TileType, Type, format_dims
from pypto.ir.ops.conversions import way
from pypto.ir.ops.elementwise import native
from pypto.ir.ops.rules import ValueType, check_scratch, make, same_level, same_shape, value_type
from pypto.ir.ops.table import (
    Bound,
    OpError,
    Reject,
    Sample,
    Trait,
    op,
    operand,
    scratch,
    static,
)

BLOCK = 32
"""Elements that one step sorts."""

_TRAITS = frozenset({Trait.PURE, Trait.VECTOR, Trait.PLACES})
_FP32 = native(frozenset({FP32}))


def ranks(values: Any) -> Any:
    """Integers in the order of the values: equal for both zeros, NaN above all."""
    import numpy as np

    bits = np.ascontiguousarray(values, np.float32).view(np.int32).astype(np.int64)
    keys = np.where(bits < 0, -(bits + 2**31), bits)
    return np.where(np.isnan(values), 2**31, keys)


def descending(values: Any) -> Any:
    """Positions along the last axis from the greatest value down, equal ones in their order."""
    import numpy as np

    return np.argsort(-ranks(values), axis=-1, kind="stable")


def _pairs_type(x: ValueType, what: str) -> None:
    if x.dtype is FP16:
        raise OpError(
            f"{what} of FP16 are not supported: an index does not fit beside a value",
            "cast to pl.FP32 first",
            "dtype-support",
        )
    if x.dtype is not FP32:
        raise OpError(f"element type {x.dtype} is not accepted", way("x", x.dtype, FP32), "dtype-support")


def _sort32(bound: Bound) -> Type:
    x, index = value_type(bound, "src"), value_type(bound, "idx")
    same_level(x, index)
    _pairs_type(x, "pairs")
    if index.dtype is not UINT32:
        raise OpError(
            f"`idx` holds {index.dtype}, 32-bit words are moved as pl.UINT32",
            "make it so: pl.arange(0, [1, N], dtype=pl.UINT32), or pl.reinterpret_view(idx, pl.UINT32)",
            "dtype-support",
        )
    same_shape(x, index)
    cols = arith.as_int(x.shape[-1])
    if isinstance(x, TensorType) and (cols is None or cols % BLOCK):
        raise OpError(
            f"the last axis of {format_dims(x.shape)} is no multiple of {BLOCK}",
            "fill it up to one: pl.fillpad_expand(x, shape, pad_value=pl.PadValue.min)",
            code="shape-mismatch",
        )
    doubled: list[tuple[Dim, ...]] = [
        (*dims[:-1], arith.simplify(arith.mul(dims[-1], 2))) for dims in (x.shape, x.valid_shape)
    ]
    return make(x, doubled[0], valid=doubled[1])


def _sorted_blocks(x: Any, index: Any) -> Any:
    import numpy as np

    out = np.empty((*x.shape[:-1], 2 * x.shape[-1]), np.float32)
    words = out.view(np.uint32)
    for start in range(0, x.shape[-1], BLOCK):
        part = slice(start, start + BLOCK)
        order = descending(x[..., part])
        there = slice(2 * start, 2 * start + 2 * order.shape[-1])
        values = np.ascontiguousarray(x[..., part]).view(np.uint32)
        words[..., there][..., 0::2] = np.take_along_axis(values, order, -1)
        words[..., there][..., 1::2] = np.take_along_axis(index[..., part], order, -1)
    return out


SORT32 = op(
    "sort32",
    doc="Each 32 columns in descending order, a value and its 32 bits of `idx` side by side; "
    "equal values keep their order.",
    params=[operand("src"), operand("idx")],
    infer=_sort32,
    traits=_TRAITS,
    reference=_sorted_blocks,
    pto="tsort32",
    native=_FP32,
    samples=(
        Sample(((4, 96), (4, 96)), dtypes=("FP32", "UINT32"), ranges=((-4, 4), (0, 2**32))),
        Sample(((2, 64), (2, 64)), dtypes=("FP32", "UINT32"), special=True, ranges=((-4, 4), (0, 100))),
    ),
    rejects=(
        Reject(((16, 64), (16, 64)), "FP16", ("FP16", "UINT32")),
        Reject(((16, 64), (16, 64)), "element type", ("INT32", "UINT32")),
        Reject(((16, 64), (16, 64)), "`idx` holds INT32", ("FP32", "INT32")),
        Reject(((16, 48), (16, 48)), "multiple of 32", ("FP32", "UINT32")),
        Reject(((16, 64), (16, 32)), "shapes", ("FP32", "UINT32")),
    ),
)

SOURCES = ("src0", "src1", "src2", "src3")


def sources_of(bound: Bound) -> list[str]:
    """The names of the lists that a merge was given."""
    given = [name for name in SOURCES if bound[name] is not None]
    if tuple(given) != SOURCES[: len(given)]:
        missing = next(name for name in SOURCES if name not in given)
        raise OpError(
            f"`{missing}` is missing before `{given[-1]}`",
            "name the lists without a gap",
            code="operation-form",
        )
    return given


def _list_of(bound: Bound, name: str) -> ValueType:
    x = value_type(bound, name)
    _pairs_type(x, "pairs")
    if any(arith.as_int(d) != 1 for d in x.shape[:-1]):
        raise OpError(
            f"`{name}` is {format_dims(x.shape)}, a list of pairs is one row",
            "take one row: x[r : r + 1, :]",
            code="shape-mismatch",
        )
    cols = arith.as_int(x.shape[-1])
    if cols is not None and cols % 2:
        raise OpError(f"`{name}` has {cols} columns, pairs take an even number", code="shape-mismatch")
    return x


def _mrgsort(bound: Bound) -> Type:
    names, length = sources_of(bound), bound["block_len"]
    first = _list_of(bound, names[0])
    if len(names) == 1:
        if length is None:
            raise OpError(
                "`block_len` is missing",
                "give the columns of a sorted run, or two to four lists to merge",
                code="operation-form",
            )
        if isinstance(length, bool) or not isinstance(length, int) or length <= 0 or length % 64:
            raise OpError(
                f"block_len {length!r} is no multiple of 64",
                "sort32 leaves runs of 64 columns",
                code="shape-mismatch",
            )
        for name in ("tmp", "exhausted"):
            if bound[name] is not None and bound[name] is not False:
                raise OpError(
                    f"`{name}` is for the merge of several lists", "leave it out", code="operation-form"
                )
        return make(first, valid=first.valid)
    if length is not None:
        raise OpError(
            "`block_len` is for the runs of one list",
            "leave it out: the lists are merged as a whole",
            code="operation-form",
        )
    cols, valid = first.shape[-1], first.valid_shape[-1]
    for name in names[1:]:
        other = _list_of(bound, name)
        same_level(first, other)
        if len(other.shape) != len(first.shape):
            raise OpError(f"`{name}` has {len(other.shape)} axes, `src0` has {len(first.shape)}", code="rank")
        cols, valid = arith.add(cols, other.shape[-1]), arith.add(valid, other.valid_shape[-1])
    check_scratch(bound, first)
    tmp = bound.type("tmp")
    if isinstance(tmp, TileType) and (tmp.dtype is not FP32 or tmp.shape[0] * tmp.shape[1] < cols):  # type: ignore[operator]
        raise OpError(
            f"`tmp` is {tmp}", f"it has the result's shape: [1, {cols}] and pl.FP32", code="scratch"
        )
    ones = first.shape[:-1]
    return make(first, (*ones, cols), valid=(*ones, arith.simplify(valid)))


def merged(lists: list[Any]) -> tuple[Any, int]:
    """The pairs of sorted lists as one, and how many there are when the first list comes to its end."""
    import numpy as np

    words = np.concatenate([np.ascontiguousarray(x).reshape(-1).view(np.uint64) for x in lists])
    origin = np.concatenate([np.full(x.size // 2, i) for i, x in enumerate(lists)])
    order = descending((words & 0xFFFFFFFF).astype(np.uint32).view(np.float32))
    ends = [np.flatnonzero(origin[order] == i)[-1] + 1 if x.size else 0 for i, x in enumerate(lists)]
    return words[order].view(np.float32), int(min(ends))


def runs_merged(row: Any, length: int) -> Any:
    """Each four adjacent runs of one row as one; what is left over stays."""
    import numpy as np

    out = np.array(row, np.float32, copy=True)
    flat = out.reshape(-1)
    for start in range(0, flat.size // (4 * length) * (4 * length), 4 * length):
        part = flat[start : start + 4 * length]
        part[:] = merged([*part.copy().reshape(4, length)])[0]
    return out


def _merge(*lists: Any, block_len: int | None = None, exhausted: bool = False) -> Any:
    if block_len is not None:
        return runs_merged(lists[0], block_len)
    given = [x for x in lists if x is not None]
    return merged(given)[0].reshape(*given[0].shape[:-1], sum(x.shape[-1] for x in given))


MRGSORT = op(
    "mrgsort",
    doc="Sorted lists of pairs as one: each four adjacent runs of `block_len` columns, or two to four lists.",
    params=[
        operand("src0"),
        *(operand(name, default=None) for name in SOURCES[1:]),
        scratch(),
        static("exhausted", False),
        static("block_len", None),
    ],
    infer=_mrgsort,
    traits=_TRAITS,
    reference=_merge,
    pto="tmrgsort",
    native=_FP32,
    samples=(
        Sample(((1, 64), (1, 32)), run=64),
        Sample(((1, 64), (1, 64), (1, 32)), run=64),
        Sample(((1, 64), (1, 64), (1, 32), (1, 128)), run=128),
        Sample(((1, 1088),), run=64, attrs={"block_len": 64}),
        Sample(((1, 1024),), run=256, attrs={"block_len": 256}),
    ),
    rejects=(
        Reject(((1, 64), (1, 64)), "FP16", ("FP16",)),
        Reject(((2, 64),), "one row", attrs={"block_len": 64}),
        Reject(((1, 256),), "block_len", attrs={}),
        Reject(((1, 256),), "multiple of 64", attrs={"block_len": 32}),
        Reject(((1, 64), (1, 64)), "for the runs of one list", attrs={"block_len": 64}),
        Reject(((1, 64), (1, 64), (1, 64), (1, 64), (1, 64)), "is for tiles"),
        Reject(((1, 256),), "several lists", attrs={"block_len": 64, "exhausted": True}),
        Reject(((1, 63),), "even", attrs={"block_len": 64}),
    ),
    positional=5,
    of_tiles=6,
)
