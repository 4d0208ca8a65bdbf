# SPDX-License-Identifier: Apache-2.0
# code: too-many-copies
"""pl.unroll copies its body and a helper's body is copied into each call; here that makes too much code.

Use pl.range, or @pl.jit.incore for the helper.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.unroll(1000000):  # E:14 SE [too-many-copies] more than 50000 statements would be made by pl.unroll
        with pl.at(level=pl.Level.CORE_GROUP):
            y[0:16, :] = x[0:16, :]
    return y
