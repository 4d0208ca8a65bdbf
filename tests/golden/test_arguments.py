# SPDX-License-Identifier: Apache-2.0
"""Arguments of `run` that are not of their kind: a failed result, before anything is compiled."""

import math
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest
import torch

from golden import run

FLAGS = ["compile_only", "save_data", "return_outputs", "equal_nan", "strict"]
WRONG = [
    *[(name, value, "True or False") for name in FLAGS for value in ("no", 1, None)],
    *[
        (name, value, "a finite number >= 0")
        for name in ("rtol", "atol")
        for value in ("x", None, -1.0, math.nan, math.inf, True, 10**400, [1e-3], Decimal("0.1"), 1j)
    ],
    *[("seed", value, "an int from 0 to 2**64 - 1, or None") for value in ("1", 1.0, True, -1, 2**64, 2**70)],
    *[("golden_fn", value, "a function or None") for value in (3, "golden", {})],
    *[
        ("compare_fn", value, "a dict from output names to comparators, or None")
        for value in (3, [], len, "y")
    ],
    *[
        (name, value, "the path of a folder, or None")
        for name in ("golden_data", "runtime_dir")
        for value in (3, "", b"data", False, [])
    ],
    *[("specs", value, "a list of TensorSpec and ScalarSpec") for value in (3, None, len)],
]


@pytest.mark.parametrize(("name", "value", "wanted"), WRONG)
def test_an_argument_of_another_kind_is_named_with_what_it_must_be(double, double_specs, name, value, wanted):
    result = run(**{"fn": double, "specs": double_specs, name: value})
    assert not result.passed and result.execution_time is not None
    assert result.error == f"{name} must be {wanted}, got {value!r} ({type(value).__name__})"
    assert double.compiled == []


@pytest.mark.parametrize("value", [0, 1, 1e-3, np.float32(0.5), np.int64(2)])
def test_any_finite_real_number_is_a_tolerance(double, double_specs, double_golden, value):
    assert run(double, double_specs, double_golden, rtol=value, atol=value, save_data=True).passed


def test_paths_may_be_path_objects_and_anything_that_gives_a_text(
    double, double_specs, double_golden, tmp_path
):
    class Place:
        def __init__(self, path):
            self.path = path

        def __fspath__(self):
            return self.path

    gone = Place(str(tmp_path / "gone"))
    for folder in (gone, Path(gone.path), gone.path):
        result = run(double, double_specs, double_golden, golden_data=folder)
        assert result.error == f"golden_data is not a directory: {tmp_path / 'gone'}"
    assert "golden_data must be the path" in run(double, double_specs, golden_data=Place(b"gone")).error


@pytest.mark.parametrize("value", [3, None, "y", torch.ones(1)])
def test_a_comparator_that_cannot_be_called_is_named(double, double_specs, double_golden, value):
    result = run(double, double_specs, double_golden, compare_fn={"y": value})
    assert not result.passed and "compare_fn['y'] is not callable" in result.error


@pytest.mark.parametrize("key", [3, None, ("y",)])
def test_a_comparator_key_of_another_kind_names_no_output(double, double_specs, double_golden, key):
    result = run(double, double_specs, double_golden, compare_fn={key: len})
    assert not result.passed and f"compare_fn key '{key}' names no output" in result.error
