# SPDX-License-Identifier: Apache-2.0
"""Which instructions may write over what they read.

An instruction that makes each element from the elements at the same place, all of one size, may write where it reads.
One that moves elements, repeats them or changes their width may not: it would read what it has written.
"""

from __future__ import annotations

from pypto.assembler import catalog
from pypto.assembler.catalog import Kind, Role
from pypto.assembler.nodes import Function, Op, Source, Use, Value
from pypto.assembler.placement import Placement, whole
from pypto.assembler.types import TileType
from pypto.errors import UserError

_MOVES = (Kind.TRANSPOSE, Kind.GATHER, Kind.GATHER_BLOCKS, Kind.CONCAT)


def _apart(op: Op) -> list[Use]:
    """The operands that an instruction needs whole until it has written its last element."""
    kind = catalog.kind_of(op)
    if kind in _MOVES:
        return catalog.reads(op)
    if kind is Kind.CONVERT:
        source, out = op.operands[0], op.outs[0]
        sizes = [use.type.elem.bits for use in (source, out) if isinstance(use.type, TileType)]
        return [source] if sizes[0] != sizes[1] else []
    if kind is Kind.LANES:
        pairs = zip(op.operands, catalog.lanes_of(op).roles, strict=False)
        return [use for use, role in pairs if role in (Role.COLUMN, Role.ROW)]
    return []


def check_aliases(source: Source, function: Function, placement: Placement) -> list[UserError]:
    """An error for each operand that an instruction writes over while it needs it."""
    errors = []
    for op in function.walk():
        errors += _shifted(source, op, placement)
        for use in _apart(op):
            for out in catalog.writes(op):
                if placement.overlap(use.value, out.value):
                    same = use.value is out.value
                    errors.append(
                        source.error(
                            f"{op.name} writes over {use.value} while it reads it"
                            if same
                            else f"{op.name} writes {out.value} over {use.value} while it reads it",
                            use.span,
                            help="give the result a tile of its own",
                            code="pto-address",
                        )
                    )
    return errors


def _shifted(source: Source, op: Op, placement: Placement) -> list[UserError]:
    """An error for each operand of the same places that the result lies over at another place."""
    kind = catalog.kind_of(op)
    if kind is Kind.LANES:
        roles = zip(op.operands, catalog.lanes_of(op).roles, strict=False)
        uses = [use for use, role in roles if role not in (Role.COLUMN, Role.ROW)]
    else:
        uses = op.operands[:1] if kind in (Kind.CONVERT, Kind.COPY) else []
    errors = []
    for use in uses:
        if not _stays(use.value, placement):
            continue
        for out in catalog.writes(op):
            if not _stays(out.value, placement) or not placement.overlap(use.value, out.value):
                continue
            if placement.range(use.value)[1] != placement.range(out.value)[1]:
                errors.append(
                    source.error(
                        f"{op.name} writes {out.value} over a part of {use.value} while it reads it",
                        use.span,
                        help="give the result the bytes of the operand, or bytes of its own",
                        code="pto-address",
                    )
                )
    return errors


def _stays(tile: object, placement: Placement) -> bool:
    """Whether a tile lies at an address of its own that is known before the run."""
    if not isinstance(tile, Value) or not isinstance(tile.type, TileType) or whole(tile) is not tile:
        return False
    return not any(tile in moving for moving in (placement.floating, placement.sliding, placement.ring))
