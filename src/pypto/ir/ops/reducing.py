# SPDX-License-Identifier: Apache-2.0
"""What reductions along rows and columns give."""

from __future__ import annotations

from pypto.ir import arith
from pypto.ir.dtypes import FP32, DType
from pypto.ir.ops.conversions import way
from pypto.ir.ops.rules import ValueType, make
from pypto.ir.ops.table import OpError


def reduced(x: ValueType, axis: int, types: frozenset[DType], dtype: DType | None = None) -> ValueType:
    """One element for each row (axis -1) or column (axis -2), of another type where `dtype` says so."""
    if len(x.shape) < -axis:
        raise OpError(f"a column reduction needs two axes, found {x}", code="rank")
    if x.dtype not in types:
        raise OpError(f"element type {x.dtype} is not accepted", way("x", x.dtype, FP32), "dtype-support")
    if arith.as_int(arith.simplify(x.valid_shape[axis])) == 0:
        raise OpError("the reduced axis has no valid element", code="valid-shape")
    shape, valid = list(x.shape), list(x.valid_shape)
    shape[axis] = valid[axis] = 1
    return make(x, tuple(shape), dtype, tuple(valid))
