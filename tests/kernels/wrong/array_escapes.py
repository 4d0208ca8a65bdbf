# SPDX-License-Identifier: Apache-2.0
# code: array-escapes
"""Arrays and task ids belong to orchestration; a core does not see them.

Read the element before the region and use the scalar.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    flags = pl.array.create(4, pl.INT32)
    flags[0] = pl.const(1, pl.INT32)
    with pl.at(level=pl.Level.CORE_GROUP):
        k = flags[0]  # E:13 IO [array-escapes] flags[...]: `flags` belongs to orchestration
        y[0:16, :] = x[0:16, :]
    return y
