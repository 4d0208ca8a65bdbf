# SPDX-License-Identifier: Apache-2.0
# code: atomic
"""Atomic adds go to global memory.

Use pl.add on the chip.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[0:16, :]
        t = pl.assemble(t, x[0:8, :], [0, 0], atomic=pl.AtomicType.Add)  # E:13 IO [atomic] atomic adds go to global memory in pl.assemble
    return y
