# SPDX-License-Identifier: Apache-2.0
"""Specs of 4-bit floats, two to a byte: bytes as they are, numbers rounded against exact fractions."""

import subprocess
import sys
from fractions import Fraction
from itertools import pairwise

import ml_dtypes
import numpy as np
import pytest
import torch

from golden import ScalarSpec, TensorSpec
from golden.errors import SpecError
from golden.packed import packed
from golden.validation import compare_outputs

FP4 = torch.float4_e2m1fn_x2
MAGNITUDES = [Fraction(n, 2) for n in (0, 1, 2, 3, 4, 6, 8, 12)]
"""Of the codes 0 to 7; the fourth bit is the sign."""


def carrier(*rows):
    return torch.tensor(rows, dtype=torch.uint8).view(FP4)


def nearest(number):
    """The code of the nearest magnitude, of two the even one, and the sign."""
    size = min(range(8), key=lambda code: (abs(MAGNITUDES[code] - abs(number)), code % 2))
    return size | (8 if number < 0 else 0)


def test_numbers_round_to_the_nearest_element_and_ties_to_the_even_one():
    numbers = [Fraction(n, 64) for n in range(-640, 640)]
    halfway = [(a + b) / 2 for a, b in pairwise(MAGNITUDES)]
    hair = Fraction(1, 2**45)  # near enough to a tie for float32 to lose it
    numbers += [h + d for h in halfway for d in (-hair, hair)]
    codes = packed(torch.tensor([float(n) for n in numbers], dtype=torch.float64)).view(torch.uint8)
    found = torch.stack((codes & 15, codes >> 4), dim=-1).reshape(-1).tolist()
    assert found == [nearest(n) for n in numbers]


@pytest.mark.parametrize(
    ("init", "expected"),
    [
        (None, [[0, 0]]),
        (3, [[0x55, 0x55]]),
        (torch.zeros, [[0, 0]]),
        (torch.ones, [[0x22, 0x22]]),
        (carrier([0x21, 0xF7]), [[0x21, 0xF7]]),
        (lambda: carrier([0x21, 0xF7]), [[0x21, 0xF7]]),
        (torch.tensor([[0.5, 1.0, 6.0, -6.0]]), [[0x21, 0xF7]]),
        (lambda: torch.tensor([[0.5, 1.0, 6.0, -6.0]]).bfloat16(), [[0x21, 0xF7]]),
        (torch.tensor([[-0.0, 1.0, 2.0, 3.0]]), [[0x28, 0x54]]),
        (torch.tensor([[1, 2, 3, 4]]), [[0x42, 0x65]]),
        (np.array([[0.5, 1.0, 100.0, -100.0]]), [[0x21, 0xF7]]),
        (np.array([[0.5, 1.0, 6.0, -6.0]], ml_dtypes.float4_e2m1fn), [[0x21, 0xF7]]),
    ],
)
def test_a_spec_takes_bytes_or_numbers(init, expected):
    made = TensorSpec("x", [1, 2], FP4, init_value=init).create_tensor()
    assert made.dtype == FP4
    assert made.view(torch.uint8).tolist() == expected


def test_random_numbers_of_a_spec_follow_the_seed():
    spec = TensorSpec("x", [64, 32], FP4, init_value=torch.randn)
    made = []
    for _ in range(2):
        torch.manual_seed(0)
        made.append(spec.create_tensor().view(torch.uint8))
    torch.manual_seed(0)
    numbers = torch.randn(64, 64).double()
    codes = torch.stack((made[0] & 15, made[0] >> 4), dim=-1).reshape(64, 64)
    assert torch.equal(made[0], made[1])
    assert codes.reshape(-1).tolist() == [nearest(Fraction(n)) for n in numbers.reshape(-1).tolist()]


@pytest.mark.parametrize(
    ("init", "what"),
    [
        (float("nan"), "4-bit floats hold neither NaN nor infinity"),
        (torch.tensor([[1.0, 2.0, float("inf"), 0.0]]), "4-bit floats hold neither NaN nor infinity"),
        (torch.ones(1, 3), r"the shape \[1, 3\] has no even last extent"),
        (torch.tensor(1.0), r"the shape \[\] has no even last extent"),
    ],
)
def test_a_spec_refuses_what_is_no_pair_of_elements(init, what):
    with pytest.raises(SpecError, match=what):
        TensorSpec("x", [1, 2], FP4, init_value=init).create_tensor()


def test_scalars_are_of_no_packed_type():
    with pytest.raises(SpecError, match="unsupported dtype"):
        ScalarSpec("x", FP4, 1.0)


@pytest.mark.parametrize(
    "other", [torch.zeros(4, 16), torch.zeros(4, 8), torch.zeros(4, 8, dtype=torch.uint8)]
)
def test_packed_elements_do_not_equal_numbers_of_another_type(other):
    zeros = carrier(*[[0] * 8] * 4)
    for actual, expected in ((zeros, other), (other, zeros)):
        [record] = compare_outputs({"y": actual}, {"y": expected})
        assert not record.passed
    [record] = compare_outputs({"y": zeros}, {"y": zeros.clone()})
    assert record.passed


def test_a_torch_without_the_narrow_floats_serves():
    code = (
        "import torch\n"
        "del torch.float4_e2m1fn_x2, torch.float8_e8m0fnu\n"
        "from golden import TensorSpec\n"
        "from golden.validation import compare_outputs\n"
        "import pypto.language\n"
        "from pypto.runtime.result import differences\n"
        "one = TensorSpec('x', [2], torch.float32, init_value=1.0).create_tensor()\n"
        "assert compare_outputs({'y': one}, {'y': one.clone()})[0].passed\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
