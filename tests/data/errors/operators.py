# SPDX-License-Identifier: Apache-2.0
"""Operators: those of scalars on tensors, those that Python has and the language has not, and scalar types."""

import pypto.language as pl


@pl.jit
def on_tensors(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[0:16, :]
        a = t + t  # E:13 `+` works on scalars, `t` is Tensor[[16, 64], FP32]
        b = 2.0 * t  # E:13 `*` works on scalars, `t` is Tensor[[16, 64], FP32]
        c = -t  # E:13 `-` works on scalars, `t` is Tensor[[16, 64], FP32]
        d = t > 0.0  # E:13 `>` works on scalars, `t` is Tensor[[16, 64], FP32]
        e = t @ t  # E:13 `@` works on scalars, `t` is Tensor[[16, 64], FP32]
        y[0:16, :] = t
    return y


@pl.jit
def not_in_the_language(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    a = n**2  # E:9 `**` is not part of the kernel language
    b = n & 1  # E:9 `&` is not part of the kernel language
    c = 1 if n > 2 else 2  # E:9 the conditional expression `a if c else b` is not part of the kernel language
    d = min(n, 3)  # E:9 `min` works on values that are known while the kernel is read, `n` is not
    e = abs(n)  # E:9 `abs` works on values that are known while the kernel is read, `n` is not
    f = 0 < n < 4  # E:9 chained comparisons are not part of the kernel language
    g = n in (1, 2)  # E:9 `in` is not part of the kernel language
    h = [k for k in range(3)]  # E:9 a list comprehension is not part of the kernel language
    i = lambda v: v  # E:9 a lambda is not part of the kernel language
    j = f"{n}"  # E:9 an f-string is not part of the kernel language
    k = +n  # E:9 unary `+` is not part of the kernel language
    m = 1 << 4
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:m, :] = x[0:16, :]
    return y


@pl.jit
def scalar_types(
    n: pl.INT32, s: pl.FP32, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]
):
    a = n + s  # E:9 cannot mix INT32 and FP32 in `+`
    b = (n > 0) + 1  # E:9 arithmetic and comparisons take numbers, not BOOL in `+`
    c = n and n  # E:9 a condition must be a BOOL scalar, `n` is Scalar[INT32]
    d = ~s  # E:9 an integer scalar is expected, found FP32 in `~`
    e = s << 1  # E:9 integer scalars expected, found FP32 in `<<`
    f = n // 0 if False else n  # E:9 the conditional expression `a if c else b` is not part of the kernel language
    g = pl.const(1.5, pl.INT32)  # E:9 the number 1.5 does not fit INT32
    h = pl.const(n, pl.INT32)  # E:18 pl.const takes a number, `n` is Scalar[INT32]
    i = 8 % 0  # E:9 `8 % 0` cannot be computed: integer modulo by zero
    j = pl.const(8, pl.INT32) % 0  # E:9 `pl.const(8, pl.INT32) % 0` cannot be computed: integer modulo by zero
    k = pl.min(n, s)  # E:9 cannot mix INT32 and FP32 in pl.min
    with pl.at(level=pl.Level.CORE_GROUP):
        l = pl.fmod(n, n)  # E:13 both operands are scalars in pl.fmod
        m = pl.add(n, x[0:16, :])  # E:13 a scalar cannot stand on the left of a tensor in pl.add
        o = pl.sub(pl.cast(x[0:16, :], pl.INT32), s)  # E:13 scalar is FP32, array is INT32 in pl.sub
        p = pl.add(x[0:16, :], True)  # E:13 a bool is not an arithmetic operand in pl.add
        q = pl.cast(x[0:16, :], pl.FP32)  # E:13 the value is FP32 already in pl.cast
        y[0:16, :] = x[0:16, :]
    return y


@pl.jit
def conditions(n: pl.INT32, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    if n:  # E:8 a condition must be a BOOL scalar, `n` is Scalar[INT32]
        pass
    if not n:  # E:12 a condition must be a BOOL scalar, `n` is Scalar[INT32]
        pass
    while n - 1:  # E:11 a condition must be a BOOL scalar, `n - 1` is Scalar[INDEX]
        pass
    with pl.at(level=pl.Level.CORE_GROUP):
        if x[0:16, :]:  # E:12 a condition must be a BOOL scalar, `x[0:16, :]` is Tensor[[16, 64], FP32]
            pass
        y[0:16, :] = x[0:16, :]
    return y
