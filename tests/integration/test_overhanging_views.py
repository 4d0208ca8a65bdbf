# SPDX-License-Identifier: Apache-2.0
"""Views whose shape leaves their tensor where they hold no data: what holds data counts."""

import pytest
import torch
from kernel_runs import run_everywhere

import pypto.language as pl
from pypto.errors import UserError


@pl.jit
def rows(
    x: pl.Tensor[[12, 8], pl.FP32],
    start: pl.Tensor[[1], pl.INT32],
    y: pl.Out[pl.Tensor[[8, 8], pl.FP32]],
    z: pl.InOut[pl.Tensor[[12, 8], pl.FP32]],
):
    s = pl.cast(start[0], pl.INDEX)
    v = pl.slice(x, [8, 8], [s, 0], valid_shape=[12 - s, 8])
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.fillpad(v[:, :])
    w = pl.slice(z, [8, 8], [s, 0], valid_shape=[12 - s, 8])
    with pl.at(level=pl.Level.CORE_GROUP):
        w[:, :] = pl.add(v[:, :], 1.0)
    with pl.at(level=pl.Level.CORE_GROUP):
        w[:, :] = pl.mul(w[:, :], 2.0)
    return y, z


@pytest.mark.parametrize("start", [4, 6, 11, 12])
def test_rows_beyond_the_last_one(start):
    x = torch.randn(12, 8)
    args = x, torch.tensor([start], dtype=torch.int32), torch.zeros(8, 8), torch.zeros(12, 8)
    *_, y, z = run_everywhere(rows, *args)
    held = 12 - start
    assert torch.equal(y[:held], x[start:]) and not y[held:].any()
    assert torch.equal(z[start:], (x[start:] + 1) * 2) and not z[:start].any()


def test_what_holds_data_stays_in_the_tensor():
    args = torch.randn(12, 8), torch.tensor([13], dtype=torch.int32), torch.zeros(8, 8), torch.zeros(12, 8)
    for engine in ("native", "interpret"):
        with pytest.raises(UserError, match=r"reaches outside|valid"):
            rows(*args, config={"engine": engine})


@pl.jit
def pages(
    cache: pl.Tensor[[3, 10, 16], pl.FP32],
    at: pl.Tensor[[2], pl.INT32],
    y: pl.Out[pl.Tensor[[8, 16], pl.FP32]],
    z: pl.Out[pl.Tensor[[16, 8], pl.FP32]],
    e: pl.Out[pl.Tensor[[1, 1], pl.FP32]],
):
    b, s = pl.cast(at[0], pl.INDEX), pl.cast(at[1], pl.INDEX)
    page = pl.slice(cache, [1, 8, 16], [b, s, 0], valid_shape=[1, 10 - s, 16], pad_value=pl.PadValue.max)
    flat = pl.reshape(page, [8, 16])
    across = pl.transpose(flat, 0, 1)
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.fillpad(pl.mul(flat[:, :], 2.0))
    with pl.at(level=pl.Level.CORE_GROUP):
        z[:, :] = pl.fillpad(across[:, :])
    pl.write(e, [0, 0], across[3, 7])
    return y, z, e


@pytest.mark.parametrize(("b", "s"), [(0, 5), (2, 5), (2, 9), (1, 2)])
def test_a_page_at_the_end_of_a_cache(b, s):
    cache = torch.randn(3, 10, 16)
    outs = torch.zeros(8, 16), torch.zeros(16, 8), torch.zeros(1, 1)
    *_, y, z, e = run_everywhere(pages, cache, torch.tensor([b, s], dtype=torch.int32), *outs)
    held = 10 - s
    wanted = torch.zeros(8, 16)
    wanted[:held] = cache[b, s:]
    assert torch.equal(y, wanted * 2) and torch.equal(z, wanted.T)
    assert e.item() == (cache[b, s + 7, 3] if held == 8 else float("inf"))


@pl.jit
def columns(
    x: pl.Tensor[[6, 24], pl.FP32],
    y: pl.Out[pl.Tensor[[6, 16], pl.FP32]],
    z: pl.InOut[pl.Tensor[[6, 24], pl.FP32]],
):
    v = pl.slice(x, [6, 16], [0, 16], valid_shape=[6, 8])
    w = pl.slice(z, [6, 16], [0, 16], clamp=True)
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.fillpad(v[:, :])
    with pl.at(level=pl.Level.CORE_GROUP):
        w[:, :] = pl.add(v[:, :], 1.0)
    with pl.at(level=pl.Level.CORE_GROUP):
        w[:, :] = pl.mul(w[:, :], 2.0)
    return y, z


def test_columns_beyond_the_last_one():
    x = torch.randn(6, 24)
    *_, y, z = run_everywhere(columns, x, torch.zeros(6, 16), torch.zeros(6, 24))
    assert torch.equal(y[:, :8], x[:, 16:]) and not y[:, 8:].any()
    assert torch.equal(z[:, 16:], (x[:, 16:] + 1) * 2) and not z[:, :16].any()
