# SPDX-License-Identifier: Apache-2.0
"""RMSNorm in FP32 with whole rows on chip: the small case of the benchmark."""

import pypto.language as pl

D = 512
EPS = 1e-6
INV_D = 1.0 / D
ROWS = 16


@pl.jit
def rms_norm_fp32(x: pl.Tensor, norm_w: pl.Tensor, y: pl.Out[pl.Tensor]):
    tokens = x.shape[0]
    for block in pl.spmd(tokens // ROWS, name_hint="rms_norm_fp32"):
        r = block * ROWS
        rows = x[r : r + ROWS, :]
        mean = pl.mul(pl.row_sum(pl.mul(rows, rows)), INV_D)
        inv_rms = pl.rsqrt(pl.add(mean, EPS), high_precision=True)
        weight = pl.reshape(norm_w[0:D], [1, D])
        y[r : r + ROWS, :] = pl.col_expand_mul(pl.row_expand_mul(rows, inv_rms), weight)
    return y
