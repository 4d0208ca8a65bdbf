# SPDX-License-Identifier: Apache-2.0
"""The default gate and the report of what it found."""

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from golden import validate_golden
from golden.chunks import CHUNK
from golden.validation import compare_outputs


def check(actual, expected, **options):
    validate_golden({"y": actual}, {"y": expected}, **options)


def failure(actual, expected, **options):
    with pytest.raises(AssertionError) as caught:
        check(actual, expected, **options)
    text = str(caught.value)
    assert text.startswith("Output(s) does not match golden: ['y']")
    return text


def test_values_inside_the_tolerance_pass_and_just_outside_fail():
    expected = torch.full((100,), 100.0)
    check(expected + 0.9, expected, rtol=0.005, atol=0.5)
    failure(expected + 1.1, expected, rtol=0.005, atol=0.5)


@settings(max_examples=200, deadline=None)
@given(
    data=st.data(),
    dtype=st.sampled_from([torch.float32, torch.float16, torch.bfloat16]),
    rtol=st.sampled_from([0.0, 1e-5, 1e-2]),
    atol=st.sampled_from([0.0, 1e-5, 1e-2]),
    equal_nan=st.booleans(),
)
def test_floats_pass_exactly_when_torch_allclose_says_so(data, dtype, rtol, atol, equal_nan):
    numbers = st.lists(st.floats(width=16), min_size=1, max_size=6)
    expected = torch.tensor(data.draw(numbers)).to(dtype)
    steps = st.sampled_from([0.0, 1e-6, 1e-5, 1.1e-5, 1e-2, 1.0, float("inf"), float("nan")])
    actual = expected + torch.tensor([data.draw(steps) for _ in range(expected.numel())]).to(dtype)
    record = compare_outputs({"y": actual}, {"y": expected}, rtol, atol, equal_nan=equal_nan)[0]
    assert record.passed == torch.allclose(actual, expected, rtol=rtol, atol=atol, equal_nan=equal_nan)


def test_chunks_are_judged_to_the_last_element():
    expected = torch.zeros(2 * CHUNK + 3)
    for position in (0, CHUNK - 1, CHUNK, 2 * CHUNK + 2):
        actual = expected.clone()
        actual[position] = 1.0
        text = failure(actual, expected)
        assert f"Mismatched elements: 1/{expected.numel()}" in text
        assert f"[{position}] actual=1, expected=0" in text


@pytest.mark.parametrize("view", ["transposed", "expanded", "strided"])
def test_views_are_compared_by_their_own_index(view):
    base = {
        "transposed": torch.arange(600_000.0).reshape(600, 1000).t(),
        "expanded": torch.arange(1000.0).expand(600, 1000),
        "strided": torch.arange(1_200_000.0).reshape(600, 2000)[:, ::2],
    }[view]
    actual = base.contiguous()
    check(actual, base)
    actual[-2, 7] += 100
    assert f"[{base.shape[0] - 2},7] actual=" in failure(actual, base)


def test_equal_infinities_pass_and_opposite_ones_fail():
    inf = torch.tensor([float("inf"), -float("inf")])
    check(inf, inf.clone())
    failure(inf, -inf)
    failure(torch.ones(2), inf)


# Broadcasting must not hide a wrong shape.
@pytest.mark.parametrize("value", [1.0, 2.0])
@pytest.mark.parametrize("shape", [(4, 1), ()])
def test_shapes_are_compared_before_values(shape, value):
    text = failure(torch.ones(4, 4), torch.full(shape, value))
    assert f"shape mismatch: actual [4, 4], expected {list(shape)}" in text


def test_dtypes_are_compared_before_values():
    text = failure(torch.ones(2), torch.ones(2, dtype=torch.bfloat16))
    assert "dtype mismatch: actual torch.float32, expected torch.bfloat16" in text


NAN, INF = float("nan"), float("inf")


def test_nan_matches_nothing_unless_asked():
    one, nan = torch.tensor([1.0]), torch.tensor([NAN])
    for actual, expected in [(one, nan), (nan, one), (nan, nan)]:
        text = failure(actual, expected)
        assert "Mismatched elements: 1/1" in text and "[0] actual=" in text
        assert f"actual: NaN={int(actual.isnan())} Inf=0; expected: NaN={int(expected.isnan())} Inf=0" in text
    check(nan, nan.clone(), equal_nan=True)
    failure(one, nan, equal_nan=True)
    failure(nan, one, equal_nan=True)


def test_a_nan_reference_points_to_ignore_nan():
    text = failure(torch.ones(3), torch.tensor([1.0, NAN, NAN]))
    assert "the golden holds 2 NaN" in text and "ignore_nan" in text


# Integers are judged in integer arithmetic.
def test_large_integers_are_not_rounded():
    failure(torch.tensor([16777217]).int(), torch.tensor([16777216]).int(), rtol=0, atol=0)
    failure(torch.tensor([2**62 + 1]), torch.tensor([2**62]))


def test_integers_compare_exactly_whatever_the_tolerances():
    text = failure(torch.tensor([200001]).int(), torch.tensor([200000]).int(), rtol=1.0, atol=9.0)
    assert "compared exactly" in text
    check(torch.tensor([5]), torch.tensor([5]))


@pytest.mark.parametrize(
    ("dtype", "low", "high", "distance"),
    [
        (torch.uint8, 0, 255, 255),
        (torch.int8, -128, 127, 255),
        (torch.int32, -(2**31), 2**31 - 1, 2**32 - 1),
        (torch.int64, -(2**63), 2**63 - 1, 2**64 - 1),
        (torch.uint16, 0, 65535, 65535),
        (torch.uint64, 0, 2**64 - 1, 2**64 - 1),
        (torch.bool, False, True, 1),
    ],
)
def test_integer_differences_do_not_wrap(dtype, low, high, distance):
    small, large = torch.tensor([low], dtype=dtype), torch.tensor([high], dtype=dtype)
    for actual, expected in ((small, large), (large, small)):
        assert f"largest absolute difference: {distance} at [0]" in failure(actual, expected)
    check(small, small.clone())


@pytest.mark.parametrize("dtype", [torch.float8_e4m3fn, torch.float8_e5m2])
def test_fp8_outputs_can_be_compared(dtype):
    expected = torch.tensor([0.5, -0.0, 448.0]).to(dtype)
    check(torch.tensor([0.5, 0.0, 448.0]).to(dtype), expected)
    assert "[0] actual=0.625, expected=0.5" in failure(torch.tensor([0.625, 0.0, 448.0]).to(dtype), expected)
    nan = torch.tensor([NAN]).to(dtype)
    failure(nan, nan.clone())
    check(nan, nan.clone(), equal_nan=True)


def test_the_report_counts_locates_and_limits():
    expected = torch.zeros(2, 40, 3)
    actual = expected.clone()
    actual[1, :, 2] = 1.0
    actual[1, 7, 2] = -5.0
    text = failure(actual, expected, rtol=1e-3, atol=1e-4)
    assert "'y' FAIL  shape=(2, 40, 3) dtype=torch.float32" in text
    assert "Mismatched elements: 40/240 (16.67%), rtol=0.001 atol=0.0001" in text
    assert "bad elements lie in [1, 0..39, 2]" in text
    assert "largest absolute difference: 5 at [1,7,2]" in text
    assert "first 20 mismatches:" in text
    listed = [line.split()[0] for line in text.splitlines() if "actual=" in line]
    assert listed == [f"[1,{row},2]" for row in range(20)]


def test_coordinates_of_one_and_of_no_axis():
    assert "[14] actual=" in failure(torch.eye(20)[14], torch.zeros(20))
    assert "[] actual=2, expected=1" in failure(torch.tensor(2.0), torch.tensor(1.0))


def test_mismatches_are_listed_in_row_major_order_whatever_their_kind():
    actual = torch.tensor([[1.0, NAN], [5.0, 1.0]])
    text = failure(actual, torch.ones(2, 2))
    assert text.index("[0,1] actual=nan") < text.index("[1,0] actual=5")
    assert "bad elements lie in rows 0..1, columns 0..1" in text


def test_all_failing_outputs_come_in_one_error():
    outputs = {"a": torch.ones(2), "b": torch.ones(2), "c": torch.ones(2)}
    golden = {"a": torch.zeros(2), "b": torch.ones(2), "c": torch.zeros(3), "unused": torch.ones(1)}
    with pytest.raises(AssertionError) as caught:
        validate_golden(outputs, golden)
    lines = str(caught.value).splitlines()
    assert lines[0] == "Output(s) does not match golden: ['a', 'c']"
    assert sum(line.startswith("'") for line in lines) == 2


def test_an_output_without_reference_is_a_key_error():
    with pytest.raises(KeyError, match="'y'"):
        validate_golden({"y": torch.ones(1)}, {"z": torch.ones(1)})


def test_verdict_lines(capsys):
    def accept(actual, expected, **context):
        return True, ""

    with pytest.raises(AssertionError):
        validate_golden(
            {"a": torch.ones(2, 3), "b": torch.ones(2), "c": torch.ones(2)},
            {"a": torch.ones(2, 3), "b": torch.zeros(2), "c": torch.zeros(2)},
            compare_fn={"c": accept},
        )
    assert capsys.readouterr().out.splitlines() == [
        "[RUN]   'a' PASS  shape=(2, 3) dtype=torch.float32",
        "[RUN]   'b' FAIL  shape=(2,) dtype=torch.float32",
        "[RUN]   'c' PASS  shape=(2,) dtype=torch.float32 (accept)",
    ]


def test_nothing_to_compare_is_said(capsys):
    check(torch.ones(0, 4), torch.ones(0, 4))
    assert "'y' PASS  shape=(0, 4) dtype=torch.float32  validated 0 elements" in capsys.readouterr().out


def test_a_comparator_sees_everything_and_replaces_the_gate_for_its_name_only():
    seen = {}

    def comparator(actual, expected, *, actual_outputs, expected_outputs, inputs, rtol, atol):
        seen.update(
            outputs=list(actual_outputs), golden=list(expected_outputs), inputs=inputs, tol=(rtol, atol)
        )
        return True, ""

    outputs = {"a": torch.ones(2), "b": torch.ones(2)}
    golden = {"a": torch.zeros(2), "b": torch.zeros(2)}
    inputs = {"x": torch.ones(1), "n": torch.tensor(3)}
    with pytest.raises(AssertionError, match=r"\['b'\]"):
        validate_golden(outputs, golden, 0.1, 0.2, {"a": comparator}, inputs)
    assert seen == {"outputs": ["a", "b"], "golden": ["a", "b"], "inputs": inputs, "tol": (0.1, 0.2)}


def test_the_detail_of_a_comparator_is_appended():
    class Comparator:
        def __call__(self, actual, expected, **context):
            return np.bool_(False), "row 3 is off"

    text = failure(torch.ones(1), torch.ones(1), compare_fn={"y": Comparator()})
    assert "dtype=torch.float32 (custom)" in text and "row 3 is off" in text


def test_a_comparator_must_return_a_pair_and_its_exceptions_pass():
    def alone(actual, expected, **context):
        return True

    def broken(actual, expected, **context):
        raise ZeroDivisionError

    with pytest.raises(TypeError, match=r"alone must return \(ok, detail\)"):
        check(torch.ones(1), torch.ones(1), compare_fn={"y": alone})
    with pytest.raises(ZeroDivisionError):
        check(torch.ones(1), torch.ones(1), compare_fn={"y": broken})


def test_a_comparator_for_an_unknown_output_is_an_error_with_the_nearest_name():
    with pytest.raises(
        ValueError, match=r"'x_norm' names no output; outputs are \['x_normed'\]; did you mean 'x_normed'"
    ):
        validate_golden(
            {"x_normed": torch.ones(1)},
            {"x_normed": torch.ones(1)},
            compare_fn={"x_norm": lambda *a, **k: (True, "")},
        )


# A comparison that zeros would pass proves nothing.
def test_no_power_is_reported_with_magnitude_and_tolerance(capsys):
    golden = torch.softmax(torch.zeros(131072), 0)
    records = compare_outputs({"y": torch.zeros(131072)}, {"y": golden})
    assert records[0].passed and records[0].no_power is not None
    assert records[0].no_power.largest_expected == pytest.approx(2.0**-17)
    check(torch.zeros(131072), golden)
    line = next(line for line in capsys.readouterr().out.splitlines() if "no power" in line)
    assert "'y'" in line and "7.62939e-06" in line and "atol=1e-05" in line


def test_power_is_there_for_ordinary_and_for_zero_references():
    for golden in (torch.ones(10), torch.zeros(10), torch.tensor([0.0, 0.0, 1e-4])):
        assert compare_outputs({"y": golden.clone()}, {"y": golden})[0].no_power is None


def test_a_tensor_of_an_autograd_graph_can_be_compared():
    golden = torch.ones(3, requires_grad=True) * 2
    check(torch.full((3,), 2.0), golden)
