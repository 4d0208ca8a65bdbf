# SPDX-License-Identifier: Apache-2.0
# code: cluster
"""pl.cluster groups what is launched inside: a launch has to be there, and nothing in it belongs to one task.

Launch kernels inside, without task ids, deps= or predicates, and put loops and branches around pl.cluster.
"""

import pypto.language as pl


@pl.jit.incore
def half(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    y[:, :] = pl.mul(x[:, :], 0.5)
    return y


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.cluster():  # E:10 SE [cluster] pl.cluster holds no launch
        pass
    with pl.cluster() as group:  # E:10 SE [cluster] pl.cluster binds no task: the launches inside are one group
        y = half(x, y)
    return y
