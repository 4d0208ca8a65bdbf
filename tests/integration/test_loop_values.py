# SPDX-License-Identifier: Apache-2.0
"""What names denote behind a loop, and values whose valid region is another one in each iteration."""

import torch
from kernel_runs import run_everywhere

import pypto.language as pl


def numbers() -> torch.Tensor:
    return torch.randint(-9, 9, (64, 64), generator=torch.Generator().manual_seed(4)).float()


def result(kernel, *args) -> torch.Tensor:
    """The output, which starts as -7, after a run of each engine on each platform."""
    return run_everywhere(kernel, *args, torch.full((64, 64), -7.0))[-1]


@pl.jit
def last_sum(x: pl.Tensor[[64, 64], pl.FP32], y: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.read(x, [0, 0])
        b = pl.read(x, [0, 1])
        for _ in pl.range(6):
            c = a + b
            before = a
            a = b
            b = c
        pl.write(y, [0, 0], a)
        pl.write(y, [0, 1], c)
        pl.write(y, [0, 2], before)
    return y


def test_a_scalar_that_a_loop_binds_first_has_its_last_value_behind_it():
    x = numbers()
    a, b = float(x[0, 0]), float(x[0, 1])
    for _ in range(6):
        c, before = a + b, a
        a, b = b, c
    assert result(last_sum, x)[0, :3].tolist() == [a, c, before]


@pl.jit
def old_header(x: pl.Tensor[[64, 64], pl.FP32], y: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for _, (t, s) in pl.range(3, init_values=(x[0:8, :], pl.read(x, [5, 5]))):
            old, seen = t, s
            t_new, s_new = pl.yield_(pl.mul(t, 2.0), s + 1.0)
        y[0:8, :] = old
        y[8:16, :] = pl.add(t_new, seen)
        y[16:24, :] = pl.add(t_new, s_new)
    return y


def test_a_second_name_of_a_carried_value_keeps_the_value_of_its_iteration():
    x = numbers()
    y = result(old_header, x)
    torch.testing.assert_close(y[0:8], x[0:8] * 4, rtol=0, atol=0)
    torch.testing.assert_close(y[8:16], x[0:8] * 8 + (x[5, 5] + 2), rtol=0, atol=0)
    torch.testing.assert_close(y[16:24], x[0:8] * 8 + (x[5, 5] + 3), rtol=0, atol=0)


@pl.jit
def staged(x: pl.Tensor[[64, 64], pl.FP32], y: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.pipeline(7, stage=2):
            t = x[i * 8 : i * 8 + 8, :]
            u = pl.add(t, 1.0)
        y[0:8, :] = t
        y[8:16, :] = u
        for i in pl.pipeline(6, stage=3):
            v = pl.mul(x[i * 8 : i * 8 + 8, :], 3.0)
        y[16:24, :] = v
        for i in pl.pipeline(3, stage=2):
            p = pl.matmul(x[i * 16 : i * 16 + 16, :], x[:, :], out_dtype=pl.FP32)
        y[32:48, :] = p
    return y


def test_what_a_pipeline_binds_first_is_that_of_its_last_iteration():
    x = numbers()
    y = result(staged, x)
    assert torch.equal(y[0:8], x[48:56]) and torch.equal(y[8:16], x[48:56] + 1)
    assert torch.equal(y[16:24], x[40:48] * 3) and torch.equal(y[32:48], x[32:48] @ x)


@pl.jit
def nested(x: pl.Tensor[[64, 64], pl.FP32], y: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range(2):
        n = i * 2 + 1
        for j in pl.range(2):
            r = (i * 2 + j) * 16
    with pl.at(level=pl.Level.CORE_GROUP):
        for k in pl.range(n):
            for j in pl.range(2):
                q = k * 16 + j * 8
                t = pl.add(x[q : q + 8, :], 1.0)
                u = pl.add(t, 2.0)
                if j == 0:
                    u = pl.add(t, 1.0)
            y[k * 8 : k * 8 + 8, :] = u
            y[32 + k * 8 : 40 + k * 8, :] = x[q : q + 8, :]
        y[56:64, :] = x[r : r + 8, :]
    return y


def test_names_of_inner_loops_reach_the_outer_one_and_what_follows():
    x = numbers()
    y = result(nested, x)
    for k in range(3):
        assert torch.equal(y[k * 8 : k * 8 + 8], x[k * 16 + 8 : k * 16 + 16] + 3)
        assert torch.equal(y[32 + k * 8 : 40 + k * 8], x[k * 16 + 8 : k * 16 + 16])
    assert torch.equal(y[56:64], x[48:56])


@pl.jit
def search(x: pl.Tensor[[64, 64], pl.FP32], y: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(64):
            value = pl.read(x, [i, 0])
            where = i
            if value > 5.0:
                t = x[i : i + 1, :]
                break
            if value < -5.0:
                t = pl.neg(x[i : i + 1, :])
                continue
            t = pl.mul(x[i : i + 1, :], 2.0)
        y[0:1, :] = t
        y[1:2, :] = pl.add(t, value)
        y[2:3, :] = pl.add(t, pl.cast(pl.cast(where, pl.INT32), pl.FP32))
    return y


def test_a_search_that_breaks_leaves_the_values_that_it_broke_with():
    for first in (0, 17, 64):
        x = numbers()
        x[:, 0] = torch.tensor([0.0, -6.0, 5.0, 1.0]).repeat(16)
        x[first:, 0] = 7.0
        t = x[first] if first < 64 else x[63] * 2
        value, where = (7.0, first) if first < 64 else (1.0, 63)
        y = result(search, x)
        assert torch.equal(y[0], t), first
        assert torch.equal(y[1], t + value) and torch.equal(y[2], t + where), first


@pl.jit
def narrowed(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        m = n
        for i in pl.range(3):
            u = pl.slice(x, [8, 64], [i * 8, 0], valid_shape=[m, 64])
            part = pl.mul(u, 2.0)
            m = m - 1
        y = pl.assemble(y, part, [0, 0])
    return y


def test_a_value_behind_a_loop_is_as_valid_as_it_was_in_the_last_iteration():
    x = numbers()
    y = result(narrowed, 7, x)
    assert torch.equal(y[0:5], x[16:21] * 2)
    assert (y[5:] == -7).all()


@pl.jit
def ahead(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.slice(x, [16, 64], [0, 0], valid_shape=[pl.min(16, n), 64])
        for i in pl.range(1, 4):
            y = pl.assemble(y, pl.mul(t, 3.0), [(i - 1) * 16, 0])
            t = pl.slice(x, [16, 64], [i * 16, 0], valid_shape=[pl.max(pl.min(16, n - i * 16), 0), 64])
        y = pl.assemble(y, pl.mul(t, 3.0), [48, 0])
    return y


def test_a_tile_that_is_loaded_ahead_has_a_valid_region_of_its_own_in_each_iteration():
    x = numbers()
    for n in (0, 5, 16, 40, 64):
        y = result(ahead, n, x)
        assert torch.equal(y[:n], x[:n] * 3), n
        assert (y[n:] == -7).all(), n


@pl.jit
def exchanged(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.slice(x, [8, 64], [0, 0], valid_shape=[n, 64])
        b = pl.slice(x, [8, 64], [8, 0], valid_shape=[8, n])
        k = 0
        while k < n:
            y = pl.assemble(y, pl.add(a, 1.0), [k * 16, 0])
            y = pl.assemble(y, pl.add(b, 1.0), [k * 16 + 8, 0])
            c = a
            a = b
            b = c
            k = k + 1
        y = pl.assemble(y, a, [48, 0])
        y = pl.assemble(y, b, [56, 0])
    return y


def test_two_values_change_places_with_their_valid_regions():
    x, want = numbers(), torch.full((64, 64), -7.0)
    a, b = (x[0:8], 3, 64), (x[8:16], 8, 3)
    for k in range(3):
        for at, (data, rows, cols) in ((k * 16, a), (k * 16 + 8, b)):
            want[at : at + rows, :cols] = data[:rows, :cols] + 1
        a, b = b, a
    for at, (data, rows, cols) in ((48, a), (56, b)):
        want[at : at + rows, :cols] = data[:rows, :cols]
    assert torch.equal(result(exchanged, 3, x), want)


@pl.jit
def yielded(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        first = pl.slice(x, [16, 64], [0, 0], valid_shape=[n, 64])
        for i, (t,) in pl.pipeline(1, 3, stage=2, init_values=(first,)):
            y = pl.assemble(y, pl.neg(t), [i * 16 - 16, 0])
            rest = pl.yield_(pl.slice(x, [16, 64], [i * 16, 0], valid_shape=[n - i, 64]))
        y = pl.assemble(y, pl.neg(rest), [32, 0])
    return y


def test_a_yield_may_leave_less_that_is_valid():
    x, want = numbers(), torch.full((64, 64), -7.0)
    for i, rows in enumerate((9, 8, 7)):
        want[i * 16 : i * 16 + rows] = -x[i * 16 : i * 16 + rows]
    assert torch.equal(result(yielded, 9, x), want)


@pl.jit
def other_view(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[0:8, :]
        last = x[8:16, :]
        for _ in pl.range(3):
            last = pl.set_validshape(t, 8, 64)
            flat = pl.reshape(t, [16, 32])
            t = pl.add(t, 1.0)
        y[0:8, :] = last
        y[8:16, :] = t
        y[16:24, :] = pl.reshape(flat, [8, 64])
    return y


def test_another_view_of_a_carried_value_keeps_the_value_of_its_iteration():
    x = numbers()
    y = result(other_view, 3, x)
    assert torch.equal(y[0:8], x[0:8] + 2) and torch.equal(y[8:16], x[0:8] + 3)
    assert torch.equal(y[16:24], x[0:8] + 2)


@pl.jit
def turned(x: pl.Tensor[[64, 64], pl.FP32], y: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = x[0:8, :]
        b = pl.reshape(x[8:16, :], [16, 32])
        for _ in pl.range(3):
            flat = pl.reshape(a, [16, 32])
            a = pl.reshape(b, [8, 64])
            b = flat
        y[0:8, :] = a
        y[8:16, :] = pl.reshape(b, [8, 64])
    return y


def test_two_values_change_places_as_views_of_each_other():
    x = numbers()
    y = result(turned, x)
    assert torch.equal(y[0:8], x[8:16]) and torch.equal(y[8:16], x[0:8])


@pl.jit
def order(x: pl.Tensor[[64, 64], pl.FP32], y: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.manual_scope():
        task = pl.system.task_dummy(deps=[])
        for i in pl.range(3):
            earlier = task
            with pl.at(level=pl.Level.CORE_GROUP, deps=[task]) as task:
                y[0:8, :] = pl.add(x[i * 8 : i * 8 + 8, :], 1.0)
            with pl.at(level=pl.Level.CORE_GROUP, deps=[earlier]) as other:
                y[8 + i * 8 : 16 + i * 8, :] = x[0:8, :]
        with pl.at(level=pl.Level.CORE_GROUP, deps=[task, other]):
            y[32:40, :] = y[0:8, :]
    return y


def test_the_id_of_the_last_task_of_a_loop_can_be_waited_for():
    x = numbers()
    y = result(order, x)
    assert torch.equal(y[32:40], x[16:24] + 1) and torch.equal(y[24:32], x[0:8])
