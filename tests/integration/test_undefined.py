# SPDX-License-Identifier: Apache-2.0
"""Memory on the core that nobody initialised: no engine reads it as zero, so a kernel that forgets cannot pass."""

import pytest
import torch
from integration_kernels import HEAD

from golden import TensorSpec, run

ENGINES = [("native", 1), ("native", 2), ("native", 5), ("interpret", None)]

FORGOTTEN = (
    HEAD
    + """
@pl.jit
def entry(x: pl.Tensor[[64, 64], pl.TYPE], y: pl.Out[pl.Tensor[[64, 64], pl.TYPE]]):
    for b in pl.spmd(8, name_hint="accumulate"):
        t = pl.create_tensor([8, 64], dtype=pl.TYPE)
        y[b * 8 : b * 8 + 8, :] = pl.add(x[b * 8 : b * 8 + 8, :], t)
    return y
"""
)

WIDENED = (
    HEAD
    + """
@pl.jit
def entry(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 1], pl.FP32]]):
    for b in pl.spmd(8, name_hint="total"):
        t = pl.slice(x, [8, 64], [b * 8, 0], valid_shape=[8, 40])
        y[b * 8 : b * 8 + 8, :] = pl.row_sum(pl.set_validshape(t, 8, 64))
    return y
"""
)

PRODUCT = (
    HEAD
    + """
@pl.jit
def entry(x: pl.Tensor[[64, 64], pl.TYPE], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(2, name_hint="product"):
        acc = pl.create_tensor([32, 64], dtype=pl.FP32)
        acc = pl.matmul_acc(acc, x[b * 32 : b * 32 + 32, :], x[:, :])
        y[b * 32 : b * 32 + 32, :] = acc
    return y
"""
)


def outcome(load, source, values, shape, out_dtype, engine, workers, golden):
    """What the kernel left in y, and whether the run passed."""
    specs = [
        TensorSpec("x", list(values.shape), values.dtype, init_value=values),
        TensorSpec("y", shape, out_dtype),
    ]

    def golden_fn(named):
        named["y"][:] = golden(named["x"])

    config = {"engine": engine, "workers": workers}
    result = run(load(source).entry, specs, golden_fn=golden_fn, config=config, return_outputs=True)
    assert result.outputs is not None, result.error
    return result.outputs["y"], result.passed


@pytest.mark.parametrize(("engine", "workers"), ENGINES)
@pytest.mark.parametrize("dtype", ["FP32", "FP16", "BF16"])
def test_a_sum_onto_a_tile_that_was_never_set_is_nan(load, dtype, engine, workers):
    kind = {"FP32": torch.float32, "FP16": torch.float16, "BF16": torch.bfloat16}[dtype]
    source = FORGOTTEN.replace("TYPE", dtype)
    x = torch.ones(64, 64, dtype=kind)
    y, passed = outcome(load, source, x, [64, 64], kind, engine, workers, lambda x: x)
    assert y.isnan().all() and not passed


@pytest.mark.parametrize(("engine", "workers"), ENGINES)
def test_a_sum_of_integers_onto_a_tile_that_was_never_set_is_not_the_summand(load, engine, workers):
    x = torch.ones(64, 64, dtype=torch.int32)
    source = FORGOTTEN.replace("TYPE", "INT32")
    y, passed = outcome(load, source, x, [64, 64], torch.int32, engine, workers, lambda x: x)
    assert (y != x).all() and not passed


@pytest.mark.parametrize(("engine", "workers"), ENGINES)
def test_columns_beyond_the_valid_ones_are_nan_and_not_zero(load, engine, workers):
    x = torch.ones(64, 64)
    y, passed = outcome(
        load, WIDENED, x, [64, 1], torch.float32, engine, workers, lambda x: x[:, :40].sum(1, keepdim=True)
    )
    assert y.isnan().all() and not passed


@pytest.mark.parametrize(("engine", "workers"), ENGINES)
@pytest.mark.parametrize("dtype", ["FP32", "BF16"])
def test_a_product_onto_an_accumulator_that_was_never_set_is_nan(load, dtype, engine, workers):
    kind = torch.float32 if dtype == "FP32" else torch.bfloat16
    x = torch.eye(64, dtype=kind)
    source = PRODUCT.replace("TYPE", dtype)
    y, passed = outcome(load, source, x, [64, 64], torch.float32, engine, workers, lambda x: x.float())
    assert y.isnan().all() and not passed
