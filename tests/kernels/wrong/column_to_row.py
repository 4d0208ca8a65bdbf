# SPDX-License-Identifier: Apache-2.0
# code: column-to-row
"""On chip a single column is stored down, a row along; a value is one of the two, and is not written into the other.

Write both to a tensor in global memory, or use the forms row_expand_* and col_expand_*.
"""

import pypto.language as pl


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.exp(x[0:16, :])
        t[:, 0:1] = pl.row_max(t)  # E:9 UF [column-to-row] a single column and a part of `t` are stored in different orders
        y[:, :] = t
    return y
