# SPDX-License-Identifier: Apache-2.0
# code: window-target
"""The left side of a windowed write is a name with one subscript.

Give the part a name of its own: part = y[0:16, :], then part[0:8, :] = t.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :][0:8, :] = x[0:8, :]  # E:9 SE [window-target] the left side of a windowed write is a name with one subscript
    return y
