# SPDX-License-Identifier: Apache-2.0
"""Which core of a mixed region computes a value, and which cores read it.

    c = pl.matmul(a, b)                 home of c: cube; of a and b: either core can load them
    y = pl.add(c, r)                    home of y: vector; c is needed there, so it crosses

A value has a home when one core computes it. What both can make for themselves (loads, uninitialised buffers and
copies of these) has none and is made where it is needed. A tensor in global memory that one core writes and the other
one touches is left to the vector cores alone, since nothing orders the two: what the cube core would store or load
crosses instead. A scalar that is read from an on-chip value, or from such a tensor, is known to the vector cores only.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from enum import Enum

from pypto.errors import Span, UnsupportedFeatureError
from pypto.ir import arith
from pypto.ir.calls import same_type
from pypto.ir.enums import Mem
from pypto.ir.groups import named_crossing
from pypto.ir.nodes import (
    Assign,
    Block,
    Call,
    Eval,
    Expr,
    For,
    Function,
    If,
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
from pypto.ir.ops import array, creation, crossing, layout, memory, rows, shaping, system, transfer
from pypto.ir.ops.products import ACCUMULATING, sides
from pypto.ir.ops.table import Trait
from pypto.ir.visit import header_exprs, vars_in
from pypto.passes.tiles import on_chip


class Core(Enum):
    CUBE = "cube"
    VECTOR = "vector"

    @property
    def other(self) -> Core:
        return Core.VECTOR if self is Core.CUBE else Core.CUBE


BOTH = frozenset(Core)


def core_of_space(space: str) -> Core:
    return Core.VECTOR if space == "Vec" else Core.CUBE


def operands_of(call: Call) -> tuple[Var, Var]:
    """Left and right operand of a matrix product."""
    left, right = (call.args[at] for at in sides(call.op))
    assert isinstance(left, Var) and isinstance(right, Var)
    return left, right


def is_whole(target: Type, call: Call) -> bool:
    """Whether a write into a value replaces all of it by a value of the same type."""
    source = call.args[1]
    assert source is not None
    return all(arith.as_int(o) == 0 for o in call.attrs["offset"]) and same_type(source.type, target)


class Cores:
    """Homes and needs of the values of one region."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.assigns: dict[Var, list[Assign]] = defaultdict(list)
        self.effects: list[Call] = []
        for stmt in walk(function.body):
            if isinstance(stmt, Assign):
                self.assigns[stmt.target].append(stmt)
            elif isinstance(stmt, Eval) and isinstance(stmt.value, Call):
                self.effects.append(stmt.value)
        buffers = function.attrs.get("buffers", ())
        tensors = [p.var for p in function.params if isinstance(p.type, TensorType)]
        self.buffer = dict(zip(tensors, buffers or range(len(tensors)), strict=True))
        self.home: dict[Var, Core | None] = {}
        self.need: dict[Var, set[Core]] = {}
        self.transposed: set[Var] = set()  # operands of products that are read transposed
        self.plain: set[Var] = set()
        self.private: set[int] = set()  # buffers that only the vector cores touch
        self.vector_scalars: set[Var] = set()
        self.lane_numbers: set[Var] = set()  # scalars that say which vector core this is
        self.loops = False  # loops of kind split_aiv say what runs on the vector cores
        self.in_lane: set[int] = set()  # the statements inside them, by identity
        for stmt in walk(function.body):
            if isinstance(stmt, For) and stmt.kind == "split_aiv":
                self.loops = True
                self.lane_numbers.add(stmt.var)
                self.in_lane |= {id(s) for s in walk(stmt.body)}
        self.manual = self.loops or named_crossing(function.body) is not None  # the kernel says what crosses
        for stmt in walk(function.body) if self.manual else ():
            value = stmt.value if isinstance(stmt, Assign) else None
            if isinstance(stmt, Assign) and isinstance(value, Call) and value.op is system.GET_SUBBLOCK_IDX:
                self.lane_numbers.add(stmt.target)
        self.vector_scalars |= self.lane_numbers
        self.solve()

    def solve(self) -> None:
        while True:
            self.find_homes()
            self.find_needs()
            self.find_scalars()
            shared = set() if self.manual else self.shared_buffers() - self.private
            if not shared:
                return
            self.private |= shared

    def vector_work(self) -> bool:
        """Whether there is anything that only a vector core can do."""
        for stmt in walk(self.function.body):
            value = stmt.value if isinstance(stmt, Assign | Eval) else None
            if not isinstance(value, Call) or self.cores_of(stmt) != {Core.VECTOR}:
                continue
            if not isinstance(stmt, Assign) or not on_chip(stmt.target.type):
                if self.reads_on_chip(value):
                    return True
            elif value.op.has(Trait.VECTOR) or value.op in (memory.SLICE, memory.ASSEMBLE, transfer.LOAD):
                return True
        return False

    # Homes

    def find_homes(self) -> None:
        self.home = {v: None for v in self.assigns if on_chip(v.type)}
        for call in self.effects:  # single elements are written by a vector core
            if call.op is memory.WRITE and isinstance(call.args[0], Var) and on_chip(call.args[0].type):
                self.home[call.args[0]] = Core.VECTOR
        changed = True
        while changed:
            changed = False
            for var in self.home:
                if self.home[var] is Core.VECTOR:
                    continue
                found = {self.made_by(stmt) for stmt in self.assigns[var]} | {self.home[var]}
                new = Core.VECTOR if Core.VECTOR in found else Core.CUBE if Core.CUBE in found else None
                changed |= new is not self.home[var]
                self.home[var] = new
            changed |= self.claim_accumulators()

    def claim_accumulators(self) -> bool:
        """What a product adds to lives on the cube core."""
        changed = False
        for var, stmts in self.assigns.items():
            for stmt in stmts:
                call = stmt.value
                if not (isinstance(call, Call) and call.op in ACCUMULATING):
                    continue
                acc = call.args[0]
                if not isinstance(acc, Var) or acc not in self.home or self.home[acc] is Core.CUBE:
                    continue
                if self.home[acc] is Core.VECTOR:
                    raise UnsupportedFeatureError(
                        f"the accumulator `{acc.name}` of this product is computed on the vector core, "
                        "and nothing moves from there into Acc",
                        span=call.span or stmt.span,
                        notes=[f"{acc.name} gets its value at line {s.line}" for s in self.vector_lines(acc)],
                        help=f"start `{var.name}` with pl.matmul, or pass init_cond=; or add outside the product: "
                        "acc = pl.add(acc, pl.matmul(a, b))",
                        code="acc-move",
                    )
                self.home[acc] = Core.CUBE
                changed = True
        return changed

    def vector_lines(self, var: Var) -> list[Span]:
        spans = []
        for stmt in self.assigns[var]:
            if self.made_by(stmt) is Core.VECTOR and stmt.span is not None:
                spans.append(stmt.span)
        return spans[:2]

    def made_by(self, stmt: Assign) -> Core | None:
        """The core that a definition of an on-chip value runs on, None where either can."""
        target, value = stmt.target, stmt.value
        if isinstance(value, Var):
            return self.home.get(value)
        assert isinstance(value, Call)
        op = value.op
        if op in crossing.NAMED:
            return Core.VECTOR if op is crossing.AIV_SHARD else Core.CUBE
        if isinstance(target.type, TileType):
            return core_of_space(target.type.space)
        if op.has(Trait.CUBE):
            return Core.CUBE
        source = next((a for a in value.args if isinstance(a, Var)), None)
        if op is creation.CREATE_TENSOR:
            return None
        if op is rows.CREATE_L1 or op is rows.PAGED_GATHER:
            return Core.VECTOR if value.attrs.get("space") is Mem.Vec else Core.CUBE
        if op is rows.GATHER_ROW and source is not None:
            return self.home.get(source)
        if op is memory.SLICE and source is not None and not on_chip(source.type):
            return Core.VECTOR if self.buffer.get(source) in self.private else None
        if op is memory.ASSEMBLE and is_whole(target.type, value):
            part = value.args[1]
            return self.home.get(part) if isinstance(part, Var) else Core.VECTOR
        if op in (shaping.RESHAPE, shaping.SET_VALIDSHAPE, layout.TRANSPOSE) and source is not None:
            home = self.home.get(source)
            products_only = self.feeds_products(target)
            if home is None and (op is not layout.TRANSPOSE or products_only):
                return None
            if home is Core.CUBE and op is not layout.TRANSPOSE and products_only:
                return Core.CUBE
            if home is Core.CUBE and shaping.keeps_plane(value) and self.leaves_acc(target):
                return Core.CUBE
        return Core.VECTOR

    def feeds_products(self, var: Var) -> bool:
        """Whether all that reads a value are matrix products."""
        return all(
            isinstance(expr, Call) and expr.op.has(Trait.CUBE)
            for stmt in walk(self.function.body)
            for expr in header_exprs(stmt)
            if var in vars_in(expr) and not (isinstance(expr, Call) and expr.op is system.EXPECT_WRITTEN)
        )

    def leaves_acc(self, var: Var) -> bool:
        """Whether stores take the value to global memory, and nothing else reads it or one of them narrows it."""
        readers = [
            expr
            for stmt in walk(self.function.body)
            for expr in header_exprs(stmt)
            if var in vars_in(expr) and not (isinstance(expr, Call) and expr.op.has(Trait.CUBE))
        ]
        stores = [
            e for e in readers
            if isinstance(e, Call) and e.op is memory.ASSEMBLE and e.args[1] is var and memory_target(e)
        ]  # fmt: skip
        narrower = any(dtype_of(e.args[0].type) is not dtype_of(var.type) for e in stores if e.args[0])
        return len(stores) == len(readers) or narrower

    # Needs

    def find_needs(self) -> None:
        self.need = defaultdict(set)
        self.transposed, self.plain = set(), set()
        size = -1
        while size != (size := sum(map(len, self.need.values()))):
            for stmt in walk(self.function.body):
                for expr in header_exprs(stmt):
                    self.see(stmt, expr)

    def see(self, stmt: Stmt, expr: Expr) -> None:
        cores = self.cores_of(stmt)
        if isinstance(expr, Call) and (expr.op in crossing.NAMED or expr.op is system.EXPECT_WRITTEN):
            return  # that is the crossing itself, or looks at a flag only
        for var in vars_in(expr):
            if on_chip(var.type):
                self.need[var] |= cores
        if isinstance(expr, Call) and expr.op.has(Trait.CUBE):
            for var, flag in zip(operands_of(expr), ("a_trans", "b_trans"), strict=True):
                (self.transposed if expr.attrs.get(flag) else self.plain).add(var)

    def cores_of(self, stmt: Stmt) -> frozenset[Core]:
        """Where a statement runs."""
        if isinstance(stmt, Assign):
            if on_chip(stmt.target.type):
                home = self.home[stmt.target]
                return frozenset(self.need[stmt.target]) if home is None else frozenset({home})
            if stmt.target in self.vector_scalars or self.reads_on_chip(stmt.value):
                return frozenset({Core.VECTOR})
            return BOTH
        if isinstance(stmt, Eval):
            if isinstance(stmt.value, Call) and stmt.value.op is system.EXPECT_WRITTEN:
                value = stmt.value.args[1]
                home = self.home.get(value) if isinstance(value, Var) else None
                return frozenset({home or Core.VECTOR})
            if isinstance(stmt.value, Call) and stmt.value.op is array.EXPECT_INDEX:
                known_there = self.vector_scalars.isdisjoint(vars_in(stmt.value))
                return BOTH if known_there else frozenset({Core.VECTOR})
            if isinstance(stmt.value, Call) and stmt.value.op.has(Trait.SYNC):
                return ordered_cores(stmt.value)
            return frozenset({self.effect_core(stmt.value)})
        return BOTH

    def effect_core(self, value: Expr) -> Core:
        if not isinstance(value, Call):
            return Core.VECTOR
        if value.op not in (memory.ASSEMBLE, transfer.STORE):
            return Core.VECTOR
        source, target = (value.args[1], value.args[0]) if value.op is memory.ASSEMBLE else value.args[:2]
        assert isinstance(source, Var) and isinstance(target, Var)
        if self.home.get(source) is Core.CUBE and self.buffer.get(target) not in self.private:
            return Core.CUBE
        return Core.VECTOR

    def stored_once(self, stmt: Stmt) -> bool:
        """Whether this writes, outside of the loops over the vector cores, what both of them have: a plain store."""
        value = stmt.value if isinstance(stmt, Eval) else None
        if not self.loops or id(stmt) in self.in_lane or not isinstance(value, Call):
            return False
        return memory_target(value) is not None and not any(
            v in self.vector_scalars or any(id(s) in self.in_lane for s in self.assigns.get(v, ()))
            for v in vars_in(value)
        )

    @staticmethod
    def reads_on_chip(value: Expr) -> bool:
        return any(on_chip(v.type) for v in vars_in(value))

    # Global memory

    def accesses(self) -> Iterator[tuple[Var, bool, frozenset[Core]]]:
        """Tensors in global memory: which, whether it is written, by which cores."""
        for stmt in walk(self.function.body):
            cores = self.cores_of(stmt)
            for expr in header_exprs(stmt):
                if not isinstance(expr, Call) or expr.op is memory.DIM:
                    continue
                written = memory_target(expr)
                for arg in expr.args:
                    if isinstance(arg, Var) and arg in self.buffer:
                        yield arg, arg is written, cores

    def shared_buffers(self) -> set[int]:
        """Buffers that one core writes and the other one touches."""
        written: set[int] = set()
        cores: dict[int, set[Core]] = defaultdict(set)
        for var, is_written, by in self.accesses():
            cores[self.buffer[var]] |= by
            if is_written:
                written.add(self.buffer[var])
        return {b for b in written if len(cores[b]) > 1}

    # Scalars

    def find_scalars(self) -> None:
        size = -1
        while size != (size := len(self.vector_scalars)):
            self.scalars_in(self.function.body, False)

    def scalars_in(self, block: Block, vector: bool) -> None:
        for stmt in block:
            if isinstance(stmt, Assign) and isinstance(stmt.target.type, ScalarType):
                if vector or self.is_vector_scalar(stmt.value):
                    self.vector_scalars.add(stmt.target)
                continue
            inner = vector or self.on_vector_only(stmt) is not None
            if isinstance(stmt, For):
                self.scalars_in(stmt.body, inner)
            elif isinstance(stmt, While):
                self.scalars_in(stmt.setup, inner)
                self.scalars_in(stmt.body, inner)
            elif isinstance(stmt, If):
                self.scalars_in(stmt.then, inner)
                self.scalars_in(stmt.orelse, inner)

    def is_vector_scalar(self, value: Expr) -> bool:
        if isinstance(value, Call) and value.op is memory.READ and isinstance(value.args[0], Var):
            source = value.args[0]
            if on_chip(source.type) or self.buffer.get(source) in self.private:
                return True
        return any(v in self.vector_scalars for v in vars_in(value))

    def on_vector_only(self, stmt: Stmt) -> Var | None:
        """The scalar that only the vector cores know and that decides about a loop or branch."""
        if isinstance(stmt, For | While | If):
            for expr in header_exprs(stmt):
                for var in vars_in(expr):
                    if var in self.vector_scalars:
                        return var
        return None


def ordered_cores(call: Call) -> frozenset[Core]:
    """The cores that a barrier, a flag or a fence is for."""
    if call.op in (system.SYNC_SET, system.SYNC_WAIT):
        cube = system.cores_of_event(call.attrs["pipe"], call.attrs["core_type"]) == "aic"
        return frozenset({Core.CUBE if cube else Core.VECTOR})
    if call.op is system.BAR_M or call.attrs.get("core_type") == "aic_only":
        return frozenset({Core.CUBE})
    if call.op is system.BAR_V or call.attrs.get("core_type") == "aiv_only":
        return frozenset({Core.VECTOR})
    return BOTH


def memory_target(call: Call) -> Var | None:
    """The tensor that an operation writes."""
    at = {memory.ASSEMBLE: 0, memory.WRITE: 0, transfer.STORE: 1}.get(call.op)
    target = None if at is None else call.args[at]
    return target if isinstance(target, Var) and not on_chip(target.type) else None
