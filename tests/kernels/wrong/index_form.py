# SPDX-License-Identifier: Apache-2.0
# code: index-form
"""An index is an integer scalar or a slice. `...`, None and tensors are none.

Name every axis; gather rows with pl.gather.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[..., 0]  # E:15 UF [index-form] `...` in a subscript is not part of the kernel language
        u = x[None]  # E:15 UF [index-form] `None` in a subscript is not part of the kernel language
        v = x[x, :]  # E:15 UF [index-form] an index tensor in a subscript is not part of the kernel language
    return y
