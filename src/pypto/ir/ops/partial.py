# SPDX-License-Identifier: Apache-2.0
"""Operations on values that hold data in parts of different extent: where one of both has none, the other stands.

The valid region of one operand contains that of the other, and is that of the result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pypto.ir import arith
from pypto.ir.nodes import Dim, Type
from pypto.ir.ops.elementwise import _ARITH, EVERYWHERE, MAXIMUM, MINIMUM, MUL, _quiet
from pypto.ir.ops.rules import ValueType, binary_of, make, value_type
from pypto.ir.ops.table import Bound, Op, OpError, Reject, Sample, Trait, op, operand

_TRAITS = frozenset({Trait.PURE, Trait.VECTOR})


def _contains(outer: ValueType, inner: ValueType) -> bool:
    def covers(a: Dim, extent: Dim, b: Dim) -> bool:
        if arith.same(a, extent) or arith.same(a, b):
            return True
        difference = arith.as_int(arith.sub(a, b))
        return difference is not None and difference >= 0

    return all(
        covers(a, extent, b)
        for a, extent, b in zip(outer.valid_shape, outer.shape, inner.valid_shape, strict=True)
    )


def _infer(bound: Bound) -> Type:
    binary_of(bound, "lhs", "rhs")
    a, b = value_type(bound, "lhs"), value_type(bound, "rhs")
    if _contains(a, b):
        return make(a, valid=a.valid)
    if _contains(b, a):
        return make(a, valid=b.valid)
    raise OpError(
        "neither valid region provably contains the other",
        "fill the padding of one operand first: pl.fillpad(x)",
        "valid-shape",
    )


def _partial(name: str, doc: str, function: Callable[[Any, Any], Any], dtypes: Any) -> Op:
    return op(
        f"part_{name}",
        doc=doc,
        params=[operand("lhs", "src0"), operand("rhs", "src1")],
        infer=_infer,
        traits=_TRAITS,
        reference=_quiet(lambda a, b: function(a, b).astype(a.dtype)),
        pto=f"tpart{name}",
        native=dtypes,
        promotes=EVERYWHERE,
        samples=(
            Sample(((8, 32), (8, 32)), special=True),
            Sample(((8, 32), (8, 32)), dtype="FP16"),
            Sample(((8, 32), (8, 32)), dtype="INT32", low=-100, high=100),
        ),
        rejects=(
            Reject(((16, 64), (16, 32)), "shapes"),
            Reject(((16, 64), (16, 64)), "types", ("FP32", "FP16")),
        ),
    )


assert MUL.reference and MAXIMUM.reference and MINIMUM.reference
PART_ADD = _partial("add", "a + b where both hold data, else the one that does.", lambda a, b: a + b, _ARITH)
PART_MUL = _partial("mul", "a * b where both hold data, else the one that does.", MUL.reference, _ARITH)
PART_MAX = _partial(
    "max", "The larger of a and b where both hold data, else the one that does.", MAXIMUM.reference, _ARITH
)
PART_MIN = _partial(
    "min", "The smaller of a and b where both hold data, else the one that does.", MINIMUM.reference, _ARITH
)
