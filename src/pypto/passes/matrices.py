# SPDX-License-Identifier: Apache-2.0
"""Values of several matrices on a vector core: what an instruction does to one matrix, done to each on its own.

    y = pl.col_sum(x)          # x [2, 8, 64]     ->     for i in pl.range(2):
                                                              m = x[i:i + 1, :, :]
                                                              s = pl.col_sum(m)
                                                              y[i:i + 1, :, :] = s

Written with values of tensors again, which are lowered as the kernel's own are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pypto.ir import arith
from pypto.ir.calls import bind, infer
from pypto.ir.dtypes import INDEX
from pypto.ir.nodes import Assign, Call, Const, Dim, Eval, Expr, For, ScalarType, Stmt, TensorType, Type, Var
from pypto.ir.ops import creation, layout, memory, shaping
from pypto.ir.ops.table import SCRATCH_NAMES, Op, Trait

if TYPE_CHECKING:
    from pypto.passes.lower import Lowering

_INDEX = ScalarType(INDEX)


def tensor_of(var: Expr | None) -> TensorType:
    assert var is not None and isinstance(var.type, TensorType)
    return var.type


def is_several(type_: Type) -> bool:
    """Whether a value on chip has more than one matrix."""
    return isinstance(type_, TensorType) and any(arith.as_int(d) != 1 for d in type_.shape[:-2])


def is_rectangle(type_: Type) -> bool:
    """Whether the cells of a value on chip that hold data are whole rows, or first parts of rows, of a tile."""
    if not isinstance(type_, TensorType) or type_.valid is None:
        return True
    head = list(zip(type_.shape[:-1], type_.valid[:-1], strict=True))
    partial = [i for i, (extent, valid) in enumerate(head) if not arith.same(extent, valid)]
    return not partial or (
        len(partial) == 1 and all(arith.as_int(extent) == 1 for extent, _ in head[: partial[0]])
    )


def part_of(type_: TensorType, shape: Sequence[Dim], valid: Sequence[Dim]) -> TensorType:
    """A value on chip of another shape."""
    whole = all(arith.same(a, b) for a, b in zip(shape, valid, strict=True))
    return TensorType(tuple(shape), type_.dtype, valid=None if whole else tuple(valid), local=True)


class Parts:
    """The statements that make a value part by part; each is lowered as it is added."""

    def __init__(self, low: Lowering, target: Var, call: Call) -> None:
        self.low, self.call, self.span = low, call, call.span
        self.final = target
        same = any(a is target for a in call.args)
        self.target = low.temporary(f"{target.name}_new", target.type, call.span) if same else target
        self.out: list[Stmt] = []

    def add(self, target: Var, op: Op, args: Sequence[Expr | None], attrs: Mapping[str, Any]) -> Var:
        call = Call(op, tuple(args), dict(attrs), target.type, self.span)
        self.out += self.low.assign(Assign(target, call, self.span))
        return target

    def value(self, word: str, type_: Type, op: Op, *args: Expr | None, **attrs: Any) -> Var:
        """A step whose result has a name of its own."""
        return self.add(self.low.temporary(f"{self.final.name}_{word}", type_, self.span), op, args, attrs)

    def computed(self, word: str, op: Op, *args: Expr | None, **attrs: Any) -> Var:
        """A step whose type follows from its operands."""
        type_ = infer(Call(op, args, attrs, tensor_of(self.target), self.span), True)
        return self.value(word, type_, op, *args, **attrs)

    def start(self, number: float | None = None) -> None:
        """Room for the result, filled where a number is given."""
        type_ = tensor_of(self.target)
        given = {"shape": type_.shape, "dtype": type_.dtype}
        if number is None:
            self.add(self.target, creation.CREATE_TENSOR, (), given)
        else:
            self.add(self.target, creation.FULL, (), {**given, "value": number})

    def take(self, source: Expr, at: Sequence[Dim], shape: Sequence[Dim], valid: Sequence[Dim]) -> Var:
        """A part of a value, without loss of an axis."""
        type_ = part_of(tensor_of(source), shape, valid)
        return self.value("part", type_, memory.SLICE, source, shape=type_.shape, offset=tuple(at))

    def put(self, part: Var, at: Sequence[Dim]) -> None:
        """Writes a part of the result."""
        self.add(self.target, memory.ASSEMBLE, (self.target, part), {"offset": tuple(at)})

    def each(self, extents: Sequence[Dim], body: Callable[[tuple[Dim, ...]], None]) -> None:
        """The body once for each index; no loop over an axis of one element."""
        outer, at = self.out, list[Dim]()
        loops: list[tuple[Var, Dim]] = []
        self.out = []
        for extent in extents:
            if arith.as_int(extent) == 1:
                at.append(0)
                continue
            var = self.low.temporary(f"{self.final.name}_i", _INDEX, self.span)
            at.append(var)
            loops.append((var, extent))
        body(tuple(at))
        inner: list[Stmt] = self.out
        zero, one = Const(0, _INDEX), Const(1, _INDEX)
        for var, extent in reversed(loops):
            inner = [For(var, zero, arith.to_expr(extent), one, tuple(inner), span=self.span)]
        self.out = [*outer, *inner]

    def finish(self) -> list[Stmt]:
        if self.target is not self.final:
            self.out += self.low.assign(Assign(self.final, self.target, self.span))
        return self.out


def _along(at: tuple[Dim, ...], type_: TensorType) -> tuple[Dim, ...]:
    """The matrix of an operand that belongs to an index: an axis of one element is repeated."""
    lead = type_.shape[:-2]
    inside = at[len(at) - len(lead) :] if lead else ()
    return tuple(0 if arith.as_int(d) == 1 else i for i, d in zip(inside, lead, strict=True))


def _one_row(type_: Type) -> bool:
    return isinstance(type_, TensorType) and all(arith.as_int(d) == 1 for d in type_.shape[:-1])


def by_matrix(call: Call) -> bool:
    """Whether an operation on columns, or a fill, has to treat the matrices of its operand one by one."""
    first = call.args[0] if call.args else None
    if first is None or not is_several(first.type):
        return False
    if call.op is shaping.FILLPAD:
        return not is_rectangle(first.type)
    if call.op is layout.FILLPAD_EXPAND:
        grown = zip(call.attrs["shape"][1:-1], tensor_of(first).shape[1:-1], strict=True)
        return not is_rectangle(first.type) or any(not arith.same(a, b) for a, b in grown)
    if call.op.has(Trait.COL_REDUCTION):
        return True
    return call.op.has(Trait.COL_EXPAND) and not (
        call.args[1] is not None and _one_row(call.args[1].type)  # the same row for all
    )


def each_matrix(low: Lowering, target: Var, call: Call) -> list[Stmt]:
    """Columns are those of one matrix, and so is what surrounds its data."""
    parts = Parts(low, target, call)
    fills = call.op in (shaping.FILLPAD, layout.FILLPAD_EXPAND)
    source = tensor_of(call.args[0])
    parts.start(shaping.pad_number(bind(call, True)["pad_value"], source.dtype) if fills else None)
    scratch = {p.name for p in call.op.value_params if p.name in SCRATCH_NAMES}
    names = [p.name for p in call.op.value_params]

    def one(at: tuple[Dim, ...]) -> None:
        args: list[Expr | None] = []
        for name, arg in zip(names, call.args, strict=False):
            if arg is None or name in scratch or not isinstance(arg.type, TensorType):
                args.append(None if name in scratch else arg)
                continue
            type_ = arg.type
            place, ones = _along(at, type_), (1,) * (len(type_.shape) - 2)
            shape, valid = (*ones, *type_.shape[-2:]), (*ones, *type_.valid_shape[-2:])
            args.append(parts.take(arg, (*place, 0, 0), shape, valid))
        attrs = dict(call.attrs)
        if "shape" in attrs:
            attrs["shape"] = (*(1,) * len(at), *attrs["shape"][-2:])
        parts.put(parts.computed("one", call.op, *args, **attrs), (*at, 0, 0))

    parts.each(source.valid_shape[:-2], one)
    return parts.finish()


# Windows


def leading_axes(offset: Sequence[Dim], sizes: Sequence[Dim], full: Sequence[Dim]) -> int:
    """Along how many leading axes a window has to be taken apart, so that each part is adjacent rows."""
    whole = [arith.as_int(o) == 0 and arith.same(a, b) for o, a, b in zip(offset, sizes, full, strict=True)]
    for head in range(len(sizes)):
        first = next((i for i in range(head, len(sizes) - 1) if arith.as_int(sizes[i]) != 1), len(sizes))
        if all(whole[first + 1 : -1]):
            return head
    return len(sizes) - 1


def cut(
    low: Lowering, target: Var, source: Var, offset: Sequence[Dim], shape: Sequence[Dim], call: Call
) -> list[Stmt]:
    """A window of a value that is not in one piece."""
    parts, x = Parts(low, target, call), tensor_of(source)
    drop = call.attrs.get("drop_dims") or ()
    kept = [axis for axis in range(len(shape)) if axis not in drop]
    room = memory.window(x, tuple(shape), tuple(offset), call.attrs.get("valid_shape"), True) or tuple(shape)
    parts.start()
    head = leading_axes(offset, shape, x.shape)
    inside = list(shape)  # as far as the window lies in the value
    for axis in range(head, len(shape) - 1):
        begin = arith.as_int(offset[axis])
        inside[axis] = (
            shape[axis] if begin is None else arith.minimum(shape[axis], arith.sub(x.shape[axis], begin))
        )

    def one(at: tuple[Dim, ...]) -> None:
        places = [*(arith.add(o, i) for o, i in zip(offset, at, strict=False)), *offset[head:]]
        ones = (1,) * head
        part = parts.take(source, places, (*ones, *inside[head:]), (*ones, *room[head:]))
        if drop:
            type_ = tensor_of(part)
            less = part_of(type_, [type_.shape[k] for k in kept], [type_.valid_shape[k] for k in kept])
            part = parts.value("kept", less, shaping.RESHAPE, part, shape=less.shape)
        where = [*at, *[0] * (len(shape) - head)]
        parts.put(part, [where[k] for k in kept])

    parts.each(room[:head], one)
    return parts.finish()


def spread(
    low: Lowering, target: Var, old: Var, source: Var, offset: Sequence[Dim], call: Call
) -> list[Stmt]:
    """A write into a window that is not in one piece, or of data that is not."""
    parts, x = Parts(low, target, call), tensor_of(source)
    parts.out += low.assign(Assign(parts.target, old, call.span))
    full = tensor_of(target).shape
    head = len(full) - 2 if not is_rectangle(x) else leading_axes(offset, x.shape, full)

    def one(at: tuple[Dim, ...]) -> None:
        ones = (1,) * head
        part = parts.take(
            source,
            [*at, *[0] * (len(full) - head)],
            (*ones, *x.shape[head:]),
            (*ones, *x.valid_shape[head:]),
        )
        parts.put(part, [*(arith.add(o, i) for o, i in zip(offset, at, strict=False)), *offset[head:]])

    parts.each(x.valid_shape[:head], one)
    return parts.finish()


# Transposition


def transposed(low: Lowering, target: Var, call: Call) -> list[Stmt] | None:
    """Axes of several matrices exchanged; None where one instruction does it."""
    x, source = tensor_of(call.args[0]), call.args[0]
    assert source is not None
    rank = len(x.shape)
    first, second = sorted(layout.axes_of(rank, call.attrs["axis1"], call.attrs["axis2"]))
    if (first, second) == (rank - 2, rank - 1):
        return None if not is_several(x) else _turned(low, target, source, call)
    if second < rank - 1:
        return _reordered(low, target, source, (first, second), call)
    # Another axis and the last one: over the axis before the last.
    parts = Parts(low, target, call)
    current: Expr = source
    for pair in ((first, rank - 2), (rank - 2, rank - 1)):
        current = parts.computed("turned", call.op, current, axis1=pair[0], axis2=pair[1])
    parts.add(parts.target, call.op, (current,), {"axis1": first, "axis2": rank - 2})
    return parts.finish()


def _turned(low: Lowering, target: Var, source: Expr, call: Call) -> list[Stmt]:
    parts, x = Parts(low, target, call), tensor_of(source)
    ones = (1,) * (len(x.shape) - 2)
    parts.start()

    def one(at: tuple[Dim, ...]) -> None:
        part = parts.take(source, (*at, 0, 0), (*ones, *x.shape[-2:]), (*ones, *x.valid_shape[-2:]))
        parts.put(parts.computed("turned", call.op, part, axis1=-2, axis2=-1), (*at, 0, 0))

    parts.each(x.valid_shape[:-2], one)
    return parts.finish()


def _reordered(low: Lowering, target: Var, source: Expr, pair: tuple[int, int], call: Call) -> list[Stmt]:
    """Neither axis is that of the columns: runs of rows go to other places."""
    parts, x = Parts(low, target, call), tensor_of(source)
    head = pair[1] + 1
    ones = (1,) * head
    rest = [0] * (len(x.shape) - head)
    parts.start()

    def one(at: tuple[Dim, ...]) -> None:
        part = parts.take(source, [*at, *rest], (*ones, *x.shape[head:]), (*ones, *x.valid_shape[head:]))
        parts.put(part, [*layout.swapped(at, *pair), *rest])

    parts.each(x.valid_shape[:head], one)
    return parts.finish()


# Global memory


def loaded(low: Lowering, target: Var, call: Call) -> list[Stmt]:
    """A window of global memory whose data is not in one piece of the tile."""
    parts, made = Parts(low, target, call), tensor_of(target)
    shape, offset = call.attrs["shape"], call.attrs["offset"]
    drop = call.attrs.get("drop_dims") or ()
    lead = [axis for axis in range(len(shape)) if axis not in drop][:-2]
    ones = (1,) * len(lead)
    type_ = part_of(made, (*ones, *made.shape[-2:]), (*ones, *made.valid_shape[-2:]))
    parts.start()

    def one(at: tuple[Dim, ...]) -> None:
        place, size = list(offset), list(shape)
        for axis, number in zip(lead, at, strict=True):
            place[axis], size[axis] = arith.add(offset[axis], number), 1
        window = {"shape": tuple(size), "offset": tuple(place), "drop_dims": drop}
        parts.put(parts.value("part", type_, memory.SLICE, call.args[0], **window), (*at, 0, 0))

    parts.each(made.valid_shape[:-2], one)
    return parts.finish()


def stored(low: Lowering, call: Call) -> list[Stmt]:
    """A write to global memory of data that is not in one piece of the tile."""
    target, source = call.args
    assert isinstance(target, Var) and isinstance(source, Var)
    parts, x = Parts(low, source, replace(call, args=())), tensor_of(source)
    ones, offset = (1,) * (len(x.shape) - 2), call.attrs["offset"]

    def one(at: tuple[Dim, ...]) -> None:
        part = parts.take(source, (*at, 0, 0), (*ones, *x.shape[-2:]), (*ones, *x.valid_shape[-2:]))
        place = (*(arith.add(o, i) for o, i in zip(offset, at, strict=False)), *offset[-2:])
        write = replace(call, args=(target, part), attrs={**call.attrs, "offset": place})
        parts.out += low.effect(Eval(write, call.span), write)

    parts.each(x.valid_shape[:-2], one)
    return parts.out
