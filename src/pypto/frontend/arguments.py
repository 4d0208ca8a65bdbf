# SPDX-License-Identifier: Apache-2.0
"""What the front end knows of the arguments of a call: shapes, element types and values, never data."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass

from pypto.errors import ArgumentError
from pypto.ir.dtypes import BF16, BOOL, FP16, FP32, DType

Number = int | float | bool


@dataclass(frozen=True)
class ArgumentInfo:
    """One argument.

    kind "tensor": `shape` and `dtype` of the array; "scalar": `value`, folded into the program;
    "runtime": a scalar given at each call; "declared": a tensor described by its annotation alone.
    """

    kind: str
    shape: tuple[int, ...] = ()
    dtype: DType | None = None
    value: Number | None = None

    @staticmethod
    def tensor(shape: tuple[int, ...], dtype: DType) -> ArgumentInfo:
        return ArgumentInfo("tensor", tuple(shape), dtype)

    @staticmethod
    def scalar(value: Number) -> ArgumentInfo:
        return ArgumentInfo("scalar", value=value)


RUNTIME_SCALAR = ArgumentInfo("runtime")
DECLARED = ArgumentInfo("declared")


def number_key(value: Number) -> str:
    """A text that tells numbers apart by type and bits: 1, 1.0, True, 0.0, -0.0 and every NaN differ."""
    if isinstance(value, float):
        return "float:" + struct.pack("<d", value).hex()
    if value.bit_length() > 64:  # in hexadecimal digits, of which Python writes as many as there are
        return f"int:{value:x}"
    return f"{type(value).__name__}:{value}"


def fit(value: Number, dtype: DType, name: str) -> Number:
    """The value as a scalar of `dtype`; ArgumentError where it does not fit."""
    if isinstance(value, int) and value.bit_length() > 1000:  # more than any float holds
        raise ArgumentError(f"`{name}` is Scalar[{dtype}], the value has {value.bit_length()} bits")
    if dtype is BOOL:
        if value in (0, 1):
            return bool(value)
        raise ArgumentError(f"`{name}` is Scalar[BOOL], the value is {value!r}")
    if dtype.is_float:
        return round_float(float(value), dtype)
    if isinstance(value, float):
        raise ArgumentError(f"`{name}` is Scalar[{dtype}], the value is {value!r}", help="pass an integer")
    low, high = (
        (-(1 << (dtype.bits - 1)), (1 << (dtype.bits - 1)) - 1)
        if dtype.is_signed
        else (0, (1 << dtype.bits) - 1)
    )
    if not low <= int(value) <= high:
        raise ArgumentError(f"`{name}` is Scalar[{dtype}], the value {value} is outside {low}..{high}")
    return int(value)


def round_float(value: float, dtype: DType) -> float:
    """The nearest number of a float type (ties to even); overflow gives infinity."""
    if value != value or value in (float("inf"), float("-inf")):
        return value
    try:
        if dtype is FP32:
            return float(struct.unpack("<f", struct.pack("<f", value))[0])
        if dtype is FP16:
            return float(struct.unpack("<e", struct.pack("<e", value))[0])
        if dtype is BF16:
            return _bfloat(value)
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")
    return value


def _bfloat(value: float) -> float:
    """Eight significant bits, rounded once from the double."""
    bits = struct.unpack("<Q", struct.pack("<d", abs(value)))[0]
    exponent = (bits >> 52) - 1023
    step = 2.0 ** (max(exponent, -126) - 7)  # subnormal numbers have a fixed spacing
    rounded = round(abs(value) / step) * step
    if rounded >= 2.0**128:
        raise OverflowError
    return math.copysign(rounded, value)
