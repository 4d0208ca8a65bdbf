# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl


# check: a slice has no step in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[0:32:2, :]  # E:20 UF [slice-step] a step in a slice is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: a slice has no step in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    u = x[0:32:2, :]  # E:16 UF [slice-step] a step in a slice is not part of the kernel language
    return y


# check: a slice has no step of a tile
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = t[0:32:2, :]  # E:16 UF [slice-step] a step in a slice is not part of the kernel language
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a slice has no step of 1 in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[0:32:1, :]  # E:20 UF [slice-step] a step in a slice is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: a slice has no step of 1 in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    u = x[0:32:1, :]  # E:16 UF [slice-step] a step in a slice is not part of the kernel language
    return y


# check: a slice has no step of 1 of a tile
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = t[0:32:1, :]  # E:16 UF [slice-step] a step in a slice is not part of the kernel language
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a slice does not run backwards in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[::-1, :]  # E:17 UF [slice-step] a step in a slice is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: a slice does not run backwards in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    u = x[::-1, :]  # E:13 UF [slice-step] a step in a slice is not part of the kernel language
    return y


# check: a slice does not run backwards of a tile
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = t[::-1, :]  # E:13 UF [slice-step] a step in a slice is not part of the kernel language
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: an upper bound is not negative in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[0:-1, :]  # E:17 UF [negative-index] a negative index is not part of the kernel language, found -1
        y[:, :] = x[:, :]
    return y


# check: an upper bound is not negative in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    u = x[0:-1, :]  # E:13 UF [negative-index] a negative index is not part of the kernel language, found -1
    return y


# check: an upper bound is not negative of a tile
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = t[0:-1, :]  # E:13 UF [negative-index] a negative index is not part of the kernel language, found -1
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a lower bound is not negative in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[-8:, :]  # E:15 UF [negative-index] a negative index is not part of the kernel language, found -8
        y[:, :] = x[:, :]
    return y


# check: a lower bound is not negative in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    u = x[-8:, :]  # E:11 UF [negative-index] a negative index is not part of the kernel language, found -8
    return y


# check: a lower bound is not negative of a tile
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = t[-8:, :]  # E:11 UF [negative-index] a negative index is not part of the kernel language, found -8
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: an index is not negative in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[-1, :]  # E:15 UF [negative-index] a negative index is not part of the kernel language, found -1
        y[:, :] = x[:, :]
    return y


# check: an index is not negative in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    u = x[-1, :]  # E:11 UF [negative-index] a negative index is not part of the kernel language, found -1
    return y


# check: an index is not negative of a tile
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = t[-1, :]  # E:11 UF [negative-index] a negative index is not part of the kernel language, found -1
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a second index is not negative in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[0, -1]  # E:18 UF [negative-index] a negative index is not part of the kernel language, found -1
        y[:, :] = x[:, :]
    return y


# check: a second index is not negative in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    u = x[0, -1]  # E:14 UF [negative-index] a negative index is not part of the kernel language, found -1
    return y


# check: a second index is not negative of a tile
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = t[0, -1]  # E:14 UF [negative-index] a negative index is not part of the kernel language, found -1
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: no dots in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[..., 0]  # E:15 UF [index-form] `...` in a subscript is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no dots in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    u = x[..., 0]  # E:11 UF [index-form] `...` in a subscript is not part of the kernel language
    return y


# check: no dots of a tile
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = t[..., 0]  # E:11 UF [index-form] `...` in a subscript is not part of the kernel language
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: no None in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[None]  # E:15 UF [index-form] `None` in a subscript is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no None in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    u = x[None]  # E:11 UF [index-form] `None` in a subscript is not part of the kernel language
    return y


# check: no None of a tile
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = t[None]  # E:11 UF [index-form] `None` in a subscript is not part of the kernel language
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: no None among indices in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[None, :, :]  # E:15 UF [index-form] `None` in a subscript is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no None among indices in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    u = x[None, :, :]  # E:11 UF [index-form] `None` in a subscript is not part of the kernel language
    return y


# check: no None among indices of a tile
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = t[None, :, :]  # E:11 UF [index-form] `None` in a subscript is not part of the kernel language
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: no index tensor in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[x]  # E:15 UF [index-form] an index tensor in a subscript is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no index tensor in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    u = x[x]  # E:11 UF [index-form] an index tensor in a subscript is not part of the kernel language
    return y


# check: no index tensor of a tile
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = t[x]  # E:11 UF [index-form] an index tensor in a subscript is not part of the kernel language
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: no index tensor on one axis in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[x, :]  # E:15 UF [index-form] an index tensor in a subscript is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no index tensor on one axis in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    u = x[x, :]  # E:11 UF [index-form] an index tensor in a subscript is not part of the kernel language
    return y


# check: no index tensor on one axis of a tile
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = t[x, :]  # E:11 UF [index-form] an index tensor in a subscript is not part of the kernel language
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: no mask in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[x > 0]  # E:15 TE [operator-on-array] `>` works on scalars, `x` is Tensor[[32, 32], FP32]
        y[:, :] = x[:, :]
    return y


# check: no mask in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    u = x[x > 0]  # E:11 TE [operator-on-array] `>` works on scalars, `x` is Tensor[[32, 32], FP32]
    return y


# check: no mask of a tile
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = t[x > 0]  # E:11 TE [operator-on-array] `>` works on scalars, `x` is Tensor[[32, 32], FP32]
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: no list of indices in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[[0, 1], :]  # E:15 TE [argument-type] an integer is expected, `[0, 1]` is a tuple
        y[:, :] = x[:, :]
    return y


# check: no list of indices in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    u = x[[0, 1], :]  # E:11 TE [argument-type] an integer is expected, `[0, 1]` is a tuple
    return y


# check: no list of indices of a tile
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = t[[0, 1], :]  # E:11 TE [argument-type] an integer is expected, `[0, 1]` is a tuple
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: no tuple of indices on an axis in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[(0, 1), :]  # E:15 TE [argument-type] an integer is expected, `(0, 1)` is a tuple
        y[:, :] = x[:, :]
    return y


# check: no tuple of indices on an axis in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    u = x[(0, 1), :]  # E:11 TE [argument-type] an integer is expected, `(0, 1)` is a tuple
    return y


# check: no tuple of indices on an axis of a tile
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = t[(0, 1), :]  # E:11 TE [argument-type] an integer is expected, `(0, 1)` is a tuple
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: no float index in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[0.5, :]  # E:15 TE [argument-type] an integer is expected, `0.5` is the number 0.5
        y[:, :] = x[:, :]
    return y


# check: no float index in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    u = x[0.5, :]  # E:11 TE [argument-type] an integer is expected, `0.5` is the number 0.5
    return y


# check: no float index of a tile
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = t[0.5, :]  # E:11 TE [argument-type] an integer is expected, `0.5` is the number 0.5
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: no float bound in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[0:16.0, :]  # E:17 TE [argument-type] an integer is expected, `16.0` is the number 16.0
        y[:, :] = x[:, :]
    return y


# check: no float bound in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    u = x[0:16.0, :]  # E:13 TE [argument-type] an integer is expected, `16.0` is the number 16.0
    return y


# check: no float bound of a tile
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = t[0:16.0, :]  # E:13 TE [argument-type] an integer is expected, `16.0` is the number 16.0
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: no bool index in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[True, :]  # E:15 TE [argument-type] an integer is expected, `True` is the truth value True
        y[:, :] = x[:, :]
    return y


# check: no bool index in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    u = x[True, :]  # E:11 TE [argument-type] an integer is expected, `True` is the truth value True
    return y


# check: no bool index of a tile
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = t[True, :]  # E:11 TE [argument-type] an integer is expected, `True` is the truth value True
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: no text index in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x["a", :]  # E:15 TE [argument-type] an integer is expected, `"a"` is the text 'a'
        y[:, :] = x[:, :]
    return y


# check: no text index in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    u = x["a", :]  # E:11 TE [argument-type] an integer is expected, `"a"` is the text 'a'
    return y


# check: no text index of a tile
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = t["a", :]  # E:11 TE [argument-type] an integer is expected, `"a"` is the text 'a'
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: no type as index in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[pl.FP32, :]  # E:15 TE [argument-type] an integer is expected, `pl.FP32` is the element type FP32
        y[:, :] = x[:, :]
    return y


# check: no type as index in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    u = x[pl.FP32, :]  # E:11 TE [argument-type] an integer is expected, `pl.FP32` is the element type FP32
    return y


# check: no type as index of a tile
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = t[pl.FP32, :]  # E:11 TE [argument-type] an integer is expected, `pl.FP32` is the element type FP32
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: as many indices as axes at most in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[:, :, :]  # E:15 TE [index-count] 3 indices for 2 axes
        y[:, :] = x[:, :]
    return y


# check: as many indices as axes at most in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    u = x[:, :, :]  # E:11 TE [index-count] 3 indices for 2 axes
    return y


# check: as many indices as axes at most of a tile
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = t[:, :, :]  # E:11 TE [index-count] 3 indices for 2 axes
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: as many numbers as axes at most in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[0, 0, 0]  # E:15 TE [index-count] 3 indices for 2 axes
        y[:, :] = x[:, :]
    return y


# check: as many numbers as axes at most in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    u = x[0, 0, 0]  # E:11 TE [index-count] 3 indices for 2 axes
    return y


# check: as many numbers as axes at most of a tile
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = t[0, 0, 0]  # E:11 TE [index-count] 3 indices for 2 axes
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: no starred index in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[*(0, 0)]  # E:15 UF [python-expression] a starred argument is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no starred index in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    u = x[*(0, 0)]  # E:11 UF [python-expression] a starred argument is not part of the kernel language
    return y


# check: no starred index of a tile
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = t[*(0, 0)]  # E:11 UF [python-expression] a starred argument is not part of the kernel language
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a slice has elements in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[8:8, :]  # E:15 TE [empty-slice] the slice `8:8` is empty
        y[:, :] = x[:, :]
    return y


# check: a slice has elements in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    u = x[8:8, :]  # E:11 TE [empty-slice] the slice `8:8` is empty
    return y


# check: a slice has elements of a tile
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = t[8:8, :]  # E:11 TE [empty-slice] the slice `8:8` is empty
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a slice does not end before it begins in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[16:8, :]  # E:15 TE [empty-slice] the slice `16:8` is empty
        y[:, :] = x[:, :]
    return y


# check: a slice does not end before it begins in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    u = x[16:8, :]  # E:11 TE [empty-slice] the slice `16:8` is empty
    return y


# check: a slice does not end before it begins of a tile
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = t[16:8, :]  # E:11 TE [empty-slice] the slice `16:8` is empty
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a slice of all rows past the end in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[32:, :]  # E:15 TE [empty-slice] the slice `32:` is empty
        y[:, :] = x[:, :]
    return y


# check: a slice of all rows past the end in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    u = x[32:, :]  # E:11 TE [empty-slice] the slice `32:` is empty
    return y


# check: a slice of all rows past the end of a tile
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = t[32:, :]  # E:11 TE [empty-slice] the slice `32:` is empty
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: an index is inside in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[32, :]  # E:13 TE [bounds] index 32 is outside axis 0 of extent 32
        y[:, :] = x[:, :]
    return y


# check: an index is inside in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    u = x[32, :]  # E:9 TE [bounds] index 32 is outside axis 0 of extent 32
    return y


# check: an index is inside of a tile
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = t[32, :]  # E:9 TE [bounds] index 32 is outside axis 0 of extent 32
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: an element is inside in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[0, 32]  # E:13 TE [bounds] index 32 is outside axis 1 of extent 32
        y[:, :] = x[:, :]
    return y


# check: an element is inside in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    u = x[0, 32]  # E:9 TE [bounds] index 32 is outside axis 1 of extent 32
    return y


# check: an element is inside of a tile
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = t[0, 32]  # E:9 TE [bounds] index 32 is outside axis 1 of extent 32
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a window of a tensor is inside
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[0:40, :]  # E:13 IO [bounds] x[...]: the window leaves the source: axis 0 asks for 0 to 40, the extent is 32
        y[:, :] = x[:, :]
    return y


# check: a moved window of a tensor is inside
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[n : n + 40, :]  # E:13 IO [bounds] x[...]: the window leaves the source: axis 0 asks for 40, the extent is 32
        y[:, :] = x[:, :]
    return y


# check: a window that begins outside
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[40:56, :]  # E:13 IO [bounds] x[...]: the window leaves the source: axis 0 asks for 40 to 56, the extent is 32
        y[:, :] = x[:, :]
    return y


# check: a view is inside
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    u = x[0:40, :]  # E:9 IO [bounds] x[...]: the window leaves the source: axis 0 asks for 0 to 40, the extent is 32
    return y


# check: a run-time index is an integer
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[s, :]  # E:15 TE [argument-type] an integer is expected, `s` is Scalar[FP32]
        y[:, :] = x[:, :]
    return y


# check: a run-time bound is an integer
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[0:s, :]  # E:17 TE [argument-type] an integer is expected, `s` is Scalar[FP32]
        y[:, :] = x[:, :]
    return y


# check: a window in a region has a static size
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[0:n, :]  # E:13 IO [not-static] x[...]: a slice inside a region must be static, found [n, 32]
        y[:, :] = x[:, :]
    return y


# check: a window in a region has a static size on every axis
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[:, n:]  # E:13 IO [not-static] x[...]: a slice inside a region must be static, found [32, (32 - n)]
        y[:, :] = x[:, :]
    return y


# check: a chained window in a region has a static size
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[0:16][0:n, :]  # E:13 IO [not-static] x[0:16][...]: a slice inside a region must be static, found [n, 32]
        y[:, :] = x[:, :]
    return y


# check: a lower bound of a tile is static
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = t[n : n + 8, :]  # E:11 SE [not-static] dynamic lower bound `n` on axis 0 of a slice of a tile
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a lower bound of a tile is static on its second axis
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = t[:, n : n + 8]  # E:14 SE [not-static] dynamic lower bound `n` on axis 1 of a slice of a tile
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a lower bound of a tile is static without an upper
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = t[n:, :]  # E:11 SE [not-static] dynamic lower bound `n` on axis 0 of a slice of a tile
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a part of a tile begins inside
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = t[40:48, :]  # E:9 IO [bounds] t[...]: the window leaves the source: axis 0 asks for 40 to 48, the extent is 32
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a scalar has no elements
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = n[0]  # E:13 TE [subscript-base] `n` is Scalar[INDEX] and has no elements
        y[:, :] = x[:, :]
    return y


# check: a type has no elements
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = pl.FP32[0]  # E:13 TE [subscript-base] `pl.FP32` is the element type FP32 and has no elements
        y[:, :] = x[:, :]
    return y


# check: an operation has no elements
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = pl.exp[0]  # E:13 TE [subscript-base] `pl.exp` is the operation pl.exp and has no elements
        y[:, :] = x[:, :]
    return y


# check: a text has no elements
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = "ab"[0]  # E:13 TE [subscript-base] `"ab"` is the text 'ab' and has no elements
        y[:, :] = x[:, :]
    return y


# check: the target of a write is a name
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        x.t[0:8, :] = x[0:8, :]  # E:9 SE [window-target] the left side of a windowed write is a name with one subscript
        y[:, :] = x[:, :]
    return y


# check: the target of a write is not chained
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :][0:8, :] = x[0:8, :]  # E:9 SE [window-target] the left side of a windowed write is a name with one subscript
        y[:, :] = x[:, :]
    return y


# check: the target of an element is not chained
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0][0] = s  # E:9 SE [window-target] the left side of a windowed write is a name with one subscript
        y[:, :] = x[:, :]
    return y


# check: the target of a write is no call
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.exp(x)[0:8, :] = x[0:8, :]  # E:9 SE [window-target] the left side of a windowed write is a name with one subscript
        y[:, :] = x[:, :]
    return y


# check: the target of a write is bound
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        z[0:8, :] = x[0:8, :]  # E:9 UV [undefined-name] undefined name `z`
        y[:, :] = x[:, :]
    return y


# check: a scalar is no target
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        n[0:8] = x[0:8, :]  # E:9 TE [subscript-base] `n` is Scalar[INDEX] and has no elements
        y[:, :] = x[:, :]
    return y


# check: a tuple is no target
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = (1, 2)
        t[0] = 3  # E:9 UF [tuple-index] entries of a tuple cannot be assigned
        y[:, :] = x[:, :]
    return y


# check: an element is not assigned
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0, 0] = s  # E:9 UF [element-write] assigning one element is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: an element at a run-time index is not assigned
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[n, n] = s  # E:9 UF [element-write] assigning one element is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: an element is not assigned with a literal
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0, 0] = 1.0  # E:9 UF [element-write] assigning one element is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: an element is not assigned in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y[0, 0] = s  # E:5 UF [element-write] assigning one element is not part of the kernel language
    return y


# check: an element of a tile is not assigned
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    t[0, 0] = 1.0  # E:5 UF [element-write] assigning one element is not part of the kernel language
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a number is not written
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = 0.0  # E:19 TE [argument-type] a tensor is expected on the right, `0.0` is the number 0.0
        y[:, :] = x[:, :]
    return y


# check: a scalar is not written
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:8, :] = s  # E:21 TE [argument-type] a tensor is expected on the right, `s` is Scalar[FP32]
        y[:, :] = x[:, :]
    return y


# check: a tuple is not written
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = (x, x)  # E:19 TE [argument-type] a tensor is expected on the right, `(x, x)` is a tuple
        y[:, :] = x[:, :]
    return y


# check: None is not written
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = None  # E:19 TE [argument-type] a tensor is expected on the right, `None` is None
        y[:, :] = x[:, :]
    return y


# check: a type is not written
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.FP32  # E:19 TE [argument-type] a tensor is expected on the right, `pl.FP32` is the element type FP32
        y[:, :] = x[:, :]
    return y


# check: a tile is not written into a tensor
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [32, 32])
        y[:, :] = t  # E:9 TE [level-mix] `y` is Tensor[[32, 32], FP32], the right side is Tile[[32, 32], FP32, Vec]: tensors and tiles do not mix
        y[:, :] = x[:, :]
    return y


# check: a tile is not written into a window of a tensor
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [8, 32])
        y[0:8, :] = t  # E:9 TE [level-mix] `y` is Tensor[[32, 32], FP32], the right side is Tile[[8, 32], FP32, Vec]: tensors and tiles do not mix
        y[:, :] = x[:, :]
    return y


# check: a tensor is not written into a tile
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    t[:, :] = x  # E:5 TE [level-mix] `t` is Tile[[32, 32], FP32, Vec], the right side is Tensor[[32, 32], FP32]: tensors and tiles do not mix
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: the source has the rows of the window
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:8, :] = x[0:16, :]  # E:9 TE [window-shape] source axis 0: the window has 8, the source has 16
        y[:, :] = x[:, :]
    return y


# check: the source has the columns of the window
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, 0:8] = x[:, 0:16]  # E:9 TE [window-shape] source axis 1: the window has 8, the source has 16
        y[:, :] = x[:, :]
    return y


# check: the source has the size of a window that moves
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[n : n + 8, :] = x[0:16, :]  # E:9 TE [window-shape] source axis 0: the window has 8, the source has 16
        y[:, :] = x[:, :]
    return y


# check: the source has as many axes as the window
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:8, 0] = x[0:8, 0:16]  # E:9 TE [window-shape] source has 2 axes, the window has 1
        y[:, :] = x[:, :]
    return y


# check: a column is no row
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0, :] = x[:, 0:1]  # E:9 TE [window-shape] source has 2 axes, the window has 1
        y[:, :] = x[:, :]
    return y


# check: the source of a whole write has the whole shape
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = x[0:16, :]  # E:9 TE [window-shape] source axis 0: the window has 32, the source has 16
        y[:, :] = x[:, :]
    return y


# check: a window of run-time size takes a source of that size
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:n, :] = x[:, :]  # E:9 TE [window-shape] source axis 0: the window has n, the source has 32
        y[:, :] = x[:, :]
    return y


# check: the source has the rows of the window of a tile
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    t[0:8, :] = t[0:16, :]  # E:5 TE [window-shape] source axis 0: the window has 8, the source has 16
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: the source has the columns of the window of a tile
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    t[:, 0:8] = t[:, 0:16]  # E:5 TE [window-shape] source axis 1: the window has 8, the source has 16
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: the source has the element type of the target
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:8, :] = pl.cast(x[0:8, :], pl.BF16)  # E:9 IO [dtype-mismatch] y[...]: a BF16 value cannot be stored into a FP32 tensor
        y[:, :] = x[:, :]
    return y


# check: a write has no step
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:32:2, :] = x[0:16, :]  # E:16 UF [slice-step] a step in a slice is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: a write has as many indices as axes at most
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :, :] = x[:, :]  # E:11 TE [index-count] 3 indices for 2 axes
        y[:, :] = x[:, :]
    return y


# check: a write does not count from the end
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[-8:, :] = x[0:8, :]  # E:11 UF [negative-index] a negative index is not part of the kernel language, found -8
        y[:, :] = x[:, :]
    return y


# check: a write has no dots
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[...] = x[:, :]  # E:11 UF [index-form] `...` in a subscript is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: a write has no None
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[None] = x[:, :]  # E:11 UF [index-form] `None` in a subscript is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: a write has no index tensor
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[x] = x[:, :]  # E:11 UF [index-form] an index tensor in a subscript is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: a write stays inside
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[28:36, :] = x[0:8, :]  # E:9 IO [bounds] y[...]: the window leaves the target: axis 0 asks for 28 to 36, the extent is 32
        y[:, :] = x[:, :]
    return y


# check: a moving write stays inside where that is known
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(0, 32, 16):
            y[i : i + 40, :] = x[:, :]  # E:13 TE [window-shape] source axis 0: the window has 40, the source has 32
        y[:, :] = x[:, :]
    return y


# check: a write has elements
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[8:8, :] = x[0:8, :]  # E:11 TE [empty-slice] the slice `8:8` is empty
        y[:, :] = x[:, :]
    return y


# check: a tile is written inside
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    t[28:36, :] = t[0:8, :]  # E:5 IO [bounds] t[...]: the window leaves the target: axis 0 asks for 28 to 36, the extent is 32
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a write of orchestration has the rows of the window
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y[0:8, :] = x  # E:5 TE [window-shape] source axis 0: the window has 8, the source has 32
    return y


# check: a write of orchestration has the columns of the window
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y[:, 0:8] = x  # E:5 TE [window-shape] source axis 1: the window has 8, the source has 32
    return y


# check: a write of orchestration stays inside
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y[28:36, :] = x[0:8, :]  # E:5 IO [bounds] y[...]: the window leaves the target: axis 0 asks for 28 to 36, the extent is 32
    return y


# check: a write of orchestration has no step
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y[0:16:2, :] = x[0:8, :]  # E:12 UF [slice-step] a step in a slice is not part of the kernel language
    return y


# check: a write of orchestration has the element type of the target
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    z = pl.create_tensor([32, 32], dtype=pl.BF16)
    y[:, :] = z  # E:5 IO [dtype-mismatch] y[...]: a BF16 value cannot be stored into a FP32 tensor
    return y


# check: a number is not written in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y[:, :] = 0.0  # E:15 TE [argument-type] a tensor is expected on the right, `0.0` is the number 0.0
    return y


# check: an input is no target in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # W:70 [1003] `y` is an output parameter, and nothing is written into it
    x[0:8, :] = y[0:8, :]  # W:5 [1004] `x` is an input parameter; what is written into it here does not reach the caller
    return y


# check: no windowed write where strict_ssa=True
@pl.function(type=pl.FunctionType.InCore, strict_ssa=True)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    t[0:8, :] = t[8:16, :]  # E:5 SE [strict-ssa] a windowed write rebinds its name, which strict_ssa=True forbids
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: an array takes one index
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.array.create(4, pl.INT32)
        a[0, 0] = 1  # E:11 SE [index-count] `a` is an array and takes one index
        y[:, :] = x[:, :]
    return y


# check: an array takes no slice
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.array.create(4, pl.INT32)
        a[0:2] = 1  # E:11 SE [index-count] `a` is an array and takes one index
        y[:, :] = x[:, :]
    return y


# check: an array takes an integer index
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.array.create(4, pl.INT32)
        a[0.5] = 1  # E:9 IO [array-index] a[...]: the index of an array must be an integer, found Scalar[FP32]
        y[:, :] = x[:, :]
    return y


# check: an array takes an integer scalar as index
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.array.create(4, pl.INT32)
        a[s] = 1  # E:9 IO [array-index] a[...]: the index of an array must be an integer, found Scalar[FP32]
        y[:, :] = x[:, :]
    return y


# check: an array is written inside
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.array.create(4, pl.INT32)
        a[4] = 1  # E:9 IO [array-index] a[...]: index 4 is outside an array of 4 elements
        y[:, :] = x[:, :]
    return y


# check: an array does not count from the end
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.array.create(4, pl.INT32)
        a[-1] = 1  # E:9 IO [array-index] a[...]: index -1 is outside an array of 4 elements
        y[:, :] = x[:, :]
    return y


# check: an element of an array is a scalar
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.array.create(4, pl.INT32)
        a[0] = x  # E:9 IO [dtype-mismatch] a[...]: the array holds Scalar[INT32], the value is Tensor[[32, 32], FP32]
        y[:, :] = x[:, :]
    return y


# check: an element of an array has the type of the array
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.array.create(4, pl.INT32)
        a[0] = s  # E:9 IO [dtype-mismatch] a[...]: the array holds Scalar[INT32], the value is Scalar[FP32]
        y[:, :] = x[:, :]
    return y


# check: an element of an array of task ids is a task id
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a = pl.array.create(4, pl.TASK_ID)
    a[0] = n  # E:5 IO [dtype-mismatch] a[...]: the array holds TaskId, the value is Scalar[INDEX]
    return y


# check: an element of an array of numbers is no task id
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a = pl.array.create(4, pl.INT32)
    a[0] = None  # E:5 IO [dtype-mismatch] a[...]: the array holds Scalar[INT32], the value is TaskId
    return y


# check: a row of a tile stays a tile, with a warning
# raises: UserWarning: tiles have two axes
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [32, 32])
        y = pl.store(t[4, :], [0, 0], y)
    return y


def call():
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        kernel.lower()


# check: a keyword that is no parameter of the kernel
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


# raises: TypeError: unexpected keyword
def call():
    kernel.compile(colour=1)
