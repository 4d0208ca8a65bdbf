# SPDX-License-Identifier: Apache-2.0
# code: fill-value
"""The value cannot fill this: a pad value of another kind, an init_value of an on-chip tensor.

Use pl.full on the chip; pl.PadValue.zero, min and max for padding.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.create_tensor([16, 64], dtype=pl.FP32, init_value=1.0)  # E:13 IO [fill-value] init_value is for tensors created in orchestration in pl.create_tensor
        u = pl.fillpad(x[0:16, :], pad_value=3.5)  # E:13 IO [fill-value] pad value 3.5 is not accepted in pl.fillpad
    return y
