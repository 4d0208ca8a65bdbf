# SPDX-License-Identifier: Apache-2.0
# code: task-name
"""`as` names one task with a plain name.

Write as t.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP) as (a, b):  # E:46 SE [task-name] the name of a task is one plain name
        y[0:16, :] = x[0:16, :]
    return y
