# SPDX-License-Identifier: Apache-2.0
# code: operand-kind
"""An operand is a scalar where a tensor or tile is needed, or the other way round.

On scalars use Python's operators, on tensors the operations.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.exp(n)  # E:13 IO [operand-kind] `input` must be a tensor or a tile, found a scalar (Scalar[INDEX]) in pl.exp
        u = pl.row_sum(2.0)  # E:13 IO [operand-kind] `input` must be a tensor or a tile, found a scalar (Scalar[FP32]) in pl.row_sum
        v = pl.add(1.0, x[0:16, :])  # E:13 IO [operand-kind] a scalar cannot stand on the left of a tensor in pl.add
    return y
