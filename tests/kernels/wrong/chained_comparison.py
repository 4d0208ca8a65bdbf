# SPDX-License-Identifier: Apache-2.0
# code: chained-comparison
"""A comparison has two sides.

Write a < b and b < c.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        if 0 < n < 4:  # E:12 SE [chained-comparison] chained comparisons are not part of the kernel language
            y[0:16, :] = x[0:16, :]
    return y
