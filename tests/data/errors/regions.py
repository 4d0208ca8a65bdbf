# SPDX-License-Identifier: Apache-2.0
"""Regions: computing outside, nesting, options, values that cannot leave."""

import pypto.language as pl


@pl.jit
def outside(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    a = pl.exp(x)  # E:9 Misplaced tensor op 'exp': pl.exp computes, and this code only decides what runs
    b = pl.full([16, 64], dtype=pl.FP32, value=0.0)  # E:9 Misplaced tensor op 'full': pl.full computes, and this code only decides what runs
    c = pl.get_block_idx()  # E:9 the block index exists only inside a region in pl.get_block_idx
    y[0:16, :] = x[0:16, :]  # no mistake: a task that copies
    return y


@pl.jit
def nested(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for b in pl.spmd(4):  # E:9 a region cannot stand inside another region
            y[0:16, :] = x[0:16, :]
    return y


@pl.jit
def options(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at():  # E:10 pl.at needs a level
        y[0:16, :] = x[0:16, :]
    with pl.at(level=pl.Level.HOST):  # E:22 pl.at(level=pl.Level.HOST) lies above a chip, and this is a program of one chip
        pass
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="two words"):  # E:53 name_hint is a text literal that is a valid name
        pass
    with pl.at(level=pl.Level.CORE_GROUP, nam_hint="a"):  # E:43 pl.at has no keyword `nam_hint`
        pass
    with pl.at(level=pl.Level.CORE_GROUP, deps=[n]):  # E:49 `n` in deps= is no task id
        pass
    with pl.at(level=pl.Level.CORE_GROUP, no_dep_args=[n]):  # E:56 `n` in no_dep_args= is no tensor name
        pass
    with pl.at(level=pl.Level.CORE_GROUP, allow_early_resolve=1):  # E:63 allow_early_resolve is True or False
        pass
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.cross_core_slot(slot_num=0)]):  # E:86 slot_num is a positive number, written as a literal
        pass
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split()]):  # E:58 pl.split takes a mode
        pass
    for b in pl.spmd(0):  # E:22 the number of blocks must be positive, found 0
        pass
    for b in pl.spmd():  # E:14 pl.spmd needs the number of blocks
        pass
    for b in pl.spmd(4, deps=[]):  # E:30 deps= needs the with form, which names the task
        pass
    for b in pl.spmd(1.5):  # E:22 an integer is expected, `1.5` is the number 1.5
        pass
    with pl.spmd(4):  # E:10 every block of this pl.spmd does the same work
        y[0:16, :] = x[0:16, :]
    with pl.spmd(4, deps=[]):  # E:26 deps= on pl.spmd needs a name for the task
        b = pl.get_block_idx()
    with pl.cluster():  # E:10 pl.cluster holds no launch
        pass
    with open("file"):  # E:10 `open("file")` is no scope
        pass
    done = pl.system.task_dummy([])  # E:12 pl.system.task_dummy takes deps by keyword
    return y


@pl.jit
def leaving(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4):
        t = x[0:16, :]
    with pl.at(level=pl.Level.CORE_GROUP):
        s = pl.read(x, [0, 0])
        v = pl.set_validshape(x[0:16, :], 8, 64)
        w = pl.load(x, [0, 0], [16, 64])
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = t  # E:22 `t` is bound inside the region at line 66, and every block has its own
        y[0:16, :] = pl.add(x[0:16, :], s)  # E:41 the scalar `s` is bound inside the region at line 68 and cannot leave it
        y[0:16, :] = pl.add(x[0:16, :], v)  # E:41 `v` is bound inside the region at line 68 and is valid in part: Tensor[[16, 64], FP32, valid [8, 64]]
        y[b : b + 16, :] = x[0:16, :]  # E:11 `b` is the block index of the region at line 66
        y = pl.store(w, [0, 0], y)  # E:22 the tile `w` is bound inside the region at line 68 and cannot leave it
    return y


@pl.jit
def levels(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.HOST, optimizations=[]):  # E:51 optimizations= goes with pl.Level.CORE_GROUP
        pass
    with pl.at(level=pl.Level.HOST, role=pl.Role.SubWorker):  # E:42 a SubWorker at pl.Level.HOST cannot be written inline
        pass
    with pl.at(level=pl.Level.CHIP, role=1):  # E:42 a role is expected, `1` is the number 1
        pass
    with pl.at(level=pl.Level.GLOBAL, role=pl.Role.Orchestrator):  # E:22 pl.at(level=pl.Level.GLOBAL) lies above a chip, and this is a program of one chip
        pass
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.auto_chunk()]):  # E:58 unknown entry `pl.auto_chunk()`
        pass
    return y


@pl.jit.incore
def copied(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    y[0:16, :] = x[0:16, :]
    return y


@pl.jit
def carriers(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.spmd(4):
        with pl.at():  # E:14 pl.at needs a level
            b = pl.tile.get_block_idx()
    with pl.spmd(4):
        with pl.at(level=pl.Level.CHIP):  # E:26 pl.spmd launches blocks at pl.Level.CORE_GROUP, found pl.Level.CHIP
            b = pl.tile.get_block_idx()
    with pl.spmd(4, optimizations=[pl.split(pl.SplitMode.UP_DOWN)]):  # E:35 optimizations= belongs to the pl.at inside this pl.spmd
        with pl.at(level=pl.Level.CORE_GROUP):
            b = pl.tile.get_block_idx()
            y[b * 16 : b * 16 + 16, :] = x[0:16, :]
    with pl.spmd(4):
        with pl.at(level=pl.Level.CORE_GROUP, deps=[]) as t:  # E:52 deps= belongs to the pl.spmd around this pl.at, which is the task  # E:59 the launch of the blocks is the task, not the region inside it
            b = pl.tile.get_block_idx()
            y[b * 16 : b * 16 + 16, :] = x[0:16, :]
    with pl.spmd(4):  # E:10 this pl.spmd launches 2 kernels, and it takes one
        y = copied(x, y)
        y = copied(x, y)
    return y
