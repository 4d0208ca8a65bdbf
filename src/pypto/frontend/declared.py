# SPDX-License-Identifier: Apache-2.0
"""Annotated assignments: what the author says of a value, beside what it is."""

from __future__ import annotations

import ast
from dataclasses import replace
from types import GenericAlias
from typing import Any

from pypto.frontend import constructs as c
from pypto.frontend.annotations import Fail, layout_of, part_of, tensor_extras, tile_extras
from pypto.frontend.foreign import type_instead
from pypto.frontend.submit import Submits
from pypto.frontend.values import Value, conversion, describe, is_number, is_scalar, static_number
from pypto.ir import arith
from pypto.ir.dtypes import INDEX, INT64, TASK_ID, DType
from pypto.ir.enums import Mem, PadValue
from pypto.ir.nodes import (
    ArrayType,
    Assign,
    Call,
    Expr,
    MemRef,
    PtrType,
    ScalarType,
    TaskIdType,
    TensorType,
    TileType,
    Var,
    format_dims,
)
from pypto.ir.ops import shaping
from pypto.ir.ops.rules import NOT_HELD
from pypto.ir.ops.strides import strides_of
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
            return self.place_in(
                found, annotation, part_of(node, ("extra", annotation.extras.index(found))) or node
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
        place = part_of(node, ("extra", annotation.extras.index(found))) or node
        if found.slots is not None and found.slot is None:
            self.type_error(
                f"the pl.MemRef `{names[0]}` has {found.slots} slots, and the tile lies in one",
                place,
                f"write which one: {self.quote(place)}[0]",
                code="annotation",
            )
        inline = any(isinstance(item, ast.Call) for item in ast.walk(place))
        self.declare_memref(names[0], found, annotation, place, inline)
        return found.resolved(names[0])

    def declare_memref(
        self, name: str, found: c.MemRef, annotation: Any, node: ast.expr, inline: bool
    ) -> None:
        """One declaration has one name and one memory space; `inline`: it stands in the annotation itself."""
        space = next(e.name for e in annotation.extras if isinstance(e, Mem))
        known = self.session.memrefs.setdefault(name, (found.declared, space))
        if inline:
            self.session.inline_memrefs.add(found.declared)
        other = next(
            (n for n, (d, _) in self.session.memrefs.items() if d is found.declared and n != name), None
        )
        if other is not None:
            self.type_error(
                f"one pl.MemRef is reached under two names, `{other}` and `{name}`",
                node,
                f"write `{other}`",
                code="annotation",
            )
        again = inline and known[0] in self.session.inline_memrefs and known[0].slots == found.slots
        if known[0] is not found.declared and not again:
            self.type_error(
                f"two declarations of pl.MemRef are named `{name}`",
                node,
                'give one of them another name: pl.MemRef("name")',
                code="annotation",
            )
        self.check_space(name, known[1], space, node)

    def place_in(self, found: c.MemRef, annotation: Any, node: ast.expr) -> MemRef:
        """A resolved place: bytes of an allocation, or of a buffer with a name."""
        base, offset, size = found.args
        space = next(e.name for e in annotation.extras if isinstance(e, Mem))
        named = isinstance(base, str) and base.isidentifier() and base not in Mem.__members__
        if not named and not (isinstance(base, Var) and isinstance(base.type, PtrType)):
            self.type_error(
                f"the base of a resolved pl.MemRef is an allocation or the name of a buffer, found {describe(base)}",
                node,
                'm = pl.tile.alloc(pl.Mem.Vec, 4096), then pl.MemRef(m, 0, 4096); or pl.MemRef("name", 0, 4096)',
                code="annotation",
            )
        numbers = [n for n in (offset, size) if isinstance(n, int) and not isinstance(n, bool) and n >= 0]
        if len(numbers) < 2 or size < 1:
            self.type_error(
                f"offset and size of a resolved pl.MemRef are numbers of bytes, found {describe(offset)} and "
                f"{describe(size)}",
                node,
                "pl.MemRef(base, 0, 4096)",
                code="annotation",
            )
        if named:
            self.check_space(
                base, self.session.memrefs.setdefault(base, (found.declared, space))[1], space, node
            )
            return MemRef(base, 1, 0, offset, size)
        type_ = base.type
        self.check_space(base.name, type_.space or space, space, node)
        if type_.size is not None and offset + size > type_.size:
            self.type_error(
                f"bytes {offset} to {offset + size} leave the allocation `{base.name}` of {type_.size}",
                node,
                f"pl.tile.alloc(pl.Mem.{space}, {offset + size})",
                code="annotation",
            )
        return MemRef(base.name, 1, 0, offset, size, base)

    def check_space(self, name: str, known: str, space: str, node: ast.expr) -> None:
        """A buffer lies in one memory."""
        if known != space:
            self.type_error(
                f"the pl.MemRef `{name}` is in {known} and in {space}",
                node,
                "declare one for each memory space",
                code="annotation",
            )

    def pinned(self, name: str, memref: MemRef, value: Value, stmt: ast.AnnAssign) -> Var:
        """A new tile in the author's buffer."""
        if not isinstance(value, Call) or not isinstance(value.type, TileType):
            self.type_error(
                f"`{name}` names a value that is there already; a pl.MemRef is for a tile that is made here",
                stmt.annotation,
                "annotate the tile where it is made",
                code="annotation",
            )
        if memref.size is not None and value.type.nbytes > memref.size:
            self.type_error(
                f"`{name}` has {value.type.nbytes} bytes, its place has {memref.size}",
                stmt.annotation,
                f"pl.MemRef(base, {memref.offset}, {value.type.nbytes})",
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
        if isinstance(annotation, c.TupleAnnotation | GenericAlias):
            self.check_tuple(name, annotation, value, node)
        elif isinstance(annotation, c.ScalarAnnotation):
            self.check_scalar(name, annotation, value, node)
        elif isinstance(annotation, c.ArrayAnnotation):
            elements = static_number(annotation.extent)
            if not isinstance(found, ArrayType) or (found.extent, found.dtype) != (
                elements,
                annotation.dtype,
            ):
                self.type_error(
                    f"{name} is declared Array[{elements}, {annotation.dtype}], the value is {describe(value)}",
                    node,
                    correction(value),
                    code="annotation",
                )
        elif isinstance(annotation, c.TensorAnnotation | c.TileAnnotation):
            self.check_shaped(name, annotation, value, node)
        elif annotation is c.Ptr:
            if not isinstance(found, PtrType):
                self.type_error(
                    f"{name} is declared a pl.Ptr, the value is {describe(value)}",
                    node,
                    "p = pl.tile.alloc(pl.Mem.Vec, size)",
                    code="annotation",
                )
        else:
            text = self.quote(node)
            bare = annotation is c.Tensor or annotation is c.Tile
            what = "says neither shape nor element type" if bare else "is no type"
            self.type_error(f"`{text}` {what}", node, correction(value), code="annotation")

    def check_tuple(self, name: str, annotation: Any, value: Value, node: ast.expr) -> None:
        """Several values at once: the result of a submission, or a tuple."""
        items = annotation.items if isinstance(annotation, c.TupleAnnotation) else annotation.__args__
        inner = node.slice if isinstance(node, ast.Subscript) else node
        nodes = inner.elts if isinstance(inner, ast.Tuple) else [inner]
        if any(isinstance(item, c.TupleAnnotation | GenericAlias) for item in items):
            self.type_error(
                f"the type of {name} is nested", node, "list the entries: tuple[A, B]", code="annotation"
            )
        if not isinstance(value, tuple):
            self.type_error(
                f"{name} is declared a tuple, the value is {describe(value)}",
                node,
                correction(value),
                code="annotation",
            )
        if len(items) != len(value):
            self.type_error(
                f"{name} is declared with {len(items)} entries, the value has {len(value)}",
                node,
                "name the type of each entry",
                code="annotation",
            )
        places = nodes if len(nodes) == len(items) else [node] * len(items)
        for number, (item, entry, place) in enumerate(zip(items, value, places, strict=True)):
            self.check_type(f"entry {number} of {name}", item, entry, place)
            if self.padded(f"entry {number} of {name}", item, entry, place) is not entry:
                self.type_error(
                    f"entry {number} of {name} is declared with a padding that the value has not",
                    place,
                    "annotate the name that takes it, or pl.fillpad it",
                    code="annotation",
                )

    def check_scalar(self, name: str, annotation: c.ScalarAnnotation, value: Value, node: ast.expr) -> None:
        found, dtype = value.type if isinstance(value, Expr) else None, annotation.dtype
        if not isinstance(dtype, DType):
            self.type_error(
                f"`{self.quote(node)}` has no element type", node, "pl.Scalar[pl.INT32]", code="annotation"
            )
        if dtype is TASK_ID and isinstance(found, TaskIdType):
            return
        if dtype is TASK_ID or not (isinstance(found, ScalarType) or is_number(value)):
            what = "a task id" if dtype is TASK_ID else "a scalar"
            self.type_error(
                f"{name} is declared {what}, the value is {describe(value)}",
                node,
                correction(value),
                code="annotation",
            )
        if (
            not isinstance(found, ScalarType)
            or found.dtype is dtype
            or (found.dtype is INDEX and dtype.is_int)
            or {found.dtype, dtype} == {INDEX, INT64}
        ):
            return
        self.type_error(
            f"{name} is declared {dtype}, the value is {found.dtype}",
            node,
            conversion(found.dtype, dtype) or correction(value),
            code="annotation",
        )

    def check_shaped(
        self, name: str, annotation: c.TensorAnnotation | c.TileAnnotation, value: Value, node: ast.expr
    ) -> None:
        """A tensor or a tile: kind, element type, rank and extents."""
        found = value.type if isinstance(value, Expr) else None
        fail = self.refusing(name, node)
        wanted = TensorType if isinstance(annotation, c.TensorAnnotation) else TileType
        if not isinstance(annotation.dtype, DType):
            fail("{at} is no element type", type_instead(annotation.dtype), ("dtype",), annotation.dtype)
        if annotation.dtype in NOT_HELD:
            fail(f"tensors and tiles do not hold {annotation.dtype}", NOT_HELD[annotation.dtype], ("dtype",))
        if not isinstance(annotation.shape, tuple | list):
            fail("the shape is a list, found {at}", "such as [16, 64]", ("shape",), annotation.shape)
        extents = [self.declared_extent(fail, axis, d) for axis, d in enumerate(annotation.shape)]
        if not isinstance(found, wanted):
            kind = "tensor" if wanted is TensorType else "tile"
            self.type_error(
                f"{name} is declared a {kind}, the value is {describe(value)}",
                node,
                correction(value),
                code="annotation",
            )
        assert isinstance(found, TensorType | TileType)
        if annotation.dtype is not found.dtype:
            self.type_error(
                f"{name} is declared {annotation.dtype}, the value is {found.dtype}",
                part_of(node, ("dtype",)) or node,
                f"convert the value, pl.cast(..., pl.{annotation.dtype}), or write pl.{found.dtype}",
                code="annotation",
            )
        if len(extents) != len(found.shape):
            self.type_error(
                f"{name} is declared with {len(extents)} axes, the value has {len(found.shape)}",
                part_of(node, ("shape",)) or node,
                correction(value),
                code="annotation",
            )
        if isinstance(annotation, c.TileAnnotation):
            assert isinstance(found, TileType)
            self.check_tile(name, annotation, found, node)
        else:
            assert isinstance(found, TensorType)
            self.check_tensor(name, annotation, found, node)
        for axis, (number, extent) in enumerate(zip(extents, found.shape, strict=True)):
            has = arith.as_int(extent)
            if number is not None and has is not None and number != has:
                self.type_error(
                    f"{name} is declared with extent {number} on axis {axis}, the value has {has}",
                    part_of(node, ("shape", axis)) or node,
                    correction(value),
                    code="annotation",
                )

    def declared_extent(self, fail: Fail, axis: int, extent: Any) -> int | None:
        """An extent that an annotation gives: a number, or None where the run decides."""
        number = static_number(extent)
        at = ("shape", axis)
        whole = is_scalar(extent) and extent.type.dtype.is_int
        if number is None and (isinstance(extent, c.DynamicDim) or whole):
            return None
        if not isinstance(number, int) or isinstance(number, bool):
            fail(f"extent {{at}} on axis {axis} is {describe(extent)}", "a whole number", at, extent)
        if number < 0:
            fail(f"extent {{at}} on axis {axis} is negative", "extents count elements", at, number)
        return number

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
        if extras.columns is not None:
            self.check_order(name, extras.columns, found, node)
        view = next((e for e in annotation.extras if isinstance(e, c.TensorView)), None)
        at = self.view_of(annotation, view, node)
        self.check_extents(name, "stride", extras.stride, strides_of(found), at)
        self.check_extents(name, "valid extent", extras.valid, found.valid_shape, at)
        if extras.pad not in (None, found.pad) and not found.local:
            has = "no record of one" if found.pad is PadValue.null else found.pad.name
            self.type_error(
                f"{name} is declared with the padding {extras.pad.name}, the value has {has}",
                at,
                f"record it where the view is made: pl.slice(x, ..., pad_value=pl.PadValue.{extras.pad.name})",
                code="annotation",
            )

    def padded(self, name: str, annotation: Any, value: Value, node: ast.expr) -> Value:
        """A value on a core that is declared with a padding and holds data in part has it in the rest of its cells."""
        pad = declared_pad(annotation)
        type_ = value.type if isinstance(value, Expr) else None
        if pad is PadValue.null or not isinstance(type_, TensorType | TileType) or type_.valid is None:
            return value
        if isinstance(type_, TensorType) and not type_.local:
            return value
        placed = any(isinstance(e, c.MemRef) for e in annotation.extras)
        if placed or len(type_.shape) != 2 or (isinstance(type_, TileType) and type_.space != "Vec"):
            view = next(e for e in annotation.extras if isinstance(e, c.TensorView | c.TileView))
            self.type_error(
                f"`{name}` is declared with the padding {pad.name}, and nothing has filled {type_}",
                self.view_of(annotation, view, node),
                f"fill it where it lies: pl.tile.fillpad_inplace(x, pl.PadValue.{pad.name})"
                if placed
                else f"fill it: pl.fillpad(x, pad_value=pl.PadValue.{pad.name})",
                code="annotation",
            )
        rows, columns = (arith.to_expr(d) for d in type_.valid)
        filled = {"value": self.held(value, node), "pad_value": pad}
        whole = self.held(self.apply(shaping.FILLPAD, filled, {}, "pl.fillpad", node), node)
        narrow = {"input": whole, "valid_rows": rows, "valid_cols": columns}
        return self.apply(shaping.SET_VALIDSHAPE, narrow, {}, "pl.set_validshape", node)

    def held(self, value: Value, node: ast.expr) -> Var:
        assert isinstance(value, Expr)
        return value if isinstance(value, Var) else self.temporary(value, self.span(node))

    def view_of(
        self, annotation: c.TensorAnnotation | c.TileAnnotation, view: Any, node: ast.expr
    ) -> ast.expr:
        """Where the view of an annotation is written."""
        found = None if view is None else part_of(node, ("extra", annotation.extras.index(view)))
        return found or node

    def check_order(self, name: str, columns: bool, found: TensorType, node: ast.expr) -> None:
        """The layout that a view names, ND or DN."""
        if columns and found.local:
            self.type_error(
                f"{name} is declared with the layout DN of global memory, the value is on the core",
                node,
                "leave the pl.TensorView out",
                code="annotation",
            )
        line = any(arith.as_int(extent) == 1 for extent in found.shape[-2:])  # has both orders
        if columns is not found.is_column_major and not line:
            wanted, has = ("DN", "ND") if columns else ("ND", "DN")
            self.type_error(
                f"{name} is declared with the layout {wanted}, the value has {has}",
                node,
                f"pl.tensor.view(x, layout=pl.TensorLayout.{wanted}) exchanges the last two axes",
                code="annotation",
            )

    def check_tile(self, name: str, annotation: c.TileAnnotation, found: TileType, node: ast.expr) -> None:
        extras = tile_extras(annotation, self.refusing(name, node))
        if extras.space is not None and extras.space != found.space:
            self.type_error(
                f"{name} is declared in {extras.space}, the value is in {found.space}",
                part_of(node, ("extra", annotation.extras.index(Mem[extras.space]))) or node,
                f"pl.load(..., target_memory=pl.Mem.{extras.space}), or pl.move(x, pl.Mem.{extras.space})",
                code="annotation",
            )
        if extras.view is None:
            return
        valid = extras.view.keywords.get("valid_shape")
        view = self.view_of(annotation, extras.view, node)
        self.check_extents(name, "valid extent", valid, found.valid_shape, view)
        for field, wanted in layout_of(extras.view, found.space, found.shape).items():
            has = getattr(found, field)
            if field in extras.view.keywords and field != "pad" and wanted != has:
                self.type_error(
                    f"{name} is declared with {field} {wanted}, the value has {has}",
                    view,
                    f"write {field}={has}, or leave {field}= out",
                    code="annotation",
                )

    def check_extents(self, name: str, what: str, wanted: Any, has: Any, node: ast.expr) -> None:
        for axis, (declared, extent) in enumerate(zip(wanted or (), has, strict=False)):
            a, b = arith.as_int(self.dim(declared, node)), arith.as_int(extent)
            if a is not None and b is not None and a != b:
                self.type_error(
                    f"{name} is declared with {what} {a} on axis {axis}, the value has {b}",
                    node,
                    f"write {b}, or leave it out",
                    code="annotation",
                )


def declared_pad(annotation: Any) -> PadValue:
    """What the view of an annotation says that lies outside of what is valid."""
    views = [e for e in getattr(annotation, "extras", ()) if isinstance(e, c.TensorView | c.TileView)]
    pad = views[0].keywords.get("pad") if views else None
    return PadValue.null if pad is None else PadValue(pad)


def correction(value: Value) -> str | None:
    """The annotation that the value has."""
    type_ = value.type if isinstance(value, Expr) else None
    if isinstance(type_, TensorType):
        text = f"pl.Tensor[{format_dims(type_.shape)}, pl.{type_.dtype}]"
    elif isinstance(type_, TileType):
        text = f"pl.Tile[{format_dims(type_.shape)}, pl.{type_.dtype}, pl.Mem.{type_.space}]"
    elif isinstance(type_, ScalarType):
        text = f"pl.Scalar[pl.{type_.dtype}]"
    elif isinstance(type_, ArrayType):
        text = f"pl.Array[{type_.extent}, pl.{type_.dtype}]"
    elif isinstance(type_, TaskIdType):
        text = "pl.TaskId"
    elif isinstance(type_, PtrType):
        text = "pl.Ptr"
    else:
        return "leave the annotation out"
    return f"write {text}, or leave the annotation out"
