# SPDX-License-Identifier: Apache-2.0
# code: column-to-row
"""On chip a single column is stored down, a row along; a value is one of the two.

Transpose by way of global memory, or use the forms row_expand_* and col_expand_*.
"""

import pypto.language as pl


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[1, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.exp(x[0:16, :])
        y[:, :] = pl.reshape(t[:, 0:1], [1, 16])  # E:30 UF [column-to-row] a single column and a part of `t` are stored in different orders
    return y
