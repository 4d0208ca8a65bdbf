# SPDX-License-Identifier: Apache-2.0
"""Bit operations and shifts of integers, each with its array and its scalar form.

A right shift is arithmetic for signed elements and logical for unsigned ones. A count that is known while the kernel
is read must be in range; of other counts the low bits count.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pypto.ir.dtypes import INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, DType
from pypto.ir.nodes import Const, Type
from pypto.ir.ops.elementwise import native
from pypto.ir.ops.rules import ValueType, binary, check_room, check_scratch, integer_type, make, scalar_binary
from pypto.ir.ops.table import (
    Bound,
    Infer,
    Op,
    OpError,
    Reject,
    Sample,
    Trait,
    op,
    operand,
    scalar,
    scratch,
)

_INTEGERS = frozenset({INT8, INT16, INT32, UINT8, UINT16, UINT32})
BITS = native(_INTEGERS)
SHIFTS = native(_INTEGERS, frozenset({INT64, UINT64}))
_TRAITS = frozenset({Trait.PURE, Trait.ELEMENTWISE, Trait.VECTOR})


def _np() -> Any:
    import numpy as np

    return np


def _checked(rule: Infer, *, shift: bool = False, tmp: bool = False) -> Infer:
    """A type rule for integers, with the checks of shift counts and of scratch."""

    def infer(bound: Bound) -> Type:
        x = integer_type(bound, "lhs")
        if tmp:
            check_scratch(bound, x)
            check_room(bound, x)
        if shift:
            _check_count(bound, x)
        return rule(bound)

    return infer


def _check_count(bound: Bound, x: ValueType) -> None:
    count = bound["rhs"]
    if isinstance(count, Const) and isinstance(count.value, int) and not 0 <= count.value < x.dtype.bits:
        raise OpError(f"the shift count {count.value} is outside 0..{x.dtype.bits - 1}", code="number-range")


def _shift(left: bool) -> Callable[[Any, Any], Any]:
    def run(a: Any, b: Any) -> Any:
        np = _np()
        bits = 64 if a.dtype.itemsize == 8 else 32  # narrow elements are shifted in 32 bits
        wide = np.dtype(f"{a.dtype.kind}{bits // 8}")
        x, count = a.astype(wide), np.asarray(b).astype(wide) & wide.type(bits - 1)
        return (x << count if left else x >> count).astype(a.dtype)

    return run


def _pair(
    name: str,
    doc: str,
    pto: str,
    cpp: str,
    reference: Callable[[Any, Any], Any],
    dtypes: Mapping[str, frozenset[DType]],
    *,
    in_place: tuple[bool, bool],
    shift: bool = False,
    tmp: bool = False,
) -> tuple[Op, Op]:
    """The array form and the scalar form."""
    high = 8 if shift else 100
    ranges = ((-100, 100), (0, high))
    unsigned = ((0, 100), (0, high))
    more = [scratch()] if tmp else []
    traits = _TRAITS | {Trait.SCRATCH} if tmp else _TRAITS
    base = name.rstrip("_")
    array = op(
        name,
        doc=doc,
        params=[operand("lhs"), operand("rhs"), *more],
        infer=_checked(binary, tmp=tmp),
        traits=traits | {Trait.IN_PLACE} if in_place[0] else traits,
        reference=reference,
        pto=pto,
        cpp=cpp,
        scalar_form=f"{base}s",
        native=dtypes,
        promotes={} if shift else {"tensor": "rint"},
        samples=(
            Sample(((8, 32), (8, 32)), dtype="INT32", ranges=ranges),
            Sample(((8, 32), (8, 32)), dtype="INT16", ranges=ranges),
            Sample(((8, 32), (8, 32)), dtype="UINT8", ranges=unsigned),
        ),
        rejects=(
            Reject(((16, 64), (16, 64)), "element type"),
            Reject(((16, 64), (16, 32)), "shapes", ("INT32",)),
            Reject(((16, 64), (16, 64)), "types", ("INT32", "INT16")),
        ),
    )
    number = op(
        f"{base}s",
        doc=f"{doc[:-1]}; the right operand is a scalar.",
        params=[operand("lhs"), scalar("rhs"), *more],
        infer=_checked(scalar_binary, shift=shift, tmp=tmp),
        traits=traits | {Trait.IN_PLACE} if in_place[1] else traits,
        reference=reference,
        pto=f"{pto}s",
        cpp=cpp,
        native=dtypes,
        samples=(
            Sample(((8, 32),), dtype="INT32", low=-1000, high=1000, scalars=(5,)),
            Sample(((8, 32),), dtype="INT8", low=-100, high=100, scalars=(3,)),
        ),
        rejects=(
            Reject(((16, 64),), "element type", scalars=(1,)),
            Reject(((16, 64),), "does not fit", ("INT32",), scalars=(1.5,)),
            *([Reject(((16, 64),), "shift count", ("INT16",), scalars=(-1,))] if shift else []),
            *([Reject(((16, 64),), "shift count", ("INT16",), scalars=(16,))] if shift else []),
        ),
    )
    return array, number


AND, ANDS = _pair(
    "and_", "A and b, bit by bit.", "tand", "vand({0}, {1})", lambda a, b: a & b, BITS, in_place=(True, False)
)
OR, ORS = _pair(
    "or_", "A or b, bit by bit.", "tor", "vor({0}, {1})", lambda a, b: a | b, BITS, in_place=(True, False)
)
XOR, XORS = _pair(
    "xor", "Where a and b differ, bit by bit.", "txor", "vxor({0}, {1})", lambda a, b: a ^ b, BITS,
    in_place=(False, False), tmp=True,
)  # fmt: skip
SHL, SHLS = _pair(
    "shl", "The bits of a moved up by b; those that leave are lost.", "tshl", "vshl({0}, {1})", _shift(True),
    SHIFTS, in_place=(True, True), shift=True,
)  # fmt: skip
SHR, SHRS = _pair(
    "shr", "The bits of a moved down by b; the sign fills in, in unsigned elements zeros.", "tshr",
    "vshr({0}, {1})", _shift(False), SHIFTS, in_place=(True, True), shift=True,
)  # fmt: skip


def _not(bound: Bound) -> Type:
    x = integer_type(bound, "input")
    return make(x, valid=x.valid)


NOT = op(
    "not_",
    doc="The complement of each bit.",
    params=[operand("input", "tile")],
    infer=_not,
    traits=_TRAITS | {Trait.IN_PLACE},
    reference=lambda x: ~x,
    pto="tnot",
    cpp="vnot({0})",
    native=BITS,
    samples=(
        Sample(((8, 32),), dtype="INT16", low=-1000, high=1000),
        Sample(((8, 32),), dtype="UINT8", low=0, high=255),
    ),
    rejects=(Reject(((16, 64),), "element type"),),
)
