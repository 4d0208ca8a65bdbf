# SPDX-License-Identifier: Apache-2.0
"""A program as Python text in the kernel language; the reader turns the text into an equal program.

    # source: kernel.py
    # entry: double
    import pypto.language as pl

    T = pl.dynamic("T")

    @pl.program
    class double:
        @pl.function(type=pl.FunctionType.Orchestration)
        def double(self, x: pl.Tensor[[T, 64], pl.FP32], y: pl.Out[pl.Tensor[[T, 64], pl.FP32]]):  # @5:1
            for b in pl.spmd(T // 8, name_hint="body"):  # @8:5
                t = pl.slice(x, [8, 64], [b * 8, 0])  # @9:13
                t_1 = pl.tensor.adds(t, 1.0)  # @10:13
                pl.assemble(y, t_1, [b * 8, 0])  # @10:9

Every variable has a name of its own, so that an assignment to a known name assigns the same variable. A local
name is annotated where the operation's rule does not give its type, and always when it is a tile. A trailing
comment gives line and column in the source file (`# @"other.py":3:1` where the file is another one).

A loop whose condition needs statements of its own is written with `pl.cond` after them:

    for _ in pl.while_():
        v = pl.read(x, [i])
        pl.cond(v > 0.0)
        ...
"""

from __future__ import annotations

import json
import keyword
from collections.abc import Iterable, Mapping

from pypto.errors import Diagnostic, Span
from pypto.ir.calls import CORE_KINDS
from pypto.ir.dtypes import INDEX
from pypto.ir.enums import SplitMode
from pypto.ir.groups import is_group
from pypto.ir.nodes import (
    Assign,
    Block,
    Break,
    Comments,
    Const,
    Continue,
    Eval,
    For,
    Function,
    If,
    Invoke,
    Launch,
    Param,
    Program,
    Region,
    Return,
    ScalarType,
    Scope,
    Stmt,
    Var,
    While,
)
from pypto.ir.spelling import Names, Speller

_WIDTH = 100
_DIRECTIONS = {"in": "{}", "out": "pl.Out[{}]", "inout": "pl.InOut[{}]"}
_RESERVED = frozenset({*keyword.kwlist, "_", "pl", "self", "float", "print"})


class Remarks:
    """The comments of a function that are still to be printed."""

    def __init__(self, comments: Comments | None) -> None:
        self.comments = comments
        self.left = list(comments.entries) if comments is not None else []

    def before(self, depth: int, span: Span | None) -> list[str]:
        """Those before the statement that stands at a place of the function's own source."""
        own = self.comments
        if own is None or span is None or span.file != own.file or not own.first <= span.line <= own.last:
            return []
        lines: list[str] = []
        while self.left and self.left[0][0] <= span.line:
            lines += ["    " * depth + text for text in self.left.pop(0)[1]]
        return lines

    def rest(self, depth: int) -> list[str]:
        """Those before the end of the function."""
        entries, self.left = self.left, []
        return ["    " * depth + text for _, texts in entries for text in texts]


class _Printer(Speller):
    def __init__(
        self,
        symbols: Mapping[Var, str],
        reserved: set[str],
        source: str | None,
        marks: bool = True,
        method: bool = True,
    ) -> None:
        super().__init__()
        self.symbols = symbols
        self.reserved = reserved
        self.source = source
        self.marks = marks  # say where each statement comes from
        self.method = method  # a function of a class
        self.lines: list[str] = []
        self.remarks = Remarks(None)

    # Lines

    def line(self, depth: int, text: str, span: Span | None = None) -> None:
        mark = f"  # {mark_of(span, self.source)}" if span is not None and self.marks else ""
        self.lines += self.remarks.before(depth, span)
        self.lines.append("    " * depth + text + mark)

    # Statements

    def block(self, block: Block, depth: int) -> None:
        if not block:
            self.line(depth, "pass")
        for stmt in block:
            self.stmt(stmt, depth)

    def stmt(self, stmt: Stmt, depth: int) -> None:
        if isinstance(stmt, Assign | Eval):
            text = self.expr(stmt.value)
            if isinstance(stmt, Assign):
                text = f"{self.annotated(stmt.target, stmt.value)} = {text}"
            elif isinstance(stmt.value, Invoke) and stmt.value.results:
                results = ["_" if v is None else self.names.of(v) for v in stmt.value.results]
                text = f"{', '.join(results)}{',' if len(results) == 1 else ''} = {text}"
            self.line(depth, text, stmt.value.span or stmt.span)
        elif isinstance(stmt, For):
            bounds = self.bounds(stmt)
            self.line(depth, f"for {self.names.of(stmt.var)} in pl.{stmt.kind}({bounds}):", stmt.span)
            outer = self.lane_loop
            self.lane_loop = stmt if stmt.kind == "split_aiv" else outer
            self.block(stmt.body, depth + 1)
            self.lane_loop = outer
        elif isinstance(stmt, While):
            self.loop(stmt, depth)
        elif isinstance(stmt, If):
            self.branch(stmt, depth, "if")
        elif isinstance(stmt, Region):
            self.region(stmt, depth)
        elif isinstance(stmt, Scope):
            self.line(depth, f"with pl.{'manual_scope' if stmt.manual else 'scope'}():", stmt.span)
            self.block(stmt.body, depth + 1)
        elif isinstance(stmt, Launch):
            self.launch(stmt, depth)
        elif isinstance(stmt, Return):
            self.line(depth, f"return {', '.join(map(self.expr, stmt.values))}".rstrip(), stmt.span)
        else:
            assert isinstance(stmt, Break | Continue), stmt
            self.line(depth, "break" if isinstance(stmt, Break) else "continue", stmt.span)

    def bounds(self, stmt: For) -> str:
        start, step = stmt.start, stmt.step
        unit = isinstance(step, Const) and step.value == 1 and step.type == ScalarType(INDEX)
        origin = isinstance(start, Const) and start.value == 0 and start.type == ScalarType(INDEX)
        parts = [self.expr(stmt.stop)]
        if not (unit and origin):
            parts.insert(0, self.expr(start))
        if not unit:
            parts.append(self.expr(step))
        if stmt.kind == "split_aiv":
            parts.append(f"mode={self.value(SplitMode(stmt.stage))}")
        if stmt.kind == "pipeline":
            parts.append(f"stage={stmt.stage}")
        return ", ".join(parts)

    def loop(self, stmt: While, depth: int) -> None:
        if not stmt.setup:
            self.line(depth, f"while {self.expr(stmt.condition)}:", stmt.span)
        else:
            self.line(depth, "for _ in pl.while_():", stmt.span)
            self.block(stmt.setup, depth + 1)
            self.line(depth + 1, f"pl.cond({self.expr(stmt.condition)})", stmt.condition.span)
        self.block(stmt.body, depth + 1)

    def branch(self, stmt: If, depth: int, word: str) -> None:
        self.line(depth, f"{word} {self.expr(stmt.condition)}:", stmt.span)
        self.block(stmt.then, depth + 1)
        match stmt.orelse:
            case ():
                pass
            case (If() as inner,):
                self.branch(inner, depth, "elif")
            case _:
                self.line(depth, "else:")
                self.block(stmt.orelse, depth + 1)

    def region(self, stmt: Region, depth: int) -> None:
        if is_group(stmt):
            call, parts = "cluster", [] if stmt.blocks is None else [self.expr(stmt.blocks)]
        elif stmt.blocks is None:
            call, parts = "at", [] if "level" in stmt.attrs else ["level=pl.Level.CORE_GROUP"]
        else:
            call, parts = "spmd", [self.expr(stmt.blocks)]
        if stmt.name_hint is not None:
            parts.append(f"name_hint={json.dumps(stmt.name_hint)}")
        if stmt.deps:
            parts.append(f"deps={self.value(stmt.deps)}")
        hints = []
        if "split" in stmt.attrs:
            hints.append(f"pl.split({self.value(stmt.attrs['split'])})")
        if "slot_num" in stmt.attrs:
            hints.append(f"pl.cross_core_slot(slot_num={stmt.attrs['slot_num']})")
        parts += [f"optimizations=[{', '.join(hints)}]"] if hints else []
        others = sorted({*stmt.attrs} - {"split", "slot_num"})
        parts += [f"{name}={self.value(stmt.attrs[name])}" for name in others]
        head = f"pl.{call}({', '.join(parts)})"
        outer, self.core = self.core, True
        if stmt.block is not None:
            assert stmt.task is None, "the loop form of pl.spmd binds no task"
            self.line(depth, f"for {self.names.of(stmt.block)} in {head}:", stmt.span)
        else:
            bound = f" as {self.names.of(stmt.task)}" if stmt.task is not None else ""
            self.line(depth, f"with {head}{bound}:", stmt.span)
        self.block(stmt.body, depth + 1)
        self.core = outer

    def launch(self, stmt: Launch, depth: int) -> None:
        parts = [f"self.{stmt.function}", *map(self.expr, stmt.args)]
        if stmt.blocks is not None:
            parts.append(f"core_num={self.expr(stmt.blocks)}")
        if stmt.extents:
            parts.append(f"extents={self.value(stmt.extents)}")
        if stmt.directions:
            parts.append(f"directions={self.value(stmt.directions)}")
        if stmt.deps:
            parts.append(f"deps={self.value(stmt.deps)}")
        if stmt.attrs:
            parts.append(f"attrs={self.value(dict(sorted(stmt.attrs.items())))}")
        call = f"pl.{'submit' if stmt.blocks is None else 'spmd_submit'}({', '.join(parts)})"
        bound = f"{self.names.of(stmt.task)} = " if stmt.task is not None else ""
        self.line(depth, bound + call, stmt.span)

    # Functions

    def function(self, function: Function, depth: int, remarks: bool = True) -> None:
        self.names = Names(self.reserved | {p.name for p in function.params})
        for var, name in self.symbols.items():
            self.names.fixed(var, name)
        for param in function.params:
            self.names.fixed(param.var, param.name)
        self.core = function.kind in CORE_KINDS
        scopes = "" if function.auto_scope else ", auto_scope=False"
        self.line(depth, f"@pl.function(type=pl.FunctionType.{function.kind}{scopes})")
        params = [*(["self"] if self.method else []), *map(self.param, function.params)]
        returns = ""
        if function.returns:
            types = ", ".join(map(self.type, function.returns))
            returns = f" -> {types if len(function.returns) == 1 else f'tuple[{types}]'}"
        head = f"def {function.name}({', '.join(params)}){returns}:"
        if 4 * depth + len(head) <= _WIDTH:
            self.line(depth, head, function.span)
        else:
            self.line(depth, f"def {function.name}(", function.span)
            for param_text in params:
                self.line(depth + 1, f"{param_text},")
            self.line(depth, f"){returns}:")
        self.remarks = Remarks(None if self.marks or not remarks else function.comments)
        attrs = {name: value for name, value in sorted(function.attrs.items()) if name != "auto_scope"}
        if attrs:
            self.line(depth + 1, f"pl.func_attr({self.value(attrs)})")
        self.block(function.body, depth + 1)

    def param(self, param: Param) -> str:
        type_ = self.type(param.type)
        if param.window:
            type_ = type_.replace("pl.Tensor", "pld.DistributedTensor", 1)
        return f"{param.name}: {_DIRECTIONS[param.direction].format(type_)}"


def mark_of(span: Span, source: str | None) -> str:
    file = "" if span.file == source else f"{json.dumps(span.file)}:"
    return f"@{file}{span.line}:{span.column}"


def _symbols(functions: Mapping[str, Function]) -> tuple[dict[str, dict[Var, str]], list[str]]:
    """Names of the dynamic extents per function, and all of them in order; equal names share one line."""
    reserved = {*_RESERVED, *(p.name for f in functions.values() for p in f.params)}
    order: list[str] = []
    per_function: dict[str, dict[Var, str]] = {}
    for key, function in functions.items():
        names = Names(reserved)
        for symbol in function.symbols:
            name = names.of(symbol)
            if name not in order:
                order.append(name)
        per_function[key] = dict(names.names)
    return per_function, order


def print_program(program: Program, marks: bool = True, remarks: bool = True) -> str:
    """The whole program as the text of a module; `marks`: with the place in the source of each statement, else
    `remarks`: with the comments of the source."""
    order = extent_names(program.functions)
    lines = [f"# source: {program.source}"] if program.source is not None and marks else []
    lines.append(f"# entry: {program.entry}")
    if marks:
        lines += [f"# constant: {name} = {value!r}" for name, value in program.constants.items()]
        lines += warning_lines(program.warnings, program.source)
    lines += _head(order, any(p.window for f in program.functions.values() for p in f.params))
    lines += ["", "@pl.program", f"class {program.name}:"]
    lines += function_lines(program.functions, program.source, marks, remarks)
    return "\n".join(lines) + "\n"


def function_lines(
    functions: Mapping[str, Function], source: str | None, marks: bool, remarks: bool
) -> list[str]:
    """The functions of a program's class, with an empty line between them."""
    symbols, order = _symbols(functions)
    lines: list[str] = []
    for number, (key, function) in enumerate(functions.items()):
        printer = _Printer(symbols[key], {*_RESERVED, *order}, source, marks)
        printer.function(function, 1, remarks)
        lines += [""] if number else []
        lines += printer.lines
    return lines


def extent_names(functions: Mapping[str, Function]) -> list[str]:
    """The names that the dynamic extents of functions print with, in order."""
    return _symbols(functions)[1]


def warning_lines(warnings: Iterable[Diagnostic], source: str | None) -> list[str]:
    """Findings as lines of the head."""
    lines = []
    for warning in warnings:
        where = mark_of(warning.span, source) if warning.span is not None else ""
        lines.append(f"# warning: {json.dumps([warning.code, warning.message, warning.help, where])}")
    return lines


def _head(order: list[str], windows: bool = False) -> list[str]:
    """The imports, and the dynamic extents."""
    lines = ["import pypto.language as pl", *["import pypto.language.distributed as pld"][: int(windows)], ""]
    return [*lines, *(f'{name} = pl.dynamic("{name}")' for name in order), ""] if order else lines


def print_single(function: Function, remarks: bool = True) -> str:
    """One function as the text of a module."""
    symbols, order = _symbols({function.name: function})
    printer = _Printer(symbols[function.name], {*_RESERVED, *order}, None, marks=False, method=False)
    printer.function(function, 0, remarks)
    head = _head(order, any(p.window for p in function.params))
    return "\n".join([f"# function: {function.name}", *head, "", *printer.lines]) + "\n"


def print_function(function: Function, source: str | None = None) -> str:
    """One function as text, for dumps and messages."""
    symbols, order = _symbols({function.name: function})
    printer = _Printer(symbols[function.name], {*_RESERVED, *order}, source)
    printer.function(function, 0)
    return "\n".join(printer.lines) + "\n"
