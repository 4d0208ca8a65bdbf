# SPDX-License-Identifier: Apache-2.0
# code: subscript-base
"""Only tensors, tiles, arrays and tuples have elements.

Index the tensor.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = n[0]  # E:13 TE [subscript-base] `n` is Scalar[INDEX] and has no elements
        n[0] = 3  # E:9 TE [subscript-base] `n` is Scalar[INDEX] and has no elements
    return y
