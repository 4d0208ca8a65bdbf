# SPDX-License-Identifier: Apache-2.0
# code: while-form
"""pl.while_ takes init_values=, and its loop a tuple of as many names.

Write for (a, b) in pl.while_(init_values=(a0, b0)), or a plain `while`.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for (a,) in pl.while_(4, init_values=(n,)):  # E:27 SE [while-form] pl.while_ takes no positional argument
        pl.cond(a > 1)
    for (a,) in pl.while_():  # E:17 SE [while-form] pl.while_ needs init_values=
        pl.cond(n > 1)
    for a in pl.while_(init_values=(n,)):  # E:9 SE [while-form] a pl.while_ loop has a tuple of plain names as its target
        pl.cond(n > 1)
    return y
