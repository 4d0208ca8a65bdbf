# SPDX-License-Identifier: Apache-2.0
# code: dtype-mismatch
"""Element types differ where the operation has no common one, or where a value is stored.

Convert one side: pl.cast(x, pl.BF16).
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        h = pl.cast(x[0:16, :], pl.BF16)
        t = pl.row_expand_add(x[0:16, :], h[:, 0:1])  # E:13 IO [dtype-mismatch] element types differ in pl.row_expand_add: FP32 and BF16
        y[0:16, :] = h  # E:9 IO [dtype-mismatch] y[...]: a BF16 value cannot be stored into a FP32 tensor
    return y
