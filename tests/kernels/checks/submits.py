# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl
@pl.jit.incore
def core(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    y[0:16, :] = x[0:16, :]
    return y


@pl.jit.incore
def two(x: pl.Tensor, y: pl.Out[pl.Tensor], z: pl.Out[pl.Tensor]):
    y[0:16, :] = x[0:16, :]
    z[0:16, :] = x[16:32, :]
    return y, z


@pl.jit.incore
def none(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    y[0:16, :] = x[0:16, :]


@pl.jit.inline
def helper(x: pl.Tensor, y: pl.Tensor):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = x[0:16, :]


# check: a submission without a kernel
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, t = pl.submit()  # E:12 SE [submit-form] pl.submit needs a kernel
    return y


# check: a submission of blocks without a kernel
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, t = pl.spmd_submit(core_num=4)  # E:12 SE [submit-form] pl.spmd_submit needs a kernel
    return y


# check: a submission of a call
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, t = pl.submit(core(x, y))  # E:22 SE [submit-form] pl.submit takes the kernel and its arguments, not the call `core(x, y)`
    return y


# check: a submission of blocks of a call
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, t = pl.spmd_submit(core(x, y), core_num=4)  # E:27 SE [submit-form] pl.spmd_submit takes the kernel and its arguments, not the call `core(x, y)`
    return y


# check: a submission of a tensor
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, t = pl.submit(x, y)  # E:22 SE [submit-form] `x` is no @pl.jit.incore function
    return y


# check: a submission of an inline helper
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, t = pl.submit(helper, x, y)  # E:22 SE [submit-form] `helper` is no @pl.jit.incore function
    return y


# check: a submission of an unknown kernel
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, t = pl.submit(cor, x, y)  # E:22 UV [undefined-name] undefined name `cor`
    return y


# check: a submission of an unknown kernel through self
# form: jit
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, t = pl.submit(self.cor, x, y)  # E:22 UV [undefined-name] undefined name `cor`
    return y


# check: a submission of an operation
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, t = pl.submit(pl.add, x, y)  # E:22 SE [submit-form] `pl.add` is no @pl.jit.incore function
    return y


# check: a submission of a text
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, t = pl.submit("core", x, y)  # E:22 SE [submit-form] `"core"` is no @pl.jit.incore function
    return y


# check: a submission of blocks without core_num
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, t = pl.spmd_submit(core, x, y)  # E:12 SE [submit-form] pl.spmd_submit needs core_num=
    return y


# check: a submission of no blocks
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, t = pl.spmd_submit(core, x, y, core_num=0)  # E:48 TE [spmd-blocks] the number of blocks must be positive, found 0
    return y


# check: a number of blocks of a submission that is a fraction
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, t = pl.spmd_submit(core, x, y, core_num=1.5)  # E:48 TE [argument-type] an integer is expected, `1.5` is the number 1.5
    return y


# check: core_num of a submission of one task
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, t = pl.submit(core, x, y, core_num=4)  # E:34 SE [unknown-keyword] pl.submit has no keyword `core_num`
    return y


# check: sync_start of a submission of one task
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, t = pl.submit(core, x, y, sync_start=True)  # E:34 SE [unknown-keyword] pl.submit has no keyword `sync_start`
    return y


# check: sync_start of a submission that is no literal
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, t = pl.spmd_submit(core, x, y, core_num=4, sync_start=n)  # E:62 SE [bool-literal] sync_start is True or False
    return y


# check: allow_early_resolve of a submission that is a number
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, t = pl.submit(core, x, y, allow_early_resolve=1)  # E:54 SE [bool-literal] allow_early_resolve is True or False
    return y


# check: an unknown keyword of a submission
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, t = pl.submit(core, x, y, colour=1)  # E:34 SE [unknown-keyword] pl.submit has no keyword `colour`
    return y


# check: a keyword of a submission that is nearly one
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, t = pl.submit(core, x, y, dep=[])  # E:34 SE [unknown-keyword] pl.submit has no keyword `dep`
    return y


# check: `**` arguments of a submission
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, t = pl.submit(core, x, y, **{"deps": []})  # E:36 UF [argument-list] `**` arguments are not part of the kernel language
    return y


# check: name_hint of a submission
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, t = pl.submit(core, x, y, name_hint="k")  # E:34 SE [unknown-keyword] pl.submit has no keyword `name_hint`
    return y


# check: too few arguments of a submission
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, t = pl.submit(core)  # E:12 TE [argument-list] core takes 2 arguments in pl.submit, found 0
    return y


# check: too many arguments of a submission
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, t = pl.submit(core, x, y, y)  # E:12 TE [argument-list] core takes 2 arguments in pl.submit, found 3
    return y


# check: too few arguments of a submission of a method
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        y[0:16, :] = x[0:16, :]
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        y, t = pl.submit(self.body)  # E:16 TE [argument-list] body takes 1 to 2 arguments in pl.submit, found 0
        return y


# check: too many arguments of a submission of a method
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        y[0:16, :] = x[0:16, :]
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        y, t = pl.submit(self.body, x, y, x)  # E:16 TE [argument-list] body takes 1 to 2 arguments in pl.submit, found 3
        return y


# check: a submission of a call of a method
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        y[0:16, :] = x[0:16, :]
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        y, t = pl.submit(self.body(x, y))  # E:26 SE [submit-form] pl.submit takes the kernel and its arguments, not the call `self.body(x, y)`
        return y


# check: a submission of a method that the program does not have
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        y[0:16, :] = x[0:16, :]
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        y, t = pl.submit(self.bodi, x, y)  # E:26 UV [undefined-name] the program has no function `bodi`
        return y


# check: a submission of an Orchestration method
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        y, t = pl.submit(self.run, x, y)  # E:26 SE [submit-form] `self.run` is no @pl.jit.incore function
        return y


# check: three targets of a submission
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, z, t = pl.submit(core, x, y)  # E:5 SE [submit-targets] the targets of a submission are `result, task`, `(a, b), task`, or one name
    return y


# check: targets of a submission whose last is a tuple
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, (t, u) = pl.submit(core, x, y)  # E:5 SE [submit-targets] the targets of a submission are `result, task`, `(a, b), task`, or one name
    return y


# check: a target of a submission that is an element
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    tids = pl.array.create(2, pl.TASK_ID)
    y, tids[0] = pl.submit(core, x, y)  # E:5 SE [submit-targets] the targets of a submission are `result, task`, `(a, b), task`, or one name
    return y


# check: a result of a submission that goes into a window
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y[0:16, :], t = pl.submit(core, x, y)  # E:5 SE [submit-targets] the targets of a submission are plain names
    return y


# check: one target for two results of a submission
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, t = pl.submit(two, x, y, x)  # E:5 SE [submit-targets] two has 2 result(s), found 1 name(s) for them
    return y


# check: two targets for one result of a submission
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    (y, z), t = pl.submit(core, x, y)  # E:5 SE [submit-targets] core has 1 result(s), found 2 name(s) for them
    return y


# check: a target for a result that the kernel does not have
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, t = pl.submit(none, x, y)  # E:5 SE [submit-targets] none has 0 result(s), found 1 name(s) for them
    return y


# check: a submission on a line of its own
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pl.submit(core, x, y)  # E:5 SE [misplaced-construct] pl.submit stands alone on the right of an assignment
    return y


# check: a submission in an expression
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = (pl.submit(core, x, y), 1)  # E:10 SE [misplaced-construct] pl.submit stands alone on the right of an assignment
    return y


# check: a submission that is returned
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    return pl.submit(core, x, y)  # E:12 SE [misplaced-construct] pl.submit stands alone on the right of an assignment


# check: a submission among deps
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, deps=[pl.submit(core, x, y)]):  # E:49 SE [deps-entry] `pl.submit(core, x, y)` in deps= is no task id
        y[16:32, :] = x[16:32, :]
    return y


# check: the annotation of a submission that is kept whole is that of a tuple
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    r: pl.Tensor[[64, 64], pl.FP32] = pl.submit(core, x, y)  # E:8 TE [annotation] `r` is declared a tensor, the value is a tuple
    return y


# check: deps of a submission that are no list
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.system.task_dummy(deps=[])
    y, u = pl.submit(core, x, y, deps=t)  # E:39 SE [deps-form] deps= takes a list of task ids
    return y


# check: dumps of a submission that are no list
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, t = pl.submit(core, x, y, dumps=x)  # E:40 SE [tensor-list] dumps= takes a list of tensor names
    return y


# check: dumps of a submission that name a scalar
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, t = pl.submit(core, x, y, dumps=[n])  # E:41 SE [tensor-list] `n` in dumps= is no tensor name
    return y


# check: attrs of a submission that are no dict
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, t = pl.submit(core, x, y, attrs=[1])  # E:40 SE [attribute] attrs= of a call is a dict of arg_directions
    return y


# check: manual_dep_edges among the attrs of a submission
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, t = pl.submit(core, x, y, attrs={"manual_dep_edges": []})  # E:40 SE [deps-form] manual_dep_edges is no way to order tasks
    return y


# check: arg_directions of another length than the arguments
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, t = pl.submit(core, x, y, attrs={"arg_directions": [pl.adir.input]})  # E:59 SE [attribute] arg_directions has 1 entries, the call has 2 arguments
    return y


# check: arg_directions that are no directions
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, t = pl.submit(core, x, y, attrs={"arg_directions": [1, 2]})  # E:60 SE [attribute] `1` is no direction of parameter `x` of core
    return y


# check: an unknown direction
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, t = pl.submit(core, x, y, attrs={"arg_directions": [pl.adir.input, pl.adir.outward]})  # E:75 IO [unknown-operation] unknown direction pl.adir.outward
    return y


# check: an unknown entry among the attrs of a submission
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, t = pl.submit(core, x, y, attrs={"colour": 1})  # E:40 SE [attribute] attrs= of a call is a dict of arg_directions
    return y


# check: a submission called outside of a kernel
# raises: RuntimeError: pl.submit
def call():
    pl.submit(core, 1, 2)


# check: a submission of blocks called outside of a kernel
# raises: RuntimeError: pl.spmd_submit
def call():
    pl.spmd_submit(core, 1, 2, core_num=4)
