# SPDX-License-Identifier: Apache-2.0
"""Where values wait from one iteration of a loop to the next, or for what stands behind the loop.

    for i in pl.range(3):                                        s_1 = 0.0
        s = pl.read(x, [i, 1])                                   t_1 = create_tensor([16, 64], FP32); t_rows = 0
        t = pl.slice(x, [16, 64], [i * 16, 0],             ->    for i in pl.range(3):
                     valid_shape=[n - i, 64])                        ...
    y = pl.assemble(y, pl.add(t, s), [0, 0])                         s_1 = s; t_1 = t; t_rows = n - i
                                                                 t_2 = set_validshape(t_1, t_rows, 64)

A slot of a value on the chip holds all its cells, and as numbers the valid extents that the loop changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from pypto.errors import Span
from pypto.frontend.values import Value, same_type
from pypto.frontend.yields import Yields
from pypto.ir import arith
from pypto.ir.dtypes import BOOL, INDEX
from pypto.ir.enums import Mem
from pypto.ir.nodes import (
    Assign,
    Call,
    Const,
    Expr,
    ScalarType,
    TaskIdType,
    TensorType,
    TileType,
    Type,
    Var,
)
from pypto.ir.ops import creation, shaping, staging
from pypto.ir.visit import vars_in

AXES = ("rows", "cols")
_KEPT_SPACES = ("Vec", "Acc")  # what moves within one memory


@dataclass
class Slot:
    """One variable for a value, and one for each of its valid extents that changes."""

    name: str
    type: Type  # of the value that was put in first
    whole: Var
    extents: dict[int, Var] = field(default_factory=dict)

    @property
    def variables(self) -> tuple[Var, ...]:
        return (self.whole, *self.extents.values())


class Slots(Yields):
    """Makes slots, fills them and reads them."""

    def slot(self, name: str, type_: Type, changing: Iterable[int], span: Span | None) -> Slot:
        """Room for values of a type whose valid extents on some axes are not always the same."""
        axes = tuple(changing)
        held = type_
        if isinstance(held, TileType) and held.memref is not None:  # that of another value
            held = replace(held, memref=None)
        if axes:
            assert isinstance(held, TensorType | TileType)
            held = replace(held, valid=None)
        whole = self.fresh(name, held, span)
        extents = {axis: self.fresh(f"{name}_{AXES[axis]}", ScalarType(INDEX), span) for axis in axes}
        return Slot(name, type_, whole, extents)

    def put(self, slot: Slot, value: Expr) -> list[tuple[Var, Expr]]:
        """What to assign so that the slot holds a value; values that are computed for it stand in front."""
        if not slot.extents:
            return [(slot.whole, value)]
        pairs: list[tuple[Var, Expr]] = [(slot.whole, self.all_cells(value))]
        assert isinstance(value.type, TensorType | TileType)
        for axis, var in slot.extents.items():
            extent = arith.to_expr(value.type.valid_shape[axis])
            if not isinstance(extent, Var | Const):
                extent = self.define(f"{slot.name}_{AXES[axis]}", extent, value.span)
            pairs.append((var, extent))
        return pairs

    def all_cells(self, value: Expr) -> Expr:
        """A value with the cells that are not valid."""
        known = self.session.whole.get(value, value) if isinstance(value, Var) else value
        assert isinstance(known.type, TensorType | TileType)
        if known.type.valid is None:
            return known
        extents = [arith.to_expr(d) for d in known.type.shape]
        full = replace(known.type, valid=None)
        return self.define(
            "t", Call(shaping.SET_VALIDSHAPE, (known, *extents), {}, full, value.span), value.span
        )

    def taken(self, slot: Slot, span: Span | None) -> Var:
        """The value that the slot holds, under a name that does not change when the slot does."""
        if not slot.extents:
            return slot.whole
        assert isinstance(slot.type, TensorType | TileType)
        assert isinstance(slot.whole.type, TensorType | TileType)
        valid = [arith.to_expr(d) for d in slot.type.valid_shape]
        for axis, var in slot.extents.items():
            now = self.fresh(var.name, var.type, span)
            self.emit(Assign(now, var, span))
            valid[axis] = now
        type_: Type = replace(slot.whole.type, valid=(valid[0], valid[1]))
        return self.define(
            slot.name, Call(shaping.SET_VALIDSHAPE, (slot.whole, *valid), {}, type_, span), span
        )

    def empty(self, type_: Type, span: Span | None) -> Expr:
        """What a slot holds before anything is put in; nothing reads it."""
        if isinstance(type_, TensorType | TileType) and type_.valid is not None:
            whole = self.temporary(self.empty(replace(type_, valid=None), span), span)
            valid = [arith.to_expr(d) for d in type_.valid]
            return Call(shaping.SET_VALIDSHAPE, (whole, *valid), {}, type_, span)
        if isinstance(type_, TensorType):
            attrs = {"shape": type_.shape, "dtype": type_.dtype}
            return Call(creation.CREATE_TENSOR, (), attrs, type_, span)
        if isinstance(type_, TileType):
            attrs = {"shape": type_.shape, "dtype": type_.dtype, "target_memory": Mem(type_.space)}
            return Call(staging.CREATE_TILE, (), attrs, type_, span)
        if isinstance(type_, TaskIdType):
            return Const(None, type_, span)
        assert isinstance(type_, ScalarType)
        zero = False if type_.dtype is BOOL else 0.0 if type_.dtype.is_float else 0
        return Const(zero, type_, span)

    def fits(self, slot: Slot, value: Expr) -> bool:
        """Whether a slot can hold a value."""
        return not any(True for _ in self.other_axes(slot, value)) and same_type(
            _whole(slot.type), _whole(value.type)
        )

    def other_axes(self, slot: Slot, value: Expr) -> list[int]:
        """The axes on which a value has another valid extent than what the slot holds always."""
        a, b = slot.type, value.type
        if not isinstance(a, TensorType | TileType) or not isinstance(b, TensorType | TileType):
            return []
        if len(a.shape) != 2 or not same_type(_whole(a), _whole(b)):
            return []
        pairs = enumerate(zip(a.valid_shape, b.valid_shape, strict=True))
        return [n for n, (x, y) in pairs if n not in slot.extents and not arith.same(x, y)]

    # Names that a loop binds first

    def can_wait(self, value: Value, since: int) -> bool:
        """Whether a slot can hold a value, whatever of its type the loop decides."""
        type_ = value.type if isinstance(value, Expr) else None
        if isinstance(type_, ScalarType | TaskIdType):
            return True
        if isinstance(type_, TileType) and (
            type_.space not in _KEPT_SPACES
            or not same_type(type_, TileType(type_.shape, type_.dtype, type_.space, type_.valid))
        ):
            return False
        if not isinstance(type_, TensorType | TileType) or (
            isinstance(type_, TensorType) and not type_.local
        ):
            return False
        return not self.changing_axes(type_, since) or len(type_.shape) == 2

    def changing_axes(self, type_: Type, since: int) -> tuple[int, ...]:
        """The axes whose valid extent is made of what came into being after a point."""
        if not isinstance(type_, TensorType | TileType) or type_.valid is None:
            return ()
        return tuple(
            axis
            for axis, extent in enumerate(type_.valid_shape)
            if isinstance(extent, Expr) and any(self.inside_since(v, since) for v in vars_in(extent))
        )


def _whole(type_: Type) -> Type:
    """The type of all cells; of more axes than two, whose valid extents do not change, the type itself."""
    if isinstance(type_, TensorType | TileType) and len(type_.shape) == 2:
        return replace(type_, valid=None)
    return type_
