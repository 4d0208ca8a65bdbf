# SPDX-License-Identifier: Apache-2.0
"""Scalar arithmetic: the Python operators of kernel source, and `min`, `max`.

Typing (both sides integer or both float; the wider type wins; INDEX and INT64 mix freely) lives in `promote`.
`//` and `%` floor, `/` on integers truncates.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from pypto.ir.dtypes import BOOL, FP8E8M0, HF8, INDEX, INT32, INT64, DType
from pypto.ir.nodes import Const, ScalarType, Type
from pypto.ir.ops.table import Bound, Op, OpError, Param, Trait, op, scalar


def promote(left: DType, right: DType) -> DType:
    """The type of scalar arithmetic on two types; OpError when they do not mix."""
    if left is BOOL or right is BOOL:
        raise OpError(
            "arithmetic and comparisons take numbers, not BOOL",
            "combine conditions with and, or, not",
            code="scalar-type",
        )
    if left.is_float != right.is_float:
        whole, real = (right, left) if left.is_float else (left, right)
        inner = "pl.cast(i, pl.INT32)" if whole is INDEX else "i"
        raise OpError(
            f"cannot mix {left} and {right}",
            f"convert the integer: pl.cast({inner}, pl.{real})",
            "scalar-type",
        )
    return right if right.bits > left.bits else left


def meet(left: DType, right: DType, literal: bool) -> DType:
    """`promote`, but a literal on the left takes the 64-bit type of what it meets."""
    if literal and left is INDEX and right is INT64:
        return INT64
    return promote(left, right)


def without_scalars(dtype: DType) -> tuple[str, str] | None:
    """For an element type that no single number has: what to say, and what to do instead."""
    if not dtype.packed and dtype not in (FP8E8M0, HF8):
        return None
    return (
        f"there are no scalars of {dtype}",
        "compute in pl.FP32 or pl.INT32; pl.cast(x, ...) converts whole tensors",
    )


def check_scalar(dtype: DType) -> None:
    """OpError for an element type that no single number has."""
    found = without_scalars(dtype)
    if found is not None:
        raise OpError(*found, "dtype-support")


def _dtype(bound: Bound, name: str) -> DType:
    type_ = bound.type(name)
    if not isinstance(type_, ScalarType):
        raise OpError(f"scalar expected, found {type_}", code="scalar-type")
    return type_.dtype


def _arith(bound: Bound) -> Type:
    left, right = _dtype(bound, "lhs"), _dtype(bound, "rhs")
    return ScalarType(meet(left, right, isinstance(bound["lhs"], Const)))


def _whole(bound: Bound) -> Type:
    if not all(isinstance(bound[name], Const) for name in bound):
        for name in bound:
            if _dtype(bound, name).is_float:  # before the types meet: an integer made a float would not do
                raise OpError(
                    f"`//` and `%` take integers, found {_dtype(bound, name)}",
                    "divide with / and convert with pl.cast(x, pl.INT32), which truncates",
                    code="scalar-type",
                )
    return _arith(bound)


def _integers(bound: Bound) -> Type:
    for name in bound:
        if _dtype(bound, name).is_float:
            raise OpError(
                f"integer scalars expected, found {_dtype(bound, name)}",
                "convert with pl.cast(x, pl.INT32), which truncates",
                code="scalar-type",
            )
    return ScalarType(promote(_dtype(bound, "lhs"), _dtype(bound, "rhs")))


def _compare(bound: Bound) -> Type:
    promote(_dtype(bound, "lhs"), _dtype(bound, "rhs"))
    return ScalarType(BOOL)


def _logic(bound: Bound) -> Type:
    for name in bound:
        if _dtype(bound, name) is not BOOL:
            raise OpError(
                f"BOOL expected, found {_dtype(bound, name)}",
                "write a comparison, such as n > 0",
                code="scalar-type",
            )
    return ScalarType(BOOL)


def _trunc_div(a: Any, b: Any) -> Any:
    if isinstance(a, int) and isinstance(b, int):
        return int(math.copysign(1, a) * math.copysign(1, b)) * (abs(a) // abs(b))
    return a / b


def _binary(name: str, infix: str, doc: str, infer: Any, evaluate: Callable[[Any, Any], Any]) -> Op:
    return op(
        f"scalar.{name}",
        doc=doc,
        params=[scalar("lhs"), scalar("rhs")],
        infer=infer,
        traits={Trait.PURE, Trait.SCALAR, Trait.CONTROL},
        reference=evaluate,
        namespaces=(),
        infix=infix,
    )


ADD = _binary("add", "+", "a + b.", _arith, lambda a, b: a + b)
SUB = _binary("sub", "-", "a - b.", _arith, lambda a, b: a - b)
MUL = _binary("mul", "*", "a * b.", _arith, lambda a, b: a * b)
DIV = _binary("div", "/", "a / b; integers truncate toward zero.", _arith, _trunc_div)
FLOORDIV = _binary("floordiv", "//", "Floor of a / b.", _whole, lambda a, b: a // b)
MOD = _binary("mod", "%", "Remainder with the sign of b.", _whole, lambda a, b: a % b)
SHL = _binary("shl", "<<", "a shifted left by b bits.", _integers, lambda a, b: a << b)
SHR = _binary("shr", ">>", "a shifted right by b bits.", _integers, lambda a, b: a >> b)
EQ = _binary("eq", "==", "a equals b.", _compare, lambda a, b: a == b)
NE = _binary("ne", "!=", "a differs from b.", _compare, lambda a, b: a != b)
LT = _binary("lt", "<", "a below b.", _compare, lambda a, b: a < b)
LE = _binary("le", "<=", "a at most b.", _compare, lambda a, b: a <= b)
GT = _binary("gt", ">", "a above b.", _compare, lambda a, b: a > b)
GE = _binary("ge", ">=", "a at least b.", _compare, lambda a, b: a >= b)
AND = _binary("and", "and", "Both conditions hold; both are evaluated.", _logic, lambda a, b: a and b)
OR = _binary("or", "or", "One of the conditions holds; both are evaluated.", _logic, lambda a, b: a or b)


def _unary(name: str, doc: str, infer: Any, evaluate: Callable[[Any], Any]) -> Op:
    return op(
        f"scalar.{name}",
        doc=doc,
        params=[scalar("value")],
        infer=infer,
        traits={Trait.PURE, Trait.SCALAR, Trait.CONTROL},
        reference=evaluate,
        namespaces=(),
    )


def _same(bound: Bound) -> Type:
    dtype = _dtype(bound, "value")
    if dtype is BOOL:
        raise OpError(
            "a number is expected, found BOOL", "the opposite of a condition is not c", "scalar-type"
        )
    return ScalarType(dtype)


def _same_int(bound: Bound) -> Type:
    dtype = _dtype(bound, "value")
    if not dtype.is_int:
        help = (
            "the opposite of a condition is not c"
            if dtype is BOOL
            else f"convert with pl.cast(x, pl.{INT32})"
        )
        raise OpError(f"an integer scalar is expected, found {dtype}", help, "scalar-type")
    return ScalarType(dtype)


NEG = _unary("neg", "-a.", _same, lambda a: -a)
INVERT = _unary("invert", "Bitwise complement of an integer.", _same_int, lambda a: ~a)
NOT = _unary("not", "The condition does not hold.", _logic, lambda a: not a)


def _nan_min(a: Any, b: Any) -> Any:
    return a if a < b or a != a else b  # of two zeros the second one


def _nan_max(a: Any, b: Any) -> Any:
    return a if a > b or a != a else b


MIN = op(
    "min",
    doc="The smaller of two scalars; NaN if one of them is NaN.",
    params=[
        scalar("lhs"),
        scalar("rhs", instead="along rows pl.row_min(x), along columns pl.col_min(x)"),
    ],
    infer=_arith,
    traits={Trait.PURE, Trait.SCALAR, Trait.CONTROL},
    reference=_nan_min,
    namespaces=("pl", "tile"),
)
MAX = op(
    "max",
    doc="The larger of two scalars; NaN if one of them is NaN.",
    params=[
        scalar("lhs"),
        scalar("rhs", instead="along rows pl.row_max(x), along columns pl.col_max(x)"),
    ],
    infer=_arith,
    traits={Trait.PURE, Trait.SCALAR, Trait.CONTROL},
    reference=_nan_max,
    namespaces=("pl", "tile"),
)


def _scalar_cast(bound: Bound) -> Type:
    source, target = _dtype(bound, "value"), bound["target_type"]
    check_scalar(target)
    if source is target:
        return ScalarType(target)
    if INDEX in (source, target) and (source.is_float or target.is_float):
        raise OpError(
            f"no scalar cast from {source} to {target}", "go through pl.INT32 or pl.INT64", code="cast-form"
        )
    return ScalarType(target)


def _cast_value(value: Any, target_type: DType) -> Any:
    if target_type.is_float:
        return value  # rounded by whoever keeps it
    if target_type is BOOL:
        return bool(value)
    bits = target_type.bits
    low = -(1 << (bits - 1)) if target_type.is_signed else 0
    high = low + (1 << bits) - 1
    if isinstance(value, float):
        if value != value:
            return 0
        return low if value < low else high if value > high else int(value)
    number = int(value) & ((1 << bits) - 1)
    return number - (1 << bits) if number > high else number


CAST = op(
    "scalar.cast",
    doc="A scalar in another type; float to integer truncates toward zero and saturates (NaN gives 0), "
    "integers keep their low bits.",
    params=[scalar("value"), Param("target_type", "dtype")],
    infer=_scalar_cast,
    traits={Trait.PURE, Trait.SCALAR, Trait.CONTROL},
    reference=_cast_value,
    namespaces=(),
)
