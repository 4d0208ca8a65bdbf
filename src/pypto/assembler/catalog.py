# SPDX-License-Identifier: Apache-2.0
"""Which tile instructions there are, and what each does with its operands.

Instructions that compute lane by lane take their operands and their C++ from the op table, so that a new row is
enough; the others (loads, reductions, moves, matrix products) are listed here.

    describe(op) -> Lanes for pto.tadd: roles (FULL, FULL), expression "{0} + {1}"
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache

from pypto.assembler.nodes import Op, Use
from pypto.assembler.types import TileType
from pypto.ir import ops
from pypto.ir.ops import Trait


class Kind(Enum):
    LOAD = "tload"
    STORE = "tstore"
    COPY = "copy within a vector core"
    LANES = "lane by lane"
    CONVERT = "tcvt"
    ROW_REDUCE = "row reduction"
    COL_REDUCE = "column reduction"
    ARG_REDUCE = "index of an extreme value"
    COMPARE = "comparison to a packed predicate"
    SELECT = "selection by a packed predicate"
    PARTIAL = "operands of different valid extent"
    CONCAT = "tconcat"
    AXPY = "taxpy"
    PREFETCH = "tprefetch"
    SEQUENCE = "values made of their position"
    MOVE = "move to an operand buffer of the cube"
    EXTRACT = "a part of a tile"
    INSERT = "into a part of a tile"
    MATMUL = "matrix product"
    MATMUL_MX = "microscaled matrix product"
    FILL = "tfillpad"
    TRANSPOSE = "ttrans"
    SORT = "tsort32"
    MERGE = "tmrgsort"
    GATHER = "tgather"
    GATHER_BLOCKS = "tgatherb"
    SCATTER = "tscatter"
    MGATHER = "mgather"
    MSCATTER = "mscatter"
    RANDOM = "trandom"
    PUSH = "push into a pipe"
    POP = "pop from a pipe"
    FREE = "free of a popped slot"
    GET = "tgetval"
    SET = "tsetval"


class Role(Enum):
    """How an operand meets the destination's cells."""

    FULL = "tile of the destination's shape"
    COLUMN = "one value for each row"
    ROW = "one value for each column"
    SCALAR = "one value"


REDUCTIONS = {"sum": "Sum", "max": "Max", "min": "Min", "prod": "Product"}
_FIXED = {
    "tload": Kind.LOAD,
    "tstore": Kind.STORE,
    "tmov": Kind.COPY,
    "tcvt": Kind.CONVERT,
    "tmatmul": Kind.MATMUL,
    "tmatmul.acc": Kind.MATMUL,
    **dict.fromkeys(("tmatmul.bias", "tgemv", "tgemv.acc", "tgemv.bias"), Kind.MATMUL),
    **dict.fromkeys(("tmatmul.mx", "tmatmul.mx.acc", "tmatmul.mx.bias"), Kind.MATMUL_MX),
    "textract": Kind.EXTRACT,
    "tinsert": Kind.INSERT,
    "tfillpad": Kind.FILL,
    "tfillpad_expand": Kind.FILL,
    "tfillpad_inplace": Kind.FILL,
    "ttrans": Kind.TRANSPOSE,
    "tsort32": Kind.SORT,
    "tmrgsort": Kind.MERGE,
    "tgather": Kind.GATHER,
    "tgatherb": Kind.GATHER_BLOCKS,
    "tscatter": Kind.SCATTER,
    "mgather": Kind.MGATHER,
    "mscatter": Kind.MSCATTER,
    "trandom": Kind.RANDOM,
    "tgetval": Kind.GET,
    "tsetval": Kind.SET,
    **dict.fromkeys(("tpush_to_aiv", "tpush_to_aic"), Kind.PUSH),
    **dict.fromkeys(("tpop_from_aic", "tpop_from_aiv"), Kind.POP),
    **dict.fromkeys(("tfree_from_aic", "tfree_from_aiv"), Kind.FREE),
    **{f"t{line}arg{name}": Kind.ARG_REDUCE for line in ("row", "col") for name in ("max", "min")},
    **dict.fromkeys(("tcmp", "tcmps"), Kind.COMPARE),
    **dict.fromkeys(("tsel", "tsels"), Kind.SELECT),
    **dict.fromkeys(("tpartadd", "tpartmul", "tpartmax", "tpartmin"), Kind.PARTIAL),
    "tconcat": Kind.CONCAT,
    "taxpy": Kind.AXPY,
    "tprefetch": Kind.PREFETCH,
    **dict.fromkeys(("tci", "ttri"), Kind.SEQUENCE),
    **{f"trow{name}": Kind.ROW_REDUCE for name in REDUCTIONS},
    **{f"tcol{name}": Kind.COL_REDUCE for name in REDUCTIONS},
}
PIPE = frozenset(["reserve_buffer", "import_reserved_buffer", "aic_initialize_pipe", "aiv_initialize_pipe"])
"""What sets up a pipe."""
SYNC = frozenset({"set_flag", "wait_flag", "record_event", "wait_event", "barrier"})

# In the dialect, not built: refused by name. Anything that the op table spells in C++ is taken from there first.
_LATER = {
    "pto.tpack": "convert to the narrower type: pto.tcvt",
    "pto.tprint": "store the tile, and look at the tensor on the host: pto.tstore",
    **dict.fromkeys(
        (f"pto.comm.{word}" for word in ("tput", "tget", "tnotify", "twait", "ttest")),
        "one device runs here: load and store its own memory, pto.tload and pto.tstore",
    ),
    **{
        f"pto.section.{core}": f"write a function of its own, with pto.kernel_kind = #pto.kernel_kind<{core}>"
        for core in ("cube", "vector")
    },
    **dict.fromkeys(("func.call", "call"), "write the callee's operations in place"),
}


@dataclass(frozen=True)
class Lanes:
    """A lane-by-lane instruction: the roles of `ins` in order, and its C++ over `{0}`, `{1}`, ..."""

    roles: tuple[Role, ...]
    expression: str
    first: int = 0  # number of the first placeholder: `trowexpand` has one operand and says `{1}`


def _row(name: str) -> ops.Op | None:
    row = ops.by_pto(name)
    if row is None or row.cpp is None or not row.traits & _LANE_TRAITS:
        return None
    return row


_LANE_TRAITS = {Trait.ELEMENTWISE, Trait.ROW_EXPAND, Trait.COL_EXPAND}


def known(name: str) -> bool:
    """Whether `pto.<name>` is a tile instruction of this device."""
    return name in _FIXED or _row(name) is not None


def names() -> Iterator[str]:
    yield from _FIXED
    yield from (row.pto for row in ops.TABLE.values() if row.pto and known(row.pto))


def unsupported(name: str) -> str | None:
    """For an operation of the dialect that is not built: what to do instead."""
    return _LATER.get(name)


def kind_of(op: Op) -> Kind | None:
    """The kind of a tile instruction; None for everything else."""
    if not op.name.startswith("pto."):
        return None
    kind = _FIXED.get(op.short)
    if (
        kind is Kind.COPY
        and op.outs
        and isinstance(op.outs[0].type, TileType)
        and op.outs[0].type.space != "vec"
    ):
        return Kind.MOVE
    if kind is None and _row(op.short) is not None:
        return Kind.LANES
    return kind


def lanes_of(op: Op) -> Lanes:
    """Roles and expression of a LANES instruction, for the operands it is written with."""
    return _lanes(op.short, bool(op.operands) and not isinstance(op.operands[0].type, TileType))


@cache
def _lanes(name: str, scalar_first: bool) -> Lanes:
    row = _row(name)
    assert row is not None and row.cpp is not None
    if name == "texpands":
        return Lanes((Role.SCALAR,), row.cpp, 1)
    broadcast = row.cpp == "{1}"
    vector = Role.COLUMN if row.has(Trait.ROW_EXPAND) else Role.ROW if row.has(Trait.COL_EXPAND) else None
    if broadcast and vector:
        return Lanes((vector,), row.cpp, 1)
    if vector:
        return Lanes((Role.FULL, vector), row.cpp)
    if name == "tdivs" and scalar_first:
        return Lanes((Role.SCALAR, Role.FULL), row.cpp)
    roles = (Role.SCALAR if p.kind == "scalar" else Role.FULL for p in row.data_params)
    return Lanes(tuple(roles), row.cpp)


def scratch_count(op: Op) -> tuple[int, int]:
    """How many scratch operands a LANES instruction takes: at least and at most."""
    row = _row(op.short)
    assert row is not None
    if op.short == "trsqrt":
        return 0, 1
    return (0, 0) if row.scratch_at is None else (int(row.has(Trait.SCRATCH)), 1)


def row_of(op: Op) -> ops.Op | None:
    return ops.by_pto(op.short)


def scratch(op: Op) -> list[Use]:
    """Operands whose content neither matters nor survives."""
    kind = kind_of(op)
    if kind in (Kind.ROW_REDUCE, Kind.COL_REDUCE, Kind.ARG_REDUCE, Kind.CONVERT, Kind.TRANSPOSE):
        return op.operands[1:]
    if kind is Kind.SELECT:
        return op.operands[3:] if op.short == "tsel" else op.operands[2:3]
    if kind is Kind.GATHER:
        return op.operands[2:]
    if kind is Kind.MERGE and isinstance(op.operands[-1].type, TileType):
        return op.operands[-1:]
    if kind is Kind.LANES:
        return op.operands[len(lanes_of(op).roles) :]
    return []


def reads(op: Op) -> list[Use]:
    """The tiles whose content an operation reads."""
    kind = kind_of(op)
    if kind is None:
        return []
    dropped = scratch(op)
    uses = [*op.operands, *op.outs] if kind is Kind.AXPY else op.operands  # it adds to what it writes
    return [u for u in uses if isinstance(u.type, TileType) and u not in dropped]


def writes(op: Op) -> list[Use]:
    """The tiles that an operation writes."""
    kind = kind_of(op)
    if kind is None or kind is Kind.PREFETCH:  # no tile has what it brings
        return []
    return [u for u in op.outs if isinstance(u.type, TileType)]
