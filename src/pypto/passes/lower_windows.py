# SPDX-License-Identifier: Apache-2.0
"""Lowering of what moves data: loads, windows of tensors and of values on chip, writes into them, joined values.

t = pl.slice(x, [8, 64], [r, 0])     ->     t: Tile[[8, 64], FP32, Vec] = pl.load(x, [r, 0], [8, 64])
v = pl.slice(t, [2, 64], [1, 0])     ->     v: a tile of two rows of t, without a copy
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pypto.errors import (
    InvalidOperationError,
    UnsupportedFeatureError,
)
from pypto.ir import arith
from pypto.ir.calls import same_type
from pypto.ir.nodes import (
    Assign,
    Call,
    Dim,
    Stmt,
    TensorType,
    TileType,
    Var,
)
from pypto.ir.ops import creation, memory, shaping, transfer
from pypto.passes import matrices
from pypto.passes.cube import (
    CubeLowering,
)
from pypto.passes.elements import put_elements, take_elements
from pypto.passes.lower_indexed import window_by_index
from pypto.passes.multiples import Multiples
from pypto.passes.packed import check_part
from pypto.passes.tiles import on_chip

if TYPE_CHECKING:
    from pypto.passes.lower import Lowering


class WindowLowering(CubeLowering):
    """The part of lowering that moves data."""

    writes: bool
    multiples: Multiples

    @property
    def whole(self) -> Lowering:
        """This lowering with all its parts."""
        raise NotImplementedError

    def load(self, target: Var, call: Call) -> list[Stmt]:
        source = call.args[0]
        assert isinstance(source, Var)
        if on_chip(source.type):
            return self.window(target, source, call)
        assert isinstance(source.type, TensorType) and isinstance(target.type, TensorType)
        if not self.cube and not matrices.is_rectangle(target.type):
            return matrices.loaded(self.whole, target, call)
        tile = self.tile(target)
        shape, drop = call.attrs["shape"], call.attrs.get("drop_dims") or ()
        valid: list[Dim] = []
        kept = iter(target.type.valid_shape)
        for axis in range(len(shape)):
            valid.append(1 if axis in drop else next(kept))
        attrs = {
            "offsets": call.attrs["offset"],
            "shapes": shape,
            "valid_shape": tuple(valid),
            "transpose": target in self.transposed,
        }
        return [Assign(tile, Call(transfer.LOAD, (source,), attrs, tile.type, call.span), call.span)]

    def window(self, target: Var, source: Var, call: Call) -> list[Stmt]:
        """A slice of an on-chip value: the whole of it shares its tile, a part is copied."""
        tile, held = self.tile(target), self.tile(source)
        assert isinstance(source.type, TensorType | TileType)
        offset, shape = call.attrs["offset"], call.attrs["shape"]
        if _is_whole(offset, shape, source.type.shape) and not self.writes:
            return [Assign(tile, Call(shaping.RESHAPE, (held,), {}, tile.type, call.span), call.span)]
        found = self.rectangle(source, offset, shape, call)
        if found is None:
            return matrices.cut(self.whole, target, source, offset, shape, call)
        at, sizes = found
        assert isinstance(tile.type, TileType) and isinstance(held.type, TileType)
        if not self.in_lines(held, at, tile.type):
            check_part(held.type.dtype, at[1], call)
        if sizes[1] == 1 and tile.type.shape == (1, sizes[0]) != sizes:
            return take_elements(self, tile, held, at, sizes, call)  # a column becomes a row
        sizes = (
            self.clipped(at[0], sizes[0], held.type.shape[0]),
            self.clipped(at[1], sizes[1], held.type.shape[1]),
        )
        if not self.in_lines(held, at, tile.type):
            gathered = window_by_index(self, target, held, at, sizes, call)
            return gathered or take_elements(self, tile, held, at, sizes, call)
        attrs = {"offset": at, "shape": sizes}
        return [Assign(tile, Call(memory.SLICE, (held,), attrs, tile.type, call.span), call.span)]

    def insert(self, target: Var, call: Call) -> list[Stmt]:
        """A write into an on-chip value: a new value, in place where the old one is not needed any more."""
        old, source = call.args
        assert isinstance(old, Var) and isinstance(source, Var)
        assert isinstance(source.type, TensorType | TileType) and isinstance(
            target.type, TensorType | TileType
        )
        offset, shape = call.attrs["offset"], source.type.shape
        if self.cube and isinstance(target.type, TileType):
            return self.insert_product(target, call)
        tile, part, held = self.tile(target), self.tile(source), self.tile(old)
        whole = _is_whole(offset, shape, target.type.shape) and same_type(part.type, tile.type)
        if whole and (source.type.valid is None or self.cube):
            return [Assign(tile, part, call.span)]
        if not _equally_valid(old, target):
            wider = self.temporary(f"{old.name}_wider", target.type, call.span)
            assert isinstance(tile.type, TileType) and isinstance(held.type, TileType)
            type_ = replace(tile.type, pad=held.type.pad)
            self.tiles[wider] = Var(wider.name, type_, call.span)
            view = Assign(self.tiles[wider], Call(shaping.RESHAPE, (held,), {}, type_, call.span), call.span)
            return [view, *self.insert(target, replace(call, args=(wider, source)))]
        found = self.rectangle(target, offset, shape, call)
        if found is None or not matrices.is_rectangle(source.type):
            return matrices.spread(self.whole, target, old, source, offset, call)
        at, sizes = found
        assert isinstance(tile.type, TileType) and isinstance(part.type, TileType)
        if part.type.dtype is not tile.type.dtype:
            raise InvalidOperationError(
                f"`{source.name}` is {part.type.dtype}, `{old.name}` holds {tile.type.dtype}",
                span=call.span,
                help=f'cast it first: pl.cast({source.name}, pl.{tile.type.dtype}, mode="rint")',
                code="dtype-mismatch",
            )
        sizes = (
            self.clipped(at[0], sizes[0], tile.type.shape[0]),
            self.clipped(at[1], sizes[1], tile.type.shape[1]),
        )
        assert isinstance(held.type, TileType)
        if held.type.pad != tile.type.pad:
            tile = self.tiles[target] = Var(tile.name, replace(tile.type, pad=held.type.pad), tile.span)
        if not self.in_lines(tile, at, part.type):
            check_part(part.type.dtype, at[1], call)
            return put_elements(self, tile, held, part, at, sizes, call)
        attrs = {"offset": at, "shape": sizes}
        written = Call(memory.ASSEMBLE, (held, part), attrs, tile.type, call.span)
        return [Assign(tile, written, call.span)]

    def rectangle(
        self, var: Var, offset: Sequence[Dim], shape: Sequence[Dim], call: Call
    ) -> tuple[tuple[Dim, Dim], tuple[int, int]] | None:
        """A window of an on-chip value as rows and columns of its tile: offsets and sizes; None where its rows do
        not follow one another."""
        assert isinstance(var.type, TensorType | TileType)
        if self.cube:
            raise UnsupportedFeatureError(
                f"a part of `{var.name}` cannot be taken or written in a region that multiplies matrices",
                span=call.span,
                help="slice the tensor in global memory, or move the step to a region of its own",
                code="cube-region",
            )
        full = [arith.as_int(d) or 0 for d in var.type.shape]
        sizes = [arith.as_int(arith.simplify(d)) or 0 for d in shape]
        if matrices.leading_axes(offset, shape, var.type.shape):
            return None
        row: Dim = 0
        rows = 1
        for extent, start, size in zip(full[:-1], offset[:-1], sizes[:-1], strict=True):
            row, rows = arith.add(arith.mul(row, extent), start), rows * size
        return (arith.simplify(row), arith.simplify(offset[-1])), (rows, sizes[-1])

    def clipped(self, at: Dim, size: int, extent: int) -> int:
        """A window that hangs over the edge, as far as it lies in the tile."""
        begin = arith.as_int(at)
        return size if begin is None else min(size, extent - begin)

    def in_lines(self, held: Var, at: tuple[Dim, Dim], part: TileType) -> bool:
        """Whether a part begins at a whole 32 bytes of a line, and both sides store their cells in one order."""
        tile = held.type
        assert isinstance(tile, TileType)
        unit = tile.dtype.block
        start = at[0 if tile.blayout == "col_major" else 1]
        return part.blayout == tile.blayout and self.multiples.of(start) % unit == 0

    def concat(self, target: Var, call: Call) -> list[Stmt]:
        """Two writes into a new value, of all their cells: what is not valid of a part is taken as it is."""
        tile = self.tile(target)
        parts = [self.operand(a) for a in call.args]
        assert isinstance(tile.type, TileType)
        out: list[Stmt] = []
        value = self.temporary(f"{target.name}_new", tile.type, call.span)
        out.append(Assign(value, Call(creation.CREATE_TENSOR, (), {}, tile.type, call.span), call.span))
        column = 0
        for number, part in enumerate(parts):
            assert isinstance(part, Var) and isinstance(part.type, TileType)
            if part.type.valid is not None:
                whole = self.temporary(f"{part.name}_whole", replace(part.type, valid=None), call.span)
                view = Call(shaping.RESHAPE, (part,), {}, whole.type, call.span)
                out.append(Assign(whole, view, call.span))
                part = whole
            assert isinstance(part.type, TileType)
            last = number == len(parts) - 1
            new = tile if last else self.temporary(f"{target.name}_part", tile.type, call.span)
            if self.in_lines(tile, (0, column), part.type):
                attrs = {"offset": (0, column), "shape": part.type.shape}
                made = Call(memory.ASSEMBLE, (value, part), attrs, tile.type, call.span)
                out.append(Assign(new, made, call.span))
            else:
                check_part(part.type.dtype, column, call)
                out.extend(put_elements(self, new, value, part, (0, column), part.type.shape, call))
            value, column = new, column + part.type.shape[1]
        return out


def _is_whole(offset: Sequence[Dim], shape: Sequence[Dim], extents: Sequence[Dim]) -> bool:
    return all(arith.as_int(o) == 0 for o in offset) and all(
        arith.same(a, b) for a, b in zip(shape, extents, strict=True)
    )


def _equally_valid(a: Var, b: Var) -> bool:
    assert isinstance(a.type, TensorType | TileType) and isinstance(b.type, TensorType | TileType)
    return all(arith.same(m, n) for m, n in zip(a.type.valid_shape, b.type.valid_shape, strict=True))
