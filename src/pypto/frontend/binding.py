# SPDX-License-Identifier: Apache-2.0
"""The arguments of an operation's call, bound to the parameters of its row and converted to their kinds."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any

from pypto.errors import InvalidOperationError, ParserTypeError, UserError
from pypto.frontend import constructs as c
from pypto.frontend.crossings import peer_name
from pypto.frontend.foreign import keyword_instead, type_instead
from pypto.frontend.state import Poisoned
from pypto.frontend.tasks import Tasks
from pypto.frontend.values import Value, describe, is_array, is_global, is_number, is_scalar, plain_number
from pypto.ir.dtypes import DType
from pypto.ir.enums import AtomicType, Mem
from pypto.ir.nodes import Call, Const, Expr, ScalarType, TensorType, TileType, Type
from pypto.ir.ops import crossing, indexed, memory, scatter, transfer
from pypto.ir.ops.table import REQUIRED, TABLE, Bound, Op, OpError, Param
from pypto.nearby import nearest

GLOBAL_OPERANDS: frozenset[tuple[str, str]] = frozenset(
    {
        ("slice", "input"), ("read", "src"), ("write", "dst"), ("assemble", "target"), ("dim", "tensor"),
        ("load", "tensor"), ("store", "output_tensor"), ("gather_row", "src"), ("gather_row", "dst"),
        ("paged_gather", "src"), ("paged_gather", "indices"), ("paged_gather", "block_table"),
        ("mgather", "mem"), ("mgather", "idx"), ("mgather", "scratch"), ("mscatter", "output_tensor"),
        ("expand_clone", "target"), ("view", "tensor"),
        ("cacheinvalid", "tensor"), ("syncall", "gm_workspace"), ("set_ffts", "workspace"),
    }
)  # fmt: skip
"""Operands that stay in global memory inside a region; every other one is copied on chip first."""

_CHOICES = frozenset({AtomicType})
"""Enumerations whose members alone are taken; the others have numbers or names beside them, or checks of their own."""

_CHOSEN = "m = pl.cmp(x, y, cmp_type=4), where x > y, is 1 and 0: pl.add(b, pl.mul(m, pl.sub(a, b)))"
ON_TENSORS = {
    "sel": _CHOSEN,
    "sels": _CHOSEN,
    "relu": "pl.maximum(x, 0.0)",
    "lrelu": "pl.maximum(x, pl.mul(x, slope)), for a slope below 1",
}
"""What does the work of an operation of tiles on values that have no tile."""

MEMORY_OPERANDS = frozenset({"tensor", "mem"})
"""First operands of tile operations that are tensors."""


def is_tile_only(op: Op) -> bool:
    """Whether an operation has no tensor form."""
    return "tile" in op.namespaces and "tensor" not in op.namespaces and op not in crossing.NAMED


def _other_level(op: Op, wanted: str) -> str:
    if wanted == "tensor" or "tensor" in op.namespaces:
        return f"write pl.{op.name}"
    return ON_TENSORS.get(op.name, "load it first: pl.load(x, offsets, shapes)")


class Binding(Tasks):
    """Binds the arguments of operations."""

    expected: tuple[Any, ast.expr] | None = None  # the annotation of the target of the statement
    printed = False  # the text is what this package printed

    def level(self, node: ast.expr) -> str | None:
        """The level that a spelling names: `pl.tile.add` is of tiles, `pl.add` of what its operands are."""
        if isinstance(node, ast.Attribute):
            base = self.expr(node.value)
            if isinstance(base, c.Namespace) and base.name in ("tensor", "tile"):
                return base.name
        return None

    def check_level(
        self,
        op: Op,
        bound: Mapping[str, Any],
        nodes: Mapping[str, ast.expr],
        level: str | None,
        spelling: str,
        node: ast.AST,
    ) -> None:
        """The operands are of the level of the spelling, and parameters of one level only stand with it."""
        first = next((p for p in op.params if p.kind == "operand"), None)
        if level is not None and op.scalar_form is not None and isinstance(bound["lhs"].type, ScalarType):
            self.invalid(
                f"{spelling} takes {level}s, `lhs` is {describe(bound['lhs'])}",
                node,
                f"between scalars write pl.{op.name}, or the operator of Python",
                code="operand-kind",
            )
        given = bound[first.name].type if first is not None and isinstance(bound[first.name], Expr) else None
        if first is None or first.name in MEMORY_OPERANDS or not isinstance(given, TensorType | TileType):
            return
        found = "tile" if isinstance(given, TileType) else "tensor"
        wanted = level or ("tile" if is_tile_only(op) else None)
        operands = tuple(bound[p.name] for p in op.value_params)
        where = tuple(nodes.get(p.name) for p in op.value_params)
        if wanted is not None and wanted != found:
            tiles = [p.name for p in op.value_params if isinstance(bound[p.name], Expr)
                     and isinstance(bound[p.name].type, TileType)]  # fmt: skip
            local = isinstance(given, TensorType) and given.local
            help = _other_level(op, wanted)
            if op is transfer.STORE and tiles:
                help = "the tile comes first: y = pl.store(tile, [0, 0], y)"
            elif op is transfer.STORE and local:
                help = "tensors are written by a subscript: y[:, :] = ..."
            error = OpError(
                f"{spelling} takes {wanted}s, `{first.name}` is a {found} ({given})",
                help,
                "level-mix",
            )
            raise self.operation_error(error, spelling, operands, where, node)
        for param in op.params:
            if param.level in (None, found) or bound[param.name] == param.default:
                continue
            error = OpError(
                f"`{param.name}` is for {param.level}s", f"leave it out with {found}s", "level-mix"
            )
            raise self.operation_error(error, spelling, operands, where, node)

    def spelling(self, node: ast.expr) -> str:
        """How the operation was written, with `pl` as the prefix whatever the module was imported as."""
        text = self.quote(node)
        head, dot, tail = text.partition(".")
        return f"pl.{tail}" if dot else f"pl.{head}"

    def bind(
        self, op: Op, spelling: str, node: ast.Call, level: str | None = None
    ) -> tuple[dict[str, Any], dict[str, ast.expr]]:
        """Arguments by parameter name, converted to what the parameter's kind asks for."""
        self.no_stars(node)
        given: dict[str, ast.expr] = {}
        accepted = [p for p in op.params if p.stands_in(level) and (self.printed or not p.internal)]
        names = [n for n in positional(op, node) if any(p.name == n for p in accepted)]
        listed = f"its parameters are {', '.join(names)}" if names else "it takes no arguments"
        limit = len(op.by_position(level))
        by_name = {alias: p.name for p in accepted for alias in (p.name, *p.aliases)}
        for position, item in enumerate(node.args):
            if position >= len(names):
                self.invalid(
                    f"{spelling} takes {len(names)} argument{'s' * (len(names) != 1)}, found {len(node.args)}",
                    item,
                    listed,
                    code="argument-list",
                )
            if position >= limit and names[position] == "span":
                self.invalid(f"{spelling} takes no arguments", item, "leave it out", code="argument-list")
            if position >= limit:
                self.invalid(
                    f"{spelling} takes {limit} argument(s) by position",
                    item,
                    f"write {names[position]}={self.quote(item)}",
                    code="argument-list",
                )
            given[names[position]] = item
        for keyword in node.keywords:
            assert keyword.arg is not None
            name = by_name.get(keyword.arg)
            if name is None:
                near = nearest(keyword.arg, by_name)
                instead = next((p.instead for p in op.params if p.name == keyword.arg), None)
                self.invalid(
                    f"{spelling} has no parameter `{keyword.arg}`",
                    keyword,
                    instead
                    or keyword_instead(op.name, keyword.arg)
                    or (f"did you mean `{near}`?" if near else listed),
                    code="argument-list",
                )
            if name in given:
                self.invalid(
                    f"{spelling} got `{name}` twice",
                    keyword,
                    listed if given[name] in node.args else "leave one of them out",
                    code="argument-list",
                )
            given[name] = keyword.value
        bound: dict[str, Any] = {}
        params = {p.name: p for p in op.params}
        for name, item in given.items():  # in source order, so that effects keep theirs
            try:
                bound[name] = self.argument(op, params[name], item)
            except ParserTypeError as error:
                if (
                    error.code == "argument-type"
                    and item in node.args
                    and self.exchanged(
                        params[name], item, [(params[n], i) for n, i in given.items() if i in node.args]
                    )
                ):
                    error.help = f"the order is {', '.join(names[:limit])}"
                if error.code == "argument-type" and error.help is None:
                    error.help = listed
                raise
        for param in op.params:
            if param.name not in bound:
                if param.default is REQUIRED:
                    self.check_first(op, bound, given, spelling, node)
                    self.invalid(
                        f"{spelling} needs `{param.name}`",
                        node,
                        param.instead
                        or (f"such as {param.name}=pl.FP32" if param.kind == "dtype" else listed),
                        code="argument-list",
                    )
                number = param.kind == "scalar" and is_number(param.default)
                bound[param.name] = self.literal(param.default) if number else param.default
        if op is indexed.MGATHER and bound["target_memory"] is not Mem.Mat and "idx" in given:
            bound["idx"] = self.on_chip(bound["idx"], given["idx"])  # into Mat it is read where it lies
        return {p.name: bound[p.name] for p in op.params}, given

    def exchanged(self, param: Param, given: ast.expr, others: Sequence[tuple[Param, ast.expr]]) -> bool:
        """Whether another argument is of the kind that a parameter takes, so that their order is wrong."""
        kinds: dict[str, type] = {"dtype": DType, "dims": tuple, "operand": Expr}
        wanted = kinds.get(param.kind)
        if wanted is None or (wanted is Expr and not isinstance(self.settled(given), DType | tuple)):
            return False
        for other, item in others:
            if other.kind == param.kind:
                continue
            try:
                value = self.settled(item)
            except (UserError, Poisoned):
                continue
            if isinstance(value, wanted) and (wanted is not Expr or is_array(value)):
                return True
        return False

    def check_first(
        self, op: Op, bound: Mapping[str, Any], nodes: Mapping[str, ast.expr], spelling: str, node: ast.AST
    ) -> None:
        """Tensors given to an operation of tiles: that is what is wrong, whatever is missing beside them."""
        first = next((p for p in op.params if p.kind == "operand"), None)
        value = bound.get(first.name) if first is not None else None
        if is_tile_only(op) and isinstance(value, Expr) and isinstance(value.type, TensorType):
            self.check_level(op, {p.name: bound.get(p.name) for p in op.params}, nodes, None, spelling, node)

    def argument(self, op: Op, param: Param, node: ast.expr) -> Any:
        if param.kind == "operand":
            return self.operand(
                node, keep=(op.name, param.name) in GLOBAL_OPERANDS, optional=param.default is None
            )
        if param.kind in ("scalar", "value"):
            value = self.settled(node)
            if isinstance(value, c.DynamicDim):
                value = self.symbol(value, node)
            if is_number(value):
                return self.literal(value)
            if isinstance(value, Expr):
                return self.on_chip(value, node) if is_array(value) else value
            self.type_error(
                f"`{param.name}` must be a scalar, `{self.quote(node)}` is {describe(value)}",
                node,
                code="argument-type",
            )
        if param.name == "peer_func":
            return peer_name(self, node)
        value = self.settled(node)
        if param.kind == "dims":
            if isinstance(value, Const) and value.value is None and param.default is None:
                return None
            dims = self.dims(value, node, f"`{param.name}`")
            return self.spelled_out(dims) if param.name in ("shape", "valid_shape") else dims
        if param.kind == "dtype":
            if isinstance(value, DType) or (
                param.default is None and isinstance(value, Const) and value.value is None
            ):
                return value if isinstance(value, DType) else None
            self.type_error(
                f"`{param.name}` must be an element type, `{self.quote(node)}` is {describe(value)}",
                node,
                type_instead(value),
                code="argument-type",
            )
        if isinstance(value, Expr) and isinstance(value.type, TileType) and f"tile.{op.name}" in TABLE:
            self.invalid(
                f"pl.{op.name} takes tensors, `{self.quote(node)}` is {describe(value)}",
                node,
                f"with tiles write pl.tile.{op.name}",
                code="level-mix",
            )
        known = self.static(value, node, param.name)
        kind = type(param.default)
        if isinstance(param.default, Enum) and kind in _CHOICES and not isinstance(known, kind):
            self.type_error(
                f"`{param.name}` must be a member of pl.{kind.__name__}, `{self.quote(node)}` is {describe(value)}",
                node,
                f"one of {', '.join(f'pl.{kind.__name__}.{m.name}' for m in kind)}",
                code="argument-type",
            )
        flag = isinstance(param.default, bool)
        if callable(known) or (flag and not isinstance(known, bool)):
            wanted = "True or False" if flag else "a plain value"
            self.type_error(
                f"`{param.name}` must be {wanted}, `{self.quote(node)}` is {describe(value)}",
                node,
                code="argument-type",
            )
        return known

    def static(self, value: Value, node: ast.expr, name: str) -> Any:
        """A plain Python value for a parameter that shapes the code."""
        if isinstance(value, Const):
            return value.value
        if isinstance(value, tuple):
            return tuple(self.static(v, node, name) for v in value)
        if isinstance(value, Expr):
            self.type_error(
                f"`{name}` must be known while the kernel is read, `{self.quote(node)}` is {describe(value)}",
                node,
                "a number, or a name of the module that holds one",
                code="not-static",
            )
        return value

    def operand(self, node: ast.expr, *, keep: bool = False, optional: bool = False) -> Any:
        """A tensor or tile as a variable; global memory is copied on chip in a region unless `keep`."""
        value = self.expr(node)
        if is_number(value):
            return self.literal(value)
        if isinstance(value, c.DynamicDim):
            return self.symbol(value, node)
        if not isinstance(value, Expr):
            self.type_error(
                f"a tensor is expected, `{self.quote(node)}` is {describe(value)}",
                node,
                plain_number(value, self.quote(node))
                or (
                    "write the values one by one, without the brackets"
                    if isinstance(value, tuple) and any(map(is_array, value))
                    else "a window of a tensor, such as x[0:16, :], or a tile"
                ),
                code="argument-type",
            )
        if optional and isinstance(value, Const) and value.value is None:
            return None
        if is_scalar(value):
            return self.scalar_value(value, node)
        if isinstance(value, Call):
            value = self.temporary(value, self.span(node))
        return value if keep else self.on_chip(value, node)

    def on_chip(self, value: Expr, node: ast.expr) -> Expr:
        """Inside a region, a whole tensor of global memory as an on-chip value."""
        if self.region is None or not is_global(value):
            return value
        type_ = value.type
        assert isinstance(type_, TensorType)
        whole = {"input": value, "shape": type_.shape, "offset": (0,) * type_.rank}
        bound = {p.name: whole.get(p.name, p.default) for p in memory.SLICE.params}
        try:
            result = memory.SLICE.infer(Bound(bound, True))
        except OpError:
            raise self.error(
                InvalidOperationError,
                f"`{self.quote(node)}` is a whole tensor whose extents are known at run time only",
                node,
                help=f"take a window of static shape: {self.quote(node)}[r : r + 16, :]",
                notes=[f"{self.quote(node)} is {type_}"],
                code="not-static",
            ) from None
        return self.temporary(self.make_call(memory.SLICE, bound, result, self.span(node)), self.span(node))

    def make_call(self, op: Op, bound: Mapping[str, Any], type_: Type, span: Any) -> Call:
        """The node of a bound call: value operands in `args`, everything else in `attrs`."""
        args = [bound[p.name] for p in op.value_params]
        while args and args[-1] is None:
            args.pop()
        values = {p.name for p in op.value_params}
        attrs = {p.name: bound[p.name] for p in op.params if p.name not in values}
        return Call(op, tuple(args), attrs, type_, span)


def positional(op: Op, node: ast.Call) -> list[str]:
    """The parameters in the order of positional arguments; `scatter_update` may have its `dim` second."""
    names = [p.name for p in op.params if not p.internal]
    if op is scatter.SCATTER_UPDATE:
        given = {k.arg for k in node.keywords}
        behind = len({"index", "src"} - given)  # of the positional arguments after `input`
        if "dim" not in given and len(node.args) == behind + 2:
            names = ["input", "dim", "index", "src"]
    return names
