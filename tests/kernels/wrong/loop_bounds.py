# SPDX-License-Identifier: Apache-2.0
# code: loop-bounds
"""A loop takes (stop), (start, stop) or (start, stop, step), integers all.

Give one to three integers.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range():  # E:14 SE [loop-bounds] pl.range takes (stop), (start, stop) or (start, stop, step)
        pass
    for i in pl.range(0, 4, 1, 2):  # E:14 SE [loop-bounds] pl.range takes (stop), (start, stop) or (start, stop, step)
        pass
    return y
