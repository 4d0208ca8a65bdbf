# SPDX-License-Identifier: Apache-2.0
# code: unroll-bounds
"""pl.unroll makes one copy of its body per iteration, so its bounds are known while the kernel is read.

Use pl.range for run-time bounds.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.unroll(n):  # E:14 SE [unroll-bounds] the bounds of pl.unroll must be known while the kernel is read
        pass
    return y
