# SPDX-License-Identifier: Apache-2.0
"""Views of global memory, single elements of it, tiles and parts of tiles as C++."""

from __future__ import annotations

from pypto.assembler import catalog, scalars
from pypto.assembler.analysis import constant, resized
from pypto.assembler.context import Context
from pypto.assembler.forms import alloc_operand
from pypto.assembler.nodes import Function, Module, Op, Value
from pypto.assembler.placement import Placement, line_cells, tile_type, whole
from pypto.assembler.types import PartType, PtrType, TileType, ViewType


class Views(Context):
    """Writes what instructions work on."""

    def __init__(self, module: Module, function: Function, placement: Placement) -> None:
        super().__init__(module, function, placement)
        self._resized = resized(function)

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
        const = "" if tile in self._resized else "const "
        if type.elem.packed:  # a row after the other, two elements to a byte
            self.line(
                f"{const}pto::PackedTile<{type.elem.cpp}, {line_cells(tile)}> {self.name(tile)}"
                f"{{core->space[PTO_VEC], {address or self.placement.address[tile]}, {rows}, {cols}}};"
            )
            return
        by_column = ", true" if type.by_column else ""
        if whole(tile) is not tile:
            by_column = f"{by_column or ', false'}, {line_cells(tile)}"
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

    def _set_validshape(self, op: Op) -> None:
        tile, row, col = (u.value for u in op.operands)
        type = tile_type(tile)
        for axis, (extent, limit, member) in enumerate(
            ((row, type.rows, "v_row"), (col, type.cols, "v_col"))
        ):
            self._check_extent(self.name(extent), limit, axis, op)
            self.line(f"{self.name(tile)}.{member} = {self.name(extent)};")
