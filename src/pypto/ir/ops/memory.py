# SPDX-License-Identifier: Apache-2.0
"""Access to parts and elements of tensors and tiles, and their extents."""

from __future__ import annotations

from dataclasses import replace

from pypto.ir import arith
from pypto.ir.dtypes import BF16, FP16, FP32, INDEX, INT8, INT16, INT32, DType
from pypto.ir.enums import AtomicType, PadValue
from pypto.ir.nodes import (
    Const,
    Dim,
    ScalarType,
    TensorType,
    TileType,
    Type,
    format_dim,
)
from pypto.ir.ops.rules import (
    ValueType,
    check_order,
    check_rank,
    make,
    same_level,
    static_dims,
    tensor_operand,
    value_type,
)
from pypto.ir.ops.scalar import check_scalar
from pypto.ir.ops.shaping import pad_named, pad_number
from pypto.ir.ops.strides import is_contiguous, strides_of
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
from pypto.ir.ops.union import written

_ATOMIC = (FP32, FP16, INT32, INT16, INT8)


ATOMIC_TYPES: dict[str, tuple[DType, ...]] = {"a2a3": (*_ATOMIC, BF16), "a5": _ATOMIC}
"""What an atomic store adds, per chip."""


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
                f"{help}, or end it at {format_dim(extent)}"
                if narrows and word == "source"
                else help
                if narrows
                else None,
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
    check_order(shape, offset, "the shape comes first: pl.slice(x, {shape}, {offset})")
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
    strides, pad = strides_of(x), bound.get("pad_value")
    record = x.pad if pad is None else pad if isinstance(pad, PadValue) else pad_named(pad)
    if x.local or bound.region:
        made = make(x, static_dims(out, "a slice inside a region"), valid=out_valid)
        assert isinstance(made, TensorType)
        return replace(made, pad=record) if made.valid is not None else made
    view = TensorType(out, x.dtype, tuple(strides[i] for i in keep), out_valid, pad=record)
    return replace(view, strides=None) if is_contiguous(view) else view


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
    if bound.get("atomic") is AtomicType.Add and (not isinstance(target, TensorType) or target.local):
        raise OpError("atomic adds go to global memory", code="atomic")
    if bound.get("atomic") is AtomicType.Add and not bound.region:
        raise OpError(
            "an atomic write in orchestration needs a region",
            "wrap it in: with pl.at(level=pl.Level.CORE_GROUP):",
            code="misplaced",
        )
    return written(target, source.valid_shape, offset)


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
    check_scalar(x.dtype)
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
    check_scalar(x.dtype)
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
