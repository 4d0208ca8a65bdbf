# SPDX-License-Identifier: Apache-2.0
"""Another shape or another valid region for the same elements, and what fills the cells that are not valid."""

from __future__ import annotations

import math
from typing import Any

from pypto.ir import arith
from pypto.ir.dtypes import DType
from pypto.ir.enums import PadValue
from pypto.ir.nodes import (
    Call,
    Dim,
    ScalarType,
    TensorType,
    TileType,
    Type,
    format_dims,
)
from pypto.ir.ops.rules import (
    check_axes,
    make,
    static_dims,
    value_type,
)
from pypto.ir.ops.strides import is_contiguous
from pypto.ir.ops.table import (
    Bound,
    OpError,
    Reject,
    Trait,
    dims,
    op,
    operand,
    scalar,
    static,
)


def _reshape_help(old: tuple[Dim, ...], new: tuple[Dim, ...]) -> str | None:
    """An extent of -1 written out, or how many elements there are."""
    whole, extents = arith.as_int(arith.product(old)), [arith.as_int(d) for d in new]
    if any((n or 1) < 0 for n in extents):
        known = [n for n in extents if n is not None and n > 0]
        rest, left = divmod(whole or 0, math.prod(known))
        if len(known) == len(extents) - 1 and rest and not left:
            return f"write each extent out: [{', '.join(str(rest if n == -1 else n) for n in extents)}]"
        return "write each extent out"
    if whole is None or None in extents:
        return None
    return f"there are {whole} elements, the shape has {math.prod(n for n in extents if n is not None)}"


def _reshape(bound: Bound) -> Type:
    x = value_type(bound, "input")
    shape = tuple(arith.simplify(d) for d in bound["shape"])
    check_axes(shape, "the shape of a reshape")
    if not arith.same(arith.product(x.shape), arith.product(shape)):
        raise OpError(
            f"cannot reshape {format_dims(x.shape)} to {format_dims(shape)}: the number of elements differs",
            _reshape_help(x.shape, shape),
            code="shape-mismatch",
        )
    valid = None if x.valid is None else reshape_valid(x.shape, x.valid, shape)
    if isinstance(x, TensorType) and not x.local and not bound.region:
        if not is_contiguous(x):
            raise OpError(
                "only contiguous tensors can be reshaped",
                "reshape it in rows: pl.tensor.view(x, layout=pl.TensorLayout.ND) exchanges its last two axes"
                if x.is_column_major
                else "reshape before slicing",
                "reshape-view",
            )
        return TensorType(shape, x.dtype, None, valid, pad=x.pad)
    return make(x, static_dims(shape, "the shape of a value inside a region"), valid=valid)


def reshape_valid(
    old: tuple[Dim, ...], valid: tuple[Dim, ...], new: tuple[Dim, ...]
) -> tuple[Dim, ...] | None:
    """Where the valid rectangle lies after a reshape; OpError where it is no rectangle any more."""
    partial = [i for i in range(len(old)) if not arith.same(old[i], valid[i])]
    if not partial:
        return None
    old_axes = [(i, d) for i, d in enumerate(old) if arith.as_int(d) != 1]
    new_axes = [(i, d) for i, d in enumerate(new) if arith.as_int(d) != 1]
    if len(old_axes) == len(new_axes) and all(
        arith.same(a[1], b[1]) for a, b in zip(old_axes, new_axes, strict=True)
    ):
        out: list[Dim] = [1] * len(new)
        for (i, _), (j, _) in zip(old_axes, new_axes, strict=True):
            out[j] = valid[i]
        return tuple(out)
    if any(arith.as_int(v) == 0 for v in valid):
        return (0, *new[1:])
    last = partial[-1]
    if all(arith.as_int(v) == 1 for v in valid[:last]):  # the first cells in the order of rows
        found = _prefix(arith.mul(valid[last], arith.product(old[last + 1 :])), new)
        if found is not None:
            return found
    raise OpError(
        f"valid region {format_dims(valid)} of {format_dims(old)} is no rectangle of {format_dims(new)}",
        "fill the padding first: pl.fillpad(x)",
        "valid-shape",
    )


def _prefix(count: Dim, shape: tuple[Dim, ...]) -> tuple[Dim, ...] | None:
    """The rectangle at the origin that the first `count` cells are, None where they are none."""
    whole = arith.as_int(count)
    for axis, extent in enumerate(shape):
        per = arith.as_int(arith.product(shape[axis + 1 :]))
        if arith.as_int(extent) == 1:
            continue
        if per == 1:
            return (*(1,) * axis, count)
        if per is None:
            return None
        quotient = (
            arith.exact_quotient(count, per) if whole is None else whole // per if whole % per == 0 else None
        )
        if quotient is not None:
            return (*(1,) * axis, quotient, *shape[axis + 1 :])
        if whole is None or whole > per:
            return None
    return None


RESHAPE = op(
    "reshape",
    doc="The same elements in row-major order under another shape; no data moves.",
    params=[operand("input", "tensor", "tile"), dims("shape")],
    infer=_reshape,
    traits={Trait.PURE, Trait.CONTROL, Trait.VIEW, Trait.VECTOR},
    reference=lambda x, *, shape: x.reshape(shape),
    pto="treshape",
    samples=(),
    rejects=(Reject(((16, 64),), "differs", attrs={"shape": (16, 32)}),),
)


def _set_validshape(bound: Bound) -> Type:
    x = value_type(bound, "input")
    if isinstance(x, TileType) and x.space in ("Mat", "Left", "Right"):
        raise OpError(
            f"the tile is in {x.space}, where its valid region is that of its load",
            "load it so: pl.load(x, offsets, shape, valid_shape=[...], target_memory=pl.Mem.Mat)",
            "memory-space",
        )
    if len(x.shape) != 2:
        raise OpError(f"two axes are expected, found {format_dims(x.shape)}", code="rank")
    valid = []
    for name, extent in zip(("valid_rows", "valid_cols"), x.shape, strict=True):
        expr = bound[name]
        if not (isinstance(expr.type, ScalarType) and expr.type.dtype.is_int):
            raise OpError(f"`{name}` must be an integer, found {expr.type}", code="operand-kind")
        number, limit = arith.as_int(arith.simplify(expr)), arith.as_int(extent)
        if number is not None and limit is not None and not 0 <= number <= limit:
            raise OpError(f"{name}={number} is outside 0..{limit}", code="valid-shape")
        valid.append(arith.simplify(expr))
    return make(x, valid=tuple(valid))


SET_VALIDSHAPE = op(
    "set_validshape",
    doc="The same value with another valid region; the author asserts that it holds data.",
    params=[operand("input", "tensor", "tile"), scalar("valid_rows"), scalar("valid_cols")],
    infer=_set_validshape,
    traits={Trait.PURE, Trait.VECTOR, Trait.VIEW},
    pto="set_validshape",
    samples=(),
    rejects=(Reject(((16, 64),), "outside", scalars=(17, 64)),),
)


def keeps_plane(call: Call) -> bool:
    """Whether the result is the operand with its rows and columns in their places: less of it valid, or unit axes."""
    source = call.args[0] if call.args else None
    if call.op is SET_VALIDSHAPE:
        return True
    if call.op is not RESHAPE or source is None:
        return False
    a, b = source.type.shape, call.type.shape  # type: ignore[attr-defined]
    return arith.same(a[-1], b[-1]) and arith.same(arith.product(a[:-1]), arith.product(b[:-1]))


def pad_named(pad: Any) -> PadValue:
    """The pad value of a number that a slice or a fill accepts: 0, or an infinity."""
    return PadValue.zero if pad == 0 else PadValue.max if pad > 0 else PadValue.min


def pad_number(pad: Any, dtype: DType) -> float | int:
    """The number that a fill writes: infinities for floats, 0 for elements of 64 bits and for FP8."""
    if pad in (PadValue.zero, 0) and not isinstance(pad, bool):
        return 0
    high = pad is PadValue.max or pad == float("inf")
    if not high and not (pad is PadValue.min or pad == float("-inf")):
        shown = f"pl.PadValue.{pad.name}" if isinstance(pad, PadValue) else repr(pad)
        raise OpError(
            f"pad value {shown} is not accepted", "use pl.PadValue.zero, max or min", code="fill-value"
        )
    if dtype.bits == 64 or (dtype.is_float and dtype.bits < 16):
        return 0
    if dtype.is_float:
        return float("inf") if high else float("-inf")
    if dtype.is_signed:
        return (1 << (dtype.bits - 1)) - 1 if high else -(1 << (dtype.bits - 1))
    return (1 << dtype.bits) - 1 if high else 0


def _fillpad(bound: Bound) -> Type:
    x = value_type(bound, "value")
    pad_number(bound["pad_value"], x.dtype)
    return make(x)


FILLPAD = op(
    "fillpad",
    doc="The valid cells, and the pad value everywhere else; the result is fully valid.",
    params=[operand("value", "tensor", "tile"), static("pad_value", PadValue.zero)],
    infer=_fillpad,
    traits={Trait.PURE, Trait.VECTOR},
    pto="tfillpad",
    samples=(),
    rejects=(Reject(((16, 64),), "pad value", attrs={"pad_value": PadValue.null}),),
)
