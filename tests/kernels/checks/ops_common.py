# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl

# check: a tensor and a tile are never in one operation
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x[:, :], pl.load(x, [0, 0], [32, 32]))  # E:19 IO [level-mix] cannot mix a tensor (Tensor[[32, 32], FP32]) and a tile (Tile[[32, 32], FP32, Vec]) in one operation in pl.add
    return y


# check: a tile and a tensor are never in one operation
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(pl.load(x, [0, 0], [32, 32]), x[:, :])  # E:19 IO [level-mix] cannot mix a tensor (Tensor[[32, 32], FP32]) and a tile (Tile[[32, 32], FP32, Vec]) in one operation in pl.add
    return y


# check: pl.tile takes no tensors
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.tile.exp(x[:, :])  # E:19 IO [level-mix] pl.tile.exp takes tiles, `input` is a tensor (Tensor[[32, 32], FP32])
    return y


# check: pl.tensor takes no tiles
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.tensor.exp(pl.load(x, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [level-mix] pl.tensor.exp takes tensors, `input` is a tile (Tile[[32, 32], FP32, Vec])
    return y


# check: a re-export of tile operations alone takes no tensor
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.relu(x[:, :])  # E:19 IO [level-mix] pl.relu takes tiles, `input` is a tensor (Tensor[[32, 32], FP32])
    return y


# check: a re-export of tensor operations alone takes no tile
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [32, 32])
        y[:, :] = pl.scatter(t, -1, t, t)  # E:19 IO [operand-kind] `input` must be a tensor, found Tile[[32, 32], FP32, Vec] in pl.scatter
    return y


# check: a name that pl does not have
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.softmax(x[:, :])  # E:19 IO [unknown-operation] unknown operation pl.softmax
    return y


# check: a name that pl.tensor does not have
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.tensor.relu(x[:, :])  # E:19 IO [unknown-operation] unknown operation pl.tensor.relu
    return y


# check: a name that pl.tile does not have
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.tile.scatter_add(x[:, :], x[:, :])  # E:19 IO [unknown-operation] unknown operation pl.tile.scatter_add
    return y


# check: the tile form of gather has no dispatcher
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [32, 32])
        y = pl.store(pl.gather(t, t, t), [0, 0], y)  # E:35 IO [level-mix] pl.gather takes tensors, `t` is Tile[[32, 32], FP32, Vec]
    return y


# check: a scalar does not stand on the left of a tensor: add
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(2.0, x[:, :])  # E:19 IO [operand-kind] a scalar cannot stand on the left of a tensor in pl.add
    return y


# check: a scalar does not stand on the left of a tensor: sub
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.sub(2.0, x[:, :])  # E:19 IO [operand-kind] a scalar cannot stand on the left of a tensor in pl.sub
    return y


# check: a scalar does not stand on the left of a tensor: mul
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mul(2.0, x[:, :])  # E:19 IO [operand-kind] a scalar cannot stand on the left of a tensor in pl.mul
    return y


# check: a scalar does not stand on the left of a tensor: div
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.div(2.0, x[:, :])  # E:19 IO [operand-kind] a scalar cannot stand on the left of a tensor in pl.div
    return y


# check: a scalar does not stand on the left of a tensor: fmod
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.fmod(2.0, x[:, :])  # E:19 IO [operand-kind] a scalar cannot stand on the left of a tensor in pl.fmod
    return y


# check: a scalar does not stand on the left of a tensor: maximum
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.maximum(2.0, x[:, :])  # E:19 IO [operand-kind] a scalar cannot stand on the left of a tensor in pl.maximum
    return y


# check: a scalar does not stand on the left of a tensor: minimum
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.minimum(2.0, x[:, :])  # E:19 IO [operand-kind] a scalar cannot stand on the left of a tensor in pl.minimum
    return y


# check: a scalar does not stand on the left of a tensor: and_
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.and_(2, x[:, :])  # E:19 IO [operand-kind] a scalar cannot stand on the left of a tensor in pl.and_
    return y


# check: a scalar does not stand on the left of a tensor: or_
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.or_(2, x[:, :])  # E:19 IO [operand-kind] a scalar cannot stand on the left of a tensor in pl.or_
    return y


# check: a scalar does not stand on the left of a tensor: xor
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.xor(2, x[:, :])  # E:19 IO [operand-kind] a scalar cannot stand on the left of a tensor in pl.xor
    return y


# check: a scalar does not stand on the left of a tensor: shl
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.shl(2, x[:, :])  # E:19 IO [operand-kind] a scalar cannot stand on the left of a tensor in pl.shl
    return y


# check: a scalar does not stand on the left of a tensor: shr
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.shr(2, x[:, :])  # E:19 IO [operand-kind] a scalar cannot stand on the left of a tensor in pl.shr
    return y


# check: a scalar does not stand on the left of a tile
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.sub(2.0, pl.load(x, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [operand-kind] a scalar cannot stand on the left of a tile in pl.sub
    return y


# check: a scalar parameter does not stand on the left
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.div(s, x[:, :])  # E:19 IO [operand-kind] a scalar cannot stand on the left of a tensor in pl.div
    return y


# check: True is no arithmetic operand
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x[:, :], True)  # E:19 IO [scalar-type] a bool is not an arithmetic operand in pl.add
    return y


# check: False is no arithmetic operand of a tile
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.mul(pl.load(x, [0, 0], [32, 32]), False), [0, 0], y)  # E:22 IO [scalar-type] a bool is not an arithmetic operand in pl.mul
    return y


# check: a BOOL scalar is no arithmetic operand
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x[:, :], s == 1)  # E:19 IO [dtype-mismatch] scalar is BOOL, array is FP32 in pl.add
    return y


# check: bool literals are no operands of scalar arithmetic
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    n = pl.add(pl.dim(x, 0), True)  # E:9 IO [scalar-type] arithmetic and comparisons take numbers, not BOOL in pl.add
    with pl.at(level=pl.Level.CORE_GROUP):
        y[n : n + 1, :] = x[0:1, :]
    return y


# check: with tensors pl.row_sum has no tmp_tile
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 1], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_sum(x[:, :], tmp_tile=pl.create_tile([32, 32], pl.FP32))  # E:19 IO [level-mix] `tmp_tile` is for tiles in pl.row_sum
    return y


# check: with tiles pl.row_sum needs tmp_tile
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 1], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.row_sum(pl.load(x, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [scratch] `tmp_tile` is missing in pl.row_sum: with tiles the scratch is given
    return y


# check: with tensors pl.row_max has no tmp_tile
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 1], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_max(x[:, :], tmp_tile=pl.create_tile([32, 32], pl.FP32))  # E:19 IO [level-mix] `tmp_tile` is for tiles in pl.row_max
    return y


# check: with tiles pl.row_max needs tmp_tile
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 1], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.row_max(pl.load(x, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [scratch] `tmp_tile` is missing in pl.row_max: with tiles the scratch is given
    return y


# check: with tensors pl.row_min has no tmp_tile
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 1], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_min(x[:, :], tmp_tile=pl.create_tile([32, 32], pl.FP32))  # E:19 IO [level-mix] `tmp_tile` is for tiles in pl.row_min
    return y


# check: with tiles pl.row_min needs tmp_tile
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 1], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.row_min(pl.load(x, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [scratch] `tmp_tile` is missing in pl.row_min: with tiles the scratch is given
    return y


# check: with tensors pl.row_prod has no tmp_tile
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 1], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_prod(x[:, :], tmp_tile=pl.create_tile([32, 32], pl.FP32))  # E:19 IO [level-mix] `tmp_tile` is for tiles in pl.row_prod
    return y


# check: with tiles pl.row_prod needs tmp_tile
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 1], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.row_prod(pl.load(x, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [scratch] `tmp_tile` is missing in pl.row_prod: with tiles the scratch is given
    return y


# check: with tensors pl.row_argmax has no tmp_tile
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 1], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_argmax(x[:, :], tmp_tile=pl.create_tile([32, 32], pl.FP32))  # E:19 IO [level-mix] `tmp_tile` is for tiles in pl.row_argmax
    return y


# check: with tiles pl.row_argmax needs tmp_tile
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 1], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.row_argmax(pl.load(x, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [scratch] `tmp_tile` is missing in pl.row_argmax: with tiles the scratch is given
    return y


# check: with tensors pl.row_argmin has no tmp_tile
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 1], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_argmin(x[:, :], tmp_tile=pl.create_tile([32, 32], pl.FP32))  # E:19 IO [level-mix] `tmp_tile` is for tiles in pl.row_argmin
    return y


# check: with tiles pl.row_argmin needs tmp_tile
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 1], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.row_argmin(pl.load(x, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [scratch] `tmp_tile` is missing in pl.row_argmin: with tiles the scratch is given
    return y


# check: with tensors pl.col_argmax has no tmp_tile
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[1, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.col_argmax(x[:, :], tmp_tile=pl.create_tile([32, 32], pl.FP32))  # E:19 IO [level-mix] `tmp_tile` is for tiles in pl.col_argmax
    return y


# check: with tiles pl.col_argmax needs tmp_tile
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[1, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.col_argmax(pl.load(x, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [scratch] `tmp_tile` is missing in pl.col_argmax: with tiles the scratch is given
    return y


# check: with tensors pl.col_argmin has no tmp_tile
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[1, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.col_argmin(x[:, :], tmp_tile=pl.create_tile([32, 32], pl.FP32))  # E:19 IO [level-mix] `tmp_tile` is for tiles in pl.col_argmin
    return y


# check: with tiles pl.col_argmin needs tmp_tile
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[1, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.col_argmin(pl.load(x, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [scratch] `tmp_tile` is missing in pl.col_argmin: with tiles the scratch is given
    return y


# check: pl.tensor.row_sum has no parameter for scratch
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 1], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.tensor.row_sum(x[:, :], tmp_tile=None)  # E:46 IO [argument-list] pl.tensor.row_sum has no parameter `tmp_tile`
    return y


# check: with tensors pl.col_sum has no tmp_tile
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[1, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.col_sum(x[:, :], tmp_tile=pl.create_tile([32, 32], pl.FP32))  # E:19 IO [level-mix] `tmp_tile` is for tiles in pl.col_sum
    return y


# check: with tensors pl.xor has no tmp
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.xor(x[:, :], x[:, :], tmp=pl.create_tile([32, 32], pl.INT32))  # E:19 IO [level-mix] `tmp` is for tiles in pl.xor
    return y


# check: with tensors pl.xors has no tmp
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.xors(x[:, :], 3, tmp=pl.create_tile([32, 32], pl.INT32))  # E:19 IO [level-mix] `tmp` is for tiles in pl.xors
    return y


# check: with tiles pl.xor needs tmp
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [32, 32])
        y = pl.store(pl.xor(t, t), [0, 0], y)  # E:22 IO [scratch] `tmp` is missing in pl.xor: with tiles the scratch is given
    return y


# check: with tiles pl.xors needs tmp
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [32, 32])
        y = pl.store(pl.xors(t, 3), [0, 0], y)  # E:22 IO [scratch] `tmp` is missing in pl.xors: with tiles the scratch is given
    return y


# check: with tiles pl.xor with a number needs tmp
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [32, 32])
        y = pl.store(pl.xor(t, 3), [0, 0], y)  # E:22 IO [scratch] `tmp` is missing in pl.xor: with tiles the scratch is given
    return y


# check: with tensors pl.row_expand_add has no tmp
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_expand_add(x[:, :], x[:, 0:1], tmp=pl.create_tile([32, 32], pl.FP32))  # E:19 IO [level-mix] `tmp` is for tiles in pl.row_expand_add
    return y


# check: with tiles pl.matmul does not take a_trans=True
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        y = pl.store(pl.matmul(t, t, a_trans=True), [0, 0], y)  # E:22 IO [level-mix] `a_trans` is for tensors in pl.matmul
    return y


# check: with tiles pl.matmul does not take b_trans=True
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        y = pl.store(pl.matmul(t, t, b_trans=True), [0, 0], y)  # E:22 IO [level-mix] `b_trans` is for tensors in pl.matmul
    return y


# check: with tiles pl.matmul does not take c_matrix_nz=True
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        y = pl.store(pl.matmul(t, t, c_matrix_nz=True), [0, 0], y)  # E:22 IO [level-mix] `c_matrix_nz` is for tensors in pl.matmul
    return y


# check: with tiles pl.matmul does not take out_dtype=pl.BF16
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        y = pl.store(pl.matmul(t, t, out_dtype=pl.BF16), [0, 0], y)  # E:22 IO [dtype-support] the product is accumulated in FP32 in pl.matmul
    return y


# check: with tiles pl.matmul_acc does not take a_trans=True
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(t, t)
        y = pl.store(pl.matmul_acc(c, t, t, a_trans=True), [0, 0], y)  # E:22 IO [level-mix] `a_trans` is for tensors in pl.matmul_acc
    return y


# check: with tiles pl.matmul_acc does not take b_trans=True
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(t, t)
        y = pl.store(pl.matmul_acc(c, t, t, b_trans=True), [0, 0], y)  # E:22 IO [level-mix] `b_trans` is for tensors in pl.matmul_acc
    return y


# check: pl.batch_matmul takes tiles alone
@pl.jit
def kernel(x: pl.Tensor[[2, 32, 32], pl.FP32], y: pl.Out[pl.Tensor[[2, 32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :, :] = pl.batch_matmul(x[:, :, :], x[:, :, :])  # E:22 IO [level-mix] pl.batch_matmul takes tiles, `lhs` is a tensor (Tensor[[2, 32, 32], FP32])
    return y


# check: with tiles pl.rsqrt has no high_precision
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.rsqrt(pl.load(x, [0, 0], [32, 32]), high_precision=True), [0, 0], y)  # E:22 IO [level-mix] `high_precision` is for tensors in pl.rsqrt
    return y


# check: with tiles pl.slice has no clamp
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.slice(pl.load(x, [0, 0], [32, 32]), [32, 32], [0, 0], clamp=True), [0, 0], y)  # E:22 IO [level-mix] `clamp` is for tensors in pl.slice
    return y


# check: with tiles pl.assemble has no atomic adds
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[64, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [32, 32])
        b = pl.create_tile([64, 32], pl.FP32)
        b = pl.assemble(b, t, [0, 0], atomic=pl.AtomicType.Add)  # E:13 IO [level-mix] `atomic` is for tensors in pl.assemble
        y = pl.store(b, [0, 0], y)
    return y


# check: with tensors pl.mrgsort has no tmp
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[1, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mrgsort(x[0:1, :], x[1:2, :], tmp=pl.create_tile([1, 64], pl.FP32))  # E:19 IO [level-mix] `tmp` is for tiles in pl.mrgsort
    return y


# check: with tiles pl.mrgsort of several lists needs tmp
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[1, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.load(x, [0, 0], [1, 32])
        b = pl.load(x, [1, 0], [1, 32])
        y = pl.store(pl.mrgsort(a, b), [0, 0], y)  # E:22 IO [scratch] `tmp` is missing in pl.mrgsort: with tiles the scratch is given
    return y


# check: an unknown keyword of an operation
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.BF16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, :], pl.BF16, mod='rint')  # E:45 IO [argument-list] pl.cast has no parameter `mod`
    return y


# check: a missing argument
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x[:, :])  # E:19 IO [argument-list] pl.add needs `rhs`
    return y


# check: one argument too many
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.exp(x[:, :], x[:, :])  # E:35 IO [argument-list] pl.exp takes 1 argument, found 2
    return y


# check: an argument given by position and by keyword
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x[:, :], lhs=x[:, :])  # E:35 IO [argument-list] pl.add got `lhs` twice
    return y


# check: a starred argument
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(*[x[:, :], x[:, :]])  # E:26 UF [argument-list] `*` arguments are not part of the kernel language
    return y


# check: a double starred argument
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.exp(**{'input': x[:, :]})  # E:28 UF [argument-list] `**` arguments are not part of the kernel language
    return y


# check: slice takes the shape first, and an offset that looks like a shape is seen
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.slice(x, [0, 0], [32, 32])  # E:19 IO [number-range] the shape is [0, 0] at [32, 32] in pl.slice: they stand in each other's place
    return y


# check: what computes stands in a region: pl.exp
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t = pl.exp(x)  # E:9 IO [misplaced] Misplaced tensor op 'exp': pl.exp computes, and this code only decides what runs
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = t
    return y


# check: what computes stands in a region: pl.add
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t = pl.add(x, x)  # E:9 IO [misplaced] Misplaced tensor op 'add': pl.add computes, and this code only decides what runs
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = t
    return y


# check: what computes stands in a region: pl.row_sum
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 1], pl.FP32]]):
    t = pl.row_sum(x)  # E:9 IO [misplaced] Misplaced tensor op 'row_sum': pl.row_sum computes, and this code only decides what runs
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = t
    return y


# check: what computes stands in a region: pl.matmul
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t = pl.matmul(x, x)  # E:9 IO [misplaced] Misplaced tensor op 'matmul': pl.matmul computes, and this code only decides what runs
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = t
    return y


# check: what computes stands in a region: pl.cast
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.BF16]]):
    t = pl.cast(x, pl.BF16)  # E:9 IO [misplaced] Misplaced tensor op 'cast': pl.cast computes, and this code only decides what runs
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = t
    return y


# check: what computes stands in a region: pl.fillpad
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t = pl.fillpad(x)  # E:9 IO [misplaced] Misplaced tensor op 'fillpad': pl.fillpad computes, and this code only decides what runs
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = t
    return y


# check: what computes stands in a region: pl.full
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t = pl.full([32, 32], pl.FP32, 1.0)  # E:9 IO [misplaced] Misplaced tensor op 'full': pl.full computes, and this code only decides what runs
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = t
    return y


# check: what computes stands in a region: pl.col_expand_mul
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t = pl.col_expand_mul(x, x[0:1, :])  # E:9 IO [misplaced] Misplaced tensor op 'col_expand_mul': pl.col_expand_mul computes, and this code only decides what runs
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = t
    return y


# check: what computes stands in a region: pl.concat
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
    t = pl.concat(x, x)  # E:9 IO [misplaced] Misplaced tensor op 'concat': pl.concat computes, and this code only decides what runs
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = t
    return y


# check: what computes stands in a region: pl.load
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t = pl.load(x, [0, 0], [32, 32])  # E:9 IO [misplaced] Misplaced tensor op 'load': pl.load computes, and this code only decides what runs
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = t
    return y


# check: one tensor is not written by elements and by windows
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
        pl.write(y, [0, 0], 1.0)  # E:9 VE [mixed-writes] `y` is written by windows and by single elements in one region
    return y


# check: one tensor is not written by pl.store and by elements
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.write(y, [0, 0], 1.0)
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)  # E:13 VE [mixed-writes] `y` is written by windows and by single elements in one region
    return y


# check: one tensor is not written by elements and by windows, in a function
@pl.jit.incore
def body(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t = pl.load(x, [0, 0], [32, 32])
    y = pl.store(t, [0, 0], y)
    pl.write(y, [0, 0], 1.0)  # E:5 VE [mixed-writes] `y` is written by windows and by single elements in one region
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = body(x, y)
    return y


# check: a function of the vector core has no matrix products
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIV)
    def body(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        t = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        y = pl.store(pl.matmul(t, t), [0, 0], y)  # E:22 TE [core-kind] body is an AIV function and pl.matmul runs on the cube core
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.body(x, y)
        return y


# check: a function of the cube core does not compute on vectors: elementwise
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def body(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        t = pl.load(x, [0, 0], [32, 32])
        y = pl.store(pl.exp(t), [0, 0], y)  # E:22 TE [core-kind] body is an AIC function and pl.exp runs on the vector core
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.body(x, y)
        return y


# check: a function of the cube core does not compute on vectors: reductions
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def body(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        t = pl.load(x, [0, 0], [32, 32])
        y = pl.store(pl.row_expand_mul(t, pl.row_sum(t, t)), [0, 0], y)  # E:43 TE [core-kind] body is an AIC function and pl.row_sum runs on the vector core
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.body(x, y)
        return y


# check: a function of the cube core does not compute on vectors: fillpad
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def body(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        t = pl.load(x, [0, 0], [32, 32])
        y = pl.store(pl.fillpad(t), [0, 0], y)  # E:22 TE [core-kind] body is an AIC function and pl.fillpad runs on the vector core
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.body(x, y)
        return y


# check: a function of the cube core does not compute on vectors: compare
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def body(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        t = pl.load(x, [0, 0], [32, 32])
        y = pl.store(pl.sel(pl.cmp(t, t), t, t, pl.create_tile([1, 32], pl.UINT8)), [0, 0], y)  # E:29 TE [core-kind] body is an AIC function and pl.cmp runs on the vector core
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.body(x, y)
        return y


# check: a 4-bit view starts at a whole byte
@pl.jit
def kernel(x: pl.Tensor[[32, 64], pl.INT4], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, 1:33], pl.FP32)  # E:19 IO [dtype-support] casts of INT4 are not supported in pl.cast
    return y


# check: BOOL is no element type of a tile
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(pl.cast(x[:, :], pl.BOOL), pl.FP32)  # E:27 IO [dtype-support] casts of BOOL are not supported in pl.cast
    return y


# check: a loop variable is no data
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(4):
            y[:, :] = pl.add(x[:, :], i)  # E:23 IO [scalar-type] a loop variable or extent cannot be used as data directly in pl.add
    return y


# check: an extent is no data
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mul(x[:, :], pl.dim(x, 0) * n)  # E:19 IO [scalar-type] a loop variable or extent cannot be used as data directly in pl.mul
    return y


# check: an INDEX scalar is no data of a tile
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.add(pl.load(x, [0, 0], [32, 32]), n), [0, 0], y)  # E:22 IO [scalar-type] a loop variable or extent cannot be used as data directly in pl.add
    return y


# check: pl.subs converts scalars of six types alone
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.INT64], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.subs(x[:, :], s)  # E:19 IO [unknown-operation] unknown operation pl.subs
    return y


# check: pl.sub with a scalar of another type
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.UINT8], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.sub(x[:, :], s)  # E:19 IO [dtype-mismatch] scalar is UINT8, array is FP32 in pl.sub
    return y


# check: a number that the element type cannot hold
# platform: a5sim
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT8], y: pl.Out[pl.Tensor[[32, 32], pl.INT8]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x[:, :], 300)  # E:19 IO [number-range] the number 300 does not fit INT8 in pl.add
    return y


# check: a negative number beside unsigned elements
# platform: a5sim
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.UINT32], y: pl.Out[pl.Tensor[[32, 32], pl.UINT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x[:, :], -1)  # E:19 IO [number-range] the number -1 does not fit UINT32 in pl.add
    return y


# check: a fraction beside a tile of integers
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.add(pl.load(x, [0, 0], [32, 32]), 0.5), [0, 0], y)  # E:22 IO [number-range] the number 0.5 does not fit INT32 in pl.add
    return y


# check: a fraction makes integers of a tensor FP32
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x[:, :], 0.5)  # E:9 IO [dtype-mismatch] y[...]: a FP32 value cannot be stored into a INT32 tensor
    return y


# check: bitwise operations keep the type and take no fraction
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.and_(x[:, :], 0.5)  # E:19 IO [dtype-support] element type FP32 is not accepted in pl.and_
    return y


# check: a number beyond FP16
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP16], y: pl.Out[pl.Tensor[[32, 32], pl.FP16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x[:, :], 70000.0)  # E:19 IO [number-range] the number 70000.0 does not fit FP16 in pl.add
    return y


# check: shapes that neither agree nor broadcast
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x[:, :], x[:, 0:16])  # E:19 IO [shape-mismatch] shapes do not match in pl.add: [32, 32] and [32, 16]
    return y


# check: a row beside a matrix says which operation takes it
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x[:, :], x[0:1, :])  # E:19 IO [shape-mismatch] shapes do not match in pl.add: [32, 32] and [1, 32]
    return y


# check: other ranks
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    v: pl.Tensor[[32], pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x[:, :], v[:])  # E:19 IO [shape-mismatch] shapes do not match in pl.add: [32, 32] and [32]
    return y


# check: tiles do not broadcast
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.add(pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 1])), [0, 0], y)  # E:22 IO [shape-mismatch] shapes do not match in pl.add: [32, 32] and [32, 1]
    return y


# check: pl.maximum has no form for a column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.maximum(x[:, :], x[:, 0:1])  # E:19 IO [shape-mismatch] shapes do not match in pl.maximum: [32, 32] and [32, 1]
    return y


# check: pl.minimum has no form for a column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.minimum(x[:, :], x[:, 0:1])  # E:19 IO [shape-mismatch] shapes do not match in pl.minimum: [32, 32] and [32, 1]
    return y


# check: pl.cmp has no form for a column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cmp(x[:, :], x[:, 0:1])  # E:19 IO [shape-mismatch] shapes do not match in pl.cmp: [32, 32] and [32, 1]
    return y


# check: pl.fmod has no form for a column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.fmod(x[:, :], x[:, 0:1])  # E:19 IO [shape-mismatch] shapes do not match in pl.fmod: [32, 32] and [32, 1]
    return y


# check: pl.part_add has no form for a column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.part_add(x[:, :], x[:, 0:1])  # E:19 IO [shape-mismatch] shapes do not match in pl.part_add: [32, 32] and [32, 1]
    return y


# check: pl.part_mul has no form for a column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.part_mul(x[:, :], x[:, 0:1])  # E:19 IO [shape-mismatch] shapes do not match in pl.part_mul: [32, 32] and [32, 1]
    return y


# check: pl.part_max has no form for a column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.part_max(x[:, :], x[:, 0:1])  # E:19 IO [shape-mismatch] shapes do not match in pl.part_max: [32, 32] and [32, 1]
    return y


# check: pl.part_min has no form for a column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.part_min(x[:, :], x[:, 0:1])  # E:19 IO [shape-mismatch] shapes do not match in pl.part_min: [32, 32] and [32, 1]
    return y


# check: pl.and_ has no form for a column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.and_(x[:, :], x[:, 0:1])  # E:19 IO [shape-mismatch] shapes do not match in pl.and_: [32, 32] and [32, 1]
    return y


# check: pl.or_ has no form for a column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.or_(x[:, :], x[:, 0:1])  # E:19 IO [shape-mismatch] shapes do not match in pl.or_: [32, 32] and [32, 1]
    return y


# check: pl.xor has no form for a column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.xor(x[:, :], x[:, 0:1])  # E:19 IO [shape-mismatch] shapes do not match in pl.xor: [32, 32] and [32, 1]
    return y


# check: pl.shl has no form for a column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.shl(x[:, :], x[:, 0:1])  # E:19 IO [shape-mismatch] shapes do not match in pl.shl: [32, 32] and [32, 1]
    return y


# check: pl.shr has no form for a column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.shr(x[:, :], x[:, 0:1])  # E:19 IO [shape-mismatch] shapes do not match in pl.shr: [32, 32] and [32, 1]
    return y


# check: a column on the left of pl.sub
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.sub(x[:, 0:1], x[:, :])  # E:19 IO [shape-mismatch] a column on the left of pl.sub is not supported
    return y


# check: a column on the left of pl.div
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.div(x[:, 0:1], x[:, :])  # E:19 IO [shape-mismatch] a column on the left of pl.div is not supported
    return y


# check: a tile of the cube's spaces is no vector operand
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Left)  # E:13 IO [memory-space] a load reaches Vec and Mat, not Left in pl.load
        y = pl.store(pl.exp(t), [0, 0], y)
    return y


# check: a tile in Left is not stored
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.move(pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat), pl.Mem.Left)
        y = pl.store(t, [0, 0], y)  # E:13 IO [memory-space] a tile in Left cannot be stored in pl.store
    return y


# check: a tile in Right does not move to Vec
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.move(pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat), pl.Mem.Right)
        y = pl.store(pl.move(t, pl.Mem.Vec), [0, 0], y)  # E:22 IO [memory-space] no move from Right to Vec in pl.move
    return y
