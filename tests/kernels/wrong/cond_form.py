# SPDX-License-Identifier: Apache-2.0
# code: cond-form
"""pl.cond takes one condition and is the first statement of a pl.while_ loop, and stands nowhere else.

Put it first; combine conditions with `and`.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for (a,) in pl.while_(init_values=(n,)):
        b = pl.yield_(a // 2)  # E:9 SE [cond-form] the first statement of a pl.while_ loop is pl.cond(...)
    for (a,) in pl.while_(init_values=(n,)):
        pl.cond(a > 1, a < 4)  # E:9 SE [cond-form] pl.cond takes one condition
    for (a,) in pl.while_(init_values=(n,)):
        pl.cond(a > 1)
        pl.cond(a > 2)  # E:9 SE [cond-form] pl.cond is the first statement of a pl.while_ loop
        c = pl.yield_(a // 2)
    return y
