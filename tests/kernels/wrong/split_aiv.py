# SPDX-License-Identifier: Apache-2.0
# code: split-aiv
"""A region with a loop over the two vector cores says itself what runs where: vector work inside these loops, products
outside, and what crosses between them is named.

Take a product in with pl.aiv_shard, give an operand out with pl.aic_gather.
"""

import pypto.language as pl


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        c = pl.matmul(x[:, :], x[:, :])
        for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            y[lane * 32 : lane * 32 + 32, :] = pl.exp(c[0:32, :])  # E:55 UF [split-aiv] `c` is a value of the cube core and is read on the vector core
    return y
