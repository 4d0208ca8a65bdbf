# SPDX-License-Identifier: Apache-2.0
# code: unknown-member
"""An enumeration has no member of this name.

The help lists the members.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = pl.fillpad(x[0:16, :], pad_value=pl.PadValue.minimum)  # E:55 IO [unknown-member] pl.PadValue has no `minimum`
    return y
