# SPDX-License-Identifier: Apache-2.0
# code: element-write
"""`y[i, j] = s` would look like a cheap store, and is a scalar access to global memory.

Write pl.write(y, [i, j], s), or write a window.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0, 0] = 1.0  # E:9 UF [element-write] assigning one element is not part of the kernel language
    return y
