# SPDX-License-Identifier: Apache-2.0
# code: empty-slice
"""The bounds of a slice meet or cross, so it has no element.

Correct the bounds.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[16:16, :]  # E:15 TE [empty-slice] the slice `16:16` is empty
        u = x[32:16, :]  # E:15 TE [empty-slice] the slice `32:16` is empty
    return y
