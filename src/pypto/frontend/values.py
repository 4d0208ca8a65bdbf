# SPDX-License-Identifier: Apache-2.0
"""What names denote while a kernel is read: kinds of values, comparing them and their types, naming them in messages."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from pypto.errors import (
    Span,
    UserError,
)
from pypto.ir import arith
from pypto.ir.dtypes import BOOL, INDEX, INT32, INT64, TASK_ID, DType
from pypto.ir.nodes import (
    ArrayType,
    Const,
    Dim,
    Expr,
    ScalarType,
    TaskIdType,
    TensorType,
    TileType,
    Type,
)
from pypto.ir.ops.table import Op

Value = Any  # an ir Expr, a tuple of values, or a Python object known while the kernel is read


@dataclass(frozen=True)
class Missing:
    """A name without a value here; reading it raises `error` (nothing where that was reported already).

    The error stands at the read, or `at` the binding that is the mistake.
    """

    error: UserError | None = None
    at: Span | None = None


POISON = Missing()


def is_poison(value: Value) -> bool:
    """Whether a name has no value because of a mistake that is reported already."""
    return isinstance(value, Missing) and value.error is None


def is_retired(value: Value) -> bool:
    """Whether a name was passed as an output and its tensor goes by the name of the result since."""
    return isinstance(value, Missing) and value.error is not None and value.error.code == "written-argument"


def is_number(value: Value) -> bool:
    """A Python number: a literal, or a captured constant."""
    return isinstance(value, int | float)


def static_number(value: Value) -> int | float | bool | None:
    """The number that a value is known to be, else None."""
    if isinstance(value, int | float):
        return value
    if isinstance(value, Const) and isinstance(value.value, int | float):
        return value.value
    return None


def is_scalar(value: Value) -> bool:
    return isinstance(value, Expr) and isinstance(value.type, ScalarType)


def is_array(value: Value) -> bool:
    """A tensor or a tile."""
    return isinstance(value, Expr) and isinstance(value.type, TensorType | TileType)


def is_global(value: Value) -> bool:
    """A tensor in global memory."""
    return isinstance(value, Expr) and isinstance(value.type, TensorType) and not value.type.local


def storage(a: Value, b: Value) -> str | None:
    """What two names denote that do not hold a value but a place: "tensor" (of global memory) or "array"; "view" where
    only what of a tensor is valid differs."""
    if is_global(a) and is_global(b):
        whole = same_type(replace(a.type, valid=None), replace(b.type, valid=None))
        return "view" if whole and not same_type(a.type, b.type) else "tensor"
    arrays = all(isinstance(v, Expr) and isinstance(v.type, ArrayType) for v in (a, b))
    return "array" if arrays else None


def write_instead(what: str, name: str) -> str:
    """How to fill one place instead of naming another."""
    if what == "view":
        return f"take {name} without valid_shape before, and give one where it is read"
    return (
        f"write into one tensor: {name}[:, :] = ..."
        if what == "tensor"
        else f"write into one array: {name}[i] = ..."
    )


def same_type(a: Type, b: Type) -> bool:
    """Whether two types are equal up to the spelling of their extents."""
    if isinstance(a, TensorType) and isinstance(b, TensorType):
        return (
            a.dtype is b.dtype
            and a.local == b.local
            and a.layout is b.layout
            and _same_dims(a.shape, b.shape)
            and _same_dims(a.valid_shape, b.valid_shape)
            and (a.local or (a.strides is None) == (b.strides is None))
            and (a.strides is None or b.strides is None or _same_dims(a.strides, b.strides))
        )
    if isinstance(a, TileType) and isinstance(b, TileType):
        return (
            (a.shape, a.dtype, a.space) == (b.shape, b.dtype, b.space)
            and _same_dims(a.valid_shape, b.valid_shape)
        )  # fmt: skip
    return a == b


def other_kind(a: Type, b: Type) -> bool:
    """Whether one name cannot hold both: another level, element type, rank or static extent."""
    if isinstance(a, TensorType | TileType) and isinstance(b, TensorType | TileType):
        if isinstance(a, TileType) is not isinstance(b, TileType) or a.dtype is not b.dtype:
            return True
        if len(a.shape) != len(b.shape):
            return True
        pairs = [(arith.as_int(x), arith.as_int(y)) for x, y in zip(a.shape, b.shape, strict=True)]
        return any(x is not None and y is not None and x != y for x, y in pairs)
    if isinstance(a, ScalarType) and isinstance(b, ScalarType):
        return a.dtype is not b.dtype and {a.dtype, b.dtype} != {INDEX, INT64}
    return type(a) is not type(b)


def _same_dims(a: tuple[Dim, ...], b: tuple[Dim, ...]) -> bool:
    return len(a) == len(b) and all(arith.same(x, y) for x, y in zip(a, b, strict=True))


def same_value(a: Value, b: Value) -> bool:
    """Whether two bindings are the same variable or the same constant."""
    if a is b:
        return True
    if isinstance(a, Const) and isinstance(b, Const):
        return a.type == b.type and arith.key(a) == arith.key(b) and type(a.value) is type(b.value)
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(same_value(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, Expr) or isinstance(b, Expr):
        return False
    return type(a) is type(b) and bool(a == b)


def describe(value: Value) -> str:
    """What a value is, for a message."""
    if isinstance(value, Expr):
        if isinstance(value, Const) and isinstance(value.type, TaskIdType):
            return "None"
        return str(value.type)
    if isinstance(value, Enum) and type(value).__module__.startswith("pypto"):
        return f"pl.{type(value).__name__}.{value.name}"
    if isinstance(value, bool):
        return f"the truth value {value}"
    if isinstance(value, int | float):
        return f"the number {value}"
    if isinstance(value, str):
        return f"the text {value!r}"
    if isinstance(value, tuple | list):
        return "a tuple"
    if isinstance(value, DType):
        return f"the element type {value}"
    if isinstance(value, Op):
        return f"the operation pl.{value.name}"
    return f"{value!r}" if type(value).__module__.startswith("pypto") else f"a Python {type(value).__name__}"


def plain_number(value: Value, text: str) -> str | None:
    """How to make a Python number of a number of NumPy or Torch."""
    item = getattr(value, "item", None)
    if getattr(value, "ndim", None) != 0 or item is None:
        return None
    return f"outside of the kernel make it a Python number: VALUE = {type(item()).__name__}({text})"


def conversion(source: DType, target: DType) -> str | None:
    """How a scalar of one type becomes one of another, where that is one step or two."""
    if BOOL in (source, target) or TASK_ID in (source, target):
        return None
    through = source is INDEX and target.is_float
    inner = f"pl.cast(s, pl.{INT32})" if through else "s"
    return f"convert it: pl.cast({inner}, pl.{target})"
