# SPDX-License-Identifier: Apache-2.0
# code: symbol-mismatch
"""One dynamic extent has two values in one call.

Use two symbols, or pass tensors of one extent.
"""

import pypto.language as pl


T = pl.dynamic("T")


@pl.jit.incore
def both(a: pl.Tensor[[T, 64], pl.FP32], b: pl.Tensor[[T, 64], pl.FP32], y: pl.Out[pl.Tensor]):  # E:42 TE [symbol-mismatch] T is both 64 and 32 in this call
    y[0:16, :] = pl.add(a[0:16, :], b[0:16, :])
    return y


@pl.jit
def kernel(
    a: pl.Tensor[[64, 64], pl.FP32],
    b: pl.Tensor[[32, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
):
    y = both(a, b, y)
    return y
