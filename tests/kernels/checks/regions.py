# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl
@pl.jit.incore
def core(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    y[0:16, :] = x[0:16, :]
    return y


# check: pl.at without a level
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at():  # E:10 SE [at-level] pl.at needs a level
        y[0:16, :] = x[0:16, :]
    return y


# check: pl.at with a name instead of a level
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(name_hint="copy"):  # E:10 SE [at-level] pl.at needs a level
        y[0:16, :] = x[0:16, :]
    return y


# check: pl.at with three positional arguments
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(pl.Level.CORE_GROUP, pl.Role.Orchestrator, "copy"):  # E:10 SE [argument-list] pl.at takes 2 positional argument(s), found 3
        y[0:16, :] = x[0:16, :]
    return y


# check: a level given twice
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(pl.Level.CORE_GROUP, level=pl.Level.CORE_GROUP):  # E:37 SE [argument-list] `level` is given twice
        y[0:16, :] = x[0:16, :]
    return y


# check: `**` arguments of pl.at
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, **{"name_hint": "copy"}):  # E:45 UF [argument-list] `**` arguments are not part of the kernel language
        y[0:16, :] = x[0:16, :]
    return y


# check: `*` arguments of pl.at
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(*[pl.Level.CORE_GROUP]):  # E:16 UF [argument-list] `*` arguments are not part of the kernel language
        y[0:16, :] = x[0:16, :]
    return y


# check: an unknown keyword of pl.at
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, colour=1):  # E:43 SE [unknown-keyword] pl.at has no keyword `colour`
        y[0:16, :] = x[0:16, :]
    return y


# check: a keyword of pl.at that is nearly one
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimisations=[]):  # E:43 SE [unknown-keyword] pl.at has no keyword `optimisations`
        y[0:16, :] = x[0:16, :]
    return y


# check: a predicate of pl.at
@pl.jit
def kernel(f: pl.Tensor[[4], pl.INT32], x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, predicate=(f[0] > 0)):  # E:43 SE [unknown-keyword] pl.at has no keyword `predicate`
        y[0:16, :] = x[0:16, :]
    return y


# check: a level that is a text
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level="CORE_GROUP"):  # E:22 TE [at-level] a level is expected, `"CORE_GROUP"` is the text 'CORE_GROUP'
        y[0:16, :] = x[0:16, :]
    return y


# check: a level that does not exist
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE):  # E:22 IO [unknown-member] pl.Level has no `CORE`
        y[0:16, :] = x[0:16, :]
    return y


# check: a level above the chip
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.HOST):  # E:22 SE [host-level] pl.at(level=pl.Level.HOST) lies above a chip, and this is a program of one chip
        pass
    return y


# check: optimizations with a level above CORE_GROUP
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.HOST, optimizations=[pl.split(pl.SplitMode.NONE)]):  # E:51 SE [at-level] optimizations= goes with pl.Level.CORE_GROUP
        pass
    return y


# check: a role with CORE_GROUP
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, role=pl.Role.Orchestrator):  # E:48 SE [at-level] role= goes with other levels than CORE_GROUP
        y[0:16, :] = x[0:16, :]
    return y


# check: a role that is no role
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CHIP, role="Orchestrator"):  # E:42 SE [at-level] a role is expected, `"Orchestrator"` is the text 'Orchestrator'
        pass
    return y


# check: a SubWorker inline at the host
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.HOST, role=pl.Role.SubWorker):  # E:42 SE [at-level] a SubWorker at pl.Level.HOST cannot be written inline
        pass
    return y


# check: a SubWorker inline above the host
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.GLOBAL, role=pl.Role.SubWorker):  # E:44 SE [at-level] a SubWorker at pl.Level.GLOBAL cannot be written inline
        pass
    return y


# check: a name_hint that is no literal
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint=str(1)):  # E:53 SE [name-hint] name_hint is a text literal that is a valid name
        y[0:16, :] = x[0:16, :]
    return y


# check: a name_hint that is a number
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint=1):  # E:53 SE [name-hint] name_hint is a text literal that is a valid name
        y[0:16, :] = x[0:16, :]
    return y


# check: a name_hint with a character that names do not have
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="row sum"):  # E:53 SE [name-hint] name_hint is a text literal that is a valid name
        y[0:16, :] = x[0:16, :]
    return y


# check: a name_hint that is empty
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint=""):  # E:53 SE [name-hint] name_hint is a text literal that is a valid name
        y[0:16, :] = x[0:16, :]
    return y


# check: a name_hint that is a word of Python
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="class"):  # E:53 SE [name-hint] name_hint is a text literal that is a valid name
        y[0:16, :] = x[0:16, :]
    return y


# check: a flag of pl.at that is a number
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, allow_early_resolve=1):  # E:63 SE [bool-literal] allow_early_resolve is True or False
        y[0:16, :] = x[0:16, :]
    return y


# check: a flag of pl.at that is a name
EARLY = True


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, allow_early_resolve=EARLY):  # E:63 SE [bool-literal] allow_early_resolve is True or False
        y[0:16, :] = x[0:16, :]
    return y


# check: windowize that is no literal
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, windowize=None):  # E:53 SE [bool-literal] windowize is True or False
        y[0:16, :] = x[0:16, :]
    return y


# check: sync_start of pl.at
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, sync_start=True):  # E:43 SE [unknown-keyword] pl.at has no keyword `sync_start`
        y[0:16, :] = x[0:16, :]
    return y


# check: no_dep_args that is no list
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, no_dep_args=x):  # E:55 SE [tensor-list] no_dep_args= takes a list of tensor names
        y[0:16, :] = x[0:16, :]
    return y


# check: no_dep_args that is a tuple
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, no_dep_args=(x,)):  # E:55 SE [tensor-list] no_dep_args= takes a list of tensor names
        y[0:16, :] = x[0:16, :]
    return y


# check: an unknown name in no_dep_args
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, no_dep_args=[z]):  # E:56 UV [undefined-name] undefined name `z`
        y[0:16, :] = x[0:16, :]
    return y


# check: a scalar in no_dep_args
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, no_dep_args=[n]):  # E:56 SE [tensor-list] `n` in no_dep_args= is no tensor name
        y[0:16, :] = x[0:16, :]
    return y


# check: a window in no_dep_args
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, no_dep_args=[x[0:16, :]]):  # E:56 SE [tensor-list] `x[0:16, :]` in no_dep_args= is no tensor name
        y[0:16, :] = x[0:16, :]
    return y


# check: a name twice in no_dep_args
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, no_dep_args=[x, x]):  # E:59 SE [tensor-list] `x` stands twice in no_dep_args=
        y[0:16, :] = x[0:16, :]
    return y


# check: a text in no_dep_args
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, no_dep_args=["x"]):  # E:56 SE [tensor-list] `"x"` in no_dep_args= is no tensor name
        y[0:16, :] = x[0:16, :]
    return y


# check: dumps that is no list
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, dumps=x):  # E:49 SE [tensor-list] dumps= takes a list of tensor names
        y[0:16, :] = x[0:16, :]
    return y


# check: an unknown name in dumps
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, dumps=[z]):  # E:50 UV [undefined-name] undefined name `z`
        y[0:16, :] = x[0:16, :]
    return y


# check: a scalar in dumps
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, dumps=[n]):  # E:50 SE [tensor-list] `n` in dumps= is no tensor name
        y[0:16, :] = x[0:16, :]
    return y


# check: a name twice in dumps
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, dumps=[x, x]):  # E:53 SE [tensor-list] `x` stands twice in dumps=
        y[0:16, :] = x[0:16, :]
    return y


# check: a task with two names
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP) as (a, b):  # E:46 SE [task-name] the name of a task is one plain name
        y[0:16, :] = x[0:16, :]
    return y


# check: a task whose name is an element
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    tids = pl.array.create(2, pl.TASK_ID)
    with pl.at(level=pl.Level.CORE_GROUP) as tids[0]:  # E:46 SE [task-name] the name of a task is one plain name
        y[0:16, :] = x[0:16, :]
    return y


# check: two scopes in one statement
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP), pl.manual_scope():  # E:5 SE [with-form] one scope per with statement
        y[0:16, :] = x[0:16, :]
    return y


# check: a scope that is none
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with open("x"):  # E:10 SE [with-form] `open("x")` is no scope
        pass
    return y


# check: a scope that is not called
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at:  # E:10 SE [with-form] `pl.at` is no scope
        y[0:16, :] = x[0:16, :]
    return y


# check: pl.at in a for statement
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.at(level=pl.Level.CORE_GROUP):  # E:14 SE [loop-iterator] a loop runs over pl.range, pl.parallel, pl.pipeline, pl.unroll, pl.while_, pl.spmd or pl.split_aiv, not `pl.at(level=pl.Level.CORE_GROUP)`
        y[0:16, :] = x[0:16, :]
    return y


# check: pl.at in an expression
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.at(level=pl.Level.CORE_GROUP)  # E:9 SE [misplaced-construct] pl.at belongs in a with statement
    return y


# check: a scalar of a region that is read after it
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        s = pl.read(x, [0, 0])
        y[0:16, :] = x[0:16, :]
    with pl.at(level=pl.Level.CORE_GROUP):
        y[16:32, :] = pl.mul(x[16:32, :], s)  # E:43 SI [value-leaves-region] the scalar `s` is bound inside the region at line 367 and cannot leave it
    return y


# check: a tile of a region that is read after it
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 64])
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.store(t, [0, 0], y)  # E:18 SI [value-leaves-region] the tile `t` is bound inside the region at line 378 and cannot leave it
    return y


# check: an array of a region that is read after it
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.array.create(4, pl.INT32)
        y[0:16, :] = x[0:16, :]
    with pl.at(level=pl.Level.CORE_GROUP):
        a[0] = 1  # E:9 SI [value-leaves-region] the array `a` is bound inside the region at line 388 and cannot leave it
        y[16:32, :] = x[16:32, :]
    return y


# check: an array of orchestration that a region changes
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    a = pl.array.create(4, pl.INT32)
    with pl.at(level=pl.Level.CORE_GROUP):
        a[0] = 1  # E:9 IO [array-escapes] a[...]: `a` belongs to orchestration
        y[0:16, :] = x[0:16, :]
    return y


# check: an array of orchestration that a region reads
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    a = pl.array.create(4, pl.INT32)
    a[0] = 1
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = pl.mul(x[0:16, :], a[0])  # E:41 IO [array-escapes] a[...]: `a` belongs to orchestration
    return y


# check: a task id that is read inside its own region
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP) as t:
        y[0:16, :] = x[0:16, :]
        u = t  # E:13 UV [undefined-name] undefined name `t`
    return y


# check: a level in the second place of pl.at
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(pl.Role.Orchestrator, pl.Level.CORE_GROUP):  # E:16 TE [at-level] a level is expected, `pl.Role.Orchestrator` is pl.Role.Orchestrator
        y[0:16, :] = x[0:16, :]
    return y


# check: deps= of a scope of the chip
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CHIP, deps=[]):  # E:42 SE [at-level] `deps=` belongs to a task, and pl.at(level=pl.Level.CHIP) is none: the regions inside it are
        with pl.at(level=pl.Level.CORE_GROUP):
            y[0:16, :] = pl.exp(x[0:16, :])
    return y


# check: no_dep_args= of a scope of the chip
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CHIP, no_dep_args=[x]):  # E:49 SE [at-level] `no_dep_args=` belongs to a task, and pl.at(level=pl.Level.CHIP) is none: the regions inside it are
        with pl.at(level=pl.Level.CORE_GROUP):
            y[0:16, :] = pl.exp(x[0:16, :])
    return y


# check: dumps= of a scope of the chip
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CHIP, dumps=[x]):  # E:43 SE [at-level] `dumps=` belongs to a task, and pl.at(level=pl.Level.CHIP) is none: the regions inside it are
        with pl.at(level=pl.Level.CORE_GROUP):
            y[0:16, :] = pl.exp(x[0:16, :])
    return y


# check: allow_early_resolve= of a scope of the chip
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CHIP, allow_early_resolve=True):  # E:57 SE [at-level] `allow_early_resolve=` belongs to a task, and pl.at(level=pl.Level.CHIP) is none: the regions inside it are
        with pl.at(level=pl.Level.CORE_GROUP):
            y[0:16, :] = pl.exp(x[0:16, :])
    return y


# check: windowize= of a scope of the chip
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CHIP, windowize=False):  # E:47 SE [at-level] `windowize=` belongs to a task, and pl.at(level=pl.Level.CHIP) is none: the regions inside it are
        with pl.at(level=pl.Level.CORE_GROUP):
            y[0:16, :] = pl.exp(x[0:16, :])
    return y


# check: a scope of the chip is no task
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CHIP) as task:  # E:40 SE [at-level] `as task` belongs to a task, and pl.at(level=pl.Level.CHIP) is none: the regions inside it are
        with pl.at(level=pl.Level.CORE_GROUP):
            y[0:16, :] = pl.exp(x[0:16, :])
    with pl.at(level=pl.Level.CORE_GROUP, deps=[task]):
        y[16:32, :] = pl.exp(x[16:32, :])
    return y


# check: a scope of the chip in a region
# form: jit
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        with pl.at(level=pl.Level.CHIP):  # E:14 IO [scope-place] pl.at(level=pl.Level.CHIP) decides what runs, and the region at line 494 runs on a core
            y[0:16, :] = pl.exp(x[0:16, :])
    return y


# check: a region of one core in a region
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        with pl.at(level=pl.Level.AIV):  # E:9 VE [501] a region cannot stand inside another region
            y[0:16, :] = pl.exp(x[0:16, :])
    return y


# check: a scope of the chip computes nothing
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CHIP_DIE):
        t = pl.exp(x)  # E:13 IO [misplaced] Misplaced tensor op 'exp': pl.exp computes, and this code only decides what runs
    return y


# check: a scope of the chip has no worker
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CHIP, role=pl.Role.SubWorker):  # E:42 SE [at-level] the workers of pl.Level.CHIP are its cores, so that it has no SubWorker of its own
        y[0:16, :] = pl.exp(x[0:16, :])
    return y


# check: one core orchestrates nothing
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.AIC, role=pl.Role.Orchestrator):  # E:41 SE [at-level] pl.Level.AIC is one core, which computes and launches nothing
        y[0:16, :] = pl.exp(x[0:16, :])
    return y


# check: optimizations with one core
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.AIV, optimizations=[pl.split(pl.SplitMode.NONE)]):  # E:50 SE [at-level] optimizations= goes with pl.Level.CORE_GROUP
        y[0:16, :] = pl.exp(x[0:16, :])
    return y


# check: a region of the level AIV takes no operation of the cube core
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.AIV):
        y[:, :] = pl.matmul(x[:, :], x[:, :])  # E:19 TE [core-kind] this region is of pl.Level.AIV and pl.matmul runs on the cube core
    return y


# check: a region of the level AIV fills no memory of the cube core
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.AIV):
        t = pl.load(x, [0, 0], [16, 64], target_memory=pl.Mem.Mat)  # E:13 TE [core-kind] this region is of pl.Level.AIV and pl.load fills a memory of the cube core
        u = pl.move(t, target_memory=pl.Mem.Left)
    return y


# check: a region of the level AIC takes no operation of the vector core
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.AIC):
        y[:, :] = pl.exp(pl.matmul(x[:, :], x[:, :]))  # E:19 TE [core-kind] this region is of pl.Level.AIC and pl.exp runs on the vector core
    return y


# check: a region of the level AIC is not divided between vector cores
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.AIC):
        for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):  # E:9 TE [core-kind] this region is of pl.Level.AIC and pl.split_aiv divides work of both kinds of core
            y[lane * 16 : lane * 16 + 16, :] = x[lane * 16 : lane * 16 + 16, :]
    return y


# check: the carrier of pl.spmd is of CORE_GROUP
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.spmd(2):
        with pl.at(level=pl.Level.AIV):  # E:26 SE [at-level] pl.spmd launches blocks at pl.Level.CORE_GROUP, found pl.Level.AIV
            b = pl.tile.get_block_idx()
            y[b * 16 : b * 16 + 16, :] = pl.exp(x[b * 16 : b * 16 + 16, :])
    return y


# check: a scope of the chip in a cluster
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.cluster():
        with pl.at(level=pl.Level.CHIP):  # E:14 SE [cluster] pl.cluster holds launches, and pl.at(level=pl.Level.CHIP) is none
            with pl.at(level=pl.Level.CORE_GROUP):
                y[0:16, :] = pl.exp(x[0:16, :])
    return y


# check: a name_hint of a scope of the chip that is no literal
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CHIP, name_hint=str(1)):  # E:47 SE [name-hint] name_hint is a text literal that is a valid name
        with pl.at(level=pl.Level.CORE_GROUP):
            y[0:16, :] = pl.exp(x[0:16, :])
    return y


# check: a misspelt level
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORES):  # E:22 IO [unknown-member] pl.Level has no `CORES`
        y[0:16, :] = pl.exp(x[0:16, :])
    return y
