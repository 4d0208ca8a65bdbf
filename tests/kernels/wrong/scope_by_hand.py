# SPDX-License-Identifier: Apache-2.0
# code: scope-by-hand
"""The compiler places the automatic scopes of this function.

Decorate it with @pl.jit(auto_scope=False) to place them by hand.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.scope():  # E:10 SE [scope-by-hand] pl.scope() needs a function that places its own scopes
        pass
    return y
