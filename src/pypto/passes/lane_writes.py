# SPDX-License-Identifier: Apache-2.0
"""Writes that both vector cores of a region do to one place, each with values of its own: nothing says which stays.

    for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
        out[0:32, :] = pl.aiv_shard(c)                  refused: each core has its own half of c
        out[lane * 32 : lane * 32 + 32, :] = ...        a window each

Values are of one core where they come from a part of a product, from a place that depends on the number of the core,
or from a branch that does. Atomic stores may meet, and so may writes of what both cores have alike.
"""

from __future__ import annotations

from collections.abc import Iterable

from pypto.errors import InvalidOperationError, as_written
from pypto.ir.enums import AtomicType
from pypto.ir.nodes import (
    Assign,
    Block,
    Call,
    Eval,
    Expr,
    For,
    Function,
    If,
    Stmt,
    Var,
    While,
    blocks_of,
)
from pypto.ir.ops import crossing, memory, pipe, system, transfer
from pypto.ir.visit import header_exprs, vars_in, vars_in_type
from pypto.passes.cores import Core, Cores, memory_target


def check_lane_writes(function: Function, cores: Cores) -> None:
    """Refuse what only one of two unordered writes would leave."""
    own: set[Var] = set(cores.lane_numbers)
    size = -1
    while size != (size := len(own)):
        _spread(function.body, own, False)
    _check(function.body, own, cores)


def _spread(block: Block, own: set[Var], under: bool) -> None:
    """Finds the values that differ between the two cores."""
    for stmt in block:
        if isinstance(stmt, Assign) and (under or _differs(stmt.value, own)):
            own.add(stmt.target)
        if isinstance(stmt, Eval) and isinstance(stmt.value, Call) and stmt.value.op is memory.WRITE:
            target = stmt.value.args[0]  # a single element of an on-chip value
            if (
                isinstance(target, Var)
                and memory_target(stmt.value) is None
                and (under or _differs(stmt.value, own))
            ):
                own.add(target)
        inner = under or _depends(stmt, own)
        for part in blocks_of(stmt):
            _spread(part, own, inner)


def _differs(value: Expr, own: set[Var]) -> bool:
    if isinstance(value, Call) and value.op in crossing.NAMED:
        return value.op is crossing.AIV_SHARD and pipe.axis_of(value.attrs["split"]) is not None
    if isinstance(value, Call) and value.op is system.GET_SUBBLOCK_IDX:
        return True
    return any(v in own for v in vars_in(value))


def _depends(stmt: Stmt, own: set[Var]) -> bool:
    """Whether the number of the core decides about a branch or a loop."""
    return isinstance(stmt, For | While | If) and any(
        v in own for e in header_exprs(stmt) for v in vars_in(e)
    )


def _check(block: Block, own: set[Var], cores: Cores) -> None:
    for stmt in block:
        if isinstance(stmt, Eval) and isinstance(stmt.value, Call) and cores.cores_of(stmt) == {Core.VECTOR}:
            _check_write(stmt.value, stmt, own, cores)
        if not _depends(stmt, own):
            for part in blocks_of(stmt):
                _check(part, own, cores)


def _check_write(call: Call, stmt: Eval, own: set[Var], cores: Cores) -> None:
    target = memory_target(call)
    if target is None or target in own or (cores.loops and id(stmt) not in cores.in_lane):
        return
    if call.attrs.get("atomic", AtomicType.None_) is not AtomicType.None_:
        return
    given = [a for a in call.args if a is not None and a is not target]
    source = next((v for a in given for v in vars_in(a) if v in own), None)
    if source is None or _any(_place(call), own) or _any(vars_in_type(source.type), own):
        return
    lane = next(iter(cores.lane_numbers), None)
    name = "lane" if lane is None else as_written(lane.name, lane.span)
    raise InvalidOperationError(
        f"both vector cores write this place of `{as_written(target.name, target.span)}`, and each has "
        f"`{as_written(source.name, source.span)}` of its own",
        span=call.span or stmt.span,
        help=f"put `{name}` into the place that is written, or let one of them write: if {name} == 0:",
        code="split-aiv",
    )


def _place(call: Call) -> Iterable[Var]:
    """What says where an operation writes."""
    for dim in call.attrs["offsets" if call.op is transfer.STORE else "offset"]:
        if isinstance(dim, Expr):
            yield from vars_in(dim)


def _any(found: Iterable[Var], own: set[Var]) -> bool:
    return any(v in own for v in found)
