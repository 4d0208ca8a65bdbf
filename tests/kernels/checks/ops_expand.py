# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl

# check: pl.row_expand takes a column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_expand(x[:, :], x[0:1, :])  # E:19 IO [shape-mismatch] shapes do not match in pl.row_expand: [32, 32] and [1, 32]
    return y


# check: the column of pl.row_expand has a row for each row
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_expand(x[:, :], x[0:16, 0:1])  # E:19 IO [shape-mismatch] shapes do not match in pl.row_expand: [32, 32] and [16, 1]
    return y


# check: the column of pl.row_expand holds data in each row
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(x, [32, 1], [0, 0], valid_shape=[8, 1])
        y[:, :] = pl.row_expand(x[:, :], v)  # E:19 IO [shape-mismatch] the second operand holds data in 8 rows, the first in 32 in pl.row_expand
    return y


# check: pl.row_expand_add takes a column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_expand_add(x[:, :], x[0:1, :])  # E:19 IO [shape-mismatch] shapes do not match in pl.row_expand_add: [32, 32] and [1, 32]
    return y


# check: the column of pl.row_expand_add has a row for each row
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_expand_add(x[:, :], x[0:16, 0:1])  # E:19 IO [shape-mismatch] shapes do not match in pl.row_expand_add: [32, 32] and [16, 1]
    return y


# check: the column of pl.row_expand_add holds data in each row
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(x, [32, 1], [0, 0], valid_shape=[8, 1])
        y[:, :] = pl.row_expand_add(x[:, :], v)  # E:19 IO [shape-mismatch] the second operand holds data in 8 rows, the first in 32 in pl.row_expand_add
    return y


# check: pl.row_expand_sub takes a column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_expand_sub(x[:, :], x[0:1, :])  # E:19 IO [shape-mismatch] shapes do not match in pl.row_expand_sub: [32, 32] and [1, 32]
    return y


# check: the column of pl.row_expand_sub has a row for each row
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_expand_sub(x[:, :], x[0:16, 0:1])  # E:19 IO [shape-mismatch] shapes do not match in pl.row_expand_sub: [32, 32] and [16, 1]
    return y


# check: the column of pl.row_expand_sub holds data in each row
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(x, [32, 1], [0, 0], valid_shape=[8, 1])
        y[:, :] = pl.row_expand_sub(x[:, :], v)  # E:19 IO [shape-mismatch] the second operand holds data in 8 rows, the first in 32 in pl.row_expand_sub
    return y


# check: pl.row_expand_mul takes a column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_expand_mul(x[:, :], x[0:1, :])  # E:19 IO [shape-mismatch] shapes do not match in pl.row_expand_mul: [32, 32] and [1, 32]
    return y


# check: the column of pl.row_expand_mul has a row for each row
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_expand_mul(x[:, :], x[0:16, 0:1])  # E:19 IO [shape-mismatch] shapes do not match in pl.row_expand_mul: [32, 32] and [16, 1]
    return y


# check: the column of pl.row_expand_mul holds data in each row
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(x, [32, 1], [0, 0], valid_shape=[8, 1])
        y[:, :] = pl.row_expand_mul(x[:, :], v)  # E:19 IO [shape-mismatch] the second operand holds data in 8 rows, the first in 32 in pl.row_expand_mul
    return y


# check: pl.row_expand_div takes a column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_expand_div(x[:, :], x[0:1, :])  # E:19 IO [shape-mismatch] shapes do not match in pl.row_expand_div: [32, 32] and [1, 32]
    return y


# check: the column of pl.row_expand_div has a row for each row
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_expand_div(x[:, :], x[0:16, 0:1])  # E:19 IO [shape-mismatch] shapes do not match in pl.row_expand_div: [32, 32] and [16, 1]
    return y


# check: the column of pl.row_expand_div holds data in each row
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(x, [32, 1], [0, 0], valid_shape=[8, 1])
        y[:, :] = pl.row_expand_div(x[:, :], v)  # E:19 IO [shape-mismatch] the second operand holds data in 8 rows, the first in 32 in pl.row_expand_div
    return y


# check: pl.row_expand_max takes a column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_expand_max(x[:, :], x[0:1, :])  # E:19 IO [shape-mismatch] shapes do not match in pl.row_expand_max: [32, 32] and [1, 32]
    return y


# check: the column of pl.row_expand_max has a row for each row
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_expand_max(x[:, :], x[0:16, 0:1])  # E:19 IO [shape-mismatch] shapes do not match in pl.row_expand_max: [32, 32] and [16, 1]
    return y


# check: the column of pl.row_expand_max holds data in each row
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(x, [32, 1], [0, 0], valid_shape=[8, 1])
        y[:, :] = pl.row_expand_max(x[:, :], v)  # E:19 IO [shape-mismatch] the second operand holds data in 8 rows, the first in 32 in pl.row_expand_max
    return y


# check: pl.row_expand_min takes a column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_expand_min(x[:, :], x[0:1, :])  # E:19 IO [shape-mismatch] shapes do not match in pl.row_expand_min: [32, 32] and [1, 32]
    return y


# check: the column of pl.row_expand_min has a row for each row
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_expand_min(x[:, :], x[0:16, 0:1])  # E:19 IO [shape-mismatch] shapes do not match in pl.row_expand_min: [32, 32] and [16, 1]
    return y


# check: the column of pl.row_expand_min holds data in each row
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(x, [32, 1], [0, 0], valid_shape=[8, 1])
        y[:, :] = pl.row_expand_min(x[:, :], v)  # E:19 IO [shape-mismatch] the second operand holds data in 8 rows, the first in 32 in pl.row_expand_min
    return y


# check: pl.row_expand_expdif takes a column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_expand_expdif(x[:, :], x[0:1, :])  # E:19 IO [shape-mismatch] shapes do not match in pl.row_expand_expdif: [32, 32] and [1, 32]
    return y


# check: the column of pl.row_expand_expdif has a row for each row
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_expand_expdif(x[:, :], x[0:16, 0:1])  # E:19 IO [shape-mismatch] shapes do not match in pl.row_expand_expdif: [32, 32] and [16, 1]
    return y


# check: the column of pl.row_expand_expdif holds data in each row
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(x, [32, 1], [0, 0], valid_shape=[8, 1])
        y[:, :] = pl.row_expand_expdif(x[:, :], v)  # E:19 IO [shape-mismatch] the second operand holds data in 8 rows, the first in 32 in pl.row_expand_expdif
    return y


# check: pl.col_expand takes a row
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.col_expand(x[:, :], x[:, 0:1])  # E:19 IO [shape-mismatch] shapes do not match in pl.col_expand: [32, 32] and [32, 1]
    return y


# check: the row of pl.col_expand has a column for each column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.col_expand(x[:, :], x[0:1, 0:16])  # E:19 IO [shape-mismatch] shapes do not match in pl.col_expand: [32, 32] and [1, 16]
    return y


# check: the row of pl.col_expand holds data in each column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(x, [1, 32], [0, 0], valid_shape=[1, 8])
        y[:, :] = pl.col_expand(x[:, :], v)  # E:19 IO [shape-mismatch] the second operand holds data in 8 columns, the first in 32 in pl.col_expand
    return y


# check: pl.col_expand_add takes a row
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.col_expand_add(x[:, :], x[:, 0:1])  # E:19 IO [shape-mismatch] shapes do not match in pl.col_expand_add: [32, 32] and [32, 1]
    return y


# check: the row of pl.col_expand_add has a column for each column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.col_expand_add(x[:, :], x[0:1, 0:16])  # E:19 IO [shape-mismatch] shapes do not match in pl.col_expand_add: [32, 32] and [1, 16]
    return y


# check: the row of pl.col_expand_add holds data in each column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(x, [1, 32], [0, 0], valid_shape=[1, 8])
        y[:, :] = pl.col_expand_add(x[:, :], v)  # E:19 IO [shape-mismatch] the second operand holds data in 8 columns, the first in 32 in pl.col_expand_add
    return y


# check: pl.col_expand_sub takes a row
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.col_expand_sub(x[:, :], x[:, 0:1])  # E:19 IO [shape-mismatch] shapes do not match in pl.col_expand_sub: [32, 32] and [32, 1]
    return y


# check: the row of pl.col_expand_sub has a column for each column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.col_expand_sub(x[:, :], x[0:1, 0:16])  # E:19 IO [shape-mismatch] shapes do not match in pl.col_expand_sub: [32, 32] and [1, 16]
    return y


# check: the row of pl.col_expand_sub holds data in each column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(x, [1, 32], [0, 0], valid_shape=[1, 8])
        y[:, :] = pl.col_expand_sub(x[:, :], v)  # E:19 IO [shape-mismatch] the second operand holds data in 8 columns, the first in 32 in pl.col_expand_sub
    return y


# check: pl.col_expand_mul takes a row
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.col_expand_mul(x[:, :], x[:, 0:1])  # E:19 IO [shape-mismatch] shapes do not match in pl.col_expand_mul: [32, 32] and [32, 1]
    return y


# check: the row of pl.col_expand_mul has a column for each column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.col_expand_mul(x[:, :], x[0:1, 0:16])  # E:19 IO [shape-mismatch] shapes do not match in pl.col_expand_mul: [32, 32] and [1, 16]
    return y


# check: the row of pl.col_expand_mul holds data in each column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(x, [1, 32], [0, 0], valid_shape=[1, 8])
        y[:, :] = pl.col_expand_mul(x[:, :], v)  # E:19 IO [shape-mismatch] the second operand holds data in 8 columns, the first in 32 in pl.col_expand_mul
    return y


# check: pl.col_expand_div takes a row
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.col_expand_div(x[:, :], x[:, 0:1])  # E:19 IO [shape-mismatch] shapes do not match in pl.col_expand_div: [32, 32] and [32, 1]
    return y


# check: the row of pl.col_expand_div has a column for each column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.col_expand_div(x[:, :], x[0:1, 0:16])  # E:19 IO [shape-mismatch] shapes do not match in pl.col_expand_div: [32, 32] and [1, 16]
    return y


# check: the row of pl.col_expand_div holds data in each column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(x, [1, 32], [0, 0], valid_shape=[1, 8])
        y[:, :] = pl.col_expand_div(x[:, :], v)  # E:19 IO [shape-mismatch] the second operand holds data in 8 columns, the first in 32 in pl.col_expand_div
    return y


# check: pl.col_expand_max takes a row
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.col_expand_max(x[:, :], x[:, 0:1])  # E:19 IO [shape-mismatch] shapes do not match in pl.col_expand_max: [32, 32] and [32, 1]
    return y


# check: the row of pl.col_expand_max has a column for each column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.col_expand_max(x[:, :], x[0:1, 0:16])  # E:19 IO [shape-mismatch] shapes do not match in pl.col_expand_max: [32, 32] and [1, 16]
    return y


# check: the row of pl.col_expand_max holds data in each column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(x, [1, 32], [0, 0], valid_shape=[1, 8])
        y[:, :] = pl.col_expand_max(x[:, :], v)  # E:19 IO [shape-mismatch] the second operand holds data in 8 columns, the first in 32 in pl.col_expand_max
    return y


# check: pl.col_expand_min takes a row
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.col_expand_min(x[:, :], x[:, 0:1])  # E:19 IO [shape-mismatch] shapes do not match in pl.col_expand_min: [32, 32] and [32, 1]
    return y


# check: the row of pl.col_expand_min has a column for each column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.col_expand_min(x[:, :], x[0:1, 0:16])  # E:19 IO [shape-mismatch] shapes do not match in pl.col_expand_min: [32, 32] and [1, 16]
    return y


# check: the row of pl.col_expand_min holds data in each column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(x, [1, 32], [0, 0], valid_shape=[1, 8])
        y[:, :] = pl.col_expand_min(x[:, :], v)  # E:19 IO [shape-mismatch] the second operand holds data in 8 columns, the first in 32 in pl.col_expand_min
    return y


# check: pl.col_expand_expdif takes a row
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.col_expand_expdif(x[:, :], x[:, 0:1])  # E:19 IO [shape-mismatch] shapes do not match in pl.col_expand_expdif: [32, 32] and [32, 1]
    return y


# check: the row of pl.col_expand_expdif has a column for each column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.col_expand_expdif(x[:, :], x[0:1, 0:16])  # E:19 IO [shape-mismatch] shapes do not match in pl.col_expand_expdif: [32, 32] and [1, 16]
    return y


# check: the row of pl.col_expand_expdif holds data in each column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(x, [1, 32], [0, 0], valid_shape=[1, 8])
        y[:, :] = pl.col_expand_expdif(x[:, :], v)  # E:19 IO [shape-mismatch] the second operand holds data in 8 columns, the first in 32 in pl.col_expand_expdif
    return y


# check: pl.row_expand_add takes one type
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    h: pl.Tensor[[32, 32], pl.FP16],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_expand_add(x[:, :], h[:, 0:1])  # E:19 IO [dtype-mismatch] element types differ in pl.row_expand_add: FP32 and FP16
    return y


# check: pl.row_expand_add of UINT8 on a2a3
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.UINT8], y: pl.Out[pl.Tensor[[32, 32], pl.UINT8]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_expand_add(x[:, :], x[:, 0:1])  # E:19 IO [dtype-support] pl.row_expand_add does not execute UINT8 on a2a3sim
    return y


# check: pl.row_expand_add of INT64 on a2a3
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT64], y: pl.Out[pl.Tensor[[32, 32], pl.INT64]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_expand_add(x[:, :], x[:, 0:1])  # E:19 IO [dtype-support] pl.row_expand_add does not execute INT64 on a2a3sim
    return y


# check: pl.row_expand_div of INT32 on a2a3
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_expand_div(x[:, :], x[:, 0:1])  # E:19 IO [dtype-support] pl.row_expand_div does not execute INT32 on a2a3sim
    return y


# check: pl.col_expand_div of INT8 on a2a3
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT8], y: pl.Out[pl.Tensor[[32, 32], pl.INT8]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.col_expand_div(x[:, :], x[0:1, :])  # E:19 IO [dtype-support] pl.col_expand_div does not execute INT8 on a2a3sim
    return y


# check: pl.row_expand_expdif takes floats
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_expand_expdif(x[:, :], x[:, 0:1])  # E:19 IO [dtype-support] pl.row_expand_expdif does not execute INT32 on a2a3sim
    return y


# check: pl.col_expand_expdif takes floats
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.col_expand_expdif(x[:, :], x[0:1, :])  # E:19 IO [dtype-support] pl.col_expand_expdif does not execute INT32 on a2a3sim
    return y


# check: a tile and a tensor in one expansion
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_expand_mul(pl.load(x, [0, 0], [32, 32]), x[:, 0:1])  # E:19 IO [level-mix] cannot mix a tensor (Tensor[[32, 1], FP32]) and a tile (Tile[[32, 32], FP32, Vec]) in one operation in pl.row_expand_mul
    return y


# check: a column of tiles has a row for each row
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.row_expand_mul(pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [16, 1])), [0, 0], y)  # E:22 IO [shape-mismatch] shapes do not match in pl.row_expand_mul: [32, 32] and [16, 1]
    return y


# check: a row of tiles has a column for each column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.col_expand_mul(pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [1, 16])), [0, 0], y)  # E:22 IO [shape-mismatch] shapes do not match in pl.col_expand_mul: [32, 32] and [1, 16]
    return y


# check: a number is no column
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.row_expand_mul(x[:, :], 2.0)  # E:19 IO [operand-kind] `rhs` must be a tensor or a tile, found a scalar (Scalar[FP32]) in pl.row_expand_mul
    return y


# check: pl.expands takes a scalar
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.expands(x[:, :], x[:, :])  # E:19 IO [argument-type] `scalar` must be a scalar, found Tensor[[32, 32], FP32] in pl.expands
    return y


# check: pl.expands takes no bool
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.expands(x[:, :], True)  # E:19 IO [scalar-type] a bool is not an arithmetic operand in pl.expands
    return y


# check: pl.expands takes no extent
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.expands(x[:, :], n)  # E:19 IO [scalar-type] a loop variable or extent cannot be used as data directly in pl.expands
    return y


# check: pl.expands of integers takes no fraction
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.expands(x[:, :], 0.5)  # E:19 IO [number-range] the number 0.5 does not fit INT32 in pl.expands
    return y


# check: pl.expand_clone takes three axes
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.expand_clone(x, y)  # E:13 IO [rank] three axes are expected, found [32, 32] and [32, 32] in pl.expand_clone
    return y


# check: pl.expand_clone keeps the element type
@pl.jit
def kernel(x: pl.Tensor[[1, 32, 32], pl.FP16], y: pl.Out[pl.Tensor[[4, 32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.expand_clone(x, y)  # E:13 IO [dtype-mismatch] element types differ in pl.expand_clone: FP16 and FP32
    return y


# check: pl.expand_clone repeats along one axis
@pl.jit
def kernel(x: pl.Tensor[[1, 1, 32], pl.FP32], y: pl.Out[pl.Tensor[[4, 32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.expand_clone(x, y)  # E:13 IO [shape-mismatch] [1, 1, 32] does not repeat to [4, 32, 32] in pl.expand_clone
    return y


# check: pl.expand_clone repeats a single one
@pl.jit
def kernel(x: pl.Tensor[[2, 32, 32], pl.FP32], y: pl.Out[pl.Tensor[[4, 32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.expand_clone(x, y)  # E:13 IO [shape-mismatch] [2, 32, 32] does not repeat to [4, 32, 32] in pl.expand_clone
    return y


# check: pl.expand_clone takes tensors
@pl.jit
def kernel(x: pl.Tensor[[1, 32, 32], pl.FP32], y: pl.Out[pl.Tensor[[4, 32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.expand_clone(pl.load(x, [0, 0, 0], [1, 32, 32]), y)  # E:13 IO [operand-kind] `src` must be a tensor, found Tile[[32, 32], FP32, Vec] in pl.expand_clone
    return y
