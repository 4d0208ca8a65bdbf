# SPDX-License-Identifier: Apache-2.0
"""Elementwise mathematics against NumPy: bits where the operation is exact, units in the last place elsewhere."""

from fractions import Fraction

import numpy as np
import pytest
from device.drivers import build, elementwise, first_difference, machine_levels, same_bits

UNARY = ["vexp", "vlog", "vsqrt", "vrsqrt", "vrecip", "vsin", "vcos", "vabs", "vneg", "vrelu"]
UNARY += ["vrint", "vround", "vround_odd", "vfloor", "vceil", "vtrunc"]
BINARY = ["vadd", "vsub", "vmul", "vdiv", "vmax", "vmin", "vfmod", "vrem"]
INTEGER = [
    "vadd",
    "vsub",
    "vmul",
    "vdiv",
    "vfmod",
    "vrem",
    "vmax",
    "vmin",
    "vand",
    "vor",
    "vxor",
    "vshl",
    "vshr",
]
COMPARE = ["veq", "vne", "vlt", "vle", "vgt", "vge"]

FLOAT, INT, UINT = np.dtype(np.float32), np.dtype(np.int32), np.dtype(np.uint32)


def _source() -> str:
    text = []
    for name in UNARY:
        text.append(
            f"EXPORT void {name}_f(float* to, const float* x, long n)"
            f" {{ for (long i = 0; i < n; i += NL) st(to + i, {name}(ld(x + i))); }}\n"
            f"EXPORT void {name}_s(float* to, const float* x, long n)"
            f" {{ for (long i = 0; i < n; ++i) to[i] = {name}(x[i]); }}"
        )
    kinds = [("f", "float", BINARY), ("i", "int32_t", INTEGER), ("u", "uint32_t", INTEGER)]
    for suffix, ctype, names in kinds:
        for name in names:
            text.append(
                f"EXPORT void {name}_{suffix}({ctype}* to, const {ctype}* x, const {ctype}* y, long n)"
                f" {{ for (long i = 0; i < n; i += NL) st(to + i, {name}(ld(x + i), ld(y + i))); }}\n"
                f"EXPORT void {name}_{suffix}s({ctype}* to, const {ctype}* x, const {ctype}* y, long n)"
                f" {{ for (long i = 0; i < n; ++i) to[i] = {name}(x[i], y[i]); }}"
            )
        for name in COMPARE:
            text.append(
                f"EXPORT void {name}_{suffix}(int32_t* to, const {ctype}* x, const {ctype}* y, long n)"
                f" {{ for (long i = 0; i < n; i += NL)"
                f" st(to + i, vsel({name}(ld(x + i), ld(y + i)), splat_i(1), splat_i(0))); }}"
            )
    for name in ("vabs", "vneg", "vnot", "vrecip", "vrelu"):
        text.append(
            f"EXPORT void {name}_i(int32_t* to, const int32_t* x, long n)"
            f" {{ for (long i = 0; i < n; i += NL) st(to + i, {name}(ld(x + i))); }}"
        )
    text.append(
        "EXPORT void vfma_f(float* to, const float* x, const float* y, const float* z, long n)"
        " { for (long i = 0; i < n; i += NL) st(to + i, vfma(ld(x + i), ld(y + i), ld(z + i))); }"
    )
    return "\n".join(text)


LEVELS = machine_levels()


def library(level: str = "native") -> object:
    return build(_source(), level)


def _floats(seed: int, count: int = 1 << 16) -> np.ndarray:
    """Random bits, ordinary magnitudes, half-integers, and the special values."""
    rng = np.random.default_rng(seed)
    x = rng.integers(0, 2**32 - 1, count, np.uint32).view(np.float32).copy()
    half = count // 2
    x[half:] = rng.standard_normal(count - half) * 2.0 ** rng.integers(-12, 12, count - half)
    x[: count // 8] = rng.integers(-4000, 4000, count // 8) / 2
    special = [
        0.0,
        np.inf,
        np.nan,
        1e-45,
        1.1754942e-38,
        1.17549435e-38,
        3.4028235e38,
        1.0,
        0.5,
        1.5,
        2.5,
        0.49999997,
    ]
    special += [
        2.0**23,
        2.0**23 - 0.5,
        2.0**22 + 0.5,
        88.72283,
        88.72284,
        103.97208,
        103.97209,
        104.5,
        87.33655,
    ]
    special = np.array(special + [-v for v in special], np.float32)
    x[-special.size :] = special
    return x


def _ulp(got: np.ndarray, exact: np.ndarray) -> np.ndarray:
    unit = np.ldexp(1.0, np.maximum(np.frexp(exact)[1] - 24, -149))
    return np.abs(got.astype(np.float64) - exact) / unit


@pytest.mark.parametrize("name, function, bound", [("vexp", np.exp, 1.0), ("vlog", np.log, 1.0)])
def test_exp_and_log_are_within_one_ulp(name: str, function: np.ufunc, bound: float) -> None:
    ordinary = np.random.default_rng(1).uniform(-104, 89, 1 << 18).astype(np.float32)
    every = np.arange(0, 1 << 32, 4099, dtype=np.uint64).astype(np.uint32).view(np.float32)
    near_one = (np.arange(-(1 << 14), 1 << 14) + 0x3F800000).astype(np.uint32).view(np.float32)
    x = np.concatenate([ordinary, every, near_one, _floats(2)])
    x = np.ascontiguousarray(x[: x.size // 64 * 64])
    got = elementwise(library(), f"{name}_f", FLOAT, x)
    with np.errstate(all="ignore"):
        exact = function(x.astype(np.float64))
        rounded = exact.astype(np.float32)
    finite = np.isfinite(rounded) & np.isfinite(got)
    assert same_bits(np.isnan(got), np.isnan(rounded))
    assert (got[~finite & ~np.isnan(got)] == rounded[~finite & ~np.isnan(got)]).all()
    error = _ulp(got[finite], exact[finite])
    assert error.max() <= bound, (error.max(), x[finite][error.argmax()])


def test_exp_and_log_at_their_edges() -> None:
    def padded(values: list[float]) -> np.ndarray:
        return np.resize(np.array(values, np.float32), 64)

    inf = np.inf
    x = padded([inf, -inf, 0.0, -0.0, 88.72283, 88.72284, -103.97208, -103.97209, -104.1, 1e38, -1e38])
    want = padded([inf, 0, 1, 1, 3.4027985e38, inf, 1e-45, 0, 0, inf, 0])
    assert first_difference(elementwise(library(), "vexp_f", FLOAT, x), want, [x]) == ""
    x = padded([0.0, -0.0, 1.0, inf, -1.0, -inf, -1e-45, np.nan])
    want = padded([-inf, -inf, 0.0, inf, np.nan, np.nan, np.nan, np.nan])
    assert first_difference(elementwise(library(), "vlog_f", FLOAT, x), want, [x]) == ""


def _round_odd(x: np.ndarray) -> np.ndarray:
    nearest = np.rint(x)
    with np.errstate(all="ignore"):
        return np.where(np.abs(x - nearest) == 0.5, x + (x - nearest), nearest).astype(np.float32)


def _round_away(x: np.ndarray) -> np.ndarray:
    wide = x.astype(np.float64)
    return np.copysign(np.floor(np.abs(wide) + 0.5), wide).astype(np.float32)


ONE = np.float32(1)
EXACT = {
    "vsqrt": np.sqrt,
    "vrsqrt": lambda x: ONE / np.sqrt(x),
    "vrecip": lambda x: ONE / x,
    "vabs": np.abs,
    "vneg": np.negative,
    "vrint": np.rint,
    "vround": _round_away,
    "vround_odd": _round_odd,
    "vfloor": np.floor,
    "vceil": np.ceil,
    "vtrunc": np.trunc,
}


@pytest.mark.parametrize("name", EXACT)
def test_unary_operations_have_numpys_bits(name: str) -> None:
    x = _floats(3)
    got = elementwise(library(), f"{name}_f", FLOAT, x)
    with np.errstate(all="ignore"):
        want = EXACT[name](x).astype(np.float32)
    if name == "vround_odd":  # NumPy's form loses the sign of a zero
        want = np.copysign(want, x)
    assert first_difference(got, want, [x]) == ""


def test_relu_keeps_nan() -> None:
    x = _floats(4)
    got = elementwise(library(), "vrelu_f", FLOAT, x)
    with np.errstate(invalid="ignore"):
        want = np.where(np.isnan(x) | (x > 0), x, np.float32(0))
    assert first_difference(got, want, [x]) == ""


def test_sine_and_cosine() -> None:
    x = np.random.default_rng(5).uniform(-2000, 2000, 1 << 15).astype(np.float32)
    x[-3:] = [0.0, np.nan, -0.0]
    for name, function in (("vsin", np.sin), ("vcos", np.cos)):
        got = elementwise(library(), f"{name}_f", FLOAT, x).astype(np.float64)
        exact = function(x.astype(np.float64))
        assert np.isnan(got[-2])
        got[-2] = exact[-2] = 0
        assert np.abs(got - exact).max() < 3e-7


def _pairs(seed: int) -> tuple[np.ndarray, np.ndarray]:
    x, y = _floats(seed), _floats(seed + 1)
    rng = np.random.default_rng(seed + 2)
    tail = np.s_[-2048:]
    x[tail], y[tail] = (
        rng.choice(x[-24:], 2048),
        rng.choice(x[-24:], 2048),
    )  # special values met by each other
    return x, y


BINARY_EXACT = {
    "vadd": np.add,
    "vsub": np.subtract,
    "vmul": np.multiply,
    "vdiv": np.divide,
    "vfmod": np.fmod,
    "vmax": np.maximum,
    "vmin": np.minimum,
}


@pytest.mark.parametrize("name", BINARY_EXACT)
def test_binary_operations_have_numpys_bits(name: str) -> None:
    x, y = _pairs(10)
    got = elementwise(library(), f"{name}_f", FLOAT, x, y)
    with np.errstate(all="ignore"):
        want = BINARY_EXACT[name](x, y)
    if name in ("vmax", "vmin"):  # which zero wins is not defined
        got, want = (np.where(v == 0, np.float32(0), v) for v in (got, want))
    assert first_difference(got, want, [x, y]) == ""


def test_fmod_is_exact_over_the_whole_range() -> None:
    rng = np.random.default_rng(13)
    x = rng.integers(1, 0x7F7FFFFF, 1 << 14, np.uint32).view(np.float32)
    y = rng.integers(1, 0x7F7FFFFF, 1 << 14, np.uint32).view(np.float32)
    y[::3] = (rng.integers(1, 0x00FFFFFF, y[::3].size, np.uint32)).view(np.float32)  # subnormal divisors
    with np.errstate(all="ignore"):
        x[::5] = y[::5] * np.float32(3)
        assert first_difference(elementwise(library(), "vfmod_f", FLOAT, x, y), np.fmod(x, y), [x, y]) == ""


def test_floored_remainder_has_the_divisors_sign() -> None:
    x, y = _pairs(14)
    got = elementwise(library(), "vrem_f", FLOAT, x, y)
    with np.errstate(all="ignore"):
        c = np.fmod(x, y)
        want = np.where((c != 0) & ((c < 0) != (y < 0)), c + y, c).astype(np.float32)
    assert first_difference(got, want, [x, y]) == ""


@pytest.mark.parametrize("level", LEVELS)
def test_fused_multiply_add_rounds_once(level: str) -> None:
    rng = np.random.default_rng(15)
    n = 4096
    x, y = (rng.standard_normal(n).astype(np.float32) for _ in range(2))
    z = (-x * y * np.float32(1 + 2.0**-20)).astype(np.float32)  # heavy cancellation
    z[::2] = rng.standard_normal(n // 2) * 2.0 ** rng.integers(-40, 40, n // 2)
    small = np.s_[: n // 4]
    x[small] *= np.float32(2.0**-70)
    y[small] *= np.float32(2.0**-75)
    z[small] = rng.standard_normal(n // 4) * 2.0**-140  # subnormal sums
    got = elementwise(library(level), "vfma_f", FLOAT, x, y, z)
    for i in range(n):
        exact = Fraction(float(x[i])) * Fraction(float(y[i])) + Fraction(float(z[i]))
        neighbours = [
            got[i],
            np.nextafter(got[i], np.float32(np.inf)),
            np.nextafter(got[i], np.float32(-np.inf)),
        ]
        errors = [abs(Fraction(float(v)) - exact) for v in neighbours]
        assert errors[0] <= min(errors[1:]), i
        if errors[0] == min(errors[1:]):  # a tie: the even one
            assert got[i].view(np.uint32) % 2 == 0, i


@pytest.mark.parametrize("level", LEVELS[1:])
def test_older_machines_give_the_same_bits(level: str) -> None:
    x, y = _pairs(20)
    here, there = library(), library(level)
    for name in UNARY:
        got, want = (elementwise(lib, f"{name}_f", FLOAT, x) for lib in (there, here))
        assert first_difference(got, want, [x]) == "", name
    for name in BINARY:
        got, want = (elementwise(lib, f"{name}_f", FLOAT, x, y) for lib in (there, here))
        assert first_difference(got, want, [x, y]) == "", name


def test_scalar_forms_have_the_bits_of_the_vector_forms() -> None:
    x, y = (v[-4096:] for v in _pairs(21))
    x, y = x.copy(), y.copy()
    for name in UNARY:
        vector, scalar = (elementwise(library(), f"{name}_{k}", FLOAT, x) for k in "fs")
        assert first_difference(vector, scalar, [x]) == "", name
    for name in BINARY:
        vector, scalar = (elementwise(library(), f"{name}_{k}", FLOAT, x, y) for k in ("f", "fs"))
        assert first_difference(vector, scalar, [x, y]) == "", name
    i, j = x.view(np.int32), y.view(np.int32)
    for name in INTEGER:
        for kind, dtype in (("i", INT), ("u", UINT)):
            vector, scalar = (
                elementwise(library(), f"{name}_{form}", dtype, i.view(dtype), j.view(dtype))
                for form in (kind, kind + "s")
            )
            assert same_bits(vector, scalar), name


def _integer_pairs(dtype: np.dtype) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(22)
    info = np.iinfo(dtype)
    n = 8192
    x, y = (
        rng.integers(info.min, info.max, n, dtype, endpoint=True) >> rng.integers(0, 31, n) for _ in range(2)
    )
    edges = np.array([0, 1, info.max, info.min, info.max - 1], dtype)
    if info.min < 0:
        edges = np.append(edges, np.array([-1, info.min + 1], dtype))
    count = edges.size**2
    x[:count], y[:count] = np.repeat(edges, edges.size), np.tile(edges, edges.size)
    return x.astype(dtype), y.astype(dtype)


def _truncating(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    a, b = x.astype(object), y.astype(object)
    pairs = zip(a, b, strict=True)
    quotients = [0 if q == 0 else abs(p) // abs(q) * (1 if (p < 0) == (q < 0) else -1) for p, q in pairs]
    return np.array([q & 0xFFFFFFFF for q in quotients], np.uint32).view(x.dtype)


@pytest.mark.parametrize("kind, dtype", [("i", INT), ("u", UINT)])
def test_integer_operations_wrap_and_division_truncates(kind: str, dtype: np.dtype) -> None:
    x, y = _integer_pairs(dtype)
    count = (y & 31).astype(dtype)
    with np.errstate(all="ignore"):
        want = {
            "vadd": x + y,
            "vsub": x - y,
            "vmul": x * y,
            "vdiv": _truncating(x, y),
            "vfmod": np.where(y == 0, 0, x - _truncating(x, y) * y).astype(dtype),
            "vrem": np.where(y == 0, 0, np.remainder(x, np.where(y == 0, 1, y))).astype(dtype),
            "vmax": np.maximum(x, y),
            "vmin": np.minimum(x, y),
            "vand": x & y,
            "vor": x | y,
            "vxor": x ^ y,
        }
    for name, expected in want.items():
        assert (
            first_difference(elementwise(library(), f"{name}_{kind}", dtype, x, y), expected, [x, y]) == ""
        ), name
    for name, expected in (("vshl", np.left_shift(x, count)), ("vshr", np.right_shift(x, count))):
        got = elementwise(library(), f"{name}_{kind}", dtype, x, count)
        assert first_difference(got, expected, [x, count]) == "", name


def test_signed_unary_operations() -> None:
    x, _ = _integer_pairs(INT)
    want = {
        "vabs": np.abs(x),  # the least integer stays itself
        "vneg": -x,
        "vnot": ~x,
        "vrelu": np.maximum(x, 0),
        "vrecip": _truncating(np.ones_like(x), x),
    }
    for name, expected in want.items():
        assert same_bits(elementwise(library(), f"{name}_i", INT, x), expected), name


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("kind, dtype", [("f", FLOAT), ("i", INT), ("u", UINT)])
def test_comparisons(kind: str, dtype: np.dtype, level: str) -> None:
    x, y = _pairs(23) if kind == "f" else _integer_pairs(dtype)
    x[100:200] = y[100:200]
    functions = (np.equal, np.not_equal, np.less, np.less_equal, np.greater, np.greater_equal)
    for name, function in zip(COMPARE, functions, strict=True):
        got = elementwise(library(level), f"{name}_{kind}", INT, x, y)
        assert same_bits(got, function(x, y).astype(np.int32)), name
