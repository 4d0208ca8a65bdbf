# SPDX-License-Identifier: Apache-2.0
"""Literals, names and attributes: what an expression begins with.

A name is bound in the body, or is a Python object from outside it, or a builtin; a number from outside is recorded,
since the program depends on it.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterator
from enum import Enum
from types import ModuleType
from typing import Any, NoReturn

from pypto.frontend import constructs as c
from pypto.frontend import host_names
from pypto.frontend.foreign import instead_of, like
from pypto.frontend.names import bound, loaded
from pypto.frontend.reports import Reports
from pypto.frontend.source import KernelFunction
from pypto.frontend.state import Poisoned
from pypto.frontend.surface import MEMBERS
from pypto.frontend.values import POISON, Missing, Value, is_array
from pypto.ir import arith
from pypto.ir.dtypes import BY_TORCH, DType
from pypto.ir.enums import Level
from pypto.ir.nodes import (
    ArrayType,
    Const,
    Expr,
    PtrType,
    TaskIdType,
    TensorType,
)
from pypto.ir.ops.table import Op
from pypto.nearby import nearest, nearest_member

BUILTINS: dict[str, Callable[..., Any]] = {
    name: getattr(builtins, name)
    for name in (
        *("len", "max", "min", "abs", "sum", "round", "int", "float", "bool", "list", "tuple", "range"),
        *("isinstance", "type"),
    )
}
"""Python functions that kernel source may call on values that are known while it is read."""


INSTEAD = {
    "min": "on run-time scalars use pl.min(a, b)",
    "max": "on run-time scalars use pl.max(a, b)",
    "abs": "on tensors use pl.abs(x)",
    "int": "convert a scalar with pl.cast(s, pl.INT32)",
    "float": "convert a scalar with pl.cast(s, pl.FP32)",
    "sum": "along rows use pl.row_sum(x)",
    "print": "to see a value while the kernel is read: pl.static_print(...)",
    "range": "loops are written: for i in pl.range(n):",
    "len": "an extent is x.shape[0]",
    "bool": "write a comparison, such as n != 0",
    "round": 'convert a scalar with pl.cast(s, pl.INT32, mode="rint")',
    "enumerate": "loops are written: for i in pl.range(n):",
    "zip": "loops are written: for i in pl.range(n):",
    "slice": "a window is written x[r : r + 16, :]",
    "getattr": "x.shape and x.dtype are what a tensor has",
}


CAPTURED = (
    int, float, str, DType, Enum, Op, ModuleType, c.Construct, c.Namespace, c.Runtime, c.DynamicDim, KernelFunction,
    c.TensorAnnotation, c.TileAnnotation, c.ScalarAnnotation, c.ArrayAnnotation, c.TupleAnnotation,
    c.DirectionAnnotation,
)  # fmt: skip
"""What a body can use of the names outside it."""


def is_language(value: Any) -> bool:
    """Whether a value is the module that kernel files import as `pl`."""
    return isinstance(value, ModuleType) and value.__name__ == "pypto.language"


class Leaves(Reports):
    """Lowers literals, names and attributes."""

    def constant(self, node: ast.Constant) -> Value:
        if node.value is None:
            return Const(None, TaskIdType(), self.span(node))
        if isinstance(node.value, bool | int | float | str):
            return self.in_range(node.value, node)
        if node.value is ...:
            self.unsupported(
                "`...` is not part of the kernel language", node, "write every argument out", code="literal"
            )
        self.unsupported(
            f"a {type(node.value).__name__} literal is not part of the kernel language",
            node,
            "literals are integers, floats, True, False and None",
            code="literal",
        )

    def in_range(self, value: Any, node: ast.AST) -> Any:
        """Integers of a program have 64 bits; no number is complex."""
        if isinstance(value, complex):
            self.type_error(
                "the result is a complex number", node, "numbers are integers and floats", code="number-range"
            )
        if isinstance(value, int) and not -(1 << 63) <= value < 1 << 64:
            text = f"{value}" if abs(value) < 10**30 else f"of {value.bit_length()} bits"
            self.type_error(
                f"the integer {text} does not fit 64 bits",
                node,
                f"integers are {-(1 << 63)} to {(1 << 64) - 1}",
                code="number-range",
            )
        return value

    def name(self, node: ast.Name) -> Value:
        name = node.id
        if name in self.env:
            value = self.env[name]
            if isinstance(value, Missing):
                if value.error is None:
                    raise Poisoned
                if value.at is not None:
                    self.env[name] = POISON  # one report of a wrong binding
                raise self.absent(value, node)
            return value
        try:
            value = self.kernel.lookup(name)
        except KeyError:
            if name in BUILTINS:
                return BUILTINS[name]
            if hasattr(builtins, name):
                self.unsupported(
                    f"Python's `{name}` is not part of the kernel language",
                    node,
                    INSTEAD.get(name, "compute it at module level, and use the name of the result"),
                    code="python-name",
                )
            self.undefined(name, node, self.visible_names())
        return self.captured(name, value, node)

    def captured(self, name: str, value: Any, node: ast.AST) -> Value:
        """A Python object from outside the body; numbers are recorded, since the program depends on them."""
        if isinstance(value, bool | int | float):
            self.session.constants[name] = self.in_range(value, node)
        elif value is None:
            return Const(None, TaskIdType())
        elif isinstance(value, list | tuple):
            return tuple(self.captured(f"{name}[{i}]", item, node) for i, item in enumerate(value))
        return value

    def visible_names(self) -> list[str]:
        bound = [n for n, v in self.env.items() if not isinstance(v, Missing)]
        outer = [
            n for n, v in self.kernel.globals.items() if isinstance(v, CAPTURED) and not n.startswith("__")
        ]
        return [*bound, *outer, *self.kernel.closure]

    def undefined_in(self, stmt: ast.stmt) -> None:
        """Report names that mean nothing in a statement of which not everything was read."""
        for node in self.unknown_names(stmt):
            self.session.report(self.undefined_error(node.id, node, self.visible_names()))

    def unknown_names(self, stmt: ast.stmt) -> Iterator[ast.Name]:
        """Reads of names that nothing in the function or around it binds."""
        somewhere = set(bound(self.kernel.definition.body))
        for node in loaded(stmt):
            name = node.id
            if name == "self" or name in self.env or name in somewhere or hasattr(builtins, name):
                continue
            try:
                self.kernel.lookup(name)
            except KeyError:
                if name not in BUILTINS:
                    yield node

    def attribute(self, node: ast.Attribute) -> Value:
        base = self.expr(node.value)
        name = node.attr
        if isinstance(base, ModuleType) and base.__name__ == "pypto" and name == "language":
            return vars(base)[name]
        if is_language(base):
            if name in MEMBERS:
                return MEMBERS[name]
            if name in vars(base):
                return vars(base)[name]
            self.unknown_member("pl", name, MEMBERS, node)
        if host_names.is_host_language(base):
            base = host_names.NAMESPACE
        if isinstance(base, c.Namespace):
            if name in base.members:
                return base.members[name]
            if base in host_names.NAMESPACES:
                self.unknown_host_name(base, node)
            self.unknown_member(f"pl.{base.name}".rstrip("."), name, base.members, node)
        if isinstance(base, type) and issubclass(base, Enum):
            if name in base.__members__:
                return base[name]
            near = nearest_member(name, base)
            help = (
                f"did you mean pl.{base.__name__}.{near}?"
                if near
                else f"one of {', '.join(base.__members__)}"
            )
            if base is Level:
                help = "pl.Level.CORE_GROUP opens a region, and pl.Level.AIV and pl.Level.AIC one for one kind of core"
            self.invalid(f"pl.{base.__name__} has no `{name}`", node, help, code="unknown-member")
        if isinstance(base, Expr):
            return self.value_attribute(base, node)
        if isinstance(base, DType | Op | c.Construct):
            size = f"its size in bytes is pl.{base}.get_byte()" if isinstance(base, DType) else None
            self.unsupported(
                f"`{self.quote(node)}` is not part of the kernel language", node, size, code="attribute"
            )
        if isinstance(base, ModuleType) and name in BY_TORCH:
            self.unsupported(
                f"`{self.quote(node)}` is an element type of {base.__name__}",
                node,
                f"write pl.{BY_TORCH[name]}",
                code="attribute",
            )
        spelling = name.upper() if not name.isupper() else name
        self.unsupported(
            f"`{self.quote(node)}` reads an attribute of a Python object",
            node,
            f"read it at module level and use the name in the kernel: {spelling} = {self.quote(node)}",
            code="attribute",
        )

    def unknown_host_name(self, base: c.Namespace, node: ast.Attribute) -> NoReturn:
        """A name that `pld` does not have."""
        space = "pld" if base is host_names.NAMESPACE else f"pld.{base.name}"
        near = nearest(node.attr, base.members)
        help = f"did you mean {space}.{near}?" if near else f"it has {', '.join(base.members)}"
        self.invalid(f"unknown name {space}.{node.attr}", node, help, code="unknown-operation")

    def value_attribute(self, base: Expr, node: ast.Attribute) -> Value:
        if isinstance(base.type, TensorType) or is_array(base):
            if node.attr == "shape":
                return tuple(arith.to_expr(d) for d in base.type.shape)  # type: ignore[attr-defined]
            if node.attr == "dtype":
                return base.type.dtype  # type: ignore[attr-defined]
            self.unsupported(
                f"`{self.quote(node)}` is not part of the kernel language",
                node,
                "a tensor has .shape and .dtype; operations are functions: " + self.function_for(node.attr),
                code="attribute",
            )
        what = {ArrayType: "an array", PtrType: "a pl.Ptr"}.get(type(base.type), "a scalar")
        help = (
            "its type is what its annotation or definition says"
            if node.attr == "dtype"
            else self.function_for(node.attr)
        )
        self.unsupported(f"`{self.quote(node)}`: {what} has no attributes", node, help, code="attribute")

    def function_for(self, name: str) -> str:
        """How a kernel calls what another library calls `name`."""
        if isinstance(MEMBERS.get(name), Op):
            return f"write pl.{name}(...)"
        return instead_of(name) or "such as pl.max(a, b), pl.cast(s, pl.INT32), pl.row_sum(x)"

    def unknown_member(self, space: str, name: str, members: Any, node: ast.AST) -> Any:
        homes = [
            f"pl.{s}.{name}" if s else f"pl.{name}"
            for s, names in self.namespaces().items()
            if name in names and not isinstance(names[name], c.Namespace)
        ]
        help = f"did you mean {' or '.join(homes)}?" if homes else instead_of(name)
        if homes and name[:-1] in members and name.endswith("s"):  # adds, muls: the plain name serves both
            help = f"{space}.{name[:-1]} takes a number too; or say which: {' or '.join(homes)}"
        if help is None:
            others = {f"pl.{s}" if s else "pl": names for s, names in self.namespaces().items()}
            help = like(name, {space: members, **others})
        if help is None:
            help = "names are in pl, pl.tensor, pl.tile, pl.array and pl.system; `python -m pypto ops` lists operations"
        what = "operation" if name.islower() else "name"
        if space == "pl.adir":
            what, help = "direction", f"one of {', '.join(f'{space}.{m}' for m in members if m[0] != '_')}"
        self.invalid(f"unknown {what} {space}.{name}", node, help, code="unknown-operation")

    def namespaces(self) -> dict[str, dict[str, Any]]:
        """All names of the language by namespace."""
        spaces = {name: value.members for name, value in MEMBERS.items() if isinstance(value, c.Namespace)}
        return {"": MEMBERS, **spaces}
