# SPDX-License-Identifier: Apache-2.0
# code: task-dummy
"""pl.system.task_dummy takes deps= by keyword, in orchestration.

Write pl.system.task_dummy(deps=[a, b]).
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.system.task_dummy()  # E:9 SE [task-dummy] pl.system.task_dummy takes deps by keyword
    u = pl.system.task_dummy([t])  # E:9 SE [task-dummy] pl.system.task_dummy takes deps by keyword
    return y
