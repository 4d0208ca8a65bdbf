# SPDX-License-Identifier: Apache-2.0
# code: host-form
"""A driver has numbers, windows, loops over pl.range, branches, calls and one return: it holds no values of tensors.

Pass parts of tensors on, x[r] or x[a:b], and compute in the functions that are called.
"""

import pypto.language as pl


@pl.jit
def step(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.exp(x[:, :])
    return y


@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    zs = xs + 1  # E:10 TE [host-form] a number is expected, `xs` is a tensor [1, 64, 64] FP32
    for r in range(1):  # E:14 UF [host-form] a loop of a driver goes over pl.range
        step(xs[r], ys[r], device=r)
    ys[0] = xs[0]  # E:5 UF [host-form] `ys[0] = ...`: a driver writes no elements
    return ys
