# SPDX-License-Identifier: Apache-2.0
"""Which tiles are alive together: backward liveness over structured code.

`interference(function)` gives, for every tile variable, the variables whose bytes must differ from its own: a write
must not touch what is read later, and an operation that cannot work in place must not write over its operands.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

from pypto.ir.nodes import (
    Assign,
    Block,
    Call,
    Eval,
    Expr,
    For,
    Function,
    If,
    Stmt,
    TileType,
    Var,
    While,
)
from pypto.ir.ops import layout, memory, shaping
from pypto.ir.ops.table import Trait
from pypto.ir.visit import header_exprs, vars_in


@dataclass
class Liveness:
    """edges: variables that must not share bytes; in_place: pairs of result and operand that share all of them or none;
    copies: `(target, source)` of plain copies; points: what is
    alive around each statement, outer statements first."""

    edges: dict[Var, set[Var]] = field(default_factory=lambda: defaultdict(set))
    in_place: set[tuple[Var, Var]] = field(default_factory=set)
    copies: list[tuple[Var, Var]] = field(default_factory=list)
    points: list[tuple[Stmt, frozenset[Var]]] = field(default_factory=list)
    views: dict[Var, Var] = field(default_factory=dict)  # a view of a tile: the tile whose bytes it shows
    outlived: set[Var] = field(default_factory=set)  # views that are read when the bytes hold another value
    loops: dict[tuple[int, frozenset[Var]], frozenset[Var]] = field(default_factory=dict)
    """What is alive before a loop, by what is alive after it: loops in loops are met again and again."""

    def conflict(self, a: Var, b: Var) -> None:
        if a is not b:
            self.edges[a].add(b)
            self.edges[b].add(a)

    def merge(self, keep: Var, other: Var) -> None:
        """`other` becomes one storage with `keep`."""
        for neighbour in self.edges.pop(other, set()):
            self.edges[neighbour].discard(other)
            self.conflict(keep, neighbour)


def interference(function: Function, root: Callable[[Var], Var]) -> Liveness:
    """Liveness with every variable replaced by the storage that `root` gives it."""
    result = Liveness()
    _block(function.body, frozenset(), root, result, record=True)
    return result


def outlived_views(function: Function, views: dict[Var, Var]) -> set[Var]:
    """The views that are still read when the tile that they show is assigned anew."""
    result = Liveness(views=views)
    _block(function.body, frozenset(), lambda v: v, result, record=True)
    return result.outlived


def tiles_in(expr: Expr) -> list[Var]:
    return [v for v in vars_in(expr) if isinstance(v.type, TileType)]


def _block(
    block: Block, live: frozenset[Var], root: Callable[[Var], Var], out: Liveness, record: bool
) -> frozenset[Var]:
    for stmt in reversed(block):
        live = _stmt(stmt, live, root, out, record)
    return live


def _stmt(
    stmt: Stmt, live: frozenset[Var], root: Callable[[Var], Var], out: Liveness, record: bool
) -> frozenset[Var]:
    if isinstance(stmt, If):
        then = _block(stmt.then, live, root, out, record)
        orelse = _block(stmt.orelse, live, root, out, record)
        return then | orelse
    if isinstance(stmt, For | While) and not record:
        known = out.loops.get((id(stmt), live))
        if known is None:
            known = out.loops[id(stmt), live] = _loop(stmt, live, root, out, record)
        return known
    if isinstance(stmt, For | While):
        return _loop(stmt, live, root, out, record)
    reads = [root(v) for e in header_exprs(stmt) for v in tiles_in(e)]
    if isinstance(stmt, Assign) and isinstance(stmt.target.type, TileType):
        return _write(stmt, stmt.target, reads, live, root, out, record)
    if record and isinstance(stmt, Eval) and isinstance(stmt.value, Call) and stmt.value.op is memory.WRITE:
        for storage in reads[:1]:  # written in place: what else is needed later keeps its bytes
            for other in live:
                out.conflict(storage, other)
    if record and isinstance(stmt, Eval):
        out.points.append((stmt, live | frozenset(reads)))
    return live | frozenset(reads)


def _loop(
    stmt: For | While, live: frozenset[Var], root: Callable[[Var], Var], out: Liveness, record: bool
) -> frozenset[Var]:
    if isinstance(stmt, For):
        head = live
        while True:
            entry = _block(stmt.body, head, root, out, record=False)
            if entry <= head:
                break
            head |= entry
        _block(stmt.body, head, root, out, record)
        return head
    head = live
    while True:
        entry = _block(stmt.setup, _block(stmt.body, head, root, out, False) | live, root, out, False)
        if entry <= head:
            break
        head |= entry
    _block(stmt.setup, _block(stmt.body, head, root, out, record) | live, root, out, record)
    return head


def _write(
    stmt: Assign,
    target: Var,
    reads: list[Var],
    live: frozenset[Var],
    root: Callable[[Var], Var],
    out: Liveness,
    record: bool,
) -> frozenset[Var]:
    storage, value = root(target), stmt.value
    if record:
        out.outlived.update(v for v in live if out.views.get(v) is target)
        copied = isinstance(value, Var)
        refilled = isinstance(value, Call) and value.op is layout.FILLPAD_INPLACE
        if (copied or refilled) and reads:
            out.copies.append((storage, reads[0]))
        for other in live:
            if not (copied and other in reads):
                out.conflict(storage, other)
        in_place = (
            copied
            or refilled
            or (isinstance(value, Call) and (value.op.has(Trait.IN_PLACE) or value.op is shaping.RESHAPE))
        )
        apart = [r for r in reads if not (in_place and _bits(r) == _bits(storage))]
        if isinstance(value, Call) and (value.op.has(Trait.ROW_EXPAND) or value.op.has(Trait.COL_EXPAND)):
            apart += reads[1:2]
        for read in apart:
            out.conflict(storage, read)
        out.in_place.update((storage, r) for r in reads if r is not storage and r not in apart)
        before, after = (live - {storage}) | frozenset(reads), live | {storage}
        if apart:
            out.points.append((stmt, before | after))
        else:
            out.points += [(stmt, before), (stmt, after)]
    return (live if storage in reads else live - {storage}) | frozenset(reads)


def _bits(tile: Var) -> int:
    assert isinstance(tile.type, TileType)
    return tile.type.dtype.bits
