# SPDX-License-Identifier: Apache-2.0
"""By what a harness is fooled: each is a clear failure here, never a pass and never an exception of ours."""

import math

import pytest
import torch
from harness_fakes import FakeKernel, scalar, tensor

from golden import (
    ScalarSpec,
    TensorSpec,
    error_distribution,
    mapped_pool_ratio_allclose,
    mapped_pool_ratio_reldiff,
    ratio_allclose,
    ratio_reldiff,
    run,
    topk_pair_compare,
    validate_golden,
)

SHAPE = (4, 4)
COMPARATORS = {
    "gate": None,
    "ratio_allclose": ratio_allclose(max_error_ratio=1.0),
    "ratio_reldiff": ratio_reldiff(pct_thd=1.0),
    "error_distribution": error_distribution(always_pass=False),
    "topk_pair_compare": topk_pair_compare("y"),
    "pool_allclose": mapped_pool_ratio_allclose("m", mapping_shape=[1], block_size=4, max_error_ratio=1.0),
    "pool_reldiff": mapped_pool_ratio_reldiff("m", mapping_shape=[1], block_size=4, pct_thd=1.0),
}
EVERY = pytest.mark.parametrize("name", COMPARATORS)
STRICT = {
    "gate": None,
    "ratio_allclose": ratio_allclose(),
    "ratio_reldiff": ratio_reldiff(pct_thd=0.0),
}


def text(actual, expected, comparator=None, **tolerances):
    """The failure; a pass or another exception ends the test."""
    compare_fn = None if comparator is None else {"y": comparator}
    with pytest.raises(AssertionError) as failure:
        validate_golden(
            {"y": actual},
            {"y": expected},
            compare_fn=compare_fn,
            inputs={"m": torch.tensor([0])},
            **tolerances,
        )
    return str(failure.value)


def copies(tmp_path, dtype=torch.float32, shape=SHAPE, **arguments):
    """y = x, with the error of a run that has to fail."""
    kernel = FakeKernel(
        lambda v: v["y"].copy_(v["x"]),
        tensor("x", "in", shape, dtype),
        tensor("y", "out", shape, dtype),
        folder=tmp_path / "build",
    )
    specs = [TensorSpec("x", list(shape), dtype, init_value=1), TensorSpec("y", list(shape), dtype)]
    arguments = {"fn": kernel, "specs": specs, "golden_fn": copied, **arguments}
    result = run(**arguments)
    assert not result.passed and not kernel.launches
    return result.error


def copied(values):
    values["y"][:] = values["x"]


# --- shapes and types ---


@EVERY
@pytest.mark.parametrize("shape", [(4, 1), ()])
@pytest.mark.parametrize("value", [1.0, 2.0])
def test_a_reference_that_could_be_broadcast(name, shape, value):
    failure = text(torch.ones(SHAPE), torch.full(shape, value), COMPARATORS[name])
    assert "[4, 4]" in failure and str(list(shape)) in failure


@pytest.mark.parametrize("shape", [(4, 1), ()])
def test_a_golden_that_puts_another_shape_in_its_dict(tmp_path, shape):
    def golden(values):
        values["y"] = torch.ones(shape)

    error = copies(tmp_path, golden_fn=golden)
    assert "golden changed output 'y'" in error and str(list(shape)) in error


def test_a_golden_of_another_type(tmp_path):
    def golden(values):
        values["y"] = values["x"].double()

    assert "torch.float64" in copies(tmp_path, golden_fn=golden)
    failure = text(torch.ones(2), torch.ones(2, dtype=torch.float64), ratio_allclose())
    assert "torch.float32" in failure and "torch.float64" in failure


# --- nothing compared ---


def test_no_outputs_at_all(tmp_path):
    kernel = FakeKernel(lambda v: None, tensor("x", "in", SHAPE), folder=tmp_path)
    error = copies(
        tmp_path, fn=kernel, specs=[TensorSpec("x", [4, 4], torch.float32)], golden_fn=lambda v: None
    )
    assert "no Out or InOut parameter, so there is nothing to compare" in error


def test_a_golden_that_fills_nothing(tmp_path):
    def golden(values):
        y = values["y"]
        y = values["x"] * 1  # noqa: F841

    assert "left output 'y' untouched" in copies(tmp_path, golden_fn=golden)


def test_a_misspelt_comparator_key(tmp_path):
    error = copies(tmp_path, compare_fn={"out": ratio_allclose()})
    assert "'out' names no output; outputs are ['y']" in error


def test_two_specs_of_one_name(tmp_path):
    specs = [TensorSpec(name, [4, 4], torch.float32) for name in ("x", "x")]
    assert "duplicate spec names: ['x']" in copies(tmp_path, specs=specs)


# --- integers ---


@pytest.mark.parametrize(
    "comparator",
    [
        None,
        ratio_allclose(max_error_ratio=0.0),
        ratio_reldiff(diff_thd=1e-9, pct_thd=0.0),
        mapped_pool_ratio_allclose("m", mapping_shape=[1], block_size=4, max_error_ratio=0.0),
        mapped_pool_ratio_reldiff("m", mapping_shape=[1], block_size=4, diff_thd=1e-9, pct_thd=0.0),
    ],
)
def test_an_integer_off_by_one_beyond_what_float32_holds(comparator):
    actual = torch.full(SHAPE, 16777217, dtype=torch.int32)
    assert "actual=16777217, expected=16777216" in text(actual, actual - 1, comparator, rtol=0.0, atol=0.0)


def test_indices_that_float32_would_take_for_equal():
    actual, expected = torch.tensor([[16777217, 5]]), torch.tensor([[16777216, 5]])
    outputs = {"y": actual, "scores": torch.tensor([[1.0, 2.0]])}
    with pytest.raises(AssertionError, match="actual_idx=16777217, expected_idx=16777216"):
        validate_golden(outputs, {**outputs, "y": expected}, compare_fn={"y": topk_pair_compare("scores")})


def test_an_integer_off_by_one_with_default_tolerances():
    for dtype in (torch.int32, torch.int64):
        failure = text(torch.tensor([200001], dtype=dtype), torch.tensor([200000], dtype=dtype))
        assert "Mismatched elements: 1/1" in failure


def test_differences_of_unsigned_bytes_do_not_wrap():
    zero, most = torch.tensor([0], dtype=torch.uint8), torch.tensor([255], dtype=torch.uint8)
    assert "largest absolute difference: 255" in text(zero, most)


# --- floats ---


@pytest.mark.parametrize("name", STRICT)
def test_opposite_signs(name):
    for value in (1.0, 1e-3 if name == "gate" else 0.02, 1e30):
        text(torch.tensor([value]), torch.tensor([-value]), STRICT[name])


@pytest.mark.parametrize("name", ["gate", "ratio_allclose", "ratio_reldiff"])
@pytest.mark.parametrize("pair", [(1.0, math.nan), (math.nan, 1.0), (math.nan, math.nan)])
def test_nan_is_no_wildcard(name, pair):
    text(torch.tensor(pair[:1]), torch.tensor(pair[1:]), COMPARATORS[name])


@pytest.mark.parametrize(
    "factory",
    [lambda **k: ratio_allclose(max_error_ratio=0.05, **k), lambda **k: ratio_reldiff(pct_thd=0.05, **k)],
)
def test_one_of_eleven_at_five_percent(factory):
    actual = torch.ones(11)
    actual[3] = 9
    assert "error_count=1/11" in text(actual, torch.ones(11), factory())
    validate_golden({"y": actual}, {"y": torch.ones(11)}, compare_fn={"y": factory(rounding="half_even")})


def test_outputs_of_no_elements_pass_with_a_line_and_their_shape_counts(capsys):
    for name in ("gate", "ratio_allclose", "ratio_reldiff", "error_distribution"):
        compare_fn = {} if name == "gate" else {"y": COMPARATORS[name]}
        validate_golden({"y": torch.zeros(0, 4)}, {"y": torch.zeros(0, 4)}, compare_fn=compare_fn)
        assert "'y' PASS  shape=(0, 4)" in capsys.readouterr().out
    assert "[0, 4]" in text(torch.zeros(0, 4), torch.zeros(0, 5))


# --- what the caller hands in ---


@pytest.mark.parametrize("value", [70000, -70000, 65520.0, 1e39])
def test_a_scalar_that_float16_cannot_hold(value):
    with pytest.raises(ValueError, match=r"(?s)'n'.*out of range|out of range.*'n'"):
        ScalarSpec("n", torch.float16, value)


@pytest.mark.parametrize("made", [torch.ones(4, 1), torch.ones(()), torch.ones(2, 8), torch.ones(4, 4, 1)])
def test_an_initial_tensor_of_another_shape(tmp_path, made):
    specs = [TensorSpec("x", [4, 4], torch.float32, init_value=made), TensorSpec("y", [4, 4], torch.float32)]
    assert "'x'" in copies(tmp_path, specs=specs)


def test_a_strided_initial_tensor_reaches_the_kernel_in_its_own_order_and_is_never_the_dispatched_one(
    tmp_path,
):
    mine = torch.arange(32.0).reshape(4, 8)[:, ::2].t()
    kept = mine.clone()

    def body(values):
        values["y"].copy_(values["s"])
        values["s"].fill_(-1)

    def golden(values):
        values["y"][:] = kept
        values["s"].fill_(-1)

    kernel = FakeKernel(body, tensor("s", "inout", SHAPE), tensor("y", "out", SHAPE), folder=tmp_path)
    specs = [TensorSpec("s", [4, 4], torch.float32, init_value=mine), TensorSpec("y", [4, 4], torch.float32)]
    assert run(kernel, specs, golden).passed
    assert torch.equal(mine, kept)
    dispatched = kernel.launches[0][0]
    assert dispatched.is_contiguous() and dispatched.data_ptr() != mine.data_ptr()


def test_a_kernel_that_writes_what_it_declared_an_input(double, double_specs, double_golden):
    double.record.changed = ["x"]
    error = run(double, double_specs, double_golden).error
    assert "'x'" in error and "InOut" in error


def test_zeros_where_every_reference_is_below_the_tolerance(tmp_path, capsys):
    shape = (1, 131072)
    kernel = FakeKernel(
        lambda v: v["y"].zero_(), tensor("x", "in", shape), tensor("y", "out", shape), folder=tmp_path
    )
    specs = [TensorSpec(name, list(shape), torch.float32) for name in "xy"]

    def golden(values):
        values["y"][:] = torch.softmax(values["x"], -1)

    result = run(kernel, specs, golden)
    assert result.passed and result.comparisons[0].no_power is not None
    warning = next(line for line in capsys.readouterr().out.splitlines() if "warning" in line)
    assert "'y'" in warning and "7.6" in warning and "1e-05" in warning
    assert "strict" in run(kernel, specs, golden, strict=True).error


def test_a_scalar_of_a_snapshot_is_used_and_printed(tmp_path, capsys):
    parameters = tensor("x", "in", (2,)), scalar("n"), tensor("y", "out", (2,))
    kernel = FakeKernel(lambda v: v["y"].copy_(v["x"] * v["n"]), *parameters, folder=tmp_path)

    def specs(number):
        return [
            TensorSpec("x", [2], torch.float32, init_value=1),
            ScalarSpec("n", torch.int32, number),
            TensorSpec("y", [2], torch.float32),
        ]

    def golden(values):
        values["y"][:] = values["x"] * values["n"]

    data = run(kernel, specs(3), golden, save_data=True).work_dir / "data"
    capsys.readouterr()
    assert run(kernel, specs(9), golden, golden_data=data).passed
    assert [
        line for line in capsys.readouterr().out.splitlines() if "'n'" in line and "3" in line and "9" in line
    ]
