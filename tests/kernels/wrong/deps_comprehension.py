# SPDX-License-Identifier: Apache-2.0
# code: deps-comprehension
"""A comprehension in deps= has one `for` over numbers that are known while the kernel is read, one plain name, and a
filter that is known too.

Write deps=[tids[g * 4 + j] for j in range(4)].
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    tids = pl.array.create(4, pl.TASK_ID)
    a = pl.system.task_dummy(deps=[tids[i] for i in pl.range(4)])  # E:53 SE [deps-comprehension] a comprehension in deps= runs over numbers that are known while the kernel is read, not `pl.range(4)`
    c = pl.system.task_dummy(deps=[tids[i + j] for i in range(2) for j in range(2)])  # E:35 SE [deps-comprehension] a comprehension in deps= has one `for`
    d = pl.system.task_dummy(deps=[tids[i] for i in range(4) if i < n])  # E:65 SE [deps-comprehension] the filter `i < n` must be known while the kernel is read
    return y
