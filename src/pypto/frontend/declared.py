# SPDX-License-Identifier: Apache-2.0
"""Annotated assignments: what the author says of a value, beside what it is."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any, NoReturn

from pypto.frontend import constructs as c
from pypto.frontend.annotations import layout_of, tensor_extras, tile_extras
from pypto.frontend.state import Value, describe, static_number
from pypto.frontend.submit import Submits
from pypto.ir import arith
from pypto.ir.dtypes import INDEX
from pypto.ir.enums import Mem
from pypto.ir.nodes import ArrayType, Assign, Call, Expr, MemRef, ScalarType, TensorType, TileType, Var
from pypto.ir.ops.memory import strides_of
from pypto.ir.ops.table import Trait


class Declared(Submits):
    """Compares the values of names with their annotations, and places tiles in named buffers."""

    def memref_of(self, annotation: Any, node: ast.expr) -> MemRef | None:
        """The private buffer that the annotation of a tile names."""
        extras = annotation.extras if isinstance(annotation, c.TileAnnotation) else ()
        found = next((e for e in extras if isinstance(e, c.MemRef)), None)
        if found is None:
            return None
        if len(found.args) == 3:
            self.unsupported(
                "a resolved pl.MemRef belongs to printed programs",
                node,
                'pl.MemRef("name")',
                code="annotation",
            )
        names = [str(a) for a in found.args] or [
            part.id
            for item in ast.walk(node)
            for part in [item.value if isinstance(item, ast.Subscript) else item]
            if isinstance(part, ast.Name)
            and part.id not in ("pl", "self")
            and part.id not in self.env
            and self.expr(part) is found.declared
        ]
        if not names:
            self.type_error("this pl.MemRef has no name", node, 'pl.MemRef("name")', code="annotation")
        return found.resolved(names[0]) if self.declare_memref(names[0], found, annotation, node) else None

    def declare_memref(self, name: str, found: c.MemRef, annotation: Any, node: ast.expr) -> bool:
        """One declaration has one name and one memory space."""
        space = next(e.name for e in annotation.extras if isinstance(e, Mem))
        known = self.session.memrefs.setdefault(name, (found.declared, space))
        other = next(
            (n for n, (d, _) in self.session.memrefs.items() if d is found.declared and n != name), None
        )
        if other is not None:
            self.type_error(
                f"one pl.MemRef is reached under two names, `{other}` and `{name}`", node, code="annotation"
            )
        if known[0] is not found.declared and not (found.args and known[0].slots == found.slots):
            self.type_error(f"two declarations of pl.MemRef are named `{name}`", node, code="annotation")
        if known[1] != space:
            self.type_error(
                f"the pl.MemRef `{name}` is in {known[1]} and in {space}", node, code="annotation"
            )
        return True

    def pinned(self, name: str, memref: MemRef, value: Value, stmt: ast.AnnAssign) -> Var:
        """A new tile in the author's buffer."""
        if not isinstance(value, Call) or not isinstance(value.type, TileType):
            self.type_error(
                f"`{name}` names a value that is there already; a pl.MemRef is for a tile that is made here",
                stmt.annotation,
                code="annotation",
            )
        span = self.span(stmt.target)
        var = self.fresh(name, replace(value.type, memref=memref), span)
        self.emit(Assign(var, value, span))
        if value.op.has(Trait.CUBE):
            self.session.cube.add(var)
        return var

    def check_type(self, name: str, annotation: Any, value: Value, node: ast.expr) -> None:
        """Compare an inferred type with what the author wrote."""
        found = value.type if isinstance(value, Expr) else None
        if annotation is c.Tensor or annotation is c.Tile:
            return
        if isinstance(annotation, c.ScalarAnnotation):
            dtype = annotation.dtype
            if not isinstance(found, ScalarType) and str(found) != "TaskId":
                self.type_error(
                    f"{name} is declared a scalar, the value is {describe(value)}", node, code="annotation"
                )
            if (
                isinstance(found, ScalarType)
                and found.dtype is not dtype
                and not (found.dtype is INDEX and dtype.is_int)
            ):
                self.type_error(
                    f"{name} is declared {dtype}, the value is {found.dtype}",
                    node,
                    f"convert it: pl.cast(s, pl.{dtype})",
                    code="annotation",
                )
            return
        if isinstance(annotation, c.ArrayAnnotation):
            elements = static_number(annotation.extent)
            if not isinstance(found, ArrayType) or (found.extent, found.dtype) != (
                elements,
                annotation.dtype,
            ):
                self.type_error(
                    f"{name} is declared Array[{elements}, {annotation.dtype}], the value is {describe(value)}",
                    node,
                    code="annotation",
                )
            return
        if not isinstance(annotation, c.TensorAnnotation | c.TileAnnotation):
            self.type_error(f"`{self.quote(node)}` is no type", node, code="annotation")
        wanted = TensorType if isinstance(annotation, c.TensorAnnotation) else TileType
        if not isinstance(found, wanted):
            kind = "tensor" if wanted is TensorType else "tile"
            self.type_error(
                f"{name} is declared a {kind}, the value is {describe(value)}", node, code="annotation"
            )
        if annotation.dtype is not found.dtype:
            self.type_error(
                f"{name} is declared {annotation.dtype}, the value is {found.dtype}", node, code="annotation"
            )
        shape = annotation.shape
        if not isinstance(shape, tuple | list):
            self.type_error(f"the shape of {name} is a list", node, code="annotation")
        if len(shape) != len(found.shape):
            self.type_error(
                f"{name} is declared with {len(shape)} axes, the value has {len(found.shape)}",
                node,
                code="annotation",
            )
        if isinstance(annotation, c.TileAnnotation):
            assert isinstance(found, TileType)
            self.check_tile(name, annotation, found, node)
        else:
            assert isinstance(found, TensorType)
            self.check_tensor(name, annotation, found, node)
        for axis, (declared, extent) in enumerate(zip(shape, found.shape, strict=True)):
            number, has = arith.as_int(self.dim(declared, node)), arith.as_int(extent)
            if number is not None and has is not None and number != has:
                self.type_error(
                    f"{name} is declared with extent {number} on axis {axis}, the value has {has}",
                    node,
                    code="annotation",
                )

    def refusing(self, name: str, node: ast.expr) -> Any:
        """What the readers of annotations call to refuse one."""

        def fail(message: str, help: str | None) -> NoReturn:
            self.type_error(f"{name}: {message}", node, help, code="annotation")

        return fail

    def check_tensor(
        self, name: str, annotation: c.TensorAnnotation, found: TensorType, node: ast.expr
    ) -> None:
        extras = tensor_extras(annotation, self.refusing(name, node))
        if extras.layout is not None and extras.layout is not found.layout:
            order = "the order of rows" if found.layout is None else found.layout.name
            self.type_error(
                f"{name} is declared with the layout {extras.layout.name}, the value has {order}",
                node,
                code="annotation",
            )
        for what, wanted, has in (
            ("stride", extras.stride, strides_of(found)),
            ("valid extent", extras.valid, found.valid_shape),
        ):
            self.check_extents(name, what, wanted, has, node)

    def check_tile(self, name: str, annotation: c.TileAnnotation, found: TileType, node: ast.expr) -> None:
        extras = tile_extras(annotation, self.refusing(name, node))
        if extras.space is not None and extras.space != found.space:
            self.type_error(
                f"{name} is declared in {extras.space}, the value is in {found.space}",
                node,
                f"pl.load(..., target_memory=pl.Mem.{extras.space}), or pl.move(x, pl.Mem.{extras.space})",
                code="annotation",
            )
        if extras.view is None:
            return
        self.check_extents(
            name, "valid extent", extras.view.keywords.get("valid_shape"), found.valid_shape, node
        )
        for field, wanted in layout_of(extras.view, found.space, found.shape).items():
            has = getattr(found, field)
            if field in extras.view.keywords and field != "pad" and wanted != has:
                self.type_error(
                    f"{name} is declared with {field} {wanted}, the value has {has}", node, code="annotation"
                )

    def check_extents(self, name: str, what: str, wanted: Any, has: Any, node: ast.expr) -> None:
        for axis, (declared, extent) in enumerate(zip(wanted or (), has, strict=False)):
            a, b = arith.as_int(self.dim(declared, node)), arith.as_int(extent)
            if a is not None and b is not None and a != b:
                self.type_error(
                    f"{name} is declared with {what} {a} on axis {axis}, the value has {b}",
                    node,
                    code="annotation",
                )
