# SPDX-License-Identifier: Apache-2.0
"""Names: undefined, misspelt, of the wrong kind, and without a value where they are read."""

import math

import pypto.language as pl

ROWS = 16
SETTINGS = {"rows": 16}


class Shape:
    rows = 16


@pl.jit
def undefined(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    rows = ROWZ  # E:12 undefined name `ROWZ`
    with pl.at(level=pl.Level.CORE_GROUP):
        tile = x[0:rows, :]  # `rows` failed above: no second report
        y[0:16, :] = tille  # E:22 undefined name `tille`
        y[0:16, :] = zzz  # E:22 undefined name `zzz`
    return y


@pl.jit
def members(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.rowsum(x[0:16, :])  # E:13 unknown operation pl.rowsum
        b = pl.exp2(x[0:16, :])  # E:13 unknown operation pl.exp2
        c = pl.get_block_id()  # E:13 unknown operation pl.get_block_id
        d = pl.syncall(x[0:16, :], 0, 1)  # E:13 unknown operation pl.syncall
        e = pl.tile.create_tensor([16, 64], dtype=pl.FP32)  # E:13 unknown operation pl.tile.create_tensor
        f = pl.cast(x[0:16, :], pl.FP64)  # E:33 unknown name pl.FP64
        g = pl.fillpad(x[0:16, :], pad_value=pl.PadValue.maximum)  # E:46 pl.PadValue has no `maximum`
        y[0:16, :] = x[0:16, :]
    return y


@pl.jit
def python_objects(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    rows = Shape.rows  # E:12 `Shape.rows` reads an attribute of a Python object
    table = SETTINGS  # E:13 a Python dict cannot be bound to a name in a kernel
    root = math.sqrt(2.0)  # E:12 unsupported function call: `math.sqrt` is a Python function
    pi = math.pi  # E:10 `math.pi` reads an attribute of a Python object
    total = x.sum()  # E:13 `x.sum` is not part of the kernel language
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = x[0:16, :]
    return y


@pl.jit
def no_value(x: pl.Tensor[[64, 64], pl.FP32], n: pl.INDEX, y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(n):
            last = x[0:16, :]
        y[0:16, :] = last  # E:22 `last` is first bound inside the loop at line 55, which may run zero times
        y[0:16, :] = x[i : i + 16, :]  # E:24 `i` is the variable of the loop at line 55
        if n > 3:
            one = x[0:16, :]
        y[0:16, :] = one  # E:22 `one` is bound in only one branch of the `if` at line 59
    return y
