# SPDX-License-Identifier: Apache-2.0
"""Lowering for the cube core: products, stacks of matrices, parts and views of tiles.

    c = pl.matmul(a, b, b_trans=True)     ->     c: Tile[..., Acc] = pl.matmul(a, b), with b loaded transposed
    c = pl.matmul(a3, b3)                 ->     one tile and one product for each matrix of the batch
    y = pl.matmul(m, v)                   ->     y = pl.matmul(v, m), with m transposed

An operand that was not loaded for this product alone is read through a second tile of the same bytes whose axes
are exchanged; a product that is an operand itself goes through Mat.
"""

from __future__ import annotations

import itertools
from dataclasses import replace

from pypto.errors import Diagnostic, InvalidOperationError, Span, UnsupportedFeatureError
from pypto.ir import arith
from pypto.ir.dtypes import DType
from pypto.ir.enums import Mem
from pypto.ir.nodes import (
    Assign,
    Call,
    Const,
    Dim,
    Eval,
    Expr,
    If,
    Stmt,
    TensorType,
    TileType,
    Type,
    Var,
    dtype_of,
)
from pypto.ir.ops import creation, dispatch, matmul, memory, mx, products, rows, shaping, staging, transfer
from pypto.ir.ops.products import ACCUMULATING
from pypto.ir.ops.rules import space_layout
from pypto.ir.ops.table import OpError, Trait
from pypto.passes.operands import roles_of, stack_of
from pypto.passes.tiles import on_chip
from pypto.platforms import Platform

CREATED = frozenset({creation.CREATE_TENSOR, staging.CREATE_TILE, rows.CREATE_L1})


class CubeLowering:
    """The part of lowering that only cube functions need."""

    platform: Platform
    cube: bool
    transposed: set[Var]
    products: set[Var]
    planes: set[Var]
    stacks: dict[Var, list[Var]]
    tiles: dict[Var, Var]
    hints: list[Diagnostic]

    # Given by the lowering as a whole.

    def tile(self, var: Var) -> Var:
        raise NotImplementedError

    def tile_type(self, type_: TensorType, space: Mem, var: Var) -> TileType:
        raise NotImplementedError

    def temporary(self, base: str, type_: Type, span: Span | None) -> Var:
        raise NotImplementedError

    def operand(self, expr: Expr | None) -> Expr | None:
        raise NotImplementedError

    # Products

    def stack(self, var: Var) -> tuple[int, ...]:
        """The leading extents of several matrices; empty for one, also where it is stored with other axes."""
        return () if var in self.planes else stack_of(var.type)

    def multiply(self, target: Var, call: Call) -> list[Stmt]:
        """One product, or one for each matrix of a batch."""
        if call.op in mx.SCALED:
            tile = self.tile(target)
            args = tuple(self.operand(a) for a in call.args)
            return [Assign(tile, Call(call.op, args, {}, tile.type, call.span), call.span)]
        roles = roles_of(call)
        acc = call.args[0] if call.op in ACCUMULATING else None
        assert acc is None or isinstance(acc, Var)
        out: list[Stmt] = []
        stack = self.stack(target)
        for number, index in enumerate(itertools.product(*map(range, stack))):
            pick = [(self.matrix(var, index), dtype_of(var.type), turned) for var, turned in roles]
            made = self.matrices(target)[number] if stack else self.tile(target)
            start = None if acc is None else self.matrices(acc)[number] if stack else self.tile(acc)
            out += self.product(made, call, start, pick)
        return out

    def matrix(self, var: Var, index: tuple[int, ...]) -> Var:
        """The tile of one matrix of an operand; leading axes of extent 1 repeat."""
        stack = self.stack(var)
        if not stack:
            return self.tile(var)
        place = 0
        for extent, number in zip(stack, index[len(index) - len(stack) :], strict=True):
            place = place * extent + (number if extent != 1 else 0)
        return self.matrices(var)[place]

    def product(
        self, tile: Var, call: Call, start: Var | None, operands: list[tuple[Var, DType, bool]]
    ) -> list[Stmt]:
        out: list[Stmt] = []
        args: list[Var] = []
        for operand, dtype, turned in operands:
            args.append(self.staged(operand, dtype, turned, call, out))
        span = call.span
        op = call.op
        if op not in ACCUMULATING:
            row = {matmul.MATMUL: matmul.MATMUL, products.BATCH_MATMUL: matmul.MATMUL}.get(op, op)
            bias = [self.operand(a) for a in call.args[2:]]
            out.append(Assign(tile, Call(row, (*args, *bias), {}, tile.type, span), span))
            return out
        assert start is not None
        row = products.GEMV_ACC if op is products.GEMV_ACC else matmul.MATMUL_ACC
        init = call.args[3] if len(call.args) > 3 else None
        fresh = Assign(tile, Call(matmul.MATMUL, tuple(args), {}, tile.type, span), span)
        added = Assign(tile, Call(row, (start, *args), {}, tile.type, span), span)
        if init is None or (isinstance(init, Const) and init.value is False):
            return [*out, added]
        if isinstance(init, Const):
            return [*out, fresh]
        return [*out, If(init, (fresh,), (added,), span)]

    def staged(self, operand: Var, dtype: DType, turned: bool, call: Call, out: list[Stmt]) -> Var:
        """An operand in Mat or in its own space, its axes exchanged where it was not loaded so; a product is
        rounded to its element type on the way."""
        assert isinstance(operand.type, TileType)
        if operand.type.space == "Acc":
            blayout, slayout, fractal = space_layout("Mat", operand.type.shape)
            mat = replace(
                operand.type,
                dtype=dtype,
                space="Mat",
                blayout=blayout,
                slayout=slayout,
                fractal=fractal,
                address=None,
            )
            copy = self.temporary(f"{operand.name}_mat", mat, call.span)
            move = Call(transfer.MOVE, (operand,), {"target_memory": Mem.Mat}, copy.type, call.span)
            out.append(Assign(copy, move, call.span))
            operand = copy
        assert isinstance(operand.type, TileType)
        if turned and operand not in self.turned_tiles():
            if operand.type.space != "Mat":
                raise UnsupportedFeatureError(
                    f"`{operand.name}` in {operand.type.space} cannot be read with its axes exchanged",
                    span=call.span,
                    code="cube-region",
                )
            view = self.temporary(f"{operand.name}_t", staging.turned(operand.type), call.span)
            out.append(Assign(view, Call(shaping.RESHAPE, (operand,), {}, view.type, call.span), call.span))
            operand = view
        return operand

    def turned_tiles(self) -> set[Var]:
        """Tiles that hold an operand with its axes exchanged already."""
        found = {self.tiles[v] for v in self.transposed if v in self.tiles}
        return found.union(*(self.stacks[v] for v in self.transposed if v in self.stacks))

    # Stacks of matrices

    def matrices(self, var: Var) -> list[Var]:
        """The tiles of a value of several matrices, in row-major order of its leading axes."""
        if var not in self.stacks:
            stack = self.stack(var)
            count = 1
            for extent in stack:
                count *= extent
            tiles = []
            for number in range(count):
                name = f"{var.name}_{number}"
                part = Var(name, var.type, var.span)
                if isinstance(var.type, TensorType):
                    single = replace(
                        var.type,
                        shape=var.type.shape[-2:],
                        valid=None if var.type.valid is None else var.type.valid[-2:],
                    )
                    space = Mem.Acc if var in self.products else Mem.Mat
                    if var in self.transposed:
                        self.transposed.add(part)
                    part = Var(name, self.tile_type(single, space, part), var.span)
                else:
                    assert isinstance(var.type, TileType)
                    rows = var.type.shape[0] // count
                    valid = None if var.type.valid is None else (rows, var.type.valid[1])
                    type_ = replace(var.type, shape=(rows, var.type.shape[1]), valid=valid, batch=())
                    part = self.temporary(name, type_, var.span)
                tiles.append(part)
            self.stacks[var] = tiles
        return self.stacks[var]

    def stacked(self, target: Var, value: Expr, span: Span | None) -> list[Stmt]:
        """A statement on a value of several matrices, one by one."""
        tiles = self.matrices(target)
        if isinstance(value, Var):
            return [Assign(a, b, span) for a, b in zip(tiles, self.matrices(value), strict=True)]
        assert isinstance(value, Call)
        if value.op in CREATED:
            return [Assign(t, Call(creation.CREATE_TENSOR, (), {}, t.type, value.span), span) for t in tiles]
        source = value.args[0] if value.args else None
        if value.op in (memory.SLICE, transfer.LOAD) and source is not None and not on_chip(source.type):
            return self.stacked_load(target, value)
        if value.op.has(Trait.CUBE):
            return self.multiply(target, value)
        raise UnsupportedFeatureError(
            f"{dispatch.spelling(value)} of several matrices in a region that multiplies matrices",
            span=value.span,
            help="take the matrices one by one, or use a region of its own",
            code="cube-region",
        )

    def stacked_load(self, target: Var, call: Call) -> list[Stmt]:
        source = call.args[0]
        assert isinstance(source, Var)
        slice_ = call.op is memory.SLICE
        shape, offset = (call.attrs[k] for k in (("shape", "offset") if slice_ else ("shapes", "offsets")))
        dropped = (call.attrs.get("drop_dims") or ()) if slice_ else ()
        kept = [axis for axis in range(len(shape)) if axis not in dropped]
        leading = kept[:-2]
        assert isinstance(target.type, TensorType | TileType)
        inner = target.type.valid_shape[-2:]
        if isinstance(target.type, TileType):
            inner = (shape[kept[-2]], inner[1])
        out: list[Stmt] = []
        stack = self.stack(target)
        for tile, index in zip(self.matrices(target), itertools.product(*map(range, stack)), strict=True):
            at, size = list(offset), list(shape)
            valid: list[Dim] = [1] * len(shape)
            for axis, number in zip(leading, index, strict=True):
                at[axis], size[axis] = arith.add(offset[axis], number), 1
            for axis, extent in zip(kept[-2:], inner, strict=True):
                valid[axis] = extent
            attrs = {
                "offsets": tuple(at),
                "shapes": tuple(size),
                "valid_shape": tuple(valid),
                "transpose": tile in self.turned_tiles() or target in self.transposed,
            }
            out.append(Assign(tile, Call(transfer.LOAD, (source,), attrs, tile.type, call.span), call.span))
        return out

    def stacked_store(self, stmt: Eval, call: Call) -> list[Stmt]:
        """One store for each matrix."""
        target, source = call.args if call.op is memory.ASSEMBLE else call.args[::-1]
        assert isinstance(target, Var) and isinstance(source, Var)
        offset = call.attrs["offset" if call.op is memory.ASSEMBLE else "offsets"]
        if len(offset) != len(self.stack(source)) + 2:
            raise InvalidOperationError(
                f"`{source.name}` holds {len(self.matrices(source))} matrices, `{target.name}` has "
                f"{len(offset)} axes",
                span=call.span,
                help="the target has the leading axes of the batch",
                code="rank",
            )
        out: list[Stmt] = []
        for tile, index in zip(
            self.matrices(source), itertools.product(*map(range, self.stack(source))), strict=True
        ):
            assert isinstance(tile.type, TileType)
            at = (*(arith.add(o, i) for o, i in zip(offset, index, strict=False)), *offset[-2:])
            attrs = {
                "offsets": at,
                "shapes": (*[1] * len(index), *tile.type.valid_shape),
                "atomic": call.attrs.get("atomic"),
            }
            out.append(Eval(Call(transfer.STORE, (tile, target), attrs, target.type, call.span), stmt.span))
        return out

    # Tiles of the kernel's own

    def move(self, stmt: Assign, call: Call) -> Assign:
        """A move of the kernel's own; the order inside Left is the chip's."""
        source, target = call.args[0], stmt.target
        assert source is not None and isinstance(source.type, TileType) and isinstance(target.type, TileType)
        way = (source.type.space, target.type.space)
        if way[1] not in self.platform.moves.get(way[0], ()):
            raise self.refused(transfer.no_move(*way, self.platform), call)
        if (way[0] == "Acc" and way[1] == "Vec") or (way[0] == "Vec" and way[1] == "Mat"):
            raise UnsupportedFeatureError(
                f"a move from {way[0]} to {way[1]} crosses to another core",
                span=call.span,
                help="store the tile to a tensor in global memory and load it in a region of the other core",
                code="cube-region",
            )
        tile = self.placed(target, call)
        assert isinstance(tile.type, TileType)
        asked = call.attrs.get("blayout")
        if asked is not None and getattr(asked, "name", asked) != tile.type.blayout:
            raise InvalidOperationError(
                f"blayout={getattr(asked, 'name', asked)}: a tile in {way[1]} has blayout {tile.type.blayout} on "
                f"{self.platform.generation}",
                span=call.span,
                help="leave `blayout` out: the space decides it",
                code="memory-space",
            )
        args = tuple(self.operand(a) for a in call.args)
        attrs = {"target_memory": call.attrs["target_memory"]}
        return replace(stmt, target=tile, value=Call(call.op, args, attrs, tile.type, call.span))

    def placed(self, target: Var, call: Call) -> Var:
        """The variable of a tile that a move or an extract makes, in the order that the chip's Left has."""
        type_ = target.type
        assert isinstance(type_, TileType)
        if type_.space == "Left":
            blayout, slayout = self.platform.left_layout
            type_ = replace(type_, blayout=blayout, slayout=slayout)
        if target not in self.tiles:
            self.tiles[target] = self.checked(Var(target.name, type_, target.span))
        return self.tiles[target]

    def checked(self, var: Var) -> Var:
        raise NotImplementedError

    def extract(self, stmt: Assign, call: Call) -> Assign:
        tile = self.placed(stmt.target, call)
        source = self.operand(call.args[0])
        assert (
            isinstance(source, Var) and isinstance(source.type, TileType) and isinstance(tile.type, TileType)
        )
        if source.type.space == "Acc" and self.platform.generation == "a2a3":
            if source.type.shape != tile.type.shape:
                raise UnsupportedFeatureError(
                    "a part of an accumulator cannot be extracted on a2a3",
                    span=call.span,
                    help="move all of it: pl.move(acc, target_memory=pl.Mem.Mat); a5 extracts parts",
                    code="cube-region",
                )
            attrs = {"target_memory": Mem.Mat}
            moved = Call(transfer.MOVE, (source,), attrs, tile.type, call.span)
            return replace(stmt, target=tile, value=moved)
        attrs = {"shape": call.attrs["shape"], "target_memory": call.attrs["target_memory"]}
        value = Call(call.op, (source, *call.args[1:]), attrs, tile.type, call.span)
        return replace(stmt, target=tile, value=value)

    def insert_product(self, target: Var, call: Call) -> list[Stmt]:
        """An accumulator, converted where the tile in Mat asks for it, into a part of that tile."""
        old, source = (self.operand(a) for a in call.args)
        tile = self.tile(target)
        assert (
            isinstance(source, Var) and isinstance(source.type, TileType) and isinstance(tile.type, TileType)
        )
        if (source.type.space, tile.type.space) != ("Acc", "Mat"):
            raise InvalidOperationError(
                f"a tile in {source.type.space} is written into one in {tile.type.space}",
                span=call.span,
                help="pl.tile.assemble goes from Vec to Vec and from Acc to Mat",
                code="memory-space",
            )
        attrs = {"offset": call.attrs["offset"], "shape": source.type.shape}
        return [Assign(tile, Call(memory.ASSEMBLE, (old, source), attrs, tile.type, call.span), call.span)]

    def refused(self, error: OpError, call: Call) -> InvalidOperationError:
        return InvalidOperationError(error.message, span=call.span, help=error.help, code=error.code)
