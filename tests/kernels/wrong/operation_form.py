# SPDX-License-Identifier: Apache-2.0
# code: operation-form
"""Options that do not go together: an operation has several forms, and the arguments fit none of them.

`python -m pypto ops NAME` shows the forms.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.gather(x[0:16, :])  # E:13 IO [operation-form] no form is chosen in pl.gather
        u = pl.gather(x[0:16, :], mask_pattern=99)  # E:13 IO [operation-form] mask_pattern 99 is no pattern in pl.gather
    return y
