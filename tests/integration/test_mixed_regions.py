# SPDX-License-Identifier: Apache-2.0
"""Regions that need the cube core and a vector core: both engines, both chips, against Torch."""

import torch
from mixed_runs import BOTH_CHIPS, randn, results

import pypto.language as pl


@pl.jit
def product_and_residual(
    a: pl.Tensor[[64, 64], pl.BF16],
    b: pl.Tensor[[64, 64], pl.BF16],
    r: pl.Tensor[[64, 64], pl.FP32],
    out: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="residual"):
        c = pl.matmul(a[:, :], b[:, :], out_dtype=pl.FP32)
        out[:, :] = pl.add(c, r[:, :])
    return out


@BOTH_CHIPS
def test_a_product_crosses_to_the_vector_core(platform):
    a, b, r = randn(64, 64, dtype=torch.bfloat16), randn(64, 64, seed=1, dtype=torch.bfloat16), randn(64, 64)
    native, wanted, document = results(product_and_residual, [a, b, r], (64, 64), platform)
    torch.testing.assert_close(native, a.float() @ b.float() + r, rtol=1e-5, atol=1e-5)
    torch.testing.assert_close(native, wanted, rtol=1e-6, atol=1e-5)
    assert document["groups"] == [[0, 1, -1]]
    assert [k["core"] for k in document["kernels"]] == ["aic", "aiv"]
    assert len({k["pto"] for k in document["kernels"]}) == 1


@pl.jit
def scaled_product(
    a: pl.Tensor[[64, 64], pl.FP32],
    b: pl.Tensor[[64, 32], pl.BF16],
    out: pl.Out[pl.Tensor[[64, 32], pl.FP32]],
):
    for m in pl.spmd(4):
        half = pl.cast(pl.mul(a[m * 16 : m * 16 + 16, :], 0.5), pl.BF16, mode="rint")
        out[m * 16 : m * 16 + 16, :] = pl.matmul(half, b[:, :], out_dtype=pl.FP32)
    return out


@BOTH_CHIPS
def test_a_vector_value_becomes_an_operand_in_every_block(platform):
    a, b = randn(64, 64), randn(64, 32, dtype=torch.bfloat16)
    native, wanted, _ = results(scaled_product, [a, b], (64, 32), platform)
    torch.testing.assert_close(native, (a * 0.5).bfloat16().float() @ b.float(), rtol=1e-5, atol=1e-5)
    torch.testing.assert_close(native, wanted, rtol=1e-6, atol=1e-5)
