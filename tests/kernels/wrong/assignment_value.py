# SPDX-License-Identifier: Apache-2.0
# code: assignment-value
"""Element types, functions and other objects of Python are not values of a kernel.

Use the object where it is needed, or give it a name at module level.
"""

import pypto.language as pl


TABLE = {"rows": 16}


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        f = TABLE  # E:13 TE [assignment-value] a Python dict cannot be bound to a name in a kernel
    return y
