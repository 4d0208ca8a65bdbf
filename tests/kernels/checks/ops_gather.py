# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl

# check: pl.gather needs a form
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.gather(x[:, :])  # E:19 IO [operation-form] no form is chosen in pl.gather
    return y


# check: pl.gather has one form: index and mask
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 32], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.gather(x[:, :], -1, i[:, :], mask_pattern=pl.tile.MaskPattern.P0101)  # E:19 IO [operation-form] more than one form is chosen in pl.gather
    return y


# check: pl.gather has one form: index and comparison
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 32], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        a, b = pl.gather(x[:, :], -1, i[:, :], kvalue=1.0, cmp_mode='gt', out_cols=8)  # E:16 IO [operation-form] more than one form is chosen in pl.gather
        y[:, 0:8] = pl.cast(a, pl.FP32)
    return y


# check: pl.gather has one form: mask and comparison
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a, b = pl.gather(x[:, :], mask_pattern=pl.tile.MaskPattern.P0101, kvalue=1.0, cmp_mode='gt', out_cols=8)  # E:16 IO [operation-form] more than one form is chosen in pl.gather
        y[:, 0:8] = pl.cast(a, pl.FP32)
    return y


# check: index of pl.gather comes with dim
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 32], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.gather(x[:, :], index=i[:, :])  # E:19 IO [operation-form] `dim` is missing in pl.gather
    return y


# check: dim of pl.gather comes with index
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.gather(x[:, :], -1)  # E:19 IO [operation-form] `index` is missing in pl.gather
    return y


# check: dim of pl.gather exists
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 32], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.gather(x[:, :], 2, i[:, :])  # E:19 IO [rank] dim 2 does not exist, the value has 2 axes in pl.gather
    return y


# check: dim of pl.gather exists from the end
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 32], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.gather(x[:, :], -3, i[:, :])  # E:19 IO [rank] dim -3 does not exist, the value has 2 axes in pl.gather
    return y


# check: dim of pl.gather is known while the kernel is read
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    n: pl.Scalar[pl.INDEX],
    i: pl.Tensor[[32, 32], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.gather(x[:, :], n, i[:, :])  # E:38 TE [not-static] `dim` must be known while the kernel is read, `n` is Scalar[INDEX]
    return y


# check: index of pl.gather has as many axes
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.gather(x[:, :], -1, i[:])  # E:19 IO [rank] `index` has 1 axes, `input` has 2 in pl.gather
    return y


# check: pl.gather takes two axes or three
@pl.jit
def kernel(x: pl.Tensor[[32], pl.FP32], i: pl.Tensor[[32], pl.INT32], y: pl.Out[pl.Tensor[[32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.gather(x[:], -1, i[:])  # E:16 IO [rank] two or three axes are expected, found [32] in pl.gather
    return y


# check: pl.gather takes no four axes
@pl.jit
def kernel(
    x: pl.Tensor[[2, 2, 8, 8], pl.FP32],
    i: pl.Tensor[[2, 2, 8, 8], pl.INT32],
    y: pl.Out[pl.Tensor[[2, 2, 8, 8], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :, :, :] = pl.gather(x[:, :, :, :], -1, i[:, :, :, :])  # E:25 IO [rank] two or three axes are expected, found [2, 2, 8, 8] in pl.gather
    return y


# check: three axes along the first take 32 bits
@pl.jit
def kernel(
    x: pl.Tensor[[2, 8, 16], pl.FP16],
    i: pl.Tensor[[2, 8, 16], pl.INT32],
    y: pl.Out[pl.Tensor[[2, 8, 16], pl.FP16]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :, :] = pl.gather(x[:, :, :], 0, i[:, :, :])  # E:22 IO [dtype-support] along axis 0 of three the elements have 32 bits, found FP16 in pl.gather
    return y


# check: index of pl.gather has no more rows than the input
@pl.jit
def kernel(
    x: pl.Tensor[[16, 32], pl.FP32],
    i: pl.Tensor[[32, 32], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.gather(x[:, :], -1, i[:, :])  # E:19 IO [shape-mismatch] `index` [32, 32] is larger than `input` [16, 32] on axis 0 in pl.gather
    return y


# check: pl.gather takes no BF16
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.BF16],
    i: pl.Tensor[[32, 32], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.BF16]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.gather(x[:, :], -1, i[:, :])  # E:19 IO [dtype-support] element type BF16 is not accepted in pl.gather
    return y


# check: pl.gather takes no INT8
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.INT8],
    i: pl.Tensor[[32, 32], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.INT8]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.gather(x[:, :], -1, i[:, :])  # E:19 IO [dtype-support] element type INT8 is not accepted in pl.gather
    return y


# check: pl.gather takes no UINT32
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.UINT32],
    i: pl.Tensor[[32, 32], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.UINT32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.gather(x[:, :], -1, i[:, :])  # E:19 IO [dtype-support] element type UINT32 is not accepted in pl.gather
    return y


# check: index of pl.gather is not FP32
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 32], pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.gather(x[:, :], -1, i[:, :])  # E:19 IO [dtype-support] `index` holds FP32, indices into FP32 are INT32 in pl.gather
    return y


# check: index of pl.gather is not UINT32
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 32], pl.UINT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.gather(x[:, :], -1, i[:, :])  # E:19 IO [dtype-support] `index` holds UINT32, indices into FP32 are INT32 in pl.gather
    return y


# check: index of pl.gather is not INT64
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 32], pl.INT64],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.gather(x[:, :], -1, i[:, :])  # E:19 IO [dtype-support] `index` holds INT64, indices into FP32 are INT32 in pl.gather
    return y


# check: INT16 as index goes with 16 bits
# platform: a5sim
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 32], pl.INT16],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.gather(x[:, :], -1, i[:, :])  # E:19 IO [dtype-support] `index` holds INT16, indices into FP32 are INT32 in pl.gather
    return y


# check: index of pl.gather is no constant
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.gather(x[:, :], -1, pl.full([32, 32], pl.INT32, 0))  # E:19 IO [operand-kind] `index` of pl.gather is a constant, its indices have to lie in memory
    return y


# check: pl.gather of a form takes nothing of another: output_dtype
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 32], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.INT32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.gather(x[:, :], -1, i[:, :], output_dtype=pl.INT32)  # E:19 IO [operation-form] `output_dtype` belongs to the form with `mask_pattern` in pl.gather
    return y


# check: pl.gather of a form takes nothing of another: out_cols
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, 0:16] = pl.gather(x[:, :], mask_pattern=pl.tile.MaskPattern.P0101, out_cols=16)  # E:22 IO [operation-form] `out_cols` belongs to the form with `kvalue` in pl.gather
    return y


# check: a mask pattern exists
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, 0:16] = pl.gather(x[:, :], mask_pattern=pl.tile.MaskPattern.P0110)  # E:54 IO [unknown-member] pl.MaskPattern has no `P0110`
    return y


# check: a mask pattern is one of seven
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, 0:16] = pl.gather(x[:, :], mask_pattern=8)  # E:22 IO [operation-form] mask_pattern 8 is no pattern in pl.gather
    return y


# check: a mask pattern is no text
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, 0:16] = pl.gather(x[:, :], mask_pattern='P0101')  # E:22 IO [operation-form] mask_pattern 'P0101' is no pattern in pl.gather
    return y


# check: a mask takes two axes
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    a: pl.Tensor[[32], pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0, 0:16] = pl.gather(a[:], mask_pattern=pl.tile.MaskPattern.P0101)  # E:22 IO [rank] two axes are expected, found [32] in pl.gather
    return y


# check: columns of a mask of two are even
@pl.jit
def kernel(x: pl.Tensor[[32, 31], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, 0:15] = pl.gather(x[:, :], mask_pattern=pl.tile.MaskPattern.P0101)  # E:22 IO [shape-mismatch] P0101 takes one of 2 columns, [32, 31] has no multiple of 2 columns in pl.gather
    return y


# check: columns of a mask of four are a multiple
@pl.jit
def kernel(x: pl.Tensor[[32, 30], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, 0:7] = pl.gather(x[:, :], mask_pattern=pl.tile.MaskPattern.P0001)  # E:21 IO [shape-mismatch] P0001 takes one of 4 columns, [32, 30] has no multiple of 4 columns in pl.gather
    return y


# check: output_dtype has as many bits
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, 0:16] = pl.gather(x[:, :], mask_pattern=pl.tile.MaskPattern.P0101, output_dtype=pl.FP16)  # E:22 IO [dtype-support] output_dtype FP16 has 16 bits, FP32 has 32 in pl.gather
    return y


# check: a mask takes no INT8
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT8], y: pl.Out[pl.Tensor[[32, 32], pl.INT8]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, 0:16] = pl.gather(x[:, :], mask_pattern=pl.tile.MaskPattern.P0101)  # E:22 IO [dtype-support] element type INT8 is not accepted in pl.gather
    return y


# check: a comparison needs cmp_mode
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 8], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a, b = pl.gather(x[:, :], kvalue=1.0, out_cols=8)  # E:16 IO [operation-form] `cmp_mode` is missing in pl.gather
        y[:, :] = a
    return y


# check: a comparison needs out_cols
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 8], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a, b = pl.gather(x[:, :], kvalue=1.0, cmp_mode='gt')  # E:16 IO [operation-form] `out_cols` is missing in pl.gather
        y[:, :] = a
    return y


# check: cmp_mode is one of six
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 8], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a, b = pl.gather(x[:, :], kvalue=1.0, cmp_mode='above', out_cols=8)  # E:16 IO [operation-form] cmp_mode 'above' is no comparison in pl.gather
        y[:, :] = a
    return y


# check: cmp_mode is a code of six
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 8], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a, b = pl.gather(x[:, :], kvalue=1.0, cmp_mode=6, out_cols=8)  # E:16 IO [operation-form] cmp_mode 6 is no comparison in pl.gather
        y[:, :] = a
    return y


# check: out_cols is positive
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 8], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a, b = pl.gather(x[:, :], kvalue=1.0, cmp_mode='gt', out_cols=0)  # E:16 IO [operation-form] out_cols 0 is no column count in pl.gather
        y[:, :] = a
    return y


# check: out_cols is whole
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 8], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a, b = pl.gather(x[:, :], kvalue=1.0, cmp_mode='gt', out_cols=8.0)  # E:16 IO [operation-form] out_cols 8.0 is no column count in pl.gather
        y[:, :] = a
    return y


# check: count_dtype is INT32 or UINT32
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 8], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a, b = pl.gather(x[:, :], kvalue=1.0, cmp_mode='gt', out_cols=8, count_dtype=pl.INT16)  # E:16 IO [dtype-support] count_dtype INT16 is not accepted in pl.gather
        y[:, :] = a
    return y


# check: kvalue has the type of the input
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 8], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a, b = pl.gather(x[:, :], kvalue=s, cmp_mode='gt', out_cols=8)  # E:16 IO [dtype-mismatch] scalar is INT32, array is FP32 in pl.gather
        y[:, :] = a
    return y


# check: a comparison gives two values
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 8], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.gather(x[:, :], kvalue=1.0, cmp_mode='gt', out_cols=8)
        y[:, :] = a  # E:19 TE [argument-type] a tensor is expected on the right, `a` is a tuple
    return y


# check: a comparison takes no BF16
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.BF16], y: pl.Out[pl.Tensor[[32, 8], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a, b = pl.gather(x[:, :], kvalue=1.0, cmp_mode='gt', out_cols=8)  # E:16 IO [dtype-support] element type BF16 is not accepted in pl.gather
        y[:, :] = a
    return y


# check: pl.tile.gather needs tmp
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 32], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.tile.gather(pl.load(x, [0, 0], [32, 32]), pl.load(i, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [argument-list] pl.tile.gather needs `tmp`
    return y


# check: pl.tile.gather takes tiles
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 32], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.tile.gather(x[:, :], i[:, :], i[:, :])  # E:19 IO [level-mix] pl.tile.gather takes tiles, `src` is a tensor (Tensor[[32, 32], FP32])
    return y


# check: pl.tile.gather takes no BF16
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.BF16],
    i: pl.Tensor[[32, 32], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.BF16]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.tile.gather(pl.load(x, [0, 0], [32, 32]), pl.load(i, [0, 0], [32, 32]), pl.create_tile([32, 32], pl.BF16)), [0, 0], y)  # E:22 IO [dtype-support] element type BF16 is not accepted in pl.tile.gather
    return y


# check: indices of pl.tile.gather are INT32
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.tile.gather(pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 32]), pl.create_tile([32, 32], pl.FP32)), [0, 0], y)  # E:22 IO [dtype-support] `indices` holds FP32, indices into FP32 are INT32 in pl.tile.gather
    return y


# check: INT16 as indices of pl.tile.gather go with 16 bits
# platform: a5sim
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    j: pl.Tensor[[32, 32], pl.INT16],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.tile.gather(pl.load(x, [0, 0], [32, 32]), pl.load(j, [0, 0], [32, 32]), pl.create_tile([32, 32], pl.FP32)), [0, 0], y)  # E:22 IO [dtype-support] `indices` holds INT16, indices into FP32 are INT32 in pl.tile.gather
    return y


# check: pl.tile.gather_mask takes tiles
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, 0:16] = pl.tile.gather_mask(x[:, :], pl.tile.MaskPattern.P0101)  # E:22 IO [level-mix] pl.tile.gather_mask takes tiles, `src` is a tensor (Tensor[[32, 32], FP32])
    return y


# check: pl.tile.gather_mask takes a pattern
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.tile.gather_mask(pl.load(x, [0, 0], [32, 32]), 0), [0, 0], y)  # E:22 IO [operation-form] mask_pattern 0 is no pattern in pl.tile.gather_mask
    return y


# check: pl.tile.gather_compare needs out_cols
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 8], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a, b = pl.tile.gather_compare(pl.load(x, [0, 0], [32, 32]), 1.0, pl.create_tile([32, 32], pl.FP32))  # E:16 IO [argument-list] pl.tile.gather_compare needs `out_cols`
        y = pl.store(a, [0, 0], y)
    return y


# check: offsets of pl.gatherb are UINT32
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 8], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.gatherb(pl.load(x, [0, 0], [32, 32]), pl.load(i, [0, 0], [32, 8])), [0, 0], y)  # E:22 IO [dtype-support] `offset` holds INT32 in pl.gatherb
    return y


# check: offsets of pl.gatherb come in eights
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 4], pl.UINT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.gatherb(pl.load(x, [0, 0], [32, 32]), pl.load(i, [0, 0], [32, 4])), [0, 0], y)  # E:22 IO [shape-mismatch] `offset` has 4 columns, a multiple of 8 is needed in pl.gatherb
    return y


# check: pl.gatherb takes tiles
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 8], pl.UINT32],
    y: pl.Out[pl.Tensor[[32, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.gatherb(x[:, :], i[:, :])  # E:19 IO [level-mix] pl.gatherb takes tiles, `src` is a tensor (Tensor[[32, 32], FP32])
    return y


# check: pl.gather_row copies a static window
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        b = pl.create_l1([32, 32], pl.FP32)
        b = pl.gather_row(b, x, [0, 0], [0, 0], [n, 32])  # E:13 IO [not-static] `shapes` must be static, found [n, 32] in pl.gather_row
        y[:, :] = pl.matmul(x[:, :], b)
    return y


# check: a row that is gathered has an offset for each axis
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        b = pl.create_l1([32, 32], pl.FP32)
        b = pl.gather_row(b, x, [0], [0, 0], [1, 32])  # E:13 IO [rank] `dst_offset` has 1 entries, 2 are expected in pl.gather_row
        y[:, :] = pl.matmul(x[:, :], b)
    return y


# check: a row that is gathered stays in its source
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        b = pl.create_l1([32, 32], pl.FP32)
        b = pl.gather_row(b, x, [0, 0], [32, 0], [1, 32])  # E:13 IO [bounds] the window leaves the source in pl.gather_row: axis 0 asks for 32 to 33, the extent is 32
        y[:, :] = pl.matmul(x[:, :], b)
    return y


# check: a row that is gathered stays in its target
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        b = pl.create_l1([32, 32], pl.FP32)
        b = pl.gather_row(b, x, [32, 0], [0, 0], [1, 32])  # E:13 IO [bounds] the window leaves the target in pl.gather_row: axis 0 asks for 32 to 33, the extent is 32
        y[:, :] = pl.matmul(x[:, :], b)
    return y


# check: a row that is gathered keeps the type
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    h: pl.Tensor[[32, 32], pl.FP16],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        b = pl.create_l1([32, 32], pl.FP32)
        b = pl.gather_row(b, h, [0, 0], [0, 0], [1, 32])  # E:13 IO [dtype-mismatch] `dst` holds FP32, `src` FP16 in pl.gather_row
        y[:, :] = pl.matmul(x[:, :], b)
    return y


# check: valid_shape of pl.gather_row excludes transpose
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        b = pl.create_l1([32, 32], pl.FP32, transpose=True)
        b = pl.gather_row(b, x, [0, 0], [0, 0], [1, 32], True, valid_shape=[1, 16])  # E:13 IO [valid-shape] `valid_shape` and transpose=True exclude each other in pl.gather_row
        y[:, :] = pl.matmul(x[:, :], b, b_trans=True)
    return y


# check: transpose of pl.gather_row fits its target
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        b = pl.create_l1([32, 32], pl.FP32)
        b = pl.gather_row(b, x, [0, 0], [0, 0], [1, 32], transpose=True)  # E:13 IO [layout] `b` is gathered with transpose=True, and was not made so
        y[:, :] = pl.matmul(x[:, :], b)
    return y


# check: transpose of pl.gather_row is for Mat
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        b = pl.create_tile([32, 32], pl.FP32)
        b = pl.gather_row(b, x, [0, 0], [0, 0], [1, 32], transpose=True)  # E:13 IO [layout] transpose=True writes columns of a tile in Mat that was made with transpose=True in pl.gather_row
        y = pl.store(b, [0, 0], y)
    return y


# check: pl.gather_row reads global memory
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        b = pl.create_l1([32, 32], pl.FP32)
        b = pl.gather_row(b, x[:, :], [0, 0], [0, 0], [1, 32])  # E:13 IO [operand-kind] `src` is a tensor in global memory, found a value of the region (Tensor[[32, 32], FP32]) in pl.gather_row
        y[:, :] = pl.matmul(x[:, :], b)
    return y


# check: pl.gather_row writes on chip
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.gather_row(y, x, [0, 0], [0, 0], [1, 32])  # E:13 IO [operand-kind] `dst` is a tensor in global memory, rows are gathered into a value on the core in pl.gather_row
    return y


# check: pages take two axes
@pl.jit
def kernel(
    x: pl.Tensor[[8, 8, 32], pl.BF16],
    w: pl.Tensor[[32, 32], pl.BF16],
    idx: pl.Tensor[[32], pl.INT32],
    table: pl.Tensor[[8], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        b = pl.paged_gather(x, idx, table, 8, 32, 32)  # E:13 IO [dtype-support] `src` is Tensor[[8, 8, 32], BF16] in pl.paged_gather
        y[:, :] = pl.matmul(w[:, :], b)
    return y


# check: pages take no INT16
@pl.jit
def kernel(
    x: pl.Tensor[[64, 32], pl.INT16],
    w: pl.Tensor[[32, 32], pl.BF16],
    idx: pl.Tensor[[32], pl.INT32],
    table: pl.Tensor[[8], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        b = pl.paged_gather(x, idx, table, 8, 32, 32)  # E:13 IO [dtype-support] `src` is Tensor[[64, 32], INT16] in pl.paged_gather
        y[:, :] = pl.matmul(w[:, :], b)
    return y


# check: indices of pages are INT32
@pl.jit
def kernel(
    x: pl.Tensor[[64, 32], pl.BF16],
    w: pl.Tensor[[32, 32], pl.BF16],
    idx: pl.Tensor[[32], pl.INT64],
    table: pl.Tensor[[8], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        b = pl.paged_gather(x, idx, table, 8, 32, 32)  # E:13 IO [shape-mismatch] `indices` is Tensor[[32], INT64] in pl.paged_gather
        y[:, :] = pl.matmul(w[:, :], b)
    return y


# check: indices of pages are one row
@pl.jit
def kernel(
    x: pl.Tensor[[64, 32], pl.BF16],
    w: pl.Tensor[[32, 32], pl.BF16],
    idx: pl.Tensor[[2, 16], pl.INT32],
    table: pl.Tensor[[8], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        b = pl.paged_gather(x, idx, table, 8, 32, 32)  # E:13 IO [shape-mismatch] `indices` is Tensor[[2, 16], INT32] in pl.paged_gather
        y[:, :] = pl.matmul(w[:, :], b)
    return y


# check: max_indices holds all indices
@pl.jit
def kernel(
    x: pl.Tensor[[64, 32], pl.BF16],
    w: pl.Tensor[[32, 32], pl.BF16],
    idx: pl.Tensor[[32], pl.INT32],
    table: pl.Tensor[[8], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        b = pl.paged_gather(x, idx, table, 8, 32, 16)  # E:13 IO [shape-mismatch] 32 indices, max_indices is 16 in pl.paged_gather
        y[:, :] = pl.matmul(w[:, :], b)
    return y


# check: is_trans of pages is for Mat
@pl.jit
def kernel(
    x: pl.Tensor[[64, 32], pl.BF16],
    idx: pl.Tensor[[32], pl.INT32],
    table: pl.Tensor[[8], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        b = pl.paged_gather(x, idx, table, 8, 32, 32, space=pl.Mem.Vec, is_trans=True)  # E:13 IO [memory-space] is_trans=True needs space=pl.Mem.Mat in pl.paged_gather
        y[:, :] = pl.cast(b, pl.FP32)
    return y


# check: space of pages is Mat or Vec
@pl.jit
def kernel(
    x: pl.Tensor[[64, 32], pl.BF16],
    w: pl.Tensor[[32, 32], pl.BF16],
    idx: pl.Tensor[[32], pl.INT32],
    table: pl.Tensor[[8], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        b = pl.paged_gather(x, idx, table, 8, 32, 32, space=pl.Mem.Left)  # E:13 IO [memory-space] space=Left in pl.paged_gather
        y[:, :] = pl.matmul(w[:, :], b)
    return y


# check: columns of pages are in the source
@pl.jit
def kernel(
    x: pl.Tensor[[64, 32], pl.BF16],
    w: pl.Tensor[[32, 32], pl.BF16],
    idx: pl.Tensor[[32], pl.INT32],
    table: pl.Tensor[[8], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        b = pl.paged_gather(x, idx, table, 8, 32, 32, col_off=16)  # E:13 IO [bounds] the window leaves the source in pl.paged_gather: axis 1 asks for 16 to 48, the extent is 32
        y[:, :] = pl.matmul(w[:, :], b)
    return y


# check: block_size is positive
@pl.jit
def kernel(
    x: pl.Tensor[[64, 32], pl.BF16],
    w: pl.Tensor[[32, 32], pl.BF16],
    idx: pl.Tensor[[32], pl.INT32],
    table: pl.Tensor[[8], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        b = pl.paged_gather(x, idx, table, 0, 32, 32)  # E:13 IO [number-range] a block has at least one row, block_size is 0 in pl.paged_gather
        y[:, :] = pl.matmul(w[:, :], b)
    return y


# check: coalesce is row or elem
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[1, 32], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.mgather(x, pl.load(i, [0, 0], [1, 32]), 'col'), [0, 0], y)  # E:22 IO [operation-form] coalesce 'col' is not known in pl.mgather
    return y


# check: gather_oob is one of four
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[1, 32], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.mgather(x, pl.load(i, [0, 0], [1, 32]), gather_oob='error'), [0, 0], y)  # E:22 IO [operation-form] gather_oob 'error' is not known in pl.mgather
    return y


# check: gather_oob is one of four codes
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[1, 32], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.mgather(x, pl.load(i, [0, 0], [1, 32]), gather_oob=4), [0, 0], y)  # E:22 IO [operation-form] gather_oob 4 is not known in pl.mgather
    return y


# check: indices of pl.mgather are INT32
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[1, 32], pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.mgather(x, pl.load(i, [0, 0], [1, 32])), [0, 0], y)  # E:22 IO [dtype-support] `idx` holds FP32 in pl.mgather
    return y


# check: rows of pl.mgather come from one row of indices
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 32], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.mgather(x, pl.load(i, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [operation-form] `idx` is [32, 32], indices of rows are one row in pl.mgather
    return y


# check: scratch of pl.mgather is for Mat
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[1, 32], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.mgather(x, pl.load(i, [0, 0], [1, 32]), scratch=x), [0, 0], y)  # E:22 IO [operation-form] `scratch` is for the target pl.Mem.Mat in pl.mgather
    return y


# check: valid_shape of pl.mgather is for Mat
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[1, 32], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.mgather(x, pl.load(i, [0, 0], [1, 32]), valid_shape=[16, 32]), [0, 0], y)  # E:22 IO [operation-form] `valid_shape` is for the target pl.Mem.Mat in pl.mgather
    return y


# check: elements gathered into Mat need scratch
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 32], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        b = pl.mgather(x, i, 'elem', target_memory=pl.Mem.Mat)  # E:13 IO [scratch] elements go through a tensor of FP32 in global memory on their way to Mat in pl.mgather
        y = pl.store(pl.matmul(pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat), b), [0, 0], y)
    return y


# check: scratch of pl.mgather has the type of the memory
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 32], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        b = pl.mgather(x, i, 'elem', target_memory=pl.Mem.Mat, scratch=i)  # E:13 IO [scratch] elements go through a tensor of FP32 in global memory on their way to Mat in pl.mgather
        y = pl.store(pl.matmul(pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat), b), [0, 0], y)
    return y


# check: scratch of rows is not taken
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[1, 32], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        b = pl.mgather(x, i, 'row', target_memory=pl.Mem.Mat, scratch=x)  # E:13 IO [scratch] rows need no `scratch` in pl.mgather
        y = pl.store(pl.matmul(pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat), b), [0, 0], y)
    return y


# check: indices into Mat lie in global memory
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[1, 32], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        b = pl.mgather(x, pl.load(i, [0, 0], [1, 32]), target_memory=pl.Mem.Mat)  # E:13 IO [operand-kind] `idx` must be a tensor in global memory in pl.mgather
        y = pl.store(pl.matmul(pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat), b), [0, 0], y)
    return y


# check: pl.mgather reads global memory
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[1, 32], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.mgather(pl.load(x, [0, 0], [32, 32]), pl.load(i, [0, 0], [1, 32])), [0, 0], y)  # E:22 IO [operand-kind] `mem` must be a tensor in global memory, found a value of the region (Tile[[32, 32], FP32, Vec]) in pl.mgather
    return y


# check: indices of pl.mscatter are INT32
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.mscatter(pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 32]), y)  # E:13 IO [dtype-support] `idx` holds FP32 in pl.mscatter
    return y


# check: indices of pl.mscatter have the shape of the data
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 32], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.mscatter(pl.load(x, [0, 0], [32, 32]), pl.load(i, [0, 0], [16, 32]), y)  # E:13 IO [shape-mismatch] shapes do not match in pl.mscatter: [32, 32] and [16, 32]
    return y


# check: pl.mscatter keeps the type
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 32], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP16]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.mscatter(pl.load(x, [0, 0], [32, 32]), pl.load(i, [0, 0], [32, 32]), y)  # E:13 IO [dtype-mismatch] `src` holds FP32, the result FP16 in pl.mscatter
    return y


# check: pl.mscatter takes no BF16
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.BF16],
    i: pl.Tensor[[32, 32], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.BF16]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.mscatter(pl.load(x, [0, 0], [32, 32]), pl.load(i, [0, 0], [32, 32]), y)  # E:13 IO [dtype-support] element type BF16 is not accepted in pl.mscatter
    return y


# check: pl.mscatter takes tiles
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 32], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.mscatter(x[:, :], i[:, :], y)  # E:13 IO [level-mix] pl.mscatter takes tiles, `src` is a tensor (Tensor[[32, 32], FP32])
    return y


# check: pl.mscatter writes global memory
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 32], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.mscatter(pl.load(x, [0, 0], [32, 32]), pl.load(i, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [operand-kind] `output_tensor` must be a tensor in global memory, found a value of the region (Tile[[32, 32], FP32, Vec]) in pl.mscatter
    return y


# check: pl.scatter needs a form
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.scatter(x[:, :])  # E:19 IO [operation-form] `dim` is missing in pl.scatter
    return y


# check: pl.scatter has one form
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 16], pl.INT32],
    v: pl.Tensor[[32, 16], pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.scatter(x[:, :], -1, i[:, :], v[:, :], mask_pattern=pl.tile.MaskPattern.P0101)  # E:19 IO [operation-form] `dim` belongs to the form with `index` in pl.scatter
    return y


# check: pl.scatter goes along the last axis
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 16], pl.INT32],
    v: pl.Tensor[[32, 16], pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.scatter(x[:, :], 0, i[:, :], v[:, :])  # E:19 IO [rank] dim 0 is not the last axis in pl.scatter
    return y


# check: pl.scatter takes two axes
@pl.jit
def kernel(
    x: pl.Tensor[[32], pl.FP32],
    i: pl.Tensor[[16], pl.INT32],
    v: pl.Tensor[[16], pl.FP32],
    y: pl.Out[pl.Tensor[[32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.scatter(x[:], -1, i[:], v[:])  # E:16 IO [rank] `input` has two axes, found [32] in pl.scatter
    return y


# check: index of pl.scatter has the shape of src
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 8], pl.INT32],
    v: pl.Tensor[[32, 16], pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.scatter(x[:, :], -1, i[:, :], v[:, :])  # E:19 IO [shape-mismatch] shapes do not match in pl.scatter: [32, 8] and [32, 16]
    return y


# check: index of pl.scatter has the rows of the input
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 16], pl.INT32],
    v: pl.Tensor[[32, 16], pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.scatter(x[:, :], -1, i[0:16, :], v[0:16, :])  # E:19 IO [shape-mismatch] rows differ in pl.scatter: [32, 32] and [16, 16]
    return y


# check: index of pl.scatter is no wider than the input
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 64], pl.INT32],
    v: pl.Tensor[[32, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.scatter(x[:, :], -1, i[:, :], v[:, :])  # E:19 IO [shape-mismatch] `index` [32, 64] has more columns than `input` [32, 32] in pl.scatter
    return y


# check: src of pl.scatter has the type of the input
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 16], pl.INT32],
    v: pl.Tensor[[32, 16], pl.FP16],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.scatter(x[:, :], -1, i[:, :], v[:, :])  # E:19 IO [dtype-mismatch] `src` holds FP16, the result FP32 in pl.scatter
    return y


# check: pl.scatter of 4 bytes takes INT32 indices
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 16], pl.INT16],
    v: pl.Tensor[[32, 16], pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.scatter(x[:, :], -1, i[:, :], v[:, :])  # E:19 IO [dtype-support] `index` holds INT16, elements of FP32 are placed by INT32 in pl.scatter
    return y


# check: pl.scatter of 2 bytes takes INT16 indices
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP16],
    i: pl.Tensor[[32, 16], pl.INT32],
    v: pl.Tensor[[32, 16], pl.FP16],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP16]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.scatter(x[:, :], -1, i[:, :], v[:, :])  # E:19 IO [dtype-support] `index` holds INT32, elements of FP16 are placed by INT16 in pl.scatter
    return y


# check: pl.scatter of 2 bytes has at most 32768 elements
@pl.jit
def kernel(
    x: pl.Tensor[[32, 2048], pl.FP16],
    i: pl.Tensor[[32, 16], pl.INT16],
    v: pl.Tensor[[32, 16], pl.FP16],
    y: pl.Out[pl.Tensor[[32, 2048], pl.FP16]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.scatter(x[:, :], -1, i[:, :], v[:, :])  # E:19 IO [shape-mismatch] [32, 2048] has 65536 elements, an index of 16 bits reaches 32768 in pl.scatter
    return y


# check: pl.scatter takes no UINT32
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.UINT32],
    i: pl.Tensor[[32, 16], pl.INT32],
    v: pl.Tensor[[32, 16], pl.UINT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.UINT32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.scatter(x[:, :], -1, i[:, :], v[:, :])  # E:19 IO [dtype-support] element type UINT32 is not accepted in pl.scatter
    return y


# check: a mask of pl.scatter needs dst
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    v: pl.Tensor[[32, 16], pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.scatter(v[:, :], mask_pattern=pl.tile.MaskPattern.P0101)  # E:19 IO [operation-form] `dst` is missing in pl.scatter
    return y


# check: dst of a mask has the columns of the pattern
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    v: pl.Tensor[[32, 16], pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.scatter(v[:, :], mask_pattern=pl.tile.MaskPattern.P0001, dst=x[:, :])  # E:19 IO [shape-mismatch] P0001 spreads [32, 16] over [32, 64], `dst` is [32, 32] in pl.scatter
    return y


# check: dst of a mask has the type of the input
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    v: pl.Tensor[[32, 16], pl.FP16],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.scatter(v[:, :], mask_pattern=pl.tile.MaskPattern.P0101, dst=x[:, :])  # E:19 IO [dtype-mismatch] `input` holds FP16, the result FP32 in pl.scatter
    return y


# check: indexes of pl.tile.scatter are integers
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.tile.scatter(pl.create_tile([32, 32], pl.FP32), pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [dtype-support] `indexes` holds FP32, elements of FP32 are placed by INT32 in pl.tile.scatter
    return y


# check: pl.tile.scatter keeps the type
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    h: pl.Tensor[[32, 32], pl.FP16],
    i: pl.Tensor[[32, 32], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.tile.scatter(pl.load(x, [0, 0], [32, 32]), pl.load(h, [0, 0], [32, 32]), pl.load(i, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [dtype-mismatch] `src` holds FP16, the result FP32 in pl.tile.scatter
    return y


# check: pl.tile.scatter takes tiles
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[32, 32], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.tile.scatter(x[:, :], x[:, :], i[:, :])  # E:19 IO [level-mix] pl.tile.scatter takes tiles, `dst` is a tensor (Tensor[[32, 32], FP32])
    return y


# check: pl.tile.scatter_mask takes a pattern
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.tile.scatter_mask(pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 16]), 9), [0, 0], y)  # E:22 IO [operation-form] mask_pattern 9 is no pattern in pl.tile.scatter_mask
    return y


# check: pl.scatter_update goes along rows
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[2, 4], pl.INT32],
    v: pl.Tensor[[8, 32], pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.scatter_update(x[:, :], -1, i[:, :], v[:, :])  # E:19 IO [rank] dim -1 is not the axis of rows in pl.scatter_update
    return y


# check: index of pl.scatter_update is integer
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[2, 4], pl.FP32],
    v: pl.Tensor[[8, 32], pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.scatter_update(x[:, :], -2, i[:, :], v[:, :])  # E:19 IO [dtype-support] `index` holds FP32 in pl.scatter_update
    return y


# check: src of pl.scatter_update has a row for each index
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[2, 4], pl.INT32],
    v: pl.Tensor[[4, 32], pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.scatter_update(x[:, :], -2, i[:, :], v[:, :])  # E:19 IO [shape-mismatch] `src` is [4, 32], [2, 4] indices of rows need [8, 32] in pl.scatter_update
    return y


# check: src of pl.scatter_update has the columns of the input
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[2, 4], pl.INT32],
    v: pl.Tensor[[8, 16], pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.scatter_update(x[:, :], -2, i[:, :], v[:, :])  # E:19 IO [shape-mismatch] `src` is [8, 16], [2, 4] indices of rows need [8, 32] in pl.scatter_update
    return y


# check: src of pl.scatter_update has the type of the input
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[2, 4], pl.INT32],
    v: pl.Tensor[[8, 32], pl.FP16],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.scatter_update(x[:, :], -2, i[:, :], v[:, :])  # E:19 IO [dtype-mismatch] `src` holds FP16, the result FP32 in pl.scatter_update
    return y


# check: index of pl.scatter_update has two axes
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    i: pl.Tensor[[8], pl.INT32],
    v: pl.Tensor[[8, 32], pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.scatter_update(x[:, :], -2, i[:], v[:, :])  # E:19 IO [rank] `index` has two axes, found [8] in pl.scatter_update
    return y


# check: pl.scatter_update of three axes
@pl.jit
def kernel(
    x: pl.Tensor[[2, 8, 32], pl.FP32],
    i: pl.Tensor[[2, 4], pl.INT32],
    v: pl.Tensor[[2, 4, 32], pl.FP32],
    y: pl.Out[pl.Tensor[[2, 8, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :, :] = pl.scatter_update(x[:, :, :], -2, i[:, :], v[:, :, :])  # E:22 IO [rank] `input` has two axes, found [2, 8, 32] in pl.scatter_update
    return y
