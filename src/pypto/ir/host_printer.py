# SPDX-License-Identifier: Apache-2.0
"""A program of the host as Python text: the functions of its entries, then the driver.

# driver: pair
# world: 2
import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class pair:
    @pl.function(type=pl.FunctionType.Orchestration)
    def step(self, x: pl.Tensor[[64, 128], pl.FP32], y: pl.Out[pl.Tensor[[64, 128], pl.FP32]]):
        ...

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def pair(self, xs: pl.Tensor[[2, 64, 128], pl.FP32], ys: pl.Out[pl.Tensor[[2, 64, 128], pl.FP32]]):
        for r in pl.range(pld.world_size()):
            self.step(xs[r], ys[r], device=r)
        return ys
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from pypto.errors import Span
from pypto.ir.dtypes import DType
from pypto.ir.host import (
    Alloc,
    Argument,
    Branch,
    Callback,
    Create,
    Dispatch,
    Driver,
    Extent,
    HostParam,
    HostProgram,
    Let,
    Loop,
    Name,
    Number,
    Numeric,
    Part,
    Slice,
    Step,
    SubWorker,
    Window,
    WindowOf,
    WorkerParam,
    WorldSize,
)
from pypto.ir.nodes import Function
from pypto.ir.printer import Remarks, extent_names, function_lines, mark_of, warning_lines

_DIRECTIONS = {"in": "{}", "out": "pl.Out[{}]", "inout": "pl.InOut[{}]"}
_WIDTH = 100


def functions_of(program: HostProgram) -> dict[str, Function]:
    """The functions of all entries by name; those that entries share stand once."""
    found: dict[str, Function] = {}
    for entry in program.entries.values():
        for name, function in entry.functions.items():
            found.setdefault(name, function)
    return found


def print_host(program: HostProgram, marks: bool = True, remarks: bool = True) -> str:
    """The whole program as the text of a module; `marks`: with the place in the source of each statement, else
    `remarks`: with the comments of the source."""
    functions = functions_of(program)
    driver = program.driver
    order = extent_names(functions)
    shapes = [p.shape or () for p in driver.params]
    shapes += [p.shape or () for worker in program.workers.values() for p in worker.params]
    own = [extent for shape in shapes for extent in shape if isinstance(extent, str)]
    order = [*order, *(name for name in dict.fromkeys(own) if name not in order)]
    lines = [f"# source: {program.source}"] if program.source is not None and marks else []
    lines.append(f"# driver: {driver.name}")
    if program.world_size is not None:
        lines.append(f"# world: {program.world_size}")
    lines += [f"# folded: {p.name} = {p.value!r}" for p in driver.params if p.value is not None]
    if marks:
        lines += warning_lines(program.warnings, program.source)
    lines += ["import pypto.language as pl", "import pypto.language.distributed as pld", ""]
    if order:
        lines += [*(f'{name} = pl.dynamic("{name}")' for name in order), ""]
    lines += ["", "@pl.program", f"class {program.name}:"]
    lines += function_lines(functions, program.source, marks, remarks)
    lines += [""] if functions else []
    for worker in program.workers.values():
        lines += [*worker_lines(worker, program.source if marks else None, marks), ""]
    lines += driver_lines(driver, program.source if marks else None, marks, remarks)
    return "\n".join(lines) + "\n"


def driver_lines(driver: Driver, source: str | None, marks: bool, remarks: bool = True) -> list[str]:
    """The driver as a method."""
    printer = _Printer(source, marks)
    scopes = "" if driver.auto_scope else ", auto_scope=False"
    printer.line(1, f"@pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator{scopes})")
    params = ["self", *map(param, driver.params)]
    head = f"def {driver.name}({', '.join(params)}):"
    if 4 + len(head) <= _WIDTH:
        printer.line(1, head, driver.span)
    else:
        printer.line(1, f"def {driver.name}(", driver.span)
        for text in params:
            printer.line(2, f"{text},")
        printer.line(1, "):")
    printer.remarks = Remarks(None if marks or not remarks else driver.comments)
    printer.block(driver.body, 2, empty=not driver.returns)
    if driver.returns:
        printer.lines += printer.remarks.rest(2)
        printer.line(2, f"return {', '.join(driver.returns)}")
    return printer.lines


def worker_lines(worker: SubWorker, source: str | None, marks: bool) -> list[str]:
    """A worker as a function of the class, which has no self."""
    printer = _Printer(source, marks)
    printer.line(1, "@pl.function(level=pl.Level.HOST, role=pl.Role.SubWorker)")
    printer.line(1, f"def {worker.name}({', '.join(map(worker_param, worker.params))}):", worker.span)
    for line in worker.text if worker.text is not None else ("...",):
        printer.lines.append(f"{' ' * 8}{line}".rstrip())
    return printer.lines


def worker_param(item: WorkerParam) -> str:
    if item.kind == "":
        return item.name
    if item.kind == "scalar":
        return f"{item.name}: pl.Scalar[pl.{item.dtype}]"
    type_ = "pl.Tensor"
    if item.shape is not None:
        type_ = f"pl.Tensor[[{', '.join(map(str, item.shape))}], pl.{item.dtype}]"
    return f"{item.name}: {_DIRECTIONS[item.direction].format(type_)}"


def param(item: HostParam) -> str:
    if item.shape is None:
        return f"{item.name}: pl.Scalar[pl.{item.dtype}]"
    shape = ", ".join(map(str, item.shape))
    return f"{item.name}: {_DIRECTIONS[item.direction].format(f'pl.Tensor[[{shape}], pl.{item.dtype}]')}"


class _Printer:
    def __init__(self, source: str | None, marks: bool) -> None:
        self.source = source
        self.marks = marks
        self.lines: list[str] = []
        self.remarks = Remarks(None)

    def line(self, depth: int, text: str, span: Span | None = None) -> None:
        mark = f"  # {mark_of(span, self.source)}" if span is not None and self.marks else ""
        self.lines += self.remarks.before(depth, span)
        self.lines.append("    " * depth + text + mark)

    def block(self, body: tuple[Step, ...], depth: int, empty: bool = True) -> None:
        if not body and empty:
            self.line(depth, "pass")
        for step in body:
            self.step(step, depth)

    def step(self, step: Step, depth: int) -> None:
        if isinstance(step, Loop):
            self.line(depth, f"for {step.name} in pl.range({bounds(step)}):", step.span)
            self.block(step.body, depth + 1)
        elif isinstance(step, Branch):
            self.line(depth, f"if {number(step.condition)}:", step.span)
            self.block(step.then, depth + 1)
            if step.orelse:
                self.line(depth, "else:")
                self.block(step.orelse, depth + 1)
        elif isinstance(step, Dispatch):
            parts = [*map(argument, step.arguments)]
            if step.device is not None:
                parts.append(f"device={number(step.device)}")
            bound = ""
            if step.results is not None:
                bound = f"{', '.join(step.results)} = "
            self.line(depth, f"{bound}self.{step.callee}({', '.join(parts)})", step.span)
        elif isinstance(step, Callback):
            given = ", ".join(map(argument, step.arguments))
            self.line(depth, f"self.{step.worker}({given})", step.span)
        else:
            self.line(depth, f"{step.name} = {made(step)}", step.span)


def made(step: Alloc | Window | Create | Let) -> str:
    """The right side of an assignment."""
    if isinstance(step, Alloc):
        if step.dtype is None:
            return f"pld.alloc_window_buffer({number(step.extents[0])})"
        return f"pld.alloc_window_buffer({numbers(step.extents)}, {typed(step.dtype)})"
    if isinstance(step, Window):
        return f"pld.window({step.buffer}, {numbers(step.shape)}, {typed(step.dtype)})"
    if isinstance(step, Create):
        fill = "" if step.fill is None else f", init_value={number(Number(step.fill))}"
        return f"pl.create_tensor({numbers(step.shape)}, {typed(step.dtype)}{fill})"
    return argument(step.value)


def bounds(step: Loop) -> str:
    parts = [step.start, step.stop, step.step]
    if step.step == Number(1):
        parts = parts[1:2] if step.start == Number(0) else parts[:2]
    return ", ".join(map(number, parts))


def typed(dtype: DType) -> str:
    return f"dtype=pl.{dtype}"


def numbers(items: Iterable[Numeric]) -> str:
    return f"[{', '.join(map(number, items))}]"


def number(expr: Numeric, inner: bool = False) -> str:
    """An expression; inside of another one an operation stands in parentheses."""
    if isinstance(expr, Number):
        value = expr.value
        text = repr(value) if math.isfinite(value) else f'float("{value}")'
        return f"({text})" if inner and text.startswith("-") else text
    if isinstance(expr, Name):
        return expr.name
    if isinstance(expr, WorldSize):
        return "pld.world_size()"
    if isinstance(expr, Extent):
        return f"pl.tensor.dim({expr.tensor}, {expr.axis})"
    parts = [number(operand, inner=True) for operand in expr.operands]
    if expr.operator in ("neg", "not"):
        text = f"-{parts[0]}" if expr.operator == "neg" else f"not {parts[0]}"
    else:
        text = f" {expr.operator} ".join(parts)
    return f"({text})" if inner else text


def argument(value: Argument) -> str:
    if isinstance(value, WindowOf):
        return value.window
    if not isinstance(value, Part):
        return number(value)
    if not value.index:
        return value.tensor
    parts = [
        f"{number(i.start)} : {number(i.stop)}" if isinstance(i, Slice) else number(i) for i in value.index
    ]
    return f"{value.tensor}[{', '.join(parts)}]"
