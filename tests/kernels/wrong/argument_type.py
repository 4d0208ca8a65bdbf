# SPDX-License-Identifier: Apache-2.0
# code: argument-type
"""An argument is of another kind than the parameter: a tensor where a number is expected, a number where a list is.

Look the operation up: `python -m pypto ops NAME`.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = pl.slice(x, 16, [0, 0])  # E:25 TE [argument-type] `shape` must be a list, `16` is the number 16
        v = pl.cast(x[0:16, :], 4)  # E:33 TE [argument-type] `target_type` must be an element type, `4` is the number 4
        w = pl.const(1, 2)  # E:25 TE [argument-type] an element type is expected, found the number 2
        y[0:16, :] = 2.0  # E:22 TE [argument-type] a tensor is expected on the right, `2.0` is the number 2.0
    return y
