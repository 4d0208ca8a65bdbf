# SPDX-License-Identifier: Apache-2.0
"""One kernel of a group: the pipes that it opens, and what it pushes, pops and frees.

    t = pl.tpop_from_aic(split=1)           t = pl.tpop_from_aic(split=1)
    u = pl.add(t, 1.0)              ->      u = pl.add(t, 1.0)
    pl.tfree_to_aic(t)                      pl.tfree_to_aic(t, split=1, id=0)

A free takes `split` and `id` from its pop.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NoReturn

from pypto.errors import Span, VerifierError
from pypto.ir.nodes import (
    Assign,
    Block,
    Call,
    Eval,
    Function,
    Stmt,
    TileType,
    Var,
    blocks_of,
    walk,
)
from pypto.ir.ops import memory, pipe, shaping
from pypto.ir.ops.table import Trait
from pypto.ir.visit import Rewriter, header_exprs, vars_in
from pypto.platforms import Platform

MOST_PIPES = 8
UNIT = 32
"""Bytes: slots and buffers are multiples of it."""

C2V, V2C = "c2v", "v2c"
_BIT = {C2V: pipe.C2V, V2C: pipe.V2C}
_CONSUMER = {C2V: "AIV", V2C: "AIC"}
_VIEWS = frozenset({shaping.RESHAPE, shaping.SET_VALIDSHAPE, memory.SLICE})


@dataclass(frozen=True)
class _Buffer:
    """Local memory that a consumer reserves for slots."""

    name: str
    size: int
    call: Call


@dataclass(frozen=True)
class _End:
    """One direction of a pipe, as one kernel opens it."""

    id: int
    direction: str
    slot_size: int
    slots: int
    buffer: _Buffer
    call: Call


def fail(call: Call, message: str, help: str | None = None, notes: list[str] | None = None) -> NoReturn:
    raise VerifierError(message, span=call.span, notes=notes or [], help=help, code="pipe")


def line_of(span: Span | None) -> str:
    return f"line {span.line}" if span is not None else "another line"


def _number(call: Call, name: str, low: int, high: int | None = None) -> int:
    value = call.attrs.get(name)
    word = f"`{name}` of pl.{call.op.name}"
    if isinstance(value, bool) or not isinstance(value, int):
        fail(call, f"{word} is a number, found {value!r}")
    if value < low or (high is not None and value > high):
        fail(
            call, f"{word} is {f'{low} to {high}' if high is not None else f'at least {low}'}, found {value}"
        )
    return value


def _bytes(call: Call, name: str) -> int:
    value = _number(call, name, 1)
    if value % UNIT:
        fail(
            call,
            f"`{name}` of pl.{call.op.name} is a multiple of {UNIT} bytes, found {value}",
            f"{name}={-(-value // UNIT) * UNIT}",
        )
    return value


def _direction(call: Call) -> str:
    return C2V if call.op in (pipe.TPUSH_TO_AIV, pipe.TPOP_FROM_AIC, pipe.TFREE_TO_AIC) else V2C


class Side:
    """What one kernel of a group does with pipes."""

    def __init__(self, function: Function, platform: Platform) -> None:
        self.function = function
        self.platform = platform
        self.ends: dict[tuple[int, str], _End] = {}
        self.moves: dict[tuple[int, str], list[Call]] = {}
        self.made: dict[Var, Call] = {}
        outside = set(map(id, function.body))
        for stmt in walk(function.body):
            if isinstance(stmt, Assign) and isinstance(stmt.value, Call) and stmt.value.op in pipe.BUFFERS:
                if id(stmt) not in outside:
                    fail(stmt.value, f"pl.{stmt.value.op.name} stands outside of loops and branches")
                self.made[stmt.target] = stmt.value
        self.buffers = self.reserved()

    # Buffers

    def reserved(self) -> dict[str, _Buffer]:
        found: dict[str, _Buffer] = {}
        for call in self.made.values():
            name = call.attrs["name"]
            if not isinstance(name, str) or not name:
                fail(call, f"`name` of pl.{call.op.name} is a text, found {name!r}")
            if call.op is not pipe.RESERVE_BUFFER:
                continue
            if name in found:
                fail(
                    call,
                    f'the buffer "{name}" is reserved twice in {self.function.name}',
                    notes=[f"first at {line_of(found[name].call.span)}"],
                )
            base = call.attrs.get("base", pipe.AUTO)
            if base != pipe.AUTO and _number(call, "base", 0) % UNIT:
                fail(
                    call,
                    f"`base` of pl.reserve_buffer is a multiple of {UNIT} bytes, found {base}",
                    "base=pl.AUTO",
                )
            found[name] = _Buffer(name, _bytes(call, "size"), call)
        return found

    def buffer(self, call: Call, direction: str, peers: list[Side]) -> _Buffer:
        """The buffer that is given for a direction."""
        arg = call.args[0 if direction == C2V else 1]
        word = f"{direction}_consumer_buf of pl.{call.op.name}"
        consumes = _CONSUMER[direction] == self.function.kind
        wanted = pipe.RESERVE_BUFFER if consumes else pipe.IMPORT_PEER_BUFFER
        made = self.made.get(arg) if isinstance(arg, Var) else None
        if made is None or made.op is not wanted:
            what = "pops, and reserves" if consumes else "pushes, and imports"
            fail(
                call,
                f"{word} is what pl.{wanted.name} gives: {self.function.name} {what} the buffer",
                f'pl.reserve_buffer(name="{direction}", size=...)'
                if consumes
                else f'pl.import_peer_buffer(name="{direction}", peer_func="{peers[0].function.name}")',
            )
        if consumes:
            return self.buffers[made.attrs["name"]]
        peer = next((p for p in peers if p.function.name == made.attrs["peer_func"]), None)
        if peer is None:
            fail(
                made,
                f"`peer_func` of pl.{made.op.name} is the other kernel of the group, {peers[0].function.name}",
            )
        found = peer.buffers.get(made.attrs["name"])
        if found is None:
            names = ", ".join(f'"{n}"' for n in peer.buffers) or "none"
            fail(
                made,
                f'{peer.function.name} reserves no buffer "{made.attrs["name"]}"',
                notes=[f"the buffers that it reserves: {names}"],
                help=f'pl.reserve_buffer(name="{made.attrs["name"]}", size=...) in {peer.function.name}',
            )
        return found

    # Pipes

    def open(self, peers: list[Side]) -> None:
        outside = set(map(id, self.function.body))
        opened: list[tuple[int, str]] = []
        for stmt in walk(self.function.body):
            call = stmt.value if isinstance(stmt, Assign | Eval) else None
            if not isinstance(call, Call) or call.op not in pipe.CORE:
                continue
            if call.op in pipe.OPENS:
                if id(stmt) not in outside:
                    fail(call, "a pipe is opened once, outside of loops and branches")
                for end in self.opened(call, peers):
                    key = end.id, end.direction
                    if key in self.ends:
                        fail(
                            call,
                            f"pipe {end.id} is opened twice in direction {end.direction}",
                            f"give one of them another id: id={end.id + 1}",
                            [f"first at {line_of(self.ends[key].call.span)}"],
                        )
                    self.ends[key] = end
                    opened.append(key)
                continue
            self.moved(call)

    def opened(self, call: Call, peers: list[Side]) -> Iterator[_End]:
        mask = _number(call, "dir_mask", 1, 3)
        size = _bytes(call, "slot_size")
        number = 0 if call.attrs.get("id") is None else _number(call, "id", 0, MOST_PIPES - 1)
        usual = 4 if mask == pipe.C2V | pipe.V2C else 8
        slots = usual if call.attrs.get("slot_num") is None else _number(call, "slot_num", 1)
        local = (
            None if call.attrs.get("local_slot_num") is None else _number(call, "local_slot_num", 1, slots)
        )
        for direction in (C2V, V2C):
            if not mask & _BIT[direction]:
                arg = call.args[0 if direction == C2V else 1]
                if isinstance(arg, Var) and arg in self.made:
                    fail(
                        call,
                        f"dir_mask={mask} has no direction {direction}, and {direction}_consumer_buf is given",
                        f"dir_mask={pipe.C2V | pipe.V2C}",
                    )
                continue
            buffer = self.buffer(call, direction, peers)
            if _CONSUMER[direction] == self.function.kind:
                self.check_size(call, buffer, size, slots, local)
            yield _End(number, direction, size, slots, buffer, call)

    def check_size(self, call: Call, buffer: _Buffer, size: int, slots: int, local: int | None) -> None:
        """On a2a3 the buffer holds the slots that are popped, on a5 it is the ring."""
        if self.platform.generation == "a2a3":
            count, rest = divmod(buffer.size, size)
            good = not rest and 1 <= count <= slots and local in (None, count)
            held = local or slots
            word = "local_slot_num" if local else "slot_num"
        else:
            good, held, word = buffer.size == size * slots, slots, "slot_num"
        if not good:
            fail(
                call,
                f'the buffer "{buffer.name}" has {buffer.size} bytes, and {held} slots of {size} take {held * size}',
                f"size={held * size}: slot_size times {word}",
                [f"it is reserved at {line_of(buffer.call.span)}"],
            )

    # Pushes, pops, frees

    def moved(self, call: Call) -> None:
        number = 0 if call.attrs.get("id") is None else _number(call, "id", 0, MOST_PIPES - 1)
        direction = _direction(call)
        if call.op in pipe.FREES:
            return
        end = self.ends.get((number, direction))
        if end is None:
            way = (
                "from the cube core to the vector cores"
                if direction == C2V
                else "from the vector cores to the cube core"
            )
            fail(
                call,
                f"{self.function.name} has not opened pipe {number} {way} before this pl.{call.op.name}",
                f"pl.{self.function.kind.lower()}_initialize_pipe(..., dir_mask={_BIT[direction]}, slot_size=...)"
                + (f" with id={number}" if number else ""),
            )
        tile = call.type if call.op in pipe.POPS else call.args[0].type  # type: ignore[union-attr]
        assert isinstance(tile, TileType)
        self.check_fit(call, tile, end)
        self.moves.setdefault((number, direction), []).append(call)

    def check_fit(self, call: Call, tile: TileType, end: _End) -> None:
        split = call.attrs.get("split") or 0
        halves = 2 if split and self.function.kind == "AIV" else 1
        needed = tile.nbytes * halves
        if needed > end.slot_size:
            both = ", a half each of the two vector cores" if halves == 2 else ""
            fail(
                call,
                f"the tile takes {needed} bytes{both}, and a slot of pipe {end.id} has {end.slot_size}",
                f"slot_size={-(-needed // UNIT) * UNIT}",
                [f"the pipe is opened at {line_of(end.call.span)}", f"the tile is {tile}"],
            )

    # Popped tiles

    def checked(self) -> Function:
        """The function with complete frees."""
        pops: dict[Var, Call] = {}
        for stmt in walk(self.function.body):
            if isinstance(stmt, Assign) and isinstance(stmt.value, Call) and stmt.value.op in pipe.POPS:
                pops[stmt.target] = stmt.value
        self.block(self.function.body, pops, [])
        return self.function.with_body(_Completed(pops).block(self.function.body))

    def block(self, block: Block, pops: Mapping[Var, Call], around: list[Var]) -> None:
        """Pops and frees of one block: each popped tile is freed once, in the order of the pops, and not used later."""
        held: list[Var] = []
        freed: dict[Var, Call] = {}
        names: dict[Var, Var] = {}  # other names of the bytes of a popped tile
        for stmt in block:
            call = stmt.value if isinstance(stmt, Assign | Eval) else None
            if isinstance(call, Call) and call.op in pipe.FREES:
                self.free(call, pops, held, freed, around)
                continue
            for inner in walk((stmt,)):
                for expr in header_exprs(inner):
                    for var in vars_in(expr):
                        if (origin := names.get(var, var)) in freed:
                            raise VerifierError(
                                f"`{_written(var)}` is used after its slot was freed",
                                span=expr.span or inner.span,
                                notes=[f"it is freed at {line_of(freed[origin].span)}"],
                                help=f"pl.{freed[origin].op.name}({_written(origin)}) after the last use",
                                code="pipe",
                            )
            if isinstance(stmt, Assign) and isinstance(call, Call):
                if call.op in pipe.POPS:
                    self.pop(stmt.target, call, pops, around)
                    held.append(stmt.target)
                first = call.args[0] if call.args else None
                if isinstance(first, Var) and (call.op in _VIEWS or call.op.has(Trait.VIEW)):
                    origin = names.get(first, first)
                    if origin in pops:
                        names[stmt.target] = origin
            for inside in blocks_of(stmt):
                self.block(inside, pops, [*around, *held])
        for var in held:
            call = pops[var]
            free = pipe.FREES[pipe.POPS.index(call.op)]
            fail(
                call,
                f"the slot of `{_written(var)}` is not freed in the block where it is popped",
                f"pl.{free.name}({_written(var)}) after the last use",
            )

    def pop(self, var: Var, call: Call, pops: Mapping[Var, Call], around: list[Var]) -> None:
        """A slot that is held around a loop or branch would be freed in there in place of the one popped there."""
        outer = next((v for v in around if _same_pipe(pops[v], call)), None)
        if outer is not None:
            fail(
                call,
                f"`{_written(var)}` is popped while `{_written(outer)}` of the same pipe is held outside of this block",
                "free it before, or open another pipe for one of them: id=1",
                [f"`{_written(outer)}` is popped at {line_of(pops[outer].span)}"],
            )

    def free(
        self,
        call: Call,
        pops: Mapping[Var, Call],
        held: list[Var],
        freed: dict[Var, Call],
        around: list[Var],
    ) -> None:
        var = call.args[0]
        assert isinstance(var, Var)
        made = pops.get(var)
        popping = pipe.POPS[pipe.FREES.index(call.op)]
        if made is None or made.op is not popping:
            fail(
                call, f"pl.{call.op.name} takes a tile that pl.{popping.name} gave, `{_written(var)}` is none"
            )
        if var in freed:
            fail(
                call,
                f"the slot of `{_written(var)}` is freed twice",
                "free once after each pop",
                [f"first at {line_of(freed[var].span)}"],
            )
        if var not in held:
            where = "outside of this block" if var in around else "in another block"
            fail(
                call,
                f"`{_written(var)}` is popped {where} and freed here",
                "free it in the block where it is popped",
                [f"it is popped at {line_of(made.span)}"],
            )
        for name in ("id", "split"):
            given, has = call.attrs.get(name), made.attrs.get(name) or 0
            if given is not None and given != has:
                popped = f"from pipe {has}" if name == "id" else f"with split={has}"
                fail(
                    call,
                    f"`{_written(var)}` is popped {popped} and freed with {name}={given}",
                    f"leave {name} out: it is taken from the pop",
                    [f"it is popped at {line_of(made.span)}"],
                )
        earlier = next((v for v in held if v is not var and _same_pipe(pops[v], made)), None)
        if earlier is not None and held.index(earlier) < held.index(var):
            fail(
                call,
                f"`{_written(earlier)}` is popped before `{_written(var)}` and has to be freed before it",
                f"pl.{call.op.name}({_written(earlier)}) first, or another pipe for one of them",
                [f"`{_written(earlier)}` is popped at {line_of(pops[earlier].span)}"],
            )
        held.remove(var)
        freed[var] = call


def _written(var: Var) -> str:
    """The name of a variable in the source."""
    return var.written or var.name


def _same_pipe(a: Call, b: Call) -> bool:
    return a.op is b.op and (a.attrs.get("id") or 0) == (b.attrs.get("id") or 0)


class _Completed(Rewriter):
    """Frees with the terms of their pops."""

    def __init__(self, pops: Mapping[Var, Call]) -> None:
        self.pops = pops

    def stmt(self, stmt: Stmt) -> Stmt | tuple[Stmt, ...]:
        new = super().stmt(stmt)
        if isinstance(new, Eval) and isinstance(new.value, Call) and new.value.op in pipe.FREES:
            made = self.pops[new.value.args[0]]  # type: ignore[index]
            terms: dict[str, Any] = {"split": made.attrs.get("split") or 0, "id": made.attrs.get("id") or 0}
            return replace(new, value=replace(new.value, attrs={**new.value.attrs, **terms}))
        return new
