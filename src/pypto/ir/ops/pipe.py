# SPDX-License-Identifier: Apache-2.0
"""Pipes between the cube core and the vector cores of a group: buffers, opening, push, pop, free.

A pipe is a ring of slots of one size, first in, first out. A push waits while the ring is full, a pop while it is
empty; what was popped stays valid until it is freed, and slots are freed in the order in which they were popped.
"""

from __future__ import annotations

from pypto.ir.dtypes import INT32
from pypto.ir.nodes import ScalarType, TupleType, Type
from pypto.ir.ops.table import Bound, Infer, Op, OpError, Param, Trait, dims, op, operand, scalar, static

NOTHING = TupleType(())
"""The type of an operation without a value."""

AUTO = -1
"""`base` of a buffer that the compiler places."""

C2V, V2C = 1, 2
"""Bits of `dir_mask`: cube to vector, vector to cube."""


def _popped(bound: Bound) -> Type:
    raise OpError(
        "the popped tile needs its type: t: pl.Tile[...] = pl.tpop_from_aic(...)", code="operation-form"
    )


def _number(bound: Bound) -> Type:
    return ScalarType(INT32)


def _effect(bound: Bound) -> Type:
    return NOTHING


def _row(name: str, doc: str, params: list[Param], infer: Infer, pto: str) -> Op:
    return op(
        name, doc=doc, params=params, infer=infer, traits={Trait.EFFECT, Trait.MTE}, pto=pto, namespaces=()
    )


RESERVE_BUFFER = _row(
    "reserve_buffer",
    "Local memory for the slots that this core pops; its number names it when a pipe is opened.",
    [static("name"), static("size"), static("base", AUTO)],
    _number,
    "reserve_buffer",
)
IMPORT_PEER_BUFFER = _row(
    "import_peer_buffer",
    "The buffer of that name which the other function of the group reserves.",
    [static("name"), static("peer_func")],
    _number,
    "import_reserved_buffer",
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
    )


def _push(core: str, words: str) -> Op:
    return _row(
        f"tpush_to_{core}",
        f"Pushes a tile to {words}.",
        [operand("tile"), static("split"), static("lane_stride", None), static("id", None)],
        _effect,
        f"tpush_to_{core}",
    )


def _pop(core: str, words: str) -> Op:
    return _row(
        f"tpop_from_{core}",
        f"Pops the oldest tile that {words} pushed.",
        [
            dims("shape", default=None),
            Param("dtype", "dtype", None),
            static("split", 0),
            static("lane_stride", None),
            static("id", None),
        ],
        _popped,
        f"tpop_from_{core}",
    )


def _free(core: str, words: str) -> Op:
    return _row(
        f"tfree_to_{core}",
        f"Gives the slot of a popped tile back to {words}.",
        [operand("tile"), static("split", None), static("id", None)],
        _effect,
        f"tfree_from_{core}",
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
