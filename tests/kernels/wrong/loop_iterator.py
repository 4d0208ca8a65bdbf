# SPDX-License-Identifier: Apache-2.0
# code: loop-iterator
"""A `for` runs over pl.range, pl.parallel, pl.pipeline, pl.unroll, pl.spmd or pl.while_.

Write pl.range for Python's range; over a tuple, pl.unroll with its length.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in range(4):  # E:14 SE [loop-iterator] a loop runs over pl.range, pl.parallel, pl.pipeline, pl.unroll, pl.while_, pl.spmd or pl.split_aiv, not `range(4)`
        pass
    for v in (1, 2):  # E:14 SE [loop-iterator] a loop runs over pl.range, pl.parallel, pl.pipeline, pl.unroll, pl.while_, pl.spmd or pl.split_aiv, not `(1, 2)`
        pass
    return y
