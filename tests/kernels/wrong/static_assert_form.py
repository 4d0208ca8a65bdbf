# SPDX-License-Identifier: Apache-2.0
# code: static-assert-form
"""pl.static_assert takes a condition that is known while the kernel is read, and a text literal.

Use it on constants and static extents; check run-time values in Python.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pl.static_assert(n > 0)  # E:5 SE [static-assert-form] `n > 0` is not compile-time evaluable
    pl.static_assert(x.shape[0] == 64, n)  # E:40 SE [static-assert-form] the message of pl.static_assert is a text literal
    pl.static_assert()  # E:5 SE [static-assert-form] pl.static_assert takes a condition and a message
    return y
