# SPDX-License-Identifier: Apache-2.0
"""Regions divided by pl.split: what is made out of whole values, and what works row by row."""

import torch
from mixed_runs import BOTH_CHIPS, randn, results

import pypto.language as pl

BF16 = torch.bfloat16
Pattern = pl.tile.MaskPattern


@pl.jit
def masked_product(a: pl.Tensor, b: pl.Tensor, shift: pl.Tensor, out: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.UP_DOWN)]):
        c = pl.matmul(a[:, :], b[:, :], out_dtype=pl.FP32)
        column = pl.cast(pl.arange(0, [1, 64], dtype=pl.INT32), pl.FP32)
        row = pl.reshape(pl.cast(pl.arange(0, [1, 32], dtype=pl.INT32), pl.FP32), [32, 1])
        ahead = pl.row_expand_sub(pl.col_expand(c, column), row)
        c = pl.mul(c, pl.cmp(ahead, 0.0, cmp_type=3))
        c = pl.mul(c, pl.cmp(c, pl.neg(c), cmp_type=5))
        out[:, :] = pl.add(c, pl.transpose(shift[:, :], 0, 1))
    return out


@pl.jit
def places_in_rows(a: pl.Tensor, b: pl.Tensor, index: pl.Tensor, out: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.UP_DOWN)]):
        c = pl.matmul(a[:, :], b[:, :], out_dtype=pl.FP32)
        even = pl.gather(c, mask_pattern=Pattern.P0101)
        odd = pl.gather(c, mask_pattern=Pattern.P1010)
        turned = pl.concat(pl.neg(odd), even)
        chosen = pl.gather(turned, dim=-1, index=index[:, :])
        out[:, :] = pl.scatter(c, dim=-1, index=index[:, :], src=chosen)
    return out


@BOTH_CHIPS
def test_each_half_takes_its_rows_of_a_column_and_of_a_transposed_matrix_that_are_made_whole(platform):
    a, b, shift = randn(32, 32, dtype=BF16), randn(32, 64, dtype=BF16), randn(64, 32)
    native, interpreted, document = results(masked_product, (a, b, shift), (32, 64), platform)
    assert len(document["groups"][0]) == 3
    wanted = (a.float() @ b.float()).tril().clamp(min=0.0) + shift.T
    torch.testing.assert_close(native, wanted, rtol=1e-5, atol=1e-4)
    torch.testing.assert_close(native, interpreted, rtol=1e-6, atol=1e-5)


@BOTH_CHIPS
def test_gathers_and_scatters_along_the_rows_are_divided(platform):
    a, b = randn(32, 32, dtype=BF16), randn(32, 64, dtype=BF16)
    index = torch.stack(
        [torch.randperm(64, generator=torch.Generator().manual_seed(i))[:16] for i in range(32)]
    )
    native, interpreted, _ = results(places_in_rows, (a, b, index.int()), (32, 64), platform)
    c = a.float() @ b.float()
    turned = torch.cat([-c[:, 1::2], c[:, ::2]], 1)
    torch.testing.assert_close(native, c.scatter(1, index, turned.gather(1, index)), rtol=1e-5, atol=1e-4)
    torch.testing.assert_close(native, interpreted, rtol=1e-6, atol=1e-5)
