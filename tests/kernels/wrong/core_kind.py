# SPDX-License-Identifier: Apache-2.0
# code: core-kind
"""A function of one kind of core uses an operation of the other.

Use type=pl.FunctionType.InCore, or a function of its own.
"""

import pypto.language as pl


@pl.function(type=pl.FunctionType.AIC)
def kernel(
    x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]
) -> pl.Tensor[[64, 64], pl.FP32]:
    t = pl.load(x, [0, 0], [16, 64])
    out = pl.store(pl.add(t, t), [0, 0], y)  # E:20 TE [core-kind] kernel is an AIC function and pl.add runs on the vector core
    return out
