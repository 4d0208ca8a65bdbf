# SPDX-License-Identifier: Apache-2.0
"""A program of the host: a driver that hands parts of its tensors to programs of single ranks.

    driver(xs: [2, 64, 128], ys: Out [2, 64, 128])
        mem = alloc_window_buffer([64, 128], FP32)
        for r in range(world_size()):
            halo = window(mem, [64, 128], FP32)
            shard_step(xs[r], ys[r], halo, (r + 1) % world_size(), device=r)

The driver is interpreted: it holds no values of tensors, only names, numbers and calls. Numbers are integers of 64
bits, truth values, and the scalar parameters; `//` and `%` round towards zero, as on the device.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from pypto.errors import Diagnostic, Span
from pypto.ir.dtypes import DType
from pypto.ir.nodes import Comments, Program
from pypto.lazy import LazyModule

if TYPE_CHECKING:
    from pypto.ir import host_printer
else:
    host_printer = LazyModule("pypto.ir.host_printer")


# Numbers


@dataclass(frozen=True, slots=True)
class Number:
    """A literal."""

    value: int | float | bool


@dataclass(frozen=True, slots=True)
class Name:
    """A loop variable, a local number or a scalar parameter."""

    name: str


@dataclass(frozen=True, slots=True)
class WorldSize:
    """How many ranks there are."""


@dataclass(frozen=True, slots=True)
class Extent:
    """An extent of a tensor of the driver."""

    tensor: str
    axis: int


@dataclass(frozen=True, slots=True)
class Operation:
    """`operator` on numbers: + - * // % / < <= > >= == != and or not, and the sign `neg`."""

    operator: str
    operands: tuple[Numeric, ...]


Numeric: TypeAlias = Number | Name | WorldSize | Extent | Operation


# Arguments of a call


@dataclass(frozen=True, slots=True)
class Slice:
    """`start:stop` along the leading axis that is left."""

    start: Numeric
    stop: Numeric


@dataclass(frozen=True, slots=True)
class Part:
    """A tensor of the driver, or the part that leading indices select: numbers drop their axis."""

    tensor: str
    index: tuple[Numeric | Slice, ...] = ()


@dataclass(frozen=True, slots=True)
class WindowOf:
    """A window by its name."""

    window: str


Argument: TypeAlias = Part | WindowOf | Number | Name | WorldSize | Extent | Operation


# Statements


@dataclass(frozen=True, slots=True)
class Alloc:
    """`name = alloc_window_buffer(...)`: so many bytes (`dtype` None), or so many elements, on every rank."""

    name: str
    extents: tuple[Numeric, ...]
    dtype: DType | None
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Window:
    """`name = window(buffer, shape, dtype=...)`: a view from the start of the buffer."""

    name: str
    buffer: str
    shape: tuple[Numeric, ...]
    dtype: DType
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Create:
    """`name = pl.create_tensor(shape, dtype=...)`: a tensor of the host, poison until something writes it."""

    name: str
    shape: tuple[Numeric, ...]
    dtype: DType
    fill: int | float | None = None
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Let:
    """`name = value`: a number, or another name of a tensor's part."""

    name: str
    value: Numeric | Part
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Loop:
    """`for name in pl.range(start, stop, step)`."""

    name: str
    start: Numeric
    stop: Numeric
    step: Numeric
    body: tuple[Step, ...]
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Branch:
    condition: Numeric
    then: tuple[Step, ...]
    orelse: tuple[Step, ...] = ()
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Dispatch:
    """A call of a program of one rank; `device` None: on any.

    `callee`: its name among the program's entries. `results`: names that the call binds, one for each returned
    parameter of the callee; None where the call has no targets.
    """

    callee: str
    arguments: tuple[Argument, ...]
    device: Numeric | None
    results: tuple[str, ...] | None = None
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Callback:
    """A call of Python on the host, by its name among the program's workers."""

    worker: str
    arguments: tuple[Argument, ...]
    span: Span | None = None


Step: TypeAlias = Alloc | Window | Create | Let | Loop | Branch | Dispatch | Callback


@dataclass(frozen=True, slots=True)
class HostParam:
    """A parameter of the driver: a tensor (an extent is a number, or the name of a dynamic one) or a scalar.

    `value`: what a scalar was specialised for, None where each call gives it.
    """

    name: str
    direction: str
    dtype: DType
    shape: tuple[int | str, ...] | None = None
    value: int | float | bool | None = None
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class WorkerParam:
    """A parameter of a worker, as far as it says anything: a tensor, a scalar, or (kind "") either."""

    name: str
    kind: str = ""
    direction: str = "in"
    dtype: DType | None = None
    shape: tuple[int | str, ...] | None = None


@dataclass(frozen=True, slots=True)
class SubWorker:
    """Python of the host that a driver calls with tensors of the host and numbers; it gives nothing back.

    `text`: the lines of its body, verbatim; None where it is bound when the program runs. `function`: what a call runs;
    a text alone is never run.
    """

    name: str
    params: tuple[WorkerParam, ...]
    text: tuple[str, ...] | None
    span: Span | None = None
    function: Callable[..., Any] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Driver:
    """The function that runs on the host."""

    name: str
    params: tuple[HostParam, ...]
    body: tuple[Step, ...]
    returns: tuple[str, ...] = ()
    auto_scope: bool = True
    span: Span | None = None
    comments: Comments | None = None


@dataclass(frozen=True, slots=True, eq=False)
class HostProgram:
    """A driver and the programs that it dispatches, by the names it calls them.

    `world_size`: the number of ranks that it was specialised for; None where any number fits.

    `source`: the file of the driver. `warnings`: findings of the front end, those of the entries included.
    """

    name: str
    driver: Driver
    entries: Mapping[str, Program]
    world_size: int | None = None
    warnings: tuple[Diagnostic, ...] = ()
    source: str | None = None
    workers: Mapping[str, SubWorker] = field(default_factory=dict)

    def as_python(self) -> str:
        """The program as text, which `pl.parse` reads back to an equal program."""
        return host_printer.print_host(self, marks=False)

    def __str__(self) -> str:
        return self.as_python()

    def __eq__(self, other: object) -> bool:
        """Whether two programs say the same; comments, and where their text stood, do not count."""
        if not isinstance(other, HostProgram):
            return False
        one, two = (host_printer.print_host(p, marks=False, remarks=False) for p in (self, other))
        return one == two

    def __hash__(self) -> int:
        return hash((self.name, self.driver.name, tuple(self.entries)))

    def __call__(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError(
            f"{self.name} is a program and does not run as Python; compile it: pypto.ir.compile({self.name})"
        )

    @property
    def signature_parameters(self) -> list[tuple[str, str, str]]:
        """Name, kind ("tensor" or "scalar") and direction of the driver's parameters."""
        return [(p.name, "scalar" if p.shape is None else "tensor", p.direction) for p in self.driver.params]


def steps(body: tuple[Step, ...]) -> Iterator[Step]:
    """All statements of a body, outer ones first."""
    for step in body:
        yield step
        if isinstance(step, Loop):
            yield from steps(step.body)
        elif isinstance(step, Branch):
            yield from steps(step.then)
            yield from steps(step.orelse)


def names_of(expr: Numeric) -> Iterator[str]:
    """The names of numbers that an expression reads."""
    if isinstance(expr, Name):
        yield expr.name
    elif isinstance(expr, Operation):
        for operand in expr.operands:
            yield from names_of(operand)


@dataclass
class Values:
    """What names denote while a driver runs, or while its constants are evaluated."""

    world_size: int | None
    numbers: dict[str, int | float | bool] = field(default_factory=dict)
    shapes: dict[str, tuple[int, ...]] = field(default_factory=dict)


def evaluate(expr: Numeric, values: Values) -> int | float | bool:
    """The number that an expression comes to. KeyError for a name without a value, ZeroDivisionError."""
    if isinstance(expr, Number):
        return expr.value
    if isinstance(expr, Name):
        return values.numbers[expr.name]
    if isinstance(expr, WorldSize):
        if values.world_size is None:
            raise KeyError("world_size")
        return values.world_size
    if isinstance(expr, Extent):
        return values.shapes[expr.tensor][expr.axis]
    if expr.operator == "and":
        return all(evaluate(o, values) for o in expr.operands)
    if expr.operator == "or":
        return any(evaluate(o, values) for o in expr.operands)
    return _APPLY[expr.operator](*(evaluate(o, values) for o in expr.operands))


def _quotient(a: Any, b: Any) -> Any:
    """Towards zero."""
    if isinstance(a, float) or isinstance(b, float):
        return float(int(a / b))
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def _remainder(a: Any, b: Any) -> Any:
    return a - _quotient(a, b) * b


_APPLY: Mapping[str, Any] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": _quotient,
    "%": _remainder,
    "/": lambda a, b: a / b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "not": lambda a: not a,
    "neg": lambda a: -a,
}
