# SPDX-License-Identifier: Apache-2.0
"""Runs the launches of a driver, one after the other, each on memory of its rank.

    record = drive(plan, {"xs": xs, "ys": ys}, runners, "a2a3sim")
    record.unwritten("ys"), record.writer("ys", (1, 3, 7))     over all launches
    record.launches[1].record                                  what one of them did

Tensors that the driver writes are written in copies, which are copied back at the end: after an error nothing on the
host has changed. An Out tensor, and one that the driver creates, starts as poison. Windows start as zeros, and end with
the call.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import prod
from typing import TYPE_CHECKING, Any, TypeAlias

from pypto.errors import ArgumentError, UserError
from pypto.runtime.arguments import Parameter
from pypto.runtime.call import TaskRecord, Writer
from pypto.runtime.faults import DeviceMemoryError
from pypto.runtime.memory import Allocation, DeviceMemory
from pypto.runtime.plan import Buffer, HostCall, HostTensor, Launch, Plan, Region, View, views_of_one
from pypto.runtime.resident import window
from pypto.runtime.values import fill_with_poison, numpy_to_torch, pack_into, torch_dtype
from pypto.runtime.windows import Ranks

if TYPE_CHECKING:
    import numpy as np

    from pypto.runtime.call import RunRecord
    from pypto.runtime.history import InterpretedRecord

    Record: TypeAlias = RunRecord | InterpretedRecord

Dispatch: TypeAlias = "Callable[[Sequence[Any], DeviceMemory, Launch], Record]"


@dataclass(frozen=True)
class Runner:
    """The program of one rank: what it takes, where the numbers of its kernels begin, and what runs it."""

    parameters: Sequence[Parameter]
    first_kernel: int
    dispatch: Dispatch


@dataclass(frozen=True, slots=True)
class RankWriter(Writer):
    """Who stored to an element last: on which rank, in which of its dispatches, and of what."""

    rank: int
    slot: int
    callee: str


@dataclass(frozen=True)
class LaunchRecord:
    """What one dispatch did."""

    launch: Launch
    record: Record
    began_us: float  # by the clock of the host
    ended_us: float

    @property
    def rank(self) -> int:
        return self.launch.rank

    @property
    def slot(self) -> int:
        return self.launch.slot

    @property
    def task(self) -> str:
        """What was dispatched, by name."""
        return self.launch.callee

    @property
    def span_us(self) -> float:
        return self.record.span_us

    @property
    def dispatch_us(self) -> float:
        return self.record.dispatch_us


def drive(
    plan: Plan,
    given: Mapping[str, Any],
    runners: Mapping[str, Runner],
    platform: str,
    workers: Mapping[str, Callable[..., Any]] | None = None,
    ranks: Ranks | None = None,
) -> HostRecord:
    """Run a plan on the tensors of its parameters; raises what a launch raises, with the launch as a note.

    `workers`: Python of the host by name, which gets CPU tensors and numbers; what it raises comes out unchanged.
    `ranks`: memory that is kept from call to call; without it each call has its own.
    """
    began = time.perf_counter_ns()
    tensors = {t: _private(t, given) for t in plan.tensors}
    records = []
    own = Ranks(platform, plan.world_size) if ranks is None else ranks
    memories, done = own.memories, False
    try:
        windows = own.windows(plan)
        for launch in plan.steps:
            if isinstance(launch, HostCall):
                _call(launch, (workers or {})[launch.worker], tensors)
                continue
            runner, memory = runners[launch.callee], memories[launch.rank]
            places = _places(launch, runner.parameters, tensors, windows, memory)
            start = time.perf_counter_ns()
            try:
                record = runner.dispatch([place.value for place in places], memory, launch)
            except UserError as error:
                _say_where(error, launch)
                raise
            _check_views(launch, runner.parameters, record)
            for place in places:
                place.back()
            records.append(LaunchRecord(launch, record, start / 1e3, time.perf_counter_ns() / 1e3))
        done = True
    finally:
        own.failed = not done
        if ranks is None:
            own.close()
    for tensor, value in tensors.items():
        if tensor.direction in ("out", "inout"):
            _bytes(given[tensor.name]).copy_(_bytes(value))
    total = (time.perf_counter_ns() - began) / 1e3
    return HostRecord(records, runners, {t.name: t for t in plan.tensors if t.direction}, total)


def _check_views(launch: Launch, parameters: Sequence[Parameter], record: Record) -> None:
    """A window can be written whatever its direction is: where others lie in its buffer, the record tells."""
    views = [
        (p.name, value)
        for p, value in zip(parameters, launch.arguments, strict=True)
        if isinstance(value, View)
    ]
    for (one, a), (other, b) in combinations(views, 2):
        if a.buffer is b.buffer:
            for name in record.changed_inputs():
                if name in (one, other):
                    raise views_of_one(launch.callee, (one, other), a.buffer, name, launch.span)


def _call(call: HostCall, worker: Callable[..., Any], tensors: Mapping[HostTensor, Any]) -> None:
    """Run Python of the host; what it does not declare as written, it gets a copy of."""
    places = []
    for value, written in zip(call.arguments, call.written, strict=True):
        if isinstance(value, Region):
            place = _place(value, tensors[value.tensor], written)
            places.append(place if written else _Place(place.value.clone()))
        else:
            places.append(_Place(value))
    worker(*(place.value for place in places))
    for place in places:
        place.back()


def _say_where(error: UserError, launch: Launch) -> None:
    """Which rank it was, and where the driver dispatched to it."""
    at = f", at {launch.span}" if launch.span is not None else ""
    error.notes = (*error.notes, f"{launch}{at}")
    if isinstance(error, ArgumentError) and error.span is None:
        error.span = launch.span


# Tensors of the host


def _private(tensor: HostTensor, given: Mapping[str, Any]) -> Any:
    """The memory that launches use for a tensor: the caller's own only where it is not written."""
    if tensor.direction == "in":
        return given[tensor.name]
    if tensor.direction == "inout":
        made = _empty(tensor)
        _bytes(made).copy_(_bytes(given[tensor.name]))
        return made
    made = _empty(tensor)
    if tensor.fill is None:
        fill_with_poison(_bytes(made).numpy(), tensor.dtype)
    else:
        _fill(made, tensor)
    return made


def _empty(tensor: HostTensor) -> Any:
    import torch

    shape, dtype = tensor.shape, tensor.dtype
    extents = [*shape[:-1], shape[-1] // 2] if dtype.packed else list(shape)
    try:
        return torch.empty(extents, dtype=torch_dtype(dtype))
    except RuntimeError as error:  # Torch's word for more than it can address, or the system has
        size = dtype.get_byte() * prod(shape)
        raise DeviceMemoryError(
            f"the tensor `{tensor.name}` needs {size} bytes of memory, more than the system has"
        ) from error


def _fill(made: Any, tensor: HostTensor) -> None:
    import numpy as np

    values = np.full(tensor.shape, tensor.fill).astype(tensor.dtype.numpy())
    if tensor.dtype.packed:
        pack_into(made, numpy_to_torch(values.view("u1")))
    else:
        _bytes(made).copy_(_bytes(numpy_to_torch(values)))


def _bytes(tensor: Any) -> Any:
    """The memory of a contiguous tensor."""
    import torch

    return tensor.detach().reshape(-1).view(torch.uint8)


# Arguments of a launch


@dataclass(frozen=True)
class _Place:
    """An argument. Where it is a copy, because its elements do not lie together and it is written, `origin` is where
    they lie, and `copied` what goes there."""

    value: Any
    origin: Any = None
    copied: Any = None

    def back(self) -> None:
        if self.origin is not None:
            self.origin.copy_(self.copied)


def _places(
    launch: Launch,
    parameters: Sequence[Parameter],
    tensors: Mapping[HostTensor, Any],
    windows: Mapping[tuple[Buffer, int], Allocation],
    memory: DeviceMemory,
) -> list[_Place]:
    places = []
    for p, argument in zip(parameters, launch.arguments, strict=True):
        if isinstance(argument, View):
            allocation = windows[argument.buffer, launch.rank]
            places.append(_Place(window(memory, allocation, argument.shape, argument.dtype)))
        elif isinstance(argument, Region):
            places.append(_place(argument, tensors[argument.tensor], p.direction != "in"))
        else:
            places.append(_Place(argument))
    return places


def _place(region: Region, tensor: Any, written: bool) -> _Place:
    index = region.index
    if index and region.tensor.dtype.packed:  # two elements to a byte of the carrier
        last = index[-1]
        assert isinstance(last, slice)
        index = (*index[:-1], slice(last.start // 2, last.stop // 2))
    part = tensor.detach()[index]
    if part.is_contiguous():
        return _Place(part)
    import torch

    size = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}[part.element_size()]
    words = part.view(size)  # as plain words: not every element type can be copied
    copied = words.contiguous()
    return _Place(copied.view(part.dtype), *((words, copied) if written else ()))


# What a call did


@dataclass(eq=False)
class HostRecord:
    """What one call of a driver did, over all of its launches.

    `span_us` and `run_us`: of the rank whose launches took longest together. Tasks and kernels have numbers of their own
    over all launches, and all entries.
    """

    launches: list[LaunchRecord]
    _runners: Mapping[str, Runner] = field(repr=False)
    _tensors: Mapping[str, HostTensor] = field(repr=False)
    dispatch_us: float

    def __post_init__(self) -> None:
        tasks = 0
        self._first_task: dict[Launch, int] = {}
        for one in self.launches:
            self._first_task[one.launch] = tasks
            tasks += one.record.task_count
        self.task_count = tasks

    def per_rank(self, name: str) -> dict[int, float]:
        """One time of the records, summed over the launches of each rank."""
        sums: dict[int, float] = {}
        for one in self.launches:
            sums[one.rank] = sums.get(one.rank, 0.0) + getattr(one.record, name)
        return dict(sorted(sums.items()))

    def _sum(self, name: str) -> float:
        return sum(self.per_rank(name).values())

    @property
    def span_us(self) -> float:
        return max(self.per_rank("span_us").values(), default=0.0)

    @property
    def run_us(self) -> float:
        return max(self.per_rank("run_us").values(), default=0.0)

    @property
    def kernel_us(self) -> float:
        return self._sum("kernel_us")

    @property
    def upload_us(self) -> float:
        return self._sum("upload_us")

    @property
    def download_us(self) -> float:
        return self._sum("download_us")

    @property
    def workers(self) -> int:
        return max((one.record.workers for one in self.launches), default=0)

    @property
    def tasks(self) -> list[TaskRecord]:
        """One entry per block, launch by launch; the times of each begin at its own first start."""
        return [
            TaskRecord(
                self._first_task[one.launch] + t.task,
                self._runners[one.task].first_kernel + t.kernel,
                t.block,
                t.worker,
                t.start_us,
                t.end_us,
            )
            for one in self.launches
            for t in one.record.tasks
        ]

    def unwritten(self, parameter: str) -> np.ndarray[Any, Any]:
        """An array of the parameter's shape: True where no store of a launch reached."""
        import numpy as np

        tensor = self._tensor(parameter)
        mask: np.ndarray[Any, Any] = np.ones(tensor.shape, np.bool_)
        for one, p, region in self._uses(tensor):
            if p.direction != "in":
                found = one.record.unwritten(p.name)
                mask[region.index] = found if p.direction == "out" else mask[region.index] & found
        return mask

    def writer(self, parameter: str, index: Sequence[int]) -> RankWriter | None:
        """The last store to one element; None where there was none."""
        tensor = self._tensor(parameter)
        if len(index) != len(tensor.shape) or not all(
            0 <= i < n for i, n in zip(index, tensor.shape, strict=False)
        ):
            raise IndexError(f"{list(index)} is no index of {parameter}, whose shape is {list(tensor.shape)}")
        for one, p, region in reversed(list(self._uses(tensor))):
            inside = region.inside(index)
            if inside is None or p.direction == "in":
                continue
            found = one.record.writer(p.name, inside)
            if found is not None:
                return self._of_rank(found, one)
            if p.direction == "out":  # its buffer started as poison, and was copied back whole
                return None
        return None

    def changed_inputs(self) -> list[str]:
        """In parameters that a store touched."""
        touched = [
            tensor.name
            for tensor in self._tensors.values()
            if tensor.direction == "in"
            for one, p, _ in self._uses(tensor)
            if p.name in one.record.changed_inputs()
        ]
        return list(dict.fromkeys(touched))

    def _of_rank(self, found: Writer, one: LaunchRecord) -> RankWriter:
        kernel = found.kernel if found.kernel < 0 else self._runners[one.task].first_kernel + found.kernel
        place = found.file, found.line, found.column
        return RankWriter(found.task, kernel, found.block, *place, one.rank, one.slot, one.task)

    def _uses(self, tensor: HostTensor) -> Iterator[tuple[LaunchRecord, Parameter, Region]]:
        """The arguments that are parts of a tensor, in order of launches."""
        for one in self.launches:
            parameters = self._runners[one.task].parameters
            for p, argument in zip(parameters, one.launch.arguments, strict=True):
                if isinstance(argument, Region) and argument.tensor is tensor:
                    yield one, p, argument

    def _tensor(self, parameter: str) -> HostTensor:
        if parameter not in self._tensors:
            known = ", ".join(self._tensors)
            raise KeyError(f"no tensor parameter {parameter!r}; they are {known}")
        return self._tensors[parameter]
