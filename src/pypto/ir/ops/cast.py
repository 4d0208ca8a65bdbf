# SPDX-License-Identifier: Apache-2.0
"""Element type conversion: rounding modes, wrap or saturation, and chains of direct conversions.

The reference computes in exact float64 or integer arithmetic and is the table that native code has to match.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from pypto.ir.dtypes import (
    BF16,
    FP4,
    FP8E4M3FN,
    FP8E5M2,
    FP16,
    FP32,
    HF8,
    INT4,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
    UINT16,
    UINT32,
    DType,
)
from pypto.ir.enums import ROUND_MODES
from pypto.ir.nodes import Type
from pypto.ir.ops.rules import make, value_type
from pypto.ir.ops.table import Bound, OpError, Param, Reject, Sample, Trait, op, operand, static

DIRECT: Mapping[str, Mapping[DType, tuple[DType, ...]]] = {
    "a2a3": {
        FP32: (FP16, BF16, INT16, INT32, INT64),
        FP16: (FP32, INT32, INT16, INT8, UINT8, INT4),
        BF16: (FP32, INT32),
        INT16: (FP16, FP32),
        INT32: (FP32, INT16, INT64, FP16),
        INT64: (FP32, INT32),
        UINT8: (FP16,),
        INT8: (FP16,),
        INT4: (FP16,),
    },
    "a5": {
        FP32: (FP16, BF16, INT16, INT32, INT64, FP8E4M3FN, FP8E5M2, HF8),
        FP16: (FP32, INT32, INT16, INT8, UINT8, HF8),
        BF16: (FP32, INT32, FP16, FP4),
        INT16: (UINT8, FP16, FP32, UINT32, INT32),
        INT32: (FP32, INT16, UINT16, INT64, UINT8),
        INT64: (FP32, INT32),
        UINT8: (FP16, UINT16),
        INT8: (FP16, INT16, INT32),
        UINT32: (UINT8, UINT16, INT16),
        FP8E4M3FN: (FP32,),
        FP8E5M2: (FP32,),
        HF8: (FP32,),
        FP4: (BF16,),
    },
}
"""Conversions that are one instruction, per chip generation."""

WRAPPING: frozenset[tuple[DType, DType]] = frozenset(
    {(FP16, UINT8), (FP16, INT8), (FP32, INT16), (FP16, INT16), (INT64, INT32), (INT32, INT16)}
)
"""Narrowing pairs that keep the low bits; all others saturate."""

_SIGNIFICAND = {FP32: 24, FP16: 11, BF16: 8, FP8E4M3FN: 4, FP8E5M2: 3, HF8: 4, FP4: 2}
_EXPONENT = {FP32: 8, FP16: 5, BF16: 8, FP8E4M3FN: 4, FP8E5M2: 5, HF8: 4, FP4: 2}


def _value_bits(dtype: DType) -> int:
    return dtype.bits - (1 if dtype.is_signed else 0)


def admissible(middle: DType, target: DType) -> bool:
    """Whether a chain that ends in `target` may pass through `middle`."""
    if middle.is_float and target.is_float:
        return _SIGNIFICAND[middle] >= _SIGNIFICAND[target] and _EXPONENT[middle] >= _EXPONENT[target]
    if middle.is_float:
        return _SIGNIFICAND[middle] >= _value_bits(target)
    if target.is_float:
        return False
    return not (not middle.is_signed and target.is_signed) and _value_bits(middle) >= _value_bits(target)


def chain(source: DType, target: DType, generation: str) -> tuple[DType, ...] | None:
    """The shortest chain of direct conversions, `source` left out; None where there is none.

    Among equal lengths an integer-to-float step of equal width comes first, then float-to-float steps; a signed
    integer passes through signed ones, where its value stays.
    """
    table = DIRECT[generation]
    frontier: list[tuple[DType, ...]] = [(source,)]
    seen = {source}
    while frontier:
        found = [(*path, target) for path in frontier if target in table.get(path[-1], ())]
        if found:
            return min(found, key=_preference)[1:]
        grown: list[tuple[DType, ...]] = []
        for path in frontier:
            for step in table.get(path[-1], ()):
                if step not in seen and admissible(step, target):
                    grown.append((*path, step))
        seen.update(path[-1] for path in grown)
        frontier = grown
    return None


def promotion(source: DType, target: DType) -> tuple[DType, ...]:
    """The casts that take values to the type they are promoted to, on every chip without a loss that `target` does
    not bring; where a chip has none of them, one cast, which is refused there by name."""
    ways = [(target,)] + [(middle, target) for middle in (FP16, FP32) if middle not in (source, target)]

    def possible(way: tuple[DType, ...]) -> bool:
        exact = len(way) == 1 or (source.is_int and _SIGNIFICAND[way[0]] >= _value_bits(source))
        steps = list(pairwise((source, *way)))
        return exact and all(chain(a, b, generation) for a, b in steps for generation in DIRECT)

    return next((way for way in ways if possible(way)), (target,))


def _preference(path: tuple[DType, ...]) -> tuple[int, int, int]:
    widths = sum(not a.is_float and b.is_float and a.bits == b.bits for a, b in pairwise(path))
    floats = sum(a.is_float and b.is_float for a, b in pairwise(path))
    unsigned = sum(path[0].kind == "int" and middle.kind == "uint" for middle in path[1:-1])
    return (-widths, -floats, unsigned)


def _round_to_integer(x: Any, mode: str) -> Any:
    """Round float64 values to integers; `none` behaves as `trunc`."""
    import numpy as np

    if mode in ("none", "trunc"):
        return np.trunc(x)
    if mode == "rint":
        return np.rint(x)
    if mode == "floor":
        return np.floor(x)
    if mode == "ceil":
        return np.ceil(x)
    low = np.floor(x)
    fraction = x - low
    if mode == "round":
        up = np.where(x < 0, fraction > 0.5, fraction >= 0.5)
    else:  # odd: nearest, ties to the odd neighbour
        up = (fraction > 0.5) | ((fraction == 0.5) & (np.mod(low, 2) == 0))
    return low + up


def _limits(dtype: DType) -> tuple[int, int]:
    if dtype.is_signed:
        return -(1 << (dtype.bits - 1)), (1 << (dtype.bits - 1)) - 1
    return 0, (1 << dtype.bits) - 1


FORMATS = {  # significand bits without the hidden one, smallest normal exponent, largest finite value
    "FP32": (23, -126, 3.4028234663852886e38),
    "FP16": (10, -14, 65504.0),
    "BF16": (7, -126, 3.3895313892515355e38),
    "FP8E4M3FN": (3, -6, 448.0),
    "FP8E5M2": (2, -14, 57344.0),
    "FP4": (1, 0, 6.0),
}


def _to_float(x: Any, target: DType, mode: str) -> Any:
    """Round float64 values to a float format by the mode (`none` as `rint`)."""
    import numpy as np

    bits, minimum, largest = FORMATS[target.name]
    mode = "rint" if mode == "none" else mode
    finite = np.isfinite(x)
    safe = np.where(finite, x, 0.0)
    _, exponent = np.frexp(safe)
    scale = np.maximum(exponent - 1, minimum) - bits
    steps = np.ldexp(safe, -scale)
    rounded = np.ldexp(_round_to_integer(steps, mode), scale)
    over = np.abs(rounded) > largest
    if target.bits <= 8:
        rounded = np.where(over, np.copysign(largest, rounded), rounded)
        infinite = np.copysign(largest, x)
    else:
        toward_zero = {
            "trunc": np.full(x.shape, True),
            "floor": safe > 0,
            "ceil": safe < 0,
        }.get(mode, np.full(x.shape, False))
        limit = np.where(toward_zero, largest, np.inf)
        rounded = np.where(over, np.copysign(limit, rounded), rounded)
        infinite = x
    rounded = np.where(rounded == 0, np.copysign(0.0, x), rounded)
    nan = 0.0 if target is FP4 else np.nan  # it has none
    out = np.where(np.isnan(x), nan, np.where(finite, rounded, infinite))
    with np.errstate(all="ignore"):
        return out.astype(target.numpy())


def _low_bits(whole: Any, target: DType) -> Any:
    """The low bits of integral float64 values, which may be far larger than the type."""
    import numpy as np

    span = float(1 << target.bits)
    rest = np.mod(whole, span)  # exact: both are integers, the span a power of two
    signed = np.where(rest >= span / 2, rest - span, rest) if target.is_signed else rest
    return signed.astype(np.int64).astype(target.numpy())


def convert(x: Any, source: DType, target: DType, mode: str) -> Any:
    """One direct conversion of a NumPy array."""
    import numpy as np

    with np.errstate(all="ignore"):
        if source.is_float and target.is_float:
            exact = admissible(target, source)  # every value of the source is one of the target
            if exact or (mode in ("rint", "none") and target in (FP32, FP16, BF16)):
                return x.astype(target.numpy())  # to nearest even
            return _to_float(x.astype(np.float64), target, mode)
        if source.is_float:
            wide = x.astype(np.float64)
            low, high = _limits(target)
            finite = np.isfinite(wide)
            whole = _round_to_integer(np.where(finite, wide, 0.0), mode)
            if (source, target) in WRAPPING:
                return _low_bits(whole, target)
            # `high` itself is no float64 for 64 bits, the power of two above it is one for every width.
            inside = (whole >= low) & (whole < float(high + 1))
            numbers = np.where(inside, whole, 0.0).astype(np.int64).astype(target.numpy())
            limit = np.where(wide > 0, np.array(high, target.numpy()), np.array(low, target.numpy()))
            return np.where(
                np.isnan(wide), np.array(0, target.numpy()), np.where(inside & finite, numbers, limit)
            )
        if target.is_float:
            bits = FORMATS[target.name][0] + 1
            if source.bits <= 32 or bits >= source.bits:
                return _to_float(x.astype(np.float64), target, mode)
            return _int64_to_float(x, target, mode)
        low, high = _limits(target)
        if source.bits <= target.bits or (source, target) in WRAPPING:
            return x.astype(target.numpy())  # extended by the sign of the source, or cut
        return np.clip(x, max(low, np.iinfo(x.dtype).min), min(high, np.iinfo(x.dtype).max)).astype(
            target.numpy()
        )


def _int64_to_float(x: Any, target: DType, mode: str) -> Any:
    """64-bit integers do not fit float64: round exactly with integers."""
    import numpy as np

    bits = FORMATS[target.name][0] + 1

    def one(n: int) -> float:
        magnitude = abs(n)
        shift = max(0, magnitude.bit_length() - bits)
        base, rest, half = magnitude >> shift, magnitude & ((1 << shift) - 1), (1 << shift) >> 1
        if rest:
            negative = n < 0
            up = {
                "floor": negative,
                "ceil": not negative,
                "trunc": False,
                "round": rest >= half,
                "odd": rest > half or (rest == half and base % 2 == 0),
            }.get(mode, rest > half or (rest == half and base % 2 == 1))
            base += up
        value = float(base << shift)
        return -value if n < 0 else value

    values = np.array([one(int(n)) for n in x.ravel()], np.float64).reshape(x.shape)
    return values.astype(target.numpy())


def reference(x: Any, *, target_type: DType, mode: str = "round", source: DType) -> Any:
    return convert(x, source, target_type, mode)


def mode_name(mode: Any) -> str:
    """The name of a rounding mode given as name or code."""
    if isinstance(mode, bool) or not isinstance(mode, int | str):
        raise OpError(
            f"rounding mode must be a name or a code, found {mode!r}",
            f"one of {', '.join(ROUND_MODES)}",
            code="rounding-mode",
        )
    if isinstance(mode, int):
        if not 0 <= mode < len(ROUND_MODES):
            raise OpError(
                f"rounding mode {mode} is not one of 0 to {len(ROUND_MODES) - 1}",
                ", ".join(f"{code} {name}" for code, name in enumerate(ROUND_MODES)),
                code="rounding-mode",
            )
        return ROUND_MODES[mode]
    if mode not in ROUND_MODES:
        raise OpError(
            f"unknown rounding mode {mode!r}", f"one of {', '.join(ROUND_MODES)}", code="rounding-mode"
        )
    return mode


def _infer(bound: Bound) -> Type:
    x = value_type(bound, "input")
    mode_name(bound["mode"])
    target = bound["target_type"]
    for dtype in (x.dtype, target):
        if dtype.kind not in ("float", "int", "uint") or (dtype.is_float and dtype.name not in FORMATS):
            help = "FP8 types that a5 converts: pl.FP8E4M3FN, pl.FP8E5M2" if dtype.is_float else None
            raise OpError(f"casts of {dtype} are not supported", help, "dtype-support")
        if dtype.bits < 8 and dtype is not FP4:
            raise OpError(f"casts of {dtype} are not supported", "pl.FP4 on a5", "dtype-support")
    if target is x.dtype:
        raise OpError(f"the value is {target} already", "leave the cast out", "cast-form")
    return make(x, dtype=target, valid=x.valid)


CAST = op(
    "cast",
    doc="x in another element type; the mode says how to round (default: nearest, ties away from zero).",
    params=[operand("input", "tensor", "tile"), Param("target_type", "dtype"), static("mode", "round")],
    infer=_infer,
    traits={Trait.PURE, Trait.ELEMENTWISE, Trait.VECTOR},
    reference=reference,
    pto="tcvt",
    cpp="cvt<{to}, {from}, Round::{mode}>({0})",
    samples=(
        Sample(((16, 64),), attrs={"target_type": BF16, "mode": "rint"}),
        Sample(((16, 64),), attrs={"target_type": FP16, "mode": "round"}),
        Sample(((16, 64),), attrs={"target_type": INT32, "mode": "rint"}, low=-1000, high=1000),
        Sample(((16, 64),), dtype="BF16", attrs={"target_type": FP32, "mode": "none"}),
    ),
    rejects=(Reject(((16, 64),), "already", attrs={"target_type": FP32, "mode": "rint"}),),
)
