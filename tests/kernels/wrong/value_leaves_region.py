# SPDX-License-Identifier: Apache-2.0
# code: value-leaves-region
"""Scalars and tiles live on a core and end with their region; so does what the blocks of a pl.spmd compute.

Write it into a tensor inside the region and read it after it.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        largest = pl.read(x, [0, 0]) * 2.0
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = pl.mul(x[0:16, :], largest)  # E:41 SI [value-leaves-region] the scalar `largest` is bound inside the region at line 13 and cannot leave it
    return y
