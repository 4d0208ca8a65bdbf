# SPDX-License-Identifier: Apache-2.0
# code: jump
"""`break` and `continue` belong to pl.range, pl.pipeline and `while`. The iterations of pl.parallel are not ordered,
those of pl.unroll are copies.

Use pl.range, or an `if` around the rest of the body.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.parallel(4):
        break  # E:9 IO [jump] `break` in pl.parallel
    for i in pl.unroll(4):
        continue  # E:9 IO [jump] `continue` in pl.unroll
    return y
