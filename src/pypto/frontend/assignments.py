# SPDX-License-Identifier: Apache-2.0
"""Assignments: names, several names at once, windows of arrays."""

from __future__ import annotations

import ast

from pypto.errors import VerifierError
from pypto.frontend import constructs as c
from pypto.frontend.declared import Declared
from pypto.frontend.helpers import Shadowed
from pypto.frontend.names import targets
from pypto.frontend.source import KernelFunction
from pypto.frontend.tasks import is_small_array
from pypto.frontend.values import Missing, Value, describe, is_array, is_number, is_scalar, other_kind
from pypto.ir.dtypes import FP32, INDEX, DType
from pypto.ir.nodes import ArrayType, Const, Expr, ScalarType, Var
from pypto.ir.ops import creation


def may_make_tensor(node: ast.expr | None) -> bool:
    """Whether an expression looks like a call of pl.create_tensor or pl.full, under whatever name `pl` goes."""
    func = node.func if isinstance(node, ast.Call) else None
    if isinstance(func, ast.Attribute):
        head = func.value
        while isinstance(head, ast.Attribute):
            head = head.value
        return func.attr in ("create_tensor", "create", "full") and getattr(head, "id", "self") != "self"
    return isinstance(func, ast.Name) and func.id in ("create_tensor", "full")


LAUNCHED = frozenset({"incore", "extern", "group", "spmd"})
"""Kinds of functions that run as tasks."""


class Assignments(Declared):
    """Binds names to values."""

    def assign(self, stmt: ast.Assign) -> None:
        if len(stmt.targets) != 1:
            self.syntax(
                "unsupported assignment: one target at a time",
                stmt,
                "write one assignment per line",
                code="assignment-target",
            )
        target = stmt.targets[0]
        construct = self.submission(stmt.value)
        if construct is not None:
            assert isinstance(stmt.value, ast.Call)
            for item, value in self.submit(construct, stmt.value, target):
                assert isinstance(item, ast.Name)
                self.bind_name(item.id, value, item, stmt.value)
            self.retire(target, stmt.value)
        elif isinstance(target, ast.Name):
            if self.hoisted(target.id, stmt.value):
                return
            value = self.right_side(stmt.value)
            if isinstance(value, Var) and isinstance(value.type, ArrayType):
                self.check_array_name(target, value, stmt.value)
            self.bind_name(target.id, value, target, stmt.value)
            self.retire(target, stmt.value)
        elif isinstance(target, ast.Subscript):
            self.store(target, stmt.value)
        elif isinstance(target, ast.Tuple | ast.List):
            self.unpack(target, stmt.value)
            self.retire(target, stmt.value)
        else:
            self.syntax(
                f"`{self.quote(target)}` cannot be assigned",
                target,
                "a name, or a window of a tensor: y[0:16, :] = v",
                code="assignment-target",
            )

    def retire(self, target: ast.expr, node: ast.expr) -> None:
        """What a kernel wrote goes by the name of its result from here on, not by the name that was passed."""
        kernel = self.callee(node)
        if not isinstance(node, ast.Call):
            return
        if kernel is not None and kernel.kind not in LAUNCHED:
            return
        if kernel is None and self.submission(node) is None:
            return
        results = {name: self.env.get(name) for name in targets(target) if name != "_"}
        for item in (*node.args, *(k.value for k in node.keywords)):
            if not isinstance(item, ast.Name) or item.id in results:
                continue
            value = self.env.get(item.id)
            found = next((n for n, v in results.items() if isinstance(v, Var) and v is value), None)
            if found is not None:
                self.session.retiring.append((item.id, node))
                self.env[item.id] = Missing(
                    VerifierError(
                        f"`{item.id}` was written by `{self.quote(node)}` at line {node.lineno}, whose result "
                        f"is `{found}`",
                        help=f"read `{found}`, or give the result the name `{item.id}`",
                        code="written-argument",
                    )
                )

    def check_array_name(self, target: ast.Name, value: Var, node: ast.expr) -> None:
        """An array that changes has one name, since a second one would have to be another array."""
        if isinstance(node, ast.Call) and self.env.get(target.id) is not value:
            self.syntax(
                f"the changed array needs its own name `{value.name}`, found `{target.id}`",
                target,
                f"{value.name} = {self.quote(node)}",
                code="array-alias",
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
            if not isinstance(value, bool):
                self.number_fits(value, FP32 if isinstance(value, float) else INDEX, node or target)
            value = self.literal(value)
        if isinstance(value, Const) and value.span is None:
            value = Const(value.value, value.type, span)
        if value is None:
            self.type_error("the right side has no value", node or target, code="no-value")
        value = self.interchanged(name, value)
        if isinstance(value, Expr) and not isinstance(value, Var | Const):
            value = self.define(name, value, span)
        foreign = _foreign(value)
        if foreign is not None:
            inside = f" of `{self.quote(node)}`" if isinstance(value, tuple) and node is not None else ""
            self.type_error(
                f"{describe(foreign)}{inside} cannot be bound to a name in a kernel",
                node or target,
                "use it where it is needed; names hold values of the program, numbers, texts, types and tuples",
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
        self.check_kept(name, value, target)
        self.note_shadowed(name, value, target, node)
        self.blocks[-1].add(name)
        self.env[name] = value

    def interchanged(self, name: str, value: Value) -> Value:
        """An INDEX for a name of an enclosing block that holds an INT64, and the other way round, needs no cast."""
        was = self.env.get(name)
        inside = any(name in names for names in self.blocks[:-1])
        if not inside or not isinstance(was, Expr) or not is_scalar(was) or not is_scalar(value):
            return value
        return self.as_index(value, was.type.dtype)  # type: ignore[attr-defined]

    def check_kept(self, name: str, value: Value, target: ast.AST) -> None:
        """A name of an enclosing block keeps its type in the blocks inside it."""
        was = self.env.get(name)
        outer = any(name in names for names in self.blocks[:-1])
        if outer and isinstance(was, Expr) and isinstance(value, Expr) and other_kind(was.type, value.type):
            raise self.retyped_name(name, was, value, target)

    def note_shadowed(self, name: str, value: Value, target: ast.AST, node: ast.expr | None) -> None:
        """Remember where the name of an output came to denote something else."""
        home = self.outputs.get(name)
        made = None
        if home is not None and may_make_tensor(node):
            assert isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute)
            made = self.callee_value(node.func)
        if home is not None and (made is creation.CREATE_TENSOR or made is creation.FULL):
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
                self.syntax(
                    "the targets of an unpacking assignment are plain names",
                    item,
                    "give the value a plain name, and use that on a line of its own",
                    code="unpacking",
                )
            names.append(item)
        value = self.right_side(node)
        if not isinstance(value, tuple):
            self.type_error(
                f"cannot unpack `{self.quote(node)}`: it is {describe(value)}",
                node,
                "slice it: x[0, :]"
                if is_array(value)
                else "a tuple, x.shape, or a call with several results",
                code="unpacking",
            )
        if len(value) != len(names):
            self.type_error(
                f"{len(names)} names for {len(value)} values",
                target,
                f"write {len(value)} names; one that is not needed is _",
                code="unpacking",
            )
        for item, entry in zip(names, value, strict=True):
            self.bind_name(item.id, entry, item, node)

    def annotated(self, stmt: ast.AnnAssign) -> None:
        if not isinstance(stmt.target, ast.Name):
            self.syntax(
                "an annotated target is one plain name",
                stmt.target,
                f"leave the annotation out: {self.quote(stmt.target)} = ...",
                code="annotation",
            )
        name = stmt.target.id
        if stmt.value is None:
            self.unsupported(
                f"`{name}` is declared without a value", stmt, f"write {name}: ... = value", code="annotation"
            )
        annotation = self.settled(stmt.annotation)
        construct = self.submission(stmt.value)
        if construct is not None:
            assert isinstance(stmt.value, ast.Call)
            for item, value in self.submit(construct, stmt.value, stmt.target):
                self.check_type(f"`{name}`", annotation, value, stmt.annotation)
                self.bind_name(name, value, item, stmt.value)
            self.retire(stmt.target, stmt.value)
            return
        self.expected = (annotation, stmt.annotation)
        try:
            value = self.right_side(stmt.value)
        finally:
            self.expected = None
        if isinstance(annotation, DType):
            annotation = c.ScalarAnnotation(annotation)
        dtype = annotation.dtype if isinstance(annotation, c.ScalarAnnotation) else None
        if isinstance(dtype, DType):
            self.has_scalars(dtype, stmt.annotation)
        if isinstance(dtype, DType) and is_number(value):
            self.declared_fits(
                f"`{name}` is declared Scalar[{dtype}], the value", value, dtype, stmt.value, "annotation"
            )
            value = Const(self.wrapped(value, dtype), ScalarType(dtype), self.span(stmt.value))
        self.check_type(f"`{name}`", annotation, value, stmt.annotation)
        value = self.padded(name, annotation, value, stmt.annotation)
        memref = self.memref_of(annotation, stmt.annotation)
        if memref is not None:
            value = self.pinned(name, memref, value, stmt)
        self.bind_name(name, value, stmt.target, stmt.value)


def _foreign(value: Value) -> Value:
    """What a name cannot hold, of a value and of its entries; None where it can."""
    if isinstance(value, tuple):
        return next((f for f in map(_foreign, value) if f is not None), None)
    known = isinstance(value, Expr | DType | str | c.DynamicDim | int | float) or value is None
    return None if known or _is_static(value) else value


def _is_static(value: Value) -> bool:
    return type(value).__module__.startswith("pypto") or isinstance(value, KernelFunction)
