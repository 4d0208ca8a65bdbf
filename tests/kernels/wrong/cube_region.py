# SPDX-License-Identifier: Apache-2.0
# code: cube-region
"""On the cube core several matrices at once are loaded, multiplied and stored, nothing else.

Multiply the matrices one by one, or store the products and go on in another region.
"""

import pypto.language as pl


@pl.jit
def kernel(x: pl.Tensor[[2, 32, 32], pl.FP32], y: pl.Out[pl.Tensor[[2, 32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        p = pl.matmul(x[:, :, :], x[:, :, :], out_dtype=pl.FP32)  # E:9 UF [cube-region] `p` Tensor[[2, 32, 32], FP32] holds several matrices: on the cube core they are loaded, multiplied and stored
        y[:, :, :] = pl.exp(p)
    return y
