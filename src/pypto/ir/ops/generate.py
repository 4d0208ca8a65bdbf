# SPDX-License-Identifier: Apache-2.0
"""Values made of their position: sequences and triangles."""

from __future__ import annotations

from typing import Any

from pypto.ir import arith
from pypto.ir.dtypes import BF16, FP16, FP32, INDEX, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64
from pypto.ir.nodes import Const, Expr, ScalarType, TensorType, Type, format_dims
from pypto.ir.ops.creation import produced
from pypto.ir.ops.elementwise import native
from pypto.ir.ops.rules import make, static_dims
from pypto.ir.ops.table import (
    Bound,
    OpError,
    Param,
    Reject,
    Sample,
    Trait,
    dims,
    op,
    scalar,
    static,
)

_SEQUENCES = frozenset({INT16, INT32, UINT16, UINT32})
_TRIANGLES = _SEQUENCES | {FP16, FP32}
_TRIANGLES_ADDED = frozenset({INT8, UINT8, INT64, UINT64, BF16})
_TRAITS = frozenset({Trait.PURE, Trait.VECTOR})


def _integer(bound: Bound, name: str) -> Expr:
    expr = bound[name]
    type_ = expr.type
    if not isinstance(type_, ScalarType) or not type_.dtype.is_int:
        raise OpError(f"`{name}` must be an integer, found {type_}", code="operand-kind")
    assert isinstance(expr, Expr)
    return expr


def _arange(bound: Bound) -> Type:
    dtype, shape = bound["dtype"], static_dims(bound["shape"], "the shape of pl.arange")
    if dtype not in _SEQUENCES:
        raise OpError(
            f"element type {dtype} is not accepted", "INT16, INT32, UINT16 or UINT32", "dtype-support"
        )
    if any(n != 1 for n in shape[:-1]) or shape[-1] == 1:
        raise OpError(f"the shape is {format_dims(shape)}", "a sequence is one row: [1, N]", code="rank")
    start = _integer(bound, "start")
    if not isinstance(start, Const) and start.type != ScalarType(dtype):
        raise OpError(
            f"`start` is {start.type}, the elements are {dtype}",
            f"convert it: pl.cast(s, pl.{dtype})",
            code="dtype-mismatch",
        )
    return produced(bound, TensorType(shape, dtype, local=True))


def _sequence(start: Any, *, shape: Any, dtype: Any, descending: bool = False) -> Any:
    import numpy as np

    steps = np.arange(shape[-1], dtype=np.int64)
    values = int(start) + (-steps if descending else steps)
    return values.astype(dtype.numpy()).reshape(shape)


ARANGE = op(
    "arange",
    doc="One row of start, start + 1, and so on, or downwards; values wrap.",
    params=[scalar("start"), dims("shape"), Param("dtype", "dtype", INT32), static("descending", False)],
    infer=_arange,
    traits=_TRAITS,
    reference=_sequence,
    pto="tci",
    native=native(_SEQUENCES),
    samples=(
        Sample((), dtype="INT32", scalars=(5,), attrs={"shape": (1, 80), "dtype": INT32}),
        Sample((), dtype="INT16", scalars=(3,), attrs={"shape": (1, 64), "dtype": INT16, "descending": True}),
    ),
    rejects=(
        Reject((), "the shape is", scalars=(0,), attrs={"shape": (8, 64), "dtype": INT32}),
        Reject((), "element type", scalars=(0,), attrs={"shape": (1, 64), "dtype": FP32}),
    ),
    pto_attrs=lambda attrs: {"descending": "true" if attrs.get("descending") else "false"},
)


def _tri(bound: Bound) -> Type:
    dtype, shape = bound["dtype"], static_dims(bound["shape"], "the shape of pl.tri")
    if dtype not in _TRIANGLES | _TRIANGLES_ADDED:
        names = ", ".join(sorted(d.name for d in _TRIANGLES))
        raise OpError(f"element type {dtype} is not accepted", f"one of {names}", "dtype-support")
    if len(shape) != 2:
        raise OpError(f"two axes are expected, found {format_dims(shape)}", code="rank")
    diagonal = _integer(bound, "diagonal")
    assert isinstance(diagonal.type, ScalarType)
    if not isinstance(diagonal, Const) and diagonal.type.dtype not in (INDEX, INT32):
        raise OpError(
            f"`diagonal` is {diagonal.type}", "convert it: pl.cast(d, pl.INT32)", code="operand-kind"
        )
    valid = bound["valid_shape"]
    if valid is not None:
        if len(valid) != 2:
            raise OpError(f"valid_shape has {len(valid)} entries, the shape 2", code="rank")
        for axis, (extent, held) in enumerate(zip(shape, valid, strict=True)):
            number = arith.as_int(arith.simplify(held))
            if number is not None and not 0 <= number <= extent:
                raise OpError(f"valid_shape[{axis}] is {number}, the extent is {extent}", code="valid-shape")
    held = make(TensorType(shape, dtype, local=True), valid=None if valid is None else tuple(valid))
    assert isinstance(held, TensorType)
    return produced(bound, held)


def _triangle(diagonal: Any, *, shape: Any, dtype: Any, upper: bool = False, valid_shape: Any = None) -> Any:
    import numpy as np

    rows, cols = shape
    distance = np.arange(cols)[None, :] - np.arange(rows)[:, None] - int(diagonal)
    return (distance >= 0 if upper else distance <= 0).astype(dtype.numpy())


TRI = op(
    "tri",
    doc="1 on and below a diagonal, or on and above it, 0 elsewhere; positive diagonals lie to the right.",
    params=[
        scalar("diagonal"),
        dims("shape"),
        dims("valid_shape", default=None),
        Param("dtype", "dtype", INT32),
        static("upper", False),
    ],
    infer=_tri,
    traits=_TRAITS,
    reference=_triangle,
    pto="ttri",
    namespaces=("pl", "tile"),
    native=native(_TRIANGLES, _TRIANGLES_ADDED),
    samples=(
        Sample((), dtype="INT32", scalars=(-2,), attrs={"shape": (16, 64), "dtype": INT32}),
        Sample((), dtype="INT32", scalars=(3,), attrs={"shape": (16, 32), "dtype": FP16, "upper": True}),
    ),
    rejects=(
        Reject((), "axes", scalars=(0,), attrs={"shape": (1, 8, 64), "dtype": INT32}),
        Reject((), "element type", scalars=(0,), attrs={"shape": (8, 64), "dtype": INDEX}),
    ),
    pto_attrs=lambda attrs: {"upper": "true" if attrs.get("upper") else "false"},
)
