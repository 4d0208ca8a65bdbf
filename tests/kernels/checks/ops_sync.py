# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl

# check: pl.system.sync_src names its pipes
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_src(set_pipe=pl.PipeType.MTE2, event_id=0)  # E:9 IO [argument-list] pl.system.sync_src needs `wait_pipe`
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: pl.system.sync_src takes keywords
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_src(pl.PipeType.MTE2, pl.PipeType.V, 0)  # E:28 IO [argument-list] pl.system.sync_src takes 0 argument(s) by position
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: pl.system.sync_src takes pipes
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_src(set_pipe='MTE2', wait_pipe=pl.PipeType.V, event_id=0)  # E:9 IO [operation-form] `set_pipe` must be a pipe, found 'MTE2' in pl.system.sync_src
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: a pipe of pl.system.sync_src exists
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_src(set_pipe=pl.PipeType.DMA, wait_pipe=pl.PipeType.V, event_id=0)  # E:37 IO [unknown-member] pl.PipeType has no `DMA`
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: event 14 of pl.system.sync_src
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_src(set_pipe=pl.PipeType.MTE2, wait_pipe=pl.PipeType.V, event_id=14)  # E:9 IO [operation-form] `event_id` is 0 to 13, found 14 in pl.system.sync_src
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: event 15 of pl.system.sync_src
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_src(set_pipe=pl.PipeType.MTE2, wait_pipe=pl.PipeType.V, event_id=15)  # E:9 IO [operation-form] `event_id` is 0 to 13, found 15 in pl.system.sync_src
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: event 16 of pl.system.sync_src
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_src(set_pipe=pl.PipeType.MTE2, wait_pipe=pl.PipeType.V, event_id=16)  # E:9 IO [operation-form] `event_id` is 0 to 13, found 16 in pl.system.sync_src
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: event -1 of pl.system.sync_src
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_src(set_pipe=pl.PipeType.MTE2, wait_pipe=pl.PipeType.V, event_id=-1)  # E:9 IO [operation-form] `event_id` is 0 to 13, found -1 in pl.system.sync_src
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: an event of pl.system.sync_src is whole
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_src(set_pipe=pl.PipeType.MTE2, wait_pipe=pl.PipeType.V, event_id=0.5)  # E:9 IO [operation-form] `event_id` must be an integer, found Scalar[FP32] in pl.system.sync_src
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: an event of pl.system.sync_src is no float
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_src(set_pipe=pl.PipeType.MTE2, wait_pipe=pl.PipeType.V, event_id=s)  # E:9 IO [operation-form] `event_id` must be an integer, found Scalar[FP32] in pl.system.sync_src
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: pl.system.sync_dst names its pipes
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_dst(set_pipe=pl.PipeType.MTE2, event_id=0)  # E:9 IO [argument-list] pl.system.sync_dst needs `wait_pipe`
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: pl.system.sync_dst takes keywords
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_dst(pl.PipeType.MTE2, pl.PipeType.V, 0)  # E:28 IO [argument-list] pl.system.sync_dst takes 0 argument(s) by position
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: pl.system.sync_dst takes pipes
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_dst(set_pipe='MTE2', wait_pipe=pl.PipeType.V, event_id=0)  # E:9 IO [operation-form] `set_pipe` must be a pipe, found 'MTE2' in pl.system.sync_dst
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: a pipe of pl.system.sync_dst exists
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_dst(set_pipe=pl.PipeType.DMA, wait_pipe=pl.PipeType.V, event_id=0)  # E:37 IO [unknown-member] pl.PipeType has no `DMA`
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: event 14 of pl.system.sync_dst
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_dst(set_pipe=pl.PipeType.MTE2, wait_pipe=pl.PipeType.V, event_id=14)  # E:9 IO [operation-form] `event_id` is 0 to 13, found 14 in pl.system.sync_dst
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: event 15 of pl.system.sync_dst
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_dst(set_pipe=pl.PipeType.MTE2, wait_pipe=pl.PipeType.V, event_id=15)  # E:9 IO [operation-form] `event_id` is 0 to 13, found 15 in pl.system.sync_dst
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: event 16 of pl.system.sync_dst
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_dst(set_pipe=pl.PipeType.MTE2, wait_pipe=pl.PipeType.V, event_id=16)  # E:9 IO [operation-form] `event_id` is 0 to 13, found 16 in pl.system.sync_dst
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: event -1 of pl.system.sync_dst
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_dst(set_pipe=pl.PipeType.MTE2, wait_pipe=pl.PipeType.V, event_id=-1)  # E:9 IO [operation-form] `event_id` is 0 to 13, found -1 in pl.system.sync_dst
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: an event of pl.system.sync_dst is whole
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_dst(set_pipe=pl.PipeType.MTE2, wait_pipe=pl.PipeType.V, event_id=0.5)  # E:9 IO [operation-form] `event_id` must be an integer, found Scalar[FP32] in pl.system.sync_dst
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: an event of pl.system.sync_dst is no float
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_dst(set_pipe=pl.PipeType.MTE2, wait_pipe=pl.PipeType.V, event_id=s)  # E:9 IO [operation-form] `event_id` must be an integer, found Scalar[FP32] in pl.system.sync_dst
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: pl.system.bar_v takes nothing
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.bar_v(1)  # E:25 IO [argument-list] pl.system.bar_v takes no arguments
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: pl.system.bar_m takes nothing
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.bar_m(1)  # E:25 IO [argument-list] pl.system.bar_m takes no arguments
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: pl.system.bar_all takes nothing
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.bar_all(1)  # E:27 IO [argument-list] pl.system.bar_all takes no arguments
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: pl.system.fence takes nothing
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.fence(1)  # E:25 IO [argument-list] pl.system.fence takes no arguments
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: pl.system.sync_set needs a pipe
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_set(0)  # E:9 IO [argument-list] pl.system.sync_set needs `pipe`
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: event 14 of pl.system.sync_set
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_set(14, pipe=pl.PipeType.FIX)  # E:9 IO [operation-form] `event_id` is 0 to 13, found 14 in pl.system.sync_set
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: event -1 of pl.system.sync_set
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_set(-1, pipe=pl.PipeType.FIX)  # E:9 IO [operation-form] `event_id` is 0 to 13, found -1 in pl.system.sync_set
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: core_type of pl.system.sync_set is aic or aiv
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_set(0, pipe=pl.PipeType.FIX, core_type='mix')  # E:9 IO [operation-form] `core_type` is aic or aiv, found 'mix' in pl.system.sync_set
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: pl.system.sync_wait needs a pipe
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_wait(0)  # E:9 IO [argument-list] pl.system.sync_wait needs `pipe`
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: event 14 of pl.system.sync_wait
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_wait(14, pipe=pl.PipeType.FIX)  # E:9 IO [operation-form] `event_id` is 0 to 13, found 14 in pl.system.sync_wait
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: event -1 of pl.system.sync_wait
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_wait(-1, pipe=pl.PipeType.FIX)  # E:9 IO [operation-form] `event_id` is 0 to 13, found -1 in pl.system.sync_wait
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: core_type of pl.system.sync_wait is aic or aiv
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_wait(0, pipe=pl.PipeType.FIX, core_type='mix')  # E:9 IO [operation-form] `core_type` is aic or aiv, found 'mix' in pl.system.sync_wait
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: ffts_mode is 0, 1 or 2
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_set(0, pipe=pl.PipeType.FIX, ffts_mode=3)  # E:9 IO [operation-form] `ffts_mode` is 0, 1 or 2, found 3 in pl.system.sync_set
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: pl.system.sync_wait has no ffts_mode
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_wait(0, pipe=pl.PipeType.FIX, ffts_mode=2)  # E:54 IO [argument-list] pl.system.sync_wait has no parameter `ffts_mode`
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: the workspace of pl.system.set_ffts is INT64
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    w: pl.Tensor[[256], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.set_ffts(w)  # E:9 IO [operand-kind] `workspace` must be a tensor of INT64 in global memory, found Tensor[[256], INT32] in pl.system.set_ffts
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: the workspace of pl.system.set_ffts has one axis
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    w: pl.Tensor[[16, 16], pl.INT64],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.set_ffts(w)  # E:9 IO [operation-form] `workspace` has one axis of static extent, found Tensor[[16, 16], INT64] in pl.system.set_ffts
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: the workspace of pl.system.set_ffts has 256 elements
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    w: pl.Tensor[[128], pl.INT64],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.set_ffts(w)  # E:9 IO [operation-form] `workspace` needs at least 256 elements, found 128 in pl.system.set_ffts
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: the workspace of pl.system.set_ffts is static
N = pl.dynamic("N")


@pl.jit
def kernel(w: pl.Tensor[[N], pl.INT64], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.set_ffts(w)  # E:9 IO [operation-form] `workspace` has one axis of static extent, found Tensor[[N], INT64] in pl.system.set_ffts
        y[:, :] = x[:, :]
    return y


# check: pl.system.cacheinvalid takes all or nothing
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.cacheinvalid(x)  # E:9 IO [operation-form] either no arguments are expected, or tensor, shapes and offsets in pl.system.cacheinvalid
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: pl.system.cacheinvalid has an extent for each axis
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.cacheinvalid(x, [32], [0, 0])  # E:9 IO [operation-form] `shapes` needs 2 entries, found 1 in pl.system.cacheinvalid
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: pl.system.cacheinvalid has an offset for each axis
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.cacheinvalid(x, [32, 32], [0])  # E:9 IO [operation-form] `offsets` needs 2 entries, found 1 in pl.system.cacheinvalid
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: pl.system.cacheinvalid takes a tensor
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.cacheinvalid(pl.load(x, [0, 0], [32, 32]), [32, 32], [0, 0])  # E:9 IO [operand-kind] `tensor` must be a tensor in global memory, found Tile[[32, 32], FP32, Vec] in pl.system.cacheinvalid
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: pl.system.fence is of regions
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    pl.system.fence()  # E:5 IO [misplaced] cores are ordered inside regions only in pl.system.fence
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


# check: core_type of pl.system.syncall is one of three
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    w: pl.InOut[pl.Tensor[[16], pl.INT32]],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    for b in pl.spmd(2):
        pl.system.syncall(core_type='aiv', mode='soft', gm_workspace=w, used_cores=2)  # E:9 IO [operation-form] `core_type` is one of mix, aic_only, aiv_only, found 'aiv' in pl.system.syncall
        t = pl.load(x, [b * 16, 0], [16, 32])
        y = pl.store(t, [b * 16, 0], y)
    return y


# check: mode of pl.system.syncall is hard or soft
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    for b in pl.spmd(2):
        pl.system.syncall(core_type='aiv_only', mode='loose')  # E:9 IO [operation-form] `mode` is hard or soft, found 'loose' in pl.system.syncall
        t = pl.load(x, [b * 16, 0], [16, 32])
        y = pl.store(t, [b * 16, 0], y)
    return y


# check: a soft barrier needs a workspace
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    for b in pl.spmd(2):
        pl.system.syncall(core_type='aiv_only', mode='soft', used_cores=2)  # E:9 IO [operation-form] mode="soft" needs gm_workspace= and used_cores= in pl.system.syncall
        t = pl.load(x, [b * 16, 0], [16, 32])
        y = pl.store(t, [b * 16, 0], y)
    return y


# check: a soft barrier needs its cores
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    w: pl.InOut[pl.Tensor[[16], pl.INT32]],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    for b in pl.spmd(2):
        pl.system.syncall(core_type='aiv_only', mode='soft', gm_workspace=w)  # E:9 IO [operation-form] mode="soft" needs gm_workspace= and used_cores= in pl.system.syncall
        t = pl.load(x, [b * 16, 0], [16, 32])
        y = pl.store(t, [b * 16, 0], y)
    return y


# check: the workspace of a barrier is INT32
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    w: pl.InOut[pl.Tensor[[16], pl.INT64]],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    for b in pl.spmd(2):
        pl.system.syncall(core_type='aiv_only', mode='soft', gm_workspace=w, used_cores=2)  # E:9 IO [operand-kind] `gm_workspace` must be a tensor of INT32 in global memory, found Tensor[[16], INT64] in pl.system.syncall
        t = pl.load(x, [b * 16, 0], [16, 32])
        y = pl.store(t, [b * 16, 0], y)
    return y


# check: the workspace of a barrier has 16 elements
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    w: pl.InOut[pl.Tensor[[8], pl.INT32]],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    for b in pl.spmd(2):
        pl.system.syncall(core_type='aiv_only', mode='soft', gm_workspace=w, used_cores=2)  # E:9 IO [operation-form] `gm_workspace` needs at least 16 elements, found 8 in pl.system.syncall
        t = pl.load(x, [b * 16, 0], [16, 32])
        y = pl.store(t, [b * 16, 0], y)
    return y


# check: used_cores is an integer
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    w: pl.InOut[pl.Tensor[[16], pl.INT32]],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    for b in pl.spmd(2):
        pl.system.syncall(core_type='aiv_only', mode='soft', gm_workspace=w, used_cores=2.0)  # E:9 IO [operation-form] `used_cores` must be an integer, found Scalar[FP32] in pl.system.syncall
        t = pl.load(x, [b * 16, 0], [16, 32])
        y = pl.store(t, [b * 16, 0], y)
    return y


# check: used_cores is not below 0
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    w: pl.InOut[pl.Tensor[[16], pl.INT32]],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    for b in pl.spmd(2):
        pl.system.syncall(core_type='aiv_only', mode='soft', gm_workspace=w, used_cores=-1)  # E:9 IO [operation-form] `used_cores` is not negative, found -1 in pl.system.syncall
        t = pl.load(x, [b * 16, 0], [16, 32])
        y = pl.store(t, [b * 16, 0], y)
    return y


# check: a hard barrier has no workspace
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    w: pl.InOut[pl.Tensor[[16], pl.INT32]],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    for b in pl.spmd(2):
        pl.system.syncall(core_type='aiv_only', gm_workspace=w)  # E:9 IO [operation-form] `gm_workspace` goes with mode="soft" in pl.system.syncall
        t = pl.load(x, [b * 16, 0], [16, 32])
        y = pl.store(t, [b * 16, 0], y)
    return y


# check: a hard barrier counts all cores
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    for b in pl.spmd(2):
        pl.system.syncall(core_type='aiv_only', used_cores=2)  # E:9 IO [operation-form] `used_cores` goes with mode="soft" in pl.system.syncall
        t = pl.load(x, [b * 16, 0], [16, 32])
        y = pl.store(t, [b * 16, 0], y)
    return y


# check: a hard barrier needs all cores of its kind
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    for b in pl.spmd(2):
        pl.system.syncall(core_type='aiv_only')  # E:9 VE [barrier] a hard barrier waits for all 48 vector cores of a2a3, and the launch has 2 blocks
        t = pl.load(x, [b * 16, 0], [16, 32])
        y = pl.store(t, [b * 16, 0], y)
    return y


# check: pl.system.syncall takes keywords
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    for b in pl.spmd(2):
        pl.system.syncall('aiv_only')  # E:27 IO [argument-list] pl.system.syncall takes 0 argument(s) by position
        t = pl.load(x, [b * 16, 0], [16, 32])
        y = pl.store(t, [b * 16, 0], y)
    return y


# check: pl.system.syncall is of regions
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    pl.system.syncall(core_type='aiv_only')  # E:5 IO [misplaced] cores are ordered inside regions only in pl.system.syncall
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


# check: pl.system.task_dummy is of orchestration
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.system.task_dummy(deps=[])  # E:13 IO [task-dummy] pl.system.task_dummy belongs outside regions
        y[:, :] = x[:, :]
    return y


# check: pl.system.task_dummy needs deps
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP) as t:
        y[:, :] = x[:, :]
    d = pl.system.task_dummy()  # E:9 SE [task-dummy] pl.system.task_dummy takes deps by keyword
    return y


# check: pl.system.task_dummy takes keywords
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP) as t:
        y[:, :] = x[:, :]
    d = pl.system.task_dummy([t])  # E:9 SE [task-dummy] pl.system.task_dummy takes deps by keyword
    return y


# check: deps of pl.system.task_dummy is a list
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP) as t:
        y[:, :] = x[:, :]
    d = pl.system.task_dummy(deps=t)  # E:35 SE [deps-form] deps= takes a list of task ids
    return y


# check: deps of pl.system.task_dummy are task ids
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP) as t:
        y[:, :] = x[:, :]
    d = pl.system.task_dummy(deps=[x])  # E:36 SE [deps-entry] `x` in deps= is no task id
    return y


# check: deps of pl.system.task_dummy are no numbers
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP) as t:
        y[:, :] = x[:, :]
    d = pl.system.task_dummy(deps=[0])  # E:36 SE [deps-entry] `0` in deps= is no task id
    return y


# check: pl.system.available_aiv_count takes nothing
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    for b in pl.spmd(pl.system.available_aiv_count(1)):  # E:52 IO [argument-list] pl.system.available_aiv_count takes 0 arguments, found 1
        y[:, :] = x[:, :]
    return y


# check: a name that pl.system does not have
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_all()  # E:9 IO [unknown-operation] unknown operation pl.system.sync_all
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: a launch that raises an event for all cores of the chip fills them
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    for b in pl.spmd(4, sync_start=True):
        pl.system.sync_set(0, pipe=pl.PipeType.V, ffts_mode=0)  # E:9 VE [event] an event of ffts_mode=0 is raised by all 48 vector cores of a2a3, and the launch has 4 blocks
        pl.system.sync_wait(0, pipe=pl.PipeType.V)
        y[8 * b : 8 * b + 8, :] = pl.exp(x[8 * b : 8 * b + 8, :])
    return y


# check: event 15 belongs to the tool chain between blocks too
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_set(15, pipe=pl.PipeType.V, ffts_mode=0)  # E:9 IO [operation-form] `event_id` is 0 to 13, found 15 in pl.system.sync_set
        y[:, :] = pl.exp(x[:, :])
    return y


# check: an event that blocks wait for is one that they raise
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.system.sync_set(1, pipe=pl.PipeType.V, ffts_mode=0)
        pl.system.sync_wait(2, pipe=pl.PipeType.V)  # E:9 VE [event] pl.system.sync_wait waits for event 2 on the vector core, and nothing raises it there
        y[:, :] = pl.exp(x[:, :])
    return y


# check: an event of all vector cores is not for the cube core
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        p = pl.matmul(x[:, :], x[:, :])
        pl.system.sync_set(1, pipe=pl.PipeType.V, ffts_mode=0)
        pl.system.sync_wait(1, pipe=pl.PipeType.V, core_type="aic")  # E:9 VE [event] pl.system.sync_wait waits for event 1 on the cube core, and nothing raises it there
        y[:, :] = pl.exp(p)
    return y


# check: an event for the other core of the cluster is awaited there
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        p = pl.matmul(x[:, :], x[:, :])
        pl.system.sync_set(1, pipe=pl.PipeType.FIX)
        pl.system.sync_wait(1, pipe=pl.PipeType.FIX, core_type="aic")  # E:9 VE [event] pl.system.sync_wait waits for event 1 on the cube core, and nothing raises it there
        y[:, :] = pl.exp(p)
    return y


# check: a wait names the pipe that raises the event
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        p = pl.matmul(x[:, :], x[:, :])
        pl.system.sync_set(1, pipe=pl.PipeType.FIX)
        pl.system.sync_wait(1, pipe=pl.PipeType.V)  # E:9 VE [event] pl.system.sync_wait waits for event 1 of pipe V, and pipe FIX raises it
        y[:, :] = pl.exp(p)
    return y
