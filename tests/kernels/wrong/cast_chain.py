# SPDX-License-Identifier: Apache-2.0
# code: cast-chain
"""The chip has no conversion between these types.

Cast in two steps, such as through pl.FP32.
"""

import pypto.language as pl


@pl.jit
def kernel(x: pl.Tensor[[16, 64], pl.FP16], y: pl.Out[pl.Tensor[[16, 64], pl.INT64]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, :], pl.INT64)  # E:19 IO [cast-chain] a2a3sim has no conversion from FP16 to INT64
    return y
