# SPDX-License-Identifier: Apache-2.0
# code: symbol-unbound
"""A dynamic extent is read that no parameter of the function has.

Annotate a parameter with it, or use the tensor's extent: pl.tensor.dim(x, 0).
"""

import pypto.language as pl


T = pl.dynamic("T")


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(T // 16):  # E:22 TE [symbol-unbound] the extent T belongs to no parameter of kernel
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y
