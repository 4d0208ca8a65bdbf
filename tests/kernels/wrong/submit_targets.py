# SPDX-License-Identifier: Apache-2.0
# code: submit-targets
"""A submission gives the results of its kernel and one task id.

Write result, tid or (a, b), tid; one name takes them all as a tuple.
"""

import pypto.language as pl


@pl.jit.incore
def core(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    y[0:16, :] = x[0:16, :]
    return y


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    a, t, u = pl.submit(core, x, y)  # E:5 SE [submit-targets] the targets of a submission are `result, task`, `(a, b), task`, or one name
    (b, c), t = pl.submit(core, x, y)  # E:5 SE [submit-targets] core has 1 result(s), found 2 name(s) for them
    return y
