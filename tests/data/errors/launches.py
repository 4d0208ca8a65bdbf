# SPDX-License-Identifier: Apache-2.0
"""Marks, groups and hints around launches."""

import pypto.language as pl


@pl.jit.incore
def core(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    y[0:16, :] = x[0:16, :]
    return y


@pl.jit
def marks(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pl.dump_tag(n)  # E:17 pl.dump_tag takes a tensor, `n` is Scalar[INDEX]
    pl.dump_tag(x, y)  # E:5 pl.dump_tag takes one tensor by its name
    pl.dump_tag(x[0:16, :])  # E:5 pl.dump_tag takes one tensor by its name
    pl.dump_tag(missing)  # E:17 undefined name `missing`
    with pl.at(level=pl.Level.CORE_GROUP, dumps=[n]):  # E:50 `n` in dumps= is no tensor name
        pl.dump_tag(x)  # E:9 pl.dump_tag belongs outside regions
    with pl.at(level=pl.Level.CORE_GROUP, dumps=[x, x]):  # E:53 `x` stands twice in dumps=
        y[0:16, :] = x[0:16, :]
    with pl.at(level=pl.Level.CORE_GROUP, dumps=x):  # E:49 dumps= takes a list of tensor names
        y[0:16, :] = x[0:16, :]
    with pl.at(level=pl.Level.CORE_GROUP, windowize=n):  # E:53 windowize is True or False
        y[0:16, :] = x[0:16, :]
    with pl.at(pl.Level.CORE_GROUP, None):  # E:37 role= goes with other levels than CORE_GROUP
        y[0:16, :] = x[0:16, :]
    with pl.at(pl.Level.CORE_GROUP, level=pl.Level.CORE_GROUP):  # E:37 `level` is given twice
        y[0:16, :] = x[0:16, :]
    with pl.at(pl.Level.CORE_GROUP, None, None):  # E:10 pl.at takes 2 positional argument(s), found 3
        y[0:16, :] = x[0:16, :]
    y = core(pl.no_dep(n), y)  # E:14 pl.no_dep takes a tensor, found Scalar[INDEX]
    y = core(pl.no_dep(x, y), y)  # E:14 pl.no_dep takes one tensor
    m = pl.no_dep(n)  # E:9 pl.no_dep takes a tensor, found Scalar[INDEX]
    z, t = pl.submit(core, x, y, attrs={"manual_dep_edges": []})  # E:40 manual_dep_edges is no way to order tasks
    for b in pl.spmd(4, 5):  # E:14 pl.spmd takes 1 positional argument(s), found 2
        y[0:16, :] = x[0:16, :]
    for b in pl.spmd(core_num=n, blocks=2):  # E:34 pl.spmd has no keyword `blocks`
        y[0:16, :] = x[0:16, :]
    with pl.spmd(2) as (a, c):  # E:24 the name of a task is one plain name
        y = core(x, y)
    return y


@pl.jit
def groups(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.cluster():  # E:10 pl.cluster holds no launch
        pass
    with pl.cluster(2):  # E:10 pl.cluster takes 0 positional argument(s), found 1
        y = core(x, y)
    with pl.cluster(core_num=2):  # E:21 pl.cluster has no keyword `core_num`
        y = core(x, y)
    with pl.cluster() as t:  # E:10 pl.cluster binds no task: the launches inside are one group
        y = core(x, y)
    with pl.cluster():
        y = core(x, y)
        for i in pl.range(2):
            y = core(x, y)  # E:13 a launch of a group stands in pl.cluster itself, not in a loop or branch of it
    with pl.cluster():
        with pl.at(level=pl.Level.CORE_GROUP, allow_early_resolve=True):  # E:9 allow_early_resolve= belongs to one task, and a launch inside pl.cluster is a part of the group's
            y[0:16, :] = x[0:16, :]
    with pl.cluster():
        for b in pl.spmd(4, predicate=(x[0, 0] > 1)):  # E:40 predicate= compares signed integers, `x` has elements of FP32
            y[0:16, :] = x[0:16, :]
    return y


@pl.jit
def submitted(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.cluster():
        y, t = pl.submit(core, x, y)  # E:16 a task id belongs to one task, and a launch inside pl.cluster is a part of the group's
    return y


@pl.jit
def hints(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    ctx = pl.prefetch.make_context(1)  # E:11 pl.prefetch.make_context takes 0 argument(s), found 1
    ctx = pl.prefetch.make_context()
    e = pl.prefetch.async_prefetch(x, ctx)  # E:36 pl.prefetch.async_prefetch moves one run of memory: a static shape with all axes 1 but the last
    e = pl.prefetch.async_prefetch(n, ctx)  # E:36 pl.prefetch.async_prefetch takes a tensor, found Scalar[INDEX]
    e = pl.prefetch.async_prefetch(x[0:1, :], n)  # E:47 `ctx` of pl.prefetch.async_prefetch is a prefetch context, found Scalar[INDEX]
    e = pl.prefetch.async_prefetch(x[64:65, :], ctx)  # E:36 index 64 is outside axis 0 of extent 64
    s = pl.prefetch.session()  # E:9 pl.prefetch.session needs `ctx`
    s = pl.prefetch.session(context=ctx)  # E:29 pl.prefetch.session has no parameter `context`
    done = pl.prefetch.wait(ctx, ctx)  # E:29 `event` of pl.prefetch.wait is a prefetch event, found a prefetch context
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = x[0:16, :]
    return y
