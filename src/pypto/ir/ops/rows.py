# SPDX-License-Identifier: Apache-2.0
"""Rows of global memory whose place is known at run time only, gathered into a value on the core.

k = pl.create_l1([32, 128], pl.BF16)
for i in pl.range(32):
    k = pl.gather_row(k, cache, [i, 0], [pl.read(index, [i]), 0], [1, 128])

k = pl.paged_gather(cache, positions, table, 16, 128, 32)     the same through a table of pages
"""

from __future__ import annotations

from pypto.ir import arith
from pypto.ir.dtypes import BF16, FP16, FP32, INT8, INT32, DType
from pypto.ir.enums import Mem
from pypto.ir.nodes import Const, Dim, Expr, ScalarType, TensorType, TileType, Type, format_dim, format_dims
from pypto.ir.ops.memory import window
from pypto.ir.ops.rules import value_type
from pypto.ir.ops.staging import check_stored, static_shape
from pypto.ir.ops.table import Bound, OpError, Param, Reject, Trait, dims, op, operand, scalar, static


def _create_l1(bound: Bound) -> Type:
    if not bound.region:
        raise OpError(
            "it makes a value on the cube core, and this code only decides what runs",
            "use it inside a region: with pl.at(level=pl.Level.CORE_GROUP):",
            "misplaced",
        )
    check_stored(bound["dtype"])
    return TensorType(static_shape(bound, "the shape of a value in Mat"), bound["dtype"], local=True)


CREATE_L1 = op(
    "create_l1",
    doc="An operand of products without content, in Mat; `pl.gather_row` fills it. With transpose=True the product "
    "reads it with b_trans=True.",
    params=[dims("shape"), Param("dtype", "dtype"), static("transpose", False)],
    infer=_create_l1,
    traits={Trait.MTE},
    namespaces=("pl", "tensor"),
    rejects=(Reject((), "two axes", attrs={"shape": (4,), "dtype": FP32}),),
)


def _global(bound: Bound, name: str) -> TensorType:
    type_ = value_type(bound, name)
    if not isinstance(type_, TensorType) or type_.local:
        what = "a value of the region (" if isinstance(type_, TensorType) else ""
        raise OpError(
            f"`{name}` is a tensor in global memory, found {what}{type_}{')' if what else ''}",
            "hand in the tensor itself",
            "operand-kind",
        )
    return type_


def _gather_row(bound: Bound) -> Type:
    into, source = value_type(bound, "dst"), _global(bound, "src")
    if isinstance(into, TensorType) and not into.local:
        raise OpError(
            "`dst` is a tensor in global memory, rows are gathered into a value on the core",
            "start with pl.create_l1(shape, dtype), or pl.create_tensor(shape, dtype=...) inside the region",
            "operand-kind",
        )
    if isinstance(into, TileType) and into.space not in ("Mat", "Vec"):
        raise OpError(f"`dst` is in {into.space}, rows are gathered into Mat or Vec", code="memory-space")
    if into.dtype is not source.dtype:
        raise OpError(
            f"`dst` holds {into.dtype}, `src` {source.dtype}", "gather, then pl.cast", "dtype-mismatch"
        )
    if len(into.shape) != 2:
        raise OpError(f"`dst` has two axes, found {format_dims(into.shape)}", code="rank")
    shapes = tuple(arith.simplify(d) for d in bound["shapes"])
    at, to = (tuple(arith.simplify(d) for d in bound[k]) for k in ("src_offset", "dst_offset"))
    for name, values, rank in (
        ("shapes", shapes, source.rank),
        ("src_offset", at, source.rank),
        ("dst_offset", to, 2),
    ):
        if len(values) != rank:
            raise OpError(f"`{name}` has {len(values)} entries, {rank} are expected", code="rank")
    if any(arith.as_int(d) is None for d in shapes):
        raise OpError(
            f"`shapes` must be static, found {format_dims(shapes)}",
            "narrow it with valid_shape=",
            "not-static",
        )
    asked = bound.get("valid_shape")
    turned = bool(bound.get("transpose"))
    if asked is not None and turned:
        raise OpError(
            "`valid_shape` and transpose=True exclude each other", "gather whole rows", code="valid-shape"
        )
    if asked is not None and len(asked) != source.rank:
        raise OpError(f"`valid_shape` has {len(asked)} entries, {source.rank} are expected", code="rank")
    if turned and isinstance(into, TileType) and (into.space, into.slayout) != ("Mat", "col_major"):
        raise OpError(
            "transpose=True writes columns of a tile in Mat that was made with transpose=True",
            "pl.create_tile(shape, dtype, target_memory=pl.Mem.Mat, transpose=True)",
            "layout",
        )
    if not turned and isinstance(into, TileType) and into.slayout == "col_major":
        raise OpError("`dst` was made with transpose=True", "gather with transpose=True", "layout")
    window(source, shapes, at, asked, False)
    size = rows_and_columns(shapes)
    columns = turned and isinstance(into, TileType)
    part, whole = size[::-1] if columns else size, TensorType(into.shape, into.dtype)
    window(whole, part, to, None, False, "gather fewer rows, or place them earlier", word="target")
    return into


def rows_and_columns(shapes: tuple[Dim, ...]) -> tuple[Dim, Dim]:
    """The leading axes together are rows."""
    return arith.product(shapes[:-1]), shapes[-1]


GATHER_ROW = op(
    "gather_row",
    doc="Copies a window of a tensor, usually one row, to a place of a value on the core, and returns that.",
    params=[
        operand("dst", "acc"),
        operand("src"),
        dims("dst_offset"),
        dims("src_offset"),
        dims("shapes"),
        static("transpose", False),
        dims("valid_shape", default=None),
    ],
    infer=_gather_row,
    traits={Trait.MTE},
    positional=6,
    rejects=(
        Reject(
            ((16, 64), (16, 64)), "global memory",
            attrs={"dst_offset": (0, 0), "src_offset": (0, 0), "shapes": (1, 64)},
        ),
    ),
)  # fmt: skip

PAGED: tuple[DType, ...] = (FP16, BF16, FP32, INT8)


def _number(bound: Bound, name: str) -> int:
    value = bound[name]
    value = value.value if isinstance(value, Const) else value
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise OpError(f"`{name}` is a positive number known while the kernel is read", code="not-static")
    return value


def index_extent(type_: TensorType) -> Dim:
    """How many entries an index [n] or [1, n] has."""
    return type_.shape[-1]


def _paged_gather(bound: Bound) -> Type:
    source, indices, table = (_global(bound, n) for n in ("src", "indices", "block_table"))
    size, most = _number(bound, "size"), _number(bound, "max_indices")
    if source.rank != 2 or source.dtype not in PAGED:
        names = ", ".join(d.name for d in PAGED)
        raise OpError(f"`src` is {source}", f"it has two axes and holds one of {names}", "dtype-support")
    for name, type_ in (("indices", indices), ("block_table", table)):
        lead = type_.shape[:-1]
        if type_.dtype is not INT32 or len(lead) > 1 or any(arith.as_int(d) != 1 for d in lead):
            raise OpError(f"`{name}` is {type_}", "it is INT32 of shape [n] or [1, n]", "shape-mismatch")
    count = index_extent(indices)
    over = arith.as_int(arith.sub(count, most))
    if over is not None and over > 0:
        raise OpError(f"{format_dim(count)} indices, max_indices is {most}", code="shape-mismatch")
    column = bound["col_off"]
    for name in ("block_size", *["col_off"] * isinstance(column, Expr)):
        type_ = bound[name].type
        if not (isinstance(type_, ScalarType) and type_.dtype.is_int):
            raise OpError(f"`{name}` must be an integer, found {type_}", code="scalar-type")
    block = arith.as_int(arith.simplify(bound["block_size"]))
    if block is not None and block < 1:
        raise OpError(f"a block has at least one row, block_size is {block}", code="number-range")
    window(source, (1, size), (0, 0 if column is None else arith.simplify(column)), None, False)
    space, turned = bound["space"], bool(bound.get("is_trans"))
    if space not in (Mem.Mat, Mem.Vec):
        raise OpError(
            f"space={space.name}", "rows are gathered into pl.Mem.Mat or pl.Mem.Vec", "memory-space"
        )
    if turned and space is not Mem.Mat:
        raise OpError("is_trans=True needs space=pl.Mem.Mat", code="memory-space")
    shape: tuple[Dim, ...] = (most, size)
    valid: tuple[Dim, ...] | None = None if arith.as_int(count) == most else (count, size)
    if turned:
        shape, valid = shape[::-1], None if valid is None else valid[::-1]
    return TensorType(shape, source.dtype, valid=valid, local=True)


PAGED_GATHER = op(
    "paged_gather",
    doc="Rows of a paged tensor: row i is src[block_table[x // block_size] * block_size + x % block_size] of "
    "x = indices[i].",
    params=[
        operand("src"),
        operand("indices"),
        operand("block_table"),
        scalar("block_size"),
        Param("size", "number"),
        Param("max_indices", "number"),
        static("space", Mem.Mat),
        scalar("col_off", default=0),
        static("is_trans", False),
        static("is_b_matrix", False),
    ],
    infer=_paged_gather,
    traits={Trait.MTE},
    positional=6,
    namespaces=("pl", "tensor"),
    rejects=(
        Reject(
            ((16, 64), (4,), (4,)), "global memory",
            attrs={"size": 64, "max_indices": 4}, scalars=(16,),
        ),
    ),
)  # fmt: skip
