# SPDX-License-Identifier: Apache-2.0
"""A program of several functions: each is lowered by itself, and calls between them stay calls.

    unit = Unit("Twice", {"body": source, "run": source})
    program = unit.program()          # raises all mistakes of all functions together

The entry is the Orchestration function; without one it is the Opaque function that no other calls, or the one
function that runs on a core.
"""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Mapping, Sequence
from typing import Any

from pypto.errors import (
    ParserSyntaxError,
    ParserTypeError,
    Span,
    UnsupportedFeatureError,
    UserError,
    VerifierError,
    together,
)
from pypto.frontend import constructs as c
from pypto.frontend.arguments import DECLARED, RUNTIME_SCALAR
from pypto.frontend.attributes import function_attributes, scope_attribute
from pypto.frontend.comments import comments_of
from pypto.frontend.dropped import dropped_outputs
from pypto.frontend.functions import FunctionSource, TextSource
from pypto.frontend.host import read_driver
from pypto.frontend.host_entries import Written
from pypto.frontend.levels import CHIPS, ONE_CORE
from pypto.frontend.lower import own_symbols, parameter, returned, scalar_extents
from pypto.frontend.methods import Methods, core_results
from pypto.frontend.operand_sources import misused_operands
from pypto.frontend.padding import useless_padding
from pypto.frontend.parameters import Declaration, declarations, resolve_parameters
from pypto.frontend.results import check_results, declared_results
from pypto.frontend.session import Session
from pypto.frontend.source import KernelSource, is_index
from pypto.frontend.state import Poisoned, RegionState
from pypto.frontend.unequal import unequal_regions
from pypto.frontend.unused import unused_variables
from pypto.frontend.values import POISON, Value
from pypto.frontend.written import written_inputs
from pypto.ir.enums import AtomicType, FunctionType, Level, Role
from pypto.ir.groups import of_other_core
from pypto.ir.host import HostProgram
from pypto.ir.nodes import (
    Call,
    Eval,
    Expr,
    Function,
    Invoke,
    Param,
    Program,
    Return,
    Stmt,
    TileType,
    Var,
)
from pypto.ir.ops import memory

CORE = frozenset({"incore"})

Source = FunctionSource | TextSource


class Unit:
    """The functions of one program while they are lowered."""

    def __init__(self, name: str, sources: Mapping[str, Source], span: Span | None = None) -> None:
        self.name = name
        self.span = span
        self.sources: dict[str, Source] = dict(sources)
        self.functions: dict[str, Function] = {}
        self.results: dict[str, list[Var]] = {}  # the parameters that a core function returns
        self.externals: dict[str, Function] = {}  # functions whose body is C++
        self.failed: set[Source] = set()
        self.called: set[Source] = set()
        self.reported: set[tuple[str, frozenset[KernelSource]]] = (
            set()
        )  # mistakes that several functions show
        self.session = Session()  # what the sessions of the functions found

    # The program

    def program(self) -> Program | HostProgram:
        if not self.sources:
            raise ParserSyntaxError(
                f"the program {self.name} has no function",
                span=self.span,
                help="decorate its methods with @pl.function(type=...)",
                code="program-form",
            )
        for source in self.sources.values():
            if isinstance(source, TextSource) and source.options.get("source") is not None:
                read_annotations(source, self.session, self)  # its body is C++, and is never lowered
        for source in list(self.sources.values()):
            if source.kind not in ("inline", "host", "worker") and source.options.get("source") is None:
                with contextlib.suppress(Poisoned):  # its mistakes are reported
                    self.lowered(source)
        driver = self.driver()
        if driver is not None:
            return self.host_program(driver)
        self.session.raise_errors()
        assert not self.failed, "a function failed without an error"
        entry = self.entry()
        order = {name: f for name in self.sources if (f := self.functions.get(name)) is not None}
        order.update(self.externals)
        path = next(iter(self.sources.values())).source.path
        warnings = tuple(self.session.warnings)
        return Program(self.name, order, entry, dict(self.session.constants), warnings, path)

    def driver(self) -> Source | None:
        """The function that runs on the host."""
        found = [source for source in self.sources.values() if source.kind == "host"]
        if len(found) > 1:
            raise ParserSyntaxError(
                f"the program {self.name} has several drivers: `{found[0].name}` and `{found[1].name}`",
                span=found[1].span,
                help="give each a program of its own",
                code="program-form",
            )
        return found[0] if found else None

    def host_program(self, driver: Source) -> HostProgram:
        """A driver, and the functions that it dispatches."""
        for source in self.sources.values():
            if isinstance(source, TextSource) and source.kind in ("host", "worker"):
                read_annotations(source, self.session, self)
        errors = list(self.session.errors)
        declared: list[Declaration] = []
        try:
            declared = declarations(driver)
            check_declared(driver, declared)
        except UserError as error:
            raise together([*errors, error]) from None
        arguments = [RUNTIME_SCALAR if d.kind == "scalar" else DECLARED for d in declared]
        constants, warnings = dict(self.session.constants), tuple(self.session.warnings)
        origin = Program(self.name, self.functions, driver.name, constants, warnings, driver.source.path)
        entries = Written({**self.functions, **self.externals}, origin, self.sources)
        return read_driver(driver, arguments, None, entries, errors, self.name)

    def entry(self) -> str:
        """The function that the host calls."""
        kinds = {name: self.sources[name].type for name in self.functions}
        for wanted in (FunctionType.Orchestration, FunctionType.Opaque, FunctionType.Group):
            found = [n for n, kind in kinds.items() if kind is wanted and self.sources[n] not in self.called]
            if len(found) > 1:
                names = " and ".join(f"`{name}`" for name in found)
                raise ParserSyntaxError(
                    f"the program {self.name} has several entries: {names}",
                    span=self.sources[found[1]].span,
                    help="give each a program of its own, or call one from the other",
                    code="program-form",
                )
            if found:
                return found[0]
        if not self.functions:
            raise ParserSyntaxError(
                f"the program {self.name} has Inline functions only, which are read where they are called",
                span=self.span or next(iter(self.sources.values())).span,
                help="add a function of type Orchestration",
                code="program-form",
            )
        return next(iter(self.functions))

    def add(self, source: Source, body: Methods, node: ast.AST) -> None:
        """A function that is called by its bare name joins the program."""
        known = self.sources.setdefault(source.name, source)
        if known is not source:
            body.syntax(
                f"two functions of the program are named {source.name}",
                node,
                "give one of them another name",
                code="program-form",
            )

    # One function

    def lowered(self, source: KernelSource) -> Function:
        """The function, lowered now if it was not before; Poisoned where it has mistakes."""
        assert isinstance(source, FunctionSource | TextSource)
        known = self.functions.get(source.name)
        if known is not None:
            return known
        if source in self.failed:
            raise Poisoned
        session = Session(externals=self.externals)
        try:
            function = self.lower(source, session)
        except UserError as error:
            session.report(error)
            function = None
        except Poisoned:  # what it needs failed elsewhere
            function = None
        for problem in session.errors:
            self.session.report(problem)
        if function is None or session.errors:
            self.failed.add(source)
            raise Poisoned
        self.session.warnings += session.warnings
        self.session.constants.update(session.constants)
        self.functions[source.name] = function
        return function

    def lower(self, source: Source, session: Session) -> Function:
        check_place(source)
        if isinstance(source, TextSource):
            read_annotations(source, session, self)
        declared = declarations(source)
        check_declared(source, declared)
        escaping = next((d for d in declared if d.kind in ("array", "task")), None)
        if escaping is not None:
            raise VerifierError(
                f"parameter `{escaping.name}` of {source.name}: task ids and arrays stay inside one function",
                span=source.argument_span(escaping.name),
                help="a function of type Inline may take them",
                code="array-escapes",
            )
        arguments = [RUNTIME_SCALAR if d.kind == "scalar" else DECLARED for d in declared]
        parameters = resolve_parameters(source, arguments, self.is_core(source))
        session.names.taken.update(d.name for d, _ in parameters)
        refuse_views(source, declared, self.is_core(source))
        body = Methods(session, source, self)
        if self.is_core(source):
            body.region = RegionState(source.span)
        extents = scalar_extents(source, [d for d, _ in parameters])
        params = [parameter(session, body, d, a, extents) for d, a in parameters]
        body.dims_by_symbol.update(session.symbols)
        body.outputs = {p.name: p.var for p in params if p.direction != "in"}
        statements, attrs = function_attributes(body, source.definition.body)
        attrs = {**(source.options.get("attrs") or {}), **attrs, **scope_attribute(source)}
        body.block(statements)
        if self.is_core(source):
            values, statements_out = self.core_end(source, body, params)
        else:
            values = returned(body, params)
            statements_out = body.out
            if source.kind == "group":
                if not (session.errors or session.incomplete):
                    check_group(source, statements_out)
                self.results[source.name] = [v for v in values if isinstance(v, Var)]
        if session.incomplete:  # no more can be said of it
            raise Poisoned
        if isinstance(source, TextSource) and source.definition.returns is not None and not session.errors:
            source.declared["return"] = body.settled(source.definition.returns)
        check_results(body, values)
        session.errors.extend(misused_operands(statements_out))
        end = source.source.span(source.definition.body[-1])
        out: list[Stmt] = [*statements_out, Return(values, end)] if values else statements_out
        session.warnings += dropped_outputs(body.shadowed, params, out)
        session.warnings += written_inputs(params, out, source.source.span(source.definition))
        session.warnings += unused_variables(source)
        session.warnings += unequal_regions(out)
        session.warnings += useless_padding(out, params)
        check_core(source, out)
        return Function(
            source.name, source.type.name, tuple(params), tuple(out), own_symbols(session, params),
            tuple(v.type for v in values), attrs, source.span, comments_of(source.source, source.definition)[0],
        )  # fmt: skip

    def returns_tiles(self, source: KernelSource) -> bool:
        """Whether a core function declares that it returns a tile."""
        assert isinstance(source, FunctionSource | TextSource)
        if isinstance(source, TextSource):
            node = source.definition.returns
            return node is not None and "Tile[" in ast.unparse(node)
        return any(isinstance(item, c.TileAnnotation) for item in declared_results(source))

    def is_core(self, source: Source) -> bool:
        return source.kind in CORE

    def core_end(
        self, source: Source, body: Methods, params: list[Param]
    ) -> tuple[tuple[Expr, ...], list[Stmt]]:
        """What a core function returns: its parameters; a value of its own gets a parameter to leave by."""
        result = body.result if isinstance(body.result, tuple) else (body.result,)
        if body.result is None or any(v is POISON for v in result):
            self.results[source.name] = []
            return (), body.out
        known = {p.var for p in params}
        own: tuple[Value, ...] = tuple(v for v in result if v not in known and not is_tile(v))
        stmt = source.definition.body[-1]
        outs = dict(core_results(body, own, stmt))
        statements = list(body.out)
        for value, var in outs.items():
            offset = (0,) * var.type.rank  # type: ignore[attr-defined]
            attrs: dict[str, Any] = {"offset": offset, "atomic": AtomicType.None_}
            write = Call(memory.ASSEMBLE, (var, value), attrs, var.type, value.span)
            statements.append(Eval(write, value.span))
            params.append(Param(var, "out"))
        values: tuple[Any, ...] = tuple(outs.get(v, v) for v in result)
        self.results[source.name] = list(values)
        return values, statements


PLACES: Mapping[str, tuple[tuple[Level, ...], Role, str]] = {
    "incore": ((Level.CORE_GROUP, *ONE_CORE), Role.SubWorker, "runs on a core"),
    **{
        kind: ((*CHIPS, Level.CORE_GROUP), Role.Orchestrator, "orchestrates a chip")
        for kind in ("orchestration", "opaque", "graph", "inline", "group", "spmd")
    },
}
"""By kind of function: the levels and the role that it can have, and what it does."""


def check_place(source: Source) -> None:
    """A function has a level and a role that its type can have."""
    if source.kind not in PLACES:
        return
    levels, role, does = PLACES[source.kind]
    for key, kind in (("level", Level), ("role", Role)):
        value = source.options.get(key)
        if value is not None and not isinstance(value, kind):
            raise ParserSyntaxError(
                f"{key}= of @pl.function is a pl.{kind.__name__}, found {value!r}",
                span=source.span,
                help=f"{key}=pl.{'Level.HOST' if key == 'level' else 'Role.Orchestrator'}, or leave it out",
                code="program-form",
            )
    level, given = source.options.get("level"), source.options.get("role")
    if source.kind == "incore" and source.type is not FunctionType.InCore:
        levels = (Level.CORE_GROUP, Level[source.type.name])
    if level is not None and level not in levels:
        raise ParserSyntaxError(
            f"{source.name} has type=pl.FunctionType.{source.type.name} and level=pl.Level.{level.name}, and a "
            f"function of this type {does}",
            span=source.span,
            help=f"leave level= out; it can be {' or '.join(f'pl.Level.{x.name}' for x in levels)}",
            code="program-form",
        )
    if given is not None and given is not role:
        raise ParserSyntaxError(
            f"{source.name} has role=pl.Role.{given.name}, and a function of type "
            f"pl.FunctionType.{source.type.name} {does}",
            span=source.span,
            help=f"leave role= out; it can be pl.Role.{role.name}",
            code="program-form",
        )


def _part_in_the_body(item: Declaration) -> str:
    """How orchestration takes the part of a tensor that a parameter was to be."""

    def listed(extents: Sequence[Any]) -> str:
        return ", ".join(str(getattr(extent, "name", extent)) for extent in extents)

    shape, stride, valid = item.shape or (), item.view.stride, item.view.valid
    if valid is not None and item.direction == "out":
        part = listed([f"0:{getattr(extent, 'name', extent)}" for extent in valid])
        return f"declare the whole tensor, and in the body: {item.name}[{part}] = ..."
    if valid is not None:
        whole = f"[{listed(shape)}], [{listed([0] * len(shape))}], valid_shape=[{listed(valid)}]"
        return f"declare the whole tensor, and in the body: {item.name} = pl.slice({item.name}, {whole})"
    if stride is not None and len(shape) == 2:
        whole = f"pl.Tensor[[{listed([shape[0], stride[0]])}], pl.{item.dtype}]"
        return f"declare the rows that lie there, {whole}, and take {item.name}[:, 0:{listed(shape[1:])}] in the body"
    return "declare the whole tensor, and slice it in the body"


def refuse_views(source: Source, declared: list[Declaration], core: bool) -> None:
    """Only what runs on a core can be given a part of a tensor."""
    symbols = {e for item in declared for e in item.shape or () if isinstance(e, c.DynamicDim)}
    for item in declared:
        extents = [*(item.view.stride or ()), *(item.view.valid or ())]
        if item.view.columns and not core:
            raise UnsupportedFeatureError(
                f"parameter `{item.name}`: the host hands tensors over in the order of rows, not in the layout DN",
                span=source.argument_span(item.name),
                help=f"declare its rows, and in the body: {item.name} = pl.tensor.view({item.name}, "
                "layout=pl.TensorLayout.DN)",
                code="parameter-form",
            )
        if extents and not core:
            raise UnsupportedFeatureError(
                f"parameter `{item.name}`: orchestration takes whole tensors, not views",
                span=source.argument_span(item.name),
                help=_part_in_the_body(item),
                code="parameter-form",
            )
        if not all(isinstance(e, int) or e in symbols for e in extents):
            raise ParserTypeError(
                f"parameter `{item.name}`: strides and valid extents of a parameter are numbers, or extents of tensors",
                span=source.argument_span(item.name),
                help="pl.TensorView(stride=[T, 1], ...) with the T of some pl.Tensor[[T, 64], pl.FP32]",
                code="parameter-form",
            )


def read_annotations(source: TextSource, session: Session, unit: Unit) -> None:
    """The annotations of a text's function, evaluated as constant expressions of the language."""
    body = Methods(session, source, unit)
    arguments = source.definition.args
    for node in (*arguments.posonlyargs, *arguments.args):
        if node.annotation is not None:
            source.declared[node.arg] = body.settled(node.annotation)
            if is_index(source.declared[node.arg]) and node.arg not in source.globals:
                body.env[node.arg] = c.DynamicDim(node.arg)
    if source.options.get("source") is not None and source.definition.returns is not None:
        source.declared["return"] = body.settled(source.definition.returns)  # its body cannot say


def check_declared(source: Source, declared: list[Declaration]) -> None:
    """Every parameter of a function of a program says what it is."""
    for item in declared:
        if not item.annotated:
            raise ParserTypeError(
                f"parameter `{item.name}` has no type annotation",
                span=source.argument_span(item.name),
                help=f"{item.name}: pl.Tensor[[16, 64], pl.FP32]",
                code="program-form",
            )
        if item.kind == "tensor" and item.shape is None:
            raise ParserTypeError(
                f"the annotation of `{item.name}` has no shape",
                span=source.argument_span(item.name),
                help="pl.Tensor[[16, 64], pl.FP32]",
                code="program-form",
            )


def is_tile(value: Value) -> bool:
    return isinstance(value, Expr) and isinstance(value.type, TileType)


def check_core(source: Source, statements: list[Stmt]) -> None:
    """AIC functions have no vector operation, AIV functions no cube operation."""
    if source.type not in (FunctionType.AIC, FunctionType.AIV):
        return
    found = of_other_core(source.type.name, tuple(statements))
    if found is not None:
        what, span = found
        raise ParserTypeError(
            f"{source.name} is an {source.type.name} function and {what}",
            span=span,
            help="use type=pl.FunctionType.InCore, or move it to a function of its own",
            code="core-kind",
        )


def check_group(source: Source, statements: list[Stmt]) -> None:
    """The body of a Group function is calls of kernels."""
    calls = [s for s in statements if isinstance(s, Eval) and isinstance(s.value, Invoke)]
    other = next((s for s in statements if s not in calls), None)
    if other is not None or not calls:
        raise VerifierError(
            f"the body of the Group function {source.name} is calls of kernels and a return",
            span=source.span if other is None else other.span,
            help="o = self.cube(a, b, o)",
            code="group",
        )
