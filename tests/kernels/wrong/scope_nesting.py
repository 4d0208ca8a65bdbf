# SPDX-License-Identifier: Apache-2.0
# code: scope-nesting
"""Nothing opens a scope inside a manual one.

Close it first.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.manual_scope():
        with pl.manual_scope():  # E:14 SE [scope-nesting] a manual scope cannot stand inside a manual scope
            pass
    return y
