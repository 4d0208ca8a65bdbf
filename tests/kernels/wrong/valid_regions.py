# SPDX-License-Identifier: Apache-2.0
# code: valid-regions
"""A warning: the operands of an operation on tensors hold data in different parts, or in parts that cannot be shown to be
equal. The result counts as fully valid, and where one operand holds nothing it holds unspecified data. The kernel runs.

Fill the operand that is valid in part before the operation, `pl.add(a, pl.fillpad(b))`, or say what holds data right
after it: `pl.set_validshape(pl.add(a, b), rows, cols)`.
"""

import pypto.language as pl

M = pl.dynamic("M")


@pl.jit
def kernel(
    x: pl.Tensor[[M, 64], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]]
):
    with pl.at(level=pl.Level.CORE_GROUP):
        acc = pl.slice(x, [8, 64], [0, 0])
        for r in pl.range(8, M, 8):
            acc = pl.add(acc, pl.slice(x, [8, 64], [r, 0], clamp=True))  # W:19 [valid-regions] the valid regions [8, 64] and [min(8, max((M - r), 0)), 64] are not provably equal: the result counts as fully valid, and its rows that are not in both hold unspecified data
        part = pl.slice(x, [8, 64], [0, 0], valid_shape=[5, 48])
        narrow = pl.slice(x, [8, 64], [0, 0], valid_shape=[8, n])
        y[0:8, :] = pl.tensor.mul(part, acc)  # W:21 [valid-regions] the valid regions [5, 48] and [8, 64] are not provably equal: the result counts as fully valid, and its cells that are not in both hold unspecified data
        y[8:16, :] = pl.maximum(part, narrow)  # W:22 [valid-regions] the valid regions [5, 48] and [8, n] are not provably equal: the result counts as fully valid, and its cells that are not in both hold unspecified data
        tail = pl.slice(x, [8, 64], [8, 0], clamp=True)
        y[16:24, :] = pl.row_expand_sub(acc, pl.row_max(tail))  # W:23 [valid-regions] the column holds data in min(8, max((M - 8), 0)) rows, the operand beside it in 8: where the column holds none, the rows of the result hold unspecified data
        y[16:24, :] = pl.add(acc, pl.fillpad(part))
        y[24:29, 0:48] = pl.set_validshape(pl.tensor.sub(acc, part), 5, 48)
    return y
