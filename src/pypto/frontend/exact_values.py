# SPDX-License-Identifier: Apache-2.0
"""Values of a printed function: names, numbers, operations and types, as they are written."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from pypto.errors import Span
from pypto.frontend import constructs as c
from pypto.frontend.exact_source import mark
from pypto.frontend.statements import Statements
from pypto.frontend.values import Value, is_number
from pypto.ir.dtypes import INDEX, DType
from pypto.ir.enums import Mem, PadValue, TensorLayout
from pypto.ir.nodes import (
    ArrayType,
    Call,
    Const,
    Dim,
    Expr,
    MemRef,
    PtrType,
    ScalarType,
    TaskIdType,
    TensorType,
    TileType,
    Type,
    Var,
)
from pypto.ir.ops import creation, crossing, scalar
from pypto.ir.ops.rules import space_layout
from pypto.ir.ops.table import REQUIRED, Bound, Op, OpError
from pypto.ir.ops.table import Param as OpParam

# Spellings that only printed programs use.
TENSOR_VIEW, TILE_VIEW, MEM_REF = c.Construct("TensorView"), c.Construct("TileView"), c.Construct("MemRef")
PROGRAM, FUNCTION = c.Construct("program"), c.Construct("function")
PRINTED = {item.name: item for item in (TENSOR_VIEW, TILE_VIEW, MEM_REF, PROGRAM, FUNCTION)}

# Attributes that no parameter of an operation names: passes add them, and dumps of passes show them.
_ADDED: dict[str, frozenset[str]] = {
    "load": frozenset({"transpose"}),
    "assemble": frozenset({"shape"}),
    "create_tensor": frozenset({creation.ANEW}),
    "gather_row": frozenset({"offset", "shape", "shapes", "valid"}),
    "gather_compare": frozenset({"spare"}),
    "read": frozenset({"asked", "extents"}),
    "write": frozenset({"asked", "extents"}),
    "tile.gather": frozenset({"windows"}),
    "tile.scatter": frozenset({"windows"}),
}
_VIEW_KEYS = {
    "TensorView": ("stride", "valid_shape", "pad", "layout"),
    "TileView": ("valid_shape", "batch", "blayout", "slayout", "fractal", "pad"),
}


class _Place(NamedTuple):
    """`pl.MemRef(base, offset, size)`"""

    base: str | Var
    offset: int
    size: int


class ExactValues(Statements):
    """Lowers expressions without inventing or folding anything."""

    printed = True
    origin: str | None
    has_marks: bool
    symbols: dict[str, Var]
    declared: Type | None

    def only(self, call: ast.Call, known: Collection[str]) -> None:
        """Refuses a keyword that a call of the printed text does not have."""
        for keyword in call.keywords:
            if keyword.arg is None or keyword.arg not in known:
                self.syntax(
                    f"`{self.quote(call.func)}` has no keyword `{keyword.arg or '**'}`",
                    keyword,
                    f"its keywords are {', '.join(known)}" if known else None,
                    code="program-text",
                )

    # Positions

    def span(self, node: ast.AST) -> Span:
        found = mark(self.kernel.source.line(node.lineno), self.origin)  # type: ignore[attr-defined]
        return found or self.place(node)

    def place(self, node: ast.AST) -> Span:
        return self.kernel.source.span(node)

    def marked(self, node: ast.AST) -> Span | None:
        if not self.has_marks:
            return self.place(node)
        return mark(self.kernel.source.line(node.lineno), self.origin)  # type: ignore[attr-defined]

    # Names and scalars

    def name(self, node: ast.Name) -> Value:
        if node.id not in self.env:
            value = self.kernel.globals.get(node.id)
            if isinstance(value, c.DynamicDim):
                self.symbols[node.id] = self.env[node.id] = Var(node.id, ScalarType(INDEX))
        return super().name(node)

    def constant(self, node: ast.Constant) -> Value:
        value = super().constant(node)
        return Const(value, self.literal(value).type, self.marked(node)) if is_number(value) else value

    def builtin(self, function: Any, node: ast.Call) -> Value:
        value = super().builtin(function, node)
        return self.literal(value) if is_number(value) else value

    def const(self, node: ast.Call) -> Const:
        given = [self.expr(item) for item in node.args]
        value, dtype = given if len(given) == 2 else (None, None)
        if not isinstance(value, Const) or not isinstance(dtype, DType) or node.keywords:
            self.syntax("pl.const takes a number and an element type", node, code="const-form")
        number = float(value.value) if dtype.is_float and value.value is not None else value.value
        return Const(number, ScalarType(dtype), self.marked(node))

    def unary(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.USub):
            value = self.expr(node.operand)
            if isinstance(value, Const) and isinstance(value.value, int | float):
                return replace(value, value=-value.value)
        return super().unary(node)

    def scalar_call(self, row: Op, spelling: str, args: tuple[Expr, ...], node: ast.AST) -> Expr:
        names = [p.name for p in row.value_params]
        try:
            type_ = row.infer(Bound(dict(zip(names, args, strict=True)), self.region is not None))
        except OpError as error:
            raise self.operation_error(error, spelling, args, (), node) from None
        return Call(row, args, {}, type_, self.marked(node))

    def logic(self, node: ast.BoolOp) -> Value:
        row = scalar.AND if isinstance(node.op, ast.And) else scalar.OR
        result = self.condition(self.expr(node.values[0]), node.values[0])
        for item in node.values[1:]:
            result = self.scalar_call(row, row.name, (result, self.condition(self.expr(item), item)), node)
        return result

    def compare(self, node: ast.Compare) -> Value:
        left, right = self.expr(node.left), self.expr(node.comparators[0])
        row = _COMPARE.get(type(node.ops[0]))
        if row is None or len(node.ops) > 1:
            self.syntax("a comparison has two sides and one of == != < <= > >=", node, code="program-text")
        return self.scalar_call(
            row, row.name, (self.as_scalar(left, node.left), self.as_scalar(right, node.comparators[0])), node
        )

    def scalar_value(self, value: Expr, node: ast.expr) -> Expr:
        return value

    def settled(self, node: ast.expr) -> Value:
        return self.expr(node)

    def dim(self, value: Value, node: ast.expr) -> Dim:
        if isinstance(value, Const) and isinstance(value.value, int) and value.type == ScalarType(INDEX):
            return value.value
        if isinstance(value, Expr) and isinstance(value.type, ScalarType) and value.type.dtype.is_int:
            return value
        self.type_error(
            f"an integer is expected, `{self.quote(node)}` is no integer", node, code="program-text"
        )

    def whole(self, node: ast.expr) -> Expr:
        value = self.expr(node)
        self.dim(value, node)
        assert isinstance(value, Expr)
        return value

    # Operations

    def operand(self, node: ast.expr, *, keep: bool = False, optional: bool = False) -> Any:
        value = self.expr(node)
        if isinstance(value, Const) and value.value is None and optional:
            return None
        if not isinstance(value, Expr):
            self.type_error(
                f"a tensor or a tile is expected, found `{self.quote(node)}`", node, code="program-text"
            )
        return value

    def on_chip(self, value: Expr, node: ast.expr) -> Expr:
        return value

    def operation(self, op: Op, node: ast.Call) -> Value:
        spelling = self.spelling(node.func)
        declared, self.declared = self.declared, None
        first = self.expr(node.args[0]) if node.args else None
        if op.name == "cast" and isinstance(first, Expr) and isinstance(first.type, ScalarType):
            op = scalar.CAST
        if op.name == "task_dummy":
            self.only(node, ("deps",))
            deps = next((self.plain(self.expr(k.value)) for k in node.keywords), ())
            return Call(op, (), {"deps": deps}, TaskIdType(), self.marked(node))
        added = _ADDED.get(op.name, frozenset())
        extra = {k.arg: k.value for k in node.keywords if k.arg in added - {p.name for p in op.params}}
        known = ast.Call(node.func, node.args, [k for k in node.keywords if k.arg not in extra])
        bind = self.bind_crossing if op in crossing.NAMED else self.bind
        bound, _ = bind(op, spelling, ast.copy_location(known, node))
        lacking = [p.name for p in op.params if p.default is REQUIRED and bound.get(p.name) is None]
        if lacking and declared is None:
            self.syntax(f"{spelling} needs `{lacking[0]}`", node, code="program-text")
        try:
            type_ = declared or op.infer(Bound(bound, self.region is not None))
        except OpError as error:
            raise self.operation_error(error, spelling, (), (), node) from None
        call = self.make_call(op, bound, type_, self.marked(node) or self.place(node))
        if self.marked(node) is None:
            call = replace(call, span=None)
        attrs = {k: v for k, v in call.attrs.items()} | {
            k: self.plain(self.expr(v)) for k, v in extra.items() if k
        }
        return replace(call, attrs=attrs)

    def argument(self, op: Op, param: OpParam, node: ast.expr) -> Any:
        if isinstance(node, ast.Constant) and node.value is None:
            return None  # lowered operations leave out what their tile types say
        return super().argument(op, param, node)

    def plain(self, value: Value) -> Any:
        """An attribute value: constants as Python values, everything else as it is."""
        if isinstance(value, Const) and not isinstance(value.type, TaskIdType) and value.type in _LITERALS:
            return value.value
        if isinstance(value, tuple):
            return tuple(self.plain(item) for item in value)
        return value

    def table(self, node: ast.expr) -> dict[str, Value]:
        """A dict literal with text keys."""
        if not isinstance(node, ast.Dict) or not all(isinstance(k, ast.Constant) for k in node.keys):
            self.syntax("a dict literal with text keys is expected", node, code="program-text")
        return {str(k.value): self.expr(v) for k, v in zip(node.keys, node.values, strict=True)}  # type: ignore[union-attr]

    # Types

    def read_type(self, annotation: Any, node: ast.AST) -> Type:
        if isinstance(annotation, DType):
            return ScalarType(annotation)
        if annotation is c.TASK_ID_ANNOTATION:
            return TaskIdType()
        if annotation is c.Ptr:
            return PtrType()
        known = c.ScalarAnnotation, c.ArrayAnnotation, c.TensorAnnotation, c.TileAnnotation
        if isinstance(annotation, known) and not isinstance(annotation.dtype, DType):
            self.type_error("an element type is expected", node, code="program-text")
        for extra in getattr(annotation, "extras", ()):
            if not isinstance(extra, Mem | TensorLayout | dict | c.MemRef | _Place):
                self.type_error(
                    f"`{extra}` is no memory space, no view and no place of a type", node, code="program-text"
                )
        if isinstance(annotation, c.ScalarAnnotation):
            return ScalarType(annotation.dtype)
        if isinstance(annotation, c.ArrayAnnotation):
            extent = self.plain(annotation.extent)
            if isinstance(extent, bool) or not isinstance(extent, int):
                self.type_error("an array has a static number of elements", node, code="program-text")
            return ArrayType(extent, annotation.dtype, self.region is not None)
        if isinstance(annotation, c.TensorAnnotation):
            view: Mapping[str, Any] = next((e for e in annotation.extras if isinstance(e, dict)), {})
            shape = self.extents(annotation.shape, node)
            return TensorType(
                shape,
                annotation.dtype,
                self.of_each_axis(shape, view, "stride", node),
                self.of_each_axis(shape, view, "valid_shape", node),
                Mem.Vec in annotation.extras,
                next((e for e in annotation.extras if isinstance(e, TensorLayout)), None),
                self.pad_of(view, node),
            )
        if isinstance(annotation, c.TileAnnotation):
            return self.tile_type(annotation, node)
        self.type_error("a type is expected", node, code="program-text")

    def pad_of(self, view: Mapping[str, Any], node: ast.AST) -> PadValue:
        pad = view.get("pad", PadValue.null)
        if not isinstance(pad, PadValue):
            self.type_error("a padding is one of pl.PadValue", node, code="program-text")
        return pad

    def tile_type(self, annotation: c.TileAnnotation, node: ast.AST) -> TileType:
        shape = self.extents(annotation.shape, node)
        if len(shape) != 2 or not all(isinstance(d, int) for d in shape):
            self.type_error("a tile has two static extents", node, code="program-text")
        rows, cols = (int(d) for d in shape)  # type: ignore[arg-type]
        space = next((e.name for e in annotation.extras if isinstance(e, Mem)), "Vec")
        view: dict[str, Any] = next((e for e in annotation.extras if isinstance(e, dict)), {})
        place = next((e for e in annotation.extras if isinstance(e, _Place)), None)
        planned = place is not None and place.base in Mem.__members__  # else in a buffer
        address = place.offset if place is not None and planned else None
        layout = dict(zip(("blayout", "slayout", "fractal"), space_layout(space, (rows, cols)), strict=True))
        layout |= {k: self.plain(v) for k, v in view.items() if k not in ("valid_shape", "batch")}
        for word, kind in (("blayout", str), ("slayout", str), ("fractal", int), ("pad", int)):
            if not isinstance(layout.get(word, kind()), kind):
                self.type_error(f"{word}= is {layout[word]!r}", node, code="program-text")
        batch = self.extents(view.get("batch", ()), node)
        valid = self.of_each_axis(shape, view, "valid_shape", node)
        declared = next((e for e in annotation.extras if isinstance(e, c.MemRef)), None)
        memref = None if declared is None else declared.resolved(str(declared.args[0]))
        if place is not None and not planned:
            base = place.base if isinstance(place.base, Var) else None
            memref = MemRef(
                str(place.base) if base is None else base.name, 1, 0, place.offset, place.size, base
            )
        made = TileType((rows, cols), annotation.dtype, space, valid, address=address, batch=batch, **layout)  # type: ignore[arg-type]
        return made if memref is None else replace(made, memref=memref)

    def of_each_axis(
        self, shape: tuple[Dim, ...], view: Mapping[str, Any], word: str, node: ast.AST
    ) -> tuple[Dim, ...] | None:
        """One number for each axis of a shape, where a view gives them."""
        if word not in view:
            return None
        found = self.extents(view[word], node)
        if len(found) != len(shape):
            self.type_error(
                f"{word}= has {len(found)} numbers for {len(shape)} axes", node, code="program-text"
            )
        return found

    def extents(self, values: Any, node: ast.AST) -> tuple[Dim, ...]:
        if not isinstance(values, tuple | list):
            self.type_error("a list of extents is expected", node, code="program-text")
        found = tuple(v.value if isinstance(v, Const) and isinstance(v.value, int) else v for v in values)
        if not all(isinstance(v, int | Expr) for v in found):
            self.type_error("an extent is an integer", node, code="program-text")
        return found

    def construct(self, function: c.Construct, node: ast.Call) -> Value:
        if function in (TENSOR_VIEW, TILE_VIEW):
            self.only(node, _VIEW_KEYS[function.name])
            return {k.arg: self.expr(k.value) for k in node.keywords}
        if function is MEM_REF:
            args = tuple(self.plain(self.expr(a)) for a in node.args)
            self.only(node, () if len(args) == 3 else ("slots",))
            if len(args) == 3:
                numbers = all(isinstance(n, int) and not isinstance(n, bool) for n in args[1:])
                if not isinstance(args[0], str | Var) or not numbers:
                    self.type_error(
                        "a place is a base, an offset and a size in bytes", node, code="program-text"
                    )
                return _Place(*args)
            if len(args) != 1 or not isinstance(args[0], str):
                self.type_error("a buffer is named by a text", node, code="program-text")
            slots = next((self.plain(self.expr(k.value)) for k in node.keywords if k.arg == "slots"), None)
            return c.MemRef(*args, slots=slots)
        if function in (c.SUBMIT, c.SPMD_SUBMIT):
            self.syntax(
                f"pl.{function.name} stands alone, or on the right of an assignment",
                node,
                code="program-text",
            )
        return super().construct(function, node)


_LITERALS = tuple(ExactValues.literal(None, v).type for v in (0, 0.5, True))  # type: ignore[arg-type]
_COMPARE: dict[type[ast.cmpop], Op] = {
    ast.Eq: scalar.EQ, ast.NotEq: scalar.NE, ast.Lt: scalar.LT, ast.LtE: scalar.LE, ast.Gt: scalar.GT, ast.GtE: scalar.GE,
}  # fmt: skip
