# SPDX-License-Identifier: Apache-2.0
"""A region that needs both kinds of core becomes a cube function and a vector function that run together as a group.

    c = pl.matmul(a, b)                 def f_aic:                        def f_aiv:
    y = pl.add(c, r)            ->          c = pl.matmul(a, b)               c = pl.tpop_from_aic(split=0)
    pl.assemble(out, y, [0, 0])             pl.tpush_to_aiv(c, split=0)       y = pl.add(c, r)
                                                                              pl.tfree_to_aic(c)
                                                                              pl.assemble(out, y, [0, 0])

Both functions keep the region's loops and branches, so that pushes and pops meet in the order of the program. A value
that is computed once crosses where it is computed; one that a loop carries or a branch merges crosses where it is read.
Scalars are computed on both sides. What one side does not need is left out there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from pypto.errors import Span, UnsupportedFeatureError, as_written
from pypto.ir import arith
from pypto.ir.dtypes import BF16, BOOL, FP16, FP32, INDEX
from pypto.ir.enums import SplitMode
from pypto.ir.naming import free_name
from pypto.ir.nodes import (
    Assign,
    Block,
    Call,
    Const,
    Eval,
    Expr,
    For,
    Function,
    If,
    Invoke,
    Program,
    ScalarType,
    Stmt,
    TensorType,
    TileType,
    Type,
    Var,
    While,
    dtype_of,
    walk,
)
from pypto.ir.ops import cast, crossing, dispatch, layout, memory, pipe, scalar, shaping, system, transfer
from pypto.ir.ops.products import sides
from pypto.ir.ops.rules import tile_layout
from pypto.ir.ops.table import Trait
from pypto.ir.visit import defined_vars, header_exprs, vars_in, vars_in_type
from pypto.passes.chip import check_chip
from pypto.passes.cores import Core, Cores
from pypto.passes.lane_writes import check_lane_writes
from pypto.passes.lanes import split_lanes
from pypto.passes.pipes import Crossing, Division, open_pipes
from pypto.passes.slots import fit, may_not_fit
from pypto.passes.tiles import on_chip
from pypto.passes.unused import without_unused
from pypto.platforms import PYPTO, Platform


def split_cores(program: Program, platform: Platform, planner: str = PYPTO) -> Program:
    """Split every function that was a region and has work for both kinds of core."""
    check_chip(program, platform)
    functions: dict[str, Function] = {}
    for name, function in program.functions.items():
        cores = Cores(function) if "buffers" in function.attrs else None
        if cores is None or not (function.kind == "InCore" or cores.vector_work()):
            functions[name] = function if cores is None else replace(function, attrs={})
            continue
        taken = {*program.functions, *functions}
        parts: tuple[Function, ...] = _Split(function, cores, taken).run()
        if (
            "slot_num" not in function.attrs
            and may_not_fit(parts, platform)
            and not fit(parts, program, platform, planner)
        ):
            parts = _with_one_slot(function, taken, program, platform, planner) or parts
        for made in parts:
            functions[made.name] = made
    return program.with_functions(functions)


def _with_one_slot(
    function: Function, taken: set[str], program: Program, platform: Platform, planner: str
) -> tuple[Function, ...] | None:
    """The parts with one slot for each value that crosses; None where these do not fit either."""
    function = replace(function, attrs={**function.attrs, "slot_num": 1})
    try:
        parts = _Split(function, Cores(function), taken).run()
    except UnsupportedFeatureError:  # too many pipes
        return None
    return parts if fit(parts, program, platform, planner) else None


@dataclass
class _Scope:
    """What has crossed already, by value and whether transposed; ends with the block it stands in."""

    crossed: dict[tuple[Var, bool], Var] = field(default_factory=dict)


class _Split:
    def __init__(self, function: Function, cores: Cores, taken: set[str]) -> None:
        self.function = function
        self.cores = cores
        self.names = {core: free_name(f"{function.name}_{_SUFFIX[core]}", taken) for core in Core}
        self.out: dict[Core, list[Stmt]] = {core: [] for core in Core}
        self.scopes: list[_Scope] = []
        self.crossings: dict[Call, Crossing] = {}  # by the push
        self.vector_only: Var | None = None  # the scalar under whose branch only vector cores are

    def run(self) -> tuple[Function, Function, Function]:
        if self.cores.manual and not self.cores.loops:
            self.check_tiles()
        if self.cores.manual:
            check_lane_writes(self.function, self.cores)
        blocks = self.block(self.function.body)
        made: dict[Core, Function] = {}
        slots = self.function.attrs.get("slot_num", 2)
        blocks = open_pipes(self.function, self.names, blocks, self.crossings, slots)
        for core, kind in ((Core.CUBE, "AIC"), (Core.VECTOR, "AIV")):
            body = without_unused(blocks[core], keep_reads=core is Core.VECTOR)
            made[core] = replace(self.function, name=self.names[core], kind=kind, body=body, attrs={})
        mode = self.function.attrs.get("split", SplitMode.NONE)
        if mode is not SplitMode.NONE:
            made[Core.VECTOR] = split_lanes(made[Core.VECTOR], mode)
        args = tuple(p.var for p in self.function.params)
        calls = tuple(
            Eval(Invoke(self.names[core], args, pipe.NOTHING, self.function.span), self.function.span)
            for core in (Core.CUBE, Core.VECTOR)
        )
        two = mode is not SplitMode.NONE or self.cores.manual
        lanes = {"lanes": 2} if two else {}
        group = replace(self.function, kind="Group", body=calls, attrs=lanes)
        return group, made[Core.CUBE], made[Core.VECTOR]

    # Blocks

    def block(self, block: Block) -> dict[Core, Block]:
        """The block for each core."""
        outer, self.out = self.out, {core: [] for core in Core}
        self.scopes.append(_Scope())
        for stmt in block:
            self.stmt(stmt)
        self.scopes.pop()
        made, self.out = self.out, outer
        return {core: tuple(made[core]) for core in Core}

    def stmt(self, stmt: Stmt) -> None:
        if self.cores.loops:
            self.check_place(stmt)
        if isinstance(stmt, For) and stmt.kind == "split_aiv":
            self.both_lanes(stmt)
        elif isinstance(stmt, Assign):
            self.assign(stmt)
        elif isinstance(stmt, Eval):
            for core in self.cores.cores_of(stmt):
                made = replace(stmt, value=self.on(core, stmt.value, stmt.span))
                if core is Core.VECTOR and self.cores.stored_once(stmt):
                    self.first_lane(made)
                else:
                    self.put(core, made)
        elif isinstance(stmt, For | While | If):
            self.nested(stmt)
        else:
            for core in Core:
                self.put(core, stmt)

    def check_tiles(self) -> None:
        """Without loops the memory of a tile says on which core it is."""
        for var, stmts in self.cores.assigns.items():
            if on_chip(var.type) and not isinstance(var.type, TileType):
                raise UnsupportedFeatureError(
                    f"`{as_written(var.name, var.span)}` is a value of tensor code, and a region whose crossings say "
                    "split= works on tiles",
                    span=stmts[0].value.span or stmts[0].span,
                    help="let values cross in a loop: for lane in pl.split_aiv(2, mode=...)",
                    code="split-aiv",
                )

    # Loops over the two vector cores

    def both_lanes(self, stmt: For) -> None:
        """Each vector core runs the body once, with its own number; the cube core pushes and pops what is named."""
        number = Call(system.GET_SUBBLOCK_IDX, (), {}, stmt.var.type, stmt.span)
        self.put(Core.VECTOR, Assign(stmt.var, number, stmt.span))
        for inner in stmt.body:
            self.stmt(inner)

    def first_lane(self, stmt: Eval) -> None:
        """What stands outside of the loops is written once."""
        number = Call(system.GET_SUBBLOCK_IDX, (), {}, ScalarType(INDEX), stmt.span)
        lane = Var("lane", ScalarType(INDEX), stmt.span)
        first = Call(scalar.EQ, (lane, Const(0, ScalarType(INDEX))), {}, ScalarType(BOOL), stmt.span)
        self.put(Core.VECTOR, Assign(lane, number, stmt.span))
        self.put(Core.VECTOR, If(first, (stmt,), (), stmt.span))

    def check_place(self, stmt: Stmt) -> None:
        """Where the kernel places the work, vector work stands inside its loops and cube work outside."""
        value = stmt.value if isinstance(stmt, Assign | Eval) else None
        if not isinstance(value, Call) or value.op in crossing.NAMED:
            return
        inside = id(stmt) in self.cores.in_lane
        if inside and value.op.has(Trait.CUBE):
            raise UnsupportedFeatureError(
                f"{dispatch.spelling(value)} runs on the cube core, and this loop on the vector cores",
                span=value.span or stmt.span,
                help="multiply before the pl.split_aiv loop, and take the product in with pl.aiv_shard(c)",
                code="split-aiv",
            )
        if self.cores.stored_once(stmt):
            return
        vector = (
            value.op.has(Trait.VECTOR)
            or isinstance(stmt, Eval)
            or value.op is memory.ASSEMBLE
            or self.cores.reads_on_chip(value)
        )
        if not inside and vector and self.cores.cores_of(stmt) == {Core.VECTOR}:
            raise UnsupportedFeatureError(
                f"{dispatch.spelling(value)} works on a vector core, outside of every pl.split_aiv",
                span=value.span or stmt.span,
                help="for lane in pl.split_aiv(2, mode=...): around it",
                code="split-aiv",
            )

    def named(self, stmt: Assign, call: Call) -> None:
        """pl.aiv_shard and pl.aic_gather: the value crosses here."""
        source = call.args[0]
        assert isinstance(source, Var)
        home = Core.CUBE if call.op is crossing.AIV_SHARD else Core.VECTOR
        found = self.cores.home[source]
        if found is not home:
            where = f"one of the {found.value} core" if found else "one that either core can load"
            raise UnsupportedFeatureError(
                f"{dispatch.spelling(call)} takes a value of the {home.value} core, "
                f"`{as_written(source.name, source.span)}` is {where}",
                span=call.span or stmt.span,
                help="use the value itself",
                code="split-aiv",
            )
        if stmt.target in self.cores.transposed:
            raise UnsupportedFeatureError(
                f"`{stmt.target.name}` is read transposed by a product, and it crosses as it is",
                span=call.span or stmt.span,
                help="pl.transpose it before pl.aic_gather",
                code="split-aiv",
            )
        self.deliver(home, source, stmt.target, _division(call), call.span or stmt.span)

    def put(self, core: Core, stmt: Stmt) -> None:
        if core is Core.CUBE:
            self.known_to_cube(stmt)
        self.out[core].append(stmt)

    def known_to_cube(self, stmt: Stmt, more: Iterable[Var] = ()) -> None:
        blame = self.vector_only
        for expr in header_exprs(stmt):
            blame = blame or next((v for v in vars_in(expr) if v in self.cores.vector_scalars), None)
        blame = blame or next((v for v in more if v in self.cores.vector_scalars), None)
        if blame is not None:
            name = as_written(blame.name, blame.span)
            if blame in self.cores.lane_numbers:
                raise UnsupportedFeatureError(
                    f"the cube core would have to know `{name}`, which says which of the two vector cores this is",
                    span=stmt.span,
                    help="let the value cross for both, outside of what depends on it",
                    code="vector-scalar",
                )
            raise UnsupportedFeatureError(
                f"the cube core would have to know `{name}`, which is read from a value on the vector core",
                span=stmt.span,
                notes=[f"{name} is read at line {blame.span.line}"] if blame.span else [],
                help="read it from a tensor that this region does not write, or do this in a region of its own",
                code="vector-scalar",
            )

    def nested(self, stmt: For | While | If) -> None:
        assigned = {v for s in walk((stmt,)) for v in defined_vars(s)}
        if not isinstance(stmt, If):
            self.forget(assigned)  # in a later iteration it is another value
        outer = self.vector_only
        self.vector_only = outer or self.cores.on_vector_only(stmt)
        if isinstance(stmt, If):
            arms = self.block(stmt.then), self.block(stmt.orelse)
            made: dict[Core, Stmt] = {c: replace(stmt, then=arms[0][c], orelse=arms[1][c]) for c in Core}
            empty = {c: not (arms[0][c] or arms[1][c]) for c in Core}
        elif isinstance(stmt, While):
            setup, body = self.block(stmt.setup), self.block(stmt.body)
            made = {c: replace(stmt, setup=setup[c], body=body[c]) for c in Core}
            empty = {c: not body[c] for c in Core}
        else:
            body = self.block(stmt.body)
            made = {c: replace(stmt, body=body[c]) for c in Core}
            empty = {c: not body[c] for c in Core}
        self.vector_only = outer
        for core in Core:
            if not empty[core]:
                self.put(core, made[core])
        self.forget(assigned)

    def forget(self, assigned: set[Var]) -> None:
        for scope in self.scopes:
            scope.crossed = {k: v for k, v in scope.crossed.items() if k[0] not in assigned}

    # Values

    def assign(self, stmt: Assign) -> None:
        target = stmt.target
        if isinstance(stmt.value, Call) and stmt.value.op in crossing.NAMED:
            self.named(stmt, stmt.value)
            return
        for core in sorted(self.cores.cores_of(stmt), key=lambda c: c.value):
            self.put(core, replace(stmt, value=self.on(core, stmt.value, stmt.span)))
        if not on_chip(target.type):
            return
        self.forget({target})
        home = self.cores.home[target]
        once = len(self.cores.assigns[target]) == 1
        if home is not None and once and not self.cores.manual and home.other in self.cores.need[target]:
            if home is Core.CUBE or target in self.cores.plain or target not in self.cores.transposed:
                self.cross(target, False, stmt.span)
            if home is Core.VECTOR and target in self.cores.transposed:
                self.cross(target, True, stmt.span)

    def on(self, core: Core, value: Expr, span: Span | None) -> Expr:
        """An expression with the operands that `core` has."""
        if not isinstance(value, Call):
            return self.local(core, value, False, span) if isinstance(value, Var) else value
        args, attrs = list(value.args), dict(value.attrs)
        flags: dict[int, str] = {}
        if value.op.has(Trait.CUBE):
            flags = dict(zip(sides(value.op), ("a_trans", "b_trans"), strict=True))
        for number, arg in enumerate(args):
            if not isinstance(arg, Var) or not on_chip(arg.type):
                continue
            flag = flags.get(number)
            turned = flag is not None and bool(attrs.get(flag)) and self.cores.home[arg] is Core.VECTOR
            args[number] = self.local(core, arg, turned, span)
            if turned:
                attrs[flag] = False  # type: ignore[index]
        arrived = args[0].type if args and isinstance(args[0], Var) else None
        if value.op is transfer.MOVE and args[0] is not value.args[0] and isinstance(arrived, TileType):
            assert isinstance(value.type, TileType)
            if arrived.space == value.type.space == "Mat":  # the crossing brought it there
                return Call(shaping.RESHAPE, tuple(args), {}, value.type, value.span)
        return replace(value, args=tuple(args), attrs=attrs)

    def local(self, core: Core, var: Var, turned: bool, span: Span | None) -> Var:
        """The variable that holds a value on `core`; it crosses now where it has not yet."""
        if not on_chip(var.type) or self.cores.home[var] in (None, core):
            return var
        for scope in reversed(self.scopes):
            if (var, turned) in scope.crossed:
                return scope.crossed[var, turned]
        return self.cross(var, turned, span)

    def cross(self, var: Var, turned: bool, span: Span | None) -> Var:
        """Push a value on its core and pop it on the other one."""
        home = self.cores.home[var]
        assert home is not None
        if self.cores.manual:
            name = "aiv_shard" if home is Core.CUBE else "aic_gather"
            raise UnsupportedFeatureError(
                f"`{var.name}` is a value of the {home.value} core and is read on the {home.other.value} core",
                span=span or var.span,
                help=f"let it cross in a pl.split_aiv loop: {var.name} = pl.{name}({var.name})"
                if self.cores.loops
                else f"let it cross: {var.name} = pl.{name}({var.name}, split=0)",
                code="split-aiv",
            )
        if self.vector_only is not None:
            self.known_to_cube(Eval(var, span))
        sent = var
        if turned:
            sent = Var(var.name, _turned(var.type), var.span)
            attrs: dict[str, Any] = {"axis1": 0, "axis2": 1}
            self.put(home, Assign(sent, Call(layout.TRANSPOSE, (var,), attrs, sent.type, span), span))
        received = Var(var.name, _received(sent.type, home), var.span)
        self.deliver(home, sent, received, self.division(sent.type), span or var.span)
        self.scopes[-1].crossed[var, turned] = received
        return received

    def division(self, type_: Type) -> Division:
        """How a value that the compiler lets cross is divided: a single row or column is not."""
        assert isinstance(type_, TensorType | TileType)
        mode = self.function.attrs.get("split", SplitMode.NONE)
        axis = pipe.axis_of(mode.value)
        if axis is None or len(type_.shape) < 2:
            return Division()
        size = arith.as_int(type_.shape[axis - 2])
        return (
            Division()
            if size == 1
            else Division(mode.value, None if size is None or size % 2 == 0 else -(-size // 2))
        )

    def deliver(self, home: Core, sent: Var, target: Var, split: Division, span: Span | None) -> None:
        """`target` takes a value on the other core; an accumulator crosses as it is and is rounded there."""
        if home is Core.VECTOR or dtype_of(sent.type) not in (FP16, BF16):
            self.transfer(home, sent, target, split, span)
            return
        wide = Var(f"{target.name}_fp32", replace(target.type, dtype=FP32), span)  # type: ignore[type-var]
        self.transfer(home, sent, wide, split, span)
        rounding: dict[str, Any] = {"target_type": dtype_of(target.type), "mode": "rint"}
        rounded = Call(cast.CAST, (wide,), rounding, target.type, span)
        self.out[home.other].append(Assign(target, rounded, span))

    def transfer(self, home: Core, sent: Var, received: Var, split: Division, span: Span | None) -> None:
        """A push on one side and the pop on the other."""
        crossing = Crossing(home, sent, received, span, split)
        push, pop = crossing.ops
        if home is Core.VECTOR:
            self.known_to_cube(Eval(received, span), vars_in_type(received.type))
        pushed = Call(push, (sent,), split.attrs, pipe.NOTHING, span)
        self.crossings[pushed] = crossing
        self.put(home, Eval(pushed, span))
        popped = Call(pop, (), split.attrs, received.type, span)
        self.out[home.other].append(Assign(received, popped, span))


def _division(call: Call) -> Division:
    """How a crossing that the kernel names is divided: a part of what is odd, or of a size of its own, needs its size."""
    split, stride = call.attrs["split"], call.attrs.get("lane_stride")
    source = call.args[0]
    assert source is not None and isinstance(source.type, TensorType | TileType)
    if call.op is crossing.AIC_GATHER:
        axis = pipe.axis_of(split)
        follows = axis is None or stride == arith.as_int(source.type.shape[axis])
        return Division(split, None if follows else stride)
    part = crossing.part_of(source.type, split, stride)
    axis = pipe.axis_of(split)
    if axis is None or part is None:
        return Division()
    even = split < 3 and 2 * part == arith.as_int(source.type.shape[axis])
    return Division(axis + 1, None if even else part)


_SUFFIX = {Core.CUBE: "aic", Core.VECTOR: "aiv"}


def _turned(type_: Type) -> Type:
    assert isinstance(type_, TensorType | TileType)
    valid = None if type_.valid is None else (type_.valid[1], type_.valid[0])
    if isinstance(type_, TileType):
        return replace(type_, shape=(type_.shape[1], type_.shape[0]), valid=valid)
    return replace(type_, shape=type_.shape[::-1], valid=valid)


def _received(type_: Type, home: Core) -> Type:
    """The type of a value on the other core."""
    if not isinstance(type_, TileType):
        return type_
    if home is Core.CUBE:
        return replace(
            type_, space="Vec", blayout=tile_layout(type_.shape), slayout="none_box", fractal=512, pad=0
        )
    return replace(type_, space="Mat", blayout="col_major", slayout="row_major", fractal=512, pad=0)
