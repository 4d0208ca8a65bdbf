# SPDX-License-Identifier: Apache-2.0
"""What a form is: the reader and the printer of one shape of text, and the pieces that several share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pypto.assembler.nodes import Attr, Op
from pypto.assembler.types import ScalarType, Type
from pypto.ir.dtypes import DType

if TYPE_CHECKING:
    from pypto.assembler.parser import Parser

Reader = Callable[["Parser", Op], list[Type]]
Printer = Callable[[Op], str]


@dataclass(frozen=True)
class Form:
    """`read` consumes what follows the operation's name and returns the result types; `show` writes it."""

    read: Reader
    show: Printer


def holds(elem: DType, type: Type) -> bool:
    """Whether a scalar of this type is an element: the same type, or the signless integer of its width."""
    if not isinstance(type, ScalarType):
        return False
    signless = elem.kind == "uint" and type.elem.kind == "int" and type.elem.bits == elem.bits
    return type.elem is elem or signless


def show_uses(op: Op) -> str:
    return ", ".join(str(u.value) for u in op.operands)


def show_attrs(attrs: dict[str, Attr]) -> str:
    return " {" + ", ".join(f"{k} = {v.text}" for k, v in attrs.items()) + "}" if attrs else ""
