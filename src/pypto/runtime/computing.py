# SPDX-License-Identifier: Apache-2.0
"""What the interpreter computes cell by cell: references of rows, reductions, predicates, conversions.

Elementwise operations and broadcasts compute the cells inside the valid region of their result, reductions the valid
cells of their operand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pypto.errors import KernelFault
from pypto.ir.calls import bind
from pypto.ir.dtypes import BF16, DType
from pypto.ir.evaluate import normalise
from pypto.ir.nodes import Call, Const, Expr, ScalarType, TensorType, TileType, dtype_of
from pypto.ir.ops import cast, compare, generate, partial
from pypto.ir.ops.table import SCRATCH_NAMES, Op
from pypto.runtime.machine import Machine
from pypto.runtime.values import Local, poisoned


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


COMPUTED: Mapping[Op, Callable[[Machine, Call], Any]] = {
    compare.CMP: comparison,
    compare.CMPS: comparison,
    compare.SEL: select,
    compare.SELS: select,
    **dict.fromkeys((partial.PART_ADD, partial.PART_MUL, partial.PART_MAX, partial.PART_MIN), combine),
    generate.ARANGE: generated,
    generate.TRI: generated,
    cast.CAST: convert,
}
