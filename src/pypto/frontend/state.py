# SPDX-License-Identifier: Apache-2.0
"""The state of one lowering: bindings and statements so far; what makes variables and errors.

A `State` spans one function body, of which an inline callee has its own; a `Session` a whole program.
"""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn, TypeVar

from pypto.errors import (
    InvalidOperationError,
    ParserError,
    ParserSyntaxError,
    ParserTypeError,
    Span,
    UndefinedVariableError,
    UnsupportedFeatureError,
)
from pypto.frontend.annotations import Fail, Part, fill, part_of
from pypto.frontend.constructs import DynamicDim
from pypto.frontend.session import Session
from pypto.frontend.source import KernelSource
from pypto.frontend.values import Value
from pypto.ir import arith
from pypto.ir.dtypes import BOOL, FP32, INDEX
from pypto.ir.enums import ScopeMode, SplitMode, TensorLayout
from pypto.ir.nodes import (
    Assign,
    Call,
    Const,
    Eval,
    Expr,
    ScalarType,
    Stmt,
    TensorType,
    TileType,
    Type,
    Var,
)
from pypto.ir.ops import creation, matmul, shaping, staging, system
from pypto.ir.ops.table import Trait
from pypto.nearby import nearest

_OTHER_LIBRARIES = "element types and functions of kernels are those of pl: pl.FP32, pl.exp(x), pl.sqrt(x)"

Error = TypeVar("Error", bound=ParserError)


class Poisoned(Exception):
    """A name is read whose definition failed; the failure is reported already."""


@dataclass
class RegionState:
    """The region that is being lowered."""

    span: Span
    outside: list[Stmt] | None = None  # the statements that it follows; a function has none
    since: int = 0  # the variables before it
    views: dict[Any, Var] = field(default_factory=dict)  # of tensors, that were taken in front of it
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
        raise self.undefined_error(name, node, candidates)

    def undefined_error(self, name: str, node: ast.AST, candidates: Iterable[str]) -> UndefinedVariableError:
        near = nearest(name, candidates)
        return self.error(
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
        if value in self.session.restated or (isinstance(value, Call) and value.op is staging.TRANSPOSE_VIEW):
            self.session.restated.add(var)
        if isinstance(value, Call) and value.op is shaping.SET_VALIDSHAPE:
            source = value.args[0]
            assert isinstance(source, Var)
            self.session.whole[var] = self.session.whole.get(source, source)
        if isinstance(value, Call) and (value.op.has(Trait.VIEW) or value.op is shaping.SET_VALIDSHAPE):
            source = value.args[0]
            if isinstance(value.type, TensorType) and not value.type.local:
                self.session.views[var] = value
            if isinstance(source, Var):
                self.session.place[var] = self.session.place.get(source, source)
        if isinstance(value, Call) and value.op in (creation.CREATE_TENSOR, staging.CREATE_TILE):
            self.session.created.add(var)
        if isinstance(value, Call) and value.op is system.GET_SUBBLOCK_IDX:
            self.session.lanes.add(var)
        return var

    def define_outside(self, name: str, value: Expr, span: Span | None) -> Var:
        """A new variable in front of the region that is being lowered, if there is one; equal values have one."""
        region = self.region
        if region is None or region.outside is None:
            return self.define(name, value, span)
        known = arith.key(value)
        if known not in region.views:
            saved, self.out = self.out, region.outside
            try:
                var = region.views[known] = self.define(name, value, span)
            finally:
                self.out = saved
            self.session.serial[var] = region.since - 1
        return region.views[known]

    def temporary(self, value: Expr, span: Span | None) -> Var:
        return self.define(self.session.numbered("t"), value, span)

    def new_tensor(self, name: str, type_: TensorType, span: Span | None) -> Var:
        """A tensor that orchestration creates: in rows, not filled."""
        attrs = {
            "shape": type_.shape,
            "dtype": type_.dtype,
            "layout": TensorLayout.ND,
            "manual_dep": False,
            "init_value": None,
        }
        var = self.fresh(name, type_, span)
        self.emit(Assign(var, Call(creation.CREATE_TENSOR, (), attrs, type_, span), span))
        return var

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
