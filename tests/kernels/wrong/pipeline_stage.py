# SPDX-License-Identifier: Apache-2.0
# code: pipeline-stage
"""pl.pipeline needs stage=, a whole number of at least 1.

Write pl.pipeline(n, stage=2), or pl.range.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.pipeline(4):  # E:18 SE [pipeline-stage] pl.pipeline needs stage=
            y[0:16, :] = x[0:16, :]
        for i in pl.pipeline(4, stage=0):  # E:39 SE [pipeline-stage] stage is a whole number of at least 1, found 0
            y[0:16, :] = x[0:16, :]
    return y
