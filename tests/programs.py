# SPDX-License-Identifier: Apache-2.0
"""Structural equality of programs and modules whose variables are objects with an identity of their own."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from enum import Enum
from typing import Any

from pypto.assembler.nodes import Source, Value
from pypto.errors import Span
from pypto.ir.dtypes import DType
from pypto.ir.nodes import Var
from pypto.ir.ops.table import Op

_ATOMS = (str, int, float, bool, bytes, type(None), Enum, Op, DType)
_VARIABLES = (Var, Value)  # one object however often it occurs
_PLACES = (Span, Source)  # where a tree was read is no part of what it says
_UNSAID = {(Var, "written")}  # for people, who read the source; no part of the program


def difference(a: Any, b: Any) -> str | None:
    """Where two object trees differ first, as a path; None where they are equal.

    Variables correspond one to one: one that occurs twice in one tree has to occur at the same two places in the other.
    """
    return _Pairs().compare(a, b, "")


class _Pairs:
    def __init__(self) -> None:
        self.left: dict[int, Any] = {}
        self.right: dict[int, Any] = {}
        self.alive: list[Any] = []  # keeps ids from being used again

    def compare(self, a: Any, b: Any, path: str) -> str | None:
        if isinstance(a, _PLACES) or isinstance(b, _PLACES):
            return None
        if type(a) is not type(b):
            return f"{path}: {type(a).__name__} and {type(b).__name__}"
        if isinstance(a, _ATOMS):
            same = a == b or (a != a and b != b)
            return None if same else f"{path}: {a!r} and {b!r}"
        if isinstance(a, list | tuple):
            if len(a) != len(b):
                return f"{path}: {len(a)} and {len(b)} entries"
            return self.first((x, y, f"{path}[{i}]") for i, (x, y) in enumerate(zip(a, b, strict=True)))
        if isinstance(a, set | frozenset):
            return None if a == b else f"{path}: sets differ"
        if isinstance(a, Mapping):
            if list(a) != list(b):
                return f"{path}: keys {list(a)} and {list(b)}"
            return self.first((a[key], b[key], f"{path}[{key!r}]") for key in a)
        if isinstance(a, _VARIABLES):
            if id(a) in self.left or id(b) in self.right:
                matched = self.left.get(id(a)) is b and self.right.get(id(b)) is a
                return None if matched else f"{path}: another object"
            self.left[id(a)], self.right[id(b)] = b, a
            self.alive += [a, b]
        if dataclasses.is_dataclass(a):
            names = [field.name for field in dataclasses.fields(a) if (type(a), field.name) not in _UNSAID]
        elif hasattr(a, "__dict__"):
            names = list(vars(a))
        else:
            names = list(type(a).__slots__)
        return self.first((getattr(a, n), getattr(b, n), f"{path}.{n}") for n in names)

    def first(self, items: Any) -> str | None:
        for a, b, path in items:
            found = self.compare(a, b, path)
            if found is not None:
                return found
        return None
