# SPDX-License-Identifier: Apache-2.0
"""Movement between global memory and tiles, and between the memories of a core."""

from __future__ import annotations

from dataclasses import replace

from pypto.ir import arith
from pypto.ir.dtypes import FP8E8M0
from pypto.ir.enums import AtomicType, Mem, TensorLayout
from pypto.ir.nodes import (
    Dim,
    TensorType,
    TileType,
    Type,
    format_dims,
)
from pypto.ir.ops.conversions import way
from pypto.ir.ops.creation import tile_of
from pypto.ir.ops.memory import WRITE_LESS, storable, window
from pypto.ir.ops.rules import (
    check_order,
    check_rank,
    memory_space,
    space_layout,
    static_dims,
    tensor_operand,
    value_type,
)
from pypto.ir.ops.table import (
    Bound,
    OpError,
    Reject,
    Trait,
    dims,
    op,
    operand,
    static,
)
from pypto.ir.ops.union import written
from pypto.platforms import PLATFORMS, Platform


def scale_tile(shape: tuple[int, int], order: TensorLayout) -> TileType:
    """Scales in Mat, in the order that their tensor has: blocks of 16 x 2 for the left operand, 2 x 16 for the right."""
    major = "row_major" if order is TensorLayout.MX_A_ZZ else "col_major"
    return TileType(shape, FP8E8M0, "Mat", None, major, major, 32)


def _load_scales(bound: Bound, x: TensorType) -> Type:
    """All of a tensor of scales, into Mat."""
    assert x.layout is not None
    if x.rank != 2:
        raise OpError(
            f"a tensor with the layout {x.layout.name} is loaded with two axes, this one has {x.rank}",
            "declare it as [M, K / 32]" if x.layout is TensorLayout.MX_A_ZZ else "declare it as [K / 32, N]",
            "rank",
        )
    shape = static_dims(bound["shapes"], "the shape of a load")
    offset = tuple(arith.simplify(d) for d in bound["offsets"])
    check_rank(shape, x.rank, "shapes")
    check_rank(offset, x.rank, "offsets")
    valid = bound.get("valid_shape") or shape
    check_rank(valid, x.rank, "valid_shape")
    whole = all(
        arith.as_int(o) == 0 and arith.same(a, b) and arith.same(v, a)
        for o, a, b, v in zip(offset, shape, x.shape, valid, strict=True)
    )
    if not whole:
        raise OpError(
            f"a part of a tensor with the layout {x.layout.name} cannot be loaded",
            f"load all of it, {format_dims(x.shape)} from [0, 0]; hand in each part as a tensor of its own",
            "layout",
        )
    space = memory_space(bound)
    if space is not Mem.Mat:
        raise OpError(
            f"scales are loaded into Mat, not into {space.value}",
            "target_memory=pl.Mem.Mat, then pl.move to LeftScale or RightScale",
            "memory-space",
        )
    block = (16, 2) if x.layout is TensorLayout.MX_A_ZZ else (2, 16)
    if shape[0] % block[0] or shape[1] % block[1]:
        raise OpError(
            f"scales {format_dims(shape)} are not made of whole blocks of {block[0]} x {block[1]}",
            "M is a multiple of 16, K of 64, N of 32",
            "alignment",
        )
    return scale_tile((shape[0], shape[1]), x.layout)


def _load(bound: Bound) -> Type:
    x = tensor_operand(bound, "tensor")
    if x.layout is not None and x.layout.scales:
        return _load_scales(bound, x)
    check_order(bound["shapes"], bound["offsets"], "the offsets come first: pl.load(x, {offset}, {shape})")
    shape = static_dims(bound["shapes"], "the shape of a load")
    offset = tuple(arith.simplify(d) for d in bound["offsets"])
    check_rank(shape, len(x.shape), "shapes")
    check_rank(offset, len(x.shape), "offsets")
    valid = window(x, shape, offset, bound.get("valid_shape"), bool(bound.get("clamp")))
    space = memory_space(bound)
    if space not in (Mem.Vec, Mem.Mat):
        raise OpError(
            f"a load reaches Vec and Mat, not {space.value}",
            f"load with target_memory=pl.Mem.Mat, then pl.move(t, target_memory=pl.Mem.{space.value})"
            if space in (Mem.Left, Mem.Right, Mem.Bias)
            else "products write Acc"
            if space is Mem.Acc
            else "load with target_memory=pl.Mem.Vec",
            "memory-space",
        )
    if x.local:
        raise OpError(
            f"a load reads global memory, and `tensor` is a value on the core: {x}",
            "use the value as it is, or load from the tensor that it is made of; a view that is loaded from is made "
            "outside of the region",
            "memory-space",
        )
    tile = tile_of(TensorType(shape, x.dtype, valid=valid), space)
    return replace(tile, batch=shape[:-2]) if space is Mem.Mat and len(shape) > 2 else tile


LOAD = op(
    "load",
    doc="A window of a tensor in global memory as a tile.",
    params=[
        operand("tensor"),
        dims("offsets"),
        dims("shapes"),
        dims("valid_shape", default=None),
        static("target_memory", Mem.Vec),
        static("clamp", False),
    ],
    infer=_load,
    traits={Trait.PURE, Trait.MTE, Trait.SCALES},
    namespaces=("pl", "tile"),
    pto="tload",
    samples=(),
    rejects=(Reject(((16, 64),), "leaves", attrs={"offsets": (0, 0), "shapes": (32, 64)}),),
)


def stored_cells(tile: TileType, target: TensorType) -> tuple[Dim, ...]:
    """The extents that a store without `shapes` writes: one row, one matrix, or, where the tile has more rows than
    the tensor and they fill its matrices, several."""
    rows, columns = tile.valid_shape
    if tile.batch:
        count = arith.as_int(arith.product(tile.batch)) or 1
        return (*tile.batch, tile.shape[0] // count, columns)
    if target.rank == 1:
        return (columns,)
    height, left = arith.as_int(target.shape[-2]), arith.as_int(rows)
    if target.rank == 2 or height is None or left is None or not 0 < height < left or left % height:
        return (*(1,) * (target.rank - 2), rows, columns)
    cells: list[Dim] = [height, columns]
    left //= height
    for extent in reversed(target.shape[:-2]):
        size = arith.as_int(extent)
        take = left if size is None or left < size or left % size else size
        cells.insert(0, take)
        left //= take
    return tuple(cells) if left == 1 else (*(1,) * (target.rank - 2), rows, columns)


def _store(bound: Bound) -> Type:
    tile, target = value_type(bound, "tile"), tensor_operand(bound, "output_tensor")
    if not isinstance(tile, TileType):
        raise OpError(f"`tile` must be a tile, found {tile}", code="operand-kind")
    if target.local:
        raise OpError(
            f"a store writes global memory, and `output_tensor` is a value on the core: {target}",
            "create the tensor outside of the region, or store into a parameter",
            "memory-space",
        )
    if tile.space not in ("Vec", "Acc"):
        raise OpError(
            f"a tile in {tile.space} cannot be stored",
            "tiles in Vec and in Acc are stored; load into Vec what is copied",
            "memory-space",
        )
    if not storable(tile.dtype, target.dtype, tile.space == "Acc"):
        raise OpError(
            f"a {tile.dtype} tile cannot be stored into a {target.dtype} tensor",
            way("t", tile.dtype, target.dtype),
            "dtype-mismatch",
        )
    offsets = tuple(arith.simplify(d) for d in bound["offsets"])
    check_rank(offsets, len(target.shape), "offsets")
    rank = len(target.shape)
    if bound.get("shapes") is not None:
        cells = tuple(arith.simplify(d) for d in bound["shapes"])
        check_rank(cells, rank, "shapes")
    else:
        cells = stored_cells(tile, target)
    if len(cells) != rank:
        count = arith.as_int(arith.product(tile.batch)) or 1
        raise OpError(
            f"the tile holds {count} matrices, the tensor has {rank} axes",
            "the tensor has the leading axes of the batch",
            "rank",
        )
    window(TensorType(target.shape, target.dtype), cells, offsets, None, False, WRITE_LESS, word="target")
    return written(target, cells, offsets)


STORE = op(
    "store",
    doc="Writes the valid cells of a tile into a tensor in global memory and returns the tensor.",
    params=[
        operand("tile"),
        dims("offsets"),
        operand("output_tensor"),
        dims("shapes", default=None),
        static("atomic", AtomicType.None_),
    ],
    infer=_store,
    traits={Trait.EFFECT, Trait.MTE},
    namespaces=("pl", "tile"),
    pto="tstore",
    samples=(),
    rejects=(),
    target=1,
    positional=4,
)


def _move(bound: Bound) -> Type:
    tile = value_type(bound, "tile")
    if not isinstance(tile, TileType):
        raise OpError(
            f"`tile` must be a tile, found {tile}",
            "load it first: pl.load(x, offsets, shape)",
            "operand-kind",
        )
    target = memory_space(bound)
    if not any(target.value in p.moves.get(tile.space, ()) for p in PLATFORMS.values()):
        raise no_move(tile.space, target.value, *PLATFORMS.values())
    layout = space_layout(target.value, tile.shape)
    check_scales(tile, target)
    for word, usual in zip(("blayout", "slayout"), layout, strict=False):
        asked = bound.get(word)
        asked = getattr(asked, "name", asked)
        orders = ("row_major", "col_major") if (target, word) == (Mem.Left, "blayout") else (usual,)
        if asked is not None and asked not in orders:
            raise OpError(
                f"{word}={asked}: a tile of {tile.shape[0]} x {tile.shape[1]} in {target.value} has {word} {usual}",
                f"leave `{word}` out: the space decides it",
                code="operation-form",
            )
    return replace(
        tile, space=target.value, blayout=layout[0], slayout=layout[1], fractal=layout[2], address=None
    )


def check_scales(tile: TileType, target: Mem) -> None:
    """Scales, and nothing else, go to the scale buffers, each to that of its own layout."""
    wanted = {Mem.LeftScale: TensorLayout.MX_A_ZZ, Mem.RightScale: TensorLayout.MX_B_NN}.get(target)
    if wanted is None:
        if tile.dtype is FP8E8M0:
            raise OpError(
                f"scales do not go to {target.value}",
                "those of the left operand go to LeftScale, those of the right one to RightScale",
                "memory-space",
            )
    elif tile.dtype is not FP8E8M0 or (tile.blayout, tile.slayout, tile.fractal) != space_layout(
        target.value, tile.shape
    ):
        raise OpError(
            f"{target.value} takes FP8E8M0 scales of the layout {wanted.name}, found {tile}",
            f"load them from a tensor declared with pl.{wanted.name}",
            "layout",
        )


def no_move(source: str, target: str, *chips: Platform) -> OpError:
    """Why a tile does not move from one space to another directly, and the shortest way where there is one."""
    if target == "DDR":
        return OpError(
            f"a tile is stored into global memory, not moved: {source} to DDR",
            "pl.store(tile, offsets, tensor)",
            "memory-space",
        )
    if target in ("LeftScale", "RightScale") and not any(target in p.capacity for p in chips):
        return OpError(
            f"{target} holds scales of pl.matmul_mx, pl.matmul_mx_acc and pl.matmul_mx_bias, which a5 has: "
            f"{chips[0].generation} has no such memory",
            "compile for a5, or scale the operands on the vector core and multiply with pl.matmul",
            "memory-space",
        )
    ways: dict[tuple[str, ...] | None, list[str]] = {}
    for chip in chips:
        names = ways.setdefault(chip.way(source, target), [])
        names += [chip.generation] * (chip.generation not in names)
    told = []
    for path, names in ways.items():
        where = "" if len(ways) == 1 else f" on {', '.join(names)}"
        told.append(f"the shortest way{where} is {' -> '.join(path)}" if path else f"there is no way{where}")
    if ways.keys() == {None}:
        told = [f"{source} is read by products only" if source in ("Left", "Right", "Bias") else told[0]]
        told = ["products write Acc: pl.matmul(a, b)"] if target == "Acc" else told
    on = f" on {chips[0].generation}" if len({c.generation for c in chips}) == 1 else ""
    return OpError(f"no move from {source} to {target}{on}", "; ".join(told), "memory-space")


MOVE = op(
    "move",
    doc="A copy of a tile in another memory space, or in another buffer of the same space.",
    params=[
        operand("tile"),
        static("target_memory"),
        static("blayout", None),
        static("slayout", None),
    ],
    infer=_move,
    traits={Trait.PURE, Trait.MTE, Trait.SCALES},
    namespaces=("pl", "tile"),
    reference=lambda x, **_: x.copy(),
    pto="tmov",
    cpp="{0}",
    samples=(),
    rejects=(Reject(((16, 64),), "must be a tile", attrs={"target_memory": Mem.Mat}),),
)
