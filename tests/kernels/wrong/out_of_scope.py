# SPDX-License-Identifier: Apache-2.0
# code: out-of-scope
"""A name is read outside of what it belongs to: a loop variable after its loop, the index of a block after its region.

Keep the value under a name of its own inside, or compute it again.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range(4):
        with pl.at(level=pl.Level.CORE_GROUP):
            y[0:16, :] = x[0:16, :]
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = x[i : i + 16, :]  # E:24 UV [out-of-scope] `i` is the variable of the loop at line 13
    return y
