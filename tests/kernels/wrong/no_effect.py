# SPDX-License-Identifier: Apache-2.0
# code: no-effect
"""The result of an expression is not used, so the statement does nothing.

Bind the result to a name, write it into a tensor, or remove the line.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.exp(x[0:16, :])  # E:9 SE [no-effect] the result of `pl.exp(x[0:16, :])` is not used
        n + 1  # E:9 SE [no-effect] `n + 1` has no effect
    return y
