# SPDX-License-Identifier: Apache-2.0
"""Values whose valid region a branch or a loop decides."""

import pytest
import torch
from mixed_runs import BOTH_CHIPS

import pypto.language as pl
from pypto.runtime.config import RunConfig

ENGINES = pytest.mark.parametrize("engine", ["native", "interpret"])
KEYS, STEP = 160, 64


@pl.jit
def narrowed_at_the_end(
    q: pl.Tensor,
    k: pl.Tensor,
    length: pl.Tensor[[1], pl.INT32],
    sums: pl.Out[pl.Tensor],
    tops: pl.InOut[pl.Tensor],
):
    """Only the last tile of keys is narrowed: on a vector core alone, and where a product crosses to one."""
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="mixed"):
        n = pl.read(length, [0])
        total = pl.full([16, 1], dtype=pl.FP32, value=0.0)
        for i in pl.range((n + STEP - 1) // STEP):
            s = pl.matmul(q[:, :], k[i * STEP : i * STEP + STEP, :], b_trans=True, out_dtype=pl.FP32)
            if (i + 1) * STEP > n:
                s = pl.set_validshape(s, 16, n - i * STEP)
            s = pl.fillpad(s, pad_value=pl.PadValue.zero)
            total = pl.add(total, pl.row_sum(s))
        sums[:, :] = total
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="vector"):
        n = pl.read(length, [0])
        t = pl.cast(q[:, :], pl.FP32)
        if n < 100:
            pl.static_print("narrow")
            t = pl.set_validshape(t, 4, 32)
        else:
            t = pl.set_validshape(t, 8, 32)
        tops = pl.assemble(tops, pl.row_max(t), [0, 0])
    return sums, tops


@BOTH_CHIPS
@ENGINES
def test_a_branch_decides_how_much_of_a_value_is_valid(platform, engine):
    q, k = torch.randint(-4, 5, (16, 64)).bfloat16(), torch.randint(-4, 5, (192, 64)).bfloat16()
    for n in (64, 70, 160):
        sums, tops = torch.zeros(16, 1), torch.full((16, 1), -99.0)
        config = RunConfig(platform=platform, engine=engine)
        narrowed_at_the_end(q, k, torch.tensor([n], dtype=torch.int32), sums, tops, config=config)
        assert torch.equal(sums, (q.float() @ k[:n].float().T).sum(1, keepdim=True))
        wanted = torch.full((16, 1), -99.0)
        rows = 4 if n < 100 else 8
        wanted[:rows] = q[:rows, :32].float().amax(1, keepdim=True)
        assert torch.equal(tops, wanted)


@pl.jit
def last_maximum(x: pl.Tensor, rows: pl.Tensor[[1], pl.INT32], y: pl.InOut[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        n = pl.read(rows, [0])
        top = pl.full([8, 1], dtype=pl.FP32, value=0.0)
        for c in pl.range(0, 128, 32):
            top = pl.row_max(pl.slice(x, [8, 32], [0, c], valid_shape=[n, 32]))
        y = pl.assemble(y, top, [0, 0])
    return y


@ENGINES
def test_a_value_that_its_loop_does_not_read_takes_the_valid_region_of_the_last_iteration(engine):
    x = torch.randn(8, 128)
    for n in (3, 8):
        y = torch.full((8, 1), 7.0)
        last_maximum(x, torch.tensor([n], dtype=torch.int32), y, config=RunConfig(engine=engine))
        wanted = torch.full((8, 1), 7.0)
        wanted[:n] = x[:n, 96:].amax(1, keepdim=True)
        assert torch.equal(y, wanted)


@pl.jit
def narrowed_again(x: pl.Tensor, rows: pl.Tensor[[1], pl.INT32], y: pl.InOut[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        n = pl.read(rows, [0])
        total = pl.slice(x, [16, 64], [0, 0], valid_shape=[n, 64])
        whole = pl.full([16, 64], dtype=pl.FP32, value=1.0)
        for _ in pl.range(3):
            total = pl.set_validshape(pl.add(total, whole), n, 64)
        y = pl.assemble(y, total, [0, 0])
    return y


@ENGINES
def test_an_extent_is_the_same_in_a_window_and_in_what_is_said_of_a_value(engine):
    x, y = torch.randn(16, 64), torch.full((16, 64), 7.0)
    narrowed_again(x, torch.tensor([5], dtype=torch.int32), y, config=RunConfig(engine=engine))
    assert torch.equal(y[:5], x[:5] + 1.0 + 1.0 + 1.0)
    assert (y[5:] == 7.0).all()
