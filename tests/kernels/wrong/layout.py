# SPDX-License-Identifier: Apache-2.0
# code: layout
"""Tensors of the language are row-major: layout ND.

Leave layout= out; transpose where the operand is used, with b_trans=True or pl.transpose.
"""

import pypto.language as pl


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.create_tensor([64, 64], dtype=pl.FP32, layout=pl.TensorLayout.NZ)  # E:9 IO [layout] only layout=pl.TensorLayout.ND is supported here in pl.create_tensor
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y
