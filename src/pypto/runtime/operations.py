# SPDX-License-Identifier: Apache-2.0
"""How the interpreter runs each operation: by the reference of its row, or by a function here.

Operations that move data or metadata have no reference. Those that move data to or from other memory, or order tasks,
stand here one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pypto.errors import InternalError
from pypto.ir.enums import AtomicType
from pypto.ir.evaluate import normalise
from pypto.ir.nodes import Call, Const, TensorType, TileType, Var, dtype_of
from pypto.ir.ops import (
    memory,
    mx,
    system,
    transfer,
)
from pypto.ir.ops.table import Op, Trait
from pypto.runtime import faults
from pypto.runtime.arrays import ARRAYS
from pypto.runtime.computing import COMPUTED, compute, reduce
from pypto.runtime.indexed import INDEXED
from pypto.runtime.lanes import CROSSINGS
from pypto.runtime.machine import Machine
from pypto.runtime.pipes import PIPES
from pypto.runtime.products import PRODUCTS
from pypto.runtime.rows import ROWS
from pypto.runtime.shapes import SHAPES, check_inside, part_extents
from pypto.runtime.values import Local, View, poisoned


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


OPERATIONS: Mapping[Op, Callable[[Machine, Call], Any]] = {
    **INDEXED,
    **CROSSINGS,
    **COMPUTED,
    **PRODUCTS,
    **ROWS,
    **SHAPES,
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
    **ARRAYS,
}
