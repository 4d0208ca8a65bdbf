# SPDX-License-Identifier: Apache-2.0
# code: python-expression
"""Lambdas, comprehensions outside deps=, f-strings, conditional expressions, `:=` and their like are not part of the
language.

Write statements: if c: t = a, else: t = b.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = 1 if n > 2 else 2  # E:13 UF [python-expression] the conditional expression `a if c else b` is not part of the kernel language
        m = [i for i in range(4)]  # E:13 UF [python-expression] a list comprehension is not part of the kernel language
        f = lambda a: a  # E:13 UF [python-expression] a lambda is not part of the kernel language
    return y
