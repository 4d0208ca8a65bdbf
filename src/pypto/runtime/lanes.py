# SPDX-License-Identifier: Apache-2.0
"""How the interpreter moves values between the cube core and the two vector cores that it runs one after the other."""

from __future__ import annotations

from typing import Any

from pypto.ir.nodes import Call
from pypto.ir.ops import pipe
from pypto.runtime.machine import Machine
from pypto.runtime.values import Local, poisoned


def shard(machine: Machine, call: Call) -> Local:
    """This lane's half of a value, or with mode NONE all of it."""
    source = machine.local(call.args[0])
    shape, valid = machine.extents(call)
    return Local(source.data[_half(call, shape, machine.lane)].copy(), valid)


def gather(machine: Machine, call: Call) -> Local:
    """The joined value, complete once both lanes have run; with mode NONE that of lane 0."""
    source = machine.local(call.args[0])
    shape, valid = machine.extents(call)
    if machine.lane == 0:
        machine.joined[call] = poisoned(shape, source.data.dtype)
    joined = machine.joined.setdefault(call, poisoned(shape, source.data.dtype))
    if call.attrs["split"] or machine.lane == 0:
        joined[_half(call, source.data.shape, machine.lane)] = source.data
    return Local(joined.copy(), valid)


def _half(call: Call, part: tuple[int, ...], lane: int) -> tuple[Any, ...]:
    """Where a part of this shape lies in the whole."""
    axis = call.attrs["split"] - 1
    return tuple(
        slice(lane * n, lane * n + n) if number == axis else slice(0, n) for number, n in enumerate(part)
    )


CROSSINGS = {pipe.AIV_SHARD: shard, pipe.AIC_GATHER: gather}
