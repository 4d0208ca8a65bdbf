# SPDX-License-Identifier: Apache-2.0
# code: with-form
"""A `with` statement opens one scope: pl.at, pl.spmd, pl.scope or pl.manual_scope.

Nest one `with` in the other; outside kernels use Python's.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.manual_scope(), pl.at(level=pl.Level.CORE_GROUP):  # E:5 SE [with-form] one scope per with statement
        y[0:16, :] = x[0:16, :]
    with n:  # E:10 SE [with-form] `n` is no scope
        pass
    return y
