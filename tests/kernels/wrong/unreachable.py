# SPDX-License-Identifier: Apache-2.0
# code: unreachable
"""Nothing runs after `return`, `break` or `continue` in the same block.

Remove the statements, or move them before it.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range(4):
        break
        k = i  # E:9 SE [unreachable] nothing may follow break or continue
    return y
