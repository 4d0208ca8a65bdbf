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


# check: deps that are one task id
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP) as t:
        y[0:16, :] = x[0:16, :]
    with pl.at(level=pl.Level.CORE_GROUP, deps=t):  # E:48 SE [deps-form] deps= takes a list of task ids
        y[16:32, :] = x[16:32, :]
    return y


# check: deps that are an array without a list around it
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    tids = pl.array.create(2, pl.TASK_ID)
    with pl.at(level=pl.Level.CORE_GROUP, deps=tids):  # E:48 SE [deps-form] deps= takes a list of task ids
        y[16:32, :] = x[16:32, :]
    return y


# check: a call among deps
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, deps=[pl.system.task_dummy(deps=[])]):  # E:49 SE [deps-entry] `pl.system.task_dummy(deps=[])` in deps= is no task id
        y[16:32, :] = x[16:32, :]
    return y


# check: arithmetic among deps
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP) as t:
        y[0:16, :] = x[0:16, :]
    with pl.at(level=pl.Level.CORE_GROUP, deps=[t + 1]):  # E:49 SE [deps-entry] `t + 1` in deps= is no task id
        y[16:32, :] = x[16:32, :]
    return y


# check: an element of a flat result of a submission among deps
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    r = pl.submit(core, x, y)
    with pl.at(level=pl.Level.CORE_GROUP, deps=[r[1]]):  # E:49 SE [deps-entry] `r[1]` in deps= is no task id
        y[16:32, :] = x[16:32, :]
    return y


# check: a tensor among deps
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, deps=[x]):  # E:49 SE [deps-entry] `x` in deps= is no task id
        y[16:32, :] = x[16:32, :]
    return y


# check: a number among deps
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, deps=[0]):  # E:49 SE [deps-entry] `0` in deps= is no task id
        y[16:32, :] = x[16:32, :]
    return y


# check: a scalar among deps
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, deps=[n]):  # E:49 SE [deps-entry] `n` in deps= is no task id
        y[16:32, :] = x[16:32, :]
    return y


# check: an unknown name among deps
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, deps=[t]):  # E:49 UV [undefined-name] undefined name `t`
        y[16:32, :] = x[16:32, :]
    return y


# check: an element of an array of numbers among deps
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    a = pl.array.create(2, pl.INT32)
    with pl.at(level=pl.Level.CORE_GROUP, deps=[a[0]]):  # E:49 SE [deps-entry] `a[0]` in deps= is no task id
        y[16:32, :] = x[16:32, :]
    return y


# check: an array of numbers among deps
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    a = pl.array.create(2, pl.INT32)
    with pl.at(level=pl.Level.CORE_GROUP, deps=[a]):  # E:49 SE [deps-entry] `a` in deps= is no task id
        y[16:32, :] = x[16:32, :]
    return y


# check: an element of an array of task ids that it does not have
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    tids = pl.array.create(2, pl.TASK_ID)
    with pl.at(level=pl.Level.CORE_GROUP, deps=[tids[2]]):  # E:49 IO [array-index] tids[...]: index 2 is outside an array of 2 elements
        y[16:32, :] = x[16:32, :]
    return y


# check: a whole array beside one of its elements
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    tids = pl.array.create(2, pl.TASK_ID)
    with pl.at(level=pl.Level.CORE_GROUP, deps=[tids, tids[0]]):  # E:55 SE [deps-form] deps= takes an array as a whole or by its elements, not both
        y[16:32, :] = x[16:32, :]
    return y


# check: a starred array among deps
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    tids = pl.array.create(2, pl.TASK_ID)
    with pl.at(level=pl.Level.CORE_GROUP, deps=[*tids]):  # E:49 SE [deps-entry] `*tids` in deps= is no task id
        y[16:32, :] = x[16:32, :]
    return y


# check: deps that are a set
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, deps={None}):  # E:48 SE [deps-form] deps= takes a list of task ids
        y[16:32, :] = x[16:32, :]
    return y


# check: a comprehension of deps over pl.range
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    tids = pl.array.create(4, pl.TASK_ID)
    with pl.at(level=pl.Level.CORE_GROUP, deps=[tids[i] for i in pl.range(4)]):  # E:66 SE [deps-comprehension] a comprehension in deps= runs over numbers that are known while the kernel is read, not `pl.range(4)`
        y[16:32, :] = x[16:32, :]
    return y


# check: a comprehension of deps over a run-time range
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    tids = pl.array.create(4, pl.TASK_ID)
    with pl.at(level=pl.Level.CORE_GROUP, deps=[tids[i] for i in range(n)]):  # E:66 SE [deps-comprehension] a comprehension in deps= runs over numbers that are known while the kernel is read, not `range(n)`
        y[16:32, :] = x[16:32, :]
    return y


# check: a comprehension of deps over a run-time value
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    tids = pl.array.create(4, pl.TASK_ID)
    with pl.at(level=pl.Level.CORE_GROUP, deps=[tids[i] for i in n]):  # E:66 SE [deps-comprehension] a comprehension in deps= runs over numbers that are known while the kernel is read, not `n`
        y[16:32, :] = x[16:32, :]
    return y


# check: a comprehension of deps over the array itself
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    tids = pl.array.create(4, pl.TASK_ID)
    with pl.at(level=pl.Level.CORE_GROUP, deps=[t for t in tids]):  # E:60 SE [deps-comprehension] a comprehension in deps= runs over numbers that are known while the kernel is read, not `tids`
        y[16:32, :] = x[16:32, :]
    return y


# check: a comprehension of deps over texts
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    tids = pl.array.create(4, pl.TASK_ID)
    with pl.at(level=pl.Level.CORE_GROUP, deps=[tids[0] for i in ("a", "b")]):  # E:66 SE [deps-comprehension] a comprehension in deps= runs over numbers that are known while the kernel is read, not `("a", "b")`
        y[16:32, :] = x[16:32, :]
    return y


# check: a comprehension of deps with two `for`
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    tids = pl.array.create(4, pl.TASK_ID)
    with pl.at(level=pl.Level.CORE_GROUP, deps=[tids[i * 2 + j] for i in range(2) for j in range(2)]):  # E:48 SE [deps-comprehension] a comprehension in deps= has one `for`
        y[16:32, :] = x[16:32, :]
    return y


# check: a comprehension of deps with two variables
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    tids = pl.array.create(4, pl.TASK_ID)
    with pl.at(level=pl.Level.CORE_GROUP, deps=[tids[i] for i, j in ((0, 1),)]):  # E:61 SE [deps-comprehension] the variable of a comprehension in deps= is one plain name
        y[16:32, :] = x[16:32, :]
    return y


# check: a comprehension of deps whose filter is known at run time only
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    tids = pl.array.create(4, pl.TASK_ID)
    with pl.at(level=pl.Level.CORE_GROUP, deps=[tids[i] for i in range(4) if n > i]):  # E:78 SE [deps-comprehension] the filter `n > i` must be known while the kernel is read
        y[16:32, :] = x[16:32, :]
    return y


# check: a comprehension of deps whose filter is a number
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    tids = pl.array.create(4, pl.TASK_ID)
    with pl.at(level=pl.Level.CORE_GROUP, deps=[tids[i] for i in range(4) if i]):  # E:78 TE [condition] a condition must be a BOOL scalar, `i` is Scalar[INDEX]
        y[16:32, :] = x[16:32, :]
    return y


# check: a comprehension of deps with an index that the array does not have
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    tids = pl.array.create(4, pl.TASK_ID)
    with pl.at(level=pl.Level.CORE_GROUP, deps=[tids[i] for i in range(5)]):  # E:49 IO [array-index] tids[...]: index 4 is outside an array of 4 elements
        y[16:32, :] = x[16:32, :]
    return y


# check: a generator as deps
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    tids = pl.array.create(4, pl.TASK_ID)
    with pl.at(level=pl.Level.CORE_GROUP, deps=(tids[i] for i in range(4))):  # E:48 SE [deps-form] deps= takes a list of task ids
        y[16:32, :] = x[16:32, :]
    return y


# check: the variable of a comprehension read after it
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    tids = pl.array.create(4, pl.TASK_ID)
    with pl.at(level=pl.Level.CORE_GROUP, deps=[tids[i] for i in range(4)]):
        y[i : i + 1, :] = x[16:17, :]  # E:11 UV [undefined-name] undefined name `i`
    return y


# check: deps of a plain call of a kernel
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.system.task_dummy(deps=[])
    y = core(x, y, deps=[t])  # E:20 SE [deps-form] deps= on a plain call of core
    return y


# check: deps of a plain call of a method
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        y[0:16, :] = x[0:16, :]
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        t = pl.system.task_dummy(deps=[])
        y = self.body(x, y, deps=[t])  # E:29 SE [deps-form] deps= on a plain call of body
        return y


# check: a task id in arithmetic
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.system.task_dummy(deps=[])
    u = t + 1  # E:9 TE [argument-type] a scalar is expected, `t` is TaskId
    return y


# check: a task id in a comparison
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.system.task_dummy(deps=[])
    if t == None:  # E:8 TE [argument-type] a scalar is expected, `t` is TaskId
        pass
    return y


# check: a task id as a condition
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.system.task_dummy(deps=[])
    if t:  # E:8 TE [condition] a condition must be a BOOL scalar, `t` is TaskId
        pass
    return y


# check: a task id as a bound
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.system.task_dummy(deps=[])
    for i in pl.range(t):  # E:23 TE [argument-type] an integer is expected, `t` is TaskId
        pass
    return y


# check: a task id in a region
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.system.task_dummy(deps=[])
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = pl.mul(x[0:16, :], t)  # E:22 IO [operand-kind] `rhs` must be a tensor or a tile, found TaskId in pl.mul
    return y


# check: a task id that is returned
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.system.task_dummy(deps=[])
    return t  # E:12 VE [array-escapes] kernel returns TaskId: task ids and arrays stay inside one function


# check: a task id passed to a kernel
@pl.jit.incore
def body(x: pl.Tensor, y: pl.Out[pl.Tensor], t: pl.TaskId):
    y[0:16, :] = x[0:16, :]
    return y


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.system.task_dummy(deps=[])
    y = body(x, y, t)  # E:9 VE [array-escapes] parameter `t` of body: task ids and arrays stay in orchestration
    return y


# check: a task id as a parameter of an entry
@pl.jit
def kernel(t: pl.TaskId, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):  # E:12 VE [array-escapes] parameter `t`: task ids cannot enter from the host
    with pl.at(level=pl.Level.CORE_GROUP, deps=[t]):
        y[0:16, :] = x[0:16, :]
    return y


# check: a number stored in an array of task ids
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    tids = pl.array.create(2, pl.TASK_ID)
    tids[0] = 1  # E:5 IO [dtype-mismatch] tids[...]: the array holds TaskId, the value is Scalar[INDEX]
    return y


# check: a task id stored in an array of numbers
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    a = pl.array.create(2, pl.INT32)
    t = pl.system.task_dummy(deps=[])
    a[0] = t  # E:5 IO [dtype-mismatch] a[...]: the array holds Scalar[INT32], the value is TaskId
    return y


# check: a name that is a task id in one branch and a number in the other
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    if n > 0:
        t = pl.system.task_dummy(deps=[])
    else:
        t = 1  # E:9 TE [type-change] `t` has different types in the branches of the `if` at line 371: TaskId and Scalar[INDEX]
    with pl.at(level=pl.Level.CORE_GROUP, deps=[t]):
        y[0:16, :] = x[0:16, :]
    return y


# check: a carried task id that becomes a number
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.system.task_dummy(deps=[])
    for i in pl.range(4):
        t = i  # E:9 TE [type-change] cannot reassign `t` with a different type: was TaskId, got Scalar[INDEX]
    return y


# check: task_dummy without deps
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.system.task_dummy()  # E:9 SE [task-dummy] pl.system.task_dummy takes deps by keyword
    return y


# check: task_dummy with deps by position
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.system.task_dummy([])  # E:9 SE [task-dummy] pl.system.task_dummy takes deps by keyword
    return y


# check: another keyword of task_dummy
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.system.task_dummy(deps=[], name="t")  # E:9 SE [task-dummy] pl.system.task_dummy takes deps by keyword
    return y


# check: `**` arguments of task_dummy
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.system.task_dummy(**{"deps": []})  # E:9 SE [task-dummy] pl.system.task_dummy takes deps by keyword
    return y


# check: deps of task_dummy that are no list
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.system.task_dummy(deps=None)  # E:35 SE [deps-form] deps= takes a list of task ids
    return y


# check: an entry of the deps of task_dummy that is no task id
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.system.task_dummy(deps=[x])  # E:36 SE [deps-entry] `x` in deps= is no task id
    return y


# check: the old name of a tensor after a kernel wrote it
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    z = core(x, y)
    with pl.at(level=pl.Level.CORE_GROUP):
        y[16:32, :] = pl.mul(y[0:16, :], 2.0)  # E:9 VE [written-argument] `y` was written by `core(x, y)` at line 434, whose result is `z`
    return y  # E:12 VE [written-argument] `y` was written by `core(x, y)` at line 434, whose result is `z`


# check: the old name of a tensor after a submission wrote it
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    z, t = pl.submit(core, x, y)
    with pl.at(level=pl.Level.CORE_GROUP, deps=[t]):
        y[16:32, :] = pl.mul(y[0:16, :], 2.0)  # E:9 VE [written-argument] `y` was written by `pl.submit(core, x, y)` at line 443, whose result is `z`
    return y  # E:12 VE [written-argument] `y` was written by `pl.submit(core, x, y)` at line 443, whose result is `z`


# check: a predicate that is a comparison of scalars
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, predicate=(n > 0)):  # E:36 SE [predicate] predicate= compares one element of a tensor with one integer literal
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a predicate that is a truth value
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, predicate=True):  # E:35 SE [predicate] predicate= takes one comparison, found `True`
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a predicate that is an element
@pl.jit
def kernel(f: pl.Tensor[[4], pl.INT32], x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, predicate=f[0]):  # E:35 SE [predicate] predicate= takes one comparison, found `f[0]`
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a predicate of two elements
@pl.jit
def kernel(f: pl.Tensor[[4], pl.INT32], x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, predicate=(f[0] > f[1])):  # E:36 SE [predicate] predicate= compares one element of a tensor with one integer literal
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a predicate with a chain
@pl.jit
def kernel(f: pl.Tensor[[4], pl.INT32], x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, predicate=(0 < f[0] < 4)):  # E:36 SE [predicate] predicate= takes one comparison, found `0 < f[0] < 4`
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a predicate with `and`
@pl.jit
def kernel(f: pl.Tensor[[4], pl.INT32], x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, predicate=(f[0] > 0 and f[1] > 0)):  # E:36 SE [predicate] predicate= takes one comparison, found `f[0] > 0 and f[1] > 0`
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a predicate with `not`
@pl.jit
def kernel(f: pl.Tensor[[4], pl.INT32], x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, predicate=(not f[0] > 0)):  # E:36 SE [predicate] predicate= takes one comparison, found `not f[0] > 0`
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a predicate with arithmetic on the element
@pl.jit
def kernel(f: pl.Tensor[[4], pl.INT32], x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, predicate=(f[0] + 1 > 0)):  # E:36 SE [predicate] predicate= compares one element of a tensor with one integer literal
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a predicate with arithmetic on the number
@pl.jit
def kernel(f: pl.Tensor[[4], pl.INT32], x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, predicate=(f[0] > 1 + 1)):  # E:36 SE [predicate] predicate= compares one element of a tensor with one integer literal
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a predicate with a fraction
@pl.jit
def kernel(f: pl.Tensor[[4], pl.INT32], x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, predicate=(f[0] > 0.5)):  # E:36 SE [predicate] predicate= compares one element of a tensor with one integer literal
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a predicate with a bool
@pl.jit
def kernel(f: pl.Tensor[[4], pl.INT32], x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, predicate=(f[0] == True)):  # E:36 SE [predicate] predicate= compares one element of a tensor with one integer literal
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a predicate with a run-time number
@pl.jit
def kernel(n: pl.INDEX, f: pl.Tensor[[4], pl.INT32], x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, predicate=(f[0] > n)):  # E:36 SE [predicate] predicate= compares one element of a tensor with one integer literal
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a predicate with a number that the element type does not hold
@pl.jit
def kernel(f: pl.Tensor[[4], pl.INT8], x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, predicate=(f[0] > 1000)):  # E:43 TE [number-range] 1000 does not fit INT8, the element type of the tensor
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a predicate on a tensor of floats
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, predicate=(x[0, 0] > 0)):  # E:36 TE [predicate] predicate= compares signed integers, `x` has elements of FP32
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a predicate on a tensor of unsigned integers
@pl.jit
def kernel(f: pl.Tensor[[4], pl.UINT8], x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, predicate=(f[0] > 0)):  # E:36 TE [predicate] predicate= compares signed integers, `f` has elements of UINT8
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a predicate on a tensor of bools
@pl.jit
def kernel(f: pl.Tensor[[4], pl.BOOL], x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, predicate=(f[0] == 1)):  # E:36 TE [predicate] predicate= compares signed integers, `f` has elements of BOOL
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a predicate with too few indices
@pl.jit
def kernel(f: pl.Tensor[[4, 4], pl.INT32], x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, predicate=(f[0] > 0)):  # E:38 TE [predicate] `f` has 2 axes, the predicate gives 1 index
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a predicate with too many indices
@pl.jit
def kernel(f: pl.Tensor[[4], pl.INT32], x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, predicate=(f[0, 0] > 0)):  # E:38 TE [predicate] `f` has 1 axis, the predicate gives 2 indices
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a predicate with a slice
@pl.jit
def kernel(f: pl.Tensor[[4], pl.INT32], x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, predicate=(f[0:1] > 0)):  # E:38 SE [predicate] predicate= reads one element, not a slice
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a predicate with a negative index
@pl.jit
def kernel(f: pl.Tensor[[4], pl.INT32], x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, predicate=(f[-1] > 0)):  # E:38 TE [predicate] an index of predicate= is not negative, found -1
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a predicate with an index that the tensor does not have
@pl.jit
def kernel(f: pl.Tensor[[4], pl.INT32], x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, predicate=(f[4] > 0)):  # E:38 TE [predicate] index 4 is outside an axis of 4
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a predicate with an index that is a fraction
@pl.jit
def kernel(f: pl.Tensor[[4], pl.INT32], x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, predicate=(f[0.5] > 0)):  # E:38 TE [predicate] an index is an integer, `0.5` is 0.5
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a predicate on an array
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    a = pl.array.create(4, pl.INT32)
    for b in pl.spmd(4, predicate=(a[0] > 0)):  # E:36 TE [predicate] predicate= reads an element of a tensor, `a` is Array[4, INT32]
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a predicate on an unknown name
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, predicate=(g[0] > 0)):  # E:36 UV [undefined-name] undefined name `g`
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a predicate of a submission that is a comparison of scalars
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, t = pl.submit(core, x, y, predicate=(n > 0))  # E:45 SE [predicate] predicate= compares one element of a tensor with one integer literal
    return y


# check: a predicate of a submission of blocks that is a comparison of scalars
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y, t = pl.spmd_submit(core, x, y, core_num=4, predicate=(n > 0))  # E:62 SE [predicate] predicate= compares one element of a tensor with one integer literal
    return y


# check: a predicate on a tensor whose task is not among the deps
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    f = pl.create_tensor([4], dtype=pl.INT32)
    with pl.at(level=pl.Level.CORE_GROUP) as t:
        pl.write(f, [0], pl.const(1, pl.INT32))
        y[0:16, :] = x[0:16, :]
    for b in pl.spmd(4, predicate=(f[0] > 0)):  # E:36 SE [predicate] the task that writes `f` is not in deps=, and predicate= reads it
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a predicate of a submission on a tensor whose task is not among the deps
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    f = pl.create_tensor([4], dtype=pl.INT32)
    with pl.at(level=pl.Level.CORE_GROUP) as t:
        pl.write(f, [0], pl.const(1, pl.INT32))
        y[0:16, :] = x[0:16, :]
    y, u = pl.submit(core, x, y, predicate=(f[0] > 0))  # E:45 SE [predicate] the task that writes `f` is not in deps=, and predicate= reads it
    return y


# check: pl.no_dep of two tensors
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y = core(pl.no_dep(x, y), y)  # E:14 SE [argument-list] pl.no_dep takes one tensor
    return y


# check: pl.no_dep without a tensor
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y = core(pl.no_dep(), y)  # E:14 SE [argument-list] pl.no_dep takes one tensor
    return y


# check: pl.no_dep of a scalar
@pl.jit.incore
def body(n: pl.INDEX, x: pl.Tensor, y: pl.Out[pl.Tensor]):
    y[0:16, :] = x[0:16, :]
    return y


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y = body(pl.no_dep(n), x, y)  # E:14 TE [argument-type] pl.no_dep takes a tensor, found Scalar[INDEX]
    return y


# check: manual_dep that is no literal
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    f = pl.create_tensor([64, 64], dtype=pl.FP32, manual_dep=n)  # E:62 TE [not-static] `manual_dep` must be known while the kernel is read, `n` is Scalar[INDEX]
    return y
