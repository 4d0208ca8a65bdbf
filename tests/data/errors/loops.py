# SPDX-License-Identifier: Apache-2.0
"""Loops: headers, carried values, jumps."""

import pypto.language as pl


@pl.jit
def headers(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in range(4):  # E:14 a loop runs over pl.range, pl.parallel, pl.pipeline, pl.unroll, pl.while_, pl.spmd or pl.split_aiv, not `range(4)`
        with pl.at(level=pl.Level.CORE_GROUP):
            y[0:16, :] = zzz  # E:26 undefined name `zzz`
    for i in pl.rang(4):  # E:14 unknown operation pl.rang
        pass
    for i in pl.range(0, 4, 0):  # E:29 the step of a loop must not be 0
        pass
    for i in pl.range():  # E:14 pl.range takes (stop), (start, stop) or (start, stop, step)
        pass
    for i in pl.unroll(n):  # E:14 the bounds of pl.unroll must be known while the kernel is read
        pass
    for i, j in pl.range(4):  # E:9 the loop variable is one plain name
        pass
    for i in pl.range(4, stage=2):  # E:26 pl.range has no keyword `stage`
        pass
    for i in pl.range(1.5):  # E:23 an integer is expected, `1.5` is the number 1.5
        pass
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.pipeline(4):  # E:18 pl.pipeline needs stage=
            pass
        for i in pl.pipeline(4, stage=0):  # E:39 stage is a whole number of at least 1, found 0
            pass
        for i in pl.pipeline(0, 4, n, stage=2):  # E:36 the step of pl.pipeline must be known while the kernel is read
            pass
        y[0:16, :] = x[0:16, :]
    return y


@pl.jit
def carried(n: pl.INT32, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = n
        t = x[0:16, :]
        u = x[0:16, :]
        for i in pl.range(4):
            k = k + 1  # E:13 cannot reassign `k` with a different type: was Scalar[INT32], got Scalar[INDEX]
            t = pl.row_sum(t)  # E:13 cannot reassign `t` with a different type: was Tensor[[16, 64], FP32], got Tensor[[16, 1], FP32]
            u = pl.cast(x[0:16, :], pl.BF16)  # E:13 cannot reassign `u` with a different type: was Tensor[[16, 64], FP32], got Tensor[[16, 64], BF16]
        y[0:16, :] = u
    return y


@pl.jit
def buffers(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.create_tensor([16, 64], dtype=pl.FP32)
    for i in pl.range(4):
        with pl.at(level=pl.Level.CORE_GROUP):
            t = pl.add(t, x[0:16, :])  # E:13 `t` denotes another tensor at the end of the loop body than at its start
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = t[:, :]
    return y


@pl.jit
def explicit(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[0:16, :]
        for i in pl.range(4, init_values=(t,)):  # E:13 a loop with init_values has the target `i, (a, b)`
            pass
        for i, (a, b) in pl.range(4, init_values=(t,)):  # E:13 2 names for 1 initial value
            pass
        for i, (a,) in pl.range(4, init_values=t):  # E:48 init_values is a tuple or list literal
            pass
        y[0:16, :] = t
    return y


@pl.jit
def jumps(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range(4):
        with pl.at(level=pl.Level.CORE_GROUP):
            break  # E:13 `break` cannot leave a region, which is a task of its own
    for i in pl.parallel(4):
        if n > 2:
            continue  # E:13 `continue` in pl.parallel
    for i in pl.unroll(4):
        break  # E:9 `break` in pl.unroll
    for i in pl.range(4):
        break
        k = 1  # E:9 nothing may follow break or continue
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = x[0:16, :]
    return y


@pl.jit
def merged_inside(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    z = pl.create_tensor([64, 64], dtype=pl.FP32)
    for i in pl.range(n):
        if i > 2:
            z = pl.create_tensor([64, 64], dtype=pl.FP32)  # E:13 `z` denotes different tensors in the branches of the `if` at line 98
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[0:16, :]
        u = x[0:16, :]
        for i in pl.range(n):
            y[0:16, :] = pl.add(u, 1.0)
            if i > 2:
                t = x[0:8, :]  # E:17 cannot reassign `t` with a different type: was Tensor[[16, 64], FP32], got Tensor[[8, 64], FP32]
                u = x[0:8, :]  # E:17 cannot reassign `u` with a different type: was Tensor[[16, 64], FP32], got Tensor[[8, 64], FP32]
        y[0:16, :] = t
        y[16:32, :] = z[0:16, :]
    return y
