# SPDX-License-Identifier: Apache-2.0
"""What a finished call says about itself: its arguments by name, its inferred type, equality of types.

    values = bind(call, region=True)     # {"input": x, "shape": (16, 64), "offset": (r, 0), ...}
    type_ = infer(call, region=True)     # what the row says the result is

`region` says whether the call stands in code that runs on a core.
"""

from __future__ import annotations

from pypto.ir import arith
from pypto.ir.nodes import Call, Dim, TensorType, TileType, TupleType, Type
from pypto.ir.ops.strides import strides_of
from pypto.ir.ops.table import REQUIRED, Bound

CORE_KINDS = frozenset({"InCore", "AIV", "AIC"})
"""Kinds of functions whose whole body runs on a core."""


def bind(call: Call, region: bool) -> Bound:
    """The arguments of a call by parameter name, in the row's order, defaults filled in."""
    operands = iter(call.args)
    taken = {p.name for p in call.op.value_params}
    values = {}
    for param in call.op.params:
        if param.name in taken:
            values[param.name] = next(operands, None)
        else:
            default = None if param.default is REQUIRED else param.default
            values[param.name] = call.attrs.get(param.name, default)
    return Bound(values, region, isinstance(call.type, TileType))


def infer(call: Call, region: bool) -> Type:
    """The type that the call's row gives it; OpError where the row refuses the operands."""
    return call.op.infer(bind(call, region))


def _same_dims(a: tuple[Dim, ...] | None, b: tuple[Dim, ...] | None) -> bool:
    if a is None or b is None:
        return a is b
    return len(a) == len(b) and all(arith.same(x, y) for x, y in zip(a, b, strict=True))


def same_type(a: Type, b: Type) -> bool:
    """Whether two types are equal, extents compared by value."""
    if a is b:
        return True
    if isinstance(a, TensorType) and isinstance(b, TensorType):
        if (a.dtype, a.local, a.layout) != (b.dtype, b.local, b.layout) or (
            a.pad is not b.pad and not a.local
        ):
            return False
        if not _same_dims(a.shape, b.shape) or not _same_dims(a.valid_shape, b.valid_shape):
            return False
        return (a.strides is None and b.strides is None) or _same_dims(strides_of(a), strides_of(b))
    if isinstance(a, TileType) and isinstance(b, TileType):
        fixed = ("shape", "dtype", "space", "blayout", "slayout", "fractal", "pad", "address", "batch")
        return all(getattr(a, f) == getattr(b, f) for f in fixed) and _same_dims(a.valid_shape, b.valid_shape)
    if isinstance(a, TupleType) and isinstance(b, TupleType):
        return len(a.items) == len(b.items) and all(map(same_type, a.items, b.items))
    return a == b
