# SPDX-License-Identifier: Apache-2.0
"""Conversions between all element types, in all rounding modes, against exact arithmetic.

16-bit and 8-bit sources are exhaustive. Wider ones are random bits and magnitudes, ties at the precision of every
target, the values around them, and the edges of every range.
"""

import functools

import ml_dtypes
import numpy as np
import pytest
from device import reference
from device.drivers import build, call, first_difference, machine_levels, same_bits
from device.reference import FLOATS, MODES, TYPES

# Where older machines run code of their own.
OLDER_SOURCES = ("float", "f16", "int32_t", "uint32_t")


def _source(target: str, sources: tuple[str, ...]) -> str:
    lines = []
    for source in sources:
        for mode in MODES:
            args = f"{target}, {source}, Round::{mode}"
            lines.append(
                f"EXPORT void row_{source}_{mode}({target}* to, const {source}* from, long n)"
                f" {{ cvt_row<{args}>(to, from, n); }}"
            )
        lines.append(
            f"EXPORT void one_{source}({target}* to, const {source}* from, long n)"
            f" {{ for (long i = 0; i < n; ++i) to[i] = cvt1<{target}, {source}, Round::ROUND>(from[i]); }}"
        )
    return "\n".join(lines)


def _bits(values: list[int], width: int) -> np.ndarray:
    return np.array([v & ((1 << width) - 1) for v in values], np.dtype(f"u{width // 8}"))


def _integers(width: int, rng: np.random.Generator) -> np.ndarray:
    """Random bits and magnitudes, ties of 24, 11 and 8 significant bits, and what lies around powers of two."""
    values = [int(v) >> int(s) for v in rng.integers(0, 2**width - 1, 200, np.uint64) for s in (0, 9)]
    values += [(1 << k) + d for k in range(width) for d in (-2, -1, 0, 1, 2)]
    for digits in (24, 11, 8):
        for power in range(digits, width, width // 32):
            for significand in rng.integers(1 << (digits - 1), 1 << digits, 2):
                tie = (int(significand) << (power - digits + 1)) + (1 << (power - digits))
                values += [tie - 1, tie, tie + 1]
    return _bits(values + [-v for v in values], width)


def _floats(rng: np.random.Generator) -> np.ndarray:
    parts = [rng.integers(0, 2**32 - 1, 6000, np.uint32).view(np.float32)]
    for dropped in (13, 16, 20, 21):  # ties of each narrower format, and the floats beside them
        upper = rng.integers(0, 2**32 - 1, 1500, np.uint32) >> dropped << dropped
        for low in (0, 1 << (dropped - 1)):
            parts += [(upper + np.uint32(low) + np.uint32(d)).view(np.float32) for d in (0, 1)]
            parts.append((upper + np.uint32(low) - np.uint32(1)).view(np.float32))
    parts.append((rng.integers(-280000, 280000, 4000) / 4).astype(np.float32))
    parts.append((rng.integers(-2400, 2400, 4000) / 8).astype(np.float32))
    parts.append((rng.standard_normal(6000) * 2.0 ** rng.integers(-30, 20, 6000)).astype(np.float32))
    edges = [0.0, np.inf, np.nan, 1e-45, 1.17549435e-38, 3.4028235e38, 3.39e38, 3.3961775e38]
    edges += [
        65503.998,
        65504,
        65519.996,
        65520,
        65535,
        65536,
        448,
        463.99997,
        464,
        480,
        57344,
        61440,
        61439.996,
    ]
    edges += [126.5, 127.5, 128.5, 254.5, 255.5, 256.5, 32766.5, 32767.5, 32768.5, 65534.5, 65535.5]
    for power in (31, 32, 63, 64):
        edges += [2.0**power, 2.0**power * (1 - 2.0**-24), 2.0**power * (1 + 2.0**-23)]
    extra = np.array(edges, np.float32)
    return np.concatenate([*parts, extra, -extra])


@functools.cache
def samples(source: str) -> np.ndarray:
    rng = np.random.default_rng(20)
    dtype = TYPES[source]
    width = 8 * dtype.itemsize
    if width <= 16:
        return np.arange(1 << width, dtype=np.dtype(f"u{dtype.itemsize}")).view(dtype)
    return _floats(rng) if source == "float" else _integers(width, rng).view(dtype)


def _modes(source: str, target: str) -> tuple[str, ...]:
    return MODES if source in FLOATS or target in FLOATS else ("ROUND",)


def _run(library: object, name: str, target: str, x: np.ndarray) -> np.ndarray:
    out = np.empty(x.shape, TYPES[target])
    call(library, name, out, x, x.size)
    return out


@pytest.mark.parametrize("target", TYPES)
def test_conversions_are_exact_in_every_mode(target: str) -> None:
    sources = tuple(s for s in TYPES if s != target)
    library = build(_source(target, sources), optimise="-O1")
    wrong = []
    for source in sources:
        x = samples(source)
        for mode in _modes(source, target):
            got = _run(library, f"row_{source}_{mode}", target, x)
            with np.errstate(all="ignore"):
                want = reference.convert(x, source, target, mode)
            if difference := first_difference(got, want, [x]):
                wrong.append(f"{source} -> {target} {mode}: {difference}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("target", TYPES)
def test_scalar_form_has_the_bits_of_the_vector_form(target: str) -> None:
    sources = tuple(s for s in TYPES if s != target)
    library = build(_source(target, sources), optimise="-O1")
    for source in sources:
        x = samples(source)[::7]
        x = np.ascontiguousarray(x)
        one, row = (_run(library, name, target, x) for name in (f"one_{source}", f"row_{source}_ROUND"))
        assert first_difference(one, row, [x]) == "", source


@pytest.mark.parametrize("level", machine_levels()[1:])
@pytest.mark.parametrize(
    "target", ("f16", "bf16", "fp8e4m3fn", "int8_t", "int16_t", "int32_t", "uint32_t", "float")
)
def test_older_machines_give_the_same_bits(target: str, level: str) -> None:
    everything = tuple(s for s in TYPES if s != target)
    older = tuple(s for s in OLDER_SOURCES if s != target)
    here = build(_source(target, everything), optimise="-O1")
    there = build(_source(target, older), level, optimise="-O1")
    for source in older:
        x = samples(source)
        for mode in _modes(source, target):
            name = f"row_{source}_{mode}"
            got, want = (_run(lib, name, target, x) for lib in (there, here))
            assert first_difference(got, want, [x]) == "", name


def _convert(source: str, target: str, mode: str, values: list[float]) -> np.ndarray:
    library = build(_source(target, tuple(s for s in TYPES if s != target)), optimise="-O1")
    return _run(library, f"row_{source}_{mode}", target, np.array(values, TYPES[source]))


def test_bf16_ties_follow_the_mode() -> None:
    tie = 1.01953125
    below, above = (float(np.nextafter(np.float32(tie), np.float32(d))) for d in (0, 2))
    values = [tie, -tie, below, -below, above, -above]
    low, high = 1.015625, 1.0234375
    want = {
        "RINT": [low, -low, low, -low, high, -high],
        "ROUND": [high, -high, low, -low, high, -high],
    }
    for mode, expected in want.items():
        assert same_bits(_convert("float", "bf16", mode, values), np.array(expected, ml_dtypes.bfloat16)), (
            mode
        )


def test_fp8_honours_the_mode_and_saturates() -> None:
    values = [1.0625, 1.1875, -1.1875, 17, 19, 126.24, 0.0029296875, 0.0009765625, 1e6, -np.inf]
    nearest = [1.0, 1.25, -1.25, 16, 20, 128, 0.00390625, 0, 448, -448]
    got = _convert("float", "fp8e4m3fn", "RINT", values)
    assert same_bits(got, np.array(nearest, ml_dtypes.float8_e4m3fn))
    assert float(_convert("float", "fp8e4m3fn", "TRUNC", [1.1875])[0]) == 1.125
    assert np.isnan(float(_convert("float", "fp8e4m3fn", "RINT", [np.nan])[0]))


def test_quantisation_divides_exactly() -> None:
    """127 / amax by true division, times x, rounded: multiplying by a reciprocal would give -118."""
    source = """
    EXPORT void quantise(int32_t* q, float* scale, const float* x, const float* amax, long n) {
        for (long i = 0; i < n; i += NL) {
            vf s = vdiv(splat_f(127.0f), ld(amax + i));
            st(scale + i, s);
            st(q + i, cvt<int32_t, float, Round::RINT>(vmul(ld(x + i), s)));
        }
    }"""
    n = 64
    q, scale = np.empty(n, np.int32), np.empty(n, np.float32)
    x, amax = np.full(n, -3.6396782398223877, np.float32), np.full(n, 3.933950424194336, np.float32)
    call(build(source), "quantise", q, scale, x, amax, n)
    assert (scale == np.float32(32.2830696105957)).all()
    assert (q == -117).all()
