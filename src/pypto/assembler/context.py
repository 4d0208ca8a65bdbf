# SPDX-License-Identifier: Apache-2.0
"""What the writers of C++ text share: lines and indentation, names, kernel locations, lane expressions."""

from __future__ import annotations

from pypto.assembler import catalog
from pypto.assembler.analysis import Liveness, Regions
from pypto.assembler.catalog import Kind
from pypto.assembler.names import Names
from pypto.assembler.nodes import Function, Loc, Module, Op, Value
from pypto.assembler.placement import Placement, tile_type
from pypto.ir.dtypes import DType


class Locations:
    """The function's table of kernel lines; entry 0 is the function itself."""

    def __init__(self, module: Module, function: Function) -> None:
        self.file = module.source.file.rpartition("/")[2]  # the same wherever the folder lies
        self.default = Loc(self.file, function.span.line, function.span.column)
        self.entries = [function.loc or self.default]

    def of(self, op: Op) -> Loc:
        return op.loc or Loc(self.file, op.span.line, op.span.column)

    def index(self, op: Op) -> int:
        loc = self.of(op)
        if loc not in self.entries:
            self.entries.append(loc)
        return self.entries.index(loc)


class Context:
    def __init__(self, module: Module, function: Function, placement: Placement) -> None:
        self.module = module
        self.function = function
        self.placement = placement
        self.regions = Regions(function)
        self.liveness = Liveness(function, placement)
        self.locations = Locations(module, function)
        self.names = Names()
        self.text: list[str] = []
        self._depth = 1

    # Text

    def line(self, text: str, op: Op | None = None) -> None:
        self.text.append("    " * self._depth + text + (self.remark(op) if op is not None else ""))

    def open(self, text: str, op: Op | None = None) -> None:
        self.line(text, op)
        self._depth += 1

    def close(self, text: str) -> None:
        self._depth -= 1
        self.line(text)

    def comment(self, text: str) -> None:
        self.line(f"// {text}")

    def remark(self, op: Op) -> str:
        """The trailing comment that names the kernel line and the instruction."""
        loc = self.locations.of(op)
        name = f" {op.short.upper()}" if catalog.kind_of(op) is not None else ""
        return f"  // {loc.file.replace(chr(92), '/').rpartition('/')[2]}:{loc.line}{name}"

    def location(self, op: Op) -> int:
        return self.locations.index(op)

    # Names and expressions

    def name(self, value: Value) -> str:
        return self.names.of(value)

    def fresh(self, wish: str) -> str:
        return self.names.fresh(wish)

    def scalar(self, value: Value, elem: DType) -> str:
        """A scalar as an element of a tile: signless numbers take the tile's signedness."""
        name = self.name(value)
        return name if elem.is_float else f"({elem.cpp}){name}"

    def lane_expression(self, op: Op, operands: list[str]) -> str:
        """One lane of the result, rounded to the element type."""
        elem = tile_type(op.outs[0].value).elem
        row = catalog.row_of(op)
        assert row is not None and row.cpp is not None
        if catalog.kind_of(op) is Kind.CONVERT:
            source = tile_type(op.operands[0].value).elem
            words = {"to": elem.cpp, "from": source.cpp, "mode": round_mode(op)}
            return str(row.cpp).format(*operands, **words)
        lanes = catalog.lanes_of(op)
        text = lanes.expression.format(*[""] * lanes.first, *operands, type=elem.cpp)
        exact = elem.bits >= 32 or lanes.expression == f"{{{lanes.first}}}"
        return text if exact else f"rounded<{elem.cpp}>({text})"


def round_mode(op: Op) -> str:
    """The rounding mode of a tcvt as the device headers name it."""
    mode = op.attr("rmode")
    return "RINT" if mode is None else mode.word.removeprefix("CAST_")
