# SPDX-License-Identifier: Apache-2.0
# code: deps-entry
"""An entry of deps= is a task id, an element of an array of task ids, a whole array, or None.

Take the id from `as t`, pl.submit or pl.system.task_dummy.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    a = pl.system.task_dummy(deps=[n])  # E:36 SE [deps-entry] `n` in deps= is no task id
    b = pl.system.task_dummy(deps=[n + 1])  # E:36 SE [deps-entry] `n + 1` in deps= is no task id
    c = pl.system.task_dummy(deps=[(None, None)[0]])  # E:36 SE [deps-entry] `(None, None)[0]` in deps= is no task id
    return y
