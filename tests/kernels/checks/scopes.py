# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl
@pl.jit.incore
def core(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    y[0:16, :] = x[0:16, :]
    return y


# check: an automatic scope in a function whose scopes the compiler places
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.scope():  # E:10 SE [scope-by-hand] pl.scope() needs a function that places its own scopes
        y = core(x, y)
    return y


# check: an automatic scope by its mode in a function whose scopes the compiler places
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.scope(mode=pl.ScopeMode.AUTO):  # E:10 SE [scope-by-hand] pl.scope() needs a function that places its own scopes
        y = core(x, y)
    return y


# check: an automatic scope in a method of a program
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        y[0:16, :] = x[0:16, :]
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        with pl.scope():  # E:14 SE [scope-by-hand] pl.scope() needs a function that places its own scopes
            y = self.body(x, y)
        return y


# check: an automatic scope in an inline helper that is called from such a function
@pl.jit.inline
def helper(x: pl.Tensor, y: pl.Tensor):
    with pl.scope():  # E:10 SE [scope-by-hand] pl.scope() needs a function that places its own scopes
        with pl.at(level=pl.Level.CORE_GROUP):
            y[0:16, :] = x[0:16, :]


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    helper(x, y)
    return y


# check: an automatic scope inside a manual one
@pl.jit(auto_scope=False)
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.manual_scope():
        with pl.scope():  # E:14 SE [scope-nesting] pl.scope() cannot stand inside a manual scope
            y = core(x, y)
    return y


# check: an automatic scope inside a manual one of pl.scope
@pl.jit(auto_scope=False)
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.scope(mode=pl.ScopeMode.MANUAL):
        with pl.scope():  # E:14 SE [scope-nesting] pl.scope() cannot stand inside a manual scope
            y = core(x, y)
    return y


# check: a manual scope inside a manual one
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.manual_scope():
        with pl.manual_scope():  # E:14 SE [scope-nesting] a manual scope cannot stand inside a manual scope
            y = core(x, y)
    return y


# check: a manual scope of pl.scope inside a manual one
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.manual_scope():
        with pl.scope(mode=pl.ScopeMode.MANUAL):  # E:14 SE [scope-nesting] a manual scope cannot stand inside a manual scope
            y = core(x, y)
    return y


# check: a manual scope inside a loop inside a manual one
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.manual_scope():
        for i in pl.range(2):
            with pl.manual_scope():  # E:18 SE [scope-nesting] a manual scope cannot stand inside a manual scope
                y = core(x, y)
    return y


# check: a manual scope of an inline helper inside a manual one
@pl.jit.inline
def helper(x: pl.Tensor, y: pl.Tensor):
    with pl.manual_scope():  # E:10 SE [scope-nesting] a manual scope cannot stand inside a manual scope
        with pl.at(level=pl.Level.CORE_GROUP):
            y[0:16, :] = x[0:16, :]


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.manual_scope():
        helper(x, y)
    return y


# check: a mode by position
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.scope(pl.ScopeMode.MANUAL):  # E:10 SE [scope-form] pl.scope takes no such argument
        y = core(x, y)
    return y


# check: a mode that is a text
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.scope(mode="MANUAL"):  # E:24 SE [scope-form] pl.scope takes mode=
        y = core(x, y)
    return y


# check: a mode that does not exist
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.scope(mode=pl.ScopeMode.HAND):  # E:24 IO [unknown-member] pl.ScopeMode has no `HAND`
        y = core(x, y)
    return y


# check: an unknown keyword of pl.scope
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.scope(colour=1):  # E:26 SE [scope-form] pl.scope takes mode=
        y = core(x, y)
    return y


# check: `**` arguments of pl.scope
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.scope(**{"mode": 1}):  # E:21 UF [argument-list] `**` arguments are not part of the kernel language
        y = core(x, y)
    return y


# check: a name of an automatic scope
@pl.jit(auto_scope=False)
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.scope() as s:  # E:5 SE [scope-form] pl.scope binds no name
        y = core(x, y)
    return y


# check: a name of a manual scope
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.manual_scope() as s:  # E:5 SE [scope-form] pl.manual_scope binds no name
        y = core(x, y)
    return y


# check: a name of a manual scope of pl.scope
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.scope(mode=pl.ScopeMode.MANUAL) as s:  # E:5 SE [scope-form] pl.scope binds no name
        y = core(x, y)
    return y


# check: an argument of pl.manual_scope
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.manual_scope(1):  # E:10 SE [scope-form] pl.manual_scope takes no such argument
        y = core(x, y)
    return y


# check: a keyword of pl.manual_scope
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.manual_scope(mode=pl.ScopeMode.MANUAL):  # E:10 SE [scope-form] pl.manual_scope takes no such argument
        y = core(x, y)
    return y


# check: pl.manual_scope that is not called
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.manual_scope:  # E:10 SE [with-form] `pl.manual_scope` is no scope
        y = core(x, y)
    return y


# check: pl.scope in an expression
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    s = pl.scope()  # E:9 SE [misplaced-construct] pl.scope belongs in a with statement
    return y


# check: auto_scope of an incore function
# raises: TypeError: auto_scope
def call():
    @pl.jit.incore(auto_scope=False)
    def other(x: pl.Tensor, y: pl.Out[pl.Tensor]):
        y[0:16, :] = x[0:16, :]
        return y


# check: auto_scope of an opaque function
# raises: TypeError: auto_scope
def call():
    @pl.jit.opaque(auto_scope=False)
    def other(x: pl.Tensor, y: pl.Out[pl.Tensor]):
        y = core(x, y)
        return y


# check: auto_scope of an external function
# raises: TypeError: auto_scope
def call():
    @pl.jit.extern(core_type="aiv", source="a.cpp", auto_scope=False)
    def other(x: pl.Tensor, y: pl.Out[pl.Tensor]): ...


# check: auto_scope that is no truth value
# raises: TypeError: auto_scope
def call():
    @pl.jit(auto_scope=1)
    def other(x: pl.Tensor, y: pl.Out[pl.Tensor]):
        y = core(x, y)
        return y


# check: a task id per iteration that is read after its parallel loop as one
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.manual_scope():
        for i in pl.parallel(4):
            with pl.at(level=pl.Level.CORE_GROUP) as t:
                y[i * 16 : i * 16 + 16, :] = x[i * 16 : i * 16 + 16, :]
        with pl.at(level=pl.Level.CORE_GROUP, deps=[t]):  # E:53 UV [task-id-per-iteration] `t` is one task id per iteration of the pl.parallel at line 248
            y[0:16, :] = pl.mul(y[0:16, :], 2.0)
    return y
