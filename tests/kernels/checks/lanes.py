# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl
@pl.jit.incore
def core(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    y[0:16, :] = x[0:16, :]
    return y


# check: an argument of pl.cluster by position
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.cluster("group"):  # E:10 SE [argument-list] pl.cluster takes 0 positional argument(s), found 1
        y = core(x, y)
    return y


# check: an unknown keyword of pl.cluster
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.cluster(colour=1):  # E:21 SE [unknown-keyword] pl.cluster has no keyword `colour`
        y = core(x, y)
    return y


# check: deps of pl.cluster
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.cluster(deps=[]):  # E:21 SE [unknown-keyword] pl.cluster has no keyword `deps`
        y = core(x, y)
    return y


# check: `**` arguments of pl.cluster
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.cluster(**{"name_hint": "g"}):  # E:23 UF [argument-list] `**` arguments are not part of the kernel language
        y = core(x, y)
    return y


# check: a name_hint of pl.cluster that is no name
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.cluster(name_hint="a b"):  # E:31 SE [name-hint] name_hint is a text literal that is a valid name
        y = core(x, y)
    return y


# check: a name of a cluster
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.cluster() as g:  # E:10 SE [cluster] pl.cluster binds no task: the launches inside are one group
        y = core(x, y)
    return y


# check: a cluster without a launch
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.cluster():  # E:10 SE [cluster] pl.cluster holds no launch
        pass
    return y


# check: a submission with deps in a cluster
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.system.task_dummy(deps=[])
    with pl.cluster():
        y, u = pl.submit(core, x, y, deps=[t])  # E:16 SE [cluster] deps= belongs to one task, and a launch inside pl.cluster is a part of the group's
    return y


# check: a submission with a hint in a cluster
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.cluster():
        y, u = pl.submit(core, x, y, allow_early_resolve=True)  # E:16 SE [cluster] allow_early_resolve= belongs to one task, and a launch inside pl.cluster is a part of the group's
    return y


# check: a submission with dumps in a cluster
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.cluster():
        y, u = pl.submit(core, x, y, dumps=[x])  # E:16 SE [cluster] dumps= belongs to one task, and a launch inside pl.cluster is a part of the group's
    return y


# check: a region with a name in a cluster
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.cluster():
        with pl.at(level=pl.Level.CORE_GROUP) as t:  # E:9 SE [cluster] a task id belongs to one task, and a launch inside pl.cluster is a part of the group's
            y[0:16, :] = x[0:16, :]
    return y


# check: a region with deps in a cluster
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.system.task_dummy(deps=[])
    with pl.cluster():
        with pl.at(level=pl.Level.CORE_GROUP, deps=[t]):  # E:9 SE [cluster] deps= belongs to one task, and a launch inside pl.cluster is a part of the group's
            y[0:16, :] = x[0:16, :]
    return y


# check: a cluster inside a cluster
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.cluster():
        with pl.cluster():  # E:14 SE [cluster] a pl.cluster cannot stand inside another one
            y = core(x, y)
    return y


# check: pl.cluster in an expression
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    g = pl.cluster()  # E:9 SE [misplaced-construct] pl.cluster belongs in a with statement
    return y


# check: pl.split_aiv without a number
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for lane in pl.split_aiv(mode=pl.SplitMode.NONE):  # E:21 SE [split-aiv] pl.split_aiv takes the number 2
            y[lane * 32 : lane * 32 + 32, :] = x[lane * 32 : lane * 32 + 32, :]
    return y


# check: pl.split_aiv over another number
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for lane in pl.split_aiv(4, mode=pl.SplitMode.NONE):  # E:21 SE [split-aiv] pl.split_aiv takes the number 2
            y[lane * 16 : lane * 16 + 16, :] = x[lane * 16 : lane * 16 + 16, :]
    return y


# check: pl.split_aiv over a constant of the module
LANES = 2


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for lane in pl.split_aiv(LANES, mode=pl.SplitMode.NONE):  # E:21 SE [split-aiv] pl.split_aiv takes the number 2
            y[lane * 32 : lane * 32 + 32, :] = x[lane * 32 : lane * 32 + 32, :]
    return y


# check: pl.split_aiv over a fraction
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for lane in pl.split_aiv(2.0, mode=pl.SplitMode.NONE):  # E:21 SE [split-aiv] pl.split_aiv takes the number 2
            y[lane * 32 : lane * 32 + 32, :] = x[lane * 32 : lane * 32 + 32, :]
    return y


# check: pl.split_aiv with two positional arguments
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for lane in pl.split_aiv(0, 2, mode=pl.SplitMode.NONE):  # E:21 SE [split-aiv] pl.split_aiv takes the number 2
            y[lane * 32 : lane * 32 + 32, :] = x[lane * 32 : lane * 32 + 32, :]
    return y


# check: pl.split_aiv with a mode by position
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for lane in pl.split_aiv(2, pl.SplitMode.NONE):  # E:21 SE [split-aiv] pl.split_aiv takes the number 2
            y[lane * 32 : lane * 32 + 32, :] = x[lane * 32 : lane * 32 + 32, :]
    return y


# check: pl.split_aiv without a mode
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for lane in pl.split_aiv(2):  # E:21 SE [split-aiv] pl.split_aiv needs a mode
            y[lane * 32 : lane * 32 + 32, :] = x[lane * 32 : lane * 32 + 32, :]
    return y


# check: a mode of pl.split_aiv that is a text
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for lane in pl.split_aiv(2, mode="NONE"):  # E:42 SE [split-aiv] mode= is one of pl.SplitMode
            y[lane * 32 : lane * 32 + 32, :] = x[lane * 32 : lane * 32 + 32, :]
    return y


# check: a mode of pl.split_aiv that does not exist
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for lane in pl.split_aiv(2, mode=pl.SplitMode.HALF):  # E:42 IO [unknown-member] pl.SplitMode has no `HALF`
            y[lane * 32 : lane * 32 + 32, :] = x[lane * 32 : lane * 32 + 32, :]
    return y


# check: optimizations of pl.split_aiv
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for lane in pl.split_aiv(2, mode=pl.SplitMode.NONE, optimizations=[]):  # E:61 SE [split-aiv] pl.split_aiv has no keyword `optimizations`
            y[lane * 32 : lane * 32 + 32, :] = x[lane * 32 : lane * 32 + 32, :]
    return y


# check: a name_hint of pl.split_aiv
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for lane in pl.split_aiv(2, mode=pl.SplitMode.NONE, name_hint="l"):  # E:61 SE [split-aiv] pl.split_aiv has no keyword `name_hint`
            y[lane * 32 : lane * 32 + 32, :] = x[lane * 32 : lane * 32 + 32, :]
    return y


# check: init_values of pl.split_aiv
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for lane in pl.split_aiv(2, mode=pl.SplitMode.NONE, init_values=(n,)):  # E:61 SE [split-aiv] pl.split_aiv has no keyword `init_values`
            y[lane * 32 : lane * 32 + 32, :] = x[lane * 32 : lane * 32 + 32, :]
    return y


# check: `**` arguments of pl.split_aiv
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for lane in pl.split_aiv(2, **{"mode": pl.SplitMode.NONE}):  # E:39 UF [argument-list] `**` arguments are not part of the kernel language
            y[lane * 32 : lane * 32 + 32, :] = x[lane * 32 : lane * 32 + 32, :]
    return y


# check: two loop variables of pl.split_aiv
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for lane, i in pl.split_aiv(2, mode=pl.SplitMode.NONE):  # E:13 SE [split-aiv] the lane of pl.split_aiv is one plain name
            y[lane * 32 : lane * 32 + 32, :] = x[lane * 32 : lane * 32 + 32, :]
    return y


# check: pl.split_aiv inside pl.split_aiv
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for lane in pl.split_aiv(2, mode=pl.SplitMode.NONE):
            for other in pl.split_aiv(2, mode=pl.SplitMode.NONE):  # E:26 SE [split-aiv] a pl.split_aiv cannot stand inside another one
                y[lane * 32 : lane * 32 + 32, :] = x[lane * 32 : lane * 32 + 32, :]
    return y


# check: pl.split_aiv beside pl.split
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.UP_DOWN)]):
        for lane in pl.split_aiv(2, mode=pl.SplitMode.NONE):  # E:21 SE [split-aiv] a region has pl.split or pl.split_aiv, not both
            y[lane * 32 : lane * 32 + 32, :] = x[lane * 32 : lane * 32 + 32, :]
    return y


# check: pl.split_aiv in an incore function
@pl.jit.incore
def body(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    for lane in pl.split_aiv(2, mode=pl.SplitMode.NONE):  # E:17 SE [split-aiv] pl.split_aiv belongs in a region of orchestration or of an inline helper
        y[lane * 32 : lane * 32 + 32, :] = x[lane * 32 : lane * 32 + 32, :]
    return y


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y = body(x, y)
    return y


# check: pl.split_aiv in an InCore method
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        for lane in pl.split_aiv(2, mode=pl.SplitMode.NONE):  # E:21 SE [split-aiv] pl.split_aiv belongs in a region of orchestration or of an inline helper
            y[lane * 32 : lane * 32 + 32, :] = x[lane * 32 : lane * 32 + 32, :]
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        y = self.body(x, y)
        return y


# check: pl.split_aiv in an expression
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        lane = pl.split_aiv(2, mode=pl.SplitMode.NONE)  # E:16 SE [misplaced-construct] pl.split_aiv belongs in a for statement
        y[0:16, :] = x[0:16, :]
    return y


# check: an `else` of pl.split_aiv
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for lane in pl.split_aiv(2, mode=pl.SplitMode.NONE):
            y[lane * 32 : lane * 32 + 32, :] = x[lane * 32 : lane * 32 + 32, :]
        else:
            pass  # E:13 UF [loop-else] `else` of a loop is not part of the kernel language
    return y


# check: vector work outside of every pl.split_aiv of its region
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        c = pl.matmul(x[:, :], x[:, :])
        for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            y[lane * 32 : lane * 32 + 32, :] = pl.exp(pl.aiv_shard(c))
        y[0:16, :] = pl.exp(x[0:16, :])  # E:22 UF [split-aiv] pl.exp works on a vector core, outside of every pl.split_aiv
    return y


# check: a product inside a pl.split_aiv
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            c = pl.matmul(x[:, :], x[:, :])  # E:17 UF [split-aiv] pl.matmul runs on the cube core, and this loop on the vector cores
            y[lane * 32 : lane * 32 + 32, :] = c[0:32, :]
    return y


# check: a value of the cube core read in a pl.split_aiv without pl.aiv_shard
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        c = pl.matmul(x[:, :], x[:, :])
        for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            y[lane * 32 : lane * 32 + 32, :] = pl.exp(c[0:32, :])  # E:55 UF [split-aiv] `c` is a value of the cube core and is read on the vector core
    return y


# check: a value of the lanes read by a product without pl.aic_gather
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            t = pl.exp(x[lane * 32 : lane * 32 + 32, :])
        y[0:32, :] = pl.matmul(t, x[:, :])  # E:22 UF [split-aiv] `t` is a value of the vector core and is read on the cube core
    return y


# check: pl.aiv_shard with a split in a loop
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        c = pl.matmul(x[:, :], x[:, :])
        for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            y[lane * 32 : lane * 32 + 32, :] = pl.exp(pl.aiv_shard(c, split=1))  # E:77 SE [split-aiv] pl.aiv_shard takes its mode from the loop around it
    return y


# check: pl.aic_gather with a split in a loop
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            t = pl.aic_gather(pl.exp(x[lane * 32 : lane * 32 + 32, :]), split=1)  # E:79 SE [split-aiv] pl.aic_gather takes its mode from the loop around it
        y[:, :] = pl.matmul(t, x[:, :])
    return y


# check: pl.aiv_shard in orchestration
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.aiv_shard(x)  # E:9 SE [split-aiv] pl.aiv_shard stands in a loop over the two vector cores
    return y


# check: pl.aic_gather in orchestration
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.aic_gather(x)  # E:9 SE [split-aiv] pl.aic_gather stands in a loop over the two vector cores
    return y


# check: a launch of a group in a loop
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.cluster():
        y = core(x, y)
        for i in pl.range(2):
            y = core(x, y)  # E:13 SE [cluster] a launch of a group stands in pl.cluster itself, not in a loop or branch of it
    return y


# check: a launch of a group in a branch
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.cluster():
        y = core(x, y)
        if n > 4:
            y = core(x, y)  # E:13 SE [cluster] a launch of a group stands in pl.cluster itself, not in a loop or branch of it
    return y


# check: launches of a group with different numbers of blocks
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.cluster():  # E:10 SE [cluster] the launches of a group have one number of blocks
        with pl.spmd(2):
            y = core(x, y)
        with pl.spmd(4):
            y = core(x, y)
    return y


# check: a launch of blocks beside a launch of one kernel in a group
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.cluster():  # E:10 SE [cluster] the launches of a group have one number of blocks
        with pl.spmd(2):
            y = core(x, y)
        y = core(x, y)
    return y


# check: pl.split of a region of a group
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.cluster():
        y = core(x, y)
        with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.UP_DOWN)]):  # E:9 SE [cluster] pl.split divides a region that is launched alone, and this one is a part of a group
            c = pl.matmul(x[:, :], x[:, :])
            y[:, :] = pl.exp(c)
    return y


# check: a value of one kernel of a group that another one reads
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.cluster():
        with pl.at(level=pl.Level.CORE_GROUP):
            t = pl.exp(x[:, :])
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:, :] = pl.exp(t)  # E:30 VE [group] `t` is computed by one kernel of the group and read by another: they run at the same time
    return y


# check: other statements in a group
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    f = pl.create_tensor([4], dtype=pl.INT32)
    with pl.cluster():
        y = core(x, y)
        pl.write(f, [0], pl.const(1, pl.INT32))  # E:9 SE [cluster] pl.cluster holds launches, and tensors and numbers that they are given
        y = core(x, y)
    return y
