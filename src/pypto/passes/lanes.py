# SPDX-License-Identifier: Apache-2.0
"""The vector half of a mixed region for two vector cores, each of which computes one half of the values.

    c = pl.tpop_from_aic(split=0)             c = pl.tpop_from_aic(split=1)            # 32 of the 64 rows
    r = pl.slice(x, [64, 64], [0, 0])   ->    r = pl.slice(x, [32, 64], [lane * 32, 0])
    y = pl.add(c, r)                          y = pl.add(c, r)
    pl.assemble(out, y, [0, 0])               pl.assemble(out, y, [lane * 32, 0])

Rows are halved (UP_DOWN) or columns (LEFT_RIGHT). What crosses between the cores is halved, and with it every value that
meets it element by element; a single row or column that is repeated is whole on both cores. So is what has nothing to do
with the crossing values; lane 0 stores it. What an operation makes out of whole values is whole first, and each core
takes its rows of it. An operation that would need both halves at once is refused.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from pypto.errors import Span, UnsupportedFeatureError, as_written, source_line
from pypto.ir import arith
from pypto.ir.dtypes import BOOL, INDEX
from pypto.ir.enums import SplitMode
from pypto.ir.nodes import (
    Assign,
    Call,
    Const,
    Dim,
    Eval,
    Expr,
    Function,
    If,
    ScalarType,
    Stmt,
    TensorType,
    TileType,
    Type,
    Var,
    walk,
)
from pypto.ir.ops import (
    compare,
    creation,
    crossing,
    dispatch,
    gather,
    layout,
    memory,
    pipe,
    scalar,
    scatter,
    shaping,
    sort,
    system,
)
from pypto.ir.ops.table import Op, Trait
from pypto.ir.visit import Rewriter, header_exprs, vars_in
from pypto.passes.cores import memory_target
from pypto.passes.tiles import on_chip

_INDEX = ScalarType(INDEX)
_BY_EXTENT = {
    Trait.ELEMENTWISE,
    Trait.ROW_EXPAND,
    Trait.COL_EXPAND,
    Trait.ROW_REDUCTION,
    Trait.COL_REDUCTION,
}
"""Operations whose operands line up with the result along every axis that both have."""


def split_lanes(function: Function, mode: SplitMode) -> Function:
    """The vector function of a group, for the lane that runs it."""
    return _Lanes(function, mode).run()


@dataclass(frozen=True)
class _Blame:
    """What needs both halves of a value at once."""

    what: str
    span: Span | None


class _Lanes(Rewriter):
    def __init__(self, function: Function, mode: SplitMode) -> None:
        self.function = function
        self.mode = mode
        self.parent: dict[Var, Var] = {}
        self.seeds: dict[Var, Span | None] = {}
        self.blocked: dict[Var, _Blame] = {}
        self.made: dict[Var, Var] = {}
        self.cut: set[Var] = set()  # made as a whole, out of whole values
        self.lane = Var("lane", _INDEX, function.span)

    def run(self) -> Function:
        for stmt in walk(self.function.body):
            self.see(stmt)
        self.halved = {self.find(v) for v in self.seeds}
        for var, blame in self.blocked.items():
            if self.find(var) in self.halved:
                self.refuse(var, blame)
        self.check_memory()
        read = Call(system.GET_SUBBLOCK_IDX, (), {}, _INDEX, self.function.span)
        body = (Assign(self.lane, read, self.function.span), *self.block(self.function.body))
        return self.function.with_body(body)

    def refuse(self, var: Var, blame: _Blame) -> None:
        word = "rows" if self.mode is SplitMode.UP_DOWN else "columns"
        other = "LEFT_RIGHT" if self.mode is SplitMode.UP_DOWN else "UP_DOWN"
        modes = (
            "NONE" if blame.what == "pl.transpose" else f"{other} or NONE"
        )  # a transpose takes rows and columns
        raise UnsupportedFeatureError(
            f"pl.split(pl.SplitMode.{self.mode.name}) gives each vector core half of the {word} of "
            f"`{as_written(var.name, var.span)}`, "
            f"and {blame.what} needs all of them",
            span=blame.span,
            help=f"use pl.SplitMode.{modes}, or do this in a region of its own",
            code="split",
        )

    # Which values are halved

    def axis(self, type_: Type) -> int | None:
        """The axis that is halved, None where a value has no such axis."""
        if not isinstance(type_, TensorType):
            return None
        back = 2 if self.mode is SplitMode.UP_DOWN else 1
        return type_.rank - back if type_.rank >= back else None

    def extent(self, var: Var) -> int:
        """How many rows or columns there are to divide; 1 where it is whole anyhow."""
        axis = self.axis(var.type)
        if axis is None:
            return 1
        assert isinstance(var.type, TensorType)
        return arith.as_int(var.type.shape[axis]) or 1

    def find(self, var: Var) -> Var:
        while var in self.parent:
            var = self.parent[var]
        return var

    def tie(self, a: Var, b: Var) -> None:
        a, b = self.find(a), self.find(b)
        if a is not b:
            self.parent[b] = a

    def block_value(self, var: Var, what: str, span: Span | None) -> None:
        if self.extent(var) > 1:
            self.blocked.setdefault(var, _Blame(what, span))

    def made_whole(self, target: Var, operands: Sequence[Var], what: str, span: Span | None) -> None:
        """The operation needs whole operands; a core can take its rows of the result, for their place is a number
        that is known at run time, but not its columns."""
        for var in operands:
            self.block_value(var, what, span)
        if self.mode is SplitMode.UP_DOWN and self.extent(target) > 1:
            self.cut.add(target)
        else:
            self.block_value(target, what, span)

    def see(self, stmt: Stmt) -> None:
        for expr in header_exprs(stmt):
            for var in vars_in(expr):
                self.plain(var, expr.span or stmt.span)
        if isinstance(stmt, Eval) and isinstance(stmt.value, Call):
            self.see_effect(stmt.value, stmt.span)
        if not isinstance(stmt, Assign):
            return
        value, target = stmt.value, stmt.target
        span = value.span or stmt.span
        if isinstance(value, Call) and value.op is system.GET_SUBBLOCK_IDX:
            raise UnsupportedFeatureError(
                f"pl.split divides the work, and `{as_written(target.name, target.span)}` asks which vector core does it",
                span=span,
                help="divide it yourself: for lane in pl.split_aiv(2, mode=...)",
                code="split",
            )
        if isinstance(value, Call) and value.op is memory.READ:
            for var in self.operands(value):
                self.block_value(var, "a read of single elements", span)
        if not on_chip(target.type):
            return
        if isinstance(value, Var):
            self.line_up(target, [value], "a copy", span)
            return
        assert isinstance(value, Call)
        self.see_value(target, value, span)

    def plain(self, var: Var, span: Span | None) -> None:
        if isinstance(var.type, TileType):
            raise UnsupportedFeatureError(
                f"pl.split divides values of tensor code, and `{var.name}` is a tile",
                span=span,
                help="divide the tiles yourself: for lane in pl.split_aiv(2, mode=...)",
                code="split",
            )

    def operands(self, call: Call) -> list[Var]:
        return [a for a in call.args if isinstance(a, Var) and on_chip(a.type)]

    def line_up(self, target: Var, operands: Sequence[Var], what: str, span: Span | None) -> None:
        """Halves of the operands give halves of the result; what has one row or column is repeated."""
        for operand in operands:
            if self.extent(operand) == 1:
                continue
            if self.extent(operand) == self.extent(target):
                self.tie(target, operand)
            else:
                self.block_value(operand, what, span)
                self.block_value(target, what, span)

    def see_effect(self, call: Call, span: Span | None) -> None:
        if call.op in pipe.PUSHES and call.attrs["split"]:
            (tile,) = self.operands(call)
            self.seeds[tile] = call.span or span
        elif call.op is memory.WRITE:
            for var in self.operands(call):
                self.block_value(var, "a write of single elements", call.span or span)

    def see_value(self, target: Var, call: Call, span: Span | None) -> None:
        op, what = call.op, dispatch.spelling(call)
        if op is layout.TRANSPOSE and _by_flag(call.span or span):
            what = "the product that transposes it by a_trans or b_trans"
        operands = self.operands(call)
        if op in pipe.POPS:
            if call.attrs["split"]:
                self.seeds[target] = span
        elif op in (creation.CREATE_TENSOR, creation.FULL) or (op is memory.SLICE and not operands):
            return
        elif op is memory.ASSEMBLE and not self.spans_axis(target, call):
            for var in (target, *operands):
                self.block_value(var, "a part of it", span)
        elif op is memory.SLICE and not self.spans_axis(target, call):
            self.made_whole(target, operands, "a part of it", span)
        elif op is layout.TRANSPOSE or (op is shaping.RESHAPE and not self.keeps_axis(target, operands[0])):
            self.made_whole(target, operands, what, span)
        elif (
            op in (shaping.RESHAPE, shaping.SET_VALIDSHAPE, shaping.FILLPAD, memory.SLICE, memory.ASSEMBLE)
            or (op is layout.CONCAT and self.mode is SplitMode.UP_DOWN)
            or op.traits & _BY_EXTENT
            or op in (compare.CMP, compare.CMPS)
            or (self.mode is SplitMode.UP_DOWN and _row_by_row(call))
        ):
            self.line_up(target, operands, what, span)
        else:
            self.made_whole(target, operands, what, span)

    def spans_axis(self, target: Var, call: Call) -> bool:
        """Whether a window of an on-chip value takes the halved axis as a whole."""
        whole = call.args[0]
        assert isinstance(whole, Var) and isinstance(whole.type, TensorType)
        axis = self.axis(whole.type)
        if axis is None:
            return True
        part = target.type if call.op is memory.SLICE else call.args[1].type  # type: ignore[union-attr]
        assert isinstance(part, TensorType)
        other = self.axis(part)
        return (
            part.rank == whole.type.rank
            and other is not None
            and arith.as_int(call.attrs["offset"][axis]) == 0
            and arith.same(part.shape[other], whole.type.shape[axis])
        )

    def keeps_axis(self, target: Var, source: Var) -> bool:
        """Whether a reshape leaves rows and columns as they are."""
        a, b = target.type, source.type
        assert isinstance(a, TensorType) and isinstance(b, TensorType)
        rows = arith.same(arith.product(a.shape[:-1]), arith.product(b.shape[:-1]))
        units = all(arith.as_int(d) == 1 for t in (a, b) for d in t.shape[:-2])
        return rows and arith.same(a.shape[-1], b.shape[-1]) and units

    # Global memory

    def check_memory(self) -> None:
        """The lanes are not ordered: neither may read what the other one writes."""
        written: dict[Var, Call] = {}
        parts: dict[Var, set[bool]] = defaultdict(set)
        read: dict[Var, Span | None] = {}
        for stmt in walk(self.function.body):
            for expr in header_exprs(stmt):
                if not isinstance(expr, Call) or expr.op is memory.DIM:
                    continue
                target = memory_target(expr)
                if target is not None:
                    written[target] = expr
                    parts[target].add(any(self.is_halved(v) for v in self.operands(expr)))
                for arg in expr.args:
                    if isinstance(arg, Var) and not on_chip(arg.type) and arg is not target:
                        read.setdefault(arg, expr.span or stmt.span)
        for var, call in written.items():
            if not isinstance(var.type, TensorType):
                continue
            if var in read or len(parts[var]) > 1:
                raise UnsupportedFeatureError(
                    f"`{var.name}` is written and read by both vector cores, which nothing orders",
                    span=call.span,
                    notes=[f"it is read at line {read[var].line}"] if read.get(var) else [],  # type: ignore[union-attr]
                    help="leave out pl.split, or do this in two regions",
                    code="split",
                )

    # Rewriting

    def is_halved(self, var: Var) -> bool:
        return on_chip(var.type) and self.extent(var) > 1 and self.find(var) in self.halved

    def half(self, type_: Type) -> TensorType:
        assert isinstance(type_, TensorType)
        axis = self.axis(type_)
        assert axis is not None
        size = arith.as_int(type_.shape[axis])
        assert size is not None
        part = -(-size // 2)
        shape = _with(type_.shape, axis, part)
        if type_.valid is None and size % 2 == 0:
            return replace(type_, shape=shape)
        whole = type_.valid_shape
        valid = _with(whole, axis, crossing.left(whole[axis], self.lane, part))
        return replace(type_, shape=shape, valid=valid)

    def moved(self, offset: Dim, half: int) -> Dim:
        return arith.add(offset, arith.mul(self.lane, half))

    def var(self, var: Var) -> Expr:
        return self.target(var)

    def target(self, var: Var) -> Var:
        if not self.is_halved(var):
            return var
        if var not in self.made:
            self.made[var] = Var(var.name, self.half(var.type), var.span)
        return self.made[var]

    def stmt(self, stmt: Stmt) -> Stmt | tuple[Stmt, ...]:
        new = super().stmt(stmt)
        if isinstance(new, Assign) and isinstance(new.value, Call):
            assert isinstance(stmt, Assign) and isinstance(stmt.value, Call)
            if self.is_halved(stmt.target) and stmt.target in self.cut:
                return self.taken(new, new.value, stmt.target)
            if self.is_halved(stmt.target):
                return replace(new, value=self.half_value(stmt.target, stmt.value, new.value, new.target))
        if isinstance(new, Eval) and isinstance(new.value, Call):
            assert isinstance(stmt, Eval) and isinstance(stmt.value, Call)
            return self.effect(new, new.value, stmt.value)
        return new

    def taken(self, new: Assign, value: Call, old: Var) -> tuple[Stmt, ...]:
        """The whole value, and this core's rows of it; a single column is cut in two as rows of half its length,
        for the place of a part of a column must be known at compile time."""
        whole, half = Var(old.name, old.type, old.span), new.target.type
        assert isinstance(whole.type, TensorType) and isinstance(half, TensorType)
        axis = self.axis(half)
        assert axis is not None
        size, span = arith.as_int(half.shape[axis]) or 0, value.span
        made: list[Stmt] = [replace(new, target=whole)]

        def step(op: Op, source: Var, type_: TensorType, attrs: dict[str, Any]) -> Var:
            target = Var(f"{old.name}_half", type_, old.span)
            made.append(Assign(target, Call(op, (source,), attrs, type_, span), new.span))
            return target

        if whole.type.shape == (2 * size, 1) and whole.type.valid is None:
            lines = step(shaping.RESHAPE, whole, replace(whole.type, shape=(2, size)), {"shape": (2, size)})
            line = replace(half, shape=(1, size))
            mine = step(memory.SLICE, lines, line, _window(line.shape, (self.lane, 0)))
            last = Call(shaping.RESHAPE, (mine,), {"shape": half.shape}, half, span)
        else:
            at = _with((0,) * half.rank, axis, arith.mul(self.lane, size))
            last = Call(memory.SLICE, (whole,), _window(half.shape, at), half, span)
        return (*made, replace(new, value=last))

    def half_value(self, old_target: Var, old: Call, new: Call, target: Var) -> Call:
        attrs = dict(new.attrs)
        assert isinstance(old_target.type, TensorType) and isinstance(target.type, TensorType)
        axis = self.axis(target.type)
        assert axis is not None
        size = arith.as_int(target.type.shape[axis])
        assert size is not None
        if old.op is memory.SLICE:
            dropped = attrs.get("drop_dims") or ()
            kept = [i for i in range(len(attrs["shape"])) if i not in dropped]
            at = kept[axis]
            attrs["shape"] = _with(attrs["shape"], at, size)
            attrs["valid_shape"] = None
            if not self.operands(old):
                attrs["offset"] = _with(attrs["offset"], at, self.moved(attrs["offset"][at], size))
        elif "shape" in attrs and attrs["shape"] is not None and len(attrs["shape"]) == target.type.rank:
            attrs["shape"] = _with(attrs["shape"], axis, size)
        return replace(new, attrs=attrs, type=target.type)

    def effect(self, stmt: Eval, new: Call, old: Call) -> Stmt:
        if memory_target(old) is None:
            return stmt
        source = old.args[1] if old.op is memory.ASSEMBLE else None
        if not isinstance(source, Var) or not self.is_halved(source):
            first = Call(scalar.EQ, (self.lane, Const(0, _INDEX)), {}, ScalarType(BOOL), stmt.span)
            return If(first, (stmt,), (), stmt.span)
        assert isinstance(source.type, TensorType)
        axis = self.axis(source.type)
        assert axis is not None
        half = arith.as_int(self.half(source.type).shape[axis])
        assert half is not None
        offset = _with(new.attrs["offset"], axis, self.moved(new.attrs["offset"][axis], half))
        return replace(stmt, value=replace(new, attrs={**new.attrs, "offset": offset}))


def _window(shape: tuple[Dim, ...], offset: tuple[Dim, ...]) -> dict[str, Any]:
    attrs = {p.name: p.default for p in memory.SLICE.params if p.name != "input"}
    return attrs | {"shape": shape, "offset": offset}


def _row_by_row(call: Call) -> bool:
    """Whether a row of the result depends on the same row of each operand alone, in an operation on places."""
    if call.op in (sort.SORT32, layout.REINTERPRET_VIEW):
        return True
    if call.op not in (gather.GATHER, scatter.SCATTER):
        return False
    if call.attrs.get("mask_pattern") is not None:
        return True
    type_ = call.type
    assert isinstance(type_, TensorType)
    return type_.rank == 2 and call.attrs["dim"] in (-1, 1)  # None where columns are compared


def _with(values: Sequence[Dim], at: int, value: Dim) -> tuple[Dim, ...]:
    return (*values[:at], value, *values[at + 1 :])


def _by_flag(span: Span | None) -> bool:
    """Whether a transposition comes from a flag of a product: then no call of it is written."""
    line = source_line(span.file, span.line) if span is not None else None
    return line is not None and "transpose" not in line
