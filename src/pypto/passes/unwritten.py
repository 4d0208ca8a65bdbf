# SPDX-License-Identifier: Apache-2.0
"""Buffers that begin without content and are written on some ways through a function only.

On the other ways they show what their bytes held before; the planner gives them bytes that nobody else had, while there
is room, and otherwise has to tell where they begin.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from pypto.ir import arith
from pypto.ir.nodes import (
    Assign,
    Block,
    Call,
    For,
    Function,
    If,
    Stmt,
    TileType,
    Var,
    While,
    blocks_of,
    walk,
)
from pypto.ir.ops import creation
from pypto.ir.visit import Rewriter, defined_vars, header_exprs
from pypto.passes.cube import CREATED
from pypto.passes.liveness import tiles_in

Find = Callable[[Var], Var]
"""From a tile to the one that stands for its buffer."""


def perhaps_unwritten(function: Function, find: Find) -> set[Var]:
    """Buffers that begin without content and are written where the run may not come by."""
    made: dict[Var, tuple[int, ...]] = {}
    perhaps: set[Var] = set()

    def block(body: Block, way: tuple[int, ...]) -> None:
        for stmt in body:
            if isinstance(stmt, Assign) and isinstance(stmt.target.type, TileType):
                root = find(stmt.target)
                if _creates(stmt):
                    made.setdefault(root, way)
                elif made.get(root, way) != way:
                    perhaps.add(root)
            elif isinstance(stmt, For):
                block(stmt.body, way if _runs(stmt) else (*way, id(stmt)))
            elif isinstance(stmt, If):
                block(stmt.then, (*way, id(stmt)))
                block(stmt.orelse, (*way, -id(stmt)))
            elif isinstance(stmt, While):
                block(stmt.setup, way)
                block(stmt.body, (*way, id(stmt)))

    block(function.body, ())
    return perhaps


def created(function: Function, find: Find) -> set[Var]:
    """Buffers that statements create."""
    return {find(s.target) for s in walk(function.body) if isinstance(s, Assign) and _creates(s)}


def begun_once(function: Function, find: Find) -> set[Var]:
    """Buffers that one statement creates, and only statements behind it in its block use."""
    made = Counter(find(s.target) for s in walk(function.body) if isinstance(s, Assign) and _creates(s))
    once = {root for root, times in made.items() if times == 1}
    total = _uses(function.body, find, once)
    found: set[Var] = set()

    def block(body: Block) -> Counter[Var]:
        behind: Counter[Var] = Counter()
        for stmt in reversed(body):
            behind.update(find(v) for v in _tiles(stmt) if find(v) in once)
            for inner in blocks_of(stmt):
                behind += block(inner)
            if isinstance(stmt, Assign) and _creates(stmt):
                root = find(stmt.target)
                if root in once and behind[root] == total[root]:
                    found.add(root)
        return behind

    block(function.body)
    return found


def _uses(body: Block, find: Find, some: set[Var]) -> Counter[Var]:
    return Counter(root for stmt in walk(body) for root in map(find, _tiles(stmt)) if root in some)


def _tiles(stmt: Stmt) -> list[Var]:
    """The tiles that a statement itself reads or writes."""
    targets = [v for v in defined_vars(stmt) if isinstance(v.type, TileType)]
    return targets + [v for e in header_exprs(stmt) for v in tiles_in(e)]


class Anew(Rewriter):
    """Says of the statements that create certain buffers that these begin there, whatever their bytes held before."""

    def __init__(self, find: Find, buffers: set[Var]) -> None:
        self.find = find
        self.buffers = buffers

    def stmt(self, stmt: Stmt) -> Stmt | tuple[Stmt, ...]:
        new = super().stmt(stmt)
        if isinstance(new, Assign) and _creates(new) and self.find(new.target) in self.buffers:
            assert isinstance(new.value, Call)
            return replace(new, value=replace(new.value, attrs={**new.value.attrs, creation.ANEW: True}))
        return new


def _creates(stmt: Assign) -> bool:
    return isinstance(stmt.value, Call) and stmt.value.op in CREATED


def _runs(loop: For) -> bool:
    """Whether a loop certainly runs at least once."""
    first, last = (arith.as_int(arith.simplify(e)) for e in (loop.start, loop.stop))
    return first is not None and last is not None and first < last
