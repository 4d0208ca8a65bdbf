# SPDX-License-Identifier: Apache-2.0
# code: loop-else
"""A loop has no `else`.

Set a flag in the loop and test it after it.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range(4):
        pass
    else:
        pass  # E:9 UF [loop-else] `else` of a loop is not part of the kernel language
    while n > 100:
        pass
    else:
        pass  # E:9 UF [loop-else] `else` of a loop is not part of the kernel language
    return y
