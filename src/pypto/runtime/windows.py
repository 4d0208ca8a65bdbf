# SPDX-License-Identifier: Apache-2.0
"""The memory of ranks and the windows in it: for one call of a driver, or from call to call.

ranks = Ranks("a2a3sim", 2, keep=True, zero=False)
windows = ranks.windows(plan)          # the allocation of each buffer on each rank of its domain
ranks.close()
"""

from __future__ import annotations

from typing import TypeAlias

from pypto.errors import ArgumentError
from pypto.runtime.memory import Allocation, DeviceMemory
from pypto.runtime.plan import Buffer, Domain, Plan

Held: TypeAlias = "dict[tuple[Buffer, int], Allocation]"


class WindowLayoutError(ArgumentError, ValueError):
    """Windows that are kept, and that a later call would need otherwise."""


class Ranks:
    """The memory of so many ranks. `keep`: windows stay from call to call, zeroed before each where `zero` says so."""

    def __init__(self, platform: str, count: int, keep: bool = False, zero: bool = True) -> None:
        self.memories = [DeviceMemory(platform) for _ in range(count)]
        self.keep = keep
        self.zero = zero
        self.failed = False  # the latest call: what it left in windows is nothing to go on with
        self._kept: dict[str, tuple[tuple[object, ...], list[Allocation]]] = {}

    def windows(self, plan: Plan) -> Held:
        """The memory of each buffer on each rank of its domain; fresh windows are zeros."""
        found: Held = {}
        for domain in plan.domains:
            for rank, whole in zip(domain.ranks, self._whole(domain), strict=True):
                for buffer in domain.buffers:
                    found[buffer, rank] = whole.part(buffer.offset, buffer.nbytes)
        self.failed = False
        return found

    def _whole(self, domain: Domain) -> list[Allocation]:
        layout = (domain.ranks, domain.nbytes, *((b.name, b.offset, b.nbytes) for b in domain.buffers))
        known, kept = self._kept.get(domain.name, (layout, []))
        if known != layout:
            raise WindowLayoutError(
                f"the windows of {domain.name} are kept, and this call needs another layout of them: "
                f"{', '.join(b.name for b in domain.buffers)} on ranks {', '.join(map(str, domain.ranks))}",
                span=domain.buffers[0].span,
                help="open another worker for it: prepare(persistent=True)",
            )
        fresh = not kept
        if fresh:
            kept = [self.memories[rank].malloc(domain.nbytes) for rank in domain.ranks]
        if fresh or self.zero or self.failed:
            for whole in kept:
                whole.zero()
        if self.keep:
            self._kept[domain.name] = layout, kept
        return kept

    def close(self) -> None:
        """Give all memory back. May be repeated."""
        for memory in self.memories:
            memory.close()
