# SPDX-License-Identifier: Apache-2.0
"""The values of a group: which exist, in which phase, and which of them need the tile's memory.

A value is written once. Where several tiles share bytes, only those that live in memory can be in each other's way:
a group is consistent when no two of them do.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from pypto.assembler import catalog
from pypto.assembler.analysis import Liveness
from pypto.assembler.catalog import Kind, Role
from pypto.assembler.nodes import Op, Use, Value
from pypto.assembler.placement import Placement, line_cells, lines_of, tile_type
from pypto.ir.dtypes import DType


class Part(Enum):
    """What a member contributes to an iteration."""

    LINE = "a whole line"
    ROW_VALUE = "one value per row"
    REDUCTION = "a line in, one value per row out"
    DOWN = "a line into a running row"
    SIDE = "one line from global memory, the same in every iteration"


@dataclass(frozen=True)
class Member:
    op: Op
    kind: Kind
    part: Part


@dataclass
class Group:
    """Members in program order; all lines have the extents `lines` and `length`."""

    by_column: bool
    lines: object
    length: object
    members: list[Member] = field(default_factory=list)
    touched: list[Value] = field(default_factory=list)
    written: list[Value] = field(default_factory=list)
    fixed: list[Value] = field(default_factory=list)  # read at another place than the line of the iteration
    outside: list[Value] = field(default_factory=list)  # read from memory as it was before the loop
    closed: list[Value] = field(default_factory=list)  # results that exist after the loop only
    current: list[Value] = field(default_factory=list)  # hold what a member wrote last into their bytes
    reserved: list[Value] = field(default_factory=list)  # written by what moves before the loop
    ready: list[Value] = field(default_factory=list)  # of these, what no member overwrote
    sides: list[Value] = field(default_factory=list)  # lines that are the same in every iteration

    @property
    def ops(self) -> list[Op]:
        return [m.op for m in self.members]

    @property
    def stores(self) -> list[Op]:
        return [m.op for m in self.members if m.kind is Kind.STORE]

    @property
    def loads(self) -> list[Op]:
        return [m.op for m in self.members if m.kind is Kind.LOAD]


SPARE_BYTES = 512 * 1024
"""The space of a cube core's `mat`, which a vector core does not use otherwise."""

Storage = tuple[object, ...]


def storage(placement: Placement, tile: Value) -> Storage:
    """Equal for tiles that are one array: address, layout and element type."""
    type = tile_type(tile)
    moving = tile if tile in placement.floating else None
    return (type.space, placement.address[tile], type.layout, type.elem, line_cells(tile), moving)


@dataclass(eq=False)
class Val:
    """A line or a value per row inside the loop. `at`: phase of a line, stage (phase before it) of a row value."""

    tile: Value
    per_row: bool
    at: int
    load: Op | None = None
    memory: bool = False
    side: bool = False  # the same line in every iteration
    origin: Val | None = None  # a copy of that value
    last_use: int = -1
    live: bool = False
    name: str = ""
    cell: str = ""  # a value per row as it lies in memory, where it was only moved

    @property
    def elem(self) -> DType:
        return tile_type(self.tile).elem

    @property
    def reread(self) -> Op | None:
        """The load that a later phase repeats, if that gives this value."""
        return self.load or (self.origin.reread if self.origin else None)

    @property
    def spilled(self) -> bool:
        return not (self.per_row or self.memory or self.reread) and self.last_use > self.at


@dataclass(eq=False)
class Step:
    member: Member
    at: int
    inputs: list[Val | Use]
    out: Val | None


def chain(val: Val | None) -> list[Val]:
    """A value and those it is a copy of."""
    chain: list[Val] = []
    while val is not None:
        chain.append(val)
        val = val.origin
    return chain


def is_narrow(val: Val) -> bool:
    return val.elem.is_float and val.elem.bits < 32


class Plan:
    """Steps and values of a group; `env` holds what each storage contains after the last member."""

    def __init__(self, group: Group, placement: Placement, liveness: Liveness) -> None:
        self.group = group
        self.placement = placement
        self.liveness = liveness
        self.steps: list[Step] = []
        self.env: dict[Storage, Val] = {}
        self.vals: list[Val] = []
        self.fixed: list[Value] = []
        self.spare: dict[Op, int] = {}
        self.spare_bytes = 0
        for op in [*group.loads, *group.stores]:
            self.spare[op] = self.spare_bytes
            tile = (op.outs if op in group.loads else op.operands)[0].value
            size = lines_of(tile)[0] * line_cells(tile) * tile_type(tile).elem.get_byte()
            self.spare_bytes += -(-size // 64) * 64
        self._make()
        last = group.members[-1].op
        for val in self.env.values():
            val.live = val.live or (not val.memory and liveness.is_live_after(last, val.tile))

    def storage(self, tile: Value) -> Storage:
        return storage(self.placement, tile)

    def at(self, tile: Value) -> list[Val]:
        """All values that share a tile's storage."""
        key = self.storage(tile)
        return [v for v in self.vals if self.storage(v.tile) == key]

    def _make(self) -> None:
        phase = 0
        for member in self.group.members:
            inputs = [self._resolve(use, role, member) for use, role in self._operands(member)]
            ready = [v for v in inputs if isinstance(v, Val)]
            if member.part is Part.ROW_VALUE:
                at = max((v.at for v in ready), default=-1)
            else:
                phase = at = max([phase, *(v.at + 1 if v.per_row else v.at for v in ready)])
            for v in ready:
                if not v.per_row:
                    v.last_use = max(v.last_use, at)
            out = self._define(member, at, inputs)
            self.steps.append(Step(member, at, inputs, out))

    def _operands(self, member: Member) -> list[tuple[Use, Role]]:
        op = member.op
        if member.kind is Kind.LOAD:
            return []
        if member.kind is Kind.LANES:
            return list(zip(op.operands, catalog.lanes_of(op).roles, strict=False))
        return [(op.operands[0], Role.FULL)]

    def _resolve(self, use: Use, role: Role, member: Member) -> Val | Use:
        if role is Role.SCALAR:
            return use
        tile = use.value
        if role is Role.ROW:
            side = self.env.get(self.storage(tile))
            if side is not None and side.side:
                return side
            self.fixed.append(tile)
            return use
        per_row = member.part is Part.ROW_VALUE or role is Role.COLUMN
        key = self.storage(tile)
        if key in self.env:
            return self.env[key]
        val = Val(tile, per_row, -1 if per_row else 0, memory=True)
        if per_row and tile_type(tile).blayout == "row_major":
            self.fixed.append(tile)
        self.env[key] = val
        self.vals.append(val)
        return val

    def _define(self, member: Member, at: int, inputs: list[Val | Use]) -> Val | None:
        op = member.op
        if member.kind is Kind.STORE or member.part is Part.DOWN:
            return None
        tile = op.outs[0].value
        per_row = member.part in (Part.ROW_VALUE, Part.REDUCTION)
        val = Val(tile, per_row, at, side=member.part is Part.SIDE)
        if member.kind is Kind.LOAD:
            val.load = op
        elif member.kind is Kind.COPY and isinstance(inputs[0], Val):
            val.origin = inputs[0]
        key = self.storage(tile)
        for other, old in list(self.env.items()):
            if self.placement.overlap(old.tile, tile):
                del self.env[other]
                old.live = old.live or (other != key and not old.memory and self._remains(old, op))
        self.env[key] = val
        self.vals.append(val)
        return val

    def _remains(self, old: Val, op: Op) -> bool:
        """Whether something of a value is read after an instruction wrote into a part of its bytes."""
        tile = op.outs[0].value
        return any(
            self.placement.overlap(other, old.tile) and not self.placement.covers(tile, other)
            for other in self.liveness.after[op]
        )

    @property
    def consistent(self) -> bool:
        """Whether no two values that live in memory share bytes under different layouts."""
        if self.spare_bytes > SPARE_BYTES or any(v.side and v.live for v in self.vals):
            return False
        homes = [(v.tile, self.storage(v.tile)) for v in self.vals if v.memory or v.live or v.spilled]
        moved = [(tile, None) for tile in [*self.fixed, *self.group.closed, *self.group.reserved]]
        for i, (a, where) in enumerate(homes):
            for b, other in [*homes[:i], *moved]:
                if other != where and self.placement.overlap(a, b):
                    only_read = b in self.fixed and all(v.memory for v in self.at(a))
                    if not only_read:
                        return False
        return True
