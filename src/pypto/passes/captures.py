# SPDX-License-Identifier: Apache-2.0
"""What a region takes from outside, and the parameters of the core function that it becomes.

    with pl.at(...):                                 def core(x: Tensor[[T, 64]], k: INDEX, T: INDEX):
        v = pl.slice(x, [8, 64], [k, 0])     ->          v = pl.slice(x, [8, 64], [k, 0])

Captured tensors come in the order of first use, then captured scalars; extents that are not static follow as INDEX
symbols. A captured tensor that is only written is Out, one that is read and written InOut, else In; being the target of
an assemble is no read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from pypto.errors import Span, UnsupportedFeatureError, VerifierError
from pypto.ir import arith
from pypto.ir.dtypes import FP8E8M0, INDEX
from pypto.ir.enums import AtomicType
from pypto.ir.extents import ExtentSymbols
from pypto.ir.nodes import (
    Assign,
    Block,
    Call,
    Dim,
    Expr,
    Param,
    Region,
    ScalarType,
    Stmt,
    TensorType,
    Type,
    Var,
    walk,
)
from pypto.ir.ops import memory, system
from pypto.ir.visit import Substitute, children, defined_vars, header_exprs, vars_in, vars_in_type

MAX_TENSORS = 32
MAX_SCALARS = 16
MAX_RANK = 5


@dataclass
class Capture:
    """What a region reads from outside, in the order of first use."""

    tensors: list[Var] = field(default_factory=list)
    scalars: list[Var] = field(default_factory=list)
    read: set[Var] = field(default_factory=set)
    written: set[Var] = field(default_factory=set)

    def direction(self, var: Var) -> str:
        if var not in self.written:
            return "in"
        return "inout" if var in self.read else "out"


@dataclass(frozen=True)
class Signature:
    """Parameters of a core function, and what each captured variable is inside it."""

    params: tuple[Param, ...]
    symbols: tuple[Var, ...]
    extents: tuple[Expr, ...]
    scalars: tuple[Var, ...]
    inside: Mapping[Var, Expr]
    known: Mapping[object, Var]  # symbols by the extent outside

    def body(self, region: Region) -> Block:
        """The body of a region in terms of the parameters."""
        head: list[Stmt] = []
        if region.block is not None:
            index = Call(system.GET_BLOCK_IDX, (), {}, ScalarType(INDEX), region.span)
            head.append(Assign(region.block, index, region.span))
        return _Captured(self.inside, self.known).block((*head, *region.body))


class _Captured(Substitute):
    """Captured variables become those of the kernel; an extent that is computed outside is one of its symbols."""

    def __init__(self, fresh: Mapping[Var, Expr], known: Mapping[object, Var]) -> None:
        super().__init__(fresh, _copy)
        self.known = known

    def dim(self, dim: Dim) -> Dim:
        found = self.known.get(arith.key(dim)) if isinstance(dim, Call) else None
        return super().dim(dim) if found is None else found


def _copy(var: Var) -> Var:
    return Var(var.name, var.type, var.span, var.written)


def capture_of(region: Region) -> Capture:
    """Live-in variables of a region: read (also through types) before they are bound inside."""
    capture = Capture()
    bound: set[Var] = {v for v in (region.block,) if v is not None}
    seen: set[Var] = set()
    for stmt in walk(region.body):
        bound.update(defined_vars(stmt))

    def see(var: Var) -> None:
        if var in bound or var in seen:
            return
        seen.add(var)
        if isinstance(var.type, TensorType):
            capture.tensors.append(var)
        elif isinstance(var.type, ScalarType):
            capture.scalars.append(var)
        else:
            raise UnsupportedFeatureError(
                f"`{var.name}` ({var.type}) cannot be used inside a region",
                span=region.span,
                help="task ids and arrays stay in orchestration",
                code="operand-kind",
            )

    for stmt in walk(region.body):
        for expr in header_exprs(stmt):
            for type_ in _types_in(expr):
                for var in vars_in_type(type_):
                    see(var)
            for var in vars_in(expr):
                see(var)
            _uses(expr, capture)
    return capture


def _types_in(expr: Expr) -> Iterator[Type]:
    if isinstance(expr, Var | Call) and not (isinstance(expr.type, TensorType) and not expr.type.local):
        yield expr.type
    for child in children(expr):
        yield from _types_in(child)


def _uses(expr: Expr, capture: Capture) -> None:
    """Which tensors in global memory an expression reads and writes."""
    if not isinstance(expr, Call):
        return
    operands = [a for a in expr.args if isinstance(a, Var) and isinstance(a.type, TensorType)]
    target = None if expr.op.target is None else expr.args[expr.op.target]
    if isinstance(target, Var) and isinstance(target.type, TensorType):
        capture.written.add(target)
        if expr.attrs.get("atomic") is AtomicType.Add:
            capture.read.add(target)
        operands = [a for n, a in enumerate(expr.args) if n != expr.op.target and a in operands]
    elif expr.op is memory.DIM:
        operands = []
    capture.read.update(operands)
    for child in children(expr):
        _uses(child, capture)


def signature_of(region: Region, capture: Capture, symbols_outside: Collection[Var]) -> Signature:
    """The parameters of the core function of a region; `symbols_outside`: the extents of the entry."""
    _limits(region, capture)
    fresh: dict[Var, Expr] = {}
    symbols = ExtentSymbols(region.span)
    params: list[Param] = []
    for var in capture.tensors:
        type_ = var.type
        assert isinstance(type_, TensorType)
        inner = TensorType(
            tuple(symbols.of(d) for d in type_.shape),
            type_.dtype,
            None if type_.strides is None else tuple(symbols.of(d) for d in type_.strides),
            None if type_.valid is None else tuple(symbols.of(d) for d in type_.valid),
            layout=type_.layout,
            pad=type_.pad,
        )
        fresh[var] = Var(var.name, inner, var.span, var.written)
        params.append(Param(fresh[var], capture.direction(var)))  # type: ignore[arg-type]
    scalars: list[Var] = []
    for var in capture.scalars:
        if arith.key(var) in symbols.by_key:
            fresh[var] = symbols.by_key[arith.key(var)]
        elif var in symbols_outside:
            fresh[var] = symbols.of(var)  # type: ignore[assignment]
        else:
            fresh[var] = Var(var.name, var.type, var.span, var.written)
            params.append(Param(fresh[var], "in"))  # type: ignore[arg-type]
            scalars.append(var)

    for dim, var in zip(symbols.values, symbols.vars, strict=True):
        if isinstance(dim, Var):  # also where only a type mentions it
            fresh.setdefault(dim, var)
    return Signature(
        tuple(params), symbols.vars, tuple(symbols.values), tuple(scalars), fresh, symbols.by_key
    )


def _first_use(body: Block, var: Var) -> Span | None:
    """Where a region first reads or writes a variable."""
    for stmt in walk(body):
        for expr in header_exprs(stmt):
            if var in vars_in(expr):
                return expr.span or stmt.span
    return None


def _unreadable(type_: TensorType) -> str | None:
    """What to do about a tensor that no core reads; None where they do."""
    if type_.dtype is FP8E8M0 and type_.layout is None:
        return "declare the scales of a microscaled product with their layout: pl.MX_A_ZZ or pl.MX_B_NN"
    if type_.dtype.pto is not None:
        return None
    return (
        "unpack it on the host, into pl.INT8 or pl.FP16" if type_.dtype.bits < 8 else "convert it on the host"
    )


def _limits(region: Region, capture: Capture) -> None:
    for var in capture.tensors:
        if isinstance(var.type, TensorType) and var.type.rank > MAX_RANK:
            raise UnsupportedFeatureError(
                f"`{var.name}` has {var.type.rank} axes; inside a region a tensor may have {MAX_RANK}",
                span=region.span,
                help="reshape it in orchestration, or slice an axis away",
                code="rank",
            )
        if isinstance(var.type, TensorType) and (help := _unreadable(var.type)):
            raise UnsupportedFeatureError(
                f"`{var.name}` holds {var.type.dtype}, which the cores of the CPU device do not read or write",
                span=_first_use(region.body, var) or region.span,
                help=help,
                code="dtype-support",
            )
    for what, found, limit in (
        ("tensors", capture.tensors, MAX_TENSORS),
        ("scalars", capture.scalars, MAX_SCALARS),
    ):
        if len(found) > limit:
            raise VerifierError(
                f"a region may use {limit} {what} from outside, this one uses {len(found)}",
                span=region.span,
                notes=[", ".join(v.name for v in found)],
                help="split the region",
                code="too-many-arguments",
            )
