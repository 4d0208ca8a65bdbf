# SPDX-License-Identifier: Apache-2.0
"""Launches whose blocks have to run at once: as many as the chip has cores, no more.

A hard barrier waits for every core of its kind, so the launch has to fill them; a launch that starts together cannot
be wider than the chip. Only widths that are known here are looked at. Nothing changes.
"""

from __future__ import annotations

from pypto.errors import VerifierError
from pypto.ir import arith
from pypto.ir.nodes import Call, Eval, Function, Launch, Program, walk
from pypto.ir.ops import system
from pypto.platforms import Platform


def launches(program: Program, platform: Platform) -> Program:
    for stmt in walk(program.entry_function.body):
        if isinstance(stmt, Launch):
            function = program.functions[stmt.function]
            _width(stmt, function, platform)
            for call in _barriers(function):
                _barrier(call, stmt, function, platform)
    return program


def _cores(function: Function, platform: Platform) -> tuple[int, str]:
    """How many blocks of a kernel the chip runs at once, and on what."""
    if function.kind == "AIV":
        return platform.vector_cores, "vector cores"
    return platform.cube_cores, "cube cores" if function.kind == "AIC" else "clusters"


def _blocks(launch: Launch) -> int | None:
    return 1 if launch.blocks is None else arith.as_int(arith.simplify(launch.blocks))


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


def _barrier(call: Call, launch: Launch, function: Function, platform: Platform) -> None:
    kind = {"AIV": "aiv_only", "AIC": "aic_only"}.get(function.kind)
    wanted = call.attrs["core_type"]
    if kind is not None and wanted != kind:
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
        query = "available_aiv_count" if kind == "aiv_only" else "available_cluster_count"
        raise VerifierError(
            f"a hard barrier waits for all {cores} {what} of {platform.generation}, and the launch has {blocks} "
            f"block{'s' * (blocks != 1)}",
            span=call.span,
            help=f'launch pl.spmd(pl.system.{query}()), or use mode="soft" with a workspace',
            code="barrier",
        )
