# SPDX-License-Identifier: Apache-2.0
"""Pipes for the values that cross between the two functions of a mixed region: which share one, and when slots are free.

    c = pl.tpop_from_aic(...)          a slot is held from the pop ...
    y = pl.add(c, r)
    pl.tfree_to_aic(c)                 ... to behind the last use

Slots are freed in the order in which they were popped. Values share a pipe as long as the slots held at a time are not
more than it has and none is popped inside a loop or branch while another of the pipe is held around it; any other value
gets a pipe of its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pypto.errors import Span, UnsupportedFeatureError
from pypto.ir import arith
from pypto.ir.dtypes import INT32
from pypto.ir.nodes import (
    Assign,
    Block,
    Call,
    Const,
    Eval,
    Expr,
    For,
    Function,
    If,
    ScalarType,
    Stmt,
    TensorType,
    TileType,
    Var,
    While,
    walk,
)
from pypto.ir.ops import memory, pipe, shaping
from pypto.ir.ops.table import Op
from pypto.ir.visit import header_exprs, vars_in
from pypto.passes.cores import Core

MOST_PIPES = 8


@dataclass(frozen=True)
class Division:
    """How a value is divided between the vector cores: the number of the axis, and how far apart the parts begin."""

    split: int = 0
    stride: int | None = None  # None: half of the value

    @property
    def attrs(self) -> dict[str, int]:
        return {"split": self.split} | ({} if self.stride is None else {"lane_stride": self.stride})


@dataclass(frozen=True, eq=False)
class Crossing:
    """A value pushed by its home core and popped by the other one."""

    home: Core
    sent: Var
    received: Var
    span: Span | None
    split: Division = Division()

    @property
    def ops(self) -> tuple[Op, Op]:
        if self.home is Core.CUBE:
            return pipe.TPUSH_TO_AIV, pipe.TPOP_FROM_AIC
        return pipe.TPUSH_TO_AIC, pipe.TPOP_FROM_AIV

    @property
    def free(self) -> Op:
        return pipe.TFREE_TO_AIC if self.home is Core.CUBE else pipe.TFREE_TO_AIV

    @property
    def nbytes(self) -> int:
        """Of a slot that holds it."""
        type_ = self.received.type if self.home is Core.VECTOR else self.sent.type  # both lanes fill a slot
        assert isinstance(type_, TensorType | TileType)
        shape = type_.shape
        if self.home is Core.CUBE and self.split.stride is not None:  # two parts may be more than the whole
            at = (self.split.split - 1) % 2 - 2
            size = max(arith.as_int(shape[at]) or 0, 2 * self.split.stride)
            shape = tuple(size if i == len(shape) + at else d for i, d in enumerate(shape))
        cells = arith.as_int(arith.product(shape))
        assert cells is not None
        if self.home is Core.CUBE and arith.as_int(arith.product(type_.shape[:-1])) == 1:
            cells *= 32 if type_.dtype is INT32 else 16  # one row of an accumulator takes a block of rows
        # an accumulator crosses as it is
        size = 4 * cells if self.home is Core.CUBE else type_.dtype.bytes_of(cells)
        return -(-size // 32) * 32


@dataclass
class _Held:
    """A popped value: the block it stands in, its position there, and that of its last use."""

    crossing: Crossing
    path: tuple[tuple[int, int], ...]  # (statement, arm) from the outside to the block
    at: int
    last: int
    id: int = -1


@dataclass(frozen=True)
class _Pipe:
    id: int
    home: Core
    slot_size: int


def open_pipes(
    function: Function,
    names: Mapping[Core, str],
    blocks: Mapping[Core, Block],
    crossings: Mapping[Call, Crossing],
    slots: int,
) -> dict[Core, Block]:
    """The two blocks with numbered pipes, opened at the start, and a free behind the last use of what was popped."""
    held: dict[Crossing, _Held] = {}
    by_var = {c.received: c for c in crossings.values()}
    for core in Core:
        _find(blocks[core], (), by_var, held)
    pipes: list[_Pipe] = []
    members: dict[int, list[_Held]] = defaultdict(list)
    for home in (Core.CUBE, Core.VECTOR):
        mine: list[int] = []
        for crossing in crossings.values():
            if crossing.home is not home:
                continue
            new = held[crossing]
            number = next((n for n in mine if _fits([*members[n], new], slots)), None)
            if number is None:
                number = len(members)
                mine.append(number)
                if number == MOST_PIPES:
                    raise UnsupportedFeatureError(
                        f"`{crossing.sent.name}` would need pipe number {MOST_PIPES + 1} between the cores",
                        span=crossing.span,
                        help="use what crosses sooner, allow more slots (pl.cross_core_slot), or split the region",
                        code="pipe",
                    )
            new.id = number
            members[number].append(new)
        pipes += [_Pipe(n, home, max(h.crossing.nbytes for h in members[n])) for n in mine]
    for number in members:
        _in_order(members[number])
    out: dict[Core, Block] = {}
    for core in Core:
        body = _Numbered(crossings, by_var, held).block(blocks[core])
        out[core] = (*_opened(core, names, pipes, slots, function.span), *body)
    return out


def _opened(
    core: Core, names: Mapping[Core, str], pipes: Sequence[_Pipe], slots: int, span: Span | None
) -> list[Stmt]:
    """Buffers and pipes of one side."""
    out: list[Stmt] = []
    number = ScalarType(INT32)
    zero = Const(0, number)
    for one in pipes:
        word = ("c2v" if one.home is Core.CUBE else "v2c") + (f"_{one.id}" if one.id else "")
        buffer = Var(word, number, span)
        if core is one.home:
            attrs = {"name": word, "peer_func": names[core.other]}
            made = Call(pipe.IMPORT_PEER_BUFFER, (), attrs, number, span)
        else:
            size = {"name": word, "size": one.slot_size * slots, "base": pipe.AUTO}
            made = Call(pipe.RESERVE_BUFFER, (), size, number, span)
        out.append(Assign(buffer, made, span))
        op = pipe.AIC_INITIALIZE_PIPE if core is Core.CUBE else pipe.AIV_INITIALIZE_PIPE
        down = one.home is Core.CUBE
        terms = {
            "dir_mask": pipe.C2V if down else pipe.V2C,
            "slot_size": one.slot_size,
            "slot_num": slots,
            "id": one.id,
        }
        args: tuple[Expr, ...] = (buffer, zero) if down else (zero, buffer)
        out.append(Eval(Call(op, args, terms, pipe.NOTHING, span), span))
    return out


# How long slots are held


def _find(
    block: Block,
    path: tuple[tuple[int, int], ...],
    by_var: Mapping[Var, Crossing],
    held: dict[Crossing, _Held],
) -> None:
    for position, stmt in enumerate(block):
        if isinstance(stmt, Assign) and stmt.target in by_var:
            crossing = by_var[stmt.target]
            held[crossing] = _Held(crossing, path, position, _last_use(block, position, stmt.target))
        for arm, inner in enumerate(_arms(stmt)):
            _find(inner, (*path, (position, arm)), by_var, held)


def _arms(stmt: Stmt) -> tuple[Block, ...]:
    if isinstance(stmt, For):
        return (stmt.body,)
    if isinstance(stmt, While):
        return (stmt.setup, stmt.body)
    return (stmt.then, stmt.orelse) if isinstance(stmt, If) else ()


_VIEWS = (shaping.RESHAPE, shaping.SET_VALIDSHAPE, memory.SLICE)


def _last_use(block: Block, at: int, var: Var) -> int:
    """Position of the last statement of the block that reads a value, itself or under another name of its bytes."""
    names = {var}
    grown = True
    while grown:
        grown = False
        for stmt in walk(block):
            value = stmt.value if isinstance(stmt, Assign) else None
            if not isinstance(value, Call) or value.op not in _VIEWS or not names & set(vars_in(value)):
                continue
            assert isinstance(stmt, Assign)
            grown |= stmt.target not in names
            names.add(stmt.target)
    last = at
    for position, stmt in enumerate(block):
        for inner in walk((stmt,)):
            if any(v in names for e in header_exprs(inner) for v in vars_in(e)):
                last = max(last, position)
    return last


def _fits(members: list[_Held], slots: int) -> bool:
    """Whether one pipe serves all of these."""
    if len({one.crossing.split for one in members}) > 1:
        return False
    blocks: dict[tuple[tuple[int, int], ...], list[_Held]] = defaultdict(list)
    for one in members:
        blocks[one.path].append(one)
    for path, inside in blocks.items():
        inside.sort(key=lambda h: h.at)
        end = -1
        ends: list[int] = []
        for one in inside:
            ends = [e for e in ends if e >= one.at]
            end = max(end, one.last)
            ends.append(end)
            if len(ends) > slots:
                return False
        for outer, around in blocks.items():
            if len(outer) < len(path) and path[: len(outer)] == outer:
                position = path[len(outer)][0]
                ends_so_far = -1
                for one in sorted(around, key=lambda h: h.at):
                    ends_so_far = max(ends_so_far, one.last)
                    if one.at < position <= ends_so_far:
                        return False
    return True


def _in_order(members: list[_Held]) -> None:
    """Slots are freed in the order of their pops: a later one waits for those before it."""
    end: dict[tuple[tuple[int, int], ...], int] = {}
    for one in sorted(members, key=lambda h: h.at):
        one.last = end[one.path] = max(end.get(one.path, -1), one.last)


class _Numbered:
    """Writes pipe numbers into pushes and pops, and the frees."""

    def __init__(
        self,
        by_push: Mapping[Call, Crossing],
        by_var: Mapping[Var, Crossing],
        held: Mapping[Crossing, _Held],
    ) -> None:
        self.by_push, self.by_var, self.held = by_push, by_var, held

    def block(self, block: Block) -> Block:
        out: list[Stmt] = []
        waiting: list[_Held] = []
        for position, stmt in enumerate(block):
            if isinstance(stmt, Assign) and stmt.target in self.by_var:
                one = self.held[self.by_var[stmt.target]]
                waiting.append(one)
                stmt = replace(stmt, value=_with_id(stmt.value, one.id))
            elif isinstance(stmt, Eval) and stmt.value in self.by_push:
                one = self.held[self.by_push[stmt.value]]  # type: ignore[index]
                stmt = replace(stmt, value=_with_id(stmt.value, one.id))
            elif isinstance(stmt, For):
                stmt = replace(stmt, body=self.block(stmt.body))
            elif isinstance(stmt, While):
                stmt = replace(stmt, setup=self.block(stmt.setup), body=self.block(stmt.body))
            elif isinstance(stmt, If):
                stmt = replace(stmt, then=self.block(stmt.then), orelse=self.block(stmt.orelse))
            out.append(stmt)
            for one in [h for h in waiting if h.last == position]:
                waiting.remove(one)
                out.append(_freed(one))
        return tuple(out)


def _with_id(value: Expr, number: int) -> Call:
    assert isinstance(value, Call)
    return replace(value, attrs={**value.attrs, "id": number})


def _freed(held: _Held) -> Eval:
    crossing = held.crossing
    attrs = {"split": crossing.split.split, "id": held.id}
    call = Call(crossing.free, (crossing.received,), attrs, pipe.NOTHING, crossing.span)
    return Eval(call, crossing.span)
