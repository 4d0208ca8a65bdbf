# SPDX-License-Identifier: Apache-2.0
"""`@pl.function` and `@pl.program`: functions and programs written one to one, without specialising.

    @pl.program
    class Twice:
        @pl.function(type=pl.FunctionType.InCore)
        def body(self, a: pl.Tensor[[64, 64], pl.FP32], o: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
            o = pl.store(pl.add(pl.load(a, [0, 0], [64, 64]), 1.0), [0, 0], o)
            return o

The class becomes a program; a function outside a class can be called by its bare name.
"""

from __future__ import annotations

import ast
import sys
import warnings
from collections.abc import Mapping
from functools import cached_property, update_wrapper
from types import FrameType
from types import FunctionType as PythonFunction
from typing import TYPE_CHECKING, Any

from pypto.errors import ParserSyntaxError, UserError, line_span
from pypto.frontend.external import check_extern
from pypto.frontend.source import KernelFunction
from pypto.ir.enums import FunctionType
from pypto.ir.host import HostProgram
from pypto.lazy import LazyModule

if TYPE_CHECKING:
    from pypto.frontend import functions
    from pypto.frontend import program as programs
    from pypto.ir.nodes import Program
else:  # a kernel file without programs does not need them
    functions = LazyModule("pypto.frontend.functions")
    programs = LazyModule("pypto.frontend.program")

KEYWORDS = ("type", "level", "role", "auto_scope", "strict_ssa", "external_source", "attrs")


class ProgramFunction(KernelFunction):
    """A function decorated with `@pl.function`."""

    __name__: str

    def __init__(self, function: PythonFunction, options: Mapping[str, Any], frame: FrameType | None) -> None:
        if not isinstance(function, PythonFunction):
            word = "inline" if options.get("macro") else "function"
            raise TypeError(f"@pl.{word} decorates a function, found {function!r}")
        options = dict(options)
        type_ = options.pop("type", FunctionType.Opaque)
        self.in_class = _in_class(function)
        if not isinstance(type_, FunctionType):
            raise ParserSyntaxError(
                f"type= of @pl.function is a function type, found {type_!r}",
                span=functions.FunctionSource(function, FunctionType.Opaque, {}, {}).span,
                help="type=pl.FunctionType.InCore",
                code="program-form",
            )
        source = options.pop("external_source", None)
        if source is not None:
            if type_ not in (FunctionType.AIC, FunctionType.AIV):
                raise ParserSyntaxError(
                    f"external_source= belongs to functions of type AIC or AIV; {function.__name__} is {type_.name}",
                    span=line_span(function.__code__.co_filename, function.__code__.co_firstlineno),
                    help="type=pl.FunctionType.AIV",
                    code="program-form",
                )
            given = {"core_type": type_.value.lower(), "source": source}
            options |= check_extern(given, function.__code__.co_filename, function.__name__)
        self.source = functions.FunctionSource(
            function, type_, options, _around(function, frame, self.in_class)
        )
        update_wrapper(self, function)
        _check_options(self.source)
        if not self.in_class and self.source.kind not in ("inline", "worker") and source is None:
            try:
                self.program  # its mistakes show where it is written  # noqa: B018
            except UserError as error:
                raise error.with_traceback(None) from None

    def __repr__(self) -> str:
        return f"<pl.function {self.__name__}>"

    def __getattr__(self, name: str) -> Any:
        if name in ("compile", "lower"):
            raise AttributeError(
                f"{self.__name__} is decorated with @pl.function and has no {name}(); decorate it with @pl.jit, or "
                f"compile its program: pypto.ir.compile({self.__name__}.program)"
            )
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        raise TypeError(
            f"{self.__name__} is a function of a kernel program and does not run as Python; "
            "call it from a function of a class decorated with @pl.program"
        )

    @cached_property
    def program(self) -> Program:
        """The function, and those that it calls by their bare names, as a program."""
        source = self.source
        assert isinstance(source, functions.FunctionSource)
        made = programs.Unit(source.name, {source.name: source}).program()
        if isinstance(made, HostProgram):
            raise ParserSyntaxError(
                f"{source.name} is a driver, and stands alone",
                span=source.span,
                help="make it a method of a class decorated with @pl.program, or decorate it with @pl.jit.host",
                code="program-form",
            )
        return made

    def as_python(self) -> str:
        """The function as text; with the functions that it calls as a program."""
        found = self.program
        return found.as_python() if len(found.functions) > 1 else found.functions[self.__name__].as_python()


def function(function: Any = None, /, **options: Any) -> Any:
    """Decorates a function of a program; `type=` says what it becomes."""
    frame = sys._getframe(1)
    for option in options:
        if option not in KEYWORDS:
            raise TypeError(f"@pl.function does not take `{option}=`; it takes {', '.join(KEYWORDS)}")
    if function is not None:
        return ProgramFunction(function, options, frame)

    def decorate(function: PythonFunction) -> ProgramFunction:
        return ProgramFunction(function, options, sys._getframe(1))

    return decorate


def inline(function: Any = None, /) -> Any:
    """Decorates a macro: its body is read at each call, which may stand inside an expression."""
    if function is None:
        return inline
    return ProgramFunction(function, {"type": FunctionType.Inline, "macro": True}, sys._getframe(1))


def program(cls: Any = None, /, **options: Any) -> Any:
    """Decorates a class whose methods are functions of a program; the class becomes the program."""
    if options:
        raise TypeError(f"@pl.program does not take `{next(iter(options))}=`")
    if cls is None:
        return program
    if not isinstance(cls, type):
        other = "; a function is decorated with @pl.jit" if isinstance(cls, PythonFunction) else ""
        raise TypeError(f"@pl.program decorates a class, found {cls!r}{other}")
    frame = sys._getframe(1)
    members = {n: v for n, v in vars(cls).items() if isinstance(v, ProgramFunction)}
    sources = {name: member.source for name, member in members.items()}
    for name, source in sources.items():
        assert isinstance(source, functions.FunctionSource)
        if source.kind == "worker":
            functions.refuse_self(source)
        elif not source.is_method:
            raise ParserSyntaxError(
                f"the method {name} has no self",
                span=source.span,
                help=f"def {name}(self, ...)",
                code="program-form",
            )
    span = line_span(frame.f_code.co_filename, frame.f_lineno)
    try:
        return programs.Unit(cls.__name__, sources, span).program()  # type: ignore[arg-type]
    except UserError as error:  # the mistakes are the kernel's: our own frames tell nothing
        raise error.with_traceback(None) from None


def _in_class(function: PythonFunction) -> bool:
    head = function.__qualname__.rpartition(".")[0]
    return bool(head) and not head.endswith("<locals>")


def _around(function: PythonFunction, frame: FrameType | None, in_class: bool) -> dict[str, Any]:
    """Names of the frames around a definition that its text uses."""
    wanted = _words(function)
    found: dict[str, Any] = {}
    first = True
    while frame is not None and frame.f_globals is function.__globals__:
        if frame.f_locals is frame.f_globals or frame.f_code.co_name == "<module>":
            break
        for name, value in frame.f_locals.items():
            methods = first and in_class and isinstance(value, ProgramFunction)
            if name in wanted and name not in found and not methods:
                found[name] = value
        if not (first and in_class):
            break
        first, frame = False, frame.f_back
    return found


def _words(function: PythonFunction) -> set[str]:
    """Names in the code of a function and in its local annotations, which leave no code."""
    code = function.__code__
    source = functions.FunctionSource(function, FunctionType.Opaque, {}, {})
    return {*code.co_names, *code.co_freevars, *source.words}


def _check_options(source: Any) -> None:
    """The keywords of the decorator, as objects and as they are written."""
    written = source.keywords
    for name in ("auto_scope", "strict_ssa"):
        node = written.get(name)
        if not isinstance(source.options.get(name, False), bool) or not isinstance(node, ast.Constant | None):
            found = (
                repr(source.options[name])
                if isinstance(node, ast.Constant | None)
                else f"`{ast.unparse(node)}`"
            )
            raise ParserSyntaxError(
                f"{name}= of @pl.function is True or False, found {found}",
                span=source.span if node is None else source.source.span(node),
                help=f"write {name}=True or {name}=False",
                code="program-form",
            )
    kind = written.get("type")
    if kind is not None and not isinstance(kind, ast.Attribute):
        raise ParserSyntaxError(
            f"type= of @pl.function is written pl.FunctionType.{source.type.name}, found `{ast.unparse(kind)}`",
            span=source.source.span(kind),
            help=f"type=pl.FunctionType.{source.type.name}",
            code="program-form",
        )
    if source.options.get("attrs") is not None:
        warnings.warn(
            f"attrs= of @pl.function ({source.name}) is an old spelling: write pl.func_attr({{...}}) as the "
            "first statement of the function",
            DeprecationWarning,
            stacklevel=5,
        )
