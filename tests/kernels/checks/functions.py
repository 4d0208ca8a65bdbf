# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl

N = 4
T = pl.dynamic("T")


# check: pl.jit takes no level
# raises: TypeError: @pl.jit does not take `level=`
def call():
    @pl.jit(level=pl.Level.CORE_GROUP)
    def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        return y


# check: pl.jit takes a bool for auto_scope
# raises: TypeError: auto_scope is True or False
def call():
    @pl.jit(auto_scope=1)
    def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        return y


# check: pl.jit.host takes no level
# raises: TypeError: @pl.jit.host does not take `level=`
def call():
    @pl.jit.host(level=pl.Level.CORE_GROUP)
    def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        return y


# check: pl.jit.host takes a bool for auto_scope
# raises: TypeError: auto_scope is True or False
def call():
    @pl.jit.host(auto_scope=1)
    def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        return y


# check: pl.jit.inline takes no level
# raises: TypeError: @pl.jit.inline does not take `level=`
def call():
    @pl.jit.inline(level=pl.Level.CORE_GROUP)
    def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        return y


# check: pl.jit.inline takes a bool for auto_scope
# raises: TypeError: auto_scope is True or False
def call():
    @pl.jit.inline(auto_scope=1)
    def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        return y


# check: pl.jit.incore takes no auto_scope
# raises: TypeError: @pl.jit.incore does not take `auto_scope=`
def call():
    @pl.jit.incore(auto_scope=False)
    def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        return y


# check: pl.jit.opaque takes no auto_scope
# raises: TypeError: @pl.jit.opaque does not take `auto_scope=`
def call():
    @pl.jit.opaque(auto_scope=False)
    def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        return y


# check: pl.jit.extern takes no auto_scope
# raises: TypeError: @pl.jit.extern does not take `auto_scope=`
def call():
    @pl.jit.extern(auto_scope=False)
    def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        return y


# check: pl.jit takes no unknown keyword
# raises: TypeError: @pl.jit does not take `colour=`
def call():
    @pl.jit(colour=1)
    def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        return y


# check: pl.jit.incore takes no unknown keyword
# raises: TypeError: @pl.jit.incore does not take `colour=`
def call():
    @pl.jit.incore(colour=1)
    def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        return y


# check: pl.jit.inline takes no unknown keyword
# raises: TypeError: @pl.jit.inline does not take `colour=`
def call():
    @pl.jit.inline(colour=1)
    def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        return y


# check: pl.jit.opaque takes no unknown keyword
# raises: TypeError: @pl.jit.opaque does not take `colour=`
def call():
    @pl.jit.opaque(colour=1)
    def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        return y


# check: pl.jit.extern takes no unknown keyword
# raises: TypeError: @pl.jit.extern does not take `colour=`
def call():
    @pl.jit.extern(colour=1)
    def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        return y


# check: pl.jit.host takes no unknown keyword
# raises: TypeError: @pl.jit.host does not take `colour=`
def call():
    @pl.jit.host(colour=1)
    def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        return y


# check: pl.jit decorates a function
# raises: TypeError: decorates a function
def call():
    pl.jit(3)


# check: pl.jit decorates no class
# raises: TypeError: decorates a function
def call():
    @pl.jit
    class kernel:
        pass


# check: pl.jit does not decorate what is decorated
# raises: TypeError: decorates a function
def call():
    @pl.jit
    @pl.function
    def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        return y


# check: pl.jit has no other variant
# raises: AttributeError: outcore
def call():
    pl.jit.outcore


# check: the level of an incore function is a level
# raises: TypeError: level
def call():
    @pl.jit.incore(level=3)
    def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        return y


# check: an entry is not called from a kernel
@pl.jit
def other(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    other(x, y)  # E:5 UF [entry-call] other is an entry and cannot be called from a kernel
    return y


# check: an entry is not called for its value
@pl.jit
def other(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = other(x, y)  # E:9 UF [entry-call] other is an entry and cannot be called from a kernel
    return y


# check: an entry is not called from a helper
@pl.jit
def other(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


@pl.jit.inline
def helper(a, b):
    other(a, b)  # E:5 UF [entry-call] other is an entry and cannot be called from a kernel


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    helper(x, y)
    return y


# check: a driver of ranks is not called from a kernel
@pl.jit.host
def other(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    other(x, y)  # E:5 SE [host-level] other is a driver, which runs on the host, and this is a program of one chip
    return y


# check: a helper by another name is not resolved
@pl.jit.incore
def scaled(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y[:, :] = pl.mul(x[:, :], 2.0)
    return y


twice = scaled


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = twice(x, y)  # E:9 UF [function-call] `twice` is another name of the kernel function scaled and is not resolved
    return y


# check: a helper of a module is called by its bare name
@pl.jit.incore
def scaled(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y[:, :] = pl.mul(x[:, :], 2.0)
    return y


import types

tools = types.SimpleNamespace(scaled=scaled)


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = tools.scaled(x, y)  # E:9 UF [function-call] unsupported function call: `tools.scaled` is a Python function
    return y


# check: a plain function is no helper
def helper(a, b):
    return b


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = helper(x, y)  # E:9 UF [function-call] unsupported function call `helper(x, y)`: `helper` is a Python function
    return y


# check: a helper does not call itself
@pl.jit.incore
def again(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = again(x, y)  # E:9 UF [recursion] kernel functions cannot call themselves: again -> again
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = again(x, y)
    return y


# check: an inline helper does not call itself
@pl.jit.inline
def again(a):
    again(a)  # E:5 UF [recursion] kernel functions cannot call themselves: again -> again


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    again(x)
    return y


# check: helpers do not call each other in a circle
@pl.jit.inline
def even(a):
    odd(a)


@pl.jit.inline
def odd(a):
    third(a)


@pl.jit.inline
def third(a):
    even(a)  # E:5 UF [recursion] kernel functions cannot call themselves: even -> odd -> third -> even


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    even(x)
    return y


# check: a helper gets all its arguments
@pl.jit.incore
def scaled(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y[:, :] = pl.mul(x[:, :], 2.0)
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = scaled(x)  # E:9 TE [argument-list] scaled expects 2 argument(s), got 1: `y` is missing
    return y


# check: a helper gets no more arguments
@pl.jit.incore
def scaled(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y[:, :] = pl.mul(x[:, :], 2.0)
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = scaled(x, y, x)  # E:9 TE [argument-list] scaled expects 2 argument(s), got 3
    return y


# check: a helper gets no unknown keyword
@pl.jit.incore
def scaled(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y[:, :] = pl.mul(x[:, :], 2.0)
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = scaled(x, z=y)  # E:19 TE [argument-list] scaled has no parameter `z`
    return y


# check: a helper gets no argument twice
@pl.jit.incore
def scaled(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y[:, :] = pl.mul(x[:, :], 2.0)
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = scaled(x, y, x=x)  # E:22 TE [argument-list] scaled got twice `x`
    return y


# check: a helper gets no starred arguments
@pl.jit.incore
def scaled(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y[:, :] = pl.mul(x[:, :], 2.0)
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = scaled(*(x, y))  # E:16 UF [argument-list] `*` arguments are not part of the kernel language
    return y


# check: a helper gets no double starred arguments
@pl.jit.incore
def scaled(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y[:, :] = pl.mul(x[:, :], 2.0)
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = scaled(**{'x': x, 'y': y})  # E:18 UF [argument-list] `**` arguments are not part of the kernel language
    return y


# check: an inline helper gets all its arguments
@pl.jit.inline
def scaled(a: pl.Tensor):
    return pl.mul(a, 2.0)


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    scaled()  # E:5 TE [argument-list] scaled expects 1 argument(s), got 0: `a` is missing
    return y


# check: an inline helper gets no more arguments
@pl.jit.inline
def scaled(a: pl.Tensor):
    return pl.mul(a, 2.0)


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    scaled(x, y)  # E:5 TE [argument-list] scaled expects 1 argument(s), got 2
    return y


# check: the tensor of a helper is no scalar
@pl.jit.incore
def scaled(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y[:, :] = pl.mul(x[:, :], 2.0)
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = scaled(4, y)  # E:16 TE [argument-mismatch] parameter `x` of scaled is a tensor, the argument is the number 4
    return y


# check: the tensor of a helper is no tuple
@pl.jit.incore
def scaled(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y[:, :] = pl.mul(x[:, :], 2.0)
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = scaled((x, x), y)  # E:16 TE [argument-mismatch] parameter `x` of scaled is a tensor, the argument is a tuple
    return y


# check: the tensor of a helper is no text
@pl.jit.incore
def scaled(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y[:, :] = pl.mul(x[:, :], 2.0)
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = scaled("x", y)  # E:16 TE [argument-mismatch] parameter `x` of scaled is a tensor, the argument is the text 'x'
    return y


# check: the tensor of a helper is no None
@pl.jit.incore
def scaled(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y[:, :] = pl.mul(x[:, :], 2.0)
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = scaled(None, y)  # E:16 TE [argument-mismatch] parameter `x` of scaled is a tensor, the argument is None
    return y


# check: the tensor of a helper has its element type
@pl.jit.incore
def scaled(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y[:, :] = pl.mul(x[:, :], 2.0)
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    z = pl.create_tensor([32, 32], dtype=pl.BF16)
    y = scaled(z, y)  # E:16 TE [argument-mismatch] parameter `x` of scaled has element type FP32, the argument has BF16
    return y


# check: the tensor of a helper has its rank
@pl.jit.incore
def scaled(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y[:, :] = pl.mul(x[:, :], 2.0)
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    z = pl.create_tensor([1, 32, 32], dtype=pl.FP32)
    y = scaled(z, y)  # E:16 TE [argument-mismatch] parameter `x` of scaled has 2 axes, the argument has 3
    return y


# check: the tensor of a helper has its extents
@pl.jit.incore
def scaled(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y[:, :] = pl.mul(x[:, :], 2.0)
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = scaled(x[0:16, :], y)  # E:16 TE [argument-mismatch] parameter `x` of scaled has extent 32 on axis 0, the argument has 16
    return y


# check: the scalar of a helper is no tensor
@pl.jit.incore
def scaled(k: pl.Scalar[pl.INT8], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y[:, :] = pl.mul(x[:, :], 2.0)
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = scaled(x, x, y)  # E:16 TE [argument-mismatch] parameter `k` of scaled is a scalar, the argument is Tensor[[32, 32], FP32]
    return y


# check: the scalar of a helper is no float
@pl.jit.incore
def scaled(k: pl.Scalar[pl.INT8], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y[:, :] = pl.mul(x[:, :], 2.0)
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = scaled(1.5, x, y)  # E:16 TE [argument-mismatch] parameter `k` of scaled is Scalar[INT8], the argument is 1.5
    return y


# check: the scalar of a helper is no bool
@pl.jit.incore
def scaled(k: pl.Scalar[pl.INT8], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y[:, :] = pl.mul(x[:, :], 2.0)
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = scaled(True, x, y)  # E:16 TE [argument-mismatch] parameter `k` of scaled is Scalar[INT8], the argument is True
    return y


# check: the scalar of a helper holds its number
@pl.jit.incore
def scaled(k: pl.Scalar[pl.INT8], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y[:, :] = pl.mul(x[:, :], 2.0)
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = scaled(300, x, y)  # E:16 TE [number-range] the number 300 does not fit INT8
    return y


# check: the scalar of a helper has its type
@pl.jit.incore
def scaled(k: pl.Scalar[pl.INT8], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y[:, :] = pl.mul(x[:, :], 2.0)
    return y


@pl.jit
def kernel(n: pl.INT32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = scaled(n, x, y)  # E:16 TE [argument-mismatch] parameter `k` of scaled is Scalar[INT8], the argument is Scalar[INT32]
    return y


# check: the scalar of an inline helper has its type
@pl.jit.inline
def scaled(k: pl.Scalar[pl.INT8]):
    pass


@pl.jit
def kernel(n: pl.INT32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    scaled(n)  # E:12 TE [argument-mismatch] parameter `k` of scaled is Scalar[INT8], the argument is Scalar[INT32]
    return y


# check: the scalar of an inline helper holds its number
@pl.jit.inline
def scaled(k: pl.Scalar[pl.INT8]):
    pass


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    scaled(-129)  # E:12 TE [number-range] the number -129 does not fit INT8
    return y


# check: one symbol has one extent in a call
@pl.jit.inline
def scaled(a: pl.Tensor[[T, 32], pl.FP32], b: pl.Tensor[[T, 32], pl.FP32]):  # E:44 TE [symbol-mismatch] T is both 32 and 16 in this call
    pass


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    scaled(x, x[0:16, :])
    return y


# check: a helper with a region is not called in a region
@pl.jit.inline
def helper(x: pl.Tensor, y: pl.Tensor):
    with pl.at(level=pl.Level.CORE_GROUP):  # E:5 VE [501] a region cannot stand inside another region
        y[:, :] = x[:, :]


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        helper(x, y)
    return y


# check: an opaque function is not called in a region
@pl.jit.opaque
def helper(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):  # E:5 VE [501] a region cannot stand inside another region
        y[:, :] = x[:, :]
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        helper(x, y)
    return y


# check: an incore function has no region
@pl.jit.incore
def core(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):  # E:5 VE [501] a region cannot stand inside another region
        y[:, :] = x[:, :]
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = core(x, y)
    return y


# check: an incore function launches no blocks
@pl.jit.incore
def core(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    for b in pl.spmd(4):  # E:5 VE [501] a region cannot stand inside another region
        y[:, :] = x[:, :]
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = core(x, y)
    return y


# check: an incore function has no runtime scope
@pl.jit.incore
def core(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.manual_scope():  # E:10 IO [scope-place] pl.manual_scope belongs outside regions
        y[:, :] = x[:, :]
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = core(x, y)
    return y


# check: an incore function submits no task
@pl.jit.incore
def scaled(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y[:, :] = pl.mul(x[:, :], 2.0)
    return y


@pl.jit.incore
def core(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y, t = pl.submit(scaled, x, y)  # E:12 IO [submit-place] scaled cannot be submitted inside a region
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = core(x, y)
    return y


# check: what an incore function computes is its own mistake
@pl.jit.incore
def core(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y[:, :] = pl.exp(z)  # E:22 UV [undefined-name] undefined name `z`
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = core(x, y)
    return y


# check: what an inline helper computes is its own mistake
@pl.jit.inline
def helper(a):
    return pl.exp(z)  # E:19 UV [undefined-name] undefined name `z`


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = helper(x[:, :])
    return y


# check: an incore function has no level HOST
@pl.jit.incore(level=pl.Level.HOST)
def scaled(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y[:, :] = pl.mul(x[:, :], 2.0)
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = scaled(x, y)  # E:9 SE [at-level] scaled is @pl.jit.incore(level=pl.Level.HOST), and a kernel runs on a core
    return y


# check: an incore function has no level CHIP
@pl.jit.incore(level=pl.Level.CHIP)
def scaled(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y[:, :] = pl.mul(x[:, :], 2.0)
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = scaled(x, y)  # E:9 SE [at-level] scaled is @pl.jit.incore(level=pl.Level.CHIP), and a kernel runs on a core
    return y


# check: an incore function has no level GLOBAL
@pl.jit.incore(level=pl.Level.GLOBAL)
def scaled(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y[:, :] = pl.mul(x[:, :], 2.0)
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = scaled(x, y)  # E:9 SE [at-level] scaled is @pl.jit.incore(level=pl.Level.GLOBAL), and a kernel runs on a core
    return y


# check: an incore function of the level AIV takes no operation of the cube core
@pl.jit.incore(level=pl.Level.AIV)
def squared(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y[:, :] = pl.matmul(x[:, :], x[:, :])  # E:15 TE [core-kind] squared is @pl.jit.incore(level=pl.Level.AIV) and pl.matmul runs on the cube core
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = squared(x, y)
    return y


# check: an incore function of the level AIC takes no operation of the vector core
@pl.jit.incore(level=pl.Level.AIC)
def scaled(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y[:, :] = pl.exp(x[:, :])  # E:15 TE [core-kind] scaled is @pl.jit.incore(level=pl.Level.AIC) and pl.exp runs on the vector core
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    for b in pl.spmd(2):
        y = scaled(x, y)
    return y


# check: a scope of the chip stands in no incore function
@pl.jit.incore
def scaled(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CHIP):  # E:10 IO [scope-place] pl.at(level=pl.Level.CHIP) decides what runs, and scaled runs on a core
        y[:, :] = pl.mul(x[:, :], 2.0)
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = scaled(x, y)
    return y


# check: a helper is not called inside an operation
@pl.jit.inline
def scaled(a):
    return pl.mul(a, 2.0)


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(scaled(x[:, :]), 1.0)  # E:26 UF [nested-call] `scaled` is called inside an expression
    return y


# check: a helper is not called inside an expression
@pl.jit.inline
def scaled(a):
    return pl.mul(a, 2.0)


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = scaled(2) + 1  # E:13 UF [nested-call] `scaled` is called inside an expression
    return y


# check: a helper is not called as an argument of a helper
@pl.jit.inline
def scaled(a):
    return pl.mul(a, 2.0)


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = scaled(scaled(x[:, :]))  # E:26 UF [nested-call] `scaled` is called inside an expression
    return y


# check: a helper is not called in a condition
@pl.jit.inline
def scaled(a):
    return pl.mul(a, 2.0)


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        if scaled(2) > 1:  # E:12 UF [nested-call] `scaled` is called inside an expression
            pass
    return y


# check: a helper is not called in a subscript
@pl.jit.inline
def scaled(a):
    return pl.mul(a, 2.0)


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[scaled(0), :]  # E:15 UF [nested-call] `scaled` is called inside an expression
    return y


# check: a helper is not called in a tuple
@pl.jit.inline
def scaled(a):
    return pl.mul(a, 2.0)


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = (scaled(2), 1)  # E:14 UF [nested-call] `scaled` is called inside an expression
    return y


# check: a helper is not called in a bound
@pl.jit.inline
def scaled(a):
    return pl.mul(a, 2.0)


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(scaled(2)):  # E:27 UF [nested-call] `scaled` is called inside an expression
            pass
    return y


# check: the result of a helper has no subscript
@pl.jit.inline
def scaled(a):
    return pl.mul(a, 2.0)


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = scaled(x[:, :])[0:16, :]  # E:13 UF [nested-call] `scaled` is called inside an expression
    return y


# check: a helper without return has no value
@pl.jit.inline
def helper(a):
    pass


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t = helper(x)  # E:9 TE [no-value] helper returns nothing
    return y


# check: a helper with a bare return has no value
@pl.jit.inline
def helper(a):
    return


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t = helper(x)  # E:9 TE [no-value] helper returns nothing
    return y


# check: a return of a helper stands at its end
@pl.jit.inline
def helper(a):
    return a  # E:5 UF [return-place] return stands at the end of the function only
    k = 4


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    helper(x)
    return y


# check: a return of a helper stands in no branch
@pl.jit.inline
def helper(k):
    if k > 2:
        return k  # E:9 UF [return-place] return stands at the end of the function only
    return 2


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    helper(4)
    return y


# check: a return of a helper stands in no loop
@pl.jit.inline
def helper(k):
    for i in pl.range(k):
        return i  # E:9 UF [return-place] return stands at the end of the function only
    return 2


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    helper(4)
    return y


# check: as many names as results of a helper
@pl.jit.inline
def helper(a):
    return a, a, a


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a, b = helper(x)  # E:5 TE [unpacking] 2 names for 3 values
    return y


# check: several results of a helper are several names
@pl.jit.inline
def helper(a):
    return a


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a, b = helper(x)  # E:12 TE [unpacking] cannot unpack `helper(x)`: it is Tensor[[32, 32], FP32]
    return y


# check: a helper does not write into a value on chip
@pl.jit.inline
def fill(a):
    a[0:8, :] = pl.full([8, 32], pl.FP32, 0.0)  # E:5 TE [write-on-chip-argument] `a` is an on-chip value here; a helper writes into tensors of global memory


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.exp(x[:, :])
        fill(t)
        y[:, :] = x[:, :]
    return y


# check: names of a helper are its own
@pl.jit.inline
def helper(a):
    inner = 4


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        helper(x)
        m = inner  # E:13 UV [undefined-name] undefined name `inner`
        y[:, :] = x[:, :]
    return y


# check: no starred parameters of an entry
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], *rest):  # E:5 UF [parameter-form] kernel takes * or ** parameters
    return x


# check: no double starred parameters of an entry
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], **rest):  # E:5 UF [parameter-form] kernel takes * or ** parameters
    return x


# check: no starred parameters of a helper
@pl.jit.inline
def helper(*a):  # E:5 UF [parameter-form] helper takes * or ** parameters
    pass


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    helper(x)
    return y


# check: every parameter of an entry has a shape
@pl.jit
def kernel(x: pl.Tensor, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:12 JT [argument] kernel: the annotation of `x` has no shape
    return y


# check: an unannotated parameter of an entry has no shape
@pl.jit
def kernel(x, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:12 JT [argument] kernel: the annotation of `x` has no shape
    return y


# check: an entry returns no number
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return 4  # E:12 UF [entry-return] an entry returns its parameters; this value is none of them


# check: an entry returns no expression
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return x[0:16, :]  # E:12 UF [entry-return] an entry returns its parameters; this value is none of them


# check: an entry returns no local tensor
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t = pl.create_tensor([32, 32], dtype=pl.FP32)
    return t  # E:12 UF [entry-return] an entry returns its parameters; this value is none of them


# check: an entry returns no scalar of its own
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = pl.read(x, [0, 0])
    return k  # E:12 UF [entry-return] an entry returns its parameters; this value is none of them


# check: an entry returns no task id
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP) as t:
        y[:, :] = x[:, :]
    return t  # E:12 VE [array-escapes] kernel returns TaskId: task ids and arrays stay inside one function


# check: an entry returns no unknown name
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return z  # E:12 UV [undefined-name] undefined name `z`


# check: an entry returns no nested tuple
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return (x, (x, y))  # E:16 UF [entry-return] an entry returns its parameters; this value is none of them


# check: an entry returns no text
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return "y"  # E:12 UF [entry-return] an entry returns its parameters; this value is none of them


# check: an entry returns no None in a tuple
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return (y, None)  # E:16 VE [array-escapes] kernel returns TaskId: task ids and arrays stay inside one function


# check: an entry returns as many values as it declares
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> tuple[pl.Tensor[[32, 32], pl.FP32], pl.Tensor[[32, 32], pl.FP32]]:  # E:89 TE [return-type] kernel declares 2 result(s) and returns 1
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


# check: an entry returns no more values than it declares
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> tuple[pl.Tensor[[32, 32], pl.FP32]]:  # E:89 TE [return-type] kernel declares 1 result(s) and returns 2
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return x, y


# check: an entry returns the entries it declares
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> tuple[pl.Tensor[[32, 32], pl.FP32], pl.Tensor[[16, 32], pl.FP32]]:  # E:136 TE [annotation] the result of kernel is declared with extent 16 on axis 0, the value has 32
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return x, y


# check: an entry returns the element types it declares
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tuple[pl.Tensor[[32, 32], pl.FP32], pl.Tensor[[32, 32], pl.BF16]]:  # E:148 TE [annotation] the result of kernel is declared BF16, the value is FP32
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return x, y


# check: an entry returns the kind it declares
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Scalar[pl.FP32]:  # E:89 TE [annotation] the result of kernel is declared a scalar, the value is Tensor[[32, 32], FP32]
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


# check: the results of an entry are not nested
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> tuple[tuple[pl.Tensor[[32, 32], pl.FP32]], pl.Tensor[[32, 32], pl.FP32]]:  # E:89 TE [return-type] the results of kernel are nested
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y, y


# check: an entry has no early return
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    if N > 2:
        return x  # E:9 UF [return-place] return stands at the end of the function only
    k = 4
    return y


# check: a function returns as many values as it declares
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> tuple[pl.Tensor[[32, 32], pl.FP32], pl.Tensor[[32, 32], pl.FP32]]:  # E:89 TE [return-type] kernel declares 2 result(s) and returns 1
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a function returns no more values than it declares
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:  # E:89 TE [return-type] kernel declares 1 result(s) and returns 2
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out, out


# check: a function returns the element type it declares
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.BF16]:  # E:109 TE [annotation] the result of kernel is declared BF16, the value is FP32
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a function returns the shape it declares
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:  # E:100 TE [annotation] the result of kernel is declared with extent 16 on axis 0, the value has 32
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a function returns the rank it declares
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32], pl.FP32]:  # E:99 TE [annotation] the result of kernel is declared with 1 axes, the value has 2
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a function returns the kind it declares
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Scalar[pl.FP32]:  # E:89 TE [annotation] the result of kernel is declared a scalar, the value is Tensor[[32, 32], FP32]
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a function that declares a result returns it
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:  # E:89 TE [return-type] kernel declares 1 result(s) and returns 0
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)


# check: the result of a function is no Python type
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> int:  # E:89 TE [annotation] `int` is no type
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: the result of a function has an element type
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], float]:  # E:109 TE [annotation] the result of kernel: float is no element type
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: the result of a function is no bare tensor
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor:  # E:89 TE [annotation] `pl.Tensor` says neither shape nor element type
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: the result of a function is no array
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Array[4, pl.INT32]:  # E:89 TE [annotation] the result of kernel is declared Array[4, INT32], the value is Tensor[[32, 32], FP32]
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: the result of a function is no direction
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Out[pl.Tensor[[32, 32], pl.FP32]]:  # E:89 TE [annotation] `pl.Out[pl.Tensor[[32, 32], pl.FP32]]` is no type
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: the results of a function are not nested
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> tuple[pl.Tensor[[32, 32], pl.FP32], tuple[pl.Tensor[[32, 32], pl.FP32], pl.Tensor[[32, 32], pl.FP32]]]:  # E:89 TE [return-type] the results of kernel are nested
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out, out


# check: a function returns no unknown name
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return z  # E:12 UV [undefined-name] undefined name `z`


# check: orchestration returns what it declares
@pl.function(type=pl.FunctionType.Orchestration)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.BF16]:  # E:109 TE [annotation] the result of kernel is declared BF16, the value is FP32
    pass
    return y


# check: what is called has a value for every parameter
# raises: TypeError: kernel: missing a required argument: 'y'
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


def call():
    import torch

    kernel(torch.zeros(32, 32))


# check: what is called gets no more arguments
# raises: TypeError: kernel: too many positional arguments
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


def call():
    import torch

    kernel(*[torch.zeros(32, 32)] * 3)


# check: what is called gets no text
# raises: TypeError: `x` is a str
@pl.jit
def kernel(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


def call():
    import torch

    kernel('x', torch.zeros(32, 32))
