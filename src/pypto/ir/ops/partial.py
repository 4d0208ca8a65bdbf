# SPDX-License-Identifier: Apache-2.0
"""Operations on values that hold data in parts of different extent: where one of both has none, the other stands.

The valid region of one operand contains that of the other, and is that of the result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pypto.ir import arith
from pypto.ir.nodes import Dim, Type, format_dims
from pypto.ir.ops.elementwise import _ARITH, EVERYWHERE, MAXIMUM, MINIMUM, MUL, _quiet
from pypto.ir.ops.rules import binary_of, make, value_type
from pypto.ir.ops.table import Bound, Op, OpError, Reject, Sample, Trait, op, operand

_TRAITS = frozenset({Trait.PURE, Trait.VECTOR})


def _infer(bound: Bound) -> Type:
    binary_of(bound, "lhs", "rhs")
    a, b = value_type(bound, "lhs"), value_type(bound, "rhs")
    pairs = list(zip(a.valid_shape, b.valid_shape, a.shape, strict=True))
    more = [_more(x, y) for x, y, _ in pairs]
    less = [_more(y, x) for x, y, _ in pairs]
    if any(number > 0 for number in more) and any(number > 0 for number in less):
        raise OpError(
            f"the valid regions {format_dims(a.valid_shape)} and {format_dims(b.valid_shape)} do not contain one another",
            "fill the padding of one operand first: pl.fillpad(x)",
            "valid-shape",
        )
    return make(a, valid=tuple(_larger(x, y, extent) for x, y, extent in pairs))


def _more(a: Dim, b: Dim) -> int:
    """How far `a` provably reaches beyond `b`, 0 where that is not known."""
    return max(arith.as_int(arith.sub(a, b)) or 0, 0)


def _larger(a: Dim, b: Dim, extent: Dim) -> Dim:
    """The extent of both; at run time one of the regions contains the other."""
    return extent if arith.same(a, extent) or arith.same(b, extent) else arith.maximum(a, b)


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
