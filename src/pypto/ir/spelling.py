# SPDX-License-Identifier: Apache-2.0
"""Expressions, values and types as text of the kernel language: names, precedence, which arguments are written."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any

from pypto.ir.calls import infer, same_type
from pypto.ir.dtypes import BOOL, FP32, INDEX, DType
from pypto.ir.enums import MaskPattern, PadValue
from pypto.ir.naming import free_name
from pypto.ir.nodes import (
    ArrayType,
    Call,
    Const,
    Dim,
    Expr,
    For,
    Invoke,
    MemRef,
    PtrType,
    ScalarType,
    TaskIdType,
    TensorType,
    TileType,
    TupleType,
    Type,
    Var,
)
from pypto.ir.ops import crossing, scalar
from pypto.ir.ops.rules import space_layout
from pypto.ir.ops.table import REQUIRED, Op, OpError

_OR, _AND, _NOT, _COMPARE, _SHIFT, _SUM, _PRODUCT, _UNARY, _ATOM = range(9)
_PRECEDENCE: Mapping[Op, int] = {
    scalar.OR: _OR, scalar.AND: _AND,
    scalar.EQ: _COMPARE, scalar.NE: _COMPARE, scalar.LT: _COMPARE,
    scalar.LE: _COMPARE, scalar.GT: _COMPARE, scalar.GE: _COMPARE,
    scalar.SHL: _SHIFT, scalar.SHR: _SHIFT, scalar.ADD: _SUM, scalar.SUB: _SUM,
    scalar.MUL: _PRODUCT, scalar.DIV: _PRODUCT, scalar.FLOORDIV: _PRODUCT, scalar.MOD: _PRODUCT,
}  # fmt: skip
_PREFIX: Mapping[Op, tuple[str, int]] = {
    scalar.NEG: ("-", _UNARY), scalar.INVERT: ("~", _UNARY), scalar.NOT: ("not ", _NOT),
}  # fmt: skip


class Names:
    """One name per variable; a taken name gets the first free number."""

    def __init__(self, reserved: set[str]) -> None:
        self.taken = set(reserved)
        self.names: dict[Var, str] = {}

    def fixed(self, var: Var, name: str) -> None:
        self.names[var] = name
        self.taken.add(name)

    def of(self, var: Var) -> str:
        known = self.names.get(var)
        if known is None:
            base = var.name if var.name.isidentifier() and var.name != "_" else "v"
            known = free_name(base, self.taken)
            self.fixed(var, known)
        return known


def _number(value: float | int, dtype: DType) -> str:
    if not dtype.is_float:
        return str(int(value))
    value = float(value)
    return repr(value) if math.isfinite(value) else f'float("{value}")'


class Speller:
    """Writes expressions; what stands around them says how."""

    def __init__(self) -> None:
        self.names = Names(set())
        self.core = False
        self.lane_loop: For | None = None  # the loop over the two vector cores that is being written

    # Expressions

    def expr(self, expr: Expr) -> str:
        return self.rated(expr)[0]

    def wrapped(self, expr: Expr, least: int) -> str:
        text, precedence = self.rated(expr)
        return text if precedence >= least else f"({text})"

    def rated(self, expr: Expr) -> tuple[str, int]:
        """Text and precedence of an expression."""
        if isinstance(expr, Var):
            return self.names.of(expr), _ATOM
        if isinstance(expr, Const):
            return self.const(expr)
        if isinstance(expr, Invoke):
            return f"self.{expr.function}({', '.join(map(self.expr, expr.args))})", _ATOM
        assert isinstance(expr, Call), expr
        if expr.op in _PREFIX:
            sign, precedence = _PREFIX[expr.op]
            (operand,) = expr.args
            assert operand is not None
            return sign + self.wrapped(operand, precedence), precedence
        if expr.op in _PRECEDENCE:
            precedence = _PRECEDENCE[expr.op]
            left, right = expr.args
            assert left is not None and right is not None
            chained = 1 if precedence == _COMPARE else 0
            a, b = self.wrapped(left, precedence + chained), self.wrapped(right, precedence + 1)
            return f"{a} {expr.op.infix} {b}", precedence
        return f"{_spelling(expr)}({', '.join(self.arguments(expr))})", _ATOM

    def const(self, const: Const) -> tuple[str, int]:
        if const.value is None or isinstance(const.type, TaskIdType):
            return "None", _ATOM
        assert isinstance(const.type, ScalarType)
        dtype = const.type.dtype
        if dtype is BOOL:
            return str(bool(const.value)), _ATOM
        text = _number(const.value, dtype)
        if dtype in (INDEX, FP32):
            return text, _UNARY if text.startswith("-") else _ATOM
        return f"pl.const({text}, pl.{dtype})", _ATOM

    def arguments(self, call: Call) -> Iterator[str]:
        """Required values by position, everything else by keyword where it differs from the default."""
        operands = iter(call.args)
        values = {p.name for p in call.op.value_params}
        positional = True
        attrs = dict(call.attrs)
        implied = self.implied(call)
        for param in call.op.params:
            given = next(operands, None) if param.name in values else attrs.pop(param.name, None)
            required = param.default is REQUIRED
            if param.name in implied:
                continue
            if given is None and not required:
                positional = False
                continue
            if not required and type(given) is type(param.default) and given == param.default:
                positional = False
                continue
            positional = positional and required and param.kind != "static"
            text = self.value(given)
            yield text if positional else f"{param.name}={text}"
        for name in sorted(attrs):
            yield f"{name}={self.value(attrs[name])}"

    def implied(self, call: Call) -> tuple[str, ...]:
        """What the loop over the two vector cores says in place of a crossing inside it."""
        loop = self.lane_loop
        if loop is None or call.op not in crossing.NAMED or call.args[-1] is not loop.var:
            return ()
        return ("split", "lane") if call.attrs["split"] == loop.stage else ()

    def value(self, value: Any) -> str:
        """An attribute value: static Python data, extents, types, variables."""
        if isinstance(value, Expr):
            return self.expr(value)
        if isinstance(value, DType):
            return f"pl.{value}"
        if isinstance(value, Enum):
            space = "tile." if isinstance(value, MaskPattern) else ""
            return f"pl.{space}{type(value).__name__}.{value.name}"
        if isinstance(value, tuple | list):
            return f"[{', '.join(map(self.value, value))}]"
        if isinstance(value, Mapping):
            return "{" + ", ".join(f"{json.dumps(k)}: {self.value(v)}" for k, v in value.items()) + "}"
        if isinstance(value, str):
            return json.dumps(value)
        if isinstance(value, float) and not math.isfinite(value):
            return f'float("{value}")'
        return repr(value)

    def dims(self, dims: tuple[Dim, ...]) -> str:
        return self.value(dims)

    # Types

    def type(self, type_: Type) -> str:
        if isinstance(type_, ScalarType):
            return f"pl.Scalar[pl.{type_.dtype}]"
        if isinstance(type_, TaskIdType):
            return "pl.TaskId"
        if isinstance(type_, PtrType):
            return "pl.Ptr"
        if isinstance(type_, ArrayType):
            return f"pl.Array[{type_.extent}, pl.{type_.dtype}]"
        if isinstance(type_, TupleType):
            return f"tuple[{', '.join(map(self.type, type_.items))}]"
        if isinstance(type_, TensorType):
            view = []
            if type_.valid is not None:
                view.append(f"valid_shape={self.dims(type_.valid)}")
            if type_.strides is not None:
                view.append(f"stride={self.dims(type_.strides)}")
            if type_.pad is not PadValue.null:
                view.append(f"pad=pl.PadValue.{type_.pad.name}")
            if view:
                view.append(f"layout=pl.TensorLayout.{'DN' if type_.is_column_major else 'ND'}")
            parts = [self.dims(type_.shape), f"pl.{type_.dtype}"]
            parts += [f"pl.TensorView({', '.join(view)})"] if view else []
            parts += [f"pl.{type_.layout.name}"] if type_.layout is not None else []
            parts += ["pl.Mem.Vec"] if type_.local else []
            return f"pl.Tensor[{', '.join(parts)}]"
        assert isinstance(type_, TileType), type_
        parts = [self.dims(type_.shape), f"pl.{type_.dtype}", f"pl.Mem.{type_.space}"]
        if type_.address is not None:
            parts.append(f'pl.MemRef("{type_.space}", {type_.address}, {type_.nbytes})')
        if type_.memref is not None:  # beside a place: the name that allocations of one buffer have in common
            parts.append(self.memref(type_.memref))
        view = [] if type_.valid is None else [f"valid_shape={self.dims(type_.valid)}"]
        implied = space_layout(type_.space, type_.shape)
        for name, usual in (*zip(("blayout", "slayout", "fractal"), implied, strict=True), ("pad", 0)):
            actual = getattr(type_, name)
            if actual != usual:
                view.append(f"{name}={self.value(actual)}")
        if type_.batch:
            view.append(f"batch={self.dims(type_.batch)}")
        parts += [f"pl.TileView({', '.join(view)})"] if view else []
        return f"pl.Tile[{', '.join(parts)}]"

    def memref(self, memref: MemRef) -> str:
        """A declared buffer, or a resolved place: in an allocation that the text has, or in a named buffer."""
        if memref.offset is None:
            return _declared(memref)
        known = None if memref.base is None else self.names.names.get(memref.base)
        return f"pl.MemRef({known or json.dumps(memref.name)}, {memref.offset}, {memref.size})"

    def annotated(self, target: Var, value: Expr) -> str:
        """`name` or `name: type`, the latter where the value alone does not tell the type."""
        name = self.names.of(target)
        if isinstance(target.type, TileType) or not self.follows(target.type, value):
            return f"{name}: {self.type(target.type)}"
        return name

    def follows(self, type_: Type, value: Expr) -> bool:
        if isinstance(value, Call):
            try:
                return same_type(type_, infer(value, self.core))
            except OpError:
                return False
        return same_type(type_, value.type)


def _declared(memref: MemRef) -> str:
    name = json.dumps(memref.name)
    if memref.slots == 1:
        return f"pl.MemRef({name})"
    whole = f"pl.MemRef({name}, slots={memref.slots})"
    return whole if memref.slot is None else f"{whole}[{memref.slot}]"


def _spelling(call: Call) -> str:
    """The public name of an operation, in the namespace of its operands' level."""
    if call.op is scalar.CAST:
        return "pl.cast"
    tiles = isinstance(call.type, TileType) or any(a and isinstance(a.type, TileType) for a in call.args)
    spaces = call.op.namespaces
    if tiles and "tile" in spaces:
        return f"pl.tile.{call.op.word}"
    if "pl" in spaces:
        return f"pl.{call.op.word}"
    if not spaces:  # an operation that only passes make
        return f"pl.internal.{call.op.name}"
    return f"pl.{spaces[0]}.{call.op.word}"
