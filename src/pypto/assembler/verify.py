# SPDX-License-Identifier: Apache-2.0
"""What the operations ask of their operands: kinds, element types, shapes, layouts, spaces, addresses.

Every finding is a `PtoSyntaxError` at the operand that is wrong (a `CapacityError` where memory does not suffice);
several are reported together.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NoReturn

from pypto.assembler import catalog
from pypto.assembler import verify_cube as cube
from pypto.assembler import verify_mx as mx
from pypto.assembler.analysis import constant
from pypto.assembler.catalog import Kind, Role
from pypto.assembler.form import holds
from pypto.assembler.multiples import Multiples
from pypto.assembler.nodes import WINDOWS, Function, Module, Op, Use
from pypto.assembler.pipes import Pipes
from pypto.assembler.place import place, whole
from pypto.assembler.scalars import predicates
from pypto.assembler.types import INDEX_TYPE, PartType, ScalarType, TileType, ViewType
from pypto.assembler.verify_aliases import check_aliases
from pypto.assembler.verify_indexed import ATTRS, CHECKS
from pypto.errors import ErrorGroup, UserError
from pypto.ir.dtypes import FP8E8M0, FP16, FP32, INT8, INT16, INT32, UINT8, UINT16, UINT32, DType
from pypto.ir.enums import CMP_MODES
from pypto.ir.ops import cast, memory
from pypto.platforms import PLATFORMS, Platform

ROUND_MODES = ("NONE", "RINT", "ROUND", "FLOOR", "CEIL", "TRUNC", "ODD", "CAST_RINT")
_ATTRS: dict[str, tuple[str, ...]] = {
    "tcvt": ("rmode",),
    "tstore": ("atomicType", "reluPreMode", "stPhase"),
    "tcolsum": ("isBinary",),
    "tcmp": ("cmpMode",),
    "tcmps": ("cmpMode",),
    "tci": ("descending",),
    "ttri": ("upper",),
    **ATTRS,
}

_PACKED_KINDS = (Kind.LOAD, Kind.PREFETCH, Kind.STORE, Kind.CONVERT)
"""What is done with tiles of 4-bit elements."""
_CUBE_KINDS = (Kind.MOVE, Kind.MATMUL, Kind.MATMUL_MX, Kind.EXTRACT, Kind.INSERT)


def in_mat(op: Op, kind: Kind) -> bool:
    """Whether a gather of global memory fills a tile of the cube core."""
    return kind is Kind.MGATHER and any(
        isinstance(u.type, TileType) and u.type.space == "mat" for u in op.outs
    )


def verify(module: Module, platform: str | None = None) -> None:
    """Raise what is wrong with a module; `platform` defaults to the module's target."""
    chip = PLATFORMS[platform or module.arch]
    errors: list[UserError] = []
    pipes = Pipes(module, chip)
    for function in module.functions:
        found = len(errors)
        Checker(module, function, chip).run(errors)
        if len(errors) == found:
            try:
                placement = place(module, function, chip, pipes)
                errors += check_aliases(module.source, function, placement)
            except UserError as error:
                errors.append(error)
    if errors:
        raise errors[0] if len(errors) == 1 else ErrorGroup(errors)


class Checker:
    def __init__(self, module: Module, function: Function, chip: Platform) -> None:
        self.source = module.source
        self.function = function
        self.chip = chip
        self.multiples = Multiples(function)

    def run(self, errors: list[UserError]) -> None:
        for op in self.function.walk():
            kind = catalog.kind_of(op)
            try:
                if op.name in WINDOWS or op.name in ("pto.treshape", "pto.bitcast", "pto.set_validshape"):
                    self._no_packed(op)
                if kind is not None:
                    self._instruction(op, kind)
                elif op.name in WINDOWS:
                    self._subset(op)
                elif op.name in ("pto.treshape", "pto.bitcast"):
                    self._alias(op)
                elif op.name == "pto.alloc_tile":
                    self._alloc(op)
                elif op.name == "pto.get_tensor_view_dim":
                    self._axis(op)
                elif op.name == "scf.for":
                    self._step(op)
                elif op.name.startswith("arith."):
                    self._arith(op)
            except UserError as error:
                errors.append(error)

    def fail(
        self, at: Op | Use, message: str, *notes: str, help: str | None = None, code: str = "pto-operand"
    ) -> NoReturn:
        raise self.source.error(message, at.span, notes=notes, help=help, code=code)

    def misfit(self, at: Op | Use, message: str, *notes: str, help: str | None = None) -> NoReturn:
        """Extents that do not go together, or that the operation does not take."""
        self.fail(at, message, *notes, help=help, code="pto-shape")

    def unsupported(self, at: Op | Use, message: str) -> NoReturn:
        """What the dialect has and the CPU device has not."""
        self.fail(at, message, code="pto-unsupported")

    # Instructions

    def _instruction(self, op: Op, kind: Kind) -> None:
        if kind in (Kind.PUSH, Kind.POP, Kind.FREE):
            return  # `Pipes` looked at them
        allowed = _ATTRS.get(op.short, ())
        for name, attr in (op.ins_attrs | op.attrs).items():
            if name not in allowed:
                raise self.source.error(
                    f"{op.name} has no attribute `{name}`", attr.span, code="pto-attribute"
                )
        if kind not in _PACKED_KINDS:
            self._no_packed(op)
        core = "cube" if kind in _CUBE_KINDS or in_mat(op, kind) else "vector"
        home = "cube" if self.function.core == "aic" else "vector"
        if kind in (Kind.LOAD, Kind.STORE, Kind.PREFETCH):
            core = home
        if core != home:
            self.fail(
                op,
                f"{op.name} runs on a {core} core, @{self.function.name} is a {home} kernel",
                code="pto-core",
            )
        checks: dict[Kind, Callable[[Op], None]] = {
            Kind.LOAD: self._load,
            Kind.STORE: self._store,
            Kind.COPY: self._copy,
            Kind.MOVE: self._move,
            Kind.LANES: self._lanes,
            Kind.CONVERT: self._convert,
            Kind.ROW_REDUCE: self._reduce,
            Kind.COL_REDUCE: self._reduce,
            Kind.MATMUL: partial(cube.matmul, self),
            Kind.MATMUL_MX: self._matmul_mx,
            Kind.EXTRACT: partial(cube.extract, self),
            Kind.INSERT: partial(cube.insert, self),
            Kind.FILL: self._fill,
            Kind.TRANSPOSE: self._transpose,
            Kind.ARG_REDUCE: self._reduce,
            Kind.COMPARE: self._compare,
            Kind.SELECT: self._select,
            Kind.PARTIAL: self._partial,
            Kind.CONCAT: self._concat,
            Kind.AXPY: self._axpy,
            Kind.PREFETCH: self._load,
            Kind.SEQUENCE: self._sequence,
            Kind.GET: self._get,
            Kind.SET: self._set,
        }
        if kind in CHECKS:
            CHECKS[kind](self, op)
        else:
            checks[kind](op)

    def _axis(self, op: Op) -> None:
        """The axis whose extent is asked for is a number, and the view has it."""
        view, axis = op.operands
        if not isinstance(view.type, ViewType):
            self.fail(view, f"{view.value} is {view.type}, not a tensor view")
        number = constant(axis.value)
        if not isinstance(number, int) or not 0 <= number < view.type.rank:
            self.fail(
                axis,
                f"{axis.value} is no axis of {view.value}, which has {view.type.rank}",
                help="the axis is a constant, counted from 0",
                code="pto-number",
            )

    def _no_packed(self, op: Op) -> None:
        """No operand shares bytes between its elements."""
        for use in (*op.operands, *op.outs):
            if isinstance(use.type, TileType) and use.type.elem.packed:
                self.fail(
                    use,
                    f"{op.name} does not take {use.type.elem.pto}: such tiles are loaded, converted and stored",
                    help="compute in another type: pto.tcvt to bf16, and back",
                )

    def count(self, op: Op, low: int, high: int, outs: int = 1) -> None:
        if not low <= len(op.operands) <= high:
            wanted = str(low) if low == high else f"{low} to {high}"
            self.fail(
                op, f"{op.name} takes {wanted} operands, {len(op.operands)} are given", code="pto-count"
            )
        if len(op.outs) != outs:
            self.fail(op, f"{op.name} writes {outs} operand, {len(op.outs)} are given", code="pto-count")

    def tile(self, use: Use, *spaces: str) -> TileType:
        if not isinstance(use.type, TileType):
            self.fail(use, f"{use.value} is {use.type}, not a tile")
        if spaces and use.type.space not in spaces:
            self.fail(use, f"{use.value} is in {use.type.space}, expected {' or '.join(spaces)}")
        if use.type.elem.name in self.chip.absent:
            self.fail(use, f"{use.value} holds {use.type.elem.pto}, which {self.chip.generation} has not")
        scales = use.type.elem is FP8E8M0
        if scales != (use.type.fractal == 32) or (use.type.space == "scaling" and not scales):
            self.fail(use, f"{use.value} is {use.type.brief()}: scales are f8E8M0FNU in blocks of fractal=32")
        if use.type.space == "vec" and use.type.boxed:
            self.unsupported(
                use, f"{use.value} is boxed: boxed vector tiles are not supported on the CPU device yet"
            )
        return use.type

    def same_elem(self, use: Use, other: Use) -> None:
        a, b = use.type.elem, other.type.elem
        if a is not b:
            self.fail(use, f"{use.value} holds {a.pto}, {other.value} holds {b.pto}")

    def scalar(self, use: Use, tile: Use) -> None:
        """`use` is a number of the tile's element type; signless numbers stand for unsigned ones."""
        elem = self.tile(tile).elem
        if not holds(elem, use.type):
            self.fail(use, f"{use.value} is {use.type}, the elements of {tile.value} are {elem.pto}")

    def region(self, use: Use, other: Use, *, rows: bool = True, cols: bool = True) -> None:
        """Where both are static, the valid region of `use` covers that of `other`."""
        a, b = self.tile(use), self.tile(other)
        held_rows, held_cols = (
            size if v is None else v for v, size in ((a.v_row, a.rows), (a.v_col, a.cols))
        )
        for name, mine, theirs, on in (
            ("rows", held_rows, b.v_row, rows),
            ("columns", held_cols, b.v_col, cols),
        ):
            if on and theirs is not None and mine < theirs:
                self.misfit(
                    use,
                    f"valid {name} do not match: {use.value} has {mine}, {other.value} has {theirs}",
                    f"{use.value} is {a.brief()}",
                    f"{other.value} is {b.brief()}",
                )

    def same_layout(self, use: Use, other: Use) -> None:
        if self.tile(use).blayout != self.tile(other).blayout:
            self.fail(use, f"{use.value} is {use.type.blayout}, {other.value} is {other.type.blayout}")  # type: ignore[union-attr]

    def part(self, use: Use) -> PartType:
        if not isinstance(use.type, PartType):
            self.fail(use, f"{use.value} is {use.type}, not a partition of a tensor view")
        return use.type

    def _extents(self, part_use: Use, tile_use: Use) -> None:
        part, tile = self.part(part_use), self.tile(tile_use)
        rows: int | None = 1
        for dim in part.dims[:-1]:
            rows = None if rows is None or dim is None else rows * dim
        for name, a, b in (("rows", rows, tile.v_row), ("columns", part.dims[-1], tile.v_col)):
            if a is not None and b is not None and a != b:
                self.misfit(
                    part_use,
                    f"the partition has {a} {name}, the tile {tile_use.value} {b} valid {name}",
                    f"{part_use.value} is {part}",
                    f"{tile_use.value} is {tile.brief()}",
                )

    def _load(self, op: Op) -> None:
        self.count(op, 1, 1)
        self.part(op.operands[0])
        self.tile(op.outs[0], "mat" if self.function.core == "aic" else "vec")
        self.same_elem(op.operands[0], op.outs[0])
        self._extents(op.operands[0], op.outs[0])
        mx.check_load(self, op)

    def _store(self, op: Op) -> None:
        if len(op.operands) == 2:
            self.unsupported(op.operands[1], "a quantising store is not supported on the CPU device yet")
        self.count(op, 1, 1)
        tile = self.tile(op.operands[0], "acc" if self.function.core == "aic" else "vec")
        part = self.part(op.outs[0])
        if tile.space == "acc":
            if part.elem not in cube.ACC_STORES.get(tile.elem, ()):
                self.fail(op.outs[0], f"an accumulator of {tile.elem.pto} does not store to {part.elem.pto}")
        else:
            self.same_elem(op.outs[0], op.operands[0])
        self._extents(op.outs[0], op.operands[0])
        atomic = op.attr("atomicType")
        if atomic is not None and atomic.word not in ("atomic_add", "atomic_none"):
            raise self.source.error(
                f"atomicType {atomic.word} is not supported on the CPU device yet",
                atomic.span,
                code="pto-unsupported",
            )
        allowed = memory.ATOMIC_TYPES[self.chip.generation]
        if atomic is not None and atomic.word == "atomic_add" and part.elem not in allowed:
            accepted = ", ".join(str(d.pto) for d in allowed)
            self.fail(
                op.outs[0],
                f"{self.chip.generation} adds no {part.elem.pto} atomically",
                help=f"it adds {accepted}",
            )
        for name, plain in (("reluPreMode", "no_relu"), ("stPhase", "final")):
            attr = op.attr(name)
            if attr is not None and attr.word != plain:
                raise self.source.error(
                    f"{name} {attr.word} is not supported on the CPU device yet",
                    attr.span,
                    code="pto-unsupported",
                )

    def _copy(self, op: Op) -> None:
        self.count(op, 1, 1)
        self.tile(op.operands[0], "vec")
        self.tile(op.outs[0], "vec")
        self.same_elem(op.operands[0], op.outs[0])
        self.same_layout(op.operands[0], op.outs[0])
        self.region(op.operands[0], op.outs[0])

    def _move(self, op: Op) -> None:
        cube.move(self, op)
        mx.check_move(self, op, self.tile(op.operands[0]), self.tile(op.outs[0]))

    def native(self, op: Op, elem: DType) -> None:
        row = catalog.row_of(op)
        generation = self.chip.generation
        if row is not None and row.native is not None and elem not in row.native[generation]:
            accepted = ", ".join(sorted(str(d.pto) for d in row.native[generation]))
            self.fail(op, f"{op.name} does not take {elem.pto} on {generation}", help=f"it takes {accepted}")

    def _lanes(self, op: Op) -> None:
        lanes = catalog.lanes_of(op)
        count = len(lanes.roles)
        low, high = catalog.scratch_count(op)
        self.count(op, count + low, count + high)
        out = op.outs[0]
        target = self.tile(out, "vec")
        for use, role in zip(op.operands, lanes.roles, strict=False):
            if role is Role.SCALAR:
                self.scalar(use, out)
                continue
            tile = self.tile(use, "vec")
            self.same_elem(use, out)
            if role is Role.FULL:
                self.same_layout(use, out)
                self.region(use, out)
                continue
            if target.blayout != "row_major":
                self.fail(out, f"{op.name} writes a row_major tile")
            if role is Role.COLUMN:
                self.region(use, out, cols=False)
                if tile.blayout == "col_major" and tile.cols != 1:
                    self.fail(use, f"{use.value} is {tile.brief()}, expected one column")
            else:
                self.region(use, out, rows=False)
                if tile.blayout != "row_major":
                    self.fail(use, f"{use.value} is {tile.brief()} col_major, expected a row")
        for use in op.operands[count:]:
            self.tile(use, "vec")
        self.native(op, target.elem)

    def _convert(self, op: Op) -> None:
        self.count(op, 1, 2)
        source, target = self.tile(op.operands[0], "vec"), self.tile(op.outs[0], "vec")
        self.region(op.operands[0], op.outs[0])
        self.same_layout(op.operands[0], op.outs[0])
        pairs = cast.DIRECT[self.chip.generation].get(source.elem, ())
        if target.elem not in pairs:
            names = ", ".join(str(d.pto or d.name) for d in pairs) or "nothing"
            self.fail(
                op,
                f"tcvt does not convert {source.elem.pto} to {target.elem.pto} on {self.chip.generation}",
                help=f"from {source.elem.pto} it converts to {names}",
            )
        mode = op.attr("rmode")
        if mode is not None and mode.word not in ROUND_MODES:
            raise self.source.error(
                f"unknown rounding mode {mode.word}",
                mode.span,
                help=", ".join(ROUND_MODES),
                code="pto-attribute",
            )

    def _reduce(self, op: Op) -> None:
        row, index = op.short.startswith("trow"), catalog.kind_of(op) is Kind.ARG_REDUCE
        self.count(op, 2 if row or index else 1, 2)
        source, out = op.operands[0], op.outs[0]
        tile, target = self.tile(source, "vec"), self.tile(out, "vec")
        if not index:
            self.same_elem(source, out)
        elif target.elem is not INT32:
            self.fail(out, f"{op.name} writes i32, {out.value} holds {target.elem.pto}")
        if tile.blayout != "row_major":
            self.fail(source, f"{op.name} reads a row_major tile")
        if len(op.operands) == 2:
            self.tile(op.operands[1], "vec")
            self.same_elem(op.operands[1], source)
        if index and tile.elem.bits == 64:
            self.unsupported(op, f"{op.name} of {tile.elem.pto} is not supported on the CPU device yet")
        extent, name = (target.v_col, "column") if row else (target.v_row, "row")
        if extent != 1:
            self.misfit(out, f"{op.name} writes one {name}, {out.value} is {target.brief()}")
        if not row and target.blayout != "row_major":
            self.fail(out, f"{op.name} writes a row_major tile")
        if row and target.blayout == "col_major" and target.cols != 1:
            self.misfit(out, f"{op.name} writes one column, {out.value} is {target.brief()}")
        self.region(source, out, rows=row, cols=not row)
        self.region(out, source, rows=row, cols=not row)
        self.native(op, tile.elem)

    def _compare(self, op: Op) -> None:
        self.count(op, 2, 2)
        left, right = op.operands
        tile, mask = self.tile(left, "vec"), self.tile(op.outs[0], "vec")
        if op.short == "tcmps":
            self.scalar(right, left)
        else:
            self.tile(right, "vec")
            self.same_elem(right, left)
            self.same_layout(right, left)
            self.region(right, left)
        attr = op.attr("cmpMode")
        if attr is not None and attr.word not in CMP_MODES:
            raise self.source.error(
                f"unknown comparison {attr.word}", attr.span, help=", ".join(CMP_MODES), code="pto-attribute"
            )
        self._mask(op.outs[0], INT8, UINT8)
        needed = None if tile.v_col is None else -(-tile.v_col // 8)
        for name, have, wanted in (("rows", mask.v_row, tile.v_row), ("bytes per row", mask.v_col, needed)):
            if have is not None and wanted is not None and have != wanted:
                self.misfit(op.outs[0], f"{op.outs[0].value} has {have} valid {name}, the predicate {wanted}")
        self.native(op, tile.elem)

    def _mask(self, use: Use, *elems: DType) -> TileType:
        mask = self.tile(use, "vec")
        if mask.elem not in elems or mask.blayout != "row_major":
            self.fail(use, f"{use.value} is {mask.brief()}, expected a row_major predicate of i8")
        return mask

    def _select(self, op: Op) -> None:
        self.count(op, 4, 4)
        scalar = op.short == "tsels"
        bytes_ = (INT8, UINT8, INT16, UINT16, INT32, UINT32) if scalar else (INT8, UINT8)
        mask, out = self._mask(op.operands[0], *bytes_), op.outs[0]
        target = self.tile(out, "vec")
        for use in op.operands[1 : 2 if scalar else 3]:
            self.tile(use, "vec")
            self.same_elem(use, out)
            self.region(use, out)
        self.tile(op.operands[2 if scalar else 3], "vec")
        if scalar:
            self.scalar(op.operands[3], out)
        cols = target.cols if target.v_col is None else target.v_col
        rows = target.rows if target.v_row is None else target.v_row
        if mask.rows < rows or mask.cols * mask.elem.get_byte() * 8 < cols:
            self.misfit(
                op.operands[0], f"{op.operands[0].value} is {mask.brief()}, too small for {target.brief()}"
            )
        self.native(op, target.elem)

    def _partial(self, op: Op) -> None:
        self.count(op, 2, 2)
        out = op.outs[0]
        target = self.tile(out, "vec")
        for use in op.operands:
            self.tile(use, "vec")
            self.same_elem(use, out)
            self.same_layout(use, out)
        a, b = (self.tile(use) for use in op.operands)
        for name, mine, first, second in (
            ("rows", target.v_row, a.v_row, b.v_row),
            ("columns", target.v_col, a.v_col, b.v_col),
        ):
            if mine is not None and first is not None and second is not None and max(first, second) != mine:
                self.misfit(out, f"{out.value} has {mine} valid {name}, its operands {first} and {second}")
        self.native(op, target.elem)

    def _concat(self, op: Op) -> None:
        """The valid columns of the second operand behind those of the first."""
        self.count(op, 2, 2)
        out = op.outs[0]
        target = self.tile(out, "vec")
        if target.blayout != "row_major":
            self.fail(out, f"{op.name} writes a row_major tile")
        for use in op.operands:
            self.tile(use, "vec")
            self.same_elem(use, out)
            self.same_layout(use, out)
            self.region(use, out, cols=False)
        first, second = (self.tile(use).v_col for use in op.operands)
        if None not in (first, second, target.v_col) and first + second != target.v_col:  # type: ignore[operator]
            self.misfit(
                out, f"{out.value} has {target.v_col} valid columns, its operands {first} and {second}"
            )

    def _axpy(self, op: Op) -> None:
        """The elements times a number, added to those of the result."""
        self.count(op, 2, 2)
        (source, factor), out = op.operands, op.outs[0]
        target = self.tile(out, "vec")
        self.tile(source, "vec")
        self.same_elem(source, out)
        self.same_layout(source, out)
        self.region(source, out)
        self.scalar(factor, out)
        if target.elem not in (FP16, FP32):
            self.fail(op, f"{op.name} does not take {target.elem.pto}", help="it takes f16, f32")

    def _sequence(self, op: Op) -> None:
        self.count(op, 1, 1)
        target = self.tile(op.outs[0], "vec")
        if op.short == "tci":
            self.scalar(op.operands[0], op.outs[0])
            if target.v_row not in (1, None):
                self.misfit(op.outs[0], f"tci writes one row, {op.outs[0].value} is {target.brief()}")
        elif op.operands[0].type != ScalarType(INT32):
            self.fail(op.operands[0], f"{op.operands[0].value} is {op.operands[0].type}, expected i32")
        for name in ("descending", "upper"):
            attr = op.attr(name)
            if attr is not None and attr.text not in ("true", "false"):
                raise self.source.error(f"{name} is true or false", attr.span, code="pto-attribute")
        if target.blayout != "row_major":
            self.fail(op.outs[0], f"{op.name} writes a row_major tile")
        self.native(op, target.elem)

    def _matmul_mx(self, op: Op) -> None:
        mx.check_product(self, op)

    def _get(self, op: Op) -> None:
        if len(op.operands) != 2 or len(op.results) != 1:
            self.fail(op, "tgetval takes a tile and an index and has one result", code="pto-count")
        self.tile(op.operands[0], "vec")
        self._element(op.operands[1], op.operands[0])
        if not holds(self.tile(op.operands[0]).elem, op.result.type):
            self.fail(op, f"the element of {op.operands[0].value} is no {op.result.type}")

    def _set(self, op: Op) -> None:
        self.count(op, 2, 2)
        self.tile(op.outs[0], "vec")
        self._element(op.operands[0], op.outs[0])
        self.scalar(op.operands[1], op.outs[0])

    def _fill(self, op: Op) -> None:
        self.count(op, 1, 1)
        source, target = self.tile(op.operands[0], "vec"), self.tile(op.outs[0], "vec")
        self.same_elem(op.operands[0], op.outs[0])
        self.same_layout(op.operands[0], op.outs[0])
        if target.pad == 0:
            self.fail(
                op.outs[0],
                f"{op.outs[0].value} has pad=0: there is no value to fill with",
                help="pad=1 is zero",
            )
        if (source.rows > target.rows or source.cols > target.cols) and source.v_row is None:
            self.misfit(op.outs[0], f"{op.outs[0].value} is smaller than {op.operands[0].value}")

    def _transpose(self, op: Op) -> None:
        self.count(op, 2, 2)
        source, out = op.operands[0], op.outs[0]
        a, b = self.tile(source, "vec"), self.tile(out, "vec")
        self.tile(op.operands[1], "vec")
        self.same_elem(source, out)
        if a.elem.bits > 32:
            self.unsupported(op, f"ttrans of {a.elem.pto} is not supported: elements have at most 32 bits")
        for name, mine, theirs in (("rows", b.v_row, a.cols), ("columns", b.v_col, a.rows)):
            if mine is not None and mine > theirs:
                self.misfit(
                    out,
                    f"{out.value} has {mine} valid {name}, the transposed {source.value} has {theirs}",
                    f"{source.value} is {a.brief()}",
                    f"{out.value} is {b.brief()}",
                )

    def _element(self, use: Use, tile_use: Use) -> None:
        if use.type != INDEX_TYPE:
            self.fail(use, f"{use.value} is {use.type}, expected index")
        tile, at = self.tile(tile_use), constant(use.value)
        if isinstance(at, int) and not 0 <= at < tile.rows * tile.cols:
            self.misfit(use, f"{tile_use.value} is {tile.brief()} and has no element {at}")

    # Buffers and numbers

    def _subset(self, op: Op) -> None:
        parent, target = self.tile(op.operands[0], "vec", "mat"), op.result.type
        assert isinstance(target, TileType)
        mx.check_whole(self, op)
        size = target.elem.get_byte()
        for use, name, at, wanted, extent in zip(
            op.operands[1:3],
            ("rows", "columns"),
            (constant(u.value) for u in op.operands[1:3]),
            (target.rows, target.cols),
            (parent.rows, parent.cols),
            strict=True,
        ):
            if (name == "rows") == parent.by_column:
                if not isinstance(at, int):
                    if self.multiples.of(use.value) * size % 32:
                        self.fail(
                            use,
                            f"{use.value} must be a constant or a multiple of {32 // size}: it decides how the "
                            "window is aligned",
                            code="pto-number",
                        )
                elif at * size % 32:
                    self.misfit(
                        use, f"the window begins {at * size} bytes into a line, not at a multiple of 32"
                    )
                if wanted * size % 32:
                    self.misfit(
                        op, f"a line of the window has {wanted * size} bytes, not a multiple of 32 (F1)"
                    )
            first = at if isinstance(at, int) else 0
            if first < 0 or first + wanted > extent:
                self.misfit(
                    use,
                    f"the window takes {name} {first} to {first + wanted}, {op.operands[0].value} has {extent}",
                    f"{op.operands[0].value} is {parent.brief()}",
                )

    def _alias(self, op: Op) -> None:
        if len(op.operands) != 1:
            self.fail(op, f"{op.name} takes one tile", code="pto-count")
        source = self.tile(op.operands[0])
        mx.check_whole(self, op)
        if whole(op.operands[0].value) is not op.operands[0].value:
            self.misfit(
                op.operands[0], f"{op.operands[0].value} is a window, whose bytes do not lie in one piece"
            )
        target = op.result.type
        if not isinstance(target, TileType) or target.space != source.space or target.size != source.size:
            self.misfit(op, f"{op.name} keeps space and bytes", f"{op.operands[0].value} is {source.brief()}")
        if op.short == "treshape" and target.elem is not source.elem:
            self.fail(op, "treshape keeps the element type", help="use pto.bitcast")
        if (target.v_row is None) != (target.v_col is None):
            self.misfit(op, f"the result of {op.name} has a static valid region, or two open extents")

    def _alloc(self, op: Op) -> None:
        tile = op.result.type
        assert isinstance(tile, TileType)
        if tile.space == "acc" and tile.elem is INT32 and tile.rows % self.chip.acc_row_multiple_int32:
            multiple = self.chip.acc_row_multiple_int32
            self.misfit(op, f"rows={tile.rows} of an i32 accumulator is not a multiple of {multiple} (F6)")

    def _step(self, op: Op) -> None:
        step = constant(op.operands[2].value)
        if isinstance(step, int) and step <= 0:
            self.fail(
                op.operands[2],
                f"the step of a loop is positive, {op.operands[2].value} is {step}",
                code="pto-number",
            )

    def _arith(self, op: Op) -> None:
        if op.short in ("cmpi", "cmpf") and op.attrs["predicate"].text not in predicates(op.short):
            names = ", ".join(sorted(predicates(op.short)))
            raise self.source.error(
                f"{op.name} has no predicate {op.attrs['predicate'].text}",
                op.attrs["predicate"].span,
                help=names,
                code="pto-attribute",
            )
        counts = {"constant": 0, "select": 3, "negf": 1}
        casts = (
            op.short in ("index_cast", "extsi", "extui", "trunci", "extf", "truncf", "bitcast")
            or "to" in op.short
        )
        wanted = counts.get(op.short, 1 if casts or op.short == "index_castui" else 2)
        if len(op.operands) != wanted:
            self.fail(
                op, f"{op.name} takes {wanted} operands, {len(op.operands)} are given", code="pto-count"
            )
        types = [u.type for u in op.operands] + [r.type for r in op.results]
        if not all(isinstance(t, ScalarType) for t in types):
            self.fail(op, f"{op.name} works on scalars")
