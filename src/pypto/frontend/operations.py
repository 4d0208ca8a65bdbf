# SPDX-License-Identifier: Apache-2.0
"""Calls of operations.

    pl.add(x[0:16, :], 2)  ->  t_1 = slice(x, [16, 64], [0, 0]); adds(t_1, 2)

A call is bound to the parameters of the operation's row, `resolve` picks the row for the operands, and the row's
type rule accepts or refuses them. A pure call is returned unassigned, so that an assignment can name its variable.
"""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from pypto.errors import InvalidOperationError, Span
from pypto.frontend.binding import Binding, is_tile_only
from pypto.frontend.clones import expand_clone
from pypto.frontend.crossings import take_annotation
from pypto.frontend.growth import continued
from pypto.frontend.promotion import promoted
from pypto.frontend.values import Value, describe, is_array, is_global, is_scalar
from pypto.ir import arith
from pypto.ir.dtypes import INDEX, INT32
from pypto.ir.enums import AtomicType, SplitMode
from pypto.ir.nodes import (
    Call,
    Const,
    Dim,
    Eval,
    Expr,
    ScalarType,
    TensorType,
    TileType,
    TupleType,
    Type,
    Var,
)
from pypto.ir.ops import (
    array,
    cast,
    crossing,
    dispatch,
    gather,
    indexed,
    layout,
    memory,
    pipe,
    shaping,
    system,
    transfer,
)
from pypto.ir.ops import scalar as scalar_ops
from pypto.ir.ops.table import Bound, Op, OpError, Trait

PAIRS = frozenset({gather.GATHER, gather.GATHER_COMPARE})
"""Operations that may give two values: what was found, and how much."""

COMPUTES = frozenset({Trait.VECTOR, Trait.CUBE, Trait.MTE})
"""Operations that run on a core."""


class Operations(Binding):
    """Lowers calls of operations."""

    def operation(self, op: Op, node: ast.Call) -> Value:
        spelling = self.spelling(node.func)
        if op is system.TASK_DUMMY:
            return self.task_dummy(node)
        level = self.level(node.func)
        expected, self.expected = self.expected, None
        bind = self.bind_crossing if op in crossing.NAMED else self.bind
        bound, nodes = bind(op, spelling, node, level)
        if op in pipe.MOVES and isinstance(bound["split"], SplitMode):
            bound["split"] = bound["split"].value
        if op in pipe.POPS:
            take_annotation(self, bound, expected, self.span(node))
        if op in pipe.OPENS:
            for name in ("c2v_consumer_buf", "v2c_consumer_buf"):
                if name not in nodes:
                    bound[name] = Const(0, ScalarType(INT32), self.span(node))
        if (level == "tile" or is_tile_only(op)) and self.is_misplaced(op):
            raise self.misplaced(op, spelling, node)
        self.check_level(op, bound, nodes, level, spelling, node)
        if op is array.UPDATE_ELEMENT:
            return self.update_element(bound, nodes, node)
        if op is memory.DIM:
            return self.dimension(bound, spelling, node)
        made = level or ("tile" if is_tile_only(op) else None)
        return self.apply(op, bound, nodes, spelling, node, tile=made == "tile")

    @abstractmethod
    def bind_crossing(
        self, op: Op, spelling: str, node: ast.Call, level: str | None = None
    ) -> tuple[dict[str, Any], dict[str, ast.expr]]:
        """The arguments of a crossing between the cores, with how it is divided."""

    def apply(
        self,
        op: Op,
        bound: dict[str, Any],
        nodes: Mapping[str, ast.expr],
        spelling: str,
        node: ast.AST,
        *,
        tile: bool = False,
    ) -> Value:
        """Choose the row for the operands, infer the type, and emit what has an effect."""
        span = self.span(node)
        operands = written = tuple(bound[p.name] for p in op.value_params)
        operand_nodes = tuple(nodes.get(p.name) for p in op.value_params)
        try:
            if self.region is not None and op.promotes:
                bound = promoted(self, op, bound, span)
                operands = tuple(bound[p.name] for p in op.value_params)
            row, args = dispatch.resolve(op, operands)
            dispatch.check_form(row, bound)
            if row is not op:
                bound = {
                    **{p.name: bound.get(p.name, p.default) for p in row.params},
                    **{p.name: a for p, a in zip(row.value_params, args, strict=False)},
                }
            if self.is_misplaced(row):
                raise self.misplaced(row, spelling, node)
            if row.has(Trait.SCALAR) and row.has(Trait.PURE):
                return self.scalar_operation(row, bound, spelling, node)
            for p in row.value_params:
                if p.kind == "scalar" and isinstance(bound[p.name], Expr) and is_array(bound[p.name]):
                    raise OpError(
                        f"`{p.name}` must be a scalar, found {bound[p.name].type}", code="argument-type"
                    )
            if row is shaping.SET_VALIDSHAPE:  # extents are INDEX wherever they are given
                self.check_narrowed(bound["input"])
                for name in ("valid_rows", "valid_cols"):
                    if is_scalar(bound[name]) and bound[name].type.dtype.is_int:
                        bound[name] = self.retyped(bound[name], INDEX)
            if row is cast.CAST and bound["input"] in self.session.wider:
                cast.mode_name(bound["mode"])
                if bound["target_type"] is bound["input"].type.dtype:
                    return bound["input"]  # declared narrower, it is the accumulator's value all the same
            type_ = row.infer(Bound(bound, self.region is not None, tile))
        except OpError as error:
            raise self.operation_error(error, spelling, written, operand_nodes, node) from None
        if row is memory.SLICE and self.region is None and self.covers(bound):
            return bound["input"]
        if row is memory.SLICE and self.region is not None and self.is_column(bound):
            return self.column(bound, type_, spelling, node)
        if row is layout.VIEW:
            return self.view(bound, nodes["tensor"], span)
        if row is layout.EXPAND_CLONE:
            return expand_clone(self, bound, span)
        call = self.make_call(row, bound, type_, span)
        if row.target is not None and is_global(call.args[row.target]):
            try:
                call = continued(self, call, span)
            except OpError as error:
                raise self.operation_error(error, spelling, written, operand_nodes, node) from None
        if row is memory.ASSEMBLE:
            return self.assemble(call, spelling, node, (nodes.get("target"), nodes.get("source")))
        if row in (transfer.STORE, indexed.MSCATTER):
            self.effect(call, span)
            return call.args[call.op.target or 0]
        if row in PAIRS and gather.is_comparison(bound):
            counts = {**bound, "counts": True}
            other = self.make_call(row, counts, row.infer(Bound(counts, True)), span)
            return self.temporary(call, span), self.temporary(other, span)
        if row is memory.WRITE:
            return self.write(call, node)
        if type_ == TupleType(()):
            self.effect(call, span)
            return None
        return call

    def view(self, bound: Mapping[str, Any], node: ast.expr, span: Span | None) -> Value:
        """A tensor under another shape or layout."""
        region = self.region is not None
        value: Expr = bound["tensor"]
        for number, (row, attrs) in enumerate(layout.view_steps(Bound(bound, region))):
            source = self.temporary(value, span) if number else self.on_chip(value, node)
            given = {"input": source, "tmp_tile": None, **attrs}
            value = self.make_call(row, given, row.infer(Bound(given, region)), span)
            self.session.restated.add(value)
        return value

    def check_narrowed(self, value: Value) -> None:
        """What is a view of other bytes has the valid region that its view says."""
        if value not in self.session.restated:
            return
        tile = isinstance(value, Expr) and isinstance(value.type, TileType)
        raise OpError(
            f"the valid region of a {'transposed ' if tile else ''}view is not set behind it",
            "load it so: pl.load(x, offsets, shape, valid_shape=[...], target_memory=pl.Mem.Mat)"
            if tile
            else "write pl.reshape(x, shape) or pl.transpose(x, 0, 1) in place of the view",
            "valid-shape",
        )

    def is_column(self, bound: Mapping[str, Any]) -> bool:
        """Whether a slice in a region takes one element of each line of a tensor in global memory."""
        shape, drop = bound["shape"], bound["drop_dims"] or ()
        return is_global(bound["input"]) and len(shape) - 1 in drop and len(drop) < len(shape)

    def column(self, bound: Mapping[str, Any], type_: Type, spelling: str, node: ast.AST) -> Value:
        """Such elements come as a column, which lies densely on chip, and go by the shape of the slice."""
        assert isinstance(type_, TensorType)
        keep = tuple(axis for axis in bound["drop_dims"] if axis != len(bound["shape"]) - 1)
        lines = self.apply(memory.SLICE, {**bound, "drop_dims": keep or None}, {}, spelling, node)
        lines = self.temporary(lines, self.span(node))
        return self.apply(shaping.RESHAPE, {"input": lines, "shape": type_.shape}, {}, spelling, node)

    def covers(self, bound: Mapping[str, Any]) -> bool:
        """Whether a slice in orchestration is the whole tensor."""
        type_ = bound["input"].type
        return (
            not bound["drop_dims"]
            and bound["valid_shape"] is None
            and bound["pad_value"] is None
            and all(arith.as_int(o) == 0 for o in bound["offset"])
            and all(arith.same(a, b) for a, b in zip(bound["shape"], type_.shape, strict=True))
        )

    def is_misplaced(self, row: Op) -> bool:
        """Whether an operation computes where code only decides what runs."""
        return self.region is None and bool(row.traits & COMPUTES) and not row.has(Trait.CONTROL)

    def misplaced(self, row: Op, spelling: str, node: ast.AST) -> Any:
        name = spelling.rpartition(".")[2]
        return self.error(
            InvalidOperationError,
            f"Misplaced tensor op '{name}': {spelling} computes, and this code only decides what runs",
            node,
            help="wrap it in a region: with pl.at(level=pl.Level.CORE_GROUP):",
            code="misplaced",
        )

    def scalar_operation(self, row: Op, bound: Mapping[str, Any], spelling: str, node: ast.AST) -> Expr:
        """`pl.min`, `pl.max` and `pl.cast` of scalars."""
        if row is not scalar_ops.CAST:
            for p in row.value_params:
                if not is_scalar(bound[p.name]):
                    raise OpError(
                        f"`{p.name}` must be a scalar, found {describe(bound[p.name])}",
                        f"on tensors use pl.{row.name}imum(a, b), or of each row pl.row_{row.name}(x)"
                        if row.name in ("min", "max")
                        else None,
                        code="argument-type",
                    )
            return self.scalar_call(row, spelling, tuple(bound[p.name] for p in row.value_params), node)
        value, target = bound["value"], bound["target_type"]
        type_ = row.infer(Bound(bound, self.region is not None))
        if value.type == type_:
            return value
        if isinstance(value, Const):
            assert row.reference is not None and value.value is not None
            folded = self.python(node, lambda: row.reference(value.value, target))  # type: ignore[misc]
            return Const(self.wrapped(folded, target), type_, self.span(node))
        return Call(row, (value,), {"target_type": target}, type_, self.span(node))

    def dimension(self, bound: Mapping[str, Any], spelling: str, node: ast.AST) -> Expr:
        """`pl.dim` is the extent that the type holds."""
        try:
            memory.DIM.infer(Bound(bound))
        except OpError as error:
            raise self.operation_error(error, spelling, (bound["tensor"],), (), node) from None
        return arith.to_expr(bound["tensor"].type.shape[bound["axis"]])

    # Effects

    def assemble(self, call: Call, spelling: str, node: ast.AST, nodes: tuple[ast.expr | None, ...]) -> Value:
        """Write `source` into `target`: global memory keeps its variable, an on-chip target becomes a new value."""
        target, source = call.args
        assert isinstance(target, Var) and isinstance(source, Var)
        self.check_storable(source, target, spelling, node, nodes)
        if self.region is None:
            self.copy_task(target, source, call.attrs["offset"], node)
            return target
        if is_global(target):
            self.emit(Eval(call, self.span(node)))
            return target
        if call.attrs["atomic"] is not AtomicType.None_:
            self.invalid("atomic adds go to global memory", node, code="atomic")
        return call

    @abstractmethod
    def copy_task(self, target: Var, source: Var, offset: Sequence[Dim], node: ast.AST) -> None:
        """Write a tensor into another one in orchestration."""

    def check_storable(
        self, source: Var, target: Var, spelling: str, node: ast.AST, nodes: tuple[ast.expr | None, ...]
    ) -> None:
        from_, to = source.type.dtype, target.type.dtype  # type: ignore[attr-defined]
        accumulator = isinstance(source.type, TileType) and source.type.space == "Acc"
        cube = source in self.session.cube or accumulator
        if not memory.storable(from_, to, cube):
            error = OpError(
                f"a {from_} value cannot be stored into a {to} tensor",
                f"convert it: pl.cast(v, pl.{to})",
                "dtype-mismatch",
            )
            raise self.operation_error(error, spelling, (target, source), nodes, node)

    def write(self, call: Call, node: ast.AST) -> Value:
        target, value = call.args
        assert isinstance(target, Var) and value is not None
        dtype = target.type.dtype  # type: ignore[attr-defined]
        if isinstance(value, Const):
            self.number_fits(value.value, dtype, node)
            call = Call(call.op, (target, self.retyped(value, dtype)), call.attrs, call.type, call.span)
        self.effect(call, self.span(node))
        return None
