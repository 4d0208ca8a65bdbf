# SPDX-License-Identifier: Apache-2.0
"""What a cast has to give, bit for bit, by integer arithmetic alone: formats, modes, limits and chains.

A number is a sign, a whole significand and a power of two, so that every step is exact. Nothing here reads the
compiler's own tables.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise, permutations, product

import numpy as np

MODES = ("none", "rint", "round", "floor", "ceil", "trunc", "odd")


@dataclass(frozen=True)
class Format:
    """A float format: bits of the exponent and of the stored significand, and its largest finite pattern."""

    exponent: int
    fraction: int
    largest: int
    infinite: bool = True

    @property
    def bits(self) -> int:
        return 1 + self.exponent + self.fraction

    @property
    def bias(self) -> int:
        return (1 << (self.exponent - 1)) - 1


FORMATS = {
    "FP32": Format(8, 23, 0x7F7FFFFF),
    "FP16": Format(5, 10, 0x7BFF),
    "BF16": Format(8, 7, 0x7F7F),
    "FP8E4M3FN": Format(4, 3, 0x7E, infinite=False),
    "FP8E5M2": Format(5, 2, 0x7B),
}
INTEGERS = {f"{sign}INT{bits}": (not sign, bits) for sign in ("", "U") for bits in (8, 16, 32, 64)}
TYPES = (*FORMATS, *INTEGERS)

# What one instruction converts.
DIRECT = {
    "a2a3": {
        "FP32": "FP16 BF16 INT16 INT32 INT64",
        "FP16": "FP32 INT32 INT16 INT8 UINT8",
        "BF16": "FP32 INT32",
        "INT16": "FP16 FP32",
        "INT32": "FP32 INT16 INT64 FP16",
        "INT64": "FP32 INT32",
        "UINT8": "FP16",
        "INT8": "FP16",
    },
    "a5": {
        "FP32": "FP16 BF16 INT16 INT32 INT64 FP8E4M3FN FP8E5M2",
        "FP16": "FP32 INT32 INT16 INT8 UINT8",
        "BF16": "FP32 INT32 FP16",
        "INT16": "UINT8 FP16 FP32 UINT32 INT32",
        "INT32": "FP32 INT16 UINT16 INT64 UINT8",
        "INT64": "FP32 INT32",
        "UINT8": "FP16 UINT16",
        "INT8": "FP16 INT16 INT32",
        "UINT32": "UINT8 UINT16 INT16",
        "FP8E4M3FN": "FP32",
        "FP8E5M2": "FP32",
    },
}
# Narrowing pairs that keep the low bits; every other one stops at the limits.
LOW_BITS = {
    ("FP16", "UINT8"), ("FP16", "INT8"), ("FP32", "INT16"), ("FP16", "INT16"), ("INT64", "INT32"), ("INT32", "INT16"),
}  # fmt: skip


def bits_of(name: str) -> int:
    return FORMATS[name].bits if name in FORMATS else INTEGERS[name][1]


# Chains


def _value_bits(name: str) -> int:
    """Significant bits that a type holds."""
    if name in FORMATS:
        return FORMATS[name].fraction + 1
    signed, bits = INTEGERS[name]
    return bits - signed


def _passes(middle: str, target: str) -> bool:
    """Whether a value may take the form `middle` on its way to `target`."""
    if middle in FORMATS and target in FORMATS:
        return (
            FORMATS[middle].fraction >= FORMATS[target].fraction
            and FORMATS[middle].exponent >= FORMATS[target].exponent
        )
    if middle in FORMATS:
        return _value_bits(middle) >= _value_bits(target)
    if target in FORMATS:
        return False
    unsigned_to_signed = not INTEGERS[middle][0] and INTEGERS[target][0]
    return not unsigned_to_signed and _value_bits(middle) >= _value_bits(target)


def chain(source: str, target: str, chip: str) -> tuple[str, ...] | None:
    """The types after each conversion of the shortest way, None where there is no way."""
    table = {a: b.split() for a, b in DIRECT[chip].items()}
    for length in range(4):
        ways = []
        for middle in permutations([t for t in table if t not in (source, target)], length):
            path = (source, *middle, target)
            steps = list(pairwise(path))
            if all(b in table.get(a, ()) for a, b in steps) and all(_passes(m, target) for m in middle):
                equal = sum(a in INTEGERS and b in FORMATS and bits_of(a) == bits_of(b) for a, b in steps)
                floats = sum(a in FORMATS and b in FORMATS for a, b in steps)
                signed = source in INTEGERS and INTEGERS[source][0]
                unsigned = sum(signed and m in INTEGERS and not INTEGERS[m][0] for m in middle)
                ways.append(((-equal, -floats, unsigned), path[1:]))
        if ways:
            return min(ways)[1]
    return None


# Numbers


@dataclass
class Numbers:
    """sign * significand * 2**power for each element; infinite and undefined ones are marked."""

    negative: np.ndarray
    significand: np.ndarray  # uint64
    power: np.ndarray  # int64
    infinite: np.ndarray
    nan: np.ndarray


def decode(bits: np.ndarray, name: str) -> Numbers:
    """The numbers of bit patterns."""
    wide = bits.astype(np.uint64)
    none = np.zeros(bits.shape, bool)
    if name in INTEGERS:
        signed, width = INTEGERS[name]
        negative = (wide >> np.uint64(width - 1) == 1) if signed else none
        magnitude = np.where(negative, (~wide + np.uint64(1)) & _mask(width), wide)
        return Numbers(negative, magnitude, np.zeros(bits.shape, np.int64), none, none)
    f = FORMATS[name]
    negative = wide >> np.uint64(f.bits - 1) == 1
    exponent = (wide >> np.uint64(f.fraction)).astype(np.int64) & ((1 << f.exponent) - 1)
    fraction = wide & _mask(f.fraction)
    magnitude = wide & _mask(f.bits - 1)
    if f.infinite:
        top = exponent == (1 << f.exponent) - 1
        infinite, nan = top & (fraction == 0), top & (fraction != 0)
    else:
        infinite, nan = none, magnitude == _mask(f.bits - 1)
    significand = np.where(exponent > 0, fraction | np.uint64(1 << f.fraction), fraction)
    power = np.maximum(exponent, 1) - f.bias - f.fraction
    return Numbers(negative, np.where(infinite | nan, np.uint64(0), significand), power, infinite, nan)


def _mask(bits: int) -> np.uint64:
    return np.uint64((1 << bits) - 1)


def _shifted(significand: np.ndarray, negative: np.ndarray, shift: np.ndarray, mode: str) -> np.ndarray:
    """significand / 2**shift as a whole number, rounded by the mode; shifts of 0 and more."""
    far = shift > 63
    s = np.where(far, 63, np.maximum(shift, 0)).astype(np.uint64)
    whole = np.where(far, np.uint64(0), significand >> s)
    rest = np.where(far, significand, significand - (whole << s))
    half = np.uint64(1) << np.maximum(s, np.uint64(1)) - np.uint64(1)
    above, tie = ~far & (rest > half), ~far & (rest == half) & (s > 0)
    some = rest != 0
    odd = whole & np.uint64(1) == 1
    up = {
        "rint": above | (tie & odd),
        "round": above | tie,
        "odd": above | (tie & ~odd),
        "floor": some & negative,
        "ceil": some & ~negative,
        "trunc": np.zeros(some.shape, bool),
    }[mode]
    return whole + (up & some)


def to_float(numbers: Numbers, name: str, mode: str) -> np.ndarray:
    """Bit patterns of a float format."""
    f = FORMATS[name]
    mode = "rint" if mode == "none" else mode
    length = _length(numbers.significand)
    lowest = 1 - f.bias - f.fraction
    grid = np.maximum(numbers.power + length - 1 - f.fraction, lowest)  # the power of the last digit
    drop = grid - numbers.power
    up = np.where(drop < 0, numbers.significand << np.minimum(-drop, 63).clip(0).astype(np.uint64), 0)
    whole = np.where(drop < 0, up, _shifted(numbers.significand, numbers.negative, drop, mode)).astype(
        np.uint64
    )
    carried = whole >> np.uint64(f.fraction + 1) == 1
    whole = np.where(carried, whole >> np.uint64(1), whole)
    grid = grid + carried
    normal = whole >> np.uint64(f.fraction) == 1
    exponent = np.where(normal, grid + f.fraction + f.bias, 0)
    over = exponent > (f.largest >> f.fraction)
    pattern = (exponent.clip(0).astype(np.uint64) << np.uint64(f.fraction)) | (whole & _mask(f.fraction))
    over |= pattern > f.largest
    infinity = np.uint64(((1 << f.exponent) - 1) << f.fraction)
    if f.bits == 8:  # stops at the largest, whatever the mode
        beyond = np.full(over.shape, f.largest, np.uint64)
        at_infinity = np.uint64(f.largest)
    else:
        inward = {"trunc": True, "floor": ~numbers.negative, "ceil": numbers.negative}.get(mode, False)
        beyond = np.where(inward, np.uint64(f.largest), infinity)
        at_infinity = infinity
    pattern = np.where(over, beyond, pattern)
    pattern = np.where(numbers.infinite, at_infinity, pattern)
    pattern |= numbers.negative.astype(np.uint64) << np.uint64(f.bits - 1)
    return np.where(numbers.nan, _nan(f), pattern)


def _nan(f: Format) -> np.uint64:
    quiet = 1 << (f.fraction - 1)
    return np.uint64(
        (1 << (f.bits - 1)) - 1 if not f.infinite else ((1 << f.exponent) - 1) << f.fraction | quiet
    )


def _length(values: np.ndarray) -> np.ndarray:
    """Binary digits of whole numbers."""
    out = np.zeros(values.shape, np.int64)
    for bit in range(64):
        out = np.where(values >> np.uint64(bit) != 0, bit + 1, out)
    return out


def to_integer(numbers: Numbers, source: str, name: str, mode: str) -> np.ndarray:
    """Bit patterns of an integer type."""
    signed, width = INTEGERS[name]
    mode = "trunc" if mode == "none" else mode
    right = _shifted(numbers.significand, numbers.negative, -numbers.power, mode)
    left = numbers.power.clip(0)
    fits = _length(numbers.significand) + left <= 64
    low = np.where(left < 64, numbers.significand << np.minimum(left, 63).astype(np.uint64), np.uint64(0))
    magnitude = np.where(numbers.power > 0, low, right)
    low_bits = np.where(numbers.negative, ~magnitude + np.uint64(1), magnitude) & _mask(width)
    kept = (source, name) in LOW_BITS or (source in INTEGERS and bits_of(source) <= width)
    if not kept:
        top = np.uint64((1 << (width - signed)) - 1)
        bottom = np.uint64(1 << (width - 1)) if signed else np.uint64(0)
        huge = (numbers.power > 0) & ~fits
        over = ~numbers.negative & (huge | (magnitude > top))
        under = numbers.negative & (huge | (magnitude > bottom))
        low_bits = np.where(over | (numbers.infinite & ~numbers.negative), top, low_bits)
        low_bits = np.where(under | (numbers.infinite & numbers.negative), bottom, low_bits)
    else:
        low_bits = np.where(numbers.infinite, np.uint64(0), low_bits)
    return np.where(numbers.nan, np.uint64(0), low_bits)


def step(bits: np.ndarray, source: str, target: str, mode: str) -> np.ndarray:
    numbers = decode(bits, source)
    found = (
        to_float(numbers, target, mode) if target in FORMATS else to_integer(numbers, source, target, mode)
    )
    return found.astype(f"u{bits_of(target) // 8}")


def expected(bits: np.ndarray, source: str, target: str, mode: str, chip: str) -> np.ndarray:
    """The bit patterns after all conversions of a cast; NaN has one pattern."""
    way = chain(source, target, chip)
    assert way is not None
    for name in way:
        bits, source = step(bits, source, name, mode), name
    return bits


def one_nan(bits: np.ndarray, name: str) -> np.ndarray:
    """Every NaN as the one pattern, since its payload is free."""
    if name not in FORMATS:
        return bits
    return np.where(decode(bits, name).nan, _nan(FORMATS[name]), bits).astype(bits.dtype)


# Values


def values(name: str) -> np.ndarray:
    """Every pattern of a small type; of a large one random ones, ties of every narrower type, limits."""
    width = bits_of(name)
    unsigned = f"u{width // 8}"
    if width <= 16:
        return np.arange(1 << width, dtype=unsigned)
    rng = np.random.default_rng(width)
    parts = [rng.integers(0, 1 << width, 1500, dtype=unsigned)]
    if name == "FP32":
        for dropped in (13, 16, 20, 21):  # halves between FP16, BF16 and both FP8, and beside them
            kept = rng.integers(0, 1 << 32, 150, dtype=unsigned) >> dropped << dropped
            near = (0x3F800000 & ~((1 << dropped) - 1)) + (np.arange(100, dtype=unsigned) << dropped)
            for base, low in product((kept, near), (0, 1 << (dropped - 1))):
                parts += [(base + np.uint32(low)) + np.uint32(d) for d in (0, 1)]
                parts.append((base + np.uint32(low)) - np.uint32(1))
        small = (np.arange(-1100, 1100) / 4).astype(np.float32)
        edges = [
            65504,
            65520,
            448,
            464,
            57344,
            61440,
            32767.5,
            127.5,
            128.5,
            255.5,
            65535.5,
            2.0**31,
            2.0**63,
            2.0**64,
        ]
        tiny = [2.0**-24, 2.0**-25, 2.0**-9, 2.0**-10, 2.0**-16, 2.0**-17, 2.0**-133, 2.0**-134, 2.0**-149]
        exact = np.array([*edges, *tiny, 0.0, np.inf], np.float32)
        for base in (small, exact):
            for at in (base, np.nextafter(base, np.float32(np.inf)), np.nextafter(base, np.float32(-np.inf))):
                parts += [at.view(unsigned), (-at).view(unsigned)]
        parts.append(np.array([np.nan, -np.nan], np.float32).view(unsigned))
    else:
        powers = np.array([1 << k for k in range(width)], unsigned)
        near = [powers + np.array(d, unsigned) for d in range(3)] + [powers - np.array(1, unsigned)]
        for digits in (24, 11, 8):
            for power in range(digits, width):
                tie = (int(rng.integers(1 << (digits - 1), 1 << digits)) << (power - digits + 1)) + (
                    1 << (power - digits)
                )
                near.append(np.array([tie - 1, tie, tie + 1], unsigned))
        near.append(np.arange(40, dtype=unsigned))
        flat = np.concatenate(near)
        parts += [flat, ~flat + np.array(1, unsigned)]
    return np.concatenate(parts)
