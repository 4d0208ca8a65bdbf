# SPDX-License-Identifier: Apache-2.0
"""Branches: what a name denotes after an `if`.

A name that the arms leave with different values, and that is read later, gets a merge variable, assigned at the end
of each arm. A branch whose condition is known while the kernel is read leaves only the taken arm; the other one is
still read for names and syntax, not for types, as is the body of a `pl.unroll` that makes no copy.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from pypto.errors import (
    ParserSyntaxError,
    ParserTypeError,
    UndefinedVariableError,
    UnsupportedFeatureError,
    UserError,
)
from pypto.frontend.loops import Loops
from pypto.frontend.names import assigned, bound
from pypto.frontend.values import Missing, Value, describe, same_type, same_value, storage, write_instead
from pypto.ir import arith
from pypto.ir.dtypes import INDEX
from pypto.ir.nodes import (
    Assign,
    Call,
    Const,
    Expr,
    If,
    ScalarType,
    Stmt,
    TensorType,
    TileType,
    Var,
)
from pypto.ir.ops import shaping

WRITTEN = frozenset({"unknown-operation", "unknown-member", "argument-list"})
"""Mistakes that are in the text of a call, whatever the types of its arguments are."""


class Branches(Loops):
    """Lowers if, elif and else."""

    def if_stmt(self, stmt: ast.If) -> None:
        condition = self.condition(self.expr(stmt.test), stmt.test)
        self.check_yields(stmt)
        if isinstance(condition, Const):
            taken, other = (stmt.body, stmt.orelse) if condition.value else (stmt.orelse, stmt.body)
            self.dead(
                other, f"is bound only in a branch of the `if` at line {stmt.lineno} that is never taken"
            )
            self.block(taken, nested=False)
            self.decided = self.terminated
            return
        before = dict(self.env)
        arms = []
        behind: list[Assign] = []
        for body in (stmt.body, stmt.orelse):
            self.env, self.terminated = dict(before), False
            with self.collect() as statements:
                self.block(body)
            arms.append((statements, self.env, self.terminated))
        (then, then_env, then_ends), (orelse, else_env, else_ends) = arms
        self.terminated = then_ends and else_ends
        if then_ends or else_ends:
            self.env = else_env if then_ends else then_env
        else:
            self.env = self.merged(stmt, before, (then, then_env), (orelse, else_env), behind)
        self.emit(If(condition, tuple(then), tuple(orelse), self.span(stmt)))
        for assign in behind:
            self.emit(assign)

    def check_yields(self, stmt: ast.If) -> None:
        """Both arms yield the same names, or neither does."""
        then, orelse = (self.yields_of(body) for body in (stmt.body, stmt.orelse))
        names, others = bound(then), bound(orelse)
        if names == others:
            return
        place = (then or orelse)[0]
        raise self.error(
            ParserTypeError,
            f"the branches of the `if` at line {stmt.lineno} yield different names: "
            f"{', '.join(names) or 'none'} and {', '.join(others) or 'none'}",
            place,
            help=f"yield the same names in both: {', '.join(names or others)} = pl.yield_(...)",
            code="yield-form",
        )

    def yields_of(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """The yields of an arm; an `elif` yields what its own arms do."""
        if len(body) == 1 and isinstance(body[0], ast.If):
            return self.yields_of(body[0].body)
        return self.yields_in(body)

    def merged(
        self,
        stmt: ast.If,
        before: dict[str, Value],
        then: tuple[list[Stmt], dict[str, Value]],
        orelse: tuple[list[Stmt], dict[str, Value]],
        behind: list[Assign],
    ) -> dict[str, Value]:
        """Bindings after a branch whose arms both reach its end; `behind`: what is computed right after it."""
        env = dict(before)
        live = self.live_after(stmt)
        results = bound(self.yields_of(stmt.body))
        for name in dict.fromkeys([*then[1], *orelse[1]]):
            a, b = then[1].get(name), orelse[1].get(name)
            if name in then[1] and name in orelse[1] and same_value(a, b):
                env[name] = a
            elif isinstance(a, Missing) or isinstance(b, Missing):
                env[name] = a if isinstance(a, Missing) else b
            elif results and name not in results:
                env[name] = self.missing_name(
                    name,
                    f"belongs to the branches of the `if` at line {stmt.lineno}, which yield {', '.join(results)}",
                    f"yield it in both: {', '.join(results)}, {name} = pl.yield_(...)",
                    code="out-of-scope",
                )
            elif name not in then[1] or name not in orelse[1]:
                why = f"is bound in only one branch of the `if` at line {stmt.lineno}"
                env[name] = self.missing_name(
                    name, why, "bind it before the `if`, or in both branches", code="not-always-bound"
                )
            elif name not in live and not self.is_yielded(name, stmt):
                env[name] = self.missing_name(
                    name, f"has no one value after the `if` at line {stmt.lineno}", code="not-always-bound"
                )
            else:
                env[name] = self.merge(name, a, b, then[0], orelse[0], stmt, behind)
        return env

    def merge(
        self,
        name: str,
        a: Value,
        b: Value,
        then: list[Stmt],
        orelse: list[Stmt],
        stmt: ast.If,
        behind: list[Assign],
    ) -> Value:
        where = f"in the branches of the `if` at line {stmt.lineno}"
        what = storage(a, b)
        if what is not None:
            help = write_instead(what, name).replace(":", " in both branches:", 1)
            return Missing(
                UnsupportedFeatureError(
                    f"`{name}` denotes different {what}s {where}", help=help, code="buffer-change"
                ),
                self.bound_at(name, stmt.orelse, stmt.body),
            )
        if self.differ_in_valid(a, b):
            return self.merge_valid(name, a, b, then, orelse, stmt, behind)
        if not self.is_carriable(a) or not self.is_carriable(b) or not same_type(a.type, b.type):
            error = ParserTypeError(
                f"`{name}` has different types {where}: {describe(a)} and {describe(b)}",
                help=_one_type(name, a, b),
                code="type-change",
            )
            if self.is_yielded(name, stmt):
                place = self.bound_at(name, stmt.orelse, stmt.body)
                raise self.error(
                    ParserTypeError, error.message, place or stmt, help=error.help, code="yield-form"
                )
            return Missing(error, self.bound_at(name, stmt.orelse, stmt.body))
        var = self.fresh(name, a.type, a.span or self.span(stmt))
        for statements, value in ((then, a), (orelse, b)):
            statements.append(Assign(var, value, value.span))
            if value in self.session.cube:
                self.session.cube.add(var)
        return var

    def differ_in_valid(self, a: Value, b: Value) -> bool:
        """Whether two values on the chip differ in nothing but in how much of them is valid."""
        if not self.is_carriable(a) or not self.is_carriable(b):
            return False
        if not isinstance(a.type, TensorType | TileType) or not isinstance(b.type, TensorType | TileType):
            return False
        whole = same_type(replace(a.type, valid=None), replace(b.type, valid=None))
        return whole and len(a.type.shape) == 2 and not same_type(a.type, b.type)

    def merge_valid(
        self,
        name: str,
        a: Expr,
        b: Expr,
        then: list[Stmt],
        orelse: list[Stmt],
        stmt: ast.If,
        behind: list[Assign],
    ) -> Var:
        """One value whose valid extents the branch decides: the arms leave all its cells, and the extents as numbers."""
        assert isinstance(a.type, TensorType | TileType) and isinstance(b.type, TensorType | TileType)
        span = a.span or self.span(stmt)
        valid: list[Expr] = []
        for axis, pair in enumerate(zip(a.type.valid_shape, b.type.valid_shape, strict=True)):
            if arith.same(*pair):
                valid.append(arith.to_expr(pair[0]))
                continue
            extent = self.fresh(f"{name}_{('rows', 'cols')[axis]}", ScalarType(INDEX), span)
            then.append(Assign(extent, arith.to_expr(pair[0]), span))
            orelse.append(Assign(extent, arith.to_expr(pair[1]), span))
            valid.append(extent)
        whole_type = replace(a.type, valid=None)
        whole = self.fresh(name, whole_type, span)
        extents = [arith.to_expr(d) for d in a.type.shape]
        for statements, narrow in ((then, a), (orelse, b)):
            value = self.session.whole.get(narrow, narrow) if isinstance(narrow, Var) else narrow
            if value.type.valid is not None:  # type: ignore[attr-defined]
                said = Call(shaping.SET_VALIDSHAPE, (value, *extents), {}, whole_type, span)
                value = self.fresh(name, whole_type, span)
                statements.append(Assign(value, said, span))
            statements.append(Assign(whole, value, span))
        type_ = replace(a.type, valid=(valid[0], valid[1]))
        var = self.fresh(name, type_, span)
        behind.append(Assign(var, Call(shaping.SET_VALIDSHAPE, (whole, *valid), {}, type_, span), span))
        if a in self.session.cube and b in self.session.cube:
            self.session.cube.update((whole, var))
        return var

    def is_yielded(self, name: str, stmt: ast.If) -> bool:
        return name in bound(self.yields_of(stmt.body))

    def dead(
        self, body: list[ast.stmt], why: str, help: str = "bind it before the `if`, or in both branches"
    ) -> None:
        """Read statements that never run: their names and syntax count, their types do not."""
        if not body:
            return
        session = self.session
        env, errors, warnings, constants = (
            dict(self.env),
            list(session.errors),
            list(session.warnings),
            dict(session.constants),
        )
        session.errors = []
        session.unrun += 1
        try:
            with self.collect():
                self.block(body)
        finally:
            found = session.errors
            session.unrun -= 1
            session.errors, session.warnings, session.constants = errors, warnings, constants
            self.env, self.terminated = env, False
        session.errors += filter(counts_unrun, found)
        for name in assigned(body):
            if name not in self.env:
                self.env[name] = self.missing_name(name, why, help, code="not-always-bound")


def counts_unrun(error: UserError) -> bool:
    """Whether a mistake is one where it never runs too: none of types, nor of a name that has no value there."""
    kinds = (ParserSyntaxError, UnsupportedFeatureError, UndefinedVariableError)
    if error.code in ("type", "invalid-operation", "not-always-bound"):
        return False
    return error.code in WRITTEN or isinstance(error, kinds)


def _one_type(name: str, a: Value, b: Value) -> str:
    """How two branches come to give a name one type."""
    if not isinstance(a, Expr) or not isinstance(b, Expr):
        return "give both values one type, or two names"
    if isinstance(a.type, ScalarType) and isinstance(b.type, ScalarType):
        return f"convert the second: {name} = pl.cast(..., pl.{a.type.dtype})"
    if isinstance(a.type, TensorType) and isinstance(b.type, TensorType) and a.type.dtype is not b.type.dtype:
        return f"convert the second: {name} = pl.cast(..., pl.{a.type.dtype})"
    return "give both values one type, or two names"
