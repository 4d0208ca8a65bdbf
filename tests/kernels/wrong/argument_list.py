# SPDX-License-Identifier: Apache-2.0
# code: argument-list
"""Arguments do not fit the parameters: too many, one missing, one twice, a keyword that does not exist.

`python -m pypto ops NAME` shows the parameters.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.exp(x[0:16, :], x[0:16, :])  # E:32 IO [argument-list] pl.exp takes 1 argument, found 2
        u = pl.add(x[0:16, :])  # E:13 IO [argument-list] pl.add needs `rhs`
        v = pl.exp(x[0:16, :], mode="fast")  # E:32 IO [argument-list] pl.exp has no parameter `mode`
        w = pl.add(x[0:16, :], rhs=1.0, lhs=2.0)  # E:41 IO [argument-list] pl.add got `lhs` twice
        a = pl.assemble(y, x[:, :], [0, 0], pl.AtomicType.Add)  # E:45 IO [argument-list] pl.assemble takes 3 argument(s) by position
        args = (x, x)
        z = pl.add(*args)  # E:20 UF [argument-list] `*` arguments are not part of the kernel language
    return y
