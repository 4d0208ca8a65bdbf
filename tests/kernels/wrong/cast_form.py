# SPDX-License-Identifier: Apache-2.0
# code: cast-form
"""A cast to the type that the value has already does nothing, and some scalars have no conversion.

Leave the cast out; go from INDEX to a float through pl.INT32.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.cast(x[0:16, :], pl.FP32)  # E:13 IO [cast-form] the value is FP32 already in pl.cast
        s = pl.cast(n, pl.FP32)  # E:13 IO [cast-form] no scalar cast from INDEX to FP32 in pl.cast
    return y
