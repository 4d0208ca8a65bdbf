# SPDX-License-Identifier: Apache-2.0
# code: operator-on-array
"""Operators work on scalars. On tensors and tiles an operation allocates a buffer and takes time, so it is written as a
call.

Write pl.add(a, b), pl.mul(a, 2.0), pl.neg(a); compare elements with pl.cmp.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[0:16, :]
        y[0:16, :] = t + 1.0  # E:22 TE [operator-on-array] `+` works on scalars, `t` is Tensor[[16, 64], FP32]
        y[0:16, :] = -t  # E:22 TE [operator-on-array] `-` works on scalars, `t` is Tensor[[16, 64], FP32]
        if t > 0.0:  # E:12 TE [operator-on-array] `>` works on scalars, `t` is Tensor[[16, 64], FP32]
            y[0:16, :] = t
    return y
