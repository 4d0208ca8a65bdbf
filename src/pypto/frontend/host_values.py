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

Terms: TypeAlias = "dict[tuple[Numeric, ...], int]"

MOST_TERMS = 64

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
    origin: str | None = None  # what its name is a part of

    @property
    def owner(self) -> str:
        """The parameter, or the tensor that the driver made, that it is a part of."""
        return self.origin or self.part.tensor


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
        except (KeyError, ArithmeticError, ValueError):
            return None

    def difference(self, one: Numeric, other: Numeric) -> int | None:
        """By how much two integers differ whatever their names hold, as `(r + 1) * 64` and `r * 64` do; else None."""
        terms = self.terms(Operation("-", (one, other)))
        return terms.get((), 0) if terms.keys() <= {()} else None

    def terms(self, expr: Numeric) -> Terms:
        """An integer as a sum: a factor for each product of what is no number yet."""
        constant = self.constant(expr)
        if isinstance(constant, int):
            return {(): constant} if constant else {}
        if not isinstance(expr, Operation) or expr.operator not in ("+", "-", "*", "neg"):
            return {(expr,): 1}
        parts = [self.terms(operand) for operand in expr.operands]
        found: Terms = {}
        if expr.operator == "*":
            if len(parts[0]) * len(parts[1]) > MOST_TERMS:
                return {(expr,): 1}
            for a, m in parts[0].items():
                for b, n in parts[1].items():
                    key = tuple(sorted(a + b, key=repr))
                    found[key] = found.get(key, 0) + m * n
        else:
            for number, part in enumerate(parts):
                sign = -1 if expr.operator == "neg" or (expr.operator == "-" and number) else 1
                for key, n in part.items():
                    found[key] = found.get(key, 0) + sign * n
        return {key: n for key, n in found.items() if n}

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


def a_kind(kind: str) -> str:
    """A kind of numbers for a message."""
    return {"int": "an integer", "float": "a float", "bool": "a truth value"}[kind]


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
