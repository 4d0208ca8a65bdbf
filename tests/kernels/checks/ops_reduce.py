# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl

# check: pl.row_sum of a tile takes scratch of its type
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 1], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.row_sum(pl.load(x, [0, 0], [32, 32]), pl.create_tile([32, 32], pl.INT32)), [0, 0], y)  # E:22 IO [scratch] `tmp_tile` is Tile[[32, 32], INT32, Vec] in pl.row_sum
    return y


# check: pl.row_sum of a tile takes scratch of its size
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 1], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.row_sum(pl.load(x, [0, 0], [32, 32]), pl.create_tile([16, 32], pl.FP32)), [0, 0], y)  # E:22 IO [scratch] `tmp_tile` is Tile[[16, 32], FP32, Vec] in pl.row_sum
    return y


# check: pl.row_max of a tile takes scratch of its type
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 1], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.row_max(pl.load(x, [0, 0], [32, 32]), pl.create_tile([32, 32], pl.INT32)), [0, 0], y)  # E:22 IO [scratch] `tmp_tile` is Tile[[32, 32], INT32, Vec] in pl.row_max
    return y


# check: pl.row_max of a tile takes scratch of its size
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 1], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.row_max(pl.load(x, [0, 0], [32, 32]), pl.create_tile([16, 32], pl.FP32)), [0, 0], y)  # E:22 IO [scratch] `tmp_tile` is Tile[[16, 32], FP32, Vec] in pl.row_max
    return y


# check: pl.row_min of a tile takes scratch of its type
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 1], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.row_min(pl.load(x, [0, 0], [32, 32]), pl.create_tile([32, 32], pl.INT32)), [0, 0], y)  # E:22 IO [scratch] `tmp_tile` is Tile[[32, 32], INT32, Vec] in pl.row_min
    return y


# check: pl.row_min of a tile takes scratch of its size
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 1], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.row_min(pl.load(x, [0, 0], [32, 32]), pl.create_tile([16, 32], pl.FP32)), [0, 0], y)  # E:22 IO [scratch] `tmp_tile` is Tile[[16, 32], FP32, Vec] in pl.row_min
    return y


# check: pl.row_prod of a tile takes scratch of its type
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 1], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.row_prod(pl.load(x, [0, 0], [32, 32]), pl.create_tile([32, 32], pl.INT32)), [0, 0], y)  # E:22 IO [scratch] `tmp_tile` is Tile[[32, 32], INT32, Vec] in pl.row_prod
    return y


# check: pl.row_prod of a tile takes scratch of its size
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 1], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.row_prod(pl.load(x, [0, 0], [32, 32]), pl.create_tile([16, 32], pl.FP32)), [0, 0], y)  # E:22 IO [scratch] `tmp_tile` is Tile[[16, 32], FP32, Vec] in pl.row_prod
    return y


# check: pl.row_argmax of a tile takes scratch of its shape exactly
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 1], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.row_argmax(pl.load(x, [0, 0], [32, 32]), pl.create_tile([64, 32], pl.FP32)), [0, 0], y)  # E:22 IO [scratch] `tmp_tile` is Tile[[64, 32], FP32, Vec] in pl.row_argmax
    return y


# check: pl.row_argmax takes FP16 and FP32
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 1], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_argmax(x[:, :])  # E:19 IO [dtype-support] element type INT32 is not accepted in pl.row_argmax
    return y


# check: pl.row_argmax gives INT32
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 1], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_argmax(x[:, :])  # E:9 IO [dtype-mismatch] y[...]: a INT32 value cannot be stored into a FP32 tensor
    return y


# check: pl.row_argmin of a tile takes scratch of its shape exactly
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 1], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.row_argmin(pl.load(x, [0, 0], [32, 32]), pl.create_tile([64, 32], pl.FP32)), [0, 0], y)  # E:22 IO [scratch] `tmp_tile` is Tile[[64, 32], FP32, Vec] in pl.row_argmin
    return y


# check: pl.row_argmin takes FP16 and FP32
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 1], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_argmin(x[:, :])  # E:19 IO [dtype-support] element type INT32 is not accepted in pl.row_argmin
    return y


# check: pl.row_argmin gives INT32
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 1], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_argmin(x[:, :])  # E:9 IO [dtype-mismatch] y[...]: a INT32 value cannot be stored into a FP32 tensor
    return y


# check: pl.col_argmax of a tile takes scratch of its shape exactly
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[1, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.col_argmax(pl.load(x, [0, 0], [32, 32]), pl.create_tile([64, 32], pl.FP32)), [0, 0], y)  # E:22 IO [scratch] `tmp_tile` is Tile[[64, 32], FP32, Vec] in pl.col_argmax
    return y


# check: pl.col_argmax takes FP16 and FP32
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[1, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.col_argmax(x[:, :])  # E:19 IO [dtype-support] element type INT32 is not accepted in pl.col_argmax
    return y


# check: pl.col_argmax gives INT32
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[1, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.col_argmax(x[:, :])  # E:9 IO [dtype-mismatch] y[...]: a INT32 value cannot be stored into a FP32 tensor
    return y


# check: pl.col_argmin of a tile takes scratch of its shape exactly
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[1, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.col_argmin(pl.load(x, [0, 0], [32, 32]), pl.create_tile([64, 32], pl.FP32)), [0, 0], y)  # E:22 IO [scratch] `tmp_tile` is Tile[[64, 32], FP32, Vec] in pl.col_argmin
    return y


# check: pl.col_argmin takes FP16 and FP32
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[1, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.col_argmin(x[:, :])  # E:19 IO [dtype-support] element type INT32 is not accepted in pl.col_argmin
    return y


# check: pl.col_argmin gives INT32
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[1, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.col_argmin(x[:, :])  # E:9 IO [dtype-mismatch] y[...]: a INT32 value cannot be stored into a FP32 tensor
    return y


# check: pl.col_sum of a tile takes scratch of its size
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[1, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.col_sum(pl.load(x, [0, 0], [32, 32]), pl.create_tile([16, 16], pl.FP32)), [0, 0], y)  # E:22 IO [scratch] `tmp_tile` is Tile[[16, 16], FP32, Vec] in pl.col_sum
    return y


# check: pl.col_sum of a tile takes scratch of its type
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[1, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.col_sum(pl.load(x, [0, 0], [32, 32]), pl.create_tile([32, 32], pl.FP16)), [0, 0], y)  # E:22 IO [scratch] `tmp_tile` is Tile[[32, 32], FP16, Vec] in pl.col_sum
    return y


# check: pl.col_max has no scratch
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[1, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.col_max(pl.load(x, [0, 0], [32, 32]), pl.create_tile([32, 32], pl.FP32)), [0, 0], y)  # E:63 IO [argument-list] pl.col_max takes 1 argument, found 2
    return y


# check: pl.row_min does not take BF16
# platform: a5sim
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.BF16], y: pl.Out[pl.Tensor[[32, 1], pl.BF16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_min(x[:, :])  # E:19 IO [dtype-support] element type BF16 is not accepted in pl.row_min
    return y


# check: pl.row_min does not take INT8
# platform: a5sim
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT8], y: pl.Out[pl.Tensor[[32, 1], pl.INT8]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_min(x[:, :])  # E:19 IO [dtype-support] element type INT8 is not accepted in pl.row_min
    return y


# check: pl.row_min does not take UINT16
# platform: a5sim
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.UINT16], y: pl.Out[pl.Tensor[[32, 1], pl.UINT16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_min(x[:, :])  # E:19 IO [dtype-support] element type UINT16 is not accepted in pl.row_min
    return y


# check: pl.row_sum of INT8 on a2a3
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT8], y: pl.Out[pl.Tensor[[32, 1], pl.INT8]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_sum(x[:, :])  # E:19 IO [dtype-support] element type INT8 is not accepted in pl.row_sum
    return y


# check: pl.col_sum of INT8 on a2a3
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT8], y: pl.Out[pl.Tensor[[1, 32], pl.INT8]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.col_sum(x[:, :])  # E:19 IO [dtype-support] pl.col_sum does not execute INT8 on a2a3sim
    return y


# check: pl.row_sum of UINT32 on a2a3
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.UINT32], y: pl.Out[pl.Tensor[[32, 1], pl.UINT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_sum(x[:, :])  # E:19 IO [dtype-support] element type UINT32 is not accepted in pl.row_sum
    return y


# check: pl.col_sum of UINT32 on a2a3
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.UINT32], y: pl.Out[pl.Tensor[[1, 32], pl.UINT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.col_sum(x[:, :])  # E:19 IO [dtype-support] pl.col_sum does not execute UINT32 on a2a3sim
    return y


# check: pl.col_sum takes two axes
@pl.jit
def kernel(x: pl.Tensor[[32], pl.FP32], y: pl.Out[pl.Tensor[[32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.col_sum(x[:])  # E:16 IO [rank] a column reduction needs two axes, found Tensor[[32], FP32] in pl.col_sum
    return y


# check: pl.col_max takes two axes
@pl.jit
def kernel(x: pl.Tensor[[32], pl.FP32], y: pl.Out[pl.Tensor[[32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.col_max(x[:])  # E:16 IO [rank] a column reduction needs two axes, found Tensor[[32], FP32] in pl.col_max
    return y


# check: pl.col_min takes two axes
@pl.jit
def kernel(x: pl.Tensor[[32], pl.FP32], y: pl.Out[pl.Tensor[[32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.col_min(x[:])  # E:16 IO [rank] a column reduction needs two axes, found Tensor[[32], FP32] in pl.col_min
    return y


# check: pl.col_prod takes two axes
@pl.jit
def kernel(x: pl.Tensor[[32], pl.FP32], y: pl.Out[pl.Tensor[[32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.col_prod(x[:])  # E:16 IO [rank] a column reduction needs two axes, found Tensor[[32], FP32] in pl.col_prod
    return y


# check: no column holds data: pl.row_sum
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 1], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.slice(x, [32, 32], [0, 0], valid_shape=[32, 0])
        y[:, :] = pl.row_sum(t)  # E:19 IO [valid-shape] the reduced axis has no valid element in pl.row_sum
    return y


# check: no column holds data: pl.row_max
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 1], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.slice(x, [32, 32], [0, 0], valid_shape=[32, 0])
        y[:, :] = pl.row_max(t)  # E:19 IO [valid-shape] the reduced axis has no valid element in pl.row_max
    return y


# check: no column holds data: pl.row_min
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 1], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.slice(x, [32, 32], [0, 0], valid_shape=[32, 0])
        y[:, :] = pl.row_min(t)  # E:19 IO [valid-shape] the reduced axis has no valid element in pl.row_min
    return y


# check: no column holds data: pl.row_prod
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 1], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.slice(x, [32, 32], [0, 0], valid_shape=[32, 0])
        y[:, :] = pl.row_prod(t)  # E:19 IO [valid-shape] the reduced axis has no valid element in pl.row_prod
    return y


# check: no column holds data: pl.row_argmax
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 1], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.slice(x, [32, 32], [0, 0], valid_shape=[32, 0])
        y[:, :] = pl.row_argmax(t)  # E:19 IO [valid-shape] the reduced axis has no valid element in pl.row_argmax
    return y


# check: no column holds data: pl.row_argmin
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 1], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.slice(x, [32, 32], [0, 0], valid_shape=[32, 0])
        y[:, :] = pl.row_argmin(t)  # E:19 IO [valid-shape] the reduced axis has no valid element in pl.row_argmin
    return y


# check: no row holds data: pl.col_sum
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[1, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.slice(x, [32, 32], [0, 0], valid_shape=[0, 32])
        y[:, :] = pl.col_sum(t)  # E:19 IO [valid-shape] the reduced axis has no valid element in pl.col_sum
    return y


# check: no row holds data: pl.col_max
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[1, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.slice(x, [32, 32], [0, 0], valid_shape=[0, 32])
        y[:, :] = pl.col_max(t)  # E:19 IO [valid-shape] the reduced axis has no valid element in pl.col_max
    return y


# check: no row holds data: pl.col_min
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[1, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.slice(x, [32, 32], [0, 0], valid_shape=[0, 32])
        y[:, :] = pl.col_min(t)  # E:19 IO [valid-shape] the reduced axis has no valid element in pl.col_min
    return y


# check: no row holds data: pl.col_prod
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[1, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.slice(x, [32, 32], [0, 0], valid_shape=[0, 32])
        y[:, :] = pl.col_prod(t)  # E:19 IO [valid-shape] the reduced axis has no valid element in pl.col_prod
    return y


# check: no row holds data: pl.col_argmax
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[1, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.slice(x, [32, 32], [0, 0], valid_shape=[0, 32])
        y[:, :] = pl.col_argmax(t)  # E:19 IO [valid-shape] the reduced axis has no valid element in pl.col_argmax
    return y


# check: no row holds data: pl.col_argmin
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[1, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.slice(x, [32, 32], [0, 0], valid_shape=[0, 32])
        y[:, :] = pl.col_argmin(t)  # E:19 IO [valid-shape] the reduced axis has no valid element in pl.col_argmin
    return y


# check: no column of a tile holds data
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 1], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.set_validshape(pl.load(x, [0, 0], [32, 32]), 32, 0)
        y = pl.store(pl.row_sum(t, pl.create_tile([32, 32], pl.FP32)), [0, 0], y)  # E:22 IO [valid-shape] the reduced axis has no valid element in pl.row_sum
    return y


# check: a reduction takes no scalar
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.FP32], y: pl.Out[pl.Tensor[[32, 1], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_sum(s)  # E:19 IO [operand-kind] `input` must be a tensor or a tile, found a scalar (Scalar[FP32]) in pl.row_sum
    return y


# check: the result of a reduction keeps its axes
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.row_sum(x[:, :])  # E:9 TE [window-shape] source has 2 axes, the window has 1
    return y
