# SPDX-License-Identifier: Apache-2.0
"""What a chip has not at all, refused before anything is divided or lowered: operations first, then moves of tiles."""

from __future__ import annotations

from pypto.errors import ErrorGroup, InvalidOperationError, UserError
from pypto.ir.calls import CORE_KINDS
from pypto.ir.nodes import Assign, Call, Program, TileType, dtype_of, walk
from pypto.ir.ops import dispatch, transfer
from pypto.platforms import Platform


def check_chip(program: Program, platform: Platform) -> None:
    """Refuse what the chip cannot do, whatever the tiles are; also in values that nothing reads."""
    _operations(program, platform)
    _made(program, platform)
    _moves(program, platform)


def _operations(program: Program, platform: Platform) -> None:
    """Refuse all operations that the chip has for no element type, before what they read is looked at."""
    errors: list[UserError] = []
    for function in program.functions.values():
        for stmt in walk(function.body) if function.kind in CORE_KINDS else ():
            call = stmt.value if isinstance(stmt, Assign) else None
            if not isinstance(call, Call) or call.op.native is None or call.op.native[platform.generation]:
                continue
            chip, types = next((chip, types) for chip, types in sorted(call.op.native.items()) if types)
            found = dtype_of(call.type)
            dtype = found if found in types else min(types, key=lambda d: d.name)
            errors.append(
                InvalidOperationError(
                    f"{dispatch.spelling(call)} does not execute {dtype} on {platform.name}",
                    span=call.span,
                    help=f"{chip} has it: platform={chip + 'sim' * platform.simulator!r}",
                    code="dtype-support",
                )
            )
    if errors:
        raise errors[0] if len(errors) == 1 else ErrorGroup(errors)


def _made(program: Program, platform: Platform) -> None:
    """Refuse a value made of nothing in an element type that no chip computes in."""
    for function in program.functions.values():
        for stmt in walk(function.body) if function.kind in CORE_KINDS else ():
            call = stmt.value if isinstance(stmt, Assign) else None
            if not isinstance(call, Call) or call.op.native is None or call.args:
                continue
            types, dtype = frozenset().union(*call.op.native.values()), dtype_of(call.type)
            if dtype not in types:
                raise InvalidOperationError(
                    f"{dispatch.spelling(call)} does not execute {dtype} on {platform.name}",
                    span=call.span,
                    help=f"it takes {', '.join(sorted(d.name for d in types))}",
                    code="dtype-support",
                )


def _moves(program: Program, platform: Platform) -> None:
    """Refuse a move that the chip does not have, also where its two sides are on different cores."""
    for function in program.functions.values():
        for stmt in walk(function.body) if function.kind in CORE_KINDS else ():
            call = stmt.value if isinstance(stmt, Assign) else None
            if not isinstance(call, Call) or call.op is not transfer.MOVE or call.args[0] is None:
                continue
            source, target = call.args[0].type, call.type
            assert isinstance(source, TileType) and isinstance(target, TileType)
            if target.space not in platform.moves.get(source.space, ()):
                error = transfer.no_move(source.space, target.space, platform)
                raise InvalidOperationError(error.message, span=call.span, help=error.help, code=error.code)
