# SPDX-License-Identifier: Apache-2.0
"""Arguments of calls of kernel functions: the value of each parameter, compared with what its annotation says."""

from __future__ import annotations

import ast

from pypto.errors import LevelError
from pypto.frontend import constructs as c
from pypto.frontend.annotations import other_strides
from pypto.frontend.clusters import Clusters
from pypto.frontend.directions import LAUNCHES
from pypto.frontend.parameters import Declaration
from pypto.frontend.source import KernelSource
from pypto.frontend.values import (
    Value,
    conversion,
    describe,
    is_array,
    is_global,
    is_number,
    is_scalar,
    static_number,
)
from pypto.ir import arith
from pypto.ir.dtypes import DType
from pypto.ir.nodes import (
    ArrayType,
    Const,
    Expr,
    PtrType,
    ScalarType,
    TaskIdType,
    TensorType,
    TileType,
    Type,
    Var,
)


class Passing(Clusters):
    """Gives parameters their values."""

    def arguments(self, kernel: KernelSource, node: ast.Call) -> dict[str, tuple[Value, ast.expr]]:
        """The values of a call by parameter name."""
        names = list(kernel.parameter_names)
        if kernel.options.get("macro") and (node.keywords or len(node.args) != len(names)):
            found = f"got {len(node.args)}" + (" and keywords" if node.keywords else "")
            self.syntax(
                f"{kernel.name} expects {len(names)} positional argument(s), {found}",
                node,
                f"its parameters are {', '.join(names)}",
                code="argument-list",
            )
        self.no_stars(node)
        given: dict[str, ast.expr] = {}
        if len(node.args) > len(names):
            self.type_error(
                f"{kernel.name} expects {len(names)} argument(s), got {len(node.args)}",
                node,
                f"its parameters are {', '.join(names)}",
                code="argument-list",
            )
        for name, item in zip(names, node.args, strict=False):
            given[name] = item
        for keyword in node.keywords:
            assert keyword.arg is not None
            if keyword.arg == "deps" and keyword.arg not in names and kernel.kind in LAUNCHES:
                self.syntax(
                    f"deps= on a plain call of {kernel.name}",
                    keyword,
                    f"submit it: y, task = pl.submit({self.quote(node.func)}, ..., deps=[...])",
                    code="deps-form",
                )
            if keyword.arg == "device" and keyword.arg not in names:
                raise self.error(
                    LevelError,
                    f"device= of a call of {kernel.name} belongs to a driver (@pl.jit.host), and this is a program of "
                    "one chip",
                    keyword,
                    help="leave it out: a chip runs what its program calls",
                )
            if keyword.arg not in names or keyword.arg in given:
                why = "has no parameter" if keyword.arg not in names else "got twice"
                self.type_error(
                    f"{kernel.name} {why} `{keyword.arg}`",
                    keyword,
                    f"its parameters are {', '.join(names)}",
                    code="argument-list",
                )
            given[keyword.arg] = keyword.value
        defaults = dict(zip(reversed(names), reversed(kernel.defaults), strict=False))
        values: dict[str, tuple[Value, ast.expr]] = {}
        self.exempt = []
        for name in given:
            values[name] = (self.settled(given[name]), given[name])
            if self.construct_of(given[name]) is c.NO_DEP:
                value = values[name][0]
                if not isinstance(value, Var) or not is_global(value):
                    self.type_error(
                        f"pl.no_dep takes a tensor, found {describe(value)}",
                        given[name],
                        code="argument-type",
                    )
                self.exempt.append(value)
        for name in names:
            if name not in values:
                if name not in defaults:
                    self.type_error(
                        f"{kernel.name} expects {len(names)} argument(s), got {len(given)}: `{name}` is missing",
                        node,
                        f"its parameters are {', '.join(names)}",
                        code="argument-list",
                    )
                values[name] = (self.captured(name, defaults[name], node), node)
        return values

    def passed(self, kernel: KernelSource, declaration: Declaration, value: Value, node: ast.expr) -> Value:
        """An argument as the parameter sees it, compared with the parameter's annotation."""
        where = f"parameter `{declaration.name}` of {kernel.name}"
        if declaration.kind == "scalar":
            return self.passed_scalar(where, declaration.dtype, value, node)
        exact = exact_type(declaration)
        if exact is not None:
            type_, what, help = exact
            if not isinstance(value, Expr) or value.type != type_:
                self.type_error(
                    f"{where} is {what}, the argument is {describe(value)}",
                    node,
                    help,
                    code="argument-mismatch",
                )
            return value
        if not is_array(value):
            if declaration.annotated:
                self.type_error(
                    f"{where} is a tensor, the argument is {describe(value)}",
                    node,
                    "pass a tensor, or annotate the parameter pl.Scalar[...]",
                    code="argument-mismatch",
                )
            return self.literal(value) if is_number(value) else value
        mismatch = unlike(declaration, value.type)
        if mismatch:
            self.type_error(
                f"{where} has {mismatch}",
                node,
                "annotate the parameter as what it is given, or pl.Tensor alone",
                notes=[f"{self.quote(node)} is {value.type}"],
                code="argument-mismatch",
            )
        return value

    def passed_scalar(self, where: str, dtype: DType | None, value: Value, node: ast.expr) -> Value:
        """A number takes the parameter's type, a run-time scalar must have it."""
        assert dtype is not None
        if isinstance(value, c.DynamicDim):
            value = self.symbol(value, node)
        number = static_number(value)
        if number is not None:
            self.declared_fits(
                f"{where} is Scalar[{dtype}], the argument", number, dtype, node, "argument-mismatch"
            )
            return Const(self.wrapped(number, dtype), ScalarType(dtype), self.span(node))
        if not is_scalar(value):
            self.type_error(
                f"{where} is a scalar, the argument is {describe(value)}",
                node,
                "pass one element: pl.read(x, [0, 0])" if is_array(value) else "pass a number",
                code="argument-mismatch",
            )
        value = self.as_index(value, dtype)
        if value.type != ScalarType(dtype):
            self.type_error(
                f"{where} is Scalar[{dtype}], the argument is {value.type}",
                node,
                conversion(value.type.dtype, dtype),
                code="argument-mismatch",
            )
        return value


def exact_type(declaration: Declaration) -> tuple[Type, str, str] | None:
    """The one type of an argument that is no tensor and no scalar, what it is called, and how to get such a value."""
    if declaration.kind == "task":
        return TaskIdType(), "a task id", "name a task: with pl.at(...) as t:"
    if declaration.kind == "pointer":
        return PtrType(), "a pl.Ptr", "p = pl.tile.alloc(pl.Mem.Vec, size)"
    if declaration.kind == "array":
        assert declaration.shape is not None and declaration.dtype is not None
        array = ArrayType(int(declaration.shape[0]), declaration.dtype)  # type: ignore[arg-type]
        help = f"pass an array made by pl.array.create({array.extent}, pl.{array.dtype})"
        return array, str(array), help
    if declaration.tile is not None:
        help = "pass a tile of the shape, type and space of the parameter"
        return declaration.tile, str(declaration.tile), help
    return None


def unlike(declaration: Declaration, type_: TensorType | TileType) -> str | None:
    """In what a tensor differs from the annotation of a parameter; None where it does not."""
    if declaration.dtype is not None and declaration.dtype is not type_.dtype:
        return f"element type {declaration.dtype}, the argument has {type_.dtype}"
    if declaration.shape is None:
        return None
    if len(declaration.shape) != len(type_.shape):
        return f"{len(declaration.shape)} axes, the argument has {len(type_.shape)}"
    for axis, (wanted, has) in enumerate(zip(declaration.shape, type_.shape, strict=True)):
        number = arith.as_int(has)
        if isinstance(wanted, int) and number is not None and number != wanted:
            return f"extent {wanted} on axis {axis}, the argument has {number}"
    return other_strides(declaration.view, type_) if isinstance(type_, TensorType) else None
