# SPDX-License-Identifier: Apache-2.0
"""The operation table for people: one line an operation, or everything a row says of one.

>>> call_of(TABLE["add"])
'pl.add(lhs, rhs)'
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from types import ModuleType

from rich.console import Console
from rich.table import Table
from rich.text import Text

from pypto.frontend.binding import MEMORY_OPERANDS, is_tile_only
from pypto.frontend.foreign import instead_of, like
from pypto.ir import ops
from pypto.ir.dtypes import BF16, FP32, DType
from pypto.ir.enums import ROUND_MODES
from pypto.ir.ops import TABLE, Op, Trait, cast, matmul
from pypto.ir.ops.table import SCRATCH_NAMES, Param

GENERATIONS = ("a2a3", "a5")
FAMILIES: Mapping[str, str] = {
    "elementwise": "Element by element",
    "bits": "Bits",
    "cast": "Element types",
    "reduce": "Reductions",
    "expand": "A row or a column against a matrix",
    "matmul": "Products",
    "products": "Products of tiles",
    "staging": "Memories of the cube core",
    "rows": "Rows of global memory",
    "creation": "New tensors",
    "memory": "Windows, elements, extents",
    "shaping": "Shapes and valid regions",
    "layout": "Transposes, joins, fills",
    "system": "Blocks and tasks",
    "crossing": "Values that cross between cores",
    "pipe": "Pipes between cores",
    "array": "Small arrays of orchestration",
    "scalar": "Scalars",
}
"""Modules of the table in the order of the list, and what their operations are called together; others come last."""

_UNARY = {"scalar.neg": "-a", "scalar.invert": "~a", "scalar.not": "not a"}
_KINDS = {
    "operand": "a tensor or a tile",
    "scalar": "a scalar",
    "value": "an array, or a value that it holds",
    "dims": "a list of extents",
    "dtype": "an element type",
    "number": "a number known while the kernel is read",
    "static": "known while the kernel is read",
}


class UnknownOperation(Exception):
    """A name that is no operation."""


def families() -> dict[str, list[Op]]:
    """The rows of the table by family, each once."""
    modules = [name for name in ops.__all__ if isinstance(getattr(ops, name), ModuleType)]
    seen: set[str] = set()
    found: dict[str, list[Op]] = {}
    for module in [*FAMILIES, *(name for name in modules if name not in FAMILIES)]:
        rows = [row for row in _declared(module) if row.name not in seen]
        seen.update(row.name for row in rows)
        found[FAMILIES.get(module, module.capitalize())] = rows
    return found


def _declared(module: str) -> list[Op]:
    """The rows that a module of the table names, in its order; some stand in dicts."""
    found: list[Op] = []
    for item in vars(getattr(ops, module)).values():
        found += [item] if isinstance(item, Op) else item.values() if _is_family(item) else ()
    return found


def _is_family(item: object) -> bool:
    return isinstance(item, dict) and bool(item) and all(isinstance(v, Op) for v in item.values())


def call_of(row: Op) -> str:
    """How a kernel writes the operation."""
    if row.infix:
        return f"a {row.infix} b"
    if row.name in _UNARY:
        return _UNARY[row.name]
    if not row.namespaces:  # what pl.cast means on a scalar
        return f"pl.{row.name.removeprefix('scalar.')}({', '.join(_parameters(row))})"
    space = "pl" if "pl" in row.namespaces else f"pl.{row.namespaces[0]}"
    return f"{space}.{row.word}({', '.join(_parameters(row))})"


def _parameters(row: Op) -> Iterator[str]:
    given = [p for p in row.params if not p.internal]
    by_position = row.by_position("tile" if row.namespaces == ("tile",) else None)
    for number, param in enumerate(given):
        if number == len(by_position):
            yield "*"
        if param.default is inspect.Parameter.empty:
            yield param.name
        else:
            yield f"{param.name}={_default(param)}"


def _default(param: Param) -> str:
    kind = type(param.default)
    in_language = kind.__module__.startswith("pypto")
    return f"pl.{kind.__name__}.{param.default.name}" if in_language else repr(param.default)


def types_of(row: Op, generation: str) -> str:
    """The element types that a chip executes; BF16* is computed in FP32 and rounded once."""
    if row.has(Trait.CUBE) and row.native is None:
        return " ".join(d.name for d in matmul.OPERANDS)
    if row is cast.CAST:
        return "see pl.cast"
    if row.native is None:
        return "any" if row.has(Trait.VECTOR) or row.has(Trait.MTE) else ""
    allowed = row.native[generation]
    names = [d.name for d in sorted(allowed, key=_order)]
    if FP32 in allowed and BF16 not in allowed and _accepts_bf16(row):
        names.append("BF16*")
    return " ".join(names)


def _accepts_bf16(row: Op) -> bool:
    """Whether the type rule lets BF16 through to be widened; most reductions, and what moves elements, refuse it."""
    without = {Trait.ROW_REDUCTION, Trait.COL_REDUCTION, Trait.PLACES, Trait.NO_BF16}
    return row.has(Trait.IN_FP32) or not row.traits & without


def _order(dtype: DType) -> tuple[bool, str, int]:
    return (not dtype.is_float, dtype.kind, -dtype.bits)


def print_list(console: Console) -> None:
    """Every operation, by family."""
    for family, rows in families().items():
        table = Table(title=family, title_justify="left", box=None, pad_edge=False, header_style="bold")
        for title, ratio in (("Call", 5), ("a2a3", 3), ("a5", 3), ("What it does", 6)):
            table.add_column(title, overflow="fold", ratio=ratio)
        table.expand = True
        for row in rows:
            types = [types_of(row, generation) for generation in GENERATIONS]
            table.add_row(*map(Text, (call_of(row), *types, row.doc)))
        console.print(table)
        console.print()
    console.print("BF16*: computed in FP32 and rounded once. One operation: python -m pypto ops NAME")


def find(name: str) -> Op:
    """The row that a name means, with or without its namespace."""
    bare = name.removeprefix("pl.")
    if bare in TABLE:
        return TABLE[bare]
    for prefix in ("tensor.", "tile.", "system.", "array."):
        bare = bare.removeprefix(prefix)
    row = TABLE.get(bare)
    if row is not None:
        return row
    instead = instead_of(bare)
    if instead is not None:
        raise UnknownOperation(f"there is no operation {name!r}: {instead}")
    spaces = {"pl": "pl", **{f"pl.{space}": space for space in ("tensor", "tile", "system", "array")}}
    help = like(
        bare, {at: [n for n, row in TABLE.items() if s in row.namespaces] for at, s in spaces.items()}
    )
    raise UnknownOperation(f"there is no operation {name!r}" + (f"; {help}" if help else ""))


def print_details(console: Console, name: str) -> None:
    """All that the table knows of one operation."""
    row = find(name)
    console.print(Text(call_of(row), style="bold"))
    console.print(Text(row.doc))
    for line in details(row):
        console.print(Text(line))


def details(row: Op) -> Iterator[str]:
    """Parameters, namespaces, element types and forms, a line each."""
    yield ""
    for param in (p for p in row.params if not p.internal):
        kind = _kind(row, param)
        default = "" if param.default is inspect.Parameter.empty else f", {_default(param)} if left out"
        yield f"  {param.name}: {kind}{default}" + "".join(f"; also {a}=" for a in param.aliases)
    if row.namespaces:
        spaces = ("pl" if space == "pl" else f"pl.{space}" for space in row.namespaces)
        yield f"  stands in: {', '.join(spaces)}"
    for generation in GENERATIONS:
        types = types_of(row, generation)
        if types and row is not cast.CAST:
            yield f"  element types on {generation}: {types}"
    if row is cast.CAST:
        yield f"  modes: {', '.join(ROUND_MODES)}, or their positions from 0"
        yield from _conversions()
    if row.scalar_form:
        yield f"  a scalar on the right: {row.scalar_form}"
    if row.row_form:
        yield f"  a column [M, 1] on the right of a matrix: {row.row_form}"
    if row.ulp:
        yield f"  native code is within {row.ulp} unit in the last place of the exact result"
    for trait in sorted((Trait.VECTOR, Trait.CUBE, Trait.CONTROL), key=lambda t: t.name):
        if row.has(trait):
            yield f"  {trait.value}"
    if row.pto:
        yield f"  in .pto: {'' if row.pto.startswith('pto.') else 'pto.'}{row.pto}"


def _kind(row: Op, param: Param) -> str:
    """What a parameter takes; an operation without a tensor form takes tiles, and tensors of global memory by name."""
    tiles_only = is_tile_only(row)
    if param.name in SCRATCH_NAMES:
        return "a scratch tile" if tiles_only else "a scratch tile, for the tile form only"
    if param.kind == "operand" and tiles_only:
        return "a tensor" if "tensor" in param.name or param.name in MEMORY_OPERANDS else "a tile"
    return _KINDS[param.kind]


def _conversions() -> Iterator[str]:
    """The direct conversions; others are made of several."""
    for generation in GENERATIONS:
        yield f"  one instruction on {generation} (others go through several):"
        for source, targets in cast.DIRECT[generation].items():
            shown = [
                d.name + (" (low bits)" if (source, d) in cast.WRAPPING else "") for d in targets if d.pto
            ]
            if source.pto:
                yield f"    {source.name} to {', '.join(shown)}"
