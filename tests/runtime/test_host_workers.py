# SPDX-License-Identifier: Apache-2.0
"""Workers of ranks: drivers that are made ready once, and windows that are kept."""

import pytest
import torch

import pypto.language as pl
import pypto.language.distributed as pld
from pypto.errors import ArgumentError
from pypto.runtime import DistributedConfig

RANKS = {"distributed_config": DistributedConfig(device_ids=[0, 1])}
PART = [32, 64]


@pl.jit
def count(
    x: pl.Tensor[PART, pl.FP32],
    y: pl.Out[pl.Tensor[PART, pl.FP32]],
    w: pl.InOut[pld.DistributedTensor[PART, pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        w[:, :] = pl.add(w[:, :], x[:, :])
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(w[:, :], 0.0)
    return y


@pl.jit.host
def told(y: pl.Tensor, r): ...


@pl.jit.host
def driver(xs: pl.Tensor[[2, 32, 64], pl.FP32], ys: pl.Out[pl.Tensor[[2, 32, 64], pl.FP32]]):
    memory = pld.alloc_window_buffer(PART[0] * PART[1] * pl.FP32.get_byte())
    for r in pl.range(pld.world_size()):
        w = pld.window(memory, [32, 64], dtype=pl.FP32)
        count(xs[r], ys[r], w, device=r)
        told(ys[r], r)
    return ys


@pl.jit.host
def other(xs: pl.Tensor[[2, 32, 64], pl.FP32], ys: pl.Out[pl.Tensor[[2, 32, 64], pl.FP32]]):
    memory = pld.alloc_window_buffer([64, 64], dtype=pl.FP32)
    w = pld.window(memory, [32, 64], dtype=pl.FP32)
    count(xs[0], ys[0], w, device=0)
    count(xs[1], ys[1], w, device=1)
    return ys


QUIET = {"told": lambda y, r: None}


@pytest.fixture
def compiled():
    return driver.compile(config=RANKS)


def ones():
    return torch.ones(2, 32, 64)


@pytest.mark.parametrize(
    ("options", "sums"),
    [
        ({}, [1, 1, 1]),
        ({"persistent": True}, [1, 1, 1]),
        ({"persistent": True, "reset_persistent_windows": True}, [1, 1, 1]),
        ({"persistent": True, "reset_persistent_windows": False}, [1, 2, 3]),
        ({"reset_persistent_windows": False}, [1, 1, 1]),
    ],
)
@pytest.mark.parametrize("engine", ["native", "interpret"])
def test_windows_are_kept_where_that_is_asked_for(compiled, options, sums, engine):
    with compiled.prepare({**RANKS, "engine": engine}, callbacks=QUIET, **options) as worker:
        for wanted in sums:
            assert bool((worker(ones()) == wanted).all())


def test_windows_are_zeros_after_a_call_that_failed(compiled):
    def failing(y, r):
        if failing.active:
            raise RuntimeError("mine")

    failing.active = False
    with compiled.prepare(
        callbacks={"told": failing}, persistent=True, reset_persistent_windows=False
    ) as worker:
        worker(ones())
        failing.active = True
        with pytest.raises(RuntimeError, match="mine"):
            worker(ones())
        failing.active = False
        assert bool((worker(ones()) == 1).all())


def test_a_worker_runs_the_programs_it_knows(compiled):
    further = other.compile(config=RANKS)
    with compiled.prepare(callbacks=QUIET) as worker:
        with pytest.raises(ValueError, match=r"other is not registered"):
            worker.run(further, ones())
        worker.register(further)
        assert bool((worker.run(further, ones()) == 1).all())
        xs, ys = ones(), torch.zeros(2, 32, 64)
        assert worker.run(compiled, xs, ys) is None
        assert torch.equal(ys, xs)
        with pytest.raises(TypeError, match="this worker has 2 programs"):
            worker(ones())


@pytest.mark.parametrize(
    ("options", "kind", "said"),
    [
        ({"reset_persistent_windows": True}, ValueError, "needs persistent=True"),
        ({"callbacks": {"tell": print}}, ValueError, "'tell', and no program of this worker"),
        ({"callbacks": {"told": lambda y: None}}, TypeError, "calls it with 2 arguments"),
        ({"callbacks": {}}, ValueError, "`told` has no body"),
        (
            {"startup_timeout_s": 0, "callbacks": QUIET},
            ValueError,
            "startup_timeout_s must be a positive number",
        ),
    ],
)
def test_what_does_not_fit_a_worker_is_said_when_it_is_prepared(compiled, options, kind, said):
    with pytest.raises(kind, match=said):
        compiled.prepare(**options)


def test_programs_of_a_worker_have_the_same_devices(compiled):
    elsewhere = other.compile(config={"distributed_config": DistributedConfig(device_ids=[0, 2])})
    with pytest.raises(ValueError, match=r"device_ids \[0, 2\], and this worker has \[0, 1\]"):
        compiled.prepare(extra_compiled=[elsewhere], callbacks=QUIET)
    newer = other.compile(config={**RANKS, "platform": "a5sim"})
    with pytest.raises(ValueError, match=r"platform a5sim, and this worker has a2a3sim"):
        compiled.prepare(extra_compiled=[newer], callbacks=QUIET)


def test_a_closed_worker_runs_nothing(compiled):
    worker = compiled.prepare(callbacks=QUIET)
    worker.close()
    worker.close()
    with pytest.raises(RuntimeError, match="this worker is closed"):
        worker(ones())


def test_parts_of_a_worker_that_are_not_there_are_named(compiled):
    with compiled.prepare(callbacks=QUIET) as worker:
        with pytest.raises(AttributeError, match=r"has no alloc_tensor yet"):
            worker.alloc_tensor([4], pl.FP32)
        with pytest.raises(AttributeError, match="no attribute 'allocate'"):
            worker.allocate()


def test_a_wrong_argument_leaves_the_worker_usable(compiled):
    with compiled.prepare(callbacks=QUIET, persistent=True) as worker:
        with pytest.raises(ArgumentError, match="`xs` does not fit"):
            worker(torch.ones(3, 32, 64))
        assert bool((worker(ones()) == 1).all())
