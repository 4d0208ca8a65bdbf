# SPDX-License-Identifier: Apache-2.0
# code: pipe
"""A pipe between the cube core and the vector cores of a group is opened by both kernels in the same way; tiles fit its
slots, what one side pushes the other pops, and every popped tile is freed once, behind its last use.

Values that cross in a region use such a pipe too: use what crosses sooner, or allow more slots with pl.cross_core_slot.
"""

import pypto.language as pl


@pl.jit.incore
def cube(x: pl.Tensor[[64, 64], pl.FP32]):
    peer = pl.import_peer_buffer(name="product", peer_func="vector")
    pl.aic_initialize_pipe(peer, dir_mask=1, slot_size=16384)
    left = pl.load(x, [0, 0], [64, 64], target_memory=pl.Mem.Mat)
    c = pl.matmul(pl.move(left, pl.Mem.Left), pl.move(left, pl.Mem.Right))
    pl.tpush_to_aiv(c, split=0)


@pl.jit.incore
def vector(y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    slots = pl.reserve_buffer(name="product", size=8 * 16384)
    pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=16384)
    t: pl.Tile[[64, 64], pl.FP32] = pl.tpop_from_aic()
    pl.tfree_to_aic(t)
    y = pl.store(pl.exp(t), [0, 0], y)  # E:18 VE [pipe] `t` is used after its slot was freed
    return y


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.cluster():
        cube(x)
        y = vector(y)
    return y
