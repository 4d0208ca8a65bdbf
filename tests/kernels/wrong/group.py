# SPDX-License-Identifier: Apache-2.0
# code: group
"""The kernels of a group run at the same time: one on the cube core, and one on the vector cores (or two of them without
pipes). A pipe needs both of its ends in one group.

Call the kernels from a function of type Group, or launch them inside pl.cluster.
"""

import pypto.language as pl


@pl.jit.incore
def double(x: pl.Tensor[[64, 64], pl.FP32]):
    slots = pl.import_peer_buffer(name="rows", peer_func="product")
    pl.aiv_initialize_pipe(v2c_consumer_buf=slots, dir_mask=2, slot_size=16384)  # E:5 VE [group] pl.aiv_initialize_pipe needs the other end of a pipe, and `double` is launched alone
    pl.tpush_to_aic(pl.mul(pl.load(x, [0, 0], [64, 64]), 2.0), split=0)


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]):
    double(x)
    return y
