# SPDX-License-Identifier: Apache-2.0
"""Kernels written in the language, run by the interpreter from their printed text."""

import pytest
import torch

import pypto.language as pl
from pypto.errors import KernelFault
from pypto.frontend.reader import read_program
from pypto.ir.printer import print_program
from pypto.ir.verify import verify
from pypto.passes.fold import fold
from pypto.passes.inline import inline
from pypto.platforms import PLATFORMS
from pypto.runtime.interpret import interpret

ROWS, CHUNK, DEPTH = 8, 64, 16
T = pl.dynamic("T")


def run(kernel, *args, **options):
    """Front end, inline, fold, text, and the text read back."""
    program = fold(inline(kernel.lower(*args)))
    verify(program, "front")
    text = print_program(program)
    again = read_program(text, "program.py")
    verify(again, "front")
    assert print_program(again) == text
    return interpret(again, None, args, PLATFORMS["a2a3sim"], **options)


def randn(*shape, seed=0):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


@pl.jit.inline
def chunk_sum(x: pl.Tensor, r: pl.Scalar[pl.INDEX]):
    total = pl.full([ROWS, 1], dtype=pl.FP32, value=0.0)
    for c in pl.pipeline(0, x.shape[1], CHUNK, stage=2):
        part = x[r : r + ROWS, c : c + CHUNK]
        total = pl.add(total, pl.row_sum(pl.mul(part, part)))
    return total


@pl.jit
def normalised(x: pl.Tensor[[T, 256], pl.FP32], y: pl.Out[pl.Tensor[[T, 256], pl.FP32]]):
    rows = pl.tensor.dim(x, 0)
    for block in pl.spmd((rows + ROWS - 1) // ROWS, name_hint="norm"):
        r = block * ROWS
        left = pl.min(ROWS, rows - r)
        total = pl.full([ROWS, 1], dtype=pl.FP32, value=0.0)
        for c in pl.range(0, 256, CHUNK):
            part = pl.slice(x, [ROWS, CHUNK], [r, c], valid_shape=[left, CHUNK])
            total = pl.add(total, pl.row_sum(pl.mul(part, part)))
        scale = pl.rsqrt(pl.add(pl.mul(total, 1.0 / 256), 1e-6))
        for c in pl.range(0, 256, CHUNK):
            part = pl.slice(x, [ROWS, CHUNK], [r, c], valid_shape=[left, CHUNK])
            y = pl.assemble(y, pl.row_expand_mul(part, scale), [r, c])
    return y


@pytest.mark.parametrize("rows", [8, 3, 21])
def test_rms_norm_of_any_number_of_rows(rows):
    x, y = randn(rows, 256), torch.zeros(rows, 256)
    record = run(normalised, x, y)
    torch.testing.assert_close(
        y, x * torch.rsqrt(x.square().mean(-1, keepdim=True) + 1e-6), rtol=2e-6, atol=1e-6
    )
    assert not record.unwritten("y").any()
    writer = record.writer("y", (rows - 1, 255))
    assert writer.block == (rows - 1) // ROWS
    assert writer.file == __file__


@pl.jit
def sums(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    for r in pl.parallel(0, x.shape[0], ROWS):
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="sums"):
            total = chunk_sum(x, r)
            y[r : r + ROWS, :] = total
    return y


def test_an_inline_helper_with_a_carried_value():
    x, y = randn(24, 256), torch.zeros(24, 1)
    run(sums, x, y)
    torch.testing.assert_close(y, x.square().sum(-1, keepdim=True), rtol=1e-6, atol=0)


@pl.jit
def padded_product(x: pl.Tensor, w: pl.Tensor, y: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="product"):
        rows = pl.slice(x, [DEPTH, 64], [0, 0], valid_shape=[8, 64])
        y[0:8, :] = pl.matmul(rows, w[:, :])
    return y


def test_rows_beyond_the_tensor_are_padding_of_a_product():
    x, w, y = randn(8, 64), randn(64, 16, seed=1), torch.zeros(8, 16)
    run(padded_product, x, w, y)
    torch.testing.assert_close(y, x @ w, rtol=1e-5, atol=1e-5)


@pl.jit
def too_far(x: pl.Tensor[[T, 64], pl.FP32], w: pl.Tensor, y: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="product"):
        rows = pl.slice(x, [DEPTH, 64], [0, 0])
        y[:] = pl.matmul(rows, w[:, :])
    return y


def test_a_load_past_the_end_points_at_the_kernel():
    with pytest.raises(KernelFault) as error:
        run(too_far, randn(8, 64), randn(64, 16), torch.zeros(16, 16))
    assert error.value.span.file == __file__
    assert "pl.slice(x, [DEPTH, 64], [0, 0])" in str(error.value)
    assert "load reads outside of `x`: [0, 16) of axis 0, whose extent is 8" in str(error.value)


@pl.jit
def unrolled(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        total = x[0:ROWS, 0:CHUNK]
        for i in pl.unroll(1, 4):
            total = pl.add(total, x[0:ROWS, i * CHUNK : (i + 1) * CHUNK])
        y[:] = total
    return y


def test_unrolled_sums():
    x, y = randn(ROWS, 4 * CHUNK), torch.zeros(ROWS, CHUNK)
    run(unrolled, x, y)
    a, b, c, d = x.split(CHUNK, 1)
    assert torch.equal(y, a + b + c + d)


@pl.jit
def halves(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.mul(pl.add(x[:, :], 1.0), 0.1)
    return y


def test_fp32_keeps_narrow_floats_wide():
    x, y = randn(8, 64).to(torch.float16), torch.zeros(8, 64, dtype=torch.float16)
    run(halves, x, y)
    tenth = torch.tensor(0.1, dtype=torch.float16)
    assert torch.equal(y, (x + 1) * tenth)
    run(halves, x, y, fp32=True)
    assert torch.equal(y, ((x.float() + 1) * 0.1).to(torch.float16))
