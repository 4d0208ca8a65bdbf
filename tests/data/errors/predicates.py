# SPDX-License-Identifier: Apache-2.0
"""Predicates: one element of a tensor of signed integers against one integer literal."""

import pypto.language as pl


@pl.jit
def forms(
    n: pl.INT32,
    x: pl.Tensor[[64, 64], pl.FP32],
    f: pl.Tensor[[4, 2], pl.INT32],
    u: pl.Tensor[[4], pl.UINT8],
    y: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
):
    for b in pl.spmd(4, predicate=f[0, 0]):  # E:35 predicate= takes one comparison, found `f[0, 0]`
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    for b in pl.spmd(4, predicate=(0 < f[0, 0] < 3)):  # E:36 predicate= takes one comparison, found `0 < f[0, 0] < 3`
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    for b in pl.spmd(4, predicate=(f[0, 0] > 0 and n > 1)):  # E:36 predicate= takes one comparison, found `f[0, 0] > 0 and n > 1`
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    for b in pl.spmd(4, predicate=(f[0, 0] is None)):  # E:36 predicate= compares with ==, !=, <, <=, > or >=
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    for b in pl.spmd(4, predicate=(f[0, 0] > n)):  # E:36 predicate= compares one element of a tensor with one integer literal
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    for b in pl.spmd(4, predicate=(f[0, 0] + 1 > 0)):  # E:36 predicate= compares one element of a tensor with one integer literal
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    for b in pl.spmd(4, predicate=(u[0] > 0)):  # E:36 predicate= compares signed integers, `u` has elements of UINT8
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    for b in pl.spmd(4, predicate=(x[0, 0] > 0)):  # E:36 predicate= compares signed integers, `x` has elements of FP32
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    for b in pl.spmd(4, predicate=(f[0] > 0)):  # E:38 `f` has 2 axes, the predicate gives 1 index
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    for b in pl.spmd(4, predicate=(f[0:1, 0] > 0)):  # E:38 predicate= reads one element, not a slice
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    for b in pl.spmd(4, predicate=(f[-1, 0] > 0)):  # E:38 an index of predicate= is not negative, found -1
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    for b in pl.spmd(4, predicate=(f[4, 0] > 0)):  # E:38 index 4 is outside an axis of 4
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    for b in pl.spmd(4, predicate=(f[0, 0] > 5000000000)):  # E:46 5000000000 does not fit INT32, the element type of the tensor
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    for b in pl.spmd(4, predicate=(n[0] > 0)):  # E:36 predicate= reads an element of a tensor, `n` is Scalar[INT32]
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    with pl.at(level=pl.Level.CORE_GROUP, predicate=(f[0, 0] > 0)):  # E:43 pl.at has no keyword `predicate`
        y[0:16, :] = x[0:16, :]
    return y
