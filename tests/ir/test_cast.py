# SPDX-License-Identifier: Apache-2.0
"""Conversions bit for bit against exact rational arithmetic, and the chains of direct conversions."""

import math
from fractions import Fraction

import ml_dtypes
import numpy as np
import pytest
import torch

from pypto.ir.dtypes import (
    BF16,
    FP8E4M3FN,
    FP8E5M2,
    FP16,
    FP32,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
    UINT16,
    UINT32,
    DType,
)  # fmt: skip
from pypto.ir.enums import ROUND_MODES
from pypto.ir.ops.cast import DIRECT, WRAPPING, chain, convert, mode_name
from pypto.ir.ops.table import OpError

# Significand bits with the hidden one, smallest normal exponent, largest finite value.
FORMATS = {
    FP32: (24, -126, Fraction((1 << 24) - 1) * Fraction(2) ** 104),
    FP16: (11, -14, Fraction(65504)),
    BF16: (8, -126, Fraction(255) * Fraction(2) ** 120),
    FP8E4M3FN: (4, -6, Fraction(448)),
    FP8E5M2: (3, -14, Fraction(57344)),
}


def to_integer(x: Fraction, mode: str) -> int:
    low = math.floor(x)
    rest = x - low
    if rest == 0:
        return low
    half = Fraction(1, 2)
    up = {
        "trunc": x < 0,
        "floor": False,
        "ceil": True,
        "rint": rest > half or (rest == half and low % 2 == 1),
        "round": rest > half or (rest == half and x > 0),
        "odd": rest > half or (rest == half and low % 2 == 0),
    }[mode]
    return low + up


def to_float(x: Fraction, target: DType, mode: str) -> float:
    """The nearest value of the format by the mode, as a float64; infinities and saturation as the format has them."""
    mode = "rint" if mode == "none" else mode
    bits, smallest, largest = FORMATS[target]
    if x == 0:
        return 0.0
    exponent = abs(x).numerator.bit_length() - abs(x).denominator.bit_length()
    if Fraction(2) ** exponent > abs(x):
        exponent -= 1
    step = Fraction(2) ** (max(exponent, smallest) - bits + 1)
    rounded = to_integer(x / step, mode) * step
    if abs(rounded) > largest:
        toward_zero = mode == "trunc" or mode == ("floor" if x > 0 else "ceil")
        saturates = target.bits == 8 or toward_zero
        return math.copysign(float(largest) if saturates else math.inf, x)
    return math.copysign(float(rounded), x)


def to_whole(x: Fraction, source: DType, target: DType, mode: str) -> int:
    number = to_integer(x, "trunc" if mode == "none" else mode)
    if not source.is_float and target.bits > source.bits:
        return number % (1 << target.bits) if not target.is_signed else number
    low = -(1 << (target.bits - 1)) if target.is_signed else 0
    high = low + (1 << target.bits) - 1
    if (source, target) in WRAPPING:
        return (number - low) % (1 << target.bits) + low
    return min(max(number, low), high)


def interesting(dtype: DType) -> np.ndarray:
    """All values of a small format; of a large one limits, neighbours of powers of two and random patterns."""
    kind = dtype.numpy()
    if dtype.bits <= 16:
        return np.arange(1 << dtype.bits, dtype=f"u{dtype.get_byte()}").view(kind)
    rng = np.random.default_rng(dtype.code)
    unsigned = f"u{dtype.get_byte()}"
    patterns = [rng.integers(0, 1 << dtype.bits, 4000, dtype=unsigned)]
    if dtype.is_float:
        # Halves, quarters and their neighbours at every exponent that matters to a narrower format.
        base = np.ldexp(1.0, np.arange(-152, 66))[:, None]
        mantissa = 1 + np.arange(0, 512)[None, ::7] / 512
        near = (base * mantissa).astype(np.float32).ravel()
        halves = (np.arange(-600, 600) / 2).astype(np.float32)
        edges = np.array([127.5, 255.5, 65504, 65520, 448, 464, 57344, 61440, 2**31, 2**63], np.float32)
        for part in (near, halves, edges):  # the edges last
            for value in (
                part,
                np.nextafter(part, np.float32(np.inf)),
                np.nextafter(part, -np.float32(np.inf)),
            ):
                patterns += [value.view(unsigned), (-value).view(unsigned)]
        special = np.array([0.0, -0.0, np.inf, -np.inf, np.nan], np.float32)
        patterns.append(special.view(unsigned))  # with the edges these are the last EDGES
    else:
        shifts = np.array([1 << i for i in range(dtype.bits)], unsigned)
        patterns += [shifts, shifts - 1, shifts + 1, ~shifts, np.array([0], unsigned) - shifts]
    return np.concatenate(patterns).view(kind)


EDGES = 65
PAIRS = sorted(
    {
        (source, target)
        for table in DIRECT.values()
        for source, targets in table.items()
        for target in targets
        if source in FORMATS or not source.is_float
        if target in FORMATS or not target.is_float
        if min(source.bits, target.bits) >= 8
        if source.name != "HF8" and target.name != "HF8"
    },
    key=lambda pair: (pair[0].code, pair[1].code),
)


@pytest.mark.parametrize("mode", ROUND_MODES)
@pytest.mark.parametrize(("source", "target"), PAIRS, ids=lambda d: d.name)
def test_direct_conversions_are_exact(source, target, mode):
    values = interesting(source)
    if values.size > 700:
        start = PAIRS.index((source, target)) * 7 + ROUND_MODES.index(mode)
        values = np.concatenate([values[start % 16 :: values.size // 500], values[-EDGES:]])
    actual = convert(values, source, target, mode)
    assert actual.dtype == target.numpy()
    for value, result in zip(values.tolist(), actual.tolist(), strict=True):
        value = float(value) if source.is_float else int(value)
        if source.is_float and not math.isfinite(value):
            expected = outside(value, source, target)
        elif target.is_float:
            expected = to_float(Fraction(value), target, mode)
        else:
            expected = to_whole(Fraction(value), source, target, mode)
        same = result == expected or (result != result and expected != expected)
        assert same, (value, result, expected)
        if target.is_float and value == 0:
            assert math.copysign(1, result) == math.copysign(1, value)


def outside(value: float, source: DType, target: DType) -> float:
    """What becomes of NaN and infinities."""
    if target.is_float:
        if math.isnan(value) or target.bits != 8:
            return value
        return math.copysign(float(FORMATS[target][2]), value)
    if math.isnan(value) or (source, target) in WRAPPING:
        return 0
    low = -(1 << (target.bits - 1)) if target.is_signed else 0
    return low + (1 << target.bits) - 1 if value > 0 else low


def test_ties_to_bf16():
    half = np.float32(1.01953125)
    values = np.array([half, -half, np.nextafter(half, np.float32(2)), np.nextafter(half, np.float32(0))])
    wanted = {
        "rint": [1.015625, -1.015625, 1.0234375, 1.015625],
        "round": [1.0234375, -1.0234375, 1.0234375, 1.015625],
        "odd": [1.0234375, -1.0234375, 1.0234375, 1.015625],
        "trunc": [1.015625, -1.015625, 1.015625, 1.015625],
    }
    for mode, numbers in wanted.items():
        bits = np.array(numbers, ml_dtypes.bfloat16).view(np.uint16)
        assert np.array_equal(convert(values, FP32, BF16, mode).view(np.uint16), bits)
    assert torch.equal(
        torch.from_numpy(convert(values, FP32, BF16, "rint").astype(np.float32)),
        torch.from_numpy(values).to(torch.bfloat16).float(),
    )


def test_fp8_rounds_by_the_mode():
    values = np.array(
        [1.0625, 1.1875, -1.1875, 17, 19, 126.24, 0.0029296875, 0.0009765625, 500, -1e9, np.inf], np.float32
    )
    rint = [1.0, 1.25, -1.25, 16, 20, 128, 0.00390625, 0.0, 448, -448, 448]
    assert convert(values, FP32, FP8E4M3FN, "rint").astype(np.float32).tolist() == rint
    assert float(convert(values, FP32, FP8E4M3FN, "trunc")[1]) == 1.125
    assert np.isnan(convert(np.array([np.nan], np.float32), FP32, FP8E4M3FN, "rint").astype(np.float32)).all()


@pytest.mark.parametrize(
    ("generation", "path"),
    [
        ("a2a3", (FP32, FP16, INT8)),
        ("a2a3", (FP32, FP16, UINT8)),
        ("a2a3", (INT32, FP16, INT8)),
        ("a2a3", (INT16, FP16, INT8)),
        ("a2a3", (BF16, FP32, FP16)),
        ("a2a3", (FP16, FP32, BF16)),
        ("a2a3", (INT32, FP32, BF16)),
        ("a2a3", (BF16, FP32, FP16, INT8)),
        ("a2a3", (FP32, INT64)),
        ("a5", (FP32, FP16, INT8)),
        ("a5", (INT32, FP32, FP16)),
        ("a5", (FP16, FP32, BF16)),
        ("a5", (BF16, FP16)),
    ],
    ids=lambda v: v if isinstance(v, str) else "-".join(d.name for d in v),
)
def test_chains(generation, path):
    assert chain(path[0], path[-1], generation) == path[1:]


@pytest.mark.parametrize(
    ("source", "target"), [(INT8, FP32), (INT8, INT32), (INT16, INT32), (UINT8, FP32), (UINT16, FP32)]
)
def test_pairs_without_a_chain(source, target):
    assert chain(source, target, "a2a3") is None


def test_double_rounding_of_a_chain_shows():
    values = np.array([100.49999, 101.49999], np.float32)
    for step, target in ((FP32, FP16), (FP16, INT8)):
        values = convert(values, step, target, "rint")
    assert values.tolist() == [100, 102]


def test_integers_extend_by_the_sign_of_the_source():
    assert convert(np.array([-1, 5], np.int16), INT16, UINT32, "rint").tolist() == [2**32 - 1, 5]
    assert convert(np.array([-1, 5], np.int8), INT8, INT32, "rint").tolist() == [-1, 5]
    assert convert(np.array([-1, 300], np.int32), INT32, UINT8, "rint").tolist() == [0, 255]
    assert convert(np.array([70000], np.int32), INT32, INT16, "rint").tolist() == [4464]


def test_empty_arrays():
    for source, target in PAIRS:
        assert convert(np.empty((0, 4), source.numpy()), source, target, "rint").shape == (0, 4)


def test_modes_by_name_and_number():
    assert [mode_name(i) for i in range(7)] == list(ROUND_MODES)
    assert mode_name("rint") == "rint"
    for wrong in (True, 7, -1, "nearest", 1.0, None):
        with pytest.raises(OpError):
            mode_name(wrong)
    assert INT64 in DIRECT["a2a3"][FP32]
