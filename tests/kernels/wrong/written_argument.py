# SPDX-License-Identifier: Apache-2.0
# code: written-argument
"""A kernel writes a tensor that it is given and returns it under a new name; from there on the old name is not read.

Read the new name, or give the result the old one: `z = exp_rows(x, z)`. A call whose result has no name leaves the old
name as it is.
"""

import pypto.language as pl


@pl.jit.incore
def exp_rows(x: pl.Tensor[[16, 64], pl.FP32], o: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    o[:, :] = pl.exp(x[:, :])
    return o


@pl.jit
def kernel(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    z = pl.create_tensor([16, 64], dtype=pl.FP32)
    r = exp_rows(x, z)
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(r, z)  # E:29 VE [written-argument] `z` was written by `exp_rows(x, z)` at line 21, whose result is `r`
    return y
