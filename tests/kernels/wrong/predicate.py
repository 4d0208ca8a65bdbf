# SPDX-License-Identifier: Apache-2.0
# code: predicate
"""predicate= is one comparison of one element of a tensor of signed integers with an integer literal.

Write predicate=(flags[i] > 0); use an `if` for anything else.
"""

import pypto.language as pl


@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.spmd(4, predicate=n > 0) as t:  # E:31 SE [predicate] predicate= compares one element of a tensor with one integer literal
        r = pl.tile.get_block_idx() * 16
        y[r : r + 16, :] = x[r : r + 16, :]
    for b in pl.spmd(4, predicate=(x[0, 0] > 0)):  # E:36 TE [predicate] predicate= compares signed integers, `x` has elements of FP32
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y
