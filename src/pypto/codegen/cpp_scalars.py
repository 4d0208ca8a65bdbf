# SPDX-License-Identifier: Apache-2.0
"""Scalar expressions of orchestration as C++, with the values that regions and the interpreter give.

Integers live in 64 bits and wrap at the width of their type after every operation; division by zero gives 0, a shift
by more than the width shifts everything out, a float outside an integer's range becomes its limit. FP16 and BF16
scalars are their bits: each operation widens them to FP32 and rounds to their type, by the functions of the cores.
"""

from __future__ import annotations

from collections.abc import Callable

from pypto.codegen.scalars import float_text, half_bits
from pypto.errors import InternalError, Span
from pypto.ir.dtypes import BOOL, FP32, INDEX, UINT64, DType
from pypto.ir.nodes import Call, Const, Dim, Expr, ScalarType, Var
from pypto.ir.ops import array, memory, scalar, system
from pypto.ir.ops.scalar import promote
from pypto.ir.ops.table import Op

PRELUDE = """\
template <class T> static inline T pto_div(T a, T b) {
    return b == 0 ? 0 : b == (T)-1 && (T)-1 < 0 ? (T)(0 - (uint64_t)a) : (T)(a / b);
}
template <class T> static inline T pto_rem(T a, T b) {
    return b == 0 || (b == (T)-1 && (T)-1 < 0) ? 0 : (T)(a % b);
}
template <class T> static inline T pto_floordiv(T a, T b) {
    return pto_div(a, b) - (pto_rem(a, b) != 0 && (a < 0) != (b < 0));
}
template <class T> static inline T pto_floormod(T a, T b) {
    T r = pto_rem(a, b);
    return r + (r != 0 && (r < 0) != (b < 0) ? b : 0);
}
template <class T> static inline T pto_min(T a, T b) { return b < a ? b : a; }
template <class T> static inline T pto_max(T a, T b) { return a < b ? b : a; }
static inline float pto_min(float a, float b) { return a < b || a != a ? a : b; }
static inline float pto_max(float a, float b) { return a > b || a != a ? a : b; }
template <class T> static inline T pto_shl(T a, T n, int bits) {
    return (uint64_t)n < (uint64_t)bits ? (T)((uint64_t)a << n) : (T)0;
}
template <class T> static inline T pto_shr(T a, T n, int bits) {
    return (uint64_t)n < (uint64_t)bits ? (T)(a >> n) : (T)(a < 0 ? -1 : 0);
}
template <class T> static inline T pto_whole(float v, T low, T high) {
    return v != v ? 0 : v <= (float)low ? low : v >= (float)high ? high : (T)v;
}
struct pto_index {
    int64_t at[PTO_RANK];
    operator const int64_t*() const { return at; }
};
static inline uint64_t pto_bits(int64_t v) { return (uint64_t)v; }
static inline uint64_t pto_bits(float v) {
    uint32_t b;
    __builtin_memcpy(&b, &v, 4);
    return b;
}
template <class T, int64_t N> static inline T& pto_at(pto_orch* o, T (&array)[N], int64_t index, int32_t location) {
    if (index >= 0 && index < N) return array[index];
    o->fail(o->run, -1, index, N, location);
    return array[0];
}
static inline float pto_float(uint64_t bits) {
    uint32_t b = (uint32_t)bits;
    float v;
    __builtin_memcpy(&v, &b, 4);
    return v;
}
"""

_ARITHMETIC = {scalar.ADD: "+", scalar.SUB: "-", scalar.MUL: "*"}
_COMPARE = {
    scalar.EQ: "==", scalar.NE: "!=", scalar.LT: "<", scalar.LE: "<=", scalar.GT: ">", scalar.GE: ">=",
}  # fmt: skip
_LOGIC = {scalar.AND: "&", scalar.OR: "|"}  # both sides are evaluated
_FUNCTION = {
    scalar.DIV: "pto_div",
    scalar.FLOORDIV: "pto_floordiv",
    scalar.MOD: "pto_floormod",
    scalar.MIN: "pto_min",
    scalar.MAX: "pto_max",
}
_SHIFT = {scalar.SHL: "pto_shl", scalar.SHR: "pto_shr"}

HALVES = '#include "pto/kernel.hpp"'
"""Where FP16 and BF16 are computed with."""


class CppScalars:
    """Expressions as text; `name` gives a variable's C++ name, `location` the number of a source position."""

    def __init__(self, name: Callable[[Var], str], location: Callable[[Span | None], int]) -> None:
        self.name = name
        self.location = location
        self.halves = False
        """Whether an expression so far takes `HALVES`."""

    def dim(self, dim: Dim) -> str:
        return f"INT64_C({dim})" if isinstance(dim, int) else self.expr(dim)

    def expr(self, expr: Expr) -> str:
        if isinstance(expr, Const):
            return _literal(expr)
        if isinstance(expr, Var):
            return self.name(expr)
        if isinstance(expr, Call):
            return self.call(expr)
        raise InternalError(f"no C++ form of {expr}")

    def call(self, call: Call) -> str:
        op = call.op
        if op is array.GET_ELEMENT:
            return self.element(call)
        if op is memory.READ:
            return self.read(call)
        if op in (system.AVAILABLE_CLUSTER_COUNT, system.AVAILABLE_AIV_COUNT):
            return f"o->cores(o->run, {int(op is system.AVAILABLE_CLUSTER_COUNT)})"
        args = [self.expr(a) for a in call.args if a is not None]
        dtypes = [a.type.dtype for a in call.args if a is not None and isinstance(a.type, ScalarType)]
        if op is scalar.CAST:
            return self.convert(args[0], dtypes[0], call.attrs["target_type"])
        if op is scalar.NOT:
            return f"(!{args[0]})"
        if op is scalar.NEG and dtypes[0].is_float:
            return self.rounded(f"(-{self.widened(args[0], dtypes[0])})", dtypes[0])
        if op is scalar.NEG:
            return narrow(f"(0 - (uint64_t){args[0]})", dtypes[0])
        if op is scalar.INVERT:
            return narrow(f"(~{args[0]})", dtypes[0])
        if op in _LOGIC:
            return f"({args[0]} {_LOGIC[op]} {args[1]})"
        common = promote(dtypes[0], dtypes[1])
        if common.is_float:
            a, b = (
                self.widened(self.convert(a, d, common), common) for a, d in zip(args, dtypes, strict=True)
            )
            text = _float_binary(op, a, b)
            return text if op in _COMPARE else self.rounded(text, common)
        return self.binary(call, args[0], args[1], common)

    def binary(self, call: Call, a: str, b: str, common: DType) -> str:
        """Two integers in their common type; the result wraps at the width of its own."""
        op = call.op
        ctype = c_type(common)
        a, b = f"({ctype}){a}", f"({ctype}){b}"
        if op in _COMPARE:
            return f"({a} {_COMPARE[op]} {b})"
        if op in _SHIFT:
            text = f"{_SHIFT[op]}({a}, {b}, {common.bits})"
        elif op in _FUNCTION:
            text = f"{_FUNCTION[op]}({a}, {b})"
        elif op in _ARITHMETIC:
            text = f"((uint64_t){a} {_ARITHMETIC[op]} (uint64_t){b})"
        else:
            raise InternalError(f"no C++ form of pl.{op.name} in orchestration")
        assert isinstance(call.type, ScalarType)
        return narrow(text, call.type.dtype)

    def read(self, call: Call) -> str:
        """One element of a tensor; the runtime waits for those that write it."""
        source = call.args[0]
        assert isinstance(source, Var) and isinstance(call.type, ScalarType)
        index = ", ".join(self.dim(d) for d in call.attrs["offset"])
        at = self.location(call.span)
        return unpack(
            call.type.dtype, f"o->read(o->run, &{self.name(source)}, pto_index{{{{{index}}}}}, {at})"
        )

    def element(self, call: Call) -> str:
        """One element of an array, checked."""
        base, index = call.args[:2]
        assert isinstance(base, Var) and index is not None
        return f"pto_at(o, {self.name(base)}, {self.expr(index)}, {self.location(call.span)})"

    # FP16 and BF16

    def widened(self, text: str, dtype: DType) -> str:
        """A float as the FP32 value that it stands for."""
        if dtype is FP32:
            return text
        self.halves = True
        return f"pto::value(pto::{dtype.cpp}{{(uint{dtype.bits}_t){text}}})"

    def rounded(self, text: str, dtype: DType) -> str:
        """An FP32 value as a float of the type, ties to even."""
        if dtype is FP32:
            return text
        self.halves = True
        return f"(uint64_t)pto::stored<pto::{dtype.cpp}>({text}).bits"

    def convert(self, text: str, source: DType, target: DType) -> str:
        """A scalar in another type."""
        if source is target:
            return text
        if source.is_float and target.is_float:
            return self.rounded(self.widened(text, source), target)
        if source.is_float:
            text = self.widened(text, source)
        if target is BOOL:
            return f"({text} != 0)"
        if target.is_float and target is not FP32:
            self.halves = True
            return f"(uint64_t)pto::whole_to_float<pto::{target.cpp}>({text}).bits"
        if target.is_float:
            return f"(float)({text})"
        if source.is_float:
            low = -(1 << (target.bits - 1)) if target.is_signed else 0
            high = low + (1 << target.bits) - 1
            ctype = c_type(target)
            return f"pto_whole<{ctype}>({text}, ({ctype}){_integer(low)}, ({ctype}){_integer(high)})"
        return narrow(text, target)

    def bits(self, expr: Expr) -> str:
        """A scalar as the 64-bit slot that holds its pattern."""
        assert isinstance(expr.type, ScalarType)
        dtype = expr.type.dtype
        if dtype.is_float and dtype is not FP32:
            if isinstance(expr, Const):
                return f"UINT64_C({half_bits(float(expr.value or 0), dtype)})"
            return self.expr(expr)
        text = self.expr(expr)
        return f"pto_bits((float){text})" if dtype is FP32 else f"pto_bits((int64_t){text})"


def c_type(dtype: DType) -> str:
    """The C++ type that holds a scalar."""
    if dtype is BOOL:
        return "bool"
    if dtype.is_float:
        return "float" if dtype is FP32 else "uint64_t"
    return "uint64_t" if dtype is UINT64 else "int64_t"


def unpack(dtype: DType, word: str) -> str:
    """The value in a 64-bit slot."""
    if dtype is FP32:
        return f"pto_float({word})"
    if dtype.is_float:
        return f"({word} & 0xFFFF)"
    if dtype is BOOL:
        return f"(({word} & 1) != 0)"
    return narrow(word, dtype)


def narrow(text: str, dtype: DType) -> str:
    """Integer arithmetic wraps at the width of its type."""
    if dtype.bits == 64 or dtype is INDEX:
        return f"({c_type(dtype)})({text})"
    return f"(int64_t)({'u' if dtype.kind == 'uint' else ''}int{dtype.bits}_t)({text})"


def init_bits(value: float | int, dtype: DType) -> str:
    """The slot of the number that a created tensor is filled with."""
    if dtype is FP32:
        return f"pto_bits({_literal(Const(float(value), ScalarType(FP32)))})"
    return f"pto_bits((int64_t){int(value)})"


def _literal(expr: Const) -> str:
    value = expr.value
    if value is None:
        return "INT64_C(-1)"
    if isinstance(value, bool):
        return "true" if value else "false"
    dtype = expr.type.dtype if isinstance(expr.type, ScalarType) else INDEX
    if isinstance(value, float) or dtype.is_float:
        if dtype is not FP32:
            return f"UINT64_C({half_bits(float(value), dtype)})"
        if value != value or abs(value) == float("inf"):
            return f"pto_float({float_text(float(value), FP32)}u)"
        return f"{float_text(float(value), FP32)}f"
    return _integer(value)


def _integer(value: int) -> str:
    """An integer constant of 64 bits."""
    if value >= 1 << 63:
        return f"UINT64_C({value})"
    if value == -(1 << 63):
        return "INT64_MIN"
    return f"INT64_C({value})" if value >= 0 else f"(-INT64_C({-value}))"


def _float_binary(op: Op, a: str, b: str) -> str:
    infix = (_ARITHMETIC | _COMPARE | {scalar.DIV: "/"}).get(op)
    if infix is not None:
        return f"({a} {infix} {b})"
    if op in (scalar.MIN, scalar.MAX):
        return f"{_FUNCTION[op]}({a}, {b})"
    raise InternalError(f"no C++ form of pl.{op.name} of floats in orchestration")
