# SPDX-License-Identifier: Apache-2.0
"""Block identity, barriers, events and fences inside a region; joins of tasks and core counts in orchestration."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pypto.ir import arith
from pypto.ir.dtypes import INDEX, INT32, INT64, DType
from pypto.ir.enums import PipeType
from pypto.ir.nodes import Const, Expr, ScalarType, TaskIdType, TensorType, TupleType, Type
from pypto.ir.ops.table import Bound, Op, OpError, Param, Trait, dims, op, operand, scalar, static

MOST_EVENTS = 14
"""Event numbers of the author; the two above belong to the tool chain."""

CORE_TYPES = ("mix", "aic_only", "aiv_only")


def _identity(bound: Bound) -> Type:
    if not bound.region:
        raise OpError(
            "the block index exists only inside a region",
            "use the loop form: for b in pl.spmd(n):",
            code="misplaced",
        )
    return ScalarType(INDEX)


GET_BLOCK_IDX = op(
    "get_block_idx",
    doc="Index of this block among the blocks of its task, from 0.",
    params=[],
    infer=_identity,
    traits={Trait.SCALAR},
    pto="get_block_idx",
)
GET_BLOCK_NUM = op(
    "get_block_num",
    doc="Number of blocks of this task.",
    params=[],
    infer=_identity,
    traits={Trait.SCALAR},
    pto="get_block_num",
)
GET_SUBBLOCK_IDX = op(
    "get_subblock_idx",
    doc="Which vector core of its cluster this one is, 0 or 1; 0 on the cube core.",
    params=[],
    infer=_identity,
    traits={Trait.SCALAR},
    pto="get_subblock_idx",
)
TASK_DUMMY = op(
    "task_dummy",
    doc="A task id that completes when all of `deps` did; it runs nothing.",
    params=[static("deps")],
    positional=0,
    infer=lambda _bound: TaskIdType(),
    traits={Trait.CONTROL},
    namespaces=("system",),
)


def _dump(bound: Bound) -> Type:
    type_ = bound.type("tensor")
    if not isinstance(type_, TensorType) or type_.local:
        raise OpError(f"a tensor in global memory is expected, found {type_}", code="operation-form")
    if bound.region:
        raise OpError("it belongs outside regions", code="misplaced")
    return TupleType(())


DUMP_TAG = op(
    "dump_tag",
    doc="Marks a tensor's value: later tasks that take it dump it, where the run has `enable_dump_args` 1 or 3.",
    params=[operand("tensor")],
    infer=_dump,
    traits={Trait.CONTROL, Trait.EFFECT},
    namespaces=("tensor",),
)


def _count(bound: Bound) -> Type:
    if bound.region:
        raise OpError(
            "the number of cores is known outside regions only",
            "write it as the width of a launch",
            code="misplaced",
        )
    return ScalarType(INT32)


AVAILABLE_CLUSTER_COUNT = op(
    "available_cluster_count",
    doc="Number of cube cores that a launch can use.",
    params=[],
    infer=_count,
    traits={Trait.CONTROL},
    namespaces=("system",),
)
AVAILABLE_AIV_COUNT = op(
    "available_aiv_count",
    doc="Number of vector cores that a launch can use.",
    params=[],
    infer=_count,
    traits={Trait.CONTROL},
    namespaces=("system",),
)


def _expected(bound: Bound) -> Type:
    return TupleType(())


EXPECT_WRITTEN = op(
    "expect_written",
    doc="Stops the kernel where `written` does not hold: `value` is read next, and nothing was written into it.",
    params=[scalar("written"), operand("value", default=None)],
    infer=_expected,
    traits={Trait.EFFECT, Trait.SYNC},
    namespaces=(),
)


# What orders cores and pipes; none of it changes data.


def _ordering(check: Callable[[Bound], None] | None = None) -> Callable[[Bound], Type]:
    def infer(bound: Bound) -> Type:
        if not bound.region:
            raise OpError(
                "cores are ordered inside regions only",
                "move it into a region, or order tasks with deps=",
                code="misplaced",
            )
        if check is not None:
            check(bound)
        return TupleType(())

    return infer


def _order(
    name: str,
    doc: str,
    params: list[Param],
    check: Callable[[Bound], None] | None,
    pto: str,
    positional: int = 0,
) -> Op:
    return op(
        name,
        doc=doc,
        params=[*params, static("span", None)],
        infer=_ordering(check),
        traits={Trait.EFFECT, Trait.SYNC},
        pto=pto,
        namespaces=("system",),
        positional=positional,
    )


def _event(bound: Bound) -> None:
    event = bound["event_id"]
    if isinstance(event, Expr) and not (isinstance(event.type, ScalarType) and event.type.dtype.is_int):
        raise OpError(f"`event_id` must be an integer, found {event.type}", code="operation-form")
    number = event.value if isinstance(event, Const) else None
    if number is not None and (not isinstance(number, int) or not 0 <= number < MOST_EVENTS):
        raise OpError(
            f"`event_id` is 0 to {MOST_EVENTS - 1}, found {number}",
            "14 and 15 are reserved",
            code="operation-form",
        )


def _pipes(*names: str) -> Callable[[Bound], None]:
    def check(bound: Bound) -> None:
        for name in names:
            if not isinstance(bound[name], PipeType):
                raise OpError(
                    f"`{name}` must be a pipe, found {bound[name]!r}",
                    "such as pl.PipeType.V",
                    code="operation-form",
                )
        _event(bound)

    return check


def _tensor(value: Any, name: str, dtype: DType, least: int) -> None:
    type_ = value.type if isinstance(value, Expr) else None
    if not isinstance(type_, TensorType) or type_.local or type_.dtype is not dtype:
        raise OpError(
            f"`{name}` must be a tensor of {dtype} in global memory, found {type_ if type_ is not None else repr(value)}",
            code="operand-kind",
        )
    extents = [arith.as_int(d) for d in type_.shape]
    total = 1
    for extent in extents:
        total = -1 if extent is None or total < 0 else total * extent
    if 0 <= total < least:
        raise OpError(f"`{name}` needs at least {least} elements, found {total}", code="operation-form")


def _cacheinvalid(bound: Bound) -> None:
    given = [n for n in ("tensor", "shapes", "offsets") if bound[n] is not None]
    if not given:
        return
    if len(given) < 3:
        raise OpError(
            "either no arguments are expected, or tensor, shapes and offsets", code="operation-form"
        )
    type_ = bound.type("tensor")
    if not isinstance(type_, TensorType) or type_.local:
        raise OpError(f"`tensor` must be a tensor in global memory, found {type_}", code="operand-kind")
    for name in ("shapes", "offsets"):
        if len(bound[name]) != type_.rank:
            raise OpError(
                f"`{name}` needs {type_.rank} entries, found {len(bound[name])}", code="operation-form"
            )


def _syncall(bound: Bound) -> None:
    if bound["core_type"] not in CORE_TYPES:
        raise OpError(
            f"`core_type` is one of {', '.join(CORE_TYPES)}, found {bound['core_type']!r}",
            code="operation-form",
        )
    if bound["mode"] not in ("hard", "soft"):
        raise OpError(f"`mode` is hard or soft, found {bound['mode']!r}", code="operation-form")
    given = [n for n in ("gm_workspace", "used_cores") if bound[n] is not None]
    if bound["mode"] == "hard":
        if given:
            raise OpError(f'`{given[0]}` goes with mode="soft"', code="operation-form")
        return
    if len(given) < 2:
        raise OpError('mode="soft" needs gm_workspace= and used_cores=', code="operation-form")
    _tensor(bound["gm_workspace"], "gm_workspace", INT32, 16)
    cores = bound["used_cores"]
    if not isinstance(cores.type, ScalarType) or not cores.type.dtype.is_int:
        raise OpError(f"`used_cores` must be an integer, found {cores.type}", code="operation-form")
    if isinstance(cores, Const) and isinstance(cores.value, int) and cores.value < 0:
        raise OpError(
            f"`used_cores` is not negative, found {cores.value}",
            "0 stands for all that run",
            code="operation-form",
        )


def _workspace(bound: Bound) -> None:
    _tensor(bound["workspace"], "workspace", INT64, 256)
    type_ = bound.type("workspace")
    if type_.rank != 1 or arith.as_int(type_.shape[0]) is None:
        raise OpError(f"`workspace` has one axis of static extent, found {type_}", code="operation-form")


_FLAG = [static("set_pipe"), static("wait_pipe"), scalar("event_id")]
SYNC_SRC = _order(
    "sync_src", "Raises an event on a pipe for another pipe of the core.", _FLAG, _pipes("set_pipe", "wait_pipe"),
    "set_flag",
)  # fmt: skip
SYNC_DST = _order(
    "sync_dst", "Waits on a pipe for an event of another pipe of the core.", _FLAG, _pipes("set_pipe", "wait_pipe"),
    "wait_flag",
)  # fmt: skip


def cores_of_event(pipe: PipeType, core_type: str | None) -> str | None:
    """ "aic" or "aiv": the core whose pipe raises or awaits an event; None where the pipe does not tell."""
    if core_type is not None:
        return core_type
    if pipe in (PipeType.M, PipeType.FIX, PipeType.MTE1):
        return "aic"
    return "aiv" if pipe is PipeType.V else None


def _crossing(bound: Bound) -> None:
    _pipes("pipe")(bound)
    if bound["core_type"] not in (None, "aic", "aiv"):
        raise OpError(f"`core_type` is aic or aiv, found {bound['core_type']!r}", code="operation-form")
    if cores_of_event(bound["pipe"], bound["core_type"]) is None:
        raise OpError(
            f"both cores have a pipe {bound['pipe'].name}",
            'say which one: core_type="aiv"',
            code="operation-form",
        )
    mode = bound.get("ffts_mode")
    if mode not in (None, 0, 1, 2) or isinstance(mode, bool | float):
        raise OpError(f"`ffts_mode` is 0, 1 or 2, found {mode!r}", code="operation-form")
    if mode == 1 and cores_of_event(bound["pipe"], bound["core_type"]) == "aic":
        raise OpError(
            "ffts_mode=1 is between the vector cores of a cluster", 'core_type="aiv"', code="operation-form"
        )


SYNC_SET = _order(
    "sync_set",
    "Raises an event for the other cores of the cluster, or of all clusters; cores of one kind raise one together.",
    [scalar("event_id"), static("pipe"), static("ffts_mode", None), static("core_type", None)],
    _crossing,
    "sync.set",
    positional=1,
)
SYNC_WAIT = _order(
    "sync_wait",
    "Waits for an event of the other cores of the cluster, or of all clusters, raised on the pipe that it names.",
    [scalar("event_id"), static("pipe"), static("core_type", None)],
    _crossing,
    "sync.wait",
    positional=1,
)
SET_FFTS = _order(
    "set_ffts",
    "Names the workspace of events between cores; this device needs none.",
    [operand("workspace")],
    _workspace,
    "set_ffts",
    positional=1,
)
BAR_V = _order("bar_v", "Waits until the vector pipe is done.", [], None, "barrier")
BAR_M = _order("bar_m", "Waits until the cube pipe is done.", [], None, "barrier")
BAR_ALL = _order("bar_all", "Waits until all pipes of the core are done.", [], None, "barrier")
FENCE = _order(
    "fence", "What was stored before is in memory before what is stored after.", [], None, "fence.barrier_all"
)
CACHEINVALID = _order(
    "cacheinvalid",
    "Drops what the cache holds of global memory: all, or the line where a region begins.",
    [operand("tensor", default=None), dims("shapes", default=None), dims("offsets", default=None)],
    _cacheinvalid,
    "cmo.cacheinvalid",
    positional=3,
)
SYNCALL = _order(
    "syncall",
    "A barrier: waits until every core of the kind that runs the launch has come; stores before it are seen after it.",
    [
        static("core_type", "mix"),
        static("mode", "hard"),
        operand("gm_workspace", default=None),
        scalar("used_cores", default=None),
    ],
    _syncall,
    "syncall",
)

IN_ORDER = (SYNC_SRC, SYNC_DST, SYNC_SET, SYNC_WAIT, SET_FFTS, BAR_V, BAR_M, BAR_ALL, FENCE, CACHEINVALID)
"""Nothing to do for them where instructions run one after the other."""
