# SPDX-License-Identifier: Apache-2.0
"""What products say of the values around them, before anything is lowered: which operand is read how, and what lies
in the accumulator.

    t = pl.transpose(b, 0, 1)
    c = pl.matmul(a, t)             ->     c = pl.matmul(a, b, b_trans=True)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pypto.errors import InvalidOperationError, UnsupportedFeatureError
from pypto.ir import arith
from pypto.ir.nodes import (
    Assign,
    Block,
    Call,
    Dim,
    Eval,
    Expr,
    Function,
    Stmt,
    TensorType,
    TileType,
    Type,
    Var,
    walk,
)
from pypto.ir.ops import layout, memory, products, rows, shaping, transfer
from pypto.ir.ops.products import ACCUMULATING
from pypto.ir.ops.table import Trait
from pypto.ir.visit import Rewriter, header_exprs, vars_in
from pypto.passes.tiles import on_chip


@dataclass(frozen=True)
class Roles:
    """What a product multiplies: variables, each with whether its axes are exchanged."""

    left: Var
    left_turned: bool
    right: Var
    right_turned: bool

    def __iter__(self) -> Iterator[tuple[Var, bool]]:
        return iter(((self.left, self.left_turned), (self.right, self.right_turned)))


def roles_of(call: Call) -> Roles:
    """The operands in the places that the instruction has; a matrix times a vector is the vector times the matrix."""
    left, right = (call.args[at] for at in products.sides(call.op))
    assert isinstance(left, Var) and isinstance(right, Var)
    turned = bool(call.attrs.get("a_trans")), bool(call.attrs.get("b_trans"))
    if isinstance(right.type, TensorType) and right.type.rank == 1:
        return Roles(right, False, left, not turned[0])
    return Roles(left, turned[0], right, turned[1])


def stack_of(type_: Type) -> tuple[int, ...]:
    """The leading extents of several matrices; empty for one."""
    batch: tuple[Dim, ...] = ()
    if isinstance(type_, TensorType) and type_.local:
        batch = type_.shape[:-2]
    elif isinstance(type_, TileType):
        batch = type_.batch
    numbers = tuple(arith.as_int(d) or 0 for d in batch)
    return numbers if any(n != 1 for n in numbers) else ()


class Operands(Rewriter):
    """Operands of products that are a transposed value become that value, read transposed."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.sources: dict[Var, Var] = {}
        for stmt in walk(function.body):
            if (
                isinstance(stmt, Assign)
                and isinstance(stmt.value, Call)
                and stmt.value.op is layout.TRANSPOSE
            ):
                source = stmt.value.args[0]
                if isinstance(source, Var) and isinstance(source.type, TensorType) and source.type.rank >= 2:
                    axes = layout.axes_of(
                        source.type.rank, *(stmt.value.attrs[k] for k in ("axis1", "axis2"))
                    )
                    if set(axes) == {source.type.rank - 2, source.type.rank - 1}:
                        self.sources[stmt.target] = source

    def run(self) -> Function:
        body = self.block(self.function.body)
        used = {v for s in walk(body) for e in header_exprs(s) for v in vars_in(e)}
        return self.function.with_body(_Without({v for v in self.sources if v not in used}).block(body))

    def stmt(self, stmt: Stmt) -> Stmt | tuple[Stmt, ...]:
        new = super().stmt(stmt)
        if not (isinstance(new, Assign) and isinstance(new.value, Call) and new.value.op.has(Trait.CUBE)):
            return new
        call = new.value
        args, attrs = list(call.args), dict(call.attrs)
        for position, flag in zip(products.sides(call.op), ("a_trans", "b_trans"), strict=True):
            operand = args[position]
            if isinstance(operand, Var) and operand in self.sources:
                args[position] = self.sources[operand]
                attrs[flag] = not attrs.get(flag)
        return replace(new, value=replace(call, args=tuple(args), attrs=attrs))


class _Without(Rewriter):
    """Drops the assignments of some variables."""

    def __init__(self, unused: set[Var]) -> None:
        self.unused = unused

    def stmt(self, stmt: Stmt) -> Stmt | tuple[Stmt, ...]:
        return () if isinstance(stmt, Assign) and stmt.target in self.unused else super().stmt(stmt)


def transposed_loads(body: Block) -> set[Var]:
    """Values loaded from global memory that products read with exchanged axes only: they are loaded so."""
    loads: dict[Var, int] = {}
    plain: set[Var] = set()
    turned: set[Var] = set()
    for stmt in walk(body):
        for expr in header_exprs(stmt):
            roles = roles_of(expr) if isinstance(expr, Call) and expr.op.has(Trait.CUBE) else ()
            read = dict(roles)
            for var in vars_in(expr):
                (turned if read.get(var) else plain).add(var)
            for var, flag in roles:
                (turned if flag else plain).add(var)
        if isinstance(stmt, Assign):
            loads[stmt.target] = loads.get(stmt.target, 0) + (1 if _loads_a_matrix(stmt.value) else 2)
    return {v for v in turned - plain if loads.get(v) == 1}


def check_pairs(body: Block) -> None:
    """Rows gathered with exchanged axes, the value they are gathered into and the product that reads it agree."""
    made: dict[Var, bool] = {}
    size = -1
    while size != (size := len(made)):
        for stmt in walk(body):
            if not isinstance(stmt, Assign):
                continue
            value = stmt.value
            source = value.args[0] if isinstance(value, Call) and value.op is rows.GATHER_ROW else value
            if isinstance(value, Call) and value.op is rows.CREATE_L1:
                made[stmt.target] = bool(value.attrs.get("transpose"))
            elif isinstance(source, Var) and source in made:
                made[stmt.target] = made[source]
    for stmt in walk(body):
        call = stmt.value if isinstance(stmt, Assign) else None
        if not isinstance(call, Call):
            continue
        if call.op is rows.GATHER_ROW and isinstance(call.args[0], Var):
            turned = bool(call.attrs.get("transpose"))
            tensor = isinstance(call.args[0].type, TensorType)
            if tensor and turned != made.get(call.args[0], False):
                raise InvalidOperationError(
                    f"`{call.args[0].name}` is gathered with transpose={turned}, and was not made so",
                    span=call.span,
                    help=f"make it with pl.create_l1(shape, dtype, transpose={turned})",
                    code="layout",
                )
        if call.op.has(Trait.CUBE):
            for var, exchanged in roles_of(call):
                if made.get(var) and not exchanged:
                    raise InvalidOperationError(
                        f"`{var.name}` was made with transpose=True",
                        span=call.span,
                        help="read it with b_trans=True",
                        code="layout",
                    )


def _loads_a_matrix(value: Expr) -> bool:
    """Whether a slice of global memory takes its rows and columns from the last two axes of the tensor."""
    if not (isinstance(value, Call) and value.op is memory.SLICE):
        return False
    source = value.args[0]
    if source is None or on_chip(source.type):
        return False
    rank, dropped = len(value.attrs["shape"]), value.attrs.get("drop_dims") or ()
    return rank >= 2 and not {rank - 1, rank - 2} & set(dropped)


def reshaped_planes(body: Block) -> set[Var]:
    """Products that are stored with axes of extent 1 put in between: rows and columns stay where they are."""
    found: set[Var] = set()
    other: set[Var] = set()
    for stmt in walk(body):
        if isinstance(stmt, Assign) and isinstance(stmt.value, Call) and stmt.value.op is shaping.RESHAPE:
            source = stmt.value.args[0]
            if isinstance(source, Var) and shaping.keeps_plane(stmt.value) and not stack_of(source.type):
                found.add(stmt.target)
        for expr in header_exprs(stmt):
            store = (
                isinstance(expr, Call)
                and expr.op in (memory.ASSEMBLE, transfer.STORE)
                and isinstance(stmt, Eval)
            )
            if not store:
                other.update(vars_in(expr))
    return found - other


def product_values(body: Block) -> set[Var]:
    """Local values that live in the accumulator: products, and what is carried or created for them."""
    found: set[Var] = set()
    changed = True
    while changed:
        before = len(found)
        for stmt in walk(body):
            if not isinstance(stmt, Assign):
                continue
            value = stmt.value
            if isinstance(value, Call) and value.op.has(Trait.CUBE):
                found.add(stmt.target)
                if value.op in ACCUMULATING and isinstance(value.args[0], Var):
                    found.add(value.args[0])
            linked = [value] if isinstance(value, Var) else []
            if isinstance(value, Call) and value.op in (shaping.RESHAPE, shaping.SET_VALIDSHAPE):
                linked = [v for v in vars_in(value) if isinstance(v.type, TensorType)]
            if linked and (stmt.target in found or linked[0] in found):
                found.update((stmt.target, linked[0]))
        changed = len(found) != before
    for stmt in walk(body):
        if isinstance(stmt, Assign) and stmt.target in found and _is_load(stmt.value):
            raise UnsupportedFeatureError(
                f"`{stmt.target.name}` is loaded here and is a product elsewhere: a loaded value lies in Mat, a product "
                "in Acc, and nothing moves from Mat into Acc",
                span=stmt.value.span or stmt.span,
                help="give the product a name of its own; where a loop carries it, multiply once before the loop",
                code="cube-region",
            )
    return found


def _is_load(value: Expr) -> bool:
    """Whether a value comes from global memory."""
    if not (isinstance(value, Call) and value.op in (memory.SLICE, transfer.LOAD)):
        return False
    return isinstance(value.args[0], Var) and not on_chip(value.args[0].type)
