# SPDX-License-Identifier: Apache-2.0
"""What a launch asks of the chip: cores for blocks that have to run at once, and types that it adds atomically.

A hard barrier waits for every core of its kind, so the launch has to fill them; a launch that starts together cannot
be wider than the chip. Only widths that are known here are looked at. Nothing changes.
"""

from __future__ import annotations

from collections.abc import Sequence

from pypto.errors import InvalidOperationError, VerifierError
from pypto.ir import arith
from pypto.ir.enums import AtomicType
from pypto.ir.nodes import Call, Const, Eval, Function, Invoke, Launch, Program, TensorType, Var, walk
from pypto.ir.ops import memory, system, transfer
from pypto.ir.ops.table import Op
from pypto.passes.events import core_of, may_be_one_event, reached
from pypto.platforms import Platform


def launches(program: Program, platform: Platform) -> Program:
    for stmt in walk(program.entry_function.body):
        if isinstance(stmt, Launch):
            function = program.functions[stmt.function]
            _width(stmt, function, platform)
            kernels = _kernels(function, program)
            _events(kernels, function, stmt, platform)
            for kernel in kernels:
                _atomics(kernel, platform)
                for call in _calls(kernel, system.SYNCALL):
                    _barrier(call, stmt, function, kernel, platform)
    return program


def _kernels(function: Function, program: Program) -> list[Function]:
    """The kernels of a group, or the one kernel that is launched."""
    called = [s.value.function for s in function.body if isinstance(s, Eval) and isinstance(s.value, Invoke)]
    return [program.functions[name] for name in called] if function.kind == "Group" else [function]


def _cores(function: Function, platform: Platform) -> tuple[int, str]:
    """How many blocks of a kernel the chip runs at once, and on what."""
    if function.kind == "AIV":
        return platform.vector_cores, "vector cores"
    return platform.cube_cores, "cube cores" if function.kind == "AIC" else "clusters"


def _blocks(launch: Launch) -> int | None:
    return 1 if launch.blocks is None else arith.as_int(arith.simplify(launch.blocks))


def _atomics(function: Function, platform: Platform) -> None:
    allowed = memory.ATOMIC_TYPES[platform.generation]
    for stmt in walk(function.body):
        call = stmt.value if isinstance(stmt, Eval) else None
        if not isinstance(call, Call) or call.attrs.get("atomic") is not AtomicType.Add:
            continue
        target = call.args[1 if call.op is transfer.STORE else 0]
        assert isinstance(target, Var) and isinstance(target.type, TensorType)
        if target.type.dtype not in allowed:
            raise InvalidOperationError(
                f"{platform.generation} adds no {target.type.dtype} atomically, and `{target.name}` holds it",
                span=call.span,
                help=f"use {', '.join(map(str, allowed))}",
                code="dtype-support",
            )


def _events(kernels: Sequence[Function], function: Function, launch: Launch, platform: Platform) -> None:
    """An event is for another core of the cluster, or for the cores of one kind of all clusters."""
    raised = [call for kernel in kernels for call in _calls(kernel, system.SYNC_SET)]
    for kernel in kernels:
        for call in (*_calls(kernel, system.SYNC_SET), *_calls(kernel, system.SYNC_WAIT)):
            _event(call, kernel, function, raised)
    together = next((call for call in raised if call.attrs["ffts_mode"] == 0), None)
    blocks, (cores, what) = _blocks(launch), _cores(function, platform)
    if together is not None and launch.blocks is not None and blocks is not None and blocks != cores:
        query = "available_aiv_count" if function.kind == "AIV" else "available_cluster_count"
        raise VerifierError(
            f"an event of ffts_mode=0 is raised by all {cores} {what} of {platform.generation}, and the launch has "
            f"{blocks} block{'s' * (blocks != 1)}",
            span=together.span,
            help=f'launch pl.spmd(pl.system.{query}()), or meet at pl.system.syncall with mode="soft"',
            code="event",
        )


def _calls(function: Function, op: Op) -> list[Call]:
    """The calls of an operation that stand alone."""
    found = (s.value for s in walk(function.body) if isinstance(s, Eval) and isinstance(s.value, Call))
    return [call for call in found if call.op is op]


def _event(call: Call, kernel: Function, function: Function, raised: Sequence[Call]) -> None:
    """Whether a core of the kernel may raise an event, or wait for it: somebody raises it for that kind of core."""
    kind, name = core_of(call), f"pl.system.{call.op.name}"
    core = "vector" if kind == "aiv" else "cube"
    if kernel.kind in ("AIV", "AIC") and kind != kernel.kind.lower():
        own = "vector" if kernel.kind == "AIV" else "cube"
        raise VerifierError(
            f"{name} is for the {core} core, and this kernel runs on the {own} core",
            span=call.span,
            help=f'core_type="{kernel.kind.lower()}"',
            code="event",
        )
    if function.kind in ("AIV", "AIC") and not any(c.attrs["ffts_mode"] == 0 for c in raised):
        raise VerifierError(
            f"{name} is for another core of the cluster, and this region runs on one {core} core",
            span=call.span,
            help="pipes of one core: pl.system.sync_src and sync_dst; all blocks of a launch: ffts_mode=0 of "
            "pl.system.sync_set, or pl.system.syncall",
            code="event",
        )
    if call.op is system.SYNC_WAIT:
        _awaited(call, core, [c for c in raised if reached(c) == kind and may_be_one_event(c, call)])


def _awaited(call: Call, core: str, meant: Sequence[Call]) -> None:
    """Something raises the event that is awaited, on the pipe that the wait names."""
    event = call.args[0]
    shown = f"event {event.value}" if isinstance(event, Const) else "an event"
    if not meant:
        raise VerifierError(
            f"pl.system.sync_wait waits for {shown} on the {core} core, and nothing raises it there",
            span=call.span,
            help="pl.system.sync_set raises it for the other kind of core of the cluster, with ffts_mode=0 for all cores "
            "of its own kind, with ffts_mode=1 for the vector cores",
            code="event",
        )
    pipe = call.attrs["pipe"]
    if all(c.attrs["pipe"] is not pipe for c in meant):
        first = meant[0]
        where = f", at line {first.span.line}" if first.span else ""
        named = f"pipe=pl.PipeType.{first.attrs['pipe'].name}"
        raise VerifierError(
            f"pl.system.sync_wait waits for {shown} of pipe {pipe.name}, and pipe {first.attrs['pipe'].name} raises it",
            span=call.span,
            notes=(f"it is raised by pl.system.sync_set{where}",),
            help=f"name the pipe that raises it: {named}",
            code="event",
        )


def _width(launch: Launch, function: Function, platform: Platform) -> None:
    blocks, (cores, what) = _blocks(launch), _cores(function, platform)
    if launch.attrs.get("sync_start") and blocks is not None and blocks > cores:
        raise VerifierError(
            f"{blocks} blocks cannot start together: {platform.generation} has {cores} {what}",
            span=launch.span,
            help=f"launch at most {cores} blocks, or leave sync_start out",
            code="launch-width",
        )


def _barrier(call: Call, launch: Launch, function: Function, kernel: Function, platform: Platform) -> None:
    kind = {"AIV": "aiv_only", "AIC": "aic_only"}.get(kernel.kind)
    wanted = call.attrs["core_type"]
    if kind is not None and wanted != kind and not (wanted == "mix" and function.kind == "Group"):
        core = "vector" if kind == "aiv_only" else "cube"
        raise VerifierError(
            f'the barrier waits for other cores than those that run it: core_type="{wanted}" in a kernel of the '
            f"{core} core",
            span=call.span,
            help=f'core_type="{kind}"',
            code="barrier",
        )
    blocks, (cores, what) = _blocks(launch), _cores(function, platform)
    if call.attrs["mode"] == "hard" and blocks is not None and blocks != cores:
        query = "available_aiv_count" if function.kind == "AIV" else "available_cluster_count"
        raise VerifierError(
            f"a hard barrier waits for all {cores} {what} of {platform.generation}, and the launch has {blocks} "
            f"block{'s' * (blocks != 1)}",
            span=call.span,
            help=f'launch pl.spmd(pl.system.{query}()), or use mode="soft" with a workspace',
            code="barrier",
        )
