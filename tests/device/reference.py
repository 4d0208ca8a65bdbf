# SPDX-License-Identifier: Apache-2.0
"""Conversions in exact arithmetic: every value of at most 32 bits is a float64, so rounding is done there, in the open.

64-bit integers go through Python's fractions, one value at a time.
"""

from fractions import Fraction

import ml_dtypes
import numpy as np

MODES = ("NONE", "RINT", "ROUND", "FLOOR", "CEIL", "TRUNC", "ODD")

# C++ name -> NumPy type
TYPES = {
    "float": np.dtype(np.float32),
    "f16": np.dtype(np.float16),
    "bf16": np.dtype(ml_dtypes.bfloat16),
    "fp8e4m3fn": np.dtype(ml_dtypes.float8_e4m3fn),
    "fp8e5m2": np.dtype(ml_dtypes.float8_e5m2),
    "int8_t": np.dtype(np.int8),
    "int16_t": np.dtype(np.int16),
    "int32_t": np.dtype(np.int32),
    "int64_t": np.dtype(np.int64),
    "uint8_t": np.dtype(np.uint8),
    "uint16_t": np.dtype(np.uint16),
    "uint32_t": np.dtype(np.uint32),
    "uint64_t": np.dtype(np.uint64),
}
FLOATS = ("float", "f16", "bf16", "fp8e4m3fn", "fp8e5m2")
LONGS = ("int64_t", "uint64_t")

# significand bits after the point, least normal exponent, largest finite value
FORMATS = {
    "float": (23, -126, float(np.finfo(np.float32).max)),
    "f16": (10, -14, 65504.0),
    "bf16": (7, -126, float(ml_dtypes.finfo(ml_dtypes.bfloat16).max)),
    "fp8e4m3fn": (3, -6, 448.0),
    "fp8e5m2": (2, -14, 57344.0),
}
LOW_BITS = {
    ("f16", "uint8_t"),
    ("f16", "int8_t"),
    ("f16", "int16_t"),
    ("float", "int16_t"),
    ("int64_t", "int32_t"),
    ("int32_t", "int16_t"),
}


def whole(x: np.ndarray, mode: str) -> np.ndarray:
    """Float64 values to integers by the mode."""
    floor = np.floor(x)
    if mode == "FLOOR":
        return floor
    if mode == "CEIL":
        return np.ceil(x)
    if mode == "TRUNC":
        return np.trunc(x)
    above = x - floor  # exact: at most 53 bits apart
    up = above > 0.5
    tie = above == 0.5
    if mode == "RINT":
        up |= tie & (np.mod(floor, 2) == 1)
    elif mode == "ODD":
        up |= tie & (np.mod(floor, 2) == 0)
    elif mode == "ROUND":
        up |= tie & (x > 0)
    return floor + up


def _float_to_float(x: np.ndarray, target: str, mode: str) -> np.ndarray:
    digits, least, largest = FORMATS[target]
    mode = "RINT" if mode == "NONE" else mode
    finite = np.isfinite(x)
    value = np.where(finite, x, 0.0)
    exponent = np.maximum(np.frexp(value)[1] - 1, least)
    quantum = np.ldexp(1.0, exponent - digits)
    result = whole(value / quantum, mode) * quantum
    result = np.copysign(result, x)
    over = np.abs(result) > largest
    if target.startswith("fp8"):
        result = np.where(over | np.isinf(x), np.copysign(largest, x), result)
    else:
        keeps = {"TRUNC": over, "FLOOR": over & (x > 0), "CEIL": over & (x < 0)}.get(
            mode, np.zeros_like(over)
        )
        result = np.where(over, np.copysign(np.where(keeps, largest, np.inf), x), result)
        result = np.where(np.isinf(x), x, result)
    return np.where(np.isnan(x), np.nan, result).astype(TYPES[target])


def _wrap(values: list[int], target: str) -> np.ndarray:
    bits = 8 * TYPES[target].itemsize
    unsigned = np.array([v & ((1 << bits) - 1) for v in values], np.dtype(f"u{bits // 8}"))
    return unsigned.view(TYPES[target])


def _clamp(values: list[int], target: str) -> np.ndarray:
    info = np.iinfo(TYPES[target])
    return np.array([min(max(v, int(info.min)), int(info.max)) for v in values], TYPES[target])


def _float_to_int(x: np.ndarray, source: str, target: str, mode: str) -> np.ndarray:
    rounded = whole(x, "TRUNC" if mode == "NONE" else mode)
    if (source, target) in LOW_BITS:
        low = np.fmod(np.where(np.isfinite(rounded), rounded, 0.0), 65536.0)
        return low.astype(np.int64).astype(TYPES[target])
    if target in LONGS:
        limit = 1 << 80
        ints = [
            0 if np.isnan(v) else (limit if v > 0 else -limit) if np.isinf(v) else int(v)
            for v in rounded.tolist()
        ]
        return _clamp(ints, target)
    info = np.iinfo(TYPES[target])
    return np.clip(np.nan_to_num(rounded, nan=0.0), int(info.min), int(info.max)).astype(TYPES[target])


def _long_to_float(value: int, target: str, mode: str) -> float:
    """Round one integer to the target's digits; the result is a float64 that may lie above the largest finite."""
    digits = FORMATS[target][0]
    mode = "RINT" if mode == "NONE" else mode
    quantum = Fraction(2) ** (max(abs(value).bit_length() - 1, 0) - digits)
    exact = Fraction(value) / quantum
    floor = exact.numerator // exact.denominator
    above = exact - floor
    half = Fraction(1, 2)
    up = {
        "FLOOR": False,
        "CEIL": above > 0,
        "TRUNC": value < 0 and above > 0,
        "RINT": above > half or (above == half and floor % 2 == 1),
        "ODD": above > half or (above == half and floor % 2 == 0),
        "ROUND": above > half or (above == half and value > 0),
    }[mode]
    return float((floor + up) * quantum)


def convert(x: np.ndarray, source: str, target: str, mode: str) -> np.ndarray:
    if source == target:
        return x.copy()
    if source in LONGS:
        values = [int(v) for v in x]
        if target in FLOATS:
            rounded = np.array([_long_to_float(v, target, mode) for v in values])
            return _float_to_float(rounded, target, mode)  # overflow only: the digits fit already
    if source in FLOATS or target in FLOATS:
        exact = x.astype(np.float64)
        return (
            _float_to_float(exact, target, mode)
            if target in FLOATS
            else _float_to_int(exact, source, target, mode)
        )
    values = [int(v) for v in x]
    narrower = TYPES[target].itemsize < TYPES[source].itemsize
    keeps = not narrower or (source, target) in LOW_BITS
    return _wrap(values, target) if keeps else _clamp(values, target)
