# SPDX-License-Identifier: Apache-2.0
# code: spmd-results
"""The blocks of a launch write into one tensor, and this kernel makes one of its own.

Give the kernel a pl.Out parameter.
"""

import pypto.language as pl


@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[64, 64], pl.FP32]) -> pl.Tensor[[64, 64], pl.FP32]:
        out = pl.add(x, 1.0)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        with pl.spmd(4):
            z = self.body(x)  # E:17 VE [spmd-results] a kernel that is launched by pl.spmd writes its results into tensors that it is given
        return y
