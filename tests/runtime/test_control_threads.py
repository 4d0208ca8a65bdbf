# SPDX-License-Identifier: Apache-2.0
"""Threads of the control processor: one orchestrates, the others look after the cores."""

import csv
import json

import pytest
import torch

import pypto.language as pl
from pypto.artifact import CompiledProgram
from pypto.compiler import open_build
from pypto.errors import BuildFolderError
from pypto.runtime.config import RunConfig


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(8):
        y[b * 8 : b * 8 + 8, :] = pl.mul(x[b * 8 : b * 8 + 8, :], 2.0)
    return y


def traced(program: CompiledProgram, **config) -> dict:
    """The timeline of one run with six workers, and the threads of its blocks."""
    x, y = torch.ones(64, 64), torch.zeros(64, 64)
    options = {
        "enable_chip_swimlane": 4,
        "enable_pmu": 2,
        "workers": 6,
        "platform": program.platform,
    } | config
    program(x, y, config=RunConfig(**options))
    assert torch.equal(y, 2 * x)
    folder = program.output_dir / "dfx_outputs"
    data = json.loads((folder / "chip_swimlane_records.json").read_text())
    with open(folder / "pmu.csv") as file:
        rows = list(csv.DictReader(file))
    threads = data["metadata"]["core_to_thread"]
    assert all(int(row["thread_id"]) == threads[int(row["core_id"])] for row in rows)
    return data


def compiled(tmp_path, **config) -> CompiledProgram:
    config = RunConfig(save_kernels_dir=tmp_path / "build", **config)
    return kernel.compile(torch.ones(64, 64), torch.zeros(64, 64), config=config)


@pytest.mark.parametrize(("platform", "threads"), [("a2a3sim", 4), ("a5sim", 5)])
def test_a_platform_has_its_own_number(platform, threads, tmp_path):
    program = compiled(tmp_path, platform=platform)
    assert program.document["options"]["aicpu_thread_num"] == 0
    data = traced(program)
    assert len(data["aicpu_scheduler_phases"]) == threads - 1
    assert len(data["aicpu_orchestrator_phases"]) == 1
    assert set(data["metadata"]["core_to_thread"]) <= set(range(threads - 1))


def test_a_call_stands_over_the_program_and_that_over_the_platform(tmp_path):
    program = compiled(tmp_path, aicpu_thread_num=3)
    stored = json.loads((program.output_dir / "program.json").read_text())
    assert stored["options"]["aicpu_thread_num"] == 3
    schedulers = {None: 2, 2: 1, 7: 6, 0: 3}
    for number, count in schedulers.items():
        data = traced(program, aicpu_thread_num=number)
        phases = data["aicpu_scheduler_phases"]
        assert len(phases) == count
        assert sum(len(own) for own in phases) >= 2
        for own in phases:
            assert [p["loop_iter"] for p in own] == list(range(len(own)))
            assert [p["start_cycles"] for p in own] == sorted(p["start_cycles"] for p in own)
    again = open_build(program.output_dir, RunConfig())
    assert len(traced(again)["aicpu_scheduler_phases"]) == 2


def test_programs_with_other_numbers_are_other_programs():
    x, y = torch.ones(64, 64), torch.zeros(64, 64)
    first = kernel.compile(x, y, config=RunConfig(aicpu_thread_num=3))
    assert kernel.compile(x, y, config=RunConfig(aicpu_thread_num=3, workers=2)) is first
    assert kernel.compile(x, y).document["options"]["aicpu_thread_num"] == 0
    assert first.document["options"]["aicpu_thread_num"] == 3


@pytest.mark.parametrize("number", [1, -2, True, "3"])
def test_a_number_of_a_folder_is_checked(number, tmp_path):
    program = compiled(tmp_path)
    path = program.output_dir / "program.json"
    document = json.loads(path.read_text())
    document["options"]["aicpu_thread_num"] = number
    path.write_text(json.dumps(document))
    with pytest.raises(BuildFolderError, match=r"options\.aicpu_thread_num is"):
        open_build(program.output_dir, RunConfig())
