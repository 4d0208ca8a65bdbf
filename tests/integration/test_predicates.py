# SPDX-License-Identifier: Apache-2.0
"""`predicate=`: a task that does not run leaves its outputs alone and lets its successors go."""

import pytest
import torch
from kernel_runs import run_everywhere

import pypto.language as pl
from pypto.errors import KernelFault, ParserSyntaxError

D = 64


@pl.jit.incore
def doubled(x: pl.Tensor, y: pl.InOut[pl.Tensor]):
    y[48:64, :] = pl.mul(x[48:64, :], 2.0)
    return y


@pl.jit
def gated(
    x: pl.Tensor[[64, D], pl.FP32],
    flags: pl.Tensor[[4, 2], pl.INT32],
    wide: pl.Tensor[[2], pl.INT64],
    y: pl.InOut[pl.Tensor[[64, D], pl.FP32]],
):
    counts = pl.create_tensor([2], dtype=pl.INT32, init_value=0)
    for n in pl.range(4):
        for b in pl.spmd(2, predicate=(flags[n, 1] > 0)):
            y[n * 16 + b * 8 : n * 16 + b * 8 + 8, :] = x[n * 16 + b * 8 : n * 16 + b * 8 + 8, :]
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="count") as counted:
        pl.write(counts, [1], pl.read(flags, [0, 0]))
    with pl.spmd(2, deps=[counted], predicate=(3 <= counts[1])) as added:  # noqa: SIM300
        b = pl.tile.get_block_idx()
        y[b * 16 : b * 16 + 16, :] = pl.add(y[b * 16 : b * 16 + 16, :], 1.0)
    y, last = pl.submit(doubled, x, y, deps=[added], predicate=(wide[0] != -7))
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="end", deps=[last]):
        y[32:40, :] = pl.neg(x[32:40, :])
    return y


@pytest.mark.parametrize(("count", "wide"), [(0, -7), (3, -7), (4, 5), (2, 1 << 40)])
def test_what_runs_is_what_the_comparison_says(count, wide):
    x, y = torch.randn(64, D), torch.zeros(64, D)
    flags = torch.zeros(4, 2, dtype=torch.int32)
    flags[0, 0], flags[1, 1], flags[3, 1], flags[2, 1] = count, 1, 7, -1
    found = run_everywhere(gated, x, flags, torch.tensor([wide, 0]), y)[3]
    expected = torch.zeros(64, D)
    expected[16:32], expected[48:64] = x[16:32], x[48:64]
    if count >= 3:
        expected[0:32] += 1
    if wide != -7:
        expected[48:64] = 2 * x[48:64]
    expected[32:40] = -x[32:40]
    assert torch.equal(found, expected)


@pl.jit
def late(
    x: pl.Tensor[[16, D], pl.FP32], flags: pl.Tensor[[2], pl.INT32], y: pl.Out[pl.Tensor[[16, D], pl.FP32]]
):
    seen = pl.create_tensor([2], dtype=pl.INT32, init_value=1)
    with pl.at(level=pl.Level.CORE_GROUP) as other:
        y[8:16, :] = x[8:16, :]
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="flag"):
        pl.write(seen, [0], pl.read(flags, [0]))
    with pl.spmd(1, deps=[other], predicate=(seen[0] > 0)) as _:
        b = pl.tile.get_block_idx()
        y[b * 8 : b * 8 + 8, :] = x[b * 8 : b * 8 + 8, :]
    return y


def test_a_predicate_whose_writer_is_not_awaited_is_reported():
    args = torch.randn(16, D), torch.zeros(2, dtype=torch.int32), torch.zeros(16, D)
    with pytest.raises(
        KernelFault, match=r"its predicate\) reads column 0 of `seen`|its predicate\) reads row 0"
    ):
        late(*args)


@pl.jit
def unnamed(x: pl.Tensor[[16, D], pl.FP32], y: pl.Out[pl.Tensor[[16, D], pl.FP32]]):
    seen = pl.create_tensor([2], dtype=pl.INT32)
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.write(seen, [0], 1)
    for b in pl.spmd(2, predicate=(seen[0] > 0)):
        y[b * 8 : b * 8 + 8, :] = x[b * 8 : b * 8 + 8, :]
    return y


def test_a_writer_that_deps_cannot_hold_is_refused():
    with pytest.raises(ParserSyntaxError, match="the task that writes `seen` is not in deps=") as error:
        unnamed(torch.randn(16, D), torch.zeros(16, D))
    assert error.value.span is not None and error.value.span.column == 36
