# SPDX-License-Identifier: Apache-2.0
"""Pipes between the cube function and the vector function of a module: where slots lie, what both sides must agree on.

    pipes = Pipes(module, chip)
    pipes.ends[function][id, "c2v"].slots       as the function opens it
    pipes.of(op)                                the end that a push, pop or free works on
    pipes.rings[function]                       [(buffer, first byte, end)]: reserved local memory of a consumer

A function reserves the local buffer of what it pops and imports the buffer of what it pushes into. On a2a3 the ring
itself lies in global memory and the buffer holds the slots that are popped; on a5 the buffer is the ring.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from pypto.assembler.nodes import VIEWS, Attr, Function, Module, Op, Use, Value
from pypto.assembler.types import TileType, integer
from pypto.platforms import Platform

PIPES = 8
UNIT = 64
"""Bytes; rings in global memory begin at multiples of it."""

CONSUMER_SPACE = {"c2v": "vec", "v2c": "mat"}
_CONSUMER = {"c2v": "aiv", "v2c": "aic"}
_MASK = {"c2v": 1, "v2c": 2}
_OPERANDS = ("gm_slot_buffer", "c2v_consumer_buf", "v2c_consumer_buf")

#: Operation -> (the core it runs on, direction, push, pop or free).
TRANSFERS: dict[str, tuple[str, str, str]] = {
    "tpush_to_aiv": ("aic", "c2v", "push"),
    "tpop_from_aic": ("aiv", "c2v", "pop"),
    "tfree_from_aic": ("aiv", "c2v", "free"),
    "tpush_to_aic": ("aiv", "v2c", "push"),
    "tpop_from_aiv": ("aic", "v2c", "pop"),
    "tfree_from_aiv": ("aic", "v2c", "free"),
}
OPENS = {"aic_initialize_pipe": "aic", "aiv_initialize_pipe": "aiv"}
_ATTRS = {
    **{name: ("dir_mask", "slot_size", "slot_num", "local_slot_num", "id") for name in OPENS},
    **{name: ("split", "lane_stride", "id") for name in TRANSFERS if not name.startswith("tfree")},
    **{name: ("split", "id") for name in TRANSFERS if name.startswith("tfree")},
    "reserve_buffer": ("name", "size", "location", "auto", "base"),
    "import_reserved_buffer": ("name", "peer_func"),
}
HIDDEN = "gm_slot_buffer"
"""Name of the parameter that holds the ring in global memory."""


def axis_of(split: int) -> int:
    """0 where the rows are divided, 1 where the columns are."""
    return (split - 1) % 2


def is_transfer(op: Op) -> bool:
    return op.name.startswith("pto.") and op.short in TRANSFERS


def is_pop(op: Op | None) -> bool:
    return op is not None and op.name in ("pto.tpop_from_aic", "pto.tpop_from_aiv")


def popped_root(tile: Value) -> Value | None:
    """The popped tile that a tile is, or is a window or another view of."""
    while tile.owner is not None and tile.owner.name in VIEWS:
        tile = tile.owner.operands[0].value
    return tile if is_pop(tile.owner) else None


@dataclass(frozen=True)
class Buffer:
    """Local memory that a consumer reserves for slots."""

    name: str
    size: int
    base: int
    op: Op


@dataclass(frozen=True)
class End:
    """One direction of a pipe, as one function opens it."""

    id: int
    direction: str
    slot_size: int
    slots: int
    local_slots: int
    buffer: Buffer
    op: Op

    @property
    def terms(self) -> tuple[int, int, int]:
        return self.slot_size, self.slots, self.local_slots


class Pipes:
    """The pipes of a module; raises at the first thing that does not fit."""

    def __init__(self, module: Module, chip: Platform) -> None:
        self.source = module.source
        self.functions = {f.name: f for f in module.functions}
        self.in_memory = chip.generation == "a2a3"
        self.buffers: dict[str, dict[str, Buffer]] = {}
        self.ends: dict[str, dict[tuple[int, str], End]] = {}
        self._of: dict[Op, End] = {}
        self.parts: dict[Op, tuple[int, ...]] = {}  # of a push: how far apart the parts are, and their size
        for function in module.functions:
            self.buffers[function.name] = self._reserved(function)
        for function in module.functions:
            self.ends[function.name] = self._opened(function)
        for function in module.functions:
            self._transfers(function)
        self.memory: dict[tuple[int, str], int] = {}
        self.memory_size = 0
        self._agree(module)

    def of(self, op: Op) -> End:
        return self._of[op]

    def rings(self, function: Function) -> list[Buffer]:
        return list(self.buffers[function.name].values())

    def fail(self, at: Op | Use | Attr, message: str, *notes: str, help: str | None = None) -> NoReturn:
        raise self.source.error(message, at.span, notes=notes, help=help, code="pipe")

    # Attributes

    def _check(self, op: Op) -> None:
        for name, attr in op.attrs.items():
            if name not in _ATTRS[op.short]:
                self.fail(attr, f"{op.name} has no attribute `{name}`")

    def _number(self, op: Op, name: str, default: int | None = None) -> int:
        attr = op.attrs.get(name)
        if attr is None:
            if default is None:
                self.fail(op, f"{op.name} needs `{name}`")
            return default
        try:
            return integer(attr.text)
        except ValueError:
            self.fail(attr, f"`{name}` of {op.name} is a number, found {attr.text}")

    def _text(self, op: Op, name: str) -> str:
        attr = op.attrs.get(name)
        if attr is None:
            self.fail(op, f"{op.name} needs `{name}`")
        return attr.text.strip('"')

    # Buffers

    def _reserved(self, function: Function) -> dict[str, Buffer]:
        found: dict[str, Buffer] = {}
        addressed = any(op.name == "pto.alloc_tile" and "addr" in op.attrs for op in function.walk())
        free = 0
        for op in function.walk():
            if op.name != "pto.reserve_buffer":
                continue
            self._check(op)
            name, size = self._text(op, "name"), self._number(op, "size")
            if name in found:
                self.fail(op, f"the buffer {name!r} is reserved twice in @{function.name}")
            if size <= 0 or size % 32:
                self.fail(op, f"the size of a buffer is a positive multiple of 32, found {size}")
            wanted = "vec" if function.core == "aiv" else "mat"
            location = op.attrs.get("location")
            if location is not None and location.word != wanted:
                self.fail(location, f"an {function.core} function reserves {wanted}, not {location.word}")
            automatic = self._text(op, "auto") if "auto" in op.attrs else "true"
            if automatic not in ("true", "false"):
                self.fail(op.attrs["auto"], f"`auto` is true or false, found {automatic}")
            if automatic == "true":
                if "base" in op.attrs:
                    self.fail(op.attrs["base"], "`base` is given, but the buffer is placed automatically")
                if addressed:
                    self.fail(
                        op, f"the buffer {name!r} needs `auto = false, base = ...`: tiles have addresses"
                    )
                base = free
            else:
                base = self._number(op, "base")
                if base < 0 or base % 32:
                    self.fail(op.attrs["base"], f"base {base} is not a multiple of 32")
            free = max(free, base + size)
            found[name] = Buffer(name, size, base, op)
        return found

    def _buffer(self, op: Op, direction: str, function: Function) -> Buffer | None:
        """What is given for a direction: a buffer, or None for a zero or nothing."""
        names = list(op.ins_attrs)
        key = f"{direction}_consumer_buf"
        if key not in names:
            return None
        use = op.operands[names.index(key)]
        made = use.value.owner
        if made is not None and made.name == "arith.constant" and integer(made.attrs["value"].text) == 0:
            return None
        consumes = _CONSUMER[direction] == function.core
        wanted = "reserve_buffer" if consumes else "import_reserved_buffer"
        if made is None or made.name != f"pto.{wanted}":
            self.fail(use, f"{use.value} is not the result of pto.{wanted}")
        name = self._text(made, "name")
        if consumes:
            return self.buffers[function.name][name]
        self._check(made)
        peer = self._text(made, "peer_func").lstrip("@")
        other = self.functions.get(peer)
        if other is None:
            self.fail(made, f"@{peer} is no function of this module")
        if other.core == function.core:
            self.fail(made, f"@{peer} runs on the same kind of core as @{function.name}")
        if name not in self.buffers[peer]:
            self.fail(made, f"@{peer} reserves no buffer {name!r}")
        return self.buffers[peer][name]

    # Pipes

    def _opened(self, function: Function) -> dict[tuple[int, str], End]:
        found: dict[tuple[int, str], End] = {}
        for op in function.walk():
            if op.short not in OPENS or not op.name.startswith("pto."):
                continue
            self._check(op)
            if OPENS[op.short] != function.core:
                self.fail(op, f"{op.name} stands in @{function.name}, which is an {function.core} function")
            if op not in function.body.ops:
                self.fail(op, "a pipe is opened outside of loops and branches")
            for name in op.ins_attrs:
                if name not in _OPERANDS:
                    self.fail(op.ins_attrs[name], f"{op.name} takes {', '.join(_OPERANDS)}, found {name}")
            self._memory_operand(op, function)
            mask, size, number = (
                self._number(op, "dir_mask"),
                self._number(op, "slot_size"),
                self._number(op, "id", 0),
            )
            if mask not in (1, 2, 3):
                self.fail(op.attrs["dir_mask"], f"dir_mask is 1, 2 or 3, found {mask}")
            if not 0 <= number < PIPES:
                self.fail(op.attrs["id"], f"the id of a pipe is 0 to {PIPES - 1}, found {number}")
            if size <= 0 or size % 32:
                self.fail(op.attrs["slot_size"], f"slot_size is a positive multiple of 32, found {size}")
            slots = self._number(op, "slot_num", 4 if mask == 3 else 8)
            if slots < 1:
                self.fail(op.attrs["slot_num"], f"a pipe has at least one slot, found {slots}")
            for direction in ("c2v", "v2c"):
                buffer = self._buffer(op, direction, function)
                if not mask & _MASK[direction]:
                    if buffer is not None:
                        self.fail(op, f"dir_mask {mask} has no direction {direction}, but a buffer is given")
                    continue
                if buffer is None:
                    self.fail(op, f"dir_mask {mask} needs {direction}_consumer_buf")
                if (number, direction) in found:
                    self.fail(op, f"pipe {number} is opened twice in direction {direction}")
                local = self._local_slots(op, buffer, size, slots)
                found[number, direction] = End(number, direction, size, slots, local, buffer, op)
        return found

    def _memory_operand(self, op: Op, function: Function) -> None:
        given = HIDDEN in op.ins_attrs
        if self.in_memory and not given:
            self.fail(op, f"{op.name} needs `{HIDDEN} = ...`: on a2a3 the slots lie in global memory")
        if given and not self.in_memory:
            self.fail(op, f"`{HIDDEN}` is for a2a3: on this chip the slots lie in the consumer's memory")
        if given:
            use = op.operands[list(op.ins_attrs).index(HIDDEN)]
            if use.value not in function.params or use.value.name != HIDDEN:
                self.fail(use, f"{use.value} is not the parameter %{HIDDEN}")

    def _local_slots(self, op: Op, buffer: Buffer, size: int, slots: int) -> int:
        """How many slots the consumer's buffer holds."""
        local = self._number(op, "local_slot_num", buffer.size // size if self.in_memory else slots)
        if not 1 <= local <= slots:
            self.fail(op, f"local_slot_num is 1 to {slots}, found {local}")
        if not self.in_memory and local != slots:
            self.fail(op, "local_slot_num is for a2a3: on this chip the buffer is the ring")
        if buffer.size != local * size:
            self.fail(
                op,
                f"the buffer {buffer.name!r} has {buffer.size} bytes, {local} slots of {size} take {local * size}",
            )
        return local

    # Pushes, pops, frees

    def _transfers(self, function: Function) -> None:
        for op in function.walk():
            if not is_transfer(op):
                continue
            self._check(op)
            core, direction, action = TRANSFERS[op.short]
            if core != function.core:
                self.fail(op, f"{op.name} runs on {core}, @{function.name} is an {function.core} function")
            number = self._number(op, "id", 0)
            end = self.ends[function.name].get((number, direction))
            if end is None:
                self.fail(op, f"{op.name}: @{function.name} has not opened pipe {number} for {direction}")
            if end.op.span.line > op.span.line:
                self.fail(op, f"{op.name} stands before the pipe is opened, at line {end.op.span.line}")
            self._of[op] = end
            split = self.split(op)
            if action == "free":
                continue
            tile = (op.operands[0] if action == "push" else op.result).type
            if not isinstance(tile, TileType):
                self.fail(op, f"{op.name} moves tiles, not {tile}")
            space = CONSUMER_SPACE[direction] if action == "pop" else "acc" if core == "aic" else "vec"
            if tile.space != space:
                self.fail(op, f"{op.name} works on a tile in {space}, this one is in {tile.space}")
            if tile.space == "vec" and tile.boxed:
                self.fail(op, f"{op.name} works on unboxed tiles of vec")
            halves = 2 if split and core == "aiv" else 1
            if tile.size * halves > end.slot_size:
                self.fail(
                    op,
                    f"a slot of pipe {number} has {end.slot_size} bytes, the tile takes {tile.size * halves}",
                )
            if split and core == "aic" and not self.stride(op):
                self._check_halves(op, tile, split)

    def _check_halves(self, op: Op, tile: TileType, split: int) -> None:
        """What is divided is even; with split 3 and 4 it is the valid extent, and odd."""
        axis = axis_of(split)
        extent = (tile.v_row, tile.v_col)[axis] if split > 2 else (tile.rows, tile.cols)[axis]
        if extent is None:
            self.fail(op, f"split = {split} needs a static valid extent")
        if extent % 2 != (split > 2):
            kind, word = ("an odd" if extent % 2 else "an even"), ("rows", "columns")[axis]
            self.fail(op, f"split = {split} halves {kind} number of {word}")

    def split(self, op: Op) -> int:
        split = self._number(op, "split", 0)
        most = 4 if TRANSFERS[op.short][1] == "c2v" else 2
        if not 0 <= split <= most:
            self.fail(op.attrs["split"], f"split is 0 to {most}, found {split}")
        return split

    def stride(self, op: Op) -> int:
        """Rows or columns between the parts of the two vector cores; 0 where the second one begins behind the first."""
        stride = self._number(op, "lane_stride", 0)
        if stride < 0 or (stride and not self.split(op)):
            self.fail(
                op.attrs["lane_stride"], f"lane_stride goes with a split and is positive, found {stride}"
            )
        return stride

    # Both sides

    def _agree(self, module: Module) -> None:
        """Both functions open the same pipes in the same way, and what one pushes the other pops."""
        users = [f for f in module.functions if self.ends[f.name]]
        if not users:
            return
        if sorted(f.core for f in users) != ["aic", "aiv"]:
            first = next(iter(self.ends[users[0].name].values()))
            self.fail(first.op, "a pipe joins one cube function and one vector function of a module")
        mine, theirs = (self.ends[f.name] for f in users)
        for key in sorted({*mine, *theirs}):
            number, direction = key
            a, b = mine.get(key), theirs.get(key)
            if a is None or b is None:
                there, other = (a or b), users[0 if a is None else 1]
                assert there is not None
                self.fail(there.op, f"@{other.name} does not open pipe {number} for {direction}")
            if a.terms != b.terms or a.buffer != b.buffer:
                self.fail(
                    b.op,
                    f"the two sides open pipe {number} differently",
                    *(
                        f"@{f.name}, line {e.op.span.line}: {e.slots} slots of {e.slot_size} bytes, "
                        f"buffer {e.buffer.name!r}"
                        for f, e in zip(users, (a, b), strict=True)
                    ),
                )
            self._flow(users, key)
            if self.in_memory:
                self.memory[key] = self.memory_size
                self.memory_size += -(-a.slots * a.slot_size // UNIT) * UNIT

    def _flow(self, users: list[Function], key: tuple[int, str]) -> None:
        ops = [
            op
            for f in users
            for op in f.walk()
            if op in self._of and (self._of[op].id, self._of[op].direction) == key
        ]
        for op in ops:
            if self.split(op) != self.split(ops[0]):
                self.fail(
                    op,
                    f"{op.name} has split = {self.split(op)}, {ops[0].name} of the same pipe has {self.split(ops[0])}",
                    f"the other stands at line {ops[0].span.line}",
                )
        moves = [op for op in ops if TRANSFERS[op.short][2] != "free"]
        for op in moves:
            if self.stride(op) != self.stride(moves[0]):
                self.fail(op, f"{op.name} has another lane_stride than line {moves[0].span.line}")
        sets: dict[str, dict[str, Op]] = {"push": {}, "pop": {}, "free": {}}
        for op in ops:
            core, _, action = TRANSFERS[op.short]
            if action == "free":
                sets["free"][""] = op
                continue
            tile = (op.operands[0] if action == "push" else op.result).type
            assert isinstance(tile, TileType)
            rows, cols, split = tile.rows, tile.cols, self.split(op)
            if split and core == "aiv":  # as the cube core sees it
                rows, cols = (rows * 2, cols) if axis_of(split) == 0 else (rows, cols * 2)
            sets[action].setdefault(f"{rows}x{cols}x{tile.elem.pto}", op)
        self._joined(ops)
        if self._strided(ops, sets["pop"]):
            sets["push"], sets["pop"] = {}, {}
        for one, other in (("push", "pop"), ("pop", "push")):
            for what, op in sets[one].items():
                if what not in sets[other]:
                    self.fail(op, f"{op.name} moves {what}, which the other side does not {other}")
        for op in sets["pop"].values():
            if not sets["free"]:
                self.fail(
                    op,
                    f"{op.name} has no pto.{op.short.replace('tpop', 'tfree')}",
                    help="free after the last use",
                )

    def _joined(self, ops: list[Op]) -> None:
        """Parts of the vector cores that overlap: what the second one pushes counts."""
        for op in ops:
            if op.short != "tpush_to_aic" or not self.stride(op):
                continue
            tile = op.operands[0].type
            assert isinstance(tile, TileType)
            size = (tile.rows, tile.cols)[axis_of(self.split(op))]
            if self.stride(op) > size:
                self.fail(op, f"lane_stride = {self.stride(op)} leaves a gap between parts of {size}")
            self.parts[op] = (self.stride(op),)

    def _strided(self, ops: list[Op], pops: dict[str, Op]) -> bool:
        """Parts that are no halves of the whole: both vector cores pop one kind of tile, which is such a part."""
        pushes = [op for op in ops if op.short == "tpush_to_aiv" and (self.stride(op) or self.split(op) > 2)]
        if not pushes:
            return False
        if len(pops) != 1:
            self.fail(pushes[0], "all tiles that are popped as parts have one shape", *pops)
        tile = next(iter(pops.values())).result.type
        assert isinstance(tile, TileType)
        for op in pushes:
            whole, axis, stride = op.operands[0].type, axis_of(self.split(op)), self.stride(op)
            assert isinstance(whole, TileType)
            own, part = (whole.rows, whole.cols), (tile.rows, tile.cols)
            if not stride:
                stride = ((whole.v_row, whole.v_col)[axis] or 0) // 2 + 1
            odd = not self.stride(op) and part[axis] != stride
            cut = (tile.v_row, tile.v_col)[axis] != part[axis]  # valid in part: the rest may lie outside
            if (
                odd
                or own[1 - axis] != part[1 - axis]
                or (stride if cut else stride + part[axis]) > own[axis]
                or whole.elem != tile.elem
            ):
                self.fail(
                    op,
                    f"the parts of {part[0]} x {part[1]}, from 0 and from {stride} on, do not fit the pushed tile of "
                    f"{own[0]} x {own[1]}",
                )
            self.parts[op] = stride, part[axis]
        return True
