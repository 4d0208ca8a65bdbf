# SPDX-License-Identifier: Apache-2.0
# code: rounding-mode
"""A rounding mode is a name or its number.

The help lists them.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.cast(x[0:16, :], pl.BF16, mode="nearest")  # E:13 IO [rounding-mode] unknown rounding mode 'nearest' in pl.cast
        u = pl.cast(x[0:16, :], pl.BF16, mode=17)  # E:13 IO [rounding-mode] rounding mode 17 is not one of 0 to 6 in pl.cast
    return y
