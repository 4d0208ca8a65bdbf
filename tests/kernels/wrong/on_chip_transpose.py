# SPDX-License-Identifier: Apache-2.0
# code: on-chip-transpose
"""On chip the last two axes are exchanged.

Exchange others by reading and writing parts of tensors.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.reshape(x[0:16, :], [2, 8, 64])
        y[0:16, 0:64] = pl.reshape(pl.transpose(t, 0, 1), [16, 64])  # E:36 UF [on-chip-transpose] pl.transpose of axes [0, 1] of the on-chip value Tensor[[2, 8, 64], FP32]
    return y
