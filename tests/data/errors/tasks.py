# SPDX-License-Identifier: Apache-2.0
"""Task ids and arrays: entries of deps=, elements, second names, what does not enter a region."""

import pypto.language as pl

COUNTS = (0, 1)


@pl.jit.inline
def takes(tids: pl.Array[4, pl.TASK_ID]):
    tids[0] = None


@pl.jit.incore
def core(x: pl.Tensor, t: pl.TaskId, y: pl.Out[pl.Tensor]):
    y[0:16, :] = x[0:16, :]
    return y


@pl.jit
def entries(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    tids = pl.array.create(4, pl.TASK_ID)
    numbers = pl.array.create(4, pl.INDEX)
    pair = (None, None)
    a = pl.system.task_dummy(deps=[tids, tids[0]])  # E:42 deps= takes an array as a whole or by its elements, not both
    b = pl.system.task_dummy(deps=[n + 1])  # E:36 `n + 1` in deps= is no task id
    c = pl.system.task_dummy(deps=[numbers])  # E:36 `numbers` in deps= is no task id
    d = pl.system.task_dummy(deps=[numbers[0]])  # E:36 `numbers[0]` in deps= is no task id
    e = pl.system.task_dummy(deps=[pair[0]])  # E:36 `pair[0]` in deps= is no task id
    f = pl.system.task_dummy(deps=[tids[i] for i in pl.range(4)])  # E:53 a comprehension in deps= runs over numbers that are known while the kernel is read, not `pl.range(4)`
    g = pl.system.task_dummy(deps=[tids[i] for i in range(n)])  # E:53 a comprehension in deps= runs over numbers that are known while the kernel is read, not `range(n)`
    h = pl.system.task_dummy(deps=[tids[i + j] for i in range(2) for j in range(2)])  # E:35 a comprehension in deps= has one `for`
    i = pl.system.task_dummy(deps=[tids[i] for i, j in COUNTS])  # E:48 the variable of a comprehension in deps= is one plain name
    j = pl.system.task_dummy(deps=[tids[i] for i in range(4) if i < n])  # E:65 the filter `i < n` must be known while the kernel is read
    k = pl.system.task_dummy(deps=[[tids[i] for i in range(4)] for j in range(2)])  # E:36 `[tids[i] for i in range(4)]` in deps= is no task id
    m = pl.system.task_dummy(deps=[core(x, None, y)])  # E:36 `core(x, None, y)` in deps= is no task id
    for o in pl.range(n):
        with pl.at(level=pl.Level.CORE_GROUP, deps=tids):  # E:52 deps= takes a list of task ids
            y[0:16, :] = x[0:16, :]
    return y


@pl.jit
def arrays(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    tids = pl.array.create(4, pl.TASK_ID)
    a = pl.array.create(n, pl.TASK_ID)  # E:25 `extent` must be known while the kernel is read, `n` is Scalar[INDEX]
    b = pl.array.create(0, pl.TASK_ID)  # E:9 the extent of an array is a whole number of at least 1, found 0 in pl.array.create
    c = pl.array.create(4, pl.BF16)  # E:9 an array cannot hold BF16 in pl.array.create
    d = tids[4]  # E:9 tids[...]: index 4 is outside an array of 4 elements
    e = tids[0, 1]  # E:14 `tids` is an array and takes one index
    f = tids[1.5]  # E:9 tids[...]: the index of an array must be an integer, found Scalar[FP32]
    tids[0] = n  # E:5 tids[...]: the array holds TaskId, the value is Scalar[INDEX]
    tids[0] = x  # E:5 tids[...]: the array holds TaskId, the value is Tensor[[64, 64], FP32]
    tids[n] = 1  # E:5 tids[...]: the array holds TaskId, the value is Scalar[INDEX]
    flags = pl.array.create(4, pl.INT32)
    flags[0] = 1.5  # E:16 the number 1.5 does not fit INT32
    flags[1] = x  # E:5 flags[...]: the array holds Scalar[INT32], the value is Tensor[[64, 64], FP32]
    g = tids  # E:9 `g` would be a second name of the array `tids`
    h: pl.Array[5, pl.TASK_ID] = pl.array.create(4, pl.TASK_ID)  # E:8 `h` is declared Array[5, TASK_ID], the value is Array[4, TASK_ID]
    takes(flags)  # E:11 parameter `tids` of takes is Array[4, TASK_ID], the argument is Array[4, INT32]
    core(x, None, y)  # E:5 parameter `t` of core: task ids and arrays stay in orchestration
    with pl.at(level=pl.Level.CORE_GROUP) as t:
        local = pl.array.create(4, pl.TASK_ID)  # E:17 task ids belong to orchestration in pl.array.create
        large = pl.array.create(65, pl.INT32)  # E:17 an array of a region has at most 64 elements, found 65 in pl.array.create
        v = flags[0]  # E:13 flags[...]: `flags` belongs to orchestration
        y[0:16, :] = x[0:16, :]
    return y


@pl.jit
def places(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    tids = pl.array.create(4, pl.TASK_ID)
    other = pl.array.create(4, pl.TASK_ID)
    for i in pl.range(4):
        with pl.at(level=pl.Level.CORE_GROUP, deps=[tids]) as t:
            y[0:16, :] = x[0:16, :]
        tids = pl.array.create(4, pl.TASK_ID)  # E:9 `tids` denotes another array at the end of the loop body than at its start
        tids[0] = t
    if n > 3:
        other = pl.array.create(4, pl.TASK_ID)  # E:9 `other` denotes different arrays in the branches of the `if` at line 79
    done = pl.system.task_dummy(deps=[other])
    return y
