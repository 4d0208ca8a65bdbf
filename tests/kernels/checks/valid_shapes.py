# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl


# check: a valid shape of a slice that is larger than the slice
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(x, [16, 64], [0, 0], valid_shape=[17, 64])  # E:13 IO [valid-shape] valid_shape[0] is 17, the window has 16 in pl.slice
        y[0:16, :] = v
    return y


# check: a valid shape of a load that is larger than the load
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 64], valid_shape=[16, 65])  # E:13 IO [valid-shape] valid_shape[1] is 65, the window has 64 in pl.load
        pl.store(t, [0, 0], y)
    return y


# check: a valid shape of a slice with an entry missing
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(x, [16, 64], [0, 0], valid_shape=[16])  # E:13 IO [rank] valid_shape has 1 entries, the tensor has 2 axes in pl.slice
        y[0:16, :] = v
    return y


# check: a valid shape of a load with an entry too many
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 64], valid_shape=[16, 64, 1])  # E:13 IO [rank] valid_shape has 3 entries, the tensor has 2 axes in pl.load
        pl.store(t, [0, 0], y)
    return y


# check: a valid shape that is negative
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(x, [16, 64], [0, 0], valid_shape=[-1, 64])  # E:13 IO [valid-shape] valid_shape[0] is -1, it cannot be negative in pl.slice
        y[0:16, :] = v
    return y


# check: a valid shape that is a fraction
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(x, [16, 64], [0, 0], valid_shape=[8.0, 64])  # E:56 TE [argument-type] an integer is expected, `8.0` is the number 8.0
        y[0:16, :] = v
    return y


# check: a valid shape that is no list
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(x, [16, 64], [0, 0], valid_shape=n)  # E:55 TE [argument-type] `valid_shape` must be a list, `n` is Scalar[INDEX]
        y[0:16, :] = v
    return y


# check: pl.set_validshape with more rows than the value has
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.set_validshape(x[0:16, :], 17, 64)  # E:13 IO [valid-shape] valid_rows=17 is outside 0..16 in pl.set_validshape
        y[0:16, :] = v
    return y


# check: pl.set_validshape with more columns than the tile has
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.set_validshape(pl.load(x, [0, 0], [16, 64]), 16, 65)  # E:13 IO [valid-shape] valid_cols=65 is outside 0..64 in pl.set_validshape
        pl.store(t, [0, 0], y)
    return y


# check: pl.set_validshape with a negative number of rows
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.set_validshape(x[0:16, :], -1, 64)  # E:13 IO [valid-shape] valid_rows=-1 is outside 0..16 in pl.set_validshape
        y[0:16, :] = v
    return y


# check: pl.set_validshape without columns
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.set_validshape(x[0:16, :], 16)  # E:13 IO [argument-list] pl.set_validshape needs `valid_cols`
        y[0:16, :] = v
    return y


# check: pl.set_validshape with a fraction
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.set_validshape(x[0:16, :], 8.5, 64)  # E:13 IO [operand-kind] `valid_rows` must be an integer, found Scalar[FP32] in pl.set_validshape
        y[0:16, :] = v
    return y


# check: pl.set_validshape in orchestration
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    v = pl.set_validshape(x, 8, 64)  # E:9 IO [misplaced] Misplaced tensor op 'set_validshape': pl.set_validshape computes, and this code only decides what runs
    return y


# check: a window that leaves its tensor
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = x[56:72, :]  # E:22 IO [bounds] x[...]: the window leaves the source: axis 0 asks for 56 to 72, the extent is 64
    return y


# check: a slice that leaves its tensor
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = pl.slice(x, [16, 64], [56, 0])  # E:22 IO [bounds] the window leaves the source in pl.slice: axis 0 asks for 56 to 72, the extent is 64
    return y


# check: a load that leaves its tensor
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [56, 0], [16, 64])  # E:13 IO [bounds] the window leaves the source in pl.load: axis 0 asks for 56 to 72, the extent is 64
        pl.store(t, [0, 0], y)
    return y


# check: a window of a value on the core that leaves it, with clamp
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 64])
        pl.store(pl.slice(t, [16, 64], [8, 0], clamp=True), [0, 0], y)  # E:18 IO [level-mix] `clamp` is for tensors in pl.slice
    return y


# check: a write whose window is larger than the value
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:32, :] = x[0:16, :]  # E:9 TE [window-shape] source axis 0: the window has 32, the source has 16
    return y


# check: a write whose window is larger than the valid part of the value
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(x, [16, 64], [0, 0], valid_shape=[8, 64])
        y[0:12, :] = v  # E:9 TE [window-shape] source axis 0: the window has 12, the source has 16
    return y


# check: a pad of pl.fillpad that does not exist
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.fillpad(x[0:16, :], pad_value=pl.PadValue.one)  # E:46 IO [unknown-member] pl.PadValue has no `one`
        y[0:16, :] = v
    return y


# check: operands that are valid in different parts
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.slice(x, [16, 64], [0, 0], valid_shape=[n, 64])
        y[0:16, :] = pl.add(a, x[16:32, :])  # W:22 [valid-regions] the valid regions [n, 64] and [16, 64] are not provably equal: the result counts as fully valid, and its rows that are not in both hold unspecified data
    return y


# check: a value that leaves its region and is valid in part
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(x, [16, 64], [0, 0], valid_shape=[n, 64])
        w = pl.add(v, 1.0)
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = w  # E:22 SI [value-leaves-region] `w` is bound inside the region at line 192 and is valid in part: Tensor[[16, 64], FP32, valid [n, 64]]
    return y


# check: a valid shape of a load with an entry missing
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 64], valid_shape=[16])  # E:13 IO [rank] valid_shape has 1 entries, the tensor has 2 axes in pl.load
        pl.store(t, [0, 0], y)
    return y


# check: a valid shape of a tile slice that is larger than the slice
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 64])
        pl.store(pl.tile.slice(t, [8, 64], [0, 0], valid_shape=[9, 64]), [0, 0], y)  # E:18 IO [valid-shape] valid_shape[0] is 9, the window has 8 in pl.tile.slice
    return y


# check: a window of a tile that leaves it
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 64])
        pl.store(pl.slice(t, [16, 64], [8, 0]), [0, 0], y)  # E:18 IO [bounds] the window leaves the source in pl.slice: axis 0 asks for 8 to 24, the extent is 16
    return y


# check: a window at a negative offset
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [-1, 0], [16, 64])  # E:13 IO [bounds] offset -1 on axis 0 is negative in pl.load
        pl.store(t, [0, 0], y)
    return y


# check: a store that leaves its tensor
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 64])
        pl.store(t, [56, 0], y)  # E:9 IO [bounds] the window leaves the target in pl.store: axis 0 asks for 56 to 72, the extent is 64
    return y
