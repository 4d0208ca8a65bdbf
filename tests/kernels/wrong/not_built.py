# SPDX-License-Identifier: Apache-2.0
# code: not-built
"""This part of the language is not built yet.

The message names it; write the program without it.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CHIP_DIE):  # E:22 UF [not-built] pl.at(level=pl.Level.CHIP_DIE) is not built yet
        y[0:16, :] = x[0:16, :]
    return y
