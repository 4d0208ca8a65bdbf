# SPDX-License-Identifier: Apache-2.0
"""Heat map, histograms and worst points against values counted by hand."""

import math

import pytest
import torch

from golden.pictures import CELLS, error_picture, worst_points


def counts(bins):
    return {item.label: item.count for item in bins if item.count}


def test_heat_is_the_largest_difference_of_each_block():
    expected = torch.zeros(4 * CELLS, CELLS + 1)
    actual = expected.clone()
    actual[7, 3] = 2.0
    actual[4, 2] = -5.0
    actual[-1, -1] = math.nan
    picture = error_picture(actual, expected)
    assert (picture.row_step, picture.column_step) == (4, 2)
    assert picture.heat[1][1] == 5.0
    assert picture.heat[-1][-1] == math.inf
    assert sum(value != 0 for row in picture.heat for value in row) == 2


def test_further_axes_are_folded_into_their_row_and_column():
    actual, expected = torch.zeros(2, 3, 4, 5), torch.zeros(2, 3, 4, 5)
    actual[1, 2, 3, 4] = 0.25
    picture = error_picture(actual, expected)
    assert picture.heat == [[0.0, 0.0, 0.0], [0.0, 0.0, 0.25]]


def test_units_in_the_last_place_are_counted_across_zero():
    tiny = torch.tensor([1], dtype=torch.int32).view(torch.float32)
    expected = torch.tensor([1.0, 1.0, 1.0, 0.0, 1.0, -0.0])
    actual = expected.clone()
    actual[1] = torch.nextafter(torch.tensor(1.0), torch.tensor(2.0))
    actual[2] = 1.0 + 5 * 2.0**-23
    actual[3] = -tiny
    actual[4] = math.inf
    actual[5] = 0.0
    assert counts(error_picture(actual, expected).ulp) == {"0": 2, "1": 2, "4": 1, "not finite": 1}


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float64])
def test_one_step_is_one_unit_in_every_type(dtype):
    expected = torch.full((3, 3), 3.0, dtype=dtype)
    actual = expected.clone()
    bits = actual.view({2: torch.int16, 8: torch.int64}[dtype.itemsize])
    bits[1, 1] += 1
    assert counts(error_picture(actual, expected).ulp) == {"0": 8, "1": 1}


def test_relative_differences_fall_into_decades():
    expected = torch.tensor([1.0, 1.0, 1.0, 0.0, 1.0])
    actual = torch.tensor([1.0, 1.05, 31.0, 1.0, 1.0 + 2.0**-20])
    found = counts(error_picture(actual, expected).relative)
    assert found == {"equal": 1, "1e-2": 1, "10 or more": 2, "1e-7": 1}


def test_integers_have_no_units_in_the_last_place_and_do_not_wrap():
    expected = torch.tensor([[0, 255]], dtype=torch.uint8)
    actual = torch.tensor([[255, 255]], dtype=torch.uint8)
    picture = error_picture(actual, expected)
    assert picture.heat == [[255.0, 0.0]] and picture.ulp == []


def test_nothing_is_drawn_of_tensors_that_cannot_be_laid_over_each_other():
    assert error_picture(torch.zeros(2), torch.zeros(3)) is None
    assert error_picture(torch.zeros(0), torch.zeros(0)) is None


def test_worst_points_are_the_farthest_first():
    expected = torch.zeros(300_000)
    actual = expected.clone()
    actual[7], actual[250_000], actual[9] = 1.0, -3.0, math.nan
    points = worst_points(actual, expected, 2)
    assert [point.index for point in points] == [(9,), (250_000,)]
    assert points[1].actual == -3.0
