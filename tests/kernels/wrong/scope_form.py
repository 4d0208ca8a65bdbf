# SPDX-License-Identifier: Apache-2.0
# code: scope-form
"""pl.scope takes mode= at most, pl.manual_scope nothing, and neither names a task.

Write with pl.scope(): or with pl.manual_scope():
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.manual_scope() as s:  # E:5 SE [scope-form] pl.manual_scope binds no name
        pass
    with pl.manual_scope(1):  # E:10 SE [scope-form] pl.manual_scope takes no such argument
        pass
    with pl.scope("MANUAL"):  # E:10 SE [scope-form] pl.scope takes no such argument
        pass
    return y
