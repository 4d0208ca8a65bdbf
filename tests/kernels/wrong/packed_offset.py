# SPDX-License-Identifier: Apache-2.0
# code: packed-offset
# platform: a5sim
"""Two elements of FP4 share a byte, so a part of a tensor begins at an even element.

Take an even start, and load the element before with it.
"""

import pypto.language as pl


@pl.jit
def kernel(x: pl.Tensor[[16, 128], pl.FP4], y: pl.Out[pl.Tensor[[16, 64], pl.BF16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, 3:67], pl.BF16)  # E:27 IO [packed-offset] a part of `x` begins at element 3, inside a byte: two FP4 elements share one
    return y
