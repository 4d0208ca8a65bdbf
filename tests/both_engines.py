# SPDX-License-Identifier: Apache-2.0
"""A program built by hand, run natively and interpreted on the same arguments."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import torch

from pypto import folder
from pypto.artifact import CompiledProgram
from pypto.codegen.manifest import manifest
from pypto.codegen.orchestration import emit_orchestration
from pypto.codegen.pto import emit_pto
from pypto.ir.nodes import Program
from pypto.ir.printer import print_program
from pypto.ir.verify import verify
from pypto.passes import pipeline
from pypto.runtime.config import RunConfig
from pypto.runtime.interpret import interpret
from pypto.stages import assemble_text


def compile_program(program: Program, config: RunConfig) -> tuple[CompiledProgram, Program]:
    """The built native program, and the front-end program that the interpreter runs."""
    verify(program, "front")
    for step in pipeline.front_passes():
        program = step.run(program)
        verify(program, step.stage)
    front, texts = program, {"program.py": print_program(program)}
    for step in pipeline.back_passes(config.chip):
        program = step.run(program)
        verify(program, step.stage)
    cores = [f.name for f in program.functions.values() if f.kind in ("AIV", "AIC")]
    kernels = {name: number for number, name in enumerate(cores)}
    groups = [f.name for f in program.functions.values() if f.kind == "Group"]
    tasks = {name: number for number, name in enumerate([*cores, *groups])}
    document = manifest(program, kernels, config.chip, {"goldtile": "0"}, {}, [])
    for entry in document["kernels"]:
        unit = [k["function"] for k in document["kernels"] if k["pto"] == entry["pto"]]
        pto = emit_pto([program.functions[name] for name in unit], config.chip.generation)
        texts[entry["pto"]] = pto
        texts[entry["cpp"]] = assemble_text(pto, entry["pto"], entry["function"])
    texts[document["orchestration"]["cpp"]] = emit_orchestration(program.entry_function, tasks)
    document["files"] = folder.hashes(texts, document)
    texts["program.json"] = json.dumps(document)
    where = folder.create(program.name, texts, None)
    artifact = CompiledProgram(where, json.loads(texts["program.json"]), config)
    artifact.build()
    return artifact, front


def run_both(program: Program, args: Sequence[Any], platform: str = "a2a3sim") -> tuple[list[Any], list[Any]]:
    """Copies of the arguments after a native and after an interpreted run."""
    config = RunConfig(platform=platform)
    artifact, front = compile_program(program, config)
    native, wanted = ([a.clone() if isinstance(a, torch.Tensor) else a for a in args] for _ in range(2))
    artifact.dispatch(native)
    interpret(front, None, wanted, config.chip)
    return native, wanted


def distance(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Steps between two tensors of one type, for floats in units in the last place; NaN equals NaN."""
    if not a.dtype.is_floating_point:
        return (a.to(torch.int64) - b.to(torch.int64)).abs()
    width = 8 * a.element_size()
    kind = {8: torch.int8, 16: torch.int16, 32: torch.int32}[width]

    def position(t: torch.Tensor) -> torch.Tensor:
        bits = t.contiguous().view(kind).to(torch.int64)
        return torch.where(bits < 0, -(bits + (1 << (width - 1))), bits)

    steps = (position(a) - position(b)).abs()
    steps[a.isnan() & b.isnan()] = 0
    steps[a.isnan() != b.isnan()] = 1 << width
    return steps
