# SPDX-License-Identifier: Apache-2.0
"""The state of an interpreted run: values of variables, the place in the program, stores and faults."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pypto.errors import InternalError, KernelFault, Span
from pypto.ir.dtypes import FP32, DType
from pypto.ir.evaluate import evaluate, is_scalar_op, normalise
from pypto.ir.nodes import Call, Const, Dim, Expr, ScalarType, TaskIdType, TensorType, TileType, Var
from pypto.ir.ops import cast, memory, system
from pypto.platforms import Platform
from pypto.runtime import faults
from pypto.runtime.history import Store
from pypto.runtime.launch_events import LaunchEvents
from pypto.runtime.pipes import Seat, meet_cores
from pypto.runtime.values import Local, View, poisoned, storage

if TYPE_CHECKING:
    import numpy as np

    from pypto.runtime.lanes import Lane
    from pypto.runtime.meeting import Turn


@dataclass(frozen=True)
class _Fault:
    """The numbers of a fault, under the names that the device uses."""

    code: int
    axis: int = -1
    begin: int = 0
    size: int = 0
    extent: int = 0
    value: int = 0


class Machine:
    """One core and its orchestration, one statement at a time.

    `task`, `kernel`, `block`, `blocks` say where control is; kernel -1 is the orchestration.
    """

    def __init__(self, platform: Platform, wide: bool) -> None:
        self.platform = platform
        self.wide = wide
        self.values: dict[Var, Any] = {}
        self.stores: list[Store] = []
        self.tasks = 0
        self.task = 0
        self.kernel = -1
        self.kernel_name = ""
        self.block = 0
        self.lane = 0
        self.beside: Lane | None = (
            None  # which of two vector cores this is, where the kernel names what crosses
        )
        self.in_lane = False  # the body of a split_aiv loop runs
        self.seat: Seat | None = None  # the place in the group that runs
        self.waits_at: Span | None = None
        self.turn: Turn | None = None  # among the blocks of the task, where they meet
        self.events = LaunchEvents({}, frozenset())
        self.cores_of_block: Sequence[int] = (1, 2, 3)  # how many cores may run a block
        self.blocks = 1

    def new_task(self) -> int:
        """The number of the next task; what follows belongs to it."""
        self.task = self.tasks
        self.tasks += 1
        return self.task

    # Scalars and extents

    def scalar(self, expr: Expr) -> Any:
        """The value of a scalar expression as a Python number."""
        if isinstance(expr, Var):
            return self.values[expr]
        if isinstance(expr, Const):
            if expr.value is None or isinstance(expr.type, TaskIdType):
                return None
            return normalise(expr.value, self.number_type(expr))
        assert isinstance(expr, Call), expr
        if is_scalar_op(expr.op):
            operands = [a for a in expr.args if a is not None]
            numbers = [self.scalar(a) for a in operands]
            types = [self.number_type(a) for a in operands]
            return evaluate(expr.op, numbers, types, self.number_type(expr), expr.attrs)
        if expr.op is system.GET_BLOCK_IDX:
            return self.block
        if expr.op is system.GET_BLOCK_NUM:
            return self.blocks
        if expr.op is system.GET_SUBBLOCK_IDX:
            return self.lane
        if expr.op is system.AVAILABLE_CLUSTER_COUNT:
            return self.platform.cube_cores
        if expr.op is system.AVAILABLE_AIV_COUNT:
            return self.platform.vector_cores
        if expr.op is memory.DIM:
            return self.array(expr.args[0]).shape[expr.attrs["axis"]]
        raise InternalError(f"{expr.op.name} is no scalar operation")

    def number_type(self, expr: Expr) -> DType:
        assert isinstance(expr.type, ScalarType), expr
        return self.widened(expr.type.dtype)

    def widened(self, dtype: DType) -> DType:
        return FP32 if self.wide and dtype.is_float else dtype

    def dim(self, dim: Dim) -> int:
        return dim if isinstance(dim, int) else int(self.scalar(dim))

    def dims(self, dims: Iterable[Dim]) -> tuple[int, ...]:
        return tuple(self.dim(d) for d in dims)

    # Arrays

    def array(self, expr: Expr | None) -> Any:
        """What a tensor or tile variable denotes: a View or a Local."""
        assert isinstance(expr, Var), expr
        return self.values[expr]

    def local(self, expr: Expr | None) -> Local:
        value = self.array(expr)
        if not isinstance(value, Local):
            raise InternalError(f"{expr} is in global memory, a value on a core is needed")
        return value

    def view(self, expr: Expr | None) -> View:
        value = self.array(expr)
        if not isinstance(value, View):
            raise InternalError(f"{expr} is a value on a core, a tensor in global memory is needed")
        return value

    def storage(self, dtype: DType) -> np.dtype[Any]:
        return storage(dtype, self.wide)

    def extents(self, call: Call) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Physical and valid extents of the result of a call."""
        type_ = call.type
        assert isinstance(type_, TensorType | TileType), type_
        shape, valid = self.dims(type_.shape), self.dims(type_.valid_shape)
        self.check_valid(shape, valid, call)
        return shape, valid

    def check_valid(self, shape: tuple[int, ...], valid: tuple[int, ...], call: Call) -> None:
        for axis, (size, held) in enumerate(zip(shape, valid, strict=True)):
            if not 0 <= held <= size:
                name = f"the result of pl.{call.op.name}"
                raise self.fault(faults.VALID_SHAPE, name, call.span, axis, size=held, extent=size)

    def place(self, call: Call, values: Any) -> Local:
        """A result: the computed cells at the origin, poison around them."""
        shape, valid = self.extents(call)
        assert isinstance(call.type, TensorType | TileType)
        data = poisoned(shape, self.storage(call.type.dtype))
        import numpy as np

        with np.errstate(all="ignore"):
            data[tuple(slice(0, n) for n in valid)] = values
        return Local(data, valid)

    # Global memory

    def part(
        self,
        code: int,
        view: View,
        name: str,
        offset: tuple[int, ...],
        shape: tuple[int, ...],
        span: Span | None,
    ) -> View:
        """A window of a tensor for reading or writing; KernelFault where it leaves the tensor."""
        empty = 0 in shape
        for axis, (begin, size, extent) in enumerate(zip(offset, shape, view.shape, strict=True)):
            if not empty and not 0 <= begin <= extent - size:
                raise self.fault(code, name, span, axis, begin, size, extent)
        part = view.window(offset, shape)
        outside = part.outside()
        if outside is not None:
            item = view.buffer.data.dtype.itemsize
            raise self.fault(faults.BUFFER, name, span, -1, *(n * item for n in outside))
        if view.buffer.packed and part.start % 2 and not empty:
            raise self.fault(faults.PACKED, name, span, -1, part.start)
        return part

    def store(self, part: View, values: Any, span: Span | None, add: bool = False, at: Any = ...) -> None:
        """Write cells, or those at some indices, and remember who did."""
        import numpy as np

        place = Store(self.task, self.kernel, self.block, span)
        if not self.stores or self.stores[-1] != place:
            self.stores.append(place)
        cells = part.elements()
        with np.errstate(all="ignore"):
            cells[at] = (cells + values).astype(cells.dtype) if add else values
        part.marks()[at] = len(self.stores) - 1
        part.buffer.stores += 1

    def converted(self, values: Any, source: DType, target: DType) -> Any:
        """Values on their way into memory of another element type: rounded to nearest even."""
        source, target = self.widened(source), self.widened(target)
        return values if source is target else cast.convert(values, source, target, "rint")

    # Barriers

    def barrier(self, call: Call) -> None:
        """pl.system.syncall: every block of the task comes here before one goes on."""
        cores = call.args[1] if len(call.args) > 1 else None
        number = 0 if cores is None else int(self.scalar(cores))
        if number not in (0, *(n * self.blocks for n in self.cores_of_block)):
            raise self.barrier_fault(call.span, 1, number, self.blocks)
        self.waits_at = call.span
        meet = None if self.turn is None else self.turn.meet
        if self.beside is not None:
            self.beside.first.waits_at = call.span
            self.beside.meet(lambda: self.barrier_fault(call.span, 0, 0, 0), meet)
        elif self.seat is not None:
            meet_cores(self, call, meet)
        elif self.turn is not None:
            self.turn.meet()

    def until(self, test: Callable[[], bool], otherwise: Callable[[], KernelFault]) -> None:
        """Waits for another core; `otherwise` makes the error where nobody goes on."""
        if self.beside is not None:
            self.beside.until(test, otherwise)
        elif self.seat is not None:
            self.seat.until(test, otherwise)
        elif test():
            return
        elif self.turn is not None:
            self.turn.pause(test, otherwise)
        else:
            raise otherwise()

    def barrier_fault(self, span: Span | None, what: int, given: int, expected: int) -> KernelFault:
        return self.fault(faults.BARRIER, "", span, begin=given, extent=expected, value=what)

    # Faults

    def fault(
        self,
        code: int,
        name: str,
        span: Span | None,
        axis: int = -1,
        begin: int = 0,
        size: int = 0,
        extent: int = 0,
        value: int = 0,
    ) -> KernelFault:
        numbers = _Fault(code, axis, begin, size, extent, value)
        message, tag, help = faults.fault_text(numbers, name)  # type: ignore[arg-type]
        if self.kernel < 0:
            notes = ["in the orchestration, between tasks"]
        else:
            notes = [f"in region `{self.kernel_name}`, task {self.task}, block {self.block}"]
        return KernelFault(message, span=span, notes=notes, help=help, code=tag)
