# SPDX-License-Identifier: Apache-2.0
# code: buffer-change
"""A name stands for one tensor of global memory, or one array, wherever a loop or a branch leads.

Write into one tensor instead of naming another.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    z = x
    if n > 2:
        z = y  # E:9 UF [buffer-change] `z` denotes different tensors in the branches of the `if` at line 14
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = z[0:16, :]
    return y
