# SPDX-License-Identifier: Apache-2.0
# code: unknown-operation
"""pl, or one of its namespaces, has no operation of this name.

The help names the nearest one; `python -m pypto ops` lists all.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = pl.rsqt(x[0:16, :])  # E:22 IO [unknown-operation] unknown operation pl.rsqt
    return y
