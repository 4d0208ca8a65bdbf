# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl

# check: dir_mask is 1, 2 or 3
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=4, slot_size=4096, slot_num=2)  # E:9 VE [pipe] `dir_mask` of pl.aic_initialize_pipe is 1 to 3, found 4
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1)

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: dir_mask is not 0
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1)

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=0, slot_size=4096, slot_num=2)  # E:9 VE [pipe] `dir_mask` of pl.aiv_initialize_pipe is 1 to 3, found 0
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: dir_mask is needed
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, slot_size=4096, slot_num=2)  # E:9 IO [argument-list] pl.aic_initialize_pipe needs `dir_mask`
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1)

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: both sides agree on dir_mask
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1)

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=2, slot_size=4096, slot_num=2)  # E:9 VE [pipe] dir_mask=2 has no direction c2v, and c2v_consumer_buf is given
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: slot_size is needed
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_num=2)  # E:9 IO [argument-list] pl.aic_initialize_pipe needs `slot_size`
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1)

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: slot_size is positive
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=0, slot_num=2)  # E:9 VE [pipe] `slot_size` of pl.aic_initialize_pipe is at least 1, found 0
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1)

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: slot_size is known while the kernel is read
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=pl.dim(x, 0) * 128.0, slot_num=2)  # E:61 IO [scalar-type] cannot mix INDEX and FP32 in `*`
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1)

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: a slot holds what is pushed
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=2048, slot_num=2)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1)  # E:9 VE [pipe] the tile takes 4096 bytes, and a slot of pipe 0 has 2048

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=2048, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: both sides agree on slot_size
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1)

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=2048, slot_num=2)  # E:9 VE [pipe] the buffer "slots" has 8192 bytes, and 2 slots of 2048 take 4096
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: slot_num is positive
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=0)  # E:9 VE [pipe] `slot_num` of pl.aic_initialize_pipe is at least 1, found 0
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1)

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: both sides agree on slot_num
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=4)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1)

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)  # E:9 VE [pipe] the two sides open pipe 0 differently: slot_num is 2 here and 4 in give
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: local_slot_num is no more than slot_num
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2, local_slot_num=4)  # E:9 VE [pipe] `local_slot_num` of pl.aic_initialize_pipe is 1 to 2, found 4
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1)

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2, local_slot_num=4)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: a buffer holds all slots
# platform: a5sim
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1)

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=4096, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)  # E:9 VE [pipe] the buffer "slots" has 4096 bytes, and 2 slots of 4096 take 8192
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: a buffer of a2a3 holds the local slots
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2, local_slot_num=2)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1)

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=4096, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2, local_slot_num=2)  # E:9 VE [pipe] the buffer "slots" has 4096 bytes, and 2 slots of 4096 take 8192
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: size of a buffer is positive
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1)

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=0, base=pl.AUTO)  # E:17 VE [pipe] `size` of pl.reserve_buffer is at least 1, found 0
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: a buffer has a name
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1)

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(size=8192)  # E:17 IO [argument-list] pl.reserve_buffer needs `name`
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: the name of a buffer is text
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1)

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name=3, size=8192, base=pl.AUTO)  # E:17 VE [pipe] `name` of pl.reserve_buffer is a text, found 3
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: the name of a buffer is that of the peer
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='other', peer_func=self.take)  # E:17 VE [pipe] take reserves no buffer "other"
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1)

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: a peer is a function
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=3)  # E:63 TE [argument-type] `peer_func` names the other function of the group, `3` is the number 3
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1)

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: a peer has the buffer
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.run)  # E:17 VE [pipe] the group has no kernel `run`
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1)

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: a pipe is opened before it is used: push
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1)  # E:9 VE [pipe] give has not opened pipe 0 from the cube core to the vector cores before this pl.tpush_to_aiv

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: a pipe is opened before it is used: pop
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1)

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)  # E:41 VE [pipe] take has not opened pipe 0 from the cube core to the vector cores before this pl.tpop_from_aic
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: the id of a push is that of its pipe
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1, id=3)  # E:9 VE [pipe] give has not opened pipe 3 from the cube core to the vector cores before this pl.tpush_to_aiv

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: the id of a pop is that of its pipe
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1)

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1, id=3)  # E:41 VE [pipe] take has not opened pipe 3 from the cube core to the vector cores before this pl.tpop_from_aic
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: the id of a free is that of the pop
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1)

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h, id=3)  # E:9 VE [pipe] `h` is popped from pipe 0 and freed with id=3
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: split of a push is needed
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c)  # E:9 IO [argument-list] pl.tpush_to_aiv needs `split`

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: split is 0 to 4
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=5)  # E:9 IO [pipe] split is a number from 0 to 4, found 5 in pl.tpush_to_aiv

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: split is not below 0
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=-1)  # E:9 IO [pipe] split is a number from 0 to 4, found -1 in pl.tpush_to_aiv

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: split is equal in push and pop
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=2)

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)  # E:41 VE [pipe] split=1 here, and split=2 where pl.tpush_to_aiv uses the same pipe
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: split 3 is for an odd extent
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=3)  # E:9 IO [pipe] split=3 divides an odd number of valid rows, this tile has 32 in pl.tpush_to_aiv

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: lane_stride is positive
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1, lane_stride=0)  # E:9 IO [pipe] lane_stride is a positive number and goes with a split, found 0 in pl.tpush_to_aiv

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: lane_stride goes with a split
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=0, lane_stride=16)  # E:9 IO [pipe] lane_stride is a positive number and goes with a split, found 16 in pl.tpush_to_aiv

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: a pop knows its shape
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1)

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h = pl.tpop_from_aic(split=1)  # E:13 IO [operation-form] the popped tile needs its shape and element type in pl.tpop_from_aic
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: a pop of another shape than the push
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1)  # E:9 VE [pipe] pl.tpush_to_aiv moves tiles that are popped as [16, 32] FP32, and the other side pops none

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[8, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: a pop of another type than the push
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1)  # E:9 VE [pipe] pl.tpush_to_aiv moves tiles that are popped as [16, 32] FP32, and the other side pops none

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.INT32] = pl.tpop_from_aic(split=1)
        t = pl.cast(h, pl.FP32)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: the annotation of a pop and its shape differ
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1)

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(shape=[8, 32], dtype=pl.FP32, split=1)  # E:21 TE [annotation] `h` is declared with extent 16 on axis 0, the value has 8
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: what is freed was popped
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1)

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(t)  # E:9 VE [pipe] pl.tfree_to_aic takes a tile that pl.tpop_from_aic gave, `t` is none
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: what is popped is freed once
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1)

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        pl.tfree_to_aic(h)  # E:9 VE [pipe] the slot of `h` is freed twice
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: what is freed is not read afterwards
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1)

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        pl.tfree_to_aic(h)
        t = pl.exp(h)  # E:13 VE [pipe] `h` is used after its slot was freed
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: what is popped is freed
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1)

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)  # E:41 VE [pipe] the slot of `h` is not freed in the block where it is popped
        t = pl.exp(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: a push to the vector core is of the cube core
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1)

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        pl.tpush_to_aiv(t, split=1)  # E:9 IO [pipe] a push to the vector cores takes a tile in Acc, this one is in Vec in pl.tpush_to_aiv
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: a pop from the cube core is of the vector core
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1)
        g: pl.Tile[[32, 32], pl.FP32] = pl.tpop_from_aic(split=1)  # E:41 TE [core-kind] give is an AIC function and pl.tpop_from_aic runs on the vector core
        pl.tfree_to_aic(g)

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: a push takes a product
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(a, split=1)  # E:9 IO [pipe] a push to the vector cores takes a tile in Acc, this one is in Mat in pl.tpush_to_aiv

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: a push takes a tile
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(3, split=1)  # E:9 IO [operand-kind] `tile` must be a tensor or a tile, found a scalar (Scalar[INDEX]) in pl.tpush_to_aiv

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: the cube core opens its side with its own operation
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)  # E:9 TE [core-kind] give is an AIC function and pl.aiv_initialize_pipe runs on the vector core
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1)

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: a pipe is opened once
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)  # E:9 VE [pipe] pipe 0 is opened twice in direction c2v
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1)

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h)
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y


# check: the split of a free is that of the pop
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC)
    def give(self, x: pl.Tensor[[32, 32], pl.FP32]):
        slots = pl.import_peer_buffer(name='slots', peer_func=self.take)
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        c = pl.matmul(a, a)
        pl.tpush_to_aiv(c, split=1)

    @pl.function(type=pl.FunctionType.AIV)
    def take(self, y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        slots = pl.reserve_buffer(name='slots', size=8192, base=pl.AUTO)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=4096, slot_num=2)
        lane = pl.tile.get_subblock_idx()
        h: pl.Tile[[16, 32], pl.FP32] = pl.tpop_from_aic(split=1)
        t = pl.exp(h)
        pl.tfree_to_aic(h, split=2)  # E:9 VE [pipe] `h` is popped with split=1 and freed with split=2
        y = pl.store(t, [lane * 16, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        self.give(x)
        y = self.take(y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        y = self.both(x, y)
        return y
