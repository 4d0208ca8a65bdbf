# SPDX-License-Identifier: Apache-2.0
import math

import pytest
import torch

from golden import ratio_allclose, ratio_reldiff
from golden.chunks import CHUNK

NAN, INF = math.nan, math.inf
BOTH = pytest.mark.parametrize("factory", [ratio_allclose, ratio_reldiff])


def judge(comparator, actual, expected, rtol=1e-5, atol=1e-5):
    return comparator(
        torch.as_tensor(actual),
        torch.as_tensor(expected),
        actual_outputs={},
        expected_outputs={},
        inputs={},
        rtol=rtol,
        atol=atol,
    )


def with_bad(total, bad, value=1.0):
    actual = torch.zeros(total)
    actual[:bad] = value
    return actual, torch.zeros(total)


def test_ratio_allclose_allows_a_share_of_bad_points():
    comparator = ratio_allclose(max_error_ratio=0.05)
    assert judge(comparator, *with_bad(100, 1))[0]
    ok, detail = judge(comparator, *with_bad(100, 10))
    assert not ok
    assert "ratio_allclose fail: error_count=10/100 (10.0000% > 5.0000%, permitted 5 points)" in detail
    assert "rtol=1e-05 atol=1e-05" in detail
    assert "largest absolute difference: 1 at [0] (tolerance 1e-05)" in detail


@pytest.mark.parametrize(
    ("total", "permitted"), [(1, 0), (100, 0), (199, 0), (200, 1), (300, 1), (399, 1), (500, 2)]
)
def test_the_budget_is_the_floor_of_the_ratio(total, permitted):
    assert judge(ratio_allclose(), *with_bad(total, permitted))[0]
    assert not judge(ratio_allclose(), *with_bad(total, permitted + 1))[0]


def test_the_ratio_is_taken_as_a_decimal():
    # 0.29 * 100 is 28.999999999999996 in binary
    assert judge(ratio_allclose(max_error_ratio=0.29), *with_bad(100, 29))[0]
    assert not judge(ratio_allclose(max_error_ratio=0.29), *with_bad(100, 30))[0]


def test_half_even_rounding_can_be_asked_for():
    assert judge(ratio_allclose(rounding="half_even"), *with_bad(300, 2))[0]
    assert not judge(ratio_allclose(rounding="half_even"), *with_bad(300, 3))[0]
    with pytest.raises(ValueError, match="rounding"):
        ratio_allclose(rounding="up")


@BOTH
@pytest.mark.parametrize(
    ("actual", "expected", "counts"),
    [
        (NAN, 1.0, "actual: NaN=1 Inf=0; expected: NaN=0 Inf=0"),
        (1.0, NAN, "actual: NaN=0 Inf=0; expected: NaN=1 Inf=0"),
        (NAN, NAN, "actual: NaN=1 Inf=0; expected: NaN=1 Inf=0"),
        (INF, 1.0, "actual: NaN=0 Inf=1; expected: NaN=0 Inf=0"),
        (1.0, -INF, "actual: NaN=0 Inf=0; expected: NaN=0 Inf=1"),
        (INF, -INF, "actual: NaN=0 Inf=1; expected: NaN=0 Inf=1"),
    ],
)
def test_illegal_values_fail_whatever_the_budget(factory, actual, expected, counts):
    budget = {"max_error_ratio": 1.0} if factory is ratio_allclose else {"pct_thd": 1.0}
    values = torch.ones(2, 3)
    left, right = values.clone(), values.clone()
    left[1, 2], right[1, 2] = actual, expected
    ok, detail = judge(factory(**budget), left, right)
    assert not ok
    assert f"illegal values in comparison: {counts}" in detail
    assert "[1,2] actual=" in detail


@BOTH
def test_equal_infinities_are_equal(factory):
    values = torch.tensor([INF, -INF, 1.0])
    assert judge(factory(), values, values.clone())[0]
    assert judge(factory(), values + torch.tensor([0, 0, 1e-6]), values)[0]


@BOTH
def test_nan_equals_nan_only_if_asked(factory):
    values = torch.tensor([NAN, 1.0])
    assert not judge(factory(), values, values.clone())[0]
    assert judge(factory(equal_nan=True), values, values.clone())[0]
    assert not judge(factory(equal_nan=True), torch.ones(2), values)[0]
    assert not judge(factory(equal_nan=True), values, torch.ones(2))[0]


@BOTH
@pytest.mark.parametrize("value", [1.0, 2.0])
@pytest.mark.parametrize("shape", [(4, 1), ()])
def test_a_wrong_shape_fails_before_values(factory, shape, value):
    ok, detail = judge(factory(), torch.ones(4, 4), torch.full(shape, value))
    assert not ok and detail == f"shape mismatch: actual [4, 4], expected {list(shape)}"


@BOTH
def test_a_wrong_dtype_fails_before_values(factory):
    ok, detail = judge(factory(), torch.ones(2), torch.ones(2, dtype=torch.int32))
    assert not ok and "dtype mismatch: actual torch.float32, expected torch.int32" in detail


@pytest.mark.parametrize(
    "comparator",
    [ratio_allclose(atol=0.0, rtol=0.0), ratio_reldiff(diff_thd=1e-9, pct_thd=0.0)],
    ids=lambda comparator: comparator.factory,
)
def test_integers_are_judged_in_integer_arithmetic(comparator):
    pair = torch.tensor([16777217]).int(), torch.tensor([16777216]).int()
    assert not judge(comparator, *pair)[0]
    assert judge(comparator, pair[0], pair[0].clone())[0]
    ok, detail = judge(
        comparator, torch.tensor([0], dtype=torch.uint8), torch.tensor([255], dtype=torch.uint8)
    )
    assert not ok and "largest absolute difference: 255 at [0]" in detail


def test_integer_tolerances_hold_to_the_unit():
    big = 2**62
    comparator = ratio_allclose(atol=3.9, rtol=0.0)
    assert judge(comparator, torch.tensor([big + 3]), torch.tensor([big]))[0]
    assert not judge(comparator, torch.tensor([big + 4]), torch.tensor([big]))[0]
    assert judge(ratio_allclose(atol=0, rtol=0.5), torch.tensor([30]), torch.tensor([20]))[0]
    assert not judge(ratio_allclose(atol=0, rtol=0.5), torch.tensor([31]), torch.tensor([20]))[0]


def test_tolerances_fall_back_each_on_its_own():
    actual, expected = torch.full((1,), 2.1), torch.full((1,), 2.0)
    assert not judge(ratio_allclose(), actual, expected)[0]
    assert judge(ratio_allclose(), actual, expected, rtol=0.06, atol=0)[0]
    assert judge(ratio_allclose(atol=0.2), actual, expected, rtol=0.0, atol=0.0)[0]
    assert not judge(ratio_allclose(atol=0.0), actual, expected, rtol=0.0, atol=9.0)[0]
    assert not judge(ratio_allclose(rtol=0.0), actual, expected, rtol=9.0, atol=0.0)[0]


def test_ignore_nan_leaves_undefined_positions_out():
    expected = torch.full((20,), NAN)
    expected[:10] = 0.0
    actual = torch.zeros(20)
    actual[10:13] = torch.tensor([1e9, NAN, INF])
    comparator = ratio_allclose(max_error_ratio=0.25, ignore_nan=True)
    assert judge(comparator, actual, expected)[0]
    actual[:4] = 1.0
    ok, detail = judge(comparator, actual, expected)
    assert not ok and "error_count=4/10" in detail and "10/20 NaN golden pts ignored" in detail
    assert "largest absolute difference: 1 at [0]" in detail
    assert not judge(ratio_allclose(max_error_ratio=1.0), actual, expected)[0]


@BOTH
def test_ignore_nan_still_judges_defined_positions(factory):
    expected = torch.tensor([1.0, NAN])
    ok, detail = judge(factory(ignore_nan=True), torch.tensor([NAN, 1.0]), expected)
    assert not ok and "illegal values in comparison: actual: NaN=1" in detail
    ok, detail = judge(factory(ignore_nan=True), torch.ones(2), torch.full((2,), NAN))
    assert not ok and "golden is entirely NaN" in detail


@BOTH
def test_the_prefix_comes_before_the_mask(factory):
    expected = torch.tensor([NAN, NAN, 1.0])
    ok, detail = judge(factory(ignore_nan=True, valid_rows=2), torch.ones(3), expected)
    assert not ok and "golden is entirely NaN" in detail
    assert judge(factory(ignore_nan=True, valid_rows=3), torch.ones(3), expected)[0]


@BOTH
def test_valid_rows_compare_a_prefix(factory):
    expected = torch.ones(8, 3)
    actual = expected.clone()
    actual[5:] = NAN
    assert judge(factory(valid_rows=5), actual, expected)[0]
    assert not judge(factory(valid_rows=6), actual, expected)[0]
    assert judge(factory(valid_rows=0), actual, expected)[0]
    stacked = torch.stack([actual, actual])
    assert judge(factory(valid_rows=5, valid_axis=1), stacked, torch.ones(2, 8, 3))[0]
    assert judge(factory(valid_rows=5, valid_axis=-2), stacked, torch.ones(2, 8, 3))[0]
    ok, detail = judge(factory(valid_rows=6, valid_axis=1), stacked, torch.ones(2, 8, 3))
    assert not ok and "[0,5,0] actual=nan" in detail


@BOTH
def test_valid_rows_out_of_range_fail(factory):
    ok, detail = judge(factory(valid_rows=9), torch.ones(4), torch.ones(4))
    assert not ok and detail == "valid_rows=9 out of range for axis 0 of length 4"
    assert not judge(factory(valid_rows=-1), torch.ones(4), torch.ones(4))[0]
    assert not judge(factory(valid_rows=1, valid_axis=1), torch.ones(4), torch.ones(4))[0]
    assert not judge(factory(valid_rows=0), torch.tensor(1.0), torch.tensor(1.0))[0]


@BOTH
@pytest.mark.parametrize("rows", [0, 2])
def test_zero_tail_requires_zeros_behind_the_prefix(factory, rows):
    comparator = factory(valid_rows=rows, zero_tail=True)
    expected = torch.ones(4, 2)
    actual = torch.ones(4, 2)
    actual[rows:] = -0.0
    assert judge(comparator, actual, expected)[0]
    for value in (1e-30, NAN):
        actual[3, 1] = value
        ok, detail = judge(comparator, actual, expected)
        assert not ok and "inactive tail contains 1 nonzero values" in detail
    assert judge(factory(zero_tail=True), expected, expected.clone())[0]


@BOTH
def test_an_empty_comparison_passes(factory):
    assert judge(factory(), torch.ones(0, 3), torch.ones(0, 3))[0]


@BOTH
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float8_e4m3fn, torch.float64])
def test_other_float_types_are_judged(factory, dtype):
    expected = torch.ones(4).to(dtype)
    assert judge(factory(), expected, expected.clone())[0]
    assert not judge(factory(), torch.full((4,), 2.0).to(dtype), expected)[0]


def test_at_most_max_show_points_are_listed_in_order():
    ok, detail = judge(ratio_allclose(max_show=3), *with_bad(50, 20, 0.123456789))
    listed = [line.strip() for line in detail.splitlines() if "actual=" in line]
    assert not ok and [line.split()[0] for line in listed] == ["[0]", "[1]", "[2]"]
    assert listed[0] == "[0] actual=0.12345679, expected=0, diff=0.12345679, limit=1e-05"


def test_budgets_count_over_all_chunks():
    total = 3 * CHUNK + 7
    actual, expected = torch.zeros(total), torch.zeros(total)
    permitted = math.floor(0.005 * total)
    actual[torch.linspace(0, total - 1, permitted).long()] = 1.0
    assert judge(ratio_allclose(), actual, expected)[0]
    actual[1] = 1.0
    ok, detail = judge(ratio_allclose(), actual, expected)
    assert not ok and f"error_count={permitted + 1}/{total}" in detail


def test_labels_spell_out_all_parameters():
    assert ratio_allclose().__name__ == (
        "ratio_allclose(atol=None, rtol=None, max_error_ratio=0.005, valid_rows=None, valid_axis=0, "
        "zero_tail=False, ignore_nan=False)"
    )
    plain = (
        "ratio_reldiff(diff_thd=0.01, pct_thd=0.05, max_diff_hd=inf, "
        "valid_rows=None, valid_axis=0, zero_tail=False"
    )
    assert ratio_reldiff().__name__ == plain + ")"
    assert ratio_reldiff(ignore_nan=True).__name__ == plain + ", ignore_nan=True)"
    options = {"ignore_nan": True, "equal_nan": True, "rounding": "half_even"}
    for factory in (ratio_allclose, ratio_reldiff):
        assert factory(**options).__name__.endswith(
            ", zero_tail=False, ignore_nan=True, equal_nan=True, rounding=half_even)"
        )


@pytest.mark.parametrize(
    "build",
    [
        lambda: ratio_allclose(max_error_ratio=1.1),
        lambda: ratio_allclose(max_error_ratio=-0.1),
        lambda: ratio_allclose(max_error_ratio=NAN),
        lambda: ratio_allclose(atol=-1.0),
        lambda: ratio_allclose(rtol=NAN),
        lambda: ratio_reldiff(diff_thd=0.0),
        lambda: ratio_reldiff(pct_thd=2.0),
        lambda: ratio_reldiff(max_diff_hd=0.0),
        lambda: ratio_reldiff(diff_thd=NAN),
    ],
)
def test_parameters_are_checked_when_the_comparator_is_built(build):
    with pytest.raises(ValueError, match="ratio_"):
        build()


def test_ratio_reldiff_is_absolute_below_the_threshold_and_relative_above():
    strict = ratio_reldiff(diff_thd=0.01, pct_thd=0.0)
    assert judge(strict, [0.0099], [0.0])[0]
    assert not judge(strict, [0.02], [0.0])[0]
    assert judge(strict, [1000.5], [1000.0])[0]


def test_ratio_reldiff_has_a_hard_limit():
    loose = dict(diff_thd=0.01, pct_thd=1.0)
    for pair in ([3.0], [1.0]), ([1.0], [3.0]):
        assert judge(ratio_reldiff(**loose), *pair)[0]
        ok, detail = judge(ratio_reldiff(max_diff_hd=0.5, **loose), *pair)
        assert not ok and "ratio_reldiff fail: worst rdiff=0.66666" in detail
        assert ">= max_diff_hd=0.5, diff_thd=0.01 pct_thd=1 max_diff_hd=0.5" in detail
    ok, detail = judge(ratio_reldiff(pct_thd=0.0, max_diff_hd=0.5), [3.0], [1.0])
    assert not ok and "error_count=1/1" in detail and " AND worst rdiff=" in detail
