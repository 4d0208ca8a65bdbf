# SPDX-License-Identifier: Apache-2.0
"""Values that begin: tensors of undefined content, and values filled with one number."""

from __future__ import annotations

from pypto.ir import arith
from pypto.ir.dtypes import BOOL, FP4, FP32, INT32, DType
from pypto.ir.enums import Mem, TensorLayout
from pypto.ir.nodes import (
    Const,
    Dim,
    TensorType,
    TileType,
    Type,
    format_dims,
)
from pypto.ir.ops.elementwise import MOVABLE
from pypto.ir.ops.rules import (
    check_axes,
    check_held,
    check_number,
    static_dims,
    tile_layout,
)
from pypto.ir.ops.strides import column_strides
from pypto.ir.ops.table import (
    Bound,
    OpError,
    Param,
    Reject,
    Sample,
    Trait,
    dims,
    op,
    static,
)

ANEW = "anew"
"""Attribute of a creation in a core function: the planner gave its bytes to others too, so that they begin here."""


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
            made = "pl.cast(pl.full(...), pl.FP4)" if dtype.packed else "pl.full(...)"
            raise OpError(
                f"a {dtype} tensor can only be pre-filled with 0",
                f"leave init_value out and write it in a region: t[:, :] = {made}",
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
