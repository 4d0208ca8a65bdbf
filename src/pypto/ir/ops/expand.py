# SPDX-License-Identifier: Apache-2.0
"""Broadcasts: a column [M, 1] along rows, a row [1, N] along columns, a scalar everywhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pypto.ir import arith
from pypto.ir.dtypes import BF16, FP16, FP32, INT8, INT16, INT32, UINT8, UINT16, UINT32, DType
from pypto.ir.nodes import TensorType, TileType, Type, format_dims
from pypto.ir.ops.elementwise import EVERYWHERE, MOVABLE, _divide, _quiet, native
from pypto.ir.ops.rules import check_scalar_operand, is_column_of, is_row_of, make, same_level, value_type
from pypto.ir.ops.table import Bound, Infer, Op, OpError, Reject, Sample, Trait, op, operand, scalar, scratch

_BASE = native(frozenset({INT16, INT32, FP16, FP32}), frozenset({UINT16, UINT32, INT8, UINT8, BF16}))
_FLOAT = native(frozenset({FP16, FP32}))


def _wanted(x: TensorType | TileType, vector: TensorType | TileType, row: bool, form: str) -> str:
    """What to write where the second operand does not fit the first."""
    other = "col" if row else "row"
    word, across = ("row", "column") if row else ("column", "row")
    if is_row_of(vector, x) if row else is_column_of(vector, x):
        return f"to use a {word} along every {across} write pl.{other}_expand{form}(x, {word})"
    if is_column_of(x, vector) or is_row_of(x, vector):
        prefix, name = ("row", "column") if is_column_of(x, vector) else ("col", "row")
        return f"the {name} comes second: pl.{prefix}_expand{form}(x, {name})"
    if all(map(arith.same, x.shape, vector.shape)) and len(x.shape) == len(vector.shape) and form:
        name = form[1:]
        way = {"max": "pl.maximum", "min": "pl.minimum"}.get(name, f"pl.{name}")
        return f"of two equal shapes write {'pl.exp(pl.sub(x, y))' if name == 'expdif' else f'{way}(x, y)'}"
    wanted = "[..., M, 1] against [..., M, N]" if row else "[..., 1, N] (or [N]) against [..., M, N]"
    return f"the second operand must be {wanted}"


def _infer(row: bool, same_dtype: bool, form: str = "") -> Infer:
    def infer(bound: Bound) -> Type:
        x, vector = value_type(bound, "lhs"), value_type(bound, "rhs")
        same_level(x, vector)
        fits = is_column_of(vector, x) if row else is_row_of(vector, x)
        axis = -1 if row else -2
        degenerate = (
            len(x.shape) == len(vector.shape) >= -axis
            and arith.as_int(vector.shape[axis]) == 1
            and all(arith.same(a, b) for a, b in zip(x.shape, vector.shape, strict=True))
        )
        if not fits and not degenerate:
            raise OpError(
                f"shapes do not match: {format_dims(x.shape)} and {format_dims(vector.shape)}",
                _wanted(x, vector, row, form),
                "shape-mismatch",
            )
        _check_covers(x, vector, row)
        if same_dtype and x.dtype is not vector.dtype:
            raise OpError(
                f"element types differ: {x.dtype} and {vector.dtype}",
                f"convert one side: pl.cast(x, pl.{x.dtype})",
                "dtype-mismatch",
            )
        dtype = x.dtype if same_dtype else vector.dtype
        return make(x, dtype=dtype, valid=x.valid)

    return infer


def _check_covers(x: TensorType | TileType, vector: TensorType | TileType, row: bool) -> None:
    """The vector holds data wherever the operand beside it does."""
    if min(len(x.shape), len(vector.shape)) < (2 if row else 1):
        return
    across = arith.as_int(vector.valid_shape[-1 if row else -2]) if len(vector.shape) > 1 else 1
    if across == 0:
        raise OpError(
            f"the second operand holds no data in its {'column' if row else 'row'}",
            "fill it first: pl.fillpad(v), or say what it holds: pl.set_validshape(v, rows, cols)",
            "valid-shape",
        )
    places = {-2: "rows"} if row else {-1: "columns"}
    for axis in range(-min(len(x.shape), len(vector.shape)), -2):
        if arith.as_int(vector.shape[axis]) != 1:
            places[axis] = "matrices"
    for axis, word in places.items():
        wanted, held = (arith.as_int(side.valid_shape[axis]) for side in (x, vector))
        if wanted is not None and held is not None and held < wanted:
            raise OpError(
                f"the second operand holds data in {held} {word}, the first in {wanted}",
                "fill the second operand first: pl.fillpad(v), or narrow the first: pl.set_validshape(x, rows, cols)",
                "shape-mismatch",
            )


def _family(
    prefix: str, row: bool, name: str, doc: str, cpp: str, reference: Callable[[Any, Any], Any],
    dtypes: Mapping[str, frozenset[DType]] = _BASE, ulp: int = 0,
) -> Op:  # fmt: skip
    vector = ((16, 1),) if row else ((1, 64),)
    vector_name = "row_vec" if row else "col_vec"
    return op(
        f"{prefix}_expand_{name}",
        doc=doc,
        params=[
            operand("lhs", "tensor", "tile"),
            operand("rhs", vector_name),
            *([scratch()] if row and name == "add" else []),
        ],
        infer=_infer(row, True, f"_{name}"),
        traits={Trait.PURE, Trait.VECTOR, Trait.IN_PLACE, Trait.ROW_EXPAND if row else Trait.COL_EXPAND},
        reference=_quiet(lambda a, b, *_: reference(a, b).astype(a.dtype)),
        pto=f"t{prefix}expand{name}",
        cpp=cpp,
        native=dtypes,
        ulp=ulp,
        promotes={} if row and name == "add" else EVERYWHERE,
        samples=(
            Sample(((16, 64), *vector)),
            Sample(((16, 64), *vector), dtype="FP16"),
        ),
        rejects=(Reject(((16, 64), (8, 64)), "shapes"), Reject(((16, 64), (16, 64)), "shapes")),
    )


def _np() -> Any:
    import numpy as np

    return np


def _expdif(a: Any, b: Any) -> Any:
    np = _np()
    difference = (a - b).astype(a.dtype)
    return np.exp(difference.astype(np.float64))


_DIVIDES = {
    "row": native(frozenset({FP16, FP32}), frozenset({INT8, UINT8, INT16, UINT16, INT32, UINT32, BF16})),
    "col": native(frozenset({FP16, FP32, INT16, INT32}), frozenset({INT8, UINT8, UINT16, UINT32, BF16})),
}


def _all(prefix: str, row: bool, vector: str) -> dict[str, Op]:
    return {
        "add": _family(prefix, row, "add", f"x + {vector}.", "vadd({0}, {1})", lambda a, b: a + b),
        "sub": _family(prefix, row, "sub", f"x - {vector}.", "vsub({0}, {1})", lambda a, b: a - b),
        "mul": _family(prefix, row, "mul", f"x * {vector}.", "vmul({0}, {1})", lambda a, b: a * b),
        "div": _family(
            prefix, row, "div", f"x / {vector}.", "vdiv({0}, {1})",
            lambda a, b: _divide(a, _np().broadcast_to(b, a.shape)), _DIVIDES[prefix],
        ),
        "max": _family(
            prefix, row, "max", f"The larger of x and {vector}.", "vmax({0}, {1})",
            lambda a, b: _np().maximum(a, b),
        ),
        "min": _family(
            prefix, row, "min", f"The smaller of x and {vector}.", "vmin({0}, {1})",
            lambda a, b: _np().minimum(a, b),
        ),
        "expdif": _family(
            prefix, row, "expdif", f"exp(x - {vector}), the difference rounded first.",
            "vexp(rounded<{type}>(vsub({0}, {1})))", _expdif, _FLOAT, ulp=1,
        ),
    }  # fmt: skip


ROW = _all("row", True, "the value of the column at each row")
COL = _all("col", False, "the value of the row at each column")


def _expand(prefix: str, row: bool, doc: str) -> Op:
    return op(
        f"{prefix}_expand",
        doc=doc,
        params=[
            operand("lhs", "target", "tensor", "tile"),
            operand("rhs", "row_vec" if row else "col_vec"),
        ],
        infer=_infer(row, False),
        traits={Trait.PURE, Trait.VECTOR, Trait.ROW_EXPAND if row else Trait.COL_EXPAND},
        reference=lambda a, b: _np().broadcast_to(b, a.shape).copy(),
        pto=f"t{prefix}expand",
        cpp="{1}",
        native=MOVABLE,
        samples=(Sample(((16, 64), (16, 1) if row else (1, 64))),),
        rejects=(Reject(((16, 64), (8, 64)), "shapes"), Reject(((16, 64), (16, 64)), "shapes")),
    )


ROW_EXPAND = _expand("row", True, "The column repeated along each row of the target's shape.")
COL_EXPAND = _expand("col", False, "The row repeated down the target's shape.")


def _expands(bound: Bound) -> Type:
    target = value_type(bound, "target")
    check_scalar_operand(bound, "scalar", target.dtype)
    return make(target, valid=target.valid)


EXPANDS = op(
    "expands",
    doc="The scalar everywhere in the target's shape.",
    params=[operand("target", "tensor", "tile"), scalar("scalar")],
    infer=_expands,
    traits={Trait.PURE, Trait.VECTOR, Trait.ELEMENTWISE},
    reference=lambda a, s: _np().full_like(a, s),
    pto="texpands",
    cpp="{1}",
    native=MOVABLE,
    samples=(Sample(((16, 64),), scalars=(1.5,)),),
    rejects=(Reject(((16, 64),), "bool", scalars=(True,)),),
)
