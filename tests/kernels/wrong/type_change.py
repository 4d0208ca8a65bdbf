# SPDX-License-Identifier: Apache-2.0
# code: type-change
"""A name keeps its type in the loops, branches and scopes inside the block that binds it.

Use another name, or convert with pl.cast. A rebinding at the depth of the first binding may change the type.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[0:16, :]
        for i in pl.range(4):
            t = pl.cast(t, pl.BF16)  # E:13 TE [type-change] cannot reassign `t` with a different type: was Tensor[[16, 64], FP32], got Tensor[[16, 64], BF16]
        k = n
        if n > 3:
            k = 1.5  # E:13 TE [type-change] cannot reassign `k` with a different type: was Scalar[INDEX], got Scalar[FP32]
        m = k
    return y
