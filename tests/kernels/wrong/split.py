# SPDX-License-Identifier: Apache-2.0
# code: split
"""pl.split gives each vector core half of the rows or columns. What needs all of them cannot be divided that way.

Divide the other axis, or do that part in a region of its own.
"""

import pypto.language as pl


@pl.jit
def kernel(
    a: pl.Tensor[[32, 32], pl.FP32],
    b: pl.Tensor[[32, 32], pl.FP32],
    y: pl.Out[pl.Tensor[[1, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.UP_DOWN)]):
        product = pl.matmul(a[:, :], b[:, :], out_dtype=pl.FP32)
        y[:, :] = pl.col_sum(product)  # E:19 UF [split] pl.split(pl.SplitMode.UP_DOWN) gives each vector core half of the rows of `product`, and pl.col_sum needs all of them
    return y
