# SPDX-License-Identifier: Apache-2.0
# code: program-form
"""A program or a function is declared in the wrong form.

Write @pl.function(type=pl.FunctionType.InCore) and annotate every parameter with its shape.
"""

import pypto.language as pl


@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor, y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):  # E:12 TE [program-form] the annotation of `x` has no shape
    t = pl.load(x, [0, 0], [16, 64])
    pl.store(t, [0, 0], y)
