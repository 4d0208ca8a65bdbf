# SPDX-License-Identifier: Apache-2.0
# code: entry-return
"""An entry returns parameters: what it computes lives in a tensor that the caller gives.

Add a pl.Out parameter and write into it.
"""

import pypto.language as pl


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
        t = pl.exp(x[0:16, :])
    return t  # E:12 UF [entry-return] an entry returns its parameters; this value is none of them
