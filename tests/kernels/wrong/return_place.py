# SPDX-License-Identifier: Apache-2.0
# code: return-place
"""`return` is the last statement of a function; a kernel has no early return.

Put the rest under an `if`.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    if n > 3:
        return y  # E:9 UF [return-place] return stands at the end of the function only
    return y
