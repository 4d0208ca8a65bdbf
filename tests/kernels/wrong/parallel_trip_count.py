# SPDX-License-Identifier: Apache-2.0
# code: parallel-trip-count
"""In a manual scope a task id that pl.parallel carries becomes one id per iteration, so the number of iterations is
static.

Use static bounds, or pl.range.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.manual_scope():
        t = pl.system.task_dummy(deps=[])
        for i in pl.parallel(n):  # E:18 UF [parallel-trip-count] how often this pl.parallel runs must be known, since it carries the task id `t`
            with pl.at(level=pl.Level.CORE_GROUP, deps=[t]) as t:
                y[0:16, :] = x[0:16, :]
    return y
