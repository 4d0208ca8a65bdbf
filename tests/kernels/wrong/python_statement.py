# SPDX-License-Identifier: Apache-2.0
# code: python-statement
"""The language has assignments, `for`, `while`, `if`, `with`, `return`, `break`, `continue` and `pass`.

Do it in Python around the kernel; pl.static_assert checks what is known while the kernel is read.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    assert n > 0  # E:5 UF [python-statement] assert (Assert) is not part of the kernel language
    import math  # E:5 UF [python-statement] import (Import) is not part of the kernel language
    del n  # E:5 UF [python-statement] del (Delete) is not part of the kernel language
    return y
