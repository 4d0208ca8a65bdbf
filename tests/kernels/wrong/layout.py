# SPDX-License-Identifier: Apache-2.0
# code: layout
"""A tensor in global memory lies in rows (ND) or in columns (DN); NZ is an order of tiles, and the scales of
microscaled products come from the host in orders of their own.

Leave layout= out, or say pl.TensorLayout.DN; pl.load(..., target_memory=pl.Mem.Mat) gives a tile in the order NZ.
"""

import pypto.language as pl


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.create_tensor([64, 64], dtype=pl.FP32, layout=pl.TensorLayout.NZ)  # E:9 IO [layout] a tensor is created in the layout ND or DN, not NZ in pl.create_tensor
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y
