# SPDX-License-Identifier: Apache-2.0
# code: augmented-assignment
"""There is no `+=`: it would hide which buffer is written.

Write x = x + 1, or t = pl.add(t, u).
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = n
        k += 1  # E:9 UF [augmented-assignment] `+=` (AugAssign) is not part of the kernel language
        t = x[0:16, :]
        t *= 2.0  # E:9 UF [augmented-assignment] `*=` (AugAssign) is not part of the kernel language
        y[0:16, :] = t
    return y
