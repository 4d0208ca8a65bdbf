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
    writers = [names[record.writer(name, (40, 3)).kernel] for name in ("mixed", "plain", "grouped", "last")]
    assert writers == ["mixed_aiv", "plain", "gain", "last"]


@pl.jit
def halves(
    x: pl.Tensor[[64, 64], pl.FP32],
    product: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
    activated: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
    beside: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
    element: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
    after: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="both"):
        m = pl.matmul(x[:, :], x[:, :])
        product[:, :] = m
        activated[:, :] = pl.exp(m)
        beside[:, :] = pl.add(x[:, :], 1.0)
        pl.write(element, [3, 3], pl.read(pl.exp(m), [0, 0]))
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="after"):
        after[:, :] = pl.add(x[:, :], 2.0)
    return product, activated, beside, element, after


@pytest.mark.parametrize("platform", ["a2a3sim", "a5sim"])
@pytest.mark.parametrize("engine", ["native", "interpret"])
def test_the_writer_in_a_region_of_both_cores_is_the_half_that_stored(engine, platform):
    compiled = halves.compile(config={"platform": platform})
    record = compiled.dispatch(
        [torch.zeros(SHAPE) for _ in range(6)], RunConfig(engine=engine, platform=platform)
    )
    names = [row["function"] for row in compiled.document["kernels"]]
    writers = {name: names[record.writer(name, (3, 3)).kernel] for name in compiled.param_names[1:]}
    assert writers == {
        "product": "both_aic", "activated": "both_aiv", "beside": "both_aiv", "element": "both_aiv", "after": "after"
    }  # fmt: skip


def test_a_timeline_of_the_interpreter_names_each_kernel(program):
    record = program.dispatch([torch.zeros(SHAPE) for _ in range(5)], RunConfig(engine="interpret"))
    names = [row["function"] for row in program.document["kernels"]]
    assert {names[task.kernel] for task in record.tasks} == {"mixed_aic", "plain", "product", "gain", "last"}
