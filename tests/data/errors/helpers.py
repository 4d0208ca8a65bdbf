# SPDX-License-Identifier: Apache-2.0
"""Helpers: their arguments, mistakes inside them, recursion."""

import pypto.language as pl


@pl.jit.inline
def inner(t: pl.Tensor, y: pl.Tensor):
    y[0:16, :] = pl.exp(t, 2)  # E:28 pl.exp takes 1 argument, found 2
    return y


@pl.jit.inline
def outer(x: pl.Tensor, y: pl.Tensor):
    with pl.at(level=pl.Level.CORE_GROUP):
        inner(x[0:16, :], y)
    return y


@pl.jit.inline
def shaped(x: pl.Tensor[[16, 64], pl.FP32], k: pl.Scalar[pl.INT32]):
    return x


@pl.jit.inline
def silent(x: pl.Tensor):
    pass


@pl.jit.inline
def recursive(x: pl.Tensor):
    recursive(x)  # E:5 kernel functions cannot call themselves: recursive -> recursive
    return x


@pl.jit.inline
def writes(t: pl.Tensor):
    t[0:8, :] = pl.full([8, 64], dtype=pl.FP32, value=0.0)  # E:5 `t` is an on-chip value here; a helper writes into tensors of global memory


@pl.jit
def entry(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = x[0:16, :]
    return y


@pl.jit
def calls(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    outer(x, y)
    outer(x, y)  # the same mistake is reported once
    a = shaped(x, 1)  # E:16 parameter `x` of shaped has extent 16 on axis 0, the argument has 64
    b = shaped(x[0:16, :], 1.5)  # E:28 parameter `k` of shaped is Scalar[INT32], the argument is 1.5
    c = shaped(x[0:16, :], n)  # E:28 parameter `k` of shaped is Scalar[INT32], the argument is Scalar[INDEX]
    d = shaped(x[0:16, :])  # E:9 shaped expects 2 argument(s), got 1: `k` is missing
    e = shaped(x[0:16, :], 1, 2)  # E:9 shaped expects 2 argument(s), got 3
    f = shaped(x[0:16, :], kk=1)  # E:28 shaped has no parameter `kk`
    g = shaped(1, 1)  # E:16 parameter `x` of shaped is a tensor, the argument is the number 1
    h = silent(x)  # E:9 silent returns nothing
    recursive(x)
    entry(x, y)  # E:5 entry is an entry and cannot be called from a kernel
    k = n + shaped(x, 1)  # E:13 `shaped` is called inside an expression
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[0:16, :]
        writes(t)
        y[0:16, :] = t
    return y
