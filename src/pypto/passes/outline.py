# SPDX-License-Identifier: Apache-2.0
"""Regions become core functions, and the orchestration launches them as tasks.

    for b in pl.spmd(n, name_hint="scale"):            def scale(x, y, T):  # AIV
        t = pl.slice(x, [8, 64], [b * 8, 0])               b = pl.get_block_idx()
        u = pl.mul(t, 2.0)                        ->       t = ...
        pl.assemble(y, u, [b * 8, 0])                  launch scale(x, y) blocks=n

Parameters of the core function: captured tensors in the order of first use, then captured scalars; extents that are not
static follow as INDEX symbols. A captured tensor that is only written is Out, one that is read and written InOut, else
In; being the target of an assemble is no read. The directions on the launch decide dependency edges: there an Out
becomes InOut under a sequential loop, after an earlier writer, and when it is rooted at an InOut parameter. In a manual
scope no argument has a direction for edges.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pypto.errors import ParserSyntaxError, Span, UnsupportedFeatureError, VerifierError
from pypto.ir import arith
from pypto.ir.dtypes import FP8E8M0, INDEX
from pypto.ir.enums import AtomicType
from pypto.ir.groups import core_kind, is_group, uses_pipes, vector_cores
from pypto.ir.naming import kernel_name
from pypto.ir.nodes import (
    Assign,
    Block,
    Call,
    Dim,
    Eval,
    Expr,
    For,
    Function,
    If,
    Invoke,
    Launch,
    Param,
    Program,
    Region,
    ScalarType,
    Scope,
    Stmt,
    TensorType,
    Type,
    Var,
    While,
    walk,
)
from pypto.ir.ops import memory, system
from pypto.ir.ops.pipe import NOTHING
from pypto.ir.ops.table import Trait
from pypto.ir.visit import Substitute, children, defined_vars, header_exprs, vars_in, vars_in_type
from pypto.passes.members import Peers, joined, members_in_order, refuse_alone, same_value

MAX_TENSORS = 32
MAX_SCALARS = 16
MAX_RANK = 5
HINTS = ("split", "slot_num")
"""Attributes of a region that say how it is divided among cores."""


def outline(program: Program) -> Program:
    """Outline every region of the entry function."""
    functions = dict(program.functions)
    outliner = _Outliner(program.entry_function, functions)
    functions[program.entry] = outliner.run()
    functions.update(outliner.kernels)
    return program.with_functions(functions)


@dataclass
class _Capture:
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
class _Signature:
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


class _Outliner:
    def __init__(self, entry: Function, functions: Mapping[str, Function]) -> None:
        self.entry = entry
        self.functions = functions
        self.taken = set(functions)
        self.kernels: dict[str, Function] = {}
        self.count = 0
        self.root: dict[Var, Var] = {p.var: p.var for p in entry.params}
        self.directions = {p.var: p.direction for p in entry.params}
        self.scopes: list[set[Var]] = [set()]
        self.sequential = 0
        self.manual = False
        self.tagged: set[Var] = set()  # values whose tasks dump them

    def run(self) -> Function:
        return self.entry.with_body(self.block(self.entry.body))

    def block(self, block: Block) -> Block:
        return tuple(self.stmt(s) for s in block)

    def scoped(self, block: Block) -> Block:
        """A nested scope sees the writers before it; what it writes counts as written after it."""
        self.scopes.append(set(self.scopes[-1]))
        out = self.block(block)
        written = self.scopes.pop()
        self.scopes[-1] |= written
        return out

    def stmt(self, stmt: Stmt) -> Stmt:
        if isinstance(stmt, Region):
            calls = [call for part in stmt.body if (call := self.external(part)) is not None]
            if not calls:
                return self.region(stmt)
            if len(calls) < len(stmt.body):
                raise VerifierError(
                    "the kernels of a group are all in C++, or all written in the language",
                    span=calls[0].span or stmt.span,
                    help="launch one of them outside of the group",
                    code="group",
                )
            if len(calls) > 1:
                return self.launch(self.external_group(stmt, calls), stmt)
            return self.launch(calls[0], stmt)
        call = self.external(stmt)
        if call is not None:
            return self.launch(call, Region((), span=stmt.span))
        if isinstance(stmt, For):
            self.sequential += stmt.kind != "parallel"
            body = self.scoped(stmt.body)
            self.sequential -= stmt.kind != "parallel"
            return replace(stmt, body=body)
        if isinstance(stmt, While):
            self.sequential += 1
            body = self.scoped(stmt.body)
            self.sequential -= 1
            return replace(stmt, setup=self.block(stmt.setup), body=body)
        if isinstance(stmt, If):
            return replace(stmt, then=self.scoped(stmt.then), orelse=self.scoped(stmt.orelse))
        if isinstance(stmt, Scope):
            outer, self.manual = self.manual, stmt.manual
            body = self.block(stmt.body)
            self.manual = outer
            return replace(stmt, body=body)
        if isinstance(stmt, Assign):
            self.track(stmt)
        elif isinstance(stmt, Eval):
            if isinstance(stmt.value, Call) and stmt.value.op is system.DUMP_TAG:
                self.tagged.update(a for a in stmt.value.args if isinstance(a, Var))
            _refuse_compute(stmt.value)
        return stmt

    def external(self, stmt: Stmt) -> Invoke | None:
        """The call of a kernel with a C++ body, where a statement is one."""
        call = stmt.value if isinstance(stmt, Eval) and isinstance(stmt.value, Invoke) else None
        return call if call is not None and self.functions[call.function].external else None

    def external_group(self, region: Region, calls: list[Invoke]) -> Invoke:
        """Kernels with C++ bodies that run together: all of them get the arguments of the task."""
        first = calls[0]
        for other in calls[1:]:
            if len(other.args) != len(first.args) or not all(map(same_value, other.args, first.args)):
                raise VerifierError(
                    f"the kernels {first.function} and {other.function} of a group have C++ bodies, and take different "
                    "arguments",
                    span=other.span or region.span,
                    help="give both the same arguments in one order",
                    code="group",
                )
        found = [(call, self.functions[call.function]) for call in calls]
        found.sort(key=lambda pair: pair[1].kind)  # AIC before AIV
        kinds = [function.kind for _, function in found]
        if kinds not in (["AIC", "AIV"], ["AIC", "AIV", "AIV"]):
            raise VerifierError(
                "a group has one kernel for the cube core and one for the vector cores, or two of them",
                span=region.span,
                notes=[", ".join(f"{f.name} is {f.kind}" for _, f in found)],
                code="group",
            )
        callee = found[0][1]
        params = tuple(
            replace(param, direction=joined([f.params[n].direction for _, f in found]))
            for n, param in enumerate(callee.params)
        )
        name, args = self.name(region), tuple(p.var for p in params)
        members = tuple(Eval(Invoke(f.name, args, NOTHING, call.span), call.span) for call, f in found)
        both = kinds.count("AIV") == 1 and found[1][1].attrs.get("dual_aiv_dispatch")
        self.kernels[name] = Function(
            name,
            "Group",
            params,
            members,
            callee.symbols,
            attrs={"lanes": 2} if both else {},
            span=region.span,
        )
        return replace(first, function=name)

    def launch(self, call: Invoke, region: Region) -> Launch:
        """A kernel with a C++ body, or a group of them, as a task of its own."""
        callee = self.kernels.get(call.function) or self.functions[call.function]
        extents: dict[Var, Expr] = {}
        edges = []
        tensors = []
        for param, arg in zip(callee.params, call.args, strict=True):
            if not isinstance(param.type, TensorType):
                continue
            assert isinstance(arg, Var) and isinstance(arg.type, TensorType)
            for wanted, has in zip(param.type.shape, arg.type.shape, strict=True):
                if isinstance(wanted, Var):
                    extents.setdefault(wanted, arith.to_expr(has))
            edges.append(self.edge(arg, param.direction, region))
            tensors.append((arg, param.direction))
        for var, direction in tensors:
            if direction != "in":
                self.scopes[-1].add(self.root.get(var, var))
        return Launch(
            callee.name, call.args, tuple(extents[s] for s in callee.symbols), tuple(edges), region.blocks,
            region.task, region.deps, region.attrs, call.span or region.span,
        )  # fmt: skip

    def track(self, stmt: Assign) -> None:
        """Remember which buffer a tensor variable is a view of."""
        value = stmt.value
        _refuse_compute(value)
        if not isinstance(stmt.target.type, TensorType):
            return
        if isinstance(value, Call) and value.op.has(Trait.VIEW) and isinstance(value.args[0], Var):
            self.root[stmt.target] = self.root.get(value.args[0], value.args[0])
        elif isinstance(value, Var):
            self.root[stmt.target] = self.root.get(value, value)
        else:
            self.root[stmt.target] = stmt.target

    def region(self, region: Region) -> Launch:
        if is_group(region):
            return self.group(region)
        capture = _capture(region)
        self.checked_predicate(region)
        name = self.name(region)
        kind = core_kind(region.body)
        if uses_pipes(region.body):
            refuse_alone(region)
        attrs: dict[str, Any] = {}
        if kind != "AIV":  # what tells the split which tensors may share bytes
            roots = [self.root.get(v, v) for v in capture.tensors]
            attrs = {"buffers": tuple(roots.index(r) for r in roots)}
            attrs |= {name: region.attrs[name] for name in HINTS if name in region.attrs}
        signature = self.signature(region, capture)
        self.unmixed(region)
        body = signature.body(region)
        self.kernels[name] = Function(
            name, kind, signature.params, body, symbols=signature.symbols, attrs=attrs, span=region.span
        )
        return self.launched(region, name, capture, signature)

    def group(self, region: Region) -> Launch:
        """The regions of a group become functions with the parameters of all of them."""
        capture = _capture(region)
        self.checked_predicate(region)
        name = self.name(region)
        signature = self.signature(region, capture)
        members: list[tuple[Region, str, str]] = []
        for part in region.body:
            assert isinstance(part, Region), part
            self.unmixed(part)
            members.append((part, self.name(part), core_kind(part.body)))
        members = members_in_order(region, members)
        names = {part.name_hint or made: made for part, made, _ in members}
        for part, made, kind in members:
            renamed = Peers(names).block(signature.body(part))
            self.kernels[made] = Function(
                made, kind, signature.params, renamed, symbols=signature.symbols, span=part.span
            )
        args = tuple(p.var for p in signature.params)
        calls = tuple(Eval(Invoke(made, args, NOTHING, part.span), part.span) for part, made, _ in members)
        lanes = 1 if len(members) > 2 else vector_cores(members[1][0].body)
        attrs = {"lanes": 2} if lanes == 2 else {}
        self.kernels[name] = Function(
            name, "Group", signature.params, calls, symbols=signature.symbols, attrs=attrs, span=region.span
        )
        return self.launched(region, name, capture, signature)

    def launched(self, region: Region, name: str, capture: _Capture, signature: _Signature) -> Launch:
        edges = tuple(self.edge(v, capture.direction(v), region) for v in capture.tensors)
        for var in capture.tensors:
            if capture.direction(var) != "in":
                self.scopes[-1].add(self.root.get(var, var))
        return Launch(
            name,
            (*capture.tensors, *signature.scalars),
            signature.extents,
            edges,
            region.blocks,
            region.task,
            region.deps,
            self.launch_attrs(region, capture.tensors),
            region.span,
        )

    def signature(self, region: Region, capture: _Capture) -> _Signature:
        """The parameters of the core function of a region."""
        _limits(region, capture)
        fresh: dict[Var, Expr] = {}
        extents: list[Expr] = []
        symbols: list[Var] = []
        known: dict[object, Var] = {}

        def symbol(dim: Dim) -> Dim:
            dim = arith.simplify(dim)
            if isinstance(dim, int):
                return dim
            key = arith.key(dim)
            if key not in known:
                base = dim.name if isinstance(dim, Var) else f"extent_{len(symbols)}"
                known[key] = Var(base, ScalarType(INDEX), region.span)
                symbols.append(known[key])
                extents.append(dim)
            return known[key]

        params: list[Param] = []
        for var in capture.tensors:
            type_ = var.type
            assert isinstance(type_, TensorType)
            inner = TensorType(
                tuple(symbol(d) for d in type_.shape),
                type_.dtype,
                None if type_.strides is None else tuple(symbol(d) for d in type_.strides),
                None if type_.valid is None else tuple(symbol(d) for d in type_.valid),
                layout=type_.layout,
            )
            fresh[var] = Var(var.name, inner, var.span, var.written)
            params.append(Param(fresh[var], capture.direction(var)))  # type: ignore[arg-type]
        scalars: list[Var] = []
        for var in capture.scalars:
            if arith.key(var) in known:
                fresh[var] = known[arith.key(var)]
            elif var in self.entry.symbols:
                fresh[var] = symbol(var)  # type: ignore[assignment]
            else:
                fresh[var] = Var(var.name, var.type, var.span, var.written)
                params.append(Param(fresh[var], "in"))  # type: ignore[arg-type]
                scalars.append(var)

        for dim, var in zip(extents, symbols, strict=True):
            if isinstance(dim, Var):  # also where only a type mentions it
                fresh.setdefault(dim, var)
        return _Signature(tuple(params), tuple(symbols), tuple(extents), tuple(scalars), fresh, known)

    def launch_attrs(self, region: Region, tensors: list[Var]) -> dict[str, Any]:
        """The attributes of a launch; `dumps` are positions among its tensors."""
        named = region.attrs.get("dumps", ())
        for var in named:
            if var not in tensors:
                raise ParserSyntaxError(
                    f"`{var.name}` in dumps= is no argument of this task",
                    span=region.span,
                    help="name tensors that the region reads or writes",
                    code="dump",
                )
        attrs = {key: value for key, value in region.attrs.items() if key != "dumps" and key not in HINTS}
        positions = tuple(i for i, var in enumerate(tensors) if var in named or var in self.tagged)
        return {**attrs, "dumps": positions} if positions else attrs

    def checked_predicate(self, region: Region) -> None:
        """Nothing but deps= makes the scheduler wait for the writer of the element that it compares."""
        test = region.attrs.get("predicate")
        if test is None or region.deps:
            return
        read = test.args[0]
        var = read.args[0]
        if self.root.get(var, var) in self.scopes[-1]:
            raise ParserSyntaxError(
                f"the task that writes `{var.name}` is not in deps=, and predicate= reads it",
                span=test.span,
                help="name the task that writes it and add deps=: with pl.at(...) as writer: and deps=[writer]",
                code="predicate",
            )

    def unmixed(self, region: Region) -> None:
        """Stores of windows and writes of elements take different ways to memory: nothing orders them in one task."""
        first: dict[Var, tuple[bool, Call]] = {}
        for stmt in walk(region.body):
            call = stmt.value if isinstance(stmt, Eval) else None
            if not isinstance(call, Call) or call.op.target is None:
                continue
            target = call.args[call.op.target]
            if not isinstance(target, Var) or not isinstance(target.type, TensorType) or target.type.local:
                continue
            element = call.op is memory.WRITE
            was, other = first.setdefault(self.root.get(target, target), (element, call))
            if was != element:
                line = other.span.line if other.span else 0
                raise VerifierError(
                    f"`{target.name}` is written by windows and by single elements in one region",
                    span=call.span,
                    notes=[f"the other kind of write is at line {line}"],
                    help="write the elements in a region of their own",
                    code="mixed-writes",
                )

    def edge(self, var: Var, direction: str, region: Region) -> str:
        """The direction that decides dependency edges at this launch."""
        if self.manual or var in region.attrs.get("no_dep_args", ()):
            return "none"
        if direction == "out" and var in region.attrs.get("out_args", ()):
            return "out"
        if direction == "out" and var in region.attrs.get("inout_args", ()):
            return "inout"
        root = self.root.get(var, var)
        if direction == "out" and (
            self.sequential or root in self.scopes[-1] or self.directions.get(root) == "inout"
        ):
            return "inout"
        return direction

    def name(self, region: Region) -> str:
        base = kernel_name(region.name_hint or f"{self.entry.name}_incore_{self.count}")
        self.count += 1
        name, suffix = base, 0
        while name in self.taken:
            suffix += 1
            name = f"{base}_{suffix}"
        self.taken.add(name)
        return name


def _copy(var: Var) -> Var:
    return Var(var.name, var.type, var.span, var.written)


def _capture(region: Region) -> _Capture:
    """Live-in variables of a region: read (also through types) before they are bound inside."""
    capture = _Capture()
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


def _uses(expr: Expr, capture: _Capture) -> None:
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


def _refuse_compute(value: Expr) -> None:
    """Orchestration only allocates, views, reads and launches."""
    if isinstance(value, Call) and not value.op.has(Trait.CONTROL):
        raise VerifierError(
            f"Misplaced tensor op 'pl.{value.op.name}': it computes, and this is orchestration code",
            span=value.span,
            help="wrap it in a region: with pl.at(level=pl.Level.CORE_GROUP):",
            code="misplaced",
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


def _limits(region: Region, capture: _Capture) -> None:
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
