# SPDX-License-Identifier: Apache-2.0
"""Source text of small kernels for tests that write them to disk."""

HEAD = "import pypto.language as pl\n\n"

SCALE = (
    HEAD
    + """
@pl.jit
def scale(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    rows, cols = x.shape
    for b in pl.spmd(rows // 8, name_hint="double"):
        r = b * 8
        y[r : r + 8, :] = pl.mul(x[r : r + 8, :], 2.0)
    return y
"""
)

DYNAMIC = (
    HEAD
    + """
T = pl.dynamic("T")


@pl.jit
def scale(x: pl.Tensor[[T, 64], pl.FP32], y: pl.Out[pl.Tensor[[T, 64], pl.FP32]]):
    x.bind_dynamic(0, T)
    y.bind_dynamic(0, T)
    t = pl.tensor.dim(x, 0)
    for b in pl.spmd(t // 8, name_hint="double"):
        r = b * 8
        y[r : r + 8, :] = pl.mul(x[r : r + 8, :], 2.0)
    return y
"""
)
