# SPDX-License-Identifier: Apache-2.0
"""Outputs: names that lose their parameter, and returned values."""

import pypto.language as pl


@pl.jit
def dropped(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.add(x, x)  # W:9 `y` is an output parameter; this gives its name to a new value and writes nothing into it
    return y


@pl.jit
def kept(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for r in pl.range(0, 64, 16):
        with pl.at(level=pl.Level.CORE_GROUP):
            y = pl.assemble(y, x[r : r + 16, :], [r, 0])
    return y


@pl.jit
def flows_back(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    out = y
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.add(x, x)
        out[:, :] = pl.exp(y)
    return out


@pl.jit
def shadowed(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y = pl.create_tensor([64, 64], dtype=pl.FP32)  # E:5 the output parameter `y` must not be shadowed by a new tensor
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.full([64, 64], dtype=pl.FP32, value=1.0)  # E:9 the output parameter `y` must not be shadowed by a new tensor
    return y


@pl.jit
def added_outside(x: pl.Tensor[[64, 64], pl.FP32], y: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]):
    y = pl.assemble(y, x, [0, 0], atomic=pl.AtomicType.Add)  # E:9 an atomic write in orchestration needs a region in pl.assemble
    return y


@pl.jit
def no_parameter(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    z = pl.create_tensor([64, 64], dtype=pl.FP32)
    with pl.at(level=pl.Level.CORE_GROUP):
        z[:, :] = x[:, :]
        y[:, :] = x[:, :]
    return z  # E:12 an entry returns its parameters; this value is none of them
