# SPDX-License-Identifier: Apache-2.0
"""Values that begin, views, and what of a value is valid, in the interpreter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import prod
from typing import Any

from pypto.ir import arith
from pypto.ir.calls import bind
from pypto.ir.dtypes import FP32
from pypto.ir.evaluate import normalise
from pypto.ir.nodes import Call, Const, Dim, TensorType, TileType, Var
from pypto.ir.ops import creation, layout, memory, rows, shaping, staging
from pypto.ir.ops.table import Op
from pypto.runtime import faults
from pypto.runtime.machine import Machine
from pypto.runtime.values import Buffer, Local, View, contiguous, poisoned


def create(machine: Machine, call: Call) -> Any:
    type_ = call.type
    assert isinstance(type_, TensorType)
    shape, dtype = machine.dims(type_.shape), machine.storage(type_.dtype)
    if type_.local:
        return Local(poisoned(shape, dtype), shape)
    for axis, extent in enumerate(shape):
        if extent < 0:
            raise machine.fault(faults.VALID_SHAPE, "", call.span, axis, size=extent)
    try:
        data = poisoned(shape, dtype)
    except (MemoryError, ValueError):  # NumPy has two words for it
        size = prod(shape) * dtype.itemsize
        raise faults.DeviceMemoryError(
            faults.NO_ROOM.format("a scratch tensor needs", size), span=call.span
        ) from None
    init = call.attrs.get("init_value")
    if init is not None:
        kind = machine.widened(type_.dtype)
        # Of floats only FP32 is filled with anything but 0.
        data[...] = normalise(init, kind) if init or kind is FP32 else 0
    whole = View.whole(Buffer.of("a scratch tensor", data, type_.dtype.packed), shape)
    return whole if type_.strides is None else replace(whole, strides=machine.dims(type_.strides))


def create_tile(machine: Machine, call: Call) -> Local:
    assert isinstance(call.type, TileType)
    shape = machine.dims(call.type.shape)
    return Local(poisoned(shape, machine.storage(call.type.dtype)), shape)


def full(machine: Machine, call: Call) -> Local:
    assert isinstance(call.type, TensorType | TileType)
    number = call.attrs["value"]
    number = number.value if isinstance(number, Const) else number
    return machine.place(call, normalise(number, machine.widened(call.type.dtype)))


def window(machine: Machine, call: Call) -> Any:
    """A slice: a view in orchestration, a copy of the valid cells inside a region."""
    source = machine.array(call.args[0])
    shape, offset = machine.dims(call.attrs["shape"]), machine.dims(call.attrs["offset"])
    dropped = call.attrs.get("drop_dims") or ()
    keep = [axis for axis in range(len(shape)) if axis not in dropped]
    type_ = call.type
    assert isinstance(type_, TensorType | TileType) and isinstance(call.args[0], Var)
    held = machine.dims(type_.valid_shape)  # a tile has two axes, whatever is dropped
    kept = iter(held[len(held) - len(keep) :])
    valid = tuple(next(kept) if axis in keep else 1 for axis in range(len(shape)))
    machine.check_valid(shape, valid, call)
    name = call.args[0].name
    if isinstance(source, View):
        part = machine.part(faults.LOAD_BOUNDS, source, name, offset, valid, call.span)
        if isinstance(type_, TensorType) and not type_.local:
            return source.window(offset, shape, keep)
        cells = part.elements()
    else:
        needed = part_extents(call.attrs["offset"], shape, valid)
        check_inside(machine, faults.LOAD_BOUNDS, source, name, offset, needed, call)
        cells = source.data[tuple(slice(o, o + n) for o, n in zip(offset, valid, strict=True))]
    return machine.place(call, cells.reshape(held))


def part_extents(offset: tuple[Dim, ...], shape: tuple[int, ...], valid: tuple[int, ...]) -> tuple[int, ...]:
    """What of a part has to lie inside of a value: what holds data, and all of it where the start is computed."""
    return tuple(
        n if arith.as_int(o) is not None else size for o, size, n in zip(offset, shape, valid, strict=True)
    )


def check_inside(
    machine: Machine,
    code: int,
    source: Local,
    name: str,
    offset: tuple[int, ...],
    shape: tuple[int, ...],
    call: Call,
) -> None:
    """KernelFault where a window leaves an array on the core."""
    for axis, (begin, size, extent) in enumerate(zip(offset, shape, source.data.shape, strict=True)):
        if 0 not in shape and not 0 <= begin <= extent - size:
            raise machine.fault(code, name, call.span, axis, begin, size, extent)


def reshape(machine: Machine, call: Call) -> Any:
    source = machine.array(call.args[0])
    assert isinstance(call.type, TensorType | TileType)
    shape = machine.dims(call.type.shape)
    if isinstance(source, View):
        return View(source.buffer, shape, contiguous(shape), source.start)
    _, valid = machine.extents(call)
    return Local(source.data.reshape(shape), valid)


def set_validshape(machine: Machine, call: Call) -> Local:
    _, valid = machine.extents(call)
    return Local(machine.local(call.args[0]).data, valid)


def fillpad(machine: Machine, call: Call) -> Local:
    source = machine.local(call.args[0])
    assert isinstance(call.type, TensorType | TileType)
    data = source.data.copy()
    data[...] = shaping.pad_number(bind(call, True)["pad_value"], call.type.dtype)
    data[tuple(slice(0, n) for n in source.valid)] = source.held
    return Local(data, source.data.shape)


def fill_larger(machine: Machine, call: Call) -> Local:
    """The valid cells at the origin of a larger array."""
    source = machine.local(call.args[0])
    shape, valid = machine.extents(call)
    assert isinstance(call.type, TensorType | TileType)
    data = poisoned(shape, source.data.dtype)
    data[...] = shaping.pad_number(bind(call, True)["pad_value"], call.type.dtype)
    data[tuple(slice(0, n) for n in source.valid)] = source.held
    return Local(data, valid)


def transpose(machine: Machine, call: Call) -> Any:
    """A view of global memory with two axes exchanged, a copy of a value on the core."""
    source = machine.array(call.args[0])
    first, second = layout.axes_of(
        len(source.shape if isinstance(source, View) else source.data.shape),
        call.attrs["axis1"],
        call.attrs["axis2"],
    )
    if isinstance(source, View):
        shape, strides = (layout.swapped(v, first, second) for v in (source.shape, source.strides))
        return View(source.buffer, shape, strides, source.start)
    _, valid = machine.extents(call)
    return Local(source.data.swapaxes(first, second).copy(), valid)


def turn(machine: Machine, call: Call) -> Local:
    """A tile read with its axes exchanged."""
    source = machine.local(call.args[0])
    return Local(source.data.T, source.valid[::-1])


def extract(machine: Machine, call: Call) -> Local:
    """A copy of a part of a tile."""
    source = machine.local(call.args[0])
    assert isinstance(call.args[0], Var) and isinstance(call.type, TileType)
    shape = machine.dims(call.type.shape)
    at = tuple(machine.scalar(a) for a in call.args[1:] if a is not None)
    check_inside(machine, faults.LOAD_BOUNDS, source, call.args[0].name, at, shape, call)
    _, valid = machine.extents(call)
    return machine.place(call, source.data[tuple(slice(o, o + n) for o, n in zip(at, valid, strict=True))])


def concat(machine: Machine, call: Call) -> Local:
    """Columns side by side, at full width."""
    import numpy as np

    sources = [machine.local(a).data for a in call.args]
    _, valid = machine.extents(call)
    return Local(np.concatenate(sources, axis=1), valid)


SHAPES: Mapping[Op, Callable[[Machine, Call], Any]] = {
    staging.CREATE_TILE: create_tile,
    rows.CREATE_L1: create,
    staging.EXTRACT: extract,
    staging.TRANSPOSE_VIEW: turn,
    creation.CREATE_TENSOR: create,
    creation.FULL: full,
    memory.SLICE: window,
    shaping.RESHAPE: reshape,
    shaping.SET_VALIDSHAPE: set_validshape,
    shaping.FILLPAD: fillpad,
    layout.FILLPAD_EXPAND: fill_larger,
    layout.FILLPAD_INPLACE: fill_larger,
    layout.TRANSPOSE: transpose,
    layout.CONCAT: concat,
}
