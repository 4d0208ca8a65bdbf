# SPDX-License-Identifier: Apache-2.0
# code: spmd-blocks
"""pl.spmd needs the number of its blocks, a positive integer.

Write pl.spmd(4).
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd():  # E:14 SE [spmd-blocks] pl.spmd needs the number of blocks
        y[0:16, :] = x[0:16, :]
    for b in pl.spmd(0):  # E:22 TE [spmd-blocks] the number of blocks must be positive, found 0
        y[0:16, :] = x[0:16, :]
    return y
