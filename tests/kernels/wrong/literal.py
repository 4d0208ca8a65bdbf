# SPDX-License-Identifier: Apache-2.0
# code: literal
"""Numbers, True, False and None are literals; texts stand where a keyword takes one; bytes, complex numbers and `...`
are none.

Write a number.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = 2j  # E:13 UF [literal] a complex literal is not part of the kernel language
        m = ...  # E:13 UF [literal] `...` is not part of the kernel language
    return y
