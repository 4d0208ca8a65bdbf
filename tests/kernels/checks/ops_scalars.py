# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl

# check: an integer and a float do not meet
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    s: pl.Scalar[pl.FP32],
    n: pl.Scalar[pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = s + n  # E:13 IO [scalar-type] cannot mix FP32 and INT32 in `+`
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: a float and a whole number written so do not meet
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = s * 2  # E:13 IO [scalar-type] cannot mix FP32 and INDEX in `*`
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: a whole number and a float scalar do not meet
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = 1 - s  # E:13 IO [scalar-type] cannot mix INDEX and FP32 in `-`
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: an integer and a fraction do not meet
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = n + 0.5  # E:13 IO [scalar-type] cannot mix INT32 and FP32 in `+`
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: an extent and a float do not meet
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.dim(x, 0) / s  # E:13 IO [scalar-type] cannot mix INDEX and FP32 in `/`
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: a BOOL is no number: +
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = (n > 0) + 1  # E:13 IO [scalar-type] arithmetic and comparisons take numbers, not BOOL in `+`
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: a BOOL is no number: *
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = True * s  # E:13 IO [scalar-type] arithmetic and comparisons take numbers, not BOOL in `*`
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: a BOOL is not compared
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(n, pl.FP32)
        y[:, :] = pl.add(x[:, :], r)
        if (n > 0) == (n < 5):  # E:12 IO [scalar-type] arithmetic and comparisons take numbers, not BOOL in `==`
            y[0:1, :] = x[0:1, :]
    return y


# check: comparisons are single
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(n, pl.FP32)
        y[:, :] = pl.add(x[:, :], r)
        if 0 < n < 5:  # E:12 SE [chained-comparison] chained comparisons are not part of the kernel language
            y[0:1, :] = x[0:1, :]
    return y


# check: scalars have no **
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(n ** n, pl.FP32)  # E:21 UF [operator] `**` is not part of the kernel language
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: scalars have no &
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(n & n, pl.FP32)  # E:21 UF [operator] `&` is not part of the kernel language
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: scalars have no |
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(n | n, pl.FP32)  # E:21 UF [operator] `|` is not part of the kernel language
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: scalars have no ^
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(n ^ n, pl.FP32)  # E:21 UF [operator] `^` is not part of the kernel language
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: scalars have no @
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(n @ n, pl.FP32)  # E:21 UF [operator] `@` is not part of the kernel language
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: << takes integers
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = s << 1  # E:13 IO [scalar-type] integer scalars expected, found FP32 in `<<`
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: >> takes integers
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = s >> 1  # E:13 IO [scalar-type] integer scalars expected, found FP32 in `>>`
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: ~ takes integers
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = ~s  # E:13 IO [scalar-type] an integer scalar is expected, found FP32 in `~`
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: // takes integers
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = s // 2.0  # E:13 IO [scalar-type] `//` and `%` take integers, found FP32
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: // by 0
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(n // 0, pl.FP32)  # E:21 TE [constant-arithmetic] `n // 0` cannot be computed: integer division or modulo by zero
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: % takes integers
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = s % 2.0  # E:13 IO [scalar-type] `//` and `%` take integers, found FP32
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: % by 0
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(n % 0, pl.FP32)  # E:21 TE [constant-arithmetic] `n % 0` cannot be computed: integer division or modulo by zero
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: and takes conditions
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(n, pl.FP32)
        y[:, :] = pl.add(x[:, :], r)
        if n and n > 1:  # E:12 TE [condition] a condition must be a BOOL scalar, `n` is Scalar[INT32]
            y[0:1, :] = x[0:1, :]
    return y


# check: or takes conditions
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(n, pl.FP32)
        y[:, :] = pl.add(x[:, :], r)
        if n or n > 1:  # E:12 TE [condition] a condition must be a BOOL scalar, `n` is Scalar[INT32]
            y[0:1, :] = x[0:1, :]
    return y


# check: not takes a condition
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(n, pl.FP32)
        y[:, :] = pl.add(x[:, :], r)
        if not n:  # E:16 TE [condition] a condition must be a BOOL scalar, `n` is Scalar[INT32]
            y[0:1, :] = x[0:1, :]
    return y


# check: tensors have no +
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :] + x[:, :]  # E:19 TE [operator-on-array] `+` works on scalars, `x[:, :]` is Tensor[[32, 32], FP32]
    return y


# check: tensors have no -
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :] - x[:, :]  # E:19 TE [operator-on-array] `-` works on scalars, `x[:, :]` is Tensor[[32, 32], FP32]
    return y


# check: tensors have no *
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :] * x[:, :]  # E:19 TE [operator-on-array] `*` works on scalars, `x[:, :]` is Tensor[[32, 32], FP32]
    return y


# check: tensors have no /
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :] / x[:, :]  # E:19 TE [operator-on-array] `/` works on scalars, `x[:, :]` is Tensor[[32, 32], FP32]
    return y


# check: tensors have no //
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :] // x[:, :]  # E:19 TE [operator-on-array] `//` works on scalars, `x[:, :]` is Tensor[[32, 32], FP32]
    return y


# check: tensors have no %
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :] % x[:, :]  # E:19 TE [operator-on-array] `%` works on scalars, `x[:, :]` is Tensor[[32, 32], FP32]
    return y


# check: a tensor and a number have no +
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :] + 1.0  # E:19 TE [operator-on-array] `+` works on scalars, `x[:, :]` is Tensor[[32, 32], FP32]
    return y


# check: tiles have no *
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.load(x, [0, 0], [32, 32]) * 2.0, [0, 0], y)  # E:22 TE [operator-on-array] `*` works on scalars, `pl.load(x, [0, 0], [32, 32])` is Tile[[32, 32], FP32, Vec]
    return y


# check: tensors are not compared with <
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :] < x[:, :]  # E:19 TE [operator-on-array] `<` works on scalars, `x[:, :]` is Tensor[[32, 32], FP32]
    return y


# check: tensors have no unary -
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = -x[:, :]  # E:19 TE [operator-on-array] `-` works on scalars, `x[:, :]` is Tensor[[32, 32], FP32]
    return y


# check: tensors have no ~
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = ~x[:, :]  # E:19 TE [operator-on-array] `~` works on scalars, `x[:, :]` is Tensor[[32, 32], INT32]
    return y


# check: tensors have no and
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :] and x[:, :]  # E:19 TE [condition] a condition must be a BOOL scalar, `x[:, :]` is Tensor[[32, 32], FP32]
    return y


# check: += is not of the language
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = s
        y[:, :] = pl.add(x[:, :], r)
        r += 1.0  # E:9 UF [augmented-assignment] `+=` (AugAssign) is not part of the kernel language
    return y


# check: there is no a if c else b
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    s: pl.Scalar[pl.FP32],
    n: pl.Scalar[pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = s if n > 0 else 2.0  # E:13 UF [python-expression] the conditional expression `a if c else b` is not part of the kernel language
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: Python's own abs does not know scalars
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    n: pl.Scalar[pl.INT32],
    s: pl.Scalar[pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(abs(n), pl.FP32)  # E:21 UF [not-static] `abs` works on values that are known while the kernel is read, `n` is not
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: Python's own min does not know scalars
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    n: pl.Scalar[pl.INT32],
    s: pl.Scalar[pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(min(n, 3), pl.FP32)  # E:21 UF [not-static] `min` works on values that are known while the kernel is read, `n` is not
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: Python's own max does not know scalars
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    n: pl.Scalar[pl.INT32],
    s: pl.Scalar[pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(max(n, 3), pl.FP32)  # E:21 UF [not-static] `max` works on values that are known while the kernel is read, `n` is not
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: Python's own round does not know scalars
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    n: pl.Scalar[pl.INT32],
    s: pl.Scalar[pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(round(s), pl.FP32)  # E:21 UF [not-static] `round` works on values that are known while the kernel is read, `s` is not
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: Python's own int does not know scalars
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    n: pl.Scalar[pl.INT32],
    s: pl.Scalar[pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(int(s), pl.FP32)  # E:21 UF [not-static] `int` works on values that are known while the kernel is read, `s` is not
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: Python's own float does not know scalars
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    n: pl.Scalar[pl.INT32],
    s: pl.Scalar[pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(float(n), pl.FP32)  # E:21 UF [not-static] `float` works on values that are known while the kernel is read, `n` is not
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: Python's own sum does not know scalars
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    n: pl.Scalar[pl.INT32],
    s: pl.Scalar[pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(sum([n, n]), pl.FP32)  # E:21 UF [not-static] `sum` works on values that are known while the kernel is read, `[n, n]` is not
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: Python's own pow does not know scalars
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    n: pl.Scalar[pl.INT32],
    s: pl.Scalar[pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(pow(n, 2), pl.FP32)  # E:21 UF [python-name] Python's `pow` is not part of the kernel language
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: pl.min takes scalars
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.min(x[:, :], s)  # E:13 IO [argument-type] `lhs` must be a scalar, found Tensor[[32, 32], FP32] in pl.min
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: pl.max of tiles
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.max(pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 32]))  # E:13 IO [argument-type] `lhs` must be a scalar, found Tile[[32, 32], FP32, Vec] in pl.max
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: pl.min of an integer and a float
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    n: pl.Scalar[pl.INT32],
    s: pl.Scalar[pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.min(n, s)  # E:13 IO [scalar-type] cannot mix INT32 and FP32 in pl.min
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: pl.min takes two
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.min(s)  # E:13 IO [argument-list] pl.min needs `rhs`
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: pl.max takes no BOOL
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(pl.max(n > 0, n > 1), pl.FP32)  # E:21 IO [scalar-type] arithmetic and comparisons take numbers, not BOOL in pl.max
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: pl.tensor has no min
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.tensor.min(s, s)  # E:13 IO [unknown-operation] unknown operation pl.tensor.min
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: pl.add of scalars takes no True
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(pl.add(n, True), pl.FP32)  # E:21 IO [scalar-type] arithmetic and comparisons take numbers, not BOOL in pl.add
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: pl.add of scalars takes no False on the left
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(pl.add(False, n), pl.FP32)  # E:21 IO [scalar-type] arithmetic and comparisons take numbers, not BOOL in pl.add
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: pl.add of an integer and a float scalar
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    n: pl.Scalar[pl.INT32],
    s: pl.Scalar[pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.add(s, n)  # E:13 IO [scalar-type] cannot mix FP32 and INT32 in pl.add
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: pl.sub of scalars takes no True
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(pl.sub(n, True), pl.FP32)  # E:21 IO [scalar-type] arithmetic and comparisons take numbers, not BOOL in pl.sub
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: pl.sub of scalars takes no False on the left
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(pl.sub(False, n), pl.FP32)  # E:21 IO [scalar-type] arithmetic and comparisons take numbers, not BOOL in pl.sub
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: pl.sub of an integer and a float scalar
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    n: pl.Scalar[pl.INT32],
    s: pl.Scalar[pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.sub(s, n)  # E:13 IO [scalar-type] cannot mix FP32 and INT32 in pl.sub
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: pl.mul of scalars takes no True
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(pl.mul(n, True), pl.FP32)  # E:21 IO [scalar-type] arithmetic and comparisons take numbers, not BOOL in pl.mul
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: pl.mul of scalars takes no False on the left
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(pl.mul(False, n), pl.FP32)  # E:21 IO [scalar-type] arithmetic and comparisons take numbers, not BOOL in pl.mul
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: pl.mul of an integer and a float scalar
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    n: pl.Scalar[pl.INT32],
    s: pl.Scalar[pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.mul(s, n)  # E:13 IO [scalar-type] cannot mix FP32 and INT32 in pl.mul
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: pl.div of scalars takes no True
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(pl.div(n, True), pl.FP32)  # E:21 IO [scalar-type] arithmetic and comparisons take numbers, not BOOL in pl.div
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: pl.div of scalars takes no False on the left
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(pl.div(False, n), pl.FP32)  # E:21 IO [scalar-type] arithmetic and comparisons take numbers, not BOOL in pl.div
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: pl.div of an integer and a float scalar
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    n: pl.Scalar[pl.INT32],
    s: pl.Scalar[pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.div(s, n)  # E:13 IO [scalar-type] cannot mix FP32 and INT32 in pl.div
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: pl.fmod takes no two scalars
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(pl.fmod(n, n), pl.FP32)  # E:21 IO [operand-kind] both operands are scalars in pl.fmod
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: pl.shl takes no two scalars
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(pl.shl(n, n), pl.FP32)  # E:21 IO [operand-kind] both operands are scalars in pl.shl
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: pl.shr takes no two scalars
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(pl.shr(n, n), pl.FP32)  # E:21 IO [operand-kind] both operands are scalars in pl.shr
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: pl.maximum takes no two scalars
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(pl.maximum(n, n), pl.FP32)  # E:21 IO [operand-kind] both operands are scalars in pl.maximum
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: pl.minimum takes no two scalars
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(pl.minimum(n, n), pl.FP32)  # E:21 IO [operand-kind] both operands are scalars in pl.minimum
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: pl.and_ takes no two scalars
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(pl.and_(n, n), pl.FP32)  # E:21 IO [operand-kind] both operands are scalars in pl.and_
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: pl.or_ takes no two scalars
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(pl.or_(n, n), pl.FP32)  # E:21 IO [operand-kind] both operands are scalars in pl.or_
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: pl.xor takes no two scalars
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(pl.xor(n, n), pl.FP32)  # E:21 IO [operand-kind] both operands are scalars in pl.xor
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: pl.cmp takes no two scalars
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(pl.cmp(n, n), pl.FP32)  # E:21 IO [operand-kind] both operands are scalars in pl.cmp
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: pl.const takes a number
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.const(s, pl.FP32)  # E:22 SE [const-form] pl.const takes a number, `s` is Scalar[FP32]
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: pl.const takes a type
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.const(1.0, 32)  # E:27 TE [argument-type] an element type is expected, found the number 32
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: pl.const needs a type
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.const(1.0)  # E:13 SE [const-form] pl.const takes a number and an element type
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: pl.const is in the range of its type
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(pl.const(300, pl.INT8), pl.FP32)  # E:21 TE [number-range] the number 300 does not fit INT8
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: pl.const of integers is no fraction
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(pl.const(1.5, pl.INT32), pl.FP32)  # E:21 TE [number-range] the number 1.5 does not fit INT32
        y[:, :] = pl.add(x[:, :], r)
    return y


# check: None is a task id alone
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = None
        y[:, :] = pl.add(x[:, :], r)  # E:19 IO [operand-kind] `rhs` must be a tensor or a tile, found None in pl.add
    return y


# check: a scalar that meets a wider one is not narrowed
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.INT32],
    n: pl.Scalar[pl.INT16],
    m: pl.Scalar[pl.INT64],
    i: pl.InOut[pl.Tensor[[32, 32], pl.INT32]],
    y: pl.Out[pl.Tensor[[32, 32], pl.INT32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        i[0:1, :] = x[0:1, :]
        pl.write(y, [0, 0], pl.cast(n, pl.INT32) + m)  # E:9 IO [dtype-mismatch] value is Scalar[INT64], the tensor holds INT32 in pl.write
    return y


# check: a float is no index
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:1, :] = x[s : s + 1, :]  # E:23 TE [argument-type] an integer is expected, `s` is Scalar[FP32]
    return y


# check: a float is no bound of a loop
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(s):  # E:27 TE [argument-type] an integer is expected, `s` is Scalar[FP32]
            y[:, :] = x[:, :]
    return y
