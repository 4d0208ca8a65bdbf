# SPDX-License-Identifier: Apache-2.0
# code: number-range
"""A number does not fit the type that it has to have.

Use a wider type, or a smaller number.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.const(300, pl.INT8)  # E:13 TE [number-range] the number 300 does not fit INT8
        m = 1 << 70  # E:13 TE [number-range] the integer 1180591620717411303424 does not fit 64 bits
        h = pl.sub(pl.cast(x[0:16, :], pl.INT32), 2.5)  # E:13 IO [number-range] the number 2.5 does not fit INT32 in pl.sub
        s = n << 70  # E:13 IO [number-range] the shift count 70 is outside 0..63 in `<<`
    return y
