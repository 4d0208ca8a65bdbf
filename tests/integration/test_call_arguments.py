# SPDX-License-Identifier: Apache-2.0
"""What a call takes, in both engines alike: numbers of NumPy are numbers, its arrays are refused, and so are outputs
that share memory."""

import numpy as np
import pytest
import torch

import pypto.language as pl
from pypto.errors import ArgumentError


@pl.jit
def kernel(
    x: pl.Tensor[[16, 64], pl.FP32],
    factor: pl.Scalar[pl.FP32],
    times: pl.Scalar[pl.INT32],
    y: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[:, :]
        for _ in pl.range(times):
            t = pl.mul(t, factor)
        y[:, :] = t
    return y


ENGINES = pytest.mark.parametrize("engine", ["native", "interpret"])


@ENGINES
def test_numbers_of_numpy_are_folded_as_those_of_python(engine):
    x, y = torch.ones(16, 64), torch.zeros(16, 64)
    kernel(x, np.float32(1.5), np.int64(2), y, config={"engine": engine})
    assert (y == 2.25).all()


@ENGINES
@pytest.mark.parametrize("axis", [0, 1])
def test_an_array_of_numpy_is_refused_and_not_written(engine, axis):
    given = [torch.ones(16, 64), 1.5, 1, torch.zeros(16, 64)]
    place = 3 * axis
    array = np.zeros((64, 16), np.float32).T
    given[place] = array
    with pytest.raises(ArgumentError, match=rf"`{'xy'[axis]}` is a NumPy array(.|\n)*torch\.from_numpy"):
        kernel(*given, config={"engine": engine})
    assert not array.any()


def test_a_tensor_in_place_of_a_number_is_told_how_to_be_one():
    with pytest.raises(ArgumentError, match=r"factor\.item\(\)"):
        kernel(torch.ones(16, 64), torch.tensor(1.5), 1, torch.zeros(16, 64))


@pl.jit
def both(
    x: pl.Tensor[[16, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
    z: pl.InOut[pl.Tensor[[16, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x[:, :], 1.0)
        z[:, :] = pl.add(x[:, :], 2.0)
    return y, z


@ENGINES
def test_outputs_that_share_memory_are_refused_and_neighbours_are_not(engine):
    room, x = torch.zeros(48, 64), torch.ones(16, 64)
    for first, second in ((0, 0), (0, 8), (15, 0)):
        with pytest.raises(ArgumentError, match="`y` and `z` share memory"):
            both(x, room[first : first + 16], room[second : second + 16], config={"engine": engine})
        assert not room.any()
    both(x, room[16:32], room[0:16], config={"engine": engine})
    assert (room[0:16] == 3).all() and (room[16:32] == 2).all()


@ENGINES
def test_an_output_over_an_input_gets_what_the_input_gave(engine):
    room = torch.ones(24, 64)
    both(room[0:16], room[8:24], torch.zeros(16, 64), config={"engine": engine})
    assert (room[0:8] == 1).all() and (room[8:24] == 2).all()
