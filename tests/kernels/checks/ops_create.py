# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl

# check: pl.create_tensor needs a type
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.create_tensor([32, 32])  # E:13 IO [argument-list] pl.create_tensor needs `dtype`
        y[:, :] = t
    return y


# check: pl.create_tensor has no third position
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t = pl.create_tensor([32, 32], 3)  # E:36 TE [argument-type] `dtype` must be an element type, `3` is the number 3
    with pl.at(level=pl.Level.CORE_GROUP):
        t[:, :] = x[:, :]
        y[:, :] = t[:, :]
    return y


# check: init_value is for orchestration
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.create_tensor([32, 32], dtype=pl.FP32, init_value=0)  # E:13 IO [fill-value] init_value is for tensors created in orchestration in pl.create_tensor
        y[:, :] = pl.add(t, x[:, :])
    return y


# check: a buffer of FP16 is filled with 0 alone
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP16], y: pl.Out[pl.Tensor[[32, 32], pl.FP16]]):
    t = pl.create_tensor([32, 32], dtype=pl.FP16, init_value=1.0)  # E:9 IO [fill-value] a FP16 tensor can only be pre-filled with 0 in pl.create_tensor
    with pl.at(level=pl.Level.CORE_GROUP):
        t[:, :] = x[:, :]
        y[:, :] = t[:, :]
    return y


# check: a buffer of BF16 is filled with 0 alone
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.BF16], y: pl.Out[pl.Tensor[[32, 32], pl.BF16]]):
    t = pl.create_tensor([32, 32], dtype=pl.BF16, init_value=1.0)  # E:9 IO [fill-value] a BF16 tensor can only be pre-filled with 0 in pl.create_tensor
    with pl.at(level=pl.Level.CORE_GROUP):
        t[:, :] = x[:, :]
        y[:, :] = t[:, :]
    return y


# check: init_value fits the type
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT8], y: pl.Out[pl.Tensor[[32, 32], pl.INT8]]):
    t = pl.create_tensor([32, 32], dtype=pl.INT8, init_value=300)  # E:9 IO [number-range] the number 300 does not fit INT8 in pl.create_tensor
    with pl.at(level=pl.Level.CORE_GROUP):
        t[:, :] = x[:, :]
        y[:, :] = t[:, :]
    return y


# check: init_value of integers is no fraction
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    t = pl.create_tensor([32, 32], dtype=pl.INT32, init_value=0.5)  # E:9 IO [number-range] the number 0.5 does not fit INT32 in pl.create_tensor
    with pl.at(level=pl.Level.CORE_GROUP):
        t[:, :] = x[:, :]
        y[:, :] = t[:, :]
    return y


# check: init_value is known while the kernel is read
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.INT32],
    n: pl.Scalar[pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.INT32]],
):
    t = pl.create_tensor([32, 32], dtype=pl.INT32, init_value=n)  # E:63 TE [not-static] `init_value` must be known while the kernel is read, `n` is Scalar[INT32]
    with pl.at(level=pl.Level.CORE_GROUP):
        t[:, :] = x[:, :]
        y[:, :] = t[:, :]
    return y


# check: manual_dep is True or False
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t = pl.create_tensor([32, 32], dtype=pl.FP32, manual_dep=1)  # E:62 TE [argument-type] `manual_dep` must be True or False, `1` is the number 1
    with pl.at(level=pl.Level.CORE_GROUP):
        t[:, :] = x[:, :]
        y[:, :] = t[:, :]
    return y


# check: a tensor on chip has a static shape
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.create_tensor([n, 32], dtype=pl.FP32)  # E:13 IO [not-static] the shape of a tensor created in a region must be static, found [n, 32] in pl.create_tensor
        y[:, :] = pl.add(t, x[:, :])
    return y


# check: a tile has a static shape
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.create_tile([n, 32], pl.FP32)  # E:13 IO [not-static] the shape of a tile must be static, found [n, 32] in pl.create_tile
        y = pl.store(t, [0, 0], y)
    return y


# check: a tile has extents of at least 1
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.create_tile([0, 32], pl.FP32)  # E:13 IO [number-range] the shape of a tile has extents of at least 1, found [0, 32] in pl.create_tile
        y = pl.store(t, [0, 0], y)
    return y


# check: flat_layout is for Mat
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.create_tile([32, 32], pl.FP32, flat_layout=True)  # E:13 IO [operation-form] `flat_layout` is for tiles in Mat, this one is in Vec in pl.create_tile
        y = pl.store(t, [0, 0], y)
    return y


# check: flat_layout excludes transpose
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.create_tile([32, 32], pl.FP32, pl.Mem.Mat, transpose=True, flat_layout=True)  # E:13 IO [operation-form] `transpose` and `flat_layout` exclude each other in pl.create_tile
        y = pl.store(pl.matmul(t, t), [0, 0], y)
    return y


# check: transpose is for Mat
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.create_tile([32, 32], pl.FP32, transpose=True)  # E:13 IO [operation-form] `transpose` is for tiles in Mat, this one is in Vec in pl.create_tile
        y = pl.store(t, [0, 0], y)
    return y


# check: target_memory is a space
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.create_tile([32, 32], pl.FP32, target_memory='Vec')  # E:13 IO [memory-space] target_memory 'Vec' is no memory in pl.create_tile
        y = pl.store(t, [0, 0], y)
    return y


# check: a tile does not lie in global memory
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.create_tile([32, 32], pl.FP32, target_memory=pl.Mem.DDR)  # E:13 IO [operation-form] a tile lies on the chip in pl.create_tile
        y = pl.store(t, [0, 0], y)
    return y


# check: pl.create_tile is of regions
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t = pl.create_tile([32, 32], pl.FP32)  # E:9 IO [misplaced] Misplaced tensor op 'create_tile': pl.create_tile computes, and this code only decides what runs
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(t, [0, 0], y)
    return y


# check: pl.create_l1 has a static shape
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.create_l1([n, 32], pl.FP32)  # E:13 IO [not-static] the shape of a value in Mat must be static, found [n, 32] in pl.create_l1
        y[:, :] = pl.matmul(x[:, :], t)
    return y


# check: pl.create_l1 is of regions
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t = pl.create_l1([32, 32], pl.FP32)  # E:9 IO [misplaced] Misplaced tensor op 'create_l1': pl.create_l1 computes, and this code only decides what runs
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.matmul(x[:, :], t)
    return y


# check: pl.full has a static shape
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.full([n, 32], dtype=pl.FP32, value=0.0)  # E:19 IO [not-static] the shape of pl.full must be static, found [n, 32]
    return y


# check: the value of pl.full is known while the kernel is read
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.full([32, 32], pl.FP32, s)  # E:46 TE [not-static] `value` must be known while the kernel is read, `s` is Scalar[FP32]
    return y


# check: the value of pl.full fits the type
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.full([32, 32], pl.INT32, 0.5)  # E:19 IO [number-range] the number 0.5 does not fit INT32 in pl.full
    return y


# check: the value of pl.full is in the range of the type
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.INT8]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.full([32, 32], pl.INT8, 128)  # E:19 IO [number-range] the number 128 does not fit INT8 in pl.full
    return y


# check: the value of pl.full is no bool
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.full([32, 32], pl.INT32, True)  # E:19 IO [not-static] `value` must be a number known at compile time in pl.full
    return y


# check: a shape is a list
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.full(32, pl.FP32, 0.0)  # E:27 TE [argument-type] `shape` must be a list, `32` is the number 32
    return y


# check: pl.full of 64-bit elements on a2a3
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.INT64]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.full([32, 32], pl.INT64, 0)  # E:19 IO [dtype-support] pl.full does not execute INT64 on a2a3sim
    return y


# check: leading axes of pl.arange are 1
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[2, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.arange(0, [2, 32])  # E:19 IO [rank] the shape is [2, 32] in pl.arange
    return y


# check: the last axis of pl.arange is not 1
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[1, 1], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.arange(0, [1, 1])  # E:19 IO [rank] the shape is [1, 1] in pl.arange
    return y


# check: pl.arange does not make FP32
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[1, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.arange(0, [1, 32], dtype=pl.FP32)  # E:19 IO [dtype-support] element type FP32 is not accepted in pl.arange
    return y


# check: pl.arange does not make INT8
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[1, 32], pl.INT8]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.arange(0, [1, 32], dtype=pl.INT8)  # E:19 IO [dtype-support] element type INT8 is not accepted in pl.arange
    return y


# check: pl.arange does not make INT64
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[1, 32], pl.INT64]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.arange(0, [1, 32], dtype=pl.INT64)  # E:19 IO [dtype-support] element type INT64 is not accepted in pl.arange
    return y


# check: the start of pl.arange has its type
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.INT16], y: pl.Out[pl.Tensor[[1, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.arange(s, [1, 32])  # E:19 IO [dtype-mismatch] `start` is Scalar[INT16], the elements are INT32 in pl.arange
    return y


# check: the start of pl.arange is no extent
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[1, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.arange(n, [1, 32])  # E:19 IO [dtype-mismatch] `start` is Scalar[INDEX], the elements are INT32 in pl.arange
    return y


# check: the start of pl.arange is no fraction
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[1, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.arange(0.5, [1, 32])  # E:19 IO [operand-kind] `start` must be an integer, found Scalar[FP32] in pl.arange
    return y


# check: the shape of pl.arange is static
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[1, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.arange(0, [1, n])  # E:19 IO [not-static] the shape of pl.arange must be static, found [1, n]
    return y


# check: descending is True or False
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[1, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.arange(0, [1, 32], descending=1)  # E:52 TE [argument-type] `descending` must be True or False, `1` is the number 1
    return y


# check: pl.tri takes a whole diagonal
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.tri(0.5, [32, 32], dtype=pl.FP32), [0, 0], y)  # E:22 IO [operand-kind] `diagonal` must be an integer, found Scalar[FP32] in pl.tri
    return y


# check: pl.tri does not make FP8
# platform: a5sim
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP8E5M2]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.tri(0, [32, 32], dtype=pl.FP8E5M2), [0, 0], y)  # E:22 IO [dtype-support] element type FP8E5M2 is not accepted in pl.tri
    return y


# check: pl.tri of INT8 on a2a3
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.INT8]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.tri(0, [32, 32], dtype=pl.INT8), [0, 0], y)  # E:22 IO [dtype-support] pl.tri does not execute INT8 on a2a3sim
    return y


# check: pl.tri has two axes
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.tri(0, [32]), [0, 0], y)  # E:22 IO [rank] two axes are expected, found [32] in pl.tri
    return y


# check: pl.tri writes inside its shape
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.tri(0, [32, 32], [64, 32]), [0, 0], y)  # E:22 IO [valid-shape] valid_shape[0] is 64, the extent is 32 in pl.tri
    return y


# check: pl.tri gives a tile
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x[:, :], pl.tri(0, [32, 32], dtype=pl.FP32))  # E:19 IO [level-mix] cannot mix a tensor (Tensor[[32, 32], FP32]) and a tile (Tile[[32, 32], FP32, Vec]) in one operation in pl.add
    return y


# check: pl.random is of a5
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.UINT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.random(1, 2, 3, 4, 5, 6, [32, 32])  # E:19 IO [dtype-support] pl.random does not execute UINT32 on a2a3sim
    return y


# check: pl.random makes INT32 and UINT32
# platform: a5sim
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.random(1, 2, 3, 4, 5, 6, [32, 32], dtype=pl.FP32)  # E:19 IO [dtype-support] element type FP32 is not accepted in pl.random
    return y


# check: pl.random has 7 or 10 rounds
# platform: a5sim
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.UINT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.random(1, 2, 3, 4, 5, 6, [32, 32], rounds=8)  # E:19 IO [operation-form] rounds=8 in pl.random
    return y


# check: pl.random has two axes
# platform: a5sim
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32], pl.UINT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.random(1, 2, 3, 4, 5, 6, [32])  # E:16 IO [rank] two axes are expected, found [32] in pl.random
    return y


# check: pl.random needs four counters
# platform: a5sim
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.UINT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.random(1, 2, 3, 4, 5, [32, 32])  # E:44 TE [argument-type] `counter3` must be a scalar, `[32, 32]` is a tuple
    return y
