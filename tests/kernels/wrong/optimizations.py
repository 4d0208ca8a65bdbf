# SPDX-License-Identifier: Apache-2.0
# code: optimizations
"""optimizations= is a list literal with at most one entry of each kind.

Write optimizations=[pl.split(pl.SplitMode.UP_DOWN), pl.cross_core_slot(slot_num=4)].
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=n):  # E:57 SE [optimizations] optimizations= takes a list literal
        y[0:16, :] = x[0:16, :]
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[n]):  # E:58 SE [optimizations] unknown entry `n`
        y[0:16, :] = x[0:16, :]
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.cross_core_slot(slot_num=0)]):  # E:86 SE [optimizations] slot_num is a positive number, written as a literal
        y[0:16, :] = x[0:16, :]
    return y
