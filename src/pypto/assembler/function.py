# SPDX-License-Identifier: Apache-2.0
"""One function as C++: control flow, scalars, views, tiles, and each instruction that is in no loop with others."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from pypto.assembler import catalog, scalars
from pypto.assembler.analysis import constant, resized
from pypto.assembler.calls import OTHERS
from pypto.assembler.calls_indexed import FALLIBLE
from pypto.assembler.catalog import Kind, Role
from pypto.assembler.context import Context, round_mode
from pypto.assembler.forms import alloc_operand
from pypto.assembler.fuse import Fuser, is_pure
from pypto.assembler.lines import LineLoop
from pypto.assembler.nodes import Block, Function, Module, Op, Value
from pypto.assembler.pipes import HIDDEN, TRANSFERS, Pipes
from pypto.assembler.place import Placement, line_cells, tile_type, whole
from pypto.assembler.plan import Group
from pypto.assembler.types import PartType, PtrType, ScalarType, TileType, ViewType
from pypto.ir.dtypes import INT32
from pypto.ir.ops.system import CORE_TYPES

MOST_INLINE = 8
"""Products of one shape that are written out where they stand; the compiler takes long for each."""

BLOCK_PARAMS = ("block_idx", "block_num", "lane")
_BLOCK_OPS = {"get_block_idx": "block_idx", "get_block_num": "block_num", "get_subblock_idx": "lane"}


class FunctionWriter(Context):
    """Writes the text of one function; `definitions` are the instructions it uses, one C++ function each."""

    def __init__(
        self, module: Module, function: Function, placement: Placement, fuse: bool, pipes: Pipes
    ) -> None:
        super().__init__(module, function, placement)
        self.pipes = pipes
        self.pipe_names: dict[tuple[int, str], str] = {}
        self.block_names: dict[str, str] = {}
        self.fuser = Fuser(placement, self.regions, self.liveness) if fuse else None
        self.definitions: dict[str, str] = {}
        self.joined = self._joined_loads() if fuse else {}
        self._resized = resized(function)
        self._alike: dict[tuple[object, ...], int] = {}
        self.params = self._params()
        if any(op.name == "pto.tstore" for op in function.walk()):
            self.line("const pto::StoreFence fence;")
        self._block(function.body)

    # Parameters

    def _params(self) -> list[tuple[str, str, str]]:
        """(C++ type, name, how the entry point obtains it)."""
        params: list[tuple[str, str, str]] = []
        slot = 0
        self.block_names = {name: self.fresh(name) for name in BLOCK_PARAMS}  # before any of the kernel's own
        for value in self.function.params:
            if value.name in BLOCK_PARAMS and value.type == ScalarType(INT32):
                self.names.alias(value, self.block_names[value.name])
                continue
            if value.name == HIDDEN and isinstance(value.type, PtrType):
                memory = f"core->slot_memory(core, {self.pipes.memory_size}, 0)"
                params.append(("char*", self.name(value), memory))
                continue
            if isinstance(value.type, PtrType):
                params.append(("const pto_gm*", self.name(value), f"(const pto_gm*)slots[{slot}]"))
            else:
                cpp = scalars.cpp_type(value)
                params.append((cpp, self.name(value), f"pto::from_slot<{cpp}>(slots[{slot}])"))
            slot += 1
        return params + [("int32_t", self.block_names[name], name) for name in BLOCK_PARAMS]

    # Blocks

    def _joined_loads(self) -> dict[Op, Op]:
        """Moves to an operand space that can read global memory themselves -> the load they replace.

        Nothing else reads what the load brings, and between the two nothing but loads, moves and scalar operations
        happens, so that the load may wait for the move.
        """
        joined: dict[Op, Op] = {}
        blocks = [self.function.body, *(b for op in self.function.walk() for b in op.regions)]
        for block in blocks:
            waiting: dict[Value, Op] = {}
            for op in block.ops:
                kind = catalog.kind_of(op)
                if kind is Kind.LOAD:
                    target = op.outs[0].value
                    waiting = {t: o for t, o in waiting.items() if not self.placement.overlap(t, target)}
                    waiting[target] = op
                elif kind is Kind.MOVE and tile_type(op.outs[0].value).space in ("left", "right"):
                    load = waiting.pop(op.operands[0].value, None)
                    mat = op.operands[0].value
                    same = load is not None and self.regions.key(load, mat) == self.regions.key(
                        op, op.outs[0].value
                    )
                    if load is not None and same and not self.liveness.is_live_after(op, mat):
                        joined[op] = load
                elif kind is not None or not (is_pure(op) or op.short in catalog.SYNC):
                    waiting = {}
        return joined

    def _block(self, block: Block) -> None:
        items = self.fuser.schedule(block.ops) if self.fuser else block.ops
        for item in items:
            if isinstance(item, Group):
                LineLoop(item, self).emit()
            else:
                self._op(item)

    def _op(self, op: Op) -> None:
        kind = catalog.kind_of(op)
        if kind is not None:
            self._instruction(op, kind)
        elif op.name.startswith("arith."):
            self._scalar(op)
        elif op.short in catalog.SYNC or op.name in ("pto.reserve_buffer", "pto.import_reserved_buffer"):
            return
        elif op.short == "get_subblock_num":
            self.line(f"const int32_t {self.name(op.result)} = pto::subblocks(core);")
        elif op.short in _BLOCK_OPS:
            self.names.alias(op.result, self.block_names[_BLOCK_OPS[op.short]])
        else:
            self._OTHERS[op.name](self, op)

    def _scalar(self, op: Op) -> None:
        text = scalars.expression(op, self.name)
        if op.short == "constant":
            self.names.alias(op.result, f"({text})" if text.startswith("-") else text)
        else:
            self.line(f"const {scalars.cpp_type(op.result)} {self.name(op.result)} = {text};")

    # Control flow

    def _for(self, op: Op) -> None:
        low, high, step = (u.value for u in op.operands[:3])
        body = op.regions[0]
        self._carry(body.args[1:], op)
        index, cpp = self.name(body.args[0]), scalars.cpp_type(body.args[0])
        guard = "" if isinstance(constant(step), int) else f"{self.name(step)} > 0 && "
        test, advance = f"{guard}{index} < {self.name(high)}", f"{index} += {self.name(step)}"
        self.open(f"for ({cpp} {index} = {self.name(low)}; {test}; {advance}) {{", op if op.loc else None)
        self._block(body)
        self.close("}")

    def _carry(self, args: list[Value], op: Op) -> None:
        """Variables for carried values; results are the variables' last content."""
        for arg, init in zip(args, op.operands[-len(args) :] if args else [], strict=True):
            self.line(f"{scalars.cpp_type(arg)} {self.name(arg)} = {self.name(init.value)};")
        if op.name == "scf.for":
            for arg, result in zip(args, op.results, strict=True):
                self.names.alias(result, self.name(arg))

    def _assign(self, targets: list[Value], values: list[Value]) -> None:
        pairs = [(self.name(t), self.name(v)) for t, v in zip(targets, values, strict=True)]
        pairs = [(t, v) for t, v in pairs if t != v]
        if len(pairs) > 1:  # all values are taken before the first is replaced
            copies = [(t, self.fresh("next"), v) for t, v in pairs]
            for _, copy, v in copies:
                self.line(f"const auto {copy} = {v};")
            pairs = [(t, copy) for t, copy, _ in copies]
        for target, value in pairs:
            self.line(f"{target} = {value};")

    def _if(self, op: Op) -> None:
        for result in op.results:
            self.line(f"{scalars.cpp_type(result)} {self.name(result)};")
        self.open(f"if ({self.name(op.operands[0].value)}) {{", op if op.loc else None)
        self._block(op.regions[0])
        if len(op.regions) > 1:
            self.close("} else {")
            self._depth += 1
            self._block(op.regions[1])
        self.close("}")

    def _while(self, op: Op) -> None:
        before, after = op.regions
        self._carry(before.args, op)
        for result in op.results:
            self.line(f"{scalars.cpp_type(result)} {self.name(result)};")
        self.open("for (;;) {", op if op.loc else None)
        self._block(before)
        for arg, result in zip(after.args, op.results, strict=True):
            self.names.alias(arg, self.name(result))
        self._block(after)
        self.close("}")

    def _owner(self, op: Op) -> Op:
        for candidate in self.function.walk():
            if any(op in region.ops for region in candidate.regions):
                return candidate
        raise AssertionError("a yield stands inside an operation")

    def _yield(self, op: Op) -> None:
        owner = self._owner(op)
        values = [u.value for u in op.operands]
        targets = {
            "scf.for": owner.regions[0].args[1:],
            "scf.if": owner.results,
            "scf.while": owner.regions[0].args,
        }[owner.name]
        self._assign(targets if values else [], values)

    def _condition(self, op: Op) -> None:
        self._assign(self._owner(op).results, [u.value for u in op.operands[1:]])
        self.line(f"if (!({self.name(op.operands[0].value)})) break;")

    # Views and tiles

    def _list(self, values: list[Value]) -> str:
        return "{" + ", ".join(self.name(v) for v in values) + "}"

    def _view(self, op: Op) -> None:
        view = op.result.type
        assert isinstance(view, ViewType)
        values = [u.value for u in op.operands[1:]]
        self.line(
            f"const pto::View<{view.elem.cpp}, {view.rank}> {self.name(op.result)}{{"
            f"{self._pointer(op.operands[0].value)}, {self._list(values[: view.rank])}, "
            f"{self._list(values[view.rank :])}}};"
        )

    def _pointer(self, value: Value) -> str:
        computed = value.owner is not None and value.owner.name == "pto.addptr"
        return f"&{self.name(value)}" if computed else self.name(value)

    def _partition(self, op: Op) -> None:
        part = op.result.type
        assert isinstance(part, PartType)
        rank = len(part.dims)
        values = [u.value for u in op.operands]
        self.line(
            f"const pto::Part<{part.elem.cpp}, {rank}> {self.name(op.result)}{{&{self.name(values[0])}, "
            f"{self._list(values[1 : rank + 1])}, {self._list(values[rank + 1 :])}}};"
        )

    def _dim(self, op: Op) -> None:
        view, axis = (self.name(u.value) for u in op.operands)
        self.line(f"const int64_t {self.name(op.result)} = {view}.shape[{axis}];")

    def _addptr(self, op: Op) -> None:
        pointer, offset = (u.value for u in op.operands)
        assert isinstance(pointer.type, PtrType)
        self.line(
            f"const pto_gm {self.name(op.result)} = "
            f"pto::addptr<{pointer.type.elem.cpp}>({self._pointer(pointer)}, {self.name(offset)});"
        )

    def _load_scalar(self, op: Op) -> None:
        pointer, index = (u.value for u in op.operands)
        result = self.name(op.result)
        self.line(f"{scalars.cpp_type(op.result)} {result};")
        call = f"pto::load_scalar(core, &{result}, {self._pointer(pointer)}, {self.name(index)}, {self.location(op)})"
        self.line(f"if (!{call}) return;", op)

    def _store_scalar(self, op: Op) -> None:
        value, pointer, index = (u.value for u in op.operands)
        cpp = scalars.cpp_type(value)
        call = (
            f"pto::store_scalar<{cpp}>(core, {self.name(value)}, {self._pointer(pointer)}, {self.name(index)}, "
            f"{self.location(op)})"
        )
        self.line(f"if (!{call}) return;", op)

    def _tile(self, tile: Value, rows: str, cols: str, address: str | None = None) -> None:
        type = tile_type(tile)
        if type.elem.packed:  # a row after the other, two elements to a byte
            self.line(
                f"const pto::PackedTile<{type.elem.cpp}, {type.cols}> {self.name(tile)}"
                f"{{core->space[PTO_VEC], {address or self.placement.address[tile]}, {rows}, {cols}}};"
            )
            return
        by_column = ", true" if type.by_column else ""
        if whole(tile) is not tile:
            by_column = f"{by_column or ', false'}, {line_cells(tile)}"
        const = "" if tile in self._resized else "const "
        space = f"core->space[PTO_{type.space.upper()}]"
        if type.space == "scaling" and type.slayout == "col_major":
            space += " + pto::scale_bytes"  # behind those of the left operand
        self.line(
            f"{const}pto::Tile<{type.elem.cpp}, {type.rows}, {type.cols}{by_column}> {self.name(tile)}"
            f"{{{space}, {address or self.placement.address[tile]}, {rows}, {cols}}};"
        )

    def _subset(self, op: Op) -> None:
        parent, tile = op.operands[0].value, tile_type(op.result)
        outer = tile_type(parent)
        places = [self.name(u.value) for u in op.operands[1:3]]
        extents = []
        for axis, (use, size, limit, valid, member) in enumerate(
            (
                (op.operands[1], tile.rows, outer.rows, tile.v_row, "v_row"),
                (op.operands[2], tile.cols, outer.cols, tile.v_col, "v_col"),
            )
        ):
            at = self.name(use.value)
            if not isinstance(constant(use.value), int):
                code = "STORE" if self._is_written(op.result) else "LOAD"
                check = f"pto::in_tile(core, PTO_FAULT_{code}_BOUNDS, {at}, {size}, {limit}, {axis}, {self.location(op)})"
                self.line(f"if (!{check}) return;", op)
            held = f"pto::left_over({self.name(parent)}.{member}, {at}, {size})"
            if len(op.operands) == 5 and valid is None:
                held = self.name(op.operands[3 + axis].value)
                self._check_extent(held, size, axis, op)
            extents.append(held if valid is None else str(valid))
        address = None
        if op.result in self.placement.floating:
            cell = f"{self.name(parent)}.cell({places[0]}, {places[1]})"
            address = f"(unsigned char*){cell} - core->space[PTO_{tile.space.upper()}]"
        self._tile(op.result, extents[0], extents[1], address)

    def _is_written(self, tile: Value) -> bool:
        return any(use.value is tile for op in self.function.walk() for use in catalog.writes(op))

    def _alloc(self, op: Op) -> None:
        tile = tile_type(op.result)
        extents = []
        for axis, (key, valid, limit) in enumerate(
            (("valid_row", tile.v_row, tile.rows), ("valid_col", tile.v_col, tile.cols))
        ):
            given = alloc_operand(op, key)
            extents.append(str(valid) if given is None else self.name(given))
            if given is not None:
                self._check_extent(self.name(given), limit, axis, op)
        self._tile(op.result, *extents)

    def _check_extent(self, extent: str, limit: int, axis: int, op: Op) -> None:
        self.line(
            f"if (!pto::valid_extent(core, {extent}, {limit}, {axis}, {self.location(op)})) return;", op
        )

    def _reinterpret(self, op: Op) -> None:
        tile, source = tile_type(op.result), op.operands[0].value
        address = None
        if source in self.placement.ring:
            address = f"(unsigned char*){self.name(source)}.data - core->space[PTO_{tile.space.upper()}]"
        self._tile(op.result, *self._extents(tile), address)

    def _extents(self, tile: TileType) -> tuple[str, str]:
        """Valid rows and columns of a tile whose open extents are set later."""
        rows, cols = tile.v_row, tile.v_col
        return str(tile.rows if rows is None else rows), str(tile.cols if cols is None else cols)

    # Pipes

    def _open_pipe(self, op: Op) -> None:
        for key, end in self.pipes.ends[self.function.name].items():
            if end.op is not op:
                continue
            name = self.pipe_names[key] = self.fresh(f"{end.direction}_{end.id}")
            memory = f"{HIDDEN} + {self.pipes.memory[key]}" if key in self.pipes.memory else "nullptr"
            self.line(
                f"const pto::Pipe {name}{{{{{end.id}, PTO_{end.direction.upper()}, {end.slots}, {end.local_slots}, "
                f"{end.slot_size}, {end.buffer.base}, {memory}}}}};"
            )
            self.line(f"if (!pto::pipe_open(core, {name}, {self.location(op)})) return;", op)

    def _transfer(self, op: Op) -> None:
        """A push, a pop or a free."""
        end, split = self.pipes.of(op), self.pipes.split(op)
        pipe, where = self.pipe_names[end.id, end.direction], self.location(op)
        action = TRANSFERS[op.short][2]
        if action == "free":
            self.line(f"if (!pto::TFREE(core, {pipe}, {where})) return;", op)
            return
        apart = "".join(f", {number}" for number in self.pipes.parts.get(op, ()))
        call = f"pto::{op.short.upper()}<{split}{apart}>(core, {pipe}"
        if action == "push":
            self.line(f"if (!{call}, {self.name(op.operands[0].value)}, {where})) return;", op)
            return
        tile = tile_type(op.result)
        at = self.fresh(f"{op.result.name}_at")
        self.line(f"const int64_t {at} = {call}, {tile.size}, {where});", op)
        self.line(f"if ({at} < 0) return;")
        self._tile(op.result, *self._extents(tile), at)

    def _set_validshape(self, op: Op) -> None:
        tile, row, col = (u.value for u in op.operands)
        type = tile_type(tile)
        for axis, (extent, limit, member) in enumerate(
            ((row, type.rows, "v_row"), (col, type.cols, "v_col"))
        ):
            self._check_extent(self.name(extent), limit, axis, op)
            self.line(f"{self.name(tile)}.{member} = {self.name(extent)};")

    def _trap(self, op: Op) -> None:
        code, asked = "TRAP", "-1, -1, 0, 0, 0, 0"
        if op.operands:
            *pointer, index, extent = (u.value for u in op.operands)
            arg = f"({self._pointer(pointer[0])})->arg" if pointer else "-1"
            code = f"{op.attrs['bounds'].text.strip(chr(34)).upper()}_BOUNDS"
            asked = f"{arg}, {op.attrs['axis'].text}, {self.name(index)}, 1, {self.name(extent)}, 0"
            if code == "ARRAY_BOUNDS":
                code, asked = "SLICE", f"-1, -1, {self.name(index)}, {self.name(extent)}, 0, 0"
        self.line(f"return pto_raise(core, PTO_FAULT_{code}, {self.location(op)}, {asked});", op)

    def _syncall(self, op: Op) -> None:
        kind = CORE_TYPES.index(op.attrs["core_type"].text.strip('"'))
        cores = self.name(op.operands[1].value) if op.operands else "0"
        self.line(f"if (!pto::SYNCALL(core, {kind}, {cores}, {self.location(op)})) return;", op)

    def _event(self, op: Op) -> None:
        event = self.name(op.operands[0].value)
        reach = f", {int(op.attrs['ffts_mode'].text) - 1}" if op.short == "sync.set" else ""
        word = "SET" if reach else "WAIT"
        self.line(f"if (!pto::EVENT_{word}(core, {event}{reach}, {self.location(op)})) return;", op)

    def _fence(self, op: Op) -> None:
        self.line("pto::fence();", op)

    _OTHERS: ClassVar[dict[str, Callable[[FunctionWriter, Op], None]]] = {
        "scf.for": _for,
        "scf.if": _if,
        "scf.while": _while,
        "scf.yield": _yield,
        "scf.condition": _condition,
        "func.return": lambda self, op: None,
        "pto.make_tensor_view": _view,
        "pto.partition_view": _partition,
        "pto.get_tensor_view_dim": _dim,
        "pto.addptr": _addptr,
        "pto.load_scalar": _load_scalar,
        "pto.store_scalar": _store_scalar,
        "pto.alloc_tile": _alloc,
        "pto.subset": _subset,
        "pto.subview": _subset,
        "pto.treshape": _reinterpret,
        "pto.bitcast": _reinterpret,
        "pto.set_validshape": _set_validshape,
        "pto.trap": _trap,
        "pto.syncall": _syncall,
        "pto.sync.set": _event,
        "pto.sync.wait": _event,
        "pto.set_ffts": lambda self, op: None,
        "pto.fence.barrier_all": _fence,
        "pto.cmo.cacheinvalid": _fence,
        "pto.aic_initialize_pipe": _open_pipe,
        "pto.aiv_initialize_pipe": _open_pipe,
    }

    # Instructions

    def _instruction(self, op: Op, kind: Kind) -> None:
        names = [self.name(u.value) for u in op.operands]
        outs = [self.name(u.value) for u in op.outs]
        upper = op.short.upper().replace(".", "_")
        where = self.location(op) if kind in (Kind.LOAD, Kind.STORE) else 0
        if kind is Kind.LOAD:
            if op in self.joined.values():
                return
            suffix = "_MAT" if tile_type(op.outs[0].value).space == "mat" else ""
            self.line(f"if (!pto::TLOAD{suffix}(core, {outs[0]}, {names[0]}, {where})) return;", op)
        elif kind is Kind.STORE:
            atomic = op.attr("atomicType")
            suffix = "_ACC" if tile_type(op.operands[0].value).space == "acc" else ""
            suffix += "_ADD" if atomic is not None and atomic.word == "atomic_add" else ""
            self.line(f"if (!pto::TSTORE{suffix}(core, {outs[0]}, {names[0]}, {where})) return;", op)
        elif kind in (Kind.PUSH, Kind.POP, Kind.FREE):
            self._transfer(op)
        elif kind is Kind.PREFETCH:
            return  # the load itself brings the data
        elif kind is Kind.LANES:
            self._lanes(op, upper)
        elif kind is Kind.CONVERT:
            self.line(f"pto::TCVT<pto::Round::{round_mode(op)}>({outs[0]}, {names[0]});", op)
        elif kind in (Kind.COPY, Kind.ROW_REDUCE, Kind.COL_REDUCE, Kind.TRANSPOSE):
            self.line(f"pto::{upper}({outs[0]}, {names[0]});", op)
        elif kind in FALLIBLE:
            self.line(f"if (!{OTHERS[kind](self, op)}) return;", op)
        elif kind in OTHERS:
            self.line(f"{OTHERS[kind](self, op)};", op)
        elif kind is Kind.FILL:
            self.line(f"pto::TFILLPAD({outs[0]}, {names[0]}, {self._pad(op.outs[0].value)});", op)
        elif kind is Kind.GET:
            cpp = scalars.cpp_type(op.result)
            self._check_element(op, op.operands[0].value, op.operands[1].value, "READ")
            self.line(
                f"const {cpp} {self.name(op.result)} = ({cpp})pto::TGETVAL({names[0]}, {names[1]});", op
            )
        elif kind is Kind.SET:
            elem = tile_type(op.outs[0].value).elem
            self._check_element(op, op.outs[0].value, op.operands[0].value, "WRITE")
            self.line(f"pto::TSETVAL({outs[0]}, {names[0]}, {self.scalar(op.operands[1].value, elem)});", op)
        else:
            self._cube(op, kind)

    def _check_element(self, op: Op, tile: Value, at: Value, word: str) -> None:
        type = tile_type(tile)
        if not isinstance(constant(at), int):
            place = f"{self.name(at)}, 1, {type.rows * type.cols}, 0"
            check = f"pto::in_tile(core, PTO_FAULT_{word}_BOUNDS, {place}, {self.location(op)})"
            self.line(f"if (!{check}) return;", op)

    def _pad(self, tile: Value) -> str:
        type = tile_type(tile)
        if type.elem.bits == 64:
            return f"({type.elem.cpp})0"
        if type.elem.is_float:
            number = {1: "0.0f", 2: "__builtin_inff()", 3: "-__builtin_inff()"}[type.pad]
            if type.elem.bits < 16:
                number = "0.0f"
            return f"pto::stored<{type.elem.cpp}>({number})"
        high = 2 ** (type.elem.bits - type.elem.is_signed) - 1
        low = -high - 1 if type.elem.is_signed else 0
        number = {1: "0", 2: f"{high}u", 3: f"({low + 1} - 1)" if low else "0"}[type.pad]
        return f"({type.elem.cpp}){number}"

    def _lanes(self, op: Op, upper: str) -> None:
        lanes = catalog.lanes_of(op)
        elem = tile_type(op.outs[0].value).elem
        self.definitions[upper] = _definition(upper, lanes)
        operands = []
        for use, role in zip(op.operands, lanes.roles, strict=False):
            name = self.name(use.value)
            operands.append(
                {
                    Role.FULL: name,
                    Role.COLUMN: f"pto::column({name})",
                    Role.ROW: f"pto::row({name})",
                    Role.SCALAR: f"pto::Scalar<{elem.cpp}>{{{self.scalar(use.value, elem)}}}",
                }[role]
            )
        self.line(f"{upper}({', '.join([self.name(op.outs[0].value), *operands])});", op)

    def _cube(self, op: Op, kind: Kind) -> None:
        names = [self.name(u.value) for u in op.operands]
        out = self.name(op.outs[0].value)
        if kind is Kind.MOVE:
            side = tile_type(op.outs[0].value).space.upper()
            if op in self.joined:
                load = self.joined[op]
                part = self.name(load.operands[0].value)
                call = (
                    f"{self._shared(op)}TLOAD_{side}(core, {out}, {names[0]}, {part}, {self.location(load)})"
                )
                self.line(f"if (!{call}) return;{self.remark(load)} and TMOV in one step")
            else:
                self.line(f"{self._shared(op)}TMOV_{side}({out}, {names[0]});", op)
        elif kind in (Kind.EXTRACT, Kind.INSERT):
            source, target = op.operands[0].value, op.outs[0].value
            self._check_part(op, *((source, target) if kind is Kind.EXTRACT else (target, source)))
            side = f"_{tile_type(target).space.upper()}" if kind is Kind.EXTRACT else ""
            self.line(f"pto::{op.short.upper()}{side}({out}, {', '.join(names)});", op)
        else:
            upper = op.short.upper().replace(".", "_").replace("TGEMV", "TMATMUL")
            operands = names[1:] if upper.endswith("_ACC") else names
            self.line(f"{self._shared(op)}{upper}({', '.join([out, *operands])});", op)

    def _shared(self, op: Op) -> str:
        """Where an instruction stands: many of one kind on tiles of one shape are calls of one function."""
        if not self._alike:
            for other in self.function.walk():
                if catalog.kind_of(other) in (Kind.MOVE, Kind.MATMUL, Kind.MATMUL_MX):
                    key = self._shape_of(other)
                    self._alike[key] = self._alike.get(key, 0) + 1
        return "pto::shared::" if self._alike[self._shape_of(op)] > MOST_INLINE else "pto::"

    def _shape_of(self, op: Op) -> tuple[object, ...]:
        tiles = [tile_type(t) for t in op.tiles()]
        return (op.short, op in self.joined, *((t.space, t.elem, t.rows, t.cols, t.slayout) for t in tiles))

    def _check_part(self, op: Op, outer: Value, part: Value) -> None:
        """A part whose place is known at run time only lies inside its tile."""
        whole_type, type = tile_type(outer), tile_type(part)
        code = "LOAD" if catalog.kind_of(op) is Kind.EXTRACT else "STORE"
        for axis, (use, size, limit) in enumerate(
            zip(op.operands[1:], (type.rows, type.cols), (whole_type.rows, whole_type.cols), strict=True)
        ):
            if not isinstance(constant(use.value), int):
                place = f"{self.name(use.value)}, {size}, {limit}, {axis}, {self.location(op)}"
                self.line(f"if (!pto::in_tile(core, PTO_FAULT_{code}_BOUNDS, {place})) return;", op)


def _definition(name: str, lanes: catalog.Lanes) -> str:
    """An instruction of the op table as one C++ function."""
    letters = "ABX"[: len(lanes.roles)]  # `c` is the column
    types = "".join(f", class {x}" for x in letters)
    params = "".join(f", const {x}& {x.lower()}" for x in letters)
    values = [f"{x.lower()}.get(part, i, c)" for x in letters]
    text = lanes.expression.format(*[""] * lanes.first, *values, type="T")
    return (
        f"template <class D{types}> PTO_INLINE void {name}(const D& d{params}) {{\n"
        f"    typedef typename D::element T;\n"
        f"    pto::each(d, [&](auto part, int64_t i, int64_t c) PTO_BODY {{ return lanes<T>({text}); }});\n"
        f"}}"
    )
