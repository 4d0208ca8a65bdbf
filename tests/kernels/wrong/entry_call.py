# SPDX-License-Identifier: Apache-2.0
# code: entry-call
"""An entry is called from Python, not from kernels.

Decorate the callee with @pl.jit.inline or @pl.jit.incore.
"""

import pypto.language as pl


@pl.jit
def other(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    other(x, y)  # E:5 UF [entry-call] other is an entry and cannot be called from a kernel
    return y
