# SPDX-License-Identifier: Apache-2.0
"""Regions that need the cube core and a vector core: both engines, both chips, against Torch."""

import pytest
import torch
from mixed_runs import BOTH_CHIPS, randn, results

import pypto.language as pl
from pypto.compiler import open_build
from pypto.errors import KernelFault, UserError
from pypto.runtime.config import RunConfig


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


def test_an_edited_text_of_a_group_is_assembled_for_both_cores():
    a, b, r = randn(64, 64, dtype=torch.bfloat16), randn(64, 64, seed=1, dtype=torch.bfloat16), randn(64, 64)
    out = torch.zeros(64, 64)
    config = RunConfig(platform="a5sim")
    folder = product_and_residual.compile(a, b, r, out, config=config).output_dir
    (pto,) = (folder / "ptoas").iterdir()
    assert pto.read_text().count("pto.tadd ins") == 1
    pto.write_text(pto.read_text().replace("pto.tadd ins", "pto.tsub ins"))
    again = open_build(folder, config)
    assert [m for m in again.messages if "assembled again" in m and "aiv" in m]
    again.dispatch([a, b, r, out], config)
    torch.testing.assert_close(out, a.float() @ b.float() - r, rtol=1e-5, atol=1e-5)
    assert open_build(folder, config).messages == ["[pto->cpp] nothing changed"]


@pl.jit
def beyond_the_rows(
    a: pl.Tensor[[64, 64], pl.BF16],
    b: pl.Tensor[[64, 64], pl.BF16],
    n: pl.Tensor[[1], pl.INT32],
    out: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        row = pl.cast(pl.read(n, [0]), pl.INDEX)
        for i in pl.range(0, 64, 16):
            c = pl.matmul(a[i : i + 16, :], b[:, :], out_dtype=pl.FP32)
            out[i + row : i + row + 16, :] = pl.exp(c)
    return out


def test_a_fault_of_one_core_ends_the_other_and_names_the_line():
    a, b, out = randn(64, 64, dtype=torch.bfloat16), randn(64, 64, dtype=torch.bfloat16), torch.zeros(64, 64)
    config = RunConfig(platform="a2a3sim")
    artifact = beyond_the_rows.compile(a, b, torch.zeros(1, dtype=torch.int32), out, config=config)
    beyond = torch.tensor([16], dtype=torch.int32)
    for engine in ("native", "interpret"):
        with pytest.raises(KernelFault) as caught:
            artifact.dispatch([a, b, beyond, out], RunConfig(platform="a2a3sim", engine=engine))
        assert "[64, 80) of axis 0, whose extent is 64" in caught.value.message
        assert caught.value.span.line == beyond_the_rows.__wrapped__.__code__.co_firstlineno + 11
    artifact.dispatch([a, b, torch.zeros(1, dtype=torch.int32), out], config)
    torch.testing.assert_close(out, torch.exp(a.float() @ b.float()), rtol=1e-4, atol=1e-5)


@pl.jit
def moved_across(
    a: pl.Tensor[[32, 32], pl.FP32],
    b: pl.Tensor[[32, 32], pl.FP32],
    out: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        doubled = pl.add(pl.load(a, [0, 0], [32, 32]), pl.load(a, [0, 0], [32, 32]))
        left = pl.move(doubled, target_memory=pl.Mem.Mat)
        right = pl.load(b, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.move(pl.matmul(left, right), target_memory=pl.Mem.Vec)
        out = pl.store(pl.add(c, 1.0), [0, 0], out)
    return out


def test_moves_between_the_cores_are_those_of_the_newer_chip():
    a, b = randn(32, 32).round(), randn(32, 32, seed=1).round()
    native, wanted, _ = results(moved_across, [a, b], (32, 32), "a5sim")
    assert torch.equal(native, 2 * a @ b + 1) and torch.equal(native, wanted)
    with pytest.raises(UserError, match="no move from Vec to Mat on a2a3") as caught:
        moved_across.compile(config={"platform": "a2a3sim"})
    assert "the shortest way is Vec -> GM -> Mat" in str(caught.value)
