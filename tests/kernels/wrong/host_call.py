# SPDX-License-Identifier: Apache-2.0
# code: host-call
"""A call of a driver says with device= which rank runs it, and there are as many ranks as devices in the configuration.

Loop over pl.range(pld.world_size()), and give the tensors one entry for each rank.
"""

import pypto.language as pl
import pypto.language.distributed as pld


@pl.jit
def step(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.exp(x[:, :])
    return y


@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    step(xs[0], ys[0], device=3)  # E:31 JV [host-call] device 3 does not exist: there is one rank, 0
    for r in pl.range(pld.world_size()):
        step(xs[r], ys[r], device=r + 1)  # E:35 JV [host-call] device= of a call is a rank, `r + 1` is none of the three forms
        step(ys[r], xs[r], device=r)  # E:21 TE [host-call] step writes its `y`, and `xs` is an input of the driver
    return ys
