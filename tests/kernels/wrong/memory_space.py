# SPDX-License-Identifier: Apache-2.0
# code: memory-space
"""Nothing moves between these two memory spaces.

Loads reach Vec and Mat; Left, Right and Bias are filled by pl.move from Mat.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 64])
        u = pl.move(t, target_memory=pl.Mem.Left)  # E:13 IO [memory-space] no move from Vec to Left in pl.move
    return y
