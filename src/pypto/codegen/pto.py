# SPDX-License-Identifier: Apache-2.0
"""Lowered core functions as `.pto` text: one module with one function, or with the two functions of a group.

Order in the function: constants, tensor views, tiles whose valid extents are static, operations. Parameters: the
declared ones in order (a tensor as its pointer), one index per dynamic extent, then block index and block count
where they are used. Every operation ends in the kernel's file, line and column.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from pypto.codegen.bounds import unproven
from pypto.codegen.control import Control
from pypto.codegen.indexed import INDEXED, mscatter
from pypto.codegen.scalars import mlir_type
from pypto.codegen.text import uses_block, uses_pipes
from pypto.errors import InternalError
from pypto.ir import arith
from pypto.ir.dtypes import INDEX, INT32, DType
from pypto.ir.enums import AtomicType
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
    Return,
    ScalarType,
    Stmt,
    TensorType,
    TileType,
    Var,
    While,
)
from pypto.ir.ops import (
    array,
    cast,
    compare,
    creation,
    expand,
    generate,
    indexed,
    layout,
    memory,
    pipe,
    rows,
    shaping,
    staging,
    system,
    transfer,
)
from pypto.ir.ops.strides import strides_of
from pypto.ir.ops.table import Trait

_IDENTITY = (system.GET_BLOCK_IDX, system.GET_BLOCK_NUM, system.GET_SUBBLOCK_IDX)
_BARRIERS = {system.BAR_V: "PIPE_V", system.BAR_M: "PIPE_M", system.BAR_ALL: "PIPE_ALL"}


def emit_pto(functions: Function | Sequence[Function], generation: str, places: bool = True) -> str:
    """The text of one core function, or of those of a group, for a chip generation ("a2a3" or "a5"); `places`: with
    the place in the kernel file behind each line."""
    unit = [functions] if isinstance(functions, Function) else functions
    lines = [f'module attributes {{pto.target_arch = "{generation}"}} {{']
    for function in unit:
        lines += Emitter(function, generation, places).run()
    return "\n".join([*lines, "}"]) + "\n"


class Emitter(Control):
    def run(self) -> list[str]:
        params = self.parameters()
        self.block(self.function.body)
        kind = "vector" if self.function.kind == "AIV" else "cube"
        consts = [
            f"    {name} = arith.constant {text} : {type_}"
            if type_ != "i1"
            else f"    {name} = arith.constant {text}"
            for (text, type_), name in self.constants.items()
        ]
        return [
            f"  func.func @{self.function.name}({', '.join(params)})",
            f"      attributes {{pto.kernel_kind = #pto.kernel_kind<{kind}>}} {{",
            *consts,
            *self.views,
            *self.alloc_lines,
            *self.body,
            f"    return{self.location(self.function.span)}",
            "  }",
        ]

    def parameters(self) -> list[str]:
        out: list[str] = []
        for param in self.function.params:
            name = self.fresh(param.name)
            if isinstance(param.type, TensorType):
                self.pointers[param.var] = name
                out.append(f"{name}: !pto.ptr<{param.type.dtype.pto}>")
            else:
                assert isinstance(param.type, ScalarType)
                self.scalars.values[param.var] = name
                out.append(f"{name}: {mlir_type(param.type.dtype)}")
        for symbol in self.function.symbols:
            name = self.fresh(symbol.name)
            self.scalars.values[symbol] = name
            self.scalars.non_negative.add(symbol)
            self.ranges.known[symbol] = (0, None)
            out.append(f"{name}: index")
        if uses_pipes(self.function) and self.generation == "a2a3":
            out.append("%gm_slot_buffer: !pto.ptr<f32>")
        if uses_block(self.function):
            out += ["%block_idx: i32", "%block_num: i32"]
        return out

    # Statements -----------------------------------------------------------------------------------------------------

    def block(self, block: Block) -> None:
        for stmt in block:
            self.span = stmt.span or self.span
            self.stmt(stmt)

    def stmt(self, stmt: Stmt) -> None:
        if isinstance(stmt, Assign):
            self.assign(stmt)
        elif isinstance(stmt, Eval):
            self.effect(stmt.value)
        elif isinstance(stmt, For):
            self.for_loop(stmt)
        elif isinstance(stmt, While):
            self.while_loop(stmt)
        elif isinstance(stmt, If):
            self.branch(stmt)
        elif not isinstance(stmt, Return):
            raise InternalError(f"{type(stmt).__name__} in a core function")

    def assign(self, stmt: Assign) -> None:
        target, value = stmt.target, stmt.value
        if isinstance(target.type, ScalarType):
            if isinstance(value, Call) and value.op in (
                memory.READ,
                system.GET_BLOCK_IDX,
                system.GET_BLOCK_NUM,
                system.GET_SUBBLOCK_IDX,
                *pipe.BUFFERS,
            ):
                name = self.special_scalar(value)
            else:
                name = self.scalars.value(value)
                source = value.type
                assert isinstance(source, ScalarType)
                name = self.scalars.convert(name, source.dtype, target.type.dtype)
            self.scalars.values[target] = name
            if self.assignments[target] == 1 and self.scalars.known_sign(value):
                self.scalars.non_negative.add(target)
            if isinstance(value, Call) and value.op in _IDENTITY:
                self.scalars.non_negative.add(target)
                self.ranges.known[target] = (0, None)
            elif self.assignments[target] == 1 and value.type == target.type:
                self.ranges.known[target] = self.ranges.of(value)
            return
        if isinstance(target.type, TensorType):
            raise InternalError(f"tensor `{target.name}` is assigned in a core function")
        if isinstance(value, Var):
            source_name, source_type = self.typed(value)
            copy, copy_type = self.typed(target)
            self.line(f"pto.tmov ins({source_name} : {source_type}) outs({copy} : {copy_type})")
            return
        assert isinstance(value, Call)
        self.tile_op(target, value)

    def special_scalar(self, call: Call) -> str:
        if call.op in pipe.BUFFERS:
            return self.buffer(call)
        if call.op is not memory.READ:
            if call.op is system.GET_SUBBLOCK_IDX:
                lane = self.define("pto.get_subblock_idx : i32", "lane")
                return self.define(f"arith.index_cast {lane} : i32 to index")
            word = "%block_idx" if call.op is system.GET_BLOCK_IDX else "%block_num"
            return self.define(f"arith.index_cast {word} : i32 to index")
        source = call.args[0]
        assert isinstance(source, Var)
        self.check_element(call, source, "read")
        if isinstance(source.type, TileType):
            name, type_ = self.typed(source)
            at = self.scalars.dim(_linear_tile(source.type, call.attrs["offset"]))
            scalar = mlir_type(source.type.dtype)
            return self.define(f"pto.tgetval ins({name}, {at} : {type_}, index) outs : {scalar}")
        assert isinstance(source.type, TensorType)
        at = self.scalars.dim(_linear(source.type, call.attrs["offset"]))
        pto = source.type.dtype.pto
        scalar = mlir_type(source.type.dtype)
        return self.define(f"pto.load_scalar {self.pointers[source]}[{at}] : !pto.ptr<{pto}> -> {scalar}")

    def check_element(self, call: Call, source: Var, word: str) -> None:
        """Stops at a single element whose index leaves an axis; an unsigned comparison sees a negative one too."""
        for axis, index, extent in unproven(self.ranges, call):
            at, end = self.scalars.dim(index), self.scalars.dim(extent)
            operands, types = f"{at}, {end}", "index, index"
            if isinstance(source.type, TensorType):
                operands = f"{self.pointers[source]}, {operands}"
                types = f"!pto.ptr<{source.type.dtype.pto}>, {types}"
            self.stop_unless_inside(at, end, f"{operands} : {types}", word, axis, call)

    def stop_unless_inside(self, at: str, end: str, asked: str, word: str, axis: int, call: Call) -> None:
        outside = self.define(f"arith.cmpi uge, {at}, {end} : index")
        self.body.append("  " * self.indent + f"scf.if {outside} {{")
        self.indent += 1
        self.line(f'pto.trap {{bounds = "{word}", axis = {axis}}} ({asked})', call.span)
        self.indent -= 1
        self.line("}", call.span)

    def buffer(self, call: Call) -> str:
        """The slots that this core pops, or those of the other function."""
        attrs, word = call.attrs, json.dumps(call.attrs["name"])
        if call.op is pipe.IMPORT_PEER_BUFFER:
            return self.define(
                f"pto.import_reserved_buffer {{name = {word}, peer_func = @{attrs['peer_func']}}} -> i32",
                attrs["name"],
            )
        space = "vec" if self.function.kind == "AIV" else "mat"
        return self.define(
            f"pto.reserve_buffer {{name = {word}, size = {attrs['size']}, location = #pto.address_space<{space}>, "
            f"auto = false, base = {attrs['base']}}} -> i32",
            attrs["name"],
        )

    def open_pipe(self, call: Call) -> None:
        attrs = call.attrs
        usual = 4 if attrs["dir_mask"] == pipe.C2V | pipe.V2C else 8
        terms = [f"dir_mask = {attrs['dir_mask']}", f"slot_size = {attrs['slot_size']}"]
        if attrs.get("slot_num") not in (None, usual):
            terms.append(f"slot_num = {attrs['slot_num']}")
        if attrs.get("local_slot_num") is not None and self.generation == "a2a3":
            terms.append(f"local_slot_num = {attrs['local_slot_num']}")
        if attrs.get("id"):
            terms.append(f"id = {attrs['id']}")
        buffers = ["gm_slot_buffer = %gm_slot_buffer : !pto.ptr<f32>"] if self.generation == "a2a3" else []
        for word, arg in zip(("c2v", "v2c"), call.args, strict=True):
            assert arg is not None
            buffers.append(f"{word}_consumer_buf = {self.scalars.as_type(arg, INT32)} : i32")
        self.line(f"pto.{call.op.pto} {{{', '.join(terms)}}} ({', '.join(buffers)})", call.span)

    @staticmethod
    def slot_terms(call: Call) -> str:
        terms = [f"split = {call.attrs.get('split') or 0}"]
        terms += [f"{name} = {call.attrs[name]}" for name in ("lane_stride", "id") if call.attrs.get(name)]
        return f"{{{', '.join(terms)}}}"

    def effect(self, value: Expr) -> None:
        if not isinstance(value, Call):
            raise InternalError("a call without meaning in a core function")
        if value.op.has(Trait.SYNC):
            self.sync(value)
        elif value.op in pipe.OPENS:
            self.open_pipe(value)
        elif value.op in pipe.PUSHES:
            name, type_ = self.typed(value.args[0])
            self.line(f"pto.{value.op.pto}({name} : {type_}) {self.slot_terms(value)}", value.span)
        elif value.op in pipe.FREES:
            self.line(f"pto.{value.op.pto} {self.slot_terms(value)}", value.span)
        elif value.op is transfer.STORE:
            tile, tensor = value.args
            assert isinstance(tensor, Var)
            name, type_ = self.typed(tile)
            part, part_type = self.partition(tensor, value.attrs["offsets"], value.attrs["shapes"])
            atomic = value.attrs.get("atomic")
            extra = " {atomicType = #pto<atomic_type atomic_add>}" if atomic is AtomicType.Add else ""
            self.line(f"pto.tstore ins({name} : {type_}) outs({part} : {part_type}){extra}", value.span)
        elif value.op is memory.WRITE:
            tensor, number = value.args
            assert isinstance(tensor, Var) and number is not None
            self.check_element(value, tensor, "write")
            if isinstance(tensor.type, TileType):
                name, type_ = self.typed(tensor)
                at = self.scalars.dim(_linear_tile(tensor.type, value.attrs["offset"]))
                dtype = tensor.type.dtype
                scalar = self.scalars.as_type(number, dtype)
                self.line(
                    f"pto.tsetval ins({at}, {scalar} : index, {mlir_type(dtype)}) outs({name} : {type_})"
                )
                return
            assert isinstance(tensor.type, TensorType)
            at = self.scalars.dim(_linear(tensor.type, value.attrs["offset"]))
            dtype = tensor.type.dtype
            scalar = self.scalars.as_type(number, dtype)
            pointer = self.pointers[tensor]
            self.line(
                f"pto.store_scalar {scalar}, {pointer}[{at}] : !pto.ptr<{dtype.pto}>, {mlir_type(dtype)}"
            )
        elif value.op is indexed.MSCATTER:
            self.span = value.span or self.span
            mscatter(self, value)
        else:
            raise InternalError(f"pl.{value.op.name} as a statement of a core function")

    def sync(self, call: Call) -> None:
        """Flags and barriers of pipes, barriers of cores, fences."""
        op = call.op
        if op is array.EXPECT_INDEX:
            assert call.args[0] is not None
            at, end = self.scalars.as_type(call.args[0], INDEX), self.scalars.dim(call.attrs["extent"])
            self.stop_unless_inside(at, end, f"{at}, {end} : index, index", "array", 0, call)
        elif op is system.EXPECT_WRITTEN:
            assert call.args[0] is not None
            written, true = self.scalars.value(call.args[0]), self.constant("true", "i1")
            blank = self.define(f"arith.xori {written}, {true} : i1")
            self.body.append("  " * self.indent + f"scf.if {blank} {{")
            self.indent += 1
            self.line("pto.trap", call.span)
            self.indent -= 1
            self.line("}", call.span)
        elif op in (system.SYNC_SRC, system.SYNC_DST):
            number = call.args[0]
            assert number is not None
            event = f"EVENT_ID{number.value}" if isinstance(number, Const) else self.scalars.value(number)
            pipes = ", ".join(f"<PIPE_{call.attrs[name].name}>" for name in ("set_pipe", "wait_pipe"))
            self.line(f"pto.{op.pto}[{pipes}, {event if event[0] == '%' else f'<{event}>'}]", call.span)
        elif op in (system.SYNC_SET, system.SYNC_WAIT):
            assert call.args[0] is not None
            event, pipe_name = self.scalars.dim(call.args[0]), call.attrs["pipe"].name
            mode = call.attrs.get("ffts_mode")
            tail = f" {{ffts_mode = {2 if mode is None else mode}}}" if op is system.SYNC_SET else ""
            self.line(f"pto.{op.pto} <PIPE_{pipe_name}>, {event} : index{tail}", call.span)
        elif op is system.SET_FFTS:
            workspace = call.args[0]
            assert isinstance(workspace, Var)
            self.line(f"pto.set_ffts {self.pointers[workspace]} : !pto.ptr<i64>", call.span)
        elif op in _BARRIERS:
            self.line(f"pto.barrier <{_BARRIERS[op]}>", call.span)
        elif op is system.FENCE:
            self.line("pto.fence.barrier_all #pto.fence_scope<gm>", call.span)
        elif op is system.CACHEINVALID:
            tensor = call.args[0] if call.args else None
            if tensor is None:
                self.line("pto.cmo.cacheinvalid all #pto.address_space<gm>", call.span)
                return
            assert isinstance(tensor, Var)
            part, type_ = self.partition(tensor, call.attrs["offsets"], call.attrs["shapes"])
            self.line(f"pto.cmo.cacheinvalid {part} single_cache_line : {type_}", call.span)
        else:
            given = ""
            if call.attrs["mode"] == "soft":
                workspace, cores = call.args
                assert isinstance(workspace, Var) and cores is not None
                count = self.scalars.as_type(cores, INT32)
                given = f"({self.pointers[workspace]}, {count} : !pto.ptr<i32>, i32)"
            kind, mode = call.attrs["core_type"], call.attrs["mode"]
            self.line(f'pto.syncall{given} {{core_type = "{kind}", mode = "{mode}"}}', call.span)

    def tile_op(self, target: Var, call: Call) -> None:
        op = call.op
        self.span = call.span or self.span
        if op in pipe.POPS:
            self.in_slot(target, f"pto.{op.pto} {self.slot_terms(call)}")
            return
        if op is shaping.RESHAPE and isinstance(target.type, TileType) and target.type.buffer is None:
            source = call.args[0]
            name, type_ = self.typed(source)
            assert isinstance(source, Var) and isinstance(source.type, TileType)
            word = "treshape" if source.type.dtype is target.type.dtype else "bitcast"
            self.in_slot(target, f"pto.{word} {name} : {type_}")
            return
        if op is creation.CREATE_TENSOR and creation.ANEW in call.attrs:
            self.begin(target)
        if op in (shaping.RESHAPE, creation.CREATE_TENSOR):
            self.tile(target)  # the same bytes under another type, or bytes that nothing has written yet
            return
        if op is transfer.LOAD:
            source = call.args[0]
            assert isinstance(source, Var)
            part, part_type = self.partition(
                source, call.attrs["offsets"], call.attrs["valid_shape"], bool(call.attrs.get("transpose"))
            )
            name, type_ = self.typed(target)
            self.line(f"pto.tload ins({part} : {part_type}) outs({name} : {type_})")
            return
        if op is memory.SLICE:
            source = call.args[0]
            assert isinstance(source, Var)
            part, part_type = self.window(source, call)
            name, type_ = self.typed(target)
            self.line(f"pto.tmov ins({part} : {part_type}) outs({name} : {type_})")
            return
        if op is rows.GATHER_ROW:
            source = call.args[1]
            assert isinstance(source, Var) and isinstance(target.type, TileType)
            part, part_type = self.partition(source, call.attrs["src_offset"], call.attrs["shapes"])
            name, type_ = self.window(target, call, replace(target.type, valid=call.attrs["valid"]))
            self.line(f"pto.tload ins({part} : {part_type}) outs({name} : {type_})")
            return
        if op is staging.EXTRACT:
            self.positioned(target, "textract", call.args[0], call.args[1:])
            return
        if op is memory.ASSEMBLE:
            source = call.args[1]
            assert isinstance(source, Var) and isinstance(source.type, TileType)
            if source.type.space == "Acc":
                self.positioned(target, "tinsert", source, tuple(map(arith.to_expr, call.attrs["offset"])))
                return
            part, part_type = self.window(target, call, source.type)
            name, type_ = self.typed(source)
            self.line(f"pto.tmov ins({name} : {type_}) outs({part} : {part_type})")
            return
        if op in INDEXED:
            INDEXED[op](self, target, call)
            return
        operands: list[tuple[str, str]] = []
        args = call.args
        if op in (expand.ROW_EXPAND, expand.COL_EXPAND):
            args = args[1:]
        for arg in args:
            if isinstance(arg, Var) and isinstance(arg.type, TileType):
                operands.append(self.typed(arg))
            elif arg is not None:
                dtype = INT32 if op is generate.TRI else _elem(target, call)
                operands.append((self.scalars.as_type(arg, dtype), mlir_type(dtype)))
        name, type_ = self.typed(target)
        pto = op.pto
        if op is layout.FILLPAD_INPLACE and not _one_buffer(call.args[0], target):
            pto = shaping.FILLPAD.pto
        if op is expand.EXPANDS:
            operands = operands[1:]
        elif op is creation.FULL:
            dtype, pto = _elem(target, call), expand.EXPANDS.pto
            number = call.attrs["value"]
            literal = number.value if isinstance(number, Const) else number
            operands = [(self.scalars.literal(literal, dtype), mlir_type(dtype))]
        attr = ""
        if op is cast.CAST:
            attr = f" {{rmode = #pto<round_mode {call.attrs['mode'].upper()}>}}"
        elif op.pto_attrs is not None:
            attr = f" {{{', '.join(f'{k} = {v}' for k, v in op.pto_attrs(call.attrs).items())}}}"
        if pto is None:
            raise InternalError(f"pl.{op.name} has no .pto spelling")
        names = ", ".join(n for n, _ in operands)
        types = ", ".join(t for _, t in operands)
        self.line(f"pto.{pto} ins({names}{attr} : {types}) outs({name} : {type_})")

    def positioned(self, target: Var, pto: str, source: Expr | None, at: Sequence[Expr | None]) -> None:
        """A part of a tile taken or written at a row and a column."""
        name, type_ = self.typed(source)
        out, out_type = self.typed(target)
        places = ", ".join(self.scalars.dim(p) for p in at if p is not None)
        self.line(f"pto.{pto} ins({name}, {places} : {type_}, index, index) outs({out} : {out_type})")


def _elem(target: Var, call: Call) -> DType:
    """The type in which a scalar operand enters a tile operation: that of the array it meets."""
    first = call.args[1 if call.op is compare.SELS else 0] if call.args else None
    if isinstance(first, Var) and isinstance(first.type, TileType):
        return first.type.dtype
    assert isinstance(target.type, TileType)
    return target.type.dtype


def _one_buffer(a: Expr | None, b: Var) -> bool:
    types = [v.type for v in (a, b) if isinstance(v, Var) and isinstance(v.type, TileType)]
    return len({t.buffer if t.address is None else t.address for t in types}) == 1


def _linear(type_: TensorType, at: tuple[Dim, ...]) -> Dim:
    """Offset in elements of an index."""
    total: Dim = 0
    for i, stride in zip(at, strides_of(type_), strict=True):
        total = arith.add(total, arith.mul(i, stride))
    return total


def _linear_tile(tile: TileType, at: tuple[Dim, ...]) -> Dim:
    """Offset in elements of a (row, column) of an unboxed tile; a single index is a column of row 0."""
    row, col = at if len(at) == 2 else (0, at[0])
    if tile.blayout == "col_major":
        return arith.add(arith.mul(col, tile.shape[0]), row)
    return arith.add(arith.mul(row, tile.shape[1]), col)
