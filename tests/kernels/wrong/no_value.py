# SPDX-License-Identifier: Apache-2.0
# code: no-value
"""A helper without `return` has no value.

Call it on a line of its own, or let it return something.
"""

import pypto.language as pl


@pl.jit.inline
def helper(x, y):
    y[0:16, :] = x[0:16, :]


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = helper(x, y)  # E:13 TE [no-value] helper returns nothing
    return y
