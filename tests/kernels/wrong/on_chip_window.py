# SPDX-License-Identifier: Apache-2.0
# code: on-chip-window
"""A part of a value on chip is a run of adjacent rows, where several axes lead.

Slice the tensor in global memory instead.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.exp(pl.reshape(x[0:16, :], [2, 8, 64]))
        y[0:8, :] = pl.reshape(t[0:2, 0:4, :], [8, 64])  # E:32 UF [on-chip-window] the window [2, 4, 64] of the on-chip value `t` Tensor[[2, 8, 64], FP32] is no run of adjacent rows
    return y
