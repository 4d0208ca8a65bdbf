# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl

# check: a slice has no step
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[0:32:2, :]  # E:26 UF [slice-step] a step in a slice is not part of the kernel language
    return y


# check: a tensor has as many subscripts as axes at most
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :, :]  # E:21 TE [index-count] 3 indices for 2 axes
    return y


# check: a keyword that is no parameter of the kernel
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


# raises: TypeError: unexpected keyword
def call():
    kernel.compile(colour=1)
