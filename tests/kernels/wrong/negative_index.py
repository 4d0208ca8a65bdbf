# SPDX-License-Identifier: Apache-2.0
# code: negative-index
"""Indices and bounds count from the start.

Write x[48:64, :] for the last 16 of 64 rows.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[-16:, :]  # E:15 UF [negative-index] a negative index is not part of the kernel language, found -16
        k = x[-1, 0]  # E:15 UF [negative-index] a negative index is not part of the kernel language, found -1
    return y
