# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl

N = 4
ROWS = (16, 32)
TABLE = {"a": 1}
T = pl.dynamic("T")


# check: no + of tensors
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[:, :]
        u = t + t  # E:13 TE [operator-on-array] `+` works on scalars, `t` is Tensor[[32, 32], FP32]
        y[:, :] = x[:, :]
    return y


# check: no - of tensors
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[:, :]
        u = t - t  # E:13 TE [operator-on-array] `-` works on scalars, `t` is Tensor[[32, 32], FP32]
        y[:, :] = x[:, :]
    return y


# check: no * of tensors
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[:, :]
        u = t * t  # E:13 TE [operator-on-array] `*` works on scalars, `t` is Tensor[[32, 32], FP32]
        y[:, :] = x[:, :]
    return y


# check: no / of tensors
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[:, :]
        u = t / t  # E:13 TE [operator-on-array] `/` works on scalars, `t` is Tensor[[32, 32], FP32]
        y[:, :] = x[:, :]
    return y


# check: no // of tensors
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[:, :]
        u = t // t  # E:13 TE [operator-on-array] `//` works on scalars, `t` is Tensor[[32, 32], FP32]
        y[:, :] = x[:, :]
    return y


# check: no % of tensors
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[:, :]
        u = t % t  # E:13 TE [operator-on-array] `%` works on scalars, `t` is Tensor[[32, 32], FP32]
        y[:, :] = x[:, :]
    return y


# check: no << of tensors
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[:, :]
        u = t << t  # E:13 TE [operator-on-array] `<<` works on scalars, `t` is Tensor[[32, 32], FP32]
        y[:, :] = x[:, :]
    return y


# check: no >> of tensors
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[:, :]
        u = t >> t  # E:13 TE [operator-on-array] `>>` works on scalars, `t` is Tensor[[32, 32], FP32]
        y[:, :] = x[:, :]
    return y


# check: no ** of tensors
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[:, :]
        u = t ** t  # E:13 TE [operator-on-array] `**` works on scalars, `t` is Tensor[[32, 32], FP32]
        y[:, :] = x[:, :]
    return y


# check: no & of tensors
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[:, :]
        u = t & t  # E:13 TE [operator-on-array] `&` works on scalars, `t` is Tensor[[32, 32], FP32]
        y[:, :] = x[:, :]
    return y


# check: no | of tensors
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[:, :]
        u = t | t  # E:13 TE [operator-on-array] `|` works on scalars, `t` is Tensor[[32, 32], FP32]
        y[:, :] = x[:, :]
    return y


# check: no ^ of tensors
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[:, :]
        u = t ^ t  # E:13 TE [operator-on-array] `^` works on scalars, `t` is Tensor[[32, 32], FP32]
        y[:, :] = x[:, :]
    return y


# check: no @ of tensors
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[:, :]
        u = t @ t  # E:13 TE [operator-on-array] `@` works on scalars, `t` is Tensor[[32, 32], FP32]
        y[:, :] = x[:, :]
    return y


# check: no + of tiles
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = t + t  # E:9 TE [operator-on-array] `+` works on scalars, `t` is Tile[[32, 32], FP32, Vec]
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: no * of tiles
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = t * t  # E:9 TE [operator-on-array] `*` works on scalars, `t` is Tile[[32, 32], FP32, Vec]
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: no @ of tiles
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = t @ t  # E:9 TE [operator-on-array] `@` works on scalars, `t` is Tile[[32, 32], FP32, Vec]
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: no + of a tensor and a number
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[:, :] + 1.0  # E:13 TE [operator-on-array] `+` works on scalars, `x[:, :]` is Tensor[[32, 32], FP32]
        y[:, :] = x[:, :]
    return y


# check: no + of a number and a tensor
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = 1.0 + x[:, :]  # E:13 TE [operator-on-array] `+` works on scalars, `x[:, :]` is Tensor[[32, 32], FP32]
        y[:, :] = x[:, :]
    return y


# check: no + of whole tensors in orchestration
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    u = x + y  # E:9 TE [operator-on-array] `+` works on scalars, `x` is Tensor[[32, 32], FP32]
    return y


# check: no - of a tensor
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = -x[:, :]  # E:13 TE [operator-on-array] `-` works on scalars, `x[:, :]` is Tensor[[32, 32], FP32]
        y[:, :] = x[:, :]
    return y


# check: no ~ of a tensor
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = ~x[:, :]  # E:13 TE [operator-on-array] `~` works on scalars, `x[:, :]` is Tensor[[32, 32], FP32]
        y[:, :] = x[:, :]
    return y


# check: no not of a tensor
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = not x[:, :]  # E:17 TE [condition] a condition must be a BOOL scalar, `x[:, :]` is Tensor[[32, 32], FP32]
        y[:, :] = x[:, :]
    return y


# check: no comparison of tensors
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[:, :] > 0.0  # E:13 TE [operator-on-array] `>` works on scalars, `x[:, :]` is Tensor[[32, 32], FP32]
        y[:, :] = x[:, :]
    return y


# check: no equality of tensors
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[:, :] == x[:, :]  # E:13 TE [operator-on-array] `==` works on scalars, `x[:, :]` is Tensor[[32, 32], FP32]
        y[:, :] = x[:, :]
    return y


# check: no and of tensors
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[:, :]
        u = t and t  # E:13 TE [condition] a condition must be a BOOL scalar, `t` is Tensor[[32, 32], FP32]
        y[:, :] = x[:, :]
    return y


# check: no comparison of tiles
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = t > 0.0  # E:9 TE [operator-on-array] `>` works on scalars, `t` is Tile[[32, 32], FP32, Vec]
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: no + of an array
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.array.create(4, pl.INT32)
        u = t + 1  # E:13 TE [argument-type] a scalar is expected, `t` is Array[4, INT32]
        y[:, :] = x[:, :]
    return y


# check: << takes integers
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = c << 1  # E:13 IO [scalar-type] integer scalars expected, found FP32 in `<<`
        y[:, :] = x[:, :]
    return y


# check: >> takes integers
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = a >> c  # E:13 IO [scalar-type] integer scalars expected, found FP32 in `>>`
        y[:, :] = x[:, :]
    return y


# check: ~ takes integers
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = ~c  # E:13 IO [scalar-type] an integer scalar is expected, found FP32 in `~`
        y[:, :] = x[:, :]
    return y


# check: << of literals takes integers
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = 2.0 << 1  # E:13 TE [constant-arithmetic] `2.0 << 1` cannot be computed: unsupported operand type(s) for <<: 'float' and 'int'
        y[:, :] = x[:, :]
    return y


# check: no ** of scalars in a region
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = a ** 2  # E:13 UF [operator] `**` is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no ** of scalars in orchestration
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = a ** 2  # E:9 UF [operator] `**` is not part of the kernel language
    return y


# check: no & of scalars in a region
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = a & 2  # E:13 UF [operator] `&` is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no & of scalars in orchestration
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = a & 2  # E:9 UF [operator] `&` is not part of the kernel language
    return y


# check: no | of scalars in a region
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = a | 2  # E:13 UF [operator] `|` is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no | of scalars in orchestration
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = a | 2  # E:9 UF [operator] `|` is not part of the kernel language
    return y


# check: no ^ of scalars in a region
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = a ^ 2  # E:13 UF [operator] `^` is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no ^ of scalars in orchestration
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = a ^ 2  # E:9 UF [operator] `^` is not part of the kernel language
    return y


# check: no @ of scalars
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = a @ a  # E:13 UF [operator] `@` is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no @ of literals
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = 2 @ 3  # E:13 UF [operator] `@` is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no unary + in a region
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = +a  # E:13 UF [operator] unary `+` is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no unary + in orchestration
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = +a  # E:9 UF [operator] unary `+` is not part of the kernel language
    return y


# check: no unary + of a literal
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = +4  # E:13 UF [operator] unary `+` is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no - of a BOOL
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = -d  # E:13 IO [scalar-type] a number is expected, found BOOL in `-`
        y[:, :] = x[:, :]
    return y


# check: no not of an integer
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = not a  # E:17 TE [condition] a condition must be a BOOL scalar, `a` is Scalar[INDEX]
        y[:, :] = x[:, :]
    return y


# check: no not of a float
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = not c  # E:17 TE [condition] a condition must be a BOOL scalar, `c` is Scalar[FP32]
        y[:, :] = x[:, :]
    return y


# check: no chained comparison in a region
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        if 0 < a < 4:  # E:12 SE [chained-comparison] chained comparisons are not part of the kernel language
            pass
        y[:, :] = x[:, :]
    return y


# check: no chained comparison in orchestration
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    if 0 < a < 4:  # E:8 SE [chained-comparison] chained comparisons are not part of the kernel language
        pass
    return y


# check: no chained equality
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = a == b == a  # E:13 SE [chained-comparison] chained comparisons are not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no in in a region
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = a in ROWS  # E:13 UF [operator] `in` is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no in in orchestration
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = a in ROWS  # E:9 UF [operator] `in` is not part of the kernel language
    return y


# check: no not in in a region
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = a not in ROWS  # E:13 UF [operator] `not in` is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no not in in orchestration
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = a not in ROWS  # E:9 UF [operator] `not in` is not part of the kernel language
    return y


# check: no is in a region
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = a is None  # E:13 UF [operator] `is` is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no is in orchestration
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = a is None  # E:9 UF [operator] `is` is not part of the kernel language
    return y


# check: no is not in a region
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = a is not None  # E:13 UF [operator] `is not` is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no is not in orchestration
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = a is not None  # E:9 UF [operator] `is not` is not part of the kernel language
    return y


# check: no is of a task id
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = x is None  # E:13 UF [operator] `is` is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no and of integers in a region
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = a and b  # E:13 TE [condition] a condition must be a BOOL scalar, `a` is Scalar[INDEX]
        y[:, :] = x[:, :]
    return y


# check: no and of integers in orchestration
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = a and b  # E:9 TE [condition] a condition must be a BOOL scalar, `a` is Scalar[INDEX]
    return y


# check: no or of a comparison and an integer in a region
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = a > 2 or b  # E:22 TE [condition] a condition must be a BOOL scalar, `b` is Scalar[INT32]
        y[:, :] = x[:, :]
    return y


# check: no or of a comparison and an integer in orchestration
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = a > 2 or b  # E:18 TE [condition] a condition must be a BOOL scalar, `b` is Scalar[INT32]
    return y


# check: no and of floats
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = c and d  # E:13 TE [condition] a condition must be a BOOL scalar, `c` is Scalar[FP32]
        y[:, :] = x[:, :]
    return y


# check: no and of a literal
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = d and 1  # E:19 TE [condition] a condition must be a BOOL scalar, `1` is the number 1
        y[:, :] = x[:, :]
    return y


# check: no conditional expression in a region
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = 1 if a > 2 else 2  # E:13 UF [python-expression] the conditional expression `a if c else b` is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no conditional expression in orchestration
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = 1 if a > 2 else 2  # E:9 UF [python-expression] the conditional expression `a if c else b` is not part of the kernel language
    return y


# check: no list comprehension in a region
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = [i for i in ROWS]  # E:13 UF [python-expression] a list comprehension is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no list comprehension in orchestration
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = [i for i in ROWS]  # E:9 UF [python-expression] a list comprehension is not part of the kernel language
    return y


# check: no generator expression
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = sum(i for i in ROWS)  # E:16 UF [python-expression] a generator expression is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no set comprehension
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = {i for i in ROWS}  # E:13 UF [python-expression] a set comprehension is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no dict comprehension
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = {i: i for i in ROWS}  # E:13 UF [python-expression] a dict comprehension is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no lambda in a region
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = lambda v: v  # E:13 UF [python-expression] a lambda is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no lambda in orchestration
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = lambda v: v  # E:9 UF [python-expression] a lambda is not part of the kernel language
    return y


# check: no f-string in a region
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = f"{a}"  # E:13 UF [python-expression] an f-string is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no f-string in orchestration
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = f"{a}"  # E:9 UF [python-expression] an f-string is not part of the kernel language
    return y


# check: no f-string as an argument
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = pl.exp(f"{a}")  # E:20 UF [python-expression] an f-string is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no dict
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = {"a": 1}  # E:13 UF [python-expression] a dict is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no set
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = {1, 2}  # E:13 UF [python-expression] a set is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no star in a tuple
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = (*ROWS, 1)  # E:14 UF [python-expression] a starred argument is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no star in a call
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = pl.add(*ROWS)  # E:20 UF [argument-list] `*` arguments are not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no double star in a call
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = pl.add(**TABLE)  # E:22 UF [argument-list] `**` arguments are not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no walrus in a region
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = (z := a) + 1  # E:14 UF [python-expression] the assignment expression `:=` is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no walrus in orchestration
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = (z := a) + 1  # E:10 UF [python-expression] the assignment expression `:=` is not part of the kernel language
    return y


# check: no bytes
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = b"ab"  # E:13 UF [literal] a bytes literal is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no complex number
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = 2j  # E:13 UF [literal] a complex literal is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no dots
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = ...  # E:13 UF [literal] `...` is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: an integer has 64 bits
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = 1 << 64  # E:13 TE [number-range] the integer 18446744073709551616 does not fit 64 bits
        y[:, :] = x[:, :]
    return y


# check: a literal has 64 bits
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = 18446744073709551616  # E:13 TE [number-range] the integer 18446744073709551616 does not fit 64 bits
        y[:, :] = x[:, :]
    return y


# check: a name holds an INDEX
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = 9223372036854775807 + 1  # E:13 TE [number-range] the number 9223372036854775808 does not fit INDEX
        y[:, :] = x[:, :]
    return y


# check: an operand is an INDEX
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = a + 9223372036854775808  # E:17 TE [number-range] the number 9223372036854775808 does not fit INDEX
        y[:, :] = x[:, :]
    return y


# check: no slice outside of a subscript
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = slice(0, 4)  # E:13 UF [python-name] Python's `slice` is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no Python function in a region
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = divmod(a)  # E:13 UF [python-name] Python's `divmod` is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no Python function in orchestration
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = divmod(a)  # E:9 UF [python-name] Python's `divmod` is not part of the kernel language
    return y


# check: no function of the module
def helper(v):
    return v + 1


@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = helper(a)  # E:13 UF [function-call] unsupported function call `helper(a)`: `helper` is a Python function
        y[:, :] = x[:, :]
    return y


# check: no class of the module
class Config:
    pass


@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = Config(a)  # E:13 UF [function-call] unsupported function call `Config(a)`: `Config` is a Python function
        y[:, :] = x[:, :]
    return y


# check: no function of a library
import math


@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = math.sqrt(c)  # E:13 UF [function-call] unsupported function call: `math.sqrt` is a Python function
        y[:, :] = x[:, :]
    return y


# check: no function of torch
import torch


@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = torch.exp(x)  # E:13 UF [function-call] unsupported function call: `torch.exp` is a Python function
        y[:, :] = x[:, :]
    return y


# check: no method of a tensor
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x.exp()  # E:13 UF [attribute] `x.exp` is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no method of a scalar
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = a.bit_length()  # E:13 UF [attribute] `a.bit_length`: a scalar has no attributes
        y[:, :] = x[:, :]
    return y


# check: a number is not called
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = N(a)  # E:13 UF [function-call] unsupported function call `N(a)`: not a function
        y[:, :] = x[:, :]
    return y


# check: a scalar is not called
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = a(1)  # E:13 UF [function-call] unsupported function call `a(1)`: not a function
        y[:, :] = x[:, :]
    return y


# check: a tensor is not called
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = x(1)  # E:13 UF [function-call] unsupported function call `x(1)`: not a function
        y[:, :] = x[:, :]
    return y


# check: a type is no conversion
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.FP32(a)  # E:13 UF [function-call] `pl.FP32(a)` is not a conversion
        y[:, :] = x[:, :]
    return y


# check: the result of a call is not called
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = pl.exp(x[:, :])()  # E:13 UF [function-call] unsupported function call `pl.exp(x[:, :])()`
        y[:, :] = x[:, :]
    return y


# check: no min of run-time scalars in a region
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = min(a, 4)  # E:13 UF [not-static] `min` works on values that are known while the kernel is read, `a` is not
        y[:, :] = x[:, :]
    return y


# check: no min of run-time scalars in orchestration
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = min(a, 4)  # E:9 UF [not-static] `min` works on values that are known while the kernel is read, `a` is not
    return y


# check: no max of run-time scalars in a region
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = max(a, 4)  # E:13 UF [not-static] `max` works on values that are known while the kernel is read, `a` is not
        y[:, :] = x[:, :]
    return y


# check: no max of run-time scalars in orchestration
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = max(a, 4)  # E:9 UF [not-static] `max` works on values that are known while the kernel is read, `a` is not
    return y


# check: no abs of a run-time scalar in a region
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = abs(a)  # E:13 UF [not-static] `abs` works on values that are known while the kernel is read, `a` is not
        y[:, :] = x[:, :]
    return y


# check: no abs of a run-time scalar in orchestration
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = abs(a)  # E:9 UF [not-static] `abs` works on values that are known while the kernel is read, `a` is not
    return y


# check: no int of a run-time scalar in a region
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = int(c)  # E:13 UF [not-static] `int` works on values that are known while the kernel is read, `c` is not
        y[:, :] = x[:, :]
    return y


# check: no int of a run-time scalar in orchestration
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = int(c)  # E:9 UF [not-static] `int` works on values that are known while the kernel is read, `c` is not
    return y


# check: no float of a run-time scalar in a region
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = float(a)  # E:13 UF [not-static] `float` works on values that are known while the kernel is read, `a` is not
        y[:, :] = x[:, :]
    return y


# check: no float of a run-time scalar in orchestration
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = float(a)  # E:9 UF [not-static] `float` works on values that are known while the kernel is read, `a` is not
    return y


# check: no bool of a run-time scalar in a region
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = bool(a)  # E:13 UF [not-static] `bool` works on values that are known while the kernel is read, `a` is not
        y[:, :] = x[:, :]
    return y


# check: no bool of a run-time scalar in orchestration
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = bool(a)  # E:9 UF [not-static] `bool` works on values that are known while the kernel is read, `a` is not
    return y


# check: no round of a run-time scalar in a region
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = round(c)  # E:13 UF [not-static] `round` works on values that are known while the kernel is read, `c` is not
        y[:, :] = x[:, :]
    return y


# check: no round of a run-time scalar in orchestration
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = round(c)  # E:9 UF [not-static] `round` works on values that are known while the kernel is read, `c` is not
    return y


# check: no range of a run-time scalar in a region
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = range(a)  # E:13 UF [not-static] `range` works on values that are known while the kernel is read, `a` is not
        y[:, :] = x[:, :]
    return y


# check: no range of a run-time scalar in orchestration
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = range(a)  # E:9 UF [not-static] `range` works on values that are known while the kernel is read, `a` is not
    return y


# check: no sum of run-time scalars in a region
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = sum((a, b))  # E:13 UF [not-static] `sum` works on values that are known while the kernel is read, `(a, b)` is not
        y[:, :] = x[:, :]
    return y


# check: no sum of run-time scalars in orchestration
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = sum((a, b))  # E:9 UF [not-static] `sum` works on values that are known while the kernel is read, `(a, b)` is not
    return y


# check: no len of a tensor
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = len(x)  # E:13 UF [not-static] `len` works on values that are known while the kernel is read, `x` is not
        y[:, :] = x[:, :]
    return y


# check: no abs of a tensor
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = abs(x[:, :])  # E:13 UF [not-static] `abs` works on values that are known while the kernel is read, `x[:, :]` is not
        y[:, :] = x[:, :]
    return y


# check: no max of tensors
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = max(x[:, :], x[:, :])  # E:13 UF [not-static] `max` works on values that are known while the kernel is read, `x[:, :]` is not
        y[:, :] = x[:, :]
    return y


# check: no sum of a tensor
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = sum(x[:, :])  # E:13 UF [not-static] `sum` works on values that are known while the kernel is read, `x[:, :]` is not
        y[:, :] = x[:, :]
    return y


# check: no len of a scalar
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = len(a)  # E:13 UF [not-static] `len` works on values that are known while the kernel is read, `a` is not
        y[:, :] = x[:, :]
    return y


# check: no isinstance of a scalar
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = isinstance(a, int)  # E:13 UF [not-static] `isinstance` works on values that are known while the kernel is read, `a` is not
        y[:, :] = x[:, :]
    return y


# check: no min of nothing
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = min()  # E:13 TE [constant-arithmetic] `min()` cannot be computed: min expected at least 1 argument, got 0
        y[:, :] = x[:, :]
    return y


# check: no sorted
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = sorted(ROWS)  # E:13 UF [python-name] Python's `sorted` is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no zip
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = zip(ROWS, ROWS)  # E:13 UF [python-name] Python's `zip` is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no print
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        print(a)  # E:9 UF [python-name] Python's `print` is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no str
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = str(a)  # E:13 UF [python-name] Python's `str` is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no getattr
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = getattr(x, "shape")  # E:13 UF [python-name] Python's `getattr` is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no attribute of a tensor
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = x.T  # E:13 UF [attribute] `x.T` is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no ndim of a tensor
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = x.ndim  # E:13 UF [attribute] `x.ndim` is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no attribute of a scalar
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = a.dtype  # E:13 UF [attribute] `a.dtype`: a scalar has no attributes
        y[:, :] = x[:, :]
    return y


# check: no attribute of an object
class CFG:
    rows = 4


@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = CFG.rows  # E:13 UF [attribute] `CFG.rows` reads an attribute of a Python object
        y[:, :] = x[:, :]
    return y


# check: no attribute of a module value
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = ROWS.count  # E:13 UF [attribute] `ROWS.count` reads an attribute of a Python object
        y[:, :] = x[:, :]
    return y


# check: pl alone is no value
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl  # E:13 TE [assignment-value] a Python module cannot be bound to a name in a kernel
        y[:, :] = x[:, :]
    return y


# check: an operation is no value
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.exp + 1  # E:13 TE [argument-type] a scalar is expected, `pl.exp` is the operation pl.exp
        y[:, :] = x[:, :]
    return y


# check: a loop construct is no value
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.range(4)  # E:13 SE [misplaced-construct] pl.range belongs in a for statement
        y[:, :] = x[:, :]
    return y


# check: a scope construct is no value
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.at(level=pl.Level.CORE_GROUP)  # E:13 SE [misplaced-construct] pl.at belongs in a with statement
        y[:, :] = x[:, :]
    return y


# check: a layout is no scalar
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.Mem.Vec + 1  # E:13 TE [argument-type] a scalar is expected, `pl.Mem.Vec` is pl.Mem.Vec
        y[:, :] = x[:, :]
    return y


# check: an unknown operation
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = pl.expp(x[:, :])  # E:13 IO [unknown-operation] unknown operation pl.expp
        y[:, :] = x[:, :]
    return y


# check: an unknown operation far from any
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = pl.frobnicate(x[:, :])  # E:13 IO [unknown-operation] unknown operation pl.frobnicate
        y[:, :] = x[:, :]
    return y


# check: an unknown operation of a namespace
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = pl.tile.frobnicate(x[:, :])  # E:13 IO [unknown-operation] unknown operation pl.tile.frobnicate
        y[:, :] = x[:, :]
    return y


# check: an operation of another namespace
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = pl.tensor.load(x, [0, 0], [32, 32])  # E:13 IO [unknown-operation] unknown operation pl.tensor.load
        y[:, :] = x[:, :]
    return y


# check: an unknown type
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = pl.cast(x[:, :], pl.FP64)  # E:30 IO [unknown-operation] unknown name pl.FP64
        y[:, :] = x[:, :]
    return y


# check: an unknown enumeration member
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = pl.fillpad(x[:, :], pad_value=pl.PadValue.one)  # E:43 IO [unknown-member] pl.PadValue has no `one`
        y[:, :] = x[:, :]
    return y


# check: an unknown namespace
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = pl.math.exp(x[:, :])  # E:13 IO [unknown-operation] unknown operation pl.math
        y[:, :] = x[:, :]
    return y


# check: the index of a tuple is known
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = ROWS[a]  # E:13 SE [tuple-index] the index of a tuple must be known while the kernel is read, found `a`
        y[:, :] = x[:, :]
    return y


# check: the index of a tuple is an integer
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = ROWS[0.5]  # E:13 SE [tuple-index] the index of a tuple is an integer, found `0.5`
        y[:, :] = x[:, :]
    return y


# check: the index of a tuple is no bool
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = ROWS[True]  # E:13 SE [tuple-index] the index of a tuple is an integer, found `True`
        y[:, :] = x[:, :]
    return y


# check: the index of a tuple is no text
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = ROWS["a"]  # E:13 SE [tuple-index] the index of a tuple must be known while the kernel is read, found `"a"`
        y[:, :] = x[:, :]
    return y


# check: the index of a tuple exists
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = ROWS[2]  # E:13 TE [tuple-index] index 2 is outside a tuple of 2 entries
        y[:, :] = x[:, :]
    return y


# check: a tuple has no slices
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = ROWS[0:1]  # E:13 UF [tuple-index] slices of tuples are not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: an entry of a tuple is not assigned
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = (1, 2)
        k[0] = 3  # E:9 UF [tuple-index] entries of a tuple cannot be assigned
        y[:, :] = x[:, :]
    return y


# check: a tuple has one index
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = ROWS[0, 1]  # E:13 SE [tuple-index] the index of a tuple must be known while the kernel is read, found `0, 1`
        y[:, :] = x[:, :]
    return y


# check: a tuple has no operators
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = ROWS + ROWS  # E:13 TE [argument-type] a scalar is expected, `ROWS` is a tuple
        y[:, :] = x[:, :]
    return y


# check: a tuple is no scalar
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = a + (1, 2)  # E:17 TE [argument-type] a scalar is expected, `(1, 2)` is a tuple
        y[:, :] = x[:, :]
    return y


# check: a dict of the module has no elements
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = TABLE["a"]  # E:13 TE [subscript-base] `TABLE` is a Python dict and has no elements
        y[:, :] = x[:, :]
    return y


# check: no integer and float
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = a + c  # E:13 IO [scalar-type] cannot mix INDEX and FP32 in `+`
        y[:, :] = x[:, :]
    return y


# check: no integer and float literal
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = a * 1.5  # E:13 IO [scalar-type] cannot mix INDEX and FP32 in `*`
        y[:, :] = x[:, :]
    return y


# check: no float and integer literal
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = c * 2  # E:13 IO [scalar-type] cannot mix FP32 and INDEX in `*`
        y[:, :] = x[:, :]
    return y


# check: no float and integer in a comparison
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = c > 2  # E:13 IO [scalar-type] cannot mix FP32 and INDEX in `>`
        y[:, :] = x[:, :]
    return y


# check: no float and integer in pl.min
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.min(a, 1.5)  # E:13 IO [scalar-type] cannot mix INDEX and FP32 in pl.min
        y[:, :] = x[:, :]
    return y


# check: no BOOL in arithmetic
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = d + 1  # E:13 IO [scalar-type] arithmetic and comparisons take numbers, not BOOL in `+`
        y[:, :] = x[:, :]
    return y


# check: no BOOL in arithmetic of BOOLs
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = d + d  # E:13 IO [scalar-type] arithmetic and comparisons take numbers, not BOOL in `+`
        y[:, :] = x[:, :]
    return y


# check: no BOOL in a comparison
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = d == True  # E:13 IO [scalar-type] arithmetic and comparisons take numbers, not BOOL in `==`
        y[:, :] = x[:, :]
    return y


# check: no BOOL beside a number in a comparison
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = d > 0  # E:13 IO [scalar-type] arithmetic and comparisons take numbers, not BOOL in `>`
        y[:, :] = x[:, :]
    return y


# check: no BOOL in pl.max
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.max(d, d)  # E:13 IO [scalar-type] arithmetic and comparisons take numbers, not BOOL in pl.max
        y[:, :] = x[:, :]
    return y


# check: a literal True in arithmetic
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = a + True  # E:13 IO [scalar-type] arithmetic and comparisons take numbers, not BOOL in `+`
        y[:, :] = x[:, :]
    return y


# check: // takes integers
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = c // 2.0  # E:13 IO [scalar-type] `//` and `%` take integers, found FP32
        y[:, :] = x[:, :]
    return y


# check: % takes integers
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = c % 2.0  # E:13 IO [scalar-type] `//` and `%` take integers, found FP32
        y[:, :] = x[:, :]
    return y


# check: no division by 0
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = a // 0  # E:13 TE [constant-arithmetic] `a // 0` cannot be computed: integer division or modulo by zero
        y[:, :] = x[:, :]
    return y


# check: no remainder by 0
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = a % 0  # E:13 TE [constant-arithmetic] `a % 0` cannot be computed: integer division or modulo by zero
        y[:, :] = x[:, :]
    return y


# check: no division of literals by 0
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = 1 / 0  # E:13 TE [constant-arithmetic] `1 / 0` cannot be computed: division by zero
        y[:, :] = x[:, :]
    return y


# check: no division of literals by 0.0
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = 1.0 / 0.0  # E:13 TE [constant-arithmetic] `1.0 / 0.0` cannot be computed: float division by zero
        y[:, :] = x[:, :]
    return y


# check: an INT32 that becomes an INDEX in a loop
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = b
        for i in pl.range(4):
            k = k + 1  # E:13 TE [type-change] cannot reassign `k` with a different type: was Scalar[INT32], got Scalar[INDEX]
        y[:, :] = x[:, :]
    return y


# check: an INT32 that becomes an INDEX in a branch
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = b
        if a > 2:
            k = k + 1  # E:13 TE [type-change] cannot reassign `k` with a different type: was Scalar[INT32], got Scalar[INDEX]
        y[:, :] = x[:, :]
    return y


# check: no text in arithmetic
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = a + "b"  # E:17 TE [argument-type] a scalar is expected, `"b"` is the text 'b'
        y[:, :] = x[:, :]
    return y


# check: no None in arithmetic
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = a + None  # E:17 TE [argument-type] a scalar is expected, `None` is None
        y[:, :] = x[:, :]
    return y


# check: no type in arithmetic
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = a + pl.FP32  # E:17 TE [argument-type] a scalar is expected, `pl.FP32` is the element type FP32
        y[:, :] = x[:, :]
    return y


# check: no tensor beside a scalar in arithmetic
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = a + x  # E:13 TE [operator-on-array] `+` works on scalars, `x` is Tensor[[32, 32], FP32]
        y[:, :] = x[:, :]
    return y


# check: no dynamic extent that no parameter has
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = T + 1  # E:13 TE [symbol-unbound] the extent T belongs to no parameter of kernel
        y[:, :] = x[:, :]
    return y


# check: an integer is no condition of if in a region
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        if a:  # E:12 TE [condition] a condition must be a BOOL scalar, `a` is Scalar[INDEX]
            pass
        y[:, :] = x[:, :]
    return y


# check: a float is no condition of if in a region
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        if c:  # E:12 TE [condition] a condition must be a BOOL scalar, `c` is Scalar[FP32]
            pass
        y[:, :] = x[:, :]
    return y


# check: a literal is no condition of if in a region
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        if 1:  # E:12 TE [condition] a condition must be a BOOL scalar, `1` is the number 1
            pass
        y[:, :] = x[:, :]
    return y


# check: None is no condition of if in a region
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        if None:  # E:12 TE [condition] a condition must be a BOOL scalar, `None` is None
            pass
        y[:, :] = x[:, :]
    return y


# check: a text is no condition of if in a region
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        if "a":  # E:12 TE [condition] a condition must be a BOOL scalar, `"a"` is the text 'a'
            pass
        y[:, :] = x[:, :]
    return y


# check: a tensor is no condition of if in a region
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        if x:  # E:12 TE [condition] a condition must be a BOOL scalar, `x` is Tensor[[32, 32], FP32]
            pass
        y[:, :] = x[:, :]
    return y


# check: a tuple is no condition of if in a region
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        if ROWS:  # E:12 TE [condition] a condition must be a BOOL scalar, `ROWS` is a tuple
            pass
        y[:, :] = x[:, :]
    return y


# check: an element is no condition of if in a region
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        if x[0, 0]:  # E:12 TE [condition] a condition must be a BOOL scalar, `x[0, 0]` is Scalar[FP32]
            pass
        y[:, :] = x[:, :]
    return y


# check: an integer is no condition of while in a region
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = a
        while k:  # E:15 TE [condition] a condition must be a BOOL scalar, `k` is Scalar[INDEX]
            k = k - 1
        y[:, :] = x[:, :]
    return y


# check: an integer is no condition of if in orchestration
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    if a:  # E:8 TE [condition] a condition must be a BOOL scalar, `a` is Scalar[INDEX]
        pass
    return y


# check: a tensor is no condition of if in orchestration
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    if x:  # E:8 TE [condition] a condition must be a BOOL scalar, `x` is Tensor[[32, 32], FP32]
        pass
    return y


# check: an integer is no condition of while in orchestration
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = a
    while k:  # E:11 TE [condition] a condition must be a BOOL scalar, `k` is Scalar[INDEX]
        k = k - 1
    return y


# check: a number is no condition of elif
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        if a > 2:
            pass
        elif a:  # E:14 TE [condition] a condition must be a BOOL scalar, `a` is Scalar[INDEX]
            pass
        y[:, :] = x[:, :]
    return y


# check: a number is no condition of pl.cond
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for (k,) in pl.while_(init_values=(a,)):
            pl.cond(k)  # E:21 TE [condition] a condition must be a BOOL scalar, `k` is Scalar[INDEX]
            k2 = pl.yield_(k - 1)
        y[:, :] = x[:, :]
    return y


# check: a keyword that an operation does not have
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = pl.exp(x[:, :], speed=2)  # E:29 IO [argument-list] pl.exp has no parameter `speed`
        y[:, :] = x[:, :]
    return y


# check: an argument too many
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = pl.exp(x[:, :], x[:, :])  # E:29 IO [argument-list] pl.exp takes 1 argument, found 2
        y[:, :] = x[:, :]
    return y


# check: an argument that is missing
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = pl.add(x[:, :])  # E:13 IO [argument-list] pl.add needs `rhs`
        y[:, :] = x[:, :]
    return y


# check: an argument given twice
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = pl.add(x[:, :], rhs=1.0, lhs=x[:, :])  # E:38 IO [argument-list] pl.add got `lhs` twice
        y[:, :] = x[:, :]
    return y


# check: two scalars in a tensor operation
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.maximum(a, 4)  # E:13 IO [operand-kind] both operands are scalars in pl.maximum
        y[:, :] = x[:, :]
    return y


# check: two scalars in pl.exp
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.exp(c)  # E:13 IO [operand-kind] `input` must be a tensor or a tile, found a scalar (Scalar[FP32]) in pl.exp
        y[:, :] = x[:, :]
    return y


# check: two scalars in a reduction
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.row_sum(c)  # E:13 IO [operand-kind] `input` must be a tensor or a tile, found a scalar (Scalar[FP32]) in pl.row_sum
        y[:, :] = x[:, :]
    return y


# check: a list where a tensor is expected
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = pl.exp([1.0, 2.0])  # E:20 TE [argument-type] a tensor is expected, `[1.0, 2.0]` is a tuple
        y[:, :] = x[:, :]
    return y


# check: a text where a tensor is expected
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = pl.exp("x")  # E:20 TE [argument-type] a tensor is expected, `"x"` is the text 'x'
        y[:, :] = x[:, :]
    return y


# check: a type where a tensor is expected
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = pl.exp(pl.FP32)  # E:20 TE [argument-type] a tensor is expected, `pl.FP32` is the element type FP32
        y[:, :] = x[:, :]
    return y


# check: an element type that is no type
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = pl.cast(x[:, :], 32)  # E:30 TE [argument-type] `target_type` must be an element type, `32` is the number 32
        y[:, :] = x[:, :]
    return y


# check: a shape that is no list
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = pl.full(32, dtype=pl.FP32, value=0.0)  # E:21 TE [argument-type] `shape` must be a list, `32` is the number 32
        y[:, :] = x[:, :]
    return y


# check: a shape with a float
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = pl.full([32.0, 32], dtype=pl.FP32, value=0.0)  # E:22 TE [argument-type] an integer is expected, `32.0` is the number 32.0
        y[:, :] = x[:, :]
    return y


# check: a shape with a text
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = pl.full(["a", 32], dtype=pl.FP32, value=0.0)  # E:22 TE [argument-type] an integer is expected, `"a"` is the text 'a'
        y[:, :] = x[:, :]
    return y


# check: a shape with a negative extent
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = pl.full([-32, 32], dtype=pl.FP32, value=0.0)  # E:13 IO [number-range] the shape of pl.full has extents of at least 1, found [-32, 32]
        y[:, :] = x[:, :]
    return y


# check: a shape that the run decides
@pl.jit
def kernel(a: pl.INDEX, b: pl.INT32, c: pl.FP32, d: pl.BOOL, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = pl.full([a, 32], dtype=pl.FP32, value=0.0)  # E:13 IO [not-static] the shape of pl.full must be static, found [a, 32]
        y[:, :] = x[:, :]
    return y
