# SPDX-License-Identifier: Apache-2.0
"""Scalar operations on Python numbers, as folding and the interpreter compute them.

Operands take the promoted type first, the result is brought into its type after every operation: integers
wrap, floats round to nearest even, FP8 and FP4 saturate. Division by zero follows IEEE for floats and gives 0 for
integers; a shift by a negative count or by the width and more gives what an endless row of one-bit shifts
would.

    >>> from pypto.ir.dtypes import FP32, INT8
    >>> normalise(0.1, FP32)
    0.10000000149011612
    >>> normalise(200, INT8)
    -56
"""

from __future__ import annotations

import math
import struct
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from pypto.ir.dtypes import BF16, BOOL, FP4, FP8E4M3FN, FP8E5M2, FP16, FP32, DType
from pypto.ir.nodes import Call, Const, Expr, ScalarType, dtype_of
from pypto.ir.ops import cast, scalar
from pypto.ir.ops.table import Op, Trait

Number: TypeAlias = "int | float | bool"

_COMPARISONS = frozenset({scalar.EQ, scalar.NE, scalar.LT, scalar.LE, scalar.GT, scalar.GE})
_SHIFTS = frozenset({scalar.SHL, scalar.SHR})
_SIGNIFICAND = {FP32: 24, FP16: 11, BF16: 8}
_NARROW = (FP8E4M3FN, FP8E5M2, FP4)


def normalise(value: Any, dtype: DType) -> Number:
    """A number as a value of the type: wrapped, or rounded to nearest even."""
    if dtype is BOOL:
        return bool(value)
    if dtype.is_float:
        return _round_float(value, dtype)
    if isinstance(value, float):
        raise TypeError(f"{value} is no value of {dtype}")
    number = int(value) & ((1 << dtype.bits) - 1)
    return number - (1 << dtype.bits) if dtype.is_signed and number >> (dtype.bits - 1) else number


def _round_float(value: Any, dtype: DType) -> float:
    if dtype in _NARROW:
        return _round_narrow(float(value), dtype)
    if dtype not in _SIGNIFICAND:
        raise TypeError(f"scalars of {dtype} are not supported")
    if isinstance(value, int) and not isinstance(value, bool):
        value = _round_integer(value, _SIGNIFICAND[dtype])
    value = float(value)
    if not math.isfinite(value):
        return value
    if dtype is BF16:
        return _round_bf16(value)
    code = "f" if dtype is FP32 else "e"
    try:
        return float(struct.unpack(code, struct.pack(code, value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)


def _round_integer(value: int, bits: int) -> int:
    """To `bits` significant bits, ties to even, so that a conversion rounds once."""
    shift = max(0, abs(value).bit_length() - bits)
    if not shift:
        return value
    base, rest, half = abs(value) >> shift, abs(value) & ((1 << shift) - 1), 1 << (shift - 1)
    base += rest > half or (rest == half and base & 1)
    return (base << shift) * (1 if value > 0 else -1)


def _round_bf16(value: float) -> float:
    """From a double in one step: the double is cut to 8 significant bits."""
    _, exponent = math.frexp(value)
    scale = max(exponent - 8, -133)
    rounded = math.ldexp(round(math.ldexp(value, -scale)), scale)
    if abs(rounded) > 3.3895313892515355e38:
        return math.copysign(math.inf, value)
    return math.copysign(rounded, value)


def _round_narrow(value: float, dtype: DType) -> float:
    """A float of 8 or 4 bits: saturates at the largest finite one; an infinity that E5M2 holds stays one."""
    bits, least, largest = cast.FORMATS[dtype.name]
    if math.isnan(value):
        return 0.0 if dtype is FP4 else value
    if math.isinf(value):
        return value if dtype is FP8E5M2 else math.copysign(largest, value)
    _, exponent = math.frexp(value)
    scale = max(exponent - 1, least) - bits
    rounded = math.ldexp(round(math.ldexp(value, -scale)), scale)
    return math.copysign(min(abs(rounded), largest), value)


def _computed(value: Any, dtype: DType) -> Number:
    """A result as a value of the type; what is too large for a narrow float saturates, infinity too."""
    if dtype in _NARROW and isinstance(value, float) and math.isinf(value):
        value = math.copysign(cast.FORMATS[dtype.name][2], value)
    return normalise(value, dtype)


def _divide_by_zero(op: Op, a: Number, b: Number, dtype: DType) -> Number:
    if not dtype.is_float:
        return 0
    if op is scalar.MOD or a == 0 or a != a:
        return math.nan
    return math.copysign(math.inf, a) * math.copysign(1.0, b)


def _shift(op: Op, a: int, count: int, bits: int) -> int:
    if 0 <= count < bits:
        return a << count if op is scalar.SHL else a >> count
    return -1 if op is scalar.SHR and a < 0 else 0


def evaluate(
    op: Op,
    values: Sequence[Number],
    dtypes: Sequence[DType],
    result: DType,
    attrs: Mapping[str, Any] | None = None,
) -> Number:
    """One scalar operation on numbers of the given types."""
    if op is scalar.CAST:
        source = normalise(values[0], dtypes[0])
        if dtypes[0] is result:
            return source
        return _computed(scalar.CAST.reference(source, **(attrs or {})), result)  # type: ignore[misc]
    operands = [normalise(v, d) for v, d in zip(values, dtypes, strict=True)]
    if len(operands) == 2 and BOOL not in dtypes and op not in _SHIFTS:
        common = scalar.promote(*dtypes)
        operands = [normalise(v, common) for v in operands]
        if operands[1] == 0 and op in (scalar.DIV, scalar.FLOORDIV, scalar.MOD):
            return _computed(_divide_by_zero(op, operands[0], operands[1], common), result)
    if op in _SHIFTS:
        return normalise(_shift(op, int(operands[0]), int(operands[1]), result.bits), result)
    assert op.reference is not None, op
    return _computed(op.reference(*operands, **(attrs or {})), result)


def is_scalar_op(op: Op) -> bool:
    """Whether `evaluate` knows the operation."""
    return op.has(Trait.SCALAR) and op.has(Trait.PURE) and op.reference is not None


def constant(call: Call) -> Const | None:
    """The value of a scalar operation on constants, else None."""
    if not is_scalar_op(call.op) or not all(isinstance(a, Const) for a in call.args):
        return None
    values = [a.value for a in call.args if isinstance(a, Const)]
    dtypes = [dtype_of(a.type) for a in call.args if isinstance(a, Expr)]
    assert isinstance(call.type, ScalarType)
    value = evaluate(call.op, values, dtypes, call.type.dtype, call.attrs)  # type: ignore[arg-type]
    return Const(value, call.type, call.span)
