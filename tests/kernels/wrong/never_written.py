# SPDX-License-Identifier: Apache-2.0
# code: never-written
"""A value on the core is read, and nothing was written into it before. What `pl.create_tensor` makes has no content.

Start an accumulator with `pl.matmul`, or give `init_cond=(k == 0)` in a loop over `k`; start other values with `pl.full`.
"""

import pypto.language as pl


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.BF16], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        acc = pl.create_tensor([64, 64], dtype=pl.FP32)
        for k in pl.range(4):
            acc = pl.matmul_acc(acc, x[:, k * 16 : k * 16 + 16], x[k * 16 : k * 16 + 16, :])  # E:19 IO [never-written] `acc` is read here, and nothing is ever written into it before
        y[:, :] = acc
    return y
