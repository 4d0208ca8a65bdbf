# SPDX-License-Identifier: Apache-2.0
# code: 501
"""A region runs on one core and cannot open another one.

Put the two one after the other.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        with pl.at(level=pl.Level.CORE_GROUP):  # E:9 VE [501] a region cannot stand inside another region
            y[0:16, :] = x[0:16, :]
        for b in pl.spmd(4):  # E:9 VE [501] a region cannot stand inside another region
            y[0:16, :] = x[0:16, :]
    return y
