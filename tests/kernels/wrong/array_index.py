# SPDX-License-Identifier: Apache-2.0
# code: array-index
"""An array takes one integer index below its length.

Correct the index.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    tids = pl.array.create(4, pl.TASK_ID)
    a = tids[4]  # E:9 IO [array-index] tids[...]: index 4 is outside an array of 4 elements
    b = tids[1.5]  # E:9 IO [array-index] tids[...]: the index of an array must be an integer, found Scalar[FP32]
    return y
