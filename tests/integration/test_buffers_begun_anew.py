# SPDX-License-Identifier: Apache-2.0
"""Values that are created more than once, in bytes that others had in between."""

import pytest
import torch

import pypto.language as pl

X = pl.Tensor[[256, 128], pl.FP32]


@pl.jit.inline
def largest(x: pl.Tensor):
    """As much memory as the rows leave, and more."""
    return pl.col_max(pl.add(pl.mul(x[0:128, :], 2.0), x[128:256, :]))


@pl.jit
def in_a_loop(x: X, n: pl.Tensor[[8], pl.INT32], y: pl.Out[X]):
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.read(n, [0])
        for _ in pl.range(2):
            top = largest(x)
            rows = pl.create_tensor([256, 128], pl.FP32)
            for i in pl.range(m):
                rows[i * 8 : i * 8 + 8, :] = pl.col_expand_mul(x[i * 8 : i * 8 + 8, :], top)
            y[:, :] = rows
    return y


@pl.jit
def one_after_the_other(x: X, n: pl.Tensor[[8], pl.INT32], y: pl.Out[X]):
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.read(n, [0])
        top = largest(x)
        rows = pl.create_tensor([256, 128], pl.FP32)
        for i in pl.range(m):
            rows[i * 8 : i * 8 + 8, :] = pl.col_expand_sub(x[i * 8 : i * 8 + 8, :], top)
        y[:, :] = rows
        again = largest(x)
        other = pl.create_tensor([256, 128], pl.FP32)
        for i in pl.range(m):
            other[i * 8 : i * 8 + 8, :] = pl.col_expand_mul(x[i * 8 : i * 8 + 8, :], again)
        y[:, :] = other
    return y


@pl.jit
def in_a_while_loop(x: X, n: pl.Tensor[[8], pl.INT32], y: pl.Out[X]):
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.read(n, [0])
        k = 0
        while k < 2:
            top = largest(x)
            rows = pl.create_tensor([256, 128], pl.FP32)
            i = 0
            while i < m:
                rows[i * 8 : i * 8 + 8, :] = pl.col_expand_mul(x[i * 8 : i * 8 + 8, :], top)
                i = i + 1
            y[:, :] = rows
            k = k + 1
    return y


@pl.jit
def read_behind_the_loop(x: X, n: pl.Tensor[[8], pl.INT32], y: pl.Out[X]):
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.read(n, [0])
        for _ in pl.range(2):
            top = largest(x)
            rows = pl.create_tensor([256, 128], pl.FP32)
            for i in pl.range(m):
                rows[i * 8 : i * 8 + 8, :] = pl.col_expand_mul(x[i * 8 : i * 8 + 8, :], top)
        y[:, :] = rows
    return y


@pl.jit
def in_either_arm(x: X, n: pl.Tensor[[8], pl.INT32], y: pl.Out[X]):
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.read(n, [0])
        for k in pl.range(2):
            top = largest(x)
            if k > m:
                rows = pl.create_tensor([256, 128], pl.FP32)
                for i in pl.range(m):
                    rows[i * 8 : i * 8 + 8, :] = pl.col_expand_add(x[i * 8 : i * 8 + 8, :], top)
            else:
                rows = pl.create_tensor([256, 128], pl.FP32)
                for i in pl.range(m):
                    rows[i * 8 : i * 8 + 8, :] = pl.col_expand_mul(x[i * 8 : i * 8 + 8, :], top)
            y[:, :] = rows
    return y


@pl.jit
def read_in_another_shape(x: X, n: pl.Tensor[[8], pl.INT32], y: pl.Out[X]):
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.read(n, [0])
        for _ in pl.range(2):
            top = largest(x)
            rows = pl.create_tensor([256, 128], pl.FP32)
            for i in pl.range(m):
                rows[i * 8 : i * 8 + 8, :] = x[i * 8 : i * 8 + 8, :]
                rows[i * 8 : i * 8 + 8, :] = pl.col_expand_mul(rows[i * 8 : i * 8 + 8, :], top)
            y[:, :] = pl.set_validshape(pl.reshape(pl.reshape(rows, [128, 256]), [256, 128]), m * 8, 128)
    return y


@pl.jit
def in_one_arm(x: X, n: pl.Tensor[[8], pl.INT32], y: pl.Out[X]):
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.read(n, [0])
        for k in pl.range(2):
            top = largest(x)
            if k > m:
                rows = pl.mul(x[:, :], 2.0)
            else:
                rows = pl.create_tensor([256, 128], pl.FP32)
                for i in pl.range(m):
                    rows[i * 8 : i * 8 + 8, :] = pl.col_expand_mul(x[i * 8 : i * 8 + 8, :], top)
            y[:, :] = rows
    return y


@pl.jit
def behind_a_first_value(x: X, n: pl.Tensor[[8], pl.INT32], y: pl.Out[X]):
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.read(n, [0])
        rows = pl.mul(x[:, :], 2.0)
        for _ in pl.range(2):
            y[:, :] = rows
            top = largest(x)
            rows = pl.create_tensor([256, 128], pl.FP32)
            for i in pl.range(m):
                rows[i * 8 : i * 8 + 8, :] = pl.col_expand_mul(x[i * 8 : i * 8 + 8, :], top)
        y[:, :] = rows
    return y


EVERYWHERE = [in_a_loop, one_after_the_other, in_a_while_loop, read_in_another_shape]
ADDRESSED = [read_behind_the_loop, in_either_arm, in_one_arm, behind_a_first_value]
"""Whose rows the assembler, which sees names and no values, takes for needed all the time."""


@pytest.mark.parametrize("platform", ["a2a3sim", "a5sim"])
@pytest.mark.parametrize("engine", ["native", "interpret"])
@pytest.mark.parametrize(
    "kernel, planner",
    [(k, p) for p in ("PYPTO", "PTOAS", "DSA_RP") for k in EVERYWHERE + ADDRESSED * (p != "PTOAS")],
    ids=lambda v: getattr(v, "__name__", v),
)
def test_a_created_value_takes_bytes_that_others_had_since_the_last_one(kernel, planner, engine, platform):
    x = torch.randint(-9, 9, (256, 128), generator=torch.Generator().manual_seed(4)).float()
    y, n = torch.zeros(256, 128), torch.full((8,), 32, dtype=torch.int32)
    kernel(x, n, y, config={"engine": engine, "memory_planner": planner, "platform": platform})
    assert torch.equal(y, x * (2 * x[:128] + x[128:]).amax(0))
