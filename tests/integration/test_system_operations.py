# SPDX-License-Identifier: Apache-2.0
"""Barriers over the blocks of a launch, and what orders pipes: both engines, both platforms, more blocks than workers."""

from pathlib import Path

import pytest
import torch
from kernel_runs import PLATFORMS, reads_back, run_everywhere

import pypto.language as pl
from pypto.errors import KernelFault, VerifierError

D, B = 64, 20


@pl.jit
def phases(
    x: pl.Tensor[[B, D], pl.FP32],
    w: pl.Tensor[[16], pl.INT32],
    y: pl.Out[pl.Tensor[[B, D], pl.FP32]],
    z: pl.Out[pl.Tensor[[B, D], pl.FP32]],
    total: pl.InOut[pl.Tensor[[1, D], pl.FP32]],
):
    with pl.spmd(B, sync_start=True):
        b = pl.tile.get_block_idx()
        lane = pl.tile.get_subblock_idx()
        y[b : b + 1, :] = pl.add(x[b : b + 1, :], 1.0)
        total = pl.assemble(total, x[b : b + 1, :], [0, 0], atomic=pl.AtomicType.Add)
        pl.system.bar_all()
        pl.system.bar_v()
        pl.system.sync_src(set_pipe=pl.PipeType.V, wait_pipe=pl.PipeType.MTE3, event_id=3)
        pl.system.sync_dst(set_pipe=pl.PipeType.V, wait_pipe=pl.PipeType.MTE3, event_id=b % 4)
        pl.system.sync_src(set_pipe=pl.PipeType.V, wait_pipe=pl.PipeType.MTE3, event_id=13)
        pl.system.cacheinvalid()
        pl.system.fence()
        pl.system.syncall(core_type="aiv_only", mode="soft", gm_workspace=w, used_cores=B)
        pl.system.cacheinvalid(x, [1, D], [0, 0])
        for i in pl.range(2):
            n = (b + 1 + i + lane) % B
            z[b : b + 1, :] = pl.add(y[n : n + 1, :], total[:, :])
            pl.system.syncall(core_type="aiv_only", mode="soft", gm_workspace=w, used_cores=0)
    return y, z, total


def test_what_was_stored_before_a_barrier_is_seen_after_it():
    x = torch.randn(B, D)
    given = x, torch.zeros(16, dtype=torch.int32), torch.zeros(B, D), torch.zeros(B, D), torch.zeros(1, D)
    _, _, y, z, total = run_everywhere(phases, *given)
    expected = torch.zeros(1, D)
    for row in x:  # atomic adds take effect in order of blocks
        expected += row
    assert torch.equal(total, expected)
    assert torch.equal(y, x + 1)
    assert torch.equal(z, torch.roll(x + 1, -2, 0) + expected)
    text = reads_back(phases, *given)
    assert 'pl.system.syncall(core_type="aiv_only", mode="soft", gm_workspace=w, used_cores=20)' in text


@pl.jit
def filled(n: pl.INDEX, x: pl.Tensor[[128, D], pl.FP32], y: pl.Out[pl.Tensor[[128, D], pl.FP32]]):
    t = pl.create_tensor([128, D], dtype=pl.FP32)
    for b in pl.spmd(pl.system.available_aiv_count(), sync_start=True):
        for r in pl.range(b, 128, pl.tile.get_block_num()):
            t[r : r + 1, :] = pl.neg(x[r : r + 1, :])
        pl.system.syncall(core_type="aiv_only")
        for r in pl.range(b, 128, pl.tile.get_block_num()):
            y[r : r + 1, :] = t[127 - r : 128 - r, :]
        if b < n:
            pl.system.syncall(core_type="aiv_only")
    return y


@pytest.mark.parametrize("engine", ["native", "interpret"])
def test_a_launch_as_wide_as_the_chip_and_a_barrier_that_some_blocks_miss(engine):
    x, y = torch.randn(128, D), torch.zeros(128, D)
    for platform in PLATFORMS:
        config = {"platform": platform, "engine": engine, "workers": 1}
        program = filled.compile(n=pl.RUNTIME, config=config)
        program(0, x, y)
        assert torch.equal(y, -x.flip(0))
        with pytest.raises(KernelFault, match="deadlock: a block waits") as error:
            program(3, x, y)
        assert error.value.code == "barrier"
        assert error.value.span is not None and error.value.span.column == 13  # the one that some blocks miss


@pl.jit
def wrong_count(
    x: pl.Tensor[[4, D], pl.FP32], w: pl.Tensor[[16], pl.INT32], y: pl.Out[pl.Tensor[[4, D], pl.FP32]]
):
    for b in pl.spmd(4):
        y[b : b + 1, :] = x[b : b + 1, :]
        pl.system.syncall(core_type="aiv_only", mode="soft", gm_workspace=w, used_cores=5)
    return y


@pytest.mark.parametrize("engine", ["native", "interpret"])
def test_a_barrier_that_waits_for_too_many(engine):
    args = torch.randn(4, D), torch.zeros(16, dtype=torch.int32), torch.zeros(4, D)
    with pytest.raises(KernelFault, match="waits for 5 cores, and 4 run the task"):
        wrong_count(*args, config={"engine": engine})


@pl.jit
def unordered(
    x: pl.Tensor[[4, D], pl.FP32],
    y: pl.Out[pl.Tensor[[4, D], pl.FP32]],
    z: pl.Out[pl.Tensor[[4, D], pl.FP32]],
):
    w = pl.create_tensor([16], dtype=pl.INT32, init_value=0)
    for b in pl.spmd(4):
        pl.system.syncall(core_type="aiv_only", mode="soft", gm_workspace=w, used_cores=4)
        y[b : b + 1, :] = x[b : b + 1, :]
        z[b : b + 1, :] = y[3 - b : 4 - b, :]
    return y, z


def test_a_barrier_orders_only_what_stands_on_both_sides():
    with pytest.raises(KernelFault, match=r"one block reads what another writes: blocks \d and \d of task 0"):
        unordered(torch.randn(4, D), torch.zeros(4, D), torch.zeros(4, D))


@pl.jit
def partial(x: pl.Tensor[[8, D], pl.FP32], y: pl.Out[pl.Tensor[[8, D], pl.FP32]]):
    for b in pl.spmd(8):
        y[b : b + 1, :] = x[b : b + 1, :]
        pl.system.syncall(core_type="aiv_only")
    return y


@pl.jit
def other_core(x: pl.Tensor[[48, D], pl.FP32], y: pl.Out[pl.Tensor[[48, D], pl.FP32]]):
    for b in pl.spmd(48):
        y[b : b + 1, :] = x[b : b + 1, :]
        pl.system.syncall()
    return y


@pl.jit
def too_wide(x: pl.Tensor[[80, D], pl.FP32], y: pl.Out[pl.Tensor[[80, D], pl.FP32]]):
    for b in pl.spmd(80, sync_start=True):
        y[b : b + 1, :] = x[b : b + 1, :]
    return y


@pytest.mark.parametrize(
    ("kernel", "rows", "message"),
    [
        (partial, 8, "a hard barrier waits for all 48 vector cores of a2a3, and the launch has 8 blocks"),
        (other_core, 48, 'core_type="mix" in a kernel of the vector core'),
        (too_wide, 80, "80 blocks cannot start together: a2a3 has 48 vector cores"),
    ],
)
def test_launches_that_cannot_work_are_refused(kernel, rows, message):
    with pytest.raises(VerifierError, match=message):
        kernel(torch.randn(rows, D), torch.zeros(rows, D))


@pl.jit
def crossing(
    n: pl.INDEX, a: pl.Tensor[[64, 32], pl.FP32], b: pl.Tensor[[32, 32], pl.FP32], f: pl.Tensor[[256], pl.INT64],
    y: pl.Out[pl.Tensor[[64, 32], pl.FP32]],
):  # fmt: skip
    for i in pl.spmd(2):
        pl.system.set_ffts(f)
        acc = pl.matmul(a[i * 32 : i * 32 + 32, :], b[:, :])
        pl.system.sync_set(3, pipe=pl.PipeType.FIX)
        pl.system.sync_wait(3, pipe=pl.PipeType.FIX)
        y[i * 32 : i * 32 + 32, :] = pl.add(acc, 1.0)
        pl.system.sync_set(i, pipe=pl.PipeType.MTE3, core_type="aiv")
        for _ in pl.range(n):
            pl.system.sync_wait(i, pipe=pl.PipeType.MTE3, core_type="aic")
    return y


def test_events_between_the_cores_of_a_cluster():
    a, b = torch.randint(-4, 5, (64, 32)).float(), torch.randint(-4, 5, (32, 32)).float()
    f, y = torch.zeros(256, dtype=torch.int64), torch.zeros(64, 32)
    assert torch.equal(run_everywhere(crossing, 1, a, b, f, y)[4], a @ b + 1)
    with pytest.raises(
        KernelFault, match=r"deadlock: pl.system.sync_wait waits for event \d, and nobody raises it"
    ):
        crossing(2, a, b, f, y)


@pl.jit
def chosen(
    events: pl.Tensor[[8], pl.INT32],
    a: pl.Tensor[[32, 32], pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        acc = pl.matmul(a[:, :], a[:, :])
        pl.system.sync_set(pl.read(events, [0]), pipe=pl.PipeType.FIX)
        pl.system.sync_set(pl.read(events, [1]), pipe=pl.PipeType.M)
        pl.system.sync_wait(pl.read(events, [2]), pipe=pl.PipeType.FIX)
        y[:, :] = pl.add(acc, 1.0)
    return y


@pytest.mark.parametrize("engine", ["native", "interpret"])
def test_an_event_of_another_pipe_than_the_wait_names_is_a_fault_where_the_run_decides(engine):
    a, y, config = torch.randint(-4, 5, (32, 32)).float(), torch.zeros(32, 32), {"engine": engine}
    events = torch.tensor([2, 3, 2, 0, 0, 0, 0, 0], dtype=torch.int32)
    chosen(events, a, y, config=config)
    assert torch.equal(y, a @ a + 1)
    message = "sync_wait waits for event 3 of another pipe than raises it: M"
    with pytest.raises(KernelFault, match=message) as fault:
        events[2] = 3
        chosen(events, a, y, config=config)
    source = Path(fault.value.span.file).read_text().splitlines()
    assert "pl.system.sync_wait(pl.read(" in source[fault.value.span.line - 1]


@pl.jit
def alone(x: pl.Tensor[[16, D], pl.FP32], y: pl.Out[pl.Tensor[[16, D], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.neg(x[:, :])
        pl.system.sync_set(0, pipe=pl.PipeType.V)
    return y


def test_an_event_without_another_core():
    with pytest.raises(VerifierError, match=r"sync_set is for another core of the cluster"):
        alone(torch.zeros(16, D), torch.zeros(16, D))


@pl.jit
def mixed(
    a: pl.Tensor[[64, 32], pl.FP32], b: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[64, 32], pl.FP32]],
    z: pl.Out[pl.Tensor[[64, 32], pl.FP32]],
):  # fmt: skip
    w = pl.create_tensor([16], dtype=pl.INT32, init_value=0)
    for i in pl.spmd(2):
        y[i * 32 : i * 32 + 32, :] = pl.add(pl.matmul(a[i * 32 : i * 32 + 32, :], b[:, :]), 1.0)
        pl.system.syncall(mode="soft", gm_workspace=w, used_cores=0)
        n = (1 - i) * 32
        z[i * 32 : i * 32 + 32, :] = pl.neg(y[n : n + 32, :])
    return y, z


def test_a_barrier_of_both_kinds_of_core():
    a, b = torch.randint(-4, 5, (64, 32)).float(), torch.randint(-4, 5, (32, 32)).float()
    _, _, y, z = run_everywhere(mixed, a, b, torch.zeros(64, 32), torch.zeros(64, 32))
    assert torch.equal(y, a @ b + 1)
    assert torch.equal(z, -torch.roll(y, 32, 0))


@pl.jit
def too_many_cores(
    x: pl.Tensor[[4, D], pl.FP32], w: pl.Tensor[[16], pl.INT32], y: pl.Out[pl.Tensor[[4, D], pl.FP32]]
):
    for b in pl.spmd(4, sync_start=True):
        y[b : b + 1, :] = pl.add(x[b : b + 1, :], 1.0)
        pl.system.syncall(core_type="aiv_only", mode="soft", gm_workspace=w, used_cores=8)
    return y


@pytest.mark.parametrize("engine", ["native", "interpret"])
def test_a_barrier_that_waits_for_more_cores_than_run_is_an_error(engine):
    args = torch.randn(4, D), torch.zeros(16, dtype=torch.int32), torch.zeros(4, D)
    with pytest.raises(KernelFault, match="waits for 8 cores, and 4 run the task"):
        too_many_cores(*args, config={"engine": engine})
