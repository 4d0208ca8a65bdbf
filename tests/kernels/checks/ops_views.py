# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl

# check: a slice has an extent for each axis
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.slice(x, [32], [0, 0])  # E:19 IO [rank] shape has 1 entries, the tensor has 2 axes in pl.slice
    return y


# check: a slice has an offset for each axis
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.slice(x, [32, 32], [0])  # E:19 IO [rank] offset has 1 entries, the tensor has 2 axes in pl.slice
    return y


# check: a slice in a region has a static shape
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.slice(x, [n, 32], [0, 0])  # E:19 IO [not-static] a slice inside a region must be static, found [n, 32] in pl.slice
    return y


# check: a slice of a tile has a static shape
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.slice(pl.load(x, [0, 0], [32, 32]), [n, 32], [0, 0]), [0, 0], y)  # E:22 IO [not-static] a slice of a tile must be static, found [n, 32] in pl.slice
    return y


# check: a slice stays in its source
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.slice(x, [32, 32], [16, 0])  # E:19 IO [bounds] the window leaves the source in pl.slice: axis 0 asks for 16 to 48, the extent is 32
    return y


# check: a slice of a tile stays in the tile
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.slice(pl.load(x, [0, 0], [32, 32]), [16, 32], [24, 0]), [0, 0], y)  # E:22 IO [bounds] the window leaves the source in pl.slice: axis 0 asks for 24 to 40, the extent is 32
    return y


# check: a view stays in its source
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    v = pl.slice(x, [32, 32], [8, 0])  # E:9 IO [bounds] the window leaves the source in pl.slice: axis 0 asks for 8 to 40, the extent is 32
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = v[:, :]
    return y


# check: what a slice holds stays in its source
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.slice(x, [32, 32], [16, 0], valid_shape=[20, 32])  # E:13 IO [bounds] the window leaves the source in pl.slice: axis 0 asks for 16 to 36, the extent is 32
        y[:, :] = pl.fillpad(t)
    return y


# check: an offset below 0
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.slice(x, [32, 32], [-1, 0])  # E:19 IO [bounds] offset -1 on axis 0 is negative in pl.slice
    return y


# check: an offset is a whole number
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.slice(x, [32, 32], [0.5, 0])  # E:42 TE [argument-type] an integer is expected, `0.5` is the number 0.5
    return y


# check: valid_shape narrows
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.slice(x, [16, 32], [0, 0], valid_shape=[32, 32])  # E:13 IO [valid-shape] valid_shape[0] is 32, the window has 16 in pl.slice
        y[0:16, :] = pl.fillpad(t)
    return y


# check: valid_shape has an extent for each axis
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.slice(x, [32, 32], [0, 0], valid_shape=[32])  # E:13 IO [rank] valid_shape has 1 entries, the tensor has 2 axes in pl.slice
        y[:, :] = pl.fillpad(t)
    return y


# check: valid_shape is not below 0
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.slice(x, [32, 32], [0, 0], valid_shape=[-1, 32])  # E:13 IO [valid-shape] valid_shape[0] is -1, it cannot be negative in pl.slice
        y[:, :] = pl.fillpad(t)
    return y


# check: an axis that is dropped has one element
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0, :] = pl.slice(x, [2, 32], [0, 0], drop_dims=[0])  # E:19 IO [rank] axis 0 of extent 2 cannot be dropped, only 1 can in pl.slice
    return y


# check: an axis that is dropped exists
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0, :] = pl.slice(x, [1, 32], [0, 0], drop_dims=[2])  # E:19 IO [rank] drop_dims names axis 2, the axes are 0 to 1 in pl.slice
    return y


# check: an axis is dropped once
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0, :] = pl.slice(x, [1, 32], [0, 0], drop_dims=[0, 0])  # E:19 IO [rank] drop_dims=[0, 0] names an axis twice in pl.slice
    return y


# check: not all axes are dropped
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.slice(x, [1, 1], [0, 0], drop_dims=[0, 1])  # E:13 IO [rank] at least one axis must be kept in pl.slice
        y[:, :] = pl.add(x[:, :], t)
    return y


# check: an axis that is dropped holds data
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.slice(x, [1, 32], [0, 0], valid_shape=[0, 32], drop_dims=[0])  # E:13 IO [valid-shape] axis 0 holds no data and cannot be dropped in pl.slice
        y[0, :] = t
    return y


# check: an axis that is dropped is static
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.slice(x, [n, 32], [0, 0], drop_dims=[0])  # E:13 IO [rank] axis 0 of extent n cannot be dropped, only 1 can in pl.slice
        y[0, :] = t
    return y


# check: pad_value of a slice without padding does nothing
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.slice(x, [32, 32], [0, 0], pad_value=pl.PadValue.min)  # W:13 [pad-value] pad_value of a slice that holds data everywhere does nothing
        y[:, :] = t
    return y


# check: a slice of a tile has no pad_value
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.slice(pl.load(x, [0, 0], [32, 32]), [32, 32], [0, 0], valid_shape=[8, 8], pad_value=pl.PadValue.zero), [0, 0], y)  # E:22 IO [fill-value] a slice of a tile writes no padding in pl.slice
    return y


# check: pad_value is a padding
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.slice(x, [32, 32], [0, 0], valid_shape=[8, 8], pad_value=7)  # E:13 IO [fill-value] pad value 7 is not accepted in pl.slice
        y[:, :] = pl.fillpad(t)
    return y


# check: clamp is True or False
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.slice(x, [32, 32], [0, 0], clamp=1)  # E:55 TE [argument-type] `clamp` must be True or False, `1` is the number 1
    return y


# check: a slice needs tensors
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.slice(n, [32, 32], [0, 0])  # E:19 IO [operand-kind] `input` must be a tensor or a tile, found a scalar (Scalar[INDEX]) in pl.slice
    return y


# check: a reshape keeps the number of elements
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.reshape(x[:, :], [16, 32])  # E:19 IO [shape-mismatch] cannot reshape [32, 32] to [16, 32] in pl.reshape: the number of elements differs
    return y


# check: a reshape of a tile keeps the number of elements
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.reshape(pl.load(x, [0, 0], [32, 32]), [16, 32]), [0, 0], y)  # E:22 IO [shape-mismatch] cannot reshape [32, 32] to [16, 32] in pl.reshape: the number of elements differs
    return y


# check: a reshape in orchestration keeps the number of elements
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    v = pl.reshape(x, [16, 32])  # E:9 IO [shape-mismatch] cannot reshape [32, 32] to [16, 32] in pl.reshape: the number of elements differs
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = v[:, :]
    return y


# check: extents of a reshape are at least 1
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.reshape(x[:, :], [-1, 32])  # E:19 IO [shape-mismatch] cannot reshape [32, 32] to [-1, 32] in pl.reshape: the number of elements differs
    return y


# check: a partly valid value is reshaped where its data stays a rectangle
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.slice(x, [32, 32], [0, 0], valid_shape=[32, 20])
        y[:, :] = pl.reshape(pl.reshape(t, [16, 64]), [32, 32])  # E:30 IO [valid-shape] valid region [32, 20] of [32, 32] is no rectangle of [16, 64] in pl.reshape
    return y


# check: a partly valid row is not cut
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[4, 8], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.slice(x, [1, 32], [0, 0], valid_shape=[1, 20])
        y[:, :] = pl.reshape(t, [4, 8])  # E:19 IO [valid-shape] valid region [1, 20] of [1, 32] is no rectangle of [4, 8] in pl.reshape
    return y


# check: axes of a transpose differ
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.transpose(x[:, :], 0, 0)  # E:19 IO [rank] axis 0 and axis 0 are the same in pl.transpose
    return y


# check: axes of a transpose exist
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.transpose(x[:, :], 0, 2)  # E:19 IO [rank] axis 2 does not exist, the value has 2 axes in pl.transpose
    return y


# check: a negative axis of a transpose exists
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.transpose(x[:, :], -3, 0)  # E:19 IO [rank] axis -3 does not exist, the value has 2 axes in pl.transpose
    return y


# check: axes of a transpose differ, counted from the end
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.transpose(x[:, :], 1, -1)  # E:19 IO [rank] axis 1 and axis -1 are the same in pl.transpose
    return y


# check: axes of a transpose are known while the kernel is read
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.transpose(x[:, :], n, 0)  # E:41 TE [not-static] `axis1` must be known while the kernel is read, `n` is Scalar[INDEX]
    return y


# check: axes of a transpose are whole
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.transpose(x[:, :], 0.0, 1)  # E:19 IO [rank] axis 0.0 does not exist, the value has 2 axes in pl.transpose
    return y


# check: elements of 8 bytes are not transposed
# platform: a5sim
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT64], y: pl.Out[pl.Tensor[[32, 32], pl.INT64]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.transpose(x[:, :], 0, 1)  # E:19 IO [dtype-support] elements of INT64 cannot be transposed in pl.transpose
    return y


# check: pl.tile.transpose_view takes tiles
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.tile.transpose_view(x[:, :])  # E:19 IO [level-mix] pl.tile.transpose_view takes tiles, `tile` is a tensor (Tensor[[32, 32], FP32])
    return y


# check: pl.tile.transpose_view is of Mat
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.tile.transpose_view(pl.load(x, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [memory-space] a view with exchanged axes is for tiles in Mat, this one is in Vec in pl.tile.transpose_view
    return y


# check: pl has no transpose_view
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.transpose_view(pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)), [0, 0], y)  # E:22 IO [unknown-operation] unknown operation pl.transpose_view
    return y


# check: pl.reinterpret_view takes another type
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.reinterpret_view(x[:, :], pl.FP32)  # E:19 IO [cast-form] `data` holds FP32 already in pl.reinterpret_view
    return y


# check: pl.reinterpret_view takes no FP8
# platform: a5sim
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 128], pl.FP8E5M2]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.reinterpret_view(x[:, :], pl.FP8E5M2)  # E:19 IO [dtype-support] element type FP8E5M2 is not accepted in pl.reinterpret_view
    return y


# check: pl.reinterpret_view takes no BOOL
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.reinterpret_view(x[:, :], pl.BOOL)  # E:19 IO [dtype-support] element type BOOL is not accepted in pl.reinterpret_view
    return y


# check: the bytes of pl.reinterpret_view divide
@pl.jit
def kernel(x: pl.Tensor[[32, 31], pl.FP16], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.reinterpret_view(x[:, :], pl.FP32)  # E:19 IO [dtype-mismatch] 31 elements of FP16 are no whole number of FP32 in pl.reinterpret_view
    return y


# check: the shape of pl.reinterpret_view has the same bytes
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.reinterpret_view(x[:, :], pl.FP16, shape=[32, 32])  # E:19 IO [shape-mismatch] [32, 32] of FP32 and [32, 32] of FP16 have different sizes in pl.reinterpret_view
    return y


# check: what pl.reinterpret_view holds divides
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP16], y: pl.Out[pl.Tensor[[32, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.slice(x, [32, 32], [0, 0], valid_shape=[32, 5])
        y[:, :] = pl.fillpad(pl.reinterpret_view(t, pl.FP32))  # E:30 IO [dtype-mismatch] 5 elements of FP16 are no whole number of FP32 in pl.reinterpret_view
    return y


# check: shape of pl.reinterpret_view is a keyword
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.reinterpret_view(x[:, :], pl.INT32, [32, 32])  # E:58 IO [argument-list] pl.reinterpret_view takes 2 argument(s) by position
    return y


# check: pl.tensor.view needs a shape or a layout
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    v = pl.tensor.view(x)  # E:9 IO [operation-form] a view has another `shape`, or a `layout` in pl.tensor.view
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = v[:, :]
    return y


# check: pl.tensor.view keeps the number of elements
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    v = pl.tensor.view(x, [16, 32])  # E:9 IO [shape-mismatch] cannot reshape [32, 32] to [16, 32] in pl.tensor.view: the number of elements differs
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = v[:, :]
    return y


# check: pl has no view
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.view(x[:, :], [32, 32])  # E:19 IO [unknown-operation] unknown operation pl.view
    return y


# check: a view of a partly valid value says what it holds
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.slice(x, [32, 32], [0, 0], valid_shape=[8, 32])
        y[:, :] = pl.fillpad(pl.tensor.view(t, [32, 32]))  # E:30 IO [valid-shape] the tensor holds data in part, and the view does not say where in pl.tensor.view: [8, 32] of [32, 32]
    return y


# check: pl.concat joins equal rows
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.concat(x[:, :], x[0:16, :])  # E:19 IO [shape-mismatch] rows differ in pl.concat: [32, 32] and [16, 32]
    return y


# check: pl.concat joins equal types
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    h: pl.Tensor[[32, 32], pl.FP16],
    y: pl.Out[pl.Tensor[[32, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.concat(x[:, :], h[:, :])  # E:19 IO [dtype-mismatch] element types differ in pl.concat: FP32 and FP16
    return y


# check: pl.concat joins two axes
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], a: pl.Tensor[[32], pl.FP32], y: pl.Out[pl.Tensor[[64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.concat(a[:], a[:])  # E:16 IO [rank] two axes are expected, found [32] and [32] in pl.concat
    return y


# check: pl.concat joins no number
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.concat(x[:, :], 0.0)  # E:19 IO [operand-kind] `src1` must be a tensor or a tile, found a scalar (Scalar[FP32]) in pl.concat
    return y


# check: pl.tile.extract says where to
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.matmul(pl.tile.extract(pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat), 0, 0, [16, 32]), pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)), [0, 0], y)  # E:32 IO [argument-list] pl.tile.extract needs `target_memory`
    return y


# check: pl.tile.extract stays in its source
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.matmul(pl.tile.extract(pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat), 24, 0, [16, 32], target_memory=pl.Mem.Left), pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)), [0, 0], y)  # E:32 IO [bounds] the window leaves the source in pl.tile.extract: axis 0 asks for 24 to 40, the extent is 32
    return y


# check: pl.tile.extract has a static shape
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.matmul(pl.tile.extract(pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat), 0, 0, [n, 32], target_memory=pl.Mem.Left), pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)), [0, 0], y)  # E:32 IO [not-static] the shape of a part must be static, found [n, 32] in pl.tile.extract
    return y


# check: pl.tile.extract has two axes
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.matmul(pl.tile.extract(pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat), 0, 0, [16], target_memory=pl.Mem.Left), pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)), [0, 0], y)  # E:32 IO [rank] the shape of a part has two axes, found [16] in pl.tile.extract
    return y


# check: pl.tile.extract reads Mat and Acc
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.tile.extract(pl.load(x, [0, 0], [32, 32]), 0, 0, [16, 32], target_memory=pl.Mem.Vec), [0, 0], y)  # E:22 IO [memory-space] no extract from Vec to Vec in pl.tile.extract
    return y


# check: pl.tile.extract takes tiles
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.tile.extract(x[:, :], 0, 0, [32, 32], target_memory=pl.Mem.Left)  # E:19 IO [level-mix] pl.tile.extract takes tiles, `src` is a tensor (Tensor[[32, 32], FP32])
    return y


# check: pl.set_validshape takes two axes
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], a: pl.Tensor[[32], pl.FP32], y: pl.Out[pl.Tensor[[32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.fillpad(pl.set_validshape(a[:], 1, 2))  # E:27 IO [rank] two axes are expected, found [32] in pl.set_validshape
    return y


# check: rows that hold data are in the shape
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.fillpad(pl.set_validshape(x[:, :], 33, 32))  # E:30 IO [valid-shape] valid_rows=33 is outside 0..32 in pl.set_validshape
    return y


# check: columns that hold data are in the shape
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.fillpad(pl.set_validshape(x[:, :], 32, 40))  # E:30 IO [valid-shape] valid_cols=40 is outside 0..32 in pl.set_validshape
    return y


# check: what holds data is not below 0
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.fillpad(pl.set_validshape(x[:, :], -1, 32))  # E:30 IO [valid-shape] valid_rows=-1 is outside 0..32 in pl.set_validshape
    return y


# check: what holds data is a whole number
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.fillpad(pl.set_validshape(x[:, :], 1.5, 32))  # E:30 IO [operand-kind] `valid_rows` must be an integer, found Scalar[FP32] in pl.set_validshape
    return y


# check: what holds data is no float
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.fillpad(pl.set_validshape(x[:, :], s, 32))  # E:30 IO [operand-kind] `valid_rows` must be an integer, found Scalar[FP32] in pl.set_validshape
    return y


# check: what holds data is no bool
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.fillpad(pl.set_validshape(x[:, :], True, 32))  # E:30 IO [operand-kind] `valid_rows` must be an integer, found Scalar[BOOL] in pl.set_validshape
    return y


# check: pl.set_validshape of the view of a transposed tile
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.set_validshape(pl.tile.transpose_view(pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)), 8, 8)  # E:13 IO [valid-shape] the valid region of a transposed view is not set behind it in pl.set_validshape
        y = pl.store(pl.matmul(t, pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)), [0, 0], y)
    return y


# check: pl.set_validshape of a view of a tensor
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.tensor.view(x, [16, 64])
        v = pl.set_validshape(v, 8, 64)  # E:13 IO [valid-shape] the valid region of a view is not set behind it in pl.set_validshape
        y[:, :] = pl.reshape(v, [32, 32])
    return y


# check: padding is not filled with 7
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.slice(x, [32, 32], [0, 0], valid_shape=[8, 32])
        y[:, :] = pl.fillpad(t, 7)  # E:19 IO [fill-value] pad value 7 is not accepted in pl.fillpad
    return y


# check: padding is not filled with 1.0
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.slice(x, [32, 32], [0, 0], valid_shape=[8, 32])
        y[:, :] = pl.fillpad(t, 1.0)  # E:19 IO [fill-value] pad value 1.0 is not accepted in pl.fillpad
    return y


# check: padding is not filled with -1
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.slice(x, [32, 32], [0, 0], valid_shape=[8, 32])
        y[:, :] = pl.fillpad(t, -1)  # E:19 IO [fill-value] pad value -1 is not accepted in pl.fillpad
    return y


# check: padding is not filled with True
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.slice(x, [32, 32], [0, 0], valid_shape=[8, 32])
        y[:, :] = pl.fillpad(t, True)  # E:19 IO [fill-value] pad value True is not accepted in pl.fillpad
    return y


# check: padding is not filled with pl.PadValue.null
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.slice(x, [32, 32], [0, 0], valid_shape=[8, 32])
        y[:, :] = pl.fillpad(t, pl.PadValue.null)  # E:19 IO [fill-value] pad value pl.PadValue.null is not accepted in pl.fillpad
    return y


# check: padding is not filled with 'min'
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.slice(x, [32, 32], [0, 0], valid_shape=[8, 32])
        y[:, :] = pl.fillpad(t, 'min')  # E:19 IO [fill-value] pad value 'min' is not accepted in pl.fillpad
    return y


# check: padding is not filled with float('nan')
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.slice(x, [32, 32], [0, 0], valid_shape=[8, 32])
        y[:, :] = pl.fillpad(t, float('nan'))  # E:19 IO [fill-value] pad value nan is not accepted in pl.fillpad
    return y


# check: a value of pl.PadValue exists
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.fillpad(x[:, :], pl.PadValue.mean)  # E:39 IO [unknown-member] pl.PadValue has no `mean`
    return y


# check: pl.fillpad_expand has a static shape
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.fillpad_expand(x[:, :], [n, 32])  # E:19 IO [not-static] the shape of a fill must be static, found [n, 32] in pl.fillpad_expand
    return y


# check: pl.fillpad_expand does not shrink
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.fillpad_expand(x[:, :], [16, 32])  # E:19 IO [shape-mismatch] shape [16, 32] is smaller than [32, 32] on axis 0 in pl.fillpad_expand
    return y


# check: pl.fillpad_expand keeps the axes
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.fillpad_expand(x[:, :], [32])  # E:19 IO [rank] shape has 1 entries, the value has 2 axes in pl.fillpad_expand
    return y


# check: pl.tile.fillpad_inplace takes tiles
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.tile.fillpad_inplace(x[:, :])  # E:19 IO [level-mix] pl.tile.fillpad_inplace takes tiles, `tile` is a tensor (Tensor[[32, 32], FP32])
    return y


# check: pl has no fillpad_inplace
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.fillpad_inplace(pl.load(x, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [unknown-operation] unknown operation pl.fillpad_inplace
    return y
