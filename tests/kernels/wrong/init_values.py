# SPDX-License-Identifier: Apache-2.0
# code: init-values
"""init_values is a tuple or list literal of tensors and scalars, one for each name in the header.

Write init_values=(a0, b0) for `i, (a, b)`.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i, (a, b) in pl.range(4, init_values=(n,)):  # E:9 SE [init-values] 2 names for 1 initial value
        pass
    for i, (a,) in pl.range(4, init_values=n):  # E:44 SE [init-values] init_values is a tuple or list literal
        pass
    for i, (a,) in pl.range(4, init_values=("text",)):  # E:45 TE [init-values] an initial value is a tensor or a scalar, `"text"` is the text 'text'
        pass
    return y
