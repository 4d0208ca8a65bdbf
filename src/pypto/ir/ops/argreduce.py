# SPDX-License-Identifier: Apache-2.0
"""Where the largest or smallest value stands: the first of equal ones; NaN is passed over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pypto.ir.dtypes import FP16, FP32, INT32
from pypto.ir.nodes import TileType, Type
from pypto.ir.ops.elementwise import native
from pypto.ir.ops.reducing import reduced
from pypto.ir.ops.rules import check_scratch, value_type
from pypto.ir.ops.table import Bound, Infer, Op, OpError, Reject, Sample, Trait, op, operand, scratch

_FLOATS = frozenset({FP16, FP32})


def _infer(axis: int) -> Infer:
    def infer(bound: Bound) -> Type:
        x = value_type(bound, "input")
        check_scratch(bound, x, "tmp_tile")
        made = reduced(x, axis, _FLOATS, INT32)
        tmp = bound.type("tmp_tile")
        if isinstance(tmp, TileType) and (tmp.dtype is not x.dtype or tmp.shape != x.shape):
            raise OpError(
                f"`tmp_tile` is {tmp}", f"it has the shape and the element type of {x}", code="scratch"
            )
        return made

    return infer


def _position(axis: int, largest: bool) -> Callable[[Any], Any]:
    def run(x: Any) -> Any:
        import numpy as np

        wide = x.astype(np.float32)
        fill = np.float32(-np.inf if largest else np.inf)
        clean = np.where(np.isnan(wide), fill, wide)
        best = (clean.max if largest else clean.min)(axis=axis, keepdims=True)
        return np.argmax(wide == best, axis=axis, keepdims=True).astype(np.int32)

    return run


def _argument(name: str, axis: int, largest: bool) -> Op:
    row = axis == -1
    what = f"Index of the first {'largest' if largest else 'smallest'} value of each {'row' if row else 'column'}."
    return op(
        name,
        doc=what,
        params=[operand("input", "tile", "tensor"), scratch("tmp_tile")],
        infer=_infer(axis),
        traits={
            Trait.PURE,
            Trait.VECTOR,
            Trait.SCRATCH,
            Trait.ROW_REDUCTION if row else Trait.COL_REDUCTION,
        },
        reference=_position(axis, largest),
        pto=f"t{name.replace('_', '')}",
        native=native(_FLOATS),
        samples=(
            Sample(((16, 88),)),
            Sample(((16, 64),), special=True),
            Sample(((16, 64),), dtype="FP16", low=-1, high=1),
        ),
        rejects=(
            Reject(((16, 64),), "element type", ("INT32",)),
            Reject(((16, 64), (16, 64)), "is for tiles"),
        ),
    )


ROW_ARGMAX = _argument("row_argmax", -1, True)
ROW_ARGMIN = _argument("row_argmin", -1, False)
COL_ARGMAX = _argument("col_argmax", -2, True)
COL_ARGMIN = _argument("col_argmin", -2, False)
