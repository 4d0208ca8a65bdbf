# SPDX-License-Identifier: Apache-2.0
# code: deps-form
"""deps= is a list of task ids, or a list with one array of task ids.

Write deps=[t] or deps=[tids].
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    tids = pl.array.create(4, pl.TASK_ID)
    a = pl.system.task_dummy(deps=tids)  # E:35 SE [deps-form] deps= takes a list of task ids
    b = pl.system.task_dummy(deps=[tids, tids[0]])  # E:42 SE [deps-form] deps= takes an array as a whole or by its elements, not both
    return y
