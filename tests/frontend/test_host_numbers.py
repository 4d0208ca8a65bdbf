# SPDX-License-Identifier: Apache-2.0
"""Numbers and sizes of a driver: infinite ones, extents, what the run decides, and how its text says them."""

import enum
import importlib.util
import math

import numpy as np
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


SHAPE, TABLE, HALF = [32, 64], (1, 0), np.float64(0.5)


class Place(enum.IntEnum):
    FIRST = 0
    SECOND = 1


def test_numbers_and_shapes_of_the_module_are_values_of_a_driver():
    @pl.jit.host
    def driver(xs: XS, ys: pl.Out[XS]):
        t = pl.create_tensor(SHAPE, dtype=pl.FP32)
        scaled(xs[Place.SECOND], t, SHAPE[0] // 16 + 2**3 + (1 << 2) + len(TABLE))
        least(t, ys[TABLE[0]], HALF + max(3, TABLE[-1]))
        scaled(xs[0], ys[0], n=xs.shape[0] + pl.tensor.dim(xs, axis=-1))
        return ys

    artifact = driver.compile(config=CONFIG)
    text = same_text(artifact.program)
    assert "self.scaled(xs[1], t, 16)" in text and "ys[1], 3.5)" in text and "ys[0], 66)" in text
    xs, ys = torch.ones(2, 32, 64), torch.zeros(2, 32, 64)
    artifact(xs, ys)
    assert ys[:, 0, 0].tolist() == [66.0, 3.5]


def test_several_names_get_their_values_at_once():
    @pl.jit.host
    def driver(xs: XS, ys: pl.Out[XS], k: pl.Scalar[pl.INT32]):
        a, b = k, k + 1
        x, y = xs[0], ys[0]
        for r in pl.range(3):
            a, b = b, a + b * r
        scaled(x, y, a * 100 + b)
        return ys

    artifact = driver.compile(k=pl.RUNTIME, config=CONFIG)
    same_text(artifact.program)
    xs, ys = torch.ones(2, 32, 64), torch.zeros(2, 32, 64)
    artifact(xs, ys, 2)
    a, b = 2, 3
    for r in range(3):
        a, b = b, a + b * r
    assert ys[0, 0, 0] == a * 100 + b


def test_whole_axes_behind_an_index_are_the_same_part():
    @pl.jit.host
    def driver(xs: XS, ys: pl.Out[XS]):
        scaled(xs[1, :, :], ys[0, :], 1)
        scaled(xs[0, 0:32], ys[1, 0:32, :], 1)
        return ys

    text = same_text(driver.lower(config=CONFIG))
    assert "(xs[1], ys[0], 1)" in text and "(xs[0], ys[1], 1)" in text


@pytest.mark.parametrize("index", ["[:, 0]", "[:, 0:8]", "[0, :, 0:32]", "[0:2, 1]", "[0:1, :, 0:8]"])
def test_an_index_behind_a_slice_is_refused(index, tmp_path):
    path = tmp_path / "kernel.py"
    path.write_text(BEHIND.format(index=index))
    spec = importlib.util.spec_from_file_location("behind_a_slice", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with pytest.raises(UserError, match="an index behind a slice") as caught:
        module.driver.lower(config=CONFIG)
    assert caught.value.span.line == 13


BEHIND = """\
import pypto.language as pl


@pl.jit
def copied(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x[:, :], 0.0)


@pl.jit.host
def driver(xs: pl.Tensor[[2, 32, 64], pl.FP32], ys: pl.Out[pl.Tensor[[2, 32, 64], pl.FP32]]):
    for r in pl.range(2):
        copied(xs{index}, ys[r])
    return ys
"""
