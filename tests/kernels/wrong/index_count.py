# SPDX-License-Identifier: Apache-2.0
# code: index-count
"""There are more indices than axes.

Leave the superfluous ones out.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[0:16, 0:16, 0]  # E:15 TE [index-count] 3 indices for 2 axes
        y[0, 0:16, 0:16] = x[0:16, 0:16]  # E:11 TE [index-count] 3 indices for 2 axes
    return y
