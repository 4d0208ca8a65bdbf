# SPDX-License-Identifier: Apache-2.0
"""Elementwise arithmetic, mathematics and bit operations, each with its array and its scalar form.

FP16 and BF16 round once per operation; integers wrap; integer division truncates toward zero.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pypto.ir.dtypes import (
    BF16,
    FP16,
    FP32,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
    DType,
)
from pypto.ir.nodes import TensorType, TileType, Type
from pypto.ir.ops.rules import binary, check_room, scalar_binary, unary, value_type
from pypto.ir.ops.table import (
    Bound,
    Infer,
    Op,
    OpError,
    Param,
    Reject,
    Sample,
    Trait,
    op,
    operand,
    scalar,
    scratch,
    static,
)

_BASE = frozenset({INT16, INT32, FP16, FP32})
_WIDE = frozenset({INT8, UINT8, UINT16, UINT32, INT64, UINT64, BF16})
_FLOAT = frozenset({FP16, FP32})


def native(a2a3: frozenset[DType], a5: frozenset[DType] = frozenset()) -> Mapping[str, frozenset[DType]]:
    """Element types per chip; the second set is what the newer chip adds."""
    return {"a2a3": a2a3, "a5": a2a3 | a5}


MOVABLE = native(
    frozenset({INT8, UINT8, INT16, UINT16, INT32, UINT32, FP16, BF16, FP32}), frozenset({INT64, UINT64})
)
"""Element types that are copied, repeated and filled in."""

_ELEMENTWISE = frozenset({Trait.PURE, Trait.ELEMENTWISE, Trait.VECTOR, Trait.IN_PLACE})
_NO_OVERLAP = frozenset({Trait.PURE, Trait.ELEMENTWISE, Trait.VECTOR})


def _np() -> Any:
    import numpy as np

    return np


def _quiet(function: Callable[..., Any]) -> Callable[..., Any]:
    """Evaluate without NumPy's warnings: overflow and division by zero are values here."""

    def run(*args: Any, **attrs: Any) -> Any:
        with _np().errstate(all="ignore"):
            return function(*args, **attrs)

    return run


def _divide(a: Any, b: Any, **_attrs: Any) -> Any:
    np = _np()
    if a.dtype.kind not in "iu":
        return (a / b).astype(a.dtype)
    zero = b == 0
    safe = np.where(zero, np.ones_like(b), b)
    quotient = a // safe  # floors; the smallest integer by -1 wraps
    up = (a % safe != 0) & ((a < 0) != (safe < 0))
    return np.where(zero, np.zeros_like(quotient), quotient + up.astype(a.dtype)).astype(a.dtype)


_SAMPLES = (
    Sample(((16, 64), (16, 64))),
    Sample(((8, 32), (8, 32)), special=True),
    Sample(((16, 64), (16, 64)), dtype="FP16"),
    Sample(((8, 32), (8, 32)), dtype="INT32", low=-1000, high=1000),
)
_SCALAR_SAMPLES = (
    Sample(((16, 64),), scalars=(1.5,)),
    Sample(((8, 32),), scalars=(0.3,), special=True),
    Sample(((16, 64),), dtype="FP16", scalars=(0.1,)),
    Sample(((8, 32),), dtype="INT32", low=-1000, high=1000, scalars=(7,)),
)


_PRECISE = static("high_precision", False)


def _precise(rule: Infer) -> Infer:
    """A type rule with that of `high_precision`, which changes no result: there is one accurate path."""

    def infer(bound: Bound) -> Type:
        type_ = rule(bound)
        assert isinstance(type_, TensorType | TileType)
        if bound.get("high_precision") and type_.dtype not in (FP16, FP32):
            raise OpError(f"high_precision is for FP16 and FP32, found {type_.dtype}", code="dtype-support")
        tmp = bound.type("tmp")
        if tmp is not None and not isinstance(tmp, TileType):
            raise OpError(f"`tmp` must be a tile, found {tmp}", code="argument-type")
        if tmp is not None:
            check_room(bound, value_type(bound, next(iter(bound))))
        return type_

    return infer


EVERYWHERE: Mapping[str, str] = {"tensor": "rint", "tile": "rint"}
"""Where arrays of different element types are promoted, and how they are rounded on the way."""


def _pair(
    name: str,
    doc: str,
    pto: str,
    cpp: str,
    reference: Callable[[Any, Any], Any],
    *,
    scalar_name: str,
    scalar_namespaces: tuple[str, ...],
    dtypes: Mapping[str, frozenset[DType]],
    scalar_dtypes: Mapping[str, frozenset[DType]] | None = None,
    row_form: str | None = None,
    commutative: bool = False,
    samples: tuple[Sample, ...] = _SAMPLES,
    scalar_samples: tuple[Sample, ...] = _SCALAR_SAMPLES,
    traits: frozenset[Trait] = _ELEMENTWISE,
    extra: tuple[Param, ...] = (),
    promotes: Mapping[str, str] = EVERYWHERE,
) -> tuple[Op, Op]:
    """The array form and the scalar form of one operation."""
    array = op(
        name,
        doc=doc,
        params=[operand("lhs", "src0"), operand("rhs", "src1"), *extra],
        infer=_precise(binary) if extra else binary,
        traits=traits,
        reference=_quiet(reference),
        pto=pto,
        cpp=cpp,
        scalar_form=scalar_name,
        row_form=row_form,
        commutative=commutative,
        native=dtypes,
        promotes=promotes,
        samples=samples,
        rejects=(
            Reject(((16, 64), (16, 32)), "shapes"),
            Reject(((16, 64), (16, 64)), "types", ("FP32", "FP16")),
        ),
    )
    number = op(
        scalar_name,
        doc=f"{doc[:-1]}; the right operand is a scalar, converted once to the element type.",
        params=[operand("lhs"), scalar("rhs")],
        infer=scalar_binary,
        traits=traits,
        reference=_quiet(reference),
        pto=f"{pto}s",
        cpp=cpp,
        namespaces=scalar_namespaces,
        native=scalar_dtypes or dtypes,
        promotes=promotes,
        samples=scalar_samples,
        rejects=(Reject(((16, 64),), "bool", scalars=(True,)),),
    )
    return array, number


_ARITH = native(_BASE, _WIDE)

ADD, ADDS = _pair(
    "add", "a + b.", "tadd", "vadd({0}, {1})", lambda a, b: a + b,
    scalar_name="adds", scalar_namespaces=("tensor", "tile"), dtypes=_ARITH,
    row_form="row_expand_add", commutative=True,
)  # fmt: skip
SUB, SUBS = _pair(
    "sub", "a - b.", "tsub", "vsub({0}, {1})", lambda a, b: a - b,
    scalar_name="subs", scalar_namespaces=("tensor", "tile"), dtypes=_ARITH, row_form="row_expand_sub",
)  # fmt: skip
MUL, MULS = _pair(
    "mul", "a * b.", "tmul", "vmul({0}, {1})", lambda a, b: a * b,
    scalar_name="muls", scalar_namespaces=("tensor", "tile"),
    dtypes=native(_BASE, frozenset({UINT16, UINT32, INT64, UINT64, BF16})), scalar_dtypes=_ARITH,
    row_form="row_expand_mul", commutative=True,
)  # fmt: skip
DIV, DIVS = _pair(
    "div", "a / b; integers truncate toward zero.", "tdiv", "vdiv({0}, {1})", _divide,
    scalar_name="divs", scalar_namespaces=("tensor", "tile"),
    dtypes=native(_FLOAT, frozenset({INT16, INT32, UINT16, UINT32, INT64, UINT64})),
    row_form="row_expand_div",
    samples=_SAMPLES[:3],
    scalar_samples=_SCALAR_SAMPLES[:3],
    extra=(_PRECISE,),
    promotes={"tensor": "round"},
)  # fmt: skip
MAXIMUM, MAXIMUMS = _pair(
    "maximum", "The larger of a and b; NaN if one of them is NaN.", "tmax", "vmax({0}, {1})",
    lambda a, b: _np().maximum(a, b).astype(a.dtype),
    scalar_name="maximums", scalar_namespaces=("pl", "tile"), dtypes=_ARITH, commutative=True,
)  # fmt: skip
MINIMUM, MINIMUMS = _pair(
    "minimum", "The smaller of a and b; NaN if one of them is NaN.", "tmin", "vmin({0}, {1})",
    lambda a, b: _np().minimum(a, b).astype(a.dtype),
    scalar_name="minimums", scalar_namespaces=("pl", "tile"), dtypes=_ARITH, commutative=True,
)  # fmt: skip


def _unary(
    name: str,
    doc: str,
    pto: str,
    cpp: str,
    reference: Callable[[Any], Any],
    *,
    accepts: tuple[DType, ...] = (),
    tile_accepts: tuple[DType, ...] = (),
    dtypes: Mapping[str, frozenset[DType]],
    ulp: int = 0,
    low: float = -4.0,
    high: float = 4.0,
    traits: frozenset[Trait] = _ELEMENTWISE,
    extra: tuple[Param, ...] = (),
    samples: tuple[Sample, ...] | None = None,
) -> Op:
    def rule(bound: Bound) -> Type:
        more = tile_accepts if isinstance(bound.type(next(iter(bound))), TileType) else ()
        return unary(*accepts, *more)(bound)

    floats = (
        Sample(((16, 64),), low=low, high=high),
        Sample(((8, 32),), low=low, high=high, special=True),
        Sample(((16, 64),), dtype="FP16", low=low, high=high),
    )
    return op(
        name,
        doc=doc,
        params=[operand("input", "tile"), *extra],
        infer=_precise(rule) if extra else rule,
        traits=traits | ({Trait.NO_BF16} if accepts and BF16 not in accepts else frozenset()),
        reference=_quiet(reference),
        pto=pto,
        cpp=cpp,
        native=dtypes,
        ulp=ulp,
        promotes={"tensor": "none"} if Trait.FLOATS in traits else {},
        samples=floats if samples is None else samples,
        rejects=(Reject(((16, 64),), "element type", ("INT8",)),) if accepts else (),
    )


def _via_double(function: Callable[[Any], Any]) -> Callable[..., Any]:
    """Evaluate in float64 and round once to the element type."""

    def run(x: Any, **_attrs: Any) -> Any:
        return function(x.astype(_np().float64)).astype(x.dtype)

    return run


_FLOATS = (FP32, FP16, BF16)
NEG = _unary(
    "neg", "-x; integers wrap.", "tneg", "vneg({0})", lambda x: -x,
    dtypes=native(_BASE, frozenset({UINT16, UINT32, BF16})),
)  # fmt: skip
ABS = _unary(
    "abs", "Absolute value; the most negative integer stays, -0.0 becomes 0.0.", "tabs", "vabs({0})",
    lambda x: _np().abs(x), dtypes=native(_FLOAT, frozenset({INT8, INT16, INT32})),
)  # fmt: skip
EXP = _unary(
    "exp", "e to the power of x; overflow gives infinity.", "texp", "vexp({0})",
    _via_double(lambda x: _np().exp(x)), accepts=_FLOATS, dtypes=native(_FLOAT), ulp=1, low=-20.0, high=20.0,
    traits=_ELEMENTWISE | {Trait.FLOATS},
)  # fmt: skip
LOG = _unary(
    "log", "Natural logarithm; 0 gives -infinity, a negative number NaN.", "tlog", "vlog({0})",
    _via_double(lambda x: _np().log(x)), accepts=_FLOATS, dtypes=native(_FLOAT), ulp=1,
    low=0.01, high=100.0, extra=(_PRECISE,),
)  # fmt: skip
SQRT = _unary(
    "sqrt", "Square root, correctly rounded; a negative number gives NaN.", "tsqrt", "vsqrt({0})",
    lambda x: _np().sqrt(x).astype(x.dtype), accepts=_FLOATS, dtypes=native(_FLOAT), low=0.0, high=100.0,
    traits=_ELEMENTWISE | {Trait.FLOATS},
)  # fmt: skip


def _rsqrt(x: Any, **_attrs: Any) -> Any:
    np = _np()
    wide = x.astype(np.float32)
    return (np.float32(1) / np.sqrt(wide)).astype(x.dtype)


RSQRT = _unary(
    "rsqrt", "1 / sqrt(x): the rounded square root, then a rounded division.", "trsqrt", "vrsqrt({0})",
    _rsqrt, accepts=_FLOATS, dtypes=native(_FLOAT), low=0.01, high=100.0, traits=_NO_OVERLAP | {Trait.FLOATS},
    extra=(static("high_precision", False, level="tensor"), scratch()),
)  # fmt: skip
RECIP = _unary(
    "recip", "1 / x, correctly rounded; of integer tiles truncated.", "trecip", "vrecip({0})",
    lambda x, **_: _divide(_np().ones_like(x), x), accepts=_FLOATS, dtypes=native(_FLOAT | {INT16, INT32}),
    extra=(_PRECISE,), traits=_NO_OVERLAP | {Trait.FLOATS}, tile_accepts=(INT16, INT32),
)  # fmt: skip
