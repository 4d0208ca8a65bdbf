# SPDX-License-Identifier: Apache-2.0
# code: window
"""A window buffer is allocated once, viewed with a type that fits into it, and passed to a rank.

A single number counts bytes; a shape goes with dtype=.
"""

import pypto.language as pl
import pypto.language.distributed as pld


@pl.jit
def step(x: pl.Tensor[[64, 64], pl.FP32], w: pl.InOut[pld.DistributedTensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        w[:, :] = pl.exp(x[:, :])


@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    memory = pld.alloc_window_buffer(64 * 64)
    for r in pl.range(pld.world_size()):
        w = pld.window(memory, [64, 64], dtype=pl.FP32)  # E:13 JV [window] a window [64, 64] FP32 has 16384 bytes, the buffer `memory` has 4096
        step(xs[r], w, device=r)
    other = pld.alloc_window_buffer([64, 64])  # E:13 JV [window] pld.alloc_window_buffer with a shape needs an element type
    return ys
