# SPDX-License-Identifier: Apache-2.0
# code: mixed-writes
"""One region writes a tensor by windows or by single elements: the two go through different paths and are not ordered on
the chip.

Write the elements in a region of their own.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = x[0:16, :]
        pl.write(y, [0, 0], 1.0)  # E:9 VE [mixed-writes] `y` is written by windows and by single elements in one region
    return y
