# SPDX-License-Identifier: Apache-2.0
# code: function-call
"""Kernels call operations of pl, helpers by their bare name, and nothing else.

Decorate the function with @pl.jit.inline, or compute the value in Python at module level.
"""

import pypto.language as pl


def compute(rows):
    return rows + 1


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = compute(n)  # E:13 UF [function-call] unsupported function call `compute(n)`: `compute` is a Python function
        m = n(2)  # E:13 UF [function-call] unsupported function call `n(2)`: not a function
        y[0:16, :] = x[0:16, :]
    return y
