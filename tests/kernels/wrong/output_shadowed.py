# SPDX-License-Identifier: Apache-2.0
# code: output-shadowed
"""The name of an output parameter is given to a tensor that was just made: nothing would reach the parameter.

Write into the parameter, or take another name.
"""

import pypto.language as pl


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y = pl.create_tensor([64, 64], dtype=pl.FP32)  # E:5 VE [output-shadowed] the output parameter `y` must not be shadowed by a new tensor
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y
