# SPDX-License-Identifier: Apache-2.0
"""Rows and elements of a tensor in global memory by their index.

    pl.mgather(x, i)                      out[k, :] = x[i[k], :]
    pl.mgather(x, i, "elem")              out[a, b] = x.flat[i[a, b]]
    pl.mscatter(v, i, y)                  y.flat[i[a, b]] = v[a, b], in order

`gather_oob` says what an index outside means; it counts as unsigned. With "undefined", and for a scatter, it stops the
run.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pypto.ir import arith
from pypto.ir.dtypes import FP16, FP32, INT16, INT32
from pypto.ir.enums import Mem
from pypto.ir.nodes import TensorType, Type, format_dims
from pypto.ir.ops.elementwise import MOVABLE, native
from pypto.ir.ops.gather import check_data
from pypto.ir.ops.rules import ValueType, make, same_shape, static_dims, value_type
from pypto.ir.ops.scatter import same_dtype
from pypto.ir.ops.table import Bound, OpError, Reject, Trait, op, operand, static

OUTSIDE = ("undefined", "clamp", "wrap", "zero")
"""What an index outside means; the position is the integer code."""

COALESCE = ("row", "elem")


def outside_of(value: Any) -> str:
    if isinstance(value, str) and value in OUTSIDE:
        return value
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(OUTSIDE):
        return OUTSIDE[value]
    raise OpError(
        f"gather_oob {value!r} is not known", f"one of {', '.join(OUTSIDE)}, or 0 to 3", code="operation-form"
    )


def _global(bound: Bound, name: str) -> TensorType:
    x = value_type(bound, name)
    if not isinstance(x, TensorType) or x.local:
        raise OpError(
            f"`{name}` must be a tensor in global memory, found {x}",
            "on chip use pl.gather",
            code="operand-kind",
        )
    return x


def _check_index(index: ValueType) -> None:
    if index.dtype is not INT32:
        raise OpError(f"`idx` holds {index.dtype}", "convert it: pl.cast(idx, pl.INT32)", "dtype-support")


def _mgather(bound: Bound) -> Type:
    x, index = _global(bound, "mem"), value_type(bound, "idx")
    if isinstance(index, TensorType) and not index.local:
        raise OpError(
            "`idx` must be a value on the core", "load it: pl.load(idx, offsets, shape)", code="operand-kind"
        )
    if bound["target_memory"] is not Mem.Vec:
        raise OpError(
            f"target_memory {bound['target_memory']} is not built",
            "gather into pl.Mem.Vec and store, or use pl.gather_row",
            "unsupported",
        )
    for name in ("scratch", "valid_shape"):
        if bound[name] is not None:
            raise OpError(f"`{name}` is for the target pl.Mem.Mat", "leave it out", code="operation-form")
    _check_index(index)
    if x.dtype not in MOVABLE["a5"]:
        raise OpError(f"element type {x.dtype} is not accepted", code="dtype-support")
    outside_of(bound["gather_oob"])
    way = bound["coalesce"]
    if way not in COALESCE:
        raise OpError(f"coalesce {way!r} is not known", "row or elem", code="operation-form")
    if way == "elem":
        return make(index, dtype=x.dtype, valid=index.valid)
    if x.rank != 2:
        raise OpError(
            f"rows are taken from two axes, found {format_dims(x.shape)}", "reshape it to rows", "rank"
        )
    if any(arith.as_int(d) != 1 for d in index.shape[:-1]):
        raise OpError(
            f"`idx` is {format_dims(index.shape)}, indices of rows are one row",
            "give it the shape [1, R]",
            code="operation-form",
        )
    cols = static_dims((x.shape[1],), "a row of `mem`")[0]
    head = index.shape[:-2] if len(index.shape) > 1 else ()
    count, valid = index.shape[-1], index.valid_shape[-1]
    return make(index, (*head, count, cols), x.dtype, (*head, valid, cols))


def taken(x: Any, index: Any, coalesce: str = "row", gather_oob: Any = "undefined") -> Any:
    """The rows or elements; None where an index lies outside and that is undefined."""
    import numpy as np

    source = x if coalesce == "row" else x.reshape(-1)
    at = index.reshape(-1 if coalesce == "row" else index.shape).astype(np.uint32).astype(np.int64)
    capacity, way = source.shape[0], outside_of(gather_oob)
    inside = at < capacity
    if not inside.all():
        if way == "undefined" or (capacity == 0 and way != "zero"):
            return None
        at = np.minimum(at, capacity - 1) if way == "clamp" else at % capacity if way == "wrap" else at
    if capacity == 0:
        return np.zeros((*at.shape, *source.shape[1:]), x.dtype)
    found = source[np.where(at < capacity, at, 0)].copy()
    found[at >= capacity] = np.zeros((), x.dtype)
    return found


def _mgather_attrs(attrs: Mapping[str, Any]) -> Mapping[str, str]:
    return {
        "coalesce": f"#pto<coalesce {attrs['coalesce']}>",
        "gatherOob": f"#pto<gather_oob {outside_of(attrs['gather_oob'])}>",
    }


MGATHER = op(
    "mgather",
    doc="Rows, or with `elem` elements, of a tensor in global memory by their index.",
    params=[
        operand("mem"),
        operand("idx"),
        static("coalesce", "row"),
        static("gather_oob", "undefined"),
        static("target_memory", Mem.Vec),
        operand("scratch", default=None),
        static("valid_shape", None),
    ],
    infer=_mgather,
    traits={Trait.PURE, Trait.VECTOR, Trait.PLACES},
    reference=taken,
    pto="mgather",
    namespaces=("pl", "tile"),
    native=MOVABLE,
    rejects=(Reject(((16, 64), (1, 8)), "global memory", ("FP32", "INT32")),),
    pto_attrs=_mgather_attrs,
    positional=3,
)

SCATTERED = native(frozenset({FP16, FP32, INT16, INT32}))


def _mscatter(bound: Bound) -> Type:
    source, index, target = (
        value_type(bound, "src"),
        value_type(bound, "idx"),
        _global(bound, "output_tensor"),
    )
    for x, name in ((source, "src"), (index, "idx")):
        if isinstance(x, TensorType) and not x.local:
            raise OpError(
                f"`{name}` must be a value on the core",
                f"load it: pl.load({name}, offsets, shape)",
                code="operand-kind",
            )
    check_data(source, SCATTERED["a2a3"])
    _check_index(index)
    same_shape(source, index, "each element of `src` has an index")
    same_dtype(target, source, "src")
    return target


MSCATTER = op(
    "mscatter",
    doc="Writes elements to row-major positions of a tensor in global memory and returns the tensor.",
    params=[operand("src"), operand("idx"), operand("output_tensor")],
    infer=_mscatter,
    traits={Trait.EFFECT, Trait.MTE, Trait.PLACES},
    pto="mscatter",
    namespaces=("pl", "tile"),
    native=SCATTERED,
    rejects=(Reject(((8, 64), (8, 64), (16, 64)), "global memory", ("FP32", "INT32", "FP32")),),
    target=2,
)
