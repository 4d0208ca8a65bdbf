# SPDX-License-Identifier: Apache-2.0
"""Moving elements between memory and lanes: every type, every tail, nothing beside it touched."""

import ml_dtypes
import numpy as np
import pytest
from device.drivers import build, call, elementwise, machine_levels, same_bits
from device.reference import FLOATS, LONGS, TYPES

LANE_TYPES = tuple(t for t in TYPES if t not in LONGS)


def _source() -> str:
    return "\n".join(
        f"""
    EXPORT void copy_{t}({t}* to, const {t}* from, long n) {{
        long i = 0;
        for (; i + NL <= n; i += NL) st(to + i, ld(from + i));
        if (i < n) st_n(to + i, ld_n(from + i, int(n - i)), int(n - i));
    }}
    EXPORT void exact_{t}({t}* to, const {t}* from, long n) {{
        long i = 0;
        for (; i + NL <= n; i += NL) st_exact(to + i, rounded<{t}>(ld(from + i)));
        if (i < n) st_exact_n(to + i, rounded<{t}>(ld_n(from + i, int(n - i))), int(n - i));
    }}
    EXPORT void stream_{t}({t}* to, const {t}* from, long n) {{
        for (long i = 0; i < n; i += NL) st_stream(to + i, ld(from + i));
        stream_fence();
    }}
    EXPORT void scalar_{t}({t}* to, const {t}* from, long n) {{
        for (long i = 0; i < n; ++i) to[i] = stored<{t}>(value(from[i]));
    }}
    EXPORT void splat_{t}({t}* to, const {t}* from, long n) {{
        for (long i = 0; i + NL <= n; i += NL) st(to + i, splat(from[i]));
    }}
    EXPORT void padding_{t}(uint32_t* lanes, const {t}* from, long n) {{
        auto v = ld_n(from, int(n));
        __builtin_memcpy(lanes, &v, sizeof v);
    }}"""
        for t in LANE_TYPES
    )


def _values(name: str) -> np.ndarray:
    """Every 8- or 16-bit value that is no NaN (whose payload need not survive), or random bits."""
    dtype = TYPES[name]
    unsigned = np.dtype(f"u{dtype.itemsize}")
    if dtype.itemsize <= 2:
        x = np.arange(1 << (8 * dtype.itemsize), dtype=unsigned).view(dtype)
    else:
        x = np.random.default_rng(3).integers(0, 2**32 - 1, 5000, np.uint32).view(dtype)
    with np.errstate(invalid="ignore"):
        return x[x == x]


@pytest.mark.parametrize("level", machine_levels())
@pytest.mark.parametrize("name", LANE_TYPES)
def test_loads_and_stores_keep_every_value(name: str, level: str) -> None:
    library = build(_source(), level)
    x = _values(name)
    if name == "fp8e5m2":
        x = x[np.isfinite(x.astype(np.float32))]  # a rounding store saturates infinity
    for form in ("copy", "exact", "scalar"):
        assert same_bits(elementwise(library, f"{form}_{name}", x.dtype, x), x), form


@pytest.mark.parametrize("level", machine_levels())
@pytest.mark.parametrize("name", LANE_TYPES)
def test_tails_touch_nothing_beside_them(name: str, level: str) -> None:
    library = build(_source(), level)
    x = _values(name)[-200:-100].copy()
    guard = x[:1].tobytes()
    for n in range(1, 40):
        for start in (1, 3):
            out = np.frombuffer(guard * 64, x.dtype).copy()
            call(library, f"copy_{name}", out[start : start + n], x[start : start + n], n)
            want = np.frombuffer(guard * 64, x.dtype).copy()
            want[start : start + n] = x[start : start + n]
            assert same_bits(out, want), (n, start)


@pytest.mark.parametrize("level", machine_levels())
@pytest.mark.parametrize("name", LANE_TYPES)
def test_lanes_beyond_a_tail_are_zero(name: str, level: str) -> None:
    library = build(_source() + "EXPORT long lane_count() { return NL; }", level)
    count = call(library, "lane_count")
    x = np.full(64, 1, TYPES[name])
    for n in range(1, count):
        lanes = np.full(count, 0xFFFFFFFF, np.uint32)
        call(library, f"padding_{name}", lanes, x, n)
        assert (lanes[:n] != 0).all() and (lanes[n:] == 0).all(), n


@pytest.mark.parametrize("name", LANE_TYPES)
def test_streaming_store_equals_plain_store(name: str) -> None:
    library = build(_source())
    dtype = TYPES[name]
    raw = np.zeros(256 * dtype.itemsize + 64, np.uint8)
    start = -raw.ctypes.data % 64
    out = raw[start : start + 256 * dtype.itemsize].view(dtype)
    x = np.resize(_values(name)[:200], 256)
    call(library, f"stream_{name}", out, x, 256)
    assert same_bits(out, elementwise(library, f"copy_{name}", dtype, x))


@pytest.mark.parametrize("name", FLOATS)
def test_splat_keeps_the_sign_of_zero(name: str) -> None:
    x = np.full(64, -0.0, np.float32).astype(TYPES[name])
    assert same_bits(elementwise(build(_source()), f"splat_{name}", x.dtype, x), x)


ROUNDING = """
EXPORT void round_f16(f16* to, const float* from, long n) { for (long i = 0; i < n; i += NL) st(to + i, ld(from + i)); }
EXPORT void round_bf16(bf16* to, const float* from, long n) { for (long i = 0; i < n; i += NL) st(to + i, ld(from + i)); }
EXPORT void lanes_f16(float* to, const float* x, long n) {
    for (long i = 0; i < n; i += NL) st(to + i, rounded<f16>(ld(x + i)));
}
EXPORT void lanes_bf16(float* to, const float* x, long n) {
    for (long i = 0; i < n; i += NL) st(to + i, rounded<bf16>(ld(x + i)));
}
EXPORT void lanes_int8(int32_t* to, const int32_t* x, long n) {
    for (long i = 0; i < n; i += NL) st(to + i, rounded<int8_t>(ld(x + i)));
}
EXPORT void lanes_uint16(uint32_t* to, const uint32_t* x, long n) {
    for (long i = 0; i < n; i += NL) st(to + i, rounded<uint16_t>(ld(x + i)));
}
"""


@pytest.mark.parametrize("level", machine_levels())
@pytest.mark.parametrize("name, dtype", [("f16", np.float16), ("bf16", ml_dtypes.bfloat16)])
def test_stores_round_to_nearest_even(name: str, dtype: type, level: str) -> None:
    rng = np.random.default_rng(5)
    x = rng.integers(0, 2**32 - 1, 1 << 16, np.uint32)
    x = np.concatenate([x, x & ~np.uint32(0xFFF), x >> 17 << 17 | 0x8000, x >> 14 << 14 | 0x1000])
    x = x.view(np.float32)
    x = x[x == x][: x.size // 64 * 64 - 2048]
    x = np.ascontiguousarray(x[: x.size // 64 * 64])
    library = build(ROUNDING, level)
    with np.errstate(over="ignore"):
        want = x.astype(dtype)
    assert same_bits(elementwise(library, f"round_{name}", np.dtype(dtype), x), want)
    assert same_bits(elementwise(library, f"lanes_{name}", np.dtype(np.float32), x), want.astype(np.float32))


@pytest.mark.parametrize("level", machine_levels())
def test_rounded_integers_wrap(level: str) -> None:
    library = build(ROUNDING, level)
    x = np.random.default_rng(6).integers(-(2**31), 2**31 - 1, 4096, np.int32)
    assert same_bits(elementwise(library, "lanes_int8", x.dtype, x), x.astype(np.int8).astype(np.int32))
    u = x.view(np.uint32)
    assert same_bits(elementwise(library, "lanes_uint16", u.dtype, u), u & 0xFFFF)


ACROSS = """
EXPORT void sums(float* f, int32_t* i, uint32_t* u, const float* x, const int32_t* y, const uint32_t* z) {
    f[0] = hsum(ld(x)), f[1] = hmax(ld(x)), f[2] = hmin(ld(x)), f[3] = hprod(ld(x));
    i[0] = hsum(ld(y)), i[1] = hmax(ld(y)), i[2] = hmin(ld(y)), i[3] = hprod(ld(y));
    u[0] = hsum(ld(z)), u[1] = hmax(ld(z)), u[2] = hmin(ld(z)), u[3] = hprod(ld(z));
}
EXPORT long lane_count() { return NL; }
EXPORT long masks(const int32_t* y, long bits) {
    uint32_t there = mask_bits(ld(y) > splat_i(0)), back = mask_bits(bits_mask((uint32_t)bits));
    return (long)there | (long)back << 20 | (long)any(ld(y) > splat_i(0)) << 40;
}
EXPORT void extremes(float* out, const float* x, long n) {
    row_max high;
    row_min low, other;
    for (long i = 0; i < n; i += 2 * NL) {
        high.add(ld(x + i), ld(x + i + NL));
        low.add(ld(x + i));
        other.add(ld(x + i + NL));
    }
    low.merge(other);
    out[0] = high.result(), out[1] = low.result();
}
"""


@pytest.mark.parametrize("level", machine_levels())
def test_reductions_across_lanes(level: str) -> None:
    library = build(ACROSS, level)
    n = call(library, "lane_count")
    rng = np.random.default_rng(7)
    f, i, u = np.empty(4, np.float32), np.empty(4, np.int32), np.empty(4, np.uint32)
    for _ in range(50):
        x = rng.choice([-2.0, -1.0, 1.0, 2.0], n).astype(np.float32)  # exact in any order
        x[rng.integers(n)] = 0.5
        y = rng.integers(-(2**31), 2**31 - 1, n, np.int32)
        z = y[::-1].copy().view(np.uint32)
        call(library, "sums", f, i, u, x, y, z)
        assert f.tolist() == [x.sum(), x.max(), x.min(), x.prod(dtype=np.float64)]
        for got, v in ((i, y), (u, z)):
            product = np.multiply.reduce(v.view(np.uint32), dtype=np.uint32)
            total = np.add.reduce(v.view(np.uint32), dtype=np.uint32)
            assert got.view(np.uint32)[[0, 3]].tolist() == [total, product]
            assert got[1:3].tolist() == [v.max(), v.min()]
        bits = int(rng.integers(1 << n))
        want = sum(1 << lane for lane in range(n) if y[lane] > 0)
        assert call(library, "masks", y, bits) == want | bits << 20 | int(want != 0) << 40


@pytest.mark.parametrize("level", machine_levels())
def test_extremes_keep_nan_from_any_lane(level: str) -> None:
    library = build(ACROSS, level)
    n = call(library, "lane_count")
    f, i, u = np.empty(4, np.float32), np.empty(4, np.int32), np.empty(4, np.uint32)
    x = np.random.default_rng(8).standard_normal(128).astype(np.float32)
    out = np.empty(2, np.float32)
    call(library, "extremes", out, x, 128)
    assert out.tolist() == [x.max(), x.min()]
    for lane in range(128):
        y = x.copy()
        y[lane] = np.nan
        call(library, "extremes", out, y, 128)
        assert np.isnan(out).all(), lane
        if lane < n:
            call(library, "sums", f, i, u, y, np.zeros(n, np.int32), np.zeros(n, np.uint32))
            assert np.isnan(f[:3]).all(), lane
    call(library, "extremes", out, np.full(128, -np.inf, np.float32), 128)
    assert out.tolist() == [-np.inf, -np.inf]
