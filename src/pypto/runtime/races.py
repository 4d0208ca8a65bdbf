# SPDX-License-Identifier: Apache-2.0
"""Two accesses that nothing puts in order, as an error that names both tasks, both lines and the bytes they share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pypto.errors import KernelFault, Span
from pypto.ir.dtypes import CODES, DType

if TYPE_CHECKING:
    from pypto.runtime.call import Program
    from pypto.runtime.device import Race, Write

WROTE, READ, ADDED = range(3)
_VERBS = {WROTE: "writes", READ: "reads", ADDED: "adds to"}


def races_fault(program: Program, races: Sequence[Race]) -> KernelFault:
    """The error for what the check found: the first pair in full, the others as notes."""
    first, *others = races
    if first.first.task < 0:
        return _undefined(program, first)
    message, help = _describe(program, first)
    notes = [
        f"{_who(program, access, first)} {_VERBS[access.kind]} it at {_place(program, access)}"
        for access in (first.first, first.second)
    ]
    if first.first.buffer >= len(program.parameters):
        notes.append(f"`{_name(program, first)}` is a scratch tensor made at {_made(program, first)}")
    for race in others:
        if race.first.task < 0:
            continue
        notes.append(
            f"another pair: {_who(program, race.first, race)} at {_place(program, race.first)} and "
            f"{_who(program, race.second, race)} at {_place(program, race.second)}, on `{_name(program, race)}`"
        )
    notes = list(dict.fromkeys(notes))
    return KernelFault(
        message, span=_span(program, first.second), notes=notes, help=help, code="unordered-access"
    )


def _undefined(program: Program, race: Race) -> KernelFault:
    """A read of memory without a content."""
    name = _name(program, race)
    notes = []
    if race.second.buffer >= len(program.parameters):
        notes.append(f"`{name}` is a scratch tensor made at {_made(program, race)}")
    return KernelFault(
        f"{_task(program, race.second)} reads {_area(program, race)} of `{name}`, which nothing has written",
        span=_span(program, race.second),
        notes=notes,
        help="write it first, load with valid_shape= what is there, or create it with init_value=",
        code="undefined-read",
    )


def _describe(program: Program, race: Race) -> tuple[str, str]:
    a, b = race.first, race.second
    name, area = _name(program, race), _area(program, race)
    if a.task == b.task and a.block == b.block:
        return _within(program, race)
    if a.task == b.task:
        if READ in (a.kind, b.kind):
            what = (
                f"one block reads what another writes: blocks {a.block} and {b.block} of {_task(program, a)}"
            )
        else:
            what = f"two blocks write the same place: blocks {a.block} and {b.block} of {_task(program, a)}"
        help = "blocks of one task have no order: give each block its own part, or write two tasks"
        return f"{what} on {area} of `{name}`", help
    if a.kind == READ:
        what = f"{_task(program, b)} {_VERBS[b.kind]} {area} of `{name}` while {_task(program, a)} may still read it"
    elif b.kind == READ:
        what = f"{_task(program, b)} reads {area} of `{name}`, which {_task(program, a)} may not have written yet"
    else:
        what = f"{_task(program, a)} and {_task(program, b)} write {area} of `{name}` in no order"
    if a.kernel == b.kernel and READ not in (a.kind, b.kind):
        help = (
            "give each task its own part, loop with pl.range, or order them: "
            "with pl.at(..., deps=[earlier]) as task:"
        )
    else:
        help = (
            "name the earlier task and wait for it: with pl.at(...) as earlier: in the one, "
            "deps=[earlier] in the other"
        )
    return what, help


def _within(program: Program, race: Race) -> tuple[str, str]:
    """Two cores of one group."""
    a, b = race.first, race.second
    if READ in (a.kind, b.kind):
        writer, reader = (b, a) if a.kind == READ else (a, b)
        what = f"{_core(reader)} reads what {_core(writer)} writes"
    else:
        what = f"{_core(a)} and {_core(b)} write the same place"
    return (
        f"{what}, in no order: block {a.block} of task {a.task} on {_area(program, race)} of `{_name(program, race)}`",
        "give each core its own part, or hand the value over through a pipe",
    )


def _core(access: Write) -> str:
    return "the cube core" if access.member == 0 else f"vector core {(access.member or 1) - 1}"


def _task(program: Program, access: Write) -> str:
    kernel = next((k for k in program.manifest["kernels"] if k["id"] == access.kernel), None)
    name = f" `{kernel['function']}`" if kernel is not None else " (its predicate)"
    return f"task {access.task}{name}"


def _who(program: Program, access: Write, race: Race) -> str:
    """A task; of two accesses of one task, the block or the core that each is of."""
    if race.first.task != race.second.task:
        return _task(program, access)
    if race.first.block != race.second.block:
        return f"block {access.block} of {_task(program, access)}"
    return f"{_core(access)} in {_task(program, access)}"


def _place(program: Program, access: Write) -> str:
    where = program.location(access.kernel, access.location)
    return f"{where[0]}:{where[1]}" if where else "an unknown line"


def _span(program: Program, access: Write) -> Span | None:
    where = program.location(access.kernel, access.location)
    return Span(where[0], where[1], max(1, where[2])) if where and where[1] > 0 else None


def _name(program: Program, race: Race) -> str:
    """The parameter, or the name that the kernel of the later access knows the tensor by."""
    if race.first.buffer < len(program.parameters):
        return program.parameters[race.first.buffer].name
    for access, argument in ((race.second, race.second_arg), (race.first, race.first_arg)):
        kernel = next((k for k in program.manifest["kernels"] if k["id"] == access.kernel), None)
        if kernel is not None and 0 <= argument < len(kernel["arguments"]):
            return str(kernel["arguments"][argument]["name"])
    return "a scratch tensor"


def _made(program: Program, race: Race) -> str:
    where = program.location(-1, race.location)
    return f"{where[0]}:{where[1]}" if where else "an unknown line"


def _area(program: Program, race: Race) -> str:
    """Rows and columns that both touched, leading axes counted together."""
    dtype: DType = CODES[race.dtype]
    size, columns = dtype.get_byte(), max(1, race.columns)
    first = race.offset // size
    last = (race.offset + (race.rows - 1) * race.pitch + race.row_bytes - 1) // size
    low, high = first // columns, last // columns
    width = race.row_bytes // size
    left = first % columns
    if left + width > columns or (race.rows > 1 and race.pitch % (columns * size)):
        left, width = 0, columns
    return f"{_range('row', low, high)}, {_range('column', left, left + max(1, width) - 1)}"


def _range(word: str, low: int, high: int) -> str:
    return f"{word} {low}" if low == high else f"{word}s {low}..{high}"
