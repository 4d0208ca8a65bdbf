# SPDX-License-Identifier: Apache-2.0
"""Rows and elements of a tensor in global memory by their index.

    pl.mgather(x, i)                      out[k, :] = x[i[k], :]
    pl.mgather(x, i, "elem")              out[a, b] = x.flat[i[a, b]]
    pl.mgather(x, i, target_memory=pl.Mem.Mat)    the same as an operand of products; `i` stays in global memory
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
from pypto.ir.nodes import TensorType, TileType, Type, format_dims
from pypto.ir.ops.conversions import way
from pypto.ir.ops.elementwise import MOVABLE, native
from pypto.ir.ops.gather import check_data
from pypto.ir.ops.rules import (
    ValueType,
    make,
    memory_space,
    same_shape,
    space_layout,
    static_dims,
    value_type,
)
from pypto.ir.ops.scatter import same_dtype
from pypto.ir.ops.table import Bound, OpError, Reject, Trait, dims, op, operand, static

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


def _global(bound: Bound, name: str, on_chip: str) -> TensorType:
    x = value_type(bound, name)
    if not isinstance(x, TensorType) or x.local:
        raise OpError(
            f"`{name}` must be a tensor in global memory, found a value of the region ({x})",
            f"on chip use {on_chip}",
            code="operand-kind",
        )
    return x


def _check_index(index: ValueType) -> None:
    if index.dtype is not INT32:
        raise OpError(f"`idx` holds {index.dtype}", way("idx", index.dtype, INT32), "dtype-support")


def _mgather(bound: Bound) -> Type:
    x, index = _global(bound, "mem", "pl.tile.gather"), value_type(bound, "idx")
    space = memory_space(bound)
    if space not in (Mem.Vec, Mem.Mat):
        raise OpError(
            f"mgather reaches Vec and Mat, not {space.value}", "move it on from Mat", "memory-space"
        )
    outside = isinstance(index, TensorType) and not index.local
    if outside != (space is Mem.Mat):
        raise OpError(
            f"`idx` must be a {'tensor in global memory' if space is Mem.Mat else 'value on the core'}",
            "hand the tensor itself in" if space is Mem.Mat else "load it: pl.load(idx, offsets, shape)",
            code="operand-kind",
        )
    if space is Mem.Vec:
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
    if space is Mem.Mat:
        return _into_mat(bound, x, index, way)
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


def _into_mat(bound: Bound, x: TensorType, index: ValueType, way: str) -> TileType:
    """A tile in Mat, made of what the indices in global memory name."""
    shape = static_dims(index.shape, "the shape of `idx`")
    if len(shape) != 2:
        raise OpError(f"`idx` is {format_dims(shape)}, two axes are expected", "reshape it", "rank")
    scratch = bound.type("scratch")
    if way == "elem":
        if not isinstance(scratch, TensorType) or scratch.local or scratch.dtype is not x.dtype:
            raise OpError(
                f"elements go through a tensor of {x.dtype} in global memory on their way to Mat",
                "make one in orchestration, as large as `idx`, and pass it as scratch=",
                "scratch",
            )
        room = arith.as_int(arith.sub(arith.product(scratch.shape), shape[0] * shape[1]))
        if room is not None and room < 0:
            raise OpError(
                f"`scratch` is {format_dims(scratch.shape)}, `idx` {format_dims(shape)}", code="scratch"
            )
    else:
        if bound["scratch"] is not None:
            raise OpError("rows need no `scratch`", "leave it out", code="scratch")
        if x.rank != 2:
            raise OpError(
                f"rows are taken from two axes, found {format_dims(x.shape)}", "reshape it to rows", "rank"
            )
        if shape[0] != 1:
            raise OpError(
                f"`idx` is {format_dims(shape)}, indices of rows are one row",
                "give it the shape [1, R]",
                code="operation-form",
            )
        shape = (shape[1], static_dims((x.shape[1],), "a row of `mem`")[0])
    valid: tuple[Any, Any] | None = None
    if bound["valid_shape"] is not None:
        asked = tuple(arith.simplify(d) for d in bound["valid_shape"])
        if len(asked) != 2:
            raise OpError(f"valid_shape has {len(asked)} entries, the tile 2 axes", code="rank")
        for axis, (held, extent) in enumerate(zip(asked, shape, strict=True)):
            number = arith.as_int(held)
            if number is not None and not 0 <= number <= extent:
                raise OpError(f"valid_shape[{axis}] is {number}, the extent is {extent}", code="valid-shape")
        valid = None if all(arith.same(a, b) for a, b in zip(asked, shape, strict=True)) else asked
    return TileType((shape[0], shape[1]), x.dtype, "Mat", valid, *space_layout("Mat", shape))


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
        dims("valid_shape", default=None),
    ],
    infer=_mgather,
    traits={Trait.PURE, Trait.VECTOR, Trait.MTE, Trait.PLACES},
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
        _global(bound, "output_tensor", "pl.tile.scatter"),
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
