# SPDX-License-Identifier: Apache-2.0
"""Numbers as scalars of an element type."""

import math

import numpy as np
import pytest

from pypto.errors import ArgumentError
from pypto.frontend.arguments import fit, number_key, round_float
from pypto.ir.dtypes import BF16, BOOL, FP16, FP32, INT8, INT32, UINT8


@pytest.mark.parametrize("dtype", [FP32, FP16, BF16])
def test_rounding_is_to_nearest_even(dtype):
    rng = np.random.default_rng(7)
    values = np.concatenate(
        [
            rng.standard_normal(400) * 10.0 ** rng.integers(-45, 40, 400),
            [
                0.0,
                -0.0,
                1.0,
                65504.0,
                65519.9,
                65520.0,
                3.3895e38,
                3.4e38,
                1.01953125,
                1e-40,
                2.0**-133,
                1e-46,
            ],
        ]
    )
    with np.errstate(over="ignore"):
        expected = values.astype(dtype.numpy()).astype(np.float64)
    for value, wanted in zip(values.tolist(), expected.tolist(), strict=True):
        assert np.float64(round_float(value, dtype)).tobytes() == np.float64(wanted).tobytes(), value


def test_special_numbers_pass():
    assert math.isnan(round_float(float("nan"), FP16))
    assert round_float(float("-inf"), BF16) == float("-inf")


def test_integers_must_fit():
    assert fit(-128, INT8, "n") == -128 and fit(255, UINT8, "n") == 255
    for value, dtype in ((128, INT8), (-1, UINT8), (2**31, INT32), (1.5, INT32)):
        with pytest.raises(ArgumentError, match="`n` is Scalar"):
            fit(value, dtype, "n")


def test_bools():
    assert fit(1, BOOL, "n") is True and fit(True, INT32, "n") == 1
    with pytest.raises(ArgumentError):
        fit(2, BOOL, "n")


def test_keys_tell_numbers_apart():
    values = [1, 1.0, True, 0, 0.0, -0.0, False, float("nan"), float("inf")]
    assert len({number_key(v) for v in values}) == len(values)
