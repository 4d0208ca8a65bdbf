# SPDX-License-Identifier: Apache-2.0
# code: condition
"""The condition of `if` and `while` is a BOOL scalar. There is no truthiness.

Write a comparison: n > 0.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        if n:  # E:12 TE [condition] a condition must be a BOOL scalar, `n` is Scalar[INDEX]
            y[0:16, :] = x[0:16, :]
        while 1:  # E:15 TE [condition] a condition must be a BOOL scalar, `1` is the number 1
            break
    return y
