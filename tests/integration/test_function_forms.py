# SPDX-License-Identifier: Apache-2.0
"""`@pl.jit.incore` and `@pl.jit.opaque` functions, called in every way that they may be."""

import torch
from kernel_runs import reads_back, run_everywhere

import pypto.language as pl

D = 64


def ramp(rows=64):
    return torch.arange(float(rows))[:, None].repeat(1, D) + torch.arange(float(D)) / 64


@pl.jit.inline
def shifted(v: pl.Tensor, by: pl.Scalar[pl.FP32]):
    return pl.add(v, by)


@pl.jit.incore
def scaled(x: pl.Tensor, r: pl.Scalar[pl.INDEX], by: pl.Scalar[pl.FP32], y: pl.Out[pl.Tensor]):
    total = pl.create_tensor([16, D], dtype=pl.FP32)
    total = shifted(x[r : r + 16, :], by)
    for i in pl.range(8):
        if i == 3:
            break
        total = pl.mul(total, 2.0)
    y[r : r + 16, :] = total
    return y


@pl.jit.incore(level=pl.Level.CORE_GROUP)
def parts(x: pl.Tensor):
    v = x[0:16, :]
    return pl.add(v, 1.0), pl.row_sum(v)


@pl.jit.incore
def by_block(x: pl.Tensor, y: pl.InOut[pl.Tensor]):
    r = pl.tile.get_block_idx() * 16
    y[r : r + 16, :] = pl.sub(y[r : r + 16, :], x[r : r + 16, :])
    return y


@pl.jit.incore
def silent(y: pl.InOut[pl.Tensor]):
    y[0:1, :] = pl.neg(y[0:1, :])


@pl.jit.opaque
def stages(x: pl.Tensor, y: pl.Tensor):
    for i in pl.parallel(4):
        y = scaled(x, i * 16, 0.5, y)
    with pl.spmd(2, name_hint="upper") as done:
        y = by_block(x, y)
    with pl.at(level=pl.Level.CORE_GROUP, deps=[done]):
        y[48:64, :] = x[48:64, :]
    return y


@pl.jit
def forms(
    x: pl.Tensor[[64, D], pl.FP32],
    y: pl.Out[pl.Tensor[[64, D], pl.FP32]],
    z: pl.Out[pl.Tensor[[16, D], pl.FP32]],
):
    y = stages(x, y)
    more, sums = parts(x)
    with pl.at(level=pl.Level.CORE_GROUP):
        z[:, :] = pl.add(more[:, :], sums[:, :])
    silent(y)
    return y, z


def test_values_and_order():
    x = ramp()
    _, y, z = run_everywhere(forms, x, torch.zeros(64, D), torch.zeros(16, D))
    wanted = (x + 0.5) * 8
    wanted[:32] -= x[:32]
    wanted[48:] = x[48:]
    wanted[0] = -wanted[0]
    assert torch.equal(y, wanted)
    assert torch.equal(z, x[:16] + 1 + x[:16].sum(1, keepdim=True))


def test_an_incore_function_is_one_region_of_its_name():
    text = reads_back(forms, ramp(), torch.zeros(64, D), torch.zeros(16, D))
    assert text.count('name_hint="scaled"') == 1
    assert text.count('name_hint="parts"') == 1
    assert text.count('with pl.spmd(2, name_hint="upper") as done:') == 1
    assert "by_block" not in text
