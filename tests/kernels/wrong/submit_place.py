# SPDX-License-Identifier: Apache-2.0
# code: submit-place
"""A task is submitted by orchestration, not by a core.

Move the submission out of the region.
"""

import pypto.language as pl


@pl.jit.incore
def core(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    y[0:16, :] = x[0:16, :]
    return y


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a, t = pl.submit(core, x, y)  # E:16 IO [submit-place] core cannot be submitted inside a region
    return y
