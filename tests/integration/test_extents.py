# SPDX-License-Identifier: Apache-2.0
"""Extents known at run time: names for what is computed from them, and products that end before their operands do."""

import pytest
import torch
from mixed_runs import BOTH_CHIPS

import pypto.language as pl
from pypto.errors import UserError
from pypto.runtime.config import RunConfig

B = pl.dynamic("B")
HEADS, WIDTH = 4, 64


@pl.jit.inline
def doubled(x: pl.Tensor, y: pl.Tensor):
    for b in pl.spmd(x.shape[0] // 4, name_hint="doubled"):
        y[b * 4 : b * 4 + 4, :] = pl.mul(x[b * 4 : b * 4 + 4, :], 2.0)
    return y


@pl.jit
def heads_as_rows(
    x: pl.Tensor[[B, HEADS * WIDTH], pl.FP32],
    y: pl.Out[pl.Tensor[[B, HEADS * WIDTH], pl.FP32]],
):
    batch = pl.tensor.dim(x, 0)
    rows = batch * HEADS
    half = rows // 2
    once = pl.create_tensor([rows, WIDTH], dtype=pl.FP32)
    twice = pl.create_tensor([half, WIDTH], dtype=pl.FP32)
    once = doubled(pl.reshape(x, [rows, WIDTH]), once)
    twice = doubled(once[0:half, :], twice)
    together = pl.reshape(once, [batch, HEADS * WIDTH])
    out = pl.reshape(y, [rows, WIDTH])
    for b in pl.spmd(batch, name_hint="all"):
        y[b : b + 1, :] = together[b : b + 1, :]
    for b in pl.spmd(half // 4, name_hint="first"):
        out[b * 4 : b * 4 + 4, :] = twice[b * 4 : b * 4 + 4, :]
    return y


@pytest.mark.parametrize("engine", ["native", "interpret"])
def test_an_extent_with_a_name_is_what_it_was_computed_from(engine):
    for batch in (2, 6):
        x, y = torch.randn(batch, HEADS * WIDTH), torch.zeros(batch, HEADS * WIDTH)
        heads_as_rows(x, y, config=RunConfig(engine=engine))
        wanted = (x * 2.0).view(-1, WIDTH)
        wanted[: batch * HEADS // 2] *= 2.0
        assert torch.equal(y, wanted.view(batch, -1))


@pl.jit
def narrowed_product(
    a: pl.Tensor, b: pl.Tensor, depth: pl.Tensor[[1], pl.INT32], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]
):
    with pl.at(level=pl.Level.CORE_GROUP):
        n = pl.read(depth, [0])
        y[:, :] = pl.matmul(pl.slice(a, [16, 64], [0, 0], valid_shape=[16, n]), b[:, :], out_dtype=pl.FP32)
    return y


@BOTH_CHIPS
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float32])
def test_a_product_reads_no_row_beyond_the_valid_columns_of_its_left_operand(platform, dtype):
    a = torch.randint(-4, 5, (16, 64), generator=torch.Generator().manual_seed(1)).to(dtype)
    for depth in (1, 2, 7, 63, 64):
        b = torch.randint(-4, 5, (64, 32), generator=torch.Generator().manual_seed(depth)).to(dtype)
        wanted = a[:, :depth].float() @ b[:depth].float()
        b[depth:] = float("nan")
        for engine in ("native", "interpret"):
            y = torch.zeros(16, 32)
            config = RunConfig(platform=platform, engine=engine)
            narrowed_product(a, b, torch.tensor([depth], dtype=torch.int32), y, config=config)
            assert torch.equal(y, wanted)


@pl.jit
def last_rows(a: pl.Tensor, b: pl.Tensor, rows: pl.Tensor[[1], pl.INT32], y: pl.InOut[pl.Tensor]):
    """Accumulators that hold nothing before their loops, and the rows of a narrowed operand after them."""
    deep, cols = b.shape
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="started"):
        n = pl.read(rows, [0])
        acc = pl.create_tensor([16, cols], dtype=pl.FP32)
        for k in pl.pipeline(0, deep, 32, stage=2):
            left = pl.slice(a, [16, 32], [0, k], valid_shape=[n, 32])
            acc = pl.matmul_acc(acc, left, b[k : k + 32, :], init_cond=(k == 0))
        y = pl.assemble(y, acc, [0, 0])
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="peeled"):
        n = pl.read(rows, [0])
        acc = pl.create_tensor([16, cols], dtype=pl.FP32)
        for twice in pl.range(2):
            for k in pl.range(0, deep, 32):
                left = pl.slice(a, [16, 32], [0, k], valid_shape=[n, 32])
                if k + twice == 0:
                    acc = pl.matmul(left, b[k : k + 32, :], out_dtype=pl.FP32)
                else:
                    acc = pl.matmul_acc(acc, left, b[k : k + 32, :])
        y = pl.assemble(y, pl.mul(acc, 0.5), [16, 0])
    return y


@BOTH_CHIPS
@pytest.mark.parametrize("engine", ["native", "interpret"])
def test_an_accumulator_takes_the_valid_rows_of_the_products_in_its_loop(platform, engine):
    a, b = (torch.randint(-4, 5, s).bfloat16() for s in ((16, 96), (96, 32)))
    for n in (3, 16):
        y = torch.full((32, 32), 7.0)
        config = RunConfig(platform=platform, engine=engine)
        last_rows(a, b, torch.tensor([n], dtype=torch.int32), y, config=config)
        wanted = torch.full((2, 16, 32), 7.0)
        wanted[:, :n] = a[:n].float() @ b.float()
        assert torch.equal(y, wanted.view(32, 32))


@pl.jit
def other_rows(a: pl.Tensor, b: pl.Tensor, y: pl.InOut[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        acc = pl.create_tensor([16, 32], dtype=pl.FP32)
        for k in pl.range(0, 96, 32):
            left = pl.slice(a, [16, 32], [0, k], valid_shape=[pl.min(16, k + 1), 32])
            acc = pl.matmul_acc(acc, left, b[k : k + 32, :], init_cond=(k == 0))
        y = pl.assemble(y, acc, [0, 0])
    return y


def test_valid_rows_that_change_from_iteration_to_iteration_are_refused():
    with pytest.raises(
        UserError, match=r"cannot reassign `acc` with a different type: was .*, got .* valid \["
    ) as caught:
        other_rows.compile(
            torch.zeros(16, 96).bfloat16(), torch.zeros(96, 32).bfloat16(), torch.zeros(16, 32)
        )
    assert caught.value.code == "type-change"


@pl.jit
def stored_in_part(
    a: pl.Tensor, b: pl.Tensor, rows: pl.Tensor[[1], pl.INT32], y: pl.InOut[pl.Tensor], z: pl.InOut[pl.Tensor]
):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="narrowed"):
        n = pl.read(rows, [0])
        y = pl.assemble(y, pl.set_validshape(pl.matmul(a[:, :], b[:, :]), n, 32), [0, 0])
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="heads"):
        n = pl.read(rows, [0])
        left = pl.slice(a, [16, 64], [0, 0], valid_shape=[n, 64])
        z = pl.assemble(z, pl.reshape(pl.matmul(left, b[:, :], out_dtype=pl.FP32), [16, 1, 32]), [0, 1, 0])
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="read_too"):
        n = pl.read(rows, [0])
        part = pl.set_validshape(pl.matmul(a[:, :], b[:, :], out_dtype=pl.FP32), n, 32)
        y = pl.assemble(y, part, [16, 0])
        twice = pl.cast(pl.mul(part, 2.0), pl.BF16, mode="rint")
        z = pl.assemble(z, pl.reshape(twice, [16, 1, 32]), [0, 2, 0])
    return y, z


@BOTH_CHIPS
@pytest.mark.parametrize("engine", ["native", "interpret"])
def test_a_part_of_a_product_is_rounded_into_a_narrower_tensor(platform, engine):
    a, b = (torch.randint(-4, 5, s).bfloat16() for s in ((16, 64), (64, 32)))
    y, z = torch.full((32, 32), 7.0).bfloat16(), torch.full((16, 3, 32), 7.0).bfloat16()
    config = RunConfig(platform=platform, engine=engine)
    stored_in_part(a, b, torch.tensor([5], dtype=torch.int32), y, z, config=config)
    product = (a.float() @ b.float())[:5]
    wanted_y, wanted_z = torch.full_like(y, 7.0), torch.full_like(z, 7.0)
    wanted_y[0:5] = wanted_y[16:21] = wanted_z[:5, 1] = product.bfloat16()
    wanted_z[:5, 2] = (product * 2.0).bfloat16()
    assert torch.equal(y, wanted_y)
    assert torch.equal(z, wanted_z)
