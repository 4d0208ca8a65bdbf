# SPDX-License-Identifier: Apache-2.0
# code: at-level
"""pl.at needs level=, a member of pl.Level.

Write with pl.at(level=pl.Level.CORE_GROUP):
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at():  # E:10 SE [at-level] pl.at needs a level
        y[0:16, :] = x[0:16, :]
    with pl.at(level=3):  # E:22 TE [at-level] a level is expected, `3` is the number 3
        y[0:16, :] = x[0:16, :]
    return y
