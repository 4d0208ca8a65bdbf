# SPDX-License-Identifier: Apache-2.0
# code: spmd-deps
"""deps= needs a name for the task, which the loop form of pl.spmd does not have.

Write with pl.spmd(4, deps=[t]) as task: and read pl.tile.get_block_idx().
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.system.task_dummy(deps=[])
    for b in pl.spmd(4, deps=[t]):  # E:30 SE [spmd-deps] deps= needs the with form, which names the task
        y[0:16, :] = x[0:16, :]
    with pl.spmd(4, deps=[t]):  # E:26 SE [spmd-deps] deps= on pl.spmd needs a name for the task
        r = pl.tile.get_block_idx() * 16
        y[r : r + 16, :] = x[r : r + 16, :]
    return y
