# SPDX-License-Identifier: Apache-2.0
# code: array-form
"""An array has a static number of elements, at least 1, of task ids, FP32, BOOL or integers.

Use a tensor for anything larger.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    a = pl.array.create(0, pl.TASK_ID)  # E:9 IO [array-form] the extent of an array is a whole number of at least 1, found 0 in pl.array.create
    b = pl.array.create(4, pl.BF16)  # E:9 IO [array-form] an array cannot hold BF16 in pl.array.create
    return y
