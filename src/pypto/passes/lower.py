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

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NoReturn

from pypto.errors import (
    CapacityError,
    InvalidOperationError,
    Span,
    UnsupportedFeatureError,
)
from pypto.ir import arith
from pypto.ir.calls import bind, same_type
from pypto.ir.dtypes import BF16, FP16, FP32, DType
from pypto.ir.enums import Mem, PadValue
from pypto.ir.evaluate import normalise
from pypto.ir.nodes import (
    Assign,
    Block,
    Call,
    Const,
    Dim,
    Eval,
    Expr,
    For,
    Function,
    If,
    Program,
    ScalarType,
    Stmt,
    TensorType,
    TileType,
    Type,
    Var,
    While,
    dtype_of,
    format_dim,
    format_dims,
    walk,
)
from pypto.ir.ops import OpError, cast, compare, layout, memory, pipe, staging, system
from pypto.ir.ops.rules import tile_layout
from pypto.ir.ops.table import SCRATCH_NAMES, Op, Trait
from pypto.passes.cube import (
    CREATED,
    CubeLowering,
    Operands,
    check_pairs,
    product_values,
    reshaped_planes,
    transposed_loads,
)
from pypto.passes.lower_indexed import INDEXED, window_by_index
from pypto.passes.rows import PLACED
from pypto.passes.tiles import check_layout, on_chip
from pypto.platforms import Platform


def lower(program: Program, platform: Platform) -> Program:
    """Lower every core function."""
    functions = {
        name: Lowering(f, platform).run() if f.kind in ("AIV", "AIC") else f
        for name, f in program.functions.items()
    }
    return program.with_functions(functions)


class Lowering(CubeLowering):
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
        # Where single elements are written, a copy must not share the bytes of its source.
        self.writes = any(
            isinstance(s, Eval)
            and isinstance(s.value, Call)
            and s.value.op is memory.WRITE
            and s.value.args[0] is not None
            and on_chip(s.value.args[0].type)
            for s in walk(function.body)
        )

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
            tile = memory.tile_of(type_, Mem.Mat if space is Mem.Mat else Mem.Vec)
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
        if op is memory.LOAD:
            return [replace(stmt, target=self.tile(target), value=_whole_load(target, value))]
        if op is memory.MOVE:
            return [self.move(stmt, value)]
        if op is staging.EXTRACT:
            return [self.extract(stmt, value)]
        if op is memory.ASSEMBLE:
            return self.insert(target, value)
        if op in CREATED:
            tile = self.tile(target)
            return [Assign(tile, Call(memory.CREATE_TENSOR, (), {}, tile.type, value.span), stmt.span)]
        if op is layout.REINTERPRET_VIEW and self.cube:
            raise UnsupportedFeatureError(
                "a value of a cube region keeps its element type",
                span=value.span,
                help="reinterpret it in a region of its own",
                code="cube-region",
            )
        if op in (memory.RESHAPE, memory.SET_VALIDSHAPE, staging.TRANSPOSE_VIEW, layout.REINTERPRET_VIEW):
            source, tile = self.operand(value.args[0]), self.tile(target)
            assert source is not None
            return [Assign(tile, Call(memory.RESHAPE, (source,), {}, tile.type, value.span), stmt.span)]
        if op in pipe.POPS:
            tile = self.tile(target)
            assert isinstance(tile.type, TileType)
            if op is pipe.TPOP_FROM_AIC and isinstance(target.type, TensorType) and tile.type.shape[0] == 1:
                type_ = replace(self.whole_rows(replace(tile.type, space="Acc")), space=tile.type.space)
                tile = self.tiles[target] = replace(tile, type=type_)
            return [replace(stmt, target=tile, value=replace(value, type=tile.type))]
        if op is layout.CONCAT:
            return self.concat(target, value)
        if op is layout.TRANSPOSE:
            self.check_transpose(value)
        if op is cast.CAST:
            return self.cast(target, value)
        if op.has(Trait.CUBE):
            return self.multiply(target, value)
        if op in PLACED:
            return PLACED[op](self, target, value)
        if op in INDEXED:
            return INDEXED[op](self, target, value)
        return self.vector(target, value)

    def effect(self, stmt: Eval, call: Call) -> list[Stmt]:
        if call.op in (memory.ASSEMBLE, memory.STORE) and self.cube:
            value = call.args[1 if call.op is memory.ASSEMBLE else 0]
            if isinstance(value, Var) and self.stack(value):
                return self.stacked_store(stmt, call)
        if call.op is memory.ASSEMBLE:
            target, source = call.args
            assert isinstance(target, Var) and isinstance(source, Var)
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
            store = Call(memory.STORE, (tile, target), attrs, target.type, call.span)
            return [Eval(store, stmt.span)]
        if call.op is system.EXPECT_WRITTEN:
            return [replace(stmt, value=replace(call, args=call.args[:1]))]
        if call.op is memory.STORE:
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
            call = replace(call, attrs={**call.attrs, "offset": (row, at[-1])})
        return replace(call, args=tuple(self.operand(a) for a in call.args))

    def load(self, target: Var, call: Call) -> list[Stmt]:
        source = call.args[0]
        assert isinstance(source, Var)
        if on_chip(source.type):
            return self.window(target, source, call)
        assert isinstance(source.type, TensorType) and isinstance(target.type, TensorType)
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
        return [Assign(tile, Call(memory.LOAD, (source,), attrs, tile.type, call.span), call.span)]

    def window(self, target: Var, source: Var, call: Call) -> list[Stmt]:
        """A slice of an on-chip value: the whole of it shares its tile, a part is copied."""
        tile, held = self.tile(target), self.tile(source)
        assert isinstance(source.type, TensorType | TileType)
        offset, shape = call.attrs["offset"], call.attrs["shape"]
        if _is_whole(offset, shape, source.type.shape) and not self.writes:
            return [Assign(tile, Call(memory.RESHAPE, (held,), {}, tile.type, call.span), call.span)]
        at, sizes = self.rectangle(source, offset, shape, call)
        assert isinstance(tile.type, TileType) and isinstance(held.type, TileType)
        if tile.type.shape[0] * tile.type.shape[1] != arith.product(shape) or tile.type.shape[1] != shape[-1]:
            raise UnsupportedFeatureError(
                f"a column of the on-chip value `{source.name}` cannot become a row",
                span=call.span,
                help="slice the tensor in global memory, or keep the axis: x[:, 0:1]",
                code="column-to-row",
            )
        sizes = (
            self.clipped(at[0], sizes[0], held.type.shape[0]),
            self.clipped(at[1], sizes[1], held.type.shape[1]),
        )
        axis, unit = 0 if held.type.blayout == "col_major" else 1, 32 // held.type.dtype.get_byte()
        if tile.type.blayout != held.type.blayout or (arith.as_int(at[axis]) or 0) % unit:
            found = window_by_index(self, target, held, at, sizes, call)
            if found is not None:
                return found
        self.check_window(held, source.name, at, sizes, tile.type.blayout, call)
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
        at, sizes = self.rectangle(target, offset, shape, call)
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
        self.check_window(tile, old.name, at, sizes, part.type.blayout, call)
        attrs = {"offset": at, "shape": sizes}
        assert isinstance(held.type, TileType)
        if held.type.pad != tile.type.pad:
            tile = self.tiles[target] = Var(tile.name, replace(tile.type, pad=held.type.pad), tile.span)
        written = Call(memory.ASSEMBLE, (held, part), attrs, tile.type, call.span)
        return [Assign(tile, written, call.span)]

    def rectangle(
        self, var: Var, offset: Sequence[Dim], shape: Sequence[Dim], call: Call
    ) -> tuple[tuple[Dim, Dim], tuple[int, int]]:
        """A window of an on-chip value as rows and columns of its tile: offsets and sizes."""
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
        head = next((i for i, n in enumerate(sizes[:-1]) if n != 1), len(sizes) - 1)
        if any(a != b for a, b in zip(sizes[head + 1 : -1], full[head + 1 : -1], strict=True)):
            raise UnsupportedFeatureError(
                f"the window {format_dims(tuple(shape))} of the on-chip value `{var.name}` {var.type} "
                "is no run of adjacent rows",
                span=call.span,
                help="take it apart along the leading axis, or slice the tensor in global memory",
                code="on-chip-window",
            )
        row: Dim = 0
        rows = 1
        for extent, start, size in zip(full[:-1], offset[:-1], sizes[:-1], strict=True):
            row, rows = arith.add(arith.mul(row, extent), start), rows * size
        return (arith.simplify(row), arith.simplify(offset[-1])), (rows, sizes[-1])

    def clipped(self, at: Dim, size: int, extent: int) -> int:
        """A window that hangs over the edge, as far as it lies in the tile."""
        begin = arith.as_int(at)
        return size if begin is None else min(size, extent - begin)

    def check_window(
        self, held: Var, name: str, at: tuple[Dim, Dim], sizes: tuple[int, int], layout: str, call: Call
    ) -> None:
        """A window begins at a whole 32 bytes of a line, and both sides store their cells in one order."""
        assert isinstance(held.type, TileType)
        tile = held.type
        way = (
            "slice the tensor in global memory, or take the columns by index: pl.gather(x, dim=-1, index=...)"
        )
        if call.op is not memory.SLICE:
            way = "write the parts to a tensor in global memory, and read them in a region after it"
        if layout != tile.blayout:
            raise UnsupportedFeatureError(
                f"a single column and a part of `{name}` are stored in different orders",
                span=call.span,
                help=f"use at least two columns, or {way}",
                code="column-to-row",
            )
        axis = 0 if tile.blayout == "col_major" else 1
        start, unit = arith.as_int(at[axis]), 32 // tile.dtype.get_byte()
        word = ("row", "column")[axis]
        if start is None:
            raise UnsupportedFeatureError(
                f"the {word} at which a part of the on-chip value `{name}` begins must be known at compile time",
                span=call.span,
                help=f"unroll the loop: pl.unroll(...), or {way}",
                code="not-static",
            )
        if start % unit:
            raise CapacityError(
                f"a part of the on-chip value `{name}` begins at {word} {start}, {start * tile.dtype.get_byte()} bytes "
                "into a line: not a multiple of 32",
                span=call.span,
                help=f"begin at a multiple of {unit} {word}s, or {way}",
                code="alignment",
            )

    def concat(self, target: Var, call: Call) -> list[Stmt]:
        """Two writes into a new value."""
        tile = self.tile(target)
        parts = [self.operand(a) for a in call.args]
        assert isinstance(tile.type, TileType)
        out: list[Stmt] = []
        value = self.temporary(f"{target.name}_new", tile.type, call.span)
        out.append(Assign(value, Call(memory.CREATE_TENSOR, (), {}, tile.type, call.span), call.span))
        column = 0
        for number, part in enumerate(parts):
            assert isinstance(part, Var) and isinstance(part.type, TileType)
            self.check_window(tile, part.name, (0, column), part.type.shape, part.type.blayout, call)
            last = number == len(parts) - 1
            new = tile if last else self.temporary(f"{target.name}_part", tile.type, call.span)
            attrs = {"offset": (0, column), "shape": part.type.shape}
            out.append(
                Assign(new, Call(memory.ASSEMBLE, (value, part), attrs, tile.type, call.span), call.span)
            )
            value, column = new, column + part.type.shape[1]
        return out

    def check_transpose(self, call: Call) -> None:
        source = call.args[0]
        assert source is not None and isinstance(source.type, TensorType | TileType)
        rank = len(source.type.shape)
        axes = set(layout.axes_of(rank, call.attrs["axis1"], call.attrs["axis2"]))
        if self.cube:
            raise UnsupportedFeatureError(
                "a transposed value of a cube region is an operand of products only",
                span=call.span,
                help="transpose it in a region of its own",
                code="cube-region",
            )
        if axes != {rank - 2, rank - 1} or any(arith.as_int(d) != 1 for d in source.type.shape[:-2]):
            raise UnsupportedFeatureError(
                f"pl.transpose of axes {sorted(axes)} of the on-chip value {source.type}",
                span=call.span,
                help="exchange the last two axes of one matrix, or transpose the tensor in orchestration",
                code="on-chip-transpose",
            )

    def cast(self, target: Var, call: Call) -> list[Stmt]:
        source = call.args[0]
        assert isinstance(source, Var)
        given, wanted = dtype_of(source.type), call.attrs["target_type"]
        steps = cast.chain(given, wanted, self.platform.generation)
        if steps is None:
            raise InvalidOperationError(
                f"{self.platform.name} has no conversion from {given} to {wanted}",
                span=call.span,
                help=_cast_help(given, wanted, self.platform.generation),
                code="cast-chain",
            )
        out: list[Stmt] = []
        current = self.tile(source)
        mode = cast.mode_name(call.attrs["mode"])
        for i, step in enumerate(steps):
            last = i == len(steps) - 1
            assert isinstance(current.type, TileType)
            result = (
                self.tile(target)
                if last
                else self.temporary(
                    f"{target.name}_{step.name.lower()}", _retyped(current.type, step), call.span
                )
            )
            attrs = {"target_type": step, "mode": mode}
            out.append(Assign(result, Call(cast.CAST, (current,), attrs, result.type, call.span), call.span))
            current = result
        return out

    def vector(self, target: Var, call: Call) -> list[Stmt]:
        """One vector instruction, with scratch where it needs one and BF16 widened where the chip lacks it."""
        op = call.op
        try:
            tile = self.tile(target)
        except CapacityError as error:
            raise self.too_narrow(call, error) from None
        if op is memory.FILLPAD or op in layout.FILLS:
            tile = self.padded(target, call)
        args = [self.operand(a) for a in call.args]
        apart = {*SCRATCH_NAMES, "mask"}  # operands of an element type of their own
        data = (a for p, a in zip(op.value_params, args, strict=False) if p.name not in apart)
        tiles = [a for a in data if isinstance(a, Var) and isinstance(a.type, TileType)]
        self.check_rank(call)
        dtypes = [a.type.dtype for a in tiles if isinstance(a.type, TileType)] or [_result_dtype(tile)]
        allowed = self.executed(op)
        bad = next((d for d in dtypes if allowed is not None and d not in allowed), None)
        reduces = op.has(Trait.ROW_REDUCTION) or op.has(Trait.COL_REDUCTION)
        if bad is BF16 and allowed is not None and FP32 in allowed and not reduces:
            return self.widened(tile, call, args)
        if bad is not None:
            assert allowed is not None
            self.refuse_dtype(call, bad, allowed)
        return self.instruction(tile, call, args)

    def executed(self, op: Op) -> frozenset[DType] | None:
        """The element types that the chip executes, None where it asks nothing."""
        return None if op.native is None else op.native[self.platform.generation]

    def too_narrow(self, call: Call, error: CapacityError) -> CapacityError:
        """A reduction of too few rows or columns: its result has no other shape, but its operand may."""
        row = call.op.has(Trait.ROW_REDUCTION)
        source = call.args[0] if call.args else None
        if error.code != "alignment" or not (row or call.op.has(Trait.COL_REDUCTION)):
            return error
        assert isinstance(source, Var) and isinstance(source.type, TensorType | TileType)
        assert isinstance(call.type, TensorType | TileType)
        unit = 32 // call.type.dtype.get_byte()
        shape, axis = list(source.type.shape), -2 if row else -1
        held = list(source.type.valid_shape)
        if len(shape) < 2 or arith.as_int(shape[axis]) is None:
            return error
        shape[axis] = -(-int(shape[axis]) // unit) * unit  # type: ignore[arg-type]
        what = "rows" if row else "columns"
        error.help = (
            f"reduce a multiple of {unit} {what}, of which {format_dim(held[axis])} valid: take the operand as "
            f"{format_dims(tuple(shape))} with valid_shape={format_dims(tuple(held))}"
        )
        return error

    def check_native(self, call: Call, dtype: DType) -> None:
        """The chip executes an operation for this element type."""
        allowed = self.executed(call.op)
        if allowed is not None and dtype not in allowed:
            self.refuse_dtype(call, dtype, allowed)

    def refuse_dtype(self, call: Call, dtype: DType, allowed: frozenset[DType], what: str = "") -> NoReturn:
        names = ", ".join(sorted(d.name for d in allowed))
        help = f"it takes {names}; cast first: pl.cast(x, pl.{_nearest(dtype, allowed)})" if allowed else None
        raise InvalidOperationError(
            f"pl.{call.op.name} does not execute {what}{dtype} on {self.platform.name}",
            span=call.span,
            help=help,
            code="dtype-support",
        )

    def padded(self, target: Var, call: Call) -> Var:
        """The tile type of a fill remembers what it wrote outside the valid region."""
        tile = self.tile(target)
        source = self.operand(call.args[0])
        assert (
            isinstance(tile.type, TileType) and isinstance(source, Var) and isinstance(source.type, TileType)
        )
        if source.type.blayout != tile.type.blayout:
            raise UnsupportedFeatureError(
                f"a single column cannot be filled into the larger shape {format_dims(tile.type.shape)}",
                span=call.span,
                help="write it into a pl.full(...) of that shape in global memory",
                code="column-to-row",
            )
        large = call.attrs.get("shape")
        if large is not None and isinstance(call.args[0], Var):
            given = call.args[0].type
            assert isinstance(given, TensorType | TileType)
            if any(not arith.same(a, b) for a, b in zip(large[1:-1], given.shape[1:-1], strict=True)):
                raise UnsupportedFeatureError(
                    f"a fill from {format_dims(given.shape)} to {format_dims(tuple(large))} moves more than one matrix",
                    span=call.span,
                    help="only the first and the last axis may grow; loop over the leading axes",
                    code="rank",
                )
        number = memory.pad_number(bind(call, True)["pad_value"], tile.type.dtype)
        pad = PadValue.zero if number == 0 else PadValue.max if number > 0 else PadValue.min
        self.tiles[target] = Var(tile.name, replace(tile.type, pad=pad.value), tile.span)
        return self.tiles[target]

    def instruction(self, tile: Var, call: Call, args: Sequence[Expr | None]) -> list[Stmt]:
        op = call.op
        if op in (compare.CMP, compare.CMPS) and isinstance(call.type, TensorType):
            return self.comparison(tile, call, args)
        at = op.scratch_at
        if op.has(Trait.SCRATCH) and at is not None and (len(args) <= at or args[at] is None):
            first = args[0]
            assert isinstance(first, Var) and isinstance(first.type, TileType)
            plain = replace(first.type, valid=None)
            scratch = self.temporary("scratch", op.scratch(plain) if op.scratch else plain, call.span)
            space = Call(memory.CREATE_TENSOR, (), {}, scratch.type, call.span)
            worked = Call(op, (*args[:at], scratch, *args[at + 1 :]), {}, tile.type, call.span)
            return [Assign(scratch, space, call.span), Assign(tile, worked, call.span)]
        if op is memory.FULL:
            filled = Call(op, (), {"value": call.attrs["value"]}, tile.type, call.span)
            return [Assign(tile, filled, call.span)]
        if op.has(Trait.ROW_EXPAND) or op.has(Trait.COL_EXPAND):
            args = args[:2]
        attrs = call.attrs if op.pto_attrs else {}
        views, args = self.same_region(tile, op, args, call.span)
        return [*views, Assign(tile, Call(op, tuple(args), attrs, tile.type, call.span), call.span)]

    def same_region(
        self, tile: Var, op: Op, args: Sequence[Expr | None], span: Span | None
    ) -> tuple[list[Stmt], list[Expr | None]]:
        """Operands whose valid regions differ give a fully valid result: each is read as a whole."""
        out: list[Stmt] = []
        whole: list[Expr | None] = []
        assert isinstance(tile.type, TileType)
        differ = op.has(Trait.ELEMENTWISE) and not op.name.startswith("part_") and tile.type.valid is None
        for arg in args:
            if (
                differ
                and isinstance(arg, Var)
                and isinstance(arg.type, TileType)
                and arg.type.valid is not None
            ):
                view = self.temporary(f"{arg.name}_whole", replace(arg.type, valid=None), span)
                out.append(Assign(view, Call(memory.RESHAPE, (arg,), {}, view.type, span), span))
                arg = view
            whole.append(arg)
        return out, whole

    def comparison(self, tile: Var, call: Call, args: Sequence[Expr | None]) -> list[Stmt]:
        """A comparison of tensors: that of tiles, and a selection between 1 and 0."""
        first = args[0]
        assert isinstance(first, Var) and isinstance(first.type, TileType)
        out: list[Stmt] = []

        def made(base: str, type_: TileType, op: Op, args: tuple[Expr | None, ...], **attrs: Any) -> Var:
            var = self.temporary(base, type_, call.span)
            out.append(Assign(var, Call(op, args, attrs, type_, call.span), call.span))
            return var

        mask_type = compare.packed(first.type)
        mask = made("mask", mask_type, call.op, tuple(args), cmp_type=call.attrs.get("cmp_type", 0))
        ones, zeros = (made(f"all_{n}", first.type, memory.FULL, (), value=n) for n in (1, 0))
        assert compare.SEL.scratch is not None
        space = made("scratch", compare.SEL.scratch(first.type), memory.CREATE_TENSOR, ())
        chosen = Call(compare.SEL, (mask, ones, zeros, space), {}, tile.type, call.span)
        return [*out, Assign(tile, chosen, call.span)]

    def widened(self, tile: Var, call: Call, args: Sequence[Expr | None]) -> list[Stmt]:
        """BF16 arithmetic as FP32 arithmetic: convert, operate, round once to nearest even."""
        out: list[Stmt] = []
        wide: list[Expr | None] = []
        for param, arg in zip(call.op.value_params, args, strict=False):
            if param.name in SCRATCH_NAMES:
                wide.append(None)  # made anew, for the wide operands
            elif isinstance(arg, Var) and isinstance(arg.type, TileType):
                temp = self.temporary(f"{arg.name}_fp32", _retyped(arg.type, FP32), call.span)
                attrs = {"target_type": FP32, "mode": "none"}
                out.append(Assign(temp, Call(cast.CAST, (arg,), attrs, temp.type, call.span), call.span))
                wide.append(temp)
            elif isinstance(arg, Const):
                # Beside elements it is one of them: rounded once, to their type.
                number = normalise(arg.value, BF16) if wide else arg.value
                wide.append(replace(arg, value=number, type=ScalarType(FP32)))
            else:
                wide.append(arg)
        assert isinstance(tile.type, TileType)
        if tile.type.dtype is not BF16:
            return [*out, *self.instruction(tile, call, wide)]
        result = self.temporary(f"{tile.name}_fp32", _retyped(tile.type, FP32), call.span)
        out += self.instruction(result, call, wide)
        attrs = {"target_type": BF16, "mode": "rint"}
        out.append(Assign(tile, Call(cast.CAST, (result,), attrs, tile.type, call.span), call.span))
        return out

    def check_rank(self, call: Call) -> None:
        """Column operations work on one matrix; leading axes must be units."""
        if not (call.op.has(Trait.COL_REDUCTION) or call.op.has(Trait.COL_EXPAND)):
            return
        first = call.args[0]
        assert isinstance(first, Var) and isinstance(first.type, TensorType | TileType)
        if any(arith.as_int(d) != 1 for d in first.type.shape[:-2]):
            raise UnsupportedFeatureError(
                f"pl.{call.op.name} on {first.type}: more than one matrix",
                span=call.span,
                help="loop over the leading axes",
                code="rank",
            )


def _is_whole(offset: Sequence[Dim], shape: Sequence[Dim], extents: Sequence[Dim]) -> bool:
    return all(arith.as_int(o) == 0 for o in offset) and all(
        arith.same(a, b) for a, b in zip(shape, extents, strict=True)
    )


def _whole_load(target: Var, call: Call) -> Call:
    """A load of the kernel's own with the extents that it left out."""
    assert isinstance(target.type, TileType)
    valid = call.attrs.get("valid_shape") or call.attrs["shapes"]
    if len(call.attrs["shapes"]) == 2:
        valid = target.type.valid_shape
    return replace(call, attrs={**call.attrs, "valid_shape": tuple(valid), "transpose": False})


def _whole_store(call: Call) -> Call:
    """A store of the kernel's own with the extents that it left out: rows and columns are the last two axes."""
    tile, target = call.args
    assert tile is not None and target is not None
    assert isinstance(tile.type, TileType) and isinstance(target.type, TensorType)
    shapes = call.attrs.get("shapes")
    if shapes is None:
        valid = tile.type.valid_shape
        shapes = valid[-1:] if target.type.rank == 1 else (*[1] * (target.type.rank - 2), *valid)
    return replace(call, attrs={**call.attrs, "shapes": tuple(shapes)})


def _result_dtype(tile: Var) -> DType:
    assert isinstance(tile.type, TileType)
    return tile.type.dtype


def _retyped(tile: TileType, dtype: DType) -> TileType:
    return replace(tile, dtype=dtype, blayout=tile_layout(tile.shape))


def _nearest(dtype: DType, allowed: frozenset[DType]) -> str:
    same_kind = [d for d in allowed if d.is_float == dtype.is_float]
    return min(same_kind or allowed, key=lambda d: (abs(d.bits - dtype.bits), d.name)).name


def _cast_help(source: DType, target: DType, generation: str) -> str:
    """A way in two casts, where there is one."""
    for middle in cast.DIRECT[generation].get(source, ()):
        if target in cast.DIRECT[generation].get(middle, ()):
            return f"write two casts, each rounding on its own: to pl.{middle}, then to pl.{target}"
    return f"from {source} it converts to " + ", ".join(
        d.name for d in cast.DIRECT[generation].get(source, ())
    )
