# SPDX-License-Identifier: Apache-2.0
# code: comparison-code
"""A comparison is eq, ne, lt, le, gt or ge, or its number.

Use one of them.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.cmp(x[0:16, :], x[16:32, :], cmp_type="less")  # E:13 IO [comparison-code] cmp_type 'less' is no comparison in pl.cmp
    return y
