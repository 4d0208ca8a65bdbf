# SPDX-License-Identifier: Apache-2.0
# code: orchestration-scalar
"""Orchestration computes with integers, BOOL and FP32.

Convert with pl.cast, or compute inside a region.
"""

import pypto.language as pl


@pl.jit
def kernel(x: pl.Tensor[[16, 64], pl.FP16], y: pl.Out[pl.Tensor[[16, 64], pl.FP16]]):
    s = pl.read(x, [0, 0]) + pl.read(x, [0, 1])  # E:9 UF [orchestration-scalar] FP16 arithmetic in orchestration is not supported yet
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mul(x[:, :], s)
    return y
