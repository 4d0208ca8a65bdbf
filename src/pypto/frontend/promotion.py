# SPDX-License-Identifier: Apache-2.0
"""Arrays of different element types meet in the common one: the casts that an operation needs are written before it.

pl.add(h, x)        h FP16, x FP32
->  t_1 = pl.cast(h, pl.FP32, mode="rint")
    pl.add(t_1, x)

A float wins over an integer, then the wider type, then the signed one; of FP16 and BF16 the first operand's. A scalar
beside a tensor takes part in the same way; beside a tile, and in `subs`, it is converted to the elements' type. A
tensor of integers under a function of floats, as pl.exp, is converted to FP32.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pypto.errors import Span
from pypto.ir.dtypes import BF16, FP16, FP32, INDEX, INT8, INT16, INT32, DType
from pypto.ir.nodes import Call, Const, Expr, ScalarType, TensorType, TileType, Var
from pypto.ir.ops import cast, layout, scalar
from pypto.ir.ops.rules import promote
from pypto.ir.ops.table import SCRATCH_NAMES, Bound, Op, Trait

if TYPE_CHECKING:
    from pypto.frontend.operations import Operations

_KEEPS_ITS_TYPE = frozenset({FP32, FP16, BF16, INT8, INT16, INT32})
"""What `subs` converts a scalar from and to."""


def promoted(calls: Operations, op: Op, bound: Mapping[str, Any], span: Span) -> dict[str, Any]:
    """The arguments with arrays, and a scalar among them, in one element type."""
    arrays = {
        p.name: value
        for p in op.value_params
        if p.name not in SCRATCH_NAMES and isinstance(value := bound[p.name], Var)
        if isinstance(value.type, TensorType | TileType)
    }
    types = [v.type for v in arrays.values()]
    if not types:
        return dict(bound)
    mode = op.promotes.get("tile" if isinstance(types[0], TileType) else "tensor")
    if mode is None or any(isinstance(t, TileType) != isinstance(types[0], TileType) for t in types):
        return dict(bound)
    found: DType | None = None
    for type_ in types:
        assert isinstance(type_, TensorType | TileType)
        found = type_.dtype if found is None else promote(found, type_.dtype)
    assert found is not None
    if op.has(Trait.FLOATS) and found.is_int:
        found = FP32
    given = ((p.name, bound[p.name]) for p in op.value_params)
    numbers = [name for name, v in given if isinstance(v, Expr) and isinstance(v.type, ScalarType)]
    tensor = isinstance(types[0], TensorType)
    for name in numbers:
        found = _with_number(op, bound[name], found, tensor)
    out = dict(bound)
    for name, value in arrays.items():
        out[name] = _converted(calls, value, found, mode, span)
    for name in numbers:
        out[name] = _number(bound[name], found, span)
    return out


def _with_number(op: Op, number: Expr, elements: DType, tensor: bool) -> DType:
    """The element type beside a scalar."""
    if not isinstance(number.type, ScalarType) or not tensor or op.name in ("sub", "subs"):
        return elements
    if isinstance(number, Const):  # a literal takes the type of the elements, where that can hold it
        return FP32 if isinstance(number.value, float) and elements.is_int else elements
    dtype = number.type.dtype
    return elements if dtype is INDEX or not (dtype.is_int or dtype.is_float) else promote(elements, dtype)


def _number(number: Expr, elements: DType, span: Span) -> Expr:
    """A scalar in the element type; what does not convert is left for the type rule to refuse."""
    type_ = number.type
    if isinstance(number, Const) or not isinstance(type_, ScalarType) or type_.dtype in (INDEX, elements):
        return number
    if not {type_.dtype, elements} <= _KEEPS_ITS_TYPE or (type_.dtype.is_float and elements.is_int):
        return number
    return Call(scalar.CAST, (number,), {"target_type": elements}, ScalarType(elements), span)


def _converted(calls: Operations, value: Var, target: DType, mode: str, span: Span) -> Var:
    type_ = value.type
    assert isinstance(type_, TensorType | TileType)
    source = type_.dtype
    if source is target:
        return value
    if source.is_int and target.is_int and source.bits == target.bits:
        return _made(calls, layout.REINTERPRET_VIEW, {"data": value, "dtype": target}, span)
    for step in cast.promotion(source, target):
        value = _made(calls, cast.CAST, {"input": value, "target_type": step, "mode": mode}, span)
    return value


def _made(calls: Operations, op: Op, given: Mapping[str, Any], span: Span) -> Var:
    bound = {p.name: given.get(p.name, p.default) for p in op.params}
    type_ = op.infer(
        Bound(bound, calls.region is not None, isinstance(next(iter(given.values())).type, TileType))
    )
    return calls.temporary(calls.make_call(op, bound, type_, span), span)
