# SPDX-License-Identifier: Apache-2.0
"""Are two programs equal node by node? Compared without the printer: names of variables and places do not count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any

from pypto.errors import Span
from pypto.ir.calls import bind
from pypto.ir.dtypes import DType
from pypto.ir.nodes import Call, Function, Program, TileType, Type, Var
from pypto.ir.ops.table import Op

SKIPPED = {"span", "source", "warnings"}


def difference(a: Program, b: Program) -> str | None:
    """The first place where two programs differ, or None."""
    if (a.name, a.entry, list(a.functions)) != (b.name, b.entry, list(b.functions)):
        return "the functions differ"
    for name, function in a.functions.items():
        found = _Comparison().compare(function, b.functions[name], name)
        if found is not None:
            return found
    return None


def others(call: Call) -> dict[str, Any]:
    """Attributes that are no parameters of the operation."""
    known = {p.name for p in call.op.params}
    return {k: v for k, v in call.attrs.items() if k not in known}


def placeless(type_: Type) -> Type:
    """Where a tile lies is said by the variable that takes it."""
    return replace(type_, address=None, memref=None) if isinstance(type_, TileType) else type_


class _Comparison:
    def __init__(self) -> None:
        self.pairs: dict[Var, Var] = {}

    def compare(self, a: Any, b: Any, where: str) -> str | None:
        if isinstance(a, Var) and isinstance(b, Var):
            if a in self.pairs:
                return None if self.pairs[a] is b else f"{where}: {a.name} is another variable"
            if b in self.pairs.values():
                return f"{where}: two variables became one, {b.name}"
            self.pairs[a] = b
            return self.compare(a.type, b.type, f"{where}: {a.name}")
        if isinstance(a, Op | DType | Enum) or a is None or isinstance(a, str):
            return None if a is b or a == b else f"{where}: {a} and {b}"
        if isinstance(a, bool | int | float):
            same = type(a) is type(b) and (a == b or (a != a and b != b))
            return None if same else f"{where}: {a!r} and {b!r}"
        if isinstance(a, tuple | list):
            if not isinstance(b, tuple | list) or len(a) != len(b):
                return f"{where}: {a} and {b}"
            found = (self.compare(x, y, f"{where}[{i}]") for i, (x, y) in enumerate(zip(a, b, strict=True)))
            return next((f for f in found if f is not None), None)
        if isinstance(a, Mapping):
            if not isinstance(b, Mapping) or set(a) != set(b):
                return f"{where}: {sorted(a)} and {sorted(b) if isinstance(b, Mapping) else b}"
            found = (self.compare(a[k], b[k], f"{where}.{k}") for k in a)
            return next((f for f in found if f is not None), None)
        if isinstance(a, Call) and isinstance(b, Call):  # what is left out is the default
            found = (
                self.compare(a.op, b.op, where),
                self.compare(dict(bind(a, True)), dict(bind(b, True)), f"{where} {a.op.name}"),
                self.compare(others(a), others(b), where),
                self.compare(placeless(a.type), placeless(b.type), f"{where}.type"),
            )
            return next((f for f in found if f is not None), None)
        if is_dataclass(a) and type(a) is type(b):
            names = [f.name for f in fields(a) if f.name not in SKIPPED]
            if isinstance(a, Function):  # the body gives variables their partners before the notes name them
                names = sorted(names, key=lambda n: n == "attrs")
            found = (self.compare(getattr(a, n), getattr(b, n), f"{where}.{n}") for n in names)
            return next((f for f in found if f is not None), None)
        return None if isinstance(a, Span) else f"{where}: {a!r} and {b!r}"
