# SPDX-License-Identifier: Apache-2.0
# code: too-many-arguments
"""A region takes at most 32 tensors from outside.

Use fewer tensors, or split the region.
"""

import pypto.language as pl


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    parts = (
        x[0:1, :], x[1:2, :], x[2:3, :], x[3:4, :], x[4:5, :], x[5:6, :], x[6:7, :], x[7:8, :], x[8:9, :],
        x[9:10, :], x[10:11, :], x[11:12, :], x[12:13, :], x[13:14, :], x[14:15, :], x[15:16, :], x[16:17, :],
        x[17:18, :], x[18:19, :], x[19:20, :], x[20:21, :], x[21:22, :], x[22:23, :], x[23:24, :], x[24:25, :],
        x[25:26, :], x[26:27, :], x[27:28, :], x[28:29, :], x[29:30, :], x[30:31, :], x[31:32, :], x[32:33, :],
    )  # fmt: skip
    with pl.at(level=pl.Level.CORE_GROUP):  # E:5 VE [too-many-arguments] a region may use 32 tensors from outside, this one uses 34
        for i in pl.unroll(33):
            y[i : i + 1, :] = parts[i][:, :]
    return y
