# SPDX-License-Identifier: Apache-2.0
"""Arguments of `run` that are not of their kind: a failed result, before anything is compiled."""

import inspect
import math
from decimal import Decimal
from functools import partial
from pathlib import Path

import numpy as np
import pytest
import torch

from golden import ratio_allclose, run, topk_pair_compare
from golden.runner import _Pypto
from pypto.runtime.config import RunConfig

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
    first = result.error.splitlines()[0]
    assert first.startswith(f"{name} must be {wanted}, got {value!r:.60}")
    assert first.endswith(f" ({type(value).__name__})") and len(first) < 200
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


@pytest.fixture
def real_config(backend, monkeypatch):
    monkeypatch.setattr(backend, "make_config", _Pypto().make_config)


@pytest.mark.parametrize("name", ["compare_fn", "save_data", "seed", "golden_data"])
def test_an_argument_of_run_inside_the_configuration_is_a_type_error_that_says_so(double, double_specs, name):
    with pytest.raises(TypeError, match=f"unknown config key '{name}'; {name} is an argument of run"):
        run(double, double_specs, config={name: True})
    assert double.compiled == []


@pytest.mark.parametrize(
    ("key", "value", "argument"),
    [("rtol", 0.5, "rtol"), ("atol", 1, "atol"), ("golden_data_dir", "/nonexist", "golden_data")],
)
@pytest.mark.parametrize("ready", [False, True])
def test_keys_that_only_other_tools_read_are_pointed_out(
    double, double_specs, double_golden, real_config, capsys, key, value, argument, ready
):
    config = RunConfig(**{key: value}) if ready else {key: value}
    line = f"config key '{key}' has no effect on run; write run(..., {argument}={value!r})"
    assert run(double, double_specs, double_golden, config=config).passed
    assert f"[RUN]   warning: {line}\n" in capsys.readouterr().out
    assert run(double, double_specs, double_golden, config=config, strict=True).error == f"strict: {line}"


def test_a_key_that_says_the_same_as_the_argument_needs_no_word(
    double, double_specs, double_golden, real_config, capsys
):
    for config in ({"rtol": 1, "atol": 1e-5, "golden_data_dir": None}, RunConfig(rtol=1.0), RunConfig()):
        assert run(double, double_specs, double_golden, config=config, rtol=1.0).passed
        assert "no effect" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("comparator", "message"),
    [
        (ratio_allclose, "ratio_allclose makes comparators; write ratio_allclose()"),
        (topk_pair_compare, "topk_pair_compare makes comparators; write topk_pair_compare()"),
        (
            torch.allclose,
            "allclose is no comparator: a comparator is called as cmp(actual, expected, *, actual_",
        ),
        (lambda a, e: (True, ""), "<lambda>(a, e) is no comparator (got an unexpected keyword argument"),
        (lambda a, **k: (True, ""), "<lambda>(a, **k) is no comparator (too many positional arguments)"),
        (math.isclose, "take what you do not use with **context"),
    ],
)
def test_a_comparator_of_another_form_is_refused_before_the_run(
    double, double_specs, double_golden, comparator, message
):
    result = run(double, double_specs, double_golden, compare_fn={"y": comparator})
    assert not result.passed and "compare_fn['y']: " in result.error and message in result.error
    assert double.artifact is None or not double.artifact.configs


@pytest.mark.parametrize(
    "comparator",
    [
        ratio_allclose(),
        lambda a, e, **context: (True, ""),
        lambda *a, **k: (True, ""),
        partial(lambda a, e, tolerance, **context: (True, ""), tolerance=1),
        lambda a, e, *, actual_outputs, expected_outputs, inputs, rtol, atol: (True, ""),
    ],
)
def test_anything_that_takes_what_comparators_get_is_one(double, double_specs, double_golden, comparator):
    assert run(double, double_specs, double_golden, compare_fn={"y": comparator}).passed


@pytest.mark.parametrize(
    ("keyword", "instead"),
    [
        ("ignore_nan", "equal_nan=True lets NaN match NaN"),
        ("ignore_nan", "ratio_allclose(ignore_nan=True)"),
        ("tolerance", "rtol= and atol="),
        ("tolrance", "rtol= and atol="),
        ("plaform", "config=dict(platform=...)"),
        ("sed", "did you mean seed=?"),
        ("golden_func", "did you mean golden_fn=?"),
        ("platform", "config=dict(platform=...)"),
        ("inputs", "specs="),
        ("colour", "it takes fn, specs, golden_fn"),
    ],
)
def test_an_unknown_keyword_of_run_says_which_was_meant(double, double_specs, keyword, instead):
    with pytest.raises(TypeError, match=f"unexpected keyword argument '{keyword}'") as caught:
        run(double, double_specs, **{keyword: True})
    assert instead in str(caught.value)


def test_an_unknown_keyword_of_a_comparator_says_which_was_meant():
    with pytest.raises(TypeError, match=r"'max_err_ratio'; did you mean max_error_ratio=\?"):
        ratio_allclose(max_err_ratio=0.1)


def test_the_signature_of_run_is_that_of_the_specification():
    assert list(inspect.signature(run).parameters)[:5] == [
        "fn",
        "specs",
        "golden_fn",
        "golden_data",
        "config",
    ]


@pytest.mark.parametrize("golden", [lambda: None, lambda x, y: None, lambda *, x: None])
def test_a_golden_that_cannot_be_called_with_one_dict_is_refused_before_compiling(
    double, double_specs, golden
):
    result = run(double, double_specs, golden)
    assert not result.passed and "golden_fn is called with one dict of all parameters" in result.error
    assert result.error.startswith(f"{__file__}:") and "def golden(values)" in result.error
    assert double.compiled == []


@pytest.mark.parametrize("golden", [lambda values: None, lambda *all: None, lambda values, seed=1: None])
def test_a_golden_of_one_dict_is_taken_however_it_is_declared(double, double_specs, golden):
    assert "called with one dict" not in run(double, double_specs, golden).error


def test_a_tensor_in_place_of_a_golden_is_told_in_one_line(double, double_specs):
    error = run(double, double_specs, torch.zeros(4, 6)).error
    assert error.splitlines()[0].endswith("a function or None, got Tensor of shape [4, 6] and torch.float32")
