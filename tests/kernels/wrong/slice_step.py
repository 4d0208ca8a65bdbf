# SPDX-License-Identifier: Apache-2.0
# code: slice-step
"""A slice takes every element between its bounds.

Take the whole window and pick from it, or loop over windows.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[0:64:2, :]  # E:20 UF [slice-step] a step in a slice is not part of the kernel language
    return y
