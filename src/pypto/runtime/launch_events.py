# SPDX-License-Identifier: Apache-2.0
"""Events between all cores of one kind of a launch (`ffts_mode=0`), in the interpreter.

Each core counts how often it raised an event; it counts as raised for all of them as often as every one did.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from pypto.ir.enums import PipeType
from pypto.ir.nodes import Call, Const, Expr
from pypto.ir.ops import system

Core = tuple[int, int]
"""A core: its block, and which of the cores of that block."""


@dataclass
class LaunchEvents:
    """The events of one task; `cores`: how many of a kind take part. `used`: kinds and events, None for any event."""

    cores: dict[str, int]
    used: frozenset[tuple[str, int | None]]
    raised_in: dict[tuple[str, int, int], int] = field(
        default_factory=lambda: defaultdict(int)
    )  # in one block alone
    raised: dict[tuple[str, int], dict[Core, int]] = field(default_factory=lambda: defaultdict(dict))
    awaited: dict[tuple[str, int, Core], int] = field(default_factory=lambda: defaultdict(int))
    pipes: dict[tuple[str, int, int | None], set[PipeType]] = field(default_factory=lambda: defaultdict(set))
    """By kind, event and block, None for all of them: the pipes that raised it."""

    def uses(self, kind: str, event: int) -> bool:
        return (kind, event) in self.used or (kind, None) in self.used

    def raise_for(self, kind: str, event: int, core: Core, pipe: PipeType) -> None:
        self.pipes[kind, event, None].add(pipe)
        counts = self.raised[kind, event]
        counts[core] = counts.get(core, 0) + 1

    def raise_in(self, kind: str, event: int, block: int, pipe: PipeType) -> None:
        self.pipes[kind, event, block].add(pipe)
        self.raised_in[kind, event, block] += 1

    def raised_on(self, kind: str, event: int, block: int) -> set[PipeType]:
        """The pipes that raised an event for the cores of a kind in a block."""
        return self.pipes[kind, event, None] | self.pipes[kind, event, block]

    def times(self, kind: str, event: int) -> int:
        """How often every core of the kind raised the event."""
        counts = self.raised.get((kind, event), {})
        return min(counts.values()) if 0 < self.cores[kind] <= len(counts) else 0


def raised_for_all(call: Call) -> bool:
    """Whether a call raises an event for all cores of its kind."""
    return call.op is system.SYNC_SET and call.attrs.get("ffts_mode") == 0


def kind_of(call: Call) -> str:
    kind = system.cores_of_event(call.attrs["pipe"], call.attrs["core_type"])
    assert kind is not None
    return kind


def events_used(calls: Iterable[Call]) -> frozenset[tuple[str, int | None]]:
    """Kinds of cores and numbers of events that are raised for all cores, None where the run decides."""
    return frozenset((kind_of(call), _number(call.args[0])) for call in calls if raised_for_all(call))


def _number(event: Expr | None) -> int | None:
    return event.value if isinstance(event, Const) and isinstance(event.value, int) else None
