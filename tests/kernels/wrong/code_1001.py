# SPDX-License-Identifier: Apache-2.0
# code: 1001
"""An assignment gives a value to a name that nothing reads. The kernel runs.

Take the assignment out, or name the value `_` where the call is made for what it does.
"""

import pypto.language as pl


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    rows = 64  # W:5 [1001] `rows` is never read
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.exp(x[0:16, :])
        u = pl.add(t, 1.0)  # W:9 [1001] `u` is never read
        y[0:16, :] = t
    return y
