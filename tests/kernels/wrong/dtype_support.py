# SPDX-License-Identifier: Apache-2.0
# code: dtype-support
"""The operation, or the chip, does not work on this element type.

Convert first; `python -m pypto ops NAME` lists the types on each chip.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.and_(x[0:16, :], x[0:16, :])  # E:13 IO [dtype-support] element type FP32 is not accepted in pl.and_
        u = pl.sin(pl.cast(x[0:16, :], pl.INT32))  # E:13 IO [dtype-support] element type INT32 is not accepted in pl.sin
    return y
