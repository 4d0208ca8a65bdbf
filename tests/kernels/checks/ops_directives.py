# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl

# check: pl.dump_tag is of orchestration
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.dump_tag(x)  # E:9 IO [misplaced] pl.dump_tag belongs outside regions
        y[:, :] = x[:, :]
    return y


# check: pl.dump_tag takes a tensor
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    pl.dump_tag(3)  # E:5 SE [dump] pl.dump_tag takes one tensor by its name
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


# check: pl.dump_tag takes one tensor
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    pl.dump_tag(x, y)  # E:5 SE [dump] pl.dump_tag takes one tensor by its name
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


# check: pl.dump_tag is a statement
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t = pl.dump_tag(x)  # E:9 SE [misplaced-construct] pl.dump_tag cannot stand here
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = t[:, :]
    return y


# check: pl.dump_tag is rejected in a kernel of a core
@pl.jit.incore
def body(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    pl.dump_tag(x)  # E:5 IO [misplaced] pl.dump_tag belongs outside regions
    y[:, :] = x[:, :]
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = body(x, y)
    return y


# check: pl.no_dep takes one tensor
@pl.jit.incore
def body(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    y[:, :] = x[:, :]
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = body(pl.no_dep(x, y), y)  # E:14 SE [argument-list] pl.no_dep takes one tensor
    return y


# check: pl.no_dep takes a tensor
@pl.jit.incore
def body(n: pl.Scalar[pl.INDEX], x: pl.Tensor, y: pl.Out[pl.Tensor]):
    y[:, :] = x[:, :]
    pl.write(y, [0, 0], pl.cast(pl.cast(n, pl.INT32), pl.FP32))
    return y


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y = body(pl.no_dep(n), x, y)  # E:14 TE [argument-type] pl.no_dep takes a tensor, found Scalar[INDEX]
    return y


# check: pl.static_assert holds
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    pl.static_assert(x.shape[0] == 64, 'rows')  # E:5 SE [static-assert] static assertion failed: rows
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


# check: the condition of pl.static_assert is known while the kernel is read
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    pl.static_assert(n > 0, 'rows')  # E:5 SE [static-assert-form] `n > 0` is not compile-time evaluable
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


# check: the text of pl.static_assert is a literal
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    m = 'rows'
    pl.static_assert(True, m)  # E:28 SE [static-assert-form] the message of pl.static_assert is a text literal
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


# check: pl.static_assert needs a text that is text
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    pl.static_assert(True, 3)  # E:28 SE [static-assert-form] the message of pl.static_assert is a text literal
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


# check: pl.static_assert is a statement
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a = pl.static_assert(True, 'rows')  # E:9 SE [misplaced-construct] pl.static_assert cannot stand here
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


# check: pl.static_assert needs a condition
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    pl.static_assert()  # E:5 SE [static-assert-form] pl.static_assert takes a condition and a message
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


# check: pl.static_print is a statement
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a = pl.static_print(x)  # E:9 SE [misplaced-construct] pl.static_print cannot stand here
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


# check: pl.static_print takes no keywords
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    pl.static_print(x, sep='')  # E:5 SE [static-print] pl.static_print takes one or more values
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


# check: there is no print
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        print(x)  # E:9 UF [python-name] Python's `print` is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: there is no pl.printf
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.printf('%d', 1)  # E:9 IO [unknown-operation] unknown operation pl.printf
        y[:, :] = x[:, :]
    return y


# check: there is no assert at run time
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        assert n > 0  # E:9 UF [python-statement] assert (Assert) is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: there is no pl.trap
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.trap()  # E:9 IO [unknown-operation] unknown operation pl.trap
        y[:, :] = x[:, :]
    return y


# check: there is no pl.tile.print
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [32, 32])
        pl.tile.print(t)  # E:9 IO [unknown-operation] unknown operation pl.tile.print
        y = pl.store(t, [0, 0], y)
    return y


# check: pl.const takes numbers
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    n = pl.const('3', pl.INT32)  # E:18 SE [const-form] pl.const takes a number, `'3'` is the text '3'
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


# check: pl.const takes a number and a type
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    n = pl.const(3, pl.INT32, 4)  # E:9 SE [const-form] pl.const takes a number and an element type
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y
