# SPDX-License-Identifier: Apache-2.0
"""Values whose buffers share bytes on the chip, in native code that reorders and fuses instructions."""

import torch
from kernel_runs import run_everywhere

import pypto.language as pl


@pl.jit
def unread(
    x: pl.Tensor[[32, 32], pl.INT32],
    z: pl.Tensor[[32, 32], pl.INT32],
    w: pl.Tensor[[1, 32], pl.INT32],
    u: pl.Tensor[[32, 1], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.INT32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        whole = x[0:32, 0:32]
        column = z[0:32, 0:32]  # read by nothing: its bytes are free for the next value at once
        row = w[0:1, 0:32]
        column = u[0:32, 0:1]
        whole[5:6, 0:32] = row
        y[:, :] = pl.row_expand_add(whole, column)
    return y


def test_a_load_that_nothing_reads_does_not_overwrite_a_line_loaded_after_it():
    x, z = torch.arange(1024).reshape(32, 32).int(), torch.full((32, 32), -1000).int()
    w, u = torch.full((1, 32), 7).int(), torch.zeros(32, 1).int()
    *_, y = run_everywhere(unread, x, z, w, u, torch.zeros(32, 32).int())
    wanted = x.clone()
    wanted[5] = 7
    assert torch.equal(y, wanted)


@pl.jit
def overwritten(
    x: pl.Tensor[[8, 64], pl.INT32],
    left: pl.Out[pl.Tensor[[8, 128], pl.INT32]],
    both: pl.Out[pl.Tensor[[8, 128], pl.INT32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        part = x[0:8, 0:64]
        twice = pl.concat(part, part)
        twice[0:8, 16:80] = part
        left[:, :] = twice
        again = pl.concat(part, pl.neg(part))
        again[0:8, 0:32] = part[0:8, 32:64]
        again[0:8, 8:72] = part
        both[:, :] = again
    return left, both


def test_a_value_that_is_overwritten_in_part_keeps_the_rest():
    x = torch.arange(512).reshape(8, 64).int()
    _, left, both = run_everywhere(overwritten, x, torch.zeros(8, 128).int(), torch.zeros(8, 128).int())
    assert torch.equal(left, torch.cat([x[:, :16], x, x[:, 16:]], 1))
    assert torch.equal(both, torch.cat([x[:, 32:40], x, -x[:, 8:]], 1))


@pl.jit
def vectors_in_turn(
    x: pl.Tensor[[32, 64], pl.INT32],
    a: pl.Tensor[[32, 1], pl.INT32],
    b: pl.Tensor[[1, 64], pl.INT32],
    c: pl.Tensor[[1, 64], pl.INT32],
    looped: pl.Out[pl.Tensor[[32, 64], pl.INT32]],
    rows: pl.Out[pl.Tensor[[32, 64], pl.INT32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        f = x[:, :]
        for _ in pl.range(2):
            f = pl.col_expand_add(pl.row_expand_add(f, a[:, :]), b[:, :])
        looped[:, :] = f
        g = pl.transpose(pl.transpose(x[:, :], 0, 1), 0, 1)
        rows[:, :] = pl.col_expand_sub(pl.col_expand_add(g, b[:, :]), c[:, :])
    return looped, rows


def test_a_vector_loaded_between_two_instructions_does_not_overwrite_the_one_before():
    generator = torch.Generator().manual_seed(4)
    x, a, b, c = (
        torch.randint(-1000, 1000, shape, generator=generator, dtype=torch.int32)
        for shape in ((32, 64), (32, 1), (1, 64), (1, 64))
    )
    *_, looped, rows = run_everywhere(vectors_in_turn, x, a, b, c, *torch.zeros(2, 32, 64).int())
    assert torch.equal(looped, x + 2 * (a + b))
    assert torch.equal(rows, x + b - c)


@pl.jit
def own_buffers(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec, pl.MemRefType("first")] = pl.load(x, [0, 0], [16, 64])
        b: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec, pl.tile.MemRefType("second")] = pl.neg(a)
        y = pl.store(b, [0, 0], y)
        y = pl.store(a, [16, 0], y)
    return y


def test_buffers_under_the_other_name_of_their_type():
    x = torch.randn(16, 64, generator=torch.Generator().manual_seed(4))
    _, y = run_everywhere(own_buffers, x, torch.zeros(32, 64))
    assert torch.equal(y, torch.cat([-x, x]))


ROWS = pl.dynamic("ROWS")


@pl.jit
def shifted(
    x: pl.Tensor[[ROWS, 64], pl.INT32],
    y: pl.Tensor[[ROWS, 64], pl.INT32],
    w: pl.Tensor[[1, 64], pl.INT32],
    o: pl.Out[pl.Tensor[[ROWS, 64], pl.INT32]],
):
    rows = pl.tensor.dim(x, 0)
    for b in pl.spmd((rows + 7) // 8):
        left = pl.min(8, rows - b * 8)
        a = pl.slice(x, [8, 64], [b * 8, 0], valid_shape=[left, 64])
        c = pl.slice(y, [8, 64], [b * 8, 0], valid_shape=[left, 64])
        _row = w[0:1, 0:64]
        both = pl.and_(c, a)  # a larger value lies beside it, so that it may not start where its operands do
        _wide = pl.fillpad_expand(both, [8, 96], pad_value=pl.PadValue.min)
        o = pl.assemble(o, pl.xors(both, 7), [b * 8, 0])
    return o


def test_a_result_starts_where_its_operand_does_or_lies_apart_from_it():
    generator = torch.Generator().manual_seed(2)
    x, y, w = (torch.randint(-99, 99, (n, 64), generator=generator).int() for n in (16, 16, 1))
    o = run_everywhere(shifted, x, y, w, torch.zeros(16, 64).int())[3]
    assert torch.equal(o, (x & y) ^ 7)
