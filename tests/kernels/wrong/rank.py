# SPDX-License-Identifier: Apache-2.0
# code: rank
"""The operation takes another number of axes, or the axis does not exist.

Reshape first.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.transpose(x[0:16, :], 0, 2)  # E:13 IO [rank] axis 2 does not exist, the value has 2 axes in pl.transpose
        u = pl.slice(x, [16], [0, 0])  # E:13 IO [rank] shape has 1 entries, the tensor has 2 axes in pl.slice
        k = pl.tensor.dim(x, 3)  # E:13 IO [rank] axis 3 does not exist, the tensor has 2 axes in pl.tensor.dim
        v = pl.assemble(y, x[0:16, :], [0])  # E:13 IO [rank] offset has 1 entries, the tensor has 2 axes in pl.assemble
    return y
