# SPDX-License-Identifier: Apache-2.0
"""Regions become core functions, and the orchestration launches them as tasks.

    for b in pl.spmd(n, name_hint="scale"):            def scale(x, y, T):  # AIV
        t = pl.slice(x, [8, 64], [b * 8, 0])               b = pl.get_block_idx()
        u = pl.mul(t, 2.0)                        ->       t = ...
        pl.assemble(y, u, [b * 8, 0])                  launch scale(x, y) blocks=n

What the core function takes is in captures.py. The directions on the launch decide dependency edges: there an Out
becomes InOut under a sequential loop, after an earlier writer, and when it is rooted at an InOut parameter. In a manual
scope no argument has a direction for edges.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pypto.errors import ParserSyntaxError, ParserTypeError, VerifierError
from pypto.ir.extents import extents_of
from pypto.ir.groups import core_kind, is_group, of_other_core, uses_pipes, vector_cores
from pypto.ir.naming import free_name, kernel_name
from pypto.ir.nodes import (
    Assign,
    Block,
    Call,
    Eval,
    Expr,
    For,
    Function,
    If,
    Invoke,
    Launch,
    Program,
    Region,
    Scope,
    Stmt,
    TensorType,
    Var,
    While,
    walk,
)
from pypto.ir.ops import memory, system
from pypto.ir.ops.pipe import NOTHING
from pypto.ir.ops.table import Trait
from pypto.passes.captures import Capture, Signature, capture_of, signature_of
from pypto.passes.members import Peers, joined, members_in_order, refuse_alone, same_value

HINTS = ("split", "slot_num")
"""Attributes of a region that say how it is divided among cores."""

PLACE = ("level", "role")
"""Attributes of a region that say on which kind of core it runs."""


def outline(program: Program) -> Program:
    """Outline every region of the entry function."""
    functions = dict(program.functions)
    outliner = _Outliner(program.entry_function, functions)
    functions[program.entry] = outliner.run()
    functions.update(outliner.kernels)
    return program.with_functions(functions)


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
        extents = extents_of(callee.params, call.args)
        edges = []
        tensors = []
        for param, arg in zip(callee.params, call.args, strict=True):
            if not isinstance(param.type, TensorType):
                continue
            assert isinstance(arg, Var)
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
        capture = capture_of(region)
        self.checked_predicate(region)
        name = self.name(region)
        kind = self.kind(region)
        if uses_pipes(region.body):
            refuse_alone(region)
        attrs: dict[str, Any] = {}
        if kind != "AIV":  # what tells the split which tensors may share bytes
            roots = [self.root.get(v, v) for v in capture.tensors]
            attrs = {"buffers": tuple(roots.index(r) for r in roots)}
            attrs |= {name: region.attrs[name] for name in HINTS if name in region.attrs}
        signature = signature_of(region, capture, self.entry.symbols)
        self.unmixed(region)
        body = signature.body(region)
        self.kernels[name] = Function(
            name, kind, signature.params, body, symbols=signature.symbols, attrs=attrs, span=region.span
        )
        return self.launched(region, name, capture, signature)

    def group(self, region: Region) -> Launch:
        """The regions of a group become functions with the parameters of all of them."""
        capture = capture_of(region)
        self.checked_predicate(region)
        name = self.name(region)
        signature = signature_of(region, capture, self.entry.symbols)
        members: list[tuple[Region, str, str]] = []
        for part in region.body:
            assert isinstance(part, Region), part
            self.unmixed(part)
            members.append((part, self.name(part), self.kind(part)))
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

    def launched(self, region: Region, name: str, capture: Capture, signature: Signature) -> Launch:
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
        attrs = {key: value for key, value in region.attrs.items() if key not in ("dumps", *HINTS, *PLACE)}
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

    def kind(self, region: Region) -> str:
        """The kind of core that runs a region: the one that its level names, or what its operations take."""
        level = region.attrs.get("level")
        if level is None:
            return core_kind(region.body)
        found = of_other_core(level.name, region.body)
        if found is not None:
            what, span = found
            raise ParserTypeError(
                f"this region is of pl.Level.{level.name} and {what}",
                span=span or region.span,
                help="pl.Level.CORE_GROUP takes operations of both kinds; or give it a region or kernel of its own",
                code="core-kind",
            )
        kind: str = level.name
        return kind

    def name(self, region: Region) -> str:
        place = "_".join(region.attrs[word].name for word in PLACE if word in region.attrs).lower()
        base = kernel_name(region.name_hint or f"{self.entry.name}_{place or 'incore'}_{self.count}")
        self.count += 1
        return free_name(base, self.taken)


def _refuse_compute(value: Expr) -> None:
    """Orchestration only allocates, views, reads and launches."""
    if isinstance(value, Call) and not value.op.has(Trait.CONTROL):
        raise VerifierError(
            f"Misplaced tensor op 'pl.{value.op.name}': it computes, and this is orchestration code",
            span=value.span,
            help="wrap it in a region: with pl.at(level=pl.Level.CORE_GROUP):",
            code="misplaced",
        )
