# SPDX-License-Identifier: Apache-2.0
# code: operator
"""Scalars have + - * / // % << >> ~, comparisons, `and`, `or`, `not`. `**`, `&`, `|`, `^`, `@`, `in`, `is` work on known
numbers only or not at all.

Multiply instead of `**`; use `and` for conditions; on tensors use pl.and_, pl.or_, pl.matmul.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = n**2  # E:13 UF [operator] `**` is not part of the kernel language
        m = n & 3  # E:13 UF [operator] `&` is not part of the kernel language
        p = +n  # E:13 UF [operator] unary `+` is not part of the kernel language
        if n in (1, 2):  # E:12 UF [operator] `in` is not part of the kernel language
            y[0:16, :] = x[0:16, :]
    return y
