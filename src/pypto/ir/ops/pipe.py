# SPDX-License-Identifier: Apache-2.0
"""Pipes between the cube core and the vector cores of a group: buffers, opening, push, pop, free.

A pipe is a ring of slots of one size, first in, first out. A push waits while the ring is full, a pop while it is
empty; what was popped stays valid until it is freed, and slots are freed in the order in which they were popped.
"""

from __future__ import annotations

from collections.abc import Mapping

from pypto.ir import arith
from pypto.ir.dtypes import INT32, DType
from pypto.ir.nodes import Dim, ScalarType, TileType, TupleType, Type, format_dims
from pypto.ir.ops.rules import space_layout, value_type
from pypto.ir.ops.table import Bound, Infer, Op, OpError, Param, Trait, dims, op, operand, scalar, static

NOTHING = TupleType(())
"""The type of an operation without a value."""

AUTO = -1
"""`base` of a buffer that the compiler places."""

C2V, V2C = 1, 2
"""Bits of `dir_mask`: cube to vector, vector to cube."""


def _number(bound: Bound) -> Type:
    return ScalarType(INT32)


def _effect(bound: Bound) -> Type:
    return NOTHING


def _row(
    name: str, doc: str, params: list[Param], infer: Infer, pto: str, positional: int, *spaces: str
) -> Op:
    return op(
        name,
        doc=doc,
        params=params,
        infer=infer,
        traits={Trait.EFFECT, Trait.MTE},
        pto=pto,
        positional=positional,
        namespaces=("pl", *spaces, "system"),
    )


RESERVE_BUFFER = _row(
    "reserve_buffer",
    "Local memory for the slots that this core pops; its number names it when a pipe is opened.",
    [static("name"), static("size"), static("base", AUTO)],
    _number,
    "reserve_buffer",
    0,
)
IMPORT_PEER_BUFFER = _row(
    "import_peer_buffer",
    "The buffer of that name which the other function of the group reserves.",
    [static("name"), static("peer_func")],
    _number,
    "import_reserved_buffer",
    0,
)


def _initialize(core: str, words: str) -> Op:
    return _row(
        f"{core}_initialize_pipe",
        f"Opens a pipe on {words}; both sides give the same terms.",
        [
            scalar("c2v_consumer_buf", default=0),
            scalar("v2c_consumer_buf", default=0),
            static("dir_mask"),
            static("slot_size"),
            static("slot_num", None),
            static("local_slot_num", None),
            static("id", None),
        ],
        _effect,
        f"{core}_initialize_pipe",
        2,
    )


SPLITS = ("whole", "by rows", "by columns", "by rows, of an odd number", "by columns, of an odd number")
"""What the numbers of `split` mean."""


def axis_of(split: int) -> int | None:
    """The axis along which a tile is divided between the vector cores."""
    return None if split == 0 else (split - 1) % 2


def _check_split(bound: Bound, cube_to_vector: bool) -> int:
    split = bound["split"]
    split = 0 if split is None else split
    most = 4 if cube_to_vector else 2
    if isinstance(split, bool) or not isinstance(split, int):
        raise OpError(f"split is a number from 0 to {most}, found {split!r}", code="pipe")
    if not 0 <= split <= most:
        raise OpError(
            f"split is a number from 0 to {most}, found {split}",
            "0 the whole tile, 1 halves of the rows, 2 halves of the columns"
            + ("; 3 and 4 the same of an odd number" if cube_to_vector else ""),
            "pipe",
        )
    return split


def _push(core: str, words: str) -> Op:
    down = core == "aiv"

    def pushed(bound: Bound) -> Type:
        value_type(bound, "tile")
        tile, split = bound.type("tile"), _check_split(bound, down)
        _on_core(tile, "Acc" if down else "Vec", f"a push to {words}")
        if down and isinstance(tile, TileType):
            check_stride(bound, split)
            if not bound["lane_stride"]:
                _check_axis(tile, split)
        return NOTHING

    params = [
        operand("tile"),
        static("split"),
        Param("lane_stride", "static", None, internal=not down),
        static("id", None),
    ]
    return _row(
        f"tpush_to_{core}",
        f"Pushes a tile to {words}; waits while the ring of slots is full.",
        params,
        pushed,
        f"tpush_to_{core}",
        1,
        "tile",
    )


def check_stride(bound: Bound, split: int, code: str = "pipe") -> None:
    stride = bound["lane_stride"]
    if stride is None:
        return
    if isinstance(stride, bool) or not isinstance(stride, int) or stride < 1 or not split:
        raise OpError(
            f"lane_stride is a positive number and goes with a split, found {stride!r}",
            "leave it out: the second half begins behind the first",
            code,
        )


def _check_axis(tile: TileType, split: int) -> None:
    axis = axis_of(split)
    if axis is None:
        return
    word = ("rows", "columns")[axis]
    extent = arith.as_int(tile.valid_shape[axis]) if split > 2 else tile.shape[axis]
    if extent is None or extent % 2 != (split > 2):
        odd = split > 2
        found = "a number known at run time only" if extent is None else str(extent)
        raise OpError(
            f"split={split} divides an {'odd number of valid' if odd else 'even number of'} {word}, "
            f"this tile has {found}",
            f"split={split - 2}" if odd else None,
            "pipe",
        )


def _on_core(tile: Type | None, space: str, what: str) -> None:
    if isinstance(tile, TileType) and tile.space != space:
        raise OpError(
            f"{what} takes a tile in {space}, this one is in {tile.space}",
            "a product is what crosses to the vector cores" if space == "Acc" else "load it into pl.Mem.Vec",
            "pipe",
        )


def _pop(core: str, words: str) -> Op:
    down = core == "aic"

    def popped(bound: Bound) -> Type:
        split = _check_split(bound, down)
        if down:
            check_stride(bound, split)
        shape, dtype = bound["shape"], bound["dtype"]
        if shape is None or dtype is None:
            raise OpError(
                "the popped tile needs its shape and element type",
                f"annotate it: t: pl.Tile[[16, 64], pl.FP32] = pl.tpop_from_{core}(...), or give shape= and dtype=",
                "operation-form",
            )
        sizes = [arith.as_int(d) for d in shape]
        if len(sizes) != 2 or None in sizes:
            raise OpError(f"a tile has two static extents, found {format_dims(shape)}", code="rank")
        rows, cols = (n or 0 for n in sizes)
        return popped_type((rows, cols), dtype, "Vec" if down else "Mat", bound["valid_shape"])

    return _row(
        f"tpop_from_{core}",
        f"Pops the oldest tile that {words} pushed; waits while there is none.",
        [
            dims("shape", default=None),
            Param("dtype", "dtype", None),
            static("split", 0),
            Param("lane_stride", "static", None, internal=not down),
            static("id", None),
            Param(
                "valid_shape",
                "dims",
                None,
                internal=True,
                instead="it stands in the annotation: "
                f"t: pl.Tile[[16, 64], pl.FP32, pl.TileView(valid_shape=[8, 64])] = pl.tpop_from_{core}(...)",
            ),
        ],
        popped,
        f"tpop_from_{core}",
        0,
        "tile",
    )


def popped_type(
    shape: tuple[int, int], dtype: DType, space: str, valid: tuple[Dim, ...] | None = None
) -> TileType:
    """The type of a tile in a slot of the memory of the core that pops it."""
    blayout, slayout, fractal = space_layout(space, shape)
    two = None if valid is None else (valid[0], valid[1])
    return TileType(shape, dtype, space, two, blayout=blayout, slayout=slayout, fractal=fractal)


def _free(core: str, words: str) -> Op:
    def freed(bound: Bound) -> Type:
        value_type(bound, "tile")
        return NOTHING

    return _row(
        f"tfree_to_{core}",
        f"Gives the slot of a popped tile back to {words}.",
        [operand("tile"), static("split", None), static("id", None)],
        freed,
        f"tfree_from_{core}",
        1,
    )


AIC_INITIALIZE_PIPE = _initialize("aic", "the cube core")
AIV_INITIALIZE_PIPE = _initialize("aiv", "a vector core")
TPUSH_TO_AIV = _push("aiv", "the vector cores")
TPUSH_TO_AIC = _push("aic", "the cube core")
TPOP_FROM_AIC = _pop("aic", "the cube core")
TPOP_FROM_AIV = _pop("aiv", "the vector cores")
TFREE_TO_AIC = _free("aic", "the cube core")
TFREE_TO_AIV = _free("aiv", "the vector cores")

BUFFERS = (RESERVE_BUFFER, IMPORT_PEER_BUFFER)
OPENS = (AIC_INITIALIZE_PIPE, AIV_INITIALIZE_PIPE)
PUSHES = (TPUSH_TO_AIV, TPUSH_TO_AIC)
POPS = (TPOP_FROM_AIC, TPOP_FROM_AIV)
FREES = (TFREE_TO_AIC, TFREE_TO_AIV)
MOVES = (*PUSHES, *POPS, *FREES)

CORE: Mapping[Op, str] = {
    **dict.fromkeys((AIC_INITIALIZE_PIPE, TPUSH_TO_AIV, TPOP_FROM_AIV, TFREE_TO_AIV), "AIC"),
    **dict.fromkeys((AIV_INITIALIZE_PIPE, TPUSH_TO_AIC, TPOP_FROM_AIC, TFREE_TO_AIC), "AIV"),
}
"""The core that an operation of a pipe runs on; buffers are of either."""
