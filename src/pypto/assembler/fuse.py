# SPDX-License-Identifier: Apache-2.0
"""Which instructions of a block run in one loop.

A group walks the lines of equal valid regions: loads, lane-by-lane instructions, reductions along a line and stores.
Values per row (`[N, 1]` tiles) take part as one value per iteration. Groups never change what a program computes:
a tile's bytes are touched under one layout only, and nothing is loaded from global memory after a store of the group.

Between two members, scalar operations and independent instructions on single lines are moved before the group.
"""

from __future__ import annotations

from collections.abc import Sequence

from pypto.assembler import catalog
from pypto.assembler.analysis import Liveness, Regions, constant
from pypto.assembler.catalog import Kind, Role
from pypto.assembler.nodes import Op, Value
from pypto.assembler.placement import Placement, tile_type
from pypto.assembler.plan import Group, Member, Part, Plan, storage

_PURE = frozenset(
    [
        "make_tensor_view",
        "partition_view",
        "get_tensor_view_dim",
        "alloc_tile",
        "subset",
        "subview",
        "addptr",
        "treshape",
        "bitcast",
        "get_block_idx",
        "get_block_num",
        "get_subblock_idx",
        "get_subblock_num",
    ]
)
_FUSIBLE = (Kind.LOAD, Kind.STORE, Kind.COPY, Kind.LANES, Kind.CONVERT, Kind.ROW_REDUCE, Kind.COL_REDUCE)

MOST_MEMBERS = 64
"""Of one loop: a plan of all members is made whenever one joins, so that longer chains are cut."""


LONGEST_GROUP = 64
"""Instructions of one loop. Longer ones gain nothing, and every instruction that joins is checked with all before it."""

Item = Op | Group


def is_pure(op: Op) -> bool:
    return op.name.startswith("arith.") or (op.name.startswith("pto.") and op.short in _PURE)


class Fuser:
    def __init__(self, placement: Placement, regions: Regions, liveness: Liveness) -> None:
        self.placement = placement
        self.regions = regions
        self.liveness = liveness

    def schedule(self, ops: Sequence[Op]) -> list[Item]:
        """The block's operations in an order that runs the same program, fusible ones in groups."""
        ops = [op for op in ops if not (op.name.startswith("pto.") and op.short in catalog.SYNC)]
        items: list[Item] = []
        start = 0
        while start < len(ops):
            group = self._seed(ops[start])
            if group is None:
                items.append(ops[start])
                start += 1
                continue
            end, members, ahead = self._grow(group, ops, start + 1)
            group.members = members
            fused = _worth_it(group)
            if fused or self._apart(ahead, group.ops):
                items += self.schedule(ahead) if any(catalog.kind_of(op) for op in ahead) else ahead
                items += [group] if fused else group.ops
            else:  # one by one each member writes its tile, also one that is never read
                items += ops[start:end]
            start = end
        return items

    def _apart(self, some: Sequence[Op], others: Sequence[Op]) -> bool:
        """Whether no tile of the one shares bytes with a tile of the others."""
        tiles = [tile for op in others for tile in op.tiles()]
        return not any(self._overlaps(tile, tiles) for op in some for tile in op.tiles())

    def _grow(self, group: Group, ops: Sequence[Op], start: int) -> tuple[int, list[Member], list[Op]]:
        """Let operations join as long as they can; what counts is the last point at which the group was consistent.

        Returns where to go on, the members, and the operations between them, which move before the group.
        """
        ahead: list[Op] = []
        best = start, list(group.members), list(ahead)
        for position in range(start, len(ops)):
            if len(group.members) == LONGEST_GROUP:
                break
            op = ops[position]
            if len(group.members) >= MOST_MEMBERS:
                break
            if self._join(group, op) or (not self._independent(group, op) and self._join_side(group, op)):
                if Plan(group, self.placement, self.liveness).consistent:
                    best = position + 1, list(group.members), list(ahead)
            elif self._independent(group, op):
                ahead.append(op)
                written = [use.value for use in catalog.writes(op)]
                group.current = [t for t in group.current if not self._overlaps(t, written)]
                group.ready = [t for t in group.ready if not self._overlaps(t, written)] + written
                group.sides = [t for t in group.sides if not self._overlaps(t, written)]
                group.reserved += written
            else:
                break
        return best

    # Shapes

    def _line_key(self, op: Op, tile: Value) -> tuple[bool, object, object]:
        row, col = self.regions.key(op, tile)
        return (True, col, row) if tile_type(tile).blayout == "col_major" else (False, row, col)

    def _main_tile(self, op: Op, kind: Kind) -> Value:
        """The tile whose valid region an instruction walks."""
        if kind in (Kind.STORE, Kind.ROW_REDUCE, Kind.COL_REDUCE):
            return op.operands[0].value
        return op.outs[0].value

    def _fusible(self, op: Op) -> Kind | None:
        kind = catalog.kind_of(op)
        if kind not in _FUSIBLE:
            return None
        tiles = [tile_type(t) for t in op.tiles()]
        if any(t.space != "vec" or t.elem.bits in (4, 64) for t in tiles):
            return None
        atomic = op.attr("atomicType")
        return None if atomic is not None and atomic.word == "atomic_add" else kind

    def _seed(self, op: Op) -> Group | None:
        kind = self._fusible(op)
        if kind is None:
            return None
        group = Group(*self._line_key(op, self._main_tile(op, kind)))
        return group if self._join(group, op) else None

    # Joining

    def _join(self, group: Group, op: Op) -> bool:
        kind = self._fusible(op)
        if kind is None:
            return False
        part = self._part(group, op, kind)
        if part is None or not self._allowed(group, op, kind, part):
            return False
        group.members.append(Member(op, kind, part))
        made = [*group.current, *group.sides]
        group.outside += [use.value for use in catalog.reads(op) if not self._is_in(use.value, made)]
        for use in [*catalog.reads(op), *catalog.writes(op)]:
            group.touched.append(use.value)
        written = [use.value for use in catalog.writes(op)]
        group.written += written
        group.current = [t for t in group.current if not self._overlaps(t, written)] + written
        group.ready = [t for t in group.ready if not self._overlaps(t, written)]
        group.sides = [t for t in group.sides if not self._overlaps(t, written)]
        group.fixed += [t for t in self._fixed_operands(op, kind) if not self._is_in(t, group.sides)]
        if part is Part.DOWN:
            group.closed.append(op.outs[0].value)
        return True

    def _join_side(self, group: Group, op: Op) -> bool:
        """A load of one line that the members repeat for each of theirs, read from global memory each time."""
        if self._fusible(op) is not Kind.LOAD or group.by_column or group.lines == 1:
            return False
        tile = op.outs[0].value
        if self._line_key(op, tile) != (False, 1, group.length):
            return False
        if not self._allowed(group, op, Kind.LOAD, Part.SIDE):
            return False
        group.members.append(Member(op, Kind.LOAD, Part.SIDE))
        group.touched.append(tile)
        group.written.append(tile)
        for name in ("current", "ready", "sides"):
            setattr(group, name, [t for t in getattr(group, name) if not self.placement.overlap(t, tile)])
        group.sides.append(tile)
        return True

    def _is_in(self, tile: Value, tiles: list[Value]) -> bool:
        return any(self._same_storage(tile, other) for other in tiles)

    def _part(self, group: Group, op: Op, kind: Kind) -> Part | None:
        key = self._line_key(op, self._main_tile(op, kind))
        if key == (group.by_column, group.lines, group.length):
            if kind is Kind.ROW_REDUCE:
                return Part.REDUCTION
            return Part.DOWN if kind is Kind.COL_REDUCE else Part.LINE
        by_column, lines, length = key
        if by_column and not group.by_column and lines == 1 and length == group.lines and group.members:
            return Part.ROW_VALUE
        return None

    def _fixed_operands(self, op: Op, kind: Kind) -> list[Value]:
        """Operands read from memory at another place than the line of the iteration."""
        if kind is not Kind.LANES:
            return []
        fixed: list[Value] = []
        for use, role in zip(op.operands, catalog.lanes_of(op).roles, strict=False):
            if role is Role.ROW or (role is Role.COLUMN and tile_type(use.value).blayout == "row_major"):
                fixed.append(use.value)
        return fixed

    def _overlaps(self, tile: Value, others: list[Value]) -> bool:
        return any(self.placement.overlap(tile, other) for other in others)

    def _same_storage(self, a: Value, b: Value) -> bool:
        return storage(self.placement, a) == storage(self.placement, b)

    def _allowed(self, group: Group, op: Op, kind: Kind, part: Part) -> bool:
        reads = [use.value for use in catalog.reads(op)]
        writes = [use.value for use in catalog.writes(op)]
        fixed = self._fixed_operands(op, kind)
        if any(self._overlaps(tile, group.closed) for tile in reads + writes):
            return False
        for tile in reads:
            valid = group.ready + (group.sides if tile in fixed else group.current)
            if not self._is_in(tile, valid) and self._overlaps(tile, group.written):
                return False
        if part is Part.ROW_VALUE and kind is Kind.LANES and Role.FULL not in catalog.lanes_of(op).roles:
            scalars_only = all(role is Role.SCALAR for role in catalog.lanes_of(op).roles)
            if not scalars_only:
                return False
        if kind is Kind.LOAD:
            return not group.stores
        if kind is Kind.STORE:
            return all(disjoint(op.outs[0].value, other.outs[0].value) for other in group.stores)
        if part is Part.DOWN:
            return not self._overlaps(writes[0], group.touched)
        return True

    def _independent(self, group: Group, op: Op) -> bool:
        """Whether `op` may run before the group instead of after its present members."""
        if is_pure(op):
            return True
        if op.name == "pto.load_scalar":
            return not group.stores
        if op.name == "pto.set_validshape":
            return op.operands[0].value not in group.touched
        kind = catalog.kind_of(op)
        if kind is Kind.GET:
            return not self._overlaps(op.operands[0].value, group.written)
        if (
            kind is None
            or self._fusible(op) is None
            or kind is Kind.STORE
            or (kind is Kind.LOAD and group.stores)
        ):
            return False
        _, lines, _ = self._line_key(op, self._main_tile(op, kind))
        if lines != 1 or group.lines == 1:
            return False
        reads = [use.value for use in catalog.reads(op)]
        writes = [use.value for use in catalog.writes(op)]
        for tile in reads:
            if not self._is_in(tile, group.ready) and self._overlaps(tile, group.written):
                return False
        if any(self._same_storage(t, other) for t in writes for other in group.written):
            return False
        # What members before it read from memory has to be there still when they run.
        return not any(self._overlaps(t, group.outside + group.fixed + group.closed) for t in writes)


def _worth_it(group: Group) -> bool:
    return (len(group.members) > 1 and any(m.kind not in (Kind.LOAD, Kind.STORE) for m in group.members)) or (
        bool(group.loads) and bool(group.stores)
    )


def disjoint(a: Value, b: Value) -> bool:
    """Whether two partitions are parts of one view and constants show that they do not meet."""
    x, y = a.owner, b.owner
    if x is None or y is None or x.operands[0].value is not y.operands[0].value:
        return False
    rank = (len(x.operands) - 1) // 2
    for axis in range(rank):
        (base, begin), (other, later) = (_linear(op.operands[1 + axis].value) for op in (x, y))
        sizes = [constant(op.operands[1 + rank + axis].value) for op in (x, y)]
        apart = all(isinstance(size, int) for size in sizes) and (
            begin + sizes[0] <= later or later + sizes[1] <= begin  # type: ignore[operator]
        )
        if base is other and apart:
            return True
    return False


def _linear(value: Value) -> tuple[Value | None, int]:
    """A value as another one plus a number; numbers alone have no other one."""
    offset = 0
    while True:
        number = constant(value)
        if isinstance(number, int):
            return None, offset + number
        owner = value.owner
        if owner is None or owner.name != "arith.addi":
            return value, offset
        a, b = (u.value for u in owner.operands)
        if isinstance(constant(a), int):
            a, b = b, a
        number = constant(b)
        if not isinstance(number, int):
            return value, offset
        value, offset = a, offset + number
