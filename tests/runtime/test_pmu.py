# SPDX-License-Identifier: Apache-2.0
"""What blocks cost, as a table of the build folder."""

import csv

import pytest
import torch

import pypto.language as pl
from pypto.runtime.config import RunConfig

D = 64


@pl.jit
def kernel(x: pl.Tensor[[64, D], pl.FP32], y: pl.Out[pl.Tensor[[64, D], pl.FP32]]):
    t = pl.create_tensor([64, D], dtype=pl.FP16)
    with pl.at(level=pl.Level.CORE_GROUP):
        t[:, :] = pl.cast(x[:, :], pl.FP16)
    with pl.at(level=pl.Level.CORE_GROUP):
        t[0:16, :] = pl.cast(pl.matmul(t[0:16, :], t[:, :]), pl.FP16)
    for b in pl.spmd(4):
        y[b * 16 : b * 16 + 16, :] = pl.cast(t[b * 16 : b * 16 + 16, :], pl.FP32)
    return y


def table(**config):
    x, y = torch.ones(64, D), torch.zeros(64, D)
    program = kernel.compile(x, y)
    program(x, y, config=RunConfig(**config))
    assert torch.equal(y[16:], x[16:]) and torch.equal(y[:16], x[:16] * D)
    with open(program.output_dir / "dfx_outputs/pmu.csv") as file:
        return program, list(csv.DictReader(file))


@pytest.mark.parametrize("sanitize", [None, False])
def test_bytes_of_global_memory_are_counted_for_each_block(sanitize):
    program, rows = table(enable_pmu=4, sanitize=sanitize)
    whole = 64 * D * 4
    vector = [row for row in rows if row["core_type"] == "1"]
    assert [row["task_id"] for row in rows] == sorted(row["task_id"] for row in rows)
    by_task = {}
    for row in rows:
        moved = by_task.setdefault(row["task_id"], [0, 0])
        moved[0] += int(row["gm_read_bytes"])
        moved[1] += int(row["gm_write_bytes"])
    assert by_task["0"] == [whole, whole // 2]
    assert by_task["1"] == [16 * D * 2 + 64 * D * 2, 16 * D * 2]
    assert by_task["2"] == [whole // 2, whole]
    assert len([row for row in vector if row["task_id"] == "2"]) == 4
    assert {row["event_type"] for row in rows} == {"4"}
    assert {row["func_id"] for row in rows} <= {str(k["id"]) for k in program.document["kernels"]}
    assert "0" in {row["core_type"] for row in rows}


def test_counters_that_the_device_does_not_have_stay_empty():
    _, rows = table(enable_pmu=2)
    head = ["thread_id", "core_id", "task_id", "func_id", "core_type", "pmu_total_cycles"]
    assert list(rows[0])[:6] == head and list(rows[0])[-1] == "event_type"
    for row in rows:
        assert int(row["pmu_total_cycles"]) > 0
        assert row["vec_busy_cycles"] == row["icache_req"] == ""


@pytest.mark.parametrize("group", [1, 5, 6, 7, 8])
def test_groups_without_known_counters_give_the_cycles_alone_and_the_run_says_so(group, tmp_path):
    program, rows = table(enable_pmu=group)
    assert list(rows[0]) == [
        "thread_id", "core_id", "task_id", "func_id", "core_type", "pmu_total_cycles", "event_type",
    ]  # fmt: skip
    assert all(int(row["pmu_total_cycles"]) > 0 and row["event_type"] == str(group) for row in rows)
    config = RunConfig(enable_pmu=group, save_kernels_dir=tmp_path / "build")
    said = kernel.compile(torch.ones(64, D), torch.zeros(64, D), config=config).messages
    assert any(f"counts nothing of event group {group} (" in line for line in said)
    assert not any("pmu.csv" in line for line in program.messages)


def test_the_environment_chooses_the_group_of_true(monkeypatch):
    assert RunConfig(enable_pmu=True).enable_pmu == 2
    monkeypatch.setenv("SIMPLER_PMU_EVENT_TYPE", "4")
    assert RunConfig(enable_pmu=True).enable_pmu == 4 and RunConfig().enable_pmu == 0
    monkeypatch.setenv("SIMPLER_PMU_EVENT_TYPE", "all")
    with pytest.raises(ValueError, match="SIMPLER_PMU_EVENT_TYPE must be the number"):
        RunConfig(enable_pmu=True)


@pytest.mark.parametrize(
    ("group", "said"),
    [
        (
            3,
            r"must be 0 or an event group \(1 ARITHMETIC, 2 PIPE, 4 MEMORY, 5 MEMORY_L0, 6 RESOURCE_CONFLICT, ",
        ),
        (9, "must be 0 or an event group"),
        (-1, "must be 0 or an event group"),
        ("2", "must be the number of an event group"),
        (2.0, "must be the number of an event group"),
    ],
)
def test_groups_that_mean_nothing_here_are_refused(group, said):
    with pytest.raises((TypeError, ValueError), match=said):
        RunConfig(enable_pmu=group)
