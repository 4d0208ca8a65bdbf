# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl

# check: pl.prefetch.make_context takes nothing
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    c = pl.prefetch.make_context(1)  # E:9 IO [argument-list] pl.prefetch.make_context takes 0 argument(s), found 1
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


# check: pl.prefetch.async_prefetch takes a tensor
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    c = pl.prefetch.make_context()
    e = pl.prefetch.async_prefetch(3, c)  # E:36 IO [argument-type] pl.prefetch.async_prefetch takes a tensor, found the number 3
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


# check: pl.prefetch.async_prefetch takes a context
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    c = pl.prefetch.make_context()
    e = pl.prefetch.async_prefetch(x[0:1, :], 3)  # E:47 IO [argument-type] `ctx` of pl.prefetch.async_prefetch is a prefetch context, found the number 3
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


# check: pl.prefetch.async_prefetch needs a context
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    e = pl.prefetch.async_prefetch(x[0:1, :])  # E:9 IO [argument-list] pl.prefetch.async_prefetch needs `ctx`
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


# check: what is prefetched has one row
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    c = pl.prefetch.make_context()
    e = pl.prefetch.async_prefetch(x, c)  # E:36 IO [operation-form] pl.prefetch.async_prefetch moves one run of memory: a static shape with all axes 1 but the last
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


# check: what is prefetched has one row of a part
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    c = pl.prefetch.make_context()
    e = pl.prefetch.async_prefetch(x[0:2, :], c)  # E:36 IO [operation-form] pl.prefetch.async_prefetch moves one run of memory: a static shape with all axes 1 but the last
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


# check: what is prefetched has a static shape
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    c = pl.prefetch.make_context()
    e = pl.prefetch.async_prefetch(x[0:1, 0:n], c)  # E:36 IO [operation-form] pl.prefetch.async_prefetch moves one run of memory: a static shape with all axes 1 but the last
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


# check: what is prefetched stays in its tensor
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    c = pl.prefetch.make_context()
    e = pl.prefetch.async_prefetch(x[32:33, :], c)  # E:36 TE [bounds] index 32 is outside axis 0 of extent 32
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


# check: what is prefetched is contiguous
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    c = pl.prefetch.make_context()
    v = pl.transpose(x, 0, 1)
    e = pl.prefetch.async_prefetch(v[0:1, :], c)  # E:36 IO [operation-form] pl.prefetch.async_prefetch moves one run of memory, the elements of `v` lie apart
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


# check: pl.prefetch.session takes a context
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    s = pl.prefetch.session(x)  # E:29 IO [argument-type] `ctx` of pl.prefetch.session is a prefetch context, found Tensor[[32, 32], FP32]
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


# check: pl.prefetch.wait takes an event
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    c = pl.prefetch.make_context()
    s = pl.prefetch.session(c)
    d = pl.prefetch.wait(c, s)  # E:26 IO [argument-type] `event` of pl.prefetch.wait is a prefetch event, found a prefetch context
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


# check: pl.prefetch.wait takes a session
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    c = pl.prefetch.make_context()
    e = pl.prefetch.async_prefetch(x[0:1, :], c)
    d = pl.prefetch.wait(e, c)  # E:29 IO [argument-type] `session_handle` of pl.prefetch.wait is a prefetch session, found a prefetch context
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


# check: pl.prefetch.wait needs a session
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    c = pl.prefetch.make_context()
    e = pl.prefetch.async_prefetch(x[0:1, :], c)
    d = pl.prefetch.wait(e)  # E:9 IO [argument-list] pl.prefetch.wait needs `session_handle`
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


# check: pl.prefetch has four operations
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    c = pl.prefetch.make_context()
    e = pl.prefetch.prefetch(x[0:1, :], c)  # E:9 IO [unknown-operation] unknown operation pl.prefetch.prefetch
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


# check: a context is no value
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    c = pl.prefetch.make_context()
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x[:, :], c)  # E:35 TE [argument-type] a tensor is expected, `c` is a prefetch context
    return y


# check: an unknown keyword of pl.prefetch.session
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    c = pl.prefetch.make_context()
    s = pl.prefetch.session(context=c)  # E:29 IO [argument-list] pl.prefetch.session has no parameter `context`
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y
