# SPDX-License-Identifier: Apache-2.0
# code: loop-attrs
"""attrs= of a loop is a dict literal from names to numbers, bools or texts.

Write attrs={"name": 1}.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(0, 64, 16, attrs=n):  # E:44 SE [loop-attrs] attrs of a loop is a dict literal of texts with numbers, truth values or texts
            y[i : i + 16, :] = x[i : i + 16, :]
        for i in pl.range(0, 64, 16, attrs={"a": [1]}):  # E:44 SE [loop-attrs] attrs of a loop is a dict literal of texts with numbers, truth values or texts
            y[i : i + 16, :] = x[i : i + 16, :]
    return y
