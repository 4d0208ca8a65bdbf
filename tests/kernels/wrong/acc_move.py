# SPDX-License-Identifier: Apache-2.0
# code: acc-move
"""A product adds to an accumulator on the cube core, and nothing moves there from the vector core.

Start with pl.matmul, or pass init_cond=; or add outside of the product.
"""

import pypto.language as pl


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        acc = pl.exp(x[:, :])
        acc = pl.matmul_acc(acc, x[:, :], x[:, :])  # E:15 UF [acc-move] the accumulator `acc` of this product is computed on the vector core, and nothing moves from there into Acc
        y[:, :] = acc
    return y
