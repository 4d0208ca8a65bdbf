# SPDX-License-Identifier: Apache-2.0
"""What a driver does, worked out before anything runs: its launches in order, and the windows of each rank.

    plan = plan_of(program, {"xs": (2, 64, 128), "ys": (2, 64, 128)}, {}, callees)
    plan.launches[1].rank, plan.launches[1].arguments
    plan.domains                           which ranks share which windows

A driver decides by numbers alone, never by the content of a tensor: all that can go wrong in it goes wrong here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import prod
from typing import TypeAlias

from pypto.errors import ArgumentError, Span
from pypto.ir.dtypes import DType
from pypto.ir.host import (
    Alloc,
    Argument,
    Branch,
    Callback,
    Create,
    Dispatch,
    HostParam,
    HostProgram,
    Let,
    Loop,
    Name,
    Numeric,
    Part,
    Slice,
    Step,
    SubWorker,
    Values,
    Window,
    WindowOf,
    WorldSize,
    evaluate,
)
from pypto.runtime.arguments import Parameter, scalar_bits

MOST_RANKS = 64
"""Of one domain."""

LEAST_DOMAIN, LINE = 4096, 32
"""Bytes: what a domain has at least, and what each of its buffers is a multiple of."""

Scalar: TypeAlias = "int | float | bool"


class DriverError(ArgumentError, ValueError):
    """A step of a driver that its numbers, tensors or ranks do not allow."""

    default_code = "driver"


@dataclass(eq=False)
class HostTensor:
    """A tensor of the host: one of the driver's parameters, or one that it creates. Extents count elements."""

    name: str
    shape: tuple[int, ...]
    dtype: DType
    direction: str | None = None  # of a parameter
    fill: int | float | None = None


@dataclass(frozen=True)
class Region:
    """A part of a tensor: along each axis of it one index, or a range."""

    tensor: HostTensor
    axes: tuple[int | tuple[int, int], ...]

    @classmethod
    def whole(cls, tensor: HostTensor) -> Region:
        return cls(tensor, tuple((0, n) for n in tensor.shape))

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(a[1] - a[0] for a in self.axes if not isinstance(a, int))

    @property
    def index(self) -> tuple[int | slice, ...]:
        """What selects it from the tensor."""
        return tuple(a if isinstance(a, int) else slice(*a) for a in self.axes)

    def inside(self, index: Sequence[int]) -> tuple[int, ...] | None:
        """The place in this region of an element of the tensor."""
        place = []
        for at, axis in zip(index, self.axes, strict=True):
            start, stop = (axis, axis + 1) if isinstance(axis, int) else axis
            if not start <= at < stop:
                return None
            if not isinstance(axis, int):
                place.append(at - start)
        return tuple(place)

    def overlaps(self, other: Region) -> bool:
        if self.tensor is not other.tensor:
            return False
        spans = [
            [(a, a + 1) if isinstance(a, int) else a for a in pair]
            for pair in zip(self.axes, other.axes, strict=True)
        ]
        return all(max(a[0], b[0]) < min(a[1], b[1]) for a, b in spans)


@dataclass(eq=False)
class Buffer:
    """Memory that every rank of its domain has: `nbytes` of them, from `offset` of the domain on."""

    name: str
    nbytes: int
    span: Span | None
    ranks: set[int] = field(default_factory=set)
    offset: int = 0


@dataclass(frozen=True)
class View:
    """A window: a tensor from the start of a buffer."""

    name: str
    buffer: Buffer
    shape: tuple[int, ...]
    dtype: DType


@dataclass(frozen=True)
class Domain:
    """Ranks that hold the same buffers at the same offsets."""

    name: str
    ranks: tuple[int, ...]
    buffers: tuple[Buffer, ...]
    nbytes: int


@dataclass(frozen=True)
class Launch:
    """One dispatch: number `slot` of those of its rank."""

    callee: str
    rank: int
    slot: int
    arguments: tuple[Region | View | Scalar, ...]
    span: Span | None

    def __str__(self) -> str:
        return f"rank {self.rank}, dispatch {self.slot} of {self.callee}"


@dataclass(frozen=True)
class HostCall:
    """One call of Python on the host; `written`: which of its arguments it may write."""

    worker: str
    arguments: tuple[Region | Scalar, ...]
    written: tuple[bool, ...]
    span: Span | None


@dataclass(frozen=True)
class Callee:
    """A program of one rank, as a driver sees it."""

    parameters: Sequence[Parameter]
    returns: Sequence[str]


@dataclass(frozen=True)
class Plan:
    tensors: tuple[HostTensor, ...]
    steps: tuple[Launch | HostCall, ...]
    domains: tuple[Domain, ...]
    world_size: int

    @property
    def launches(self) -> tuple[Launch, ...]:
        return tuple(step for step in self.steps if isinstance(step, Launch))


def plan_of(
    program: HostProgram,
    shapes: Mapping[str, tuple[int, ...]],
    scalars: Mapping[str, Scalar],
    callees: Mapping[str, Callee],
) -> Plan:
    """The launches of a call. `shapes`: of tensor parameters, in elements; `scalars`: the values of the others."""
    ranks = program.world_size
    assert ranks is not None, "a compiled program is for a number of ranks"
    planner = _Planner(ranks, callees, program.workers)
    for p in program.driver.params:
        planner.parameter(p, shapes, scalars)
    planner.block(program.driver.body)
    return Plan(tuple(planner.tensors), tuple(planner.steps), domains_of(planner.buffers), ranks)


def domains_of(buffers: Sequence[Buffer]) -> tuple[Domain, ...]:
    """Buffers by the ranks that receive them, packed in the order in which they were allocated."""
    groups: dict[frozenset[int], list[Buffer]] = {}
    for buffer in buffers:
        if buffer.ranks:
            groups.setdefault(frozenset(buffer.ranks), []).append(buffer)
    domains: list[Domain] = []
    for ranks, held in groups.items():
        if len(ranks) > MOST_RANKS:
            raise DriverError(
                f"`{held[0].name}` is a window of {len(ranks)} ranks, and ranks that share windows are at most "
                f"{MOST_RANKS}",
                span=held[0].span,
                help="hand it to fewer ranks",
            )
        size = 0
        for buffer in held:
            buffer.offset = size
            size += -(-buffer.nbytes // LINE) * LINE
        name = f"comm_d{len(domains)}"
        domains.append(Domain(name, tuple(sorted(ranks)), tuple(held), max(size, LEAST_DOMAIN)))
    return tuple(domains)


def views_of_one(
    callee: str, names: tuple[str, str], buffer: Buffer, written: str, span: Span | None
) -> DriverError:
    """Two windows of one buffer for one dispatch that writes one of them: a rank orders tasks by buffers of its own."""
    return DriverError(
        f"`{names[0]}` and `{names[1]}` of {callee} are views of one buffer, `{buffer.name}`, and it writes `{written}`",
        span=span,
        help="pass one view, or allocate a second buffer",
    )


class _Planner:
    """Runs the statements of a driver on numbers and names."""

    def __init__(
        self, world_size: int, callees: Mapping[str, Callee], workers: Mapping[str, SubWorker]
    ) -> None:
        self.world_size = world_size
        self.workers = workers
        self.callees = callees
        self.values = Values(world_size)
        self.regions: dict[str, Region] = {}
        self.views: dict[str, View] = {}
        self.held: dict[str, Buffer] = {}
        self.buffers: list[Buffer] = []
        self.tensors: list[HostTensor] = []
        self.steps: list[Launch | HostCall] = []
        self.rank_loops: set[str] = set()
        self.sizes: set[str] = set()  # names of the number of ranks
        self.next_rank = 0
        self.slots: Counter[int] = Counter()

    def parameter(
        self, p: HostParam, shapes: Mapping[str, tuple[int, ...]], scalars: Mapping[str, Scalar]
    ) -> None:
        if p.shape is None:
            self.values.numbers[p.name] = scalars[p.name]
            return
        tensor = HostTensor(p.name, shapes[p.name], p.dtype, p.direction)
        self.tensors.append(tensor)
        self.bind(p.name, Region.whole(tensor))

    def bind(self, name: str, value: Region | View | Buffer | Scalar) -> None:
        for known in (self.values.numbers, self.values.shapes, self.regions, self.views, self.held):
            known.pop(name, None)
        if isinstance(value, Region):
            self.regions[name] = value
            self.values.shapes[name] = value.shape
        elif isinstance(value, View):
            self.views[name] = value
            self.values.shapes[name] = value.shape
        elif isinstance(value, Buffer):
            self.held[name] = value
        else:
            self.values.numbers[name] = value

    # Numbers

    def number(self, expr: Numeric, step: Step) -> Scalar:
        try:
            value = evaluate(expr, self.values)
            if isinstance(value, int) and not -(1 << 63) <= value < 1 << 64:
                raise OverflowError(f"a number of {value.bit_length()} bits, and numbers have 64")
            return value
        except ZeroDivisionError:
            raise DriverError(
                "division by zero in the driver", span=step.span, help="test the divisor with an `if` before"
            ) from None
        except KeyError as error:
            raise DriverError(
                f"`{error.args[0]}` has no value here",
                span=step.span,
                help="give it one on every way to here",
            ) from None
        except (IndexError, OverflowError, ValueError, TypeError) as error:
            raise DriverError(f"the driver cannot compute this: {error}", span=step.span) from None

    def integer(self, expr: Numeric, step: Step, what: str) -> int:
        value = self.number(expr, step)
        if isinstance(value, bool) or not isinstance(value, int):
            raise DriverError(f"{what} is {value!r}", span=step.span, help="it has to be an integer")
        return value

    # Statements

    def block(self, body: Sequence[Step]) -> None:
        for step in body:
            if isinstance(step, Loop):
                self.loop(step)
            elif isinstance(step, Branch):
                self.block(step.then if self.number(step.condition, step) else step.orelse)
            elif isinstance(step, Alloc):
                buffer = Buffer(step.name, self.bytes_of(step), step.span)
                self.buffers.append(buffer)
                self.bind(step.name, buffer)
            elif isinstance(step, Window):
                self.bind(step.name, self.window(step))
            elif isinstance(step, Create):
                tensor = HostTensor(step.name, self.extents(step.shape, step, 0), step.dtype, None, step.fill)
                self.tensors.append(tensor)
                self.bind(step.name, Region.whole(tensor))
            elif isinstance(step, Let):
                value = step.value
                (self.sizes.add if self.is_size(value) else self.sizes.discard)(step.name)
                self.bind(
                    step.name, self.part(value, step) if isinstance(value, Part) else self.number(value, step)
                )
            elif isinstance(step, Callback):
                self.callback(step)
            else:
                self.dispatch(step)

    def loop(self, step: Loop) -> None:
        start, stop, stride = (
            self.integer(e, step, f"the {what} of the loop")
            for e, what in ((step.start, "start"), (step.stop, "end"), (step.step, "step"))
        )
        if stride == 0:
            raise DriverError(
                f"the step of the loop over `{step.name}` is 0", span=step.span, help="a loop needs a step"
            )
        ranks = self.is_size(step.stop) and (start, stride) == (0, 1)
        for number in range(start, stop, stride):
            self.bind(step.name, number)
            if ranks:
                self.rank_loops.add(step.name)
            else:
                self.rank_loops.discard(step.name)
            self.block(step.body)
        self.rank_loops.discard(step.name)

    def is_size(self, expr: Numeric | Part) -> bool:
        """Whether it is the number of ranks, by whatever name."""
        return expr == WorldSize() or (isinstance(expr, Name) and expr.name in self.sizes)

    def extents(self, exprs: Sequence[Numeric], step: Step, least: int = 1) -> tuple[int, ...]:
        extents = tuple(self.integer(e, step, "an extent") for e in exprs)
        if min(extents, default=least) < least:
            raise DriverError(
                f"the shape {list(extents)} has the extent {min(extents)}",
                span=step.span,
                help=f"extents are integers from {least}",
            )
        return extents

    def bytes_of(self, step: Alloc) -> int:
        if step.dtype is not None:
            return prod(self.extents(step.extents, step)) * step.dtype.get_byte()
        size = self.integer(step.extents[0], step, "the number of bytes")
        if size < 1:
            raise DriverError(
                f"the buffer `{step.name}` would have {size} bytes",
                span=step.span,
                help="give it at least one",
            )
        return size

    def window(self, step: Window) -> View:
        buffer = self.held.get(step.buffer)
        if buffer is None:
            raise DriverError(
                f"`{step.buffer}` is no buffer here",
                span=step.span,
                help=f"allocate it before: {step.buffer} = pld.alloc_window_buffer(...)",
            )
        shape = self.extents(step.shape, step)
        size = prod(shape) * step.dtype.get_byte()
        if size > buffer.nbytes:
            raise DriverError(
                f"the window `{step.name}` needs {size} bytes, and its buffer `{buffer.name}` has {buffer.nbytes}",
                span=step.span,
                notes=[f"`{buffer.name}` is allocated at {buffer.span}"] if buffer.span else [],
                help="alloc_window_buffer(n) counts bytes; alloc_window_buffer([n], dtype=...) counts elements",
            )
        return View(step.name, buffer, shape, step.dtype)

    # Dispatches

    def part(self, part: Part, step: Step) -> Region:
        region = self.regions.get(part.tensor)
        if region is None:
            raise DriverError(f"`{part.tensor}` is no tensor of the host here", span=step.span)
        axes = list(region.axes)
        kept = [n for n, a in enumerate(axes) if not isinstance(a, int)]
        if len(part.index) > len(kept):
            raise DriverError(
                f"`{part.tensor}` has {len(kept)} axes, and {len(part.index)} indices were given",
                span=step.span,
            )
        for number, (axis, item) in enumerate(zip(kept, part.index, strict=False)):
            start, stop = axes[axis]  # type: ignore[misc]
            axes[axis] = self.selected(part, number, item, start, stop - start, step)
        selected = Region(region.tensor, tuple(axes))
        self.check_packed(selected, step)
        return selected

    def selected(
        self, part: Part, axis: int, item: Numeric | Slice, start: int, extent: int, step: Step
    ) -> int | tuple[int, int]:
        if isinstance(item, Slice):
            first = self.integer(item.start, step, "the start of a slice")
            last = self.integer(item.stop, step, "the end of a slice")
            if not 0 <= first <= last <= extent:
                raise DriverError(
                    f"the slice {first}:{last} leaves axis {axis} of `{part.tensor}`, whose extent is {extent}",
                    span=step.span,
                    help="a slice goes from 0 on, and not over the end",
                )
            return start + first, start + last
        if axis == 0 and isinstance(item, Name) and item.name in self.rank_loops:
            self.check_leading(part, extent, step)
        at = self.integer(item, step, "an index")
        if not 0 <= at < extent:
            raise DriverError(
                f"index {at} is out of range on axis {axis} of `{part.tensor}`, whose extent is {extent}",
                span=step.span,
                help="indices count from 0; a neighbour that wraps around is (r + n - 1) % n"
                if at < 0
                else None,
            )
        return start + at

    def check_leading(self, part: Part, extent: int, step: Step) -> None:
        if extent != self.world_size:
            raise DriverError(
                f"`{part.tensor}` has {extent} along its first axis, and there are {self.world_size} ranks",
                span=step.span,
                help="the first axis of a tensor that ranks share out has their number: "
                "change the tensor, or distributed_config",
            )

    def check_packed(self, region: Region, step: Step) -> None:
        """Two elements of FP4 share a byte."""
        if not region.tensor.dtype.packed or not region.axes:
            return
        last = region.axes[-1]
        if isinstance(last, int) or last[0] % 2 or last[1] % 2:
            raise DriverError(
                f"a part of `{region.tensor.name}` begins or ends inside a byte: two elements share one",
                span=step.span,
                help="let it begin and end at even elements of the last axis",
            )

    def dispatch(self, step: Dispatch) -> None:
        callee = self.callees.get(step.callee)
        if callee is None:
            raise DriverError(f"the program has no entry `{step.callee}`", span=step.span)
        if len(step.arguments) != len(callee.parameters):
            raise DriverError(
                f"{step.callee} takes {len(callee.parameters)} arguments, {len(step.arguments)} were given",
                span=step.span,
                notes=[f"the parameters are {', '.join(p.name for p in callee.parameters)}"],
            )
        rank = self.rank_of(step)
        symbols: dict[str, tuple[int, str]] = {}
        values = tuple(
            self.argument(value, p, symbols, step)
            for value, p in zip(step.arguments, callee.parameters, strict=True)
        )
        self.check_scalars(values, callee, symbols, step)
        self.check_written(values, callee, step)
        for value in values:
            if isinstance(value, View):
                value.buffer.ranks.add(rank)
        self.steps.append(Launch(step.callee, rank, self.slots[rank], values, step.span))
        self.slots[rank] += 1
        if step.results is not None:
            self.bind_results(step, callee, values)

    def callback(self, step: Callback) -> None:
        params = self.workers[step.worker].params
        if len(step.arguments) != len(params):
            raise DriverError(
                f"{step.worker} takes {len(params)} arguments, {len(step.arguments)} were given",
                span=step.span,
                notes=[f"the parameters are {', '.join(p.name for p in params)}"],
            )
        values: list[Region | Scalar] = []
        for value, p in zip(step.arguments, params, strict=True):
            given = self.host_value(value, step)
            values.append(given)
            if not isinstance(given, Region):
                continue
            shape, has = p.shape, given.shape
            if shape is not None and (
                len(shape) != len(has)
                or any(isinstance(w, int) and w != n for w, n in zip(shape, has, strict=True))
            ):
                raise DriverError(
                    f"`{p.name}` of {step.worker} is {list(shape)}, and {list(has)} of `{given.tensor.name}` is given",
                    span=step.span,
                )
        written = tuple(p.direction != "in" for p in params)
        self.steps.append(HostCall(step.worker, tuple(values), written, step.span))

    def host_value(self, value: Argument, step: Callback) -> Region | Scalar:
        if isinstance(value, WindowOf):
            raise DriverError(f"`{value.window}` is a window, which stays on the ranks", span=step.span)
        return self.part(value, step) if isinstance(value, Part) else self.number(value, step)

    def rank_of(self, step: Dispatch) -> int:
        if step.device is None:
            rank = self.next_rank % self.world_size
            self.next_rank += 1
            return rank
        rank = self.integer(step.device, step, "device")
        if not 0 <= rank < self.world_size:
            raise DriverError(
                f"device {rank}, where there are {self.world_size} ranks",
                span=step.span,
                help=f"ranks are 0 to {self.world_size - 1}; distributed_config says how many there are",
            )
        return rank

    def argument(
        self, value: Argument, p: Parameter, symbols: dict[str, tuple[int, str]], step: Dispatch
    ) -> Region | View | Scalar:
        if not isinstance(value, Part | WindowOf):
            if p.is_tensor:
                raise DriverError(
                    f"`{p.name}` of {step.callee} is a tensor, and a number is given", span=step.span
                )
            number = self.number(value, step)
            try:
                scalar_bits(p, number)
            except ArgumentError as error:
                raise DriverError(
                    f"{step.callee}: {error.message}", span=step.span, help=error.help
                ) from None
            return number
        if not p.is_tensor:
            raise DriverError(
                f"`{p.name}` of {step.callee} is a scalar, and a tensor is given", span=step.span
            )
        given: Region | View
        if isinstance(value, WindowOf):
            if value.window not in self.views:
                raise DriverError(f"`{value.window}` is no window here", span=step.span)
            given = self.views[value.window]
            self.check_type(given.name, given.shape, given.dtype, p, symbols, step)
        else:
            given = self.part(value, step)
            self.check_type(given.tensor.name, given.shape, given.tensor.dtype, p, symbols, step)
            if p.direction != "in" and given.tensor.direction == "in":
                raise DriverError(
                    f"{step.callee} writes `{p.name}`, and `{given.tensor.name}` is an input of the driver",
                    span=step.span,
                    help=f"declare `{given.tensor.name}` pl.Out or pl.InOut",
                )
        return given

    def check_type(
        self,
        name: str,
        shape: tuple[int, ...],
        dtype: DType,
        p: Parameter,
        symbols: dict[str, tuple[int, str]],
        step: Dispatch,
    ) -> None:
        assert p.shape is not None
        fits = len(shape) == len(p.shape) and all(w in (-1, n) for w, n in zip(p.shape, shape, strict=True))
        if not fits or dtype != p.dtype:
            raise DriverError(
                f"`{p.name}` of {step.callee} is {p.describe()}, and a part of `{name}` is given that is "
                f"[{', '.join(map(str, shape))}] {dtype}",
                span=step.span,
            )
        for axis, symbol in p.dims.items():
            known, owner = symbols.setdefault(symbol, (shape[axis], p.name))
            if known != shape[axis]:
                raise DriverError(
                    f"`{p.name}` of {step.callee} has {symbol} = {shape[axis]}, but `{owner}` has {symbol} = {known}",
                    span=step.span,
                )

    def check_scalars(
        self,
        values: Sequence[Region | View | Scalar],
        callee: Callee,
        symbols: Mapping[str, tuple[int, str]],
        step: Dispatch,
    ) -> None:
        """A scalar that is an extent of tensors has their value."""
        for p, value in zip(callee.parameters, values, strict=True):
            if not p.is_tensor and p.name in symbols and value != symbols[p.name][0]:
                extent, owner = symbols[p.name]
                raise DriverError(
                    f"`{p.name}` of {step.callee} is {value}, but `{owner}` has {p.name} = {extent}",
                    span=step.span,
                )

    def check_written(self, values: Sequence[Region | View | Scalar], callee: Callee, step: Dispatch) -> None:
        """What a parameter writes belongs to that parameter alone."""
        pairs = [
            (p, value)
            for p, value in zip(callee.parameters, values, strict=True)
            if isinstance(value, Region | View)
        ]
        for (one, a), (other, b) in combinations(pairs, 2):
            writing = [p.name for p in (one, other) if p.direction != "in"]
            if isinstance(a, View) and isinstance(b, View) and a.buffer is b.buffer and writing:
                raise views_of_one(step.callee, (one.name, other.name), a.buffer, writing[0], step.span)
            if isinstance(a, Region) and isinstance(b, Region) and len(writing) == 2 and a.overlaps(b):
                raise DriverError(
                    f"`{one.name}` and `{other.name}` of {step.callee} share a part of `{a.tensor.name}`, and it "
                    "writes both",
                    span=step.span,
                    help="pass parts that do not overlap; one of the results would be lost",
                )

    def bind_results(self, step: Dispatch, callee: Callee, values: Sequence[Region | View | Scalar]) -> None:
        names = [p.name for p in callee.parameters]
        assert step.results is not None
        if len(step.results) != len(callee.returns):
            raise DriverError(
                f"{step.callee} returns {len(callee.returns)} values, {len(step.results)} names are given",
                span=step.span,
            )
        for name, returned in zip(step.results, callee.returns, strict=True):
            self.bind(name, values[names.index(returned)])
