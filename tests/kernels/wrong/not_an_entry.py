# SPDX-License-Identifier: Apache-2.0
# code: not-an-entry
"""An inline helper is no program: it has meaning where it is called only.

Compile an entry that calls it, decorated with @pl.jit.
"""

import pypto.language as pl


@pl.jit.inline
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):  # E:5 UF [not-an-entry] kernel is @pl.jit.inline; only an entry can be compiled
    y[:, :] = x[:, :]
