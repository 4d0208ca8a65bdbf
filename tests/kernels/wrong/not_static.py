# SPDX-License-Identifier: Apache-2.0
# code: not-static
"""This value decides shapes or code, so it must be known while the kernel is read.

Use a literal or a constant of the module; for a run-time size, a static window with valid_shape=.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[0:n, :]  # E:13 IO [not-static] x[...]: a slice inside a region must be static, found [n, 64]
        u = pl.full([n, 64], pl.FP32, 0.0)  # E:13 IO [not-static] the shape of pl.full must be static, found [n, 64]
        v = pl.slice(x, [n, 64], [0, 0])  # E:13 IO [not-static] a slice inside a region must be static, found [n, 64] in pl.slice
    return y
