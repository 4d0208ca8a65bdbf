# SPDX-License-Identifier: Apache-2.0
# code: loop-step
"""A step of 0 never arrives.

Use another step. A step that is 0 at run time only runs no iteration.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range(0, 4, 0):  # E:29 SE [loop-step] the step of a loop must not be 0
        pass
    return y
