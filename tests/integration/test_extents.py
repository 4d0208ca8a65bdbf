# SPDX-License-Identifier: Apache-2.0
"""Extents known at run time: names for what is computed from them, and products that end before their operands do."""

import pytest
import torch
from mixed_runs import BOTH_CHIPS

import pypto.language as pl
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
