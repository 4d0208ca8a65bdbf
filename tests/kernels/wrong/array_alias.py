# SPDX-License-Identifier: Apache-2.0
# code: array-alias
"""A second name for an array would make two names of one place, of which only one is written.

Use the one name.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    tids = pl.array.create(4, pl.TASK_ID)
    other = tids  # E:13 UF [array-alias] `other` would be a second name of the array `tids`
    return y
