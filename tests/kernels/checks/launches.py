# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl
@pl.jit.incore
def core(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    y[0:16, :] = x[0:16, :]
    return y


# check: pl.spmd without a number of blocks
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd():  # E:14 SE [spmd-blocks] pl.spmd needs the number of blocks
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: pl.spmd in a with statement without a number of blocks
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.spmd():  # E:10 SE [spmd-blocks] pl.spmd needs the number of blocks
        b = pl.tile.get_block_idx()
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a number of blocks given twice
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, core_num=4):  # E:25 SE [argument-list] `core_num` is given twice
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a number of blocks that is a fraction
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4.0):  # E:22 TE [argument-type] an integer is expected, `4.0` is the number 4.0
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a number of blocks that is a text
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd("4"):  # E:22 TE [argument-type] an integer is expected, `"4"` is the text '4'
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a number of blocks that is a bool
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(True):  # E:22 TE [argument-type] an integer is expected, `True` is the truth value True
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a number of blocks that is a tensor
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(x):  # E:22 TE [argument-type] an integer is expected, `x` is Tensor[[64, 64], FP32]
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a number of blocks that is a float scalar
@pl.jit
def kernel(s: pl.FP32, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(s):  # E:22 TE [argument-type] an integer is expected, `s` is Scalar[FP32]
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: no blocks
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(0):  # E:22 TE [spmd-blocks] the number of blocks must be positive, found 0
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a negative number of blocks
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.spmd(-4):  # E:18 TE [spmd-blocks] the number of blocks must be positive, found -4
        b = pl.tile.get_block_idx()
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a folded number of blocks that is not positive
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(core_num=4 - 4):  # E:31 TE [spmd-blocks] the number of blocks must be positive, found 0
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: bounds of pl.spmd
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(0, 4):  # E:14 SE [argument-list] pl.spmd takes 1 positional argument(s), found 2
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: bounds and a step of pl.spmd in a with statement
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.spmd(0, 4, 1):  # E:10 SE [argument-list] pl.spmd takes 1 positional argument(s), found 3
        b = pl.tile.get_block_idx()
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: init_values of pl.spmd
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, init_values=(n,)):  # E:25 SE [unknown-keyword] pl.spmd has no keyword `init_values`
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: init_values of pl.spmd with names
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b, (a,) in pl.spmd(4, init_values=(n,)):  # E:9 SE [loop-target] the block index of pl.spmd is one plain name
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a stage of pl.spmd
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, stage=2):  # E:25 SE [unknown-keyword] pl.spmd has no keyword `stage`
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: an unknown keyword of pl.spmd
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, colour=1):  # E:25 SE [unknown-keyword] pl.spmd has no keyword `colour`
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: an unknown keyword of pl.spmd in a with statement
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.spmd(4, colour=1):  # E:21 SE [unknown-keyword] pl.spmd has no keyword `colour`
        b = pl.tile.get_block_idx()
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: `**` arguments of pl.spmd
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, **{"name_hint": "copy"}):  # E:27 UF [argument-list] `**` arguments are not part of the kernel language
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: `**` arguments of pl.spmd in a with statement
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.spmd(4, **{"name_hint": "copy"}):  # E:23 UF [argument-list] `**` arguments are not part of the kernel language
        b = pl.tile.get_block_idx()
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: no_dep_args of pl.spmd
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, no_dep_args=[x]):  # E:25 SE [unknown-keyword] pl.spmd has no keyword `no_dep_args`
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a level of pl.spmd
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, level=pl.Level.CORE_GROUP):  # E:25 SE [unknown-keyword] pl.spmd has no keyword `level`
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: deps of the loop form
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP) as t:
        y[0:16, :] = x[0:16, :]
    for b in pl.spmd(4, deps=[t]):  # E:30 SE [spmd-deps] deps= needs the with form, which names the task
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: deps of a launch without a name
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP) as t:
        y[0:16, :] = x[0:16, :]
    with pl.spmd(4, deps=[t]):  # E:26 SE [spmd-deps] deps= on pl.spmd needs a name for the task
        b = pl.tile.get_block_idx()
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a launch with two names
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.spmd(4) as (a, t):  # E:24 SE [task-name] the name of a task is one plain name
        b = pl.tile.get_block_idx()
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a name_hint of pl.spmd that is no text
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, name_hint=7):  # E:35 SE [name-hint] name_hint is a text literal that is a valid name
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a name_hint of pl.spmd that is no name
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, name_hint="7th"):  # E:35 SE [name-hint] name_hint is a text literal that is a valid name
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: sync_start that is a number
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, sync_start=1):  # E:36 SE [bool-literal] sync_start is True or False
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: sync_start that is a scalar
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, sync_start=n > 0):  # E:36 SE [bool-literal] sync_start is True or False
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: allow_early_resolve of pl.spmd that is a text
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, allow_early_resolve="yes"):  # E:45 SE [bool-literal] allow_early_resolve is True or False
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: optimizations of pl.spmd that are no list
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, optimizations=pl.split(pl.SplitMode.NONE)):  # E:39 SE [optimizations] optimizations= takes a list literal
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: blocks that all do the same work
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.spmd(4):  # E:10 SE [spmd-body] every block of this pl.spmd does the same work
        y[0:16, :] = x[0:16, :]
    return y


# check: blocks with an empty body
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.spmd(4):  # E:10 SE [spmd-body] every block of this pl.spmd does the same work
        pass
    return y


# check: a launch of two kernels
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.spmd(4):  # E:10 SE [spmd-body] this pl.spmd launches 2 kernels, and it takes one
        y = core(x, y)
        y = core(x, y)
    return y


# check: a launch of a kernel and other work
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.spmd(4):  # E:10 SE [spmd-body] every block of this pl.spmd does the same work
        y = core(x, y)
        y[16:32, :] = x[16:32, :]
    return y


# check: optimizations beside a region that is the whole body
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.spmd(4, optimizations=[pl.split(pl.SplitMode.NONE)]):  # E:35 SE [optimizations] optimizations= belongs to the pl.at inside this pl.spmd
        with pl.at(level=pl.Level.CORE_GROUP):
            b = pl.tile.get_block_idx()
            y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a name of the region that is the whole body
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.spmd(4):
        with pl.at(level=pl.Level.CORE_GROUP) as t:  # E:50 SE [task-name] the launch of the blocks is the task, not the region inside it
            b = pl.tile.get_block_idx()
            y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: deps of the region that is the whole body
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP) as t:
        y[0:16, :] = x[0:16, :]
    with pl.spmd(4):
        with pl.at(level=pl.Level.CORE_GROUP, deps=[t]):  # E:52 SE [spmd-deps] deps= belongs to the pl.spmd around this pl.at, which is the task
            b = pl.tile.get_block_idx()
            y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a region as the whole body that does not read the block index
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.spmd(4):  # E:10 SE [spmd-body] every block of this pl.spmd does the same work
        with pl.at(level=pl.Level.CORE_GROUP):
            y[0:16, :] = x[0:16, :]
    return y


# check: a region beside other statements of a launch
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.spmd(4):
        b = pl.tile.get_block_idx()
        with pl.at(level=pl.Level.CORE_GROUP):  # E:9 VE [501] a region cannot stand inside another region
            y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a value that the blocks carry
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    acc = pl.create_tensor([64, 64], dtype=pl.FP32)
    for b in pl.spmd(4):
        t = pl.add(x[b * 16 : b * 16 + 16, :], 1.0)
        y[b * 16 : b * 16 + 16, :] = t
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = t  # E:22 SI [value-leaves-region] `t` is bound inside the region at line 357, and every block has its own
    return y


# check: a scalar that the blocks rebind
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    m = n
    for b in pl.spmd(4):
        m = m + b
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    for i in pl.range(m):  # E:23 SI [value-leaves-region] the scalar `m` is bound inside the region at line 369 and cannot leave it
        pass
    return y


# check: the block index read after the launch
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4):
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    for i in pl.range(b):  # E:23 UV [out-of-scope] `b` is the block index of the region at line 380
        pass
    return y


# check: a block index that is a tuple
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b, c in pl.spmd(4):  # E:9 SE [loop-target] the block index of pl.spmd is one plain name
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a name of a launch in a cluster
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.cluster():
        with pl.spmd(4) as t:  # E:9 SE [cluster] a task id belongs to one task, and a launch inside pl.cluster is a part of the group's
            y = core(x, y)
    return y


# check: allow_early_resolve of a launch in a cluster
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.cluster():
        with pl.spmd(4, allow_early_resolve=True):  # E:9 SE [cluster] allow_early_resolve= belongs to one task, and a launch inside pl.cluster is a part of the group's
            y = core(x, y)
    return y


# check: a predicate of a launch in a cluster
@pl.jit
def kernel(f: pl.Tensor[[4], pl.INT32], x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.cluster():
        with pl.spmd(4, predicate=(f[0] > 0)):  # E:9 SE [cluster] predicate= belongs to one task, and a launch inside pl.cluster is a part of the group's
            y = core(x, y)
    return y


# check: an `else` of the loop form
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4):
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    else:
        pass  # E:9 UF [loop-else] `else` of a loop is not part of the kernel language
    return y


# check: pl.spmd in an expression
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.spmd(4)  # E:9 SE [misplaced-construct] pl.spmd belongs in a for statement
    return y


# check: a launch that starts more blocks at once than the chip has cores
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4000, sync_start=True):  # E:5 VE [launch-width] 4000 blocks cannot start together: a2a3 has 48 vector cores
        y[0:16, :] = x[0:16, :]
    return y


# check: a kernel of blocks that makes a tensor of its own
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[64, 64], pl.FP32]) -> pl.Tensor[[64, 64], pl.FP32]:
        out = pl.add(x, 1.0)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        with pl.spmd(4):
            z = self.body(x)  # E:17 VE [spmd-results] a kernel that is launched by pl.spmd writes its results into tensors that it is given
        return y


# check: a launch of two methods
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        y[0:16, :] = x[0:16, :]
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        with pl.spmd(4):  # E:14 SE [spmd-body] this pl.spmd launches 2 kernels, and it takes one
            y = self.body(x, y)
            y = self.body(x, y)
        return y


# check: deps of a launch of a method without a name
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        y[0:16, :] = x[0:16, :]
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        t = pl.system.task_dummy(deps=[])
        with pl.spmd(4, deps=[t]):  # E:30 SE [spmd-deps] deps= on pl.spmd needs a name for the task
            y = self.body(x, y)
        return y
