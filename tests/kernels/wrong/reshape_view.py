# SPDX-License-Identifier: Apache-2.0
# code: reshape-view
"""A view whose rows do not follow each other in memory has no other shape.

Reshape the whole tensor, or copy the part in a region.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    part = x[:, 0:32]
    flat = pl.reshape(part, [16, 128])  # E:12 IO [reshape-view] only contiguous tensors can be reshaped in pl.reshape
    return y
