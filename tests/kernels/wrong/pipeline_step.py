# SPDX-License-Identifier: Apache-2.0
# code: pipeline-step
"""A pipeline copies its body, so its step is known while the kernel is read.

Use pl.range for a run-time step.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.pipeline(0, 64, n, stage=2):  # E:37 UF [pipeline-step] the step of pl.pipeline must be known while the kernel is read
            y[0:16, :] = x[0:16, :]
    return y
