# SPDX-License-Identifier: Apache-2.0
# code: scratch
"""Some tile operations need a scratch tile; tensor operations get theirs from the compiler.

Give tmp= to tile operations only, of the type that the message names.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        h = pl.cast(x[0:16, :], pl.INT32)
        t = pl.tensor.xor(h, h, tmp=h)  # E:13 IO [scratch] `tmp` is for tiles in pl.tensor.xor
        a = pl.load(x, [0, 0], [16, 64])
        u = pl.row_max(x[0:16, :], tmp_tile=a)
    return y
