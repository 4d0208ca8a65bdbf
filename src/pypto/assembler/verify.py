# SPDX-License-Identifier: Apache-2.0
"""What the operations ask of their operands: kinds, element types, shapes, layouts, spaces, addresses.

Every finding is a `PtoSyntaxError` at the operand that is wrong (a `CapacityError` where memory does not suffice);
several are reported together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NoReturn

from pypto.assembler import catalog
from pypto.assembler import verify_cube as cube
from pypto.assembler import verify_forms as forms
from pypto.assembler import verify_indexed as indexed
from pypto.assembler import verify_mx as mx
from pypto.assembler import verify_transfer as transfer
from pypto.assembler import verify_vector as vector
from pypto.assembler.catalog import Kind
from pypto.assembler.form import holds
from pypto.assembler.multiples import Multiples
from pypto.assembler.nodes import WINDOWS, Function, Module, Op, Use
from pypto.assembler.pipes import Pipes
from pypto.assembler.place import place
from pypto.assembler.types import PartType, TileType
from pypto.assembler.verify_aliases import check_aliases
from pypto.errors import ErrorGroup, UserError
from pypto.ir.dtypes import FP8E8M0, DType
from pypto.platforms import PLATFORMS, Platform

_ATTRS: dict[str, tuple[str, ...]] = {
    "tcvt": ("rmode",),
    "tstore": ("atomicType", "reluPreMode", "stPhase"),
    "tcolsum": ("isBinary",),
    "tcmp": ("cmpMode",),
    "tcmps": ("cmpMode",),
    "tci": ("descending",),
    "ttri": ("upper",),
    **indexed.ATTRS,
}

_PACKED_KINDS = (Kind.LOAD, Kind.PREFETCH, Kind.STORE, Kind.COPY, Kind.CONVERT)
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
                if op.name == "pto.bitcast":
                    self._no_packed(op)
                if kind is not None:
                    self._instruction(op, kind)
                elif op.name in WINDOWS:
                    forms.subset(self, op)
                elif op.name in ("pto.treshape", "pto.bitcast"):
                    forms.alias(self, op)
                elif op.name == "pto.alloc_tile":
                    forms.alloc(self, op)
                elif op.name == "pto.get_tensor_view_dim":
                    forms.axis(self, op)
                elif op.name == "scf.for":
                    forms.step(self, op)
                elif op.name.startswith("arith."):
                    forms.arith(self, op)
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
        _CHECKS[kind](self, op)

    def _no_packed(self, op: Op) -> None:
        """No operand shares bytes between its elements."""
        for use in (*op.operands, *op.outs):
            if isinstance(use.type, TileType) and use.type.elem.packed:
                self.fail(
                    use,
                    f"{op.name} does not take {use.type.elem.pto}: such tiles are loaded, copied, converted and stored",
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
        if use.type.elem.packed and (use.type.space, use.type.blayout) != ("vec", "row_major"):
            self.fail(
                use, f"{use.value} is {use.type.brief()}: {use.type.elem.pto} lies in rows of vector tiles"
            )
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

    def flag(self, op: Op, name: str) -> None:
        """An attribute that is a truth value, where it is given."""
        attr = op.attr(name)
        if attr is not None and attr.text not in ("true", "false"):
            raise self.source.error(f"{name} is true or false", attr.span, code="pto-attribute")

    def native(self, op: Op, elem: DType) -> None:
        row = catalog.row_of(op)
        generation = self.chip.generation
        if row is not None and row.native is not None and elem not in row.native[generation]:
            accepted = ", ".join(sorted(str(d.pto) for d in row.native[generation]))
            self.fail(op, f"{op.name} does not take {elem.pto} on {generation}", help=f"it takes {accepted}")


_CHECKS: Mapping[Kind, Callable[[Checker, Op], None]] = {
    Kind.MATMUL: cube.matmul,
    Kind.MATMUL_MX: mx.check_product,
    Kind.EXTRACT: cube.extract,
    Kind.INSERT: cube.insert,
    **transfer.CHECKS,
    **vector.CHECKS,
    **indexed.CHECKS,
}
