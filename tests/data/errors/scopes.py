# SPDX-License-Identifier: Apache-2.0
"""Runtime scopes: where they may stand, what they take, task ids of parallel loops."""

import pypto.language as pl


@pl.jit.inline
def helper(x: pl.Tensor, y: pl.Tensor):
    with pl.scope():  # E:10 pl.scope() needs a function that places its own scopes
        with pl.at(level=pl.Level.CORE_GROUP):
            y[0:16, :] = x[0:16, :]


@pl.jit
def automatic(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    helper(x, y)
    with pl.scope(mode=pl.ScopeMode.AUTO):  # E:10 pl.scope() needs a function that places its own scopes
        with pl.at(level=pl.Level.CORE_GROUP):
            y[0:16, :] = zzz  # E:26 undefined name `zzz`
    with pl.manual_scope():
        with pl.at(level=pl.Level.CORE_GROUP):
            y[0:16, :] = x[0:16, :]
    return y


@pl.jit(auto_scope=False)
def placed(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.scope():
        with pl.scope():
            with pl.manual_scope():
                with pl.scope():  # E:22 pl.scope() cannot stand inside a manual scope
                    pass
                with pl.manual_scope():  # E:22 a manual scope cannot stand inside a manual scope
                    pass
    with pl.scope() as s:  # E:5 pl.scope binds no name
        pass
    with pl.scope(4):  # E:10 pl.scope takes no such argument
        pass
    with pl.scope(mode=4):  # E:24 pl.scope takes mode=
        pass
    with pl.manual_scope(mode=pl.ScopeMode.MANUAL):  # E:10 pl.manual_scope takes no such argument
        pass
    with pl.at(level=pl.Level.CORE_GROUP):
        with pl.scope():  # E:14 pl.scope belongs outside regions
            y[0:16, :] = x[0:16, :]
    return y


@pl.jit
def ids(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.system.task_dummy(deps=[])
    with pl.manual_scope():
        for i in pl.parallel(n):  # E:18 how often this pl.parallel runs must be known, since it carries the task id `t`
            with pl.at(level=pl.Level.CORE_GROUP, deps=[t]) as t:
                y[0:16, :] = x[0:16, :]
    return y


@pl.jit
def more_ids(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.system.task_dummy(deps=[])
    with pl.manual_scope():
        for i in pl.parallel(2):
            with pl.at(level=pl.Level.CORE_GROUP) as u:
                y[0:16, :] = x[0:16, :]
        with pl.at(level=pl.Level.CORE_GROUP, deps=[u]):  # E:53 `u` is one task id per iteration of the pl.parallel at line 63
            y[0:16, :] = x[0:16, :]
    return y
