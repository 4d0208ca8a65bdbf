# SPDX-License-Identifier: Apache-2.0
# code: misplaced
"""Code outside of regions decides what runs; what computes stands inside of one. Inside, nothing that belongs to
orchestration can stand.

Wrap it: with pl.at(level=pl.Level.CORE_GROUP):
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.exp(x)  # E:9 IO [misplaced] Misplaced tensor op 'exp': pl.exp computes, and this code only decides what runs
    r = pl.tile.get_block_idx()  # E:9 IO [misplaced] the block index exists only inside a region in pl.tile.get_block_idx
    pl.assemble(y, x, [0, 0], atomic=pl.AtomicType.Add)  # E:5 IO [misplaced] an atomic write in orchestration needs a region in pl.assemble
    return y
