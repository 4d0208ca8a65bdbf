# SPDX-License-Identifier: Apache-2.0
from enum import Enum

import pypto.language as pl

N = 4
T = pl.dynamic("T")
Colour = Enum("Colour", "RED")


# check: torch.float64 does not enter a call
# raises: TypeError: element type torch.float64
@pl.jit
def kernel(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


def call():
    import torch

    kernel(torch.empty(8, 8, dtype=torch.float64), torch.empty(8, 8))


# check: torch.uint16 does not enter a call
# raises: TypeError: element type torch.uint16
@pl.jit
def kernel(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


def call():
    import torch

    kernel(torch.empty(8, 8, dtype=torch.uint16), torch.empty(8, 8))


# check: torch.uint32 does not enter a call
# raises: TypeError: element type torch.uint32
@pl.jit
def kernel(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


def call():
    import torch

    kernel(torch.empty(8, 8, dtype=torch.uint32), torch.empty(8, 8))


# check: torch.uint64 does not enter a call
# raises: TypeError: element type torch.uint64
@pl.jit
def kernel(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


def call():
    import torch

    kernel(torch.empty(8, 8, dtype=torch.uint64), torch.empty(8, 8))


# check: torch.complex64 does not enter a call
# raises: TypeError: element type torch.complex64
@pl.jit
def kernel(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


def call():
    import torch

    kernel(torch.empty(8, 8, dtype=torch.complex64), torch.empty(8, 8))


# check: an FP4 carrier has an axis
# raises: TypeError: packs pairs of elements along the last dimension
@pl.jit
def kernel(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, :], pl.BF16)
    return y


def call():
    import torch

    carrier = torch.empty((), dtype=torch.uint8).view(torch.float4_e2m1fn_x2)
    kernel(carrier, torch.empty(8, 8, dtype=torch.bfloat16))


# check: the last extent of an FP4 carrier is positive
# raises: TypeError: packs pairs of elements along the last dimension
@pl.jit
def kernel(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, :], pl.BF16)
    return y


def call():
    import torch

    carrier = torch.empty((8, 0), dtype=torch.uint8).view(torch.float4_e2m1fn_x2)
    kernel(carrier, torch.empty(8, 8, dtype=torch.bfloat16))


# check: a slice of FP4 begins at an even element
# platform: a5sim
@pl.jit
def kernel(x: pl.Tensor[[32, 128], pl.FP4], y: pl.Out[pl.Tensor[[32, 64], pl.BF16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, 1:65], pl.BF16)  # E:27 IO [packed-offset] a part of `x` begins at element 1, inside a byte: two FP4 elements share one
    return y


# check: a loaded part of FP4 begins at an even element
# platform: a5sim
@pl.jit
def kernel(x: pl.Tensor[[32, 128], pl.FP4], y: pl.Out[pl.Tensor[[32, 64], pl.BF16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 3], [32, 64])  # E:13 IO [packed-offset] a part of `x` begins at element 3, inside a byte: two FP4 elements share one
        y = pl.store(pl.cast(t, pl.BF16), [0, 0], y)
    return y


# check: FP4 in a region is for the newer chip
# platform: a2a3sim
@pl.jit
def kernel(x: pl.Tensor[[32, 128], pl.FP4], y: pl.Out[pl.Tensor[[32, 64], pl.BF16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, 0:64], pl.BF16)  # E:27 IO [dtype-support] `x[:, 0:64]` Tile[[32, 64], FP4, Vec]: the cores of a2a3sim neither load nor store FP4
    return y


# check: INT4 has no values in a region on a2a3sim
# platform: a2a3sim
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.full([32, 32], dtype=pl.INT4, value=1)
        u = pl.cast(t, pl.FP32)  # E:13 IO [dtype-support] casts of INT4 are not supported in pl.cast
        y[:, :] = u
    return y


# check: INT4 has no values in a region on a5sim
# platform: a5sim
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.full([32, 32], dtype=pl.INT4, value=1)
        u = pl.cast(t, pl.FP32)  # E:13 IO [dtype-support] casts of INT4 are not supported in pl.cast
        y[:, :] = u
    return y


# check: UINT4 has no values in a region on a2a3sim
# platform: a2a3sim
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.full([32, 32], dtype=pl.UINT4, value=1)
        u = pl.cast(t, pl.FP32)  # E:13 IO [dtype-support] casts of UINT4 are not supported in pl.cast
        y[:, :] = u
    return y


# check: UINT4 has no values in a region on a5sim
# platform: a5sim
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.full([32, 32], dtype=pl.UINT4, value=1)
        u = pl.cast(t, pl.FP32)  # E:13 IO [dtype-support] casts of UINT4 are not supported in pl.cast
        y[:, :] = u
    return y


# check: HF4 has no values in a region on a2a3sim
# platform: a2a3sim
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.full([32, 32], dtype=pl.HF4, value=1)  # E:13 IO [dtype-support] tensors and tiles of HF4 are not supported in pl.full
        u = pl.cast(t, pl.FP32)
        y[:, :] = u
    return y


# check: HF4 has no values in a region on a5sim
# platform: a5sim
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.full([32, 32], dtype=pl.HF4, value=1)  # E:13 IO [dtype-support] tensors and tiles of HF4 are not supported in pl.full
        u = pl.cast(t, pl.FP32)
        y[:, :] = u
    return y


# check: HF8 has no values in a region on a2a3sim
# platform: a2a3sim
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.cast(x[:, :], pl.HF8)  # E:13 IO [dtype-support] casts of HF8 are not supported in pl.cast
        y[:, :] = pl.cast(t, pl.FP32)
    return y


# check: FP8E4M3FN has no values in a region on a2a3sim
# platform: a2a3sim
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.cast(x[:, :], pl.FP8E4M3FN)  # E:13 IO [cast-chain] a2a3sim has no conversion from FP32 to FP8E4M3FN
        y[:, :] = pl.cast(t, pl.FP32)
    return y


# check: HF8 arithmetic does not exist on a5sim
# platform: a5sim
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.cast(x[:, :], pl.HF8)  # E:13 IO [dtype-support] casts of HF8 are not supported in pl.cast
        u = pl.add(t, t)
        y[:, :] = pl.cast(u, pl.FP32)
    return y


# check: a number literal fits the element type of the tensor
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.add(pl.cast(pl.cast(x[:, :], pl.FP16), pl.INT8), 300)  # E:13 IO [number-range] the number 300 does not fit INT8 in pl.add
        y[:, :] = pl.cast(pl.cast(t, pl.FP16), pl.FP32)
    return y


# check: get_byte takes no argument
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.FP32.get_byte(2)  # E:30 IO [argument-list] get_byte takes no argument
        y[:, :] = x[:, :]
    return y


# check: get_byte is a call
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.FP32.get_byte + 1  # E:13 UF [attribute] `pl.FP32.get_byte` is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: a type has no other method
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.FP32.bits()  # E:13 UF [attribute] `pl.FP32.bits` is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: a type is no number
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.FP32 + 1  # E:13 TE [argument-type] a scalar is expected, `pl.FP32` is the element type FP32
        y[:, :] = x[:, :]
    return y


# check: NZ is no layout of a tensor of an entry
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32, pl.NZ], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:44 TE [parameter-form] parameter `x`: NZ is a layout of tiles, not of tensors
    return y


# check: a scale layout is for scales, in an entry
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32, pl.MX_A_ZZ], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:44 TE [parameter-form] parameter `x`: MX_A_ZZ is the layout of FP8E8M0 scales, not of FP32
    return y


# check: what stands third in a tensor of an entry is a layout or a view
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32, 4], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:44 TE [parameter-form] parameter `x`: 4 is no layout of a tensor
    return y


# check: a tensor of an entry has one layout
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32, pl.ND, pl.ND], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:51 TE [parameter-form] parameter `x`: a tensor has at most one layout or view
    return y


# check: a tensor of an entry has a shape and a type
@pl.jit
def kernel(x: pl.Tensor[[32, 32]], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:15 TE [annotation] pl.Tensor takes a shape and an element type
    return y


# check: the element type of a tensor of an entry is one
@pl.jit
def kernel(x: pl.Tensor[[32, 32], float], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:35 TE [parameter-form] parameter `x`: float is no element type
    return y


# check: the shape of a tensor of an entry is a list
@pl.jit
def kernel(x: pl.Tensor[32, pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:25 TE [parameter-form] parameter `x`: the shape is a list, found 32
    return y


# check: an extent of an entry is no float
@pl.jit
def kernel(x: pl.Tensor[[32.0, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:26 TE [parameter-form] parameter `x`: extent 32.0 on axis 0 is a float
    return y


# check: an extent of an entry is no bool
@pl.jit
def kernel(x: pl.Tensor[[True, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:26 TE [parameter-form] parameter `x`: extent True on axis 0 is a bool
    return y


# check: an extent of an entry is no text
@pl.jit
def kernel(x: pl.Tensor[["M", 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:26 TE [parameter-form] parameter `x`: extent 'M' on axis 0 is a str
    return y


# check: an extent of an entry is no list
@pl.jit
def kernel(x: pl.Tensor[[[32], 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:26 TE [parameter-form] parameter `x`: extent [32] on axis 0 is a list
    return y


# check: an extent of an entry is not negative
@pl.jit
def kernel(x: pl.Tensor[[-32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:26 TE [parameter-form] parameter `x`: extent -32 on axis 0 is negative
    return y


# check: an extent of an entry has a known name
@pl.jit
def kernel(x: "pl.Tensor[[ROWS, 32], pl.FP32]", y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:12 TE [annotation-value] the annotation of `x` cannot be evaluated: name 'ROWS' is not defined
    return y


# check: an expression in a shape of an entry folds
@pl.jit
def kernel(x: "pl.Tensor[[32 // 0, 32], pl.FP32]", y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:12 TE [annotation-value] the annotation of `x` cannot be evaluated: integer division or modulo by zero
    return y


# check: an expression in a shape of an entry folds to an integer
@pl.jit
def kernel(x: pl.Tensor[[32 / 2, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:26 TE [parameter-form] parameter `x`: extent 32 / 2 on axis 0 is a float
    return y


# check: no arithmetic with a dynamic extent in an entry
@pl.jit
def kernel(x: pl.Tensor[[T + 1, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:26 TE [dynamic-form] the dynamic extent T stands alone: Python cannot compute with it
    return y


# check: TensorView takes keywords only, in an entry
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32, pl.TensorView([32, 1])], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:44 TE [annotation] pl.TensorView takes keywords only
    return y


# check: TensorView knows its keywords, in an entry
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32, pl.TensorView(strides=[32, 1], layout=pl.TensorLayout.ND)], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:58 TE [annotation] pl.TensorView has no keyword `strides`
    return y


# check: TensorView needs a layout, in an entry
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32, pl.TensorView(stride=[32, 1])], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:44 TE [annotation] pl.TensorView needs layout= beside its other keywords
    return y


# check: the layout of a view is one, in an entry
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32, pl.TensorView(stride=[32, 1], layout=1)], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:44 TE [parameter-form] parameter `x`: 1 is no layout
    return y


# check: a view has a stride per axis, in an entry
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32, pl.TensorView(stride=[1], layout=pl.TensorLayout.ND)], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:44 TE [parameter-form] parameter `x`: stride= of pl.TensorView has one entry per axis, found [1]
    return y


# check: a view has a valid extent per axis, in an entry
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32, pl.TensorView(valid_shape=[1], layout=pl.TensorLayout.ND)], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:44 TE [parameter-form] parameter `x`: valid_shape= of pl.TensorView has one entry per axis, found [1]
    return y


# check: the parameter of an entry is no Python type
@pl.jit
def kernel(x: int, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:15 TE [parameter-form] parameter `x`: int is no annotation of a kernel
    return y


# check: the parameter of an entry is no text
@pl.jit
def kernel(x: 'colour', y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:12 TE [annotation-value] the annotation of `x` cannot be evaluated: name 'colour' is not defined
    return y


# check: the parameter of an entry is no tuple
@pl.jit
def kernel(x: tuple[pl.Tensor[[32, 32], pl.FP32], pl.Tensor[[32, 32], pl.FP32]], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:15 TE [parameter-form] parameter `x` is a tuple
    return y


# check: the parameter of an entry is no pl.Tuple
@pl.jit
def kernel(x: pl.Tuple[pl.Tensor[[32, 32], pl.FP32], pl.Tensor[[32, 32], pl.FP32]], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:15 TE [parameter-form] parameter `x` is a tuple
    return y


# check: a scalar of an entry is no output
@pl.jit
def kernel(x: pl.Out[pl.Scalar[pl.INT32]], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:15 TE [parameter-form] parameter `x` is a scalar and passed by value
    return y


# check: a scalar of an entry is not written
@pl.jit
def kernel(x: pl.InOut[pl.Scalar[pl.INT32]], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:15 TE [parameter-form] parameter `x` is a scalar and passed by value
    return y


# check: a bare type of an entry is not written
@pl.jit
def kernel(x: pl.InOut[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:15 TE [parameter-form] parameter `x` is a scalar and passed by value
    return y


# check: a scalar of an entry has an element type
@pl.jit
def kernel(x: pl.Scalar[int], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:15 TE [parameter-form] parameter `x`: int is no element type
    return y


# check: an array is no parameter of an entry
@pl.jit
def kernel(x: pl.Array[4, pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:12 VE [array-escapes] parameter `x`: arrays cannot enter from the host
    return y


# check: a task id is no parameter of an entry that is called from the host
@pl.jit
def kernel(x: pl.TaskId, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:12 VE [array-escapes] parameter `x`: task ids cannot enter from the host
    return y


# check: a direction of an entry stands once
@pl.jit
def kernel(x: pl.Out[pl.InOut[pl.Tensor[[32, 32], pl.FP32]]], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:15 TE [parameter-form] parameter `x` has two directions
    return y


# check: NZ is no layout of a tensor of a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32, pl.NZ], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:44 TE [parameter-form] parameter `x`: NZ is a layout of tiles, not of tensors
    return y


# check: a scale layout is for scales, in a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32, pl.MX_A_ZZ], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:44 TE [parameter-form] parameter `x`: MX_A_ZZ is the layout of FP8E8M0 scales, not of FP32
    return y


# check: what stands third in a tensor of a function is a layout or a view
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32, 4], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:44 TE [parameter-form] parameter `x`: 4 is no layout of a tensor
    return y


# check: a tensor of a function has one layout
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32, pl.ND, pl.ND], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:51 TE [parameter-form] parameter `x`: a tensor has at most one layout or view
    return y


# check: a tensor of a function has a shape and a type
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32]], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:15 TE [annotation] pl.Tensor takes a shape and an element type
    return y


# check: the element type of a tensor of a function is one
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], float], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:35 TE [parameter-form] parameter `x`: float is no element type
    return y


# check: the shape of a tensor of a function is a list
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[32, pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:25 TE [parameter-form] parameter `x`: the shape is a list, found 32
    return y


# check: an extent of a function is no float
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32.0, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:26 TE [parameter-form] parameter `x`: extent 32.0 on axis 0 is a float
    return y


# check: an extent of a function is no bool
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[True, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:26 TE [parameter-form] parameter `x`: extent True on axis 0 is a bool
    return y


# check: an extent of a function is no text
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[["M", 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:26 TE [parameter-form] parameter `x`: extent 'M' on axis 0 is a str
    return y


# check: an extent of a function is no list
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[[32], 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:26 TE [parameter-form] parameter `x`: extent [32] on axis 0 is a list
    return y


# check: an extent of a function is not negative
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[-32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:26 TE [parameter-form] parameter `x`: extent -32 on axis 0 is negative
    return y


# check: an extent of a function has a known name
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: "pl.Tensor[[ROWS, 32], pl.FP32]", y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:12 TE [annotation-value] the annotation of `x` cannot be evaluated: name 'ROWS' is not defined
    return y


# check: an expression in a shape of a function folds
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: "pl.Tensor[[32 // 0, 32], pl.FP32]", y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:12 TE [annotation-value] the annotation of `x` cannot be evaluated: integer division or modulo by zero
    return y


# check: an expression in a shape of a function folds to an integer
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32 / 2, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:26 TE [parameter-form] parameter `x`: extent 32 / 2 on axis 0 is a float
    return y


# check: no arithmetic with a dynamic extent in a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[T + 1, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:26 TE [dynamic-form] the dynamic extent T stands alone: Python cannot compute with it
    return y


# check: TensorView takes keywords only, in a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32, pl.TensorView([32, 1])], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:44 TE [annotation] pl.TensorView takes keywords only
    return y


# check: TensorView knows its keywords, in a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32, pl.TensorView(strides=[32, 1], layout=pl.TensorLayout.ND)], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:58 TE [annotation] pl.TensorView has no keyword `strides`
    return y


# check: TensorView needs a layout, in a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32, pl.TensorView(stride=[32, 1])], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:44 TE [annotation] pl.TensorView needs layout= beside its other keywords
    return y


# check: the layout of a view is one, in a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32, pl.TensorView(stride=[32, 1], layout=1)], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:44 TE [parameter-form] parameter `x`: 1 is no layout
    return y


# check: a view has a stride per axis, in a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32, pl.TensorView(stride=[1], layout=pl.TensorLayout.ND)], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:44 TE [parameter-form] parameter `x`: stride= of pl.TensorView has one entry per axis, found [1]
    return y


# check: a view has a valid extent per axis, in a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32, pl.TensorView(valid_shape=[1], layout=pl.TensorLayout.ND)], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:44 TE [parameter-form] parameter `x`: valid_shape= of pl.TensorView has one entry per axis, found [1]
    return y


# check: the parameter of a function is no Python type
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: int, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:15 TE [parameter-form] parameter `x`: int is no annotation of a kernel
    return y


# check: the parameter of a function is no text
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: 'colour', y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:12 TE [annotation-value] the annotation of `x` cannot be evaluated: name 'colour' is not defined
    return y


# check: the parameter of a function is no tuple
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: tuple[pl.Tensor[[32, 32], pl.FP32], pl.Tensor[[32, 32], pl.FP32]], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:15 TE [parameter-form] parameter `x` is a tuple
    return y


# check: the parameter of a function is no pl.Tuple
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tuple[pl.Tensor[[32, 32], pl.FP32], pl.Tensor[[32, 32], pl.FP32]], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:15 TE [parameter-form] parameter `x` is a tuple
    return y


# check: a scalar of a function is no output
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Out[pl.Scalar[pl.INT32]], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:15 TE [parameter-form] parameter `x` is a scalar and passed by value
    return y


# check: a scalar of a function is not written
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.InOut[pl.Scalar[pl.INT32]], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:15 TE [parameter-form] parameter `x` is a scalar and passed by value
    return y


# check: a bare type of a function is not written
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.InOut[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:15 TE [parameter-form] parameter `x` is a scalar and passed by value
    return y


# check: a scalar of a function has an element type
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Scalar[int], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:15 TE [parameter-form] parameter `x`: int is no element type
    return y


# check: an array is no parameter of a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Array[4, pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:12 VE [array-escapes] parameter `x` of kernel: task ids and arrays stay inside one function
    return y


# check: a task id is no parameter of a function that is called from the host
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.TaskId, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:12 VE [array-escapes] parameter `x` of kernel: task ids and arrays stay inside one function
    return y


# check: a direction of a function stands once
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Out[pl.InOut[pl.Tensor[[32, 32], pl.FP32]]], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:15 TE [parameter-form] parameter `x` has two directions
    return y


# check: DN is no layout of a tensor of an entry
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32, pl.DN], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:44 TE [parameter-form] parameter `x`: a tensor in global memory is declared row-major; pl.DN alone is no layout of it
    return y


# check: TensorLayout.DN is no layout of a tensor of an entry
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32, pl.TensorLayout.DN], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:44 TE [parameter-form] parameter `x`: a tensor in global memory is declared row-major; pl.DN alone is no layout of it
    return y


# check: DN is no layout of an output of an entry
@pl.jit
def kernel(x: pl.Out[pl.Tensor[[32, 32], pl.FP32, pl.DN]], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:51 TE [parameter-form] parameter `x`: a tensor in global memory is declared row-major; pl.DN alone is no layout of it
    return y


# check: a tensor of an entry has at most four entries
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32, pl.ND, pl.MemRef('a'), 4], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:15 TE [annotation] pl.Tensor takes 4 entries, found 5
    return y


# check: the padding of a view is a pad value, in an entry
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32, pl.TensorView(pad=1.5, layout=pl.TensorLayout.ND)], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:44 TE [parameter-form] parameter `x`: pad= of pl.TensorView: 1.5 is no such value
    return y


# check: DN is no layout of a tensor of a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32, pl.DN], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:44 TE [parameter-form] parameter `x`: a tensor in global memory is declared row-major; pl.DN alone is no layout of it
    return y


# check: TensorLayout.DN is no layout of a tensor of a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32, pl.TensorLayout.DN], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:44 TE [parameter-form] parameter `x`: a tensor in global memory is declared row-major; pl.DN alone is no layout of it
    return y


# check: DN is no layout of an output of a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Out[pl.Tensor[[32, 32], pl.FP32, pl.DN]], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:51 TE [parameter-form] parameter `x`: a tensor in global memory is declared row-major; pl.DN alone is no layout of it
    return y


# check: a tensor of a function has at most four entries
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32, pl.ND, pl.MemRef('a'), 4], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:15 TE [annotation] pl.Tensor takes 4 entries, found 5
    return y


# check: the padding of a view is a pad value, in a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32, pl.TensorView(pad=1.5, layout=pl.TensorLayout.ND)], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:44 TE [parameter-form] parameter `x`: pad= of pl.TensorView: 1.5 is no such value
    return y


# check: a view of scales with the layout MX_A_ZZ is whole
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 2], pl.FP8E8M0, pl.TensorView(stride=[2, 1], layout=pl.TensorLayout.MX_A_ZZ)], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:46 TE [parameter-form] parameter `x`: a tensor with the layout MX_A_ZZ is whole and packed
    return y


# check: a view of scales with the layout MX_B_NN is whole
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 2], pl.FP8E8M0, pl.TensorView(stride=[2, 1], layout=pl.TensorLayout.MX_B_NN)], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:46 TE [parameter-form] parameter `x`: a tensor with the layout MX_B_NN is whole and packed
    return y


# check: an extent of a local tensor is no run-time float
@pl.jit
def kernel(s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tensor[[s, 32], pl.FP32] = x[:, :]  # E:23 TE [annotation] `t`: extent s on axis 0 is Scalar[FP32]
        y[:, :] = x[:, :]
    return y


# check: an extent of a local tensor is no element
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tensor[[x[0, 0], 32], pl.FP32] = x[:, :]  # E:23 TE [annotation] `t`: extent x[0, 0] on axis 0 is Scalar[FP32]
        y[:, :] = x[:, :]
    return y


# check: DN is no layout of a local tensor
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tensor[[32, 32], pl.FP32, pl.DN] = x[:, :]  # E:41 TE [annotation] `t`: a tensor in global memory is declared row-major; pl.DN alone is no layout of it
        y[:, :] = x[:, :]
    return y


# check: a scale layout is no layout of a local FP32 tensor
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tensor[[32, 32], pl.FP32, pl.MX_B_NN] = x[:, :]  # E:41 TE [annotation] `t`: MX_B_NN is the layout of FP8E8M0 scales, not of FP32
        y[:, :] = x[:, :]
    return y


# check: a local tensor has the stride it says
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tensor[[32, 32], pl.FP32, pl.TensorView(stride=[64, 1], layout=pl.TensorLayout.ND)] = x[:, :]  # E:41 TE [annotation] `t` is declared with stride 64 on axis 0, the value has 32
        y[:, :] = x[:, :]
    return y


# check: a view has the stride it says
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t: pl.Tensor[[32, 16], pl.FP32, pl.TensorView(stride=[16, 1], layout=pl.TensorLayout.ND)] = x[:, 0:16]  # E:37 TE [annotation] `t` is declared with stride 16 on axis 0, the value has 32
    return y


# check: a declared view has a stride per axis
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t: pl.Tensor[[32, 16], pl.FP32, pl.TensorView(stride=[1], layout=pl.TensorLayout.ND)] = x[:, 0:16]  # E:37 TE [annotation] `t`: stride= of pl.TensorView has one entry per axis, found [1]
    return y


# check: a local tensor has the valid shape it says
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tensor[[32, 32], pl.FP32, pl.TensorView(valid_shape=[8, 32], layout=pl.TensorLayout.ND)] = x[:, :]  # E:41 TE [annotation] `t` is declared with valid extent 8 on axis 0, the value has 32
        y[:, :] = x[:, :]
    return y


# check: pl.Tensor takes a shape and a type in its call form too
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tensor((32, 32)) = x[:, :]  # E:12 TE [annotation] pl.Tensor takes a shape and an element type
        y[:, :] = x[:, :]
    return y


# check: a parameter in the call form has a type
@pl.jit
def kernel(x: pl.Tensor((32, 32)), y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:15 TE [annotation] pl.Tensor takes a shape and an element type
    return y


# check: a parameter in the call form has extents
@pl.jit
def kernel(x: pl.Tensor((32.5, 32), pl.FP32), y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:26 TE [parameter-form] parameter `x`: extent 32.5 on axis 0 is a float
    return y


# check: a view in the signature of an entry
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32, pl.TensorView(stride=[64, 1], layout=pl.TensorLayout.ND)], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:12 JT [argument] kernel: the annotation of `x` has a pl.TensorView, which the argument's own shape would replace
    return y


# check: a view in the signature of an entry is an error of the call
# raises: TypeError: `x` has a pl.TensorView
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32, pl.TensorView(stride=[64, 1], layout=pl.TensorLayout.ND)], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    return y


def call():
    kernel.compile()


# check: a tensor of an entry has one buffer
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32, pl.MemRef('a'), pl.MemRef('b')], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:60 TE [parameter-form] parameter `x`: a tensor has at most one pl.MemRef
    return y


# check: the shape of an entry that a name holds is a list
ROWS = 32


@pl.jit
def kernel(x: pl.Tensor[ROWS, pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:25 TE [parameter-form] parameter `x`: the shape is a list, found ROWS
    return y


# check: the shape of an entry that a name holds has integers
SHAPE = [32, "M"]


@pl.jit
def kernel(x: pl.Tensor[SHAPE, pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:15 TE [parameter-form] parameter `x`: extent 'M' on axis 1 is a str
    return y


# check: the extent of an entry that a name holds is an integer
ROWS = 32.0


@pl.jit
def kernel(x: pl.Tensor[[ROWS, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:26 TE [parameter-form] parameter `x`: extent ROWS on axis 0 is a float
    return y


# check: the element type of an entry that a name holds is one
KIND = "FP32"


@pl.jit
def kernel(x: pl.Tensor[[32, 32], KIND], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:35 TE [parameter-form] parameter `x`: KIND is no element type
    return y


# check: the layout of an entry that a name holds is one
ORDER = "rows"


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32, ORDER], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:44 TE [parameter-form] parameter `x`: ORDER is no layout of a tensor
    return y


# check: a tensor of a function has one buffer
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32, pl.MemRef('a'), pl.MemRef('b')], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:60 TE [parameter-form] parameter `x`: a tensor has at most one pl.MemRef
    return y


# check: the shape of a function that a name holds is a list
ROWS = 32


@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[ROWS, pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:25 TE [parameter-form] parameter `x`: the shape is a list, found ROWS
    return y


# check: the shape of a function that a name holds has integers
SHAPE = [32, "M"]


@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[SHAPE, pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:15 TE [parameter-form] parameter `x`: extent 'M' on axis 1 is a str
    return y


# check: the extent of a function that a name holds is an integer
ROWS = 32.0


@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[ROWS, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:26 TE [parameter-form] parameter `x`: extent ROWS on axis 0 is a float
    return y


# check: the element type of a function that a name holds is one
KIND = "FP32"


@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], KIND], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:35 TE [parameter-form] parameter `x`: KIND is no element type
    return y


# check: the layout of a function that a name holds is one
ORDER = "rows"


@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32, ORDER], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:44 TE [parameter-form] parameter `x`: ORDER is no layout of a tensor
    return y


# check: a bare tensor is no parameter of a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:  # E:12 TE [program-form] the annotation of `x` has no shape
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a bare output is no parameter of a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor]) -> pl.Tensor[[32, 32], pl.FP32]:  # E:45 TE [program-form] the annotation of `y` has no shape
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a parameter of a function is annotated
@pl.function(type=pl.FunctionType.InCore)
def kernel(x, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:  # E:12 TE [program-form] parameter `x` has no type annotation
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a parameter of a method is annotated
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:  # E:20 TE [program-form] parameter `x` has no type annotation
        out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
        return out


# check: a bare tensor is no type of a local name
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t: pl.Tensor = x  # E:8 TE [annotation] `pl.Tensor` says neither shape nor element type
    return y


# check: a bare tile is no type of a local name
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tile = pl.load(x, [0, 0], [32, 32])  # E:12 TE [annotation] `pl.Tile` says neither shape nor element type
        y = pl.store(t, [0, 0], y)
    return y


# check: a direction is no type of a local name
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t: pl.Out[pl.Tensor[[32, 32], pl.FP32]] = x  # E:8 TE [annotation] `pl.Out[pl.Tensor[[32, 32], pl.FP32]]` is no type
    return y


# check: a Python type is no type of a local name
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t: int = 4  # E:8 TE [annotation] `int` is no type
    return y


# check: a layout of a local tensor
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t: pl.Tensor[[32, 32], pl.FP32, pl.NZ] = x  # E:37 TE [annotation] `t`: NZ is a layout of tiles, not of tensors
    return y


# check: the shape of a local tensor is a list
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t: pl.Tensor[32, pl.FP32] = x  # E:18 TE [annotation] `t`: the shape is a list, found 32
    return y


# check: the element type of a local tensor
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t: pl.Tensor[[32, 32], float] = x  # E:28 TE [annotation] `t`: float is no element type
    return y


# check: a local tensor has a shape and a type
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t: pl.Tensor[[32, 32]] = x  # E:8 TE [annotation] `t`: 32 is no element type
    return y


# check: an extent of a local tensor is no text
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t: pl.Tensor[["M", 32], pl.FP32] = x  # E:19 TE [annotation] `t`: extent 'M' on axis 0 is the text 'M'
    return y


# check: an extent of a local tensor is no float
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t: pl.Tensor[[32.0, 32], pl.FP32] = x  # E:19 TE [annotation] `t`: extent 32.0 on axis 0 is the number 32.0
    return y


# check: an extent of a local tensor is not negative
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t: pl.Tensor[[-32, 32], pl.FP32] = x  # E:19 TE [annotation] `t`: extent -32 on axis 0 is negative
    return y


# check: an extent of a local tensor has a known name
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t: pl.Tensor[[ROWS, 32], pl.FP32] = x  # E:19 UV [undefined-name] undefined name `ROWS`
    return y


# check: an extent of a local tensor folds
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t: pl.Tensor[[32 // 0, 32], pl.FP32] = x  # E:19 TE [constant-arithmetic] `32 // 0` cannot be computed: integer division or modulo by zero
    return y


# check: TensorView of a local tensor takes keywords only
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t: pl.Tensor[[32, 32], pl.FP32, pl.TensorView([32, 1])] = x  # E:37 TE [annotation] pl.TensorView takes keywords only
    return y


# check: TensorView of a local tensor knows its keywords
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t: pl.Tensor[[32, 32], pl.FP32, pl.TensorView(strides=[32, 1], layout=pl.TensorLayout.ND)] = x  # E:51 TE [annotation] pl.TensorView has no keyword `strides`
    return y


# check: TensorView of a local tensor needs a layout
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t: pl.Tensor[[32, 32], pl.FP32, pl.TensorView(stride=[32, 1])] = x  # E:37 TE [annotation] pl.TensorView needs layout= beside its other keywords
    return y


# check: a tile has one space
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec, pl.Mem.Vec] = pl.load(x, [0, 0], [32, 32])  # E:47 TE [annotation] `t`: at most one memory space in the annotation of a tile
    out = pl.store(t, [0, 0], y)
    return out


# check: a tile has one view
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.TileView(), pl.TileView()] = pl.load(x, [0, 0], [32, 32])  # E:50 TE [annotation] `t`: at most one pl.TileView in the annotation of a tile
    out = pl.store(t, [0, 0], y)
    return out


# check: a tile has one buffer
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec, pl.MemRef("a"), pl.MemRef("b")] = pl.load(x, [0, 0], [32, 32])  # E:63 TE [annotation] `t`: at most one pl.MemRef in the annotation of a tile
    out = pl.store(t, [0, 0], y)
    return out


# check: a buffer needs a space
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.MemRef("a")] = pl.load(x, [0, 0], [32, 32])  # E:35 TE [annotation] `t`: a pl.MemRef needs the memory space beside it
    out = pl.store(t, [0, 0], y)
    return out


# check: a tile takes no layout name
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.NZ] = pl.load(x, [0, 0], [32, 32])  # E:35 TE [annotation] `t`: a tile takes no layout name, found NZ
    out = pl.store(t, [0, 0], y)
    return out


# check: a tile takes no tensor layout
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.TensorLayout.ND] = pl.load(x, [0, 0], [32, 32])  # E:35 TE [annotation] `t`: a tile takes no layout name, found ND
    out = pl.store(t, [0, 0], y)
    return out


# check: a tile takes no tensor view
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.TensorView()] = pl.load(x, [0, 0], [32, 32])  # E:35 TE [annotation] `t`: pl.TensorView() has no place in the annotation of a tile
    out = pl.store(t, [0, 0], y)
    return out


# check: a tile takes no number behind its type
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, 4] = pl.load(x, [0, 0], [32, 32])  # E:35 TE [annotation] `t`: 4 has no place in the annotation of a tile
    out = pl.store(t, [0, 0], y)
    return out


# check: a tile is not in DDR
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.Mem.DDR] = pl.load(x, [0, 0], [32, 32])  # E:35 TE [annotation] `t`: a tile lives in a memory of a core, not in DDR
    out = pl.store(t, [0, 0], y)
    return out


# check: a tile is where it is
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.Mem.Mat] = pl.load(x, [0, 0], [32, 32])  # E:35 TE [annotation] `t` is declared in Mat, the value is in Vec
    out = pl.store(t, [0, 0], y)
    return out


# check: a tile has a shape and a type
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32]] = pl.load(x, [0, 0], [32, 32])  # E:8 TE [annotation] `t`: 32 is no element type
    out = pl.store(t, [0, 0], y)
    return out


# check: the shape of a tile is a list
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[32, pl.FP32] = pl.load(x, [0, 0], [32, 32])  # E:16 TE [annotation] `t`: the shape is a list, found 32
    out = pl.store(t, [0, 0], y)
    return out


# check: a tile has the rows it says
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[16, 32], pl.FP32] = pl.load(x, [0, 0], [32, 32])  # E:17 TE [annotation] `t` is declared with extent 16 on axis 0, the value has 32
    out = pl.store(t, [0, 0], y)
    return out


# check: a tile has the columns it says
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 16], pl.FP32] = pl.load(x, [0, 0], [32, 32])  # E:21 TE [annotation] `t` is declared with extent 16 on axis 1, the value has 32
    out = pl.store(t, [0, 0], y)
    return out


# check: a tile has the element type it says
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.BF16] = pl.load(x, [0, 0], [32, 32])  # E:26 TE [annotation] `t` is declared BF16, the value is FP32
    out = pl.store(t, [0, 0], y)
    return out


# check: a tile has two axes
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32, 1], pl.FP32] = pl.load(x, [0, 0], [32, 32])  # E:16 TE [annotation] `t` is declared with 3 axes, the value has 2
    out = pl.store(t, [0, 0], y)
    return out


# check: TileView takes keywords only
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.TileView([8, 32])] = pl.load(x, [0, 0], [32, 32])  # E:35 TE [annotation] pl.TileView takes keywords only
    out = pl.store(t, [0, 0], y)
    return out


# check: TileView knows its keywords
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.TileView(layout=1)] = pl.load(x, [0, 0], [32, 32])  # E:47 TE [annotation] pl.TileView has no keyword `layout`
    out = pl.store(t, [0, 0], y)
    return out


# check: a block layout is one
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.TileView(blayout=1)] = pl.load(x, [0, 0], [32, 32])  # E:35 TE [annotation] `t`: blayout= of pl.TileView: 1 is no such value
    out = pl.store(t, [0, 0], y)
    return out


# check: a tile has the block layout it says
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.TileView(blayout=pl.TileLayout.col_major)] = pl.load(x, [0, 0], [32, 32])  # E:35 TE [annotation] `t` is declared with blayout col_major, the value has row_major
    out = pl.store(t, [0, 0], y)
    return out


# check: a tile has the fractal it says
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.TileView(fractal=1024)] = pl.load(x, [0, 0], [32, 32])  # E:35 TE [annotation] `t` is declared with fractal 1024, the value has 512
    out = pl.store(t, [0, 0], y)
    return out


# check: a tile has the valid shape it says
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.TileView(valid_shape=[8, 32])] = pl.load(x, [0, 0], [32, 32])  # E:35 TE [annotation] `t` is declared with valid extent 8 on axis 0, the value has 32
    out = pl.store(t, [0, 0], y)
    return out


# check: a tile has a valid extent per axis
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.TileView(valid_shape=[8])] = pl.load(x, [0, 0], [32, 32])  # E:35 TE [annotation] `t`: valid_shape= of pl.TileView has two entries, found [8]
    out = pl.store(t, [0, 0], y)
    return out


# check: a pad is a pad value
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.TileView(pad=2.5)] = pl.load(x, [0, 0], [32, 32])  # E:35 TE [annotation] `t`: pad= of pl.TileView: 2.5 is no such value
    out = pl.store(t, [0, 0], y)
    return out


# check: PadValue has null, zero, max and min
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.TileView(pad=pl.PadValue.one)] = pl.load(x, [0, 0], [32, 32])  # E:51 IO [unknown-member] pl.PadValue has no `one`
    out = pl.store(t, [0, 0], y)
    return out


# check: CompactMode has null and normal
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.TileView(compact=pl.CompactMode.full)] = pl.load(x, [0, 0], [32, 32])  # E:55 IO [unknown-member] pl.CompactMode has no `full`
    out = pl.store(t, [0, 0], y)
    return out


# check: pl.Mem has its spaces
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.Mem.UB] = pl.load(x, [0, 0], [32, 32])  # E:35 IO [unknown-member] pl.Mem has no `UB`
    out = pl.store(t, [0, 0], y)
    return out


# check: a tile is no parameter of orchestration
@pl.function(type=pl.FunctionType.Orchestration)
def kernel(t: pl.Tile[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:  # E:12 TE [tile-parameter] parameter `t` is a tile, and tiles live on a core only
    return y


# check: a tile is no parameter of an opaque function
@pl.function
def kernel(t: pl.Tile[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:  # E:12 TE [tile-parameter] parameter `t` is a tile, and tiles live on a core only
    return y


# check: a tile is no parameter of an entry
@pl.jit
def kernel(t: pl.Tile[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:12 TE [tile-parameter] parameter `t` is a tile, and tiles live on a core only
    return y


# check: a tile is no output
@pl.function(type=pl.FunctionType.InCore)
def kernel(t: pl.Out[pl.Tile[[32, 32], pl.FP32]], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:  # E:15 TE [parameter-form] parameter `t` is a tile: a function returns the new tile
    return y


# check: a tile parameter has two extents
@pl.function(type=pl.FunctionType.InCore)
def kernel(t: pl.Tile[[32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:  # E:23 TE [parameter-form] parameter `t`: a tile has two positive extents, found [32]
    out = pl.store(t, [0, 0], y)
    return out


# check: a tile parameter has static extents
@pl.function(type=pl.FunctionType.InCore)
def kernel(t: pl.Tile[[T, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:  # E:23 TE [parameter-form] parameter `t`: a tile has two positive extents, found [T, 32]
    out = pl.store(t, [0, 0], y)
    return out


# check: a tile parameter has no buffer
@pl.function(type=pl.FunctionType.InCore)
def kernel(t: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec, pl.MemRef("a")], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:  # E:54 TE [parameter-form] parameter `t`: a pl.MemRef belongs to a tile that the function makes
    out = pl.store(t, [0, 0], y)
    return out


# check: a tile is no value of orchestration
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t = pl.load(x, [0, 0], [32, 32])  # E:9 IO [misplaced] Misplaced tensor op 'load': pl.load computes, and this code only decides what runs
    return y


# check: pl.create_tile is no operation of orchestration
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t = pl.create_tile([32, 32], dtype=pl.FP32)  # E:9 IO [misplaced] Misplaced tensor op 'create_tile': pl.create_tile computes, and this code only decides what runs
    return y


# check: the extent of an array is known
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a = pl.array.create(n, pl.INT32)  # E:25 TE [not-static] `extent` must be known while the kernel is read, `n` is Scalar[INDEX]
    return y


# check: the extent of an array is positive
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a = pl.array.create(0, pl.INT32)  # E:9 IO [array-form] the extent of an array is a whole number of at least 1, found 0 in pl.array.create
    return y


# check: the extent of an array is an integer
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a = pl.array.create(4.0, pl.INT32)  # E:9 IO [array-form] the extent of an array is a whole number of at least 1, found 4.0 in pl.array.create
    return y


# check: the element type of an array is one
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a = pl.array.create(4, 4)  # E:28 TE [argument-type] `dtype` must be an element type, `4` is the number 4
    return y


# check: an array does not hold BF16
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a = pl.array.create(4, pl.BF16)  # E:9 IO [array-form] an array cannot hold BF16 in pl.array.create
    return y


# check: an array has one axis when it is made
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a = pl.array.create([4, 4], pl.INT32)  # E:9 IO [array-form] the extent of an array is a whole number of at least 1, found (4, 4) in pl.array.create
    return y


# check: an array has one axis when it is read
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a = pl.array.create(4, pl.INT32)
    k = a[0, 1]  # E:11 SE [index-count] `a` is an array and takes one index
    return y


# check: an array has one axis when it is written
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a = pl.array.create(4, pl.INT32)
    a[0, 1] = 2  # E:7 SE [index-count] `a` is an array and takes one index
    return y


# check: a read of an array is inside it
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a = pl.array.create(4, pl.INT32)
    k = a[4]  # E:9 IO [array-index] a[...]: index 4 is outside an array of 4 elements
    return y


# check: a write of an array is inside it
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a = pl.array.create(4, pl.INT32)
    a[4] = 1  # E:5 IO [array-index] a[...]: index 4 is outside an array of 4 elements
    return y


# check: an index of an array does not count from the end
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a = pl.array.create(4, pl.INT32)
    k = a[-1]  # E:9 IO [array-index] a[...]: index -1 is outside an array of 4 elements
    return y


# check: an array has no slices
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a = pl.array.create(4, pl.INT32)
    k = a[0:2]  # E:11 SE [index-count] `a` is an array and takes one index
    return y


# check: an element of an array holds its number
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a = pl.array.create(4, pl.INT8)
    a[0] = 300  # E:12 TE [number-range] the number 300 does not fit INT8
    return y


# check: an element of an array has its type
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a = pl.array.create(4, pl.INT32)
    a[0] = 1.5  # E:12 TE [number-range] the number 1.5 does not fit INT32
    return y


# check: an annotated array has the extent it says
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a: pl.Array[8, pl.INT32] = pl.array.create(4, pl.INT32)  # E:8 TE [annotation] `a` is declared Array[8, INT32], the value is Array[4, INT32]
    return y


# check: an annotated array has the type it says
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a: pl.Array[4, pl.INT64] = pl.array.create(4, pl.INT32)  # E:8 TE [annotation] `a` is declared Array[4, INT64], the value is Array[4, INT32]
    return y


# check: an array is no parameter of an incore function
@pl.jit.incore
def core(a: pl.Array[4, pl.INT32], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    y[:, :] = x[:, :]
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a = pl.array.create(4, pl.INT32)
    y = core(a, x, y)  # E:9 VE [array-escapes] parameter `a` of core: task ids and arrays stay in orchestration
    return y


# check: an array is no result of an entry
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a = pl.array.create(4, pl.INT32)
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return a  # E:12 VE [array-escapes] kernel returns Array[4, INT32]: task ids and arrays stay inside one function


# check: an array is no result of a function
@pl.function(type=pl.FunctionType.Orchestration)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Array[4, pl.INT32]:
    a = pl.array.create(4, pl.INT32)
    return a  # E:12 VE [array-escapes] kernel returns Array[4, INT32]: task ids and arrays stay inside one function


# check: an array is no parameter of a function of a program
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def core(self, a: pl.Array[4, pl.INT32], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:  # E:20 VE [array-escapes] parameter `a` of core: task ids and arrays stay inside one function
        out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        a = pl.array.create(4, pl.INT32)
        y = self.core(a, x, y)
        return y


# check: the array of an inline parameter has the extent it says
@pl.jit.inline
def first(a: pl.Array[8, pl.INT32]):
    return a[0]


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a = pl.array.create(4, pl.INT32)
    k = first(a)  # E:15 TE [argument-mismatch] parameter `a` of first is Array[8, INT32], the argument is Array[4, INT32]
    return y


# check: the array of an inline parameter has a static extent
@pl.jit.inline
def first(a: pl.Array[T, pl.INT32]):  # E:14 TE [parameter-form] parameter `a`: an array has a number of elements and an element type
    return a[0]


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a = pl.array.create(4, pl.INT32)
    k = first(a)
    return y


# check: results in a tuple are not nested
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> tuple[tuple[pl.Tensor[[32, 32], pl.FP32], pl.Tensor[[32, 32], pl.FP32]], pl.Tensor[[32, 32], pl.FP32]]:  # E:89 TE [return-type] the results of kernel are nested
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out, out, out


# check: a local tuple is not nested
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t: tuple[tuple[pl.Tensor[[32, 32], pl.FP32], pl.Tensor[[32, 32], pl.FP32]], pl.Tensor[[32, 32], pl.FP32]] = ((x, x), x)  # E:8 TE [annotation] the type of `t` is nested
    return y


# check: a local tuple has as many entries as its value
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t: tuple[pl.Tensor[[32, 32], pl.FP32], pl.Tensor[[32, 32], pl.FP32]] = (x, x, x)  # E:8 TE [annotation] `t` is declared with 2 entries, the value has 3
    return y


# check: a local tuple has entries of the types it says
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t: tuple[pl.Tensor[[32, 32], pl.FP32], pl.Tensor[[32, 32], pl.BF16]] = (x, x)  # E:64 TE [annotation] entry 1 of `t` is declared BF16, the value is FP32
    return y


# check: results in a pl.Tuple are not nested
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tuple[pl.Tuple[pl.Tensor[[32, 32], pl.FP32], pl.Tensor[[32, 32], pl.FP32]], pl.Tensor[[32, 32], pl.FP32]]:  # E:89 TE [return-type] the results of kernel are nested
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out, out, out


# check: a local pl.Tuple is not nested
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t: pl.Tuple[pl.Tuple[pl.Tensor[[32, 32], pl.FP32], pl.Tensor[[32, 32], pl.FP32]], pl.Tensor[[32, 32], pl.FP32]] = ((x, x), x)  # E:8 TE [annotation] the type of `t` is nested
    return y


# check: a local pl.Tuple has as many entries as its value
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t: pl.Tuple[pl.Tensor[[32, 32], pl.FP32], pl.Tensor[[32, 32], pl.FP32]] = (x, x, x)  # E:8 TE [annotation] `t` is declared with 2 entries, the value has 3
    return y


# check: a local pl.Tuple has entries of the types it says
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t: pl.Tuple[pl.Tensor[[32, 32], pl.FP32], pl.Tensor[[32, 32], pl.BF16]] = (x, x)  # E:67 TE [annotation] entry 1 of `t` is declared BF16, the value is FP32
    return y


# check: a pointer has no arithmetic
@pl.function(type=pl.FunctionType.InCore)
def kernel(p: pl.Ptr, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    k = p + 1  # E:9 TE [argument-type] a scalar is expected, `p` is Ptr
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a pointer is not negated
@pl.function(type=pl.FunctionType.InCore)
def kernel(p: pl.Ptr, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    k = -p  # E:10 TE [argument-type] a scalar is expected, `p` is Ptr
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a pointer is not compared
@pl.function(type=pl.FunctionType.InCore)
def kernel(p: pl.Ptr, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    k = p == p  # E:9 TE [argument-type] a scalar is expected, `p` is Ptr
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a pointer is no condition
@pl.function(type=pl.FunctionType.InCore)
def kernel(p: pl.Ptr, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    if p:  # E:8 TE [condition] a condition must be a BOOL scalar, `p` is Ptr
        pass
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a pointer has no elements
@pl.function(type=pl.FunctionType.InCore)
def kernel(p: pl.Ptr, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    k = p[0]  # E:9 TE [subscript-base] `p` is Ptr and has no elements
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a pointer is no tensor
@pl.function(type=pl.FunctionType.InCore)
def kernel(p: pl.Ptr, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(p, [0, 0], [32, 32])  # E:9 IO [operand-kind] `tensor` must be a tensor or a tile, found Ptr in pl.load
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a pointer is no operand
@pl.function(type=pl.FunctionType.InCore)
def kernel(p: pl.Ptr, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.add(pl.load(x, [0, 0], [32, 32]), p)  # E:9 IO [operand-kind] `rhs` must be a tensor or a tile, found Ptr in pl.add
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a pointer has no attribute
@pl.function(type=pl.FunctionType.InCore)
def kernel(p: pl.Ptr, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    k = p.dtype  # E:9 UF [attribute] `p.dtype`: a pl.Ptr has no attributes
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a declared scalar is no pointer
@pl.function(type=pl.FunctionType.InCore)
def kernel(p: pl.Ptr, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    k: pl.Scalar[pl.INT64] = p  # E:8 TE [annotation] `k` is declared a scalar, the value is Ptr
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a declared pointer is no scalar
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    k: pl.Ptr = 4  # E:8 TE [annotation] `k` is declared a pl.Ptr, the value is the number 4
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a pointer does not come from the host
@pl.jit
def kernel(p: pl.Ptr, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:12 UF [parameter-form] parameter `p` of kernel is a pl.Ptr, and the host has none to pass
    return y


# check: a pointer is passed by value
@pl.function(type=pl.FunctionType.InCore)
def kernel(p: pl.Out[pl.Ptr], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:  # E:15 TE [parameter-form] parameter `p` is a pl.Ptr and passed by value
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a scalar that is an extent stands before the tensors that have it
@pl.jit
def kernel(x: pl.Tensor[[T, 32], pl.FP32], T: pl.INDEX, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:44 TE [dynamic-form] the annotation of `x` uses the extent T before the scalar `T` is declared
    return y


# check: a scalar of a function that is an extent stands before the tensors that have it
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[T, 32], pl.FP32], T: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:  # E:44 TE [dynamic-form] the annotation of `x` uses the extent T before the scalar `T` is declared
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a direction on an inline parameter is ignored with a warning
# raises: DeprecationWarning: inline
@pl.jit.inline
def fill(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    fill(x, y)
    return y


def call():
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        kernel.lower()


# check: a direction on a parameter of an inline function of a program is ignored with a warning
# raises: DeprecationWarning: inline
def call():
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("error")

        @pl.program
        class kernel:
            @pl.function(type=pl.FunctionType.Inline)
            def fill(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
                with pl.at(level=pl.Level.CORE_GROUP):
                    y[:, :] = x[:, :]

            @pl.function(type=pl.FunctionType.Orchestration)
            def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
                self.fill(x, y)
                return y


# check: a declared tensor is no tile
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tensor[[32, 32], pl.FP32] = pl.load(x, [0, 0], [32, 32])  # E:12 TE [annotation] `t` is declared a tensor, the value is Tile[[32, 32], FP32, Vec]
        y[:, :] = x[:, :]
    return y


# check: a declared tensor is no scalar
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tensor[[32, 32], pl.FP32] = n  # E:12 TE [annotation] `t` is declared a tensor, the value is Scalar[INDEX]
        y[:, :] = x[:, :]
    return y


# check: a declared tensor is no number
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tensor[[32, 32], pl.FP32] = 4  # E:12 TE [annotation] `t` is declared a tensor, the value is the number 4
        y[:, :] = x[:, :]
    return y


# check: a declared tile is no tensor
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tile[[32, 32], pl.FP32] = x[:, :]  # E:12 TE [annotation] `t` is declared a tile, the value is Tensor[[32, 32], FP32]
        y[:, :] = x[:, :]
    return y


# check: a declared scalar is no tensor
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Scalar[pl.FP32] = x[:, :]  # E:12 TE [annotation] `t` is declared a scalar, the value is Tensor[[32, 32], FP32]
        y[:, :] = x[:, :]
    return y


# check: a declared scalar is no tuple
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Scalar[pl.FP32] = (1.0, 2.0)  # E:12 TE [annotation] `t` is declared a scalar, the value is a tuple
        y[:, :] = x[:, :]
    return y


# check: a declared array is no scalar
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Array[4, pl.INT32] = n  # E:12 TE [annotation] `t` is declared Array[4, INT32], the value is Scalar[INDEX]
        y[:, :] = x[:, :]
    return y


# check: a declared tuple is no scalar
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: tuple[pl.Scalar[pl.INDEX], pl.Scalar[pl.INDEX]] = n  # E:12 TE [annotation] `t` is declared a tuple, the value is Scalar[INDEX]
        y[:, :] = x[:, :]
    return y


# check: a declared TaskId is no scalar
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.TaskId = n  # E:12 TE [annotation] `t` is declared a task id, the value is Scalar[INDEX]
        y[:, :] = x[:, :]
    return y


# check: a declared tensor has its element type
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tensor[[32, 32], pl.BF16] = x[:, :]  # E:32 TE [annotation] `t` is declared BF16, the value is FP32
        y[:, :] = x[:, :]
    return y


# check: a declared tensor has its rank
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tensor[[32], pl.FP32] = x[:, :]  # E:22 TE [annotation] `t` is declared with 1 axes, the value has 2
        y[:, :] = x[:, :]
    return y


# check: a declared tensor has its first extent
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tensor[[16, 32], pl.FP32] = x[:, :]  # E:23 TE [annotation] `t` is declared with extent 16 on axis 0, the value has 32
        y[:, :] = x[:, :]
    return y


# check: a declared tensor has its second extent
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tensor[[32, 16], pl.FP32] = x[:, :]  # E:27 TE [annotation] `t` is declared with extent 16 on axis 1, the value has 32
        y[:, :] = x[:, :]
    return y


# check: a declared scalar has its float type
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        s: pl.Scalar[pl.BF16] = pl.read(x, [0, 0])  # E:12 TE [annotation] `s` is declared BF16, the value is FP32
        y[:, :] = x[:, :]
    return y


# check: a declared float is no INDEX
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        s: pl.Scalar[pl.FP32] = n  # E:12 TE [annotation] `s` is declared FP32, the value is INDEX
        y[:, :] = x[:, :]
    return y


# check: a declared INT32 is no INT64
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        s: pl.Scalar[pl.INT32] = pl.const(3, pl.INT64)  # E:12 TE [annotation] `s` is declared INT32, the value is INT64
        y[:, :] = x[:, :]
    return y


# check: a declared integer is no float literal
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        s: pl.Scalar[pl.INT32] = 1.5  # E:34 TE [annotation] `s` is declared Scalar[INT32], the value is 1.5
        y[:, :] = x[:, :]
    return y


# check: a declared INT8 holds its literal
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        s: pl.Scalar[pl.INT8] = 300  # E:33 TE [number-range] the number 300 does not fit INT8
        y[:, :] = x[:, :]
    return y


# check: a declared UINT8 holds its literal
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        s: pl.Scalar[pl.UINT8] = -1  # E:34 TE [number-range] the number -1 does not fit UINT8
        y[:, :] = x[:, :]
    return y


# check: a declared FP16 holds its literal
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        s: pl.Scalar[pl.FP16] = 70000.0  # E:33 TE [number-range] the number 70000.0 does not fit FP16
        y[:, :] = x[:, :]
    return y


# check: a declared integer is not True
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        s: pl.Scalar[pl.INT32] = True  # E:34 TE [annotation] `s` is declared Scalar[INT32], the value is True
        y[:, :] = x[:, :]
    return y


# check: a declared float is not True
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        s: pl.FP32 = True  # E:22 TE [annotation] `s` is declared Scalar[FP32], the value is True
        y[:, :] = x[:, :]
    return y


# check: a declared scalar is no task id
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        s: pl.Scalar[pl.INT32] = None  # E:12 TE [annotation] `s` is declared a scalar, the value is None
        y[:, :] = x[:, :]
    return y


# check: a declared BOOL is no number
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        s: pl.Scalar[pl.BOOL] = 2  # E:33 TE [annotation] `s` is declared Scalar[BOOL], the value is 2
        y[:, :] = x[:, :]
    return y


# check: a declared integer is no BOOL
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        s: pl.Scalar[pl.INT32] = n > 2  # E:12 TE [annotation] `s` is declared INT32, the value is BOOL
        y[:, :] = x[:, :]
    return y


# check: a declaration has a value
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        s: pl.Scalar[pl.INT32]  # E:9 UF [annotation] `s` is declared without a value
        y[:, :] = x[:, :]
    return y


# check: a declaration names a type
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        s: 4 = n  # E:12 TE [annotation] `4` is no type
        y[:, :] = x[:, :]
    return y


# check: a declaration names no unknown type
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        s: pl.Vector[4] = n  # E:12 IO [unknown-operation] unknown name pl.Vector
        y[:, :] = x[:, :]
    return y


# check: a declared name is no element
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0, 0]: pl.FP32 = 1.0  # E:9 SE [annotation] an annotated target is one plain name
        y[:, :] = x[:, :]
    return y


# check: a declared name is no attribute
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y.s: pl.FP32 = 1.0  # E:9 SE [annotation] an annotated target is one plain name
        y[:, :] = x[:, :]
    return y


# check: slots= of a buffer is positive
# raises: ParserTypeError: slots= of pl.MemRef is a positive number, found 0
def call():
    pl.MemRef(slots=0)


# check: slots= of a buffer is an integer
# raises: ParserTypeError: slots= of pl.MemRef is a positive number, found 2.0
def call():
    pl.MemRef(slots=2.0)


# check: slots= of a buffer is no bool
# raises: ParserTypeError: slots= of pl.MemRef is a positive number, found True
def call():
    pl.MemRef(slots=True)


# check: the name of a buffer is not empty
# raises: ParserTypeError: the name of a pl.MemRef
def call():
    pl.MemRef("")


# check: the name of a buffer is text
# raises: ParserTypeError: the name of a pl.MemRef
def call():
    pl.MemRef(4)


# check: a buffer takes a name, or base, offset and size
# raises: ParserTypeError: base, offset and size
def call():
    pl.MemRef("a", 4)


# check: a buffer of one slot has no subscript
# raises: ParserTypeError: one slot
def call():
    pl.MemRef()[0]


# check: a one-slot buffer is not subscripted in a kernel
one = pl.MemRef()


@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec, one[0]] = pl.load(x, [0, 0], [32, 32])  # E:47 TE [annotation] a pl.MemRef of one slot has no subscript
    out = pl.store(t, [0, 0], y)
    return out


# check: a static slot exists
ring = pl.MemRef(slots=3)


@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec, ring[3]] = pl.load(x, [0, 0], [32, 32])  # E:47 TE [annotation] slot 3 of a pl.MemRef with 3 slots
    out = pl.store(t, [0, 0], y)
    return out


# check: a static slot is not negative
ring = pl.MemRef(slots=3)


@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec, ring[-1]] = pl.load(x, [0, 0], [32, 32])  # E:47 TE [annotation] slot -1 of a pl.MemRef with 3 slots
    out = pl.store(t, [0, 0], y)
    return out


# check: a slot is an integer
ring = pl.MemRef(slots=3)


@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec, ring[1.5]] = pl.load(x, [0, 0], [32, 32])  # E:52 TE [annotation] a slot of a pl.MemRef is an integer
    out = pl.store(t, [0, 0], y)
    return out


# check: a ring is subscripted
ring = pl.MemRef(slots=3)


@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec, ring] = pl.load(x, [0, 0], [32, 32])  # E:47 TE [annotation] the pl.MemRef `ring` has 3 slots, and the tile lies in one
    out = pl.store(t, [0, 0], y)
    return out


# check: slots= in a kernel is a literal
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec, pl.MemRef('ring', slots=n)[0]] = pl.load(x, [0, 0], [32, 32])  # E:47 TE [annotation] slots= of pl.MemRef is a positive number, found Scalar[INDEX]
    out = pl.store(t, [0, 0], y)
    return out


# check: slots= in a kernel is positive
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec, pl.MemRef('ring', slots=0)[0]] = pl.load(x, [0, 0], [32, 32])  # E:47 TE [annotation] slots= of pl.MemRef is a positive number, found 0
    out = pl.store(t, [0, 0], y)
    return out


# check: the name of a buffer in a kernel is text
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec, pl.MemRef(4)] = pl.load(x, [0, 0], [32, 32])  # E:47 TE [annotation] the name of a pl.MemRef is a text, found 4
    out = pl.store(t, [0, 0], y)
    return out


# check: the name of a buffer in a kernel is not empty
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec, pl.MemRef('')] = pl.load(x, [0, 0], [32, 32])  # E:47 TE [annotation] the name of a pl.MemRef is a text, found ''
    out = pl.store(t, [0, 0], y)
    return out


# check: a buffer has a name
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec, pl.MemRef()] = pl.load(x, [0, 0], [32, 32])  # E:8 TE [annotation] this pl.MemRef has no name
    out = pl.store(t, [0, 0], y)
    return out


# check: a buffer has no other keyword
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec, pl.MemRef('a', size=4)] = pl.load(x, [0, 0], [32, 32])  # E:62 TE [annotation] pl.MemRef has no keyword `size`
    out = pl.store(t, [0, 0], y)
    return out


# check: one buffer has one name
one = pl.MemRef()
other = one


@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec, one] = pl.load(x, [0, 0], [32, 32])
    u: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec, other] = pl.add(t, 1.0)  # E:47 TE [annotation] one pl.MemRef is reached under two names, `one` and `other`
    out = pl.store(u, [0, 0], y)
    return out


# check: two buffers have two names
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec, pl.MemRef("a")] = pl.load(x, [0, 0], [32, 32])
    u: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec, pl.MemRef("a", slots=2)[0]] = pl.add(t, 1.0)  # E:47 TE [annotation] two declarations of pl.MemRef are named `a`
    out = pl.store(u, [0, 0], y)
    return out


# check: a named buffer and a declared one have two names
a = pl.MemRef()


@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec, a] = pl.load(x, [0, 0], [32, 32])
    u: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec, pl.MemRef("a")] = pl.add(t, 1.0)  # E:47 TE [annotation] two declarations of pl.MemRef are named `a`
    out = pl.store(u, [0, 0], y)
    return out


# check: the tiles of a buffer are in one space
one = pl.MemRef()


@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec, one] = pl.load(x, [0, 0], [32, 32])
    m: pl.Tile[[32, 32], pl.FP32, pl.Mem.Mat, one] = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)  # E:47 TE [annotation] the pl.MemRef `one` is in Vec and in Mat
    out = pl.store(t, [0, 0], y)
    return out


# check: a buffer does not stand in a pipeline of several stages
one = pl.MemRef()


@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    for i in pl.pipeline(4, stage=2):
        t: pl.Tile[[8, 32], pl.FP32, pl.Mem.Vec, one] = pl.load(x, [i * 8, 0], [8, 32])  # E:9 VE [annotation] a tile of the pl.MemRef `one` is made inside a pl.pipeline of 2 stages
        y = pl.store(t, [i * 8, 0], y)
    return y


# check: a buffer is for a tile that is made here
one = pl.MemRef()


@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    a = pl.load(x, [0, 0], [32, 32])
    t: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec, one] = a  # E:8 TE [annotation] `t` names a value that is there already; a pl.MemRef is for a tile that is made here
    out = pl.store(t, [0, 0], y)
    return out


# check: a tile fits its buffer only when sizes agree
one = pl.MemRef()


@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec, one] = pl.load(x, [0, 0], [32, 32])
    u: pl.Tile[[8, 32], pl.FP32, pl.Mem.Vec, one] = pl.load(x, [8, 0], [8, 32])  # E:5 VE [annotation] `t` and `u` share a slot of the pl.MemRef `one` and are needed at the same time
    v = pl.store(t, [0, 0], y)
    out = pl.store(u, [0, 0], v)
    return out


# check: a declared buffer without a name of its own is no part of an entry
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec, pl.MemRef()] = pl.load(x, [0, 0], [32, 32])  # E:12 TE [annotation] this pl.MemRef has no name
        y = pl.store(t, [0, 0], y)
    return y


# check: Global memory is loaded into Vec and Mat
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Left)  # E:13 IO [memory-space] a load reaches Vec and Mat, not Left in pl.load
        y[:, :] = x[:, :]
    return y


# check: pl.load does not fill Acc
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Acc)  # E:13 IO [memory-space] a load reaches Vec and Mat, not Acc in pl.load
        y[:, :] = x[:, :]
    return y


# check: pl.load does not fill Bias
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Bias)  # E:13 IO [memory-space] a load reaches Vec and Mat, not Bias in pl.load
        y[:, :] = x[:, :]
    return y


# check: pl.load does not fill DDR
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.DDR)  # E:13 IO [memory-space] a load reaches Vec and Mat, not DDR in pl.load
        y[:, :] = x[:, :]
    return y


# check: pl.move does not fill Acc
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        u = pl.move(t, target_memory=pl.Mem.Acc)  # E:13 IO [memory-space] no move from Mat to Acc in pl.move
        y[:, :] = x[:, :]
    return y


# check: pl.move does not fill Left from Vec
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [32, 32])
        u = pl.move(t, target_memory=pl.Mem.Left)  # E:13 IO [memory-space] no move from Vec to Left in pl.move
        y[:, :] = x[:, :]
    return y


# check: pl.Tensor(...) makes a type of a shape, not of a tensor
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        q = pl.Tensor(x, [16, 32], [0, 0])  # E:23 TE [annotation] pl.Tensor(shape, dtype) is a type, and `x` is Tensor[[32, 32], FP32]
        y[:, :] = x[:, :]
    return y


# check: a member of an enumeration of the file is no operand
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x[:, :], Colour.RED)  # E:35 TE [argument-type] a tensor is expected, `Colour.RED` is a Python Colour
    return y


# check: the padding of a view is that of its annotation
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    v: pl.Tensor[[16, 32], pl.FP32, pl.TensorView(layout=pl.ND, pad=pl.PadValue.zero)] = pl.slice(x, [16, 32], [0, 0], valid_shape=[8, 32])  # E:37 TE [annotation] `v` is declared with the padding zero, the value has no record of one
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = pl.fillpad(v[:, :])
    return y


# check: the padding of a view is no other one than that of its annotation
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    v: pl.Tensor[[16, 32], pl.FP32, pl.TensorView(layout=pl.ND, pad=pl.PadValue.zero)] = pl.slice(x, [16, 32], [0, 0], valid_shape=[8, 32], pad_value=pl.PadValue.min)  # E:37 TE [annotation] `v` is declared with the padding zero, the value has min
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = pl.fillpad(v[:, :])
    return y


# check: a declared padding is a pad value, of a local tensor
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    v: pl.Tensor[[16, 32], pl.FP32, pl.TensorView(layout=pl.ND, pad=0)] = pl.slice(x, [16, 32], [0, 0], valid_shape=[8, 32])  # E:37 TE [annotation] `v`: pad= of pl.TensorView: 0 is no such value
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = pl.fillpad(v[:, :])
    return y


# check: a declared padding is beside a layout
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    v: pl.Tensor[[16, 32], pl.FP32, pl.TensorView(pad=pl.PadValue.zero)] = pl.slice(x, [16, 32], [0, 0], valid_shape=[8, 32])  # E:37 TE [annotation] pl.TensorView needs layout= beside its other keywords
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = pl.fillpad(v[:, :])
    return y


# check: a tile in Mat that holds data in part has no padding
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.Mem.Mat, pl.TileView(pad=pl.PadValue.zero)] = pl.load(x, [0, 0], [32, 32], valid_shape=[8, 32], target_memory=pl.Mem.Mat)  # E:47 TE [annotation] `t` is declared with the padding zero, and nothing has filled Tile[[32, 32], FP32, Mat, valid [8, 32]]
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a tile in a buffer of the author is filled there
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec, pl.TileView(pad=pl.PadValue.zero), pl.MemRef("ring")] = pl.load(x, [0, 0], [32, 32], valid_shape=[8, 32])  # E:47 TE [annotation] `t` is declared with the padding zero, and nothing has filled Tile[[32, 32], FP32, Vec, valid [8, 32]]
    out = pl.store(t, [0, 0], y)
    return out


# check: a tile parameter that holds data in part has no padding
@pl.function(type=pl.FunctionType.InCore)
def kernel(t: pl.Tile[[32, 32], pl.FP32, pl.TileView(valid_shape=[8, 32], pad=pl.PadValue.min)], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:  # E:42 TE [parameter-form] parameter `t`: a tile parameter that holds data in part has no padding, found pad=min
    out = pl.store(t, [0, 0], y)
    return out


# check: the pads of a view of a tile are 0 to 3
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t: pl.Tile[[32, 32], pl.FP32, pl.TileView(pad=7)] = pl.load(x, [0, 0], [32, 32])  # E:35 TE [annotation] `t`: pad= of pl.TileView: 7 is no such value
    out = pl.store(t, [0, 0], y)
    return out


# check: a predicate reads what lies in memory
@pl.jit
def kernel(flags: pl.Tensor[[8, 8], pl.INT32], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    f = pl.slice(flags, [8, 8], [0, 0], valid_shape=[2, 8], pad_value=pl.PadValue.zero)
    for b in pl.spmd(1, predicate=f[4, 0] > 0):  # E:35 TE [predicate] predicate= reads what lies in memory, and `f` has the padding zero where it holds nothing
        y[:, :] = x[:, :]
    return y


# check: a part of FP4 values on a core that begins inside 32 bytes on a5sim
# platform: a5sim
@pl.jit
def kernel(x: pl.Tensor[[32, 128], pl.FP4], y: pl.Out[pl.Tensor[[32, 64], pl.FP4]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[:, :]
        y[:, :] = t[:, 1:65]  # E:19 IO [packed-offset] pl.slice takes a part of FP4 values on a core that begins at column 1
    return y


# check: a scalar of FP4 on a5sim
# platform: a5sim
@pl.jit
def kernel(x: pl.Tensor[[32, 64], pl.BF16], n: pl.FP32, y: pl.Out[pl.Tensor[[32, 64], pl.BF16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        s = pl.cast(n, pl.FP4)  # E:13 IO [dtype-support] there are no scalars of FP4 in pl.cast
        y[:, :] = pl.add(x[:, :], pl.cast(s, pl.BF16))
    return y
