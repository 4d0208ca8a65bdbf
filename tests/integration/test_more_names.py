# SPDX-License-Identifier: Apache-2.0
"""Operations under the names of `pl.tensor`, `pl.tile` and `pl.system` that their own tests write in `pl`."""

import pytest
import torch
from kernel_runs import run_everywhere, run_on_newer

import pypto.language as pl

D, T, BLOCK = 64, 32, 16


@pl.jit
def gathered(
    q: pl.Tensor[[16, D], pl.BF16],
    cache: pl.Tensor[[128, D], pl.BF16],
    index: pl.Tensor[[1, T], pl.INT32],
    table: pl.Tensor[[8], pl.INT32],
    y: pl.Out[pl.Tensor[[16, T], pl.FP32]],
    z: pl.Out[pl.Tensor[[16, T], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.tensor.create_l1([T, D], pl.BF16, transpose=True)
        for i in pl.range(T):
            k = pl.tensor.gather_row(
                acc=k, src=cache, dst_offset=[i, 0], src_offset=[i + 3, 0], shapes=[1, D], transpose=True
            )
        y[:, :] = pl.matmul(q, k, b_trans=True, out_dtype=pl.FP32)
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.tensor.paged_gather(
            src=cache, indices=index, block_table=table, block_size=BLOCK, size=D, max_indices=T
        )
        z[:, :] = pl.tensor.matmul(q, k, b_trans=True, out_dtype=pl.FP32)
    return y, z


def test_rows_gathered_by_the_names_of_tensors():
    generator = torch.Generator().manual_seed(0)
    q, cache = (torch.randint(-4, 5, s, generator=generator).bfloat16() for s in ((16, D), (128, D)))
    index = torch.randperm(128, generator=generator)[:T].int().reshape(1, T)
    table = torch.randperm(8, generator=generator).int()
    *_, y, z = run_everywhere(gathered, q, cache, index, table, torch.zeros(16, T), torch.zeros(16, T))
    assert torch.equal(y, q.float() @ cache[3 : 3 + T].float().T)
    place = (table[(index // BLOCK).long()] * BLOCK + index % BLOCK).long()[0]
    assert torch.equal(z, q.float() @ cache[place].float().T)


@pl.jit
def rows_times_matrices(
    v: pl.Tensor[[2, D], pl.INT8],
    b: pl.Tensor[[D, 64], pl.INT8],
    bias: pl.Tensor[[1, 64], pl.INT32],
    a: pl.Tensor[[32, D], pl.INT8],
    y: pl.Out[pl.Tensor[[3, 64], pl.INT32]],
    wide: pl.Out[pl.Tensor[[32, 64], pl.INT32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.load(b, [0, 0], [D, 64], target_memory=pl.Mem.Mat)
        first = pl.load(v, [0, 0], [1, D], target_memory=pl.Mem.Mat)
        second = pl.load(v, [1, 0], [1, D], target_memory=pl.Mem.Mat)
        row = pl.load(bias, [0, 0], [1, 64], target_memory=pl.Mem.Mat)
        pl.system.bar_m()
        one = pl.tile.gemv(lhs=first, rhs=m, acc_phase="partial")
        y = pl.store(one, [0, 0], y)
        both = pl.tile.gemv_acc(acc=one, lhs=second, rhs=m)
        y = pl.store(both, [1, 0], y)
        y = pl.store(pl.tile.gemv_bias(lhs=second, rhs=m, bias=row), [2, 0], y)
        rows = pl.load(a, [0, 0], [32, D], target_memory=pl.Mem.Mat)
        wide = pl.store(pl.tile.matmul_bias(lhs=rows, rhs=m, bias=row), [0, 0], wide)
    return y, wide


def test_products_by_the_names_of_tiles():
    generator = torch.Generator().manual_seed(1)
    v, b, a = (
        torch.randint(-99, 99, s, generator=generator).to(torch.int8) for s in ((2, D), (D, 64), (32, D))
    )
    bias = torch.arange(64, dtype=torch.int32).reshape(1, 64) * 1000
    outputs = (torch.zeros(3, 64, dtype=torch.int32), torch.zeros(32, 64, dtype=torch.int32))
    *_, y, wide = run_everywhere(rows_times_matrices, v, b, bias, a, *outputs)
    each = v.long() @ b.long()
    assert torch.equal(y.long(), torch.cat([each[:1], each[:1] + each[1:], each[1:] + bias]))
    assert torch.equal(wide.long(), a.long() @ b.long() + bias)


@pl.jit
def stacked(
    a: pl.Tensor[[2, 16, D], pl.FP32],
    b: pl.Tensor[[2, D, 32], pl.FP32],
    y: pl.Out[pl.Tensor[[2, 16, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        left = pl.load(a, [0, 0, 0], [2, 16, D], target_memory=pl.Mem.Mat)
        right = pl.load(b, [0, 0, 0], [2, D, 32], target_memory=pl.Mem.Mat)
        acc = pl.tile.batch_matmul(lhs=left, rhs=right)
        y = pl.store(acc, [0, 0, 0], y)
    return y


def test_a_stack_of_products_by_its_name():
    generator = torch.Generator().manual_seed(4)
    a, b = (torch.randint(-9, 9, s, generator=generator).float() for s in ((2, 16, D), (2, D, 32)))
    *_, y = run_everywhere(stacked, a, b, torch.zeros(2, 16, 32))
    assert torch.equal(y, a @ b)


@pl.jit
def others(
    x: pl.Tensor[[4, 16], pl.FP32],
    i: pl.Tensor[[4, 16], pl.INT32],
    z: pl.InOut[pl.Tensor[[3, 40], pl.FP32]],
    ones: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
    lane: pl.Out[pl.Tensor[[4], pl.INT32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        index = pl.load(i, [0, 0], [4, 16])
        z = pl.tile.mscatter(src=pl.load(x, [0, 0], [4, 16]), idx=index, output_tensor=z)
        made = pl.tile.create_tile(shape=[8, 64], dtype=pl.FP32)
        ones = pl.store(pl.expands(made, 1.0), [0, 0], ones)
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.write(lane, [0], pl.cast(pl.get_subblock_idx(), pl.INT32))
        pl.write(lane, [1], pl.cast(pl.tensor.get_subblock_idx(), pl.INT32))
        pl.write(lane, [2], pl.cast(pl.tile.get_subblock_idx(), pl.INT32))
        pl.write(lane, [3], 7)
    return z, ones, lane


def test_scattered_elements_made_tiles_and_lanes():
    generator = torch.Generator().manual_seed(2)
    x, z = torch.randn(4, 16, generator=generator), torch.randn(3, 40, generator=generator)
    i = torch.randperm(120, generator=generator)[:64].int().reshape(4, 16)
    *_, after, ones, lane = run_everywhere(
        others, x, i, z, torch.zeros(8, 64), torch.zeros(4, dtype=torch.int32)
    )
    wanted = z.flatten().clone()
    wanted[i.flatten().long()] = x.flatten()
    assert torch.equal(after.flatten(), wanted)
    assert torch.equal(ones, torch.ones(8, 64))
    assert lane.tolist() == [0, 0, 0, 7]


@pl.jit
def wide_launches(x: pl.Tensor[[128, D], pl.FP32], y: pl.Out[pl.Tensor[[128, D], pl.FP32]]):
    for b in pl.spmd(pl.system.available_aiv_count()):
        for r in pl.range(b, 64, pl.get_block_num()):
            y[r : r + 1, :] = pl.neg(x[r : r + 1, :])
    for b in pl.spmd(pl.system.available_cluster_count()):
        for r in pl.range(b + 64, 128, pl.get_block_num()):
            y[r : r + 1, :] = pl.abs(x[r : r + 1, :])
    return y


def test_launches_as_wide_as_the_chip():
    x = torch.randn(128, D)
    *_, y = run_everywhere(wide_launches, x, torch.zeros(128, D))
    assert torch.equal(y, torch.cat([-x[:64], x[64:].abs()]))


@pl.jit.incore
def negated(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    y[:, :] = pl.neg(x[:, :])
    return y


@pl.jit
def hinted(x: pl.Tensor[[16, D], pl.FP32], y: pl.Out[pl.Tensor[[16, D], pl.FP32]]):
    pl.tensor.dump_tag(x)
    y = negated(pl.tensor.no_dep(x), y)
    return y


def test_hints_by_the_names_of_tensors():
    x = torch.randn(16, D)
    *_, y = run_everywhere(hinted, x, torch.zeros(16, D))
    assert torch.equal(y, -x)


@pl.jit
def bits_of_tiles(y: pl.Out[pl.Tensor[[8, 64], pl.INT32]], z: pl.Out[pl.Tensor[[8, 64], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.tile.random(1, 2, 3, 4, 5, 6, [8, 64], dtype=pl.INT32, rounds=7)
        y = pl.store(t, [0, 0], y)
        z[:, :] = pl.random(1, 2, 3, 4, 5, 6, [8, 64], dtype=pl.INT32, rounds=7)
    return y, z


def test_random_bits_of_tiles_are_those_of_tensors():
    y, z = run_on_newer(bits_of_tiles, *(torch.zeros(8, 64, dtype=torch.int32) for _ in range(2)))
    assert torch.equal(y, z) and len(y.unique()) > 500


@pytest.mark.parametrize("engine", ["native", "interpret"])
def test_parameters_named_as_what_a_block_knows_of_itself(engine):
    x, y = torch.randn(32, D), torch.zeros(32, D)

    @pl.jit
    def added(
        lane: pl.Tensor[[32, D], pl.FP32],
        block_idx: pl.Scalar[pl.INT32],
        block_num: pl.Out[pl.Tensor[[32, D], pl.FP32]],
        places: pl.Out[pl.Tensor[[4], pl.INT32]],
    ):
        for b in pl.spmd(2):
            shift = pl.cast(block_idx, pl.FP32)
            block_num[b * 16 : b * 16 + 16, :] = pl.add(lane[b * 16 : b * 16 + 16, :], shift)
            pl.write(places, [b * 2], pl.cast(pl.get_block_idx() + pl.get_subblock_idx(), pl.INT32))
            pl.write(places, [b * 2 + 1], pl.cast(pl.get_block_num(), pl.INT32))
        return block_num, places

    places = torch.zeros(4, dtype=torch.int32)
    program = added.compile(block_idx=pl.RUNTIME, config={"engine": engine})
    program(x, 5, y, places)
    assert torch.equal(y, x + 5)
    assert places.tolist() == [0, 2, 1, 2]
