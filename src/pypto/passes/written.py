# SPDX-License-Identifier: Apache-2.0
"""Values on a core that are read before anything was written into them.

Where no execution writes the value before it is read, the kernel is refused. Where some do, the value gets a flag, and
the kernel stops at the read when the flag says that nothing was written:

    acc = pl.create_tensor([16, 64], pl.FP32)          acc = pl.create_tensor([16, 64], pl.FP32)
    if n > 0:                                          acc_written = False
        acc = pl.matmul(a, b)                    ->    if n > 0:
    pl.assemble(y, acc, [0, 0])                            acc = pl.matmul(a, b)
                                                           acc_written = True
                                                       pl.internal.expect_written(acc_written, value=acc)
                                                       pl.assemble(y, acc, [0, 0])

A value counts as written once anything was written into it; one that gets single elements anywhere always does.
Scratch, operands that give only a shape, and what an operation writes into are not read.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pypto.errors import InvalidOperationError
from pypto.ir import arith
from pypto.ir.dtypes import BOOL
from pypto.ir.naming import free_name
from pypto.ir.nodes import (
    Assign,
    Block,
    Break,
    Call,
    Const,
    Continue,
    Eval,
    Expr,
    For,
    If,
    Program,
    Return,
    ScalarType,
    Scope,
    Stmt,
    TensorType,
    TileType,
    Type,
    Var,
    While,
    walk,
)
from pypto.ir.ops import (
    creation,
    expand,
    memory,
    pipe,
    rows,
    scalar,
    scatter,
    shaping,
    staging,
    system,
    transfer,
)
from pypto.ir.ops.products import ACCUMULATING
from pypto.ir.ops.table import SCRATCH_NAMES, Trait
from pypto.ir.visit import Rewriter, defined_vars, vars_in
from pypto.passes.bodies import rewrite_core_bodies

_BOOL = ScalarType(BOOL)
_CREATED = frozenset({creation.CREATE_TENSOR, staging.CREATE_TILE, rows.CREATE_L1})
_SHAPE_ONLY = frozenset({expand.ROW_EXPAND, expand.COL_EXPAND, expand.EXPANDS})
_INTO_FIRST = frozenset(
    {memory.ASSEMBLE, memory.WRITE, rows.GATHER_ROW, scatter.TILE_SCATTER, scatter.SCATTER_MASK, scatter.SCATTER_UPDATE}
)  # fmt: skip


@dataclass(frozen=True)
class _Fact:
    """What is known of a value: where it was made without content that it may still have, and whether anything may
    have been written into it."""

    made: frozenset[Call]
    written: bool

    def __or__(self, other: _Fact) -> _Fact:
        return _Fact(self.made | other.made, self.written or other.written)


_WRITTEN = _Fact(frozenset(), True)
_State = dict[Var, _Fact]


def written(program: Program) -> Program:
    """Refuse or guard the reads of values that nothing wrote, in every function."""
    return program.with_functions(
        {name: rewrite_core_bodies(f, _guarded) for name, f in program.functions.items()}
    )


def _guarded(body: Block, names: set[str]) -> Block:
    if not any(isinstance(s, Assign) and _is_created(s.value) for s in walk(body)):
        return body
    facts = _Facts(body)
    if not facts.doubtful:
        return body
    return _Guards(facts, names).run(body)


def _on_chip(type_: Type) -> bool:
    return isinstance(type_, TileType) or (isinstance(type_, TensorType) and type_.local)


def _is_created(value: Expr) -> bool:
    return isinstance(value, Call) and value.op in _CREATED and _on_chip(value.type)


def _passed_on(value: Expr) -> Var | None:
    """The value on a core whose content, written or not, another one takes over."""
    if isinstance(value, Var):
        return value if _on_chip(value.type) else None
    if not isinstance(value, Call) or not value.args:
        return None
    source = value.args[0]
    if not isinstance(source, Var) or not _on_chip(source.type):
        return None
    if value.op is shaping.SET_VALIDSHAPE:
        type_ = value.type
        assert isinstance(type_, TensorType | TileType)
        return source if all(arith.as_int(n) != 0 for n in type_.valid_shape) else None
    return source if value.op.has(Trait.VIEW) or value.op in (transfer.MOVE, staging.EXTRACT) else None


def reads(call: Call) -> Iterable[Var]:
    """The values on a core whose content an operation reads, without an accumulator."""
    if call.op in pipe.FREES or call.op in (memory.DIM, shaping.SET_VALIDSHAPE, system.EXPECT_WRITTEN):
        return
    into = 0 if call.op in _INTO_FIRST or call.op in _SHAPE_ONLY or call.op in ACCUMULATING else None
    if call.op is scatter.SCATTER:
        into = 3 if len(call.args) > 3 and call.args[3] is not None else 0
    for number, (param, arg) in enumerate(zip(call.op.value_params, call.args, strict=False)):
        if number != into and param.name not in SCRATCH_NAMES and isinstance(arg, Var) and _on_chip(arg.type):
            yield arg


def _initial(call: Call) -> Expr | None:
    """The condition under which a product overwrites its accumulator."""
    given = call.args[3] if len(call.args) > 3 else None
    return given if given is not None and isinstance(given.type, ScalarType) else None


def _written_by_element(body: Block) -> set[Var]:
    """Values that get single elements, here or through a view of the same bytes."""
    same: dict[Var, set[Var]] = {}
    found: set[Var] = set()
    for stmt in walk(body):
        if isinstance(stmt, Assign) and (source := _passed_on(stmt.value)) is not None:
            both = same.get(source, {source}) | same.get(stmt.target, {stmt.target})
            same.update({var: both for var in both})
        elif isinstance(stmt, Eval) and isinstance(stmt.value, Call) and stmt.value.op is memory.WRITE:
            target = stmt.value.args[0]
            if isinstance(target, Var):
                found.add(target)
    return found.union(*(same.get(var, set()) for var in found))


@dataclass
class _Loop:
    stmt: For | While
    ends: list[_State]  # at each break
    goes_on: list[_State]  # at each continue


class _Facts:
    """Follows what is written through a region until nothing changes; then `doubtful` holds the reads to guard."""

    def __init__(self, body: Block) -> None:
        self.doubtful: dict[tuple[Stmt, Var], frozenset[Call]] = {}
        self.loops: list[_Loop] = []
        self.branches: list[Stmt] = []  # loops and branches around the statement
        self.inside: dict[Call, set[int]] = {}  # the loops around each creation
        self.first_names: dict[Call, str] = {}  # a value that loops carry has other names too
        self.report = False
        self.numbers: dict[Var, Expr] = {}  # scalars that are assigned once
        assigned = [s for s in walk(body) if isinstance(s, Assign) and isinstance(s.target.type, ScalarType)]
        for stmt in assigned:
            self.numbers[stmt.target] = stmt.target if stmt.target in self.numbers else stmt.value
        self._place(body, ())
        self.elements = _written_by_element(body)
        self.report = True
        self.block(body, {})

    def _place(self, body: Block, loops: tuple[int, ...]) -> None:
        for stmt in body:
            if isinstance(stmt, Assign) and _is_created(stmt.value):
                assert isinstance(stmt.value, Call)
                self.inside[stmt.value] = set(loops)
                self.first_names[stmt.value] = stmt.target.name
            elif isinstance(stmt, For):
                self._place(stmt.body, (*loops, id(stmt)))
            elif isinstance(stmt, While):
                self._place((*stmt.setup, *stmt.body), (*loops, id(stmt)))
            elif isinstance(stmt, If):
                self._place((*stmt.then, *stmt.orelse), loops)
            elif isinstance(stmt, Scope):
                self._place(stmt.body, loops)

    # Statements; None is the state of what is not reached

    def block(self, block: Block, state: _State | None) -> _State | None:
        for stmt in block:
            if state is None:
                return None
            state = self.stmt(stmt, state)
        return state

    def stmt(self, stmt: Stmt, state: _State) -> _State | None:
        if isinstance(stmt, Assign):
            return self.assign(stmt, state)
        if isinstance(stmt, Eval):
            if isinstance(stmt.value, Call):
                for var in reads(stmt.value):
                    self.read(stmt, stmt.value, var, state)
            return state
        if isinstance(stmt, If):
            self.branches.append(stmt)
            then, orelse = self.block(stmt.then, dict(state)), self.block(stmt.orelse, dict(state))
            self.branches.pop()
            return _join(then, orelse)
        if isinstance(stmt, Scope):
            return self.block(stmt.body, state)
        if isinstance(stmt, For | While):
            return self.loop(stmt, state)
        if isinstance(stmt, Break | Continue):
            loop = self.loops[-1]
            (loop.ends if isinstance(stmt, Break) else loop.goes_on).append(state)
            return None
        return None if isinstance(stmt, Return) else state

    def assign(self, stmt: Assign, state: _State) -> _State:
        target, value = stmt.target, stmt.value
        source = _passed_on(value)
        if source is None and isinstance(value, Call):
            for var in reads(value):
                self.read(stmt, value, var, state)
        if not _on_chip(target.type):
            return state
        fact = _WRITTEN
        if _is_created(value) and target not in self.elements:
            assert isinstance(value, Call)
            fact = _Fact(frozenset({value}), False)
        elif source is not None:
            fact = state.get(source, _WRITTEN)
        elif isinstance(value, Call) and value.op in ACCUMULATING:
            fact = self.accumulate(stmt, value, state)
        return {**state, target: fact}

    def accumulate(self, stmt: Assign, call: Call, state: _State) -> _Fact:
        acc, initial = call.args[0], _initial(call)
        assert isinstance(acc, Var)
        fact = state.get(acc, _WRITTEN)
        constant = initial.value if isinstance(initial, Const) else None
        if initial is not None and constant is None:
            if not self.starts(initial, fact.made):
                self.doubt(stmt, acc, fact)
            return _WRITTEN
        if constant is not True:
            self.read(stmt, call, acc, state)
            return _Fact(frozenset(), fact.written)
        return _WRITTEN

    def starts(self, condition: Expr, made: frozenset[Call]) -> bool:
        """Whether a condition holds in the first iteration of loops around it that the values were made outside of."""
        tests = [condition]
        loops = {}
        for loop in self.loops:
            if isinstance(loop.stmt, For):
                loops[loop.stmt.var] = loop.stmt
        numbers: list[int] = []
        while tests:
            test = tests.pop()
            while isinstance(test, Var) and self.numbers.get(test, test) is not test:
                test = self.numbers[test]
            if not isinstance(test, Call):
                return False
            if test.op is scalar.AND:
                tests += [a for a in test.args if a is not None]
                continue
            left, right = test.args[:2] if len(test.args) > 1 else (None, None)
            if test.op is not scalar.EQ:
                return False
            if right in loops:
                left, right = right, left
            if not isinstance(left, Var) or left not in loops or right is None:
                return False
            first = loops[left].start
            if not (right == first or arith.same(arith.simplify(right), arith.simplify(first))):
                return False
            numbers.append(self.branches.index(loops[left]))
        outermost, *inner = self.branches[min(numbers) :]
        assert isinstance(outermost, For)
        own = {v for s in walk((outermost,)) for v in defined_vars(s)}
        for stmt in inner:  # each of them runs in the first iteration, or never
            bounds = (stmt.start, stmt.stop, stmt.step) if isinstance(stmt, For) else None
            if bounds is None or any(v in own for e in bounds for v in vars_in(e)):
                return False
        if any(isinstance(s, Break | Continue) for s in walk(outermost.body)):
            return False
        return not any(id(outermost) in self.inside[call] for call in made)

    def loop(self, stmt: For | While, state: _State) -> _State | None:
        runs = isinstance(stmt, For) and _runs(stmt)
        entry: _State = state
        outer, self.report = self.report, False
        while True:
            last, ends, back = self.body(stmt, entry)
            after = _join(entry, back)
            assert after is not None
            if after == entry:
                break
            entry = after
        self.report = outer
        if outer:
            last, ends, back = self.body(stmt, entry)
        result = last if isinstance(stmt, While) else back if runs else entry
        for end in ends:
            result = _join(result, end)
        return result

    def body(self, stmt: For | While, entry: _State) -> tuple[_State | None, list[_State], _State | None]:
        """The state after the head of the loop, at each break, and at the end of an iteration."""
        self.loops.append(_Loop(stmt, [], []))
        self.branches.append(stmt)
        head: _State | None = dict(entry)
        if isinstance(stmt, While):
            head = self.block(stmt.setup, head)
        back = self.block(stmt.body, None if head is None else dict(head))
        self.branches.pop()
        found = self.loops.pop()
        for state in found.goes_on:
            back = _join(back, state)
        return head, found.ends, back

    # Reads

    def read(self, stmt: Stmt, call: Call, var: Var, state: _State) -> None:
        fact = state.get(var, _WRITTEN)
        if not fact.written and self.report:
            self.refuse(call, var, fact)
        self.doubt(stmt, var, fact)

    def doubt(self, stmt: Stmt, var: Var, fact: _Fact) -> None:
        if fact.made and self.report:
            self.doubtful[stmt, var] = fact.made

    def refuse(self, call: Call, var: Var, fact: _Fact) -> None:
        notes, names = [], {self.first_names[made] for made in fact.made}
        for made in fact.made:
            if made.span is not None:
                notes.append(f"it is made without content at line {made.span.line}")
        help = "start it with pl.full(shape, dtype=..., value=...), or write it first"
        if call.op in ACCUMULATING:
            help = "start it with the product alone (pl.matmul, pl.gemv), or pass init_cond=(k == 0) in a loop over k"
        raise InvalidOperationError(
            f"`{names.pop() if len(names) == 1 else var.name}` is read here, and nothing is ever written into it before",
            span=call.span,
            notes=sorted(notes),
            help=help,
            code="never-written",
        )


def _runs(loop: For) -> bool:
    """Whether a loop certainly runs once."""
    bounds = [arith.as_int(arith.simplify(e)) for e in (loop.start, loop.stop, loop.step)]
    if loop.kind == "split_aiv":
        return True
    if any(b is None for b in bounds) or not bounds[2]:
        return False
    return len(range(*bounds)) > 0  # type: ignore[arg-type]


def _join(a: _State | None, b: _State | None) -> _State | None:
    if a is None or b is None:
        return b if a is None else a
    return {v: a[v] | b[v] if v in a and v in b else a.get(v) or b[v] for v in {**a, **b}}


class _Guards(Rewriter):
    """Adds the flags of the values that a doubtful read depends on, and the guards before those reads."""

    def __init__(self, facts: _Facts, names: set[str]) -> None:
        self.facts = facts
        self.names = names
        self.flags: dict[Var, Var] = {}

    def run(self, body: Block) -> Block:
        wanted = {var for _, var in self.facts.doubtful}
        while True:  # and of the values whose content they take over
            size = len(wanted)
            for stmt in walk(body):
                if isinstance(stmt, Assign) and stmt.target in wanted:
                    source = _passed_on(stmt.value)
                    if source is not None:
                        wanted.add(source)
            if len(wanted) == size:
                break
        ordered = dict.fromkeys(v for s in walk(body) for v in defined_vars(s) if v in wanted)
        for var in ordered:
            self.flags[var] = Var(free_name(f"{var.name}_written", self.names), _BOOL, var.span)
        return self.block(body)

    def stmt(self, stmt: Stmt) -> Stmt | tuple[Stmt, ...]:
        if isinstance(stmt, For | While | If | Scope):
            return super().stmt(stmt)
        out: list[Stmt] = []
        if isinstance(stmt, Assign | Eval) and isinstance(stmt.value, Call):
            call = stmt.value
            acc = call.args[0] if call.op in ACCUMULATING else None
            operands = [acc, *reads(call)] if isinstance(acc, Var) else list(reads(call))
            for var in dict.fromkeys(operands):
                if isinstance(var, Var) and (stmt, var) in self.facts.doubtful:
                    out.append(self.guard(var, _initial(call) if var is acc else None, call))
        out.append(stmt)
        if isinstance(stmt, Assign) and stmt.target in self.flags:
            source = _passed_on(stmt.value)
            created = _is_created(stmt.value) and stmt.target not in self.facts.elements
            flag: Expr = Const(not created, _BOOL)
            if source is not None:
                flag = self.flags[source]
            out.append(Assign(self.flags[stmt.target], flag, stmt.span))
        return tuple(out)

    def guard(self, var: Var, initial: Expr | None, call: Call) -> Stmt:
        ok: Expr = self.flags[var]
        if initial is not None:
            ok = Call(scalar.OR, (initial, ok), {}, _BOOL, call.span)
        check = Call(system.EXPECT_WRITTEN, (ok, var), {}, pipe.NOTHING, call.span)
        return Eval(check, call.span)
