# SPDX-License-Identifier: Apache-2.0
"""Rows of global memory gathered into a value, in the interpreter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod
from typing import Any

from pypto.ir.calls import bind
from pypto.ir.nodes import Call, TensorType, TileType, Var
from pypto.ir.ops import memory, rows
from pypto.ir.ops.table import Op
from pypto.runtime import faults
from pypto.runtime.machine import Machine
from pypto.runtime.values import Local, poisoned


def gather_row(machine: Machine, call: Call) -> Local:
    """A window of global memory at a place of a copy of the value."""
    old, source, name = machine.local(call.args[0]), machine.view(call.args[1]), call.args[1]
    assert isinstance(name, Var) and isinstance(name.type, TensorType) and isinstance(call.args[0], Var)
    shape, at = machine.dims(call.attrs["shapes"]), machine.dims(call.attrs["src_offset"])
    asked = memory.window(name.type, shape, call.attrs["src_offset"], call.attrs.get("valid_shape"), False)
    valid = shape if asked is None else machine.dims(asked)
    machine.check_valid(shape, valid, call)
    part = machine.part(faults.LOAD_BOUNDS, source, name.name, at, valid, call.span).elements()
    values = part.reshape(prod(valid[:-1]), valid[-1])
    size = (prod(shape[:-1]), shape[-1])
    if call.attrs.get("transpose") and isinstance(call.type, TileType):
        values, size = values.T, size[::-1]
    to = machine.dims(call.attrs["dst_offset"])
    for axis, (begin, count, extent) in enumerate(zip(to, size, old.data.shape, strict=True)):
        if not 0 <= begin <= extent - count:
            raise machine.fault(faults.STORE_BOUNDS, call.args[0].name, call.span, axis, begin, count, extent)
    data = old.data.copy()
    data[tuple(slice(o, o + n) for o, n in zip(to, values.shape, strict=True))] = values
    return Local(data, old.valid)


def paged_gather(machine: Machine, call: Call) -> Local:
    """Row by row, through the table of pages."""
    bound = bind(call, True)
    source, indices, table = (machine.view(bound[n]) for n in ("src", "indices", "block_table"))
    names = {n: bound[n].name for n in ("src", "indices", "block_table")}
    shape, valid = machine.extents(call)
    assert isinstance(call.type, TensorType)
    turned = bool(bound["is_trans"])
    data = poisoned(shape, machine.storage(call.type.dtype))
    target = data.T if turned else data
    size = target.shape[1]
    column = 0 if bound["col_off"] is None else int(machine.scalar(bound["col_off"]))
    block = int(machine.scalar(bound["block_size"]))

    def entry(name: str, view: Any, index: int) -> int:
        at = (index,) if len(view.shape) == 1 else (0, index)
        unit = (1,) * len(at)
        return int(machine.part(faults.READ_BOUNDS, view, names[name], at, unit, call.span).elements().item())

    for number in range(indices.shape[-1]):
        index = entry("indices", indices, number)
        row = entry("block_table", table, index // block) * block + index % block
        part = machine.part(faults.LOAD_BOUNDS, source, names["src"], (row, column), (1, size), call.span)
        target[number] = part.elements()[0]
    return Local(data, valid)


ROWS: Mapping[Op, Callable[[Machine, Call], Any]] = {
    rows.GATHER_ROW: gather_row,
    rows.PAGED_GATHER: paged_gather,
}
