# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl

# check: pl.rem needs tmp
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.rem(pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [argument-list] pl.rem needs `tmp`
    return y


# check: pl.rem takes tiles
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.rem(x[:, :], x[:, :], pl.create_tile([1, 64], pl.FP32))  # E:19 IO [level-mix] pl.rem takes tiles, `lhs` is a tensor (Tensor[[32, 32], FP32])
    return y


# check: scratch of pl.rem is wide enough
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.rem(pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 32]), pl.create_tile([1, 32], pl.FP32)), [0, 0], y)  # E:22 IO [scratch] `tmp` is [1, 32], 34 columns are worked in in pl.rem
    return y


# check: scratch of pl.rem is of the operands' type
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.rem(pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 32]), pl.create_tile([1, 40], pl.INT32)), [0, 0], y)  # E:22 IO [dtype-mismatch] `tmp` holds INT32, the operands FP32 in pl.rem
    return y


# check: pl.rem on a2a3 takes FP32 and INT32
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP16], y: pl.Out[pl.Tensor[[32, 32], pl.FP16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.rem(pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 32]), pl.create_tile([1, 64], pl.FP16)), [0, 0], y)  # E:22 IO [dtype-support] pl.rem does not execute FP16 on a2a3sim
    return y


# check: pl.rems needs tmp
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.rems(pl.load(x, [0, 0], [32, 32]), 3.0), [0, 0], y)  # E:22 IO [argument-list] pl.rems needs `tmp`
    return y


# check: scratch of pl.rems is wide enough
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.rems(pl.load(x, [0, 0], [32, 32]), 3.0, pl.create_tile([1, 16], pl.FP32)), [0, 0], y)  # E:22 IO [scratch] `tmp` is [1, 16], 32 columns are worked in in pl.rems
    return y


# check: pl.rems takes a scalar
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.rems(pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 32]), pl.create_tile([1, 64], pl.FP32)), [0, 0], y)  # E:22 IO [argument-type] `rhs` must be a scalar, found Tile[[32, 32], FP32, Vec] in pl.rems
    return y


# check: pl.addc takes three tiles
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.addc(pl.load(x, [0, 0], [32, 32]), 2.0, pl.load(x, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [operand-kind] `rhs` must be a tensor or a tile, found a scalar (Scalar[FP32]) in pl.addc
    return y


# check: pl.addc takes no tensors
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.addc(x[:, :], x[:, :], x[:, :])  # E:19 IO [level-mix] pl.addc takes tiles, `lhs` is a tensor (Tensor[[32, 32], FP32])
    return y


# check: the third operand of pl.addc has the shape of the first
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.addc(pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 16])), [0, 0], y)  # E:22 IO [shape-mismatch] shapes do not match in pl.addc: [32, 32] and [32, 16]
    return y


# check: pl.subc takes three tiles
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.subc(pl.load(x, [0, 0], [32, 32]), 2.0, pl.load(x, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [operand-kind] `rhs` must be a tensor or a tile, found a scalar (Scalar[FP32]) in pl.subc
    return y


# check: pl.subc takes no tensors
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.subc(x[:, :], x[:, :], x[:, :])  # E:19 IO [level-mix] pl.subc takes tiles, `lhs` is a tensor (Tensor[[32, 32], FP32])
    return y


# check: the third operand of pl.subc has the shape of the first
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.subc(pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 16])), [0, 0], y)  # E:22 IO [shape-mismatch] shapes do not match in pl.subc: [32, 32] and [32, 16]
    return y


# check: pl.addsc takes a scalar in the middle
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.addsc(pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [argument-type] `rhs` must be a scalar, found Tile[[32, 32], FP32, Vec] in pl.addsc
    return y


# check: the tile behind the scalar of pl.addsc has the shape of the first
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.addsc(pl.load(x, [0, 0], [32, 32]), 2.0, pl.load(x, [0, 0], [16, 32])), [0, 0], y)  # E:22 IO [shape-mismatch] shapes do not match in pl.addsc: [32, 32] and [16, 32]
    return y


# check: pl.subsc takes a scalar in the middle
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.subsc(pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [argument-type] `rhs` must be a scalar, found Tile[[32, 32], FP32, Vec] in pl.subsc
    return y


# check: the tile behind the scalar of pl.subsc has the shape of the first
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.subsc(pl.load(x, [0, 0], [32, 32]), 2.0, pl.load(x, [0, 0], [16, 32])), [0, 0], y)  # E:22 IO [shape-mismatch] shapes do not match in pl.subsc: [32, 32] and [16, 32]
    return y


# check: pl.part_add takes no scalar
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.part_add(x[:, :], 2.0)  # E:19 IO [operand-kind] `rhs` must be a tensor or a tile, found a scalar (Scalar[FP32]) in pl.part_add
    return y


# check: pl.part_mul takes no scalar
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.part_mul(x[:, :], 2.0)  # E:19 IO [operand-kind] `rhs` must be a tensor or a tile, found a scalar (Scalar[FP32]) in pl.part_mul
    return y


# check: pl.part_max takes no scalar
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.part_max(x[:, :], 2.0)  # E:19 IO [operand-kind] `rhs` must be a tensor or a tile, found a scalar (Scalar[FP32]) in pl.part_max
    return y


# check: pl.part_min takes no scalar
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.part_min(x[:, :], 2.0)  # E:19 IO [operand-kind] `rhs` must be a tensor or a tile, found a scalar (Scalar[FP32]) in pl.part_min
    return y


# check: one valid region of a part operation holds the other
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.set_validshape(pl.load(x, [0, 0], [32, 32]), 8, 32)
        b = pl.set_validshape(pl.load(x, [0, 0], [32, 32]), 32, 8)
        y = pl.store(pl.part_add(a, b), [0, 0], y)  # E:22 IO [valid-shape] the valid regions [8, 32] and [32, 8] do not contain one another in pl.part_add
    return y


# check: an extent is no operand
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.maximum(x[:, :], n)  # E:19 IO [scalar-type] a loop variable or extent cannot be used as data directly in pl.maximum
    return y


# check: tiles that are divided have one element type
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    h: pl.Tensor[[32, 32], pl.FP16],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.div(pl.load(x, [0, 0], [32, 32]), pl.load(h, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [dtype-mismatch] element types differ in pl.div: FP32 and FP16
    return y


# check: tiles that are divided have one shape
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.div(pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 1])), [0, 0], y)  # E:22 IO [shape-mismatch] shapes do not match in pl.div: [32, 32] and [32, 1]
    return y


# check: tiles that are divided hold data in the same region
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.div(pl.set_validshape(pl.load(x, [0, 0], [32, 32]), 8, 32), pl.load(x, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [valid-shape] the tiles hold data in [8, 32] and [32, 32] in pl.div
    return y


# check: a column that divides is FP16 or FP32
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.div(x[:, :], x[:, 0:1])  # E:19 IO [dtype-support] pl.div does not execute INT32 on a2a3sim
    return y


# check: a column that divides holds data in every row of the dividend
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        c = pl.slice(x, [32, 1], [0, 0], valid_shape=[8, 1])
        y[:, :] = pl.div(x[:, :], c)  # E:19 IO [shape-mismatch] the second operand holds data in 8 rows, the first in 32 in pl.div
    return y


# check: a column that divides holds data
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        c = pl.slice(x, [32, 1], [0, 0], valid_shape=[32, 0])
        y[:, :] = pl.div(x[:, :], c)  # E:19 IO [valid-shape] the second operand holds no data in its column in pl.div
    return y


# check: a column divides without high_precision
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.div(x[:, :], x[:, 0:1], high_precision=True)  # E:19 IO [argument-type] high_precision divides arrays of equal shape, here one is a column in pl.div
    return y


# check: a column is not divided by a matrix
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.div(x[:, 0:1], x[:, :])  # E:19 IO [shape-mismatch] a column on the left of pl.div is not supported
    return y


# check: high_precision is for floats
# platform: a5sim
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.div(x[:, :], x[:, :], high_precision=True)  # E:19 IO [dtype-support] high_precision is for FP16 and FP32, found INT32 in pl.div
    return y


# check: high_precision divides by a tensor or a tile
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.div(x[:, :], 2.0, high_precision=True)  # E:19 IO [argument-type] high_precision divides by a tensor or a tile in pl.div
    return y


# check: high_precision of a tile divides by a tile
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.div(pl.load(x, [0, 0], [32, 32]), 2.0, high_precision=True), [0, 0], y)  # E:22 IO [argument-type] high_precision divides by a tensor or a tile in pl.div
    return y


# check: high_precision is True or False
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.div(x[:, :], x[:, :], high_precision=1)  # E:59 TE [argument-type] `high_precision` must be True or False, `1` is the number 1
    return y


# check: pl.div of INT16 on a2a3
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT16], y: pl.Out[pl.Tensor[[32, 32], pl.INT16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.div(x[:, :], x[:, :])  # E:19 IO [dtype-support] pl.div does not execute INT16 on a2a3sim
    return y


# check: pl.div of INT32 on a2a3
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.div(x[:, :], x[:, :])  # E:19 IO [dtype-support] pl.div does not execute INT32 on a2a3sim
    return y


# check: pl.div of INT8
# platform: a5sim
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT8], y: pl.Out[pl.Tensor[[32, 32], pl.INT8]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.div(x[:, :], x[:, :])  # E:19 IO [dtype-support] pl.div does not execute INT8 on a5sim
    return y


# check: pl.div of UINT8
# platform: a5sim
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.UINT8], y: pl.Out[pl.Tensor[[32, 32], pl.UINT8]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.div(x[:, :], x[:, :])  # E:19 IO [dtype-support] pl.div does not execute UINT8 on a5sim
    return y


# check: pl.tensor.adds takes a scalar on the right
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.tensor.adds(x[:, :], x[:, :])  # E:19 IO [argument-type] `rhs` must be a scalar, found Tensor[[32, 32], FP32] in pl.tensor.adds
    return y


# check: pl.tile.adds takes a scalar on the right
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.tile.adds(pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [argument-type] `rhs` must be a scalar, found Tile[[32, 32], FP32, Vec] in pl.tile.adds
    return y


# check: pl has no adds
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.adds(x[:, :], 2.0)  # E:19 IO [unknown-operation] unknown operation pl.adds
    return y


# check: pl.tensor.subs takes a scalar on the right
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.tensor.subs(x[:, :], x[:, :])  # E:19 IO [argument-type] `rhs` must be a scalar, found Tensor[[32, 32], FP32] in pl.tensor.subs
    return y


# check: pl.tile.subs takes a scalar on the right
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.tile.subs(pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [argument-type] `rhs` must be a scalar, found Tile[[32, 32], FP32, Vec] in pl.tile.subs
    return y


# check: pl has no subs
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.subs(x[:, :], 2.0)  # E:19 IO [unknown-operation] unknown operation pl.subs
    return y


# check: pl.tensor.muls takes a scalar on the right
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.tensor.muls(x[:, :], x[:, :])  # E:19 IO [argument-type] `rhs` must be a scalar, found Tensor[[32, 32], FP32] in pl.tensor.muls
    return y


# check: pl.tile.muls takes a scalar on the right
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.tile.muls(pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [argument-type] `rhs` must be a scalar, found Tile[[32, 32], FP32, Vec] in pl.tile.muls
    return y


# check: pl has no muls
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.muls(x[:, :], 2.0)  # E:19 IO [unknown-operation] unknown operation pl.muls
    return y


# check: pl.tensor.divs takes a scalar on the right
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.tensor.divs(x[:, :], x[:, :])  # E:19 IO [argument-type] `rhs` must be a scalar, found Tensor[[32, 32], FP32] in pl.tensor.divs
    return y


# check: pl.tile.divs takes a scalar on the right
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.tile.divs(pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [argument-type] `rhs` must be a scalar, found Tile[[32, 32], FP32, Vec] in pl.tile.divs
    return y


# check: pl has no divs
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.divs(x[:, :], 2.0)  # E:19 IO [unknown-operation] unknown operation pl.divs
    return y


# check: pl.maximums takes a scalar on the right
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.maximums(pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [argument-type] `rhs` must be a scalar, found Tile[[32, 32], FP32, Vec] in pl.maximums
    return y


# check: pl.maximums takes no tensor
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.maximums(x[:, :], 2.0)  # E:19 IO [level-mix] pl.maximums takes tiles, `lhs` is a tensor (Tensor[[32, 32], FP32])
    return y


# check: pl.minimums takes a scalar on the right
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.minimums(pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [argument-type] `rhs` must be a scalar, found Tile[[32, 32], FP32, Vec] in pl.minimums
    return y


# check: pl.minimums takes no tensor
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.minimums(x[:, :], 2.0)  # E:19 IO [level-mix] pl.minimums takes tiles, `lhs` is a tensor (Tensor[[32, 32], FP32])
    return y


# check: pl.fmods takes a scalar on the right
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.fmods(x[:, :], x[:, :])  # E:19 IO [argument-type] `rhs` must be a scalar, found Tensor[[32, 32], FP32] in pl.fmods
    return y


# check: pl.tensor has no maximums
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.tensor.maximums(x[:, :], 2.0)  # E:19 IO [unknown-operation] unknown operation pl.tensor.maximums
    return y


# check: pl.exp takes no scalar
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x[:, :], pl.exp(s))  # E:35 IO [operand-kind] `input` must be a tensor or a tile, found a scalar (Scalar[FP32]) in pl.exp
    return y


# check: pl.exp takes no number
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.exp(2.0)  # E:19 IO [operand-kind] `input` must be a tensor or a tile, found a scalar (Scalar[FP32]) in pl.exp
    return y


# check: pl.log takes no scalar
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x[:, :], pl.log(s))  # E:35 IO [operand-kind] `input` must be a tensor or a tile, found a scalar (Scalar[FP32]) in pl.log
    return y


# check: pl.log takes no number
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.log(2.0)  # E:19 IO [operand-kind] `input` must be a tensor or a tile, found a scalar (Scalar[FP32]) in pl.log
    return y


# check: pl.sqrt takes no scalar
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x[:, :], pl.sqrt(s))  # E:35 IO [operand-kind] `input` must be a tensor or a tile, found a scalar (Scalar[FP32]) in pl.sqrt
    return y


# check: pl.sqrt takes no number
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.sqrt(2.0)  # E:19 IO [operand-kind] `input` must be a tensor or a tile, found a scalar (Scalar[FP32]) in pl.sqrt
    return y


# check: pl.rsqrt takes no scalar
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x[:, :], pl.rsqrt(s))  # E:35 IO [operand-kind] `input` must be a tensor or a tile, found a scalar (Scalar[FP32]) in pl.rsqrt
    return y


# check: pl.rsqrt takes no number
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.rsqrt(2.0)  # E:19 IO [operand-kind] `input` must be a tensor or a tile, found a scalar (Scalar[FP32]) in pl.rsqrt
    return y


# check: pl.recip takes no scalar
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x[:, :], pl.recip(s))  # E:35 IO [operand-kind] `input` must be a tensor or a tile, found a scalar (Scalar[FP32]) in pl.recip
    return y


# check: pl.recip takes no number
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.recip(2.0)  # E:19 IO [operand-kind] `input` must be a tensor or a tile, found a scalar (Scalar[FP32]) in pl.recip
    return y


# check: pl.neg takes no scalar
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x[:, :], pl.neg(s))  # E:35 IO [operand-kind] `input` must be a tensor or a tile, found a scalar (Scalar[FP32]) in pl.neg
    return y


# check: pl.neg takes no number
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.neg(2.0)  # E:19 IO [operand-kind] `input` must be a tensor or a tile, found a scalar (Scalar[FP32]) in pl.neg
    return y


# check: pl.abs takes no scalar
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x[:, :], pl.abs(s))  # E:35 IO [operand-kind] `input` must be a tensor or a tile, found a scalar (Scalar[FP32]) in pl.abs
    return y


# check: pl.abs takes no number
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.abs(2.0)  # E:19 IO [operand-kind] `input` must be a tensor or a tile, found a scalar (Scalar[FP32]) in pl.abs
    return y


# check: pl.exp of a tile of integers
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.exp(pl.load(x, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [dtype-support] element type INT32 is not accepted in pl.exp
    return y


# check: pl.sqrt of a tile of integers
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.sqrt(pl.load(x, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [dtype-support] element type INT32 is not accepted in pl.sqrt
    return y


# check: pl.rsqrt of a tile of integers
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.rsqrt(pl.load(x, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [dtype-support] element type INT32 is not accepted in pl.rsqrt
    return y


# check: pl.log takes FP16 and FP32
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.log(x[:, :])  # E:19 IO [dtype-support] element type INT32 is not accepted in pl.log
    return y


# check: pl.log of a tile of integers
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.log(pl.load(x, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [dtype-support] element type INT32 is not accepted in pl.log
    return y


# check: high_precision of pl.recip is for FP16 and FP32
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.recip(pl.load(x, [0, 0], [32, 32]), high_precision=True), [0, 0], y)  # E:22 IO [dtype-support] high_precision is for FP16 and FP32, found INT32 in pl.recip
    return y


# check: scratch of pl.tile.rsqrt has the shape of the operand
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.tile.rsqrt(pl.load(x, [0, 0], [32, 32]), pl.create_tile([16, 32], pl.FP32)), [0, 0], y)  # E:22 IO [scratch] `tmp` is Tile[[16, 32], FP32, Vec] in pl.tile.rsqrt
    return y


# check: scratch of pl.tile.rsqrt has the type of the operand
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.tile.rsqrt(pl.load(x, [0, 0], [32, 32]), pl.create_tile([32, 32], pl.FP16)), [0, 0], y)  # E:22 IO [scratch] `tmp` is Tile[[32, 32], FP16, Vec] in pl.tile.rsqrt
    return y


# check: pl.sin takes FP32, not FP16
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP16], y: pl.Out[pl.Tensor[[32, 32], pl.FP16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.sin(x[:, :])  # E:19 IO [dtype-support] element type FP16 is not accepted in pl.sin
    return y


# check: pl.sin takes FP32, not INT32
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.sin(x[:, :])  # E:19 IO [dtype-support] element type INT32 is not accepted in pl.sin
    return y


# check: pl.cos takes FP32, not FP16
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP16], y: pl.Out[pl.Tensor[[32, 32], pl.FP16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cos(x[:, :])  # E:19 IO [dtype-support] element type FP16 is not accepted in pl.cos
    return y


# check: pl.cos takes FP32, not INT32
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cos(x[:, :])  # E:19 IO [dtype-support] element type INT32 is not accepted in pl.cos
    return y


# check: pl.not_ takes integers
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.not_(x[:, :])  # E:19 IO [dtype-support] element type FP32 is not accepted in pl.not_
    return y


# check: pl.relu takes FP16, FP32 and INT32
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT16], y: pl.Out[pl.Tensor[[32, 32], pl.INT16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.relu(pl.load(x, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [dtype-support] element type INT16 is not accepted in pl.relu
    return y


# check: pl.lrelu takes FP16 and FP32
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.lrelu(pl.load(x, [0, 0], [32, 32]), 2), [0, 0], y)  # E:22 IO [dtype-support] element type INT32 is not accepted in pl.lrelu
    return y


# check: the slope of pl.lrelu is a scalar
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.lrelu(pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [argument-type] `slope` must be a scalar, found Tile[[32, 32], FP32, Vec] in pl.lrelu
    return y


# check: the slope of pl.lrelu has the type of the tile
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.FP16], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.lrelu(pl.load(x, [0, 0], [32, 32]), s), [0, 0], y)  # E:22 IO [dtype-mismatch] scalar is FP16, array is FP32 in pl.lrelu
    return y


# check: pl.lrelu takes tiles
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.lrelu(x[:, :], 0.1)  # E:19 IO [level-mix] pl.lrelu takes tiles, `input` is a tensor (Tensor[[32, 32], FP32])
    return y


# check: pl.prelu takes tiles
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.prelu(x[:, :], x[:, :], x[:, :])  # E:19 IO [level-mix] pl.prelu takes tiles, `input` is a tensor (Tensor[[32, 32], FP32])
    return y


# check: pl.prelu needs tmp
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.prelu(pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [argument-list] pl.prelu needs `tmp`
    return y


# check: the slope of pl.prelu is a tile
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.prelu(pl.load(x, [0, 0], [32, 32]), 0.1, pl.create_tile([32, 32], pl.FP32)), [0, 0], y)  # E:22 IO [operand-kind] `slope` must be a tensor or a tile, found a scalar (Scalar[FP32]) in pl.prelu
    return y


# check: the slope of pl.prelu has the type of the tile
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    h: pl.Tensor[[32, 32], pl.FP16],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.prelu(pl.load(x, [0, 0], [32, 32]), pl.load(h, [0, 0], [32, 32]), pl.create_tile([32, 32], pl.FP32)), [0, 0], y)  # E:22 IO [dtype-mismatch] element types differ in pl.prelu: FP32 and FP16
    return y


# check: the slope of pl.prelu has the shape of the tile
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.prelu(pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [16, 32]), pl.create_tile([32, 32], pl.FP32)), [0, 0], y)  # E:22 IO [shape-mismatch] shapes do not match in pl.prelu: [32, 32] and [16, 32]
    return y


# check: the slope of pl.prelu holds data where the tile does
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.prelu(pl.load(x, [0, 0], [32, 32]), pl.set_validshape(pl.load(x, [0, 0], [32, 32]), 8, 32), pl.create_tile([32, 32], pl.FP32)), [0, 0], y)  # E:22 IO [valid-shape] the slope holds data in [8, 32], the tile in [32, 32] in pl.prelu
    return y


# check: there is no pl.gelu
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.gelu(x[:, :])  # E:19 IO [unknown-operation] unknown operation pl.gelu
    return y


# check: there is no pl.sigmoid
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.sigmoid(x[:, :])  # E:19 IO [unknown-operation] unknown operation pl.sigmoid
    return y


# check: there is no pl.tanh
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.tanh(x[:, :])  # E:19 IO [unknown-operation] unknown operation pl.tanh
    return y


# check: there is no pl.pow
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.pow(x[:, :])  # E:19 IO [unknown-operation] unknown operation pl.pow
    return y


# check: there is no pl.layernorm
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.layernorm(x[:, :])  # E:19 IO [unknown-operation] unknown operation pl.layernorm
    return y


# check: there is no pl.quant
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.quant(x[:, :])  # E:19 IO [unknown-operation] unknown operation pl.quant
    return y


# check: there is no pl.dequant
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.dequant(x[:, :])  # E:19 IO [unknown-operation] unknown operation pl.dequant
    return y


# check: there is no pl.axpy
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.axpy(x[:, :])  # E:19 IO [unknown-operation] unknown operation pl.axpy
    return y


# check: there is no pl.add_relu
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add_relu(x[:, :])  # E:19 IO [unknown-operation] unknown operation pl.add_relu
    return y


# check: there is no pl.histogram
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.histogram(x[:, :])  # E:19 IO [unknown-operation] unknown operation pl.histogram
    return y


# check: there is no pl.where
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.where(x[:, :])  # E:19 IO [unknown-operation] unknown operation pl.where
    return y


# check: there is no pl.topk
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.topk(x[:, :])  # E:19 IO [unknown-operation] unknown operation pl.topk
    return y


# check: there is no pl.cumsum
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cumsum(x[:, :])  # E:19 IO [unknown-operation] unknown operation pl.cumsum
    return y


# check: there is no pl.clamp
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.clamp(x[:, :])  # E:19 IO [unknown-operation] unknown operation pl.clamp
    return y


# check: there is no pl.ceildiv
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.ceildiv(x[:, :])  # E:19 IO [unknown-operation] unknown operation pl.ceildiv
    return y


# check: there is no pl.gemv_mx
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.gemv_mx(x[:, :])  # E:19 IO [unknown-operation] unknown operation pl.gemv_mx
    return y


# check: pl.tensor has no sel
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.tensor.sel(x[:, :])  # E:19 IO [unknown-operation] unknown operation pl.tensor.sel
    return y


# check: pl.tensor has no relu
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.tensor.relu(x[:, :])  # E:19 IO [unknown-operation] unknown operation pl.tensor.relu
    return y


# check: pl.tensor has no rem
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.tensor.rem(x[:, :])  # E:19 IO [unknown-operation] unknown operation pl.tensor.rem
    return y


# check: pl.and_ takes no floats
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.and_(x[:, :], x[:, :])  # E:19 IO [dtype-support] element type FP32 is not accepted in pl.and_
    return y


# check: pl.and_ of tensors of two shapes
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.and_(x[:, :], x[0:16, :])  # E:19 IO [shape-mismatch] shapes do not match in pl.and_: [32, 32] and [16, 32]
    return y


# check: pl.or_ takes no floats
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.or_(x[:, :], x[:, :])  # E:19 IO [dtype-support] element type FP32 is not accepted in pl.or_
    return y


# check: pl.or_ of tensors of two shapes
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.or_(x[:, :], x[0:16, :])  # E:19 IO [shape-mismatch] shapes do not match in pl.or_: [32, 32] and [16, 32]
    return y


# check: pl.xor takes no floats
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.xor(x[:, :], x[:, :])  # E:19 IO [dtype-support] element type FP32 is not accepted in pl.xor
    return y


# check: pl.xor of tensors of two shapes
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.xor(x[:, :], x[0:16, :])  # E:19 IO [shape-mismatch] shapes do not match in pl.xor: [32, 32] and [16, 32]
    return y


# check: pl.shl takes no floats
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.shl(x[:, :], x[:, :])  # E:19 IO [dtype-support] element type FP32 is not accepted in pl.shl
    return y


# check: pl.shl of tensors of two shapes
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.shl(x[:, :], x[0:16, :])  # E:19 IO [shape-mismatch] shapes do not match in pl.shl: [32, 32] and [16, 32]
    return y


# check: pl.shr takes no floats
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.shr(x[:, :], x[:, :])  # E:19 IO [dtype-support] element type FP32 is not accepted in pl.shr
    return y


# check: pl.shr of tensors of two shapes
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.shr(x[:, :], x[0:16, :])  # E:19 IO [shape-mismatch] shapes do not match in pl.shr: [32, 32] and [16, 32]
    return y


# check: pl.ands takes no floats
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.ands(x[:, :], 2)  # E:19 IO [dtype-support] element type FP32 is not accepted in pl.ands
    return y


# check: pl.ands takes a scalar
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.ands(x[:, :], x[:, :])  # E:19 IO [argument-type] `rhs` must be a scalar, found Tensor[[32, 32], INT32] in pl.ands
    return y


# check: pl.ors takes no floats
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.ors(x[:, :], 2)  # E:19 IO [dtype-support] element type FP32 is not accepted in pl.ors
    return y


# check: pl.ors takes a scalar
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.ors(x[:, :], x[:, :])  # E:19 IO [argument-type] `rhs` must be a scalar, found Tensor[[32, 32], INT32] in pl.ors
    return y


# check: pl.xors takes no floats
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.xors(x[:, :], 2)  # E:19 IO [dtype-support] element type FP32 is not accepted in pl.xors
    return y


# check: pl.xors takes a scalar
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.xors(x[:, :], x[:, :])  # E:19 IO [argument-type] `rhs` must be a scalar, found Tensor[[32, 32], INT32] in pl.xors
    return y


# check: pl.shls takes no floats
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.shls(x[:, :], 2)  # E:19 IO [dtype-support] element type FP32 is not accepted in pl.shls
    return y


# check: pl.shls takes a scalar
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.shls(x[:, :], x[:, :])  # E:19 IO [argument-type] `rhs` must be a scalar, found Tensor[[32, 32], INT32] in pl.shls
    return y


# check: pl.shrs takes no floats
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.shrs(x[:, :], 2)  # E:19 IO [dtype-support] element type FP32 is not accepted in pl.shrs
    return y


# check: pl.shrs takes a scalar
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.shrs(x[:, :], x[:, :])  # E:19 IO [argument-type] `rhs` must be a scalar, found Tensor[[32, 32], INT32] in pl.shrs
    return y


# check: a count below 0 in pl.shl
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.shl(x[:, :], -1)  # E:19 IO [number-range] the shift count -1 is outside 0..31 in pl.shl
    return y


# check: a count of a fraction in pl.shl
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.shl(x[:, :], 0.5)  # E:19 IO [number-range] the number 0.5 does not fit INT32 in pl.shl
    return y


# check: a count below 0 in pl.shr
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.shr(x[:, :], -1)  # E:19 IO [number-range] the shift count -1 is outside 0..31 in pl.shr
    return y


# check: a count of a fraction in pl.shr
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.shr(x[:, :], 0.5)  # E:19 IO [number-range] the number 0.5 does not fit INT32 in pl.shr
    return y


# check: a count below 0 in pl.shls
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.shls(x[:, :], -1)  # E:19 IO [number-range] the shift count -1 is outside 0..31 in pl.shls
    return y


# check: a count of a fraction in pl.shls
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.shls(x[:, :], 0.5)  # E:19 IO [number-range] the number 0.5 does not fit INT32 in pl.shls
    return y


# check: a count below 0 in pl.shrs
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.shrs(x[:, :], -1)  # E:19 IO [number-range] the shift count -1 is outside 0..31 in pl.shrs
    return y


# check: a count of a fraction in pl.shrs
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.shrs(x[:, :], 0.5)  # E:19 IO [number-range] the number 0.5 does not fit INT32 in pl.shrs
    return y


# check: a count below 0 in pl.shl of a tile
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.shl(pl.load(x, [0, 0], [32, 32]), -1), [0, 0], y)  # E:22 IO [number-range] the shift count -1 is outside 0..31 in pl.shl
    return y


# check: bitwise operations on 64 bits
# platform: a5sim
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT64], y: pl.Out[pl.Tensor[[32, 32], pl.INT64]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.and_(x[:, :], x[:, :])  # E:19 IO [dtype-support] pl.and_ does not execute INT64 on a5sim
    return y


# check: shifts of 64 bits on a2a3
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT64], y: pl.Out[pl.Tensor[[32, 32], pl.INT64]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.shl(x[:, :], 2)  # E:19 IO [dtype-support] pl.shl does not execute INT64 on a2a3sim
    return y


# check: scratch of pl.xor is a tile
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [32, 32])
        y = pl.store(pl.xor(t, t, 3), [0, 0], y)  # E:22 IO [operand-kind] `tmp` must be a tile, found Scalar[INDEX] in pl.xor
    return y
