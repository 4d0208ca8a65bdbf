# SPDX-License-Identifier: Apache-2.0
"""Offsets for buffers of one memory: those that are alive together take bytes of their own.

A buffer goes to the first gap that is large enough for it. In some order of the buffers that gives the least possible
end, since the buffers of the best packing, taken by offset, never land above their places there; `packed` looks for
such an order, and ends after a fixed effort.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from pypto.ir.nodes import Var

EFFORT, EFFORT_TO_FIT = 40_000, 400_000
"""Neighbours that are looked at, over all trials of one memory: where the packing fits, and until it does."""

_ALL_ORDERS = 6  # so few buffers are tried in every order


@dataclass(frozen=True)
class Memory:
    """Buffers of one memory, oldest first, with their bytes, and the first byte that is free for them."""

    buffers: Sequence[Var]
    sizes: Mapping[Var, int]
    edges: Mapping[Var, Set[Var]]
    first: int

    def orders(self) -> tuple[list[Var], list[Var]]:
        """The orders of the default planner: the largest first, and the oldest first."""
        return sorted(self.buffers, key=lambda v: -self.sizes[v]), list(self.buffers)

    def placed(self, order: Sequence[Var]) -> dict[Var, int]:
        """Each buffer at the first gap among those before it that it conflicts with."""
        at: dict[Var, int] = {}
        for buffer in order:
            size, start = self.sizes[buffer], self.first
            taken = sorted((at[o], at[o] + self.sizes[o]) for o in self.edges.get(buffer, ()) if o in at)
            for begin, end in taken:
                if start + size <= begin:
                    break
                start = max(start, end)
            at[buffer] = start
        return at

    def end(self, placed: Mapping[Var, int]) -> int:
        """The first byte behind all buffers."""
        return max((at + self.sizes[v] for v, at in placed.items()), default=self.first)


def usual(memory: Memory, limit: int) -> tuple[dict[Var, int], bool]:
    """What the default planner gives, and whether it ends within the limit."""
    for order in memory.orders():
        placed = memory.placed(order)
        if memory.end(placed) <= limit:
            return placed, True
    return placed, False


def packed(memory: Memory, limit: int, least: int) -> dict[Var, int]:
    """The packing with the least end that was found, never worse than the usual one; `least`: no packing ends before."""
    best, fits = usual(memory, limit)
    end = memory.end(best)
    if not fits:  # the better one of those that the default planner tried
        best = min((memory.placed(order) for order in memory.orders()), key=memory.end)
        end = memory.end(best)
    cost = sum(len(memory.edges.get(v, ())) + 1 for v in memory.buffers)
    for number, order in enumerate(_trials(memory)):
        effort = EFFORT if end <= limit else EFFORT_TO_FIT
        if end <= least or number >= max(effort // max(cost, 1), 2):
            break
        placed = memory.placed(order)
        if memory.end(placed) < end:
            best, end = placed, memory.end(placed)
    return best


def _trials(memory: Memory) -> Iterator[Sequence[Var]]:
    """Orders to try: every one of a few buffers, else some by what hinders most, and random changes of the best."""
    buffers, sizes = memory.buffers, memory.sizes
    if len(buffers) <= _ALL_ORDERS:
        yield from itertools.permutations(buffers)
        return
    weight = {v: sum(sizes[o] for o in memory.edges.get(v, ()) if o in sizes) for v in buffers}
    starts = [
        *memory.orders(),
        sorted(buffers, key=lambda v: -weight[v]),
        sorted(buffers, key=lambda v: -weight[v] * sizes[v]),
        sorted(buffers, key=lambda v: (-len(memory.edges.get(v, ())), -sizes[v])),
    ]
    yield from starts[2:]
    chance = random.Random(0)  # the same program always gets the same addresses
    order = min(starts, key=lambda o: memory.end(memory.placed(o)))
    placed = memory.placed(order)
    while True:
        end = memory.end(placed)
        changed = _moved(order, placed, sizes, end, chance)
        yield changed
        now = memory.placed(changed)
        if memory.end(now) <= end:  # equal ends too: they lead away from where nothing helps
            order, placed = changed, now


def _moved(
    order: Sequence[Var], placed: Mapping[Var, int], sizes: Mapping[Var, int], end: int, chance: random.Random
) -> list[Var]:
    """The order with a buffer that ends last further to the front, or with two exchanged."""
    out = list(order)
    if chance.random() < 0.5:
        last = chance.choice([i for i, v in enumerate(out) if placed[v] + sizes[v] == end])
        out.insert(chance.randrange(last + 1), out.pop(last))
    else:
        a, b = chance.randrange(len(out)), chance.randrange(len(out))
        out[a], out[b] = out[b], out[a]
    return out
