# SPDX-License-Identifier: Apache-2.0
"""The state of one lowering: bindings, statements so far, errors; and the helpers that create variables.

A `Session` spans a whole program; a `State` one function body, of which an inline callee has its own.
"""

from __future__ import annotations

import ast
import difflib
import keyword
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, NoReturn, TypeVar

from pypto.errors import (
    Diagnostic,
    InvalidOperationError,
    ParserError,
    ParserSyntaxError,
    ParserTypeError,
    Span,
    UndefinedVariableError,
    UnsupportedFeatureError,
    UserError,
    together,
)
from pypto.frontend.annotations import Fail, Part, fill, part_of
from pypto.frontend.constructs import DynamicDim, MemRef
from pypto.frontend.names import Liveness
from pypto.frontend.source import KernelSource
from pypto.ir import arith
from pypto.ir.dtypes import BOOL, FP32, INDEX, INT32, INT64, TASK_ID, DType
from pypto.ir.enums import ScopeMode, SplitMode
from pypto.ir.nodes import (
    ArrayType,
    Assign,
    Call,
    Const,
    Dim,
    Eval,
    Expr,
    Function,
    ScalarType,
    Stmt,
    TaskIdType,
    TensorType,
    TileType,
    Type,
    Var,
)
from pypto.ir.ops import creation, matmul, shaping, staging, system
from pypto.ir.ops.table import Op, Trait

_OTHER_LIBRARIES = "element types and functions of kernels are those of pl: pl.FP32, pl.exp(x), pl.sqrt(x)"

Value = Any  # an ir Expr, a tuple of values, or a Python object known while the kernel is read

Error = TypeVar("Error", bound=ParserError)


class Poisoned(Exception):
    """A name is read whose definition failed; the failure is reported already."""


@dataclass(frozen=True)
class Missing:
    """A name without a value here; reading it raises `error` (nothing where that was reported already).

    The error stands at the read, or `at` the binding that is the mistake.
    """

    error: UserError | None = None
    at: Span | None = None


POISON = Missing()
RETYPED = Missing()  # poison that outlives the loop: a rebinding to another type was refused


def is_retired(value: Value) -> bool:
    """Whether a name was passed as an output and its tensor goes by the name of the result since."""
    return isinstance(value, Missing) and value.error is not None and value.error.code == "written-argument"


@dataclass
class Frame:
    """One inline call that is being expanded."""

    kernel: KernelSource
    span: Span


@dataclass
class Session:
    """What all functions of one program share."""

    reserved: set[str] = field(default_factory=set)
    errors: list[UserError] = field(default_factory=list)
    warnings: list[Diagnostic] = field(default_factory=list)
    constants: dict[str, int | float | bool] = field(default_factory=dict)
    symbols: dict[DynamicDim, Var] = field(default_factory=dict)
    frames: list[Frame] = field(default_factory=list)
    serial: dict[Var, int] = field(default_factory=dict)
    definition: dict[Var, Expr] = field(default_factory=dict)
    terms: dict[Var, int] = field(default_factory=dict)  # how long its definition is, written out
    cube: set[Var] = field(default_factory=set)
    wider: set[Var] = field(default_factory=set)  # products whose type nobody said: the accumulator's
    whole: dict[Var, Var] = field(default_factory=dict)  # a value that was narrowed: all of it
    lanes: set[Var] = field(default_factory=set)  # scalars that say which vector core this is
    place: dict[Var, Var] = field(default_factory=dict)  # a view of a value: the value itself
    created: set[Var] = field(
        default_factory=set
    )  # values on the chip that hold nothing yet, and carries of them
    homes: dict[Var, Expr] = field(default_factory=dict)
    dropped: set[Var] = field(default_factory=set)
    liveness: dict[KernelSource, Liveness] = field(default_factory=dict)
    retiring: list[tuple[str, ast.Call]] = field(
        default_factory=list
    )  # names that calls got and gave back renamed
    numbers: dict[str, int] = field(default_factory=dict)
    hints: dict[str, KernelSource] = field(default_factory=dict)  # names of regions: where each came first
    externals: dict[str, Function] = field(default_factory=dict)  # kernels with a C++ body that were called
    last: dict[str, int] = field(default_factory=dict)  # the last number of each name that was taken
    said: list[str] | None = None  # by pl.static_print, where a loop that may be read again holds it back
    unrolled: int = 0  # statements that pl.unroll made
    copies: int = 0  # calls of helpers that were expanded
    incomplete: bool = False  # a statement was left out because of a mistake that is reported elsewhere

    memrefs: dict[str, tuple[MemRef, str]] = field(default_factory=dict)  # by name: declaration and space
    inline_memrefs: set[MemRef] = field(default_factory=set)  # that stand in an annotation themselves
    deprecated: set[KernelSource] = field(default_factory=set)  # helpers that were warned about

    def say(self, text: str) -> None:
        """Print a text, or hold it back."""
        if self.said is None:
            print(text)
        else:
            self.said.append(text)

    @contextmanager
    def holding(self) -> Iterator[None]:
        """What is said inside comes at the end, as it was read last."""
        if self.said is not None:
            yield
            return
        self.said = []
        try:
            yield
        finally:
            said, self.said = self.said, None
            for text in said:
                print(text)

    def unique(self, name: str) -> str:
        """A name that is free in the printed program: x, x_1, x_2, ..."""
        base, number = name, self.last.get(name, 0)
        while name in self.reserved or keyword.iskeyword(name) or name in ("pl", "self"):
            number += 1
            name = f"{base}_{number}"
        self.last[base] = number
        self.reserved.add(name)
        return name

    def numbered(self, base: str) -> str:
        """The next name base_1, base_2, ... that is free."""
        number = self.numbers[base] = self.numbers.get(base, 0) + 1
        return f"{base}_{number}"

    def var(self, name: str, type_: Type, span: Span | None) -> Var:
        unique = self.unique(name)
        var = Var(unique, type_, span, None if unique == name else name)
        self.serial[var] = len(self.serial)
        return var

    def report(self, error: UserError) -> None:
        for frame in reversed(self.frames):
            error.notes += (f"{frame.kernel.name} is called from {frame.span.file}:{frame.span.line}",)
        known = {(e.message, e.span) for e in self.errors}
        if (error.message, error.span) not in known:
            self.errors.append(error)

    def length(self, expr: Expr) -> int:
        """Terms of a scalar expression with its variables replaced by their definitions."""
        if isinstance(expr, Var):
            return self.terms.get(expr, 1)
        if isinstance(expr, Call):
            return sum(self.length(a) for a in expr.args if a is not None)
        return 1

    def raise_errors(self) -> None:
        """Raise what was collected, in source order of each file."""
        if self.errors:
            raise together(self.errors)


@dataclass
class RegionState:
    """The region that is being lowered."""

    span: Span
    single_call: bool = False  # a kernel call may be the whole body
    unsure: bool = False  # its header is wrong, and what it was meant to be is not known
    lane: Var | None = None  # of the split_aiv loop that is being lowered, with its mode
    mode: SplitMode = SplitMode.NONE
    loops: bool = False  # it has such a loop
    crosses: bool = False  # it has a crossing that says itself how it is divided
    split: bool = False  # pl.split divides the region

    @property
    def takes_kernel(self) -> bool:
        """Whether a kernel may be called in it."""
        return self.single_call or self.unsure


@dataclass
class LoopState:
    """The innermost loop, for `break` and `continue`: `carry` emits the copies that end an iteration."""

    kind: str
    carry: Callable[[], None]
    jumps: bool = False


class State(ABC):
    """Bindings and statements of one function body."""

    def __init__(self, session: Session, kernel: KernelSource) -> None:
        self.session = session
        self.kernel = kernel
        self.env: dict[str, Value] = {}
        self.out: list[Stmt] = []
        self.region: RegionState | None = None
        self.loop: LoopState | None = None
        self.scope: ScopeMode | None = None  # the runtime scope that the source opened
        self.auto_scope: bool = kernel.options.get("auto_scope", True)  # the compiler places the others
        self.terminated = False
        self.decided = (
            False  # terminated by a branch whose condition is known: what follows is dead, not wrong
        )
        self.blocks: list[set[str]] = []  # names bound in the blocks that are being read, outermost first
        self.result: Value = None
        self.returned = False

    # Positions and errors

    def span(self, node: ast.AST) -> Span:
        return self.kernel.source.span(node)

    def place(self, node: ast.AST) -> Span:
        """Where an error about a node points."""
        return self.span(node)

    def quote(self, node: ast.AST) -> str:
        """The source of a node on one line, as it was written where it stands on one."""
        line, end = getattr(node, "lineno", 0), getattr(node, "end_lineno", 1)
        if line != end:
            return ast.unparse(node)
        text = self.kernel.source.line(line).encode()
        return text[node.col_offset : node.end_col_offset].decode()  # type: ignore[attr-defined]

    def text(self, span: Span | None) -> str | None:
        if span is None or span.file != self.kernel.source.path:
            return None
        return self.kernel.source.line(span.line)

    def error(
        self,
        kind: type[Error],
        message: str,
        node: ast.AST | Span | None,
        *,
        help: str | None = None,
        notes: Iterable[str] = (),
        code: str | None = None,
    ) -> Error:
        span = self.place(node) if isinstance(node, ast.AST) else node
        return kind(message, span=span, help=help, notes=tuple(notes), code=code, text=self.text(span))

    def refusing(self, name: str, node: ast.expr) -> Fail:
        """What the readers of annotations call to refuse one."""

        def fail(message: str, help: str | None, at: Part = (), value: Any = None) -> NoReturn:
            part = part_of(node, at)
            self.type_error(f"{name}: {fill(message, part, value)}", part or node, help, code="annotation")

        return fail

    def unsupported(
        self, message: str, node: ast.AST | Span, help: str | None = None, code: str | None = None
    ) -> NoReturn:
        raise self.error(UnsupportedFeatureError, message, node, help=help, code=code)

    def syntax(
        self, message: str, node: ast.AST | Span, help: str | None = None, code: str | None = None
    ) -> NoReturn:
        raise self.error(ParserSyntaxError, message, node, help=help, code=code)

    def type_error(
        self,
        message: str,
        node: ast.AST | Span,
        help: str | None = None,
        notes: Iterable[str] = (),
        code: str | None = None,
    ) -> NoReturn:
        raise self.error(ParserTypeError, message, node, help=help, notes=notes, code=code)

    def invalid(
        self, message: str, node: ast.AST | Span, help: str | None = None, code: str | None = None
    ) -> NoReturn:
        raise self.error(InvalidOperationError, message, node, help=help, code=code)

    def undefined(self, name: str, node: ast.AST, candidates: Iterable[str]) -> NoReturn:
        near = nearest(name, candidates)
        raise self.error(
            UndefinedVariableError,
            f"undefined name `{name}`",
            node,
            help=_OTHER_LIBRARIES
            if name in ("torch", "np", "numpy", "math")
            else f"did you mean `{near}`?"
            if near
            else f"give it a value first: {name} = ...",
        )

    # Statements and variables

    def emit(self, stmt: Stmt) -> None:
        self.out.append(stmt)

    def fresh(self, name: str, type_: Type, span: Span | None) -> Var:
        return self.session.var(name, type_, span)

    def define(self, name: str, value: Expr, span: Span | None) -> Var:
        """A new variable that holds `value`."""
        type_ = value.type
        if isinstance(type_, TileType) and type_.memref is not None:  # it is that of another value
            type_ = replace(type_, memref=None)
        var = self.fresh(name, type_, span)
        self.emit(Assign(var, value, span))
        if isinstance(value.type, ScalarType) and not (
            isinstance(value, Call) and not value.op.has(Trait.PURE)
        ):
            self.session.definition[var] = value
            self.session.terms[var] = self.session.length(value)
        if isinstance(value, Call) and (
            value.op.has(Trait.CUBE) or (shaping.keeps_plane(value) and value.args[0] in self.session.cube)
        ):
            self.session.cube.add(var)
            if matmul.is_undeclared(value):
                self.session.wider.add(var)
        if isinstance(value, Call) and value.op is shaping.SET_VALIDSHAPE:
            source = value.args[0]
            assert isinstance(source, Var)
            self.session.whole[var] = self.session.whole.get(source, source)
        if isinstance(value, Call) and (value.op.has(Trait.VIEW) or value.op is shaping.SET_VALIDSHAPE):
            source = value.args[0]
            if isinstance(source, Var):
                self.session.place[var] = self.session.place.get(source, source)
        if isinstance(value, Call) and value.op in (creation.CREATE_TENSOR, staging.CREATE_TILE):
            self.session.created.add(var)
        if isinstance(value, Call) and value.op is system.GET_SUBBLOCK_IDX:
            self.session.lanes.add(var)
        return var

    def temporary(self, value: Expr, span: Span | None) -> Var:
        return self.define(self.session.numbered("t"), value, span)

    def effect(self, value: Expr, span: Span | None) -> None:
        self.emit(Eval(value, span))

    @contextmanager
    def collect(self) -> Iterator[list[Stmt]]:
        """Statements emitted inside go into the list that is handed out."""
        saved, self.out = self.out, []
        try:
            yield self.out
        finally:
            self.out = saved

    # Values

    def literal(self, value: int | float | bool) -> Const:
        """A Python number as a typed constant: INDEX, FP32 or BOOL."""
        if isinstance(value, bool):
            return Const(value, ScalarType(BOOL))
        return Const(value, ScalarType(INDEX if isinstance(value, int) else FP32))

    def inside_since(self, var: Var, serial: int) -> bool:
        """Whether the variable was created after a point of the lowering."""
        return self.session.serial.get(var, -1) >= serial

    @property
    def now(self) -> int:
        return len(self.session.serial)

    def is_method(self, node: ast.expr) -> bool:
        """Whether an expression is `self.name`, in a function where `self` is no variable."""
        return (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "self"
            and "self" not in self.env
        )

    # Parts that other files add

    @abstractmethod
    def expr(self, node: ast.expr) -> Value: ...

    @abstractmethod
    def call(self, node: ast.Call) -> Value: ...

    @abstractmethod
    def subscript(self, node: ast.Subscript) -> Value: ...

    @abstractmethod
    def block(self, body: list[ast.stmt], *, nested: bool = True) -> None: ...

    @abstractmethod
    def callee(self, node: ast.expr) -> KernelSource | None: ...

    @abstractmethod
    def right_side(self, node: ast.expr) -> Value: ...

    @abstractmethod
    def symbol(self, dim: DynamicDim, node: ast.AST) -> Expr: ...


def nearest(name: str, candidates: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The candidate that looks most like the name."""
    found = difflib.get_close_matches(name, sorted(set(candidates)), n=1, cutoff=cutoff)
    return found[0] if found else None


def is_number(value: Value) -> bool:
    """A Python number: a literal, or a captured constant."""
    return isinstance(value, int | float)


def static_number(value: Value) -> int | float | bool | None:
    """The number that a value is known to be, else None."""
    if isinstance(value, int | float):
        return value
    if isinstance(value, Const) and isinstance(value.value, int | float):
        return value.value
    return None


def is_scalar(value: Value) -> bool:
    return isinstance(value, Expr) and isinstance(value.type, ScalarType)


def is_array(value: Value) -> bool:
    """A tensor or a tile."""
    return isinstance(value, Expr) and isinstance(value.type, TensorType | TileType)


def is_global(value: Value) -> bool:
    """A tensor in global memory."""
    return isinstance(value, Expr) and isinstance(value.type, TensorType) and not value.type.local


def storage(a: Value, b: Value) -> str | None:
    """What two names denote that do not hold a value but a place: "tensor" (of global memory) or "array"."""
    if is_global(a) and is_global(b):
        return "tensor"
    arrays = all(isinstance(v, Expr) and isinstance(v.type, ArrayType) for v in (a, b))
    return "array" if arrays else None


def write_instead(what: str, name: str) -> str:
    """How to fill one place instead of naming another."""
    return (
        f"write into one tensor: {name}[:, :] = ..."
        if what == "tensor"
        else f"write into one array: {name}[i] = ..."
    )


def same_type(a: Type, b: Type) -> bool:
    """Whether two types are equal up to the spelling of their extents."""
    if isinstance(a, TensorType) and isinstance(b, TensorType):
        return (
            a.dtype is b.dtype
            and a.local == b.local
            and a.layout is b.layout
            and _same_dims(a.shape, b.shape)
            and _same_dims(a.valid_shape, b.valid_shape)
            and (a.local or (a.strides is None) == (b.strides is None))
            and (a.strides is None or b.strides is None or _same_dims(a.strides, b.strides))
        )
    if isinstance(a, TileType) and isinstance(b, TileType):
        return (
            (a.shape, a.dtype, a.space) == (b.shape, b.dtype, b.space)
            and _same_dims(a.valid_shape, b.valid_shape)
        )  # fmt: skip
    return a == b


def other_kind(a: Type, b: Type) -> bool:
    """Whether one name cannot hold both: another level, element type, rank or static extent."""
    if isinstance(a, TensorType | TileType) and isinstance(b, TensorType | TileType):
        if isinstance(a, TileType) is not isinstance(b, TileType) or a.dtype is not b.dtype:
            return True
        if len(a.shape) != len(b.shape):
            return True
        pairs = [(arith.as_int(x), arith.as_int(y)) for x, y in zip(a.shape, b.shape, strict=True)]
        return any(x is not None and y is not None and x != y for x, y in pairs)
    if isinstance(a, ScalarType) and isinstance(b, ScalarType):
        return a.dtype is not b.dtype and {a.dtype, b.dtype} != {INDEX, INT64}
    return type(a) is not type(b)


def _same_dims(a: tuple[Dim, ...], b: tuple[Dim, ...]) -> bool:
    return len(a) == len(b) and all(arith.same(x, y) for x, y in zip(a, b, strict=True))


def same_value(a: Value, b: Value) -> bool:
    """Whether two bindings are the same variable or the same constant."""
    if a is b:
        return True
    if isinstance(a, Const) and isinstance(b, Const):
        return a.type == b.type and arith.key(a) == arith.key(b) and type(a.value) is type(b.value)
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(same_value(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, Expr) or isinstance(b, Expr):
        return False
    return type(a) is type(b) and bool(a == b)


def describe(value: Value) -> str:
    """What a value is, for a message."""
    if isinstance(value, Expr):
        if isinstance(value, Const) and isinstance(value.type, TaskIdType):
            return "None"
        return str(value.type)
    if isinstance(value, Enum) and type(value).__module__.startswith("pypto"):
        return f"pl.{type(value).__name__}.{value.name}"
    if isinstance(value, bool):
        return f"the truth value {value}"
    if isinstance(value, int | float):
        return f"the number {value}"
    if isinstance(value, str):
        return f"the text {value!r}"
    if isinstance(value, tuple | list):
        return "a tuple"
    if isinstance(value, DType):
        return f"the element type {value}"
    if isinstance(value, Op):
        return f"the operation pl.{value.name}"
    return f"{value!r}" if type(value).__module__.startswith("pypto") else f"a Python {type(value).__name__}"


def plain_number(value: Value, text: str) -> str | None:
    """How to make a Python number of a number of NumPy or Torch."""
    item = getattr(value, "item", None)
    if getattr(value, "ndim", None) != 0 or item is None:
        return None
    return f"outside of the kernel make it a Python number: VALUE = {type(item()).__name__}({text})"


def conversion(source: DType, target: DType) -> str | None:
    """How a scalar of one type becomes one of another, where that is one step or two."""
    if BOOL in (source, target) or TASK_ID in (source, target):
        return None
    through = source is INDEX and target.is_float
    inner = f"pl.cast(s, pl.{INT32})" if through else "s"
    return f"convert it: pl.cast({inner}, pl.{target})"
