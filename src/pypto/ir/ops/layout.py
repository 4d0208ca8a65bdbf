# SPDX-License-Identifier: Apache-2.0
"""Operations that give elements another place: transposition, concatenation, filling into a larger shape."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pypto.ir import arith
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
from pypto.ir.enums import PadValue, TensorLayout
from pypto.ir.nodes import Dim, TensorType, TileType, Type, Var, format_dims
from pypto.ir.ops.creation import check_columns, layout_help
from pypto.ir.ops.rules import check_scratch, make, same_level, static_dims, value_type
from pypto.ir.ops.shaping import RESHAPE, pad_number, reshape_valid
from pypto.ir.ops.strides import is_contiguous, strides_of
from pypto.ir.ops.table import (
    Bound,
    Op,
    OpError,
    Param,
    Reject,
    Sample,
    Trait,
    dims,
    op,
    operand,
    scratch,
    static,
)


def _np() -> Any:
    import numpy as np

    return np


def swapped(values: tuple[Any, ...], first: int, second: int) -> tuple[Any, ...]:
    """The values with two of them exchanged."""
    out = list(values)
    out[first], out[second] = out[second], out[first]
    return tuple(out)


def axes_of(rank: int, first: Any, second: Any) -> tuple[int, int]:
    """Two different axes, counted from the start."""
    out = []
    for axis in (first, second):
        if isinstance(axis, bool) or not isinstance(axis, int) or not -rank <= axis < rank:
            raise OpError(
                f"axis {axis} does not exist, the value has {rank} axes",
                f"they are 0 to {rank - 1}, and from the end -1 to -{rank}",
                "rank",
            )
        out.append(axis % rank)
    if out[0] == out[1]:
        raise OpError(
            f"axis {first} and axis {second} are the same", "two different axes, such as -2 and -1", "rank"
        )
    return out[0], out[1]


def _transpose(bound: Bound) -> Type:
    x = value_type(bound, "input")
    first, second = axes_of(len(x.shape), bound["axis1"], bound["axis2"])
    if x.dtype.get_byte() > 4:
        raise OpError(
            f"elements of {x.dtype} cannot be transposed",
            "cast to a type of at most 32 bits",
            "dtype-support",
        )
    shape = swapped(x.shape, first, second)
    valid = None if x.valid is None else swapped(x.valid, first, second)
    if isinstance(x, TileType):
        return make(x, shape, valid=valid)
    if bound.type("tmp_tile") is not None:
        check_scratch(bound, x, "tmp_tile")
    if x.local or bound.region:
        return make(x, static_dims(shape, "the shape of a value inside a region"), valid=valid)
    view = TensorType(shape, x.dtype, swapped(strides_of(x), first, second), valid, pad=x.pad)
    return replace(view, strides=None) if is_contiguous(view) else view


TRANSPOSE = op(
    "transpose",
    doc="Two axes exchanged: a view in orchestration, a copy inside a region; an operand of a product is read "
    "transposed without a copy.",
    params=[operand("input", "tensor", "tile"), static("axis1"), static("axis2"), scratch("tmp_tile")],
    infer=_transpose,
    traits={Trait.PURE, Trait.CONTROL, Trait.VIEW, Trait.VECTOR, Trait.SCRATCH},
    reference=lambda x, *, axis1, axis2: x.swapaxes(axis1, axis2).copy(),
    pto="ttrans",
    samples=(
        Sample(((16, 64),), attrs={"axis1": 0, "axis2": 1}),
        Sample(((32, 48),), dtype="FP16", attrs={"axis1": -1, "axis2": -2}),
        Sample(((32, 64),), dtype="INT8", low=-100, high=100, attrs={"axis1": 0, "axis2": 1}),
        Sample(((8, 1),), dtype="INT32", low=-100, high=100, attrs={"axis1": 0, "axis2": 1}),
    ),
    rejects=(
        Reject(((16, 64),), "same", attrs={"axis1": 0, "axis2": -2}),
        Reject(((16, 64),), "does not exist", attrs={"axis1": 0, "axis2": 2}),
        Reject(((16, 64),), "cannot be transposed", ("INT64",), {"axis1": 0, "axis2": 1}),
    ),
)


def _concat(bound: Bound) -> Type:
    a, b = value_type(bound, "src0"), value_type(bound, "src1")
    same_level(a, b)
    if len(a.shape) != 2 or len(b.shape) != 2:
        raise OpError(
            f"two axes are expected, found {format_dims(a.shape)} and {format_dims(b.shape)}", code="rank"
        )
    if not arith.same(a.shape[0], b.shape[0]):
        raise OpError(
            f"rows differ: {format_dims(a.shape)} and {format_dims(b.shape)}", code="shape-mismatch"
        )
    if a.dtype is not b.dtype:
        raise OpError(
            f"element types differ: {a.dtype} and {b.dtype}",
            f"convert one side: pl.cast(x, pl.{a.dtype})",
            "dtype-mismatch",
        )
    return make(a, (a.shape[0], arith.add(a.shape[1], b.shape[1])))


CONCAT = op(
    "concat",
    doc="The columns of two matrices side by side, each at its full width; the result is fully valid.",
    params=[operand("src0"), operand("src1")],
    infer=_concat,
    traits={Trait.PURE, Trait.VECTOR},
    reference=lambda a, b: _np().concatenate([a, b], axis=1),
    samples=(
        Sample(((16, 64), (16, 32))),
        Sample(((8, 16), (8, 16)), dtype="FP16"),
        Sample(((8, 32), (8, 64)), dtype="INT8", low=-100, high=100),
    ),
    rejects=(
        Reject(((16, 64), (8, 64)), "rows differ"),
        Reject(((16, 64), (16, 64)), "element types differ", ("FP32", "INT32")),
    ),
)


def _fillpad_expand(bound: Bound) -> Type:
    x = value_type(bound, "value")
    pad_number(bound["pad_value"], x.dtype)
    shape: tuple[Dim, ...] = static_dims(bound["shape"], "the shape of a fill")
    if len(shape) != len(x.shape):
        raise OpError(f"shape has {len(shape)} entries, the value has {len(x.shape)} axes", code="rank")
    for axis, (size, extent) in enumerate(zip(shape, x.shape, strict=True)):
        less = arith.as_int(arith.sub(size, extent))
        if less is None or less < 0:
            raise OpError(
                f"shape {format_dims(shape)} is smaller than {format_dims(x.shape)} on axis {axis}",
                code="shape-mismatch",
            )
    return make(x, shape)


_PAD = {"pad_value": PadValue.min}

FILLPAD_EXPAND = op(
    "fillpad_expand",
    doc="The valid cells at the origin of a larger shape, and the pad value everywhere else; fully valid.",
    params=[operand("value", "tensor", "tile"), dims("shape"), static("pad_value", PadValue.zero)],
    infer=_fillpad_expand,
    traits={Trait.PURE, Trait.VECTOR},
    pto="tfillpad_expand",
    samples=(
        Sample(((8, 32),), attrs={"shape": (16, 64)}),
        Sample(((8, 32),), attrs={"shape": (8, 64), **_PAD}),
        Sample(((8, 32),), dtype="FP16", attrs={"shape": (11, 32), "pad_value": PadValue.max}),
        Sample(((8, 32),), dtype="INT8", low=-100, high=100, attrs={"shape": (9, 64), **_PAD}),
    ),
    rejects=(Reject(((16, 64),), "smaller", attrs={"shape": (32, 32)}),),
)


def _fillpad_inplace(bound: Bound) -> Type:
    x = value_type(bound, "tile")
    if not isinstance(x, TileType):
        raise OpError(
            f"`tile` must be a tile, found {x}", "with tensors write pl.fillpad(x)", code="operand-kind"
        )
    pad_number(bound["pad_value"], x.dtype)
    return make(x)


FILLPAD_INPLACE = op(
    "fillpad_inplace",
    doc="The valid cells of a tile, and the pad value everywhere else, in the same buffer; fully valid.",
    params=[operand("tile"), static("pad_value", PadValue.zero)],
    infer=_fillpad_inplace,
    traits={Trait.PURE, Trait.VECTOR},
    pto="tfillpad_inplace",
    namespaces=("tile",),
    rejects=(Reject(((16, 64),), "must be a tile"),),
)

FILLS = frozenset({FILLPAD_EXPAND, FILLPAD_INPLACE})
"""Fills besides `fillpad` itself."""


_BITS = frozenset({INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, FP16, BF16, FP32})


def _scaled(extent: Dim, source: DType, target: DType) -> Dim:
    """An extent in elements of another size; OpError where its bytes are no whole number of them."""
    old, new = source.get_byte(), target.get_byte()
    if old >= new:
        return arith.mul(extent, old // new)
    ratio = new // old
    number = arith.as_int(arith.simplify(extent))
    quotient = arith.exact_quotient(arith.simplify(extent), ratio) if number is None else None
    if number is not None and number % ratio == 0:
        return number // ratio
    if quotient is None:
        raise OpError(
            f"{format_dims((extent,))[1:-1]} elements of {source} are no whole number of {target}",
            f"the last axis is a multiple of {ratio}",
            code="dtype-mismatch",
        )
    return quotient


def _reinterpret(bound: Bound) -> Type:
    x, target = value_type(bound, "data"), bound["dtype"]
    if target is x.dtype:
        raise OpError(f"`data` holds {target} already", "leave the call out", code="cast-form")
    for dtype in (x.dtype, target):
        if dtype not in _BITS:
            names = ", ".join(sorted(d.name for d in _BITS))
            raise OpError(f"element type {dtype} is not accepted", f"one of {names}", "dtype-support")
    if isinstance(x, TileType) and x.space != "Vec":
        raise OpError(
            f"a tile in {x.space} keeps its element type",
            "reinterpret it in the vector buffer",
            code="dtype-support",
        )
    shape, valid = ((*d[:-1], _scaled(d[-1], x.dtype, target)) for d in (x.shape, x.valid_shape))
    if bound["shape"] is None:
        return make(x, static_dims(shape, "a value inside a region"), target, valid)
    wanted: tuple[Dim, ...] = static_dims(bound["shape"], "the shape of a value inside a region")
    if not arith.same(arith.product(wanted), arith.product(shape)):
        raise OpError(
            f"{format_dims(x.shape)} of {x.dtype} and {format_dims(wanted)} of {target} have different sizes",
            f"without `shape` it becomes {format_dims(tuple(map(arith.simplify, shape)))}",
            "shape-mismatch",
        )
    return make(x, wanted, target, None if x.valid is None else reshape_valid(shape, valid, wanted))


def _bits_as(x: Any, *, dtype: DType, shape: Any = None) -> Any:
    found = _np().ascontiguousarray(x).view(dtype.numpy())
    return found if shape is None else found.reshape(shape)


REINTERPRET_VIEW = op(
    "reinterpret_view",
    doc="The same bits as elements of another type; the last axis scales with the size, unless a shape is given.",
    params=[operand("data"), Param("dtype", "dtype"), dims("shape", default=None)],
    infer=_reinterpret,
    traits={Trait.PURE, Trait.VIEW, Trait.VECTOR},
    reference=_bits_as,
    pto="treshape",
    samples=(
        Sample(((8, 32),), special=True, attrs={"dtype": INT32}),
        Sample(((8, 32),), special=True, attrs={"dtype": INT8}),
        Sample(((8, 32),), dtype="INT8", low=-100, high=100, attrs={"dtype": FP16}),
        Sample(((8, 32),), dtype="INT16", low=-100, high=100, attrs={"dtype": INT32, "shape": (2, 64)}),
    ),
    rejects=(
        Reject(((8, 32),), "already", attrs={"dtype": FP32}),
        Reject(((8, 33),), "whole number", ("INT16",), {"dtype": INT32}),
        Reject(((8, 32),), "different sizes", attrs={"dtype": INT32, "shape": (8, 31)}),
        Reject(((8, 32),), "not accepted", ("FP8E5M2",), {"dtype": INT8}),
    ),
    positional=2,
)


def cloned_axis(source: Any, target: Any) -> int | None:
    """The axis along which `source` has one element and `target` several; None where the shapes are equal."""
    if len(source.shape) != 3 or len(target.shape) != 3:
        raise OpError(
            f"three axes are expected, found {format_dims(source.shape)} and {format_dims(target.shape)}",
            "with two axes write pl.row_expand or pl.col_expand",
            "rank",
        )
    pairs = enumerate(zip(source.shape, target.shape, strict=True))
    differ = [axis for axis, (a, b) in pairs if not arith.same(a, b)]
    if len(differ) > 1 or any(arith.as_int(source.shape[axis]) != 1 for axis in differ):
        raise OpError(
            f"{format_dims(source.shape)} does not repeat to {format_dims(target.shape)}",
            "one axis may differ, and there the source has one element",
            "shape-mismatch",
        )
    return differ[0] if differ else None


def _expand_clone(bound: Bound) -> Type:
    source, target = value_type(bound, "src"), value_type(bound, "target")
    for x, name in ((source, "src"), (target, "target")):
        if isinstance(x, TileType):
            raise OpError(
                f"`{name}` must be a tensor, found {x}",
                "with tiles write pl.row_expand or pl.col_expand",
                code="operand-kind",
            )
    if source.dtype is not target.dtype:
        raise OpError(
            f"element types differ: {source.dtype} and {target.dtype}",
            f"convert it: pl.cast(x, pl.{target.dtype})",
            "dtype-mismatch",
        )
    if source.valid is not None:
        raise OpError("`src` is valid in part", "fill the padding first: pl.fillpad(x)", "valid-shape")
    cloned_axis(source, target)
    return target


def view_steps(bound: Bound) -> list[tuple[Op, dict[str, Any]]]:
    """The reshapes and transpositions that a view is made of: the layout DN of some bytes is their order of rows with
    the last two axes exchanged. No step where the view is the tensor itself."""
    x, asked, layout = value_type(bound, "tensor"), bound["shape"], bound["layout"]
    assert isinstance(x, TensorType)
    was = x.is_column_major
    columns = was if layout is None else layout is TensorLayout.DN
    exchange: tuple[Op, dict[str, Any]] = (TRANSPOSE, {"axis1": -2, "axis2": -1})
    if asked is None:
        return [exchange] if columns is not was else []
    if (was or columns) and not bound.region:
        raise OpError(
            "outside of a region a view has another `shape`, in the order of rows, or another `layout`",
            "reshape the tensor in the order of rows, then give it a layout: "
            "pl.tensor.view(pl.reshape(x, shape), layout=pl.TensorLayout.DN)",
            "reshape-view",
        )
    shape = swapped(tuple(asked), -2, -1) if columns else tuple(asked)
    return [exchange] * was + [(RESHAPE, {"shape": shape})] + [exchange] * columns


def _view(bound: Bound) -> Type:
    x, asked, layout = value_type(bound, "tensor"), bound["shape"], bound["layout"]
    if not isinstance(x, TensorType):
        raise OpError(f"`tensor` must be a tensor, found {x}", "use pl.reshape", "operand-kind")
    if asked is None and layout is None:
        raise OpError("a view has another `shape`, or a `layout`", code="operation-form")
    if layout not in (None, TensorLayout.ND, TensorLayout.DN):
        name = getattr(layout, "name", repr(layout))
        raise OpError(f"a view has the layout ND or DN, not {name}", layout_help(layout), "layout")
    if layout is TensorLayout.DN:
        check_columns(x.rank if asked is None else len(asked), x.dtype)
    made: Type = x
    for step, attrs in view_steps(bound):
        made = step.infer(Bound({"input": Var("view", made), "tmp_tile": None, **attrs}, bound.region))
    assert isinstance(made, TensorType)
    valid = bound["valid_shape"]
    if valid is None and made.valid is not None:
        raise OpError(
            f"the tensor holds data in part, and the view does not say where: {format_dims(x.valid_shape)} of "
            f"{format_dims(x.shape)}",
            f"valid_shape={format_dims(made.valid_shape)}",
            "valid-shape",
        )
    if valid is not None and (
        len(valid) != made.rank
        or not all(arith.same(a, b) for a, b in zip(valid, made.valid_shape, strict=True))
    ):
        raise OpError(
            f"valid_shape is {format_dims(tuple(valid))}, the view holds {format_dims(made.valid_shape)}",
            "a view keeps what is valid; narrow the tensor first: pl.set_validshape(x, rows, columns)",
            "valid-shape",
        )
    return made


VIEW = op(
    "view",
    doc="The same bytes of a tensor under another shape, as `reshape`, or in the layout DN: with the last two axes "
    "exchanged, as `transpose`.",
    params=[
        operand("tensor"),
        dims("shape", default=None),
        dims("valid_shape", default=None),
        static("layout", None),
    ],
    infer=_view,
    traits={Trait.PURE, Trait.CONTROL, Trait.VIEW, Trait.VECTOR},
    namespaces=("tensor",),
    positional=3,
    rejects=(
        Reject(((16, 64),), "another `shape`", attrs={"shape": None}),
        Reject(((16, 64),), "differs", attrs={"shape": (16, 32)}),
        Reject(((16, 64),), "not NZ", attrs={"shape": None, "layout": TensorLayout.NZ}),
        Reject(((16,),), "one axis", attrs={"shape": None, "layout": TensorLayout.DN}),
        Reject(((16, 64),), "the view holds", attrs={"shape": (8, 128), "valid_shape": (8, 64)}),
    ),
)


EXPAND_CLONE = op(
    "expand_clone",
    doc="Writes an array of three axes into a target, repeated along the axis where it has one element.",
    params=[operand("src"), operand("target")],
    infer=_expand_clone,
    traits={Trait.EFFECT, Trait.MTE},
    namespaces=("pl", "tensor"),
    rejects=(
        Reject(((4, 8), (4, 8)), "three axes"),
        Reject(((2, 1, 8), (4, 4, 8)), "does not repeat"),
        Reject(((2, 4, 8), (4, 4, 8)), "does not repeat"),
        Reject(((1, 4, 8), (4, 4, 8)), "element types differ", ("FP32", "FP16")),
    ),
)
