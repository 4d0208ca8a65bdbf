# SPDX-License-Identifier: Apache-2.0
# code: valid-shape
"""A valid region must lie inside the shape, and every operation must be able to say which part of its result is data.

Give a smaller valid_shape=; fill the padding with pl.fillpad before an operation that mixes rows.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.slice(x, [16, 64], [0, 0], valid_shape=[17, 64])  # E:13 IO [valid-shape] valid_shape[0] is 17, the window has 16 in pl.slice
        u = pl.reshape(pl.slice(x, [8, 16], [0, 0], valid_shape=[5, 16]), [4, 32])  # E:13 IO [valid-shape] valid region [5, 16] of [8, 16] is no rectangle of [4, 32] in pl.reshape
        v = pl.reshape(pl.slice(x, [8, 16], [0, 0], valid_shape=[8, 5]), [16, 8])  # E:13 IO [valid-shape] valid region [8, 5] of [8, 16] is no rectangle of [16, 8] in pl.reshape
        w = pl.set_validshape(x[0:16, :], 20, 64)  # E:13 IO [valid-shape] valid_rows=20 is outside 0..16 in pl.set_validshape
    return y
