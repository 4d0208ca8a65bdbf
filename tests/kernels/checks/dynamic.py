# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl
T = pl.dynamic("T")
U = pl.dynamic("U")


# check: a name of a dynamic extent that is no identifier
# raises: ValueError: valid identifier
def call():
    pl.dynamic("two words")


# check: a name of a dynamic extent that is empty
# raises: ValueError: valid identifier
def call():
    pl.dynamic("")


# check: a name of a dynamic extent that is a word of Python
# raises: ValueError: valid identifier
def call():
    pl.dynamic("for")


# check: a name of a dynamic extent that is a number
# raises: ValueError: valid identifier
def call():
    pl.dynamic(7)


# check: a dynamic extent in a shape that Python computes
# raises: ParserTypeError: stands alone
def call():
    T * 2


# check: bind_dynamic of an axis that the parameter does not have
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    x.bind_dynamic(2, T)  # E:5 TE [dynamic-form] `x` has no axis 2
    return y


# check: bind_dynamic of an axis that is no literal
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    x.bind_dynamic(n, T)  # E:5 SE [dynamic-form] the axis of bind_dynamic is a number, counted from 0
    return y


# check: bind_dynamic to something that is no dynamic extent
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    x.bind_dynamic(0, 64)  # E:5 TE [dynamic-form] `64` is no dynamic extent
    return y


# check: bind_dynamic without an extent
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    x.bind_dynamic(0)  # E:5 SE [dynamic-form] bind_dynamic takes an axis and an extent
    return y


# check: bind_dynamic with three arguments
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    x.bind_dynamic(0, T, 1)  # E:5 SE [dynamic-form] bind_dynamic takes an axis and an extent
    return y


# check: bind_dynamic of a name that is no parameter
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.create_tensor([64, 64], dtype=pl.FP32)
    t.bind_dynamic(0, T)  # E:5 TE [dynamic-form] `t` is no tensor parameter
    return y


# check: bind_dynamic of a scalar
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    n.bind_dynamic(0, T)  # E:5 TE [dynamic-form] `n` is no tensor parameter
    return y


# check: bind_dynamic as a value
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    a = x.bind_dynamic(0, T)  # E:9 SE [dynamic-form] bind_dynamic is a statement of its own: x.bind_dynamic(0, T)
    return y


# check: an axis bound to two extents
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    x.bind_dynamic(0, T)
    x.bind_dynamic(0, U)  # E:5 TE [dynamic-form] axis 0 of `x` is T already and cannot be U too
    return y


# check: pl.tensor.dim of an axis that the tensor does not have
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range(pl.tensor.dim(x, 2)):  # E:23 IO [rank] axis 2 does not exist, the tensor has 2 axes in pl.tensor.dim
        pass
    return y


# check: pl.tensor.dim of a negative axis that the tensor does not have
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range(pl.tensor.dim(x, -3)):  # E:23 IO [rank] axis -3 does not exist, the tensor has 2 axes in pl.tensor.dim
        pass
    return y


# check: pl.tensor.dim of an axis that is known at run time only
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range(pl.tensor.dim(x, n)):  # E:40 TE [not-static] `axis` must be known while the kernel is read, `n` is Scalar[INDEX]
        pass
    return y


# check: pl.tensor.dim without an axis
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range(pl.tensor.dim(x)):  # E:23 IO [argument-list] pl.tensor.dim needs `axis`
        pass
    return y


# check: pl.tensor.dim of a scalar
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range(pl.tensor.dim(n, 0)):  # E:23 IO [operand-kind] `tensor` must be a tensor or a tile, found a scalar (Scalar[INDEX]) in pl.tensor.dim
        pass
    return y


# check: a bound of pl.unroll that is a dynamic extent
@pl.jit
def kernel(x: pl.Tensor[[T, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.unroll(T):  # E:14 SE [unroll-bounds] the bounds of pl.unroll must be known while the kernel is read
        pass
    return y


# check: a tile whose extent is known at run time only
@pl.jit
def kernel(x: pl.Tensor[[T, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.tensor.dim(x, 0)
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = pl.exp(x[0:t, :])  # E:29 IO [not-static] x[...]: a slice inside a region must be static, found [T, 64]
    return y


# check: a whole tensor of a dynamic extent as a value on the core
@pl.jit
def kernel(x: pl.Tensor[[T, 64], pl.FP32], y: pl.Out[pl.Tensor[[T, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.exp(x[:, :])  # E:26 IO [not-static] x[...]: a slice inside a region must be static, found [T, 64]
    return y


# check: a slice whose shape is known at run time only
@pl.jit
def kernel(x: pl.Tensor[[T, 64], pl.FP32], y: pl.Out[pl.Tensor[[T, 64], pl.FP32]]):
    t = pl.tensor.dim(x, 0)
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(x, [t, 64], [0, 0])  # E:13 IO [not-static] a slice inside a region must be static, found [T, 64] in pl.slice
        y = pl.assemble(y, v, [0, 0])
    return y


# check: a load whose shape is known at run time only
@pl.jit
def kernel(x: pl.Tensor[[T, 64], pl.FP32], y: pl.Out[pl.Tensor[[T, 64], pl.FP32]]):
    t = pl.tensor.dim(x, 0)
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.load(x, [0, 0], [t, 64])  # E:13 IO [not-static] the shape of a load must be static, found [T, 64] in pl.load
        y = pl.store(v, [0, 0], y)
    return y


# check: a tile created with a dynamic extent
@pl.jit
def kernel(x: pl.Tensor[[T, 64], pl.FP32], y: pl.Out[pl.Tensor[[T, 64], pl.FP32]]):
    t = pl.tensor.dim(x, 0)
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.create_tile([t, 64], dtype=pl.FP32, target_memory=pl.Mem.Vec)  # E:13 IO [not-static] the shape of a tile must be static, found [T, 64] in pl.create_tile
        y = pl.store(v, [0, 0], y)
    return y


# check: an extent of two parameters that differ in a call
import torch

@pl.jit
def kernel(x: pl.Tensor[[T, 64], pl.FP32], y: pl.Out[pl.Tensor[[T, 64], pl.FP32]]):
    for b in pl.spmd(2):
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# raises: UserError: T
def call():
    kernel(torch.zeros(32, 64), torch.zeros(64, 64), config={"engine": "interpret"})


# check: a static extent that the argument does not have
import torch

@pl.jit
def kernel(x: pl.Tensor[[T, 64], pl.FP32], y: pl.Out[pl.Tensor[[T, 64], pl.FP32]]):
    for b in pl.spmd(2):
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# raises: UserError: 64
def call():
    program = kernel.compile(config={"engine": "interpret"})
    program(torch.zeros(32, 32), torch.zeros(32, 32))


# check: a dynamic extent of an output that no input has
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.create_tensor([U, 64], dtype=pl.FP32)  # E:27 TE [symbol-unbound] the extent U belongs to no parameter of kernel
    return y


# check: a scalar parameter of the name of an extent that is used before it
@pl.jit
def kernel(x: pl.Tensor[[T, 64], pl.FP32], T: pl.INDEX, y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):  # E:44 TE [dynamic-form] the annotation of `x` uses the extent T before the scalar `T` is declared
    return y


# check: an axis whose annotation has another extent than bind_dynamic
@pl.jit
def kernel(x: pl.Tensor[[T, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    x.bind_dynamic(0, U)  # E:5 TE [dynamic-form] axis 0 of `x` is T already and cannot be U too
    return y


# check: an axis with two extents of one name
V = pl.dynamic("T")


@pl.jit
def kernel(x: pl.Tensor[[T, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    x.bind_dynamic(0, V)  # E:5 TE [dynamic-form] axis 0 of `x` is T already, another extent of the same name
    return y


# check: a negative axis of bind_dynamic
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    x.bind_dynamic(-1, T)  # E:5 SE [dynamic-form] the axis of bind_dynamic is a number, counted from 0
    return y


# check: an unknown extent of bind_dynamic
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    x.bind_dynamic(0, W)  # E:5 TE [dynamic-form] `W` is no dynamic extent
    return y


# check: a dynamic extent in a condition that is decided while the kernel is read
@pl.jit
def kernel(x: pl.Tensor[[T, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pl.static_assert(x.shape[0] == 64)  # E:5 SE [static-assert-form] `x.shape[0] == 64` is not compile-time evaluable
    return y


# check: a stage that is a dynamic extent
@pl.jit
def kernel(x: pl.Tensor[[T, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.pipeline(4, stage=T):  # E:39 SE [pipeline-stage] stage is a whole number of at least 1, found `T`
            y[i * 16 : i * 16 + 16, :] = pl.full([16, 64], dtype=pl.FP32, value=0.0)
    return y
