# SPDX-License-Identifier: Apache-2.0
# code: constant-arithmetic
"""Arithmetic on numbers that are known while the kernel is read fails as it would in Python.

Correct the numbers.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = 1 // 0  # E:13 TE [constant-arithmetic] `1 // 0` cannot be computed: integer division or modulo by zero
        m = 2.0 << 1  # E:13 TE [constant-arithmetic] `2.0 << 1` cannot be computed: unsupported operand type(s) for <<: 'float' and 'int'
    return y
