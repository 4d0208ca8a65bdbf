# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl

# check: a load has an offset for each axis
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.load(x, [0], [32, 32]), [0, 0], y)  # E:22 IO [rank] offsets has 1 entries, the tensor has 2 axes in pl.load
    return y


# check: a load has an extent for each axis
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.load(x, [0, 0], [32]), [0, 0], y)  # E:22 IO [rank] shapes has 1 entries, the tensor has 2 axes in pl.load
    return y


# check: a load has a static shape
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.load(x, [0, 0], [n, 32]), [0, 0], y)  # E:22 IO [not-static] the shape of a load must be static, found [n, 32] in pl.load
    return y


# check: a load stays in its tensor
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.load(x, [16, 0], [32, 32]), [0, 0], y)  # E:22 IO [bounds] the window leaves the source in pl.load: axis 0 asks for 16 to 48, the extent is 32
    return y


# check: what is loaded stays in its tensor
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.load(x, [16, 0], [32, 32], valid_shape=[20, 32]), [0, 0], y)  # E:22 IO [bounds] the window leaves the source in pl.load: axis 0 asks for 16 to 36, the extent is 32
    return y


# check: valid_shape of a load narrows
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.load(x, [0, 0], [16, 32], valid_shape=[32, 32]), [0, 0], y)  # E:22 IO [valid-shape] valid_shape[0] is 32, the window has 16 in pl.load
    return y


# check: a load begins at 0 or later
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.load(x, [-1, 0], [32, 32]), [0, 0], y)  # E:22 IO [bounds] offset -1 on axis 0 is negative in pl.load
    return y


# check: a load takes a tensor of global memory
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.load(pl.load(x, [0, 0], [32, 32]), [0, 0], [32, 32]), [0, 0], y)  # E:22 IO [operand-kind] `tensor` must be a tensor, found Tile[[32, 32], FP32, Vec] in pl.load
    return y


# check: a load takes no value of the region
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.load(pl.exp(x[:, :]), [0, 0], [32, 32]), [0, 0], y)  # E:22 IO [memory-space] a load reads global memory, and `tensor` is a value on the core in pl.load: Tensor[[32, 32], FP32]
    return y


# check: a load does not reach Left
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Left), [0, 0], y)  # E:22 IO [memory-space] a load reaches Vec and Mat, not Left in pl.load
    return y


# check: a load does not reach Right
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Right), [0, 0], y)  # E:22 IO [memory-space] a load reaches Vec and Mat, not Right in pl.load
    return y


# check: a load does not reach Acc
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Acc), [0, 0], y)  # E:22 IO [memory-space] a load reaches Vec and Mat, not Acc in pl.load
    return y


# check: a load does not reach Bias
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Bias), [0, 0], y)  # E:22 IO [memory-space] a load reaches Vec and Mat, not Bias in pl.load
    return y


# check: a load does not reach DDR
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.DDR), [0, 0], y)  # E:22 IO [memory-space] a load reaches Vec and Mat, not DDR in pl.load
    return y


# check: target_memory is a memory
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.load(x, [0, 0], [32, 32], target_memory='Mat'), [0, 0], y)  # E:22 IO [memory-space] target_memory 'Mat' is no memory in pl.load
    return y


# check: pl.tensor has no load
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.tensor.load(x, [0, 0], [32, 32]), [0, 0], y)  # E:22 IO [unknown-operation] unknown operation pl.tensor.load
    return y


# check: a store takes a tile
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(x[:, :], [0, 0], y)  # E:13 IO [level-mix] pl.store takes tiles, `tile` is a tensor (Tensor[[32, 32], FP32])
    return y


# check: a store takes a tensor of global memory
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], pl.load(x, [0, 0], [32, 32]))  # E:13 IO [operand-kind] `output_tensor` must be a tensor, found Tile[[32, 32], FP32, Vec] in pl.store
    return y


# check: a store has an offset for each axis
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0], y)  # E:13 IO [rank] offsets has 1 entries, the tensor has 2 axes in pl.store
    return y


# check: a store stays in its tensor
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [16, 0], y)  # E:13 IO [bounds] the window leaves the target in pl.store: axis 0 asks for 16 to 48, the extent is 32
    return y


# check: a store begins at 0 or later
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [-1, 0], y)  # E:13 IO [bounds] offset -1 on axis 0 is negative in pl.store
    return y


# check: a store keeps the type
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)  # E:13 IO [dtype-mismatch] a FP32 tile cannot be stored into a FP16 tensor in pl.store
    return y


# check: a store of integers keeps the type
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.UINT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)  # E:13 IO [dtype-mismatch] a INT32 tile cannot be stored into a UINT32 tensor in pl.store
    return y


# check: a product of INT8 is stored as INT32
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT8], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.matmul(pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat), pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)), [0, 0], y)  # E:13 IO [dtype-mismatch] a INT32 tile cannot be stored into a FP32 tensor in pl.store
    return y


# check: a product of floats is not stored as INT32
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.matmul(pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat), pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)), [0, 0], y)  # E:13 IO [dtype-mismatch] a FP32 tile cannot be stored into a INT32 tensor in pl.store
    return y


# check: a store does not reach an input
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        x = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], x)  # W:13 [1004] `x` is an input parameter; what is written into it here does not reach the caller
        y[:, :] = x[:, :]
    return y


# check: atomic is a member of pl.AtomicType
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y, atomic='add')  # E:70 TE [argument-type] `atomic` must be a member of pl.AtomicType, `'add'` is the text 'add'
    return y


# check: atomic is a member that exists
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y, atomic=pl.AtomicType.Max)  # E:70 IO [unknown-member] pl.AtomicType has no `Max`
    return y


# check: UINT8 is not added atomically
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.UINT8], y: pl.Out[pl.Tensor[[32, 32], pl.UINT8]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y, atomic=pl.AtomicType.Add)  # E:13 IO [dtype-support] a2a3 adds no UINT8 atomically, and `y` holds it
    return y


# check: INT64 is not added atomically
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT64], y: pl.Out[pl.Tensor[[32, 32], pl.INT64]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y, atomic=pl.AtomicType.Add)  # E:13 IO [dtype-support] a2a3 adds no INT64 atomically, and `y` holds it
    return y


# check: UINT32 is not added atomically
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.UINT32], y: pl.Out[pl.Tensor[[32, 32], pl.UINT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y, atomic=pl.AtomicType.Add)  # E:13 IO [dtype-support] a2a3 adds no UINT32 atomically, and `y` holds it
    return y


# check: BF16 is not added atomically on a5
# platform: a5sim
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.BF16], y: pl.Out[pl.Tensor[[32, 32], pl.BF16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y, atomic=pl.AtomicType.Add)  # E:13 IO [dtype-support] a5 adds no BF16 atomically, and `y` holds it
    return y


# check: BF16 windows are not added atomically on a5
# platform: a5sim
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.BF16], y: pl.Out[pl.Tensor[[32, 32], pl.BF16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.assemble(y, x[:, :], [0, 0], atomic=pl.AtomicType.Add)  # E:13 IO [dtype-support] a5 adds no BF16 atomically, and `y` holds it
    return y


# check: a store extends what a tensor holds without a gap
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(y, [32, 32], [0, 0], valid_shape=[8, 32])
        v = pl.store(pl.load(x, [0, 0], [8, 32]), [16, 0], v)  # E:13 IO [memory-space] a store writes global memory, and `output_tensor` is a value on the core in pl.store: Tensor[[32, 32], FP32, valid [8, 32]]
    return y


# check: a window has as many axes as its target
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    a: pl.Tensor[[32], pl.FP32],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.assemble(y, a[:], [0, 0])  # E:13 IO [rank] source has 1 axes, target 2 in pl.assemble
    return y


# check: a window has an offset for each axis
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.assemble(y, x[:, :], [0])  # E:13 IO [rank] offset has 1 entries, the tensor has 2 axes in pl.assemble
    return y


# check: a window stays in its target
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.assemble(y, x[:, :], [8, 0])  # E:13 IO [bounds] the window leaves the target in pl.assemble: axis 0 asks for 8 to 40, the extent is 32
    return y


# check: a window has the type of its target
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.assemble(y, x[:, :], [0, 0])  # E:13 IO [dtype-mismatch] a FP32 value cannot be stored into a FP16 tensor in pl.assemble
    return y


# check: a tile that is put into a tile has its type
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[64, 32], pl.FP16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        b = pl.create_tile([64, 32], pl.FP16)
        b = pl.assemble(b, pl.load(x, [0, 0], [32, 32]), [0, 0])  # E:13 IO [dtype-mismatch] a FP32 value cannot be stored into a FP16 tensor in pl.assemble
        y = pl.store(b, [0, 0], y)
    return y


# check: a tile that is put into a tile fits whole
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        b = pl.create_tile([32, 32], pl.FP32)
        b = pl.assemble(b, pl.load(x, [0, 0], [32, 32]), [8, 0])  # E:13 IO [bounds] the window leaves the target in pl.assemble: axis 0 asks for 8 to 40, the extent is 32
        y = pl.store(b, [0, 0], y)
    return y


# check: atomic windows go to global memory
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.full([32, 32], pl.FP32, 0.0)
        t = pl.assemble(t, x[:, :], [0, 0], atomic=pl.AtomicType.Add)  # E:13 IO [atomic] atomic adds go to global memory in pl.assemble
        y[:, :] = t
    return y


# check: a window of a number
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.assemble(y, 1.0, [0, 0])  # E:13 IO [operand-kind] `source` must be a tensor or a tile, found a scalar (Scalar[FP32]) in pl.assemble
    return y


# check: a move does not reach global memory
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.move(pl.load(x, [0, 0], [32, 32]), pl.Mem.DDR), [0, 0], y)  # E:22 IO [memory-space] a tile is stored into global memory, not moved in pl.move: Vec to DDR
    return y


# check: a move takes tiles
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.move(x[:, :], pl.Mem.Vec)  # E:19 IO [level-mix] pl.move takes tiles, `tile` is a tensor (Tensor[[32, 32], FP32])
    return y


# check: nothing moves from Vec to Left
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.matmul(pl.move(pl.load(x, [0, 0], [32, 32]), pl.Mem.Left), pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)), [0, 0], y)  # E:32 IO [memory-space] no move from Vec to Left in pl.move
    return y


# check: nothing moves from Mat to Acc
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.move(pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat), pl.Mem.Acc), [0, 0], y)  # E:22 IO [memory-space] no move from Mat to Acc in pl.move
    return y


# check: nothing moves from Left to Right
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.matmul(pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat), pl.move(pl.move(pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat), pl.Mem.Left), pl.Mem.Right)), [0, 0], y)  # E:88 IO [memory-space] no move from Left to Right in pl.move
    return y


# check: nothing moves into LeftScale on a2a3
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.move(pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat), pl.Mem.LeftScale), [0, 0], y)  # E:22 IO [layout] LeftScale takes FP8E8M0 scales of the layout MX_A_ZZ, found Tile[[32, 32], FP32, Mat] in pl.move
    return y


# check: pl.read has an index for each axis
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.write(y, [0, 0], pl.read(x, [0]))  # E:29 IO [rank] offset has 1 entries, the tensor has 2 axes in pl.read
    return y


# check: one index reads one axis
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.write(y, [0, 0], pl.read(x, 0))  # E:40 TE [argument-type] `offset` must be a list, `0` is the number 0
    return y


# check: an element that is read is in its tensor
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.write(y, [0, 0], pl.read(x, [32, 0]))  # E:29 IO [bounds] index 32 is outside axis 0 of extent 32 in pl.read
    return y


# check: an index that is read is not below 0
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.write(y, [0, 0], pl.read(x, [-1, 0]))  # E:29 IO [bounds] index -1 is outside axis 0 of extent 32 in pl.read
    return y


# check: an index is a whole number
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.write(y, [0, 0], pl.read(x, [0.5, 0]))  # E:41 TE [argument-type] an integer is expected, `0.5` is the number 0.5
    return y


# check: pl.write has an index for each axis
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.write(y, [0], 1.0)  # E:9 IO [rank] offset has 1 entries, the tensor has 2 axes in pl.write
    return y


# check: an element that is written is in its tensor
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.write(y, [0, 32], 1.0)  # E:9 IO [bounds] index 32 is outside axis 1 of extent 32 in pl.write
    return y


# check: what is written has the element type
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.FP16], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.write(y, [0, 0], s)  # E:9 IO [dtype-mismatch] value is Scalar[FP16], the tensor holds FP32 in pl.write
    return y


# check: an extent is not written into floats
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.write(y, [0, 0], n)  # E:9 IO [dtype-mismatch] value is Scalar[INDEX], the tensor holds FP32 in pl.write
    return y


# check: an extent is not written into INT32
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.INT32],
    n: pl.Scalar[pl.INDEX],
    y: pl.Out[pl.Tensor[[32, 32], pl.INT32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.write(y, [0, 0], n)  # E:9 IO [dtype-mismatch] value is Scalar[INDEX], the tensor holds INT32 in pl.write
    return y


# check: the sum of an INT32 scalar and a number is an extent
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.INT32],
    s: pl.Scalar[pl.INT32],
    y: pl.Out[pl.Tensor[[32, 32], pl.INT32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.write(y, [0, 0], s + 1)  # E:9 IO [dtype-mismatch] value is Scalar[INDEX], the tensor holds INT32 in pl.write
    return y


# check: a number that is written fits
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT8], y: pl.Out[pl.Tensor[[32, 32], pl.INT8]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.write(y, [0, 0], 300)  # E:9 TE [number-range] the number 300 does not fit INT8
    return y


# check: a fraction is not written into integers
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.write(y, [0, 0], 0.5)  # E:9 TE [number-range] the number 0.5 does not fit INT32
    return y


# check: a tensor is no element
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.write(y, [0, 0], x[0:1, 0:1])  # E:9 IO [argument-type] `value` must be a scalar, found Tensor[[1, 1], FP32] in pl.write
    return y


# check: pl.write gives nothing
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        z = pl.write(y, [0, 0], 1.0)  # E:13 TE [no-value] the right side has no value
        pl.write(y, [0, 1], z)
    return y


# check: the axis of pl.dim exists
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.write(y, [0, 0], pl.cast(pl.cast(pl.dim(x, 2), pl.INT32), pl.FP32))  # E:45 IO [rank] axis 2 does not exist, the tensor has 2 axes in pl.dim
    return y


# check: the axis of pl.dim exists from the end
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.write(y, [0, 0], pl.cast(pl.cast(pl.dim(x, -3), pl.INT32), pl.FP32))  # E:45 IO [rank] axis -3 does not exist, the tensor has 2 axes in pl.dim
    return y


# check: the axis of pl.dim is known while the kernel is read
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.write(y, [0, 0], pl.cast(pl.cast(pl.dim(x, n), pl.INT32), pl.FP32))  # E:55 TE [not-static] `axis` must be known while the kernel is read, `n` is Scalar[INDEX]
    return y


# check: pl.dim takes tensors
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.write(y, [0, 0], pl.cast(pl.cast(pl.dim(pl.load(x, [0, 0], [32, 32]), 0), pl.INT32), pl.FP32))  # E:45 IO [operand-kind] `tensor` must be a tensor, found Tile[[32, 32], FP32, Vec] in pl.dim
    return y


# check: pl.dim takes no scalar
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.write(y, [0, 0], pl.cast(pl.cast(pl.dim(n, 0), pl.INT32), pl.FP32))  # E:45 IO [operand-kind] `tensor` must be a tensor or a tile, found a scalar (Scalar[INDEX]) in pl.dim
    return y


# check: a store continues what a tensor holds without a gap
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.InOut[pl.Tensor[[32, 32], pl.FP32]]):
    v = pl.slice(y, [32, 32], [0, 0], valid_shape=[8, 32])
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.store(pl.load(x, [0, 0], [8, 32]), [16, 0], v)  # E:13 IO [valid-shape] the tensor holds data in [8, 32], and the window [16:24, 0:32] does not continue it in pl.store
    return y


# check: a store continues what a tensor holds along one axis
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.InOut[pl.Tensor[[32, 32], pl.FP32]]):
    v = pl.slice(y, [32, 32], [0, 0], valid_shape=[8, 8])
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.store(pl.load(x, [0, 0], [8, 8]), [4, 4], v)  # E:13 IO [valid-shape] the tensor holds data in [8, 8], and the window [4:12, 4:12] does not continue it in pl.store
    return y


# check: a window continues what a tensor holds without a gap
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.InOut[pl.Tensor[[32, 32], pl.FP32]]):
    v = pl.slice(y, [32, 32], [0, 0], valid_shape=[8, 32])
    with pl.at(level=pl.Level.CORE_GROUP):
        v[16:24, :] = x[0:8, :]  # E:9 IO [valid-shape] v[...]: the tensor holds data in [8, 32], and the window [16:24, 0:32] does not continue it
    return y


# check: a store continues what a tensor holds along the whole of one side
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.InOut[pl.Tensor[[32, 32], pl.FP32]]):
    v = pl.slice(y, [32, 32], [0, 0], valid_shape=[8, 32])
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.store(pl.load(x, [0, 0], [8, 16]), [8, 0], v)  # E:13 IO [valid-shape] the tensor holds data in [8, 32], and the window [8:16, 0:16] does not continue it in pl.store
    return y


# check: a value on the core is continued without a gap
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(x, [32, 32], [0, 0], valid_shape=[8, 32])
        v = pl.assemble(v, x[0:8, :], [16, 0])  # E:13 IO [valid-shape] the tensor holds data in [8, 32], and the window [16:24, 0:32] does not continue it in pl.assemble
        y[:, :] = pl.fillpad(v)
    return y


# check: a tile is continued along the whole of one side
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [32, 32], valid_shape=[8, 32])
        t = pl.tile.assemble(t, pl.load(x, [0, 0], [8, 16]), [8, 16])  # E:13 IO [valid-shape] the tile holds data in [8, 32], and the window [8:16, 16:32] does not continue it in pl.tile.assemble
        y = pl.store(pl.fillpad(t), [0, 0], y)
    return y


# check: a value of several matrices is continued by whole ones
@pl.jit
def kernel(x: pl.Tensor[[4, 8, 32], pl.FP32], y: pl.Out[pl.Tensor[[4, 8, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.slice(x, [4, 8, 32], [0, 0, 0], valid_shape=[2, 8, 32])
        v[2:3, 0:4, :] = x[0:1, 0:4, :]  # E:9 IO [valid-shape] v[...]: the tensor holds data in [2, 8, 32], and the window [2:3, 0:4, 0:32] does not continue it
        y[:, :, :] = pl.fillpad(v)
    return y


# check: what continues a view of a tensor is known before its region
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Tensor[[8], pl.INT32], y: pl.InOut[pl.Tensor[[32, 32], pl.FP32]]):
    v = pl.slice(y, [32, 32], [0, 0], valid_shape=[8, 32])
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.assemble(v, pl.slice(x, [8, 32], [0, 0], valid_shape=[pl.read(n, [0]), 32]), [8, 0])  # E:13 IO [valid-shape] `v` holds data in [8, 32] and this write continues it, but how far is known in the region only in pl.assemble
    return y


# check: a loop does not continue a view of a tensor
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.InOut[pl.Tensor[[32, 32], pl.FP32]]):
    v = pl.slice(y, [32, 32], [0, 0], valid_shape=[8, 32])
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(2):
            v = pl.assemble(v, x[0:8, :], [8, 0])  # E:13 UF [buffer-change] `v` denotes another view at the end of the loop body than at its start
    return y


# check: a branch does not continue a view of a tensor that is read behind it
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Tensor[[8], pl.INT32], y: pl.InOut[pl.Tensor[[32, 32], pl.FP32]]):
    v = pl.slice(y, [32, 32], [0, 0], valid_shape=[8, 32])
    with pl.at(level=pl.Level.CORE_GROUP):
        if pl.read(n, [0]) > 3:
            v = pl.assemble(v, x[0:8, :], [8, 0])  # E:13 UF [buffer-change] `v` denotes different views in the branches of the `if` at line 661
        v[0:8, :] = pl.add(v[0:8, :], 1.0)
    return y


# check: a parameter that is declared valid in part is not continued
@pl.program
class Program:
    @pl.function(type=pl.FunctionType.InCore)
    def step(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.InOut[pl.Tensor[[32, 32], pl.FP32, pl.TensorView(valid_shape=[8, 32], layout=pl.TensorLayout.ND)]]):
        y = pl.store(pl.load(x, [0, 0], [8, 32]), [8, 0], y)  # E:13 IO [valid-shape] `y` holds data in [8, 32] and this write continues it, but its valid region is declared in pl.store
        return y


# check: the offsets of a load stand before its shape
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.load(x, [16, 32], [0, 0]), [0, 0], y)  # E:22 IO [number-range] the shape is [0, 0] at [16, 32] in pl.load: they stand in each other's place
    return y
