# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl

# check: the extent of an array is known while the kernel is read
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.array.create(n, pl.INT32)  # E:29 TE [not-static] `extent` must be known while the kernel is read, `n` is Scalar[INT32]
        a[0] = n
        y[:, :] = pl.add(x[:, :], pl.cast(a[0], pl.FP32))
    return y


# check: an array of 0 elements
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.array.create(0, pl.INT32)  # E:13 IO [array-form] the extent of an array is a whole number of at least 1, found 0 in pl.array.create
        a[0] = n
        y[:, :] = pl.add(x[:, :], pl.cast(a[0], pl.FP32))
    return y


# check: an array of -1 elements
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.array.create(-1, pl.INT32)  # E:13 IO [array-form] the extent of an array is a whole number of at least 1, found -1 in pl.array.create
        a[0] = n
        y[:, :] = pl.add(x[:, :], pl.cast(a[0], pl.FP32))
    return y


# check: an array of 2.5 elements
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.array.create(2.5, pl.INT32)  # E:13 IO [array-form] the extent of an array is a whole number of at least 1, found 2.5 in pl.array.create
        a[0] = n
        y[:, :] = pl.add(x[:, :], pl.cast(a[0], pl.FP32))
    return y


# check: an array of True elements
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.array.create(True, pl.INT32)  # E:13 IO [array-form] the extent of an array is a whole number of at least 1, found True in pl.array.create
        a[0] = n
        y[:, :] = pl.add(x[:, :], pl.cast(a[0], pl.FP32))
    return y


# check: an array of '4' elements
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.array.create('4', pl.INT32)  # E:13 IO [array-form] the extent of an array is a whole number of at least 1, found '4' in pl.array.create
        a[0] = n
        y[:, :] = pl.add(x[:, :], pl.cast(a[0], pl.FP32))
    return y


# check: an array of FP32
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.array.create(4, pl.FP32)  # E:13 IO [array-form] an array cannot hold FP32 in pl.array.create
        a[0] = n
        y[:, :] = pl.add(x[:, :], pl.cast(a[0], pl.FP32))
    return y


# check: an array of BF16
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.array.create(4, pl.BF16)  # E:13 IO [array-form] an array cannot hold BF16 in pl.array.create
        a[0] = n
        y[:, :] = pl.add(x[:, :], pl.cast(a[0], pl.FP32))
    return y


# check: an array of FP8E5M2
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.array.create(4, pl.FP8E5M2)  # E:13 IO [array-form] an array cannot hold FP8E5M2 in pl.array.create
        a[0] = n
        y[:, :] = pl.add(x[:, :], pl.cast(a[0], pl.FP32))
    return y


# check: an array needs a type
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.array.create(4)  # E:13 IO [argument-list] pl.array.create needs `dtype`
        a[0] = n
        y[:, :] = pl.add(x[:, :], pl.cast(a[0], pl.FP32))
    return y


# check: the type of an array is an element type
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.array.create(4, 4)  # E:32 TE [argument-type] `dtype` must be an element type, `4` is the number 4
        a[0] = n
        y[:, :] = pl.add(x[:, :], pl.cast(a[0], pl.FP32))
    return y


# check: an index of an array is in it
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.array.create(4, pl.INT32)
        a[4] = n  # E:9 IO [array-index] a[...]: index 4 is outside an array of 4 elements
        a[0] = n
        y[:, :] = pl.add(x[:, :], pl.cast(a[0], pl.FP32))
    return y


# check: an index of an array is not below 0
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.array.create(4, pl.INT32)
        a[-1] = n  # E:9 IO [array-index] a[...]: index -1 is outside an array of 4 elements
        a[0] = n
        y[:, :] = pl.add(x[:, :], pl.cast(a[0], pl.FP32))
    return y


# check: an index of an array that is read is in it
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.array.create(4, pl.INT32)
        a[0] = n
        y[:, :] = pl.add(x[:, :], pl.cast(a[9], pl.FP32))  # E:43 IO [array-index] a[...]: index 9 is outside an array of 4 elements
    return y


# check: an index of an array is an integer
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    n: pl.Scalar[pl.INT32],
    s: pl.Scalar[pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.array.create(4, pl.INT32)
        a[s] = n  # E:9 IO [array-index] a[...]: the index of an array must be an integer, found Scalar[FP32]
        a[0] = n
        y[:, :] = pl.add(x[:, :], pl.cast(a[0], pl.FP32))
    return y


# check: an index of an array is no fraction
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.array.create(4, pl.INT32)
        a[0.5] = n  # E:9 IO [array-index] a[...]: the index of an array must be an integer, found Scalar[FP32]
        a[0] = n
        y[:, :] = pl.add(x[:, :], pl.cast(a[0], pl.FP32))
    return y


# check: an index of an array is one
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.array.create(4, pl.INT32)
        a[0, 0] = n  # E:11 SE [index-count] `a` is an array and takes one index
        a[0] = n
        y[:, :] = pl.add(x[:, :], pl.cast(a[0], pl.FP32))
    return y


# check: an array has no slices
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.array.create(4, pl.INT32)
        a[0:2] = n  # E:11 SE [index-count] `a` is an array and takes one index
        a[0] = n
        y[:, :] = pl.add(x[:, :], pl.cast(a[0], pl.FP32))
    return y


# check: an element takes the type of the array
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    n: pl.Scalar[pl.INT32],
    m: pl.Scalar[pl.INT64],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.array.create(4, pl.INT32)
        a[0] = m  # E:9 IO [dtype-mismatch] a[...]: the array holds Scalar[INT32], the value is Scalar[INT64]
        a[0] = n
        y[:, :] = pl.add(x[:, :], pl.cast(a[0], pl.FP32))
    return y


# check: an element of integers takes no float
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    n: pl.Scalar[pl.INT32],
    s: pl.Scalar[pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.array.create(4, pl.INT32)
        a[0] = s  # E:9 IO [dtype-mismatch] a[...]: the array holds Scalar[INT32], the value is Scalar[FP32]
        a[0] = n
        y[:, :] = pl.add(x[:, :], pl.cast(a[0], pl.FP32))
    return y


# check: an element of integers takes no fraction
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.array.create(4, pl.INT32)
        a[0] = 0.5  # E:16 TE [number-range] the number 0.5 does not fit INT32
        a[0] = n
        y[:, :] = pl.add(x[:, :], pl.cast(a[0], pl.FP32))
    return y


# check: an element of integers takes no condition
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.array.create(4, pl.INT32)
        a[0] = n > 0  # E:9 IO [dtype-mismatch] a[...]: the array holds Scalar[INT32], the value is Scalar[BOOL]
        a[0] = n
        y[:, :] = pl.add(x[:, :], pl.cast(a[0], pl.FP32))
    return y


# check: an element holds the number
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.array.create(4, pl.INT8)
        a[0] = 300  # E:16 TE [number-range] the number 300 does not fit INT8
        a[1] = 1
        y[:, :] = pl.add(x[:, :], pl.cast(a[0], pl.FP32))
    return y


# check: an array is no tensor
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.array.create(4, pl.INT32)
        a[0] = n
        y[:, :] = pl.add(x[:, :], pl.cast(a[0], pl.FP32))
        y[:, :] = pl.exp(a)  # E:19 IO [operand-kind] `input` must be a tensor or a tile, found Array[4, INT32] in pl.exp
    return y


# check: an array is no result of a kernel
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a = pl.array.create(4, pl.INT32)
    a[0] = 1
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return a  # E:12 VE [array-escapes] kernel returns Array[4, INT32]: task ids and arrays stay inside one function


# check: pl.array.get_element takes an array
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x[:, :], pl.array.get_element(x, 0))  # E:35 IO [operand-kind] `array` must be an array, found Tensor[[32, 32], FP32] in pl.array.get_element
    return y


# check: pl.array.update_element takes an array
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.array.update_element(x, 0, 1)  # E:13 IO [operand-kind] `array` must be an array, found Tensor[[32, 32], FP32] in pl.array.update_element
        y[:, :] = x[:, :]
    return y


# check: pl.array.update_element needs a value
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.array.create(4, pl.INT32)
        a = pl.array.update_element(a, 0)  # E:13 IO [argument-list] pl.array.update_element needs `value`
        a[0] = n
        y[:, :] = pl.add(x[:, :], pl.cast(a[0], pl.FP32))
    return y


# check: pl.array has three operations
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.array.create(4, pl.INT32)
        a = pl.array.fill(a, 0)  # E:13 IO [unknown-operation] unknown operation pl.array.fill
        a[0] = n
        y[:, :] = pl.add(x[:, :], pl.cast(a[0], pl.FP32))
    return y


# check: an array stays in its region
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.array.create(4, pl.INT32)
        a[0] = n
        y[:, :] = x[:, :]
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:1, :] = pl.add(x[0:1, :], pl.cast(a[0], pl.FP32))  # E:47 SI [value-leaves-region] the array `a` is bound inside the region at line 323 and cannot leave it
    return y


# check: an array does not cross a function boundary
@pl.jit.incore
def body(a, x: pl.Tensor, y: pl.Out[pl.Tensor]):
    y[:, :] = pl.add(x[:, :], pl.cast(a[0], pl.FP32))  # E:39 IO [array-escapes] a[...]: `a` belongs to orchestration
    return y


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a = pl.array.create(4, pl.INT32)
    a[0] = 1
    y = body(a, x, y)
    return y
