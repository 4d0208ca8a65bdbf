# SPDX-License-Identifier: Apache-2.0
"""Pipes and events between the cores of a group, in the interpreter.

A pipe is a ring of slots in one direction. A push waits while a consumer has not freed enough of them, a pop while a
producer has not pushed; a consumer holds at most as many popped tiles as its own memory has slots.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pypto.errors import KernelFault, Span
from pypto.ir.enums import PipeType
from pypto.ir.nodes import Call
from pypto.ir.ops import pipe, system
from pypto.ir.ops.table import Op
from pypto.runtime import faults
from pypto.runtime.crew import Wait
from pypto.runtime.launch_events import kind_of
from pypto.runtime.values import Local, poisoned

if TYPE_CHECKING:
    from pypto.runtime.machine import Machine

CUBE = 0
C2V, V2C = 0, 1
_EVENTS = 14  # the device keeps 14 and 15


@dataclass
class Ring:
    """One direction of a pipe: how far each core is, and what lies in the slots."""

    slots: int = 0
    local: int = 0
    size: int = 0
    opened: set[int] = field(default_factory=set)
    pushed: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    popped: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    freed: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    held: dict[tuple[int, int], Local] = field(default_factory=dict)  # by producer and number of the push
    last: dict[int, Span | None] = field(default_factory=dict)  # of each core's last push or pop


class Exchange:
    """What the cores of one block of a group share; core 0 is the cube core, 1 and 2 are vector cores."""

    def __init__(self, cores: int) -> None:
        self.cores = cores
        self.rings: dict[tuple[int, int], Ring] = defaultdict(Ring)
        self.waiting: dict[int, Callable[[], KernelFault]] = {}  # what to say where nobody goes on
        self.raised: dict[tuple[int, int, int], int] = defaultdict(int)  # by core, event, reach
        self.pipes: dict[tuple[int, int, int], set[PipeType]] = defaultdict(set)  # that raised it
        self.met: list[int] = [0] * cores

    def side(self, cube: bool) -> Sequence[int]:
        return (CUBE,) if cube else range(1, self.cores)

    def producers(self, direction: int) -> Sequence[int]:
        return self.side(direction == C2V)

    def consumers(self, direction: int) -> Sequence[int]:
        return self.side(direction == V2C)

    def stuck(self, core: int) -> KernelFault:
        return self.waiting[core]()

    def raised_on(self, core: int, event: int) -> set[PipeType]:
        """The pipes that raised an event for a core."""
        lanes = self.side(False)
        by = [(lane, 1) for lane in lanes] if core == CUBE else [(CUBE, 1), *((lane, 0) for lane in lanes)]
        return set().union(*(self.pipes[who, event, reach] for who, reach in by))

    def raise_event(self, core: int, event: int, reach: int, pipe: PipeType) -> None:
        self.pipes[core, event, reach].add(pipe)
        self.raised[core, event, reach] += 1

    def times_raised(self, core: int, event: int) -> int:
        """How often an event was raised for a core; vector cores raise one together."""
        together = [min(self.raised[lane, event, reach] for lane in self.side(False)) for reach in (0, 1)]
        return together[1] if core == CUBE else self.raised[CUBE, event, 1] + together[0]

    def left_over(self, machine: Machine) -> KernelFault | None:
        """What was pushed is popped and freed when the block ends."""
        for (number, direction), ring in sorted(self.rings.items()):
            for i in self.producers(direction):
                for k in self.consumers(direction):
                    if ring.pushed[i] != ring.freed[k]:
                        who = k if ring.popped[k] > ring.freed[k] else i
                        count = ring.pushed[i] - ring.freed[k]
                        return fault(machine, ring.last.get(who), number, direction, faults.LEFT, count)
        return None


@dataclass(frozen=True)
class Seat:
    """A core in its group."""

    exchange: Exchange
    core: int
    wait: Wait

    @property
    def lane(self) -> int:
        return max(0, self.core - 1)

    def until(self, test: Callable[[], bool], otherwise: Callable[[], KernelFault]) -> None:
        self.exchange.waiting[self.core] = otherwise
        self.wait(test)


@dataclass(frozen=True, eq=False)
class Popped(Local):
    """A tile in a slot of a pipe."""

    pipe: int


def fault(
    machine: Machine, span: Span | None, number: int, direction: int, what: int, extent: int = 0
) -> KernelFault:
    return machine.fault(faults.PIPE, "", span, axis=direction, begin=number, extent=extent, value=what)


def _seat(machine: Machine, call: Call) -> Seat:
    if machine.seat is None:
        raise fault(machine, call.span, 0, C2V, faults.ALONE)
    return machine.seat


def _ring(machine: Machine, call: Call, popped: int | None = None) -> tuple[Seat, int, int, Ring]:
    seat = _seat(machine, call)
    number = (call.attrs.get("id") or 0) if popped is None else popped
    direction = C2V if call.op in (pipe.TPUSH_TO_AIV, pipe.TPOP_FROM_AIC, pipe.TFREE_TO_AIC) else V2C
    return seat, number, direction, seat.exchange.rings[number, direction]


# Operations


def reserve(machine: Machine, call: Call) -> int:
    """The number of a buffer: its size, from which the slots that a core may hold follow."""
    return int(call.attrs["size"])


def peer(machine: Machine, call: Call) -> int:
    return 0


def open_pipe(machine: Machine, call: Call) -> None:
    seat = _seat(machine, call)
    mask, size = call.attrs["dir_mask"], call.attrs["slot_size"]
    slots = call.attrs.get("slot_num") or (4 if mask == pipe.C2V | pipe.V2C else 8)
    for direction, bit in ((C2V, pipe.C2V), (V2C, pipe.V2C)):
        if not mask & bit:
            continue
        number = call.attrs.get("id") or 0
        ring = seat.exchange.rings[number, direction]
        if ring.opened and (ring.slots, ring.size) != (slots, size):
            raise fault(machine, call.span, number, direction, faults.OPEN)
        ring.opened.add(seat.core)
        ring.slots, ring.size = slots, size
        buffer = call.args[direction]
        if seat.core in seat.exchange.consumers(direction) and buffer is not None:
            ring.local = max(1, min(slots, int(machine.scalar(buffer)) // size))


def push(machine: Machine, call: Call) -> None:
    seat, number, direction, ring = _ring(machine, call)
    ring.last[seat.core] = call.span
    consumers = seat.exchange.consumers(direction)
    seat.until(
        lambda: all(ring.pushed[seat.core] - ring.freed[k] < ring.slots for k in consumers),
        lambda: fault(machine, call.span, number, direction, faults.PUSH, ring.slots),
    )
    source = machine.local(call.args[0])
    ring.held[seat.core, ring.pushed[seat.core]] = Local(source.data.copy(), source.valid)
    ring.pushed[seat.core] += 1


def pop(machine: Machine, call: Call) -> Local:
    seat, number, direction, ring = _ring(machine, call)
    ring.last[seat.core] = call.span
    if ring.popped[seat.core] - ring.freed[seat.core] >= ring.local:
        raise fault(machine, call.span, number, direction, faults.HELD, ring.local)
    producers = seat.exchange.producers(direction)
    seat.until(
        lambda: all(ring.pushed[i] > ring.popped[seat.core] for i in producers),
        lambda: fault(machine, call.span, number, direction, faults.POP),
    )
    turn = ring.popped[seat.core]
    ring.popped[seat.core] += 1
    shape, valid = machine.extents(call)
    split = call.attrs.get("split") or 0
    axis = pipe.axis_of(split)
    if direction == C2V:
        data = _part(ring.held[CUBE, turn], axis, split > 2, call.attrs.get("lane_stride"), seat.lane, shape)
    else:
        data = _joined([ring.held[i, turn] for i in producers], axis, shape)
    return Popped(data, valid, number)


def _part(
    whole: Local, axis: int | None, odd: bool, stride: int | None, lane: int, shape: tuple[int, ...]
) -> Any:
    """What of a pushed tile is this lane's."""
    source = _only_valid(whole)
    begin = [0, 0]
    if axis is not None:
        extent = whole.valid[axis] if odd else source.shape[axis]
        begin[axis] = lane * (stride or -(-extent // 2))
    part = source[tuple(slice(b, b + n) for b, n in zip(begin, shape, strict=True))]
    data = poisoned(shape, source.dtype)
    data[tuple(slice(0, n) for n in part.shape)] = part
    return data


def _joined(parts: Sequence[Local], axis: int | None, shape: tuple[int, ...]) -> Any:
    """The pushed tiles of the lanes as one; undivided, that of the first lane."""
    import numpy as np

    arrays = [_only_valid(part) for part in parts]
    if axis is None:
        return arrays[0]
    whole = poisoned(shape, arrays[0].dtype)
    joined = np.concatenate(arrays, axis=axis)
    whole[tuple(slice(0, n) for n in joined.shape)] = joined
    return whole


def _only_valid(local: Local) -> Any:
    """The cells of a value; those outside of its valid region are poison."""
    data = poisoned(local.data.shape, local.data.dtype)
    data[tuple(slice(0, n) for n in local.valid)] = local.held
    return data


def free(machine: Machine, call: Call) -> None:
    held = machine.local(call.args[0])
    seat, number, direction, ring = _ring(machine, call, held.pipe if isinstance(held, Popped) else None)
    if ring.freed[seat.core] == ring.popped[seat.core]:
        raise fault(machine, call.span, number, direction, faults.FREE)
    turn = ring.freed[seat.core]
    ring.freed[seat.core] += 1
    if all(ring.freed[k] > turn for k in seat.exchange.consumers(direction)):
        for i in seat.exchange.producers(direction):
            ring.held.pop((i, turn), None)


# Events and barriers


def _event(machine: Machine, call: Call) -> int:
    assert call.args[0] is not None
    event = int(machine.scalar(call.args[0]))
    if not 0 <= event < _EVENTS:
        raise machine.fault(faults.EVENT, "", call.span, begin=event, extent=_EVENTS + 2, value=1)
    return event


def _kind(machine: Machine, call: Call) -> str:
    """ "aic" or "aiv": the core that raises or waits."""
    return kind_of(call) if machine.seat is None else "aic" if machine.seat.core == CUBE else "aiv"


def raise_event(machine: Machine, call: Call) -> None:
    seat, event, mode = machine.seat, _event(machine, call), call.attrs.get("ffts_mode")
    if mode == 0:
        _raise_for_all(machine, call, event)
    elif seat is not None:
        seat.exchange.raise_event(seat.core, event, 0 if mode == 1 else 1, call.attrs["pipe"])
    elif machine.lane == 0:  # the statements of both kinds of core run one after the other
        other = "aiv" if mode == 1 or kind_of(call) == "aic" else "aic"
        machine.events.raise_in(other, event, machine.block, call.attrs["pipe"])


def _raise_for_all(machine: Machine, call: Call, event: int) -> None:
    """Raise an event for all cores of the kind; then the other blocks have their turn, up to where they raise it."""
    kind, events, turn = _kind(machine, call), machine.events, machine.turn
    if machine.beside is not None and kind == "aic" and machine.lane == 1:
        return  # one cube core, whose statements both vector cores repeat
    events.raise_for(kind, event, (machine.block, _number(machine)), call.attrs["pipe"])
    if turn is not None:
        meeting, now = turn.meeting, turn.meeting.round
        machine.until(lambda: meeting.round > now, lambda: _never(machine, call, kind, event))


def _number(machine: Machine) -> int:
    return machine.lane if machine.seat is None else machine.seat.core


def _never(machine: Machine, call: Call, kind: str, event: int) -> KernelFault:
    what = faults.NOT_ALL if machine.events.raised.get((kind, event)) else 0
    return machine.fault(faults.EVENT, "", call.span, begin=event, extent=_EVENTS + 2, value=what)


def await_event(machine: Machine, call: Call) -> None:
    seat, event, kind, events = machine.seat, _event(machine, call), _kind(machine, call), machine.events
    if seat is None and not events.uses(kind, event):
        _same_pipe(machine, call, event, kind)
        return
    core = (machine.block, _number(machine))

    def raised() -> int:
        own = events.raised_in[kind, event, machine.block]
        return events.times(kind, event) + (
            own if seat is None else seat.exchange.times_raised(seat.core, event)
        )

    machine.until(
        lambda: raised() > events.awaited[kind, event, core], lambda: _never(machine, call, kind, event)
    )
    events.awaited[kind, event, core] += 1
    _same_pipe(machine, call, event, kind)


def _same_pipe(machine: Machine, call: Call, event: int, kind: str) -> None:
    """A wait names the pipe that raises the event."""
    raised = machine.events.raised_on(kind, event, machine.block)
    if machine.seat is not None:
        raised = raised | machine.seat.exchange.raised_on(machine.seat.core, event)
    if raised and call.attrs["pipe"] not in raised:
        mask = sum(1 << number for number, pipe in enumerate(PipeType) if pipe in raised)
        raise machine.fault(faults.EVENT, "", call.span, begin=event, extent=mask, value=faults.OTHER_PIPE)


def meet_cores(machine: Machine, call: Call, meet: Callable[[], None] | None) -> None:
    """A barrier in a group: its cores of the kind come together, and the last of them meets the other blocks."""
    seat = machine.seat
    assert seat is not None
    exchange = seat.exchange
    kind = call.attrs["core_type"]
    cores = range(exchange.cores) if kind == "mix" else exchange.side(kind == "aic_only")
    exchange.met[seat.core] += 1
    turn = exchange.met[seat.core]
    if all(exchange.met[k] >= turn for k in cores):
        if meet is not None:
            meet()
        return
    seat.until(
        lambda: all(exchange.met[k] >= turn for k in cores),
        lambda: machine.barrier_fault(call.span, 0, 0, 0),
    )


PIPES: Mapping[Op, Callable[[Any, Call], Any]] = {
    pipe.RESERVE_BUFFER: reserve,
    pipe.IMPORT_PEER_BUFFER: peer,
    **dict.fromkeys(pipe.OPENS, open_pipe),
    **dict.fromkeys(pipe.PUSHES, push),
    **dict.fromkeys(pipe.POPS, pop),
    **dict.fromkeys(pipe.FREES, free),
    system.SYNC_SET: raise_event,
    system.SYNC_WAIT: await_event,
}
