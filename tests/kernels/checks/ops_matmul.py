# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl

# check: the inner extents of a product agree
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    w: pl.Tensor[[16, 32], pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.matmul(x[:, :], w[:, :])  # E:19 IO [shape-mismatch] shapes do not match in pl.matmul: [32, 32] times [16, 32]
    return y


# check: the inner extents with a_trans
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    w: pl.Tensor[[32, 32], pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.matmul(x[0:16, :], w[:, :], a_trans=True)  # E:19 IO [shape-mismatch] shapes do not match in pl.matmul: [32, 16] times [32, 32]
    return y


# check: the inner extents with b_trans
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    w: pl.Tensor[[32, 16], pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.matmul(x[:, :], w[:, :], b_trans=True)  # E:19 IO [shape-mismatch] shapes do not match in pl.matmul: [32, 32] times [16, 32]
    return y


# check: inner extents of a vector and a matrix
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], v: pl.Tensor[[16], pl.FP32], y: pl.Out[pl.Tensor[[32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.matmul(v[:], x[:, :])  # E:16 IO [shape-mismatch] shapes do not match in pl.matmul: [1, 16] times [32, 32]
    return y


# check: inner extents of a matrix and a vector
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], v: pl.Tensor[[16], pl.FP32], y: pl.Out[pl.Tensor[[32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.matmul(x[:, :], v[:])  # E:16 IO [shape-mismatch] shapes do not match in pl.matmul: [32, 32] times [16, 1]
    return y


# check: a_trans needs two axes
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], v: pl.Tensor[[32], pl.FP32], y: pl.Out[pl.Tensor[[32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.matmul(v[:], x[:, :], a_trans=True)  # E:16 IO [rank] `lhs` has one axis and cannot be transposed in pl.matmul
    return y


# check: b_trans needs two axes
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], v: pl.Tensor[[32], pl.FP32], y: pl.Out[pl.Tensor[[32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.matmul(x[:, :], v[:], b_trans=True)  # E:16 IO [rank] `rhs` has one axis and cannot be transposed in pl.matmul
    return y


# check: leading extents of a product broadcast
@pl.jit
def kernel(
    x: pl.Tensor[[2, 32, 32], pl.FP32],
    w: pl.Tensor[[3, 32, 32], pl.FP32],
    y: pl.Out[pl.Tensor[[2, 32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :, :] = pl.matmul(x[:, :, :], w[:, :, :])  # E:22 IO [shape-mismatch] the batches [2] and [3] do not match in pl.matmul
    return y


# check: operands of one type: FP32 and BF16
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    w: pl.Tensor[[32, 32], pl.BF16],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.matmul(x[:, :], w[:, :])  # E:19 IO [dtype-mismatch] operands are FP32 and BF16 in pl.matmul
    return y


# check: operands of one type: FP16 and BF16
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP16],
    w: pl.Tensor[[32, 32], pl.BF16],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.matmul(x[:, :], w[:, :])  # E:19 IO [dtype-mismatch] operands are FP16 and BF16 in pl.matmul
    return y


# check: operands of one type: INT8 and FP16
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.INT8],
    w: pl.Tensor[[32, 32], pl.FP16],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.matmul(x[:, :], w[:, :])  # E:19 IO [dtype-mismatch] operands are INT8 and FP16 in pl.matmul
    return y


# check: operands of one type: FP32 and INT8
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    w: pl.Tensor[[32, 32], pl.INT8],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.matmul(x[:, :], w[:, :])  # E:19 IO [dtype-mismatch] operands are FP32 and INT8 in pl.matmul
    return y


# check: there are no products of INT16
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT16], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.matmul(x[:, :], x[:, :])  # E:19 IO [dtype-mismatch] operands are INT16 and INT16 in pl.matmul
    return y


# check: there are no products of INT32
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.matmul(x[:, :], x[:, :])  # E:19 IO [dtype-mismatch] operands are INT32 and INT32 in pl.matmul
    return y


# check: there are no products of UINT8
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.UINT8], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.matmul(x[:, :], x[:, :])  # E:19 IO [dtype-mismatch] operands are UINT8 and UINT8 in pl.matmul
    return y


# check: out_dtype of FP32 is not INT32
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.matmul(x[:, :], x[:, :], out_dtype=pl.INT32)  # E:19 IO [dtype-support] out_dtype INT32 cannot be made from the FP32 accumulator in pl.matmul
    return y


# check: out_dtype of BF16 is not INT8
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.BF16], y: pl.Out[pl.Tensor[[32, 32], pl.INT8]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.matmul(x[:, :], x[:, :], out_dtype=pl.INT8)  # E:19 IO [dtype-support] out_dtype INT8 cannot be made from the FP32 accumulator in pl.matmul
    return y


# check: out_dtype of INT8 is not FP32
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT8], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.matmul(x[:, :], x[:, :], out_dtype=pl.FP32)  # E:19 IO [dtype-support] out_dtype FP32 cannot be made from the INT32 accumulator in pl.matmul
    return y


# check: out_dtype of INT8 is not INT8
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT8], y: pl.Out[pl.Tensor[[32, 32], pl.INT8]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.matmul(x[:, :], x[:, :], out_dtype=pl.INT8)  # E:19 IO [dtype-support] out_dtype INT8 cannot be made from the INT32 accumulator in pl.matmul
    return y


# check: out_dtype of FP16 is not FP8E4M3FN
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP16], y: pl.Out[pl.Tensor[[32, 32], pl.FP8E4M3FN]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.matmul(x[:, :], x[:, :], out_dtype=pl.FP8E4M3FN)  # E:19 IO [dtype-support] out_dtype FP8E4M3FN cannot be made from the FP32 accumulator in pl.matmul
    return y


# check: out_dtype is an element type
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.matmul(x[:, :], x[:, :], out_dtype='fp32')  # E:57 TE [argument-type] `out_dtype` must be an element type, `'fp32'` is the text 'fp32'
    return y


# check: a_trans is True or False
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.matmul(x[:, :], x[:, :], a_trans=1)  # E:55 TE [argument-type] `a_trans` must be True or False, `1` is the number 1
    return y


# check: the right operand holds data for the inner extent of the left
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        w = pl.slice(x, [32, 32], [0, 0], valid_shape=[16, 32])
        y[:, :] = pl.matmul(x[:, :], w)  # E:19 IO [valid-shape] the right operand has 16 valid rows, the left 32 valid columns in pl.matmul
    return y


# check: a product takes no number
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.matmul(x[:, :], 2.0)  # E:19 IO [operand-kind] `rhs` must be a tensor or a tile, found a scalar (Scalar[FP32]) in pl.matmul
    return y


# check: a product takes a tensor with a tile never
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.matmul(x[:, :], pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat))  # E:19 IO [level-mix] cannot mix a tensor (Tensor[[32, 32], FP32]) and a tile (Tile[[32, 32], FP32, Mat]) in one operation in pl.matmul
    return y


# check: operands of pl.matmul_acc have two axes
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    v: pl.Tensor[[32], pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        c = pl.matmul(x[:, :], x[:, :])
        y[:, :] = pl.matmul_acc(c, v[:], x[:, :])  # E:19 IO [rank] `lhs` has one axis, found [32] in pl.matmul_acc
    return y


# check: operands of pl.matmul_acc have one type
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    h: pl.Tensor[[32, 32], pl.BF16],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        c = pl.matmul(x[:, :], x[:, :])
        y[:, :] = pl.matmul_acc(c, x[:, :], h[:, :])  # E:19 IO [dtype-mismatch] operands are FP32 and BF16 in pl.matmul_acc
    return y


# check: the accumulator of floats is FP32
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    h: pl.Tensor[[32, 32], pl.BF16],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.matmul_acc(h[:, :], h[:, :], h[:, :])  # E:19 IO [dtype-mismatch] the accumulator is BF16 in pl.matmul_acc
    return y


# check: the accumulator of INT8 is INT32
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    q: pl.Tensor[[32, 32], pl.INT8],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.matmul_acc(x[:, :], q[:, :], q[:, :])  # E:19 IO [dtype-mismatch] the accumulator is FP32 in pl.matmul_acc
    return y


# check: the accumulator of floats is not INT32
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 32], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.matmul_acc(i[:, :], x[:, :], x[:, :])  # E:19 IO [dtype-mismatch] the accumulator is INT32 in pl.matmul_acc
    return y


# check: the accumulator has the shape of the product
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        c = pl.matmul(x[:, :], x[:, :])
        y[:, :] = pl.matmul_acc(c, x[0:16, :], x[:, :])  # E:19 IO [shape-mismatch] shapes do not match in pl.matmul_acc: accumulator [32, 32], product [16, 32]
    return y


# check: inner extents of pl.matmul_acc agree
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        c = pl.matmul(x[:, :], x[:, :])
        y[:, :] = pl.matmul_acc(c, x[:, :], x[0:16, :])  # E:19 IO [shape-mismatch] shapes do not match in pl.matmul_acc: [32, 32] times [16, 32]
    return y


# check: init_cond is no number
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        c = pl.matmul(x[:, :], x[:, :])
        y[:, :] = pl.matmul_acc(c, x[:, :], x[:, :], init_cond=1)  # E:19 IO [condition] init_cond must be a condition in pl.matmul_acc
    return y


# check: init_cond is no scalar of integers
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        c = pl.matmul(x[:, :], x[:, :])
        y[:, :] = pl.matmul_acc(c, x[:, :], x[:, :], init_cond=n)  # E:19 IO [condition] init_cond must be a condition in pl.matmul_acc
    return y


# check: init_cond takes one batch
@pl.jit
def kernel(
    x: pl.Tensor[[2, 32, 32], pl.FP32],
    n: pl.Scalar[pl.INT32],
    y: pl.Out[pl.Tensor[[2, 32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        c = pl.matmul(x[:, :, :], x[:, :, :])
        y[:, :, :] = pl.matmul_acc(c, x[:, :, :], x[:, :, :], init_cond=n == 0)  # E:22 IO [rank] init_cond starts one matrix, the product is a batch of 2 in pl.matmul_acc
    return y


# check: init_cond of a partial accumulator whose rows are known at run time only
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.slice(x, [32, 32], [0, 0], valid_shape=[n, 32])
        c = pl.create_tensor([32, 32], dtype=pl.FP32)
        for k in pl.range(2):
            c = pl.matmul_acc(c, a, x[:, :], init_cond=k == 0)  # E:17 IO [unsupported] init_cond with an accumulator of 32 rows, of which a number known at run time only is valid in pl.matmul_acc
        y[:, :] = c
    return y


# check: tiles of a product agree in the inner extent
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.matmul(pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat), pl.load(x, [0, 0], [16, 32], target_memory=pl.Mem.Mat)), [0, 0], y)  # E:22 IO [shape-mismatch] shapes do not match in pl.matmul: [32, 32] times [16, 32]
    return y


# check: tiles of a product have one type
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    h: pl.Tensor[[32, 32], pl.BF16],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.matmul(pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat), pl.load(h, [0, 0], [32, 32], target_memory=pl.Mem.Mat)), [0, 0], y)  # E:22 IO [dtype-mismatch] operands are FP32 and BF16 in pl.matmul
    return y


# check: the bias of pl.matmul_bias is one row
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.matmul_bias(pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat), pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat), pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)), [0, 0], y)  # E:22 IO [shape-mismatch] the bias is [32, 32], a row [1, 32] is expected in pl.matmul_bias
    return y


# check: the bias of pl.matmul_bias has a column for each column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.matmul_bias(pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat), pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat), pl.load(x, [0, 0], [1, 16], target_memory=pl.Mem.Mat)), [0, 0], y)  # E:22 IO [shape-mismatch] the bias is [1, 16], a row [1, 32] is expected in pl.matmul_bias
    return y


# check: the bias of pl.matmul_bias has the accumulator's type
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    h: pl.Tensor[[32, 32], pl.BF16],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.matmul_bias(pl.load(h, [0, 0], [32, 32], target_memory=pl.Mem.Mat), pl.load(h, [0, 0], [32, 32], target_memory=pl.Mem.Mat), pl.load(h, [0, 0], [1, 32], target_memory=pl.Mem.Mat)), [0, 0], y)  # E:22 IO [dtype-mismatch] the bias is BF16 in pl.matmul_bias
    return y


# check: pl.matmul_bias takes tiles
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.matmul_bias(x[:, :], x[:, :], x[0:1, :])  # E:19 IO [level-mix] pl.matmul_bias takes tiles, `lhs` is a tensor (Tensor[[32, 32], FP32])
    return y


# check: pl.gemv takes one row
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.gemv(pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat), pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)), [0, 0], y)  # E:22 IO [shape-mismatch] `lhs` is [32, 32], one row [1, K] is expected in pl.gemv
    return y


# check: acc_phase is one of three
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[1, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.gemv(pl.load(x, [0, 0], [1, 32], target_memory=pl.Mem.Mat), pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat), acc_phase='last'), [0, 0], y)  # E:22 IO [operation-form] acc_phase='last' in pl.gemv
    return y


# check: the inner extents of pl.gemv agree
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[1, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.gemv(pl.load(x, [0, 0], [1, 32], target_memory=pl.Mem.Mat), pl.load(x, [0, 0], [16, 32], target_memory=pl.Mem.Mat)), [0, 0], y)  # E:22 IO [shape-mismatch] shapes do not match in pl.gemv: [1, 32] times [16, 32]
    return y


# check: pl.gemv has no products of INT16
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT16], y: pl.Out[pl.Tensor[[1, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.gemv(pl.load(x, [0, 0], [1, 32], target_memory=pl.Mem.Mat), pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)), [0, 0], y)  # E:22 IO [dtype-mismatch] operands are INT16 and INT16 in pl.gemv
    return y


# check: pl.gemv_acc adds to the result of a pl.gemv
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[1, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.gemv_acc(pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat), pl.load(x, [0, 0], [1, 32], target_memory=pl.Mem.Mat), pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)), [0, 0], y)  # E:22 IO [memory-space] `acc` is in Mat, an accumulator lies in Acc in pl.gemv_acc
    return y


# check: pl.gemv_bias takes one row of bias
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[1, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.gemv_bias(pl.load(x, [0, 0], [1, 32], target_memory=pl.Mem.Mat), pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat), pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)), [0, 0], y)  # E:22 IO [shape-mismatch] the bias is [32, 32], a row [1, 32] is expected in pl.gemv_bias
    return y


# check: pl.matmul_acc of tiles adds to a product
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.matmul_acc(pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat), pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)), [0, 0], y)  # E:22 IO [memory-space] `acc` is in Vec, an accumulator lies in Acc in pl.matmul_acc
    return y


# check: the accumulator tile has the shape of the product
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        c = pl.matmul(pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat), pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat))
        y = pl.store(pl.matmul_acc(c, pl.load(x, [0, 0], [16, 32], target_memory=pl.Mem.Mat), pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)), [0, 0], y)  # E:22 IO [shape-mismatch] shapes do not match in pl.matmul_acc: accumulator [32, 32], product [16, 32]
    return y


# check: a product takes no bool beside tiles
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        c = pl.matmul(pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat), pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat))
        y = pl.store(pl.matmul_acc(c, pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat), pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat), init_cond=0), [0, 0], y)  # E:22 IO [condition] init_cond must be a condition in pl.matmul_acc
    return y


# check: microscaled products are of a5
@pl.jit
def kernel(
    x: pl.Tensor[[32, 64], pl.FP8E4M3FN],
    w: pl.Tensor[[64, 32], pl.FP8E4M3FN],
    s: pl.Tensor[[32, 2], pl.FP8E8M0, pl.MX_A_ZZ],
    t: pl.Tensor[[2, 32], pl.FP8E8M0, pl.MX_B_NN],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.load(x, [0, 0], [32, 64], target_memory=pl.Mem.Mat)
        b = pl.load(w, [0, 0], [64, 32], target_memory=pl.Mem.Mat)
        sa = pl.move(pl.load(s, [0, 0], [32, 2], target_memory=pl.Mem.Mat), pl.Mem.LeftScale)
        sb = pl.move(pl.load(t, [0, 0], [2, 32], target_memory=pl.Mem.Mat), pl.Mem.RightScale)
        y = pl.store(pl.matmul_mx(a, sa, b, sb), [0, 0], y)  # E:22 IO [dtype-support] pl.matmul_mx does not execute FP8E4M3FN on a2a3sim
    return y


# check: a microscaled product has whole groups of 16 rows
# platform: a5sim
@pl.jit
def kernel(
    x: pl.Tensor[[8, 64], pl.FP8E4M3FN],
    w: pl.Tensor[[64, 32], pl.FP8E4M3FN],
    s: pl.Tensor[[8, 2], pl.FP8E8M0, pl.MX_A_ZZ],
    t: pl.Tensor[[2, 32], pl.FP8E8M0, pl.MX_B_NN],
    y: pl.Out[pl.Tensor[[8, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.load(x, [0, 0], [8, 64], target_memory=pl.Mem.Mat)
        b = pl.load(w, [0, 0], [64, 32], target_memory=pl.Mem.Mat)
        sa = pl.move(pl.load(s, [0, 0], [8, 2], target_memory=pl.Mem.Mat), pl.Mem.LeftScale)  # E:22 IO [alignment] scales [8, 2] are not made of whole blocks of 16 x 2 in pl.load
        sb = pl.move(pl.load(t, [0, 0], [2, 32], target_memory=pl.Mem.Mat), pl.Mem.RightScale)
        y = pl.store(pl.matmul_mx(a, sa, b, sb), [0, 0], y)
    return y


# check: a microscaled product has whole groups of 64 inside
# platform: a5sim
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP8E4M3FN],
    w: pl.Tensor[[32, 32], pl.FP8E4M3FN],
    s: pl.Tensor[[32, 1], pl.FP8E8M0, pl.MX_A_ZZ],
    t: pl.Tensor[[1, 32], pl.FP8E8M0, pl.MX_B_NN],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        b = pl.load(w, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        sa = pl.move(pl.load(s, [0, 0], [32, 1], target_memory=pl.Mem.Mat), pl.Mem.LeftScale)  # E:22 IO [alignment] scales [32, 1] are not made of whole blocks of 16 x 2 in pl.load
        sb = pl.move(pl.load(t, [0, 0], [1, 32], target_memory=pl.Mem.Mat), pl.Mem.RightScale)  # E:22 IO [alignment] scales [1, 32] are not made of whole blocks of 2 x 16 in pl.load
        y = pl.store(pl.matmul_mx(a, sa, b, sb), [0, 0], y)
    return y


# check: a microscaled product has whole groups of 32 columns
# platform: a5sim
@pl.jit
def kernel(
    x: pl.Tensor[[32, 64], pl.FP8E4M3FN],
    w: pl.Tensor[[64, 16], pl.FP8E4M3FN],
    s: pl.Tensor[[32, 2], pl.FP8E8M0, pl.MX_A_ZZ],
    t: pl.Tensor[[2, 16], pl.FP8E8M0, pl.MX_B_NN],
    y: pl.Out[pl.Tensor[[32, 16], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.load(x, [0, 0], [32, 64], target_memory=pl.Mem.Mat)
        b = pl.load(w, [0, 0], [64, 16], target_memory=pl.Mem.Mat)
        sa = pl.move(pl.load(s, [0, 0], [32, 2], target_memory=pl.Mem.Mat), pl.Mem.LeftScale)
        sb = pl.move(pl.load(t, [0, 0], [2, 16], target_memory=pl.Mem.Mat), pl.Mem.RightScale)
        y = pl.store(pl.matmul_mx(a, sa, b, sb), [0, 0], y)  # E:22 IO [alignment] N is 16, a microscaled product asks for a multiple of 32 in pl.matmul_mx
    return y


# check: microscaled operands are FP8E4M3FN
# platform: a5sim
@pl.jit
def kernel(
    x: pl.Tensor[[32, 64], pl.FP16],
    w: pl.Tensor[[64, 32], pl.FP8E4M3FN],
    s: pl.Tensor[[32, 2], pl.FP8E8M0, pl.MX_A_ZZ],
    t: pl.Tensor[[2, 32], pl.FP8E8M0, pl.MX_B_NN],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.load(x, [0, 0], [32, 64], target_memory=pl.Mem.Mat)
        b = pl.load(w, [0, 0], [64, 32], target_memory=pl.Mem.Mat)
        sa = pl.move(pl.load(s, [0, 0], [32, 2], target_memory=pl.Mem.Mat), pl.Mem.LeftScale)
        sb = pl.move(pl.load(t, [0, 0], [2, 32], target_memory=pl.Mem.Mat), pl.Mem.RightScale)
        y = pl.store(pl.matmul_mx(a, sa, b, sb), [0, 0], y)  # E:22 IO [dtype-support] `lhs` is FP16, a microscaled product multiplies FP8E4M3FN in pl.matmul_mx
    return y


# check: scales of the left have a column for 32 elements
# platform: a5sim
@pl.jit
def kernel(
    x: pl.Tensor[[32, 64], pl.FP8E4M3FN],
    w: pl.Tensor[[64, 32], pl.FP8E4M3FN],
    s: pl.Tensor[[32, 4], pl.FP8E8M0, pl.MX_A_ZZ],
    t: pl.Tensor[[2, 32], pl.FP8E8M0, pl.MX_B_NN],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.load(x, [0, 0], [32, 64], target_memory=pl.Mem.Mat)
        b = pl.load(w, [0, 0], [64, 32], target_memory=pl.Mem.Mat)
        sa = pl.move(pl.load(s, [0, 0], [32, 4], target_memory=pl.Mem.Mat), pl.Mem.LeftScale)
        sb = pl.move(pl.load(t, [0, 0], [2, 32], target_memory=pl.Mem.Mat), pl.Mem.RightScale)
        y = pl.store(pl.matmul_mx(a, sa, b, sb), [0, 0], y)  # E:22 IO [shape-mismatch] `lhs_scale` is [32, 4], [M, K / 32], [32, 2] is expected in pl.matmul_mx
    return y


# check: scales of the right have a row for 32 elements
# platform: a5sim
@pl.jit
def kernel(
    x: pl.Tensor[[32, 64], pl.FP8E4M3FN],
    w: pl.Tensor[[64, 32], pl.FP8E4M3FN],
    s: pl.Tensor[[32, 2], pl.FP8E8M0, pl.MX_A_ZZ],
    t: pl.Tensor[[4, 32], pl.FP8E8M0, pl.MX_B_NN],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.load(x, [0, 0], [32, 64], target_memory=pl.Mem.Mat)
        b = pl.load(w, [0, 0], [64, 32], target_memory=pl.Mem.Mat)
        sa = pl.move(pl.load(s, [0, 0], [32, 2], target_memory=pl.Mem.Mat), pl.Mem.LeftScale)
        sb = pl.move(pl.load(t, [0, 0], [4, 32], target_memory=pl.Mem.Mat), pl.Mem.RightScale)
        y = pl.store(pl.matmul_mx(a, sa, b, sb), [0, 0], y)  # E:22 IO [shape-mismatch] `rhs_scale` is [4, 32], [K / 32, N], [2, 32] is expected in pl.matmul_mx
    return y


# check: scales without a layout
# platform: a5sim
@pl.jit
def kernel(
    x: pl.Tensor[[32, 64], pl.FP8E4M3FN],
    w: pl.Tensor[[64, 32], pl.FP8E4M3FN],
    s: pl.Tensor[[32, 2], pl.FP8E8M0],
    t: pl.Tensor[[2, 32], pl.FP8E8M0, pl.MX_B_NN],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.load(x, [0, 0], [32, 64], target_memory=pl.Mem.Mat)
        b = pl.load(w, [0, 0], [64, 32], target_memory=pl.Mem.Mat)
        sa = pl.move(pl.load(s, [0, 0], [32, 2], target_memory=pl.Mem.Mat), pl.Mem.LeftScale)  # E:14 IO [layout] LeftScale takes FP8E8M0 scales of the layout MX_A_ZZ, found Tile[[32, 2], FP8E8M0, Mat] in pl.move
        sb = pl.move(pl.load(t, [0, 0], [2, 32], target_memory=pl.Mem.Mat), pl.Mem.RightScale)
        y = pl.store(pl.matmul_mx(a, sa, b, sb), [0, 0], y)
    return y


# check: scales of the other side
# platform: a5sim
@pl.jit
def kernel(
    x: pl.Tensor[[32, 64], pl.FP8E4M3FN],
    w: pl.Tensor[[64, 32], pl.FP8E4M3FN],
    s: pl.Tensor[[32, 2], pl.FP8E8M0, pl.MX_B_NN],
    t: pl.Tensor[[2, 32], pl.FP8E8M0, pl.MX_B_NN],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.load(x, [0, 0], [32, 64], target_memory=pl.Mem.Mat)
        b = pl.load(w, [0, 0], [64, 32], target_memory=pl.Mem.Mat)
        sa = pl.move(pl.load(s, [0, 0], [32, 2], target_memory=pl.Mem.Mat), pl.Mem.LeftScale)  # E:22 IO [alignment] scales [32, 2] are not made of whole blocks of 2 x 16 in pl.load
        sb = pl.move(pl.load(t, [0, 0], [2, 32], target_memory=pl.Mem.Mat), pl.Mem.RightScale)
        y = pl.store(pl.matmul_mx(a, sa, b, sb), [0, 0], y)
    return y


# check: microscaled tensors are loaded into Mat
# platform: a5sim
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    s: pl.Tensor[[32, 2], pl.FP8E8M0, pl.MX_A_ZZ],
    y: pl.Out[pl.Tensor[[32, 2], pl.FP8E8M0, pl.MX_A_ZZ]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(s, [0, 0], [32, 2])  # E:13 IO [memory-space] scales are loaded into Mat, not into Vec in pl.load
        y = pl.store(t, [0, 0], y)
    return y


# check: microscaled tensors have no parts
# platform: a5sim
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    s: pl.Tensor[[32, 2], pl.FP8E8M0, pl.MX_A_ZZ],
    y: pl.Out[pl.Tensor[[32, 2], pl.FP8E8M0, pl.MX_A_ZZ]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = s[0:16, :]  # E:13 IO [layout] s[...]: a tensor with the layout MX_A_ZZ is loaded whole and has no parts
        y[0:16, :] = t
    return y
