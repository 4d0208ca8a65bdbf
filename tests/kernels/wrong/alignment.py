# SPDX-License-Identifier: Apache-2.0
# code: alignment
"""A line of a tile holds a multiple of 32 bytes: 8 elements of FP32, 16 of BF16.

Use a wider window with a valid_shape.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, 0:4] = pl.exp(x[0:16, 0:4])  # E:31 CE [alignment] `x[0:16, 0:4]` Tile[[16, 4], FP32, Vec]: a row has 16 bytes, not a multiple of 32
    return y
