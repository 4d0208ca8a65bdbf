# SPDX-License-Identifier: Apache-2.0
"""A kernel function as source text: where it stands, what it calls, and what its meaning depends on.

`KernelSource` is one decorated function with its text, syntax tree and namespaces; `KernelFunction` is the base of
what the decorators return, through which callees are found; `fingerprint` lists everything outside the arguments that
can change the compiled code, without lowering the body.
"""

from __future__ import annotations

import ast
import inspect
import linecache
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any

from pypto.errors import ParserTypeError, Span, UnsupportedFeatureError, UserError, line_span
from pypto.frontend.arguments import number_key
from pypto.frontend.constructs import (
    ArrayAnnotation,
    DirectionAnnotation,
    DynamicDim,
    MemRef,
    ScalarAnnotation,
    TensorAnnotation,
    TileAnnotation,
    TupleAnnotation,
    View,
)
from pypto.ir.dtypes import INDEX, DType
from pypto.lazy import LazyModule

if TYPE_CHECKING:
    from pypto.frontend import external
    from pypto.ir.ops import table
else:  # the operations load with the compiler
    table = LazyModule("pypto.ir.ops.table")
    external = LazyModule("pypto.frontend.external")  # which imports this module


def is_index(annotation: Any) -> bool:
    """Whether a parameter is a scalar that can be an extent of later ones."""
    return annotation is INDEX or (isinstance(annotation, ScalarAnnotation) and annotation.dtype is INDEX)


class SourceError(UserError, OSError):
    """Kernel source that cannot be read from disk."""

    default_code = "source"


@dataclass(frozen=True)
class SourceFile:
    """The lines of one file as they were when a kernel of it was defined."""

    path: str
    lines: tuple[str, ...]

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse("".join(self.lines), self.path)

    def line(self, number: int) -> str:
        return self.lines[number - 1].rstrip("\r\n") if 0 < number <= len(self.lines) else ""

    def column(self, number: int, offset: int) -> int:
        """1-based column in characters of a UTF-8 byte offset."""
        text = self.line(number)
        if text.isascii():
            return offset + 1
        return len(text.encode()[:offset].decode(errors="replace")) + 1

    def span(self, node: ast.AST) -> Span:
        """Where a syntax node stands; of a keyword its name."""
        line, end = node.lineno, node.end_lineno  # type: ignore[attr-defined]
        column = self.column(line, node.col_offset)  # type: ignore[attr-defined]
        if isinstance(node, ast.keyword) and node.arg is not None:
            return Span(self.path, line, column, line, column + len(node.arg))
        return Span(self.path, line, column, end, self.column(end, node.end_col_offset))  # type: ignore[attr-defined]


_FILES: dict[str, tuple[tuple[int, int], SourceFile]] = {}


def read_source(path: str) -> SourceFile | None:
    """The file as it is now; None where it does not exist."""
    try:
        stat = os.stat(path)
    except OSError:
        return None
    stamp = (stat.st_mtime_ns, stat.st_size)
    known = _FILES.get(path)
    if known is None or known[0] != stamp:
        linecache.checkcache(path)
        known = _FILES[path] = (stamp, SourceFile(path, tuple(linecache.getlines(path))))
    return known[1]


@dataclass(eq=False)
class KernelSource:
    """One decorated function.

    kind: "jit" (entry), "inline", "incore", "opaque", "extern", "host"; `options`: the decorator's keywords.
    """

    function: FunctionType
    kind: str = "jit"
    options: Mapping[str, Any] = field(default_factory=dict)
    snapshot: SourceFile | None = field(init=False)
    local_dims: Any = field(default=None, init=False)  # dynamic extents that the body itself makes, once read

    def __post_init__(self) -> None:
        refuse_no_def(self.function, self.file)
        # Read now, so that a later edit of the file cannot be taken for the code that was imported.
        self.snapshot = read_source(self.file)

    @property
    def name(self) -> str:
        return self.function.__name__

    @cached_property
    def file(self) -> str:
        path = self.function.__code__.co_filename
        return os.path.abspath(path) if not path.startswith("<") else path

    @property
    def source(self) -> SourceFile:
        if self.snapshot is None:
            raise SourceError(
                f"cannot read the source of {self.name}: {self.file} is not a file on disk",
                help="put the kernel into a .py file; a prompt or exec() leaves no source to compile",
            )
        return self.snapshot

    @cached_property
    def definition(self) -> ast.FunctionDef:
        """The syntax tree of the function."""
        first = self.function.__code__.co_firstlineno
        for node in ast.walk(self.source.tree):
            if isinstance(node, ast.FunctionDef) and node.name == self.name:
                start = min([node.lineno, *(d.lineno for d in node.decorator_list)])
                if start == first:
                    return node
        raise SourceError(
            f"cannot find {self.name} at line {first} of {self.file}",
            help="the file changed while it was imported: run again",
        )

    @property
    def text(self) -> str:
        """The function's source lines, decorators included."""
        node = self.definition
        first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
        return "".join(self.source.lines[first - 1 : node.end_lineno])

    @cached_property
    def closure(self) -> Mapping[str, Any]:
        """Names of enclosing functions that the body reads."""
        cells = zip(self.function.__code__.co_freevars, self.function.__closure__ or (), strict=True)
        return _Cells(dict(cells))

    @property
    def globals(self) -> Mapping[str, Any]:
        return self.function.__globals__

    @cached_property
    def annotations(self) -> Mapping[str, Any]:
        """The annotations as objects; text (postponed evaluation) is evaluated where the function was defined."""
        found = dict(self.function.__annotations__)
        extents: dict[str, DynamicDim] = {}  # scalars that later annotations may name as an extent
        for name, value in found.items():
            if isinstance(value, str):
                try:
                    found[name] = eval(value, {**self.globals}, {**extents, **self.closure})
                except Exception as error:
                    unknown = isinstance(error, NameError)
                    raise ParserTypeError(
                        f"the annotation of `{name}` cannot be evaluated: {error}",
                        span=self.argument_span(name),
                        help="define it above the function, outside of it"
                        if unknown
                        else "such as pl.FP32, or pl.Tensor[[16, 64], pl.FP32]",
                        code="annotation-value",
                    ) from error
            if is_index(found[name]) and name not in self.globals:
                extents[name] = DynamicDim(name)
        return found

    @property
    def parameter_names(self) -> tuple[str, ...]:
        code = self.function.__code__
        return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]

    @property
    def defaults(self) -> tuple[Any, ...]:
        """Values of the last parameters where a call leaves them out."""
        return self.function.__defaults__ or ()

    @property
    def is_variadic(self) -> bool:
        return bool(self.function.__code__.co_flags & 0x0C)  # *args, **kwargs

    @property
    def module(self) -> str:
        return self.function.__module__

    def argument_span(self, name: str) -> Span:
        arguments = self.definition.args
        for node in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            if node.arg == name:
                return self.source.span(node)
        return self.span

    @cached_property
    def span(self) -> Span:
        """The function's name in its `def` line."""
        node = self.definition
        line = self.source.line(node.lineno)
        column = line.find(node.name, self.source.column(node.lineno, node.col_offset)) + 1
        return Span(self.source.path, node.lineno, column, node.lineno, column + len(node.name))

    def lookup(self, name: str) -> Any:
        """What a name that is no local means; KeyError where it has no binding."""
        if name in self.closure:
            return self.closure[name]
        return self.globals[name]

    @cached_property
    def outer_names(self) -> tuple[str, ...]:
        """Names that the body may read from outside, without reading the source."""
        return tuple(dict.fromkeys(_names(self.function.__code__)))

    def callees(self) -> list[KernelSource]:
        """Kernel functions that the body names, directly."""
        found = []
        for name in self.outer_names:
            try:
                value = self.lookup(name)
            except KeyError:
                continue
            if isinstance(value, KernelFunction):
                found.append(value.source)
        return found

    def reachable(self) -> list[KernelSource]:
        """This function and all kernel functions below it, each once, callers first."""
        seen: dict[int, KernelSource] = {}
        todo = [self]
        while todo:
            kernel = todo.pop(0)
            if id(kernel) not in seen:
                seen[id(kernel)] = kernel
                todo += kernel.callees()
        return list(seen.values())


def refuse_no_def(function: FunctionType, file: str) -> None:
    """A kernel is a plain `def`: a lambda has no statements, and nothing waits in a kernel."""
    code = function.__code__
    if code.co_flags & (inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR):
        what = f"{code.co_name} is an `async def`"
    elif code.co_name == "<lambda>":
        what = "this is a lambda"
    else:
        return
    raise UnsupportedFeatureError(
        f"{what}; a kernel is a plain `def`",
        span=line_span(file, code.co_firstlineno),
        help="write def kernel(x, y): with the statements below it",
        code="python-statement",
    )


class ParsedSource(KernelSource):
    """A function of a text that nothing imports; `names` is what it can name beside its own."""

    def __init__(self, source: SourceFile, definition: ast.FunctionDef, names: Mapping[str, Any]) -> None:
        self.snapshot = source
        self._node = definition
        self._names = names

    @property
    def name(self) -> str:
        return self._node.name

    @property
    def definition(self) -> ast.FunctionDef:
        return self._node

    @property
    def closure(self) -> Mapping[str, Any]:
        return {}

    @property
    def globals(self) -> Mapping[str, Any]:
        return self._names


class KernelFunction:
    """Base of the objects that the decorators return."""

    source: KernelSource


class _Cells(Mapping[str, Any]):
    """Closure cells by name; a cell that is not filled yet counts as absent."""

    def __init__(self, cells: Mapping[str, Any]) -> None:
        self._cells = cells

    def __getitem__(self, name: str) -> Any:
        try:
            return self._cells[name].cell_contents
        except ValueError:
            raise KeyError(name) from None

    def __contains__(self, name: object) -> bool:
        try:
            self[name]  # type: ignore[index]
        except KeyError:
            return False
        return True

    def __iter__(self) -> Iterator[str]:
        return (name for name in self._cells if name in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    yield from code.co_freevars
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def value_key(value: Any) -> str | None:
    """A text for a captured value that a kernel can fold; None for all other objects."""
    if isinstance(value, bool | int | float):
        return number_key(value)
    if value is None or isinstance(value, str):
        return repr(value)
    if isinstance(value, DType):
        return value.name
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    if isinstance(value, table.Op):
        return f"op:{value.name}"
    if isinstance(value, tuple | list):
        keys = [value_key(item) for item in value]
        return None if None in keys else f"[{', '.join(map(str, keys))}]"
    return None


def _annotation_key(value: Any, symbols: dict[int, int]) -> str:
    if isinstance(value, DynamicDim):
        return f"dim{symbols.setdefault(id(value), len(symbols))}:{value.name}"
    if isinstance(value, TensorAnnotation | TileAnnotation):
        parts = (value.shape, value.dtype, value.extras)
        return f"{type(value).__name__}({', '.join(_annotation_key(p, symbols) for p in parts)})"
    if isinstance(value, DirectionAnnotation):
        return f"{value.direction}({_annotation_key(value.inner, symbols)})"
    if isinstance(value, ScalarAnnotation):
        return f"scalar({_annotation_key(value.dtype, symbols)})"
    if isinstance(value, ArrayAnnotation):
        return f"array({value.extent!r}, {_annotation_key(value.dtype, symbols)})"
    if isinstance(value, TupleAnnotation):
        return f"tuple({', '.join(_annotation_key(i, symbols) for i in value.items)})"
    if isinstance(value, View):
        given = sorted(value.keywords.items())
        return f"{type(value).__name__}({', '.join(f'{k}={_annotation_key(v, symbols)}' for k, v in given)})"
    if isinstance(value, MemRef):
        return f"memref({value.args!r}, {value.slots!r}, {value.slot!r})"
    if isinstance(value, tuple | list):
        return f"[{', '.join(_annotation_key(item, symbols) for item in value)}]"
    return value_key(value) or repr(value)


def fingerprint(kernel: KernelSource) -> tuple[str, ...]:
    """Parts of the specialisation key that do not depend on the arguments.

    Source text, name and kind of the function and of every kernel function it reaches, their annotations, and the
    captured values that a body can fold (by type and bits).
    """
    parts: list[str] = []
    symbols: dict[int, int] = {}
    reachable = kernel.reachable()
    order = {id(k): i for i, k in enumerate(reachable)}
    for item in reachable:
        parts.append(f"{item.kind} {item.name} {item.file}:{item.definition.lineno}")
        parts.append(f"options {sorted(item.options.items())!r}")
        parts.append(item.text)
        if item.kind == "extern":
            for source in (item.options["source"], item.options.get("aiv_source")):
                if source is not None:
                    parts.append(external.external_digest(source, item.options["include_dirs"]))
        for name, annotation in item.annotations.items():
            parts.append(f"{name}: {_annotation_key(annotation, symbols)}")
        for name in item.outer_names:
            try:
                value = item.lookup(name)
            except KeyError:
                continue
            if isinstance(value, KernelFunction):
                parts.append(f"{name} -> {order[id(value.source)]}")
            elif isinstance(value, DynamicDim):
                parts.append(f"{name} = {_annotation_key(value, symbols)}")
            else:
                key = value_key(value)
                if key is not None:
                    parts.append(f"{name} = {key}")
    return tuple(parts)
