# SPDX-License-Identifier: Apache-2.0
"""A driver of several ranks: source and arguments -> HostProgram.

The body is a short list of statements: numbers, window buffers and their views, loops and branches on numbers, calls
of the programs of ranks. Names live in the block that first binds them and below it.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from dataclasses import replace
from math import prod
from typing import NoReturn

from pypto.errors import (
    ArgumentError,
    Diagnostic,
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
from pypto.frontend.host_calls import HostCalls, Reading
from pypto.frontend.host_entries import Entries, Specialised
from pypto.frontend.host_values import (
    NUMERIC,
    BufferName,
    Entity,
    HostTensor,
    Numbers,
    Unknown,
    WindowName,
    a_kind,
    describe,
    shown,
)
from pypto.frontend.names import assigned, blocks
from pypto.frontend.parameters import Declaration, resolve_parameters
from pypto.frontend.source import KernelSource
from pypto.frontend.state import Poisoned
from pypto.frontend.unused import unused_variables
from pypto.ir.dtypes import DType
from pypto.ir.host import (
    Alloc,
    Branch,
    Create,
    Driver,
    Extent,
    HostParam,
    HostProgram,
    Let,
    Loop,
    Name,
    Number,
    Numeric,
    Part,
    Slice,
    Step,
    Window,
    WorldSize,
    names_of,
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


class DriverReader(HostCalls):
    """Reads the statements of a driver, or of a helper that it calls."""

    def __init__(self, kernel: KernelSource, reading: Reading) -> None:
        super().__init__(kernel, reading)
        self.depth = 0  # of loops and branches, those around the call of a helper included
        self.outside: set[str] = set()  # names that were bound before the innermost block
        self.offered: dict[str, Name] = {}  # numbers that only the other way of a branch has bound so far
        self.locals: set[str] = set()  # numbers that the function itself computes
        self.given: list[tuple[Entity, ast.expr]] = []  # what it returns
        self.reassigned = _assigned_twice(kernel.definition)

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

    def own_numbers(self, body: list[ast.stmt]) -> None:
        """A number that a block inside the function changes is one of its own from the start."""
        inner = {name for stmt in body for part in blocks(stmt) for name in assigned(part)}
        for name, value in [(n, v) for n, v in self.env.items() if n in inner and isinstance(v, NUMERIC)]:
            own = self.fresh(name)
            self.reassigned.add(name)
            self.number_of_its_own(own, value, self.kernel.definition)
            self.env[name] = Name(own)

    def number_of_its_own(self, own: str, value: Numeric, node: ast.stmt) -> None:
        self.locals.add(own)
        self.reading.locals.add(own)
        self.numbers.kinds[own] = self.numbers.kind(value)
        self.steps.append(Let(own, value, self.at(node)))

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

    def held(self, name: str, value: Entity, stmt: ast.stmt) -> Entity:
        """One of several results, which are all known before the first of them gets its name."""
        if not isinstance(value, NUMERIC) or self.reading.locals.isdisjoint(names_of(value)):
            return value
        own = self.fresh(name)
        self.number_of_its_own(own, value, stmt)
        return Name(own)

    def is_named(self, part: Part) -> bool:
        """Whether a part is made where it gets its name, and not where that is used: a slice, which can then be indexed,
        and an index made of numbers that may have changed until then."""
        if part.index and isinstance(part.index[-1], Slice):
            return True
        bounds = [n for i in part.index for n in ((i.start, i.stop) if isinstance(i, Slice) else (i,))]
        return any(name in self.reading.locals for n in bounds for name in names_of(n))

    def fresh(self, name: str) -> str:
        """A name of the printed driver."""
        return self.reading.names.fresh(name)

    def rebind(self, node: ast.Name, value: Entity) -> None:
        """What a name denotes from here on."""
        known = self.env.get(node.id)
        if node.id in self.outside and not isinstance(known, Unknown) and not same(known, value):
            assert known is not None
            self.base.type_error(
                f"`{node.id}` is {describe(known)} outside of this block, and would become {denoted(value)}",
                node,
                "use another name: only numbers change from one round of a loop to the next",
                code="host-form",
            )
        self.env[node.id] = value
        self.gone.pop(node.id, None)

    def bind(self, node: ast.Name, value: Entity, stmt: ast.Assign) -> None:
        """`name = value`: numbers are computed when the statement runs, everything else is another name."""
        if isinstance(value, HostTensor) and self.is_named(value.part):
            name = self.fresh(node.id)
            self.rebind(node, replace(value, part=Part(name), origin=value.owner))
            self.steps.append(Let(name, value.part, self.at(stmt)))
            return
        if not isinstance(value, NUMERIC):
            self.rebind(node, value)
            return
        known = self.env.get(node.id, self.offered.get(node.id))
        kind = self.numbers.kind(value)
        own = known.name if isinstance(known, Name) and known.name in self.locals else None
        if own is not None and self.numbers.kinds[own] != kind:
            own = self.changed_kind(node, own, kind) if node.id in self.outside else None
        if own is None:
            if node.id in self.outside and not isinstance(known, Unknown):
                assert known is not None
                self.base.type_error(
                    f"`{node.id}` is {describe(known)} outside of this block, and would become {denoted(value)}",
                    node,
                    f"use another name, or give it a number before the block: {node.id} = 0",
                    code="host-form",
                )
            own = self.fresh(node.id)
            constant = self.numbers.constant(value)
            if constant is not None and node.id not in self.reassigned:
                self.numbers.known[own] = constant
            if value == WorldSize() and node.id not in self.reassigned:
                self.reading.sizes.add(own)
        self.number_of_its_own(own, value, stmt)
        self.env[node.id] = Name(own)
        self.gone.pop(node.id, None)

    def changed_kind(self, node: ast.Name, own: str, kind: str) -> NoReturn:
        self.base.type_error(
            f"`{node.id}` is {a_kind(self.numbers.kinds[own])}, and would become {a_kind(kind)}",
            node,
            "use another name",
            code="host-form",
        )

    # Windows and tensors

    def alloc(self, target: ast.Name, node: ast.Call) -> None:
        what = "pld.alloc_window_buffer"
        keywords = self.keywords(node, what, ("dtype", "name"))
        if "name" in keywords:
            self.base.syntax(
                f"name= of {what} is not written: the buffer takes the name of its variable",
                keywords["name"],
                "leave it out",
                code="window",
            )
        if len(node.args) != 1:
            self.base.syntax(
                f"{what} takes a number of bytes, or a shape and dtype=",
                node,
                f"{what}([64, 128], dtype=pl.FP32)",
                code="window",
            )
        if self.depth:
            self.base.invalid_value(
                "a window buffer is allocated once, outside of loops and branches",
                node,
                "move it in front of the loop",
                code="window",
            )
        if target.id in self.reading.buffers or target.id in self.env:
            self.base.invalid_value(
                f"`{target.id}` is taken, and a window buffer has a name of its own",
                target,
                "use another name",
                code="window",
            )
        first = node.args[0]
        if isinstance(first, ast.List | ast.Tuple):
            dtype = self.dtype(keywords.get("dtype"), f"{what} with a shape", node)
            self.check_window_dtype(dtype, keywords["dtype"])
            extents = [self.expr_of(e) for e in first.elts]
            size = self.volume(dtype, [self.positive(e, "an extent") for e in first.elts])
        else:
            if "dtype" in keywords:
                self.base.invalid_value(
                    f"{what} takes dtype= with a shape, and this is a number of bytes",
                    keywords["dtype"],
                    f"{what}([64, 128], dtype=pl.FP32), or leave dtype= out",
                    code="window",
                )
            dtype = None
            extents = [self.integer(first, "a number of bytes")]
            given = self.positive(first, "a number of bytes")
            size = given if isinstance(given, int) else None
        name = self.fresh(target.id)
        buffer = BufferName(name, size, self.base.span(target))
        self.reading.buffers[name] = buffer
        self.env[target.id] = buffer
        self.steps.append(Alloc(name, tuple(extents), dtype, self.at(node)))

    def check_window_dtype(self, dtype: DType, node: ast.AST) -> None:
        if dtype.bits < 8 or dtype.packed:
            self.base.invalid_value(
                f"elements of a window have whole bytes, {dtype} has {dtype.bits} bits",
                node,
                "dtype=pl.UINT8",
                code="window",
            )

    def expr_of(self, node: ast.expr) -> Numeric:
        return self.integer(node, "an extent")

    def positive(self, node: ast.expr, what: str) -> int | str:
        """A number from 1; "?" where it is known at run time only."""
        value = self.numbers.constant(self.integer(node, what))
        if value is None:
            return "?"
        if value < 1:
            self.base.invalid_value(
                f"{what} is positive, found {value}", node, "a number from 1", code="window"
            )
        return int(value)

    def volume(self, dtype: DType, extents: Sequence[int | str]) -> int | None:
        """Bytes of so many elements."""
        numbers = [e for e in extents if isinstance(e, int)]
        return dtype.get_byte() * prod(numbers) if len(numbers) == len(extents) else None

    def window(self, target: ast.Name, node: ast.Call) -> None:
        what = "pld.window"
        keywords = self.keywords(node, what, ("dtype",))
        if len(node.args) != 2:
            self.base.syntax(
                f"{what} takes a buffer, a shape and dtype=",
                node,
                f"{what}(buffer, [64, 128], dtype=pl.FP32)",
                code="window",
            )
        buffer = self.expr(node.args[0])
        if not isinstance(buffer, BufferName):
            self.base.type_error(
                f"{what} views a window buffer, `{self.base.quote(node.args[0])}` is {describe(buffer)}",
                node.args[0],
                "buffer = pld.alloc_window_buffer([64, 128], dtype=pl.FP32)",
                code="window",
            )
        items = self.shape(node.args[1])
        if not items:
            self.base.type_error("a window has at least one axis", node.args[1], "[1]", code="window")
        dtype = self.dtype(keywords.get("dtype"), what, node)
        self.check_window_dtype(dtype, keywords["dtype"])
        shape = tuple(self.positive(item, "an extent") for item in items)
        size = self.volume(dtype, shape)
        if size is not None and buffer.size is not None and size > buffer.size:
            self.base.invalid_value(
                f"a window {shown(shape)} {dtype} has {size} bytes, the buffer `{buffer.name}` has {buffer.size}",
                node,
                f"allocate {list(shape)} with dtype=pl.{dtype}: a single number counts bytes",
                code="window",
            )
        name = self.fresh(target.id)
        found = WindowName(name, buffer, shape, dtype)
        self.reading.windows[name] = found
        self.steps.append(Window(name, buffer.name, tuple(map(self.expr_of, items)), dtype, self.at(node)))
        self.rebind(target, found)

    def create(self, target: ast.Name, node: ast.Call) -> None:
        keywords = self.keywords(node, "pl.create_tensor", ("shape", "dtype", "init_value"))
        nodes = [*node.args[:1], *([keywords["shape"]] if "shape" in keywords else [])]
        if len(nodes) != 1 or len(node.args) > 2:
            self.base.syntax(
                "pl.create_tensor takes a shape and dtype=",
                node,
                "pl.create_tensor([2, 64, 128], dtype=pl.FP32)",
                code="argument-list",
            )
        dtype = self.dtype(
            node.args[1] if len(node.args) == 2 else keywords.get("dtype"), "pl.create_tensor", node
        )
        items = self.shape(nodes[0])
        shape = tuple(self.positive(item, "an extent") for item in items)
        fill = None
        if "init_value" in keywords:
            found = self.numbers.constant(self.number(keywords["init_value"]))
            if found is None:
                self.base.type_error(
                    "init_value is known before the run",
                    keywords["init_value"],
                    "a number of the module; a function decorated with @pl.jit writes others",
                    code="argument-type",
                )
            if found != 0 and dtype.is_float and dtype.bits < 16:
                self.base.type_error(
                    f"a {dtype} tensor can only be pre-filled with 0",
                    keywords["init_value"],
                    "leave init_value out, and have a function decorated with @pl.jit write it",
                    code="fill-value",
                )
            try:
                fill = fit(found, dtype, "init_value")
            except ArgumentError as error:
                self.base.type_error(
                    error.message,
                    keywords["init_value"],
                    error.help or f"a number of {dtype}",
                    code="argument-type",
                )
        name = self.fresh(target.id)
        self.steps.append(Create(name, tuple(map(self.expr_of, items)), dtype, fill, self.at(node)))
        self.rebind(target, HostTensor(Part(name), shape, dtype, "local"))

    def keywords(self, node: ast.Call, what: str, known: Sequence[str]) -> dict[str, ast.expr]:
        self.base.no_stars(node)
        for keyword in node.keywords:
            if keyword.arg not in known:
                self.base.syntax(
                    f"{what} does not take `{keyword.arg}=`",
                    keyword,
                    f"it takes {', '.join(f'{k}=' for k in known)}",
                    code="argument-list",
                )
        return {str(k.arg): k.value for k in node.keywords}

    # Loops and branches

    def loop(self, stmt: ast.For) -> None:
        if stmt.orelse:
            self.base.no_else(stmt)
        function = self.called(stmt.iter)
        if function is not c.RANGE:
            if isinstance(stmt.iter, ast.Call) and function in (*c.LOOPS, c.SPMD, c.SPLIT_AIV):
                self.base.unsupported(
                    f"pl.{function.name} is not part of a driver",
                    stmt.iter,
                    "for r in pl.range(n): calls of different ranks run at the same time anyway",
                    code="host-form",
                )
            self.base.unsupported(
                "a loop of a driver goes over pl.range", stmt.iter, "for r in pl.range(n):", code="host-form"
            )
        assert isinstance(stmt.iter, ast.Call)
        call = stmt.iter
        if not isinstance(stmt.target, ast.Name):
            self.base.unsupported(
                "the variable of a loop is one name", stmt.target, "for r in pl.range(n):", code="host-form"
            )
        if call.keywords or not 1 <= len(call.args) <= 3:
            self.base.syntax(
                "pl.range takes its end, or start and end, or start, end and step",
                call,
                "pl.range(n)",
                code="argument-list",
            )
        bounds = [self.integer(a, "a bound of a loop") for a in call.args]
        start, stop, step = {
            1: lambda: (Number(0), bounds[0], Number(1)),
            2: lambda: (bounds[0], bounds[1], Number(1)),
            3: lambda: tuple(bounds),
        }[len(bounds)]()
        if self.numbers.constant(step) == 0:
            self.base.type_error(
                "the step of a loop is not 0", call.args[2], "pl.range(start, stop)", code="loop-step"
            )
        name = self.fresh(stmt.target.id)
        self.numbers.kinds[name] = "int"
        count = self.numbers.constant(stop)
        whole = stop == WorldSize() or (isinstance(stop, Name) and stop.name in self.reading.sizes)
        if start == Number(0) and step == Number(1) and (whole or count is not None):
            self.reading.loops[name] = None if whole or count is None else int(count)
        word = stmt.target.id
        if word in self.outside and not isinstance(self.env[word], Unknown):
            self.base.type_error(
                f"`{word}` is {describe(self.env[word])} outside of this block, and would become a variable of a loop",
                stmt.target,
                "use another name",
                code="host-form",
            )
        before = {n: v for n, v in self.env.items() if n != word}
        known = self.forget(stmt.body)
        self.env[word] = Name(name)
        body = self.block(stmt.body, own=(word,))
        self.reading.loops.pop(name, None)
        self.leave(before, "loop")
        self.numbers.known = {k: v for k, v in known.items() if k in self.numbers.known}
        self.steps.append(Loop(name, start, stop, step, body, self.at(stmt)))

    def forget(self, body: list[ast.stmt]) -> dict[str, int | float | bool]:
        """Numbers that a block assigns have no one value; returns what is known without them."""
        words = {
            n.id
            for s in body
            for n in ast.walk(s)
            if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
        }
        for word in words:
            found = self.env.get(word)
            if isinstance(found, Name):
                self.numbers.known.pop(found.name, None)
        return dict(self.numbers.known)

    def leave(self, before: dict[str, Entity], block: str) -> None:
        """After a block its own names are gone."""
        for name in self.env:
            if name not in before:
                self.gone[name] = block
        self.env = before

    def branch(self, stmt: ast.If) -> None:
        condition = self.truth(stmt.test)
        before = dict(self.env)
        self.forget([*stmt.body, *stmt.orelse])
        offered = dict(self.offered)
        then = self.block(stmt.body)
        bound = {n: v for n, v in self.env.items() if isinstance(v, Name) and v.name in self.locals}
        self.leave(dict(before), "branch")
        self.offered = {n: v for n, v in bound.items() if n not in before}
        orelse = self.block(stmt.orelse)
        self.offered = offered
        both = {n: v for n, v in bound.items() if n not in before and self.env.get(n) == v}
        before.update(both)
        self.leave(before, "branch")
        for name in both:
            self.gone.pop(name, None)
        self.steps.append(Branch(condition, then, orelse, self.at(stmt)))

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

    def check_windows(self) -> None:
        """Every buffer is viewed, and a view of it reaches a rank."""
        for buffer in self.reading.buffers.values():
            views = [w for w in self.reading.windows.values() if w.buffer is buffer]
            if not views:
                self.base.invalid_value(
                    f"nothing views the window buffer `{buffer.name}`",
                    buffer.span,
                    f"w = pld.window({buffer.name}, [64, 128], dtype=pl.FP32), or leave it out",
                    code="window",
                )
            if not any(w.name in self.reading.passed for w in views):
                self.base.invalid_value(
                    f"no call receives the window buffer `{buffer.name}`",
                    buffer.span,
                    f"pass {views[0].name} to a function decorated with @pl.jit, or leave the buffer out",
                    code="window",
                )


def unwritten(params: Sequence[HostParam], written: Collection[str]) -> list[Diagnostic]:
    """A warning for each output that no call can write."""
    return [
        Diagnostic(
            "1003",
            f"`{p.name}` is an output of the driver, and no call writes it",
            p.span,
            f"pass it, or a part of it, to a function that writes it; declare it {p.name}: pl.Tensor[...] otherwise",
        )
        for p in params
        if p.shape is not None and p.direction == "out" and p.name not in written
    ]


def unused_numbers(kernel: KernelSource) -> list[Diagnostic]:
    """A warning for each name that nothing reads; results of calls are there for what the call does."""
    called = {
        node.id
        for stmt in ast.walk(kernel.definition)
        if isinstance(stmt, ast.Assign) and isinstance(stmt.value, ast.Call)
        for node in ast.walk(stmt.targets[0])
        if isinstance(node, ast.Name)
    }
    spans = {
        kernel.source.span(n)
        for n in ast.walk(kernel.definition)
        if isinstance(n, ast.Name) and n.id in called
    }
    return [found for found in unused_variables(kernel) if found.span not in spans]


def plural(count: int, word: str) -> str:
    """So many of something: "nothing", "1 value", "2 values"."""
    return "nothing" if not count else f"{count} {word}{'s' if count > 1 else ''}"


def same(known: Entity | None, value: Entity) -> bool:
    """Whether two values of a name are one, or views of one buffer that say the same."""
    if isinstance(known, WindowName) and isinstance(value, WindowName):
        return replace(known, name=value.name) == value
    return known == value


def denoted(value: Entity) -> str:
    """A value in the place of one that may look the same."""
    return f"another: {describe(value)}" if isinstance(value, HostTensor | WindowName) else describe(value)


def _assigned_twice(definition: ast.FunctionDef) -> set[str]:
    """Names that more than one statement gives a value."""
    stores = [n.id for n in ast.walk(definition) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    return {name for name in stores if stores.count(name) > 1}
