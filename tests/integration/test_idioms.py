# SPDX-License-Identifier: Apache-2.0
"""Chains of operations that models are made of, bit for bit where each step is exact or rounded once."""

import numpy as np
import torch
from kernel_runs import run_everywhere

import pypto.language as pl

M, N, K = 32, 128, 256


@pl.jit
def quantised_projection(
    x: pl.Tensor[[M, N], pl.FP32],
    w: pl.Tensor[[N, N], pl.INT8],
    by_column: pl.Tensor[[1, N], pl.FP32],
    codes: pl.Out[pl.Tensor[[M, N], pl.INT8]],
    scales: pl.Out[pl.Tensor[[1, M], pl.FP32]],
    sums: pl.Out[pl.Tensor[[M, N], pl.INT32]],
    y: pl.Out[pl.Tensor[[M, N], pl.FP32]],
    weights: pl.Out[pl.Tensor[[N, N], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = x[:, :]
        largest = pl.maximum(pl.row_max(pl.abs(v)), pl.full([M, 1], pl.FP32, 1e-6))
        q = pl.div(pl.full([M, 1], pl.FP32, 127.0), largest)
        scales[:, :] = pl.reshape(pl.recip(q), [1, M])
        whole = pl.cast(pl.row_expand_mul(v, q), pl.INT32, mode="rint")
        codes[:, :] = pl.cast(pl.cast(whole, pl.FP16, mode="round"), pl.INT8, mode="trunc")
    with pl.at(level=pl.Level.CORE_GROUP):
        acc = pl.matmul(codes[:, 0:64], w[:, 0:64], out_dtype=pl.INT32, b_trans=True)
        sums[:, :] = pl.matmul_acc(acc, codes[:, 64:N], w[:, 64:N], b_trans=True)
    with pl.at(level=pl.Level.CORE_GROUP):
        real = pl.cast(sums[:, :], pl.FP32, mode="none")
        by_row = pl.reshape(scales[:, :], [M, 1])
        y[:, :] = pl.col_expand_mul(pl.row_expand_mul(real, by_row), by_column[:, :])
        weights[:, :] = pl.cast(pl.cast(w[:, :], pl.FP16), pl.FP32)
    return codes, scales, sums, y, weights


def test_a_quantised_projection():
    torch.manual_seed(1)
    x = torch.randn(M, N)
    x[3] = 0
    x[4, :4] = torch.tensor([2.0, 1.0, -1.0, -2.0])
    w = torch.randint(-128, 128, (N, N), dtype=torch.int8)
    by_column = torch.rand(1, N) + 0.5
    codes, scales, sums, y, weights = run_everywhere(
        quantised_projection, x, w, by_column, torch.zeros(M, N, dtype=torch.int8), torch.zeros(1, M),
        torch.zeros(M, N, dtype=torch.int32), torch.zeros(M, N), torch.zeros(N, N),
    )[3:]  # fmt: skip
    largest = x.abs().amax(1, keepdim=True).clamp_min(1e-6)
    q = torch.div(torch.full_like(largest, 127.0), largest)
    wanted = torch.round(x * q).to(torch.int8)
    assert torch.equal(codes, wanted), "rounded once, to even"
    assert torch.equal(scales, torch.from_numpy(np.float32(1) / q.numpy()).T)
    exact = wanted.long() @ w.long().T
    assert torch.equal(sums.long(), exact)
    assert torch.equal(y, exact.float() * scales.T * by_column)
    assert torch.equal(weights, w.float())


@pl.jit
def rotated_halves(
    x: pl.Tensor[[M, N], pl.FP32],
    cos: pl.Tensor[[M, 64], pl.FP32],
    sin: pl.Tensor[[M, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[M, N], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.slice(x, [M, 64], [0, 0])
        b = pl.slice(x, [M, 64], [0, 64])
        c, s = cos[:, :], sin[:, :]
        y = pl.assemble(y, pl.sub(pl.mul(a, c), pl.mul(b, s)), [0, 0])
        y = pl.assemble(y, pl.add(pl.mul(b, c), pl.mul(a, s)), [0, 64])
    return y


def test_halves_are_rotated():
    torch.manual_seed(2)
    x, cos, sin = torch.randn(M, N), torch.randn(M, 64), torch.randn(M, 64)
    y = run_everywhere(rotated_halves, x, cos, sin, torch.zeros(M, N))[3]
    a, b = x[:, :64], x[:, 64:]
    assert torch.equal(y, torch.cat([a * cos - b * sin, b * cos + a * sin], 1))


@pl.jit
def largest_of_a_row(
    x: pl.Tensor[[1, 512], pl.FP32],
    values: pl.Out[pl.Tensor[[1, 32], pl.FP32]],
    indices: pl.Out[pl.Tensor[[1, 32], pl.INT32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        pairs = pl.sort32(x[:, :], pl.arange(0, [1, 512], dtype=pl.UINT32))
        pairs = pl.mrgsort(pairs, block_len=64)
        pairs = pl.mrgsort(pairs, block_len=256)
        top = pl.slice(pairs, [1, 64], [0, 0])
        values[:, :] = pl.gather(top, mask_pattern=pl.tile.MaskPattern.P0101)
        indices[:, :] = pl.gather(top, mask_pattern=pl.tile.MaskPattern.P1010, output_dtype=pl.INT32)
    return values, indices


def test_the_largest_of_a_row_and_where_they_are():
    torch.manual_seed(3)
    x = torch.randn(1, 512).round(decimals=1)  # with ties
    values, indices = run_everywhere(
        largest_of_a_row, x, torch.zeros(1, 32), torch.zeros(1, 32, dtype=torch.int32)
    )[1:]
    order = torch.argsort(x, dim=1, descending=True, stable=True)[:, :32]
    assert torch.equal(values, torch.gather(x, 1, order))
    assert torch.equal(indices.long(), order), "of equal values the earlier one comes first"


@pl.jit
def normalised(
    x: pl.Tensor[[M, K], pl.FP32],
    gamma: pl.Tensor[[1, K], pl.FP32],
    y: pl.Out[pl.Tensor[[M, K], pl.FP32]],
    inverse: pl.Out[pl.Tensor[[1, M], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        total = pl.full([M, 1], pl.FP32, 0.0)
        for c in pl.range(0, K, 64):
            part = x[:, c : c + 64]
            total = pl.add(total, pl.row_sum(pl.mul(part, part)))
        mean = pl.add(pl.mul(total, 1.0 / K), 1e-6)
        r = pl.recip(pl.sqrt(mean))
        inverse[:, :] = pl.reshape(r, [1, M])
        for c in pl.range(0, K, 64):
            scaled = pl.row_expand_mul(x[:, c : c + 64], r)
            y[:, c : c + 64] = pl.col_expand_mul(scaled, gamma[:, c : c + 64])
    return y, inverse


def test_rows_are_normalised_in_column_chunks():
    torch.manual_seed(4)
    x = torch.randint(-8, 9, (M, K)) * 0.25  # squares and their sums are exact
    gamma = torch.randn(1, K)
    y, inverse = run_everywhere(normalised, x, gamma, torch.zeros(M, K), torch.zeros(1, M))[2:]
    mean = (x * x).sum(1, keepdim=True) * (1.0 / K) + 1e-6
    r = torch.from_numpy(np.float32(1) / np.sqrt(mean.numpy()))  # Torch's own reciprocal is an approximation
    assert torch.equal(inverse, r.T)
    assert torch.equal(y, x * r * gamma)
