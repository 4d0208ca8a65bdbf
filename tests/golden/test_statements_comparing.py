# SPDX-License-Identifier: Apache-2.0
"""What the harness promises of comparisons and comparators, one test a promise."""

import math
import re

import pytest
import torch

from golden import (
    error_distribution,
    mapped_pool_ratio_allclose,
    mapped_pool_ratio_reldiff,
    ratio_allclose,
    ratio_reldiff,
    run,
    topk_pair_compare,
    validate_golden,
)

NAN, INF = math.nan, math.inf


def judged(actual, expected, comparator=None, *, inputs=None, rtol=1e-5, atol=1e-5):
    """The text of the failure; empty for a pass."""
    actual, expected = (torch.as_tensor(value) for value in (actual, expected))
    compare_fn = None if comparator is None else {"y": comparator}
    try:
        validate_golden({"y": actual}, {"y": expected}, rtol, atol, compare_fn, inputs)
    except AssertionError as error:
        return str(error)
    return ""


def apart(count, total, by=1.0):
    """A result of `total` points of which the first `count` are off, and its reference."""
    expected = torch.ones(total)
    actual = expected.clone()
    actual[:count] += by
    return actual, expected


# --- the default gate ---


def test_values_inside_the_tolerance_pass_and_just_outside_fail():
    expected, limit = torch.tensor([8.0]), 0.5 + 0.25 * 8.0
    assert judged(expected + limit, expected, rtol=0.25, atol=0.5) == ""
    assert judged(expected + limit + 1e-6, expected, rtol=0.25, atol=0.5)
    assert judged(expected - limit - 1e-6, expected, rtol=0.25, atol=0.5)


def test_nan_against_nan_fails_and_equal_infinities_pass():
    assert judged([NAN], [NAN])
    assert judged([INF, -INF], [INF, -INF]) == ""
    assert judged([INF], [-INF])


def test_another_shape_fails_with_both_although_it_could_be_broadcast():
    text = judged(torch.zeros(2, 3), torch.zeros(3))
    assert "shape" in text and "[2, 3]" in text and "[3]" in text


def test_another_dtype_fails_with_both():
    text = judged(torch.zeros(3), torch.zeros(3, dtype=torch.bfloat16))
    assert "torch.float32" in text and "torch.bfloat16" in text


def test_the_report_has_counts_tolerances_and_at_most_20_coordinates_in_order():
    expected = torch.zeros(2, 3, 7)
    actual = expected.clone()
    actual[:, :, 1:6] = 1
    text = judged(actual, expected, rtol=0.125, atol=0.25)
    assert "Mismatched elements: 30/42" in text and "rtol=0.125 atol=0.25" in text
    found = [tuple(map(int, item.split(","))) for item in re.findall(r"^ *\[([\d,]+)\] actual=", text, re.M)]
    assert len(found) == 20 and found == sorted(found) and found[-1] == (1, 0, 5)
    assert "[1,0,2] actual=1" in text


def test_two_failing_outputs_are_in_one_error_whose_first_line_lists_both():
    outputs = {"a": torch.ones(2), "b": torch.zeros(2), "c": torch.ones(2)}
    with pytest.raises(AssertionError) as error:
        validate_golden(outputs, {name: torch.zeros(2) for name in outputs})
    assert str(error.value).splitlines()[0] == "Output(s) does not match golden: ['a', 'c']"
    assert "'a' FAIL" in str(error.value) and "'c' FAIL" in str(error.value)


def test_an_output_without_a_reference_is_a_key_error():
    with pytest.raises(KeyError, match="y"):
        validate_golden({"y": torch.zeros(2)}, {"z": torch.zeros(2)})


def test_a_comparator_takes_the_place_of_the_gate_for_its_name_only():
    outputs = {"a": torch.ones(2), "b": torch.ones(2)}
    reference = {"a": torch.zeros(3, dtype=torch.int32), "b": torch.zeros(2)}
    with pytest.raises(AssertionError) as error:
        validate_golden(outputs, reference, compare_fn={"a": lambda *_, **__: (True, "")})
    assert str(error.value).splitlines()[0] == "Output(s) does not match golden: ['b']"


def test_a_comparator_gets_outputs_references_inputs_scalars_and_tolerances(tmp_path):
    from harness_fakes import FakeKernel, scalar, tensor

    from golden import ScalarSpec, TensorSpec

    def body(values):
        values["s"] += 1
        values["y"].copy_(values["x"] * values["n"])

    parameters = [tensor("x", "in", (2,)), scalar("n"), tensor("s", "inout", (2,)), tensor("y", "out", (2,))]
    specs = [
        TensorSpec("x", [2], torch.float32, init_value=1.5),
        ScalarSpec("n", torch.int32, 3),
        TensorSpec("s", [2], torch.float32),
        TensorSpec("y", [2], torch.float32),
    ]
    seen = []

    def golden(values):
        values["s"] += 1
        values["y"][:] = values["x"] * values["n"]

    def judge(actual, expected, **context):
        seen.append((actual, expected, context))
        return True, ""

    kernel = FakeKernel(body, *parameters, folder=tmp_path)
    assert run(kernel, specs, golden, rtol=0.25, atol=0.5, compare_fn={"y": judge}).passed
    ((actual, expected, context),) = seen
    assert actual.tolist() == expected.tolist() == [4.5, 4.5]
    assert list(context["actual_outputs"]) == list(context["expected_outputs"]) == ["s", "y"]
    assert set(context["inputs"]) == {"x", "n"}  # no initial state
    assert context["inputs"]["n"].dim() == 0 and int(context["inputs"]["n"]) == 3
    assert (context["rtol"], context["atol"]) == (0.25, 0.5)


# --- ratio_allclose ---


def test_ratio_allclose_with_5_percent_passes_1_of_100_and_fails_10():
    assert judged(*apart(1, 100), ratio_allclose(max_error_ratio=0.05)) == ""
    assert "error_count=10/100" in judged(*apart(10, 100), ratio_allclose(max_error_ratio=0.05))


def test_the_default_ratio_lets_the_floor_of_its_share_through():
    assert judged(*apart(1, 300), ratio_allclose()) == ""  # floor(1.5)
    assert judged(*apart(2, 300), ratio_allclose())
    half_even = ratio_allclose(rounding="half_even")
    assert judged(*apart(2, 300), half_even) == ""
    assert judged(*apart(3, 300), half_even)


@pytest.mark.parametrize("comparator", [ratio_allclose(max_error_ratio=1.0), ratio_reldiff(pct_thd=1.0)])
@pytest.mark.parametrize(
    ("actual", "expected"), [(NAN, 0.0), (0.0, NAN), (INF, 0.0), (0.0, INF), (INF, -INF)]
)
def test_nan_or_infinity_on_either_side_fails_whatever_the_budget(comparator, actual, expected):
    assert "illegal values in comparison" in judged([actual, 1.0], [expected, 1.0], comparator)
    assert judged([-INF, 1.0], [-INF, 1.0], comparator) == ""


def test_tolerances_of_the_factory_win_and_each_falls_back_on_its_own():
    strict = {"max_error_ratio": 0.0}
    assert judged([1.5], [1.0], ratio_allclose(**strict), rtol=0.0, atol=0.5) == ""
    assert judged([1.5], [1.0], ratio_allclose(atol=0.25, **strict), rtol=0.0, atol=0.5)
    assert judged([1.5], [1.0], ratio_allclose(atol=0.25, **strict), rtol=0.25, atol=0.0) == ""
    assert judged([1.5], [1.0], ratio_allclose(rtol=0.0, **strict), rtol=9.0, atol=0.25)


@pytest.mark.parametrize("factory", [ratio_allclose, ratio_reldiff])
def test_ignored_nan_positions_take_anything_and_the_budget_counts_the_rest(factory):
    share = "max_error_ratio" if factory is ratio_allclose else "pct_thd"
    expected = torch.ones(20)
    expected[10:] = NAN
    actual = torch.ones(20)
    actual[10:] = torch.tensor([1e9, NAN, INF, -INF, 0.0] * 2)
    comparator = factory(ignore_nan=True, **{share: 0.25})
    assert judged(actual, expected, comparator) == ""
    actual[:4] = 3
    assert "error_count=4/10" in judged(actual, expected, comparator)
    actual[2:4] = 1  # floor(0.25 * 10) = 2 of the defined ones
    assert judged(actual, expected, comparator) == ""
    assert "golden is entirely NaN" in judged([1.0], [NAN], comparator)


def test_a_nan_at_a_defined_position_fails_and_without_the_flag_so_does_a_nan_reference():
    assert "illegal values" in judged([NAN, 1.0], [1.0, NAN], ratio_allclose(ignore_nan=True))
    assert "illegal values" in judged([1.0, 1.0], [1.0, NAN], ratio_allclose(max_error_ratio=1.0))


def test_rows_behind_the_valid_ones_are_not_looked_at():
    expected = torch.ones(8, 4)
    actual = expected.clone()
    actual[5:] = NAN
    assert judged(actual, expected, ratio_allclose(valid_rows=5)) == ""
    assert judged(actual, expected, ratio_allclose(valid_rows=6))
    assert judged(actual.T, expected.T, ratio_allclose(valid_rows=5, valid_axis=1)) == ""
    assert judged(actual * NAN, expected, ratio_allclose(valid_rows=0)) == ""
    text = judged(torch.ones(4), torch.ones(4), ratio_allclose(valid_rows=9))
    assert "valid_rows=9 out of range for axis 0 of length 4" in text


def test_a_zero_tail_fails_on_one_value_and_takes_negative_zero():
    comparator = ratio_allclose(valid_rows=2, zero_tail=True)
    assert judged([1.0, 1.0, -0.0, 0.0], [1.0, 1.0, 7.0, 7.0], comparator) == ""
    for value in (1e-30, NAN):
        text = judged([1.0, 1.0, 0.0, value], [1.0, 1.0, 0.0, 0.0], comparator)
        assert "inactive tail contains 1 nonzero value" in text


def test_the_label_of_ratio_allclose_spells_out_all_seven_parameters():
    names = ("atol", "rtol", "max_error_ratio", "valid_rows", "valid_axis", "zero_tail", "ignore_nan")
    label = ratio_allclose().__name__
    assert label.startswith("ratio_allclose(") and re.findall(r"(\w+)=", label)[:7] == list(names)


# --- ratio_reldiff ---


def test_ratio_reldiff_is_absolute_below_its_threshold_and_relative_above():
    one = ratio_reldiff(diff_thd=0.01, pct_thd=0.0)
    assert judged([0.0099], [0.0], one) == ""
    assert judged([0.02], [0.0], one)
    capped = ratio_reldiff(diff_thd=0.01, pct_thd=1.0, max_diff_hd=0.5)
    assert judged([1.1], [1.0], capped) == ""
    for pair in ((3.0, 1.0), (1.0, 3.0)):
        assert "max_diff_hd=0.5" in judged([pair[0]], [pair[1]], capped)


@pytest.mark.parametrize(
    "build",
    [
        lambda: ratio_allclose(max_error_ratio=1.5),
        lambda: ratio_allclose(max_error_ratio=-0.1),
        lambda: ratio_reldiff(diff_thd=0.0),
        lambda: ratio_reldiff(pct_thd=1.1),
        lambda: ratio_reldiff(max_diff_hd=0.0),
        lambda: mapped_pool_ratio_allclose("m", mapping_shape=[], block_size=2),
        lambda: mapped_pool_ratio_allclose("m", mapping_shape=[0], block_size=2),
        lambda: mapped_pool_ratio_reldiff("m", mapping_shape=[2], block_size=0),
        lambda: mapped_pool_ratio_reldiff("m", mapping_shape=[2], block_size=2, leading_rank_axis=True),
    ],
)
def test_a_parameter_out_of_range_raises_when_the_comparator_is_built(build):
    with pytest.raises(ValueError):
        build()


# --- topk_pair_compare ---


def picked(places, expected, scores, **options):
    outputs = {"i": torch.tensor(places, dtype=torch.int32), "v": torch.tensor(scores)}
    reference = {"i": torch.tensor(expected, dtype=torch.int32), "v": torch.tensor(scores)}
    try:
        validate_golden(
            outputs, reference, compare_fn={"i": topk_pair_compare(**{"vals_name": "v", **options})}
        )
    except AssertionError as error:
        return str(error)
    return ""


def test_topk_passes_equal_indices_and_swaps_of_ties_and_prints_what_breaks_the_order():
    disorder = [[1.0, NAN, 2.0]]
    equal = torch.tensor([[0, 1, 2]])
    context = {"actual_outputs": {"v": torch.tensor(disorder)}, "expected_outputs": {}, "inputs": {}}
    assert topk_pair_compare("v")(equal, equal, **context, rtol=0.0, atol=0.0)[0]  # scores are not read
    assert picked([[3, 2, 1, 0]], [[3, 1, 2, 0]], [[9.0, 8.0, 8.0, 7.0]]) == ""
    text = picked([[0, 1, 3, 2]], [[0, 1, 2, 3]], [[9.0, 8.0, 6.0, 7.0]])
    assert "[0,2]" in text and "top-k idx mismatch via 'v'" in text


def test_a_wrong_name_of_scores_is_a_failure_and_no_exception():
    assert "misconfigured" in picked([[0]], [[1]], [[1.0]], vals_name="scores")


# --- pools ---

POOLS = pytest.mark.parametrize("factory", [mapped_pool_ratio_allclose, mapped_pool_ratio_reldiff])


def pooled(factory, mapping, actual=None, expected=None, shape=(2, 2, 1), **options):
    """Judges a pool under a map; `actual` and `expected` change single rows of zeros: {flat row: value}."""
    sides = []
    for rows in (actual, expected):
        pool = torch.zeros(shape)
        for row, value in (rows or {}).items():
            pool.view(-1, shape[-1])[row] = value
        sides.append(pool)
    mapping = torch.as_tensor(mapping)
    options = {"mapping_shape": list(mapping.shape), "block_size": 2, **options}
    return judged(*sides, factory("slots", **options), inputs={"slots": mapping})


@POOLS
def test_a_pool_fails_on_a_change_in_an_unmapped_row_and_names_rank_and_row(factory):
    assert pooled(factory, [3, -1], {3: 5.0}, {3: 5.0}) == ""
    text = pooled(factory, [3, -1], {1: 5.0, 3: 5.0}, {3: 5.0})
    assert "row=1" in text and "changed" in text
    ranks = {"shape": (2, 2, 2, 1), "leading_rank_axis": True}
    text = pooled(factory, [[3], [0]], {6: 5.0}, {}, **ranks)
    assert "rank=1" in text and "row=2" in text
    # Bits count where nothing is mapped: NaN that stayed is no change, a zero of another sign is one.
    assert pooled(factory, [3, -1], {0: NAN}, {0: NAN}) == ""
    assert "row=0" in pooled(factory, [3, -1], {0: -0.0}, {})


@POOLS
def test_a_pool_fails_on_a_map_that_cannot_be_one(factory):
    assert "only -1 is a negative sentinel" in pooled(factory, [-2, 0])
    assert "outside physical row range [0, 4)" in pooled(factory, [0, 4])
    assert "must have an integer dtype" in pooled(factory, [0.0, 1.0])
    assert "must have shape" in pooled(factory, [0, 1], mapping_shape=[3])
    ranks = {"shape": (2, 2, 2, 1), "leading_rank_axis": True}
    assert "duplicate physical row 3 on rank 1" in pooled(factory, [[3, 0], [3, 3]], **ranks)
    assert pooled(factory, [[3, -1], [3, -1]], **ranks) == ""
    assert pooled(factory, [-1, -1]) == ""


@POOLS
def test_mapped_rows_of_a_pool_are_judged_by_ratio_and_must_be_finite(factory):
    ratio = {"max_error_ratio" if factory is mapped_pool_ratio_allclose else "pct_thd": 0.5}
    assert pooled(factory, [2, 3], {2: 1.0, 3: 5.0}, {2: 1.0, 3: 1.0}, **ratio) == ""
    assert "mapped rows in pool" in pooled(factory, [2, 3], {2: 5.0, 3: 5.0}, {2: 1.0, 3: 1.0}, **ratio)
    assert "non-finite" in pooled(factory, [2, 3], {2: NAN, 3: 1.0}, {2: 1.0, 3: 1.0}, **ratio)


# --- error_distribution ---


def test_error_distribution_passes_anything_and_prints_norm_and_cosine(capsys):
    assert judged([100.0, -5.0], [1.0, 2.0], error_distribution()) == ""
    assert re.search(r"rel-L2 = .*%  cosine = -?\d", capsys.readouterr().out)
    assert judged(torch.zeros(0), torch.zeros(0), error_distribution()) == ""
    assert "numel=0" in capsys.readouterr().out
