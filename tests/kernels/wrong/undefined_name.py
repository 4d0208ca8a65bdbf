# SPDX-License-Identifier: Apache-2.0
# code: undefined-name
"""A name is read that nothing binds: no parameter, no assignment above, no module or enclosing function.

Bind it first, or correct the spelling: the nearest name is in the help.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[0:16, :]
        y[0:16, :] = pl.add(t, tt)  # E:32 UV [undefined-name] undefined name `tt`
    return y
