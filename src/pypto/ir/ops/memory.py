# SPDX-License-Identifier: Apache-2.0
"""Allocation, views, validity, and access to parts and elements."""

from __future__ import annotations

from typing import Any

from pypto.ir import arith
from pypto.ir.dtypes import BF16, BOOL, FP4, FP16, FP32, INDEX, INT8, INT16, INT32, DType
from pypto.ir.enums import AtomicType, Mem, PadValue, TensorLayout
from pypto.ir.nodes import (
    Call,
    Const,
    Dim,
    ScalarType,
    TensorType,
    TileType,
    Type,
    format_dim,
    format_dims,
)
from pypto.ir.ops.elementwise import MOVABLE
from pypto.ir.ops.rules import (
    ValueType,
    check_axes,
    check_held,
    check_number,
    make,
    same_level,
    static_dims,
    tile_layout,
    value_type,
)
from pypto.ir.ops.table import (
    Bound,
    OpError,
    Param,
    Reject,
    Sample,
    Trait,
    dims,
    op,
    operand,
    scalar,
    static,
)

_ATOMIC = (FP32, FP16, INT32, INT16, INT8)
ATOMIC_TYPES: dict[str, tuple[DType, ...]] = {"a2a3": (*_ATOMIC, BF16), "a5": _ATOMIC}
"""What an atomic store adds, per chip."""


def tensor_operand(bound: Bound, name: str) -> TensorType:
    type_ = value_type(bound, name)
    if not isinstance(type_, TensorType):
        raise OpError(f"`{name}` must be a tensor, found {type_}", code="operand-kind")
    return type_


def check_rank(values: tuple[Any, ...], rank: int, what: str) -> None:
    if len(values) != rank:
        raise OpError(
            f"{what} has {len(values)} entries, the tensor has {rank} axes", "give one for each axis", "rank"
        )


def strides_of(type_: TensorType) -> tuple[Dim, ...]:
    """Strides in elements, computed from the shape where the tensor is contiguous."""
    if type_.strides is not None:
        return type_.strides
    out: list[Dim] = []
    step: Dim = 1
    for extent in reversed(type_.shape):
        out.append(step)
        step = arith.mul(step, extent)
    return tuple(reversed(out))


def column_strides(shape: tuple[Dim, ...]) -> tuple[Dim, ...]:
    """Strides in elements of packed matrices whose columns lie one behind the other: the layout DN."""
    *out, second, last = strides_of(TensorType((*shape[:-2], shape[-1], shape[-2]), FP32))
    return (*out, last, second)


def is_contiguous(type_: TensorType) -> bool:
    """Whether the elements of a view lie one after the other, unit axes aside."""
    if type_.strides is None:
        return True
    plain = strides_of(TensorType(type_.shape, type_.dtype))
    return all(
        arith.same(a, b) or arith.as_int(extent) == 1
        for a, b, extent in zip(type_.strides, plain, type_.shape, strict=True)
    )


def _create(bound: Bound) -> Type:
    shape = tuple(arith.simplify(d) for d in bound["shape"])
    check_axes(shape, "the shape of a tensor")
    dtype: DType = bound["dtype"]
    check_held(dtype)
    if dtype.bits < 8 and dtype not in (BOOL, FP4):
        raise OpError(f"tensors of {dtype} are not supported", "pl.FP4 on a5, or pl.INT8", "dtype-support")
    columns = _created_in_columns(bound.get("layout"), shape, dtype, bound.region)
    for d in shape:
        number = arith.as_int(d)
        if number is not None and number < 0:
            raise OpError(f"extent {number} is negative", "0 makes a tensor without elements", code="bounds")
    init = bound.get("init_value")
    if bound.region:
        if init is not None:
            raise OpError(
                "init_value is for tensors created in orchestration",
                "use pl.full inside a region",
                code="fill-value",
            )
        return TensorType(static_dims(shape, "the shape of a tensor created in a region"), dtype, local=True)
    if init is not None:
        if isinstance(init, bool) or not isinstance(init, int | float):
            raise OpError(
                "`init_value` must be a number known at compile time",
                "such as 0, or 1 for True",
                "not-static",
            )
        if init != 0 and dtype.is_float and dtype is not FP32:
            raise OpError(
                f"a {dtype} tensor can only be pre-filled with 0",
                "leave init_value out and write it in a region: t[:, :] = pl.full(...)",
                "fill-value",
            )
        if init != 0:
            check_number(init, dtype)
    return TensorType(shape, dtype, column_strides(shape) if columns else None)


def _created_in_columns(layout: object, shape: tuple[Dim, ...], dtype: DType, region: bool) -> bool:
    """Whether a created tensor has the layout DN; OpError where it can have no such layout."""
    if layout in (None, TensorLayout.ND):
        return False
    name = getattr(layout, "name", repr(layout))
    if layout is not TensorLayout.DN:
        raise OpError(
            f"a tensor is created in the layout ND or DN, not {name}", layout_help(layout), code="layout"
        )
    if region:
        raise OpError(
            "a value inside a region lives on the core and has no layout in global memory",
            "leave `layout` out, or create the tensor in orchestration",
            code="layout",
        )
    check_columns(len(shape), dtype)
    return True


def layout_help(layout: object) -> str:
    """What to write where a layout is not one of a tensor in global memory."""
    if layout is TensorLayout.NZ:
        return "pl.load(x, offsets, shape, target_memory=pl.Mem.Mat) gives a tile in the order NZ"
    if isinstance(layout, TensorLayout) and layout.scales:
        return f"scales come from the host: s: pl.Tensor[[M, K // 32], pl.FP8E8M0, pl.{layout.name}]"
    return "layout=pl.TensorLayout.ND, or pl.TensorLayout.DN"


def check_columns(rank: int, dtype: DType) -> None:
    """OpError where no tensor has the layout DN."""
    if rank < 2:
        raise OpError("the layout DN exchanges the last two axes, and there is one axis", code="rank")
    if dtype.packed:
        raise OpError(
            f"{dtype} packs pairs of neighbours in a row, and has no layout DN",
            "keep it in the order of rows",
            "dtype-support",
        )


CREATE_TENSOR = op(
    "create_tensor",
    doc="A tensor of undefined content: global memory in orchestration, an on-chip value inside a region.",
    params=[
        dims("shape"),
        Param("dtype", "dtype"),
        static("layout", TensorLayout.ND),
        static("manual_dep", False),
        static("init_value", None),
    ],
    infer=_create,
    traits={Trait.CONTROL},
    namespaces=("pl", "tensor"),
    rejects=(Reject((), "negative", attrs={"shape": (-1, 4), "dtype": FP32}),),
)


def _full(bound: Bound) -> Type:
    if not bound.region:
        raise OpError(
            "pl.full computes and belongs inside a region",
            "create_tensor(..., init_value=0) fills in orchestration",
            code="misplaced",
        )
    number, dtype = bound["value"], bound["dtype"]
    if isinstance(number, Const):
        number = number.value
    if isinstance(number, bool) or not isinstance(number, int | float):
        raise OpError("`value` must be a number known at compile time", code="not-static")
    check_held(dtype)
    check_number(number, dtype)
    return produced(bound, TensorType(static_dims(bound["shape"], "the shape of pl.full"), dtype, local=True))


def tile_of(value: TensorType, space: Mem = Mem.Vec, around: bool = False) -> TileType:
    """The tile that holds a local value: leading axes are rows, the last axis is columns.

    `around`: where the data is no rectangle of rows, the tile counts all rows as data.
    """
    numbers = static_dims(value.shape, "a tile")
    cols = numbers[-1]
    rows = 1
    for n in numbers[:-1]:
        rows *= n
    valid: tuple[Dim, Dim] | None = None
    if value.valid is not None:
        head = value.valid[:-1]
        partial = [i for i, d in enumerate(head) if not arith.same(d, numbers[i])]
        scattered = len(partial) > 1 or (partial and any(n != 1 for n in numbers[: partial[0]]))
        if scattered and not around:
            raise OpError(
                f"valid region {format_dims(value.valid)} of {format_dims(value.shape)} "
                "is no rectangle of rows",
                "narrow the leading axes in separate slices",
                "valid-shape",
            )
        valid = (rows if scattered else arith.product(head), value.valid[-1])
    if space is Mem.Mat:
        return TileType((rows, cols), value.dtype, "Mat", valid, "col_major", "row_major")
    return TileType((rows, cols), value.dtype, "Vec", valid, tile_layout((rows, cols)))


def produced(bound: Bound, value: TensorType) -> Type:
    """A value without operands at the level of its call."""
    return tile_of(value) if bound.tile else value


FULL = op(
    "full",
    doc="A value filled with one number.",
    params=[dims("shape"), Param("dtype", "dtype"), Param("value", "number")],
    infer=_full,
    traits={Trait.PURE, Trait.VECTOR},
    native=MOVABLE,
    samples=(Sample((), attrs={"shape": (16, 64), "dtype": FP32, "value": 1.5}),),
    rejects=(Reject((), "fit", attrs={"shape": (8, 8), "dtype": INT32, "value": 0.5}),),
)


def check_joined(target: TensorType, cells: tuple[Dim, ...], offsets: tuple[Dim, ...]) -> None:
    """What is written continues, along one axis and without a gap, what a tensor holds that holds data in part."""
    if target.valid is None:
        return
    grows, apart = 0, False
    for start, size, held in zip(offsets, cells, target.valid, strict=True):
        gap, over = (
            arith.as_int(arith.sub(start, held)),
            arith.as_int(arith.sub(arith.add(start, size), held)),
        )
        grows += over is not None and over > 0
        apart = apart or (gap is not None and gap > 0)
    if apart or grows > 1:
        ranges = ", ".join(
            f"{format_dim(a)}:{format_dim(arith.add(a, n))}" for a, n in zip(offsets, cells, strict=True)
        )
        raise OpError(
            f"the tensor holds data in {format_dims(target.valid)}, and the window [{ranges}] does not continue it",
            "write next to what is there, or take the view without valid_shape",
            "valid-shape",
        )


WRITE_LESS = "write less of it: v = pl.set_validshape(v, rows, cols)"


def window(
    source: ValueType,
    shape: tuple[Dim, ...],
    offset: tuple[Dim, ...],
    asked: tuple[Dim, ...] | None,
    clamp: bool,
    help: str = "narrow it with valid_shape=[...]",
    *,
    word: str = "source",
) -> tuple[Dim, ...] | None:
    """Valid extents of a window of `source`; OpError where it provably leaves the source.

    `word`: "target" of a window that is written.
    """
    if asked is not None:
        check_rank(asked, len(source.shape), "valid_shape")
    narrows = asked is None and (word == "target" or isinstance(source, TensorType))
    valid: list[Dim] = []
    for axis, (extent, start, size) in enumerate(zip(source.shape, offset, shape, strict=True)):
        wanted = size if asked is None else arith.simplify(asked[axis])
        if (arith.as_int(wanted) or 0) < 0:
            raise OpError(
                f"valid_shape[{axis}] is {format_dim(wanted)}, it cannot be negative",
                "it counts the elements that hold data: 0 at least",
                "valid-shape",
            )
        over = arith.as_int(arith.sub(wanted, size))
        if over is not None and over > 0:
            raise OpError(
                f"valid_shape[{axis}] is {format_dim(wanted)}, the window has {format_dim(size)}",
                f"{format_dim(size)} at most",
                "valid-shape",
            )
        begin = arith.as_int(start)
        if begin is not None and begin < 0:
            raise OpError(f"offset {begin} on axis {axis} is negative", code="bounds")
        beyond = arith.as_int(arith.sub(arith.add(start, wanted), extent))
        if beyond is not None and beyond > 0 and not clamp:
            raise OpError(
                f"the window leaves the {word}: axis {axis} asks for {format_dim(start)} to "
                f"{format_dim(arith.add(start, wanted))}, the extent is {format_dim(extent)}",
                help if narrows else None,
                "bounds",
            )
        most = arith.as_int(extent)
        if most is not None and (arith.as_int(wanted) or 0) > most and not clamp:
            raise OpError(
                f"the window leaves the {word}: axis {axis} asks for {format_dim(wanted)}, the extent is {most}",
                help if narrows else None,
                "bounds",
            )
        if source.valid is not None and not arith.same(source.valid[axis], extent):
            left = arith.maximum(arith.sub(source.valid[axis], start), 0)
            wanted = arith.minimum(wanted, left)
        elif clamp:
            wanted = arith.minimum(wanted, arith.maximum(arith.sub(extent, start), 0))
        valid.append(wanted)
    if all(arith.same(v, s) for v, s in zip(valid, shape, strict=True)):
        return None
    return tuple(valid)


def _check_pad(bound: Bound, x: ValueType) -> None:
    """What a slice says of its padding: nothing is written, so it belongs to the fill that follows."""
    pad = bound.get("pad_value")
    if pad is None:
        return
    if isinstance(x, TileType):
        raise OpError(
            "a slice of a tile writes no padding",
            "leave pad_value out, and fill afterwards: pl.fillpad(t, pad_value)",
            "fill-value",
        )
    if pad is not PadValue.null:
        pad_number(pad, x.dtype)


def _slice(bound: Bound) -> Type:
    x = value_type(bound, "input")
    shape = tuple(arith.simplify(d) for d in bound["shape"])
    offset = tuple(arith.simplify(d) for d in bound["offset"])
    check_rank(shape, len(x.shape), "shape")
    check_rank(offset, len(x.shape), "offset")
    valid = window(x, shape, offset, bound.get("valid_shape"), bool(bound.get("clamp")))
    drop = bound.get("drop_dims")
    drop = () if drop is None else drop
    if not isinstance(drop, list | tuple):
        raise OpError(f"drop_dims {drop!r} is no list of axes", "drop_dims=[0]", "rank")
    if len(set(drop)) < len(drop):
        raise OpError(f"drop_dims={list(drop)} names an axis twice", "name each axis once", "rank")
    _check_pad(bound, x)
    for axis in drop:
        if isinstance(axis, bool) or not isinstance(axis, int) or not 0 <= axis < len(shape):
            raise OpError(f"drop_dims names axis {axis!r}, the axes are 0 to {len(shape) - 1}", code="rank")
        if arith.as_int(shape[axis]) != 1:
            raise OpError(
                f"axis {axis} of extent {format_dim(shape[axis])} cannot be dropped, only 1 can", code="rank"
            )
        if valid is not None and arith.as_int(valid[axis]) == 0:
            raise OpError(
                f"axis {axis} holds no data and cannot be dropped",
                "keep it: leave drop_dims out",
                "valid-shape",
            )
    keep = [i for i in range(len(shape)) if i not in drop]
    if not keep:
        raise OpError("at least one axis must be kept", code="rank")
    out = tuple(shape[i] for i in keep)
    out_valid = None if valid is None else tuple(valid[i] for i in keep)
    if isinstance(x, TileType):
        if x.space != "Vec":
            raise OpError(
                f"parts of a tile in {x.space} are not supported",
                "slice the tensor before loading it",
                "memory-space",
            )
        missing = 2 - len(out)  # a tile has two axes
        out = (*(1,) * missing, *out)
        out_valid = None if out_valid is None else (*(1,) * missing, *out_valid)
        return make(x, static_dims(out, "a slice of a tile"), valid=out_valid)
    if x.local or bound.region:
        return make(x, static_dims(out, "a slice inside a region"), valid=out_valid)
    strides = strides_of(x)
    view = TensorType(out, x.dtype, tuple(strides[i] for i in keep), out_valid)
    if is_contiguous(view):
        view = TensorType(out, x.dtype, None, out_valid)
    return view


SLICE = op(
    "slice",
    doc="A window of a tensor: a view in orchestration, a copy inside a region; "
    "`valid_shape` narrows what holds data.",
    params=[
        operand("input", "tensor", "tile"),
        dims("shape"),
        dims("offset"),
        dims("valid_shape", default=None),
        static("drop_dims", None),
        static("pad_value", None),
        static("clamp", False, level="tensor"),
    ],
    infer=_slice,
    traits={Trait.PURE, Trait.MTE, Trait.CONTROL, Trait.VIEW},
    samples=(),
    rejects=(Reject(((16, 64),), "leaves", attrs={"shape": (32, 64), "offset": (0, 0)}),),
)


def _reshape(bound: Bound) -> Type:
    x = value_type(bound, "input")
    shape = tuple(arith.simplify(d) for d in bound["shape"])
    check_axes(shape, "the shape of a reshape")
    if not arith.same(arith.product(x.shape), arith.product(shape)):
        raise OpError(
            f"cannot reshape {format_dims(x.shape)} to {format_dims(shape)}: the number of elements differs",
            "write each extent out" if any((arith.as_int(d) or 1) < 0 for d in shape) else None,
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
        return TensorType(shape, x.dtype, None, valid)
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
    first = partial[0]
    if len(partial) == 1 and all(arith.as_int(d) == 1 for d in old[:first]):
        count = arith.mul(valid[first], arith.product(old[first + 1 :]))
        for axis, extent in enumerate(new):
            inner = arith.product(new[axis + 1 :])
            if arith.as_int(extent) == 1:
                continue
            whole, per = arith.as_int(count), arith.as_int(inner)
            if per == 1 or (whole is not None and per is not None and whole % per == 0):
                rows: Dim = count if per == 1 else (whole or 0) // (per or 1)
                return (*new[:axis], rows, *new[axis + 1 :])
            quotient = None if per is None else arith.exact_quotient(count, per)
            if whole is None and quotient is not None:
                return (*new[:axis], quotient, *new[axis + 1 :])
            break
    raise OpError(
        f"valid region {format_dims(valid)} of {format_dims(old)} is no rectangle of {format_dims(new)}",
        "fill the padding first: pl.fillpad(x)",
        "valid-shape",
    )


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


def keeps_plane(call: Call) -> bool:
    """Whether the result is the operand with its rows and columns in their places: less of it valid, or unit axes."""
    source = call.args[0] if call.args else None
    if call.op is SET_VALIDSHAPE:
        return True
    if call.op is not RESHAPE or source is None:
        return False
    a, b = source.type.shape, call.type.shape  # type: ignore[attr-defined]
    return arith.same(a[-1], b[-1]) and arith.same(arith.product(a[:-1]), arith.product(b[:-1]))


def _set_validshape(bound: Bound) -> Type:
    x = value_type(bound, "input")
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


def storable(source: DType, target: DType, accumulator: bool) -> bool:
    """Whether a store may write `source` into memory of `target`."""
    return source is target or (accumulator and source is FP32 and target in (FP16, BF16))


def _assemble(bound: Bound) -> Type:
    target, source = value_type(bound, "target"), value_type(bound, "source")
    same_level(target, source)
    offset = tuple(arith.simplify(d) for d in bound["offset"])
    check_rank(offset, len(target.shape), "offset")
    if len(source.shape) != len(target.shape):
        raise OpError(
            f"source has {len(source.shape)} axes, target {len(target.shape)}",
            "reshape the source to the target's rank",
            "rank",
        )
    window(
        target if target.valid is None else TensorType(target.shape, target.dtype),
        source.valid_shape,
        offset,
        None,
        False,
        WRITE_LESS,
        word="target",
    )
    if isinstance(target, TensorType) and not target.local:
        check_joined(target, source.valid_shape, offset)
    if bound.get("atomic") is AtomicType.Add and (not isinstance(target, TensorType) or target.local):
        raise OpError("atomic adds go to global memory", code="atomic")
    if bound.get("atomic") is AtomicType.Add and not bound.region:
        raise OpError(
            "an atomic write in orchestration needs a region",
            "wrap it in: with pl.at(level=pl.Level.CORE_GROUP):",
            code="misplaced",
        )
    return target


ASSEMBLE = op(
    "assemble",
    doc="Writes the valid cells of `source` into `target` at `offset` and returns the target.",
    params=[
        operand("target", "tensor", "tile"),
        operand("source"),
        dims("offset"),
        static("atomic", AtomicType.None_, level="tensor"),
    ],
    infer=_assemble,
    traits={Trait.EFFECT, Trait.MTE, Trait.CONTROL},
    samples=(),
    rejects=(Reject(((16, 64), (16, 32)), "leaves", attrs={"offset": (8, 0)}),),
    target=0,
    positional=3,
)


def _index(bound: Bound, name: str, extents: tuple[Dim, ...]) -> None:
    """One index per axis; OpError where one provably leaves its axis."""
    check_rank(bound[name], len(extents), name)
    for axis, (index, extent) in enumerate(zip(bound[name], extents, strict=True)):
        at = arith.as_int(arith.simplify(index))
        beyond = arith.as_int(arith.sub(index, extent))
        if (at is not None and at < 0) or (beyond is not None and beyond >= 0):
            raise OpError(
                f"index {format_dim(index)} is outside axis {axis} of extent {format_dim(extent)}",
                code="bounds",
            )


def _read(bound: Bound) -> Type:
    x = value_type(bound, "src")
    _index(bound, "offset", x.shape)
    return ScalarType(x.dtype)


READ = op(
    "read",
    doc="One element as a scalar.",
    params=[operand("src", "tensor", "tile"), dims("offset", "indices")],
    infer=_read,
    traits={Trait.CONTROL, Trait.SCALAR},
    samples=(),
    rejects=(Reject(((16, 64),), "entries", attrs={"offset": (0,)}),),
)


def _write(bound: Bound) -> Type:
    x = value_type(bound, "dst")
    _index(bound, "offset", x.shape)
    expr = bound["value"]
    literal = isinstance(expr, Const) and isinstance(expr.type, ScalarType)
    if not literal and expr.type != ScalarType(x.dtype):
        through = expr.type == ScalarType(INDEX) and x.dtype.is_float
        inner = "pl.cast(s, pl.INT32)" if through else "s"
        raise OpError(
            f"value is {expr.type}, the tensor holds {x.dtype}",
            f"convert it: pl.cast({inner}, pl.{x.dtype})",
            "dtype-mismatch",
        )
    return x


WRITE = op(
    "write",
    doc="Writes one element.",
    params=[operand("dst", "tensor", "tile"), dims("offset", "indices"), scalar("value")],
    infer=_write,
    traits={Trait.EFFECT, Trait.CONTROL, Trait.SCALAR},
    samples=(),
    rejects=(Reject(((16, 64),), "entries", attrs={"offset": (0,)}, scalars=(1.0,)),),
    target=0,
)


def _dim(bound: Bound) -> Type:
    x = tensor_operand(bound, "tensor")
    axis = bound["axis"]
    if isinstance(axis, bool) or not isinstance(axis, int) or not -len(x.shape) <= axis < len(x.shape):
        raise OpError(
            f"axis {axis} does not exist, the tensor has {len(x.shape)} axes",
            f"they are 0 to {len(x.shape) - 1}, and from the end -1 to -{len(x.shape)}",
            "rank",
        )
    return ScalarType(INDEX)


DIM = op(
    "dim",
    doc="The extent of an axis; negative axes count from the end.",
    params=[operand("tensor"), static("axis")],
    infer=_dim,
    traits={Trait.PURE, Trait.SCALAR, Trait.CONTROL, Trait.SCALES},
    namespaces=("pl", "tensor"),
    samples=(),
    rejects=(Reject(((16, 64),), "axis", attrs={"axis": 2}),),
)
