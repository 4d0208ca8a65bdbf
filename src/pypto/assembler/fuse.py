# SPDX-License-Identifier: Apache-2.0
"""Which instructions of a block run in one loop.

A group walks the lines of equal valid regions: loads, lane-by-lane instructions, reductions along a line and stores.
Values per row (`[N, 1]` tiles) take part as one value per iteration. Groups never change what a program computes:
a tile's bytes are touched under one layout only, and nothing is loaded from global memory after a store of the group.

Between two members, scalar operations and independent instructions on single lines are moved before the group.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from pypto.assembler import catalog
from pypto.assembler.analysis import Regions, constant
from pypto.assembler.catalog import Kind, Role
from pypto.assembler.nodes import Op, Value
from pypto.assembler.place import Placement, tile_type

_PURE = frozenset(
    [
        "make_tensor_view",
        "partition_view",
        "get_tensor_view_dim",
        "alloc_tile",
        "addptr",
        "treshape",
        "bitcast",
        "get_block_idx",
        "get_block_num",
        "get_subblock_idx",
    ]
)
_FUSIBLE = (Kind.LOAD, Kind.STORE, Kind.COPY, Kind.LANES, Kind.CONVERT, Kind.ROW_REDUCE, Kind.COL_REDUCE)


class Part(Enum):
    """What a member contributes to an iteration."""

    LINE = "a whole line"
    ROW_VALUE = "one value per row"
    REDUCTION = "a line in, one value per row out"
    DOWN = "a line into a running row"


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
    fixed: list[Value] = field(default_factory=list)  # read in a form that a member must not change
    closed: list[Value] = field(default_factory=list)  # results that exist after the loop only

    @property
    def ops(self) -> list[Op]:
        return [m.op for m in self.members]

    @property
    def stores(self) -> list[Op]:
        return [m.op for m in self.members if m.kind is Kind.STORE]

    @property
    def loads(self) -> list[Op]:
        return [m.op for m in self.members if m.kind is Kind.LOAD]


Item = Op | Group


def is_pure(op: Op) -> bool:
    return op.name.startswith("arith.") or (op.name.startswith("pto.") and op.short in _PURE)


class Fuser:
    def __init__(self, placement: Placement, regions: Regions) -> None:
        self.placement = placement
        self.regions = regions

    def schedule(self, ops: Sequence[Op]) -> list[Item]:
        """The block's operations in an order that runs the same program, fusible ones in groups."""
        items: list[Item] = []
        group: Group | None = None
        ahead: list[Op] = []

        def flush() -> None:
            nonlocal group, ahead
            if group is not None:
                items.extend(self.schedule(ahead) if any(catalog.kind_of(op) for op in ahead) else ahead)
                items.extend([group] if _worth_it(group) else group.ops)
            group, ahead = None, []

        for op in ops:
            if op.name.startswith("pto.") and op.short in catalog.SYNC:
                continue
            if group is not None and self._join(group, op):
                continue
            if group is not None and self._independent(group, op):
                ahead.append(op)
                continue
            flush()
            group = self._seed(op)
            if group is None:
                items.append(op)
        flush()
        return items

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
        if any(t.space != "vec" or t.elem.bits == 64 for t in tiles):
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
        for use in [*catalog.reads(op), *catalog.writes(op)]:
            group.touched.append(use.value)
        group.written += [use.value for use in catalog.writes(op)]
        group.fixed += self._fixed_operands(op, kind)
        if kind is Kind.STORE:
            group.fixed.append(op.operands[0].value)
        if part is Part.DOWN:
            group.closed.append(op.outs[0].value)
        return True

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
        x, y = tile_type(a), tile_type(b)
        same_start = self.placement.address[a] == self.placement.address[b]
        return same_start and x.layout == y.layout and x.elem is y.elem

    def _allowed(self, group: Group, op: Op, kind: Kind, part: Part) -> bool:
        reads = [use.value for use in catalog.reads(op)]
        writes = [use.value for use in catalog.writes(op)]
        fixed = self._fixed_operands(op, kind)
        for tile in reads + writes:
            if self._overlaps(tile, group.closed):
                return False
            for other in group.touched:
                if self.placement.overlap(tile, other) and not self._same_storage(tile, other):
                    return False
        if any(self._overlaps(tile, group.written) for tile in fixed):
            return False
        if any(self._overlaps(tile, group.fixed + fixed) for tile in writes):
            return False
        if any(self.placement.overlap(a, b) and not self._same_storage(a, b) for a in writes for b in reads):
            return False
        if part is Part.ROW_VALUE and kind is Kind.LANES and Role.FULL not in catalog.lanes_of(op).roles:
            scalars_only = all(role is Role.SCALAR for role in catalog.lanes_of(op).roles)
            if not scalars_only:
                return False
        if kind is Kind.LOAD:
            return not group.stores and not self._overlaps(writes[0], group.touched)
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
        clash = any(self._overlaps(t, group.written) for t in reads + writes)
        return not clash and not any(self._overlaps(t, group.touched) for t in writes)


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
        spans = []
        for op in (x, y):
            begin = constant(op.operands[1 + axis].value)
            size = constant(op.operands[1 + rank + axis].value)
            spans.append((begin, size))
        (b0, s0), (b1, s1) = spans
        if all(isinstance(n, int) for n in (b0, s0, b1, s1)) and (b0 + s0 <= b1 or b1 + s1 <= b0):  # type: ignore[operator]
            return True
    return False
