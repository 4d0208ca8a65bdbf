# SPDX-License-Identifier: Apache-2.0
# code: const-form
"""pl.const takes a number literal and an element type.

Write pl.const(3, pl.INT32); convert a run-time value with pl.cast.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.const(n, pl.INT32)  # E:22 SE [const-form] pl.const takes a number, `n` is Scalar[INDEX]
        m = pl.const(3)  # E:13 SE [const-form] pl.const takes a number and an element type
    return y
