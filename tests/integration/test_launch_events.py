# SPDX-License-Identifier: Apache-2.0
"""Events that all cores of one kind of a launch raise together: both engines, both platforms."""

import pytest
import torch
from kernel_runs import PLATFORMS, reads_back, run_everywhere, run_program

import pypto.language as pl
from pypto.errors import KernelFault, VerifierError

D = 64
V, MTE3, FIX = pl.PipeType.V, pl.PipeType.MTE3, pl.PipeType.FIX


def faults(kernel, *args, match):
    """What a run of each engine on each platform is refused with: the same, with the same place."""
    found = set()
    for platform in PLATFORMS:
        for engine in ("native", "interpret"):
            with pytest.raises((KernelFault, VerifierError), match=match) as error:
                kernel(*args, config={"platform": platform, "engine": engine})
            found.add((error.value.code, error.value.message, error.value.span.line, error.value.span.column))
    ((code, *_),) = found
    return code


@pl.jit
def rounds(
    x: pl.Tensor[[128, D], pl.FP32],
    y: pl.Out[pl.Tensor[[128, D], pl.FP32]],
    total: pl.InOut[pl.Tensor[[6, D], pl.FP32]],
):
    t = pl.create_tensor([128, D], dtype=pl.FP32)
    for b in pl.spmd(pl.system.available_aiv_count(), sync_start=True):
        n = pl.get_block_num()
        y[b : b + 1, :] = x[b : b + 1, :]
        for i in pl.range(6):
            t[b : b + 1, :] = pl.add(y[b : b + 1, :], 1.0)
            total = pl.assemble(total, x[b + i : b + i + 1, :], [i, 0], atomic=pl.AtomicType.Add)
            pl.system.sync_set(i % 3, pipe=V, ffts_mode=0)
            pl.system.sync_wait(i % 3, pipe=V)
            k = (b + 1) % n
            y[b : b + 1, :] = pl.add(t[k : k + 1, :], total[i : i + 1, :])
            pl.system.sync_set(5, pipe=V, ffts_mode=0)
            pl.system.sync_wait(5, pipe=V)
        if b == 0:
            for r in pl.range(n, 128):
                y[r : r + 1, :] = x[r : r + 1, :]
    return y, total


@pytest.mark.parametrize("platform", PLATFORMS)
def test_what_was_stored_before_an_event_is_seen_after_it_in_every_round(platform):
    blocks = {"a2a3sim": 48, "a5sim": 72}[platform]
    x = torch.randn(128, D)
    sums = torch.zeros(6, D)
    state = x[:blocks].clone()
    for i in range(6):
        for row in x[i : i + blocks]:  # atomic adds take effect in order of blocks
            sums[i] += row
        state = torch.roll(state + 1, -1, 0) + sums[i]
    for engine in ("native", "interpret"):
        y, total = torch.zeros(128, D), torch.zeros(6, D)
        rounds(x, y, total, config={"platform": platform, "engine": engine})
        assert torch.equal(total, sums), engine
        assert torch.equal(y[:blocks], state) and torch.equal(y[blocks:], x[blocks:]), engine
    text = reads_back(rounds, x, torch.zeros(128, D), torch.zeros(6, D))
    assert "pl.system.sync_set(5, pipe=pl.PipeType.V, ffts_mode=0)" in text


@pl.jit
def collected(x: pl.Tensor[[128, D], pl.FP32], y: pl.Out[pl.Tensor[[1, D], pl.FP32]]):
    t = pl.create_tensor([128, D], dtype=pl.FP32)
    for b in pl.spmd(pl.system.available_aiv_count(), sync_start=True):
        t[b : b + 1, :] = pl.add(x[b : b + 1, :], 1.0)
        pl.system.sync_set(0, pipe=MTE3, ffts_mode=0, core_type="aiv")
        if b == 0:
            pl.system.sync_wait(0, pipe=MTE3, core_type="aiv")
            best = t[0:1, :]
            for i in pl.range(1, pl.get_block_num()):
                best = pl.maximum(best, t[i : i + 1, :])
            y[:, :] = best
        pl.system.syncall(core_type="aiv_only")
    return y


def test_one_block_may_wait_for_all():
    x = torch.randn(128, D)
    for platform, blocks in zip(PLATFORMS, (48, 72), strict=True):
        for engine in ("native", "interpret"):
            y = torch.zeros(1, D)
            collected(x, y, config={"platform": platform, "engine": engine})
            assert torch.equal(y, (x[:blocks] + 1).amax(0, keepdim=True))


@pl.jit
def of_two_pipes(
    n: pl.Tensor[[8], pl.INT32], x: pl.Tensor[[128, D], pl.FP32], y: pl.Out[pl.Tensor[[128, D], pl.FP32]]
):
    for b in pl.spmd(pl.system.available_aiv_count(), sync_start=True):
        y[b : b + 1, :] = pl.add(x[b : b + 1, :], 1.0)
        pl.system.sync_set(pl.read(n, [0]), pipe=V, ffts_mode=0)
        pl.system.sync_set(4, pipe=MTE3, ffts_mode=0, core_type="aiv")
        pl.system.sync_wait(4, pipe=V)
    return y


def test_a_wait_for_all_blocks_names_the_pipe_that_raises_the_event():
    x, y = torch.randn(128, D), torch.zeros(128, D)
    for platform, blocks in zip(PLATFORMS, (48, 72), strict=True):
        for engine in ("native", "interpret"):
            config = {"platform": platform, "engine": engine}
            of_two_pipes(torch.full((8,), 4, dtype=torch.int32), x, y.zero_(), config=config)
            assert torch.equal(y[:blocks], x[:blocks] + 1)
    other = torch.full((8,), 5, dtype=torch.int32)
    match = "waits for event 4 of another pipe than raises it: MTE3"
    assert faults(of_two_pipes, other, x, y, match=match) == "event"


@pl.jit
def both_kinds(
    a: pl.Tensor[[576, 64], pl.FP16],
    w: pl.Tensor[[64, 64], pl.FP16],
    y: pl.Out[pl.Tensor[[576, 64], pl.FP32]],
):
    t = pl.create_tensor([576, 64], dtype=pl.FP32)
    for b in pl.spmd(pl.system.available_cluster_count(), sync_start=True):
        n = pl.get_block_num()
        for r in pl.range(b, 36, n):
            c = pl.matmul(a[16 * r : 16 * r + 16, :], w[:, :])
            t[16 * r : 16 * r + 16, :] = pl.add(c, 1.0)
        pl.system.sync_set(1, pipe=FIX, ffts_mode=0)
        pl.system.sync_wait(1, pipe=FIX)
        pl.system.sync_set(1, pipe=MTE3, ffts_mode=0, core_type="aiv")
        pl.system.sync_wait(1, pipe=MTE3, core_type="aiv")
        for r in pl.range(b, 36, n):
            y[16 * r : 16 * r + 16, :] = pl.mul(t[560 - 16 * r : 576 - 16 * r, :], 2.0)
    return y


def test_each_kind_of_core_of_a_mixed_region_has_events_of_its_own():
    generator = torch.Generator().manual_seed(5)
    a, w = (torch.randint(-3, 4, (n, 64), generator=generator).half() for n in (576, 64))
    *_, y = run_everywhere(both_kinds, a, w, torch.zeros(576, 64))
    wanted = (a.float() @ w.float() + 1) * 2
    assert torch.equal(y, wanted.reshape(36, 16, 64).flip(0).reshape(576, 64))


TALL = pl.Tensor[[576, 64], pl.FP32]


@pl.program
class Lanes:
    """A group whose vector cores both raise the event, beside a cube core that does not."""

    @pl.function(type=pl.FunctionType.AIC)
    def product(self, a: pl.Tensor[[576, 64], pl.FP16], c: pl.Out[TALL]):
        b = pl.get_block_idx()
        for r in pl.range(b, 36, pl.get_block_num()):
            left = pl.load(a, [16 * r, 0], [16, 64], target_memory=pl.Mem.Mat)
            right = pl.load(a, [0, 0], [64, 64], target_memory=pl.Mem.Mat)
            c = pl.store(pl.matmul(pl.move(left, pl.Mem.Left), pl.move(right, pl.Mem.Right)), [16 * r, 0], c)
        pl.system.sync_set(4, pipe=FIX, ffts_mode=0)
        pl.system.sync_wait(4, pipe=FIX)
        return c

    @pl.function(type=pl.FunctionType.AIV)
    def halves(self, x: TALL, t: pl.InOut[TALL], y: pl.Out[TALL]):
        b, lane = pl.get_block_idx(), pl.get_subblock_idx()
        n = pl.get_block_num()
        for r in pl.range(b, 36, n):
            t = pl.store(pl.neg(pl.load(x, [16 * r + 8 * lane, 0], [8, 64])), [16 * r + 8 * lane, 0], t)
        pl.system.sync_set(4, pipe=V, ffts_mode=0)
        pl.system.sync_wait(4, pipe=V)
        for r in pl.range(b, 36, n):
            k = 568 - 16 * r - 8 * lane
            y = pl.store(pl.load(t, [k, 0], [8, 64]), [16 * r + 8 * lane, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def pair(
        self, a: pl.Tensor[[576, 64], pl.FP16], c: pl.Out[TALL], x: TALL, t: pl.InOut[TALL], y: pl.Out[TALL]
    ):
        c = self.product(a, c)
        y = self.halves(x, t, y)
        return c, y

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self, a: pl.Tensor[[576, 64], pl.FP16], c: pl.Out[TALL], x: TALL, t: pl.InOut[TALL], y: pl.Out[TALL]
    ):
        with pl.spmd(pl.system.available_cluster_count(), sync_start=True):
            c, y = self.pair(a, c, x, t, y)
        return c, y


def test_both_vector_cores_of_every_cluster_raise_it():
    generator = torch.Generator().manual_seed(5)
    a = torch.randint(-3, 4, (576, 64), generator=generator).half()
    x = torch.randn(576, 64)
    zero = torch.zeros(576, 64)
    _, c, _, _, y = run_program(Lanes, a, zero, x, zero.clone(), zero.clone())
    assert torch.equal(c, a.float() @ a[:64].float())
    assert torch.equal(y, -x.reshape(72, 8, 64).flip(0).reshape(576, 64))


@pl.jit
def alone(x: pl.Tensor[[1, D], pl.FP32], n: pl.Tensor[[1], pl.INT32], y: pl.Out[pl.Tensor[[1, D], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_set(7, pipe=V, ffts_mode=0)
        for _ in pl.range(n[0]):
            pl.system.sync_wait(7, pipe=V)
        y[:, :] = pl.add(x[:, :], 1.0)
    return y


def test_one_block_raises_it_for_itself():
    x = torch.randn(1, D)
    for times in (0, 1):
        *_, y = run_everywhere(alone, x, torch.tensor([times], dtype=torch.int32), torch.zeros(1, D))
        assert torch.equal(y, x + 1)
    two = torch.tensor([2], dtype=torch.int32)
    assert faults(alone, x, two, torch.zeros(1, D), match="waits for event 7, and not every core") == "event"


@pl.jit
def some(
    k: pl.Tensor[[1], pl.INT32], x: pl.Tensor[[128, D], pl.FP32], y: pl.Out[pl.Tensor[[128, D], pl.FP32]]
):
    for b in pl.spmd(pl.system.available_aiv_count(), sync_start=True):
        y[b : b + 1, :] = pl.add(x[b : b + 1, :], 1.0)
        if b != k[0]:
            pl.system.sync_set(7, pipe=V, ffts_mode=0)
        pl.system.sync_wait(7, pipe=V)
    return y


@pl.jit
def some_clusters(
    k: pl.Tensor[[1], pl.INT32],
    a: pl.Tensor[[576, 64], pl.FP16],
    w: pl.Tensor[[64, 64], pl.FP16],
    y: pl.Out[pl.Tensor[[576, 64], pl.FP32]],
):
    for b in pl.spmd(pl.system.available_cluster_count(), sync_start=True):
        c = pl.matmul(a[16 * b : 16 * b + 16, :], w[:, :])
        if b != k[0]:
            pl.system.sync_set(1, pipe=FIX, ffts_mode=0)
        pl.system.sync_wait(1, pipe=FIX)
        y[16 * b : 16 * b + 16, :] = pl.mul(c, 2.0)
    return y


@pl.jit
def crossed(
    k: pl.Tensor[[1], pl.INT32], x: pl.Tensor[[128, D], pl.FP32], y: pl.Out[pl.Tensor[[128, D], pl.FP32]]
):
    for b in pl.spmd(pl.system.available_aiv_count(), sync_start=True):
        y[b : b + 1, :] = pl.add(x[b : b + 1, :], 1.0)
        if b == k[0]:
            pl.system.sync_wait(7, pipe=V)
        pl.system.syncall(core_type="aiv_only")
        pl.system.sync_set(7, pipe=V, ffts_mode=0)
    return y


@pytest.mark.parametrize("block", [0, 3])
def test_an_event_that_some_blocks_do_not_raise_is_an_error_and_no_hang(block):
    k, x, y = torch.tensor([block], dtype=torch.int32), torch.randn(128, D), torch.zeros(128, D)
    assert (
        faults(some, k, x, y, match="waits for event 7, and not every core of the launch raises it")
        == "event"
    )
    a, w = torch.ones(576, 64).half(), torch.ones(64, 64).half()
    match = "waits for event 1, and not every core of the launch raises it"
    assert faults(some_clusters, k, a, w, torch.zeros(576, 64), match=match) == "event"


def test_blocks_that_wait_for_each_other_at_a_barrier_and_an_event_are_an_error():
    k, x, y = torch.tensor([3], dtype=torch.int32), torch.randn(128, D), torch.zeros(128, D)
    assert faults(crossed, k, x, y, match="waits for event 7, and nobody raises it") == "event"


@pl.jit
def which(
    e: pl.Tensor[[2], pl.INT32], x: pl.Tensor[[128, D], pl.FP32], y: pl.Out[pl.Tensor[[128, D], pl.FP32]]
):
    for b in pl.spmd(pl.system.available_aiv_count(), sync_start=True):
        if b == 5:
            r = e[1]
            y[127:128, :] = x[r : r + 1, :]
        pl.system.sync_set(e[0], pipe=V, ffts_mode=0)
        pl.system.sync_wait(2, pipe=V)
    return y


@pytest.mark.parametrize(
    ("event", "row", "match", "code"),
    [
        (14, 0, "event 14 does not exist: the events are 0 to 13", "event"),
        (3, 0, "waits for event 2, and nobody raises it", "event"),
        (2, 500, "load reads outside of `x`", "load-bounds"),
    ],
)
def test_events_of_the_run_and_faults_beside_them(event, row, match, code):
    x, y = torch.randn(128, D), torch.zeros(128, D)
    assert faults(which, torch.tensor([event, row], dtype=torch.int32), x, y, match=match) == code


@pl.jit
def before_the_wait(x: pl.Tensor[[128, D], pl.FP32], y: pl.Out[pl.Tensor[[128, D], pl.FP32]]):
    t = pl.create_tensor([128, D], dtype=pl.FP32, init_value=0.0)
    for b in pl.spmd(pl.system.available_aiv_count(), sync_start=True):
        pl.system.sync_set(0, pipe=V, ffts_mode=0)
        t[b : b + 1, :] = pl.add(x[b : b + 1, :], 1.0)
        pl.system.sync_wait(0, pipe=V)
        n = (b + 1) % pl.get_block_num()
        y[b : b + 1, :] = t[n : n + 1, :]
    return y


@pl.jit
def without_a_wait(x: pl.Tensor[[128, D], pl.FP32], y: pl.Out[pl.Tensor[[128, D], pl.FP32]]):
    t = pl.create_tensor([128, D], dtype=pl.FP32, init_value=0.0)
    for b in pl.spmd(pl.system.available_aiv_count(), sync_start=True):
        t[b : b + 1, :] = pl.add(x[b : b + 1, :], 1.0)
        pl.system.sync_set(0, pipe=V, ffts_mode=0)
        n = (b + 1) % pl.get_block_num()
        y[b : b + 1, :] = t[n : n + 1, :]
    return y


@pytest.mark.parametrize("kernel", [before_the_wait, without_a_wait])
def test_what_an_event_does_not_order_is_an_error(kernel):
    with pytest.raises(KernelFault, match="one block reads what another writes") as error:
        kernel(torch.randn(128, D), torch.zeros(128, D))
    assert error.value.code == "unordered-access"
