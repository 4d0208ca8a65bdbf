# SPDX-License-Identifier: Apache-2.0
# code: acc-copy
"""An accumulator cannot be copied, so it is not used again after it was added to.

Go on with the result of the addition.
"""

import pypto.language as pl


@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.BF16], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]], z: pl.Out[pl.Tensor[[32, 32], pl.FP32]]
):
    with pl.at(level=pl.Level.CORE_GROUP):
        acc = pl.matmul(x[:, :], x[:, :], out_dtype=pl.FP32)
        more = pl.matmul_acc(acc, x[:, :], x[:, :])  # E:16 UF [acc-copy] the accumulator `acc` is used again after it was added to
        y[:, :] = more
        z[:, :] = acc
    return y, z
