# SPDX-License-Identifier: Apache-2.0
# code: submit-form
"""pl.submit takes the kernel and its arguments, not a call of it; pl.spmd_submit needs core_num=.

Write y, tid = pl.submit(kernel, x, y).
"""

import pypto.language as pl


@pl.jit.incore
def core(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    y[0:16, :] = x[0:16, :]
    return y


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    a = pl.submit()  # E:9 SE [submit-form] pl.submit needs a kernel
    b, t = pl.submit(core(x, y))  # E:22 SE [submit-form] pl.submit takes the kernel and its arguments, not the call `core(x, y)`
    c, t = pl.submit(n, x, y)  # E:22 SE [submit-form] `n` is no @pl.jit.incore function
    d, t = pl.spmd_submit(core, x, y)  # E:12 SE [submit-form] pl.spmd_submit needs core_num=
    return y
