# SPDX-License-Identifier: Apache-2.0
# code: tensor-list
"""This keyword is a list literal of tensor names, each once.

Write no_dep_args=[x, y].
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, no_dep_args=x):  # E:55 SE [tensor-list] no_dep_args= takes a list of tensor names
        y[0:16, :] = x[0:16, :]
    with pl.at(level=pl.Level.CORE_GROUP, no_dep_args=[n]):  # E:56 SE [tensor-list] `n` in no_dep_args= is no tensor name
        y[0:16, :] = x[0:16, :]
    with pl.at(level=pl.Level.CORE_GROUP, no_dep_args=[x, x]):  # E:59 SE [tensor-list] `x` stands twice in no_dep_args=
        y[0:16, :] = x[0:16, :]
    return y
