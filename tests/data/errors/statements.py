# SPDX-License-Identifier: Apache-2.0
"""Statements that the language has not, and those it has in the wrong form."""

import pypto.language as pl


@pl.jit
def python_statements(
    n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]
):
    import math  # E:5 import (Import) is not part of the kernel language

    assert n > 0  # E:5 assert (Assert) is not part of the kernel language
    k = n
    k += 1  # E:5 `+=` (AugAssign) is not part of the kernel language
    a = b = n  # E:5 unsupported assignment: one target at a time
    m: pl.INDEX  # E:5 `m` is declared without a value
    try:  # E:5 try (Try) is not part of the kernel language
        pass
    finally:
        pass
    n + 1  # E:5 `n + 1` has no effect
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.exp(x[0:16, :])  # E:9 the result of `pl.exp(x[0:16, :])` is not used
        y[0:16, :] = x[0:16, :]
    if n > 3:
        return y  # E:9 return stands at the end of the function only
    return y


@pl.jit
def annotated(n: pl.INT32, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    k: pl.Scalar[pl.INT32] = 1.5  # E:30 `k` is declared Scalar[INT32], the value is 1.5
    s: pl.FP32 = n  # E:8 `s` is declared FP32, the value is INT32
    with pl.at(level=pl.Level.CORE_GROUP):
        a: pl.Tensor[[16, 64], pl.BF16] = x[0:16, :]  # E:32 `a` is declared BF16, the value is FP32
        b: pl.Tensor[[16], pl.FP32] = x[0:16, :]  # E:22 `b` is declared with 1 axes, the value has 2
        c: pl.Tensor[[16, 32], pl.FP32] = x[0:16, :]  # E:27 `c` is declared with extent 32 on axis 1, the value has 64
        d: pl.Tile[[16, 64], pl.FP32] = x[0:16, :]  # E:12 `d` is declared a tile, the value is Tensor[[16, 64], FP32]
        e: pl.Scalar[pl.FP32] = x[0:16, :]  # E:12 `e` is declared a scalar, the value is Tensor[[16, 64], FP32]
        f: pl.Tensor[[16, 64], pl.FP32] = x[0:16, :]
        y[0:16, :] = f
    return y


@pl.jit
def unpacking(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    a, b, c = x.shape  # E:5 3 names for 2 values
    d, e = x.shape[0]  # E:12 cannot unpack `x.shape[0]`: it is Scalar[INDEX]
    (f, g), h = x.shape  # E:5 the targets of an unpacking assignment are plain names
    i = x.shape[2]  # E:9 index 2 is outside a tuple of 2 entries
    pl.static_assert(x.shape[0] == 32, "wrong number of rows")  # E:5 static assertion failed: wrong number of rows
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = x[0:16, :]
    return y
