# SPDX-License-Identifier: Apache-2.0
# code: annotation-value
"""The annotation of a parameter cannot be evaluated.

Define its names at module level, before the kernel.
"""

import pypto.language as pl


@pl.jit
def kernel(x: "pl.Tensor[[ROWS, 64], pl.FP32]", y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):  # E:12 TE [annotation-value] the annotation of `x` cannot be evaluated: name 'ROWS' is not defined
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = x[0:16, :]
