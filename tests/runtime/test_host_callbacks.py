# SPDX-License-Identifier: Apache-2.0
"""Python of the host that a driver calls: what is bound to it, what it gets, and what it may change."""

import pytest
import torch

import pypto.language as pl
import pypto.language.distributed as pld
from pypto import ir
from pypto.errors import ArgumentError
from pypto.runtime import DistributedConfig, RunConfig

RANKS = {"distributed_config": DistributedConfig(device_ids=[0, 1])}
PART = [32, 64]


@pl.jit
def step(x: pl.Tensor[PART, pl.FP32], y: pl.Out[pl.Tensor[PART, pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x[:, :], 1.0)
    return y


@pl.jit.host
def look(y: pl.Tensor, r): ...


@pl.jit.host
def change(y: pl.InOut[pl.Tensor]): ...


@pl.jit.host
def driver(xs: pl.Tensor[[2, 32, 64], pl.FP32], ys: pl.Out[pl.Tensor[[2, 32, 64], pl.FP32]]):
    for r in pl.range(pld.world_size()):
        step(xs[r], ys[r], device=r)
        look(ys[r], 10 * r)
        change(ys[r])
        step(ys[r], ys[r], device=r)
    return ys


@pytest.fixture
def compiled():
    return driver.compile(config=RANKS)


def given():
    torch.manual_seed(3)
    return torch.randn(2, 32, 64), torch.zeros(2, 32, 64)


@pytest.mark.parametrize("engine", ["native", "interpret"])
def test_callbacks_run_between_the_calls_of_ranks(compiled, engine):
    xs, ys = given()
    seen = []

    def kept(y, r):
        seen.append((r, y.clone()))
        y.zero_()  # a copy: it is declared as an input

    def doubled(y):
        y.mul_(2.0)

    config = RunConfig.of({**RANKS, "engine": engine})
    compiled.dispatch([xs, ys], config, callbacks={"look": kept, "change": doubled})
    assert [r for r, _ in seen] == [0, 10]
    assert all(torch.equal(y, xs[n] + 1) for n, (_, y) in enumerate(seen))
    assert torch.equal(ys, (xs + 1) * 2 + 1)


def test_what_a_callback_raises_comes_out_and_no_output_changes(compiled):
    xs, ys = given()

    def failing(y, r):
        if r:
            raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        compiled.dispatch([xs, ys], callbacks={"look": failing, "change": lambda y: None})
    assert not ys.any()


@pytest.mark.parametrize(
    ("callbacks", "kind", "said"),
    [
        ({}, ValueError, "`look` has no body, and nothing is bound to it"),
        ({"look": print}, ValueError, "`change` has no body"),
        (
            {"look": print, "change": print, "log": print},
            ValueError,
            "calls no function of the host of that name",
        ),
        ({"look": 3, "change": print}, TypeError, "a function is expected"),
        ({"look": lambda y: None, "change": print}, TypeError, "the driver calls it with 2 arguments"),
    ],
)
def test_callbacks_that_do_not_fit_are_found_before_anything_runs(compiled, callbacks, kind, said):
    xs, ys = given()
    with pytest.raises(ArgumentError, match=said) as caught:
        compiled.dispatch([xs, ys], callbacks=callbacks)
    assert isinstance(caught.value, kind)
    assert not ys.any()


def test_python_in_a_text_is_not_run(tmp_path):
    mark = tmp_path / "run"

    @pl.program
    class Own:
        @pl.function(type=pl.FunctionType.Orchestration)
        def chip(self, x: pl.Tensor[PART, pl.FP32], y: pl.Out[pl.Tensor[PART, pl.FP32]]):
            with pl.at(level=pl.Level.CORE_GROUP):
                y[:, :] = pl.add(x[:, :], 1.0)

        @pl.function(level=pl.Level.HOST, role=pl.Role.SubWorker)
        def leave():
            mark.touch()

        @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
        def top(self, x: pl.Tensor[PART, pl.FP32], y: pl.Out[pl.Tensor[PART, pl.FP32]]):
            self.chip(x, y, device=0)
            self.leave()

    x, y = torch.zeros(PART), torch.zeros(PART)
    text = ir.compile(pl.parse(Own.as_python()), output_dir=tmp_path / "text")
    with pytest.raises(ArgumentError, match="comes from a text, which is not run"):
        text(x, y)
    assert not mark.exists()
    ir.compile(Own, output_dir=tmp_path / "own")(x, y)
    assert mark.exists() and bool((y == 1).all())
