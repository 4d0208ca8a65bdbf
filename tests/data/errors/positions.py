# SPDX-License-Identifier: Apache-2.0
"""Positions: text beyond ASCII before the mistake, mistakes over several lines."""

import pypto.language as pl


@pl.jit
def columns(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        größe = 16; t = pl.exp(ü)  # E:32 undefined name `ü`
        größe = "äöü"; u = pl.nix(x)  # E:28 unknown operation pl.nix
        y[0:16, :] = pl.sub(  # E:22 shapes do not match in pl.sub: [16, 64] and [8, 64]
            x[0:16, :],
            x[0:8, :],
        )
        y[0:16, :] = x[0:16, :]
    return y
