# SPDX-License-Identifier: Apache-2.0
# code: nested-call
"""A helper call becomes statements, so it stands alone or alone on the right of an assignment.

Give its result a name on a line of its own.
"""

import pypto.language as pl


@pl.jit.inline
def square(t):
    return pl.mul(t, t)


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(square(x[:, :]), 1.0)  # E:26 UF [nested-call] `square` is called inside an expression
    return y
