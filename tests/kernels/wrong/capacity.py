# SPDX-License-Identifier: Apache-2.0
# code: capacity
"""The tiles that are alive at one time do not fit their memory space. The notes list them with their bytes and lines.

Use smaller windows in a loop, or let values end earlier.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        big = pl.full([512, 512], dtype=pl.FP32, value=0.0)  # E:9 CE [capacity] `big` Tile[[512, 512], FP32, Vec] takes 1048576 bytes, Vec has 188416
        y[0:16, :] = big[0:16, 0:64]
    return y
