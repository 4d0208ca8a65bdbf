# SPDX-License-Identifier: Apache-2.0
# code: column-to-row
"""On chip a single column is stored down, a row along; an operation takes the two in one order.

Write both to a tensor in global memory, or use the forms row_expand_* and col_expand_*.
"""

import pypto.language as pl


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.exp(x[0:16, :])
        m = pl.row_max(t)
        t = pl.fillpad_expand(m, [16, 64], pad_value=pl.PadValue.zero)  # E:13 UF [column-to-row] a single column cannot be filled into the larger shape [16, 64]
        y[:, :] = t
    return y
