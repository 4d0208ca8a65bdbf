# SPDX-License-Identifier: Apache-2.0
"""Parts of values on chip that no copy of lines reaches, moved element by element.

v = pl.slice(t, [8, 64], [0, c])     ->     for i in pl.range(8):
                                                for j in pl.range(64):
                                                    v[i, j] = t[i, c + j]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pypto.ir import arith
from pypto.ir.dtypes import INDEX
from pypto.ir.nodes import Assign, Call, Const, Dim, Eval, For, ScalarType, Stmt, TileType, Var
from pypto.ir.ops import creation, memory

if TYPE_CHECKING:
    from pypto.passes.lower_windows import WindowLowering

_INDEX = ScalarType(INDEX)
Place = tuple[Dim, Dim]


def take_elements(
    low: WindowLowering, result: Var, held: Var, at: Place, sizes: tuple[int, int], call: Call
) -> list[Stmt]:
    """A part of a tile as a new tile; a column may become a row."""
    assert isinstance(result.type, TileType)
    created = Assign(result, Call(creation.CREATE_TENSOR, (), {}, result.type, call.span), call.span)
    turned = sizes[0] > 1 and result.type.shape[0] == 1
    loops = _each(low, result.type.valid_shape, (result, (0, 0), False), (held, at, turned), call)
    return [created, *_reach(low, held, at, sizes, call), *loops]


def put_elements(
    low: WindowLowering, result: Var, held: Var, part: Var, at: Place, sizes: tuple[int, int], call: Call
) -> list[Stmt]:
    """A copy of a tile with a part of it replaced."""
    assert isinstance(result.type, TileType) and isinstance(held.type, TileType)
    assert isinstance(part.type, TileType)
    window = {"offset": (0, 0), "shape": held.type.shape}
    copied = Assign(result, Call(memory.SLICE, (held,), window, result.type, call.span), call.span)
    loops = _each(low, part.type.valid_shape, (result, at, False), (part, (0, 0), False), call)
    return [copied, *_reach(low, held, at, sizes, call), *loops]


def _reach(low: WindowLowering, held: Var, at: Place, sizes: tuple[int, int], call: Call) -> list[Stmt]:
    """Looks at the corners of a part whose place is known at run time only: all of it has to lie inside."""
    if all(arith.as_int(a) is not None for a in at):
        return []
    out: list[Stmt] = []
    corners = (at, tuple(arith.simplify(arith.add(a, n - 1)) for a, n in zip(at, sizes, strict=True)))
    for corner in corners:
        value = low.temporary(f"{held.name}_corner", _element(held), call.span)
        read = Call(memory.READ, (held,), {"offset": corner}, value.type, call.span)
        out.append(Assign(value, read, call.span))
    return out


def _each(
    low: WindowLowering,
    extents: Place,
    into: tuple[Var, Place, bool],
    source: tuple[Var, Place, bool],
    call: Call,
) -> list[Stmt]:
    row, column = (low.temporary(f"{into[0].name}_{n}", _INDEX, call.span) for n in ("row", "column"))

    def place(side: tuple[Var, Place, bool]) -> Place:
        _, (down, along), turned = side
        first, second = (column, row) if turned else (row, column)
        return arith.simplify(arith.add(down, first)), arith.simplify(arith.add(along, second))

    value = low.temporary(f"{into[0].name}_element", _element(source[0]), call.span)
    read = Call(memory.READ, (source[0],), {"offset": place(source)}, value.type, call.span)
    write = Call(memory.WRITE, (into[0], value), {"offset": place(into)}, into[0].type, call.span)
    body: tuple[Stmt, ...] = (Assign(value, read, call.span), Eval(write, call.span))
    for var, extent in ((column, extents[1]), (row, extents[0])):
        zero, one = Const(0, _INDEX), Const(1, _INDEX)
        body = (For(var, zero, arith.to_expr(extent), one, body, span=call.span),)
    return list(body)


def _element(tile: Var) -> ScalarType:
    assert isinstance(tile.type, TileType)
    return ScalarType(tile.type.dtype)
