# SPDX-License-Identifier: Apache-2.0
"""Submitted kernels, and loops that carry their values explicitly."""

import torch
from kernel_runs import reads_back, run_everywhere

import pypto.language as pl

D = 64
T = pl.dynamic("T")


def ramp(rows=64):
    return torch.arange(float(rows))[:, None].repeat(1, D)


@pl.jit.incore
def added(x: pl.Tensor[[T, D], pl.FP32], r: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor]):
    y[r : r + 16, :] = pl.add(x[r : r + 16, :], 1.0)
    return y


@pl.jit.incore
def by_block(x: pl.Tensor, y: pl.InOut[pl.Tensor]):
    r = pl.tile.get_block_idx() * 16
    y[r : r + 16, :] = pl.mul(x[r : r + 16, :], 3.0)
    return y


@pl.jit.incore
def both(x: pl.Tensor):
    return pl.add(x[0:16, :], 10.0), pl.mul(x[0:16, :], 10.0)


@pl.jit.incore
def negate(y: pl.InOut[pl.Tensor]):
    y[0:16, :] = pl.neg(y[0:16, :])


@pl.jit
def submits(x: pl.Tensor, y: pl.Out[pl.Tensor], z: pl.Out[pl.Tensor[[64, D], pl.FP32]]):
    t = pl.create_tensor([64, D], dtype=pl.FP32, manual_dep=True)
    tids = pl.array.create(4, pl.TASK_ID)
    for i in pl.parallel(4):
        t, tid = pl.submit(added, x, i * 16, t, deps=[])
        tids[i] = tid
    y, done = pl.spmd_submit(self.by_block, t, y=y, core_num=4, deps=[tids], allow_early_resolve=True)  # noqa: F821
    (a, b), pair = pl.submit(both, x, deps=[None])
    flat = pl.submit(both, t, deps=[done])
    last = pl.submit(negate, y, deps=[done, pair])
    with pl.at(level=pl.Level.CORE_GROUP, deps=[last]):
        z[0:16, :] = a[:, :]
        z[16:32, :] = b[:, :]
        z[32:48, :] = flat[0][:, :]
        z[48:64, :] = y[0:16, :]
    return y, z


def test_submitted_kernels_are_tasks_with_results_and_ids():
    x = ramp()
    _, y, z = run_everywhere(submits, x, torch.zeros(64, D), torch.zeros(64, D))
    wanted = (x + 1) * 3
    assert torch.equal(z[0:16], x[:16] + 10) and torch.equal(z[16:32], x[:16] * 10)
    assert torch.equal(z[32:48], x[:16] + 11) and torch.equal(z[48:64], -wanted[:16])
    wanted[:16] = -wanted[:16]
    assert torch.equal(y, wanted)


def test_submissions_print_as_regions_and_make_axes_dynamic():
    text = reads_back(submits, ramp(), torch.zeros(64, D), torch.zeros(64, D))
    assert 'with pl.spmd(4, name_hint="by_block", deps=[tids], allow_early_resolve=True) as done:' in text
    assert "x: pl.Tensor[[T, 64], pl.FP32]" in text


@pl.jit
def halving(
    t: pl.Tensor[[4], pl.INT32],
    n: pl.INT32,
    x: pl.Tensor[[16, D], pl.FP32],
    y: pl.Out[pl.Tensor[[32, D], pl.FP32]],
):
    for steps, left in pl.while_(init_values=(0, n)):
        pl.cond(left > pl.read(t, [pl.min(steps, 3)]))
        more, rest = pl.yield_(steps + 1, left // pl.const(2, pl.INT32))
    with pl.at(level=pl.Level.CORE_GROUP):
        for v, k in pl.while_(init_values=(x[:, :], more)):
            pl.cond(k > 0)
            if k == 2:
                v = pl.add(v, 100.0)
            doubled, _ = pl.yield_(pl.mul(v, 2.0), k - 1)
        y[0:16, :] = doubled
        y[16:32, :] = pl.full([16, D], dtype=pl.FP32, value=0.0)
        for (w,) in pl.while_(init_values=(x[:, :],)):
            pl.cond(pl.read(t, [0]) < rest)
            w = pl.neg(w)
            break
        y[16:32, :] = pl.add(w, pl.cast(rest, pl.FP32))
    return y


def test_a_loop_on_a_condition_carries_its_values():
    for n in (100, 1):
        t = torch.tensor([40, 30, 20, 3], dtype=torch.int32)
        y = run_everywhere(halving, t, n, ramp(16), torch.zeros(32, D))[3]
        steps, left = 0, n
        while left > t[min(steps, 3)]:
            steps, left = steps + 1, left // 2
        v, w = ramp(16), ramp(16)
        for k in range(steps, 0, -1):
            v = (v + 100 if k == 2 else v) * 2
        assert torch.equal(y[:16], v)
        assert torch.equal(y[16:], (-w if t[0] < left else w) + left)


@pl.jit
def named_before(
    x: pl.Tensor[[2], pl.INT32],
    v: pl.Tensor[[16, D], pl.FP32],
    y: pl.Out[pl.Tensor[[16, D], pl.FP32]],
    z: pl.Out[pl.Tensor[[16, D], pl.FP32]],
):
    for part in pl.unroll(2):  # the second time, the name of the result denotes a value of the first region
        with pl.at(level=pl.Level.CORE_GROUP):
            n = pl.cast(pl.read(x, [part]), pl.INDEX)
            start = v[:, :]
            for _ in pl.range(1):
                for _, (a,) in pl.range(n, init_values=(start,)):
                    total = pl.yield_(pl.add(a, 1.0))
                start = total
            result = pl.full([16, D], pl.FP32, 7.0)
            for w, k in pl.while_(init_values=(start, 0)):
                pl.cond(k < n)
                result, _ = pl.yield_(pl.add(w, 1.0), k + 1)
            if part == 0:
                y[:, :] = result
            else:
                z[:, :] = result
    return y, z


def test_a_result_takes_its_name_also_after_no_iteration_and_where_it_denoted_something_else():
    for counts in ([0, 2], [1, 0]):
        x = torch.tensor(counts, dtype=torch.int32)
        found = run_everywhere(named_before, x, ramp(16), torch.zeros(16, D), torch.zeros(16, D))
        assert [torch.equal(t, ramp(16) + 2 * n) for t, n in zip(found[2:], counts, strict=True)] == [
            True,
            True,
        ]
