# SPDX-License-Identifier: Apache-2.0
# code: attribute
"""Attributes of Python objects are not read inside a kernel; a tensor has .shape and .dtype.

Read the attribute at module level: EPS = CONFIG.eps. Operations are functions: pl.row_sum(x).
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[0:16, :]
        y[0:16, :] = pl.mul(t, t.T)  # E:32 UF [attribute] `t.T` is not part of the kernel language
    return y
