# SPDX-License-Identifier: Apache-2.0
# code: name-hint
"""name_hint= is a text literal that could name a function.

Write name_hint="norm".
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="two words"):  # E:53 SE [name-hint] name_hint is a text literal that is a valid name
        y[0:16, :] = x[0:16, :]
    with pl.at(level=pl.Level.CORE_GROUP, name_hint=n):  # E:53 SE [name-hint] name_hint is a text literal that is a valid name
        y[0:16, :] = x[0:16, :]
    return y
