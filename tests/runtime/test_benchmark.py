# SPDX-License-Identifier: Apache-2.0
"""Timing a compiled program call by call."""

import pytest
import torch

import pypto.language as pl
from pypto.runtime import ChipWorker, benchmark


@pl.jit
def count(
    x: pl.Tensor[[16, 64], pl.FP32],
    n: pl.InOut[pl.Tensor[[16, 64], pl.FP32]],
    y: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        new = pl.add(x[:, :], n[:, :])
        n[:, :] = new
        y[:, :] = new
    return y


@pytest.mark.parametrize("engine", ["native", "interpret"])
def test_every_counted_call_has_both_times(engine: str) -> None:
    compiled = count.compile(config={"engine": engine})
    x, y = torch.ones(16, 64), torch.empty(16, 64)
    with ChipWorker({"engine": engine}) as worker:
        n = worker.alloc_tensor([16, 64], pl.FP32, init=torch.zeros(16, 64))
        times = benchmark(compiled, x, n, y, warmup=2, iters=5)
        assert (y == 7.0).all(), "warm-up calls run too"
        assert len(times.host_wall_us) == len(times.device_wall_us) == 5
        for host, device in zip(times.host_wall_us, times.device_wall_us, strict=True):
            assert 0 < device < host
        assert len(benchmark(compiled, x, n, warmup=0, iters=2).host_wall_us) == 2, "outputs are allocated"


@pytest.mark.parametrize(
    ("counts", "kind", "text"),
    [
        ({"iters": 0}, ValueError, "iters must be an integer from 1, got 0"),
        ({"warmup": -1}, ValueError, "warmup must be an integer from 0, got -1"),
        ({"iters": 2.5}, TypeError, "iters must be an integer from 1, got 2.5"),
    ],
)
def test_counts_that_are_none_are_refused(counts: dict[str, int], kind: type[Exception], text: str) -> None:
    with pytest.raises(kind, match=text):
        benchmark(count.compile(), torch.ones(16, 64), torch.ones(16, 64), **counts)
