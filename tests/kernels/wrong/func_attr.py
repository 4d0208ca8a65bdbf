# SPDX-License-Identifier: Apache-2.0
# code: func-attr
"""pl.func_attr records metadata of a function, in the form that printed programs use: one dict literal, before every
other statement.

Leave it out of kernels.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    k = n
    pl.func_attr({"level": 2})  # E:5 SE [func-attr] pl.func_attr stands before every other statement of a function
    return y
