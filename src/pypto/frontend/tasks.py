# SPDX-License-Identifier: Apache-2.0
"""Task ids: `deps=`, joins, and the small arrays that hold ids or scalars.

tids[i] = task                          ->  array.update_element(tids, i, task)
deps=[first, tids[0], None]             ->  t_1 = array.get_element(tids, 0); deps=[first, t_1, None]
deps=[tids[g + j] for j in range(2)]    ->  two elements
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any, TypeGuard

from pypto.errors import UnsupportedFeatureError
from pypto.frontend.expressions import Expressions
from pypto.frontend.values import Value, describe, is_array, is_number, static_number
from pypto.ir.dtypes import BOOL, INDEX, TASK_ID, DType
from pypto.ir.nodes import ArrayType, Call, Const, Expr, ScalarType, TaskIdType, Var
from pypto.ir.ops import array, rules, scalar, system
from pypto.ir.ops.table import Bound, OpError

ENTRIES = "an entry is a task id, an element of an array of task ids, such an array as a whole, or None"


def is_small_array(value: Value) -> TypeGuard[Var]:
    """An array of `pl.array.create`."""
    return isinstance(value, Var) and isinstance(value.type, ArrayType)


class Tasks(Expressions):
    """Lowers what orchestration says about tasks."""

    def task_dummy(self, node: ast.Call) -> Call:
        if node.args or [k.arg for k in node.keywords] != ["deps"]:
            self.syntax(
                "pl.system.task_dummy takes deps by keyword",
                node,
                "pl.system.task_dummy(deps=[a, b])",
                code="task-dummy",
            )
        if self.region is not None:
            self.invalid(
                "pl.system.task_dummy belongs outside regions",
                node,
                "end the region first",
                code="task-dummy",
            )
        deps = self.deps(node.keywords[0].value)
        return Call(
            system.TASK_DUMMY, (), {"deps": deps}, system.TASK_DUMMY.infer(Bound({})), self.span(node)
        )

    def deps(self, node: ast.expr) -> tuple[Expr, ...]:
        """The entries of `deps=`: task ids, arrays of them, or None for no task."""
        if isinstance(node, ast.ListComp):
            return self.comprehension(node)
        if not isinstance(node, ast.List | ast.Tuple):
            named = isinstance(node, ast.Name) and isinstance(self.expr(node), Expr)
            help = f"deps=[{self.quote(node)}]" if named else "deps=[first, second]"
            self.syntax("deps= takes a list of task ids", node, help, code="deps-form")
        found = [self.dep(item) for item in node.elts]
        if any(map(is_small_array, found)):
            element = next((item for item in node.elts if isinstance(item, ast.Subscript)), None)
            if element is not None:
                self.syntax(
                    "deps= takes an array as a whole or by its elements, not both",
                    element,
                    "name the elements one by one",
                    code="deps-form",
                )
        return tuple(found)

    def dep(self, node: ast.expr) -> Expr:
        value: Value = None
        if isinstance(node, ast.Name | ast.Constant):
            value = self.expr(node)
        elif isinstance(node, ast.Subscript) and is_small_array(self.expr(node.value)):
            value = self.settled(node)
        task = isinstance(value, Expr) and isinstance(value.type, TaskIdType)
        if not task and not (is_small_array(value) and value.type == ArrayType(value.type.extent, TASK_ID)):  # type: ignore[attr-defined]
            self.syntax(f"`{self.quote(node)}` in deps= is no task id", node, ENTRIES, code="deps-entry")
        assert isinstance(value, Expr)
        return value

    def comprehension(self, node: ast.ListComp) -> tuple[Expr, ...]:
        """`[tids[g + j] for j in range(4)]`: one entry per number, found while the kernel is read."""
        help = "deps=[tids[i + j] for j in range(4)]"
        clause = node.generators[0]
        if len(node.generators) != 1 or clause.is_async:
            self.syntax("a comprehension in deps= has one `for`", node, help, code="deps-comprehension")
        if not isinstance(clause.target, ast.Name):
            self.syntax(
                "the variable of a comprehension in deps= is one plain name",
                clause.target,
                help,
                code="deps-comprehension",
            )
        try:
            numbers = self.expr(clause.iter) if self.is_static_iterable(clause.iter) else None
        except UnsupportedFeatureError:  # range of a number that is known at run time only
            numbers = None
        if not isinstance(numbers, tuple) or any(type(static_number(n)) is not int for n in numbers):
            self.syntax(
                "a comprehension in deps= runs over numbers that are known while the kernel is read, "
                f"not `{self.quote(clause.iter)}`",
                clause.iter,
                help,
                code="deps-comprehension",
            )
        name, outer = clause.target.id, dict(self.env)
        found = []
        try:
            for number in numbers:
                self.env[name] = Const(static_number(number), ScalarType(INDEX))
                if all(self.holds(condition) for condition in clause.ifs):
                    found.append(self.dep(node.elt))
        finally:
            self.env = outer
        return tuple(found)

    def is_static_iterable(self, node: ast.expr) -> bool:
        """Whether an iterable may be one of Python; `pl.range` is a loop of the program."""
        return not isinstance(node, ast.Call) or self.expr(node.func) is range

    def holds(self, node: ast.expr) -> bool:
        condition = self.condition(self.expr(node), node)
        if not isinstance(condition, Const):
            self.syntax(
                f"the filter `{self.quote(node)}` must be known while the kernel is read",
                node,
                "filter by the variable and constants: if j != 2",
                code="deps-comprehension",
            )
        return bool(condition.value)

    # Arrays

    def array_index(self, base: Var, node: ast.Subscript) -> Expr:
        if isinstance(node.slice, ast.Tuple | ast.Slice):
            self.syntax(
                f"`{base.name}` is an array and takes one index",
                node.slice,
                f"one element at a time: {base.name}[i]",
                code="index-count",
            )
        value = self.settled(node.slice)
        if is_number(value):
            value = self.literal(value)
        if not isinstance(value, Expr) or is_array(value):
            self.type_error(
                f"an index is expected, `{self.quote(node.slice)}` is {describe(value)}",
                node.slice,
                code="argument-type",
            )
        return value

    def number_fits(self, number: Any, dtype: DType, node: ast.AST) -> None:
        """Refuse a literal that is no value of the type it takes."""
        try:
            rules.check_number(number, dtype)
        except OpError as error:
            self.type_error(error.message, node, error.help, code=error.code)

    def has_scalars(self, dtype: DType, node: ast.AST) -> None:
        """Refuse an element type that no single number has."""
        missing = scalar.without_scalars(dtype)
        if missing is not None:
            self.type_error(missing[0], node, missing[1], code="dtype-support")

    def declared_fits(self, what: str, value: Any, dtype: DType, node: ast.AST, code: str) -> None:
        """Refuse a number that is no value of the type that a name or parameter is declared with."""
        if isinstance(value, bool) != (dtype is BOOL) or (isinstance(value, float) and not dtype.is_float):
            if dtype is BOOL:
                help = "True or False"
            elif isinstance(value, bool):
                help = "1 or 0, or declare it pl.BOOL"
            else:
                help = f"a whole number, or pl.{dtype} becomes pl.FP32"
            self.type_error(f"{what} is {value}", node, help, code=code)
        self.number_fits(value, dtype, node)

    def array_element(self, base: Var, node: ast.Subscript) -> Call:
        """`a[i]`"""
        return self.array_call(
            array.GET_ELEMENT, {"array": base, "index": self.array_index(base, node)}, node
        )

    def array_store(
        self, base: Var, target: ast.Subscript, node: ast.expr, given: Value | None = None
    ) -> None:
        """`a[i] = v`; `given` is the value where it is known already."""
        index, value = self.array_index(base, target), self.element_value(base, node, given)
        bound = {"array": base, "index": index, "value": value}
        self.effect(self.array_call(array.UPDATE_ELEMENT, bound, target), self.span(target))

    def element_value(self, base: Var, node: ast.expr, given: Value | None = None) -> Expr:
        """A value for an element: numbers and INDEX values take an integer array's type."""
        value = self.settled(node) if given is None else given
        dtype = base.type.dtype  # type: ignore[attr-defined]
        number = static_number(value)
        if number is not None and dtype is not TASK_ID:
            self.number_fits(number, dtype, node)
            value = Const(self.wrapped(number, dtype), ScalarType(dtype), self.span(node))
        elif is_number(value):
            value = self.literal(value)
        if not isinstance(value, Expr):
            self.type_error(
                f"`{self.quote(node)}` is {describe(value)} and no element of an array",
                node,
                code="deps-entry",
            )
        if value.type == ScalarType(INDEX) and dtype.is_int and dtype is not INDEX:
            value = Call(scalar.CAST, (value,), {"target_type": dtype}, ScalarType(dtype), self.span(node))
        return value

    def update_element(self, bound: dict[str, Any], nodes: Mapping[str, ast.expr], node: ast.Call) -> Value:
        """`a = pl.array.update_element(a, i, v)`, which is `a[i] = v`; the array keeps its name."""
        base = bound["array"]
        if isinstance(base, Var) and isinstance(base.type, ArrayType):
            bound = {**bound, "value": self.element_value(base, nodes["value"])}
        try:
            type_ = array.UPDATE_ELEMENT.infer(Bound(bound, self.region is not None))
        except OpError as error:
            raise self.operation_error(error, "pl.array.update_element", (), (), node) from None
        values = tuple(bound[p.name] for p in array.UPDATE_ELEMENT.params)
        self.effect(Call(array.UPDATE_ELEMENT, values, {}, type_, self.span(node)), self.span(node))
        return base

    def array_call(self, row: Any, bound: dict[str, Expr], node: ast.Subscript) -> Call:
        try:
            type_ = row.infer(Bound(bound, self.region is not None))
        except OpError as error:
            raise self.operation_error(error, f"{self.quote(node.value)}[...]", (), (), node) from None
        return Call(row, tuple(bound.values()), {}, type_, self.span(node))
