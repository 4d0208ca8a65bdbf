# SPDX-License-Identifier: Apache-2.0
# code: unpacking
"""The targets of an unpacking assignment are plain names, as many as the value has entries.

Name every entry; take one entry with pair[0].
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    a, b, c = x.shape  # E:5 TE [unpacking] 3 names for 2 values
    d, e = n  # E:12 TE [unpacking] cannot unpack `n`: it is Scalar[INDEX]
    return y
