# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl

# check: the block of a launch is known in it
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    b = pl.tile.get_block_idx()  # E:9 IO [misplaced] the block index exists only inside a region in pl.tile.get_block_idx
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
        pl.write(y, [b, 0], 1.0)
    return y


# check: the number of blocks is known in a launch
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    b = pl.get_block_num()  # E:9 IO [misplaced] the block index exists only inside a region in pl.get_block_num
    with pl.at(level=pl.Level.CORE_GROUP):
        y[b : b + 1, :] = x[0:1, :]
    return y


# check: pl.get_block_idx takes nothing
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        b = pl.get_block_idx(0)  # E:30 IO [argument-list] pl.get_block_idx takes 0 arguments, found 1
        y[:, :] = x[:, :]
    return y


# check: pl.aiv_shard is of a loop over lanes
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.aiv_shard(pl.matmul(x[:, :], x[:, :]))  # E:19 SE [split-aiv] pl.aiv_shard stands in a loop over the two vector cores, or says split=
    return y


# check: pl.aic_gather is of a loop over lanes
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.aic_gather(x[:, :])  # E:19 SE [split-aiv] pl.aic_gather stands in a loop over the two vector cores, or says split=
    return y


# check: pl.aiv_shard takes two axes
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    v: pl.Tensor[[32], pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        c = pl.matmul(x[:, :], x[:, :])
        for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            h = pl.aiv_shard(v)  # E:17 IO [rank] two axes are expected, found [32] in pl.aiv_shard
            y[lane * 16 : lane * 16 + 16, :] = h
    return y


# check: pl.aiv_shard takes no number
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        c = pl.matmul(x[:, :], x[:, :])
        for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            h = pl.aiv_shard(2.0)  # E:17 IO [operand-kind] `input` must be a tensor or a tile, found a scalar (Scalar[FP32]) in pl.aiv_shard
            y[lane * 16 : lane * 16 + 16, :] = h
    return y


# check: pl.aiv_shard has no mode of its own
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        c = pl.matmul(x[:, :], x[:, :])
        for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            h = pl.aiv_shard(c, mode=pl.SplitMode.UP_DOWN)  # E:38 SE [split-aiv] pl.aiv_shard takes its mode from the loop around it
            y[lane * 16 : lane * 16 + 16, :] = h
    return y


# check: a mode exists
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        c = pl.matmul(x[:, :], x[:, :])
        for lane in pl.split_aiv(2, mode=pl.SplitMode.DIAGONAL):  # E:42 IO [unknown-member] pl.SplitMode has no `DIAGONAL`
            h = pl.aiv_shard(c)
            y[lane * 16 : lane * 16 + 16, :] = h
    return y


# check: a crossing in a loop over lanes is named: to the lanes
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        c = pl.matmul(x[:, :], x[:, :])
        for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            y[lane * 16 : lane * 16 + 16, :] = pl.exp(c)[0:16, :]  # E:48 UF [split-aiv] `c` is a value of the cube core and is read on the vector core
    return y


# check: a crossing in a loop over lanes is named: to the cube
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            h = pl.exp(x[lane * 16 : lane * 16 + 16, :])
            y[lane * 16 : lane * 16 + 16, :] = pl.matmul(h, x[:, :])  # E:48 UF [split-aiv] pl.matmul runs on the cube core, and this loop on the vector cores
    return y
