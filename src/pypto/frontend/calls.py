# SPDX-License-Identifier: Apache-2.0
"""Calls that stand in expressions: operations, and the small functions of the language."""

from __future__ import annotations

import ast
from abc import abstractmethod
from types import ModuleType
from typing import Any

from pypto.frontend import constructs as c
from pypto.frontend.copies import Copies
from pypto.frontend.host_names import HostConstruct, is_host_language, refuse_layer
from pypto.frontend.leaves import BUILTINS, INSTEAD, is_language
from pypto.frontend.source import KernelFunction
from pypto.frontend.values import Value, describe, is_array, is_number, is_scalar, static_number
from pypto.ir.dtypes import TASK_ID, DType
from pypto.ir.nodes import Const, Expr, ScalarType, TensorType
from pypto.ir.ops.table import Op

MOST_ENTRIES = 100_000  # of a range that is known while the kernel is read

MAKE_ARRAYS = frozenset(
    (
        "zeros",
        "ones",
        "empty",
        "full",
        "rand",
        "randn",
        "zeros_like",
        "ones_like",
        "empty_like",
        "full_like",
        "arange",
    )
)
"""Functions of those packages whose results are arrays, and no numbers that a kernel could take from outside."""

CHANGE_LISTS = frozenset(("append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse"))

LIBRARIES = frozenset({"torch", "numpy", "jax", "triton", "cupy", "scipy"})
"""Packages whose functions on arrays have counterparts in kernels."""

PLACES = (c.Tensor, c.TensorView, c.TileView, c.MemRef)
"""Classes that annotations call."""


class Calls(Copies):
    """Lowers calls that stand in expressions."""

    def call(self, node: ast.Call) -> Value:
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("get_byte", "bind_dynamic"):
            base = self.expr(node.func.value)
            if isinstance(base, DType) and node.func.attr == "get_byte":
                if node.args or node.keywords:
                    first = node.args[0] if node.args else node.keywords[0].value
                    self.invalid(
                        "get_byte takes no argument", first, f"pl.{base}.get_byte()", code="argument-list"
                    )
                return base.get_byte()
            if is_array(base) and node.func.attr == "bind_dynamic":
                self.syntax(
                    "bind_dynamic is a statement of its own: x.bind_dynamic(0, T)", node, code="dynamic-form"
                )
        if not isinstance(node.func, ast.Name | ast.Attribute):
            self.unsupported(
                f"unsupported function call `{self.quote(node)}`",
                node,
                "a call names an operation of pl, or a function of kernels",
                code="function-call",
            )
        if self.is_method(node.func):
            self.unsupported(
                f"`{self.quote(node.func)}` is called inside an expression",
                node,
                f"give the result a name on a line of its own: y = {self.quote(node)}",
                code="nested-call",
            )
        function = self.callee_value(node.func)
        if isinstance(function, Op):
            return self.operation(function, node)
        if isinstance(function, c.Construct):
            return self.construct(function, node)
        if isinstance(function, KernelFunction) and function.source.options.get("macro"):
            return self.right_side(node)
        if isinstance(function, KernelFunction):
            self.unsupported(
                f"`{self.quote(node.func)}` is called inside an expression",
                node,
                f"give the result a name on a line of its own: y = {self.quote(node)}",
                code="nested-call",
            )
        if function in PLACES:
            return self.place_of(function, node)
        if function is c.dynamic:
            self.syntax(
                "pl.dynamic stands alone on the right of an assignment",
                node,
                'write: T = pl.dynamic("T")',
                code="dynamic-form",
            )
        if any(function is known for known in BUILTINS.values()):
            return self.builtin(function, node)
        if isinstance(function, DType):
            self.unsupported(
                f"`{self.quote(node)}` is not a conversion",
                node,
                f"write pl.cast(x, pl.{function})",
                code="function-call",
            )
        if callable(function) and not isinstance(function, Expr):
            self.unsupported(
                f"unsupported function call `{self.quote(node)}`: `{self.quote(node.func)}` is a Python function",
                node,
                "decorate it with @pl.jit.inline, or compute the number at module level",
                code="function-call",
            )
        self.unsupported(
            f"unsupported function call `{self.quote(node)}`: not a function",
            node,
            f"an element is {self.quote(node.func)}[i, j]"
            if is_array(function)
            else f"pl.{function.name} is a group of names, such as pl.{function.name}.{max(function.members)}"
            if isinstance(function, c.Namespace)
            else "leave the parentheses out",
            code="function-call",
        )

    def place_of(self, function: Any, node: ast.Call) -> Value:
        """`pl.TensorView(...)`, `pl.TileView(...)`, `pl.MemRef(...)`, and `pl.Tensor(shape, dtype)` as a type."""
        self.no_stars(node)
        args = [self.plain_value(a) for a in node.args]
        if function is c.Tensor and args and isinstance(args[0], Expr):
            self.type_error(
                f"pl.Tensor(shape, dtype) is a type, and `{self.quote(node.args[0])}` is {describe(args[0])}",
                node.args[0],
                "a window of a tensor is written x[0:16, :], or pl.slice(x, shape, offsets)",
                code="annotation",
            )
        keywords = {str(k.arg): self.plain_value(k.value) for k in node.keywords}
        return self.written(node, lambda: function(*args, **keywords))

    def plain_value(self, node: ast.expr) -> Value:
        """A value whose constants are Python numbers."""
        value = self.settled(node)
        number = static_number(value)
        if number is not None:
            return number
        if not isinstance(value, tuple):
            return value
        return tuple(v if (n := static_number(v)) is None else n for v in value)

    def written(self, node: ast.AST, make: Any) -> Any:
        """What a class of the language makes of its arguments; its complaint stands at the call."""
        try:
            return make()
        except c.ViewError as error:
            keywords = node.keywords if isinstance(node, ast.Call) else ()
            at = next((k for k in keywords if k.arg == error.keyword), node)
            self.type_error(error.message, at, error.help, code=error.code)
        except TypeError as error:
            self.type_error(str(error), node, code="annotation")

    def callee_value(self, node: ast.Name | ast.Attribute) -> Value:
        """What a call calls; functions of Python modules and objects are refused by their own name."""
        if isinstance(node, ast.Attribute):
            root: ast.expr = node.value
            while isinstance(root, ast.Attribute):
                root = root.value
            library = self.expr(root) if isinstance(root, ast.Name) else None
            if isinstance(library, ModuleType) and library.__name__.split(".")[0] in LIBRARIES:
                help = self.function_for(node.attr)
                if "compose" not in help and node.attr not in MAKE_ARRAYS:
                    help += f"; numbers are computed at module level: VALUE = {self.quote(node)}(...)"
                self.unsupported(
                    f"unsupported function call: `{self.quote(node)}` is a Python function",
                    node,
                    help,
                    code="function-call",
                )
            base = self.expr(node.value)
            if isinstance(base, ModuleType) and isinstance(vars(base).get(node.attr), KernelFunction):
                self.unsupported(
                    f"kernel functions are called by their bare name, found `{self.quote(node)}`",
                    node,
                    f"from {base.__name__} import {node.attr}",
                    code="function-call",
                )
            ours = (
                is_language(base)
                or is_host_language(base)
                or isinstance(base, c.Namespace | Expr | DType | type)
            )
            if isinstance(base, tuple | list) and node.attr in CHANGE_LISTS:
                self.unsupported(
                    f"unsupported function call: `{self.quote(node)}`, a kernel builds up no lists",
                    node,
                    "give each value a name of its own, or write the parts into one tensor",
                    code="function-call",
                )
            if not ours and not (isinstance(base, ModuleType) and base.__name__ == "pypto"):
                self.unsupported(
                    f"unsupported function call: `{self.quote(node)}` is a Python function",
                    node,
                    f"compute it at module level and use the name in the kernel: VALUE = {self.quote(node)}(...)",
                    code="function-call",
                )
        return self.expr(node)

    def builtin(self, function: Any, node: ast.Call) -> Value:
        """A Python function on values that are known while the kernel is read."""
        name = function.__name__
        if function in (isinstance, type):
            return self.kind_of(function, node)
        values = []
        for item in node.args:
            value = self.settled(item)
            number = static_number(value)
            if number is not None:
                value = number
            elif isinstance(value, tuple) and name != "len":
                numbers = [static_number(v) for v in value]
                texts = all(n is not None or isinstance(v, str) for n, v in zip(numbers, value, strict=True))
                value = (
                    tuple(v if n is None else n for n, v in zip(numbers, value, strict=True))
                    if texts
                    else None
                )
            elif not isinstance(value, tuple | str):
                value = None
            if value is None:
                self.unsupported(
                    f"`{name}` works on values that are known while the kernel is read, `{self.quote(item)}` is not",
                    node,
                    INSTEAD.get(name),
                    code="not-static",
                )
            values.append(value)
        if node.keywords:
            self.unsupported(
                f"keywords of `{name}` are not part of the kernel language",
                node,
                "compute it at module level, and use the name of the result",
                code="argument-list",
            )
        result = self.python(node, lambda: function(*values))
        if isinstance(result, range) and abs(result.stop - result.start) // abs(result.step) > MOST_ENTRIES:
            self.type_error(
                f"`{self.quote(node)}` has more than {MOST_ENTRIES} entries", node, code="number-range"
            )
        return tuple(result) if isinstance(result, list | range) else result

    def kind_of(self, function: Any, node: ast.Call) -> Value:
        """`isinstance(N, int)`, `type(N)`, of values that are known while the kernel is read."""
        if len(node.args) != (2 if function is isinstance else 1) or node.keywords:
            form = "isinstance(N, int)" if function is isinstance else "type(N)"
            self.syntax(f"`{function.__name__}` is written {form}", node, code="argument-list")
        first = node.args[0]
        value = self.settled(first)
        if isinstance(first, ast.Name) and first.id not in self.env and isinstance(value, tuple):
            value = self.kernel.lookup(first.id)  # a list from outside is a tuple inside
        number = static_number(value)
        value = value if number is None else number
        if isinstance(value, Expr | c.DynamicDim):
            self.unsupported(
                f"`{function.__name__}` works on values that are known while the kernel is read, "
                f"`{self.quote(first)}` is not",
                node,
                "annotations say what a value of the program is",
                code="not-static",
            )
        if function is type:
            return type(value)
        kinds = self.expr(node.args[1])
        return self.python(node, lambda: isinstance(value, kinds))

    def construct(self, function: c.Construct, node: ast.Call) -> Value:
        if isinstance(function, HostConstruct):
            refuse_layer(self, function, node, "chip" if self.region is None else "kernel")
        self.no_stars(node)
        if function is c.CONST:
            return self.const(node)
        if function is c.YIELD:
            return self.yielded(node)
        if function is c.TASK_INVALID:
            return self.constant(ast.copy_location(ast.Constant(None), node))
        if function is c.NO_DEP:  # beside a kernel's argument it leaves tracking; elsewhere it is its operand
            return self.untracked(node)
        if function in c.PREFETCHES:
            return self.prefetch(function, node)
        if function in c.LOOPS or function in (c.SPMD, c.SPLIT_AIV):
            self.syntax(
                f"pl.{function.name} belongs in a for statement",
                node,
                f"for i in pl.{function.name}(...):",
                code="misplaced-construct",
            )
        if function in (c.SUBMIT, c.SPMD_SUBMIT):
            how = f"y, task = pl.{function.name}(kernel, x, y)"
            self.syntax(
                f"pl.{function.name} stands alone on the right of an assignment",
                node,
                how,
                code="misplaced-construct",
            )
        if function is c.WHILE:
            self.syntax(
                "pl.while_ belongs in a for statement",
                node,
                "for (a,) in pl.while_(init_values=(a0,)):",
                code="misplaced-construct",
            )
        if function in (c.AT, c.SCOPE, c.MANUAL_SCOPE, c.CLUSTER):
            self.syntax(
                f"pl.{function.name} belongs in a with statement",
                node,
                f"with pl.{function.name}(...):",
                code="misplaced-construct",
            )
        self.syntax(
            f"pl.{function.name} cannot stand here",
            node,
            f"an entry of optimizations=[pl.{function.name}(...)]"
            if function in (c.SPLIT, c.CROSS_CORE_SLOT)
            else "write it on a line of its own",
            code="misplaced-construct",
        )

    @abstractmethod
    def yielded(self, node: ast.Call) -> Value:
        """The values of pl.yield_."""

    def untracked(self, node: ast.Call) -> Value:
        """The operand of pl.no_dep, which is the tensor that is given."""
        value = self.settled(self.exempted(node))
        if not isinstance(value, Expr) or not isinstance(value.type, TensorType):
            self.type_error(f"pl.no_dep takes a tensor, found {describe(value)}", node, code="argument-type")
        return value

    def exempted(self, node: ast.Call) -> ast.expr:
        """The operand of pl.no_dep."""
        if len(node.args) != 1 or node.keywords:
            self.syntax("pl.no_dep takes one tensor", node, "kernel(pl.no_dep(x), y)", code="argument-list")
        return node.args[0]

    @abstractmethod
    def prefetch(self, function: c.Construct, node: ast.Call) -> Value:
        """What an operation of pl.prefetch gives."""

    def const(self, node: ast.Call) -> Const:
        if len(node.args) != 2 or node.keywords:
            self.syntax(
                "pl.const takes a number and an element type",
                node,
                "pl.const(7, pl.INT32)",
                code="const-form",
            )
        value, dtype = self.expr(node.args[0]), self.expr(node.args[1])
        if not is_number(value):
            self.syntax(
                f"pl.const takes a number, `{self.quote(node.args[0])}` is {describe(value)}",
                node.args[0],
                "convert it: pl.cast(s, pl.INT32)" if is_scalar(value) else "pl.const(7, pl.INT32)",
                code="const-form",
            )
        if not isinstance(dtype, DType) or dtype is TASK_ID:
            self.type_error(
                f"an element type is expected, found {describe(dtype)}",
                node.args[1],
                "such as pl.INT32",
                code="argument-type",
            )
        self.number_fits(value, dtype, node)
        self.has_scalars(dtype, node.args[1])
        return Const(self.wrapped(value, dtype), ScalarType(dtype), self.span(node))
