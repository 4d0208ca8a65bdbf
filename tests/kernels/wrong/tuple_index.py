# SPDX-License-Identifier: Apache-2.0
# code: tuple-index
"""The entries of a tuple are known while the kernel is read: the index is a number inside it, and entries are not
assigned.

Use a literal index; unpack the tuple; keep run-time choices in a tensor or an array.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    shape = x.shape
    k = shape[2]  # E:9 TE [tuple-index] index 2 is outside a tuple of 2 entries
    m = shape[n]  # E:9 SE [tuple-index] the index of a tuple must be known while the kernel is read, found `n`
    shape[0] = 4  # E:5 UF [tuple-index] entries of a tuple cannot be assigned
    p = shape[0:1]  # E:9 UF [tuple-index] slices of tuples are not part of the kernel language
    return y
