# SPDX-License-Identifier: Apache-2.0
# code: pad-value
"""A warning: a slice, or the view of a parameter, says what its padding is, and holds data everywhere. A slice writes no
padding, it only records what is meant to be there. The kernel runs.

Leave `pad_value` out, or say with `valid_shape` how much of the slice holds data.
"""

import pypto.language as pl


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        whole = pl.slice(x, [8, 64], [0, 0], pad_value=pl.PadValue.min)  # W:17 [pad-value] pad_value of a slice that holds data everywhere does nothing
        part = pl.slice(x, [8, 64], [8, 0], valid_shape=[8, 40], pad_value=pl.PadValue.min)
        y[0:8, :] = whole
        y[8:16, :] = pl.fillpad(part, pl.PadValue.min)
    return y
