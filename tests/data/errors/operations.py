# SPDX-License-Identifier: Apache-2.0
"""Operations: arguments, shapes, element types."""

import pypto.language as pl

T = pl.dynamic("T")


@pl.jit
def arguments(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[0:16, :]
        a = pl.add(t)  # E:13 pl.add needs `rhs`
        b = pl.add(t, t, t)  # E:26 pl.add takes 2 arguments, found 3
        c = pl.cast(t, pl.BF16, mod="rint")  # E:33 pl.cast has no parameter `mod`
        d = pl.cast(t, pl.BF16, mode="up")  # E:13 unknown rounding mode 'up' in pl.cast
        e = pl.cast(t, 16)  # E:24 `target_type` must be an element type, `16` is the number 16
        f = pl.add(t, lhs=t)  # E:23 pl.add got `lhs` twice
        g = pl.add(*[t, t])  # E:20 `*` arguments are not part of the kernel language
        h = pl.exp(n)  # E:13 `input` must be a tensor or a tile, found a scalar (Scalar[INDEX]) in pl.exp
        i = pl.exp((t, t))  # E:20 a tensor is expected, `(t, t)` is a tuple
        j = pl.full([16, n], dtype=pl.FP32, value=0.0)  # E:13 the shape of pl.full must be static, found [16, n]
        k = pl.full(16, dtype=pl.FP32, value=0.0)  # E:21 `shape` must be a list, `16` is the number 16
        m = pl.full([16, 64], dtype=pl.INT32, value=0.5)  # E:13 the number 0.5 does not fit INT32 in pl.full
        o = pl.reshape(t, [16, 32])  # E:13 cannot reshape [16, 64] to [16, 32] in pl.reshape: the number of elements differs
        q = pl.exp(pl.exp(t, t))  # E:30 pl.exp takes 1 argument, found 2
        y[0:16, :] = t
    return y


@pl.jit
def shapes(x: pl.Tensor[[64, 64], pl.FP32], w: pl.Tensor[[64], pl.BF16], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[0:16, :]
        a = pl.sub(t, x[0:8, :])  # E:13 shapes do not match in pl.sub: [16, 64] and [8, 64]
        b = pl.sub(t, pl.col_sum(t))  # E:13 shapes do not match in pl.sub: [16, 64] and [1, 64]
        c = pl.sub(pl.row_sum(t), t)  # E:13 a column on the left of pl.sub is not supported
        d = pl.add(t, w[0:64])  # E:13 shapes do not match in pl.add: [16, 64] and [64]
        e = pl.matmul(t, t)  # E:13 shapes do not match in pl.matmul: [16, 64] times [16, 64]
        f = pl.row_expand_mul(t, pl.col_sum(t))  # E:13 shapes do not match in pl.row_expand_mul: [16, 64] and [1, 64]
        g = pl.mul(t, pl.load(x, [0, 0], [16, 64]))  # E:13 cannot mix a tensor (Tensor[[16, 64], FP32]) and a tile (Tile[[16, 64], FP32, Vec]) in one operation in pl.mul
        h = pl.slice(x, [16, 64], [56, 0])  # E:13 the window leaves the source in pl.slice: axis 0 asks for 56 to 72, the extent is 64
        y[0:16, :] = t
    return y


@pl.jit
def dynamic_operand(x: pl.Tensor[[T, 64], pl.FP32], y: pl.Out[pl.Tensor[[T, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = pl.exp(x)  # E:29 `x` is a whole tensor whose extents are known at run time only
    return y
