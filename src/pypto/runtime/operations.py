# SPDX-License-Identifier: Apache-2.0
"""How the interpreter runs each operation: by the reference of its row, or by a function here.

Elementwise operations and broadcasts compute the cells inside the valid region of their result, reductions the valid
cells of their operand. Operations that move data or metadata have no reference and stand here one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import prod
from typing import Any

from pypto.errors import InternalError, KernelFault
from pypto.ir import arith
from pypto.ir.calls import bind
from pypto.ir.dtypes import BF16, FP32, TASK_ID, DType
from pypto.ir.enums import AtomicType
from pypto.ir.evaluate import normalise
from pypto.ir.nodes import ArrayType, Call, Const, Dim, Expr, ScalarType, TensorType, TileType, Var, dtype_of
from pypto.ir.ops import (
    array,
    cast,
    compare,
    creation,
    generate,
    layout,
    memory,
    mx,
    partial,
    rows,
    shaping,
    staging,
    system,
    transfer,
)
from pypto.ir.ops.table import SCRATCH_NAMES, Op, Trait
from pypto.runtime import faults
from pypto.runtime.indexed import INDEXED
from pypto.runtime.lanes import CROSSINGS
from pypto.runtime.machine import Machine
from pypto.runtime.pipes import PIPES
from pypto.runtime.products import PRODUCTS
from pypto.runtime.rows import ROWS
from pypto.runtime.values import Buffer, Local, View, contiguous, poisoned


def perform(machine: Machine, call: Call) -> Any:
    """The value of an operation on arrays."""
    special = OPERATIONS.get(call.op)
    if special is not None:
        return special(machine, call)
    if call.op.reference is None:
        raise InternalError(f"{call.op.name} has no reference")
    if call.op.has(Trait.ROW_REDUCTION) or call.op.has(Trait.COL_REDUCTION):
        return reduce(machine, call)
    return compute(machine, call)


def compute(machine: Machine, call: Call) -> Local:
    """An elementwise operation or a broadcast, over the valid cells of the result."""
    _, valid = machine.extents(call)
    given = zip(call.op.value_params, call.args, strict=False)
    operands = [
        operand(machine, call, a, valid) for p, a in given if a is not None and p.name not in SCRATCH_NAMES
    ]
    assert call.op.reference is not None
    operands = [widened(machine, call, a) for a in operands]
    return machine.place(call, call.op.reference(*operands, **call.attrs))


def widened(machine: Machine, call: Call, values: Any) -> Any:
    """An operand in the type that the chip computes in; the result is rounded where it is placed."""
    import numpy as np

    narrow = values.dtype == machine.storage(BF16)
    return (
        values.astype(np.float32) if narrow and call.op.widens(BF16, machine.platform.generation) else values
    )


def operand(machine: Machine, call: Call, arg: Expr, valid: tuple[int, ...]) -> Any:
    """An array cut to the cells that the result needs, or a number in the element type of the result."""
    if isinstance(arg.type, ScalarType):
        assert isinstance(call.type, TensorType | TileType)
        dtype = machine.widened(call.type.dtype)
        # A literal is rounded once, to the element type.
        number = arg.value if isinstance(arg, Const) else machine.scalar(arg)
        return machine.storage(dtype).type(normalise(number, dtype))
    return crop(machine.local(arg).data, valid)


def crop(data: Any, valid: tuple[int, ...]) -> Any:
    """The origin rectangle that lines up with `valid` from the last axis on; axes of extent 1 repeat."""
    cut = []
    for number in range(data.ndim):
        axis = number - data.ndim
        cut.append(slice(0, data.shape[axis] if data.shape[axis] == 1 else valid[axis]))
    return data[tuple(cut)]


def reduce(machine: Machine, call: Call) -> Local:
    """A reduction of the operand's valid cells; nothing to reduce leaves poison."""
    source = machine.local(call.args[0]).held
    assert call.op.reference is not None
    if source.size == 0:
        shape, valid = machine.extents(call)
        assert isinstance(call.type, TensorType | TileType)
        return Local(poisoned(shape, machine.storage(call.type.dtype)), valid)
    import numpy as np

    with np.errstate(all="ignore"):
        values = call.op.reference(source, **call.attrs)
    return machine.place(call, values)


# Predicates, partial operands


def bits_of(mask: Local, rows: int, cols: int) -> Any:
    """The bits of a packed predicate for the elements of a tile."""
    import numpy as np

    raw = np.ascontiguousarray(mask.data[:rows]).view(np.uint8)
    return np.unpackbits(raw, axis=1, bitorder="little")[:, :cols].astype(bool)


def comparison(machine: Machine, call: Call) -> Local:
    """1 and 0 of tensors; of tiles a bit for each valid element."""
    if isinstance(call.type, TensorType):
        return compute(machine, call)
    import numpy as np

    source = machine.local(call.args[0])
    assert call.args[0] is not None and call.args[1] is not None
    left = source.held
    if isinstance(call.args[1].type, ScalarType):
        dtype = machine.widened(dtype_of(call.args[0].type))
        other = call.args[1]
        number = other.value if isinstance(other, Const) else machine.scalar(other)
        right: Any = machine.storage(dtype).type(normalise(number, dtype))
    else:
        right = crop(machine.local(call.args[1]).data, source.valid)
    with np.errstate(all="ignore"):
        found = compare.COMPARISONS[compare.mode_name(call.attrs.get("cmp_type", 0))](left, right)
    return machine.place(call, np.packbits(found, axis=1, bitorder="little"))


def select(machine: Machine, call: Call) -> Local:
    bound = bind(call, True)
    _, valid = machine.extents(call)
    mask = bits_of(machine.local(bound["mask"]), *valid)
    names = ("lhs", "rhs") if call.op is compare.SEL else ("src", "scalar")
    assert call.op.reference is not None
    return machine.place(
        call, call.op.reference(mask, *(operand(machine, call, bound[n], valid) for n in names))
    )


def combine(machine: Machine, call: Call) -> Local:
    """Where both operands hold data the operation, where one does that one."""
    a, b = machine.local(call.args[0]), machine.local(call.args[1])
    _, valid = machine.extents(call)
    both = tuple(slice(0, min(x, y)) for x, y in zip(a.valid, b.valid, strict=True))
    larger = a if a.valid == valid else b
    assert call.op.reference is not None
    result = larger.held.copy()
    result[both] = call.op.reference(a.data[both], b.data[both])
    return machine.place(call, result)


def generated(machine: Machine, call: Call) -> Local:
    """Values made of their position."""
    type_ = call.type
    assert isinstance(type_, TensorType | TileType) and call.op.reference is not None
    bound = bind(call, True)
    word = "descending" if call.op is generate.ARANGE else "upper"
    shape, valid = machine.extents(call)
    assert call.args[0] is not None
    start = machine.scalar(call.args[0])
    values = call.op.reference(start, shape=shape, dtype=type_.dtype, **{word: bool(bound[word])})
    return machine.place(call, crop(values, valid))


# Conversion and products


def convert(machine: Machine, call: Call) -> Local:
    """A cast, by the chain of direct conversions that the chip makes of it."""
    _, valid = machine.extents(call)
    values = crop(machine.local(call.args[0]).data, valid)
    assert call.args[0] is not None
    step: DType = machine.widened(dtype_of(call.args[0].type))
    target, mode = call.attrs["target_type"], cast.mode_name(bind(call, True)["mode"])
    if machine.wide:
        final = machine.widened(target)
        same = step is final
        return machine.place(call, values if same else cast.convert(values, step, final, mode))
    steps = cast.chain(step, target, machine.platform.generation)
    if steps is None:
        raise KernelFault(
            f"{machine.platform.name} has no conversion from {step} to {target}",
            span=call.span,
            help="cast in two steps, such as through pl.FP16 or pl.FP32",
            code="cast-chain",
        )
    for following in steps:
        values = cast.convert(values, step, following, mode)
        step = following
    return machine.place(call, values)


# Allocation, views, validity


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


# Movement


def assemble(machine: Machine, call: Call) -> Any:
    """Writes the valid cells of the source into the target."""
    target, source = machine.array(call.args[0]), machine.local(call.args[1])
    assert isinstance(call.args[0], Var) and isinstance(call.args[1], Var)
    offset = machine.dims(call.attrs["offset"])
    values = machine.converted(source.held, dtype_of(call.args[1].type), dtype_of(call.args[0].type))
    add = call.attrs.get("atomic") is AtomicType.Add
    name = call.args[0].name
    if isinstance(target, View):
        part = machine.part(faults.STORE_BOUNDS, target, name, offset, source.valid, call.span)
        machine.store(part, values, call.span, add)
        return target
    needed = part_extents(call.attrs["offset"], source.data.shape, source.valid)
    check_inside(machine, faults.STORE_BOUNDS, target, name, offset, needed, call)
    data = target.data.copy()
    data[tuple(slice(o, o + n) for o, n in zip(offset, source.valid, strict=True))] = values
    return Local(data, machine.extents(call)[1])


def load(machine: Machine, call: Call) -> Local:
    """A window of a tensor as a tile: leading axes become rows."""
    source, name = machine.view(call.args[0]), call.args[0]
    assert isinstance(name, Var) and isinstance(name.type, TensorType)
    shape, offset = machine.dims(call.attrs["shapes"]), machine.dims(call.attrs["offsets"])
    asked = call.attrs.get("valid_shape")
    wanted = memory.window(name.type, shape, call.attrs["offsets"], asked, bool(call.attrs.get("clamp")))
    valid = shape if wanted is None else machine.dims(wanted)
    machine.check_valid(shape, valid, call)
    part = machine.part(faults.LOAD_BOUNDS, source, name.name, offset, valid, call.span)
    if name.type.layout is not None:
        return Local(mx.logical(part.elements(), name.type.layout), valid)
    block = poisoned(shape, source.buffer.data.dtype)
    block[tuple(slice(0, n) for n in valid)] = part.elements()
    rows, tile_valid = machine.extents(call)
    return Local(block.reshape(rows), tile_valid)


def store(machine: Machine, call: Call) -> View:
    """The valid cells of a tile into a tensor; rows fill the leading axes of `shapes`."""
    tile, target = machine.local(call.args[0]), machine.view(call.args[1])
    assert isinstance(call.args[0], Var) and isinstance(call.args[1], Var)
    offset = machine.dims(call.attrs["offsets"])
    asked = call.attrs.get("shapes")
    source, into = call.args[0].type, call.args[1].type
    assert isinstance(source, TileType) and isinstance(into, TensorType)
    shape = machine.dims(transfer.stored_cells(source, into) if asked is None else asked)
    values = machine.converted(tile.held, dtype_of(call.args[0].type), dtype_of(call.args[1].type))
    part = machine.part(faults.STORE_BOUNDS, target, call.args[1].name, offset, shape, call.span)
    machine.store(part, values.reshape(shape), call.span, call.attrs.get("atomic") is AtomicType.Add)
    return target


def move(machine: Machine, call: Call) -> Local:
    source = machine.local(call.args[0])
    return Local(source.data.copy(), source.valid)


def read(machine: Machine, call: Call) -> Any:
    """One element as a Python number."""
    source = machine.array(call.args[0])
    assert isinstance(call.args[0], Var)
    index, name = machine.dims(call.attrs["offset"]), call.args[0].name
    unit = (1,) * len(index)
    if isinstance(source, View):
        cell = machine.part(faults.READ_BOUNDS, source, name, index, unit, call.span).elements()
    else:
        check_inside(machine, faults.READ_BOUNDS, source, name, index, unit, call)
        cell = source.data[index]
    return normalise(cell.reshape(()).item(), machine.number_type(call))


def write(machine: Machine, call: Call) -> Any:
    """One element from a scalar."""
    target = machine.array(call.args[0])
    assert isinstance(call.args[0], Var) and call.args[1] is not None
    index, name = machine.dims(call.attrs["offset"]), call.args[0].name
    number = call.args[1].value if isinstance(call.args[1], Const) else machine.scalar(call.args[1])
    value = normalise(number, machine.widened(dtype_of(call.args[0].type)))
    unit = (1,) * len(index)
    if isinstance(target, View):
        machine.store(
            machine.part(faults.WRITE_BOUNDS, target, name, index, unit, call.span), value, call.span
        )
        return target
    check_inside(machine, faults.WRITE_BOUNDS, target, name, index, unit, call)
    target.data[index] = value
    return target


def join(machine: Machine, call: Call) -> int:
    """A task that runs nothing; tasks run one after the other, so all it waits for is done."""
    return machine.new_task()


def meet(machine: Machine, call: Call) -> None:
    machine.barrier(call)


def expect_written(machine: Machine, call: Call) -> None:
    """Stops where a value is read next that nothing wrote."""
    assert call.args[0] is not None
    if not machine.scalar(call.args[0]):
        raise machine.fault(faults.TRAP, "", call.span)


def keep_order(machine: Machine, call: Call) -> None:
    """Flags, fences and barriers of pipes: statements run one after the other here."""


# Arrays of orchestration


def create_array(machine: Machine, call: Call) -> list[Any]:
    type_ = call.type
    assert isinstance(type_, ArrayType)
    empty = None if type_.dtype is TASK_ID else normalise(0, machine.widened(type_.dtype))
    return [empty] * type_.extent


def array_place(machine: Machine, call: Call) -> tuple[list[Any], int]:
    """The elements, and the index of one of them; KernelFault where there is none."""
    assert isinstance(call.args[0], Var) and call.args[1] is not None
    elements, index = machine.values[call.args[0]], machine.scalar(call.args[1])
    if not 0 <= index < len(elements):
        name = call.args[0].name
        raise machine.fault(faults.SLICE, name, call.span, -1, begin=index, size=len(elements))
    return elements, index


def get_element(machine: Machine, call: Call) -> Any:
    elements, index = array_place(machine, call)
    return elements[index]


def expect_index(machine: Machine, call: Call) -> None:
    assert call.args[0] is not None
    index, extent = machine.scalar(call.args[0]), call.attrs["extent"]
    if not 0 <= index < extent:
        raise machine.fault(faults.SLICE, "", call.span, -1, begin=index, size=extent)


def update_element(machine: Machine, call: Call) -> None:
    elements, index = array_place(machine, call)
    assert call.args[2] is not None
    elements[index] = machine.scalar(call.args[2])


OPERATIONS: Mapping[Op, Callable[[Machine, Call], Any]] = {
    **INDEXED,
    **CROSSINGS,
    compare.CMP: comparison,
    compare.CMPS: comparison,
    compare.SEL: select,
    compare.SELS: select,
    **dict.fromkeys((partial.PART_ADD, partial.PART_MUL, partial.PART_MAX, partial.PART_MIN), combine),
    generate.ARANGE: generated,
    generate.TRI: generated,
    cast.CAST: convert,
    **PRODUCTS,
    staging.CREATE_TILE: create_tile,
    rows.CREATE_L1: create,
    **ROWS,
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
    memory.ASSEMBLE: assemble,
    transfer.LOAD: load,
    transfer.STORE: store,
    transfer.MOVE: move,
    memory.READ: read,
    memory.WRITE: write,
    system.TASK_DUMMY: join,
    system.SYNCALL: meet,
    system.DUMP_TAG: keep_order,
    **dict.fromkeys(system.IN_ORDER, keep_order),
    system.EXPECT_WRITTEN: expect_written,
    **PIPES,
    array.CREATE: create_array,
    array.EXPECT_INDEX: expect_index,
    array.GET_ELEMENT: get_element,
    array.UPDATE_ELEMENT: update_element,
}
