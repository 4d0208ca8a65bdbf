# SPDX-License-Identifier: Apache-2.0
"""A driver of several ranks: source and arguments -> HostProgram.

The body is a short list of statements: numbers, window buffers and their views, loops and branches on numbers, calls
of the programs of ranks. Names live in the block that first binds them and below it.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace
from typing import NoReturn

from pypto.errors import (
    LevelError,
    UndefinedVariableError,
    UnsupportedFeatureError,
    UserError,
    together,
)
from pypto.frontend import constructs as c
from pypto.frontend import host_names as h
from pypto.frontend.arguments import ArgumentInfo, fit
from pypto.frontend.comments import comments_of
from pypto.frontend.host_arguments import Reading
from pypto.frontend.host_blocks import HostBlocks
from pypto.frontend.host_calls import HostCalls
from pypto.frontend.host_entries import Entries, Specialised
from pypto.frontend.host_findings import unused_numbers, unwritten
from pypto.frontend.host_values import (
    HostTensor,
    Numbers,
    Unknown,
)
from pypto.frontend.names import assigned
from pypto.frontend.parameters import Declaration, resolve_parameters
from pypto.frontend.source import KernelSource
from pypto.frontend.state import Poisoned
from pypto.ir.host import (
    Driver,
    Extent,
    HostParam,
    HostProgram,
    Name,
    Part,
    Step,
)
from pypto.ir.naming import FreeNames
from pypto.ir.ops.creation import CREATE_TENSOR
from pypto.nearby import nearest


def lower_host(kernel: KernelSource, arguments: Sequence[ArgumentInfo], world_size: int) -> HostProgram:
    """The typed program of a driver for these arguments; raises every mistake together."""
    errors: list[UserError] = []
    return read_driver(kernel, arguments, world_size, Specialised(errors, kernel.name), errors, kernel.name)


def read_driver(
    kernel: KernelSource,
    arguments: Sequence[ArgumentInfo],
    world_size: int | None,
    entries: Entries,
    errors: list[UserError],
    name: str,
    origin: str | None = None,
) -> HostProgram:
    """A driver whose calls find their programs in `entries`; `errors` has what was found before."""
    resolved = resolve_parameters(kernel, arguments)
    kinds = {
        d.name: "bool" if d.dtype.name == "BOOL" else "float" if d.dtype.is_float else "int"
        for d, _ in resolved
        if d.kind == "scalar" and d.dtype is not None
    }
    known = {
        d.name: fit(a.value, d.dtype, d.name)
        for d, a in resolved
        if d.kind == "scalar" and a.value is not None and d.dtype is not None
    }
    names = FreeNames(("pl", "pld", "self", *(d.name for d, _ in resolved)))
    numbers = Numbers(world_size, kinds, dict(known))
    reading = Reading(
        entries, numbers, errors, names, isinstance(entries, Specialised), active=[kernel], origin=origin
    )
    reader = DriverReader(kernel, reading)
    params = [reader.parameter(d, known.get(d.name)) for d, _ in resolved]
    returns: tuple[str, ...] = ()
    try:
        reader.read_body()
        if not errors:
            reader.check_windows()
        returns = reader.returned(params)
    except Poisoned:
        assert errors, "a driver failed without an error"
    except UserError as error:
        errors += getattr(error, "errors", (error,))
    if errors:
        raise together(errors)
    warnings = [w for program in entries.programs.values() for w in program.warnings]
    warnings += unwritten(params, reading.written)
    for source in dict.fromkeys((kernel, *reading.helpers)):
        warnings += unused_numbers(source)
    driver = Driver(
        kernel.name,
        tuple(params),
        tuple(reader.steps),
        returns,
        bool(kernel.options.get("auto_scope", True)),
        reader.at(kernel.definition),
        comments_of(kernel.source, kernel.definition)[0] if origin is None else None,
    )
    return HostProgram(
        name,
        driver,
        dict(entries.programs),
        world_size,
        tuple(dict.fromkeys(warnings)),
        origin or kernel.source.path,
        reading.workers,
    )


class DriverReader(HostBlocks):
    """Reads the statements of a driver, or of a helper that it calls."""

    def child(self, kernel: KernelSource) -> HostCalls:
        child = DriverReader(kernel, self.reading)
        child.depth = self.depth
        return child

    def method(self, node: ast.Attribute) -> KernelSource:
        found = self.reading.entries.methods.get(node.attr)
        if found is None:
            names = list(self.reading.entries.methods)
            near = nearest(node.attr, names)
            raise self.base.error(
                UndefinedVariableError,
                f"the program has no function `{node.attr}`",
                node,
                help=f"did you mean `{near}`?" if near else f"write @pl.function above `def {node.attr}`",
                notes=[f"its functions are {', '.join(names)}"],
            )
        return found

    def parameter(self, item: Declaration, value: int | float | bool | None) -> HostParam:
        """A parameter, and what its name denotes."""
        span = self.kernel.argument_span(item.name)
        if item.window:
            raise self.base.error(
                LevelError,
                f"`{item.name}` of the driver {self.kernel.name} is a window, which a driver makes itself",
                span,
                help="buffer = pld.alloc_window_buffer([64, 128], dtype=pl.FP32), then pld.window(buffer, ...)",
            )
        assert item.dtype is not None
        if item.kind == "scalar":
            self.env[item.name] = Name(item.name)
            return HostParam(item.name, "in", item.dtype, None, value, span)
        assert item.shape is not None
        shape = tuple(d.name if isinstance(d, c.DynamicDim) else d for d in item.shape)
        for axis, extent in enumerate(shape):
            if isinstance(extent, str):
                self.reading.dims.setdefault(extent, Extent(item.name, axis))
        self.env[item.name] = HostTensor(Part(item.name), shape, item.dtype, item.direction)
        return HostParam(item.name, item.direction, item.dtype, shape, None, span)

    # Statements

    def read_body(self) -> None:
        body = list(self.kernel.definition.body)
        self.own_numbers(body)
        for number, stmt in enumerate(body):
            if isinstance(stmt, ast.Return):
                if number != len(body) - 1:
                    self.base.unsupported(
                        "statements behind `return`",
                        body[number + 1],
                        "return at the end",
                        code="return-place",
                    )
                self.give(stmt)
                return
            self.guarded(stmt)

    def block(self, body: list[ast.stmt], own: Sequence[str] = ()) -> tuple[Step, ...]:
        """The statements of a block; `own`: names that are bound where it begins."""
        outer, self.steps = self.steps, []
        outside, self.outside = self.outside, set(self.env) - set(own)
        self.depth += 1
        for stmt in body:
            self.guarded(stmt)
        self.depth -= 1
        self.outside = outside
        found, self.steps = self.steps, outer
        return tuple(found)

    def guarded(self, stmt: ast.stmt) -> None:
        """A statement; its mistake is kept, and the names that it binds are not reported again."""
        try:
            self.statement(stmt)
            return
        except UserError as error:
            self.reading.errors += getattr(error, "errors", (error,))
        except Poisoned:  # it reads what has a mistake
            pass
        for name in assigned([stmt]):
            self.env[name] = Unknown()

    def statement(self, stmt: ast.stmt) -> None:
        if isinstance(stmt, ast.Assign):
            self.assign(stmt)
        elif isinstance(stmt, ast.For):
            self.loop(stmt)
        elif isinstance(stmt, ast.If):
            self.branch(stmt)
        elif isinstance(stmt, ast.Expr):
            self.alone(stmt)
        elif isinstance(stmt, ast.With):
            self.scope(stmt)
        elif not isinstance(stmt, ast.Pass):
            self.not_part(stmt)

    def not_part(self, stmt: ast.stmt) -> NoReturn:
        words = {
            ast.While: "a loop is for r in pl.range(n):",
            ast.AugAssign: "write x = x + 1",
            ast.AnnAssign: "leave the annotation out: x = 1",
            ast.Break: "a loop of a driver runs to its end: let an `if` say which rounds do something",
            ast.Continue: "let an `if` say which rounds do something",
        }
        if isinstance(stmt, ast.Return):
            self.base.unsupported(
                "`return` inside a block", stmt, "return at the end of the driver", code="return-place"
            )
        self.base.unsupported(
            f"`{type(stmt).__name__.lower()}` is not part of a driver",
            stmt,
            words.get(type(stmt), "a driver has assignments, loops, branches, calls and one return"),
            code="host-form",
        )

    def alone(self, stmt: ast.Expr) -> None:
        node = stmt.value
        if isinstance(node, ast.Constant) and (isinstance(node.value, str) or node.value is ...):
            if node.value is ...:
                self.base.unsupported(
                    f"{self.kernel.name} has no body: it is bound when a driver that calls it runs, and is no driver",
                    stmt,
                    "write the body, or call it from a driver",
                    code="host-form",
                )
            return
        source = self.callee(node)
        if source is not None:
            assert isinstance(node, ast.Call)
            self.invoke(source, node, None)
            return
        if isinstance(node, ast.Call):
            function = self.denoted(node.func)
            if function not in (h.WORLD_SIZE, h.ALLOC, h.WINDOW):
                self.misplaced(node, function)
        self.expr(node)
        self.base.unsupported(
            "the value of this statement is not used",
            stmt,
            "give it a name, or leave it out",
            code="host-form",
        )

    def scope(self, stmt: ast.With) -> None:
        call = stmt.items[0].context_expr
        function = self.called(call)
        if function not in (c.SCOPE, c.MANUAL_SCOPE) or len(stmt.items) != 1:
            if isinstance(call, ast.Call) and isinstance(function, c.Construct):
                self.misplaced(call, function)
            self.not_part(stmt)
        if self.kernel.options.get("auto_scope", True):
            self.base.syntax(
                "a runtime scope written by hand needs auto_scope=False",
                call,
                "decorate the driver with @pl.jit.host(auto_scope=False)",
                code="scope-by-hand",
            )
        for inner in stmt.body:  # scopes bound memory of a chip; the host has none of it
            self.guarded(inner)

    # Assignments

    def assign(self, stmt: ast.Assign) -> None:
        target = stmt.targets[0]
        if len(stmt.targets) != 1:
            self.base.unsupported("one assignment, one target", stmt, "two statements", code="host-form")
        source = self.callee(stmt.value)
        if source is not None:
            self.call_results(source, stmt, target)
            return
        if isinstance(target, ast.Tuple) and isinstance(stmt.value, ast.Tuple):
            self.assign_all(target.elts, stmt.value.elts, stmt)
            return
        if not isinstance(target, ast.Name):
            if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
                self.base.unsupported(
                    f"`{self.base.quote(target)} = ...`: a driver writes no elements",
                    target,
                    f"pass {self.base.quote(target)} as an output of a function decorated with @pl.jit",
                    code="host-form",
                )
            self.base.unsupported(
                "the target of an assignment is one name", target, "name = value", code="host-form"
            )
        function = self.called(stmt.value)
        if function is h.ALLOC:
            self.alloc(target, stmt.value)  # type: ignore[arg-type]
        elif function is h.WINDOW:
            self.window(target, stmt.value)  # type: ignore[arg-type]
        elif function is CREATE_TENSOR:
            self.create(target, stmt.value)  # type: ignore[arg-type]
        else:
            self.bind(target, self.expr(stmt.value), stmt)

    def assign_all(self, targets: Sequence[ast.expr], nodes: Sequence[ast.expr], stmt: ast.Assign) -> None:
        """`a, b = b, a + 1`: all values are known before the first name changes."""
        if len(targets) != len(nodes) or not all(isinstance(t, ast.Name) for t in targets):
            self.base.unsupported(
                f"{len(targets)} targets of {len(nodes)} values",
                stmt,
                "one name for each value: a, b = 0, 1",
                code="host-form",
            )
        names = [t for t in targets if isinstance(t, ast.Name)]
        values = [self.expr(node) for node in nodes]
        held = [self.held(name.id, value, stmt) for name, value in zip(names, values, strict=True)]
        for name, value in zip(names, held, strict=True):
            self.bind(name, value, stmt)

    def call_results(self, source: KernelSource, stmt: ast.Assign, target: ast.expr) -> None:
        nodes = target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
        for node in nodes:
            if not isinstance(node, ast.Name):
                self.base.unsupported(
                    "results of a call go to names", node, "a, b = f(...)", code="host-form"
                )
        assert isinstance(stmt.value, ast.Call)
        if source.kind == "inline":
            found = self.invoke(source, stmt.value, None)
            if found is None or len(found) != len(nodes):
                self.base.type_error(
                    f"{source.name} returns {plural(len(found or ()), 'value')}, {plural(len(nodes), 'name')} "
                    f"{'stands' if len(nodes) == 1 else 'stand'} on the left",
                    stmt.value,
                    f"one name for each value: {', '.join('abcdefgh'[: len(found)])} = ..."
                    if found
                    else f"call it on a line of its own, or return a value at the end of {source.name}",
                    code="host-call",
                )
            if len(nodes) > 1:
                found = [self.held(node.id, v, stmt) for node, v in zip(nodes, found, strict=True)
                         if isinstance(node, ast.Name)]  # fmt: skip
            for node, value in zip(nodes, found, strict=True):
                assert isinstance(node, ast.Name)
                self.bind(node, value, stmt)
            return
        names = [self.fresh(node.id) for node in nodes if isinstance(node, ast.Name)]
        found = self.invoke(source, stmt.value, names)
        for node, name, value in zip(nodes, names, found or (), strict=True):
            assert isinstance(node, ast.Name)
            if isinstance(value, HostTensor) and self.is_named(value.part):
                value = replace(value, part=Part(name), origin=value.owner)
            self.rebind(node, value)

    # The end

    def give(self, stmt: ast.Return) -> None:
        if stmt.value is None:
            return
        nodes = stmt.value.elts if isinstance(stmt.value, ast.Tuple) else [stmt.value]
        source = self.callee(stmt.value)
        if source is not None:
            assert isinstance(stmt.value, ast.Call)
            self.base.unsupported(
                "a call behind `return`",
                stmt.value,
                f"call it on a line of its own, and return the output: {source.name}(...)",
                code="host-form",
            )
        values = [self.expr(node) for node in nodes]
        self.result = values
        self.given = list(zip(values, nodes, strict=True))

    def returned(self, params: Sequence[HostParam]) -> tuple[str, ...]:
        """The parameters that the driver returns."""
        outputs = {p.name for p in params if p.direction != "in" and p.shape is not None}
        found = []
        for value, node in self.given:
            name = value.part.tensor if isinstance(value, HostTensor) and not value.part.index else None
            if name in self.reading.undeclared:  # which is reported where it is written
                continue
            if name not in outputs:
                raise self.base.error(
                    UnsupportedFeatureError,
                    "a driver returns its outputs; this value is none of them",
                    node,
                    help="add a parameter ys: pl.Out[pl.Tensor[...]], have it written, and return ys",
                    code="entry-return",
                )
            assert name is not None
            found.append(name)
        return tuple(found)


def plural(count: int, word: str) -> str:
    """So many of something: "nothing", "1 value", "2 values"."""
    return "nothing" if not count else f"{count} {word}{'s' if count > 1 else ''}"
