# SPDX-License-Identifier: Apache-2.0
"""Reductions of the last axis (row_*) and of the axis before it (col_*); only valid cells take part.

FP16 and BF16 row sums accumulate in FP32 and round once; integer sums wrap.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pypto.ir.dtypes import (
    BF16,
    FP16,
    FP32,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
    DType,
)
from pypto.ir.nodes import Type
from pypto.ir.ops.elementwise import native
from pypto.ir.ops.reducing import reduced
from pypto.ir.ops.rules import check_room, check_scratch, value_type
from pypto.ir.ops.table import Bound, Infer, Op, Reject, Sample, Trait, op, operand, scratch

_TYPES = frozenset({INT16, INT32, FP16, FP32})
_WIDE = frozenset({INT64, UINT64})
_BYTES = frozenset({INT8, UINT8})
_IN_FP32 = frozenset({"row_sum", "row_max", "col_max", "col_min"})
"""What takes BF16 on both chips: largest and smallest values are exact in FP32, a row sum rounds once at its end."""
_COLUMNS = _WIDE | _BYTES | {UINT16, UINT32}
ADDED: Mapping[str, frozenset[DType]] = {
    "row_sum": _WIDE,
    "row_prod": _WIDE,
    "row_max": _WIDE | _BYTES,
    "row_min": frozenset(),
    "col_sum": _COLUMNS,
    **dict.fromkeys(("col_max", "col_min", "col_prod"), _COLUMNS | {BF16}),
}
"""What a5 reduces beside the types of both chips."""


def _infer(axis: int, optional: bool, types: frozenset[DType]) -> Infer:
    def infer(bound: Bound) -> Type:
        x = value_type(bound, "input")
        if not optional or bound.type("tmp_tile") is not None:
            check_scratch(bound, x, "tmp_tile")
            check_room(bound, x, "tmp_tile")
        return reduced(x, axis, types)

    return infer


def _sum(axis: int) -> Callable[[Any], Any]:
    def run(x: Any) -> Any:
        import numpy as np

        if x.dtype.kind in "iu":
            return x.sum(axis=axis, keepdims=True, dtype=x.dtype)
        if axis == -2:
            total = np.zeros_like(x[..., :1, :])
            with np.errstate(all="ignore"):  # infinities and NaN are values here
                for i in range(x.shape[-2]):
                    total = (total + x[..., i : i + 1, :]).astype(x.dtype)
            return total
        with np.errstate(all="ignore"):  # a signalling NaN turns quiet
            return x.astype(np.float64).sum(axis=axis, keepdims=True).astype(np.float32).astype(x.dtype)

    return run


def _extreme(axis: int, name: str) -> Callable[[Any], Any]:
    def run(x: Any) -> Any:
        import numpy as np

        return getattr(np, name)(x, axis=axis, keepdims=True).astype(x.dtype)

    return run


def _product(axis: int) -> Callable[[Any], Any]:
    def run(x: Any) -> Any:
        import numpy as np

        with np.errstate(all="ignore"):
            if axis == -2:  # row after row, each product rounded
                total = x[..., :1, :].copy()
                for i in range(1, x.shape[-2]):
                    total = (total * x[..., i : i + 1, :]).astype(x.dtype)
                return total
            return np.prod(x, axis=axis, keepdims=True, dtype=x.dtype)

    return run


_SAMPLES = (
    Sample(((16, 64),)),
    Sample(((8, 128),), dtype="INT32", low=-1000, high=1000),
    Sample(((16, 64),), dtype="FP16", low=-1, high=1),
)


def _reduction(name: str, axis: int, doc: str, pto: str, reference: Callable[[Any], Any]) -> Op:
    row = axis == -1
    return op(
        name,
        doc=doc,
        params=[
            operand("input", "tile", "tensor"),
            *([scratch("tmp_tile")] if row or name == "col_sum" else []),
        ],
        infer=_infer(axis, not row, _TYPES | ADDED[name] | ({BF16} if name in _IN_FP32 else frozenset())),
        traits={
            Trait.PURE,
            Trait.VECTOR,
            *((Trait.ROW_REDUCTION, Trait.SCRATCH) if row else (Trait.COL_REDUCTION,)),
            *([Trait.IN_FP32] if name in _IN_FP32 else []),
        },
        reference=reference,
        pto=pto,
        native=native(_TYPES, ADDED[name]),
        samples=_SAMPLES,
        rejects=(Reject(((16, 64),), "element type", ("FP8E5M2",)),),
    )


ROW_SUM = _reduction("row_sum", -1, "Sum along each row.", "trowsum", _sum(-1))
ROW_MAX = _reduction(
    "row_max", -1, "Largest value of each row; NaN propagates.", "trowmax", _extreme(-1, "max")
)
ROW_MIN = _reduction(
    "row_min", -1, "Smallest value of each row; NaN propagates.", "trowmin", _extreme(-1, "min")
)
ROW_PROD = _reduction(
    "row_prod", -1, "Product along each row, in the element type.", "trowprod", _product(-1)
)
COL_SUM = _reduction("col_sum", -2, "Sum down each column, row after row.", "tcolsum", _sum(-2))
COL_MAX = _reduction(
    "col_max", -2, "Largest value of each column; NaN propagates.", "tcolmax", _extreme(-2, "max")
)
COL_MIN = _reduction(
    "col_min", -2, "Smallest value of each column; NaN propagates.", "tcolmin", _extreme(-2, "min")
)
COL_PROD = _reduction(
    "col_prod", -2, "Product down each column, in the element type.", "tcolprod", _product(-2)
)
