# SPDX-License-Identifier: Apache-2.0
"""Incore and opaque functions: levels, regions inside them, where they may be called."""

import pypto.language as pl


@pl.jit.incore(level=pl.Level.HOST)
def host(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    y[0:16, :] = x[0:16, :]


@pl.jit.incore
def core(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    y[0:16, :] = x[0:16, :]
    return y


@pl.jit.incore
def nested(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):  # E:5 a region cannot stand inside another region
        y[0:16, :] = x[0:16, :]


@pl.jit.incore
def scoped(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    with pl.manual_scope():  # E:10 pl.manual_scope belongs outside regions
        y[0:16, :] = x[0:16, :]


@pl.jit.incore
def tile(x: pl.Tensor):
    return pl.load(x, [0, 0], [16, 64])


@pl.jit.incore
def parallel_calls(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    core(x, y)  # E:5 a region cannot stand inside another region


@pl.jit.opaque
def stages(x: pl.Tensor, y: pl.Tensor):
    core(x, y)  # E:5 a region cannot stand inside another region
    return y


@pl.jit.opaque
def computing(x: pl.Tensor):
    return pl.exp(x)  # E:12 Misplaced tensor op 'exp': pl.exp computes, and this code only decides what runs


@pl.jit
def calls(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    host(x, y)  # E:5 host is @pl.jit.incore(level=pl.Level.HOST), and a kernel runs on a core
    nested(x, y)
    scoped(x, y)
    parallel_calls(x, y)
    computing(x)
    t = tile(x)  # E:9 the tile `tile result 0` is bound inside the region at line 58 and cannot leave it
    s = core(x)  # E:9 core expects 2 argument(s), got 1: `y` is missing
    with pl.at(level=pl.Level.CORE_GROUP):
        core(x, y)  # E:9 a region cannot stand inside another region
        stages(x, y)
    return y
