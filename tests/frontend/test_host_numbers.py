# SPDX-License-Identifier: Apache-2.0
"""Numbers and sizes of a driver: infinite ones, extents, what the run decides, and how its text says them."""

import math

import pytest
import torch

import pypto.language as pl
import pypto.language.distributed as pld
from pypto.errors import ArgumentError, UserError
from pypto.runtime import DistributedConfig

XS = pl.Tensor[[2, 32, 64], pl.FP32]
NR, T = pl.dynamic("NR"), pl.dynamic("T")
INFINITE = math.inf
CONFIG = {"distributed_config": DistributedConfig(device_ids=[0, 1]), "engine": "interpret"}


@pl.jit
def least(x: pl.Tensor, y: pl.Out[pl.Tensor], f: pl.Scalar[pl.FP32]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.minimum(x[:, :], f)
    return y


@pl.jit
def scaled(x: pl.Tensor, y: pl.Out[pl.Tensor], n: pl.Scalar[pl.INT32]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mul(x[:, :], pl.cast(n, pl.FP32))
    return y


@pl.jit
def grown(
    x: pl.Tensor[[T, 64], pl.FP32],
    w: pl.InOut[pld.DistributedTensor[[T, 64], pl.FP32]],
    y: pl.InOut[pl.Tensor[[T, 64], pl.FP32]],
):
    for t in pl.range(T // 8):
        with pl.at(level=pl.Level.CORE_GROUP):
            w[t * 8 : t * 8 + 8, :] = pl.add(w[t * 8 : t * 8 + 8, :], x[t * 8 : t * 8 + 8, :])
        with pl.at(level=pl.Level.CORE_GROUP):
            y[t * 8 : t * 8 + 8, :] = pl.add(w[t * 8 : t * 8 + 8, :], 1.0)
    return y


@pl.jit
def copied(x: pl.Tensor[[T, 64], pl.FP32], y: pl.Out[pl.Tensor[[T, 64], pl.FP32]]):
    for t in pl.range(T // 8):
        with pl.at(level=pl.Level.CORE_GROUP):
            y[t * 8 : t * 8 + 8, :] = pl.add(x[t * 8 : t * 8 + 8, :], 0.0)
    return y


def same_text(program):
    text = program.as_python()
    assert pl.parse(text).as_python() == text
    return text


def test_numbers_that_are_not_finite_are_written_as_python_says_them():
    @pl.jit.host
    def driver(xs: XS, ys: pl.Out[XS]):
        f = INFINITE
        made = pl.create_tensor([32, 64], dtype=pl.FP32, init_value=INFINITE)
        least(xs[0], ys[0], f - 1.0)
        least(made, ys[1], float("inf"))
        return ys

    artifact = driver.compile(config=CONFIG)
    assert 'f = float("inf")' in same_text(artifact.program)
    xs, ys = torch.ones(2, 32, 64), torch.zeros(2, 32, 64)
    artifact(xs, ys)
    assert torch.equal(ys[0], xs[0]) and bool(ys[1].isinf().all())


def test_a_dynamic_extent_is_a_number_by_its_name():
    @pl.jit.host
    def driver(xs: pl.Tensor[[NR, 32, 64], pl.FP32], ys: pl.Out[pl.Tensor[[NR, 32, 64], pl.FP32]]):
        for r in pl.range(NR):
            scaled(xs[r], ys[r], NR * 10 + r)
        return ys

    artifact = driver.compile(config=CONFIG)
    same_text(artifact.program)
    for ranks in (1, 3):
        xs, ys = torch.ones(ranks, 32, 64), torch.zeros(ranks, 32, 64)
        artifact(xs, ys)
        assert ys[:, 0, 0].tolist() == [10 * ranks + r for r in range(ranks)]


def test_sizes_of_windows_and_of_created_tensors_may_be_known_at_run_time_only():
    @pl.jit.host
    def driver(xs: XS, ys: pl.InOut[XS], k: pl.Scalar[pl.INT32]):
        memory = pld.alloc_window_buffer(k * 64 * pl.FP32.get_byte())
        w = pld.window(memory, [k, 64], dtype=pl.FP32)
        for r in pl.range(pld.world_size()):
            t = pl.create_tensor([k, 64], dtype=pl.FP32)
            copied(xs[r, 0:k], t, device=r)
            grown(t, w, ys[r, 0:k], device=r)
            grown(t, w, ys[r, 0:k], device=r)
        return ys

    artifact = driver.compile(k=pl.RUNTIME, config=CONFIG)
    same_text(artifact.program)
    xs, ys = torch.randn(2, 32, 64), torch.zeros(2, 32, 64)
    artifact(xs, ys, 16)
    assert torch.equal(ys[:, :16], 2 * xs[:, :16] + 1) and not ys[:, 16:].any()
    with pytest.raises(ArgumentError, match="would have 0 bytes") as caught:
        artifact(xs, ys, 0)
    assert caught.value.span is not None and caught.value.span.file == __file__


def test_the_number_of_ranks_shares_tensors_out_by_any_name():
    @pl.jit.host
    def driver(xs: pl.Tensor[[NR, 32, 64], pl.FP32], ys: pl.Out[pl.Tensor[[NR, 32, 64], pl.FP32]]):
        n = pld.world_size()
        for r in pl.range(n):
            scaled(xs[r], ys[r], 1, device=r)
        return ys

    artifact = driver.compile(config=CONFIG)
    with pytest.raises(ArgumentError, match="`xs` has 3 along its first axis, and there are 2 ranks"):
        artifact(torch.ones(3, 32, 64), torch.zeros(3, 32, 64))


def test_numbers_of_a_run_have_64_bits():
    @pl.jit.host
    def driver(xs: XS, ys: pl.Out[XS], k: pl.Scalar[pl.INT64]):
        n = k * k * k
        scaled(xs[0], ys[0], n % 7)
        return ys

    artifact = driver.compile(k=pl.RUNTIME, config=CONFIG)
    xs, ys = torch.ones(2, 32, 64), torch.zeros(2, 32, 64)
    artifact(xs, ys, 3)
    assert ys[0, 0, 0] == 27 % 7
    with pytest.raises(ArgumentError, match="numbers have 64") as caught:
        artifact(xs, ys, 1 << 40)
    assert caught.value.span is not None and caught.value.span.file == __file__


def test_entries_have_names_that_nothing_else_of_the_program_has():
    @pl.jit.host
    def scaled_1(xs: XS, ys: pl.Out[XS]):
        scaled(xs[0], ys[0], 1)
        scaled(xs[1], ys[1], 2)
        return ys

    program = scaled_1.lower(config=CONFIG)
    assert list(program.entries) == ["scaled", "scaled_2"]
    same_text(program)


def test_a_window_goes_to_a_parameter_that_says_so():
    @pl.jit
    def bare(x: pl.Tensor, w):
        with pl.at(level=pl.Level.CORE_GROUP):
            w[:, :] = pl.add(x[:, :], 1.0)

    @pl.jit.host
    def driver(xs: XS, ys: pl.Out[XS]):
        memory = pld.alloc_window_buffer([32, 64], dtype=pl.FP32)
        w = pld.window(memory, [32, 64], dtype=pl.FP32)
        bare(xs[0], w, device=0)
        return ys

    with pytest.raises(UserError, match="`w` of bare is a tensor of the host") as caught:
        driver.lower(config=CONFIG)
    assert "pl.InOut[pld.DistributedTensor[[32, 64], pl.FP32]]" in str(caught.value)
