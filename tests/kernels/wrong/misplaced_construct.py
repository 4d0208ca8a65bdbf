# SPDX-License-Identifier: Apache-2.0
# code: misplaced-construct
"""A construct stands where it has no meaning, such as a loop outside of `for` or a scope outside of `with`.

Write `for i in pl.range(n):` and `with pl.at(...):`.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    k = pl.range(4)  # E:9 SE [misplaced-construct] pl.range belongs in a for statement
    s = pl.at(level=pl.Level.CORE_GROUP)  # E:9 SE [misplaced-construct] pl.at belongs in a with statement
    f = pl.while_(init_values=(n,))  # E:9 SE [misplaced-construct] pl.while_ belongs in a for statement
    return y
