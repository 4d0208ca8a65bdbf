# SPDX-License-Identifier: Apache-2.0
# code: 1003
"""The value that was meant for an output is bound to its name, and nothing writes it: assigning to a name does not
store.

Write y[:, :] = value.
"""

import pypto.language as pl


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.exp(x[:, :])  # W:9 [1003] `y` is an output parameter; this gives its name to a new value and writes nothing into it
