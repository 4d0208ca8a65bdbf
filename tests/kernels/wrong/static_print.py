# SPDX-License-Identifier: Apache-2.0
# code: static-print
"""pl.static_print prints while the kernel is read: at least one value, and in f-strings plain {name} parts only.

Write pl.static_print("n is", n).
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pl.static_print()  # E:5 SE [static-print] pl.static_print takes one or more values
    pl.static_print(f"{n:04d}")  # E:21 SE [static-print] an f-string of pl.static_print has plain {name} parts
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = x[0:16, :]
    return y
