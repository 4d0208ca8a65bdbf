# SPDX-License-Identifier: Apache-2.0
# code: level-mix
"""Tensors are loaded and stored by the compiler, tiles by pl.load and pl.store. One operation works on one of the two.

Load the tensor, or write the tile with pl.store.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 64])
        y[0:16, :] = t  # E:9 TE [level-mix] `y` is Tensor[[64, 64], FP32], the right side is Tile[[16, 64], FP32, Vec]: tensors and tiles do not mix
        u = pl.add(t, x[0:16, :])  # E:13 IO [level-mix] cannot mix a tensor (Tensor[[16, 64], FP32]) and a tile (Tile[[16, 64], FP32, Vec]) in one operation in pl.add
    return y
