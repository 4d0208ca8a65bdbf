# SPDX-License-Identifier: Apache-2.0
# code: static-assert
"""The condition of a pl.static_assert does not hold for this compilation.

Change the constants or shapes it speaks of.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pl.static_assert(x.shape[0] % 48 == 0, "rows come in blocks of 48")  # E:5 SE [static-assert] static assertion failed: rows come in blocks of 48
    return y
