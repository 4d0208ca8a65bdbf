# SPDX-License-Identifier: Apache-2.0
import math

import numpy as np
import pytest
import torch

from golden import error_distribution, validate_golden


def judge(comparator, actual, expected):
    return comparator(
        actual, expected, actual_outputs={}, expected_outputs={}, inputs={}, rtol=1e-5, atol=1e-5
    )


def test_a_wildly_wrong_output_passes_and_is_measured(capsys):
    expected = torch.tensor([3.0, 4.0])
    assert judge(error_distribution(), expected * 2, expected)[0]
    out = capsys.readouterr().out
    assert "rel-L2 = 100%  cosine = 1.00000000  numel=2" in out
    assert "diff_thd=0.001  frac>thd=100.0000%  worst=0.5" in out
    assert "|expected|: p50=3.5 " in out and "mean=3.5" in out


def test_percentiles_are_exact(capsys):
    generator = torch.Generator().manual_seed(3)
    actual, expected = (torch.randn(1001, generator=generator) for _ in range(2))
    quantiles = (0.0, 0.25, 0.9, 1.0)
    judge(error_distribution(quantiles=quantiles), actual, expected)
    line = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("abs diff"))
    printed = [float(part.split("=")[1]) for part in line.split()[2:]]
    wanted = np.quantile((actual - expected).abs().numpy(), quantiles)
    assert printed == pytest.approx(wanted, rel=1e-5)


def test_sizes_above_2_to_the_24_and_empty_tensors_work(capsys):
    big = torch.zeros(2**24 + 1)
    assert judge(error_distribution(diff_thds=(1e-2,), quantiles=(0.5,)), big, big)[0]
    assert f"numel={2**24 + 1}" in capsys.readouterr().out
    assert judge(error_distribution(), torch.ones(0), torch.ones(0))[0]
    assert capsys.readouterr().out.strip() == "numel=0"


def test_illegal_values_are_counted_and_left_out_of_percentiles(capsys):
    assert judge(error_distribution(), torch.tensor([math.nan, math.inf, 1.0]), torch.ones(3))[0]
    out = capsys.readouterr().out
    assert "illegal values in actual: NaN=1 Inf=1" in out and "abs diff: p50=0 " in out
    judge(error_distribution(), torch.full((2,), math.nan), torch.ones(2))
    assert "abs diff: no finite values" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("actual", "expected", "ok"),
    [
        (1.0, math.nan, False),
        (math.nan, 1.0, False),
        (math.nan, math.nan, False),
        (-math.inf, -math.inf, True),
        (-math.inf, math.inf, False),
        (1.0, math.inf, False),
        (1e9, 1.0, True),
    ],
)
def test_hard_fail_is_about_nan_and_unmatched_infinities(actual, expected, ok):
    verdict = judge(error_distribution(always_pass=False), torch.tensor([actual]), torch.tensor([expected]))
    assert verdict[0] is ok


def test_a_failing_measurement_is_printed_and_explained(capsys):
    actual = torch.tensor([math.nan, 1.0])
    ok, detail = judge(error_distribution(always_pass=False), actual, torch.ones(2))
    assert not ok and detail.splitlines() == [
        "error_distribution fail: 1 NaN or unmatched Inf value(s)",
        "actual: NaN=1 Inf=0; expected: NaN=0 Inf=0",
    ]
    assert capsys.readouterr().out.count("rel-L2 = ") == 1


def test_integers_and_fp8_are_measured(capsys):
    judge(error_distribution(), torch.tensor([16777217]), torch.tensor([16777216]))
    assert "abs diff: p50=1 " in capsys.readouterr().out
    judge(error_distribution(), torch.ones(2).to(torch.float8_e4m3fn), torch.ones(2).to(torch.float8_e4m3fn))
    assert "rel-L2 = 0%  cosine = 1.00000000" in capsys.readouterr().out


def test_a_wrong_shape_cannot_be_measured():
    ok, detail = judge(error_distribution(), torch.ones(4, 4), torch.ones(4, 1))
    assert not ok and "shape mismatch: actual [4, 4], expected [4, 1]" in detail


def test_it_prints_above_the_verdict_and_has_no_power(capsys):
    validate_golden({"y": torch.zeros(2)}, {"y": torch.ones(2)}, compare_fn={"y": error_distribution()})
    lines = capsys.readouterr().out.splitlines()
    verdict = next(i for i, line in enumerate(lines) if "'y' PASS" in line)
    assert "rel-L2" in lines[0] and verdict > 0
    assert "no power" in lines[verdict + 1]


def test_the_label_and_the_parameters():
    assert error_distribution(diff_thds=(0.5,)).__name__ == "error_distribution(diff_thds=(0.5,))"
    with pytest.raises(ValueError, match="diff_thds"):
        error_distribution(diff_thds=(0.0,))
    with pytest.raises(ValueError, match="quantiles"):
        error_distribution(quantiles=(1.5,))
