# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from golden import topk_pair_compare

SCORES = [[9.0, 8.0, 8.0, 7.0]]


def judge(actual, expected, scores, comparator=None, inputs=None):
    scores = torch.as_tensor(scores)
    return (comparator or topk_pair_compare("vals"))(
        torch.as_tensor(actual).int(),
        torch.as_tensor(expected).int(),
        actual_outputs={"vals": scores},
        expected_outputs={},
        inputs=inputs or {},
        rtol=1e-5,
        atol=1e-5,
    )


def test_equal_indices_pass_without_reading_scores():
    assert judge([[3, 1]], [[3, 1]], [[float("nan"), float("nan")]])[0]


def test_a_swap_among_equal_scores_passes():
    assert judge([[3, 2, 1, 0]], [[3, 1, 2, 0]], SCORES)[0]


def test_scores_that_break_the_order_fail_with_position():
    ok, detail = judge([[3, 1, 0, 2]], [[3, 1, 2, 0]], [[9.0, 8.0, 7.0, 8.0]])
    assert not ok
    assert "top-k idx mismatch via 'vals' (dim=-1, descending)" in detail
    assert "[0,2] actual_idx=0, expected_idx=2, actual_score=7, neighbours [8, 7, 8]" in detail
    assert not judge([[1, 2]], [[2, 1]], [[float("nan"), 1.0]])[0]


@pytest.mark.parametrize(
    ("indices", "why"), [([3, 1, 1, 0], "repeated index"), ([-5, 1, 2, 0], "negative index")]
)
def test_indices_that_cannot_be_a_selection_fail(indices, why):
    ok, detail = judge([indices], [[3, 1, 2, 0]], SCORES)
    assert not ok and why in detail


def test_ascending_and_another_axis():
    comparator = topk_pair_compare("vals", dim=0, descending=False)
    scores = torch.tensor([[1.0], [2.0], [2.0]])
    assert judge([[0], [2], [1]], [[0], [1], [2]], scores, comparator)[0]
    ok, detail = judge([[0], [2], [1]], [[0], [1], [2]], scores.flip(0), comparator)
    assert not ok and "(dim=0, ascending)" in detail and "[2,0] actual_idx=1" in detail


def test_misconfiguration_and_shapes_fail_without_an_exception():
    ok, detail = judge([[1]], [[2]], [[1.0]], topk_pair_compare("values"))
    assert not ok and "compare_fn misconfigured" in detail and "'values'" in detail and "vals" in detail
    ok, detail = judge([[1, 2]], [[1]], [[1.0, 2.0]])
    assert not ok and "[1, 2]" in detail and "[1, 1]" in detail
    ok, detail = judge([[1, 2]], [[2, 1]], [[1.0]])
    assert not ok and "[1, 2]" in detail and "[1, 1]" in detail
    ok, detail = judge([[1, 2]], [[2, 1]], [[1.0, 2.0]], topk_pair_compare("vals", dim=2))
    assert not ok and "dim=2 out of range" in detail


def test_the_listing_is_bounded():
    count = 12
    scores = torch.arange(float(count)).reshape(1, -1)
    ok, detail = judge([[*range(1, count), 0]], [list(range(count))], scores)
    assert not ok and "... and 2 more" in detail


CANDIDATES = {"logits": torch.tensor([[7.0, 8.0, 8.0, 9.0]])}


@pytest.mark.parametrize(
    ("indices", "why"),
    [
        ([3, 1, 1, 0], "repeated index"),
        ([-5, 1, 2, 0], "index out of range"),
        ([1000000, 1, 2, 0], "index out of range"),
        ([0, 1, 2, 3], "score is not that of the index"),
    ],
)
def test_with_candidate_scores_every_index_carries_its_score(indices, why):
    comparator = topk_pair_compare("vals", candidate_scores="logits")
    assert judge([[3, 2, 1, 0]], [[3, 1, 2, 0]], SCORES, comparator, CANDIDATES)[0]
    ok, detail = judge([indices], [[3, 1, 2, 0]], SCORES, comparator, CANDIDATES)
    assert not ok and why in detail


def test_a_top_1_is_checked_against_the_candidates():
    comparator = topk_pair_compare("vals", candidate_scores="logits")
    ok, detail = judge([[0]], [[3]], [[9.0]], comparator, CANDIDATES)
    assert not ok and "[0,0] actual_idx=0" in detail
    # the right score for the index, but not the best candidate
    ok, detail = judge([[0]], [[3]], [[7.0]], comparator, CANDIDATES)
    assert not ok and "another candidate's place" in detail
    assert judge([[1]], [[2]], [[8.0]], comparator, CANDIDATES)[0]


def test_missing_candidates_are_a_misconfiguration():
    ok, detail = judge([[0]], [[3]], [[9.0]], topk_pair_compare("vals", candidate_scores="x"), CANDIDATES)
    assert not ok and "compare_fn misconfigured: missing input 'x'" in detail


def test_the_label_is_short():
    assert topk_pair_compare("vals").__name__ == "topk_pair_compare"
