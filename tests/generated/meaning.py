# SPDX-License-Identifier: Apache-2.0
"""What the operations mean, written in NumPy without the compiler's own references.

A `Value` is an array in its element type with a bound of the error that the device may make, element by element: 0
asks for the very value, infinity asks for nothing. Sums of small whole numbers are exact in every order, so that most
elements of a long chain still have the bound 0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np

NUMPY: dict[str, Any] = {
    "FP32": np.float32,
    "FP16": np.float16,
    "BF16": ml_dtypes.bfloat16,
    "INT8": np.int8,
    "INT16": np.int16,
    "INT32": np.int32,
    "UINT8": np.uint8,
    "UINT16": np.uint16,
    "UINT32": np.uint32,
    "INT64": np.int64,
    "UINT64": np.uint64,
    "FP8E4M3FN": ml_dtypes.float8_e4m3fn,
    "FP8E5M2": ml_dtypes.float8_e5m2,
    "FP4": ml_dtypes.float4_e2m1fn,
    "FP8E8M0": ml_dtypes.float8_e8m0fnu,
}
DIGITS = {"FP32": 24, "FP16": 11, "BF16": 8, "FP8E4M3FN": 4, "FP8E5M2": 3, "FP4": 2}
SMALLEST = {
    "FP32": -126,
    "FP16": -14,
    "BF16": -126,
    "FP8E4M3FN": -6,
    "FP8E5M2": -14,
    "FP4": 0,
}  # exponent, normal numbers
LARGEST = {
    "FP32": 3.4028234663852886e38,
    "FP16": 65504.0,
    "BF16": 3.3895313892515355e38,
    "FP8E4M3FN": 448.0,
    "FP8E5M2": 57344.0,
    "FP4": 6.0,
}
NARROW = {"FP8E4M3FN", "FP8E5M2", "FP4"}
SIXTY_FOUR = {"INT64", "UINT64"}


def is_float(dtype: str) -> bool:
    return dtype in DIGITS


def width(dtype: str) -> int:
    return int(np.dtype(NUMPY[dtype]).itemsize)


def block(dtype: str) -> int:
    """Elements in 32 bytes of a core; two of FP4 share a byte."""
    return 64 if dtype == "FP4" else 32 // width(dtype)


@dataclass
class Value:
    """Values of full shape; what lies outside of the first `rows` and `cols` means nothing."""

    data: np.ndarray
    dtype: str
    rows: int
    cols: int
    err: np.ndarray

    @classmethod
    def of(cls, data: np.ndarray, dtype: str, rows: int | None = None, cols: int | None = None) -> Value:
        shape = data.shape
        return cls(
            data,
            dtype,
            shape[0] if rows is None else rows,
            shape[1] if cols is None else cols,
            np.zeros(shape),
        )

    @property
    def wide(self) -> np.ndarray:
        """The values without rounding: a long double holds 64 binary digits."""
        return self.data.astype(np.longdouble if self.dtype in SIXTY_FOUR else np.float64)

    def like(self, data: np.ndarray, err: np.ndarray | None = None, dtype: str | None = None) -> Value:
        """A value of the same valid region."""
        dtype = dtype or self.dtype
        err = np.zeros(data.shape) if err is None else err
        return Value(data.astype(NUMPY[dtype]), dtype, self.rows, self.cols, err)


def ulp(x: np.ndarray, dtype: str) -> np.ndarray:
    """The distance of neighbours around `x`."""
    if not is_float(dtype):
        return np.zeros(x.shape)
    finite = np.where(np.isfinite(x), x, 0.0)
    _, exponent = np.frexp(finite)
    return np.ldexp(finite.dtype.type(1), np.maximum(exponent - 1, SMALLEST[dtype]) - DIGITS[dtype] + 1)


def _bound(result: Value, err: np.ndarray, inputs: tuple[np.ndarray, ...]) -> Value:
    """Where an input was inexact the result is too, and rounds on its own."""
    inexact = np.zeros(result.data.shape, bool)
    for e in inputs:
        inexact |= np.broadcast_to(e > 0, inexact.shape)
    err = np.where(inexact, err + 2 * ulp(result.wide, result.dtype), 0.0)
    unknown = np.isnan(err) | (inexact & ~np.isfinite(result.wide))
    result.err = np.where(unknown, np.inf, err)
    return result


def spread(v: Value, shape: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    return np.broadcast_to(v.data, shape), np.broadcast_to(v.err, shape)


def _wrapped(values: np.ndarray, dtype: Any) -> np.ndarray:
    """Python integers of any size as the low bits that a type keeps."""
    bits = 8 * np.dtype(dtype).itemsize
    low = values & ((1 << bits) - 1)
    if np.dtype(dtype).kind == "i":
        low = np.where(low >= 1 << (bits - 1), low - (1 << bits), low)
    return np.asarray(low, object).astype(dtype)


def _compute_64(name: str, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """64-bit arithmetic in Python integers."""

    def one(x: int, y: int) -> int:
        if name in ("div", "fmod", "rem") and y == 0:
            return 0
        quotient = abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1) if name in ("div", "fmod") else 0
        return {
            "add": lambda: x + y, "sub": lambda: x - y, "mul": lambda: x * y, "div": lambda: quotient,
            "fmod": lambda: x - quotient * y, "rem": lambda: x % y, "max": lambda: max(x, y), "min": lambda: min(x, y),
            "shl": lambda: x << y, "shr": lambda: x >> y, "and": lambda: x & y, "or": lambda: x | y,
            "xor": lambda: x ^ y,
        }[name]()  # fmt: skip

    x, y = a.astype(object), np.broadcast_to(b, a.shape).astype(object)
    values = [one(int(p), int(q)) for p, q in zip(x.ravel(), y.ravel(), strict=True)]
    return _wrapped(np.array(values, object).reshape(a.shape), a.dtype)


def _int_div(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    safe = np.where(b == 0, 1, b).astype(np.int64)
    wide = a.astype(np.int64)
    quotient = np.abs(wide) // np.abs(safe) * np.sign(wide) * np.sign(safe)
    return np.where(b == 0, 0, quotient).astype(a.dtype)


def _int_mod(a: np.ndarray, b: np.ndarray, floor: bool) -> np.ndarray:
    wide, by = a.astype(np.int64), b.astype(np.int64)
    safe = np.where(by == 0, 1, by)
    rest = np.mod(wide, safe) if floor else np.fmod(wide, safe)
    return np.where(by == 0, 0, rest).astype(a.dtype)


def _float_mod(a: np.ndarray, b: np.ndarray, floor: bool) -> np.ndarray:
    rest = np.fmod(a.astype(np.float32), b.astype(np.float32))  # exact
    if not floor:
        return rest
    return np.where((rest != 0) & ((rest < 0) != (b < 0)), rest + b.astype(np.float32), rest)


def _compute(name: str, a: np.ndarray, b: np.ndarray, dtype: str) -> np.ndarray:
    if is_float(dtype):
        x, y = a.astype(np.float32), b.astype(np.float32)
        if name in ("add", "sub", "mul", "div"):
            return {"add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.divide}[name](x, y)
        if name in ("max", "min"):
            return {"max": np.maximum, "min": np.minimum}[name](x, y)
        return _float_mod(a, b, name == "rem")
    if dtype in SIXTY_FOUR:
        return _compute_64(name, a, b)
    bits = 8 * width(dtype)
    whole: dict[str, Callable[[], np.ndarray]] = {
        "add": lambda: a + b,
        "sub": lambda: a - b,
        "mul": lambda: a * b,
        "div": lambda: _int_div(a, b),
        "max": lambda: np.maximum(a, b),
        "min": lambda: np.minimum(a, b),
        "fmod": lambda: _int_mod(a, b, False),
        "rem": lambda: _int_mod(a, b, True),
        "and": lambda: a & b,
        "or": lambda: a | b,
        "xor": lambda: a ^ b,
        "shl": lambda: (a.astype(np.int64) << b.astype(np.int64)) & ((1 << bits) - 1),
        "shr": lambda: a.astype(np.int64) >> b.astype(np.int64),
    }
    return whole[name]()


def binary(name: str, a: Value, b: Value) -> Value:
    """`b` may be a column or a row against `a`."""
    y, eb = spread(b, a.data.shape)
    with np.errstate(all="ignore"):
        out = a.like(_compute(name, a.data, y, a.dtype))
        x, wide = np.abs(a.wide), np.abs(y.astype(np.float64))
        if name in ("add", "sub"):
            err = a.err + eb
        elif name == "mul":
            err = x * eb + wide * a.err + a.err * eb
        elif name in ("max", "min"):
            err = np.maximum(a.err, eb)
        elif name == "div" and is_float(a.dtype):
            err = np.where(wide > 2 * eb, (a.err + x / wide * eb) / (wide - eb), np.inf)
        else:
            err = np.full(a.data.shape, np.inf)
        out = _bound(out, err, (a.err, eb))
        if name in ("max", "min") and is_float(a.dtype):  # which zero is the larger one is left open
            zeros = (a.data == 0) & (y == 0) & (np.signbit(a.wide) != np.signbit(y.astype(np.float64)))
            out.err = np.where(zeros, np.inf, out.err)
    return out


def twice(name: str, a: Value, b: Value, c: Value, widens: bool) -> Value:
    """`(a + b) + c` and the like, rounded after each step; in FP32, and rounded at the end, where `widens`."""

    def steps(a: Value, b: Value, c: Value) -> Value:
        return binary(name, binary(name, a, b), c)

    return in_fp32(steps, a, b, c) if widens else steps(a, b, c)


def in_fp32(compute: Callable[..., Value], a: Value, *others: Value) -> Value:
    """What a chip without BF16 arithmetic makes of BF16 values: the operation in FP32, rounded at its end."""
    wide = [Value(v.data.astype(np.float32), "FP32", v.rows, v.cols, v.err) for v in (a, *others)]
    out = compute(*wide)
    with np.errstate(all="ignore"):
        narrow = a.like(out.data)
    return _bound(narrow, out.err, (out.err,))


def scalar_of(number: Any, dtype: str) -> Value:
    return Value.of(np.array([[number]]).astype(NUMPY[dtype]), dtype)


def unary(name: str, a: Value) -> Value:
    with np.errstate(all="ignore"):
        if not is_float(a.dtype):
            whole = {"neg": np.negative, "abs": np.abs, "not": np.invert}.get(name)
            data = np.maximum(a.data, 0) if whole is None else whole(a.data)
            return _bound(a.like(data), a.err, (a.err,))
        x = a.data.astype(np.float32)
        if name in ("neg", "abs"):
            return _bound(a.like({"neg": np.negative, "abs": np.abs}[name](x)), a.err, (a.err,))
        if name == "relu":
            return _bound(a.like(np.where((x > 0) | np.isnan(x), x, 0)), a.err, (a.err,))
        if name in ("sqrt", "recip", "rsqrt"):
            out = np.sqrt(x) if name != "recip" else x
            out = (
                out.astype(NUMPY[a.dtype]).astype(np.float32)
                if name == "rsqrt" and a.dtype != "FP32"
                else out
            )
            if name != "sqrt":
                out = np.float32(1) / out
            low, wide = np.abs(a.wide) - a.err, a.wide  # the slope is largest at the end that is nearer to 0
            slope = {"sqrt": 0.5 / np.sqrt(low), "recip": 1 / low**2, "rsqrt": 0.5 / low**1.5}[name]
            known = (low > 0) & ((wide > 0) | (name == "recip"))
            result = _bound(a.like(out), np.where(known, slope * a.err, np.inf), (a.err,))
            if name == "rsqrt" and a.dtype != "FP32":  # one rounding or two
                result.err = np.maximum(result.err, 2 * ulp(result.wide, a.dtype))
            return result
        exact = {"exp": np.exp, "log": np.log, "sin": np.sin, "cos": np.cos}[name](a.wide)
        rounded = exact.astype(NUMPY[a.dtype])
        err = 1.5 * ulp(exact, a.dtype)
        if name in ("sin", "cos"):
            err = np.where(np.abs(a.wide) < 100, 1e-6, np.inf)
        out = a.like(rounded, err)
        if name == "exp":
            err = err + np.where(a.err > 0, np.expm1(a.err) * exact + ulp(exact, a.dtype), 0.0)
        elif name == "log":
            err = err + np.where(a.err > 0, a.err / np.maximum(a.wide - a.err, 1e-45), 0.0)
        edge = ~np.isfinite(out.wide) & np.isfinite(exact)  # just above the largest number
        unknown = (a.err > 0) & ((name in ("sin", "cos")) | ~np.isfinite(err))
        out.err = np.where(edge | unknown, np.inf, np.where(np.isfinite(out.wide), err, 0.0))
        return out


def expdif(a: Value, b: Value) -> Value:
    """The difference is rounded first, but where BF16 is computed in FP32, as on each chip."""
    if a.dtype == "BF16":
        return in_fp32(lambda x, y: unary("exp", binary("sub", x, y)), a, b)
    return unary("exp", binary("sub", a, b))


def compare(code: int, a: Value, b: Value) -> Value:
    """1 and 0 in the element type."""
    y, eb = spread(b, a.data.shape)
    x = a.data
    with np.errstate(all="ignore"):
        found = [x == y, x != y, x < y, x <= y, x > y, x >= y][code]
    unknown = np.where((a.err > 0) | (eb > 0), np.inf, 0.0)
    return a.like(found, unknown)


def select(where: Value, a: Value, b: Value) -> Value:
    y, eb = spread(b, a.data.shape)
    chosen = where.data != 0
    err = np.where(where.err > 0, np.inf, np.where(chosen, a.err, eb))
    return a.like(np.where(chosen, a.data, y), err)


# ---- reductions ------------------------------------------------------------------------------------------------


def _sum_is_exact(x: np.ndarray, axis: int, digits: int) -> np.ndarray:
    """Whether every partial sum is a multiple of 1/16 that has `digits` binary digits, whatever the order."""
    with np.errstate(all="ignore"):
        whole = (x * 16 == np.rint(x * 16)).all(axis=axis, keepdims=True)
        return whole & (np.abs(x).sum(axis=axis, keepdims=True) * 16 < 2.0**digits)


def reduce(name: str, axis: int, a: Value) -> Value:
    """`axis` 1 reduces each row to a column, 0 each column to a row; valid cells only."""
    x, err = a.data[: a.rows, : a.cols], a.err[: a.rows, : a.cols]
    n = x.shape[axis]
    with np.errstate(all="ignore"):
        if not is_float(a.dtype):
            function = {"sum": np.sum, "prod": np.prod, "max": np.max, "min": np.min}[name]
            kwargs = {"dtype": x.dtype} if name in ("sum", "prod") else {}
            data, bound = (
                function(x, axis=axis, keepdims=True, **kwargs),
                np.max(err, axis=axis, keepdims=True),
            )
            bound = np.where(bound > 0, np.inf, 0.0)
        elif name in ("max", "min"):
            wide = x.astype(np.float64)
            data = getattr(np, name)(wide, axis=axis, keepdims=True)
            bound = np.max(err, axis=axis, keepdims=True)
            signs = np.signbit(np.where(wide == 0, wide, np.nan))
            mixed = (data == 0) & signs.any(axis, keepdims=True)
            bound = np.where(mixed, np.inf, bound)
        else:
            data, bound = _float_total(name, x, err, axis, n, a.dtype)
    shape = (a.data.shape[0], 1) if axis == 1 else (1, a.data.shape[1])
    full, errs = np.zeros(shape, NUMPY[a.dtype]), np.zeros(shape)
    with np.errstate(all="ignore"):
        full[: data.shape[0], : data.shape[1]] = data.astype(NUMPY[a.dtype])
    errs[: data.shape[0], : data.shape[1]] = bound
    return Value(full, a.dtype, data.shape[0], data.shape[1], errs)


def _float_total(
    name: str, x: np.ndarray, err: np.ndarray, axis: int, n: int, dtype: str
) -> tuple[np.ndarray, np.ndarray]:
    wide = x.astype(np.float64)
    carried = err.sum(axis=axis, keepdims=True)
    if name == "prod":
        data = wide.prod(axis=axis, keepdims=True)
        sizes = np.log2(np.abs(wide))
        up, down = (
            np.maximum(sizes, 0).sum(axis, keepdims=True),
            np.minimum(sizes, 0).sum(axis, keepdims=True),
        )
        whole = (wide == np.rint(wide)).all(axis, keepdims=True) & (up < DIGITS[dtype] - 1)
        limits = (up < np.log2(LARGEST[dtype]) - 1) & (down > SMALLEST[dtype] + 1)
        bound = np.where(limits, 2 * n * np.abs(data) * 2.0 ** -DIGITS[dtype], np.inf)
        return data, np.where((carried > 0) | ~np.isfinite(data), np.inf, np.where(whole, 0.0, bound))
    if axis == 0:  # row after row, rounded each time
        total = np.zeros_like(x[:1])
        for row in x:
            total = (total.astype(np.float32) + row.astype(np.float32)).astype(x.dtype)
        data, exact, digits = total.astype(np.float64), carried == 0, DIGITS[dtype]
    else:
        data, digits = wide.sum(axis=axis, keepdims=True), 24
        exact = _sum_is_exact(wide, axis, digits) & (carried == 0)
    size = np.abs(wide).sum(axis=axis, keepdims=True)
    bound = n * size * 2.0 ** (1 - digits) + carried + 2 * ulp(data, dtype)
    over = size >= LARGEST[dtype] / 2  # partial sums may overflow in one order and not in another
    bound = np.where(np.isnan(bound) | over, np.inf, bound)
    settled = np.isnan(wide).any(axis, keepdims=True)
    return data, np.where(exact | (settled & (carried == 0)), 0.0, bound)


def argument(name: str, axis: int, a: Value) -> Value:
    """The place of the first extreme; NaN is left open."""
    x, err = a.data[: a.rows, : a.cols].astype(np.float64), a.err[: a.rows, : a.cols]
    data = np.expand_dims(getattr(np, f"arg{name}")(np.where(np.isnan(x), 0, x), axis=axis), axis)
    bad = (np.isnan(x) | (err > 0)).any(axis, keepdims=True)
    shape = (a.data.shape[0], 1) if axis == 1 else (1, a.data.shape[1])
    full, errs = np.zeros(shape, np.int32), np.zeros(shape)
    full[: data.shape[0], : data.shape[1]] = data
    errs[: data.shape[0], : data.shape[1]] = np.where(bad, np.inf, 0.0)
    return Value(full, "INT32", data.shape[0], data.shape[1], errs)


def matmul(a: Value, b: Value, into: Value | None = None) -> Value:
    """The product of the valid cells; any order of the sum is allowed."""
    rows, cols = a.data.shape[0], b.data.shape[1]
    x, ex = a.wide[: a.rows, : a.cols], a.err[: a.rows, : a.cols]
    y, ey = b.wide[: a.cols, : b.cols], b.err[: a.cols, : b.cols]
    out = "INT32" if a.dtype == "INT8" else "FP32"
    data, errs = np.zeros((rows, cols), NUMPY[out]), np.zeros((rows, cols))
    inside = (slice(0, a.rows), slice(0, b.cols))
    with np.errstate(all="ignore"):
        if out == "INT32":
            total = x.astype(np.int64) @ y.astype(np.int64)
            if into is not None:
                total = total + into.data[inside]
            data[inside] = total.astype(np.int32)
            if (ex > 0).any() or (ey > 0).any():
                errs[:] = np.inf
            return Value(data, out, a.rows, b.cols, errs)
        total, size = x @ y, np.abs(x) @ np.abs(y)
        moved = np.abs(x) @ ey + ex @ np.abs(y) + ex @ ey
        if into is not None:
            total, size = total + into.wide[inside], size + np.abs(into.wide[inside])
            moved = moved + into.err[inside]
        whole = all((v * 16 == np.rint(v * 16)).all() for v in (x, y))
        exact = (size * 256 < 2.0**24) & whole & (moved == 0)
        bound = a.cols * size * 2.0**-22 + moved
        unknown = ~np.isfinite(bound) | (size >= LARGEST["FP32"] / 2)
        data[inside] = total.astype(np.float32)
        errs[inside] = np.where(unknown, np.inf, np.where(exact, 0.0, bound))
    return Value(data, out, a.rows, b.cols, errs)


# ---- casts -----------------------------------------------------------------------------------------------------


def _to_whole(x: np.ndarray, mode: str) -> np.ndarray:
    low = np.floor(x)
    rest = x - low
    odd = np.mod(low, 2) == 1
    up = {
        "floor": np.zeros(x.shape, bool),
        "ceil": rest > 0,
        "trunc": (rest > 0) & (x < 0),
        "rint": (rest > 0.5) | ((rest == 0.5) & odd),
        "round": (rest > 0.5) | ((rest == 0.5) & (x > 0)),
        "odd": (rest > 0.5) | ((rest == 0.5) & ~odd),
    }[mode]
    return low + up


# The pairs that keep the low bits of the whole number; others stop at the limits of the type.
LOW_BITS = {("FP16", "UINT8"), ("FP16", "INT8"), ("FP16", "INT16"), ("FP32", "INT16"), ("INT32", "INT16")}
LOW_BITS |= {("INT64", "INT32")}


def cast(a: Value, target: str, mode: str) -> Value:
    """One conversion that is a single instruction."""
    x = a.wide
    with np.errstate(all="ignore"):
        if is_float(target):
            data = _cast_to_float(x, target, "rint" if mode == "none" else mode)
            err = a.err + ulp(data, target)
            return _bound(a.like(data, dtype=target), err, (a.err,))
        limits = np.iinfo(NUMPY[target])
        mode = "trunc" if mode == "none" else mode
        whole = _to_whole(np.where(np.isfinite(x), x, 0.0), mode)
        near = [_to_whole(np.where(np.isfinite(x + e), x + e, 0.0), mode) for e in (-a.err, a.err)]
        if (a.dtype, target) in LOW_BITS:
            bits = np.mod(whole, whole.dtype.type(2) ** (8 * width(target))).astype(np.int64)
            out = np.where(bits > limits.max, bits - (1 << 8 * width(target)), bits)
        else:
            whole = np.where(np.isposinf(x), np.inf, np.where(np.isneginf(x), -np.inf, whole))
            wide = whole.astype(np.longdouble)
            out = np.clip(wide, np.longdouble(limits.min), np.longdouble(limits.max)).astype(np.int64)
        sure = np.isfinite(x) & np.isfinite(a.err) & (near[0] == whole) & (near[1] == whole)
        err = np.where((a.err > 0) & ~sure, np.inf, 0.0)  # beside a limit of rounding either is right
        if not is_float(a.dtype) and width(target) >= width(
            a.dtype
        ):  # the sign of a wider unsigned number is left open
            err = np.where(x < limits.min, np.inf, err)
        return a.like(out, err, target)


# Pairs that take several instructions, each of which rounds: what they pass through, by chip.
THROUGH: dict[str, dict[tuple[str, str], tuple[str, ...]]] = {
    "a2a3": {
        ("FP32", "INT8"): ("FP16",),
        ("FP32", "UINT8"): ("FP16",),
        ("INT32", "INT8"): ("FP16",),
        ("INT16", "INT8"): ("FP16",),
        ("INT16", "UINT8"): ("FP16",),
        ("BF16", "FP16"): ("FP32",),
        ("BF16", "INT16"): ("FP32",),
        ("BF16", "INT8"): ("FP32", "FP16"),
        ("FP16", "BF16"): ("FP32",),
        ("INT32", "BF16"): ("FP32",),
        ("INT16", "BF16"): ("FP32",),
        ("INT64", "FP16"): ("FP32",),
    },
    "a5": {
        ("FP32", "INT8"): ("FP16",),
        ("FP32", "UINT8"): ("FP16",),
        ("FP32", "UINT16"): ("INT32",),
        ("FP32", "FP4"): ("BF16",),
        ("INT32", "FP16"): ("FP32",),
        ("INT32", "BF16"): ("FP32",),
        ("INT16", "INT8"): ("FP16",),
        ("INT16", "BF16"): ("FP32",),
        ("INT64", "FP16"): ("FP32",),
        ("INT64", "BF16"): ("FP32",),
        ("BF16", "INT16"): ("FP32",),
        ("BF16", "INT8"): ("FP16",),
        ("BF16", "FP8E4M3FN"): ("FP32",),
        ("BF16", "FP8E5M2"): ("FP32",),
        ("FP16", "BF16"): ("FP32",),
        ("FP16", "FP8E4M3FN"): ("FP32",),
        ("FP16", "FP8E5M2"): ("FP32",),
        ("FP16", "FP4"): ("FP32", "BF16"),
        ("FP8E4M3FN", "FP16"): ("FP32",),
        ("FP8E4M3FN", "BF16"): ("FP32",),
        ("FP8E4M3FN", "FP8E5M2"): ("FP32",),
        ("FP8E5M2", "FP16"): ("FP32",),
        ("FP8E5M2", "BF16"): ("FP32",),
        ("FP8E5M2", "FP8E4M3FN"): ("FP32",),
        ("FP8E5M2", "FP4"): ("FP32", "BF16"),
        ("FP4", "FP8E4M3FN"): ("BF16", "FP32"),
        ("FP4", "FP8E5M2"): ("BF16", "FP32"),
    },
}


def casts(a: Value, target: str, mode: str, generation: str) -> Value:
    """A conversion in as many instructions as the chip needs for it, each with the same mode."""
    for step in (*THROUGH[generation].get((a.dtype, target), ()), target):
        a = cast(a, step, mode)
    return a


def _cast_to_float(x: np.ndarray, target: str, mode: str) -> np.ndarray:
    step = ulp(x, target)
    rounded = _to_whole(np.where(np.isfinite(x), x, 0.0) / step, mode) * step
    over = np.abs(rounded) > LARGEST[target]
    stops = {"trunc": over, "floor": over & (x > 0), "ceil": over & (x < 0)}.get(
        mode, np.zeros(x.shape, bool)
    )
    if target in NARROW:  # never an infinity, and FP4 has no NaN
        rounded = np.where(over | np.isinf(x), np.copysign(LARGEST[target], x), rounded)
        return np.where(np.isnan(x), 0.0 if target == "FP4" else x, np.copysign(rounded, x))
    rounded = np.where(over, np.copysign(np.where(stops, LARGEST[target], np.inf), rounded), rounded)
    return np.where(np.isfinite(x), np.copysign(rounded, x), x)
