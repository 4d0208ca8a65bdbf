# SPDX-License-Identifier: Apache-2.0
"""Groups of one launch, arguments left out of tracking, marks and hints: none of them changes a result."""

import pytest
import torch
from kernel_runs import reads_back, run_everywhere

import pypto.language as pl
from pypto.errors import KernelFault

D = 64


@pl.jit.incore
def scale(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    y[:, :] = pl.mul(x[:, :], 2.0)
    return y


@pl.jit
def hinted(
    x: pl.Tensor[[64, D], pl.FP32],
    y: pl.Out[pl.Tensor[[64, D], pl.FP32]],
    z: pl.Out[pl.Tensor[[64, D], pl.FP32]],
):
    t = pl.create_tensor([64, D], dtype=pl.FP32)
    pl.dump_tag(t)
    ctx = pl.prefetch.make_context()
    t, tid = pl.submit(scale, pl.no_dep(x), t, dumps=[x])
    with pl.cluster(name_hint="grouped"):
        y = scale(t, y)
    with pl.at(level=pl.Level.CORE_GROUP, dumps=[x], windowize=True, deps=[tid]):
        event = pl.prefetch.async_prefetch(x[0:1, 0:64], ctx)
        pl.prefetch.async_prefetch(src=x[1:2, :], ctx=ctx)
        session = pl.prefetch.session(ctx)
        done = pl.prefetch.wait(event, session)
        z[:, :] = pl.add(x[:, :], t[:, :])
        if done:
            z[0:1, :] = x[0:1, :]
        pl.prefetch.wait(event, session)
    return y, z


def test_hints_change_nothing():
    x = torch.randn(64, D)
    given = x, torch.zeros(64, D), torch.zeros(64, D)
    _, y, z = run_everywhere(hinted, *given)
    assert torch.equal(y, 4 * x)
    assert torch.equal(z, torch.cat([x[:1], (x + 2 * x)[1:]]))
    text = reads_back(hinted, *given)
    assert "pl.tensor.dump_tag(t)" in text and 'name_hint="grouped"' in text and "no_dep_args=[x]" in text


@pl.jit
def exempt(x: pl.Tensor[[64, D], pl.FP32], y: pl.Out[pl.Tensor[[64, D], pl.FP32]]):
    t = pl.create_tensor([64, D], dtype=pl.FP32)
    t = scale(x, t)
    y = scale(pl.no_dep(t), y)
    return y


def test_an_argument_left_out_of_tracking_is_still_checked():
    with pytest.raises(
        KernelFault, match=r"task 1 `scale_1` reads rows 0..63, columns 0..63 of `t`, which task 0 `scale`"
    ):
        exempt(torch.randn(64, D), torch.zeros(64, D))


@pl.jit
def untracked_elsewhere(x: pl.Tensor[[64, D], pl.FP32], y: pl.Out[pl.Tensor[[64, D], pl.FP32]]):
    t = pl.create_tensor([64, D], dtype=pl.FP32)
    t = scale(x, t)
    same = pl.no_dep(t)
    with pl.at(level=pl.Level.CORE_GROUP):
        half = pl.mul(pl.no_dep(t[:, :]), 0.5)
        y[:, :] = pl.add(half, pl.no_dep(same))
    return y


def test_no_dep_elsewhere_is_its_tensor():
    x = torch.randn(64, D)
    given = x, torch.zeros(64, D)
    _, y = run_everywhere(untracked_elsewhere, *given)
    assert torch.equal(y, 3 * x)
    assert "no_dep" not in reads_back(untracked_elsewhere, *given)


@pl.jit.incore
def both(x: pl.Tensor, low: pl.Out[pl.Tensor[[16, D], pl.FP32]], high: pl.Out[pl.Tensor[[16, D], pl.FP32]]):
    low[:, :] = x[0:16, :]
    high[:, :] = pl.neg(x[16:32, :])
    return low, high


@pl.jit
def left_out(x: pl.Tensor[[64, D], pl.FP32], y: pl.Out[pl.Tensor[[64, D], pl.FP32]]):
    (low, high), task = pl.submit(both, x)
    first = pl.create_tensor([16, D], dtype=pl.FP32)
    (first, second), last = pl.submit(both, x, first, deps=[task])
    with pl.at(level=pl.Level.CORE_GROUP, deps=[last]):
        y[0:16, :] = low[:, :]
        y[16:32, :] = high[:, :]
        y[32:48, :] = first[:, :]
        y[48:64, :] = second[:, :]
    return y


def test_a_submission_makes_the_outputs_that_it_leaves_out():
    x = torch.randn(64, D)
    found = run_everywhere(left_out, x, torch.zeros(64, D))[1]
    assert torch.equal(found, torch.cat([x[:16], -x[16:32]] * 2))
