# SPDX-License-Identifier: Apache-2.0
"""A single element outside of one axis is a fault in both engines, also where its place in memory is somebody's."""

from pathlib import Path

import pytest
import torch

import pypto.language as pl
from pypto.errors import KernelFault

CORE = pl.Level.CORE_GROUP
Grid = pl.Tensor[[4, 64], pl.FP32]
Deep = pl.Tensor[[2, 4, 64], pl.FP32]
N = pl.dynamic("N")


@pl.jit
def reads(x: Grid, a: pl.Scalar[pl.INDEX], b: pl.Scalar[pl.INDEX], y: pl.InOut[Grid]):
    with pl.at(level=CORE):
        pl.write(y, [0, 0], pl.read(x, [a, b]))
    return y


@pl.jit
def writes(x: Grid, a: pl.Scalar[pl.INDEX], b: pl.Scalar[pl.INDEX], y: pl.InOut[Grid]):
    with pl.at(level=CORE):
        pl.write(y, [a, b], pl.read(x, [0, 0]))
    return y


@pl.jit
def reads_a_view(x: Grid, a: pl.Scalar[pl.INDEX], b: pl.Scalar[pl.INDEX], y: pl.InOut[Grid]):
    v = x[0:2, 0:32]
    with pl.at(level=CORE):
        pl.write(y, [0, 0], pl.read(v, [a, b]))
    return y


@pl.jit
def reads_a_tile(x: Grid, a: pl.Scalar[pl.INDEX], b: pl.Scalar[pl.INDEX], y: pl.InOut[Grid]):
    with pl.at(level=CORE):
        t = pl.tile.load(x, [0, 0], [4, 64])
        pl.write(y, [0, 0], pl.tile.read(t, [a, b]))
    return y


@pl.jit
def writes_a_value(x: Grid, a: pl.Scalar[pl.INDEX], b: pl.Scalar[pl.INDEX], y: pl.InOut[Grid]):
    with pl.at(level=CORE):
        t = pl.add(x[:, :], 1.0)
        pl.write(t, [a, b], 5.0)
        y[:, :] = t
    return y


@pl.jit
def in_orchestration(x: Grid, a: pl.Scalar[pl.INDEX], b: pl.Scalar[pl.INDEX], y: pl.InOut[Grid]):
    pl.write(y, [a, b], pl.read(x, [0, 0]))
    return y


@pl.jit
def constant_loop(x: Grid, a: pl.Scalar[pl.INDEX], b: pl.Scalar[pl.INDEX], y: pl.InOut[Grid]):
    with pl.at(level=CORE):
        for i in pl.range(64):
            pl.write(y, [0, i + 1], pl.read(x, [0, i]))
    return y


@pl.jit
def deep_value(x: Deep, a: pl.Scalar[pl.INDEX], b: pl.Scalar[pl.INDEX], y: pl.InOut[Deep]):
    with pl.at(level=CORE):
        t = pl.add(x[:, :, :], 1.0)
        pl.write(t, [0, a, b], 5.0)
        y[:, :, :] = t
    return y


def compiled(kernel, engine):
    return kernel.compile(a=pl.RUNTIME, b=pl.RUNTIME, config={"engine": engine})


CASES = [
    (reads, 0, 64, "read", 1, 64, 64),
    (reads, 1, -1, "read", 1, -1, 64),
    (reads, 4, 0, "read", 0, 4, 4),
    (writes, 0, 70, "write", 1, 70, 64),
    (writes, 1, -1, "write", 1, -1, 64),
    (writes, -1, 64, "write", 0, -1, 4),
    (reads_a_view, 0, 40, "read", 1, 40, 32),
    (reads_a_view, 2, 0, "read", 0, 2, 2),
    (reads_a_tile, 0, 70, "read", 1, 70, 64),
    (writes_a_value, 0, 70, "write", 1, 70, 64),
    (writes_a_value, 1, -1, "write", 1, -1, 64),
    (in_orchestration, 0, 70, "write", 1, 70, 64),
    (constant_loop, 0, 0, "write", 1, 64, 64),
    (deep_value, 4, 0, "write", 1, 4, 4),
]


@pytest.fixture(scope="module")
def programs():
    return {}


@pytest.mark.parametrize("engine", ["native", "interpret"])
@pytest.mark.parametrize("kernel, a, b, word, axis, index, extent", CASES)
def test_an_index_outside_of_its_axis_is_a_fault(programs, engine, kernel, a, b, word, axis, index, extent):
    key = (kernel.__name__, engine)
    if key not in programs:
        programs[key] = compiled(kernel, engine)
    shape = (2, 4, 64) if kernel is deep_value else (4, 64)
    x, y = torch.ones(shape), torch.zeros(shape)
    with pytest.raises(KernelFault) as caught:
        programs[key](x, a, b, y)
    assert caught.value.code == f"{word}-bounds"
    assert f"[{index}, {index + 1}) of axis {axis}, whose extent is {extent}" in str(caught.value)
    assert caught.value.span.line == _line(
        kernel, f"pl.{word}(" if kernel is not reads_a_tile else "pl.tile.read("
    )
    assert not y.any()
    if kernel is not constant_loop:
        programs[key](x, 1, 3, y)  # inside


def _line(kernel, words):
    text = Path(__file__).read_text().splitlines()
    begin = next(n for n, line in enumerate(text) if line.startswith(f"def {kernel.__name__}("))
    return next(n for n, line in enumerate(text) if n > begin and words in line) + 1


@pl.jit
def provable(x: pl.Tensor[[N, 64], pl.FP32], y: pl.InOut[pl.Tensor[[N, 64], pl.FP32]]):
    with pl.at(level=CORE):
        for r in pl.range(N):
            for i in pl.range(0, 64, 2):
                pl.write(y, [r, i + 1], pl.read(x, [r, (i + 3) % 64]))
            for i in pl.range(63, -1, -1):
                k = pl.min(i // 2, 31)
                pl.write(y, [r, k * 2], pl.read(x, [N - 1 - r + r, i]))
    return y


def test_indices_that_are_provably_inside_are_not_checked(tmp_path):
    done = provable.compile(torch.ones(4, 64), torch.zeros(4, 64))
    (pto,) = done.output_dir.rglob("*.pto")
    text = pto.read_text()
    assert (
        "pto.store_scalar" in text and text.count("pto.trap") == 1 and "axis = 0" in text
    )  # N - 1, where N may be 0
