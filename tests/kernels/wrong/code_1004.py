# SPDX-License-Identifier: Apache-2.0
# code: 1004
"""A kernel writes into a parameter that is an input. The caller's tensor does not change.

Annotate it pl.Out[...], or pl.InOut[...] where the kernel reads it too; or write into a tensor of pl.create_tensor.
"""

import pypto.language as pl


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        x[0:16, :] = pl.exp(x[16:32, :])  # W:9 [1004] `x` is an input parameter; what is written into it here does not reach the caller
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y
