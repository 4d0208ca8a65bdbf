# SPDX-License-Identifier: Apache-2.0
"""Subscripts: reads and writes of windows and elements."""

import pypto.language as pl


@pl.jit
def reads(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = x[0:16, 0:16, 0]  # E:15 3 indices for 2 axes
        b = x[0:16:2, :]  # E:20 a step in a slice is not part of the kernel language
        c = x[-16:, :]  # E:15 a negative index is not part of the kernel language, found -16
        d = x[0:80, :]  # E:13 x[...]: the window leaves the source: axis 0 asks for 0 to 80, the extent is 64
        e = x[16:16, :]  # E:15 the slice `16:16` is empty
        f = x[..., 0]  # E:15 `...` in a subscript is not part of the kernel language
        g = x[None]  # E:15 `None` in a subscript is not part of the kernel language
        h = x[64, 0]  # E:13 index 64 is outside axis 0 of extent 64
        i = x[0:n, :]  # E:13 x[...]: a slice inside a region must be static, found [n, 64]
        j = n[0]  # E:13 `n` is Scalar[INDEX] and has no elements
        k = x[1.5, 0]  # E:15 an integer is expected, `1.5` is the number 1.5
        m = x.shape[n]  # E:13 the index of a tuple must be known while the kernel is read, found `n`
        y[0:16, :] = x[n : n + 16, :]
    return y


@pl.jit
def writes(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[0:16, :]
        y[0, 0] = 1.0  # E:9 assigning one element is not part of the kernel language
        y[0:8, :] = t  # E:9 source axis 0: the window has 8, the source has 16
        y[0:16] = 2.0  # E:19 a tensor is expected on the right, `2.0` is the number 2.0
        y[0:16, :][0:8, :] = t  # E:9 the left side of a windowed write is a name with one subscript
        y[0:16, 0] = t  # E:9 source has 2 axes, the window has 1
        y[0:n, :] = t  # E:9 source axis 0: the window has n, the source has 16
        y[56:72, :] = t  # E:9 y[...]: the window leaves the target: axis 0 asks for 56 to 72, the extent is 64
        y[0:16, :] = pl.cast(t, pl.BF16)  # E:9 y[...]: a BF16 value cannot be stored into a FP32 tensor
        y[0:16, :] = pl.load(x, [0, 0], [16, 64])  # E:9 `y` is Tensor[[64, 64], FP32], the right side is Tile[[16, 64], FP32, Vec]: tensors and tiles do not mix
        a = pl.assemble(y, t, [0])  # E:13 offset has 1 entries, the tensor has 2 axes in pl.assemble
        b = pl.assemble(y, pl.row_sum(t), [0, 64])  # E:13 the window leaves the target in pl.assemble: axis 1 asks for 64 to 65, the extent is 64
        pl.write(y, [0, 0], n)  # E:9 value is Scalar[INDEX], the tensor holds FP32 in pl.write
        n[0] = 3  # E:9 `n` is Scalar[INDEX] and has no elements
    return y
