# SPDX-License-Identifier: Apache-2.0
# code: not-always-bound
"""A name is read that some way through the kernel leaves without a value: one branch of an `if` does not bind it, or the
loop that binds it may run no iteration.

Bind it before the `if` or the loop.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        if n > 3:
            t = x[0:16, :]
        y[0:16, :] = t  # E:22 UV [not-always-bound] `t` is bound in only one branch of the `if` at line 15
        for i in pl.range(n):
            u = x[16:32, :]
        y[16:32, :] = u  # E:23 UV [not-always-bound] `u` is first bound inside the loop at line 18, which may run zero times
    return y
