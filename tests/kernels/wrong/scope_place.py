# SPDX-License-Identifier: Apache-2.0
# code: scope-place
"""Runtime scopes order tasks and belong to orchestration.

Put the scope around the region.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        with pl.manual_scope():  # E:14 IO [scope-place] pl.manual_scope belongs outside regions
            y[0:16, :] = x[0:16, :]
    return y
