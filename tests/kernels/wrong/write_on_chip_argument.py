# SPDX-License-Identifier: Apache-2.0
# code: write-on-chip-argument
"""A helper writes into its parameter, and the argument is a value on chip, which the caller would not see change.

Return the new value.
"""

import pypto.language as pl


@pl.jit.inline
def clear(t):
    t[0:8, :] = pl.full([8, 64], pl.FP32, 0.0)  # E:5 TE [write-on-chip-argument] `t` is an on-chip value here; a helper writes into tensors of global memory


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[0:16, :]
        clear(t)
        y[0:16, :] = t
    return y
