# SPDX-License-Identifier: Apache-2.0
"""What has to hold of a program between two passes.

    verify(program, "front")       regions in the orchestration function, values of any rank
    verify(program, "outlined")    launches instead of regions, one core function per region
    verify(program, "lowered")     core functions work on tiles

Codes: 1 second assignment, 101 types differ, 102 a row gives another type, 103 wrong kind of operand, 105
condition, 106 loop bound, 107 returned values, 108 task id, 109 call of a function, 401 read before
assignment, 501 region inside a region; `misplaced` and `stage` name operations and statements where they
cannot stand.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Literal, TypeAlias

from pypto.errors import ErrorGroup, Span, VerifierError
from pypto.ir import arith
from pypto.ir.calls import CORE_KINDS, infer, same_type
from pypto.ir.dtypes import BOOL, TASK_ID
from pypto.ir.groups import is_group
from pypto.ir.nodes import (
    ArrayType,
    Assign,
    Block,
    Break,
    Call,
    Continue,
    Eval,
    Expr,
    For,
    Function,
    If,
    Invoke,
    Launch,
    Program,
    Region,
    Return,
    ScalarType,
    Scope,
    Stmt,
    TaskIdType,
    TensorType,
    TileType,
    Type,
    Var,
    While,
)
from pypto.ir.ops import dispatch, memory
from pypto.ir.ops.table import OpError, Trait
from pypto.ir.visit import exprs_below, header_exprs, vars_in, vars_in_type

Stage: TypeAlias = Literal["front", "outlined", "lowered"]


def verify(program: Program, stage: str) -> None:
    """Raise the VerifierError that was found, or an ErrorGroup of several."""
    errors = find_errors(program, stage)
    if errors:
        raise errors[0] if len(errors) == 1 else ErrorGroup(errors)


def find_errors(program: Program, stage: str) -> list[VerifierError]:
    """Everything that does not hold, in the order of the text."""
    if stage not in ("front", "outlined", "lowered"):
        raise ValueError(f"unknown stage {stage!r}")
    errors: list[VerifierError] = []
    if program.entry not in program.functions:
        errors.append(VerifierError(f"the entry {program.entry} is no function of the program", code="109"))
    for function in program.functions.values():
        checker = _Checker(program, function, stage)
        checker.run()
        errors += checker.errors
    return errors


_Defined: TypeAlias = "set[Var] | None"
"""The variables that have a value; None where control does not get to."""


def _meet(a: _Defined, b: _Defined) -> _Defined:
    if a is None or b is None:
        return b if a is None else a
    return a & b


class _Checker:
    def __init__(self, program: Program, function: Function, stage: str) -> None:
        self.program = program
        self.function = function
        self.stage = stage
        self.errors: list[VerifierError] = []
        self.region = function.kind in CORE_KINDS
        self.either = function.kind == "Inline"  # lowered for the place it is called from
        self.group = False  # the parts of the region are regions
        self.manual = False
        self.loops: list[str] = []
        self.reported: set[Var] = set()

    def report(
        self, code: str, message: str, span: Span | None, help: str | None = None, notes: Iterable[str] = ()
    ) -> None:
        self.errors.append(VerifierError(message, span=span, help=help, notes=tuple(notes), code=code))

    def run(self) -> None:
        defined = {*self.function.symbols, *(p.var for p in self.function.params)}
        for param in self.function.params:
            self.mentions(param.type, defined, self.function.span, f"parameter {param.name}")
            if self.function.name == self.program.entry and isinstance(param.type, TileType):
                self.report(
                    "109",
                    f"an entry takes tensors and scalars, `{param.name}` is a {param.type}",
                    self.function.span,
                )
        self.block(self.function.body, defined, last=True)

    # Statements

    def block(self, block: Block, defined: _Defined, last: bool = False) -> _Defined:
        """Check a block; the variables that have a value after it."""
        seen: dict[Var, Stmt] = {}
        for number, stmt in enumerate(block):
            if defined is None:
                self.report("401", "this statement is never reached", stmt.span)
                return None
            if isinstance(stmt, Assign):
                if stmt.target in seen and self.stage == "front":
                    self.report(
                        "1", f"{stmt.target.name} is assigned twice in one block", stmt.span,
                        notes=[f"first at {seen[stmt.target].span}"],
                    )  # fmt: skip
                seen.setdefault(stmt.target, stmt)
            if isinstance(stmt, Return) and not (last and number == len(block) - 1):
                self.report("107", "return must be the last statement of a function", stmt.span)
            for expr in header_exprs(stmt):
                if not isinstance(stmt, While):
                    self.expr(expr, defined, stmt)
            defined = self.stmt(stmt, defined)
        return defined

    def stmt(self, stmt: Stmt, defined: set[Var]) -> _Defined:
        if isinstance(stmt, Assign):
            self.mentions(stmt.target.type, defined, stmt.span, stmt.target.name)
            if not same_type(_content(stmt.target.type), _content(stmt.value.type)):
                self.report(
                    "101",
                    f"{stmt.target.name} is {stmt.target.type}, the value is {stmt.value.type}",
                    stmt.span,
                )
            return defined | {stmt.target}
        if isinstance(stmt, Eval):
            results = stmt.value.results if isinstance(stmt.value, Invoke) else ()
            return defined | {v for v in results if v is not None}
        if isinstance(stmt, For):
            return self.loop(stmt, defined)
        if isinstance(stmt, While):
            return self.while_loop(stmt, defined)
        if isinstance(stmt, If):
            self.condition(stmt.condition, stmt.span)
            return _meet(self.block(stmt.then, set(defined)), self.block(stmt.orelse, set(defined)))
        if isinstance(stmt, Region):
            return self.enter(stmt, defined)
        if isinstance(stmt, Scope):
            return self.scope(stmt, defined)
        if isinstance(stmt, Launch):
            return self.launch(stmt, defined)
        if isinstance(stmt, Return):
            self.returned(stmt)
            return None
        if isinstance(stmt, Break | Continue):
            self.leave(stmt)
            return None
        raise TypeError(f"unknown statement {stmt!r}")

    def loop(self, stmt: For, defined: set[Var]) -> _Defined:
        for what, expr in (("start", stmt.start), ("stop", stmt.stop), ("step", stmt.step)):
            self.integer(expr, f"the {what} of a loop", stmt.span)
        if stmt.kind not in ("range", "parallel", "unroll", "pipeline", "split_aiv"):
            self.report("stage", f"unknown loop kind {stmt.kind!r}", stmt.span)
        bounds = [arith.as_int(e) for e in (stmt.start, stmt.stop, stmt.step)]
        if bounds[2] == 0:
            self.report("106", "the step of a loop must not be 0", stmt.span)
            return defined
        self.loops.append(stmt.kind)
        inside = self.block(stmt.body, {*defined, stmt.var})
        self.loops.pop()
        runs = None not in bounds and len(range(*bounds)) > 0  # type: ignore[arg-type]
        return inside if runs and inside is not None else defined

    def while_loop(self, stmt: While, defined: set[Var]) -> _Defined:
        self.loops.append("while")
        ready = self.block(stmt.setup, set(defined))
        if ready is not None:
            self.expr(stmt.condition, ready, stmt)
            self.condition(stmt.condition, stmt.span)
            self.block(stmt.body, set(ready))
        self.loops.pop()
        return ready

    def enter(self, stmt: Region, defined: set[Var]) -> _Defined:
        if self.stage != "front":
            self.report("stage", "a region is left after outlining", stmt.span)
        if self.region and not self.group:
            self.report(
                "501", "a region cannot stand inside another region", stmt.span,
                help="end the outer `with` or `for ... in pl.spmd` first",
            )  # fmt: skip
        if stmt.blocks is not None:
            self.integer(stmt.blocks, "the number of blocks", stmt.span)
        self.dependencies(stmt.deps, stmt.span)
        outer, loops, group = self.region, self.loops, self.group
        self.region, self.loops, self.group = True, [], not self.region and is_group(stmt)
        self.block(stmt.body, defined | ({stmt.block} if stmt.block is not None else set()))
        self.region, self.loops, self.group = outer, loops, group
        # Values on a core end with it.
        return defined | ({stmt.task} if stmt.task is not None else set())

    def scope(self, stmt: Scope, defined: set[Var]) -> _Defined:
        if self.region or self.manual:
            where = "a region" if self.region else "a manual scope"
            self.report("stage", f"a scope cannot stand inside {where}", stmt.span)
        outer, self.manual = self.manual, self.manual or stmt.manual
        inside = self.block(stmt.body, defined)
        self.manual = outer
        return inside

    def launch(self, stmt: Launch, defined: set[Var]) -> set[Var]:
        if self.stage == "front":
            self.report("stage", "a launch stands before outlining", stmt.span)
        callee = self.program.functions.get(stmt.function)
        if callee is None or callee.kind not in (*CORE_KINDS, "Group"):
            self.report("109", f"{stmt.function} is no core function of the program", stmt.span)
            return defined
        if len(stmt.args) != len(callee.params) or len(stmt.extents) != len(callee.symbols):
            self.report(
                "109",
                f"{stmt.function} takes {len(callee.params)} arguments and {len(callee.symbols)} extents, "
                f"found {len(stmt.args)} and {len(stmt.extents)}",
                stmt.span,
            )
        else:
            for param, arg in zip(callee.params, stmt.args, strict=True):
                self.fits(param.name, param.type, arg, stmt.span)
        if stmt.blocks is not None:
            self.integer(stmt.blocks, "the number of blocks", stmt.span)
        self.dependencies(stmt.deps, stmt.span)
        return defined | ({stmt.task} if stmt.task is not None else set())

    def returned(self, stmt: Return) -> None:
        wanted = self.function.returns
        if wanted and len(wanted) != len(stmt.values):
            self.report(
                "107", f"{len(wanted)} values are declared, {len(stmt.values)} are returned", stmt.span
            )
            return
        for type_, value in zip(wanted, stmt.values, strict=False):
            if not same_type(type_, value.type):
                self.report("107", f"{type_} is declared, {value.type} is returned", stmt.span)

    def leave(self, stmt: Stmt) -> None:
        word = "break" if isinstance(stmt, Break) else "continue"
        if not self.loops:
            self.report("stage", f"{word} stands outside a loop", stmt.span)
        elif self.loops[-1] in ("parallel", "unroll", "split_aiv"):
            self.report("stage", f"{word} cannot leave a pl.{self.loops[-1]} loop", stmt.span)

    # Parts

    def condition(self, expr: Expr, span: Span | None) -> None:
        if expr.type != ScalarType(BOOL):
            self.report(
                "105", f"the condition is {expr.type}, not Scalar[BOOL]", expr.span or span,
                help="write a comparison, such as n > 0",
            )  # fmt: skip

    def integer(self, expr: Expr, what: str, span: Span | None) -> None:
        if not (isinstance(expr.type, ScalarType) and expr.type.dtype.is_int):
            self.report("106", f"{what} must be an integer, found {expr.type}", expr.span or span)

    def dependencies(self, deps: tuple[Expr, ...], span: Span | None) -> None:
        for dep in deps:
            several = isinstance(dep.type, ArrayType) and dep.type.dtype is TASK_ID
            if not several and not isinstance(dep.type, TaskIdType):
                self.report("108", f"deps takes task ids, found {dep.type}", dep.span or span)

    def mentions(self, type_: Type, defined: set[Var], span: Span | None, name: str) -> None:
        for var in vars_in_type(type_):
            if var not in defined and var not in self.reported:
                self.reported.add(var)
                self.report("401", f"the type of {name} mentions {var.name} before it has a value", span)

    def fits(self, name: str, wanted: Type, arg: Expr, span: Span | None) -> None:
        """Kind, element type, rank and static extents of an argument."""
        given = arg.type
        if isinstance(wanted, TensorType) and isinstance(given, TensorType):
            agree = wanted.dtype is given.dtype and len(wanted.shape) == len(given.shape)
            for a, b in zip(wanted.shape, given.shape, strict=False):
                x, y = arith.as_int(a), arith.as_int(b)
                agree = agree and (x is None or y is None or x == y)
        else:
            agree = same_type(wanted, given)
        if not agree:
            self.report("109", f"{name} is {wanted}, the argument is {given}", arg.span or span)

    # Expressions

    def expr(self, expr: Expr, defined: set[Var], stmt: Stmt) -> None:
        for var in vars_in(expr):
            if var not in defined and var not in self.reported:
                self.reported.add(var)
                self.report(
                    "401", f"{var.name} is read before it has a value", expr.span or stmt.span,
                    notes=["a value bound in a region, in one arm of an if, or in a loop that may not run "
                           "has no value after it"],
                )  # fmt: skip
        if isinstance(expr, Invoke):
            self.invoke(expr, stmt)
        for part in exprs_below(expr):
            if isinstance(part, Call):
                self.call(part, part is expr and isinstance(stmt, Assign | Eval), stmt)

    def invoke(self, expr: Invoke, stmt: Stmt) -> None:
        callee = self.program.functions.get(expr.function)
        if self.stage != "front" and self.function.kind != "Group":
            self.report("stage", f"a call of {expr.function} is left after inlining", expr.span or stmt.span)
        if callee is None:
            self.report("109", f"{expr.function} is no function of the program", expr.span or stmt.span)
        elif len(callee.params) != len(expr.args):
            self.report(
                "109",
                f"{expr.function} takes {len(callee.params)} arguments, found {len(expr.args)}",
                expr.span or stmt.span,
            )

    def call(self, call: Call, outermost: bool, stmt: Stmt) -> None:
        span, name, before = call.span or stmt.span, call.op.name, len(self.errors)
        if not outermost and not call.op.has(Trait.SCALAR):
            self.report("103", f"{name} is nested in an expression; a value needs a name of its own", span)
        for param, arg in zip(call.op.value_params, call.args, strict=False):
            if arg is None:
                continue
            array = isinstance(arg.type, TensorType | TileType)
            if array and not isinstance(arg, Var):
                self.report("103", f"`{param.name}` of {name} is no variable", span)
            if (param.kind == "operand") > array or (param.kind == "scalar" and array):
                wanted = "a tensor or a tile" if param.kind == "operand" else "a scalar"
                self.report("103", f"`{param.name}` of {name} must be {wanted}, found {arg.type}", span)
            elif (
                self.stage == "front"
                and self.region
                and _outside(arg.type)
                and not call.op.reaches_memory(param)
            ):
                self.report(
                    "103", f"`{param.name}` of {name} must be on the core, {arg!r} is in global memory", span
                )
        if len(call.args) > len(call.op.value_params):
            self.report("103", f"{name} takes {len(call.op.value_params)} operands", span)
        if len(self.errors) > before:
            return
        if not self.region and not self.either and not call.op.has(Trait.CONTROL):
            self.report(
                "misplaced", f"pl.{name} computes and cannot stand in orchestration", span,
                help="wrap it in: with pl.at(level=pl.Level.CORE_GROUP):",
            )  # fmt: skip
        elif not self.region and not self.either and call.op is memory.ASSEMBLE:
            self.report("misplaced", "a write into a part of a tensor stands in a region", span)
        elif self.stage == "front":
            self.rule(call, span)
        elif self.stage == "lowered" and self.region:
            for arg in call.args:
                if arg is not None and isinstance(arg.type, TensorType) and arg.type.local:
                    self.report("stage", f"{name} works on a tensor that has no tile", span)

    def rule(self, call: Call, span: Span | None) -> None:
        """The row accepts the operands and gives the type that the call has."""
        places = (True, False) if self.either else (self.region,)
        failure: OpError | None = None
        types: list[Any] = []
        for region in places:
            try:
                types.append(infer(call, region))
            except OpError as error:
                failure = failure or error
        if failure is not None and not types:
            self.report(failure.code, f"{dispatch.spelling(call)}: {failure.message}", span, failure.help)
        elif not any(same_type(t, call.type) for t in types):
            self.report("102", f"pl.{call.op.name} gives {types[0]}, the program says {call.type}", span)


def _content(type_: Type) -> Type:
    """A tile's type without the place of the buffer and without what a fill left in its padding."""
    if isinstance(type_, TileType) and (type_.address is not None or type_.pad):
        return replace(type_, address=None, pad=0)
    return type_


def _outside(type_: Type) -> bool:
    return isinstance(type_, TensorType) and not type_.local
