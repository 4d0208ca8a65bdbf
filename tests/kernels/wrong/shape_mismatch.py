# SPDX-License-Identifier: Apache-2.0
# code: shape-mismatch
"""The shapes of the operands do not go together.

Use a broadcast, such as pl.row_expand_sub(x, column), a reshape, or another window.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.add(x[0:16, :], x[0:8, :])  # E:13 IO [shape-mismatch] shapes do not match in pl.add: [16, 64] and [8, 64]
        u = pl.reshape(x[0:16, :], [16, 32])  # E:13 IO [shape-mismatch] cannot reshape [16, 64] to [16, 32] in pl.reshape: the number of elements differs
        v = pl.row_expand_mul(x[0:16, :], pl.row_max(x[0:8, :]))  # E:13 IO [shape-mismatch] shapes do not match in pl.row_expand_mul: [16, 64] and [8, 1]
        part = pl.slice(x, [16, 64], [0, 0], valid_shape=[5, 48])
        w = pl.col_expand_add(x[0:16, :], pl.col_max(part))  # E:13 IO [shape-mismatch] the second operand holds data in 48 columns, the first in 64 in pl.col_expand_add
    return y
