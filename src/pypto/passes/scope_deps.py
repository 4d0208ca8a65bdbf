# SPDX-License-Identifier: Apache-2.0
"""Dependencies that the runtime would infer in AUTO scopes, written as deps= where they are certain.

    pl.submit(self.fill, t)                    ->      fill_id = pl.submit(self.fill, t)
    pl.submit(self.use, t, y)                          pl.submit(self.use, t, y, deps=[fill_id])

A task that reads, or writes after others, depends on each earlier task that wrote what it takes. An edge is written
where the earlier task certainly was submitted and both certainly meet: the same view, the whole of a tensor, or windows
at known places. What a branch or a loop wrote is left to the runtime afterwards, whose own edges stay in any case; so
do tasks in manual scopes, and tensors that are left out of tracking.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pypto.ir import arith
from pypto.ir.nodes import (
    Assign,
    Block,
    Call,
    For,
    Function,
    If,
    Launch,
    Program,
    Scope,
    Stmt,
    TaskIdType,
    TensorType,
    Var,
    While,
    walk,
)
from pypto.ir.ops import creation, memory
from pypto.ir.ops.table import Trait
from pypto.ir.visit import defined_vars


def scope_deps(program: Program) -> Program:
    """Write them into the entry function."""
    entry = program.entry_function
    return program.with_functions({**program.functions, program.entry: _Analysis(entry).run()})


_OPEN = 2**62
"""The end of an axis whose extent is known at run time only."""

Window = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class _Place:
    """What a tensor variable shows of a buffer: all of it, or a part; `window`: first place and end on each axis of the
    buffer, where these are known."""

    root: Var
    whole: bool
    window: Window | None


@dataclass(frozen=True)
class _Write:
    """A task that wrote, in a variable's place."""

    launch: Launch
    var: Var


class _Analysis:
    def __init__(self, function: Function) -> None:
        self.function = function
        self.places: dict[Var, _Place] = {}  # of variables that stand for one view
        self.untracked: set[Var] = set()
        self.writes: dict[Var, list[_Write]] = {}  # by buffer, those that a later task may have to follow
        self.tasks: dict[int, Var] = {}
        self.deps: dict[int, list[Var]] = {}
        self.assigned: dict[Var, int] = {}
        for stmt in walk(function.body):
            for var in defined_vars(stmt):
                self.assigned[var] = self.assigned.get(var, 0) + 1
        for param in function.params:
            if isinstance(param.type, TensorType) and param.var not in self.assigned:
                self.places[param.var] = _all_of(param.var)
        for stmt in walk(function.body):
            if isinstance(stmt, Assign) and isinstance(stmt.target.type, TensorType):
                self.note(stmt)

    def run(self) -> Function:
        self.block(self.function.body)
        return self.function.with_body(self.rewritten(self.function.body))

    def note(self, stmt: Assign) -> None:
        """Where a tensor variable lies; one that several statements assign may lie anywhere."""
        target, value = stmt.target, stmt.value
        if self.assigned[target] > 1:
            return
        if isinstance(value, Var):
            if value in self.places:
                self.places[target] = self.places[value]
        elif isinstance(value, Call) and value.op.has(Trait.VIEW):
            source = self.places.get(value.args[0]) if isinstance(value.args[0], Var) else None
            if source is not None:
                self.places[target] = _view(value, source)
        elif isinstance(value, Call) and value.op is creation.CREATE_TENSOR:
            self.places[target] = _all_of(target)
            if value.attrs.get("manual_dep"):
                self.untracked.add(target)

    # Which tasks follow which

    def block(self, block: Block) -> None:
        for stmt in block:
            self.stmt(stmt)

    def stmt(self, stmt: Stmt) -> None:
        if isinstance(stmt, Launch):
            self.launch(stmt)
        elif isinstance(stmt, Scope):
            self.block(stmt.body)
        elif isinstance(stmt, If):
            self.apart(stmt.then)
            self.apart(stmt.orelse)
            self.forget((*stmt.then, *stmt.orelse))
        elif isinstance(stmt, For | While):
            body = (*stmt.setup, *stmt.body) if isinstance(stmt, While) else stmt.body
            self.forget(body)  # the iteration before may have written
            self.apart(body)

    def apart(self, block: Block) -> None:
        """A block that may run or not; its tasks are unknown after it."""
        before = {root: list(writes) for root, writes in self.writes.items()}
        self.block(block)
        self.writes = before

    def forget(self, block: Block) -> None:
        """Which task wrote a buffer last is not known where these statements may have written it."""
        for stmt in walk(block):
            if not isinstance(stmt, Launch):
                continue
            for var, direction in _tensors(stmt):
                if direction not in ("out", "inout"):
                    continue
                place = self.places.get(var)
                if place is None:
                    self.writes.clear()
                else:
                    self.writes.pop(place.root, None)

    def launch(self, launch: Launch) -> None:
        tensors = _tensors(launch)
        for var, direction in tensors:
            if direction in ("in", "inout"):
                self.follow(launch, var, direction == "inout")
        for var, direction in tensors:
            if direction not in ("out", "inout"):
                continue
            place = self.places.get(var)
            if place is None:
                self.writes.clear()
            elif place.root not in self.untracked:
                self.writes.setdefault(place.root, []).append(_Write(launch, var))

    def follow(self, launch: Launch, var: Var, replaces: bool) -> None:
        """Edges from the tasks that wrote what a task takes; a write over all of it comes in the place of theirs."""
        place = self.places.get(var)
        if place is None:
            if replaces:
                self.writes.clear()
            return
        kept = []
        for write in self.writes.get(place.root, ()):
            meets = self.meets(var, write.var)
            if meets:
                self.edge(write.launch, launch)
            if not replaces or not self.covers(var, write.var):
                kept.append(write)
        if replaces:
            self.writes[place.root] = kept

    def edge(self, producer: Launch, consumer: Launch) -> None:
        task = self.task_of(producer)
        found = self.deps.setdefault(id(consumer), [])
        if task is not None and task not in found and task not in consumer.deps:
            found.append(task)

    def task_of(self, launch: Launch) -> Var | None:
        """The name of a task; None where the author's name for it may stand for another task too."""
        if launch.task is not None:
            return launch.task if self.assigned[launch.task] == 1 else None
        if id(launch) not in self.tasks:
            self.tasks[id(launch)] = Var(f"{launch.function}_id", TaskIdType(), launch.span)
        return self.tasks[id(launch)]

    def meets(self, a: Var, b: Var) -> bool:
        """Whether two arguments certainly have a byte in common."""
        first, second = self.places[a], self.places[b]
        if a is b or (first.whole and second.whole):
            return True
        if not (_filled(a) and _filled(b)):
            return False
        if first.whole or second.whole:
            return True
        if first.window is None or second.window is None:
            return False
        return all(
            low < end and start < high
            for (low, high), (start, end) in zip(first.window, second.window, strict=True)
        )

    def covers(self, a: Var, b: Var) -> bool:
        """Whether the first argument may have all bytes of the second."""
        first, second = self.places[a], self.places[b]
        if first.window is None or second.window is None or first.whole or a is b:
            return True
        return all(
            low <= start and end <= high
            for (low, high), (start, end) in zip(first.window, second.window, strict=True)
        )

    # Writing them down

    def rewritten(self, block: Block) -> Block:
        return tuple(self.written(stmt) for stmt in block)

    def written(self, stmt: Stmt) -> Stmt:
        if isinstance(stmt, Launch):
            task = stmt.task or self.tasks.get(id(stmt))
            return replace(stmt, task=task, deps=(*stmt.deps, *self.deps.get(id(stmt), ())))
        if isinstance(stmt, For | Scope):
            return replace(stmt, body=self.rewritten(stmt.body))
        if isinstance(stmt, While):
            return replace(stmt, setup=self.rewritten(stmt.setup), body=self.rewritten(stmt.body))
        if isinstance(stmt, If):
            return replace(stmt, then=self.rewritten(stmt.then), orelse=self.rewritten(stmt.orelse))
        return stmt


def _tensors(launch: Launch) -> list[tuple[Var, str]]:
    """The tensor arguments of a launch with the directions that decide edges."""
    tensors = [a for a in launch.args if isinstance(a, Var) and isinstance(a.type, TensorType)]
    return list(zip(tensors, launch.directions, strict=True))


def _filled(var: Var) -> bool:
    """Whether a tensor certainly has an element."""
    assert isinstance(var.type, TensorType)
    return all((arith.as_int(d) or 0) > 0 for d in var.type.shape)


def _all_of(var: Var) -> _Place:
    assert isinstance(var.type, TensorType)
    extents = [arith.as_int(d) for d in var.type.shape]
    return _Place(var, True, tuple((0, _OPEN if n is None else n) for n in extents))


def _view(call: Call, source: _Place) -> _Place:
    """A window of what is shown, where its place is known; any other view shows the same bytes in other axes."""
    if call.op is not memory.SLICE:
        return replace(source, window=None)
    return _Place(source.root, False, _window(call, source.window))


def _window(call: Call, outer: Window | None) -> Window | None:
    offsets = [arith.as_int(arith.simplify(d)) for d in call.attrs["offset"]]
    sizes = [arith.as_int(arith.simplify(d)) for d in call.attrs["shape"]]
    if outer is None or call.attrs.get("clamp") or len(offsets) != len(outer):
        return None
    found = []
    for offset, size, (begin, _) in zip(offsets, sizes, outer, strict=True):
        if offset is None or size is None:
            return None
        found.append((begin + offset, begin + offset + size))
    return tuple(found)
