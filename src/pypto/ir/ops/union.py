# SPDX-License-Identifier: Apache-2.0
"""What of a partly valid value holds data after a write into it: its valid region and what was written, together.

The written window continues the valid region along one axis without a gap; anything else would be no rectangle.
Where that does not show before the run, the author answers for it.

    valid [8, 32], [8, 32] written at [8, 0]  ->  valid [16, 32]
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NoReturn, TypeVar

from pypto.ir import arith
from pypto.ir.nodes import Dim, TensorType, TileType, format_dim, format_dims
from pypto.ir.ops.table import OpError

Extents = tuple[Dim, ...]

Value = TypeVar("Value", bound=TensorType | TileType)


def written(target: Value, cells: Extents, offsets: Extents) -> Value:
    """The type of `target` after `cells` elements were written at `offsets`, one number per axis each.

    On chip the extents may be numbers of the run. A tensor in global memory holds what shows before the run, and a
    write that does not show to leave its valid region is one inside.

    Raises OpError where the two provably make no rectangle.
    """
    if target.valid is None:
        return target
    valid = _joined(target, target.valid, cells, offsets)
    if all(arith.same(v, s) for v, s in zip(valid, target.shape, strict=True)):
        return replace(target, valid=None)
    return replace(target, valid=valid)  # type: ignore[arg-type]  # of a tile: two, as its shape


def _joined(target: TensorType | TileType, held: Extents, cells: Extents, offsets: Extents) -> Extents:
    if _is_empty(cells):
        return held
    if _is_empty(held):
        if any(arith.as_int(o) for o in offsets):
            _refuse(target, cells, offsets)
        return cells
    _check(target, cells, offsets)
    chip = isinstance(target, TileType) or target.local
    out: list[Dim] = []
    for axis, (was, extent) in enumerate(zip(held, target.shape, strict=True)):
        start, size = offsets[axis], cells[axis]
        continues = arith.same(start, was)
        over = arith.as_int(arith.sub(arith.add(start, size), was))
        if arith.same(was, extent) or (over is not None and over <= 0):
            out.append(was)
            continue
        grown = arith.mul(
            size if continues else arith.add(start, size),
            _any(s for a, s in enumerate(cells) if a != axis or not (continues or arith.as_int(start) == 0)),
        )
        if continues:
            out.append(arith.add(was, grown))
        elif chip or over is not None:
            out.append(arith.maximum(was, grown))
        else:
            out.append(was)
    return tuple(out)


def _check(target: TensorType | TileType, cells: Extents, offsets: Extents) -> None:
    """OpError where the window lies apart, or beside a part of the valid region."""
    assert target.valid is not None
    grows: list[int] = []
    short: list[int] = []  # axes on which it does not reach along the valid region
    for axis, (start, size, held) in enumerate(zip(offsets, cells, target.valid, strict=True)):
        gap = arith.as_int(arith.sub(start, held))
        over = arith.as_int(arith.sub(arith.add(start, size), held))
        less = arith.as_int(arith.sub(size, held))
        if gap is not None and gap > 0:
            _refuse(target, cells, offsets)
        if over is not None and over > 0 and (arith.as_int(size) or 0) > 0:
            grows.append(axis)
        if (
            (arith.as_int(start) or 0) > 0
            or (over is not None and over < 0)
            or (less is not None and less < 0)
        ):
            short.append(axis)
    if len(grows) > 1 or any(axis != other for axis in grows for other in short):
        _refuse(target, cells, offsets)


def _refuse(target: TensorType | TileType, cells: Extents, offsets: Extents) -> NoReturn:
    assert target.valid is not None
    ranges = ", ".join(
        f"{format_dim(a)}:{format_dim(arith.add(a, n))}" for a, n in zip(offsets, cells, strict=True)
    )
    what = "tile" if isinstance(target, TileType) else "tensor"
    raise OpError(
        f"the {what} holds data in {format_dims(target.valid)}, and the window [{ranges}] does not continue it",
        "write next to what is there, along the whole of one side, or begin with all of it valid",
        "valid-shape",
    )


def _is_empty(extents: Extents) -> bool:
    return any(arith.as_int(n) == 0 for n in extents)


def _any(extents: Iterable[Dim]) -> Dim:
    """1, or 0 where one of the extents is 0 at run time."""
    total: Dim = 1
    for extent in extents:
        if arith.as_int(extent) is None:
            total = arith.mul(total, arith.minimum(extent, 1))
    return total
