# SPDX-License-Identifier: Apache-2.0
"""What names of a driver denote, and numbers that are known while it is read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from pypto.errors import Span
from pypto.ir.dtypes import DType
from pypto.ir.host import (
    Extent,
    Name,
    Number,
    Numeric,
    Operation,
    Part,
    Values,
    WorldSize,
    evaluate,
)

Dims: TypeAlias = "tuple[int | str, ...]"

COMPARISONS = frozenset(("<", "<=", ">", ">=", "==", "!="))
LOGIC = frozenset(("and", "or", "not"))


@dataclass(frozen=True)
class HostTensor:
    """A tensor of the host, or a part of one; an extent that is a text is known at run time."""

    part: Part
    shape: Dims
    dtype: DType
    direction: str  # "in", "out", "inout", or "local" for one that the driver made


@dataclass(frozen=True)
class BufferName:
    """A window buffer; `size` in bytes, None where it is known at run time only."""

    name: str
    size: int | None
    span: Span


@dataclass(frozen=True)
class WindowName:
    """A window: what it views, and how."""

    name: str
    buffer: BufferName
    shape: Dims
    dtype: DType


@dataclass(frozen=True)
class Unknown:
    """What a statement with a mistake was to bind; whoever reads it stays silent."""


Entity: TypeAlias = (
    HostTensor | BufferName | WindowName | Unknown | Number | Name | WorldSize | Extent | Operation
)

NUMERIC = (Number, Name, WorldSize, Extent, Operation)


@dataclass
class Numbers:
    """Kinds of the names that denote numbers, and the values of those that are the same in each run.

    `world_size`: None where a program is read before anybody says how many ranks there are.
    """

    world_size: int | None
    kinds: dict[str, str]
    known: dict[str, int | float | bool]

    def constant(self, expr: Numeric) -> int | float | bool | None:
        """What an expression comes to in each run; None where that differs."""
        try:
            return evaluate(expr, Values(self.world_size, self.known))
        except (KeyError, ArithmeticError):
            return None

    def same(self, expr: Numeric) -> int | float | bool | None:
        """What an expression comes to whatever its loop variables are, as `(r + 1) * 64 - r * 64` does; else None."""
        found = set()
        for probe in (0, 1, 5, 11):
            values = {name: probe for name, kind in self.kinds.items() if kind == "int"} | self.known
            try:
                found.add(evaluate(expr, Values(self.world_size, values)))
            except (KeyError, ArithmeticError):
                return None
        return found.pop() if len(found) == 1 else None

    def kind(self, expr: Numeric) -> str:
        """ "int", "float" or "bool"."""
        if isinstance(expr, Number):
            return type(expr.value).__name__
        if isinstance(expr, Name):
            return self.kinds[expr.name]
        if isinstance(expr, WorldSize | Extent):
            return "int"
        if expr.operator in COMPARISONS or expr.operator in LOGIC:
            return "bool"
        return "float" if "float" in map(self.kind, expr.operands) or expr.operator == "/" else "int"


def shown(shape: Dims) -> str:
    return f"[{', '.join(map(str, shape))}]"


def describe(value: Entity) -> str:
    """A value for a message."""
    if isinstance(value, HostTensor):
        return f"a tensor {shown(value.shape)} {value.dtype}"
    if isinstance(value, BufferName):
        return "a window buffer"
    if isinstance(value, WindowName):
        return f"a window {shown(value.shape)} {value.dtype}"

    return f"the number {value.value!r}" if isinstance(value, Number) else "a number"
