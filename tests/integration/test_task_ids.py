# SPDX-License-Identifier: Apache-2.0
"""Task ids through loops, branches, arrays and helpers.

Nothing but `deps=` orders the tasks here: every tensor is left out of tracking, and each link of a chain reads what
the link before it wrote.
"""

import pytest
import torch
from kernel_runs import PLATFORMS, reads_back, run_everywhere

import pypto.language as pl
from pypto.errors import KernelFault

D, N = 64, 8
SHAPE = [N, 16, D]


def ramp():
    return torch.arange(16.0)[:, None].repeat(1, D)


@pl.jit
def chain(x: pl.Tensor[[16, D], pl.FP32], n: pl.INDEX, y: pl.Out[pl.Tensor[[16, D], pl.FP32]]):
    a = pl.create_tensor([16, D], dtype=pl.FP32, manual_dep=True)
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="first") as last:
        a[:, :] = x[:, :]
    for i in pl.range(n):
        if i % 3 == 0:
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="add", deps=[last]) as last:
                a[:, :] = pl.add(a[:, :], 1.0)
        elif i % 3 == 1:
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="double", deps=[last]) as t:
                a[:, :] = pl.mul(a[:, :], 2.0)
            last = t
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="end", deps=[last]):
        y[:, :] = a[:, :]
    return y


@pytest.mark.parametrize("n", [0, 7])
def test_an_id_is_carried_round_a_loop_and_merged_after_a_branch(n):
    wanted = ramp()
    for i in range(n):
        wanted = wanted + 1 if i % 3 == 0 else wanted * 2 if i % 3 == 1 else wanted
    assert torch.equal(run_everywhere(chain, ramp(), n, torch.zeros(16, D))[2], wanted)


@pl.jit.inline
def spread(x: pl.Tensor, a: pl.Tensor, tids: pl.Array[N, pl.TASK_ID]):
    for p in pl.parallel(N):
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="part") as t:
            a[p, :, :] = pl.mul(x[:, :], pl.cast(pl.cast(p, pl.INT32), pl.FP32))
        tids[p] = t


@pl.jit
def joined(
    x: pl.Tensor[[16, D], pl.FP32],
    y: pl.Out[pl.Tensor[[16, D], pl.FP32]],
    z: pl.Out[pl.Tensor[[16, D], pl.FP32]],
):
    a = pl.create_tensor(SHAPE, dtype=pl.FP32, manual_dep=True)
    b = pl.create_tensor(SHAPE, dtype=pl.FP32, manual_dep=True)
    tids = pl.array.create(N, pl.TASK_ID)
    spread(x, a, tids)
    halves: pl.Array[2, pl.TASK_ID] = pl.array.create(2, pl.TASK_ID)
    for g in pl.range(2):
        with pl.at(
            level=pl.Level.CORE_GROUP, name_hint="half", deps=[tids[g * 4 + j] for j in range(4)]
        ) as half:
            total = a[g * 4, :, :]
            for j in pl.range(1, 4):
                total = pl.add(total, a[g * 4 + j, :, :])
            b[g, :, :] = total
        halves[g] = half
    with pl.at(
        level=pl.Level.CORE_GROUP, name_hint="odd", deps=[tids[i] for i in (1, 2, 3) if i % 2 == 1]
    ) as odd:
        b[2, :, :] = pl.add(a[1, :, :], a[3, :, :])
    none = pl.system.task_invalid()
    both = pl.system.task_dummy(deps=[halves, odd, none])
    with pl.spmd(2, name_hint="end", deps=[both, None]) as end:
        r = pl.tile.get_block_idx() * 8
        y[r : r + 8, :] = pl.add(b[0, r : r + 8, :], b[1, r : r + 8, :])
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="last", deps=[end, halves[0], halves[1]]):
        z[:, :] = b[2, :, :]
    return y, z


def test_arrays_of_ids_as_a_whole_by_element_and_by_comprehension():
    _, y, z = run_everywhere(joined, ramp(), torch.zeros(16, D), torch.zeros(16, D))
    assert torch.equal(y, ramp() * sum(range(N)))
    assert torch.equal(z, ramp() * 4)


def test_arrays_print_as_calls():
    text = reads_back(joined, ramp(), torch.zeros(16, D), torch.zeros(16, D))
    assert "tids = pl.array.create(8, pl.TASK_ID)" in text
    assert "pl.array.update_element(tids, p, t)" in text
    assert "deps=[halves, odd, None]" in text


@pl.jit
def numbers(
    t: pl.Tensor[[N], pl.INT32], x: pl.Tensor[[N, D], pl.FP32], y: pl.Out[pl.Tensor[[N, D], pl.FP32]]
):
    order = pl.array.create(N, pl.INT32)
    used = pl.array.create(N, pl.BOOL)
    scale = pl.array.create(2, pl.INT32)
    scale[0] = 0
    scale[1] = 3
    for i in pl.range(N):
        order[i] = pl.read(t, [i])
    for i in pl.range(N):
        row = order[i]
        scale[0] = scale[0] + scale[1]
        s = scale[0]
        if used[row]:
            continue
        used[row] = True
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="row"):
            r = pl.cast(row, pl.INDEX)
            y[r : r + 1, :] = pl.mul(x[i : i + 1, :], pl.cast(s, pl.FP32))
    return y


def test_arrays_of_numbers():
    t = torch.tensor([3, 1, 1, 0, 7, 5, 3, 2], dtype=torch.int32)
    x = torch.arange(N)[:, None].repeat(1, D).float() + 1
    y = run_everywhere(numbers, t, x, torch.zeros(N, D))[2]
    for row in (4, 6):
        y[row] = 0
    wanted = torch.zeros(N, D)
    seen = set()
    for i, row in enumerate(t.tolist()):
        if row not in seen:
            wanted[row] = x[i] * (i + 1) * 3
        seen.add(row)
    assert torch.equal(y, wanted)


@pytest.mark.parametrize("engine", ["native", "interpret"])
@pytest.mark.parametrize("platform", PLATFORMS)
def test_an_index_outside_of_an_array_is_a_fault_at_its_line(engine, platform):
    t = torch.tensor([0, 1, 2, 3, 8, 5, 6, 7], dtype=torch.int32)
    with pytest.raises(KernelFault, match="index 8 is outside of an array of 8 elements") as caught:
        numbers(t, torch.zeros(N, D), torch.zeros(N, D), config={"engine": engine, "platform": platform})
    line = numbers.source.source.lines[caught.value.span.line - 1]
    assert "used[row]" in line and caught.value.code == "array-bounds"
