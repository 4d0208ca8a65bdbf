# SPDX-License-Identifier: Apache-2.0
"""Both engines name the same kernel for what a task wrote, also behind regions that became two kernels."""

import pytest
import torch

import pypto.language as pl
from pypto.runtime.config import RunConfig

SHAPE = [64, 64]
SLOT = 64 * 64 * 4


@pl.jit.incore
def product(x: pl.Tensor[[64, 64], pl.FP32]):
    slots = pl.import_peer_buffer(name="c", peer_func="gain")
    pl.aic_initialize_pipe(slots, dir_mask=1, slot_size=SLOT, slot_num=2)
    tile = pl.load(x, [0, 0], [64, 64], target_memory=pl.Mem.Mat)
    c = pl.matmul(pl.move(tile, pl.Mem.Left), pl.move(tile, pl.Mem.Right))
    pl.tpush_to_aiv(c, split=1)


@pl.jit.incore
def gain(y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    slots = pl.reserve_buffer(name="c", size=2 * SLOT)
    pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=SLOT, slot_num=2)
    half: pl.Tile[[32, 64], pl.FP32] = pl.tpop_from_aic(split=1)
    y = pl.store(pl.mul(half, 0.5), [pl.get_subblock_idx() * 32, 0], y)
    pl.tfree_to_aic(half)
    return y


@pl.jit
def kernel(
    x: pl.Tensor[[64, 64], pl.FP32],
    mixed: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
    plain: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
    grouped: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
    last: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="mixed"):
        mixed[:, :] = pl.exp(pl.matmul(x[:, :], x[:, :]))
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="plain"):
        plain[:, :] = pl.add(x[:, :], 1.0)
    with pl.cluster(name_hint="group"):
        grouped = gain(grouped)
        product(x)
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="last"):
        last[:, :] = pl.add(x[:, :], 2.0)
    return mixed, plain, grouped, last


@pytest.fixture(scope="module")
def program():
    return kernel.compile()


@pytest.mark.parametrize("engine", ["native", "interpret"])
def test_the_writer_of_an_element_is_the_kernel_of_its_region(program, engine):
    record = program.dispatch([torch.zeros(SHAPE) for _ in range(5)], RunConfig(engine=engine))
    names = [row["function"] for row in program.document["kernels"]]
    writers = [names[record.writer(name, (40, 3)).kernel] for name in ("plain", "grouped", "last")]
    assert writers == ["plain", "gain", "last"]
    assert names[record.writer("mixed", (40, 3)).kernel].startswith("mixed_")


def test_a_timeline_of_the_interpreter_names_each_kernel(program):
    record = program.dispatch([torch.zeros(SHAPE) for _ in range(5)], RunConfig(engine="interpret"))
    names = [row["function"] for row in program.document["kernels"]]
    assert {names[task.kernel] for task in record.tasks} == {"mixed_aic", "plain", "product", "gain", "last"}
