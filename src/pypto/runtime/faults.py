# SPDX-License-Identifier: Apache-2.0
"""A fault of a kernel or of the orchestration, as an error that names line, tensor, axis, range and extent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pypto.errors import ArgumentError, KernelFault, Span
from pypto.ir.enums import PipeType

if TYPE_CHECKING:
    from pypto.runtime.call import Program
    from pypto.runtime.device import Fault

LOAD_BOUNDS, STORE_BOUNDS, READ_BOUNDS, WRITE_BOUNDS, VALID_SHAPE, TRAP, BUFFER, SLICE = range(1, 9)
BLOCKS, TASKS, KERNEL, DEP, PIPE, EVENT, BARRIER, PACKED, RING = range(9, 18)
PUSH, POP, HELD, FREE, LEFT, OPEN, ALONE = range(7)

MOST_BLOCKS = 2**31 - 1
"""Of one task."""

_BOUNDS = {
    LOAD_BOUNDS: ("load", "reads", "load-bounds"),
    STORE_BOUNDS: ("store", "writes", "store-bounds"),
    READ_BOUNDS: ("read", "reads", "read-bounds"),
    WRITE_BOUNDS: ("write", "writes", "write-bounds"),
}


_ON_CORE, _SCRATCH = "a value on the core", "a scratch tensor"
"""What messages call what has no name in the source."""


class DeviceMemoryError(ArgumentError, MemoryError):
    """The system has no room for what a call needs on the device."""

    default_code = "memory"


NO_ROOM = "{} {} bytes of device memory, more than the system has"


def no_memory(program: Program, fault: Fault, orchestration: bool, size: int) -> DeviceMemoryError:
    """The error for arguments, or a scratch tensor of the orchestration, that find no room."""
    what = "a scratch tensor needs" if orchestration else "the arguments need"
    return DeviceMemoryError(
        NO_ROOM.format(what, size), span=_span(program, -1, fault.location) if orchestration else None
    )


def too_many_blocks(blocks: int) -> str:
    return f"too many blocks: {blocks}, where a task has at most {MOST_BLOCKS}"


def kernel_fault(program: Program, fault: Fault, orchestration: bool, buffer: int) -> KernelFault:
    """The error for what the device reported."""
    kernel = _kernel(program, fault.kernel)
    span = _span(program, -1 if orchestration else fault.kernel, fault.location)
    created = orchestration and fault.code == VALID_SHAPE and buffer < 0
    name = "" if created else _tensor_name(program, kernel, fault.arg, buffer)
    notes = []
    if orchestration:
        if kernel is not None:
            notes.append(f"while task {fault.task} of kernel `{kernel['function']}` was being submitted")
        else:
            notes.append("in the orchestration, between tasks")
    elif kernel is not None:
        notes.append(
            f"in kernel `{kernel['function']}` ({kernel['cpp']}), task {fault.task}, block {fault.block}"
        )
    parameter = program.parameters[buffer].name if 0 <= buffer < len(program.parameters) else None
    if parameter is not None and parameter != name:
        notes.append(f"`{name}` is a part of the parameter `{parameter}`")
    message, code, help = fault_text(fault, name)
    return KernelFault(message, span=span, notes=notes, help=help, code=code)


def fault_text(fault: Fault, name: str) -> tuple[str, str, str | None]:
    help = None
    shown = name if name in (_ON_CORE, _SCRATCH) else f"`{name}`"
    if fault.code in _BOUNDS:
        verb, does, code = _BOUNDS[fault.code]
        if fault.axis < 0:
            asked = f"bytes {fault.begin} to {fault.begin + fault.size} of {fault.extent}"
            if fault.size == 1:
                asked = f"element {fault.begin} of {fault.extent}"
            return f"{verb} {does} outside of {shown}: {asked}", code, None
        asked = f"[{fault.begin}, {fault.begin + fault.size}) of axis {fault.axis}, whose extent is {fault.extent}"
        if fault.code == LOAD_BOUNDS and fault.begin >= 0 and fault.begin < fault.extent:
            left = fault.extent - fault.begin
            help = f"where the tile may hang over the edge, load with valid_shape= of at most {left}"
            help += f" on axis {fault.axis}"
        elif fault.code in (LOAD_BOUNDS, STORE_BOUNDS) and fault.begin >= fault.extent:
            help = "it begins behind the end: run fewer blocks or iterations"
        return f"{verb} {does} outside of {shown}: {asked}", code, help
    if fault.code == VALID_SHAPE and not name:
        return f"the extent of a new tensor is {fault.size} on axis {fault.axis}", "valid-shape", None
    if fault.code == VALID_SHAPE:
        return (
            f"valid extent {fault.size} on axis {fault.axis} of {shown} does not lie in [0, {fault.extent}]",
            "valid-shape",
            None,
        )
    if fault.code == SLICE and fault.axis < 0:
        return f"index {fault.begin} is outside of an array of {fault.size} elements", "array-bounds", None
    if fault.code == SLICE:
        asked = f"[{fault.begin}, {fault.begin + fault.size}) of axis {fault.axis}"
        return f"a slice reaches outside of its tensor: {asked}", "slice-bounds", None
    if fault.code == BUFFER:
        end = fault.begin + fault.size
        return (
            f"{shown} reaches outside of its buffer: bytes {fault.begin} to {end} of {fault.extent}",
            "buffer-bounds",
            None,
        )
    if fault.code == BLOCKS:
        return too_many_blocks(fault.begin), "too-many-blocks", None
    if fault.code == TASKS:
        return f"too many tasks: a call has at most {fault.extent}", "too-many-tasks", None
    if fault.code == KERNEL:
        return (
            f"unknown kernel {fault.begin}: the program has {fault.extent} kernels",
            "unknown-kernel",
            "the orchestration and the list of kernels in program.json disagree; compile the kernel again",
        )
    if fault.code == DEP:
        message = f"a dependency names task {fault.begin}, but {fault.extent} tasks were submitted before"
        return message, "unknown-task", None
    if fault.code == PIPE:
        return pipe_text(fault)
    if fault.code == EVENT:
        return event_text(fault)
    if fault.code == PACKED:
        message = f"a part of {shown} begins inside a byte, at element {fault.begin}: two elements share one"
        return message, "packed-offset", "let it begin at an even element"
    if fault.code == BARRIER:
        return barrier_text(fault)
    if fault.code == RING:
        return ring_text(fault)
    numbers = ", ".join(str(n) for n in (fault.begin, fault.size, fault.extent, fault.value) if n)
    if numbers:
        return f"the kernel stopped itself ({numbers})", "trap", None
    help = "a compiled kernel does so where it reads a value on the core that nothing was written into on the way "
    help += "taken: start the value with pl.full, or write it on every path"
    return "the kernel stopped itself", "trap", help


_RINGS = (
    ("tasks", "slots", "ring_task_window", "task-window"),
    ("bytes of scratch tensors", "bytes", "ring_heap", "heap-ring"),
    ("edges between tasks", "entries", "ring_dep_pool", "dependency-pool"),
)


def ring_text(fault: Fault) -> tuple[str, str, str | None]:
    """What open runtime scopes would hold at once, and a ring of the configured size does not."""
    what, unit, key, code = _RINGS[fault.value]
    message = (
        f"open scopes would hold {fault.begin} {what}, where ring {fault.axis} has {fault.extent} {unit}"
    )
    needed = 1 << max(0, fault.begin - 1).bit_length()
    return message, code, f"split the scope, so that it ends earlier, or raise {key} to {needed}"


NOT_ALL = 3
"""`value` of a fault of an event that all cores of a launch raise together: some do not."""
OTHER_PIPE = 4
"""Of one that a wait takes for the event of another pipe than raised it; `extent` has a bit for each pipe that did."""


def event_text(fault: Fault) -> tuple[str, str, str | None]:
    """What went wrong with an event between the cores of a cluster."""
    if fault.value == 2:
        message = f"event {fault.begin} is for another core of the cluster, and this kernel has none"
        return message, "event", "a region that uses the cube core and the vector cores has several"
    if fault.value == 1:
        return f"event {fault.begin} does not exist: the events are 0 to {fault.extent - 3}", "event", None
    if fault.value == OTHER_PIPE:
        pipes = [pipe.name for number, pipe in enumerate(PipeType) if fault.extent >> number & 1]
        message = f"pl.system.sync_wait waits for event {fault.begin} of another pipe than raises it: {', '.join(pipes)}"
        return message, "event", f"name the pipe of pl.system.sync_set: pipe=pl.PipeType.{pipes[0]}"
    if fault.value == NOT_ALL:
        message = (
            f"deadlock: pl.system.sync_wait waits for event {fault.begin}, and not every core of the launch "
        )
        help = "raise it on every core as often as it is awaited: keep pl.system.sync_set out of conditions on the block"
        return message + "raises it", "event", help
    message = f"deadlock: pl.system.sync_wait waits for event {fault.begin}, and nobody raises it any more"
    return message, "event", "raise it with pl.system.sync_set on the other core, as often as it is awaited"


def barrier_text(fault: Fault) -> tuple[str, str, str | None]:
    """What went wrong where the blocks of a task meet."""
    if fault.value == 2:
        message = f"{fault.begin} blocks wait for each other, where at most {fault.extent} can run at once"
        return message, "barrier", "launch fewer blocks, and let each do more"
    if fault.value == 1:
        message = f"pl.system.syncall waits for {fault.begin} cores, and {fault.extent} run the task"
        return message, "barrier", f"used_cores={fault.extent}, or 0 for as many as there are"
    message = "deadlock: a block waits at pl.system.syncall, and another one ends without coming to it"
    return (
        message,
        "barrier",
        "let every block execute as many barriers: keep them out of conditions on the block",
    )


def pipe_text(fault: Fault) -> tuple[str, str, str | None]:
    """What went wrong with a pipe between the cores of a group."""
    way = "cube to vector" if fault.axis == 0 else "vector to cube"
    pipe = f"pipe {fault.begin} from {way}"
    if fault.value == PUSH:
        message = (
            f"deadlock: the push waits for one of the {fault.extent} slots of {pipe}, and nothing frees one"
        )
        help = "pop and free as often as the other side pushes"
    elif fault.value == POP:
        message = f"deadlock: the pop waits for {pipe}, and nothing pushes into it any more"
        help = "push as often as the other side pops"
    elif fault.value == HELD:
        message = f"the pop finds all {fault.extent} slots of {pipe} held"
        help = "free what was popped after its last use, or give the pipe more slots"
    elif fault.value == FREE:
        message = f"a free of {pipe} without a pop before it"
        help = "free once after each pop"
    elif fault.value == LEFT:
        message = f"the block ends with {fault.extent} slot(s) of {pipe} still in use"
        help = "match each push by one pop, and each pop by one free"
    elif fault.value == OPEN:
        message = f"{pipe} is opened in another way by the other core"
        help = "both sides give the same slot size, number of slots and buffers"
    else:
        message, help = "a pipe is used outside of a group of cube and vector cores", None
    return message, "pipe", help


def _span(program: Program, kernel: int, location: int) -> Span | None:
    where = program.location(kernel, location)
    return Span(where[0], where[1], max(1, where[2])) if where and where[1] > 0 else None


def _kernel(program: Program, index: int) -> dict[str, Any] | None:
    kernels, groups = program.manifest["kernels"], program.manifest["groups"]
    if 0 <= index - len(kernels) < len(groups):
        index = groups[index - len(kernels)][0]  # a task of a group, by its cube core
    return next((k for k in kernels if k["id"] == index), None)


def _tensor_name(program: Program, kernel: dict[str, Any] | None, arg: int, buffer: int) -> str:
    if kernel is not None and 0 <= arg < len(kernel["arguments"]):
        return str(kernel["arguments"][arg]["name"])
    if 0 <= buffer < len(program.parameters):
        return program.parameters[buffer].name
    if kernel is not None and arg < 0:
        return _ON_CORE
    return _SCRATCH
