# SPDX-License-Identifier: Apache-2.0
"""What a loop carries: records of carried names, values that are valid in part, and errors of types that change.

A carry whose body leaves less of it valid than it began with is narrowed to that part where nothing reads what it began
with; accumulators that products fill in part need it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace

from pypto.errors import (
    ParserError,
    ParserTypeError,
    Span,
    UnsupportedFeatureError,
)
from pypto.frontend import constructs as c
from pypto.frontend.names import last_binding
from pypto.frontend.slots import Slot, Slots
from pypto.frontend.state import LoopState
from pypto.frontend.values import (
    Missing,
    Value,
    describe,
    is_global,
    same_type,
    same_value,
    storage,
    write_instead,
)
from pypto.ir import arith
from pypto.ir.nodes import (
    Call,
    Expr,
    ScalarType,
    TensorType,
    TileType,
    Type,
    Var,
    format_dim,
    walk,
)
from pypto.ir.ops import shaping
from pypto.ir.ops.products import ACCUMULATING
from pypto.ir.visit import Substitute, header_exprs, vars_in, vars_in_type


@dataclass
class Carry:
    """A name that a loop carries: where its value waits between iterations, and what that is before the loop."""

    name: str
    slot: Slot
    initial: Expr
    read_first: bool  # the body may read what the iteration before left
    survives: bool  # that may be read, in the body or, where no iteration runs, behind the loop
    whole: bool = False  # some way through the body leaves as much of it valid as before
    now: Expr | None = None  # the value at the start of an iteration
    narrowed: TensorType | TileType | None = (
        None  # what the body leaves, where less of it is valid than of `var`
    )

    @property
    def var(self) -> Var:
        return self.slot.whole


@dataclass
class Firsts:
    """Names that a loop binds first and that are read behind it: they wait there for the last iteration."""

    names: frozenset[str]
    index: tuple[Value, ...] = ()  # the values of the loop variable
    loop: LoopState | None = None
    slots: dict[str, Slot] = field(default_factory=dict)
    lacking: set[str] = field(default_factory=set)  # without a value of one type on some way out of the body
    seen: dict[str, Value] = field(default_factory=dict)

    def differs(self, name: str, value: Value) -> bool:
        """Whether ways out of the body leave different values."""
        return not same_value(self.seen.setdefault(name, value), value)


@dataclass(frozen=True)
class Loop:
    """A loop before its body is read."""

    stmt: ast.For | ast.While
    kind: str
    build: Callable[[Callable[[], None]], None]  # makes its statement from what reads the body
    bound: Sequence[str] = ()  # its variable, and names that it hands on in a way of its own
    runs: bool = False  # it has at least one iteration
    explicit: dict[str, Expr] = field(default_factory=dict)  # init_values by the names in the header
    apart: Collection[str] = ()  # of these: what each iteration starts with anew


@dataclass
class Reading:
    """One reading of a loop's body."""

    loop: Loop
    before: dict[str, Value]
    since: int  # variables that were made later are those of the body
    at: int  # where the loop stands among the statements
    live: frozenset[str]  # read behind the loop
    inside: frozenset[str]  # read in the body before they are bound there
    same: dict[str, Expr]  # of init_values: one place, not one value each time
    carries: list[Carry]
    fixed: dict[str, Value]  # names that are bound before the loop and whose values nothing carries
    firsts: Firsts
    ends: dict[str, Value] = field(default_factory=dict)
    jumps: bool = False
    yielded: dict[str, str] = field(default_factory=dict)  # what the body yields for the names in the header
    found: dict[str, set[int]] = field(
        default_factory=dict
    )  # carries whose valid extents change, with the axes


class Carried(Slots):
    """Narrows what loops carry, and reports what cannot be carried."""

    def narrows(self, carry: Carry, value: Value, since: int) -> bool:
        """Whether the body leaves a valid part of a value that held nothing before the loop, or that nothing reads:
        then it is that part that the loop carries. How large it is must be known before the loop."""
        if (carry.survives and carry.var not in self.session.created) or not isinstance(value, Expr):
            return False
        if carry.whole or carry.slot.extents:  # ways through the body leave parts of different sizes
            return False
        was, now = carry.var.type, value.type
        if not isinstance(now, TensorType | TileType) or now.valid is None:
            return False
        assert isinstance(was, TensorType | TileType)
        if carry.narrowed is not None and not same_type(carry.narrowed, now):
            return False
        if was.valid is not None or not same_type(was, replace(now, valid=None)):
            return False
        if any(self.inside_since(v, since) for v in vars_in_type(now)):
            return False
        carry.narrowed = now
        return True

    def narrow(self, carry: Carry, stmt: ast.For | ast.While, at: int) -> None:
        """Give a carry the valid part that the body leaves in it; nothing may read more of it before."""
        if carry.narrowed is None:
            return
        body = tuple(self.out[at:])
        if any(
            carry.var in vars_in(e) and not _fills(e, carry.var) for s in walk(body) for e in header_exprs(s)
        ):
            self.session.report(
                self.retype_error(carry.name, carry.var, Var(carry.name, carry.narrowed), stmt)
            )
            return
        var = self.fresh(carry.name, carry.narrowed, carry.var.span)
        self.out[at:] = _Narrow({carry.var: var}).block(body)
        for group in (self.session.cube, self.session.created):
            if carry.var in group:
                group.add(var)
        valid = tuple(arith.to_expr(d) for d in carry.narrowed.valid_shape)
        start = Call(shaping.SET_VALIDSHAPE, (carry.initial, *valid), {}, carry.narrowed, self.span(stmt))
        carry.slot, carry.initial = Slot(carry.name, carry.narrowed, var), start

    def retype_error(self, name: str, was: Value, now: Value, stmt: ast.stmt) -> ParserError:
        place: ast.AST | Span = stmt
        binding = self.bound_at(name, getattr(stmt, "body", ()))
        if binding is not None:
            place = binding
        elif isinstance(now, Expr) and now.span is not None:
            place = now.span
        return self.retyped_name(name, was, now, place)

    def retyped_name(self, name: str, was: Value, now: Value, place: ast.AST | Span) -> ParserError:
        what = storage(was, now)
        if what is not None:
            return self.error(
                UnsupportedFeatureError,
                f"`{name}` denotes another {what} at the end of the loop body than at its start",
                place,
                help=write_instead(what, name),
                code="buffer-change",
            )
        if isinstance(was, tuple) and isinstance(now, tuple):
            return self.error(
                ParserTypeError,
                f"`{name}` is another tuple at the end of the loop body than at its start, and loops carry no tuples",
                place,
                help=f"carry its entries: {name}_0, {name}_1 = ...",
                code="type-change",
            )
        return self.error(
            ParserTypeError,
            f"cannot reassign `{name}` with a different type: was {describe(was)}, got {describe(now)}",
            place,
            help=self.accumulating(name, was, now) or keeping(name, was, now),
            code="type-change",
        )

    def accumulating(self, name: str, was: Value, now: Value) -> str | None:
        """What to do about an accumulator of which a product leaves another part valid."""
        if not isinstance(was, Expr) or not isinstance(now, Expr) or not _differ_in_valid(was.type, now.type):
            return None
        if isinstance(now.type, TileType) and now.type.space == "Acc":
            return "load the operands of all products with one valid_shape="
        if now not in self.session.cube:
            return None
        return f"add outside of the product what it makes: {name} = pl.part_add({name}, pl.matmul(a, b))"

    def check_yield(self, header: str, first: Expr, value: Value, target: str, stmt: ast.stmt) -> None:
        """A loop with init_values yields the types that it started with."""
        if not isinstance(value, Expr) or is_global(first) or same_type(first.type, value.type):
            return
        if _differ_in_valid(first.type, value.type):
            return
        place: ast.AST = stmt
        for inner in getattr(stmt, "body", ()):
            if self.calls(inner, c.YIELD):
                place = inner
        help = "yield a value of that type, or start from one of this"
        if isinstance(first.type, ScalarType) and isinstance(value.type, ScalarType):
            help = f"keep the type: pl.cast(..., pl.{first.type.dtype})"
        raise self.error(
            ParserTypeError,
            f"`{target}` yields {describe(value)}, the initial value of `{header}` is {describe(first)}",
            place,
            help=help,
            code="yield-form",
        )

    def changed(self, name: str, was: Value, now: Value, stmt: ast.stmt) -> None:
        """A name that denotes something else in the next iteration."""
        if isinstance(now, Missing):
            self.unknown_next(now, True, stmt)
        elif now is not None:
            self.session.report(self.retype_error(name, was, now, stmt))

    def unknown_next(self, value: Missing, read: bool, stmt: ast.stmt) -> None:
        """A name that some way through the body leaves without a value, and that the next iteration reads."""
        if value.error is not None and read:
            self.session.report(self.absent(value, stmt))

    def bound_at(self, name: str, *bodies: Sequence[ast.stmt]) -> Span | None:
        """Where the first of some blocks that binds a name does so for the last time."""
        for body in bodies:
            node = last_binding(body, name)
            if node is not None:
                return self.span(node)
        return None

    def changed_in_loop(self, name: str, was: Value, now: Value, stmt: ast.For | ast.While) -> Missing:
        """What a name denotes after a loop that changed its type or buffer; it must not be read."""
        if isinstance(now, Missing):
            return now
        line, at = stmt.lineno, self.bound_at(name, stmt.body)
        what = storage(was, now)
        if what is not None:
            return Missing(
                UnsupportedFeatureError(
                    f"`{name}` denotes another {what} after the loop at line {line}",
                    help=write_instead(what, name),
                    code="buffer-change",
                ),
                at,
            )
        return Missing(
            ParserTypeError(
                f"`{name}` has no one type after the loop at line {line}: {describe(was)} before this block, "
                f"{describe(now)} in it",
                help=keeping(name, was, now),
                code="type-change",
            ),
            at,
        )

    def depends_on(self, value: Value, since: int) -> bool:
        """Whether a binding mentions a variable that was created after a point."""
        if isinstance(value, Var):
            return self.inside_since(value, since)
        if isinstance(value, tuple):
            return any(self.depends_on(item, since) for item in value)
        return False


def keeping(name: str, was: Value, now: Value) -> str:
    """What to do about a name whose value in a loop is of another type than before it."""
    help = "give the new value a name of its own"
    if isinstance(was, Expr) and isinstance(now, Expr):
        a, b = was.type, now.type
        if isinstance(a, ScalarType) and isinstance(b, ScalarType):
            help = f"keep the type: pl.cast(..., pl.{a.dtype}), or start from pl.const(0, pl.{b.dtype})"
        elif other_dtype(a, b):
            help = (
                f"start from the new type: {name} = pl.cast({name}, pl.{b.dtype}) before this block, "  # type: ignore[attr-defined]
                f"or keep the old one: pl.cast(..., pl.{a.dtype})"  # type: ignore[attr-defined]
            )
        elif is_global(was) and not is_global(now):
            help = f"to write into the tensor: {name}[:, :] = ..."
        elif _differ_in_valid(a, b):
            extents = ", ".join(format_dim(d) for d in a.valid_shape)  # type: ignore[attr-defined]
            help = f"keep what of it is valid: {name} = pl.set_validshape({name}, {extents})"
    return help


def other_dtype(a: Type, b: Type) -> bool:
    """Whether two values on the chip differ in their element type, and not in their shape."""
    on_chip = isinstance(a, TensorType) and isinstance(b, TensorType) and a.local and b.local
    tiles = isinstance(a, TileType) and isinstance(b, TileType)
    return (on_chip or tiles) and a.dtype is not b.dtype and a.shape == b.shape  # type: ignore[attr-defined]


def _differ_in_valid(a: Type, b: Type) -> bool:
    if not isinstance(a, TensorType | TileType) or not isinstance(b, TensorType | TileType):
        return False
    return len(a.shape) == 2 and same_type(replace(a, valid=None), replace(b, valid=None))


class _Narrow(Substitute):
    """Puts a carry of less valid cells in the place of another; loops inside need not narrow it again."""

    def expr(self, expr: Expr) -> Expr:
        new = super().expr(expr)
        if isinstance(new, Call) and new.op is shaping.SET_VALIDSHAPE and isinstance(new.args[0], Var):
            return new.args[0] if same_type(new.args[0].type, new.type) else new
        return new


def _fills(expr: Expr, var: Var) -> bool:
    """Whether the expression reads the variable as the accumulator of a product, or says what of it is valid."""
    if not isinstance(expr, Call) or expr.op not in (*ACCUMULATING, shaping.SET_VALIDSHAPE):
        return expr is not var and var not in vars_in(expr)
    return all(var not in vars_in(a) for a in expr.args[1:] if a is not None)
