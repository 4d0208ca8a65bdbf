# SPDX-License-Identifier: Apache-2.0
# code: dynamic-form
"""A dynamic extent is one object, made by pl.dynamic with a name as text; bind_dynamic takes a literal axis and the
extent, as a statement.

Write T = pl.dynamic("T") at module level and x.bind_dynamic(0, T).
"""

import pypto.language as pl


T = pl.dynamic("T")


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    x.bind_dynamic(0)  # E:5 SE [dynamic-form] bind_dynamic takes an axis and an extent
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = x[0:16, :]
    return y
