# SPDX-License-Identifier: Apache-2.0
# code: yield-form
"""A yield is an assignment at the end of the body, of as many values as the loop carries; both branches of an `if` yield
the same names.

Write a = pl.yield_(...), one target for each value.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i, (a,) in pl.range(4, init_values=(n,)):
        pl.yield_(a + 1)  # E:9 SE [yield-form] a yield is assigned: new = pl.yield_(value)
    for i, (a,) in pl.range(4, init_values=(n,)):
        b, c = pl.yield_(a + 1, a)  # E:9 TE [yield-form] pl.yield_ gives 2 values, the loop carries 1
    return y
