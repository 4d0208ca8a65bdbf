# SPDX-License-Identifier: Apache-2.0
# code: python-name
"""A kernel is read, not run: Python's modules, classes and builtins are unknown in it, except on numbers that are known
while it is read.

Compute it at module level and use the name, or use the operation of pl.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[0:16, :]
        print(t)  # E:9 UF [python-name] Python's `print` is not part of the kernel language
        y[0:16, :] = t
    return y
