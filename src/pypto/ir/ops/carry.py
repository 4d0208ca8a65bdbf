# SPDX-License-Identifier: Apache-2.0
"""Sums and differences of three: `(a + b) + c` and `(a - b) - c`, each step rounded to the element type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pypto.ir.nodes import Type
from pypto.ir.ops.elementwise import _ARITH, EVERYWHERE, _quiet
from pypto.ir.ops.rules import binary_of, check_scalar_operand, value_type
from pypto.ir.ops.table import Bound, Op, Reject, Sample, Trait, op, operand, scalar

_TRAITS = frozenset({Trait.PURE, Trait.ELEMENTWISE, Trait.VECTOR, Trait.IN_PLACE})


def _three(bound: Bound) -> Type:
    binary_of(bound, "lhs", "rhs")
    return binary_of(bound, "lhs", "rhs2")


def _scalar_between(bound: Bound) -> Type:
    check_scalar_operand(bound, "rhs", value_type(bound, "lhs").dtype)
    return binary_of(bound, "lhs", "rhs2")


def _pair(
    name: str, doc: str, pto: str, step: str, reference: Callable[[Any, Any, Any], Any]
) -> tuple[Op, Op]:
    cpp = f"{step}(rounded<{{type}}>({step}({{0}}, {{1}})), {{2}})"
    three, two = ((8, 32),) * 3, ((8, 32),) * 2
    array = op(
        name,
        doc=doc,
        params=[operand("lhs"), operand("rhs"), operand("rhs2")],
        infer=_three,
        traits=_TRAITS,
        reference=_quiet(reference),
        pto=pto,
        cpp=cpp,
        namespaces=("pl", "tile"),
        native=_ARITH,
        promotes=EVERYWHERE,
        samples=(
            Sample(three, special=True),
            Sample(three, dtype="FP16"),
            Sample(three, dtype="INT32", low=-100, high=100),
        ),
        rejects=(Reject(((16, 64), (16, 64), (16, 32)), "shapes"),),
    )
    number = op(
        f"{name[:-1]}sc",
        doc=f"{doc[:-1]}; b is a scalar.",
        params=[operand("lhs"), scalar("rhs"), operand("rhs2")],
        infer=_scalar_between,
        traits=_TRAITS,
        reference=_quiet(reference),
        pto=f"{pto[:-1]}sc",
        cpp=cpp,
        namespaces=("pl", "tile"),
        native=_ARITH,
        promotes=EVERYWHERE,
        samples=(
            Sample(two, scalars=(0.3,), special=True),
            Sample(two, dtype="FP16", scalars=(0.3,)),
            Sample(two, dtype="INT32", low=-100, high=100, scalars=(7,)),
        ),
        rejects=(Reject(((16, 64), (16, 64)), "bool", scalars=(True,)),),
    )
    return array, number


def _add(a: Any, b: Any, c: Any) -> Any:
    return ((a + b).astype(a.dtype) + c).astype(a.dtype)


def _sub(a: Any, b: Any, c: Any) -> Any:
    return ((a - b).astype(a.dtype) - c).astype(a.dtype)


ADDC, ADDSC = _pair("addc", "a + b + c, rounded after each step.", "taddc", "vadd", _add)
SUBC, SUBSC = _pair("subc", "a - b - c, rounded after each step.", "tsubc", "vsub", _sub)
