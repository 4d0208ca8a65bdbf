# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl

# check: pl.sort32 takes no FP16
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP16],
    i: pl.Tensor[[32, 32], pl.UINT32],
    y: pl.Out[pl.Tensor[[32, 64], pl.FP16]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.sort32(x[:, :], i[:, :])  # E:19 IO [dtype-support] pairs of FP16 are not supported in pl.sort32: an index does not fit beside a value
    return y


# check: pl.sort32 takes no INT32
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.INT32],
    i: pl.Tensor[[32, 32], pl.UINT32],
    y: pl.Out[pl.Tensor[[32, 64], pl.INT32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.sort32(x[:, :], i[:, :])  # E:19 IO [dtype-support] element type INT32 is not accepted in pl.sort32
    return y


# check: indices of pl.sort32 are UINT32, not INT32
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 32], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.sort32(x[:, :], i[:, :])  # E:19 IO [dtype-support] `idx` holds INT32, 32-bit words are moved as pl.UINT32 in pl.sort32
    return y


# check: indices of pl.sort32 are UINT32, not FP32
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 32], pl.FP32],
    y: pl.Out[pl.Tensor[[32, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.sort32(x[:, :], i[:, :])  # E:19 IO [dtype-support] `idx` holds FP32, 32-bit words are moved as pl.UINT32 in pl.sort32
    return y


# check: indices of pl.sort32 are UINT32, not UINT16
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 32], pl.UINT16],
    y: pl.Out[pl.Tensor[[32, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.sort32(x[:, :], i[:, :])  # E:19 IO [dtype-support] `idx` holds UINT16, 32-bit words are moved as pl.UINT32 in pl.sort32
    return y


# check: indices of pl.sort32 have the shape of the values
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 32], pl.UINT32],
    y: pl.Out[pl.Tensor[[32, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.sort32(x[:, :], i[0:16, :])  # E:19 IO [shape-mismatch] shapes do not match in pl.sort32: [32, 32] and [16, 32]
    return y


# check: pl.sort32 of tensors takes blocks of 32
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 32], pl.UINT32],
    y: pl.Out[pl.Tensor[[32, 48], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.sort32(x[:, 0:24], i[:, 0:24])  # E:19 IO [shape-mismatch] the last axis of [32, 24] is no multiple of 32 in pl.sort32
    return y


# check: pl.sort32 takes no number
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 32], pl.UINT32],
    y: pl.Out[pl.Tensor[[32, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.sort32(x[:, :], 0)  # E:19 IO [operand-kind] `idx` must be a tensor or a tile, found a scalar (Scalar[INDEX]) in pl.sort32
    return y


# check: pl.sort32 gives pairs
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 32], pl.UINT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.sort32(x[:, :], i[:, :])  # E:9 TE [window-shape] source axis 1: the window has 32, the source has 64
    return y


# check: pl.mrgsort of one list needs block_len
@pl.jit
def kernel(x: pl.Tensor[[1, 512], pl.FP32], y: pl.Out[pl.Tensor[[1, 512], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mrgsort(x[:, :])  # E:19 IO [operation-form] `block_len` is missing in pl.mrgsort
    return y


# check: block_len is a multiple of 64
@pl.jit
def kernel(x: pl.Tensor[[1, 512], pl.FP32], y: pl.Out[pl.Tensor[[1, 512], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mrgsort(x[:, :], block_len=32)  # E:19 IO [shape-mismatch] block_len 32 is no multiple of 64 in pl.mrgsort
    return y


# check: block_len is positive
@pl.jit
def kernel(x: pl.Tensor[[1, 512], pl.FP32], y: pl.Out[pl.Tensor[[1, 512], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mrgsort(x[:, :], block_len=0)  # E:19 IO [shape-mismatch] block_len 0 is no multiple of 64 in pl.mrgsort
    return y


# check: block_len is known while the kernel is read
@pl.jit
def kernel(x: pl.Tensor[[1, 512], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[1, 512], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mrgsort(x[:, :], block_len=n)  # E:49 TE [not-static] `block_len` must be known while the kernel is read, `n` is Scalar[INDEX]
    return y


# check: pl.mrgsort of one list takes one row
@pl.jit
def kernel(x: pl.Tensor[[2, 256], pl.FP32], y: pl.Out[pl.Tensor[[2, 256], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mrgsort(x[:, :], block_len=64)  # E:19 IO [shape-mismatch] `src0` is [2, 256], a list of pairs is one row in pl.mrgsort
    return y


# check: pl.mrgsort of several lists takes one row each
@pl.jit
def kernel(x: pl.Tensor[[2, 64], pl.FP32], y: pl.Out[pl.Tensor[[2, 128], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mrgsort(x[:, :], x[:, :])  # E:19 IO [shape-mismatch] `src0` is [2, 64], a list of pairs is one row in pl.mrgsort
    return y


# check: lists have one type
@pl.jit
def kernel(
    x: pl.Tensor[[1, 64], pl.FP32],
    h: pl.Tensor[[1, 64], pl.FP16],
    y: pl.Out[pl.Tensor[[1, 128], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mrgsort(x[:, :], h[:, :])  # E:19 IO [dtype-support] pairs of FP16 are not supported in pl.mrgsort: an index does not fit beside a value
    return y


# check: block_len is for one list
@pl.jit
def kernel(x: pl.Tensor[[1, 64], pl.FP32], y: pl.Out[pl.Tensor[[1, 128], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mrgsort(x[:, :], x[:, :], block_len=64)  # E:19 IO [operation-form] `block_len` is for the runs of one list in pl.mrgsort
    return y


# check: exhausted is for several lists
@pl.jit
def kernel(x: pl.Tensor[[1, 512], pl.FP32], y: pl.Out[pl.Tensor[[1, 512], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mrgsort(x[:, :], block_len=64, exhausted=True)  # E:19 IO [operation-form] `exhausted` is for the merge of several lists in pl.mrgsort
    return y


# check: lists are given in order
@pl.jit
def kernel(x: pl.Tensor[[1, 64], pl.FP32], y: pl.Out[pl.Tensor[[1, 128], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mrgsort(x[:, :], src2=x[:, :])  # E:19 IO [operation-form] `src1` is missing before `src2` in pl.mrgsort
    return y


# check: lists hold FP32
@pl.jit
def kernel(x: pl.Tensor[[1, 64], pl.INT32], y: pl.Out[pl.Tensor[[1, 128], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mrgsort(x[:, :], x[:, :])  # E:19 IO [dtype-support] element type INT32 is not accepted in pl.mrgsort
    return y


# check: scratch of pl.mrgsort has the shape of the result
@pl.jit
def kernel(x: pl.Tensor[[1, 64], pl.FP32], y: pl.Out[pl.Tensor[[1, 128], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.load(x, [0, 0], [1, 64])
        y = pl.store(pl.mrgsort(a, a, tmp=pl.create_tile([1, 64], pl.FP32)), [0, 0], y)  # E:22 IO [scratch] `tmp` is Tile[[1, 64], FP32, Vec] in pl.mrgsort
    return y


# check: scratch of pl.mrgsort has the type of the lists
@pl.jit
def kernel(x: pl.Tensor[[1, 64], pl.FP32], y: pl.Out[pl.Tensor[[1, 128], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.load(x, [0, 0], [1, 64])
        y = pl.store(pl.mrgsort(a, a, tmp=pl.create_tile([1, 128], pl.INT32)), [0, 0], y)  # E:22 IO [scratch] `tmp` is Tile[[1, 128], INT32, Vec] in pl.mrgsort
    return y
