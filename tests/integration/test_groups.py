# SPDX-License-Identifier: Apache-2.0
"""Kernels that run together and hand tiles to each other through pipes of their own, in both engines on both chips."""

import itertools

import pytest
import torch

import pypto.language as pl
from pypto.errors import UserError
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

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(
        self,
        x: pl.Tensor[[4 * SIZE, SIZE], pl.FP32],
        w: SQUARE,
        y: pl.InOut[pl.Tensor[[4 * SIZE, SIZE], pl.FP32]],
    ) -> pl.Tensor[[4 * SIZE, SIZE], pl.FP32]:
        for n in pl.range(4):
            y = self.step(x, w, n, y)
        y, tid = pl.submit(self.step, x, w, 1, y)
        with pl.at(level=pl.Level.CORE_GROUP, deps=[tid]):
            y[0:16, :] = pl.add(y[0:16, :], 1.0)
        return y


def test_a_group_function_is_called_and_submitted_like_a_kernel():
    x, w, y = inputs((4 * SIZE, SIZE), (SIZE, SIZE), (4 * SIZE, SIZE))
    expected = y + x @ w
    expected[SIZE : 2 * SIZE] += x[SIZE : 2 * SIZE] @ w
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
