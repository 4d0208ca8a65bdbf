# SPDX-License-Identifier: Apache-2.0
# code: not-built
"""This part of the language is not built yet.

The message names it; write the program without it.
"""

import pypto.language as pl


@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.Graph)
    def part(self, x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:, :] = pl.exp(x[:, :])
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
        y = self.part(x, y)  # E:13 UF [not-built] a call of the Graph function part is not built yet
        return y
