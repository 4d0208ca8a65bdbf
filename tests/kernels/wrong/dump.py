# SPDX-License-Identifier: Apache-2.0
# code: dump
"""pl.dump_tag marks the value of one tensor, by its name.

Give the tensor a name and mark that.
"""

import pypto.language as pl


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pl.dump_tag(x[0:16, :])  # E:5 SE [dump] pl.dump_tag takes one tensor by its name
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y
