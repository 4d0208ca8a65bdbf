# SPDX-License-Identifier: Apache-2.0
"""How the interpreter sorts, merges, gathers and scatters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod
from typing import Any

from pypto.ir.calls import bind
from pypto.ir.dtypes import FP32, UINT8, DType
from pypto.ir.enums import Mem
from pypto.ir.evaluate import normalise
from pypto.ir.nodes import Call, Const, TensorType, TileType, Var, dtype_of
from pypto.ir.ops import cast, gather, indexed, layout, random, scatter, sort
from pypto.ir.ops.table import Op
from pypto.runtime import faults
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
    if gather.is_comparison(bound):
        return gather_compare(machine, call)
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


def gather_compare(machine: Machine, call: Call) -> Local:
    bound = bind(call, True)
    source = machine.local(call.args[0])
    assert call.args[0] is not None
    dtype = machine.widened(dtype_of(call.args[0].type))
    given = bound["kvalue"]
    number = given.value if isinstance(given, Const) else machine.scalar(given)
    value = machine.storage(dtype).type(normalise(number, dtype))
    found = gather.matches(source.held, value, bound["cmp_mode"], bound["out_cols"], bound["offset"])
    return machine.place(call, found[bool(bound["counts"])])


def gather_blocks(machine: Machine, call: Call) -> Local:
    source, offset = machine.local(call.args[0]), machine.local(call.args[1]).held
    assert call.args[0] is not None
    data = retyped(machine, source.data, dtype_of(call.args[0].type), UINT8).reshape(-1)
    found = gather.blocks_of(data, offset)
    return machine.place(call, retyped(machine, found, UINT8, result_dtype(call)))


# Scatters


def scatter_any(machine: Machine, call: Call) -> Local:
    bound = bind(call, True)
    _, valid = machine.extents(call)
    if bound["mask_pattern"] is not None:
        base, source = machine.local(bound["dst"]), machine.local(bound["input"])
        data = scatter.spread(base.data, source.held, bound["mask_pattern"])
    else:
        base, source = machine.local(bound["input"]), machine.local(bound["src"])
        index = cut(machine.local(bound["index"]).data, source.valid)
        data = scatter.placed_in_rows(base.data, index, source.held)
    return Local(data, valid)


def scatter_flat(machine: Machine, call: Call) -> Local:
    import numpy as np

    bound = bind(call, True)
    base, source = machine.local(bound["dst"]).data, machine.local(bound["src"])
    _, valid = machine.extents(call)
    empty = np.zeros_like(base)
    if call.op is scatter.SCATTER_MASK:
        return Local(scatter.spread(empty, source.held, bound["mask_pattern"]), valid)
    index = cut(machine.local(bound["indexes"]).data, source.valid)
    return Local(scatter.placed(empty, index, source.held), valid)


def scatter_update(machine: Machine, call: Call) -> Local:
    bound = bind(call, True)
    base, source = machine.local(bound["input"]), machine.local(bound["src"]).data
    width = source.shape[-1]
    source, result = source.reshape(-1, width), base.data.copy()
    data, index = result.reshape(-1, width), machine.local(bound["index"]).data.reshape(-1)
    for row, at in zip(source, index, strict=True):
        if not 0 <= at < data.shape[0]:
            name = f"the result of pl.{call.op.name}"
            raise machine.fault(faults.STORE_BOUNDS, name, call.span, 0, int(at), 1, data.shape[0])
        data[at] = row
    return Local(result, base.valid)


# Global memory


def mgather(machine: Machine, call: Call) -> Local:
    bound = bind(call, True)
    source, rows = machine.view(bound["mem"]), bound["coalesce"] == "row"
    if bound["target_memory"] is Mem.Mat:
        _, valid = machine.extents(call)
        index = machine.view(bound["idx"]).elements()
        index = index[:, : valid[0]] if rows else index[: valid[0], : valid[1]]
    else:
        index = machine.local(bound["idx"]).held
    cells = source.elements()
    found = indexed.taken(cells, index, bound["coalesce"], bound["gather_oob"])
    if found is None:
        capacity = cells.shape[0] if rows else cells.size
        first = next(int(i) for i in index.reshape(-1).astype("u4") if i >= capacity)
        code = faults.LOAD_BOUNDS if rows else faults.READ_BOUNDS
        raise machine.fault(code, bound["mem"].name, call.span, 0 if rows else -1, first, 1, capacity)
    if rows and bound["target_memory"] is Mem.Mat:
        found = found[:, : valid[1]]
    return machine.place(call, found)


def mscatter(machine: Machine, call: Call) -> None:
    import numpy as np

    source = machine.local(call.args[0])
    index = cut(machine.local(call.args[1]).data, source.valid).reshape(-1).astype("u4").astype("i8")
    target = machine.view(call.args[2])
    assert isinstance(call.args[2], Var)
    capacity = prod(target.shape)
    outside = index[index >= capacity]
    if outside.size:
        name = call.args[2].name
        raise machine.fault(faults.WRITE_BOUNDS, name, call.span, -1, int(outside[0]), 1, capacity)
    if index.size:
        machine.store(target, source.held.reshape(-1), call.span, at=np.unravel_index(index, target.shape))


def random_words(machine: Machine, call: Call) -> Local:
    shape, valid = machine.extents(call)
    given = [machine.scalar(a) for a in call.args if a is not None]
    found = random.words(*given, shape=shape, dtype=result_dtype(call), rounds=bind(call, True)["rounds"])
    return machine.place(call, cut(found, valid))


INDEXED: Mapping[Op, Callable[[Machine, Call], Any]] = {
    layout.REINTERPRET_VIEW: reinterpret,
    sort.SORT32: sort32,
    sort.MRGSORT: mrgsort,
    gather.GATHER: gather_any,
    gather.TILE_GATHER: gather_flat,
    gather.GATHER_MASK: gather_mask,
    gather.GATHER_COMPARE: gather_compare,
    gather.GATHERB: gather_blocks,
    scatter.SCATTER: scatter_any,
    scatter.TILE_SCATTER: scatter_flat,
    scatter.SCATTER_MASK: scatter_flat,
    scatter.SCATTER_UPDATE: scatter_update,
    indexed.MGATHER: mgather,
    indexed.MSCATTER: mscatter,
    random.RANDOM: random_words,
    random.TILE_RANDOM: random_words,
}
