# SPDX-License-Identifier: Apache-2.0
"""What a launch asks of the chip: cores for blocks that have to run at once, and types that it adds atomically.

A hard barrier waits for every core of its kind, so the launch has to fill them; a launch that starts together cannot
be wider than the chip. Only widths that are known here are looked at. Nothing changes.
"""

from __future__ import annotations

from pypto.errors import InvalidOperationError, VerifierError
from pypto.ir import arith
from pypto.ir.enums import AtomicType
from pypto.ir.nodes import Call, Eval, Function, Invoke, Launch, Program, TensorType, Var, walk
from pypto.ir.ops import memory, system, transfer
from pypto.platforms import Platform


def launches(program: Program, platform: Platform) -> Program:
    for stmt in walk(program.entry_function.body):
        if isinstance(stmt, Launch):
            function = program.functions[stmt.function]
            _width(stmt, function, platform)
            _events(function)
            for kernel in _kernels(function, program):
                _atomics(kernel, platform)
                for call in _barriers(kernel):
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


def _events(function: Function) -> None:
    """An event is for another core of the cluster."""
    for stmt in walk(function.body):
        call = stmt.value if isinstance(stmt, Eval) else None
        alone = isinstance(call, Call) and call.op in (system.SYNC_SET, system.SYNC_WAIT)
        if alone and function.kind != "InCore":
            assert isinstance(call, Call)
            core = "vector" if function.kind == "AIV" else "cube"
            raise VerifierError(
                f"pl.system.{call.op.name} is for another core of the cluster, and this region runs on one {core} core",
                span=call.span,
                help="pipes of one core: pl.system.sync_src and sync_dst; all blocks of a launch: pl.system.syncall",
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


def _barriers(function: Function) -> list[Call]:
    return [
        stmt.value
        for stmt in walk(function.body)
        if isinstance(stmt, Eval) and isinstance(stmt.value, Call) and stmt.value.op is system.SYNCALL
    ]


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
