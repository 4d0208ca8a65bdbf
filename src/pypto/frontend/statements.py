# SPDX-License-Identifier: Apache-2.0
"""Statements, and the expansion of inline helpers.

A helper's body is lowered where it is called, with its parameters bound to the caller's values: writing a parameter
writes the caller's tensor, and constants reach into it. A mistake in one statement is recorded, the names that it
would have bound are poisoned, and reading goes on, so that all mistakes of a function come out together.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pypto.errors import ParserTypeError, Span, UserError
from pypto.frontend import constructs as c
from pypto.frontend.names import Liveness, assigned, targets
from pypto.frontend.parameters import Declaration, declarations, local_dims
from pypto.frontend.regions import Regions
from pypto.frontend.source import KernelFunction, KernelSource
from pypto.frontend.state import (
    POISON,
    Frame,
    Missing,
    Poisoned,
    Session,
    Value,
    describe,
    is_array,
    is_global,
    is_number,
    is_scalar,
)
from pypto.ir import arith
from pypto.ir.dtypes import INDEX, DType
from pypto.ir.nodes import Call, Const, Expr, ScalarType, TensorType, TileType, Var, format_dim

ACCEPTED = "assignments, for, while, if, with, return, break, continue, pass and calls"

STATEMENTS: dict[type[ast.stmt], str] = {
    ast.Assert: "assert", ast.Try: "try", ast.Raise: "raise", ast.Delete: "del", ast.Global: "global",
    ast.Nonlocal: "nonlocal", ast.Import: "import", ast.ImportFrom: "import", ast.FunctionDef: "a nested function",
    ast.ClassDef: "a class", ast.Match: "match", ast.AsyncFunctionDef: "async", ast.AsyncFor: "async", ast.AsyncWith: "async",
}  # fmt: skip


@dataclass(frozen=True)
class Shadowed:
    """The name of an output that came to denote another value."""

    name: str
    home: Var
    value: Var
    span: Span


class Statements(Regions):
    """Lowers the body of one function."""

    def __init__(self, session: Session, kernel: KernelSource) -> None:
        super().__init__(session, kernel)
        if kernel not in session.liveness:
            session.liveness[kernel] = Liveness(kernel.definition.body)
        self.local_dims = local_dims(kernel)[1]
        self.dims_by_symbol: dict[c.DynamicDim, Expr] = {}
        self.outputs: dict[str, Var] = {}  # Out and InOut parameters of the entry
        self.shadowed: list[Shadowed] = []

    def block(self, body: list[ast.stmt]) -> None:
        for stmt in body:
            try:
                if self.terminated or self.returned:
                    word = "return" if self.returned else "break or continue"
                    self.syntax(f"nothing may follow {word}", stmt)
                self.statement(stmt)
            except UserError as error:
                self.session.report(error)
                self.poison(assigned([stmt]))
            except Poisoned:
                self.poison(assigned([stmt]))

    def statement(self, stmt: ast.stmt) -> None:
        if isinstance(stmt, ast.Assign):
            self.assign(stmt)
        elif isinstance(stmt, ast.AnnAssign):
            self.annotated(stmt)
        elif isinstance(stmt, ast.For):
            self.for_stmt(stmt)
        elif isinstance(stmt, ast.While):
            self.while_loop(stmt)
        elif isinstance(stmt, ast.If):
            self.if_stmt(stmt)
        elif isinstance(stmt, ast.With):
            self.with_stmt(stmt)
        elif isinstance(stmt, ast.Return):
            self.return_stmt(stmt)
        elif isinstance(stmt, ast.Expr):
            self.expression(stmt)
        elif isinstance(stmt, ast.Break | ast.Continue):
            self.jump(stmt)
        elif isinstance(stmt, ast.AugAssign):
            sign = self.quote(ast.BinOp(ast.Name("a"), stmt.op, ast.Name("b"))).split()[1]
            target = self.quote(stmt.target)
            scalar = f"{target} = {target} {sign} {self.quote(stmt.value)}"
            array = {"+": "pl.add", "-": "pl.sub", "*": "pl.mul", "/": "pl.div"}.get(sign)
            help = f"write {scalar}" + (f"; for tensors {target} = {array}({target}, ...)" if array else "")
            self.unsupported(f"`{sign}=` (AugAssign) is not part of the kernel language", stmt, help)
        elif not isinstance(stmt, ast.Pass):
            what = STATEMENTS.get(type(stmt), type(stmt).__name__)
            help = "import at the top of the file" if what == "import" else f"a kernel has {ACCEPTED}"
            self.unsupported(f"{what} is not part of the kernel language", stmt, help)

    # Assignments

    def assign(self, stmt: ast.Assign) -> None:
        if len(stmt.targets) != 1:
            self.syntax("unsupported assignment: one target at a time", stmt, "write one assignment per line")
        target = stmt.targets[0]
        if isinstance(target, ast.Name):
            if self.hoisted(target.id, stmt.value):
                return
            self.bind_name(target.id, self.right_side(stmt.value), target, stmt.value)
        elif isinstance(target, ast.Subscript):
            self.store(target, stmt.value)
        elif isinstance(target, ast.Tuple | ast.List):
            self.unpack(target, stmt.value)
        else:
            self.syntax(f"`{self.quote(target)}` cannot be assigned", target)

    def hoisted(self, name: str, node: ast.expr) -> bool:
        """`T = pl.dynamic("T")` in a body: found before the body was read."""
        dim = self.local_dims.get(id(node))
        if dim is not None:
            self.env[name] = dim
        return dim is not None

    def right_side(self, node: ast.expr) -> Value:
        """The value of an assignment, which may be a call of a helper."""
        kernel = self.callee(node)
        if kernel is None:
            return self.expr(node)
        assert isinstance(node, ast.Call)
        value = self.invoke(kernel, node)
        if value is None:
            self.type_error(f"{kernel.name} returns nothing", node, "call it on a line of its own")
        return value

    def bind_name(self, name: str, value: Value, target: ast.AST, node: ast.expr | None) -> None:
        """Bind a name: aliases and constants need no statement, everything else gets a variable."""
        span = self.span(target)
        if is_number(value):
            value = self.literal(value)
        if isinstance(value, Const) and value.span is None:
            value = Const(value.value, value.type, span)
        if value is None:
            self.type_error("the right side has no value", node or target)
        if isinstance(value, Expr) and not isinstance(value, Var | Const):
            value = self.define(name, value, span)
        elif not isinstance(value, Expr | tuple | DType | str | c.DynamicDim) and not _is_static(value):
            self.type_error(f"{describe(value)} cannot be bound to a name in a kernel", node or target)
        self.note_shadowed(name, value, target)
        self.env[name] = value

    def note_shadowed(self, name: str, value: Value, target: ast.AST) -> None:
        """Remember where the name of an output came to denote something else."""
        home = self.outputs.get(name)
        if home is not None and value is not home and isinstance(value, Var):
            self.shadowed.append(Shadowed(name, home, value, self.span(target)))

    def unpack(self, target: ast.Tuple | ast.List, node: ast.expr) -> None:
        names = []
        for item in target.elts:
            if not isinstance(item, ast.Name):
                self.syntax("the targets of an unpacking assignment are plain names", item)
            names.append(item)
        value = self.right_side(node)
        if not isinstance(value, tuple):
            self.type_error(f"cannot unpack `{self.quote(node)}`: it is {describe(value)}", node)
        if len(value) != len(names):
            self.type_error(f"{len(names)} names for {len(value)} values", target)
        for item, entry in zip(names, value, strict=True):
            self.bind_name(item.id, entry, item, node)

    def annotated(self, stmt: ast.AnnAssign) -> None:
        if not isinstance(stmt.target, ast.Name):
            self.syntax("an annotated target is one plain name", stmt.target)
        name = stmt.target.id
        if stmt.value is None:
            self.unsupported(f"`{name}` is declared without a value", stmt, f"write {name}: ... = value")
        annotation = self.settled(stmt.annotation)
        value = self.right_side(stmt.value)
        if isinstance(annotation, DType):
            annotation = c.ScalarAnnotation(annotation)
        if isinstance(annotation, c.ScalarAnnotation) and isinstance(annotation.dtype, DType):
            if is_number(value):
                if isinstance(value, float) and not annotation.dtype.is_float:
                    self.type_error(f"`{name}` is declared Scalar[{annotation.dtype}], the value is {value}", stmt.value)
                value = Const(self.wrapped(value, annotation.dtype), ScalarType(annotation.dtype), self.span(stmt.value))
        self.check_annotation(name, annotation, value, stmt)
        self.bind_name(name, value, stmt.target, stmt.value)

    def check_annotation(self, name: str, annotation: Any, value: Value, stmt: ast.AnnAssign) -> None:
        """Compare an inferred type with what the author wrote."""
        found = value.type if isinstance(value, Expr) else None
        if annotation is c.Tensor or annotation is c.Tile:
            return
        if isinstance(annotation, c.ScalarAnnotation):
            dtype = annotation.dtype
            if not isinstance(found, ScalarType) and str(found) != "TaskId":
                self.type_error(f"`{name}` is declared a scalar, the value is {describe(value)}", stmt.annotation)
            if isinstance(found, ScalarType) and found.dtype is not dtype and not (found.dtype is INDEX and dtype.is_int):
                self.type_error(f"`{name}` is declared {dtype}, the value is {found.dtype}", stmt.annotation, f"convert it: pl.cast(s, pl.{dtype})")  # fmt: skip
            return
        if not isinstance(annotation, c.TensorAnnotation | c.TileAnnotation):
            self.type_error(f"`{self.quote(stmt.annotation)}` is no type", stmt.annotation)
        wanted = TensorType if isinstance(annotation, c.TensorAnnotation) else TileType
        if not isinstance(found, wanted):
            kind = "tensor" if wanted is TensorType else "tile"
            self.type_error(f"`{name}` is declared a {kind}, the value is {describe(value)}", stmt.annotation)
        if annotation.dtype is not found.dtype:
            self.type_error(f"`{name}` is declared {annotation.dtype}, the value is {found.dtype}", stmt.annotation)
        shape = annotation.shape
        if not isinstance(shape, tuple | list):
            self.type_error(f"the shape of `{name}` is a list", stmt.annotation)
        if len(shape) != len(found.shape):
            self.type_error(f"`{name}` is declared with {len(shape)} axes, the value has {len(found.shape)}", stmt.annotation)
        for axis, (declared, extent) in enumerate(zip(shape, found.shape, strict=True)):
            number, has = arith.as_int(self.dim(declared, stmt.annotation)), arith.as_int(extent)
            if number is not None and has is not None and number != has:
                self.type_error(f"`{name}` is declared with extent {number} on axis {axis}, the value has {has}", stmt.annotation)

    # Other statements

    def expression(self, stmt: ast.Expr) -> None:
        node = stmt.value
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return  # a docstring
        if not isinstance(node, ast.Call):
            self.syntax(f"`{self.quote(node)}` has no effect", stmt, "give it a name, or take it out")
        if isinstance(node.func, ast.Attribute) and node.func.attr == "bind_dynamic" and is_array(self.expr(node.func.value)):
            return  # taken into the signature before the body was read
        construct = self.construct_of(node)
        if construct is c.STATIC_ASSERT:
            self.static_assert(node)
        elif construct is c.STATIC_PRINT:
            print(*(self.shown(item) for item in node.args))
        elif construct is c.DUMP_TAG:
            self.unsupported("pl.dump_tag is not built yet", node)
        elif construct is c.FUNC_ATTR:
            self.unsupported("pl.func_attr belongs to printed programs", node)
        else:
            kernel = self.callee(node)
            if kernel is not None:
                self.invoke(kernel, node)
                return
            value = self.expr(node)
            if isinstance(value, Expr) and not is_global(value):
                self.syntax(f"the result of `{self.quote(node)}` is not used", stmt, "give it a name")

    def shown(self, node: ast.expr) -> str:
        if isinstance(node, ast.JoinedStr):
            return "".join(
                str(part.value) if isinstance(part, ast.Constant) else self.shown(part.value)  # type: ignore[attr-defined]
                for part in node.values
            )
        value = self.expr(node)
        if isinstance(value, str):
            return value
        if isinstance(value, Const):
            return f"{self.quote(node)}: {value.type} = {value.value}"
        return f"{self.quote(node)}: {value.type if isinstance(value, Expr) else value}"

    def static_assert(self, node: ast.Call) -> None:
        if not 1 <= len(node.args) <= 2 or node.keywords:
            self.syntax("pl.static_assert takes a condition and a message", node)
        message = node.args[1].value if len(node.args) == 2 and isinstance(node.args[1], ast.Constant) else ""
        if len(node.args) == 2 and not isinstance(message, str):
            self.syntax("the message of pl.static_assert is a text literal", node.args[1])
        value = self.condition(self.expr(node.args[0]), node.args[0])
        if not isinstance(value, Const):
            self.syntax(f"`{self.quote(node.args[0])}` is not compile-time evaluable", node)
        if not value.value:
            self.syntax(f"static assertion failed: {message or self.quote(node.args[0])}", node, None)

    def for_stmt(self, stmt: ast.For) -> None:
        construct = self.construct_of(stmt.iter)
        try:
            if construct in c.LOOPS:
                assert construct is not None and isinstance(stmt.iter, ast.Call)
                self.for_loop(stmt, construct, stmt.iter)
                return
            if construct is c.SPMD:
                assert isinstance(stmt.iter, ast.Call)
                self.spmd_loop(stmt, stmt.iter)
                return
            if construct is not None and not construct.built:
                self.unsupported(f"pl.{construct.name} is not built yet", stmt.iter)
            self.syntax(
                f"a loop runs over pl.range, pl.parallel, pl.pipeline, pl.unroll or pl.spmd, not `{self.quote(stmt.iter)}`",
                stmt.iter,
                "for i in pl.range(n):",
            )
        except UserError as error:
            self.after_bad_header(error, stmt.body, [*targets(stmt.target)])
            raise

    def with_stmt(self, stmt: ast.With) -> None:
        if len(stmt.items) != 1:
            self.syntax("one scope per with statement", stmt)
        item = stmt.items[0]
        call = item.context_expr
        construct = self.construct_of(call)
        task = None
        if item.optional_vars is not None:
            if not isinstance(item.optional_vars, ast.Name):
                self.syntax("the name of a task is one plain name", item.optional_vars)
            task = item.optional_vars.id
        try:
            if construct in (c.AT, c.SPMD, c.SCOPE, c.MANUAL_SCOPE):
                assert construct is not None and isinstance(call, ast.Call)
                if construct is c.AT:
                    self.at(stmt, call, task)
                elif construct is c.SPMD:
                    self.spmd_with(stmt, call, task)
                else:
                    self.runtime_scope(stmt, construct, call, task)
                return
            if construct is not None and not construct.built:
                self.unsupported(f"pl.{construct.name} is not built yet", call)
            self.syntax(f"`{self.quote(call)}` is no scope", call, "with pl.at(level=pl.Level.CORE_GROUP):")
        except UserError as error:
            self.after_bad_header(error, stmt.body, [])
            raise

    def after_bad_header(self, error: UserError, body: list[ast.stmt], names: list[str]) -> None:
        """Nothing of the body was read: its own mistakes come out once the header is mended."""
        self.poison(names)

    def return_stmt(self, stmt: ast.Return) -> None:
        body = self.kernel.definition.body
        if not body or body[-1] is not stmt:
            self.unsupported("return stands at the end of the function only", stmt, "use if and else")
        self.returned = True
        if stmt.value is None:
            return
        if isinstance(stmt.value, ast.Tuple):
            self.result = tuple(self.returned_value(item) for item in stmt.value.elts)
            return
        self.result = self.returned_value(stmt.value)

    def returned_value(self, node: ast.expr) -> Value:
        value = self.right_side(node)
        if is_number(value):
            return self.literal(value)
        if isinstance(value, Call):
            return self.temporary(value, self.span(node))
        return value

    # Helpers

    def callee(self, node: ast.expr) -> KernelSource | None:
        """The kernel function that an expression calls by its bare name."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id in self.env:
            return None
        try:
            value = self.kernel.lookup(node.func.id)
        except KeyError:
            return None
        return value.source if isinstance(value, KernelFunction) else None

    def kernel_call(self, stmt: ast.stmt) -> KernelSource | None:
        if isinstance(stmt, ast.Expr | ast.Assign | ast.Return) and stmt.value is not None:
            return self.callee(stmt.value)
        return None

    def invoke(self, kernel: KernelSource, node: ast.Call) -> Value:
        """Expand a call; the result is the helper's returned value, None without one."""
        if kernel.kind == "jit":
            self.unsupported(f"{kernel.name} is an entry and cannot be called from a kernel", node, "decorate it with @pl.jit.inline")
        if kernel.kind in ("extern", "host"):
            self.unsupported(f"@pl.jit.{kernel.kind} functions are not built yet", node)
        running = [frame.kernel for frame in self.session.frames] + [self.kernel]
        if kernel in running:
            cycle = " -> ".join(k.name for k in [*running[running.index(kernel) :], kernel])
            self.unsupported(f"kernel functions cannot call themselves: {cycle}", node)
        values = self.arguments(kernel, node)
        child = Statements(self.session, kernel)
        declared = declarations(kernel)
        for declaration in declared:
            child.env[declaration.name] = self.passed(kernel, declaration, *values[declaration.name])
        child.bind_symbols(declared)
        child.region, child.out = self.region, self.out
        if kernel.kind == "incore":
            return self.as_task(kernel, child, node)
        self.run(child, node)
        return child.result

    def run(self, child: Statements, node: ast.Call) -> None:
        """Lower a helper's body into this function's statements."""
        self.session.frames.append(Frame(child.kernel, self.span(node)))
        errors = len(self.session.errors)
        initial = dict(child.env)
        try:
            child.block(child.kernel.definition.body)
            self.check_written(child, initial, node)
        finally:
            self.session.frames.pop()
        if len(self.session.errors) > errors:
            child.result = POISON
        if child.result is POISON or (isinstance(child.result, tuple) and POISON in child.result):
            raise Poisoned

    def check_written(self, child: Statements, initial: Mapping[str, Value], node: ast.Call) -> None:
        """A helper's windowed write into an on-chip value would be lost here: values are not storage."""
        for stmt in ast.walk(child.kernel.definition):
            if not (isinstance(stmt, ast.Assign) and isinstance(stmt.targets[0], ast.Subscript)):
                continue
            for name in targets(stmt.targets[0]):
                value = initial.get(name)
                if is_array(value) and not is_global(value):
                    raise child.error(
                        ParserTypeError,
                        f"`{name}` is an on-chip value here; a helper writes into tensors of global memory",
                        stmt.targets[0],
                        help=f"return the new value: {name} = {child.kernel.name}(...)",
                    )

    def as_task(self, kernel: KernelSource, child: Statements, node: ast.Call) -> Value:
        """Call an incore function: its body is one region, named after it."""
        inner: dict[str, Value] = {}

        def lower() -> None:
            child.region, child.out = self.region, self.out
            self.run(child, node)
            results = child.result if isinstance(child.result, tuple) else (child.result,)
            inner.update({f"{kernel.name} result {i}": r for i, r in enumerate(results)})
            self.env.update(inner)

        names = [f"{kernel.name} result {i}" for i in range(8)]
        self.as_region(lower, self.span(node), names, frozenset(names), kernel.name, None, None, None, (), {})
        results = tuple(self.env.pop(name) for name in inner)
        for value in results:
            if isinstance(value, Missing):
                if value.error is None:
                    raise Poisoned
                raise self.error(type(value.error), value.error.message, node, help=value.error.help)  # type: ignore[type-var]
        return results if isinstance(child.result, tuple) else results[0]

    def arguments(self, kernel: KernelSource, node: ast.Call) -> dict[str, tuple[Value, ast.expr]]:
        """The values of a call by parameter name."""
        names = list(kernel.parameter_names)
        given: dict[str, ast.expr] = {}
        if len(node.args) > len(names):
            self.type_error(f"{kernel.name} expects {len(names)} argument(s), got {len(node.args)}", node, f"its parameters are {', '.join(names)}")  # fmt: skip
        for name, item in zip(names, node.args, strict=False):
            if isinstance(item, ast.Starred):
                self.unsupported("a starred argument is not part of the kernel language", item, "write the arguments out")
            given[name] = item
        for keyword in node.keywords:
            if keyword.arg is None:
                self.unsupported("`**` arguments are not part of the kernel language", keyword.value)
            if keyword.arg not in names or keyword.arg in given:
                why = "has no parameter" if keyword.arg not in names else "got twice"
                self.type_error(f"{kernel.name} {why} `{keyword.arg}`", keyword.value, f"its parameters are {', '.join(names)}")
            given[keyword.arg] = keyword.value
        defaults = dict(zip(reversed(names), reversed(kernel.function.__defaults__ or ()), strict=False))
        values: dict[str, tuple[Value, ast.expr]] = {}
        for name in given:
            values[name] = (self.settled(given[name]), given[name])
        for name in names:
            if name not in values:
                if name not in defaults:
                    self.type_error(f"{kernel.name} needs an argument for `{name}`", node, f"its parameters are {', '.join(names)}")
                values[name] = (self.captured(name, defaults[name], node), node)
        return values

    def passed(self, kernel: KernelSource, declaration: Declaration, value: Value, node: ast.expr) -> Value:
        """An argument as the parameter sees it, compared with the parameter's annotation."""
        name = declaration.name
        if declaration.kind == "scalar":
            dtype = declaration.dtype
            if isinstance(value, c.DynamicDim):
                value = self.symbol(value, node)
            if is_number(value) and dtype is not None:
                if isinstance(value, float) and not dtype.is_float:
                    self.type_error(f"parameter `{name}` of {kernel.name} is Scalar[{dtype}], the argument is {value}", node)
                return Const(self.wrapped(value, dtype), ScalarType(dtype), self.span(node))
            if not isinstance(value, Expr) or is_array(value):
                self.type_error(f"parameter `{name}` of {kernel.name} is a scalar, the argument is {describe(value)}", node)
            if isinstance(value, Const) and is_scalar(value) and dtype is not None and value.type.dtype.is_int == dtype.is_int:  # type: ignore[attr-defined]
                return self.retyped(value, dtype)
            if dtype is not None and is_scalar(value) and value.type.dtype is not dtype:  # type: ignore[attr-defined]
                self.type_error(
                    f"parameter `{name}` of {kernel.name} is Scalar[{dtype}], the argument is {value.type}",
                    node,
                    f"convert it: pl.cast(s, pl.{dtype})",
                )
            return value
        if not is_array(value):
            if declaration.annotated:
                self.type_error(f"parameter `{name}` of {kernel.name} is a tensor, the argument is {describe(value)}", node)
            return self.literal(value) if is_number(value) else value
        type_ = value.type
        mismatch = None
        if declaration.dtype is not None and declaration.dtype is not type_.dtype:
            mismatch = f"element type {declaration.dtype}, the argument has {type_.dtype}"
        elif declaration.shape is not None and len(declaration.shape) != len(type_.shape):
            mismatch = f"{len(declaration.shape)} axes, the argument has {len(type_.shape)}"
        elif declaration.shape is not None:
            for axis, (wanted, has) in enumerate(zip(declaration.shape, type_.shape, strict=True)):
                number = arith.as_int(has)
                if isinstance(wanted, int) and number is not None and number != wanted:
                    mismatch = f"extent {wanted} on axis {axis}, the argument has {number}"
        if mismatch:
            self.type_error(f"parameter `{name}` of {kernel.name} has {mismatch}", node, notes=[f"{self.quote(node)} is {type_}"])
        return value

    def bind_symbols(self, declared: list[Declaration]) -> None:
        """Dynamic extents of a helper stand for the extents of its arguments."""
        for declaration in declared:
            value = self.env.get(declaration.name)
            if declaration.shape is None or not is_array(value):
                continue
            for wanted, has in zip(declaration.shape, value.type.shape, strict=True):
                if isinstance(wanted, c.DynamicDim):
                    known = self.dims_by_symbol.get(wanted)
                    if known is not None and arith.as_int(arith.sub(arith.to_expr(has), known)) not in (0, None):
                        self.type_error(
                            f"{wanted.name} is both {format_dim(known)} and {format_dim(has)} in this call",
                            self.kernel.argument_span(declaration.name),
                        )
                    self.dims_by_symbol.setdefault(wanted, arith.to_expr(has))

    def symbol(self, dim: c.DynamicDim, node: ast.AST) -> Expr:
        value = self.dims_by_symbol.get(dim)
        if value is None:
            self.type_error(f"the extent {dim.name} belongs to no parameter of {self.kernel.name}", node, f"x.bind_dynamic(0, {dim.name})")
        return value


def _is_static(value: Value) -> bool:
    return type(value).__module__.startswith("pypto") or isinstance(value, KernelFunction)


