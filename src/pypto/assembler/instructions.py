# SPDX-License-Identifier: Apache-2.0
"""Each instruction that is in no loop with others as C++; loads into operand spaces that skip the tile between."""

from __future__ import annotations

from pypto.assembler import catalog, scalars
from pypto.assembler.analysis import constant
from pypto.assembler.calls import OTHERS
from pypto.assembler.calls_indexed import FALLIBLE
from pypto.assembler.catalog import Kind, Role
from pypto.assembler.context import round_mode
from pypto.assembler.fuse import is_pure
from pypto.assembler.nodes import Function, Module, Op, Value
from pypto.assembler.pipes import HIDDEN, TRANSFERS, Pipes
from pypto.assembler.placement import Placement, tile_type
from pypto.assembler.views import Views
from pypto.ir.ops.system import CORE_TYPES

MOST_INLINE = 8
"""Products of one shape that are written out where they stand; the compiler takes long for each."""


class Instructions(Views):
    """Writes instructions; `definitions` are those of the op table that it uses, one C++ function each."""

    def __init__(
        self, module: Module, function: Function, placement: Placement, fuse: bool, pipes: Pipes
    ) -> None:
        super().__init__(module, function, placement)
        self.pipes = pipes
        self.pipe_names: dict[tuple[int, str], str] = {}
        self.definitions: dict[str, str] = {}
        self.joined = self._joined_loads() if fuse else {}
        self._alike: dict[tuple[object, ...], int] = {}

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
        word, reach = "EVENT_WAIT", ""
        if op.short == "sync.set":
            mode = int(op.attrs["ffts_mode"].text)
            word, reach = ("EVENT_SET", f", {mode - 1}") if mode else ("LAUNCH_SET", "")
        pipe = op.attrs["pipe"].text.removeprefix("PIPE_")
        self.line(f"if (!pto::{word}(core, {event}{reach}, PTO_ON_{pipe}, {self.location(op)})) return;", op)

    def _fence(self, op: Op) -> None:
        self.line("pto::fence();", op)


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
