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
import math
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any

from pypto.errors import Span
from pypto.ir.calls import CORE_KINDS, infer, same_type
from pypto.ir.dtypes import BOOL, FP32, INDEX, DType
from pypto.ir.enums import MaskPattern, SplitMode
from pypto.ir.groups import is_group
from pypto.ir.nodes import (
    ArrayType,
    Assign,
    Block,
    Break,
    Call,
    Comments,
    Const,
    Continue,
    Dim,
    Eval,
    Expr,
    For,
    Function,
    If,
    Invoke,
    Launch,
    MemRef,
    Param,
    Program,
    PtrType,
    Region,
    Return,
    ScalarType,
    Scope,
    Stmt,
    TaskIdType,
    TensorType,
    TileType,
    TupleType,
    Type,
    Var,
    While,
)
from pypto.ir.ops import crossing, scalar
from pypto.ir.ops.rules import space_layout
from pypto.ir.ops.table import REQUIRED, Op, OpError
from pypto.ir.visit import free_name

_WIDTH = 100
_DIRECTIONS = {"in": "{}", "out": "pl.Out[{}]", "inout": "pl.InOut[{}]"}
_RESERVED = frozenset({*keyword.kwlist, "_", "pl", "self", "float", "print"})

_OR, _AND, _NOT, _COMPARE, _SHIFT, _SUM, _PRODUCT, _UNARY, _ATOM = range(9)
_PRECEDENCE: Mapping[Op, int] = {
    scalar.OR: _OR, scalar.AND: _AND,
    scalar.EQ: _COMPARE, scalar.NE: _COMPARE, scalar.LT: _COMPARE,
    scalar.LE: _COMPARE, scalar.GT: _COMPARE, scalar.GE: _COMPARE,
    scalar.SHL: _SHIFT, scalar.SHR: _SHIFT, scalar.ADD: _SUM, scalar.SUB: _SUM,
    scalar.MUL: _PRODUCT, scalar.DIV: _PRODUCT, scalar.FLOORDIV: _PRODUCT, scalar.MOD: _PRODUCT,
}  # fmt: skip
_PREFIX: Mapping[Op, tuple[str, int]] = {
    scalar.NEG: ("-", _UNARY), scalar.INVERT: ("~", _UNARY), scalar.NOT: ("not ", _NOT),
}  # fmt: skip


class _Names:
    """One name per variable; a taken name gets the first free number."""

    def __init__(self, reserved: set[str]) -> None:
        self.taken = set(reserved)
        self.names: dict[Var, str] = {}

    def fixed(self, var: Var, name: str) -> None:
        self.names[var] = name
        self.taken.add(name)

    def of(self, var: Var) -> str:
        known = self.names.get(var)
        if known is None:
            base = var.name if var.name.isidentifier() and var.name != "_" else "v"
            known = free_name(base, self.taken)
            self.fixed(var, known)
        return known


def _number(value: float | int, dtype: DType) -> str:
    if not dtype.is_float:
        return str(int(value))
    value = float(value)
    return repr(value) if math.isfinite(value) else f'float("{value}")'


class _Printer:
    def __init__(
        self,
        symbols: Mapping[Var, str],
        reserved: set[str],
        source: str | None,
        marks: bool = True,
        method: bool = True,
    ) -> None:
        self.symbols = symbols
        self.reserved = reserved
        self.source = source
        self.marks = marks  # say where each statement comes from
        self.method = method  # a function of a class
        self.names = _Names(set())
        self.lines: list[str] = []
        self.core = False
        self.lane_loop: For | None = None  # the loop over the two vector cores that is being printed
        self.comments: Comments | None = None
        self.said = 0  # comments that stand in the text

    # Lines

    def line(self, depth: int, text: str, span: Span | None = None) -> None:
        mark = f"  # {_mark(span, self.source)}" if span is not None and self.marks else ""
        self.remark(depth, span)
        self.lines.append("    " * depth + text + mark)

    def remark(self, depth: int, span: Span | None) -> None:
        """The comments before the statement that stands at a place of the function's own source."""
        own = self.comments
        if own is None or span is None or span.file != own.file or not own.first <= span.line <= own.last:
            return
        while self.said < len(own.entries) and own.entries[self.said][0] <= span.line:
            self.lines += ["    " * depth + text for text in own.entries[self.said][1]]
            self.said += 1

    # Expressions

    def expr(self, expr: Expr) -> str:
        return self.rated(expr)[0]

    def wrapped(self, expr: Expr, least: int) -> str:
        text, precedence = self.rated(expr)
        return text if precedence >= least else f"({text})"

    def rated(self, expr: Expr) -> tuple[str, int]:
        """Text and precedence of an expression."""
        if isinstance(expr, Var):
            return self.names.of(expr), _ATOM
        if isinstance(expr, Const):
            return self.const(expr)
        if isinstance(expr, Invoke):
            return f"self.{expr.function}({', '.join(map(self.expr, expr.args))})", _ATOM
        assert isinstance(expr, Call), expr
        if expr.op in _PREFIX:
            sign, precedence = _PREFIX[expr.op]
            (operand,) = expr.args
            assert operand is not None
            return sign + self.wrapped(operand, precedence), precedence
        if expr.op in _PRECEDENCE:
            precedence = _PRECEDENCE[expr.op]
            left, right = expr.args
            assert left is not None and right is not None
            chained = 1 if precedence == _COMPARE else 0
            a, b = self.wrapped(left, precedence + chained), self.wrapped(right, precedence + 1)
            return f"{a} {expr.op.infix} {b}", precedence
        return f"{_spelling(expr)}({', '.join(self.arguments(expr))})", _ATOM

    def const(self, const: Const) -> tuple[str, int]:
        if const.value is None or isinstance(const.type, TaskIdType):
            return "None", _ATOM
        assert isinstance(const.type, ScalarType)
        dtype = const.type.dtype
        if dtype is BOOL:
            return str(bool(const.value)), _ATOM
        text = _number(const.value, dtype)
        if dtype in (INDEX, FP32):
            return text, _UNARY if text.startswith("-") else _ATOM
        return f"pl.const({text}, pl.{dtype})", _ATOM

    def arguments(self, call: Call) -> Iterator[str]:
        """Required values by position, everything else by keyword where it differs from the default."""
        operands = iter(call.args)
        values = {p.name for p in call.op.value_params}
        positional = True
        attrs = dict(call.attrs)
        implied = self.implied(call)
        for param in call.op.params:
            given = next(operands, None) if param.name in values else attrs.pop(param.name, None)
            required = param.default is REQUIRED
            if param.name in implied:
                continue
            if given is None and not required:
                positional = False
                continue
            if not required and type(given) is type(param.default) and given == param.default:
                positional = False
                continue
            positional = positional and required and param.kind != "static"
            text = self.value(given)
            yield text if positional else f"{param.name}={text}"
        for name in sorted(attrs):
            yield f"{name}={self.value(attrs[name])}"

    def implied(self, call: Call) -> tuple[str, ...]:
        """What the loop over the two vector cores says in place of a crossing inside it."""
        loop = self.lane_loop
        if loop is None or call.op not in crossing.NAMED or call.args[-1] is not loop.var:
            return ()
        return ("split", "lane") if call.attrs["split"] == loop.stage else ()

    def value(self, value: Any) -> str:
        """An attribute value: static Python data, extents, types, variables."""
        if isinstance(value, Expr):
            return self.expr(value)
        if isinstance(value, DType):
            return f"pl.{value}"
        if isinstance(value, Enum):
            space = "tile." if isinstance(value, MaskPattern) else ""
            return f"pl.{space}{type(value).__name__}.{value.name}"
        if isinstance(value, tuple | list):
            return f"[{', '.join(map(self.value, value))}]"
        if isinstance(value, Mapping):
            return "{" + ", ".join(f"{json.dumps(k)}: {self.value(v)}" for k, v in value.items()) + "}"
        if isinstance(value, str):
            return json.dumps(value)
        if isinstance(value, float) and not math.isfinite(value):
            return f'float("{value}")'
        return repr(value)

    def dims(self, dims: tuple[Dim, ...]) -> str:
        return self.value(dims)

    # Types

    def type(self, type_: Type) -> str:
        if isinstance(type_, ScalarType):
            return f"pl.Scalar[pl.{type_.dtype}]"
        if isinstance(type_, TaskIdType):
            return "pl.TaskId"
        if isinstance(type_, PtrType):
            return "pl.Ptr"
        if isinstance(type_, ArrayType):
            return f"pl.Array[{type_.extent}, pl.{type_.dtype}]"
        if isinstance(type_, TupleType):
            return f"tuple[{', '.join(map(self.type, type_.items))}]"
        if isinstance(type_, TensorType):
            view = []
            if type_.valid is not None:
                view.append(f"valid_shape={self.dims(type_.valid)}")
            if type_.strides is not None:
                view.append(f"stride={self.dims(type_.strides)}")
            if view:
                view.append(f"layout=pl.TensorLayout.{'DN' if type_.is_column_major else 'ND'}")
            parts = [self.dims(type_.shape), f"pl.{type_.dtype}"]
            parts += [f"pl.TensorView({', '.join(view)})"] if view else []
            parts += [f"pl.{type_.layout.name}"] if type_.layout is not None else []
            parts += ["pl.Mem.Vec"] if type_.local else []
            return f"pl.Tensor[{', '.join(parts)}]"
        assert isinstance(type_, TileType), type_
        parts = [self.dims(type_.shape), f"pl.{type_.dtype}", f"pl.Mem.{type_.space}"]
        if type_.address is not None:
            parts.append(f'pl.MemRef("{type_.space}", {type_.address}, {type_.nbytes})')
        elif type_.memref is not None:
            parts.append(self.memref(type_.memref))
        view = [] if type_.valid is None else [f"valid_shape={self.dims(type_.valid)}"]
        implied = space_layout(type_.space, type_.shape)
        for name, usual in (*zip(("blayout", "slayout", "fractal"), implied, strict=True), ("pad", 0)):
            actual = getattr(type_, name)
            if actual != usual:
                view.append(f"{name}={self.value(actual)}")
        if type_.batch:
            view.append(f"batch={self.dims(type_.batch)}")
        parts += [f"pl.TileView({', '.join(view)})"] if view else []
        return f"pl.Tile[{', '.join(parts)}]"

    def memref(self, memref: MemRef) -> str:
        """A declared buffer, or a resolved place: in an allocation that the text has, or in a named buffer."""
        if memref.offset is None:
            return _declared(memref)
        known = None if memref.base is None else self.names.names.get(memref.base)
        return f"pl.MemRef({known or json.dumps(memref.name)}, {memref.offset}, {memref.size})"

    def annotated(self, target: Var, value: Expr) -> str:
        """`name` or `name: type`, the latter where the value alone does not tell the type."""
        name = self.names.of(target)
        if isinstance(target.type, TileType) or not self.follows(target.type, value):
            return f"{name}: {self.type(target.type)}"
        return name

    def follows(self, type_: Type, value: Expr) -> bool:
        if isinstance(value, Call):
            try:
                return same_type(type_, infer(value, self.core))
            except OpError:
                return False
        return same_type(type_, value.type)

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
            call, parts = "at", ["level=pl.Level.CORE_GROUP"]
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
        self.names = _Names(self.reserved | {p.name for p in function.params})
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
        self.comments = None if self.marks or not remarks else function.comments
        attrs = {name: value for name, value in sorted(function.attrs.items()) if name != "auto_scope"}
        if attrs:
            self.line(depth + 1, f"pl.func_attr({self.value(attrs)})")
        self.block(function.body, depth + 1)

    def param(self, param: Param) -> str:
        return f"{param.name}: {_DIRECTIONS[param.direction].format(self.type(param.type))}"


def _declared(memref: MemRef) -> str:
    name = json.dumps(memref.name)
    if memref.slots == 1:
        return f"pl.MemRef({name})"
    whole = f"pl.MemRef({name}, slots={memref.slots})"
    return whole if memref.slot is None else f"{whole}[{memref.slot}]"


def _mark(span: Span, source: str | None) -> str:
    file = "" if span.file == source else f"{json.dumps(span.file)}:"
    return f"@{file}{span.line}:{span.column}"


def _spelling(call: Call) -> str:
    """The public name of an operation, in the namespace of its operands' level."""
    if call.op is scalar.CAST:
        return "pl.cast"
    tiles = isinstance(call.type, TileType) or any(a and isinstance(a.type, TileType) for a in call.args)
    spaces = call.op.namespaces
    if tiles and "tile" in spaces:
        return f"pl.tile.{call.op.word}"
    if "pl" in spaces:
        return f"pl.{call.op.word}"
    if not spaces:  # an operation that only passes make
        return f"pl.internal.{call.op.name}"
    return f"pl.{spaces[0]}.{call.op.word}"


def _symbols(functions: Mapping[str, Function]) -> tuple[dict[str, dict[Var, str]], list[str]]:
    """Names of the dynamic extents per function, and all of them in order; equal names share one line."""
    reserved = {*_RESERVED, *(p.name for f in functions.values() for p in f.params)}
    order: list[str] = []
    per_function: dict[str, dict[Var, str]] = {}
    for key, function in functions.items():
        names = _Names(reserved)
        for symbol in function.symbols:
            name = names.of(symbol)
            if name not in order:
                order.append(name)
        per_function[key] = dict(names.names)
    return per_function, order


def print_program(program: Program, marks: bool = True, remarks: bool = True) -> str:
    """The whole program as the text of a module; `marks`: with the place in the source of each statement, else
    `remarks`: with the comments of the source."""
    symbols, order = _symbols(program.functions)
    lines = [f"# source: {program.source}"] if program.source is not None and marks else []
    lines.append(f"# entry: {program.entry}")
    if marks:
        lines += [f"# constant: {name} = {value!r}" for name, value in program.constants.items()]
        for warning in program.warnings:
            where = _mark(warning.span, program.source) if warning.span is not None else ""
            lines.append(f"# warning: {json.dumps([warning.code, warning.message, warning.help, where])}")
    lines += _head(order)
    lines += ["", "@pl.program", f"class {program.name}:"]
    for number, (key, function) in enumerate(program.functions.items()):
        printer = _Printer(symbols[key], {*_RESERVED, *order}, program.source, marks)
        printer.function(function, 1, remarks)
        lines += [""] if number else []
        lines += printer.lines
    return "\n".join(lines) + "\n"


def _head(order: list[str]) -> list[str]:
    """The import, and the dynamic extents."""
    lines = ["import pypto.language as pl", ""]
    return [*lines, *(f'{name} = pl.dynamic("{name}")' for name in order), ""] if order else lines


def print_single(function: Function, remarks: bool = True) -> str:
    """One function as the text of a module."""
    symbols, order = _symbols({function.name: function})
    printer = _Printer(symbols[function.name], {*_RESERVED, *order}, None, marks=False, method=False)
    printer.function(function, 0, remarks)
    return "\n".join([f"# function: {function.name}", *_head(order), "", *printer.lines]) + "\n"


def print_function(function: Function, source: str | None = None) -> str:
    """One function as text, for dumps and messages."""
    symbols, order = _symbols({function.name: function})
    printer = _Printer(symbols[function.name], {*_RESERVED, *order}, source)
    printer.function(function, 0)
    return "\n".join(printer.lines) + "\n"
