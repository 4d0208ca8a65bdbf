# SPDX-License-Identifier: Apache-2.0
"""The two vector cores of a region where the kernel names what crosses, in the interpreter.

Each of them runs the whole body on a thread of its own, with values of its own: `pl.aiv_shard` takes its part of a
product, and `pl.aic_gather` waits for the part of the other one. What the cube core computes is computed twice, to
the same values; what it writes, only the first one writes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pypto.errors import KernelFault
from pypto.ir.nodes import Call, TileType, Var
from pypto.ir.ops import crossing, pipe
from pypto.ir.ops.table import Trait
from pypto.runtime import faults
from pypto.runtime.crew import Wait
from pypto.runtime.values import Local, poisoned

if TYPE_CHECKING:
    from pypto.runtime.machine import Machine


@dataclass
class Pair:
    """What the two cores share."""

    met: list[int] = field(default_factory=lambda: [0, 0])
    ended: list[bool] = field(default_factory=lambda: [False, False])
    turns: dict[tuple[Call, int], int] = field(default_factory=lambda: defaultdict(int))
    parts: dict[tuple[Call, int], dict[int, Local]] = field(default_factory=lambda: defaultdict(dict))
    waiting: dict[int, Callable[[], KernelFault]] = field(
        default_factory=dict
    )  # what to say if nobody goes on

    def stuck(self, number: int) -> KernelFault:
        return self.waiting[number]()


@dataclass(frozen=True)
class Lane:
    """One of the two cores."""

    pair: Pair
    number: int
    wait: Wait
    first: Machine  # the core that stands for both where their block meets others
    by_memory: bool  # without loops over the two, the memory of a tile says whose it is

    def until(self, test: Callable[[], bool], otherwise: Callable[[], KernelFault]) -> None:
        self.pair.waiting[self.number] = otherwise
        self.wait(test)

    def meet(self, otherwise: Callable[[], KernelFault], last: Callable[[], None] | None = None) -> None:
        """Both come here; `last` is done by the one that comes last."""
        met, other = self.pair.met, 1 - self.number
        met[self.number] += 1
        turn = met[self.number]
        if met[other] >= turn:
            if last is not None:
                last()
            return
        self.until(lambda: met[other] >= turn or self.pair.ended[other], otherwise)

    def does(self, call: Call) -> bool:
        """Whether this core does an operation outside of the loops: what the cube core writes is written once."""
        if self.number == 0 or call.op.has(Trait.SYNC):
            return True
        tiles = [a.type for a in call.args if isinstance(a, Var) and isinstance(a.type, TileType)]
        return self.by_memory and all(t.space == "Vec" for t in tiles)


def shard(machine: Machine, call: Call) -> Local:
    """This core's part of a value, or undivided all of it."""
    source = machine.local(call.args[0])
    shape, valid = machine.extents(call)
    axis = pipe.axis_of(call.attrs["split"])
    begin = [0] * len(shape)
    if axis is not None:
        begin[axis] = machine.lane * shape[axis]
    part = source.data[tuple(slice(b, b + n) for b, n in zip(begin, shape, strict=True))]
    data = poisoned(shape, source.data.dtype)
    data[tuple(slice(0, n) for n in part.shape)] = part
    return Local(data, valid)


def gather(machine: Machine, call: Call) -> Local:
    """The joined value; undivided, that of the first core."""
    source, lane = machine.local(call.args[0]), machine.beside
    shape, valid = machine.extents(call)
    assert lane is not None
    pair, split = lane.pair, call.attrs["split"]
    turn = pair.turns[call, lane.number]
    pair.turns[call, lane.number] += 1
    parts = pair.parts[call, turn]
    parts[lane.number] = Local(source.data.copy(), source.valid)
    lane.until(
        lambda: len(parts) == 2 or (not split and 0 in parts),
        lambda: machine.fault(faults.PIPE, "", call.span, axis=1, value=faults.POP),
    )
    if len(parts) == 2:
        pair.parts.pop((call, turn), None)
    data = poisoned(shape, source.data.dtype)
    axis = pipe.axis_of(split)
    if axis is None:
        return Local(parts[0].data.copy(), valid)
    step = call.attrs.get("lane_stride") or source.data.shape[axis]
    for number in (0, 1):
        begin = [0] * len(shape)
        begin[axis] = number * step
        held = parts[number].held
        data[tuple(slice(b, b + n) for b, n in zip(begin, held.shape, strict=True))] = held
    return Local(data, valid)


CROSSINGS: dict[Any, Callable[[Any, Call], Local]] = {crossing.AIV_SHARD: shard, crossing.AIC_GATHER: gather}
