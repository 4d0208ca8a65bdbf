# SPDX-License-Identifier: Apache-2.0
"""How the interpreter sorts, merges, gathers and scatters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pypto.ir.calls import bind
from pypto.ir.dtypes import FP32, DType
from pypto.ir.nodes import Call, TensorType, TileType, dtype_of
from pypto.ir.ops import cast, gather, layout, sort
from pypto.ir.ops.table import Op
from pypto.runtime.machine import Machine
from pypto.runtime.values import Local, poisoned


def cut(data: Any, valid: tuple[int, ...]) -> Any:
    """The cells at the origin."""
    return data[tuple(slice(0, n) for n in valid)]


def result_dtype(call: Call) -> DType:
    assert isinstance(call.type, TensorType | TileType)
    return call.type.dtype


def retyped(machine: Machine, data: Any, source: DType, target: DType) -> Any:
    """The same bits as another type; floats that the machine keeps wider are narrowed first."""
    import numpy as np

    if machine.widened(source) is not source:
        data = cast.convert(data, FP32, source, "rint")
    bits = np.ascontiguousarray(data).view(target.numpy())
    wide = machine.widened(target) is not target
    return bits.astype(np.float32) if wide else bits


def reinterpret(machine: Machine, call: Call) -> Local:
    """The same bits; they share their memory unless the machine keeps one of the types wider."""
    source = machine.local(call.args[0])
    shape, valid = machine.extents(call)
    assert call.args[0] is not None
    data = retyped(machine, source.data, dtype_of(call.args[0].type), result_dtype(call))
    return Local(data.reshape(shape), valid)


# Sorting


def sort32(machine: Machine, call: Call) -> Local:
    source, index = machine.local(call.args[0]).held, machine.local(call.args[1])
    assert call.op.reference is not None
    return machine.place(call, call.op.reference(source, cut(index.data, source.shape)))


def mrgsort(machine: Machine, call: Call) -> Local:
    bound = bind(call, True)
    if bound["block_len"] is not None:
        return machine.place(call, sort.runs_merged(machine.local(bound["src0"]).held, bound["block_len"]))
    lists = [machine.local(bound[name]).held for name in sort.SOURCES if bound[name] is not None]
    pairs, end = sort.merged(lists)
    if bound["exhausted"]:
        pairs[2 * end :] = poisoned((pairs.size - 2 * end,), pairs.dtype)
    _, valid = machine.extents(call)
    return machine.place(call, pairs.reshape(valid))


# Gathers


def gather_any(machine: Machine, call: Call) -> Local:
    bound = bind(call, True)
    if bound["mask_pattern"] is not None:
        return gather_mask(machine, call)
    source, index = machine.local(bound["input"]), machine.local(bound["index"])
    return machine.place(call, gather.along(source.data, index.held, bound["dim"]))


def gather_mask(machine: Machine, call: Call) -> Local:
    source = machine.local(call.args[0])
    kept = gather.columns_of(source.data, call.attrs["mask_pattern"])
    assert call.args[0] is not None
    given, target = dtype_of(call.args[0].type), result_dtype(call)
    if given is not target:
        kept = retyped(machine, kept, given, target)
    _, valid = machine.extents(call)
    return machine.place(call, cut(kept, valid))


def gather_flat(machine: Machine, call: Call) -> Local:
    source, index = machine.local(call.args[0]), machine.local(call.args[1])
    return machine.place(call, gather.flat(source.data, index.held))


INDEXED: Mapping[Op, Callable[[Machine, Call], Any]] = {
    layout.REINTERPRET_VIEW: reinterpret,
    sort.SORT32: sort32,
    sort.MRGSORT: mrgsort,
    gather.GATHER: gather_any,
    gather.TILE_GATHER: gather_flat,
    gather.GATHER_MASK: gather_mask,
}
