# SPDX-License-Identifier: Apache-2.0
# code: cube-region
"""The part of a region that multiplies matrices moves whole operands to the cube core. It takes no single elements and
no parts of its values, and what it loads is not stored as it is.

Write the value into a tensor, and go on in another region.
"""

import pypto.language as pl


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        p = pl.matmul(x[:, :], x[:, :], out_dtype=pl.FP32)
        y[0:32, :] = p[32:64, :]  # E:22 UF [cube-region] a part of `p` cannot be taken or written in a region that multiplies matrices
    return y
