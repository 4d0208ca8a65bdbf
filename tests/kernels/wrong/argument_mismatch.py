# SPDX-License-Identifier: Apache-2.0
# code: argument-mismatch
"""An argument contradicts the annotation of the helper's parameter.

Correct the annotation, leave it out, or convert the argument.
"""

import pypto.language as pl


@pl.jit.inline
def scaled(x: pl.Tensor[[16, 64], pl.FP32], k: pl.Scalar[pl.INT32]):
    return pl.mul(x, 2.0)


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = scaled(x[0:8, :], 1)  # E:20 TE [argument-mismatch] parameter `x` of scaled has extent 16 on axis 0, the argument has 8
        b = scaled(x[0:16, :], 1.5)  # E:32 TE [argument-mismatch] parameter `k` of scaled is Scalar[INT32], the argument is 1.5
        c = scaled(n, 1)  # E:20 TE [argument-mismatch] parameter `x` of scaled is a tensor, the argument is Scalar[INDEX]
        y[0:16, :] = x[0:16, :]
    return y
