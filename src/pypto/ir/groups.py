# SPDX-License-Identifier: Apache-2.0
"""Groups: a region of regions, which run together, one on the cube core and the others on the vector cores.

with pl.cluster(name_hint="fused"):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="product"): ...     the cube core
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="bias"): ...        a vector core, or both
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import or_

from pypto.errors import Span
from pypto.ir.enums import Mem
from pypto.ir.nodes import Assign, Block, Call, Eval, For, Invoke, Region, TileType, walk
from pypto.ir.ops import crossing, pipe, rows, system
from pypto.ir.ops.table import Trait


def is_group(region: Region) -> bool:
    """Whether the parts of a region are regions of their own."""
    called = (isinstance(s, Eval) and isinstance(s.value, Invoke) for s in region.body)
    parts = [isinstance(s, Region) for s in region.body]
    return len(parts) > 1 and any(parts) and all(map(or_, parts, called))


def calls_in(block: Block) -> Iterator[Call]:
    """The operations that stand as statements of a block and of the blocks inside it."""
    for stmt in walk(block):
        if isinstance(stmt, Assign | Eval) and isinstance(stmt.value, Call):
            yield stmt.value


def core_kind(body: Block) -> str:
    """AIC when the code uses the memories of the cube core, InCore when it also needs a vector core, else AIV."""
    calls = list(calls_in(body))
    if has_lane_loops(body) or named_crossing(body) is not None:
        return "InCore"
    named = {pipe.CORE[c.op] for c in calls if c.op in pipe.CORE}
    cube = "AIC" in named or any(c.op.has(Trait.CUBE) or _is_staged(c) for c in calls)
    if not cube:
        return "AIV"
    vector = "AIV" in named or any(
        c.op.has(Trait.VECTOR) and not c.op.has(Trait.VIEW) and not _is_staged(c) for c in calls
    )
    return "InCore" if vector else "AIC"


def of_other_core(core: str, body: Block) -> tuple[str, Span | None] | None:
    """What code of "AIC" or "AIV" asks of the other kind of core first, in words, and where."""
    other = "cube" if core == "AIV" else "vector"
    staged: tuple[str, Span | None] | None = None
    for stmt in walk(body):
        if isinstance(stmt, For) and stmt.kind == "split_aiv":
            return "pl.split_aiv divides work of both kinds of core", stmt.span
        call = stmt.value if isinstance(stmt, Assign | Eval) else None
        if not isinstance(call, Call):
            continue
        span = call.span or stmt.span
        if call.op in crossing.NAMED:
            return f"pl.{call.op.name} moves a value to the other kind of core", span
        held = _is_staged(call)
        trait = Trait.CUBE if core == "AIV" else Trait.VECTOR
        wrong = call.op.has(trait) and not (held and core == "AIC") and not call.op.has(Trait.VIEW)
        if wrong or pipe.CORE.get(call.op, core) != core:
            return f"pl.{call.op.name} runs on the {other} core", span
        if held and core == "AIV":
            staged = staged or (f"pl.{call.op.name} fills a memory of the cube core", span)
    return staged


def _is_staged(call: Call) -> bool:
    """Whether a call makes a value in a memory of the cube core."""
    if call.op is rows.CREATE_L1 or (call.op is rows.PAGED_GATHER and call.attrs.get("space") is not Mem.Vec):
        return True
    return isinstance(call.type, TileType) and call.type.space != "Vec"


def has_lane_loops(body: Block) -> bool:
    """Whether the code has loops over the two vector cores."""
    return any(isinstance(s, For) and s.kind == "split_aiv" for s in walk(body))


def named_crossing(body: Block) -> Call | None:
    """The first value that the code itself lets cross between the cores."""
    return next((call for call in calls_in(body) if call.op in crossing.NAMED), None)


def uses_pipes(body: Block) -> bool:
    """Whether the code opens a pipe, or moves something through one."""
    return any(call.op in pipe.CORE for call in calls_in(body))


def vector_cores(body: Block) -> int:
    """On how many vector cores of the cluster a kernel of the vector core runs: on both where it divides the work."""
    for call in calls_in(body):
        if call.op is system.GET_SUBBLOCK_IDX or (call.op in pipe.MOVES and call.attrs.get("split")):
            return 2
    return 1
