# SPDX-License-Identifier: Apache-2.0
# code: unknown-keyword
"""A construct has no keyword of this name.

The help names the nearest one, or lists them.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range(4, stage=2):  # E:26 SE [unknown-keyword] pl.range has no keyword `stage`
        pass
    with pl.at(level=pl.Level.CORE_GROUP, name="k"):  # E:43 SE [unknown-keyword] pl.at has no keyword `name`
        y[0:16, :] = x[0:16, :]
    for i in pl.range(4, chunk=2):  # E:26 SE [unknown-keyword] pl.range has no keyword `chunk`
        pass
    return y
