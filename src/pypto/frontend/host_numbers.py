# SPDX-License-Identifier: Apache-2.0
"""Expressions of a driver: numbers, parts of tensors, and names from outside."""

from __future__ import annotations

import ast
import builtins
from abc import ABC, abstractmethod
from dataclasses import replace
from types import ModuleType
from typing import Any, NoReturn

from pypto.errors import HostValueError, Span, UndefinedVariableError
from pypto.frontend import constructs as c
from pypto.frontend import host_names as h
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
from pypto.frontend.session import Session
from pypto.frontend.source import KernelSource
from pypto.frontend.state import Poisoned
from pypto.frontend.statements import Statements
from pypto.frontend.values import static_number
from pypto.ir.dtypes import DType
from pypto.ir.host import Extent, Number, Numeric, Operation, Part, Slice, WorldSize
from pypto.ir.ops import memory

_BINARY: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%", ast.Div: "/",
}  # fmt: skip
_COMPARE: dict[type[ast.cmpop], str] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip


_BUILTIN_NAMES = ("len", "min", "max", "abs", "int", "float", "sum", "round", "bool")
_BUILTINS = tuple(getattr(builtins, name) for name in _BUILTIN_NAMES)


class Outside(Statements):
    """Reads what a driver names from outside, and says what is wrong."""

    def invalid_value(
        self, message: str, node: ast.AST | Span, help: str | None = None, code: str | None = None
    ) -> NoReturn:
        raise self.error(HostValueError, message, node, help=help, code=code)

    def undefined_after(self, name: str, block: str, node: ast.AST) -> NoReturn:
        raise self.error(
            UndefinedVariableError,
            f"`{name}` has a value inside the {block} only",
            node,
            help=f"give it a value before the {block}",
        )


class HostExpressions(ABC):
    """Reads expressions of one function of the driver."""

    def __init__(self, kernel: KernelSource, numbers: Numbers) -> None:
        self.kernel = kernel
        self.base = Outside(Session(), kernel)
        self.numbers = numbers
        self.env: dict[str, Entity] = {}
        self.gone: dict[str, str] = {}  # names of blocks that have ended: which

    # Names

    def denoted(self, node: ast.expr) -> Any:
        """What a dotted name outside the driver's own names denotes; None where it is no such name."""
        if isinstance(node, ast.Name):
            if node.id in self.env:
                return None
            try:
                return self.kernel.lookup(node.id)
            except KeyError:
                return None
        if isinstance(node, ast.Attribute):
            base = self.denoted(node.value)
            if isinstance(base, ModuleType):
                return getattr(base, node.attr, None)
            if isinstance(base, c.Namespace):
                return base.members.get(node.attr)
        return None

    def called(self, node: ast.expr) -> Any:
        """What a call calls; None for anything else."""
        return self.denoted(node.func) if isinstance(node, ast.Call) else None

    def lookup(self, node: ast.Name) -> Entity:
        if node.id in self.env:
            found = self.env[node.id]
            if isinstance(found, Unknown):
                raise Poisoned
            return found
        if node.id in self.gone:
            self.base.undefined_after(node.id, self.gone[node.id], node)
        known = self.denoted(node)
        if isinstance(known, c.DynamicDim):
            return self.dynamic_extent(known, node)
        value = self.of_module(node)  # an error for an unknown name
        if value is not None:
            return value
        self.no_number(node)

    @abstractmethod
    def dynamic_extent(self, dim: c.DynamicDim, node: ast.AST) -> Numeric:
        """What a dynamic extent comes to in a call."""

    # Expressions

    def expr(self, node: ast.expr) -> Entity:
        """A tensor, a buffer, a window or a number."""
        if isinstance(node, ast.Name):
            return self.lookup(node)
        if isinstance(node, ast.Constant):
            if isinstance(node.value, bool | int | float):
                return literal(self.base.in_range(node.value, node))
            self.no_number(node)
        if isinstance(node, ast.Subscript):
            return self.subscript(node)
        if isinstance(node, ast.Call):
            return self.call(node)
        if isinstance(node, ast.Attribute):
            return self.attribute(node)
        if isinstance(node, ast.BinOp):
            return self.binary(node)
        if isinstance(node, ast.UnaryOp):
            return self.unary(node)
        if isinstance(node, ast.BoolOp):
            word = "and" if isinstance(node.op, ast.And) else "or"
            return self.folded(Operation(word, tuple(map(self.truth, node.values))), node)
        if isinstance(node, ast.Compare):
            return self.comparison(node)
        self.base.unsupported(
            f"`{self.base.quote(node)}` is not part of a driver",
            node,
            "a driver computes with numbers, and passes tensors, x[r] and windows",
            code="host-form",
        )

    def of_module(self, node: ast.expr) -> Numeric | None:
        """What an expression of names from outside comes to; None where it has names of the driver, or is no number."""
        if any(isinstance(n, ast.Name) and (n.id in self.env or n.id in self.gone) for n in ast.walk(node)):
            return None
        value = static_number(self.base.settled(node))
        return None if value is None else literal(self.base.in_range(value, node))

    def folded(self, operation: Operation, node: ast.AST) -> Numeric:
        """An operation on literals is a literal."""
        value = self.numbers.constant(operation)
        if value is None:
            return operation
        self.base.in_range(value, node)
        return Number(value) if all(isinstance(o, Number) for o in operation.operands) else operation

    def number(self, node: ast.expr) -> Numeric:
        """A number."""
        found = self.expr(node)
        if not isinstance(found, NUMERIC):
            self.base.type_error(
                f"a number is expected, `{self.base.quote(node)}` is {describe(found)}",
                node,
                "the core reads elements: pass the tensor on" if isinstance(found, HostTensor) else None,
                code="host-form",
            )
        return found

    def integer(self, node: ast.expr, what: str) -> Numeric:
        found = self.number(node)
        if self.numbers.kind(found) != "int":
            self.base.type_error(
                f"{what} is an integer, `{self.base.quote(node)}` is {a_kind(self.numbers.kind(found))}",
                node,
                "whole numbers: 3, n // 2, xs.shape[0]",
                code="host-form",
            )
        return found

    def constant(self, node: ast.expr, what: str) -> int:
        """An integer that is the same in each run."""
        found = self.numbers.constant(self.integer(node, what))
        if found is None:
            self.base.type_error(
                f"{what} is known before the run, `{self.base.quote(node)}` is not",
                node,
                "a number of the module, pld.world_size(), an extent, or a scalar that has its value",
                code="window",
            )
        return int(found)

    def truth(self, node: ast.expr) -> Numeric:
        """A condition."""
        found = self.number(node)
        if self.numbers.kind(found) != "bool":
            self.base.type_error(
                f"a condition must be a BOOL scalar, `{self.base.quote(node)}` is {describe(found)}",
                node,
                f"write {self.base.quote(node)} != 0",
                code="condition",
            )
        return found

    def binary(self, node: ast.BinOp) -> Numeric:
        word = _BINARY.get(type(node.op))
        if word is None:
            value = self.of_module(node)
            if value is not None:
                return value
            self.base.unsupported(
                f"`{self.base.quote(node)}`: a driver computes with + - * // % and /",
                node,
                "compute it of numbers of the module alone, or in a function decorated with @pl.jit",
                code="operator",
            )
        left, right = self.computed(node.left), self.computed(node.right)
        kinds = [self.numbers.kind(left), self.numbers.kind(right)]
        if word == "/" and "float" not in kinds:
            self.base.type_error(
                f"`{self.base.quote(node)}`: / divides floats",
                node,
                f"whole numbers: {self.base.quote(node.left)} // {self.base.quote(node.right)}",
                code="operator",
            )
        if word in ("//", "%", "/") and self.numbers.constant(right) == 0:
            self.base.type_error(
                f"`{self.base.quote(node.right)}` is zero, and nothing is divided by zero",
                node,
                "divide by a number that is not 0",
                code="operator",
            )
        return self.folded(Operation(word, (left, right)), node)

    def unary(self, node: ast.UnaryOp) -> Numeric:
        if isinstance(node.op, ast.Not):
            return self.folded(Operation("not", (self.truth(node.operand),)), node)
        if not isinstance(node.op, ast.USub):
            word, help = ("+", "leave it out") if isinstance(node.op, ast.UAdd) else ("~", "not condition")
            self.base.unsupported(f"`{word}` is not part of a driver", node, help, code="operator")
        return self.folded(Operation("neg", (self.computed(node.operand),)), node)

    def computed(self, node: ast.expr) -> Numeric:
        """A number that is computed with; truth values are none."""
        found = self.number(node)
        if self.numbers.kind(found) == "bool":
            self.base.type_error(
                f"`{self.base.quote(node)}` is a truth value, no number",
                node,
                "truth values are joined with `and`, `or` and `not`",
                code="operator",
            )
        return found

    def comparison(self, node: ast.Compare) -> Numeric:
        word = _COMPARE.get(type(node.ops[0]))
        if len(node.ops) != 1 or word is None:
            self.base.unsupported(
                f"`{self.base.quote(node)}`: one comparison of two numbers at a time",
                node,
                "join comparisons with `and`",
                code="operator",
            )
        operands = self.computed(node.left), self.computed(node.comparators[0])
        return self.folded(Operation(word, operands), node)

    # Calls and attributes

    def call(self, node: ast.Call) -> Entity:
        function = self.denoted(node.func)
        if function is h.WORLD_SIZE:
            if node.args or node.keywords:
                first = node.args[0] if node.args else node.keywords[0].value
                self.base.invalid(
                    "pld.world_size takes no argument", first, "pld.world_size()", code="argument-list"
                )
            return WorldSize()
        if isinstance(node.func, ast.Attribute) and isinstance(self.denoted(node.func.value), DType):
            value = self.base.expr(node)  # a call of an element type: its size
            if isinstance(value, int):
                return Number(value)
        if function in _BUILTINS or (
            function is None and isinstance(node.func, ast.Name) and node.func.id in _BUILTIN_NAMES
        ):
            value = self.of_module(node)  # len(SHAPE), float("inf")
            if value is not None:
                return value
        if function is memory.DIM:
            return self.dim(node)
        if function in (h.ALLOC, h.WINDOW):
            assert isinstance(function, h.HostConstruct)
            self.base.invalid_value(
                f"pld.{function.name} stands alone on the right of an assignment to one name",
                node,
                f"write it on a line of its own: name = {self.base.quote(node)}",
                code="window",
            )
        self.misplaced(node, function)

    @abstractmethod
    def misplaced(self, node: ast.Call, function: Any) -> NoReturn:
        """The error of a call that a driver does not make."""

    def dim(self, node: ast.Call) -> Numeric:
        given = [*node.args[1:], *(k.value for k in node.keywords if k.arg == "axis")]
        axis = given[0] if len(given) == 1 and len(node.args) + len(node.keywords) == 2 else None
        tensor = self.expr(node.args[0]) if node.args else None
        if axis is None or not isinstance(tensor, HostTensor):
            self.base.type_error(
                "pl.tensor.dim takes a tensor and an axis", node, "pl.tensor.dim(x, 0)", code="argument-list"
            )
        return self.extent(tensor, self.constant(axis, "an axis"), axis)

    def extent(self, tensor: HostTensor, axis: int, node: ast.AST) -> Numeric:
        """An extent of a tensor, or of a part of one."""
        rank = len(tensor.shape)
        if not -rank <= axis < rank:
            self.base.type_error(
                f"axis {axis} of a tensor with {rank} axes", node, f"axes are 0 to {rank - 1}", code="bounds"
            )
        found = tensor.shape[axis % rank]
        if isinstance(found, int):
            return Number(found)
        last = tensor.part.index[-1] if tensor.part.index else None
        if isinstance(last, Slice) and not axis % rank:
            return self.folded(Operation("-", (last.stop, last.start)), node)
        dropped = sum(not isinstance(i, Slice) for i in tensor.part.index)
        return Extent(tensor.part.tensor, dropped + axis % rank)

    def attribute(self, node: ast.Attribute) -> Entity:
        value = self.denoted(node)
        if isinstance(value, bool | int | float):
            return literal(value)
        if isinstance(node.value, ast.Name) and node.value.id in self.env:
            tensor = self.env[node.value.id]
            if isinstance(tensor, HostTensor) and node.attr == "shape":
                self.base.type_error(
                    f"`{self.base.quote(node)}` is used one extent at a time",
                    node,
                    f"{self.base.quote(node)}[0]",
                    code="host-form",
                )
            if isinstance(tensor, HostTensor | WindowName):
                self.base.unsupported(
                    f"`{self.base.quote(node)}` is not part of a driver",
                    node,
                    "a tensor has .shape in a driver",
                    code="attribute",
                )
        number = self.of_module(node)  # an error for an unknown name
        if number is not None:
            return number
        self.no_number(node)

    def no_number(self, node: ast.expr) -> NoReturn:
        self.base.type_error(
            f"a number or a tensor is expected, found `{self.base.quote(node)}`",
            node,
            f"it is a call: {self.base.quote(node)}()"
            if self.denoted(node) is h.WORLD_SIZE
            else "a driver computes with numbers, and passes tensors, x[r] and windows",
            code="host-form",
        )

    # Parts of tensors

    def subscript(self, node: ast.Subscript) -> Entity:
        owner = node.value
        if (
            isinstance(owner, ast.Attribute)
            and owner.attr == "shape"
            and isinstance(tensor := self.expr(owner.value), HostTensor)
        ):
            return self.extent(tensor, self.constant(node.slice, "an axis"), node.slice)
        outside = self.denoted(owner)
        if isinstance(outside, list | tuple):
            return self.entry(outside, node)
        value = self.of_module(node)
        if value is not None:
            return value
        tensor = self.expr(owner)
        if isinstance(tensor, WindowName | BufferName):
            self.base.type_error(
                f"`{self.base.quote(owner)}` is {describe(tensor)}, which a driver passes whole",
                node,
                "slice it in the kernel, or declare a window of the shape that is wanted",
                code="window",
            )
        if not isinstance(tensor, HostTensor):
            self.base.type_error(
                f"`{self.base.quote(owner)}` is {describe(tensor)} and has no elements",
                node,
                "tensors of the driver, and lists of the module, have them",
                code="host-form",
            )
        items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if len(items) > len(tensor.shape):
            self.base.type_error(
                f"{len(items)} indices of a tensor with {len(tensor.shape)} axes",
                node,
                f"`{self.base.quote(owner)}` is {describe(tensor)}",
                code="bounds",
            )
        while items and _is_whole(items[-1]):
            items = items[:-1]
        for number, item in enumerate(items):
            if number and isinstance(items[number - 1], ast.Slice):
                self.behind_slice(item)
            tensor = self.selected(tensor, item)
        return tensor

    def entry(self, items: list[Any] | tuple[Any, ...], node: ast.Subscript) -> Entity:
        """A number in a list outside of the driver."""
        at = self.constant(node.slice, "an index")
        if not -len(items) <= at < len(items):
            self.base.invalid_value(
                f"index {at} of a list of {len(items)}",
                node.slice,
                f"indices are 0 to {len(items) - 1}" if items else "the list is empty",
                code="bounds",
            )
        found = items[at]
        if not isinstance(found, bool | int | float):
            self.no_number(node)
        return literal(self.base.in_range(found, node))

    def behind_slice(self, node: ast.expr) -> NoReturn:
        self.base.unsupported(
            "an index behind a slice",
            node,
            "a part lies in one piece: x[r, a:b], or part = x[a:b] and then part[r]",
            code="host-form",
        )

    def selected(self, tensor: HostTensor, node: ast.expr) -> HostTensor:
        """The part that one index of the leading axis selects."""
        part = tensor.part
        if part.index and isinstance(part.index[-1], Slice):
            self.behind_slice(node)  # fmt: skip
        if not tensor.shape:
            self.base.type_error("more indices than axes", node, "one index for an axis", code="bounds")
        leading, rest = tensor.shape[0], tensor.shape[1:]
        if isinstance(node, ast.Slice):
            return self.sliced(tensor, node)
        index = self.integer(node, "an index")
        value = self.numbers.constant(index)
        if value is not None and not (value >= 0 and (not isinstance(leading, int) or value < leading)):
            self.base.invalid_value(
                f"index {value} of an axis of {leading}",
                node,
                f"indices are 0 to {leading - 1}" if isinstance(leading, int) else "indices count from 0",
                code="bounds",
            )
        if not rest:
            self.base.type_error(
                f"`{self.base.quote(node)}` would select one element of {shown(tensor.shape)}",
                node,
                "a driver passes tensors: keep one axis, or pass the number as a scalar",
                code="host-form",
            )
        self.check_rank_axis(index, leading, node)
        return replace(tensor, part=Part(part.tensor, (*part.index, index)), shape=rest)

    @abstractmethod
    def check_rank_axis(self, index: Numeric, leading: int | str, node: ast.AST) -> None:
        """A loop over all ranks indexes an axis of as many."""

    def sliced(self, tensor: HostTensor, node: ast.Slice) -> HostTensor:
        leading, rest = tensor.shape[0], tensor.shape[1:]
        if node.step is not None:
            self.base.unsupported(
                "a slice with a step", node.step, "a part lies in one piece: x[a:b]", code="host-form"
            )
        start = Number(0) if node.lower is None else self.integer(node.lower, "the start of a slice")
        if node.upper is None:
            stop: Numeric = self.extent(tensor, 0, node)
        else:
            stop = self.integer(node.upper, "the end of a slice")
        size = self.numbers.difference(stop, start)
        first, last = self.numbers.constant(start), self.numbers.constant(stop)
        beyond = isinstance(leading, int) and last is not None and last > leading
        if (first is not None and first < 0) or beyond or (size is not None and size <= 0):
            self.base.invalid_value(
                f"the slice {self.base.quote(node)} of an axis of {leading}",
                node,
                "parts start at 0, end after their start, and stay inside the tensor",
                code="bounds",
            )
        whole = start == Number(0) and (
            stop == Number(leading) if isinstance(leading, int) else node.upper is None
        )
        extent: int | str = leading if whole else "?" if size is None else size
        index = tensor.part.index if whole else (*tensor.part.index, Slice(start, stop))
        part = Part(tensor.part.tensor, index)
        return replace(tensor, part=part, shape=(extent, *rest))

    # Types

    def dtype(self, node: ast.expr | None, of: str, call: ast.Call) -> DType:
        if node is None:
            self.base.invalid_value(f"{of} needs an element type", call, "dtype=pl.FP32", code="window")
        found = self.base.settled(node)
        if not isinstance(found, DType):
            self.base.type_error(
                f"dtype= of {of} is an element type, found `{self.base.quote(node)}`",
                node,
                "dtype=pl.FP32",
                code="window",
            )
        return found

    def shape(self, node: ast.expr) -> list[ast.expr]:
        """The entries of a shape that is written as a list, or of a list outside of the driver."""
        outside = self.denoted(node)
        if isinstance(outside, list | tuple):
            return [ast.copy_location(ast.Constant(item), node) for item in outside]
        if isinstance(node, ast.List | ast.Tuple):
            return node.elts
        self.base.type_error(
            f"a shape is a list, found `{self.base.quote(node)}`", node, "[64, 128]", code="host-form"
        )


def literal(value: float) -> Number:
    """A number as one of Python's own; those of enumerations and of NumPy print as something else."""
    if isinstance(value, bool):
        return Number(value)
    return Number(int(value) if isinstance(value, int) else float(value))


def _is_whole(node: ast.expr) -> bool:
    """`:`"""
    return isinstance(node, ast.Slice) and node.lower is None and node.upper is None and node.step is None
