# SPDX-License-Identifier: Apache-2.0
# code: vector-scalar
"""In a region on both kinds of core the cube core would have to know a number that the vector core reads from its
values.

Read the number before the region, or split the region.
"""

import pypto.language as pl


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        largest = pl.row_max(pl.exp(x[:, :]))
        if pl.read(largest, [0, 0]) > 1.0:
            y[:, :] = pl.matmul(x[:, :], x[:, :], out_dtype=pl.FP32)  # E:33 UF [vector-scalar] the cube core would have to know `pl.read(largest, [0, 0])`, which is read from a value on the vector core
    return y
