# SPDX-License-Identifier: Apache-2.0
"""Which instructions may write over what they read.

An instruction that makes each element from the elements at the same place, all of one size, may write where it reads.
One that moves elements, repeats them or changes their width may not: it would read what it has written.
"""

from __future__ import annotations

from pypto.assembler import catalog
from pypto.assembler.catalog import Kind, Role
from pypto.assembler.nodes import Function, Op, Source, Use
from pypto.assembler.place import Placement
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
