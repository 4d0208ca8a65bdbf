# SPDX-License-Identifier: Apache-2.0
# code: assignment-target
"""An assignment has one target: a plain name, a tuple of names, or a window of a named tensor.

Write one assignment per name.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    a = b = n  # E:5 SE [assignment-target] unsupported assignment: one target at a time
    x.shape = n  # E:5 SE [assignment-target] `x.shape` cannot be assigned
    return y
