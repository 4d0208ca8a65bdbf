# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl


# check: an operation on tensors in orchestration
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y = pl.add(x, x)  # E:9 IO [misplaced] Misplaced tensor op 'add': pl.add computes, and this code only decides what runs
    return y


# check: an operation with a number in orchestration
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y = pl.mul(x, 2.0)  # E:9 IO [misplaced] Misplaced tensor op 'mul': pl.mul computes, and this code only decides what runs
    return y


# check: an operation that is written into a window in orchestration
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y[0:16, :] = pl.exp(x[0:16, :])  # E:18 IO [misplaced] Misplaced tensor op 'exp': pl.exp computes, and this code only decides what runs
    return y


# check: a reduction in orchestration
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    s = pl.row_sum(x)  # E:9 IO [misplaced] Misplaced tensor op 'row_sum': pl.row_sum computes, and this code only decides what runs
    return y


# check: a product in orchestration
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    c = pl.matmul(x, x)  # E:9 IO [misplaced] Misplaced tensor op 'matmul': pl.matmul computes, and this code only decides what runs
    return y


# check: a cast of a tensor in orchestration
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    b = pl.cast(x, pl.BF16)  # E:9 IO [misplaced] Misplaced tensor op 'cast': pl.cast computes, and this code only decides what runs
    return y


# check: pl.full in orchestration
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.full([16, 64], dtype=pl.FP32, value=0.0)  # E:9 IO [misplaced] Misplaced tensor op 'full': pl.full computes, and this code only decides what runs
    return y


# check: an operation of the tile namespace in orchestration
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.tile.add(x, x)  # E:9 IO [misplaced] Misplaced tensor op 'add': pl.tile.add computes, and this code only decides what runs
    return y


# check: an operation of the tensor namespace in orchestration
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.tensor.add(x, x)  # E:9 IO [misplaced] Misplaced tensor op 'add': pl.tensor.add computes, and this code only decides what runs
    return y


# check: pl.load in orchestration
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.load(x, [0, 0], [16, 64])  # E:9 IO [misplaced] Misplaced tensor op 'load': pl.load computes, and this code only decides what runs
    return y


# check: pl.store in orchestration
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pl.store(x, [0, 0], y)  # E:5 IO [misplaced] Misplaced tensor op 'store': pl.store computes, and this code only decides what runs
    return y


# check: pl.move in orchestration
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.move(x, target_memory=pl.Mem.Vec)  # E:9 IO [misplaced] Misplaced tensor op 'move': pl.move computes, and this code only decides what runs
    return y


# check: pl.create_tile in orchestration
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.create_tile([16, 64], dtype=pl.FP32, target_memory=pl.Mem.Vec)  # E:9 IO [misplaced] Misplaced tensor op 'create_tile': pl.create_tile computes, and this code only decides what runs
    return y


# check: a block index in orchestration
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    b = pl.tile.get_block_idx()  # E:9 IO [misplaced] the block index exists only inside a region in pl.tile.get_block_idx
    return y


# check: an operation inside a loop of orchestration
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range(4):
        y[i * 16 : i * 16 + 16, :] = pl.add(x[i * 16 : i * 16 + 16, :], 1.0)  # E:38 IO [misplaced] Misplaced tensor op 'add': pl.add computes, and this code only decides what runs
    return y


# check: an operation inside a branch of orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    if n > 4:
        y[0:16, :] = pl.neg(x[0:16, :])  # E:22 IO [misplaced] Misplaced tensor op 'neg': pl.neg computes, and this code only decides what runs
    return y


# check: an operation in a function of a program that orchestrates
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        t = pl.add(x, x)  # E:13 IO [misplaced] Misplaced tensor op 'add': pl.add computes, and this code only decides what runs
        return y


# check: an operation in an inline helper that is called from orchestration
@pl.jit.inline
def helper(x: pl.Tensor, y: pl.Tensor):
    y[0:16, :] = pl.exp(x[0:16, :])  # E:18 IO [misplaced] Misplaced tensor op 'exp': pl.exp computes, and this code only decides what runs


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    helper(x, y)
    return y


# check: a tensor and a tile in one operation
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 64])
        y[0:16, :] = pl.add(x[0:16, :], t)  # E:22 IO [level-mix] cannot mix a tensor (Tensor[[16, 64], FP32]) and a tile (Tile[[16, 64], FP32, Vec]) in one operation in pl.add
    return y


# check: a tensor and a tile in one operation, the other way round
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 64])
        y[0:16, :] = pl.add(t, x[0:16, :])  # E:22 IO [level-mix] cannot mix a tensor (Tensor[[16, 64], FP32]) and a tile (Tile[[16, 64], FP32, Vec]) in one operation in pl.add
    return y


# check: a tensor in an operation of the tile namespace
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = pl.tile.exp(x[0:16, :])  # E:22 IO [level-mix] pl.tile.exp takes tiles, `input` is a tensor (Tensor[[16, 64], FP32])
    return y


# check: a tile in an operation of the tensor namespace
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 64])
        pl.store(pl.tensor.exp(t), [0, 0], y)  # E:18 IO [level-mix] pl.tensor.exp takes tensors, `input` is a tile (Tile[[16, 64], FP32, Vec])
    return y


# check: a tile that is written into a window
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 64])
        y[0:16, :] = t  # E:9 TE [level-mix] `y` is Tensor[[64, 64], FP32], the right side is Tile[[16, 64], FP32, Vec]: tensors and tiles do not mix
    return y


# check: a value of tensor level given to pl.store
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.store(x[0:16, :], [0, 0], y)  # E:9 IO [level-mix] pl.store takes tiles, `tile` is a tensor (Tensor[[16, 64], FP32])
    return y


# check: pl.load of a tile
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, 64])
        u = pl.load(t, [0, 0], [8, 64])  # E:13 IO [operand-kind] `tensor` must be a tensor, found Tile[[16, 64], FP32, Vec] in pl.load
    return y


# check: a region inside a region
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        with pl.at(level=pl.Level.CORE_GROUP):  # E:9 VE [501] a region cannot stand inside another region
            y[0:16, :] = x[0:16, :]
    return y


# check: a region inside an incore function
@pl.jit.incore
def core(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):  # E:5 VE [501] a region cannot stand inside another region
        y[0:16, :] = x[0:16, :]
    return y


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y = core(x, y)
    return y


# check: a region inside an InCore function of a program
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def core(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        with pl.at(level=pl.Level.CORE_GROUP):  # E:9 VE [501] a region cannot stand inside another region
            y[0:16, :] = x[0:16, :]
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        y = self.core(x, y)
        return y


# check: a region inside a launch of blocks
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4):
        with pl.at(level=pl.Level.CORE_GROUP):  # E:9 VE [501] a region cannot stand inside another region
            y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a launch of blocks inside a region
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        with pl.spmd(4):  # E:9 VE [501] a region cannot stand inside another region
            b = pl.tile.get_block_idx()
            y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a launch of blocks inside a launch of blocks
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4):
        for c in pl.spmd(2):  # E:9 VE [501] a region cannot stand inside another region
            y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a region of an inline helper inside a region
@pl.jit.inline
def helper(x: pl.Tensor, y: pl.Tensor):
    with pl.at(level=pl.Level.CORE_GROUP):  # E:5 VE [501] a region cannot stand inside another region
        y[0:16, :] = x[0:16, :]


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        helper(x, y)
    return y


# check: an automatic scope inside a region
@pl.jit(auto_scope=False)
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        with pl.scope():  # E:14 IO [scope-place] pl.scope belongs outside regions
            y[0:16, :] = x[0:16, :]
    return y


# check: a manual scope inside a region
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        with pl.manual_scope():  # E:14 IO [scope-place] pl.manual_scope belongs outside regions
            y[0:16, :] = x[0:16, :]
    return y


# check: a manual scope inside a launch of blocks
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4):
        with pl.manual_scope():  # E:14 IO [scope-place] pl.manual_scope belongs outside regions
            y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a manual scope inside an incore function
@pl.jit.incore
def core(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    with pl.manual_scope():  # E:10 IO [scope-place] pl.manual_scope belongs outside regions
        y[0:16, :] = x[0:16, :]
    return y


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y = core(x, y)
    return y


# check: a submission inside a region
@pl.jit.incore
def core(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    y[0:16, :] = x[0:16, :]
    return y


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y, t = pl.submit(core, x, y)  # E:16 IO [submit-place] core cannot be submitted inside a region
    return y


# check: a call of an incore function inside a region
@pl.jit.incore
def core(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    y[0:16, :] = x[0:16, :]
    return y


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = core(x, y)  # E:13 VE [501] a region cannot stand inside another region
        y[16:32, :] = x[16:32, :]
    return y


# check: a submission of blocks inside a region
@pl.jit.incore
def core(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    y[0:16, :] = x[0:16, :]
    return y


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y, t = pl.spmd_submit(core, x, y, core_num=4)  # E:16 IO [submit-place] core cannot be submitted inside a region
    return y


# check: task_dummy inside a region
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.system.task_dummy(deps=[])  # E:13 IO [task-dummy] pl.system.task_dummy belongs outside regions
        y[0:16, :] = x[0:16, :]
    return y


# check: task ids in an array inside a region
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.array.create(2, pl.TASK_ID)  # E:13 IO [array-escapes] task ids belong to orchestration in pl.array.create
        y[0:16, :] = x[0:16, :]
    return y


# check: a cluster inside a region
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        with pl.cluster():  # E:14 IO [misplaced] pl.cluster belongs outside regions
            y[0:16, :] = x[0:16, :]
    return y


# check: a dump tag inside a region
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.dump_tag(x)  # E:9 IO [misplaced] pl.dump_tag belongs outside regions
        y[0:16, :] = x[0:16, :]
    return y


# check: an entry that is called from an entry
@pl.jit
def other(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y[:, :] = x[:, :]
    return y


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y = other(x, y)  # E:9 UF [entry-call] other is an entry and cannot be called from a kernel
    return y


# check: vector work in a function of the cube core
@pl.function(type=pl.FunctionType.AIC)
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
    t = pl.load(x, [0, 0], [16, 64])
    out = pl.store(pl.exp(t), [0, 0], y)  # E:20 TE [core-kind] kernel is an AIC function and pl.exp runs on the vector core
    return out


# check: a product in a function of the vector core
@pl.function(type=pl.FunctionType.AIV)
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
    a = pl.move(pl.load(x, [0, 0], [64, 64], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Left)
    b = pl.move(pl.load(x, [0, 0], [64, 64], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Right)
    out = pl.store(pl.matmul(a, b), [0, 0], y)  # E:20 TE [core-kind] kernel is an AIV function and pl.matmul runs on the cube core
    return out


# check: an operation in a host program
@pl.jit.host
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.add(x, x)  # E:9 SE [host-level] pl.add computes on a core, and this is a driver, which runs on the host
    return y
