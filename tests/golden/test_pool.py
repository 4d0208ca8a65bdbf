# SPDX-License-Identifier: Apache-2.0
import math
import re

import pytest
import torch

from golden import mapped_pool_ratio_allclose, mapped_pool_ratio_reldiff

NAN, INF = math.nan, math.inf
BOTH = pytest.mark.parametrize("factory", [mapped_pool_ratio_allclose, mapped_pool_ratio_reldiff])


def judge(comparator, actual, expected, mapping):
    inputs = {} if mapping is None else {"slots": torch.as_tensor(mapping)}
    return comparator(
        actual, expected, actual_outputs={}, expected_outputs={}, inputs=inputs, rtol=1e-5, atol=1e-5
    )


def pool(pages=4, width=3):
    return torch.arange(float(pages * 2 * width)).reshape(pages, 2, width) + 1


@BOTH
def test_mapped_rows_are_judged_and_all_others_frozen(factory):
    comparator = factory("slots", mapping_shape=[2], block_size=2)
    expected = torch.ones(2, 2, 1)
    close = expected.clone()
    close[1, 1] += 5e-6
    assert judge(comparator, close, expected, [3, -1])[0]
    for row in range(3):
        stray = expected.clone()
        stray.view(4, 1)[row] += 5e-6
        ok, detail = judge(comparator, stray, expected, [3, -1])
        assert not ok
        assert f"unmapped physical pool row changed: row={row} changed_values=1 mapping='slots'" in detail


@BOTH
def test_a_token_on_the_wrong_page_is_named(factory):
    comparator = factory("slots", mapping_shape=[3], block_size=16, pool_name="kv")
    before = torch.randn(16, 16, 8, generator=torch.Generator().manual_seed(1))
    expected, actual = before.clone(), before.clone()
    rows = [5, 40, 100]
    for row in rows:
        expected.view(256, 8)[row] = 7.0
    for row in [5, 40, 116]:
        actual.view(256, 8)[row] = 7.0
    ok, detail = judge(comparator, actual, expected, rows)
    assert not ok and "unmapped physical kv row changed: row=116 changed_values=8" in detail


@BOTH
def test_untouched_rows_are_compared_as_bits(factory):
    comparator = factory("slots", mapping_shape=[1], block_size=2)
    expected = pool()
    expected[2:] = NAN
    assert judge(comparator, expected.clone(), expected, [0])[0]
    zeros = torch.zeros(4, 2, 3)
    negative = zeros.clone()
    negative[3, 1, 2] = -0.0
    ok, detail = judge(comparator, negative, zeros, [0])
    assert not ok and "row=7 changed_values=1" in detail


@BOTH
def test_a_rank_axis_has_its_own_rows_and_is_named(factory):
    comparator = factory("slots", mapping_shape=[2, 1], block_size=2, leading_rank_axis=True)
    expected = torch.ones(2, 3, 2, 4)
    assert judge(comparator, expected.clone(), expected, [[1], [1]])[0]
    stray = expected.clone()
    stray[1, 2, 0, 3] = 2.0
    ok, detail = judge(comparator, stray, expected, [[1], [1]])
    assert not ok and "row changed: rank=1 row=4 changed_values=1" in detail


@BOTH
@pytest.mark.parametrize(
    ("mapping", "text"),
    [
        ([[0, -2]], r"entry -2 at \[0, 1\] is invalid; only -1 is a negative sentinel"),
        ([[0, 8]], r"entry 8 at \[0, 1\] is outside physical row range \[0, 8\)"),
        ([[0.0, 1.0]], "must have an integer dtype, got torch.float32"),
        ([0, 1], r"must have shape \[1, 2\], got \[2\]"),
        ([[3, 3]], "contains duplicate physical row 3"),
        (None, "compare_fn misconfigured: missing input 'slots'"),
    ],
)
def test_a_wrong_map_fails(factory, mapping, text):
    comparator = factory("slots", mapping_shape=[1, 2], block_size=2)
    ok, detail = judge(comparator, pool(), pool(), mapping)
    assert not ok and re.search(text, detail)


@BOTH
def test_repeated_sentinels_and_equal_rows_on_two_ranks_are_fine(factory):
    assert judge(factory("slots", mapping_shape=[3], block_size=2), pool(), pool(), [-1, -1, -1])[0]
    comparator = factory("slots", mapping_shape=[2, 2], block_size=2, leading_rank_axis=True)
    both = torch.stack([pool(), pool()])
    assert judge(comparator, both, both.clone(), [[0, 1], [1, 0]])[0]
    ok, detail = judge(comparator, both, both.clone(), [[0, 1], [1, 1]])
    assert not ok and "duplicate physical row 1 on rank 1" in detail


@BOTH
def test_mapped_rows_are_judged_by_ratio_and_reported_in_the_pools_axes(factory):
    comparator = factory("slots", mapping_shape=[2], block_size=2)
    actual = pool()
    actual[2, 1, 2] += 5
    ok, detail = judge(comparator, actual, pool(), [0, 5])
    assert not ok and "mapped rows in pool from 'slots': ratio_" in detail
    assert "error_count=1/6" in detail and "[2,1,2] actual=" in detail


@BOTH
@pytest.mark.parametrize("value", [NAN, INF])
def test_non_finite_mapped_values_fail_and_equal_infinities_pass(factory, value):
    comparator = factory("slots", mapping_shape=[1], block_size=2)
    actual = pool()
    actual[0, 0, 1] = value
    ok, detail = judge(comparator, actual, pool(), [0])
    assert not ok and "actual mapped rows in pool from 'slots' contain 1 non-finite value(s)" in detail
    assert judge(comparator, actual, actual.clone(), [0])[0] == (value == INF)
    minus = pool()
    minus[0, 0] = -INF
    assert judge(comparator, minus, minus.clone(), [0])[0]


@BOTH
def test_shapes_and_layout_fail_first(factory):
    comparator = factory("slots", mapping_shape=[1], block_size=2, pool_name="cache")
    ok, detail = judge(comparator, torch.ones(4, 2, 4), torch.ones(4, 2, 1), [0])
    assert not ok and "cache shape mismatch: actual [4, 2, 4], expected [4, 2, 1]" in detail
    ok, detail = judge(comparator, torch.ones(4, 3), torch.ones(4, 3), [0])
    assert not ok and "expected block-major cache layout" in detail
    ranked = factory("slots", mapping_shape=[2, 1], block_size=2, leading_rank_axis=True)
    ok, detail = judge(ranked, torch.ones(3, 4, 2), torch.ones(3, 4, 2), [[0], [0]])
    assert not ok and "leading rank count of pool must be 2, got 3" in detail


@BOTH
def test_integer_pools_are_judged_exactly(factory):
    thresholds = (
        dict(atol=0, rtol=0) if factory is mapped_pool_ratio_allclose else dict(diff_thd=1e-9, pct_thd=0.0)
    )
    comparator = factory("slots", mapping_shape=[1], block_size=1, **thresholds)
    pair = torch.tensor([[16777217]]).int(), torch.tensor([[16777216]]).int()
    assert not judge(comparator, *pair, [0])[0]
    assert not judge(comparator, *pair, [-1])[0]
    assert judge(comparator, pair[0], pair[0].clone(), [0])[0]


@BOTH
@pytest.mark.parametrize(
    "options",
    [
        {"mapping_shape": [], "block_size": 2},
        {"mapping_shape": [0], "block_size": 2},
        {"mapping_shape": [2], "block_size": 0},
        {"mapping_shape": [2], "block_size": 2, "leading_rank_axis": True},
    ],
)
def test_parameters_are_checked_when_built(factory, options):
    with pytest.raises(ValueError, match="mapped_pool_ratio"):
        factory("slots", **options)


def test_thresholds_are_checked_when_built_and_shown():
    with pytest.raises(ValueError, match="max_error_ratio"):
        mapped_pool_ratio_allclose("slots", mapping_shape=[1], block_size=1, max_error_ratio=2)
    with pytest.raises(ValueError, match="diff_thd"):
        mapped_pool_ratio_reldiff("slots", mapping_shape=[1], block_size=1, diff_thd=0)
    label = mapped_pool_ratio_allclose("slots", mapping_shape=(2, 3), block_size=4).__name__
    assert label == (
        "mapped_pool_ratio_allclose(mapping=slots, shape=[2, 3], block_size=4, leading_rank_axis=False, "
        "atol=None, rtol=None, max_error_ratio=0.005)"
    )
    label = mapped_pool_ratio_reldiff("slots", mapping_shape=(2, 3), block_size=4).__name__
    assert label.endswith("leading_rank_axis=False, diff_thd=0.01, pct_thd=0.05, max_diff_hd=inf)")
