# SPDX-License-Identifier: Apache-2.0
"""Tiles in the memories of a cube core: made, taken apart, read with their axes exchanged, filled row by row.

left  = pl.tile.extract(mat, 0, k, [64, 32], target_memory=pl.Mem.Left)
turned = pl.tile.transpose_view(mat)                  the same bytes as a tile of the other orientation
rows  = pl.create_l1([32, 128], pl.BF16)              filled by pl.gather_row, an operand of products
"""

from __future__ import annotations

from dataclasses import replace

from pypto.ir import arith
from pypto.ir.dtypes import BF16, BOOL, FP4, FP32, INT32, DType
from pypto.ir.enums import Mem
from pypto.ir.nodes import TileType, Type, format_dims
from pypto.ir.ops.memory import window
from pypto.ir.ops.rules import check_held, memory_space, space_layout, static_dims, value_type
from pypto.ir.ops.table import Bound, OpError, Param, Reject, Trait, dims, op, operand, scalar, static

TURNED = ("row_major", "col_major")
"""Orders of the blocks and inside them of a tile in Mat whose axes are exchanged."""


def static_shape(bound: Bound, what: str) -> tuple[int, int]:
    shape = static_dims(bound["shape"], what)
    if len(shape) != 2:
        raise OpError(f"{what} has two axes, found {format_dims(shape)}", code="rank")
    if min(shape) < 1:
        raise OpError(
            f"the extents of {what} are positive, found {format_dims(shape)}", code="operation-form"
        )
    return shape[0], shape[1]


def check_stored(dtype: DType) -> None:
    """Refuse element types that a new tile cannot hold."""
    check_held(dtype)
    if dtype is BOOL:
        raise OpError("new tiles of BOOL are not supported", "pl.UINT8 holds 0 and 1", "dtype-support")
    if dtype.bits < 8 and dtype is not FP4:
        raise OpError(
            f"new tiles of {dtype} are not supported",
            "unpack them on the host: two elements lie in one byte",
            "dtype-support",
        )


def _create_tile(bound: Bound) -> Type:
    rows, cols = shape = static_shape(bound, "the shape of a tile")
    dtype, space = bound["dtype"], memory_space(bound)
    check_stored(dtype)
    if space is Mem.DDR:
        raise OpError(
            "a tile lies on the chip",
            "global memory is made by pl.create_tensor in orchestration",
            code="operation-form",
        )
    if space in (Mem.LeftScale, Mem.RightScale):
        raise OpError(f"tiles of {space.value} are filled by moves only", code="unsupported")
    blayout, slayout, fractal = space_layout(space.value, shape)
    turned, flat = bool(bound.get("transpose")), bool(bound.get("flat_layout"))
    if (turned or flat) and space is not Mem.Mat:
        word = "transpose" if turned else "flat_layout"
        raise OpError(f"`{word}` is for tiles in Mat, this one is in {space.value}", code="operation-form")
    if turned and flat:
        raise OpError("`transpose` and `flat_layout` exclude each other", code="operation-form")
    if turned:
        blayout, slayout = TURNED
    if flat:
        blayout, slayout = "row_major", "none_box"
    if space is Mem.Acc and dtype not in (FP32, INT32):
        raise OpError(f"an accumulator of {dtype}", "it holds FP32 or INT32", "dtype-support")
    return TileType((rows, cols), dtype, space.value, None, blayout, slayout, fractal)


CREATE_TILE = op(
    "create_tile",
    doc="A tile of undefined content in one of the memories of a core.",
    params=[
        dims("shape"),
        Param("dtype", "dtype"),
        static("target_memory", Mem.Vec),
        static("transpose", None),
        static("flat_layout", None),
    ],
    infer=_create_tile,
    traits={Trait.MTE},
    positional=4,
    namespaces=("pl", "tile"),
    rejects=(
        Reject((), "two axes", attrs={"shape": (4,), "dtype": FP32}),
        Reject((), "for tiles in Mat", attrs={"shape": (16, 16), "dtype": FP32, "transpose": True}),
        Reject(
            (), "an accumulator of BF16", attrs={"shape": (16, 16), "dtype": BF16, "target_memory": Mem.Acc}
        ),
    ),
)


def _extract(bound: Bound) -> Type:
    tile = value_type(bound, "src")
    if not isinstance(tile, TileType):
        raise OpError(
            f"`src` must be a tile, found {tile}", "slice a tensor: x[a:b, c:d]", code="operand-kind"
        )
    target = memory_space(bound)
    if (tile.space, target.value) not in EXTRACTS:
        ways = ", ".join(f"{a} to {b}" for a, b in EXTRACTS)
        raise OpError(
            f"no extract from {tile.space} to {target.value}", f"it goes from {ways}", "memory-space"
        )
    shape = static_shape(bound, "the shape of a part")
    offset = (arith.simplify(bound["index_row"]), arith.simplify(bound["index_col"]))
    valid = window(tile, shape, offset, None, False)
    layout = space_layout(target.value, shape)
    two = None if valid is None else (valid[0], valid[1])
    return TileType(shape, tile.dtype, target.value, two, *layout)


EXTRACTS: tuple[tuple[str, str], ...] = (("Mat", "Left"), ("Mat", "Right"), ("Acc", "Mat"))

EXTRACT = op(
    "extract",
    doc="A part of a tile in Mat as an operand of products, or of an accumulator as a tile in Mat.",
    params=[
        operand("src"),
        scalar("index_row"),
        scalar("index_col"),
        dims("shape"),
        static("target_memory"),
    ],
    infer=_extract,
    positional=4,
    traits={Trait.PURE, Trait.MTE},
    namespaces=("tile",),
    pto="textract",
    rejects=(
        Reject(
            ((16, 64),),
            "must be a tile",
            attrs={"shape": (16, 16), "target_memory": Mem.Left},
            scalars=(0, 0),
        ),
    ),
)


def _transpose_view(bound: Bound) -> Type:
    tile = value_type(bound, "tile")
    if not isinstance(tile, TileType):
        raise OpError(
            f"`tile` must be a tile, found {tile}",
            "with tensors write pl.transpose, or b_trans=True",
            code="operand-kind",
        )
    if tile.space != "Mat":
        raise OpError(
            f"a view with exchanged axes is for tiles in Mat, this one is in {tile.space}",
            "pl.transpose(x, 0, 1) copies" if tile.space == "Vec" else "turn it before the move",
            "memory-space",
        )
    return turned(tile)


def turned(tile: TileType) -> TileType:
    """The type of the bytes of a tile in Mat read with the axes exchanged."""
    if tile.batch and arith.as_int(arith.product(tile.batch)) != 1:
        raise OpError("the tile holds several matrices", "load them one by one", "rank")
    valid = None if tile.valid is None else (tile.valid[1], tile.valid[0])
    if tile.slayout == "none_box":
        raise OpError(
            "a tile in Mat with flat_layout=True has no other orientation",
            "leave flat_layout out",
            code="operation-form",
        )
    orders = ("col_major", "row_major") if tile.slayout == "col_major" else TURNED
    return replace(
        tile,
        shape=tile.shape[::-1],
        valid=valid,
        blayout=orders[0],
        slayout=orders[1],
        address=None,
        batch=(),
    )


TRANSPOSE_VIEW = op(
    "transpose_view",
    doc="The bytes of a tile in Mat as a tile of exchanged axes; no data moves.",
    params=[operand("tile")],
    infer=_transpose_view,
    traits={Trait.PURE, Trait.MTE, Trait.VIEW},
    namespaces=("tile",),
    rejects=(Reject(((16, 64),), "must be a tile"),),
)
