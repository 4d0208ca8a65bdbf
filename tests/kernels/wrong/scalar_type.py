# SPDX-License-Identifier: Apache-2.0
# code: scalar-type
"""Both sides of scalar arithmetic are integers or both are floats; BOOL takes no arithmetic; a scalar beside an array
has the array's element type.

Convert: pl.cast(s, pl.FP32); an INDEX goes to a float through pl.INT32.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = n + 1.5  # E:13 IO [scalar-type] cannot mix INDEX and FP32 in `+`
        m = (n > 2) + 1  # E:13 IO [scalar-type] arithmetic and comparisons take numbers, not BOOL in `+`
        y[0:16, :] = pl.mul(x[0:16, :], n)  # E:22 IO [scalar-type] a loop variable or extent cannot be used as data directly in pl.mul
        q = x[0, 0] // 2  # E:13 IO [scalar-type] `//` and `%` take integers, found FP32
        p = x[0, 0] // 2.0  # E:13 IO [scalar-type] `//` and `%` take integers, found FP32
    return y
