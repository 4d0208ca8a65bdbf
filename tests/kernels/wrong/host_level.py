# SPDX-License-Identifier: Apache-2.0
# code: host-level
"""A driver runs on the host, a program of one rank on its chip, a kernel on a core; each has its own statements.

Compute in regions of a function decorated with @pl.jit, and call it from the driver with device=.
"""

import pypto.language as pl
import pypto.language.distributed as pld


@pl.jit
def step(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    ranks = pld.world_size()  # E:13 SE [host-level] pld.world_size belongs to a driver (@pl.jit.host), and this is a program of one chip
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mul(x[:, :], ranks)
    return y


@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    for r in pl.range(pld.world_size()):
        step(xs[r], ys[r], device=r)
    ys = pl.exp(ys)  # E:10 SE [host-level] pl.exp computes on a core, and this is a driver, which runs on the host
    return ys
