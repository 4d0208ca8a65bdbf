# SPDX-License-Identifier: Apache-2.0
# code: tile-parameter
"""Tiles live on a core, so only functions that run there take them.

Pass the tensor, and load it inside.
"""

import pypto.language as pl


@pl.jit
def kernel(t: pl.Tile[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):  # E:12 TE [tile-parameter] parameter `t` is a tile, and tiles live on a core only
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.store(t, [0, 0], y)
    return y
