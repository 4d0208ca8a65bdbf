# SPDX-License-Identifier: Apache-2.0
# code: task-id-per-iteration
"""After a pl.parallel of a manual scope there is one task id per iteration, not one.

Bind the name before the loop, so that it is carried: t = pl.system.task_dummy(deps=[]).
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.manual_scope():
        for i in pl.parallel(2):
            with pl.at(level=pl.Level.CORE_GROUP) as u:
                y[0:16, :] = x[0:16, :]
        with pl.at(level=pl.Level.CORE_GROUP, deps=[u]):  # E:53 UV [task-id-per-iteration] `u` is one task id per iteration of the pl.parallel at line 14
            y[0:16, :] = x[0:16, :]
    return y
