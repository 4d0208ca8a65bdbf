# SPDX-License-Identifier: Apache-2.0
"""Tensor-level code of a core function becomes tiles, loads and stores.

    t = pl.slice(x, [8, 64], [r, 0])          t: Tile[[8, 64], FP32, Vec] = pl.load(x, [r, 0], [8, 64])
    s = pl.row_sum(t)                    ->   tmp: Tile[[8, 64], ...];  s: Tile[[8, 1], ...] = pl.row_sum(t, tmp)
    pl.assemble(y, s, [r, 0])                 pl.store(s, [r, 0], y)

Leading axes of a value become rows, the last axis columns. Element types that the chip does not execute are refused,
except BF16 arithmetic, which is written as FP32 arithmetic with one rounding at the end. A cast becomes the chip's chain
of direct conversions. Operands of a matrix product are loaded into Mat; `spaces` moves them on.
"""

from __future__ import annotations

from dataclasses import replace

from pypto.errors import (
    CapacityError,
    Diagnostic,
    InvalidOperationError,
    Span,
    UnsupportedFeatureError,
)
from pypto.ir import arith
from pypto.ir.dtypes import BF16, FP16, FP32
from pypto.ir.enums import Mem
from pypto.ir.nodes import (
    Assign,
    Block,
    Call,
    Dim,
    Eval,
    Expr,
    For,
    Function,
    If,
    Program,
    Stmt,
    TensorType,
    TileType,
    Type,
    Var,
    While,
    walk,
)
from pypto.ir.ops import OpError, cast, creation, layout, memory, pipe, shaping, staging, system, transfer
from pypto.ir.ops.table import Trait
from pypto.passes import matrices
from pypto.passes.cube import CREATED
from pypto.passes.lower_indexed import INDEXED
from pypto.passes.lower_vector import VectorLowering
from pypto.passes.lower_windows import WindowLowering
from pypto.passes.multiples import Multiples
from pypto.passes.operands import Operands, check_pairs, product_values, reshaped_planes, transposed_loads
from pypto.passes.packed import check_packed
from pypto.passes.rows import PLACED
from pypto.passes.tiles import check_layout, on_chip
from pypto.platforms import Platform


def lower(program: Program, platform: Platform) -> Program:
    """Lower every core function."""
    functions: dict[str, Function] = {}
    hints: dict[Diagnostic, None] = {}
    for name, function in program.functions.items():
        functions[name] = function
        if function.kind in ("AIV", "AIC"):
            lowering = Lowering(function, platform)
            functions[name] = lowering.run()
            hints |= dict.fromkeys(lowering.hints)
    lowered = replace(program.with_functions(functions), warnings=(*program.warnings, *hints))
    check_packed(lowered)
    return lowered


class Lowering(WindowLowering, VectorLowering):
    def __init__(self, function: Function, platform: Platform) -> None:
        self.function = function
        self.platform = platform
        self.cube = function.kind == "AIC"
        self.tiles: dict[Var, Var] = {}
        if self.cube:
            self.function = function = Operands(function).run()
        check_pairs(function.body)
        self.transposed = transposed_loads(function.body)
        self.products = product_values(function.body) if self.cube else set()
        self.planes = reshaped_planes(function.body) if self.cube else set()
        self.stacks: dict[Var, list[Var]] = {}
        self.names: dict[str, int] = {}
        self.hints: list[Diagnostic] = []
        self.multiples = Multiples(function.body)
        # Where single elements are written, a copy must not share the bytes of its source.
        self.writes = any(
            isinstance(s, Eval)
            and isinstance(s.value, Call)
            and s.value.op is memory.WRITE
            and s.value.args[0] is not None
            and on_chip(s.value.args[0].type)
            for s in walk(function.body)
        )

    @property
    def whole(self) -> Lowering:
        return self

    def run(self) -> Function:
        return self.function.with_body(self.block(self.function.body))

    def block(self, block: Block) -> Block:
        out: list[Stmt] = []
        for stmt in block:
            out.extend(self.stmt(stmt))
        return tuple(out)

    def stmt(self, stmt: Stmt) -> list[Stmt]:
        if isinstance(stmt, For):
            return [replace(stmt, body=self.block(stmt.body))]
        if isinstance(stmt, While):
            return [replace(stmt, setup=self.block(stmt.setup), body=self.block(stmt.body))]
        if isinstance(stmt, If):
            return [replace(stmt, then=self.block(stmt.then), orelse=self.block(stmt.orelse))]
        if isinstance(stmt, Assign):
            return self.assign(stmt)
        if isinstance(stmt, Eval) and isinstance(stmt.value, Call):
            return self.effect(stmt, stmt.value)
        return [stmt]

    # Values -----------------------------------------------------------------------------------------------------

    def tile(self, var: Var) -> Var:
        """The tile that holds a local value; a tile of the kernel's own stands for itself."""
        if var not in self.tiles:
            if isinstance(var.type, TileType):
                type_ = self.whole_rows(var.type)
                self.tiles[var] = self.checked(var if type_ is var.type else replace(var, type=type_))
                return self.tiles[var]
            assert isinstance(var.type, TensorType)
            if self.cube and self.stack(var):
                raise UnsupportedFeatureError(
                    f"`{var.name}` {var.type} holds several matrices: on the cube core they are loaded, multiplied "
                    "and stored",
                    span=var.span,
                    help="multiply the matrices one by one, or store the products to a tensor in global memory",
                    code="cube-region",
                )
            space = Mem.Acc if var in self.products else Mem.Mat if self.cube else Mem.Vec
            self.tiles[var] = Var(var.name, self.tile_type(var.type, space, var), var.span)
        return self.tiles[var]

    def tile_type(self, type_: TensorType, space: Mem, var: Var) -> TileType:
        try:
            tile = creation.tile_of(type_, Mem.Mat if space is Mem.Mat else Mem.Vec, not self.cube)
        except OpError as error:
            raise CapacityError(
                f"`{var.name}`: {error.message}", span=var.span, help=error.help, code=error.code
            ) from None
        if space is Mem.Mat and var in self.transposed:
            valid = None if tile.valid is None else (tile.valid[1], tile.valid[0])
            tile = replace(tile, shape=tile.shape[::-1], valid=valid)
        if space is Mem.Acc:
            tile = replace(tile, space="Acc", blayout="col_major", slayout="row_major", fractal=1024)
            if tile.dtype in (FP16, BF16):  # rounded where it leaves the accumulator
                tile = replace(tile, dtype=FP32)
            tile = self.whole_rows(tile)
        check_layout(tile, self.platform, var.name, var.span)
        return tile

    def whole_rows(self, tile: TileType) -> TileType:
        """One row of an accumulator takes a whole block of rows."""
        if tile.space != "Acc" or arith.as_int(tile.valid_shape[0]) != 1:
            return tile
        rows = 16 if tile.dtype is FP32 else self.platform.acc_row_multiple_int32
        return (
            tile
            if tile.shape[0] >= rows
            else replace(tile, shape=(rows, tile.shape[1]), valid=tile.valid_shape)
        )

    def checked(self, var: Var) -> Var:
        """A tile of the kernel's own, which the chip can hold."""
        assert isinstance(var.type, TileType)
        check_layout(var.type, self.platform, var.name, var.span)
        return var

    def temporary(self, base: str, type_: Type, span: Span | None) -> Var:
        self.names[base] = self.names.get(base, 0) + 1
        var = Var(f"{base}_{self.names[base]}", type_, span)
        if isinstance(type_, TileType):
            check_layout(type_, self.platform, var.name, span)
        return var

    def operand(self, expr: Expr | None) -> Expr | None:
        return self.tile(expr) if isinstance(expr, Var) and on_chip(expr.type) else expr

    # Statements -------------------------------------------------------------------------------------------------

    def assign(self, stmt: Assign) -> list[Stmt]:
        target, value = stmt.target, stmt.value
        if isinstance(value, Call) and value.op is memory.READ:
            return [replace(stmt, value=self.element(value))]
        if not on_chip(target.type):
            return [stmt]
        if self.cube and self.stack(target):
            return self.stacked(target, value, stmt.span)
        if isinstance(value, Var):
            return [Assign(self.tile(target), self.tile(value), stmt.span)]
        assert isinstance(value, Call)
        op = value.op
        if op is memory.SLICE:
            return self.load(target, value)
        if op is transfer.LOAD:
            return [replace(stmt, target=self.tile(target), value=_whole_load(target, value))]
        if op is transfer.MOVE:
            return [self.move(stmt, value)]
        if op is staging.EXTRACT:
            return [self.extract(stmt, value)]
        if op is memory.ASSEMBLE:
            return self.insert(target, value)
        if op in CREATED:
            tile = self.tile(target)
            return [Assign(tile, Call(creation.CREATE_TENSOR, (), {}, tile.type, value.span), stmt.span)]
        if op is layout.REINTERPRET_VIEW and self.cube:
            raise UnsupportedFeatureError(
                "a value of a cube region keeps its element type",
                span=value.span,
                help="reinterpret it in a region of its own",
                code="cube-region",
            )
        if op in (shaping.RESHAPE, shaping.SET_VALIDSHAPE, staging.TRANSPOSE_VIEW, layout.REINTERPRET_VIEW):
            source, tile = self.operand(value.args[0]), self.tile(target)
            assert source is not None
            return [Assign(tile, Call(shaping.RESHAPE, (source,), {}, tile.type, value.span), stmt.span)]
        if op in pipe.POPS:
            tile = self.tile(target)
            assert isinstance(tile.type, TileType)
            if op is pipe.TPOP_FROM_AIC and isinstance(target.type, TensorType) and tile.type.shape[0] == 1:
                type_ = replace(self.whole_rows(replace(tile.type, space="Acc")), space=tile.type.space)
                tile = self.tiles[target] = replace(tile, type=type_)
            return [replace(stmt, target=tile, value=replace(value, type=tile.type))]
        if op is layout.CONCAT:
            return self.concat(target, value)
        if op is layout.TRANSPOSE and isinstance(target.type, TensorType):
            self.check_transpose(value)
            made = matrices.transposed(self, target, value)
            if made is not None:
                return made
        if op is cast.CAST:
            return self.cast(target, value)
        if op.has(Trait.CUBE):
            return self.multiply(target, value)
        if op in PLACED or op in INDEXED:
            self.check_region(value)
        if op in PLACED:
            return PLACED[op](self, target, value)
        if op in INDEXED:
            return INDEXED[op](self, target, value)
        return self.vector(target, value)

    def effect(self, stmt: Eval, call: Call) -> list[Stmt]:
        if call.op in (memory.ASSEMBLE, transfer.STORE) and self.cube:
            value = call.args[1 if call.op is memory.ASSEMBLE else 0]
            if isinstance(value, Var) and self.stack(value):
                return self.stacked_store(stmt, call)
        if call.op is memory.ASSEMBLE:
            target, source = call.args
            assert isinstance(target, Var) and isinstance(source, Var)
            if not self.cube and not matrices.is_rectangle(source.type):
                return matrices.stored(self, call)
            tile = self.tile(source)
            assert isinstance(tile.type, TileType) and isinstance(target.type, TensorType)
            assert isinstance(source.type, TensorType)
            if tile.type.space == "Mat":
                raise UnsupportedFeatureError(
                    "a value loaded by a cube region cannot be stored directly",
                    span=call.span,
                    help="copy it in a region of its own, or multiply it first",
                    code="cube-region",
                )
            if not memory.storable(tile.type.dtype, target.type.dtype, tile.type.space == "Acc"):
                raise InvalidOperationError(
                    f"`{source.name}` is {tile.type.dtype}, `{target.name}` holds {target.type.dtype}",
                    span=call.span,
                    help=f'cast it first: pl.cast({source.name}, pl.{target.type.dtype}, mode="rint")',
                    code="dtype-mismatch",
                )
            attrs = {
                "offsets": call.attrs["offset"],
                "shapes": source.type.valid_shape,
                "atomic": call.attrs.get("atomic"),
            }
            store = Call(transfer.STORE, (tile, target), attrs, target.type, call.span)
            return [Eval(store, stmt.span)]
        if call.op is system.EXPECT_WRITTEN:
            return [replace(stmt, value=replace(call, args=call.args[:1]))]
        if call.op is transfer.STORE:
            call = _whole_store(call)
        if call.op is memory.WRITE:
            return [replace(stmt, value=self.element(call))]
        return [replace(stmt, value=replace(call, args=tuple(self.operand(a) for a in call.args)))]

    def element(self, call: Call) -> Call:
        """A read or a write of one element; an on-chip value is counted in rows and columns."""
        array, at = call.args[0], call.attrs["offset"]
        assert array is not None
        if on_chip(array.type) and isinstance(array.type, TensorType):
            if self.cube:
                raise UnsupportedFeatureError(
                    "a region that multiplies matrices cannot read or write single elements of its values",
                    span=call.span,
                    help="read them from a tensor in global memory",
                    code="cube-region",
                )
            row: Dim = 0
            for extent, index in zip(array.type.shape[:-1], at[:-1], strict=True):
                row = arith.add(arith.mul(row, extent), index)
            # Each axis is checked for itself, against the extents that the kernel wrote.
            counted = {"offset": (row, at[-1]), "asked": at, "extents": array.type.shape}
            call = replace(call, attrs={**call.attrs, **counted})
        args = tuple(self.operand(a) for a in call.args)
        written = args[0] if call.op is memory.WRITE else None  # a write has the type of what it writes
        return replace(call, args=args, type=call.type if written is None else written.type)

    def check_transpose(self, call: Call) -> None:
        if self.cube:
            raise UnsupportedFeatureError(
                "a transposed value of a cube region is an operand of products only",
                span=call.span,
                help="transpose it in a region of its own",
                code="cube-region",
            )


def _whole_load(target: Var, call: Call) -> Call:
    """A load of the kernel's own with the extents that it left out."""
    assert isinstance(target.type, TileType)
    valid = call.attrs.get("valid_shape") or call.attrs["shapes"]
    if len(call.attrs["shapes"]) == 2:
        valid = target.type.valid_shape
    return replace(call, attrs={**call.attrs, "valid_shape": tuple(valid), "transpose": False})


def _whole_store(call: Call) -> Call:
    """A store of the kernel's own with the extents that it left out."""
    tile, target = call.args
    assert tile is not None and target is not None
    assert isinstance(tile.type, TileType) and isinstance(target.type, TensorType)
    shapes = call.attrs.get("shapes")
    if shapes is None:
        shapes = transfer.stored_cells(tile.type, target.type)
    return replace(call, attrs={**call.attrs, "shapes": tuple(shapes)})
