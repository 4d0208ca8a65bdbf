# SPDX-License-Identifier: Apache-2.0
"""Kernels that run together and hand tiles to each other through pipes of their own, in both engines on both chips."""

# ruff: noqa: E501  # one wrong text a line

import itertools

import pytest
import torch

import pypto.language as pl
from pypto.errors import KernelFault, UserError
from pypto.ir import compile as compile_program

PLATFORMS = ("a2a3sim", "a5sim")
ENGINES = ("native", "interpret")
EVERYWHERE = list(itertools.product(PLATFORMS, ENGINES))


def inputs(*shapes, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return [torch.randint(-4, 5, shape, generator=generator).float() for shape in shapes]


def check(kernel, arrays, shape, expected, *more):
    """Small integers: products and sums are exact, whatever the order of the additions."""
    for platform, engine in EVERYWHERE:
        out = torch.full(shape, -99.0)
        kernel(*arrays, *more, out, config={"platform": platform, "engine": engine})
        assert torch.equal(out, expected), (platform, engine)


def divided(rows, cols, split, part, stride, valid):
    """A product that the vector cores take apart: each stores what it gets, one above the other."""
    slot = -(-max(rows * cols, 2 * part[0] * part[1]) * 4 // 32) * 32
    inner = 16

    @pl.jit.incore
    def product(x: pl.Tensor[[rows, inner], pl.FP32], w: pl.Tensor[[inner, cols], pl.FP32]):
        slots = pl.import_peer_buffer(name="c", peer_func="keep")
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=slot, slot_num=2)
        a = pl.load(x, [0, 0], [rows, inner], valid_shape=[valid[0], inner], target_memory=pl.Mem.Mat)
        b = pl.load(w, [0, 0], [inner, cols], valid_shape=[inner, valid[1]], target_memory=pl.Mem.Mat)
        left, right = pl.move(a, pl.Mem.Left), pl.move(b, pl.Mem.Right)
        for _ in pl.range(3):
            pl.tpush_to_aiv(pl.matmul(left, right), split=split, lane_stride=stride)

    @pl.jit.incore
    def keep(y: pl.Out[pl.Tensor[[6 * part[0], part[1]], pl.FP32]]):
        slots = pl.reserve_buffer(name="c", size=2 * slot)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=slot, slot_num=2)
        for i in pl.range(3):
            t: pl.Tile[[part[0], part[1]], pl.FP32] = pl.tpop_from_aic(split=split, lane_stride=stride)
            y = pl.store(t, [(2 * i + pl.get_subblock_idx()) * part[0], 0], y)
            pl.tfree_to_aic(t)
        return y

    @pl.jit
    def kernel(
        x: pl.Tensor[[rows, inner], pl.FP32],
        w: pl.Tensor[[inner, cols], pl.FP32],
        y: pl.InOut[pl.Tensor[[6 * part[0], part[1]], pl.FP32]],
    ):
        with pl.cluster(name_hint="divided"):
            product(x, w)
            y = keep(y)
        return y

    return kernel


@pytest.mark.parametrize(
    ("rows", "cols", "split", "part", "stride", "valid"),
    [
        (32, 32, 1, (16, 32), None, (32, 32)),
        (32, 32, 2, (32, 16), None, (32, 32)),
        (48, 32, 3, (17, 32), None, (33, 32)),
        (16, 32, 4, (16, 16), None, (16, 31)),
        (32, 16, 1, (20, 16), 12, (32, 16)),
        (16, 64, 2, (16, 24), 40, (16, 64)),
    ],
)
def test_parts_of_a_product(rows, cols, split, part, stride, valid):
    x, w = inputs((rows, 16), (16, cols))
    c = (x @ w)[: valid[0], : valid[1]]
    expected = torch.full((2, *part), -99.0)
    axis = (split - 1) % 2
    step = stride or -(-c.shape[axis] // 2)
    for lane in (0, 1):
        piece = c.narrow(axis, lane * step, min(part[axis], c.shape[axis] - lane * step))
        expected[lane, : piece.shape[0], : piece.shape[1]] = piece
    shape = (6 * part[0], part[1])
    check(
        divided(rows, cols, split, part, stride, valid),
        [x, w],
        shape,
        expected.reshape(-1, part[1]).repeat(3, 1),
    )


SIZE = 32
SLOT = SIZE * SIZE * 4
SQUARE = pl.Tensor[[SIZE, SIZE], pl.FP32]


@pl.program
class Steps:
    """Products of steps of rows; the cube core loads what the step number says."""

    @pl.function(type=pl.FunctionType.AIC)
    def product(self, x: pl.Tensor[[4 * SIZE, SIZE], pl.FP32], first: pl.Scalar[pl.INDEX], w: SQUARE):
        slots = pl.import_peer_buffer(name="c", peer_func="add")
        pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=SLOT, local_slot_num=1)
        rows = pl.load(x, [first * SIZE, 0], [SIZE, SIZE], target_memory=pl.Mem.Mat)
        right = pl.load(w, [0, 0], [SIZE, SIZE], target_memory=pl.Mem.Mat)
        pl.tpush_to_aiv(pl.matmul(pl.move(rows, pl.Mem.Left), pl.move(right, pl.Mem.Right)), split=0)

    @pl.function(type=pl.FunctionType.AIV)
    def add(self, y: pl.InOut[pl.Tensor[[4 * SIZE, SIZE], pl.FP32]], at: pl.Scalar[pl.INDEX]):
        slots = pl.reserve_buffer(name="c", size=SLOT)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=SLOT, local_slot_num=1)
        c = pl.tpop_from_aic(shape=[SIZE, SIZE], dtype=pl.FP32)
        old = pl.load(y, [at * SIZE, 0], [SIZE, SIZE])
        y = pl.store(pl.add(old, c), [at * SIZE, 0], y)
        pl.tfree_to_aic(c, split=0)
        return y

    @pl.function(type=pl.FunctionType.Group)
    def step(
        self,
        x: pl.Tensor[[4 * SIZE, SIZE], pl.FP32],
        w: SQUARE,
        n: pl.Scalar[pl.INDEX],
        y: pl.InOut[pl.Tensor[[4 * SIZE, SIZE], pl.FP32]],
    ):
        self.product(x, n, w)
        y = self.add(y, n)
        return y

    @pl.function(type=pl.FunctionType.Spmd)
    def wide(
        self,
        x: pl.Tensor[[4 * SIZE, SIZE], pl.FP32],
        w: SQUARE,
        y: pl.InOut[pl.Tensor[[4 * SIZE, SIZE], pl.FP32]],
    ):
        pl.func_attr({"core_num": 1})
        y = self.step(x, w, 3, y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(
        self,
        x: pl.Tensor[[4 * SIZE, SIZE], pl.FP32],
        w: SQUARE,
        y: pl.InOut[pl.Tensor[[4 * SIZE, SIZE], pl.FP32]],
    ) -> pl.Tensor[[4 * SIZE, SIZE], pl.FP32]:
        for n in pl.range(4):
            y = self.step(x, w, n, y)
        with pl.cluster(name_hint="again"):
            y = self.step(x, w, 2, y)
        y = self.wide(x, w, y)
        y, tid = pl.submit(self.step, x, w, 1, y)
        with pl.at(level=pl.Level.CORE_GROUP, deps=[tid]):
            y[0:16, :] = pl.add(y[0:16, :], 1.0)
        return y


def test_a_group_function_is_called_and_submitted_like_a_kernel():
    x, w, y = inputs((4 * SIZE, SIZE), (SIZE, SIZE), (4 * SIZE, SIZE))
    expected = y + x @ w
    expected[SIZE:] += x[SIZE:] @ w
    expected[:16] += 1
    text = Steps.as_python()
    assert pl.parse(text) == Steps and pl.parse(text).as_python() == text
    for engine in ENGINES:
        out = y.clone()
        compile_program(Steps, platform="a2a3sim", dump_passes=False, engine=engine)(x, w, out)
        assert torch.equal(out, expected), engine
    with pytest.raises(
        UserError, match=r'the buffer "c" has 4096 bytes, and 8 slots of 4096 take 32768'
    ) as error:
        compile_program(Steps, platform="a5sim", dump_passes=False)
    assert error.value.code == "pipe"


def test_two_vector_kernels_beside_a_product():
    """Without pipes each vector core may have a kernel of its own; events order what they do with memory."""

    @pl.jit.incore
    def product(x: SQUARE, c: pl.Out[SQUARE]):
        tile = pl.load(x, [0, 0], [SIZE, SIZE], target_memory=pl.Mem.Mat)
        c = pl.store(pl.matmul(pl.move(tile, pl.Mem.Left), pl.move(tile, pl.Mem.Right)), [0, 0], c)
        pl.system.sync_set(3, pipe=pl.PipeType.FIX)
        return c

    @pl.jit.incore
    def negated(c: SQUARE, y: pl.Out[SQUARE]):
        pl.system.sync_wait(3, pipe=pl.PipeType.FIX)
        y = pl.store(pl.neg(pl.load(c, [0, 0], [SIZE, SIZE])), [0, 0], y)
        return y

    @pl.jit.incore
    def doubled(x: SQUARE, z: pl.Out[SQUARE]):
        z = pl.store(pl.mul(pl.load(x, [0, 0], [SIZE, SIZE]), 2.0), [0, 0], z)
        return z

    @pl.jit
    def kernel(x: SQUARE, y: pl.Out[SQUARE], z: pl.Out[SQUARE]):
        c = pl.create_tensor([SIZE, SIZE], dtype=pl.FP32)
        with pl.cluster():
            z = doubled(x, z)
            y = negated(c, y)
            c = product(x, c)
        return y

    (x,) = inputs((SIZE, SIZE))
    for engine in ENGINES:
        y, z = torch.zeros(SIZE, SIZE), torch.zeros(SIZE, SIZE)
        kernel(x, y, z, config={"platform": "a2a3sim", "engine": engine})
        assert torch.equal(y, -(x @ x)) and torch.equal(z, 2 * x), engine


def chain(pushes, pops):
    """A vector kernel that pushes so often, and a cube kernel that pops so often; two slots."""

    @pl.jit.incore
    def give(x: SQUARE):
        slots = pl.import_peer_buffer(name="v", peer_func="take")
        pl.aiv_initialize_pipe(0, slots, dir_mask=2, slot_size=SLOT, slot_num=2)
        tile = pl.load(x, [0, 0], [SIZE, SIZE])
        for _ in pl.range(pushes):
            pl.tpush_to_aic(tile, split=0)

    @pl.jit.incore
    def take(y: pl.Out[SQUARE]):
        slots = pl.reserve_buffer(name="v", size=2 * SLOT)
        pl.aic_initialize_pipe(0, slots, dir_mask=2, slot_size=SLOT, slot_num=2)
        for _ in pl.range(pops):
            t: pl.Tile[[SIZE, SIZE], pl.FP32, pl.Mem.Mat] = pl.tpop_from_aiv()
            c = pl.matmul(pl.move(t, pl.Mem.Left), pl.move(t, pl.Mem.Right))
            pl.tfree_to_aiv(t)
            y = pl.store(c, [0, 0], y)
        return y

    @pl.jit
    def kernel(x: SQUARE, y: pl.Out[SQUARE]):
        with pl.cluster(name_hint="chain"):
            give(x)
            y = take(y)
        return y

    return kernel


@pytest.mark.parametrize(
    ("pushes", "pops", "words"),
    [
        (1, 2, "deadlock: the pop waits for pipe 0 from vector to cube, and nothing pushes into it any more"),
        (4, 1, "deadlock: the push waits for one of the 2 slots of pipe 0 from vector to cube"),
        (2, 1, "the block ends with 1 slot(s) of pipe 0 from vector to cube still in use"),
    ],
)
def test_a_group_that_cannot_go_on_says_where_it_waits(pushes, pops, words):
    kernel = chain(pushes, pops)
    (x,) = inputs((SIZE, SIZE))
    said = []
    for engine in ENGINES:
        with pytest.raises(KernelFault) as caught:
            kernel(x, torch.zeros(SIZE, SIZE), config={"platform": "a2a3sim", "engine": engine})
        assert words in caught.value.message and caught.value.code == "pipe"
        said.append((caught.value.message, caught.value.span.line))
    assert said[0] == said[1]


def typed(dtype, acc):
    """Operands and products cross, in two pipes."""
    size = SIZE * SIZE * dtype.get_byte()

    @pl.jit.incore
    def around(x: pl.Tensor[[SIZE, SIZE], dtype], y: pl.Out[pl.Tensor[[SIZE, SIZE], acc]]):
        there = pl.import_peer_buffer(name="v", peer_func="multiply")
        back = pl.reserve_buffer(name="c", size=2 * SLOT)
        pl.aiv_initialize_pipe(back, dir_mask=1, slot_size=SLOT, slot_num=2)
        pl.aiv_initialize_pipe(v2c_consumer_buf=there, dir_mask=2, slot_size=size, slot_num=1, id=1)
        row = pl.get_subblock_idx() * (SIZE // 2)
        pl.tpush_to_aic(pl.load(x, [row, 0], [SIZE // 2, SIZE]), split=pl.SplitMode.UP_DOWN, id=1)
        c: pl.Tile[[SIZE // 2, SIZE], acc] = pl.tpop_from_aic(split=1)
        y = pl.store(c, [row, 0], y)
        pl.tfree_to_aic(c)
        return y

    @pl.jit.incore
    def multiply(w: pl.Tensor[[SIZE, SIZE], dtype]):
        back = pl.import_peer_buffer(name="c", peer_func="around")
        mine = pl.reserve_buffer(name="v", size=size)
        pl.aic_initialize_pipe(back, dir_mask=1, slot_size=SLOT, slot_num=2)
        pl.aic_initialize_pipe(0, mine, dir_mask=2, slot_size=size, slot_num=1, id=1)
        right = pl.move(pl.load(w, [0, 0], [SIZE, SIZE], target_memory=pl.Mem.Mat), pl.Mem.Right)
        x: pl.Tile[[SIZE, SIZE], dtype, pl.Mem.Mat] = pl.tpop_from_aiv(split=1, id=1)
        pl.tpush_to_aiv(pl.matmul(pl.move(x, pl.Mem.Left), right), split=1)
        pl.tfree_to_aiv(x)

    @pl.jit
    def kernel(
        x: pl.Tensor[[SIZE, SIZE], dtype],
        w: pl.Tensor[[SIZE, SIZE], dtype],
        y: pl.Out[pl.Tensor[[SIZE, SIZE], acc]],
    ):
        with pl.cluster():
            y = around(x, y)
            multiply(w)
        return y

    return kernel


@pytest.mark.parametrize("kind", ["bfloat16", "int8"])
def test_other_element_types_cross(kind):
    integers = kind == "int8"
    kernel = typed(pl.INT8, pl.INT32) if integers else typed(pl.BF16, pl.FP32)
    x, w = (array.to(getattr(torch, kind)) for array in inputs((SIZE, SIZE), (SIZE, SIZE)))
    expected = x.int() @ w.int() if integers else x.float() @ w.float()
    for platform, engine in EVERYWHERE:
        y = torch.zeros_like(expected)
        kernel(x, w, y, config={"platform": platform, "engine": engine})
        assert torch.equal(y, expected), (platform, engine)


def test_the_cores_of_all_groups_of_a_launch_meet():
    """Behind the barrier every block reads what the cube core of the next block stored before it."""
    blocks = 3
    whole = pl.Tensor[[blocks * SIZE, SIZE], pl.FP32]

    @pl.jit.incore
    def square(x: whole, c: pl.Out[whole], sync: pl.Tensor[[16], pl.INT32]):
        row = pl.get_block_idx() * SIZE
        tile = pl.load(x, [row, 0], [SIZE, SIZE], target_memory=pl.Mem.Mat)
        c = pl.store(pl.matmul(pl.move(tile, pl.Mem.Left), pl.move(tile, pl.Mem.Right)), [row, 0], c)
        pl.system.syncall(mode="soft", gm_workspace=sync, used_cores=0)
        return c

    @pl.jit.incore
    def shifted(c: whole, y: pl.Out[whole], sync: pl.Tensor[[16], pl.INT32]):
        pl.system.syncall(mode="soft", gm_workspace=sync, used_cores=0)
        block = pl.get_block_idx()
        y = pl.store(pl.load(c, [(block + 1) % blocks * SIZE, 0], [SIZE, SIZE]), [block * SIZE, 0], y)
        return y

    @pl.jit
    def kernel(x: whole, sync: pl.Tensor[[16], pl.INT32], y: pl.Out[whole]):
        c = pl.create_tensor([blocks * SIZE, SIZE], dtype=pl.FP32)
        with pl.cluster():
            with pl.spmd(blocks):
                c = square(x, c, sync)
            with pl.spmd(blocks):
                y = shifted(c, y, sync)
        return y

    (x,) = inputs((blocks * SIZE, SIZE))
    expected = torch.cat([part @ part for part in x.split(SIZE)]).roll(-SIZE, 0)
    for engine in ENGINES:
        y = torch.zeros_like(x)
        kernel(x, torch.zeros(16, dtype=torch.int32), y, config={"platform": "a2a3sim", "engine": engine})
        assert torch.equal(y, expected), engine


def test_regions_of_a_cluster_in_a_loop_over_run_time_rows():
    """Regions are launches too; what they are given is sliced in front of them."""
    rows = pl.dynamic("rows")

    @pl.jit
    def kernel(x: pl.Tensor[[rows, SIZE], pl.FP32], y: pl.Out[pl.Tensor[[rows, SIZE], pl.FP32]]):
        n = pl.tensor.dim(x, 0)
        for r in pl.range(0, n, SIZE):
            with pl.cluster(name_hint="step"):
                part = x[r : r + SIZE, :]
                with pl.at(level=pl.Level.CORE_GROUP, name_hint="square"):
                    slots = pl.import_peer_buffer(name="c", peer_func="shift")
                    pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=SLOT, slot_num=2)
                    tile = pl.load(part, [0, 0], [SIZE, SIZE], target_memory=pl.Mem.Mat)
                    for _ in pl.pipeline(4, stage=2):
                        c = pl.matmul(pl.move(tile, pl.Mem.Left), pl.move(tile, pl.Mem.Right))
                        pl.tpush_to_aiv(c, split=0)
                with pl.at(level=pl.Level.CORE_GROUP, name_hint="shift"):
                    slots = pl.reserve_buffer(name="c", size=2 * SLOT, base=4096)
                    pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=SLOT, slot_num=2)
                    total = pl.tile.full([SIZE, SIZE], dtype=pl.FP32, value=1.0)
                    for _ in pl.pipeline(4, stage=2):
                        t: pl.Tile[[SIZE, SIZE], pl.FP32] = pl.tpop_from_aic()
                        total = pl.add(total, t)
                        pl.tfree_to_aic(t)
                    y = pl.store(total, [r, 0], y)
        return y

    (x,) = inputs((3 * SIZE, SIZE))
    expected = torch.cat([4 * part @ part + 1 for part in x.split(SIZE)])
    for engine in ENGINES:
        y = torch.zeros_like(x)
        kernel(x, y, config={"platform": "a2a3sim", "engine": engine})
        assert torch.equal(y, expected), engine


CLUSTERED = """import pypto.language as pl

@pl.program
class Clustered:
    @pl.function(type=pl.FunctionType.AIC)
    def cube(self, x: TENSOR, y: pl.Out[TENSOR]):
        a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
        y = pl.store(pl.matmul(pl.move(a, pl.Mem.Left), pl.move(a, pl.Mem.Right)), [0, 0], y)
        return y

    @pl.function(type=pl.FunctionType.AIV)
    def vector(self, x: TENSOR, z: pl.Out[TENSOR]):
        z = pl.store(pl.neg(pl.load(x, [0, 0], [32, 32])), [0, 0], z)
        return z

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: TENSOR, y: pl.Out[TENSOR], z: pl.Out[TENSOR]):
        y = self.cube(x, y)
        z = self.vector(x, z)
        return y, z

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[TENSOR], z: pl.Out[TENSOR]):
        part = x[32:64, 32:64]
        t = pl.create_tensor([32, 96], dtype=pl.FP32)
        with pl.cluster(name_hint="first"):
            left = self.cube(part, t[:, 0:32])
            z = self.vector(part, z)
        y, z = self.both(t[:, 0:32], y, z)
        return y, z
"""


def test_groups_of_a_program_work_on_parts_of_tensors():
    program = pl.parse(CLUSTERED.replace("TENSOR", "pl.Tensor[[32, 32], pl.FP32]"))
    assert pl.parse(program.as_python()) == program
    (x,) = inputs((2 * SIZE, 2 * SIZE))
    t = x[SIZE:, SIZE:] @ x[SIZE:, SIZE:]
    for engine in ENGINES:
        y, z = torch.zeros_like(t), torch.zeros_like(t)
        compile_program(program, platform="a2a3sim", dump_passes=False, engine=engine)(x, y, z)
        assert torch.equal(y, t @ t) and torch.equal(z, -t), engine


@pl.function(type=pl.FunctionType.AIV)
def negate(y: pl.Out[SQUARE]) -> SQUARE:
    slots = pl.reserve_buffer(name="c", size=SLOT)
    pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=SLOT, slot_num=1)
    t: pl.Tile[[SIZE, SIZE], pl.FP32] = pl.tpop_from_aic()
    y = pl.store(pl.neg(t), [0, 0], y)
    pl.tfree_to_aic(t)
    return y


@pl.function(type=pl.FunctionType.AIC)
def square_of(x: SQUARE):
    slots = pl.import_peer_buffer(name="c", peer_func=negate)
    pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=SLOT, slot_num=1)
    tile = pl.load(x, [0, 0], [SIZE, SIZE], target_memory=pl.Mem.Mat)
    pl.tpush_to_aiv(pl.matmul(pl.move(tile, pl.Mem.Left), pl.move(tile, pl.Mem.Right)), split=0)


@pl.function(type=pl.FunctionType.Group)
def negated_square(x: SQUARE, y: pl.Out[SQUARE]) -> SQUARE:
    square_of(x)
    y = negate(y)
    return y


def test_a_group_function_outside_of_a_class_is_a_program():
    program = negated_square.program
    assert program.entry == "negated_square" and pl.parse(program.as_python()) == program
    (x,) = inputs((SIZE, SIZE))
    for engine in ENGINES:
        y = torch.zeros_like(x)
        compile_program(program, platform="a5sim", dump_passes=False, engine=engine)(x, y)
        assert torch.equal(y, -(x @ x)), engine


REFUSED = {
    "split": ("level=pl.Level.CORE_GROUP", "level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.UP_DOWN)]", "pl.split divides a region that is launched alone"),
    "number read between": ("            with pl.at(level=pl.Level.CORE_GROUP):\n                z", "            k = pl.read(y, [0, 0])\n            with pl.at(level=pl.Level.CORE_GROUP):\n                z", "pl.cluster holds launches, and tensors and numbers that they are given"),
    "value of the other": ("pl.neg(x[:, :])", "pl.neg(c)", "`c` is computed by one kernel of the group and read by another"),
    "two on the cube core": ("pl.neg(x[:, :])", "pl.matmul(x[:, :], x[:, :])", "a group has one kernel for the cube core and one for the vector cores, or two of them"),
    "both cores in one": ("pl.neg(x[:, :])", "pl.neg(pl.matmul(x[:, :], x[:, :]))", "works on the cube core and on vector cores, and a kernel of a group runs on one kind"),
    "blocks": ("with pl.at(level=pl.Level.CORE_GROUP):\n                z", "for b in pl.spmd(2):\n                z", "the launches of a group have one number of blocks"),
}  # fmt: skip
REGIONS = """import pypto.language as pl

@pl.program
class Kernel:
    @pl.function(type=pl.FunctionType.Orchestration)
    def kernel(self, x: TENSOR, y: pl.Out[TENSOR], z: pl.Out[TENSOR]):
        with pl.cluster():
            with pl.at(level=pl.Level.CORE_GROUP):
                c = pl.matmul(x[:, :], x[:, :])
                y[:, :] = c
            with pl.at(level=pl.Level.CORE_GROUP):
                z[:, :] = pl.neg(x[:, :])
"""


@pytest.mark.parametrize("name", REFUSED)
def test_launches_that_are_no_group_are_refused(name):
    old, new, message = REFUSED[name]
    assert old in REGIONS
    with pytest.raises(UserError) as caught:
        text = REGIONS.replace(old, new, 1).replace("TENSOR", "pl.Tensor[[32, 32], pl.FP32]")
        compile_program(pl.parse(text), dump_passes=False)
    assert message in str(caught.value)


def test_the_program_after_every_pass_reads_back():
    compile_program(Steps, platform="a2a3sim", verification_level="ROUNDTRIP", dump_passes=False)
