# SPDX-License-Identifier: Apache-2.0
"""What kernel source can name besides operations: loops, scopes, annotations and dynamic extents.

A construct is an object without behaviour. The front end knows it by identity, so it does not matter under which
name a kernel file imported it.

    Tensor[[T, 64], FP32]      -> TensorAnnotation((T, 64), FP32)
    Out[Tensor[[8], INT32]]    -> DirectionAnnotation("out", ...)
"""

from __future__ import annotations

import ast
import keyword
from dataclasses import dataclass, field
from typing import Any, ClassVar, NoReturn

from pypto.errors import ParserTypeError, Span, caller_span, source_line
from pypto.ir import nodes
from pypto.ir.dtypes import TASK_ID
from pypto.nearby import nearest


@dataclass(frozen=True, eq=False)
class Construct:
    """A named piece of the language that is read, not run."""

    name: str

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
SPLIT_AIV = Construct("split_aiv")
SPMD_SUBMIT = Construct("spmd_submit")

CLUSTER = Construct("cluster")
NO_DEP = Construct("no_dep")
MAKE_CONTEXT = Construct("prefetch.make_context")
ASYNC_PREFETCH = Construct("prefetch.async_prefetch")
PREFETCH_SESSION = Construct("prefetch.session")
PREFETCH_WAIT = Construct("prefetch.wait")
PREFETCHES: tuple[Construct, ...] = (MAKE_CONTEXT, ASYNC_PREFETCH, PREFETCH_SESSION, PREFETCH_WAIT)

LOOPS: tuple[Construct, ...] = (RANGE, PARALLEL, PIPELINE, UNROLL)


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

    def _alone(self, *_: object) -> Any:
        raise ParserTypeError(
            f"the dynamic extent {self.name} stands alone: Python cannot compute with it",
            span=caller_span(),
            help="declare another extent for the other axis, or compute in the body: 2 * pl.tensor.dim(x, 0)",
            code="dynamic-form",
        )

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __pow__ = __rpow__ = _alone
    __floordiv__ = __rfloordiv__ = __truediv__ = __rtruediv__ = __mod__ = __rmod__ = _alone
    __lt__ = __le__ = __gt__ = __ge__ = _alone


def dynamic(name: str) -> DynamicDim:
    """A new dynamic extent."""
    if not isinstance(name, str) or not name.isidentifier() or keyword.iskeyword(name):
        raise ValueError(f"pl.dynamic needs a name that is a valid identifier, found {name!r}")
    return DynamicDim(name)


@dataclass(frozen=True, eq=False, repr=False)
class TensorAnnotation:
    """`pl.Tensor[shape, dtype]`: shape entries and dtype as written, checked when the kernel is read."""

    shape: Any
    dtype: Any
    extras: tuple[Any, ...] = ()

    def __repr__(self) -> str:
        return "the type pl.Tensor[...]"


@dataclass(frozen=True, eq=False, repr=False)
class TileAnnotation:
    shape: Any
    dtype: Any
    extras: tuple[Any, ...] = ()

    def __repr__(self) -> str:
        return "the type pl.Tile[...]"


@dataclass(frozen=True, eq=False, repr=False)
class ScalarAnnotation:
    dtype: Any

    def __repr__(self) -> str:
        return "the type pl.Scalar[...]"


@dataclass(frozen=True, eq=False, repr=False)
class ArrayAnnotation:
    extent: Any
    dtype: Any

    def __repr__(self) -> str:
        return "the type pl.Array[...]"


@dataclass(frozen=True, eq=False, repr=False)
class TupleAnnotation:
    items: tuple[Any, ...]

    def __repr__(self) -> str:
        return "the type pl.Tuple[...]"


@dataclass(frozen=True, eq=False, repr=False)
class DirectionAnnotation:
    """`pl.Out[...]` or `pl.InOut[...]`."""

    direction: str
    inner: Any

    def __repr__(self) -> str:
        return f"the direction pl.{'Out' if self.direction == 'out' else 'InOut'}[...]"


def _pair(name: str, items: Any, most: int | None = None) -> tuple[Any, Any, tuple[Any, ...]]:
    sample = "pl.Array[4, pl.INT32]" if name == "Array" else f"pl.{name}[[16, 64], pl.FP32]"
    if not isinstance(items, tuple) or len(items) < 2:
        first = "a number of elements" if name == "Array" else "a shape"
        raise ViewError(f"pl.{name} takes {first} and an element type", help=sample)
    if most is not None and len(items) > most:
        raise ViewError(f"pl.{name} takes {most} entries, found {len(items)}", help=sample)
    return items[0], items[1], items[2:]


class Tensor:
    """A logical array in global memory: `pl.Tensor[[rows, cols], pl.FP32]`.

    Bare `pl.Tensor` on a parameter takes shape and element type from the argument.
    """

    def __class_getitem__(cls, items: Any) -> TensorAnnotation:
        return TensorAnnotation(*_pair("Tensor", items, 4))

    def __new__(cls, *items: Any) -> TensorAnnotation:  # type: ignore[misc]
        return TensorAnnotation(*_pair("Tensor", items, 4))


class Bracketed:
    """A form of annotations that has brackets, and is not called."""

    def __init__(self, *_: Any, **__: Any) -> None:
        name = type(self).__name__
        raise ViewError(
            f"pl.{name} is written with brackets", help=f"pl.{name}[...] instead of pl.{name}(...)"
        )


class Tile(Bracketed):
    """An on-chip buffer: `pl.Tile[[rows, cols], pl.FP32]`."""

    def __class_getitem__(cls, items: Any) -> TileAnnotation:
        return TileAnnotation(*_pair("Tile", items))


@dataclass(frozen=True, eq=False, init=False, repr=False)
class View:
    """Keywords of `pl.TensorView(...)` and `pl.TileView(...)`."""

    keywords: dict[str, Any]
    known: ClassVar[tuple[str, ...]] = ()

    def __init__(self, *args: Any, **keywords: Any) -> None:
        name = f"pl.{type(self).__name__}"
        if args:
            raise ViewError(f"{name} takes keywords only", help=f"its keywords are {', '.join(self.known)}")
        for key in keywords:
            if key not in self.known:
                near = nearest(key, self.known)
                help = f"did you mean `{near}`?" if near else f"it takes {', '.join(self.known)}"
                raise ViewError(f"{name} has no keyword `{key}`", help=help, keyword=key)
        object.__setattr__(self, "keywords", keywords)

    def __repr__(self) -> str:
        return f"a pl.{type(self).__name__}"


class ViewError(ParserTypeError, TypeError):
    """A view or a place in memory that is written in the wrong form; outside of kernels at the line that makes it."""

    default_code = "annotation"

    def __init__(self, message: str, *, help: str | None = None, keyword: str | None = None) -> None:
        span = caller_span()
        super().__init__(message, span=span if keyword is None else keyword_span(span, keyword), help=help)
        self.keyword = keyword


def keyword_span(call: Span | None, name: str) -> Span | None:
    """Where a keyword stands in the call at a span; the call itself where its text cannot be read."""
    if call is None or call.end_line == 0:
        return call
    lines = [source_line(call.file, n) or "" for n in range(call.line, call.end_line + 1)]
    lines[-1] = lines[-1][: call.end_column - 1]
    lines[0] = lines[0][call.column - 1 :]
    try:
        tree = ast.parse("\n".join(lines), mode="eval")
    except SyntaxError:
        return call
    for node in tree.body.keywords if isinstance(tree.body, ast.Call) else ():
        if node.arg == name:
            row = node.lineno - 1
            before = len(lines[row].encode()[: node.col_offset].decode(errors="replace"))
            column = before + (call.column if row == 0 else 1)
            return Span(call.file, call.line + row, column, call.line + row, column + len(name))
    return call


class TensorView(View):
    """How a tensor lies in memory, and how much of it holds data."""

    known = ("stride", "layout", "valid_shape", "pad")

    def __init__(self, *args: Any, **keywords: Any) -> None:
        super().__init__(*args, **keywords)
        if keywords and "layout" not in keywords:
            raise ViewError(
                "pl.TensorView needs layout= beside its other keywords", help="layout=pl.TensorLayout.ND"
            )


class TileView(View):
    """The valid part of a tile, and its layout."""

    known = ("valid_shape", "stride", "start_offset", "blayout", "slayout", "fractal", "pad", "compact")


def _brief(value: Any) -> str:
    """A value for a message; of a value of the program its type."""
    return str(value.type) if isinstance(value, nodes.Expr) else repr(value)


class MemRef:
    """A place in a core's memory: `pl.MemRef()`, `pl.MemRef("name")`, `pl.MemRef(slots=3)`, or a resolved one."""

    def __init__(self, *args: Any, slots: Any = None, **others: Any) -> None:
        if others:
            name = next(iter(others))
            raise ViewError(f"pl.MemRef has no keyword `{name}`", help="its keyword is slots", keyword=name)
        self.args = args
        self.slots = slots
        self.slot: Any = None
        self.declared: MemRef = self  # without its subscript
        if slots is not None and (isinstance(slots, bool) or not isinstance(slots, int) or slots < 1):
            raise ViewError(
                f"slots= of pl.MemRef is a positive number, found {_brief(slots)}", help="pl.MemRef(slots=2)"
            )
        if len(args) == 1 and (not isinstance(args[0], str) or not args[0].isidentifier()):
            raise ViewError(
                f"the name of a pl.MemRef is a text, found {_brief(args[0])}", help='pl.MemRef("ring")'
            )
        if len(args) not in (0, 1, 3):
            raise ViewError(
                f"pl.MemRef takes a name, or base, offset and size; found {len(args)} arguments",
                help='pl.MemRef("ring")',
            )

    def __repr__(self) -> str:
        return "a pl.MemRef"

    def __getitem__(self, slot: Any) -> MemRef:
        if self.slots is None:
            raise ViewError("a pl.MemRef of one slot has no subscript", help="pl.MemRef(slots=2)")
        if isinstance(slot, int) and not 0 <= slot < self.slots:
            raise ViewError(
                f"slot {slot} of a pl.MemRef with {self.slots} slots",
                help=f"its slots are 0 to {self.slots - 1}",
            )
        found = MemRef(*self.args, slots=self.slots)
        found.slot, found.declared = slot, self
        return found

    def resolved(self, name: str) -> nodes.MemRef:
        """The buffer as the program knows it."""
        if self.slots is None:
            return nodes.MemRef(name)
        return nodes.MemRef(name, self.slots, self.slot if isinstance(self.slot, int) else None)


class Scalar(Bracketed):
    """A number passed by value: `pl.Scalar[pl.INT32]`."""

    def __class_getitem__(cls, dtype: Any) -> ScalarAnnotation:
        return ScalarAnnotation(dtype)


class Array(Bracketed):
    """A small array on a core: `pl.Array[4, pl.INT32]`."""

    def __class_getitem__(cls, items: Any) -> ArrayAnnotation:
        return ArrayAnnotation(*_pair("Array", items, 2)[:2])


class Tuple(Bracketed):
    """Several results: `pl.Tuple[A, B]`."""

    def __class_getitem__(cls, items: Any) -> TupleAnnotation:
        return TupleAnnotation(items if isinstance(items, tuple) else (items,))


class Ptr:
    """A buffer that `pl.tile.alloc` or `pl.tensor.alloc` made, as programs after lowering name it."""


class Out(Bracketed):
    """A parameter that the kernel writes and does not read."""

    def __class_getitem__(cls, inner: Any) -> DirectionAnnotation:
        return DirectionAnnotation("out", inner)


class InOut(Bracketed):
    """A parameter that the kernel reads and writes."""

    def __class_getitem__(cls, inner: Any) -> DirectionAnnotation:
        return DirectionAnnotation("inout", inner)


AUTO = -1
"""`base` of a buffer that the compiler places."""

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
            space = self.__dict__.get("name")
            near = nearest(name, self.__dict__.get("members", ()))
            help = f"; did you mean pl.{space}.{near}?" if near else ""
            raise AttributeError(f"pl.{space} has no {name!r}{help}") from None

    def __dir__(self) -> list[str]:
        return sorted(self.members)

    def __repr__(self) -> str:
        return f"<pl.{self.name}>"
