# SPDX-License-Identifier: Apache-2.0
# code: scratch
"""Some tile operations need a scratch tile; tensor operations get theirs from the compiler.

Give tmp= to tile operations only, of the type that the message names.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.load(x, [0, 0], [16, 64])
        t = pl.row_max(a)  # E:13 IO [scratch] `tmp_tile` is missing in pl.row_max: with tiles the scratch is given
        pl.store(pl.row_expand(a, t), [0, 0], y)
    return y
