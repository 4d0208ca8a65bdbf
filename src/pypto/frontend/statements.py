# SPDX-License-Identifier: Apache-2.0
"""Statements: assignments, headers of loops and scopes, returns.

A mistake in one statement is recorded, the names that it would have bound are poisoned, and reading goes on, so that
all mistakes of a function come out together.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any, NoReturn

from pypto.errors import ParserSyntaxError, UserError, VerifierError
from pypto.frontend import constructs as c
from pypto.frontend.annotations import layout_of, tensor_extras, tile_extras
from pypto.frontend.helpers import Shadowed
from pypto.frontend.names import bound, targets
from pypto.frontend.source import KernelFunction, KernelSource
from pypto.frontend.state import (
    POISON,
    LoopState,
    Poisoned,
    RegionState,
    Value,
    describe,
    is_array,
    is_global,
    is_number,
    static_number,
)
from pypto.frontend.submit import Submits
from pypto.frontend.tasks import is_small_array
from pypto.ir import arith
from pypto.ir.dtypes import INDEX, DType
from pypto.ir.enums import Mem
from pypto.ir.nodes import (
    ArrayType,
    Assign,
    Call,
    Const,
    Expr,
    MemRef,
    ScalarType,
    TensorType,
    TileType,
    TupleType,
    Var,
)
from pypto.ir.ops import memory, system
from pypto.ir.ops.memory import strides_of
from pypto.ir.ops.table import Trait

ACCEPTED = "assignments, for, while, if, with, return, break, continue, pass and calls"

STATEMENTS: dict[type[ast.stmt], str] = {
    ast.Assert: "assert", ast.Try: "try", ast.Raise: "raise", ast.Delete: "del", ast.Global: "global",
    ast.Nonlocal: "nonlocal", ast.Import: "import", ast.ImportFrom: "import", ast.FunctionDef: "a nested function",
    ast.ClassDef: "a class", ast.Match: "match", ast.AsyncFunctionDef: "async", ast.AsyncFor: "async",
    ast.AsyncWith: "async",
}  # fmt: skip


def may_make_tensor(node: ast.expr | None) -> bool:
    """Whether an expression looks like a call of pl.create_tensor or pl.full, under whatever name `pl` goes."""
    func = node.func if isinstance(node, ast.Call) else None
    if isinstance(func, ast.Attribute):
        head = func.value
        while isinstance(head, ast.Attribute):
            head = head.value
        return func.attr in ("create_tensor", "create", "full") and getattr(head, "id", "self") != "self"
    return isinstance(func, ast.Name) and func.id in ("create_tensor", "full")


class Statements(Submits):
    """Lowers the body of one function."""

    def new(self, kernel: KernelSource) -> Statements:
        return Statements(self.session, kernel)

    def block(self, body: list[ast.stmt]) -> None:
        for number, stmt in enumerate(body):
            if self.terminated and self.decided:
                self.terminated = False
                self.dead(body[number:], "is bound only behind a jump that is always taken")
                self.terminated = True
                return
            try:
                if self.terminated or self.returned:
                    word = "return" if self.returned else "break or continue"
                    self.syntax(f"nothing may follow {word}", stmt, code="unreachable")
                self.statement(stmt)
            except UserError as error:
                self.session.report(error)
                self.poison(bound([stmt]))
            except Poisoned:
                self.session.incomplete = True
                self.poison(bound([stmt]))
            except RecursionError:
                self.session.report(
                    self.error(
                        ParserSyntaxError,
                        "this is nested too deeply",
                        stmt,
                        help="give parts of it names of their own",
                        code="nesting",
                    )
                )
                self.poison(bound([stmt]))

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
            help = f"write {scalar}"
            name: ast.expr = stmt.target
            while isinstance(name, ast.Subscript):
                name = name.value
            if isinstance(name, ast.Name) and is_array(self.env.get(name.id)):
                help = f"write {target} = {array or 'pl.fmod'}({target}, {self.quote(stmt.value)})"
            self.unsupported(
                f"`{sign}=` (AugAssign) is not part of the kernel language",
                stmt,
                help,
                code="augmented-assignment",
            )
        elif not isinstance(stmt, ast.Pass):
            what = STATEMENTS.get(type(stmt), type(stmt).__name__)
            help = "import at the top of the file" if what == "import" else f"a kernel has {ACCEPTED}"
            self.unsupported(
                f"{what} is not part of the kernel language", stmt, help, code="python-statement"
            )

    # Assignments

    def assign(self, stmt: ast.Assign) -> None:
        if len(stmt.targets) != 1:
            self.syntax(
                "unsupported assignment: one target at a time",
                stmt,
                "write one assignment per line",
                code="assignment-target",
            )
        target = stmt.targets[0]
        if stmt not in self.yields and self.is_yield(stmt.value):
            self.stray_yield(stmt.value)
        construct = self.submission(stmt.value)
        if construct is not None:
            assert isinstance(stmt.value, ast.Call)
            for item, value in self.submit(construct, stmt.value, target):
                assert isinstance(item, ast.Name)
                self.bind_name(item.id, value, item, stmt.value)
        elif isinstance(target, ast.Name):
            if self.hoisted(target.id, stmt.value):
                return
            value = self.right_side(stmt.value)
            if isinstance(value, Var) and isinstance(value.type, ArrayType):
                self.check_array_name(target, value, stmt.value)
            self.bind_name(target.id, value, target, stmt.value)
        elif isinstance(target, ast.Subscript):
            self.store(target, stmt.value)
        elif isinstance(target, ast.Tuple | ast.List):
            self.unpack(target, stmt.value)
        else:
            self.syntax(f"`{self.quote(target)}` cannot be assigned", target, code="assignment-target")

    def check_array_name(self, target: ast.Name, value: Var, node: ast.expr) -> None:
        """An array that changes has one name, since a second one would have to be another array."""
        if isinstance(node, ast.Call) and self.env.get(target.id) is not value:
            self.syntax(
                f"the changed array needs its own name `{value.name}`, found `{target.id}`",
                target,
                f"{value.name} = {self.quote(node)}",
                code="array-alias",
            )

    def stray_yield(self, node: ast.expr) -> None:
        self.syntax(
            "pl.yield_ belongs in a loop with init_values, or in both branches of an if",
            node,
            "for i, (a,) in pl.range(n, init_values=(a0,)): new = pl.yield_(a)",
            code="yield-form",
        )

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
        if value is None and kernel.options.get("macro"):
            self.syntax(
                f"{kernel.name} returns no value and is used as one",
                node,
                "end it with return",
                code="no-value",
            )
        if value is None:
            self.type_error(
                f"{kernel.name} returns nothing", node, "call it on a line of its own", code="no-value"
            )
        return value

    def bind_name(self, name: str, value: Value, target: ast.AST, node: ast.expr | None) -> None:
        """Bind a name: aliases and constants need no statement, everything else gets a variable."""
        span = self.span(target)
        if is_number(value):
            value = self.literal(value)
        if isinstance(value, Const) and value.span is None:
            value = Const(value.value, value.type, span)
        if value is None:
            self.type_error("the right side has no value", node or target, code="no-value")
        if isinstance(value, Expr) and not isinstance(value, Var | Const):
            value = self.define(name, value, span)
        elif not isinstance(value, Expr | tuple | DType | str | c.DynamicDim) and not _is_static(value):
            self.type_error(
                f"{describe(value)} cannot be bound to a name in a kernel",
                node or target,
                code="assignment-value",
            )
        if is_small_array(value):
            other = next((n for n, v in self.env.items() if v is value and n != name), None)
            if other is not None:
                self.unsupported(
                    f"`{name}` would be a second name of the array `{other}`",
                    node or target,
                    f"use `{other}`",
                    code="array-alias",
                )
        self.note_shadowed(name, value, target, node)
        self.env[name] = value

    def note_shadowed(self, name: str, value: Value, target: ast.AST, node: ast.expr | None) -> None:
        """Remember where the name of an output came to denote something else."""
        home = self.outputs.get(name)
        made = None
        if home is not None and may_make_tensor(node):
            assert isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute)
            made = self.callee_value(node.func)
        if home is not None and (made is memory.CREATE_TENSOR or made is memory.FULL):
            raise self.error(
                VerifierError,
                f"the output parameter `{name}` must not be shadowed by a new tensor",
                target,
                help=f"write into the parameter: {name}[:{', :' * (home.type.rank - 1)}] = ..., or take another name",  # type: ignore[attr-defined]
                code="output-shadowed",
            )
        if home is not None and value is not home and isinstance(value, Var):
            self.shadowed.append(Shadowed(name, home, value, self.span(target)))

    def unpack(self, target: ast.Tuple | ast.List, node: ast.expr) -> None:
        names = []
        for item in target.elts:
            if not isinstance(item, ast.Name):
                self.syntax("the targets of an unpacking assignment are plain names", item, code="unpacking")
            names.append(item)
        value = self.right_side(node)
        if not isinstance(value, tuple):
            self.type_error(
                f"cannot unpack `{self.quote(node)}`: it is {describe(value)}", node, code="unpacking"
            )
        if len(value) != len(names):
            self.type_error(f"{len(names)} names for {len(value)} values", target, code="unpacking")
        for item, entry in zip(names, value, strict=True):
            self.bind_name(item.id, entry, item, node)

    def annotated(self, stmt: ast.AnnAssign) -> None:
        if not isinstance(stmt.target, ast.Name):
            self.syntax("an annotated target is one plain name", stmt.target, code="annotation")
        name = stmt.target.id
        if stmt.value is None:
            self.unsupported(
                f"`{name}` is declared without a value", stmt, f"write {name}: ... = value", code="annotation"
            )
        annotation = self.settled(stmt.annotation)
        self.expected = (annotation, stmt.annotation)
        try:
            value = self.right_side(stmt.value)
        finally:
            self.expected = None
        if isinstance(annotation, DType):
            annotation = c.ScalarAnnotation(annotation)
        dtype = annotation.dtype if isinstance(annotation, c.ScalarAnnotation) else None
        if isinstance(dtype, DType) and is_number(value):
            if isinstance(value, float) and not dtype.is_float:
                self.type_error(
                    f"`{name}` is declared Scalar[{dtype}], the value is {value}",
                    stmt.value,
                    code="annotation",
                )
            value = Const(self.wrapped(value, dtype), ScalarType(dtype), self.span(stmt.value))
        self.check_type(f"`{name}`", annotation, value, stmt.annotation)
        memref = self.memref_of(annotation, stmt.annotation)
        if memref is not None:
            value = self.pinned(name, memref, value, stmt)
        self.bind_name(name, value, stmt.target, stmt.value)

    def memref_of(self, annotation: Any, node: ast.expr) -> MemRef | None:
        """The private buffer that the annotation of a tile names."""
        extras = annotation.extras if isinstance(annotation, c.TileAnnotation) else ()
        found = next((e for e in extras if isinstance(e, c.MemRef)), None)
        if found is None:
            return None
        if len(found.args) == 3:
            self.unsupported(
                "a resolved pl.MemRef belongs to printed programs",
                node,
                'pl.MemRef("name")',
                code="annotation",
            )
        names = [str(a) for a in found.args] or [
            part.id
            for item in ast.walk(node)
            for part in [item.value if isinstance(item, ast.Subscript) else item]
            if isinstance(part, ast.Name)
            and part.id not in ("pl", "self")
            and part.id not in self.env
            and self.expr(part) is found.declared
        ]
        if not names:
            self.type_error("this pl.MemRef has no name", node, 'pl.MemRef("name")', code="annotation")
        return found.resolved(names[0]) if self.declare_memref(names[0], found, annotation, node) else None

    def declare_memref(self, name: str, found: c.MemRef, annotation: Any, node: ast.expr) -> bool:
        """One declaration has one name and one memory space."""
        space = next(e.name for e in annotation.extras if isinstance(e, Mem))
        known = self.session.memrefs.setdefault(name, (found.declared, space))
        other = next(
            (n for n, (d, _) in self.session.memrefs.items() if d is found.declared and n != name), None
        )
        if other is not None:
            self.type_error(
                f"one pl.MemRef is reached under two names, `{other}` and `{name}`", node, code="annotation"
            )
        if known[0] is not found.declared and not (found.args and known[0].slots == found.slots):
            self.type_error(f"two declarations of pl.MemRef are named `{name}`", node, code="annotation")
        if known[1] != space:
            self.type_error(
                f"the pl.MemRef `{name}` is in {known[1]} and in {space}", node, code="annotation"
            )
        return True

    def pinned(self, name: str, memref: MemRef, value: Value, stmt: ast.AnnAssign) -> Var:
        """A new tile in the author's buffer."""
        if not isinstance(value, Call) or not isinstance(value.type, TileType):
            self.type_error(
                f"`{name}` names a value that is there already; a pl.MemRef is for a tile that is made here",
                stmt.annotation,
                code="annotation",
            )
        span = self.span(stmt.target)
        var = self.fresh(name, replace(value.type, memref=memref), span)
        self.emit(Assign(var, value, span))
        if value.op.has(Trait.CUBE):
            self.session.cube.add(var)
        return var

    def check_type(self, name: str, annotation: Any, value: Value, node: ast.expr) -> None:
        """Compare an inferred type with what the author wrote."""
        found = value.type if isinstance(value, Expr) else None
        if annotation is c.Tensor or annotation is c.Tile:
            return
        if isinstance(annotation, c.ScalarAnnotation):
            dtype = annotation.dtype
            if not isinstance(found, ScalarType) and str(found) != "TaskId":
                self.type_error(
                    f"{name} is declared a scalar, the value is {describe(value)}", node, code="annotation"
                )
            if (
                isinstance(found, ScalarType)
                and found.dtype is not dtype
                and not (found.dtype is INDEX and dtype.is_int)
            ):
                self.type_error(
                    f"{name} is declared {dtype}, the value is {found.dtype}",
                    node,
                    f"convert it: pl.cast(s, pl.{dtype})",
                    code="annotation",
                )
            return
        if isinstance(annotation, c.ArrayAnnotation):
            elements = static_number(annotation.extent)
            if not isinstance(found, ArrayType) or (found.extent, found.dtype) != (
                elements,
                annotation.dtype,
            ):
                self.type_error(
                    f"{name} is declared Array[{elements}, {annotation.dtype}], the value is {describe(value)}",
                    node,
                    code="annotation",
                )
            return
        if not isinstance(annotation, c.TensorAnnotation | c.TileAnnotation):
            self.type_error(f"`{self.quote(node)}` is no type", node, code="annotation")
        wanted = TensorType if isinstance(annotation, c.TensorAnnotation) else TileType
        if not isinstance(found, wanted):
            kind = "tensor" if wanted is TensorType else "tile"
            self.type_error(
                f"{name} is declared a {kind}, the value is {describe(value)}", node, code="annotation"
            )
        if annotation.dtype is not found.dtype:
            self.type_error(
                f"{name} is declared {annotation.dtype}, the value is {found.dtype}", node, code="annotation"
            )
        shape = annotation.shape
        if not isinstance(shape, tuple | list):
            self.type_error(f"the shape of {name} is a list", node, code="annotation")
        if len(shape) != len(found.shape):
            self.type_error(
                f"{name} is declared with {len(shape)} axes, the value has {len(found.shape)}",
                node,
                code="annotation",
            )
        if isinstance(annotation, c.TileAnnotation):
            assert isinstance(found, TileType)
            self.check_tile(name, annotation, found, node)
        else:
            assert isinstance(found, TensorType)
            self.check_tensor(name, annotation, found, node)
        for axis, (declared, extent) in enumerate(zip(shape, found.shape, strict=True)):
            number, has = arith.as_int(self.dim(declared, node)), arith.as_int(extent)
            if number is not None and has is not None and number != has:
                self.type_error(
                    f"{name} is declared with extent {number} on axis {axis}, the value has {has}",
                    node,
                    code="annotation",
                )

    def refusing(self, name: str, node: ast.expr) -> Any:
        """What the readers of annotations call to refuse one."""

        def fail(message: str, help: str | None) -> NoReturn:
            self.type_error(f"{name}: {message}", node, help, code="annotation")

        return fail

    def check_tensor(
        self, name: str, annotation: c.TensorAnnotation, found: TensorType, node: ast.expr
    ) -> None:
        extras = tensor_extras(annotation, self.refusing(name, node))
        if extras.layout is not None and extras.layout is not found.layout:
            order = "the order of rows" if found.layout is None else found.layout.name
            self.type_error(
                f"{name} is declared with the layout {extras.layout.name}, the value has {order}",
                node,
                code="annotation",
            )
        for what, wanted, has in (
            ("stride", extras.stride, strides_of(found)),
            ("valid extent", extras.valid, found.valid_shape),
        ):
            self.check_extents(name, what, wanted, has, node)

    def check_tile(self, name: str, annotation: c.TileAnnotation, found: TileType, node: ast.expr) -> None:
        extras = tile_extras(annotation, self.refusing(name, node))
        if extras.space is not None and extras.space != found.space:
            self.type_error(
                f"{name} is declared in {extras.space}, the value is in {found.space}",
                node,
                f"pl.load(..., target_memory=pl.Mem.{extras.space}), or pl.move(x, pl.Mem.{extras.space})",
                code="annotation",
            )
        if extras.view is None:
            return
        self.check_extents(
            name, "valid extent", extras.view.keywords.get("valid_shape"), found.valid_shape, node
        )
        for field, wanted in layout_of(extras.view, found.space, found.shape).items():
            has = getattr(found, field)
            if field in extras.view.keywords and field != "pad" and wanted != has:
                self.type_error(
                    f"{name} is declared with {field} {wanted}, the value has {has}", node, code="annotation"
                )

    def check_extents(self, name: str, what: str, wanted: Any, has: Any, node: ast.expr) -> None:
        for axis, (declared, extent) in enumerate(zip(wanted or (), has, strict=False)):
            a, b = arith.as_int(self.dim(declared, node)), arith.as_int(extent)
            if a is not None and b is not None and a != b:
                self.type_error(
                    f"{name} is declared with {what} {a} on axis {axis}, the value has {b}",
                    node,
                    code="annotation",
                )

    # Other statements

    def expression(self, stmt: ast.Expr) -> None:
        node = stmt.value
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return  # a docstring
        if not isinstance(node, ast.Call):
            self.syntax(
                f"`{self.quote(node)}` has no effect",
                stmt,
                "give it a name, or take it out",
                code="no-effect",
            )
        if (
            isinstance(node.func, ast.Attribute)
            and node.func.attr == "bind_dynamic"
            and is_array(self.expr(node.func.value))
        ):
            return  # taken into the signature before the body was read
        construct = self.construct_of(node)
        if construct is c.STATIC_ASSERT:
            self.static_assert(node)
        elif construct is c.STATIC_PRINT:
            if not node.args or node.keywords:
                self.syntax(
                    "pl.static_print takes one or more values",
                    node,
                    'pl.static_print("n is", n)',
                    code="static-print",
                )
            print(*(self.shown(item) for item in node.args))
        elif construct is c.YIELD:
            if stmt not in self.yields:
                self.stray_yield(node)
        elif construct is c.COND:
            if stmt not in self.tests:
                help = "for (a,) in pl.while_(init_values=(a0,)): pl.cond(a > 0)"
                self.syntax(
                    "pl.cond is the first statement of a pl.while_ loop", stmt, help, code="cond-form"
                )
        elif construct is c.DUMP_TAG:
            self.dump_tag(node)
        elif construct in c.PREFETCHES:
            self.expr(node)  # a hint whose handle nobody needs
        elif construct is c.FUNC_ATTR:
            self.syntax(
                "pl.func_attr stands before every other statement of a function", node, code="func-attr"
            )
        else:
            kernel = self.callee(node)
            if kernel is not None:
                self.invoke(kernel, node)
                return
            value = self.expr(node)
            if isinstance(value, Expr) and not is_global(value):
                self.syntax(
                    f"the result of `{self.quote(node)}` is not used",
                    stmt,
                    "give it a name",
                    code="no-effect",
                )

    def dump_tag(self, node: ast.Call) -> None:
        """Marks a value: the tasks that take it from here on dump it where the run asks for that."""
        named = len(node.args) == 1 and not node.keywords and isinstance(node.args[0], ast.Name)
        if not named:
            self.syntax("pl.dump_tag takes one tensor by its name", node, "pl.dump_tag(x)", code="dump")
        if self.region is not None:
            self.invalid("pl.dump_tag belongs outside regions", node, code="misplaced")
        value = self.expr(node.args[0])
        if not isinstance(value, Var) or not is_global(value):
            self.type_error(
                f"pl.dump_tag takes a tensor, `{self.quote(node.args[0])}` is {describe(value)}",
                node.args[0],
                code="argument-type",
            )
        self.effect(Call(system.DUMP_TAG, (value,), {}, TupleType(()), self.span(node)), self.span(node))

    def shown(self, node: ast.expr) -> str:
        if isinstance(node, ast.JoinedStr):
            for part in node.values:
                if isinstance(part, ast.FormattedValue) and (part.conversion != -1 or part.format_spec):
                    self.syntax(
                        "an f-string of pl.static_print has plain {name} parts",
                        node,
                        "leave the conversion or format out",
                        code="static-print",
                    )
            return "".join(
                str(part.value) if isinstance(part, ast.Constant) else self.shown(part.value)  # type: ignore[attr-defined]
                for part in node.values
            )
        value = self.expr(node)
        if isinstance(value, str):
            return value
        if isinstance(value, Const):
            return f"{self.quote(node)}: {value.type} = {value.value}"
        return f"{self.quote(node)}: {_text(value)}"

    def static_assert(self, node: ast.Call) -> None:
        if not 1 <= len(node.args) <= 2 or node.keywords:
            self.syntax("pl.static_assert takes a condition and a message", node, code="static-assert-form")
        message = self.quote(node.args[0])
        if len(node.args) == 2:
            text = node.args[1]
            if not isinstance(text, ast.Constant) or not isinstance(text.value, str):
                self.syntax(
                    "the message of pl.static_assert is a text literal", text, code="static-assert-form"
                )
            message = text.value
        value = self.condition(self.expr(node.args[0]), node.args[0])
        if not isinstance(value, Const):
            self.syntax(
                f"`{self.quote(node.args[0])}` is not compile-time evaluable", node, code="static-assert-form"
            )
        if not value.value:
            self.syntax(
                f"static assertion failed: {message}",
                node,
                f"`{self.quote(node.args[0])}` is False",
                code="static-assert",
            )

    def for_stmt(self, stmt: ast.For) -> None:
        construct = None
        try:
            construct = self.construct_of(stmt.iter)
            if construct in c.LOOPS:
                assert construct is not None and isinstance(stmt.iter, ast.Call)
                self.for_loop(stmt, construct, stmt.iter)
                return
            if construct is c.SPMD:
                assert isinstance(stmt.iter, ast.Call)
                self.spmd_loop(stmt, stmt.iter)
                return
            if construct is c.WHILE:
                assert isinstance(stmt.iter, ast.Call)
                self.explicit_while(stmt, stmt.iter)
                return
            if construct is c.SPLIT_AIV:
                assert isinstance(stmt.iter, ast.Call)
                self.split_loop(stmt, stmt.iter)
                return
            self.syntax(
                "a loop runs over pl.range, pl.parallel, pl.pipeline, pl.unroll, pl.while_, pl.spmd or pl.split_aiv, "
                f"not `{self.quote(stmt.iter)}`",
                stmt.iter,
                "for i in pl.range(n):",
                code="loop-iterator",
            )
        except (UserError, Poisoned):
            region, lane = self.region, None if self.region is None else self.region.lane
            if region is not None and construct is c.SPLIT_AIV and lane is None:
                region.lane = Var(
                    "lane", ScalarType(INDEX)
                )  # what belongs to a lane is no mistake of the body
            self.after_bad_header(stmt, construct is c.SPMD)
            if region is not None:
                region.lane = lane
            raise

    def with_stmt(self, stmt: ast.With) -> None:
        if len(stmt.items) != 1:
            self.syntax(
                "one scope per with statement",
                stmt,
                "nest them: one `with` inside the other",
                code="with-form",
            )
        item = stmt.items[0]
        call = item.context_expr
        construct, task = None, None
        try:
            construct = self.construct_of(call)
            if item.optional_vars is not None:
                if not isinstance(item.optional_vars, ast.Name):
                    self.syntax("the name of a task is one plain name", item.optional_vars, code="task-name")
                task = item.optional_vars.id
            if construct is c.CLUSTER:
                assert isinstance(call, ast.Call)
                self.cluster(stmt, call, task)
                return
            if construct in (c.AT, c.SPMD, c.SCOPE, c.MANUAL_SCOPE):
                assert construct is not None and isinstance(call, ast.Call)
                if construct is c.AT:
                    self.at(stmt, call, task)
                elif construct is c.SPMD:
                    self.spmd_with(stmt, call, task)
                else:
                    self.runtime_scope(stmt, construct, call, task)
                return
            self.syntax(
                f"`{self.quote(call)}` is no scope",
                call,
                "with pl.at(level=pl.Level.CORE_GROUP):",
                code="with-form",
            )
        except (UserError, Poisoned):
            self.after_bad_header(stmt, construct in (c.AT, c.SPMD))
            raise

    def is_cond(self, stmt: ast.stmt) -> bool:
        return isinstance(stmt, ast.Expr) and self.construct_of(stmt.value) is c.COND

    def after_bad_header(self, stmt: ast.For | ast.With, region: bool) -> None:
        """Read the body of a loop or scope that cannot be used, for the mistakes in it."""
        env, outer, loop = dict(self.env), self.region, self.loop
        self.tests.update(s for s in stmt.body if self.calls(s, c.COND))
        self.yields.update(s for s in stmt.body if self.calls(s, c.YIELD))
        if isinstance(stmt, ast.For):
            self.poison([*targets(stmt.target)])
            self.tests |= {s for s in stmt.body if self.is_cond(s)}
        if region:
            self.region = self.region or RegionState(self.span(stmt))
        self.loop = LoopState("range", lambda: None)
        try:
            with self.collect():
                self.block(stmt.body)
        finally:
            self.env, self.region, self.loop, self.terminated = env, outer, loop, False

    def return_stmt(self, stmt: ast.Return) -> None:
        body = self.kernel.definition.body
        if not body or body[-1] is not stmt:
            self.unsupported(
                "return stands at the end of the function only", stmt, "use if and else", code="return-place"
            )
        self.returned = True
        if stmt.value is None:
            return
        self.result = POISON  # until the value is read without a mistake
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


def _text(value: Value) -> str:
    """A value as pl.static_print shows it: what is known, otherwise its type."""
    if isinstance(value, tuple | list):
        inside = ", ".join(_text(item) for item in value)
        return f"[{inside}]" if isinstance(value, list) else f"({inside}{',' * (len(value) == 1)})"
    if isinstance(value, Const):
        return str(value.value)
    return str(value.type if isinstance(value, Expr) else value)


def _is_static(value: Value) -> bool:
    return type(value).__module__.startswith("pypto") or isinstance(value, KernelFunction)
