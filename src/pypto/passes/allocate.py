# SPDX-License-Identifier: Apache-2.0
"""Addresses: tiles that can share a buffer do, every buffer gets a byte offset, and the sum has to fit.

    s: Tile[[8, 1], FP32, Vec] = ...      ->      s: Tile[[8, 1], FP32, Vec, address 4096] = ...

1. A reshape shares the buffer of its operand (a copy of it, where it is read when the operand was assigned anew), a
   product that accumulates that of its accumulator.
2. The value before a loop, the carried value and the value of each iteration share one buffer where their lives do not
   cross, as do the arms of a branch; where they cross the copy stays (in Acc, which cannot be copied, it is an error).
3. Buffers that are never alive together may overlap; each starts at a multiple of 32 bytes, the largest placed first.
   A result that may be written over its operand starts where that does, or lies apart from it.
4. What is alive together must fit the memory space; the error lists it.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from pypto.errors import CapacityError, UnsupportedFeatureError, VerifierError
from pypto.ir.naming import plain
from pypto.ir.nodes import (
    Assign,
    Call,
    Function,
    MemRef,
    Program,
    TileType,
    Var,
    walk,
)
from pypto.ir.ops import pipe, shaping
from pypto.ir.ops.products import ACCUMULATING
from pypto.passes.buffers import Addresses, Classes
from pypto.passes.liveness import Liveness, interference, tiles_in
from pypto.passes.own_copies import with_own_copies
from pypto.passes.packing import Memory, packed, usual
from pypto.passes.reserved import Slots
from pypto.passes.unwritten import Anew, begun_once, created, perhaps_unwritten
from pypto.platforms import DSA_RP, PTOAS, PYPTO, Platform


def allocate(program: Program, platform: Platform, planner: str = PYPTO) -> Program:
    """Place the tiles of every core function."""
    functions = {
        name: _Allocator(f, platform, planner).run() if f.kind in ("AIV", "AIC") else f
        for name, f in program.functions.items()
    }
    return program.with_functions(functions)


class _Allocator:
    def __init__(self, function: Function, platform: Platform, planner: str) -> None:
        self.planner = planner
        self.function = function = with_own_copies(function)
        self.platform = platform
        self.classes = Classes()
        self.order: dict[Var, int] = {}
        self.declared: dict[Var, int] = {}  # buffers that the author declared, with slots chosen at run time
        self.popped: set[Var] = set()  # these lie in the slots of a pipe
        for stmt in walk(function.body):
            if isinstance(stmt, Assign):
                if isinstance(stmt.value, Call) and stmt.value.op in pipe.POPS:
                    self.popped.add(stmt.target)
                for var in (stmt.target, *tiles_in(stmt.value)):
                    if isinstance(var.type, TileType):
                        self.order.setdefault(var, len(self.order))

    def run(self) -> Function:
        self.tie()
        self.tie_declared()
        live = self.coalesce()
        self.check_copies(live)
        slots = Slots(self.function, self.platform)
        self.slots = slots.sizes
        self.function = slots.run()
        self.perhaps = perhaps_unwritten(self.function, self.classes.find)
        names = self.named()
        if self.planner == PTOAS:
            anew = created(self.function, self.classes.find) & begun_once(self.function, self.classes.find)
            typed = Addresses(self.classes, {}, names)
        else:
            addresses = self.place(live)
            anew = created(self.function, self.classes.find) & _sharing(addresses, self.sizes())
            typed = Addresses(self.classes, addresses, {k: ref for k, ref in names.items() if k[0] in anew})
        self.function = self.function.with_body(Anew(self.classes.find, anew).block(self.function.body))
        attrs = {k: v for k, v in self.function.attrs.items() if k != "apart"}  # names buffers of before
        return replace(self.function, body=typed.block(self.function.body), attrs=attrs)

    def tie(self) -> None:
        """Values that share storage by definition."""
        calls = [
            (s.target, s.value)
            for s in walk(self.function.body)
            if isinstance(s, Assign) and isinstance(s.value, Call) and s.value.args
        ]
        for target, call in calls:
            if call.op is shaping.RESHAPE and isinstance(call.args[0], Var):
                self.classes.union(call.args[0], target)
        alone = interference(self.function, self.classes.find)
        for target, call in calls:
            source = call.args[0]
            if call.op not in ACCUMULATING or not isinstance(source, Var):
                continue
            if self.classes.find(source) in alone.edges[self.classes.find(target)]:
                raise UnsupportedFeatureError(
                    f"the accumulator `{source.name}` is used again after it was added to",
                    span=call.span,
                    help="rebind the name: acc = pl.matmul_acc(acc, a, b)",
                    code="acc-copy",
                )
        for target, call in calls:
            if call.op in ACCUMULATING and isinstance(call.args[0], Var):
                self.classes.union(call.args[0], target)

    def tie_declared(self) -> None:
        """Tiles of one slot of a buffer that the author declared share it, one after the other."""
        alone = interference(self.function, lambda v: v)
        first: dict[tuple[str, int, int], Var] = {}
        for var in self.order:
            assert isinstance(var.type, TileType)
            ref = var.type.memref
            if ref is None:
                continue
            keep = first.setdefault((ref.name, ref.slot or 0, ref.offset or 0), var)
            if keep in alone.edges[var]:
                raise VerifierError(
                    f"`{keep.name}` and `{var.name}` share a slot of the pl.MemRef `{ref.name}` and are needed at the "
                    "same time",
                    span=var.span,
                    help="give them different slots: pl.MemRef(slots=2)"
                    if ref.offset is None
                    else "give them different offsets",
                    code="annotation",
                )
            self.classes.union(keep, var)
            self.declared[self.classes.find(keep)] = max(
                self.declared.get(self.classes.find(keep), 1), ref.slots if ref.slot is None else 1
            )

    def keep_apart(self, live: Liveness) -> None:
        """Load buffers of different pipeline stages never share bytes, and declared buffers share with nothing."""
        for root in list(self.declared):
            root = self.classes.find(root)
            for var in self.order:
                other = self.classes.find(var)
                if other.type.space == root.type.space:  # type: ignore[attr-defined]
                    live.conflict(root, other)
        for group in self.function.attrs.get("apart", ()):
            for i, a in enumerate(group):
                for b in group[i + 1 :]:
                    live.conflict(self.classes.find(a), self.classes.find(b))

    def coalesce(self) -> Liveness:
        """Merge the two sides of copies whose lives do not cross, until nothing changes.

        What conflicted with one side conflicts with both together; lives are computed again once all copies were
        looked at, since a copy within one buffer is none and may free another.
        """
        while True:
            live = interference(self.function, self.classes.find)
            self.keep_apart(live)
            changed = False
            for target, source in live.copies:
                a, b = self.classes.find(target), self.classes.find(source)
                if a is b or a in self.popped or b in self.popped:
                    continue
                if _same_storage(a.type, b.type) and b not in live.edges[a]:
                    keep, other = sorted((a, b), key=self.order.__getitem__)
                    self.classes.union(keep, other)
                    live.merge(keep, other)
                    changed = True
            if not changed:
                return live

    def check_copies(self, live: Liveness) -> None:
        for target, source in live.copies:
            a, b = self.classes.find(target), self.classes.find(source)
            if a is not b and isinstance(a.type, TileType) and a.type.space != "Vec":
                raise UnsupportedFeatureError(
                    f"`{target.name}` would need a copy of the {a.type.space} buffer `{source.name}`",
                    span=target.span or source.span,
                    help="update one accumulator in place: acc = pl.matmul_acc(acc, a, b)"
                    if a.type.space == "Acc"
                    else "rebind the name when a part is written, and do not use the old value again",
                    code="acc-copy",
                )

    def sizes(self) -> dict[Var, int]:
        """Bytes of each buffer, rounded up to the alignment: the largest member decides."""
        sizes: dict[Var, int] = defaultdict(int)
        unit = self.platform.alignment
        for var in self.order:
            assert isinstance(var.type, TileType)
            root = self.classes.find(var)
            if root in self.popped:
                continue
            sizes[root] = max(sizes[root], -(-var.type.nbytes // unit) * unit)
        for root, slots in self.declared.items():
            sizes[self.classes.find(root)] *= slots
        return dict(sizes)

    def named(self) -> dict[tuple[Var, int], MemRef]:
        """The buffers that the assembler places, by class and bytes.

        Members of one class that differ in size were tied by what the author declared alone: no value passes from one to
        the other, and each gets a buffer of its own.
        """
        found: dict[tuple[Var, int], MemRef] = {}
        taken: set[str] = set()
        for var in self.order:
            root = self.classes.find(var)
            if root in self.popped:
                continue
            assert isinstance(var.type, TileType)
            key = root, var.type.nbytes
            if key not in found:
                name = next(n for n in _numbered(plain(root.name)) if n not in taken)
                taken.add(name)
                found[key] = MemRef(name)
        return found

    def place(self, live: Liveness) -> dict[Var, int]:
        sizes = self.sizes()
        addresses: dict[Var, int] = {}
        by_space: dict[str, list[Var]] = defaultdict(list)
        for root in sizes:
            assert isinstance(root.type, TileType)
            by_space[root.type.space].append(root)
        for space, roots in by_space.items():
            while True:
                placed = self.fit(space, roots, sizes, live)
                shifted = self.shifted(placed, sizes, live)
                if not shifted:
                    break
                for result, read in shifted:
                    live.conflict(result, read)
            addresses.update(placed)
        return addresses

    def shifted(self, placed: dict[Var, int], sizes: dict[Var, int], live: Liveness) -> list[tuple[Var, Var]]:
        """Results that lie over a part of what they are made from: such an operation reads what it has written."""
        found = []
        for pair in live.in_place:
            a, b = (self.classes.find(v) for v in pair)
            if a is b or a not in placed or b not in placed or placed[a] == placed[b]:
                continue
            if placed[a] < placed[b] + sizes[b] and placed[b] < placed[a] + sizes[a]:
                found.append((a, b))
        return found

    def fit(self, space: str, roots: list[Var], sizes: dict[Var, int], live: Liveness) -> dict[Var, int]:
        limit = self.platform.capacity[space]
        oldest_first = sorted(roots, key=self.order.__getitem__)
        alone = self.perhaps.intersection(roots)
        if alone:  # where there is room: on the way past their writes nobody else's bytes are read
            apart = {v: set(roots) - {v} if v in alone else live.edges[v] | alone - {v} for v in roots}
            placed, fits = usual(Memory(oldest_first, sizes, apart, self.slots.get(space, 0)), limit)
            if fits:
                return placed
        memory = Memory(oldest_first, sizes, live.edges, self.slots.get(space, 0))
        placed, fits = usual(memory, limit)
        if self.planner == DSA_RP or not fits:
            tight = packed(memory, limit, memory.first + max(_alive(live, space, sizes)))
            packs = memory.end(tight) <= limit
            if self.planner == DSA_RP:
                placed, fits = tight, packs
            if not fits:
                self.refuse(space, sizes, live, limit, placed, packs)
        return placed

    def refuse(
        self,
        space: str,
        sizes: dict[Var, int],
        live: Liveness,
        limit: int,
        placed: dict[Var, int],
        packs: bool,
    ) -> None:
        """Report the point at which most is alive; `packs`: the packing planner finds room."""

        def here(alive: frozenset[Var]) -> list[Var]:
            return [v for v in alive if isinstance(v.type, TileType) and v.type.space == space and v in sizes]

        stmt, alive = max(live.points, key=lambda p: sum(sizes[v] for v in here(p[1])))
        tiles = sorted(here(alive), key=lambda v: (-sizes[v], self.order[v]))
        total = sum(sizes[v] for v in tiles)
        reserve = self.platform.reserve.get(space, 0)
        kept = f" ({reserve} more are reserved for the tool chain)" if reserve else ""
        notes = [f"{space} has {limit} bytes per core on {self.platform.name}{kept}"]
        if space in self.slots:
            notes.append(f"{self.slots[space]:>8} bytes: the slots of values that cross from the other core")
            limit -= self.slots[space]
        for tile in tiles:
            assert isinstance(tile.type, TileType)
            line = f" at line {tile.span.line}" if tile.span else ""
            shape = f"[{tile.type.shape[0]}, {tile.type.shape[1]}]"
            notes.append(f"{sizes[tile]:>8} bytes: {tile.name} {shape} {tile.type.dtype}{line}")
        what = f"keeps {total} bytes of {space} alive"
        if total <= limit:  # kept apart though alive one after the other, or with gaps that are too small
            needed = max(placed[v] + sizes[v] for v in placed) - self.slots.get(space, 0)
            why = "in the gaps that the planner leaves" if packs else "with buffers that are kept apart"
            if self.function.attrs.get("apart"):
                why = "with the load buffers of pipeline stages kept apart"
            what = f"needs {needed} bytes of {space}, {why}"
        raise CapacityError(
            f"`{self.function.name}` {what}, {limit} are there",
            span=stmt.span,
            notes=notes,
            help=f'memory_planner="{DSA_RP}" finds room for all of them'
            if packs
            else "use smaller tiles, or loop over the columns in chunks",
            code="capacity",
        )


def _alive(live: Liveness, space: str, sizes: dict[Var, int]) -> Iterator[int]:
    """Bytes of one space that are alive at each point."""
    yield 0
    for _, alive in live.points:
        here = (v for v in alive if isinstance(v.type, TileType) and v.type.space == space)
        yield sum(sizes[v] for v in here if v in sizes)


def _sharing(addresses: dict[Var, int], sizes: dict[Var, int]) -> set[Var]:
    """Buffers that have bytes in common with others of their space."""
    found: set[Var] = set()
    last: dict[str, Var] = {}  # by space: what ends last of all that begin before
    for root in sorted(addresses, key=addresses.__getitem__):
        assert isinstance(root.type, TileType)
        before = last.get(root.type.space)
        if before is not None and addresses[root] < addresses[before] + sizes[before]:
            found |= {root, before}
        if before is None or addresses[before] + sizes[before] < addresses[root] + sizes[root]:
            last[root.type.space] = root
    return found


def _numbered(name: str) -> Iterator[str]:
    yield name
    yield from (f"{name}_{number}" for number in itertools.count(1))


def _same_storage(a: object, b: object) -> bool:
    return (
        isinstance(a, TileType)
        and isinstance(b, TileType)
        and a.space == b.space
        and a.shape == b.shape
        and a.dtype is b.dtype
    )
