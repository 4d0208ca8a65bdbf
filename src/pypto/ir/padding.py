# SPDX-License-Identifier: Apache-2.0
"""Which reads of single elements give the pad value of a tensor that holds data in part."""

from __future__ import annotations

from pypto.ir import arith
from pypto.ir.dtypes import BOOL
from pypto.ir.enums import PadValue
from pypto.ir.nodes import Call, Dim, Expr, ScalarType, TensorType, Var
from pypto.ir.ops import scalar
from pypto.ir.ops.table import Op


def is_padded(value: Expr | None) -> bool:
    """Whether it is a tensor that holds data in part, and has a value for the rest."""
    type_ = value.type if isinstance(value, Var) else None
    return isinstance(type_, TensorType) and type_.valid is not None and type_.pad is not PadValue.null


def leaves_data(call: Call) -> Expr | None:
    """Whether a read of a padded tensor stays in its shape and leaves what it holds; None where it never does."""
    source = call.args[0]
    if not is_padded(source):
        return None
    assert source is not None and isinstance(source.type, TensorType)
    outside, inside = [], []
    for index, extent, valid in zip(
        call.attrs["offset"], source.type.shape, source.type.valid_shape, strict=True
    ):
        number, held = arith.as_int(index), arith.as_int(valid)
        if number is None:
            inside += [_compare(scalar.GE, index, 0), _compare(scalar.LT, index, extent)]
        if not arith.same(valid, extent) and (number is None or held is None or number >= held):
            outside.append(_compare(scalar.GE, index, valid))
    if not outside:
        return None
    return _joined(scalar.AND, [_joined(scalar.OR, outside), *inside])


def _compare(row: Op, a: Dim, b: Dim) -> Expr:
    return Call(row, (arith.to_expr(a), arith.to_expr(b)), {}, ScalarType(BOOL))


def _joined(row: Op, tests: list[Expr]) -> Expr:
    found = tests[0]
    for test in tests[1:]:
        found = Call(row, (found, test), {}, ScalarType(BOOL))
    return found
