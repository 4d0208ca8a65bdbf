# SPDX-License-Identifier: Apache-2.0
# code: bool-literal
"""This keyword is True or False.

Write the literal.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, allow_early_resolve=1):  # E:63 SE [bool-literal] allow_early_resolve is True or False
        y[0:16, :] = x[0:16, :]
    return y
