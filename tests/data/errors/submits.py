# SPDX-License-Identifier: Apache-2.0
"""Submissions, explicit while loops, inputs that are written."""

import pypto.language as pl


@pl.jit.incore
def core(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    y[0:16, :] = x[0:16, :]
    return y


@pl.jit.incore
def silent(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    y[0:16, :] = x[0:16, :]


@pl.jit.inline
def helper(x: pl.Tensor, y: pl.Tensor):
    return y


@pl.jit
def submits(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pl.submit(core, x, y)  # E:5 pl.submit stands alone on the right of an assignment
    a = pl.submit()  # E:9 pl.submit needs a kernel
    b, t = pl.submit(core(x, y))  # E:22 pl.submit takes the kernel and its arguments, not the call `core(x, y)`
    c, t = pl.submit(helper, x, y)  # E:22 `helper` is no @pl.jit.incore function
    d, t = pl.submit(self.missing, x, y)  # E:22 undefined name `missing`
    e, t = pl.submit(n, x, y)  # E:22 `n` is no @pl.jit.incore function
    f, t, u = pl.submit(core, x, y)  # E:5 the targets of a submission are `result, task`, `(a, b), task`, or one name
    (g, h), t = pl.submit(core, x, y)  # E:5 core has 1 result(s), found 2 name(s) for them
    i, t = pl.submit(silent, x, y)  # E:5 silent has 0 result(s), found 1 name(s) for them
    j, t = pl.submit(core, x, y, core_num=2)  # E:34 pl.submit has no keyword `core_num`
    k, t = pl.spmd_submit(core, x, y)  # E:12 pl.spmd_submit needs core_num=
    m, t = pl.spmd_submit(core, x, y, core_num=0)  # E:48 the number of blocks must be positive, found 0
    o, t = pl.submit(core, x, y, deps=[n])  # E:40 `n` in deps= is no task id
    p, t = pl.submit(core, x, y, predicate=n > 0)  # E:44 predicate= compares one element of a tensor with one integer literal
    q, t = pl.submit(core, x, y, attrs=n)  # E:40 attrs= of a call is a dict of arg_directions
    r, t = pl.submit(core, x)  # E:12 core takes 2 arguments in pl.submit, found 1
    s = n + pl.submit(core, x, y)  # E:13 pl.submit stands alone on the right of an assignment
    flat = pl.submit(core, x, y)
    done = pl.system.task_dummy(deps=[flat[1]])  # E:39 `flat[1]` in deps= is no task id
    with pl.at(level=pl.Level.CORE_GROUP):
        v, t = pl.submit(core, x, y)  # E:16 core cannot be submitted inside a region
    return y


@pl.jit
def whiles(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for (a,) in pl.while_(4, init_values=(n,)):  # E:27 pl.while_ takes no positional argument
        pass
    for (a,) in pl.while_():  # E:17 pl.while_ needs init_values=
        pass
    for (a,) in pl.while_(init_values=n):  # E:39 pl.while_ takes a tuple or list literal as init_values
        pass
    for (a,) in pl.while_(init_values=(n,), stage=2):  # E:45 pl.while_ has no keyword `stage`
        pass
    for a in pl.while_(init_values=(n,)):  # E:9 a pl.while_ loop has a tuple of plain names as its target
        pass
    for (a, b) in pl.while_(init_values=(n,)):  # E:9 2 names for 1 initial value
        pass
    for (a,) in pl.while_(init_values=(n,)):
        c = pl.yield_(a // 2)  # E:9 the first statement of a pl.while_ loop is pl.cond(...)
    for (a,) in pl.while_(init_values=(n,)):
        pl.cond(a > 1, a < 4)  # E:9 pl.cond takes one condition
    for (a,) in pl.while_(init_values=(n,)):
        pl.cond(a)  # E:17 a condition must be a BOOL scalar, `a` is Scalar[INDEX]
        d = pl.yield_(a // 2)
    for (a,) in pl.while_(init_values=(n,)):
        pl.cond(a > 1)
        pl.cond(a > 2)  # E:9 pl.cond is the first statement of a pl.while_ loop
        e = pl.yield_(a // 2)
    f = pl.while_(init_values=(n,))  # E:9 pl.while_ belongs in a for statement
    g = pl.cond(n > 1)  # E:9 pl.cond cannot stand here
    return y


@pl.jit
def inputs(x: pl.Tensor[[64, 64], pl.FP32], w: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    part = x[16:32, :]
    with pl.at(level=pl.Level.CORE_GROUP):
        part[:, :] = y[0:16, :]  # W:9 `x` is an input parameter; what is written into it here does not reach the caller
        x[0:16, :] = w[0:16, :]
        y[0:16, :] = x[0:16, :]
    return y
