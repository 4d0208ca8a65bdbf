# SPDX-License-Identifier: Apache-2.0
# code: strict-ssa
"""The function says strict_ssa=True, so each name is bound once and a windowed write, which rebinds its name, is not
allowed.

Use new names, or leave strict_ssa out.
"""

import pypto.language as pl


@pl.function(type=pl.FunctionType.InCore, strict_ssa=True)
def kernel(
    x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]
) -> pl.Tensor[[64, 64], pl.FP32]:
    t = pl.load(x, [0, 0], [16, 64])
    t = pl.add(t, t)  # E:5 SV [strict-ssa] `t` is bound a second time, which strict_ssa=True forbids
    out = pl.store(t, [0, 0], y)
    return out
