# SPDX-License-Identifier: Apache-2.0
"""Writes that continue what a view of a tensor in global memory holds.

The valid region belongs to the view, so what is written goes by a view of which more is valid:

v = pl.slice(y, [32, 64], [0, 0],              v = slice(y, [32, 64], [0, 0], valid_shape=[8, 64])
             valid_shape=[8, 64])              v_1 = slice(y, [32, 64], [0, 0], valid_shape=[16, 64])
with pl.at(level=CORE_GROUP):              ->  with pl.at(level=CORE_GROUP):
    v = pl.assemble(v, t, [8, 0])                  assemble(v_1, t, [8, 0])
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pypto.errors import Span
from pypto.ir.calls import same_type
from pypto.ir.nodes import Call, Expr, TensorType, Var, format_dims
from pypto.ir.ops import memory
from pypto.ir.ops.table import OpError
from pypto.ir.visit import vars_in

if TYPE_CHECKING:
    from pypto.frontend.operations import Operations


def continued(calls: Operations, call: Call, span: Span | None) -> Call:
    """The write of a tensor in global memory, through a view of which as much is valid as after it.

    Raises OpError where such a view cannot be taken.
    """
    number = call.op.target
    assert number is not None
    target = call.args[number]
    assert isinstance(target, Var) and isinstance(target.type, TensorType)
    if same_type(target.type, call.type):
        return call
    assert isinstance(call.type, TensorType)
    view = calls.session.views.get(target)
    why = _stays(calls, view, call.type)
    if view is None or why is not None:
        raise OpError(
            f"`{target.name}` holds data in {format_dims(target.type.valid_shape)} and this write continues it, "
            f"but {why}",
            "leave its valid_shape out, and give one where it is read",
            "valid-shape",
        )
    extents = list(call.type.valid_shape)
    for axis in sorted(view.attrs.get("drop_dims") or ()):
        extents.insert(axis, 1)
    view = replace(view, attrs={**view.attrs, "valid_shape": tuple(extents), "clamp": False}, type=call.type)
    var = calls.define_outside(target.name, view, span)
    args = (*call.args[:number], var, *call.args[number + 1 :])
    return replace(call, args=args)


def _stays(calls: Operations, view: Call | None, type_: TensorType) -> str | None:
    """Why no slice with the valid extents of the type can be taken in the place of a view; None where one can."""
    source = None if view is None else view.args[0]
    if view is None or view.op is not memory.SLICE or source is None:
        return "its valid region is declared"
    if source.type.valid is not None:  # type: ignore[attr-defined]
        return "it is a view of what is valid in part"
    region, extents = calls.region, (d for d in type_.valid_shape if isinstance(d, Expr))
    if region is not None and any(calls.inside_since(v, region.since) for d in extents for v in vars_in(d)):
        return "how far is known in the region only"
    return None
