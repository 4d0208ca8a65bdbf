# SPDX-License-Identifier: Apache-2.0
"""One function of a printed program: each name is one variable, nothing is folded, nothing is invented."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pypto.errors import InvalidOperationError
from pypto.frontend import constructs as c
from pypto.frontend.comments import comments_of
from pypto.frontend.exact_values import FUNCTION, ExactValues
from pypto.frontend.host_names import WindowAnnotation
from pypto.frontend.levels import ONE_CORE
from pypto.frontend.session import Session
from pypto.frontend.source import KernelSource
from pypto.frontend.state import RegionState
from pypto.frontend.values import Value
from pypto.ir.calls import CORE_KINDS
from pypto.ir.dtypes import INDEX
from pypto.ir.enums import FunctionType, Level, Role, SplitMode
from pypto.ir.extents import extents_of
from pypto.ir.nodes import (
    Assign,
    Break,
    Call,
    Const,
    Continue,
    Eval,
    Expr,
    For,
    Function,
    If,
    Invoke,
    Launch,
    Param,
    Region,
    Return,
    ScalarType,
    Scope,
    Stmt,
    TaskIdType,
    TileType,
    TupleType,
    Type,
    Var,
    While,
)
from pypto.ir.ops import memory, scalar
from pypto.ir.ops.table import Op
from pypto.ir.visit import Substitute

_REGION_KEYS = (
    *("level", "role", "core_num", "name_hint", "deps", "optimizations", "allow_early_resolve", "sync_start"),
    *("predicate", "no_dep_args", "out_args", "inout_args", "dumps"),
)

_NUMBERS = {"slot_num": int, "split": SplitMode, "allow_early_resolve": bool, "sync_start": bool}
_TESTS = frozenset({scalar.EQ, scalar.NE, scalar.LT, scalar.LE, scalar.GT, scalar.GE})


def _is_option(name: str, value: Any) -> bool:
    """Whether an option of a region may have a value; lists name variables, a predicate compares one element."""
    if name in _NUMBERS:
        return isinstance(value, _NUMBERS[name])
    if name in ("level", "role"):
        return value in ONE_CORE if name == "level" else value is Role.SubWorker
    if name != "predicate":
        return isinstance(value, tuple) and all(isinstance(v, Var) for v in value)
    read, number = value.args if isinstance(value, Call) and value.op in _TESTS else (None, None)
    return isinstance(read, Call) and read.op is memory.READ and isinstance(number, Const)


class Exact(ExactValues):
    """Lowers a printed function without inventing or folding anything."""

    def __init__(
        self,
        session: Session,
        kernel: KernelSource,
        origin: str | None,
        functions: Mapping[str, Exact],
        marked: bool = True,
    ) -> None:
        super().__init__(session, kernel)
        self.origin = origin
        self.has_marks = marked  # else places are those of the text itself
        self.functions = functions
        self.kind = "Orchestration"
        self.params: list[Param] = []
        self.returns: tuple[Type, ...] = ()
        self.symbols: dict[str, Var] = {}
        self.attrs: dict[str, Any] = {}
        self.scopes_by_hand = False
        self.declared: Type | None = None  # what the statement's annotation says of its call

    # The function

    def signature(self) -> None:
        definition = self.kernel.definition
        for decorator in definition.decorator_list:
            if isinstance(decorator, ast.Call) and self.expr(decorator.func) is FUNCTION:
                self.only(decorator, ("type", "auto_scope"))
                for keyword in decorator.keywords:
                    if keyword.arg == "auto_scope":
                        self.scopes_by_hand = self.plain(self.expr(keyword.value)) is False
                        continue
                    value = self.expr(keyword.value)
                    if isinstance(value, FunctionType):
                        self.kind = value.name
        arguments = definition.args.args
        for argument in arguments[1:] if arguments and arguments[0].arg == "self" else arguments:
            if argument.annotation is None:
                self.syntax(f"parameter {argument.arg} has no annotation", argument, code="program-text")
            annotation = self.settled(argument.annotation)
            direction = "in"
            if isinstance(annotation, c.DirectionAnnotation):
                direction, annotation = annotation.direction, annotation.inner
            var = Var(argument.arg, self.read_type(annotation, argument.annotation))
            self.env[argument.arg] = var
            self.params.append(Param(var, direction, isinstance(annotation, WindowAnnotation)))
        if definition.returns is not None:
            node = definition.returns
            if (
                isinstance(node, ast.Subscript)
                and isinstance(node.value, ast.Name)
                and node.value.id == "tuple"
            ):
                items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            else:
                items = [node]
            self.returns = tuple(self.read_type(self.settled(item), item) for item in items)

    def finish(self) -> Function:
        body = list(self.kernel.definition.body)
        attrs: ast.Call | None = None
        if body and isinstance(body[0], ast.Expr) and self.construct_of(body[0].value) is c.FUNC_ATTR:
            attrs = body.pop(0).value  # type: ignore[attr-defined]
        if self.kind in CORE_KINDS:
            self.region = RegionState(self.span(self.kernel.definition))
        self.block(body)
        if attrs is not None:  # last, since it may name variables of the body
            self.attrs = {key: self.plain(value) for key, value in self.table(attrs.args[0]).items()}
        if self.scopes_by_hand:
            self.attrs = {**self.attrs, "auto_scope": False}
        return Function(
            self.kernel.name, self.kind, tuple(self.params), tuple(self.out), tuple(self.symbols.values()),
            self.returns, self.attrs, self.marked(self.kernel.definition),
            None if self.has_marks else comments_of(self.kernel.source, self.kernel.definition)[0],
        )  # fmt: skip

    # Statements

    def statement(self, stmt: ast.stmt) -> None:
        if isinstance(stmt, ast.Assign | ast.AnnAssign | ast.Expr) and stmt.value is not None:
            launch = self.construct_of(stmt.value)
            if launch in (c.SUBMIT, c.SPMD_SUBMIT):
                self.read_launch(stmt, stmt.value)  # type: ignore[arg-type]
                return
            callee = self.function_of(stmt.value)
            if callee is not None:
                self.invoke_function(stmt, callee, stmt.value)  # type: ignore[arg-type]
                return
        super().statement(stmt)

    def assign(self, stmt: ast.Assign) -> None:
        target = stmt.targets[0]
        if not isinstance(target, ast.Name):
            self.syntax("an assignment of a printed program has one name", stmt, code="program-text")
        self.assign_name(target.id, self.expr(stmt.value), None, stmt)

    def annotated(self, stmt: ast.AnnAssign) -> None:
        if not isinstance(stmt.target, ast.Name) or stmt.value is None:
            self.syntax(
                "an assignment of a printed program has one name and a value", stmt, code="program-text"
            )
        type_ = self.read_type(self.expr(stmt.annotation), stmt.annotation)
        self.declared = type_
        try:
            value = self.expr(stmt.value)
        finally:
            self.declared = None
        self.assign_name(stmt.target.id, value, type_, stmt)

    def assign_name(self, name: str, value: Value, type_: Type | None, stmt: ast.stmt) -> None:
        if not isinstance(value, Expr):
            self.type_error("the right side has no value", stmt, code="program-text")
        if type_ is not None and isinstance(value, Call):
            # where a tile lies is said by its variable
            made = replace(type_, memref=None) if isinstance(type_, TileType) else type_
            value = replace(value, type=made)
        self.emit(Assign(self.target(name, type_ or value.type), value, self.marked(stmt)))

    def target(self, name: str, type_: Type) -> Var:
        var = self.env.get(name)
        if not isinstance(var, Var):
            var = self.env[name] = Var(name, type_)
        return var

    def expression(self, stmt: ast.Expr) -> None:
        value = self.expr(stmt.value)
        if not isinstance(value, Call):
            self.syntax("a statement of a printed program is an operation", stmt, code="program-text")
        self.emit(Eval(value, self.marked(stmt)))

    def return_stmt(self, stmt: ast.Return) -> None:
        nodes = (
            []
            if stmt.value is None
            else stmt.value.elts
            if isinstance(stmt.value, ast.Tuple)
            else [stmt.value]
        )
        self.emit(Return(tuple(self.value_of(node) for node in nodes), self.marked(stmt)))

    def value_of(self, node: ast.expr) -> Expr:
        value = self.expr(node)
        if not isinstance(value, Expr):
            self.type_error(f"`{self.quote(node)}` is no value", node, code="program-text")
        return value

    def jump(self, stmt: ast.Break | ast.Continue) -> None:
        self.emit(Break(self.marked(stmt)) if isinstance(stmt, ast.Break) else Continue(self.marked(stmt)))

    def inner(self, body: list[ast.stmt]) -> tuple[Stmt, ...]:
        with self.collect() as statements:
            self.block(body)
        return tuple(statements)

    def if_stmt(self, stmt: ast.If) -> None:
        condition = self.condition(self.expr(stmt.test), stmt.test)
        self.emit(If(condition, self.inner(stmt.body), self.inner(stmt.orelse), self.marked(stmt)))

    def read(self, body: list[ast.stmt]) -> None:
        super().read([s for s in body if not isinstance(s, ast.Pass)])

    def while_loop(self, stmt: ast.While) -> None:
        self.emit(
            While(
                (), self.condition(self.expr(stmt.test), stmt.test), self.inner(stmt.body), self.marked(stmt)
            )
        )

    def for_stmt(self, stmt: ast.For) -> None:
        call = stmt.iter
        construct = self.construct_of(call)
        if construct is None or not isinstance(call, ast.Call) or not isinstance(stmt.target, ast.Name):
            self.syntax("unknown loop", stmt, code="program-text")
        if construct is c.WHILE:
            self.setup_loop(stmt)
            return
        if construct is c.SPMD:
            var = self.target(stmt.target.id, ScalarType(INDEX))
            self.read_region(stmt, call, stmt.body, var, None)
            return
        self.only(call, {c.PIPELINE: ("stage",), c.SPLIT_AIV: ("mode",)}.get(construct, ()))
        values = [self.whole(item) for item in call.args]
        if not 1 <= len(values) <= 3:
            self.syntax("a loop has one to three bounds", stmt, code="program-text")
        zero, one = (Const(v, ScalarType(INDEX)) for v in (0, 1))
        start, stop, step = [zero, *values, one] if len(values) == 1 else [*values, one][:3]
        stage = self.stage_of(call)
        var = self.target(stmt.target.id, ScalarType(INDEX))
        region = self.region
        if construct is c.SPLIT_AIV and region is not None:
            region.lane, region.mode = var, SplitMode(stage)
        body = self.inner(stmt.body)
        if construct is c.SPLIT_AIV and region is not None:
            region.lane = None
        self.emit(For(var, start, stop, step, body, construct.name, stage, self.marked(stmt)))

    def stage_of(self, call: ast.Call) -> int:
        """The stages of a pipelined loop, or the mode of one over lanes."""
        for word, kind, wanted in (
            ("stage", int, "a number of stages"),
            ("mode", SplitMode, "a pl.SplitMode"),
        ):
            for node in (k.value for k in call.keywords if k.arg == word):
                given = self.plain(self.expr(node))
                if not isinstance(given, kind) or isinstance(given, bool):
                    self.type_error(
                        f"{wanted} is expected, found `{self.quote(node)}`", node, code="program-text"
                    )
                return given.value if isinstance(given, SplitMode) else given
        return 1

    def setup_loop(self, stmt: ast.For) -> None:
        """`for _ in pl.while_():` with the statements before `pl.cond` as setup."""
        split = next(
            (
                i
                for i, s in enumerate(stmt.body)
                if isinstance(s, ast.Expr) and self.construct_of(s.value) is c.COND
            ),
            None,
        )
        if split is None:
            self.syntax("pl.while_ needs pl.cond(...)", stmt, code="program-text")
        setup = self.inner(stmt.body[:split])
        node = stmt.body[split].value.args[0]  # type: ignore[attr-defined]
        condition = self.condition(self.expr(node), node)
        self.emit(While(setup, condition, self.inner(stmt.body[split + 1 :]), self.marked(stmt)))

    def with_stmt(self, stmt: ast.With) -> None:
        item = stmt.items[0]
        construct = self.construct_of(item.context_expr)
        if construct in (c.SCOPE, c.MANUAL_SCOPE):
            self.emit(Scope(self.inner(stmt.body), construct is c.MANUAL_SCOPE, self.marked(stmt)))
            return
        if construct not in (c.AT, c.SPMD, c.CLUSTER):
            self.syntax("unknown scope", stmt, code="program-text")
        assert isinstance(item.context_expr, ast.Call)
        task = item.optional_vars.id if isinstance(item.optional_vars, ast.Name) else None
        self.read_region(stmt, item.context_expr, stmt.body, None, task)

    def read_region(
        self, stmt: ast.stmt, call: ast.Call, body: list[ast.stmt], block: Var | None, task: str | None
    ) -> None:
        self.only(call, _REGION_KEYS)
        given = {str(k.arg): k.value for k in call.keywords}
        hints = self.hints(given.pop("optimizations", None))
        options = {name: self.expr(node) for name, node in given.items()}
        if options.get("level") is Level.CORE_GROUP:
            options.pop("level")
        if len(call.args) > (self.construct_of(call) in (c.SPMD, c.CLUSTER)):
            self.syntax("a region has at most a number of blocks", stmt, code="program-text")
        blocks = self.whole(call.args[0]) if call.args else options.pop("core_num", None)
        hint, deps = options.pop("name_hint", None), options.pop("deps", ())
        if hint is not None and not isinstance(hint, str):
            self.syntax("name_hint is a text", stmt, code="program-text")
        if not isinstance(deps, tuple) or not all(isinstance(d, Expr) for d in deps):
            self.syntax("deps is a list of task ids", stmt, code="program-text")
        attrs = hints | {name: self.plain(value) for name, value in options.items()}
        for name, value in attrs.items():
            if not _is_option(name, value):
                self.syntax(
                    f"{name}= of a region is not such a value", given.get(name, stmt), code="program-text"
                )
        outer, self.region = self.region, RegionState(self.place(stmt))
        inner = self.inner(body)
        self.region = outer
        var = None if task is None else self.target(task, TaskIdType())
        self.emit(Region(inner, hint, blocks, block, var, deps, attrs, self.marked(stmt)))

    def hints(self, node: ast.expr | None) -> dict[str, Any]:
        """The entries of `optimizations=`."""
        found: dict[str, Any] = {}
        for item in node.elts if isinstance(node, ast.List) else ():
            construct = self.construct_of(item)
            if construct not in (c.SPLIT, c.CROSS_CORE_SLOT) or not isinstance(item, ast.Call):
                self.syntax("unknown entry of optimizations=", item, code="program-text")
            self.only(item, ("slot_num",) if construct is c.CROSS_CORE_SLOT else ())
            values = [*item.args, *(k.value for k in item.keywords)]
            if len(values) != 1:
                self.syntax("an entry of optimizations= has one value", item, code="program-text")
            name = "split" if construct is c.SPLIT else "slot_num"
            found[name] = self.plain(self.expr(values[0]))
        return found

    def bind_crossing(
        self, op: Op, spelling: str, node: ast.Call, level: str | None = None
    ) -> tuple[dict[str, Any], dict[str, ast.expr]]:
        """Printed text says how a crossing is divided, or the loop around it does."""
        bound, nodes = self.bind(op, spelling, node, level)
        region = self.region
        if "split" not in nodes and region is not None and region.lane is not None:
            bound["split"], bound["lane"] = region.mode.value, region.lane
        return bound, nodes

    # Calls of functions

    def function_of(self, node: ast.expr) -> Exact | None:
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            return None
        base = node.func.value
        return self.named(node.func) if isinstance(base, ast.Name) and base.id == "self" else None

    def named(self, node: ast.Attribute) -> Exact:
        found = self.functions.get(node.attr)
        if found is None:
            raise self.error(
                InvalidOperationError, f"the program has no function {node.attr}", node, code="program-text"
            )
        return found

    def invoke_function(self, stmt: ast.stmt, callee: Exact, node: ast.Call) -> None:
        args = tuple(self.expr(item) for item in node.args)
        types = self.result_types(callee, args)
        span = self.marked(stmt)
        if isinstance(stmt, ast.Assign) and isinstance(stmt.targets[0], ast.Tuple):
            names = [item.id for item in stmt.targets[0].elts if isinstance(item, ast.Name)]
            results = tuple(
                None if n == "_" else self.target(n, t) for n, t in zip(names, types, strict=True)
            )
            self.emit(Eval(Invoke(callee.kernel.name, args, TupleType(types), span, results), span))
            return
        type_: Type = types[0] if len(types) == 1 else TupleType(types)
        if isinstance(stmt, ast.AnnAssign):
            type_ = self.read_type(self.expr(stmt.annotation), stmt.annotation)
        value = Invoke(callee.kernel.name, args, type_, span)
        target = stmt.targets[0] if isinstance(stmt, ast.Assign) else getattr(stmt, "target", None)
        if isinstance(target, ast.Name):
            self.emit(Assign(self.target(target.id, type_), value, span))
        else:
            self.emit(Eval(value, span))

    def result_types(self, callee: Exact, args: tuple[Expr, ...]) -> tuple[Type, ...]:
        """What the callee returns, with its dynamic extents as the arguments give them."""
        substitute = Substitute(extents_of(callee.params, args))
        return tuple(substitute.type(t) for t in callee.returns)

    def read_launch(self, stmt: ast.stmt, node: ast.Call) -> None:
        function, *rest = node.args
        if not isinstance(function, ast.Attribute):
            self.syntax("a launch names a function: self.f", node, code="program-text")
        self.only(node, ("core_num", "extents", "directions", "deps", "attrs"))
        options: dict[str, Any] = {}
        attrs: dict[str, Any] = {}
        for keyword in node.keywords:
            if keyword.arg == "attrs":
                attrs = {k: self.plain(v) for k, v in self.table(keyword.value).items()}
            else:
                assert keyword.arg is not None
                options[keyword.arg] = self.expr(keyword.value)
        task = None
        if isinstance(stmt, ast.Assign) and isinstance(stmt.targets[0], ast.Name):
            task = self.target(stmt.targets[0].id, TaskIdType())
        self.emit(
            Launch(
                self.named(function).kernel.name, tuple(self.expr(item) for item in rest), options.get("extents", ()),
                options.get("directions", ()), options.get("core_num"), task, options.get("deps", ()), attrs,
                self.marked(stmt),
            )
        )  # fmt: skip
