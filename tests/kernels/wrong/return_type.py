# SPDX-License-Identifier: Apache-2.0
# code: return-type
"""The function returns something else than it declares.

Correct the annotation, or what is returned.
"""

import pypto.language as pl


@pl.function(type=pl.FunctionType.InCore)
def kernel(
    x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]
) -> tuple[pl.Tensor[[64, 64], pl.FP32], pl.Tensor[[64, 64], pl.FP32]]:  # E:6 TE [return-type] kernel declares 2 result(s) and returns 1
    t = pl.load(x, [0, 0], [16, 64])
    out = pl.store(t, [0, 0], y)
    return out
