# SPDX-License-Identifier: Apache-2.0
# code: recursion
"""Helpers are expanded where they are called, so none can call itself, directly or through others.

Use a loop.
"""

import pypto.language as pl


@pl.jit.inline
def even(t):
    u = odd(t)
    return u


@pl.jit.inline
def odd(t):
    u = even(t)  # E:9 UF [recursion] kernel functions cannot call themselves: even -> odd -> even
    return u


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = even(x[:, :])
        y[:, :] = t
    return y
