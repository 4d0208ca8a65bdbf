# SPDX-License-Identifier: Apache-2.0
# code: annotation
"""The annotation of a local name says something else than its value: the kind, the element type, the number of axes or
an extent.

Correct the annotation, leave it out, or convert the value with pl.cast.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    k: pl.Scalar[pl.INT32] = 1.5  # E:30 TE [annotation] `k` is declared Scalar[INT32], the value is 1.5
    m: pl.INDEX  # E:5 UF [annotation] `m` is declared without a value
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tensor[[16, 32], pl.FP32] = x[0:16, :]  # E:27 TE [annotation] `t` is declared with extent 32 on axis 1, the value has 64
        u: pl.Tensor[[16, 64], pl.BF16] = x[0:16, :]  # E:32 TE [annotation] `u` is declared BF16, the value is FP32
        v: pl.Tensor[[16], pl.FP32] = x[0:16, :]  # E:22 TE [annotation] `v` is declared with 1 axes, the value has 2
        w: pl.Tile[[16, 64], pl.FP32] = x[0:16, :]  # E:12 TE [annotation] `w` is declared a tile, the value is Tensor[[16, 64], FP32]
    return y
