# SPDX-License-Identifier: Apache-2.0
# code: loop-target
"""The loop variable is one plain name; with init_values, `i, (a, b)`.

Unpack inside the loop.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i, j in pl.range(4):  # E:9 SE [loop-target] the loop variable is one plain name
        pass
    for (i) in pl.range(4, init_values=(n,)):  # E:10 SE [loop-target] a loop with init_values has the target `i, (a, b)`
        pass
    for b, c in pl.spmd(4):  # E:9 SE [loop-target] the block index of pl.spmd is one plain name
        y[0:16, :] = x[0:16, :]
    return y
