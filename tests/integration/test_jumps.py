# SPDX-License-Identifier: Apache-2.0
"""`break` and `continue` in regions and in orchestration, against the same loops in Python."""

import pytest
import torch
from kernel_runs import run_everywhere

import pypto.language as pl
from pypto.ir.nodes import Break, Continue, Region, walk
from pypto.passes.structured_jumps import structured_jumps

D = 64


@pl.jit
def both(x: pl.Tensor[[64, D], pl.FP32], n: pl.INDEX, y: pl.Out[pl.Tensor[[16, D], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = 0
        a = x[0:16, :]
        for _ in pl.range(n):
            k = k + 1
            if k == 3:
                continue
            a = pl.add(a, 1.0)
            if k > 7:
                break
        y[:, :] = pl.add(a, pl.cast(pl.cast(k, pl.INT32), pl.FP32) * 100.0)
    return y


@pytest.mark.parametrize("n", [0, 3, 5, 20])
def test_both_in_one_loop(n):
    x = torch.randint(-9, 9, (64, D), generator=torch.Generator().manual_seed(n)).float()
    result = run_everywhere(both, x, n, torch.zeros(16, D))[2]
    k, a = 0, x[0:16].clone()
    for _ in range(n):
        k += 1
        if k == 3:
            continue
        a += 1
        if k > 7:
            break
    assert torch.equal(result, a + 100 * k)


@pl.jit
def search(x: pl.Tensor[[64], pl.INT32], y: pl.Out[pl.Tensor[[64, D], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        i = 60
        total = pl.full([1, D], dtype=pl.FP32, value=0.0)
        while pl.read(x, [i]) >= 0:  # x[-1] must not be read after the break
            value = pl.read(x, [i])
            if value > 10:
                if value > 20:
                    i = i - 2
                    continue
                half = value // pl.const(2, pl.INT32)
            else:
                half = value
            total = pl.add(total, pl.cast(half, pl.FP32))
            y[i : i + 1, :] = total
            if i < 3:
                break
            i = i - 3
    return y


def search_in_python(x):
    y, total, i = torch.full((64, D), 7.0), 0.0, 60
    while x[i] >= 0:
        value = int(x[i])
        if value > 10:
            if value > 20:
                i -= 2
                continue
            half = value // 2
        else:
            half = value
        total += half
        y[i] = total
        if i < 3:
            break
        i -= 3
    return y


@pytest.mark.parametrize("seed", range(3))
def test_a_while_loop_whose_condition_reads_memory(seed):
    generator = torch.Generator().manual_seed(seed)
    x = torch.randint(0, 25, (64,), generator=generator, dtype=torch.int32)
    result = run_everywhere(search, x, torch.full((64, D), 7.0))[1]
    wanted = search_in_python(x)
    written = wanted != 7.0
    assert torch.equal(result[written], wanted[written]) and written.any()


@pl.jit
def nested(x: pl.Tensor[[8, 8], pl.INT32], y: pl.Out[pl.Tensor[[16, D], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        count = 0
        acc = pl.full([16, D], dtype=pl.FP32, value=0.0)
        for r in pl.range(7, -1, -1):
            for c in pl.pipeline(0, 8, 1, stage=2):
                v = pl.read(x, [r, c])
                if v == 0:
                    break
                if v == 1:
                    continue
                if v < 0:
                    if c > 4:
                        continue
                    count = count + 10
                acc = pl.add(acc, pl.cast(v, pl.FP32))
                if v > 6:
                    if r > 3:
                        break
                    count = count + 100
                count = count + 1
            if count > 250:
                break
        y[:, :] = pl.add(acc, pl.cast(pl.cast(count, pl.INT32), pl.FP32) * 1000.0)
    return y


def nested_in_python(x):
    count, acc = 0, 0
    for r in range(7, -1, -1):
        for c in range(8):
            v = int(x[r, c])
            if v == 0:
                break
            if v == 1:
                continue
            if v < 0:
                if c > 4:
                    continue
                count += 10
            acc += v
            if v > 6:
                if r > 3:
                    break
                count += 100
            count += 1
        if count > 250:
            break
    return float(acc + 1000 * count)


@pytest.mark.parametrize("seed", range(3))
def test_nested_loops_leave_the_inner_one(seed):
    x = torch.randint(-3, 9, (8, 8), generator=torch.Generator().manual_seed(seed), dtype=torch.int32)
    result = run_everywhere(nested, x, torch.zeros(16, D))[1]
    assert torch.equal(result, torch.full((16, D), nested_in_python(x)))


@pl.jit
def control(
    t: pl.Tensor[[8], pl.INT32], x: pl.Tensor[[128, D], pl.FP32], y: pl.InOut[pl.Tensor[[128, D], pl.FP32]]
):
    done = 0
    for i in pl.range(8):
        kind = pl.read(t, [i])
        if kind == 1:
            continue
        if kind == 2:
            break
        done = done + 1
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="copy"):
            r = i * 16
            for j in pl.range(16):
                if j > done:
                    break
                y[r + j : r + j + 1, :] = x[r + j : r + j + 1, :]
    return y


def test_orchestration_keeps_its_jumps():
    t = torch.tensor([0, 1, 0, 0, 1, 0, 2, 0], dtype=torch.int32)
    x = torch.arange(128.0)[:, None].repeat(1, D)
    y = torch.full((128, D), -1.0)
    result = run_everywhere(control, t, x, y)[2]
    for done, i in enumerate([0, 2, 3, 5], 1):
        y[i * 16 : i * 16 + done + 1] = x[i * 16 : i * 16 + done + 1]
    assert torch.equal(result, y)
    program = structured_jumps(control.lower(t, x, y))
    left = [s for s in walk(program.entry_function.body) if isinstance(s, Break | Continue)]
    inside = [s for r in walk(program.entry_function.body) if isinstance(r, Region) for s in walk(r.body)]
    assert len(left) == 2 and not set(left) & set(inside)


def test_no_jump_is_left_in_a_region():
    program = structured_jumps(nested.lower(torch.zeros(8, 8, dtype=torch.int32), torch.zeros(16, D)))
    assert not any(isinstance(s, Break | Continue) for s in walk(program.entry_function.body))


@pl.jit
def decided(x: pl.Tensor[[16, D], pl.FP32], n: pl.INDEX, y: pl.Out[pl.Tensor[[16, D], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = x[:, :]
        for i in pl.range(10):
            a = pl.add(a, 1.0)
            if n > 3:
                if i == 5:
                    break
                continue
            a = pl.mul(a, 2.0)
        y[:, :] = a
    return y


@pytest.mark.parametrize("n", [2, 4])
def test_what_follows_a_jump_that_is_always_taken_is_dead(n):
    y = run_everywhere(decided, torch.ones(16, D), n, torch.zeros(16, D))[2]
    a = 1.0
    for i in range(10):
        a += 1
        if n > 3:
            if i == 5:
                break
            continue
        a *= 2
    assert torch.equal(y, torch.full((16, D), a))
