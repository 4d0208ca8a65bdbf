# SPDX-License-Identifier: Apache-2.0
"""What kernel source can name besides operations: loops, scopes, annotations and dynamic extents.

A construct is an object without behaviour. The front end knows it by identity, so it does not matter under which
name a kernel file imported it.

    Tensor[[T, 64], FP32]      -> TensorAnnotation((T, 64), FP32)
    Out[Tensor[[8], INT32]]    -> DirectionAnnotation("out", ...)
"""

from __future__ import annotations

import keyword
from dataclasses import dataclass, field
from typing import Any, NoReturn

from pypto.ir.dtypes import TASK_ID


@dataclass(frozen=True, eq=False)
class Construct:
    """A named piece of the language that is read, not run. `built` is False where it is refused by name."""

    name: str
    built: bool = True

    def __call__(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise RuntimeError(
            f"pl.{self.name} is part of a kernel and does not run as Python; write it inside a function "
            "decorated with @pl.jit"
        )

    def __iter__(self) -> NoReturn:
        raise TypeError(f"pl.{self.name} is part of a kernel and does not run as Python")

    def __repr__(self) -> str:
        return f"<pl.{self.name}>"


RANGE = Construct("range")
PARALLEL = Construct("parallel")
PIPELINE = Construct("pipeline")
UNROLL = Construct("unroll")
SPMD = Construct("spmd")
AT = Construct("at")
SCOPE = Construct("scope")
MANUAL_SCOPE = Construct("manual_scope")
YIELD = Construct("yield_")
CONST = Construct("const")
STATIC_PRINT = Construct("static_print")
STATIC_ASSERT = Construct("static_assert")
DUMP_TAG = Construct("dump_tag")
FUNC_ATTR = Construct("func_attr")
SPLIT = Construct("split")
CROSS_CORE_SLOT = Construct("cross_core_slot")
TASK_INVALID = Construct("system.task_invalid")
WHILE = Construct("while_")
COND = Construct("cond")
SUBMIT = Construct("submit")
SPMD_SUBMIT = Construct("spmd_submit")

LOOPS: tuple[Construct, ...] = (RANGE, PARALLEL, PIPELINE, UNROLL)

NOT_BUILT: tuple[Construct, ...] = tuple(
    Construct(name, built=False)
    for name in ("cluster", "split_aiv", "no_dep", "aiv_shard", "aic_gather")
)  # fmt: skip


class Runtime:
    """The type of `pl.RUNTIME`: a scalar argument whose value is given at each call."""

    def __repr__(self) -> str:
        return "pl.RUNTIME"


RUNTIME = Runtime()


@dataclass(frozen=True, eq=False)
class DynamicDim:
    """An extent that is known at run time only; identity decides, the name is for people."""

    name: str

    def __repr__(self) -> str:
        return f"pl.dynamic({self.name!r})"


def dynamic(name: str) -> DynamicDim:
    """A new dynamic extent."""
    if not isinstance(name, str) or not name.isidentifier() or keyword.iskeyword(name):
        raise ValueError(f"pl.dynamic needs a name that is a valid identifier, found {name!r}")
    return DynamicDim(name)


@dataclass(frozen=True, eq=False)
class TensorAnnotation:
    """`pl.Tensor[shape, dtype]`: shape entries and dtype as written, checked when the kernel is read."""

    shape: Any
    dtype: Any
    extras: tuple[Any, ...] = ()


@dataclass(frozen=True, eq=False)
class TileAnnotation:
    shape: Any
    dtype: Any
    extras: tuple[Any, ...] = ()


@dataclass(frozen=True, eq=False)
class ScalarAnnotation:
    dtype: Any


@dataclass(frozen=True, eq=False)
class ArrayAnnotation:
    extent: Any
    dtype: Any


@dataclass(frozen=True, eq=False)
class TupleAnnotation:
    items: tuple[Any, ...]


@dataclass(frozen=True, eq=False)
class DirectionAnnotation:
    """`pl.Out[...]` or `pl.InOut[...]`."""

    direction: str
    inner: Any


def _pair(name: str, items: Any) -> tuple[Any, Any, tuple[Any, ...]]:
    if not isinstance(items, tuple) or len(items) < 2:
        raise TypeError(f"pl.{name} takes a shape and an element type: pl.{name}[[16, 64], pl.FP32]")
    return items[0], items[1], items[2:]


class Tensor:
    """A logical array in global memory: `pl.Tensor[[rows, cols], pl.FP32]`.

    Bare `pl.Tensor` on a parameter takes shape and element type from the argument.
    """

    def __class_getitem__(cls, items: Any) -> TensorAnnotation:
        return TensorAnnotation(*_pair("Tensor", items))

    def __new__(cls, shape: Any, dtype: Any) -> TensorAnnotation:  # type: ignore[misc]
        return TensorAnnotation(shape, dtype)


class Tile:
    """An on-chip buffer: `pl.Tile[[rows, cols], pl.FP32]`."""

    def __class_getitem__(cls, items: Any) -> TileAnnotation:
        return TileAnnotation(*_pair("Tile", items))


class Scalar:
    """A number passed by value: `pl.Scalar[pl.INT32]`."""

    def __class_getitem__(cls, dtype: Any) -> ScalarAnnotation:
        return ScalarAnnotation(dtype)


class Array:
    """A small array on a core: `pl.Array[4, pl.INT32]`."""

    def __class_getitem__(cls, items: Any) -> ArrayAnnotation:
        return ArrayAnnotation(*_pair("Array", items)[:2])


class Tuple:
    """Several results: `pl.Tuple[A, B]`."""

    def __class_getitem__(cls, items: Any) -> TupleAnnotation:
        return TupleAnnotation(items if isinstance(items, tuple) else (items,))


class Out:
    """A parameter that the kernel writes and does not read."""

    def __class_getitem__(cls, inner: Any) -> DirectionAnnotation:
        return DirectionAnnotation("out", inner)


class InOut:
    """A parameter that the kernel reads and writes."""

    def __class_getitem__(cls, inner: Any) -> DirectionAnnotation:
        return DirectionAnnotation("inout", inner)


TASK_ID_ANNOTATION = ScalarAnnotation(TASK_ID)
ANNOTATION_CLASSES: tuple[type, ...] = (Tensor, Tile, Scalar, Array, Tuple, Out, InOut)


@dataclass(frozen=True, eq=False)
class Namespace:
    """`pl.tensor`, `pl.tile`, ...: a group of names."""

    name: str
    members: dict[str, Any] = field(default_factory=dict)

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["members"][name]
        except KeyError:
            raise AttributeError(f"pl.{self.__dict__.get('name')} has no {name!r}") from None

    def __dir__(self) -> list[str]:
        return sorted(self.members)

    def __repr__(self) -> str:
        return f"<pl.{self.name}>"
