# SPDX-License-Identifier: Apache-2.0
# code: window-shape
"""The value does not fit the window: another number of axes, or another extent on one of them.

Make both as large; a window as large as the value's valid part takes that part.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[0:16, :]
        y[0:8, :] = t  # E:9 TE [window-shape] source axis 0: the window has 8, the source has 16
        y[0:16, 0] = t  # E:9 TE [window-shape] source has 2 axes, the window has 1
        y[0:n, :] = t  # E:9 TE [window-shape] source axis 0: the window has n, the source has 16
    return y
