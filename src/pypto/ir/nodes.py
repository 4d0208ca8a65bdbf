# SPDX-License-Identifier: Apache-2.0
"""The intermediate representation: types, expressions, statements, functions, programs.

    Type   = Scalar(dtype) | Ptr | Tensor(shape, dtype, strides?, valid?, local)
           | Tile(shape, dtype, space, valid, layout, address?) | TaskId | Array(extent, dtype) | Tuple(items)
    Expr   = Const(value) | Var(name) | Call(op, args, attrs) | Invoke(function, args)
    Stmt   = Assign(var, expr) | Eval(expr) | For | While | If | Region | Scope | Launch | Return | Break | Continue
    Dim    = int | scalar Expr

Nodes are immutable; a pass returns a new function. Every node carries the span of the source it came from.

Two rules hold everywhere. Tensor and tile operands of a `Call` are plain `Var`s, so that one statement is
one operation. A `Var` is assigned once, except the variables that a loop carries (assigned before the loop
and at the end of its body) and that a branch merges (assigned at the end of each arm); the extents and
valid extents in a type refer only to variables that do not change while a value of that type is alive.
An array is a variable with elements: writing one changes the array, under whatever name it is known.

A tensor is global memory unless it is `local`: the value of a computation inside a region, which lowering
turns into a tile. Assigning through `assemble` to a tensor in global memory writes its storage.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from pypto.errors import Diagnostic, Span
from pypto.ir.dtypes import BOOL, DType
from pypto.ir.enums import PadValue, TensorLayout
from pypto.lazy import LazyModule

if TYPE_CHECKING:
    from pypto.ir import printer
    from pypto.ir.ops.table import Op
else:  # which imports this module
    printer = LazyModule("pypto.ir.printer")


class Type:
    """Base of all types."""

    __slots__ = ()


class Expr:
    """Base of all expressions; each has `type` and `span`."""

    __slots__ = ()
    type: Type
    span: Span | None


Dim: TypeAlias = "int | Expr"


@dataclass(frozen=True, slots=True)
class ScalarType(Type):
    dtype: DType

    def __str__(self) -> str:
        return f"Scalar[{self.dtype}]"


@dataclass(frozen=True, slots=True)
class TaskIdType(Type):
    def __str__(self) -> str:
        return "TaskId"


@dataclass(frozen=True, slots=True)
class PtrType(Type):
    """A buffer that an allocation names, and places of tiles begin from; `space` and `size` None for a parameter."""

    space: str | None = field(default=None, compare=False)
    size: int | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return "Ptr"


@dataclass(frozen=True, slots=True)
class ArrayType(Type):
    """A small array: scalars, or task ids (dtype TASK_ID); `local` where a core holds it."""

    extent: int
    dtype: DType
    local: bool = field(default=False, compare=False)

    def __str__(self) -> str:
        return f"Array[{self.extent}, {self.dtype}]"


@dataclass(frozen=True, slots=True)
class TupleType(Type):
    items: tuple[Type, ...]

    def __str__(self) -> str:
        return f"tuple[{', '.join(map(str, self.items))}]"


@dataclass(frozen=True, slots=True)
class TensorType(Type):
    """A logical array. `strides` in elements, None if contiguous; `valid` None when all of it holds data.

    `layout`: the order of the elements where it is not that of rows, as of the scales of microscaled products.
    `pad`: what reading an element outside of `valid` gives; null where that is what lies there. Of a value on a core it
    is no part of what values have in common.
    """

    shape: tuple[Dim, ...]
    dtype: DType
    strides: tuple[Dim, ...] | None = None
    valid: tuple[Dim, ...] | None = None
    local: bool = False
    layout: TensorLayout | None = None
    pad: PadValue = PadValue.null

    @property
    def rank(self) -> int:
        return len(self.shape)

    @property
    def valid_shape(self) -> tuple[Dim, ...]:
        return self.shape if self.valid is None else self.valid

    @property
    def is_column_major(self) -> bool:
        """Whether it has the layout DN: neighbours in a column are neighbours in memory, those in a row are not."""
        return (
            self.strides is not None and len(self.strides) > 1 and self.strides[-2] == 1 != self.strides[-1]
        )

    def __str__(self) -> str:
        valid = f", valid {format_dims(self.valid)}" if self.valid is not None else ""
        order = f", {self.layout.name}" if self.layout is not None else ", DN" if self.is_column_major else ""
        pad = f", pad {self.pad.name}" if self.pad is not PadValue.null else ""
        return f"Tensor[{format_dims(self.shape)}, {self.dtype}{order}{valid}{pad}]"


@dataclass(frozen=True, slots=True)
class MemRef:
    """A buffer that the author declared: `slots` equal parts, `slot` None where it is known at run time only.

    A resolved place has the first byte and the number of bytes, and the allocation where it has one.
    """

    name: str
    slots: int = 1
    slot: int | None = 0
    offset: int | None = None
    size: int | None = None
    base: Var | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class TileType(Type):
    """An on-chip buffer: static physical `shape` (rows, columns), valid rectangle at its origin.

    `space` is one of Vec, Mat, Left, Right, Acc, Bias, LeftScale, RightScale; `address` the byte offset inside the
    space, once planned. `batch`: the leading axes of a stack of matrices, which lie one below the other.
    """

    shape: tuple[int, int]
    dtype: DType
    space: str = "Vec"
    valid: tuple[Dim, Dim] | None = None
    blayout: str = "row_major"
    slayout: str = "none_box"
    fractal: int = 512
    pad: int = 0
    address: int | None = None
    batch: tuple[Dim, ...] = ()
    memref: MemRef | None = field(default=None, compare=False)  # the private buffer that the author declared

    @property
    def valid_shape(self) -> tuple[Dim, Dim]:
        return self.shape if self.valid is None else self.valid

    @property
    def nbytes(self) -> int:
        return self.dtype.bytes_of(self.shape[0] * self.shape[1])

    @property
    def buffer(self) -> int | str | None:
        """Its place, once planned: an address, or the name of a buffer that the assembler places; None in a slot."""
        return self.address if self.memref is None else self.memref.name

    def __str__(self) -> str:
        valid = f", valid {format_dims(self.valid)}" if self.valid is not None else ""
        return f"Tile[{format_dims(self.shape)}, {self.dtype}, {self.space}{valid}]"


@dataclass(frozen=True, slots=True)
class Const(Expr):
    """A scalar literal: int, float, bool, or None for the invalid TaskId."""

    value: int | float | bool | None
    type: Type
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, eq=False)
class Var(Expr):
    """A named value; two variables are the same only if they are the same object. `written`: its name in the source,
    where another variable has it already."""

    name: str
    type: Type
    span: Span | None = None
    written: str | None = None

    def __repr__(self) -> str:
        return f"Var({self.name}: {self.type})"


@dataclass(frozen=True, slots=True, eq=False)
class Call(Expr):
    """One operation of the table.

    `args` holds the value operands (tensors and tiles as `Var`, scalars as any scalar expression), in the
    order of the row's parameters of kind "operand", "scalar" and "value"; optional ones that were not given
    are left out at the end or None. `attrs` holds all other parameters by name: static Python values,
    dtypes, and dimension lists as tuples of `Dim`.
    """

    op: Op
    args: tuple[Expr | None, ...]
    attrs: Mapping[str, Any]
    type: Type
    span: Span | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Invoke(Expr):
    """A call of another function of the program.

    With several results it stands in an `Eval`, its type is a tuple, and `results` names the variable that
    takes each of them (None for one that is not used).
    """

    function: str
    args: tuple[Expr, ...]
    type: Type
    span: Span | None = None
    results: tuple[Var | None, ...] = ()


class Stmt:
    """Base of all statements; each has `span`."""

    __slots__ = ()
    span: Span | None


Block: TypeAlias = "tuple[Stmt, ...]"


@dataclass(frozen=True, slots=True, eq=False)
class Assign(Stmt):
    target: Var
    value: Expr
    span: Span | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Eval(Stmt):
    """An operation or call with an effect and no value that is used."""

    value: Expr
    span: Span | None = None


@dataclass(frozen=True, slots=True, eq=False)
class For(Stmt):
    """`for var in range(start, stop, step)`; kind: range, parallel, unroll or pipeline (with `stage`).

    In a loop of kind split_aiv both vector cores run the body, with `var` 0 and 1; `stage` is the mode's number.
    """

    var: Var
    start: Expr
    stop: Expr
    step: Expr
    body: Block
    kind: str = "range"
    stage: int = 1
    span: Span | None = None


@dataclass(frozen=True, slots=True, eq=False)
class While(Stmt):
    """`setup` computes what `condition` reads, before each test."""

    setup: Block
    condition: Expr
    body: Block
    span: Span | None = None


@dataclass(frozen=True, slots=True, eq=False)
class If(Stmt):
    condition: Expr
    then: Block
    orelse: Block = ()
    span: Span | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Region(Stmt):
    """Code that runs on a core, as one task: `pl.at` (blocks is None) or `pl.spmd` (blocks: their count).

    `block` is the loop variable of the loop form of `pl.spmd`, `task` the name bound by `as`.
    `attrs`: scheduling hints (`allow_early_resolve`, `no_dep_args`: tuple of Var, ...).
    """

    body: Block
    name_hint: str | None = None
    blocks: Expr | None = None
    block: Var | None = None
    task: Var | None = None
    deps: tuple[Expr, ...] = ()
    attrs: Mapping[str, Any] = field(default_factory=dict)
    span: Span | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Scope(Stmt):
    """A runtime scope of orchestration; in a manual one no edge is inferred. Names inside are visible after it."""

    body: Block
    manual: bool = False
    span: Span | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Launch(Stmt):
    """A region after outlining: submit `function` as one task.

    `args` are the function's declared parameters in order (tensors, then scalars), `extents` its dynamic
    extents. `directions`: the effective direction of each tensor argument for dependency edges ("in",
    "out", "inout", "none").
    """

    function: str
    args: tuple[Expr, ...]
    extents: tuple[Expr, ...] = ()
    directions: tuple[str, ...] = ()
    blocks: Expr | None = None
    task: Var | None = None
    deps: tuple[Expr, ...] = ()
    attrs: Mapping[str, Any] = field(default_factory=dict)
    span: Span | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Return(Stmt):
    values: tuple[Expr, ...] = ()
    span: Span | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Break(Stmt):
    span: Span | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Continue(Stmt):
    span: Span | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Param:
    """A parameter; direction: "in", "out" or "inout". `window`: memory that a driver of ranks made."""

    var: Var
    direction: str = "in"
    window: bool = False

    @property
    def name(self) -> str:
        return self.var.name

    @property
    def type(self) -> Type:
        return self.var.type


@dataclass(frozen=True, slots=True)
class Comments:
    """Comments of a function between two lines of a file, each before the statement at its line."""

    file: str
    first: int
    last: int
    entries: tuple[tuple[int, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Function:
    """kind: Orchestration, Inline, InCore (unit chosen later), AIV (vector core) or AIC (cube core).

    `symbols` are the dynamic extents (INDEX variables) that parameter types mention, in first-use order; in
    a core function they follow the declared parameters as trailing arguments.
    """

    name: str
    kind: str
    params: tuple[Param, ...]
    body: Block
    symbols: tuple[Var, ...] = ()
    returns: tuple[Type, ...] = ()
    attrs: Mapping[str, Any] = field(default_factory=dict)
    span: Span | None = None
    comments: Comments | None = None

    def with_body(self, body: Block) -> Function:
        return replace(self, body=body)

    @property
    def auto_scope(self) -> bool:
        """Whether the compiler places runtime scopes around loop bodies and branches."""
        return bool(self.attrs.get("auto_scope", True))

    @property
    def external(self) -> str | None:
        """The C++ file of a function whose body is not written in the language."""
        return self.attrs.get("external_source")

    def as_python(self) -> str:
        """The function as text, which `pl.parse` reads back to an equal function."""
        return printer.print_single(self)

    def __str__(self) -> str:
        return self.as_python()

    def __eq__(self, other: object) -> bool:
        """Whether two functions say the same; where their text stood does not count."""
        if not isinstance(other, Function):
            return False
        return self is other or printer.print_single(self, False) == printer.print_single(other, False)

    def __hash__(self) -> int:
        return hash((self.name, self.kind, len(self.params)))


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """All functions of one specialisation; `entry` names the orchestration function.

    `constants`: module and closure numbers that were folded into it. `warnings`: findings of the front end.
    """

    name: str
    functions: Mapping[str, Function]
    entry: str
    constants: Mapping[str, int | float | bool] = field(default_factory=dict)
    warnings: tuple[Diagnostic, ...] = ()
    source: str | None = None

    def as_python(self) -> str:
        """The program as text, which `pl.parse` reads back to an equal program."""
        return printer.print_program(self, marks=False)

    def __str__(self) -> str:
        return self.as_python()

    def __eq__(self, other: object) -> bool:
        """Whether two programs say the same; where their text stood does not count."""
        if not isinstance(other, Program):
            return False
        return printer.print_program(self, False, False) == printer.print_program(other, False, False)

    def __hash__(self) -> int:
        return hash((self.name, self.entry, tuple(self.functions)))

    def __call__(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError(
            f"{self.name} is a program and does not run as Python; compile it: pypto.ir.compile({self.name})"
        )

    @property
    def entry_function(self) -> Function:
        return self.functions[self.entry]

    @property
    def signature_parameters(self) -> list[tuple[str, str, str]]:
        """Name, kind ("tensor" or "scalar") and direction of the entry's parameters."""
        return [
            (p.name, "scalar" if isinstance(p.type, ScalarType) else "tensor", p.direction)
            for p in self.entry_function.params
        ]

    def with_functions(self, functions: Mapping[str, Function]) -> Program:
        return replace(self, functions=functions)


def dtype_of(type_: Type) -> DType:
    """The element type of a scalar, tensor or tile type."""
    if isinstance(type_, ScalarType | TensorType | TileType):
        return type_.dtype
    raise TypeError(f"{type_} has no element type")


def is_bool(expr: Expr) -> bool:
    return isinstance(expr.type, ScalarType) and expr.type.dtype is BOOL


def format_dim(dim: Dim) -> str:
    """A dimension as a reader would write it."""
    if isinstance(dim, int):
        return str(dim)
    if isinstance(dim, Const):
        return str(dim.value)
    if isinstance(dim, Var):
        return dim.name
    if isinstance(dim, Call):
        infix = dim.op.infix
        if infix == "+" and len(dim.args) == 2:  # -1 * a + b, as sums are kept
            left, right = dim.args
            if isinstance(left, Call) and left.op.infix == "*" and isinstance(left.args[1], Const):
                factor = left.args[1].value
                if isinstance(factor, int) and factor < 0 and left.args[0] is not None and right is not None:
                    less = format_dim(left.args[0]) + ("" if factor == -1 else f" * {-factor}")
                    return f"({format_dim(right)} - {less})"
        parts = [format_dim(a) for a in dim.args if a is not None]
        if infix and len(parts) == 2:
            return f"({parts[0]} {infix} {parts[1]})"
        if dim.op.name == "scalar.cast":  # an extent is an INDEX whatever it came from
            return parts[0]
        return f"{dim.op.name}({', '.join(parts)})"
    return "?"


def format_dims(dims: tuple[Dim, ...] | None) -> str:
    return "[" + ", ".join(format_dim(d) for d in dims or ()) + "]"


def walk(block: Block) -> Iterator[Stmt]:
    """All statements of a block, outer ones first."""
    for stmt in block:
        yield stmt
        for inner in blocks_of(stmt):
            yield from walk(inner)


def blocks_of(stmt: Stmt) -> tuple[Block, ...]:
    """The blocks directly inside a statement."""
    if isinstance(stmt, For | Region | Scope):
        return (stmt.body,)
    if isinstance(stmt, While):
        return (stmt.setup, stmt.body)
    if isinstance(stmt, If):
        return (stmt.then, stmt.orelse)
    return ()
