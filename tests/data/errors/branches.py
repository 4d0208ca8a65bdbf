# SPDX-License-Identifier: Apache-2.0
"""Branches: values that differ in type or buffer, and arms that are never taken."""

import pypto.language as pl

WIDE = False


@pl.jit
def merges(n: pl.INT32, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    z = x
    if n > 2:
        z = y  # E:9 `z` denotes different tensors in the branches of the `if` at line 12
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[0:16, :]
        k = n
        if n > 3:
            t = pl.row_sum(t)  # E:13 cannot reassign `t` with a different type: was Tensor[[16, 64], FP32], got Tensor[[16, 1], FP32]
            k = 1  # E:13 cannot reassign `k` with a different type: was Scalar[INT32], got Scalar[INDEX]
        y[0:16, :] = t
        m = k
        y[0:16, :] = z[0:16, :]
    return y


@pl.jit
def untaken(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[0:16, :]
        if WIDE:
            t = pl.cast(t, pl.FP32)  # types of an arm that is never taken do not matter
            u = x[0:16, 64:128]
            y[0:16, :] = tt  # E:26 undefined name `tt`
            assert t  # E:13 assert (Assert) is not part of the kernel language
        else:
            u = t
        if WIDE:
            y[0:16, :] = u
        y[0:16, :] = u
    return y


@pl.jit
def never_taken(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    rows = x.shape[0]
    with pl.at(level=pl.Level.CORE_GROUP):
        if rows > 100:
            part = x[0:16, :]
        y[0:16, :] = part  # E:22 `part` is bound only in a branch of the `if` at line 47 that is never taken
    return y


@pl.jit
def behind_a_jump(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(4):
            if True:
                continue
            a = x[0:16, :]
            b = missing  # E:17 undefined name `missing`
            y[0:16, :] = pl.row_sum(a)
        y[0:16, :] = x[0:16, :]
    return y
