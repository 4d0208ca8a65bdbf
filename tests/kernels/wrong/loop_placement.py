# SPDX-License-Identifier: Apache-2.0
# code: loop-placement
"""Iterations of pl.parallel are tasks that may run at once, those of pl.pipeline overlap loads and arithmetic inside a
region. Where there are no such tasks or loads, both are plain loops. The kernel runs.

Write pl.range, or move the region into the loop or out of it.
"""

import pypto.language as pl


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.parallel(2):  # W:18 [loop-placement] pl.parallel inside of a region is a plain loop
            y[i * 16 : i * 16 + 16, :] = x[0:16, :]
    for j in pl.pipeline(2, stage=2):  # W:14 [loop-placement] pl.pipeline outside of a region is a plain loop
        with pl.at(level=pl.Level.CORE_GROUP):
            y[32 + j * 16 : 48 + j * 16, :] = x[16:32, :]
    return y
