# SPDX-License-Identifier: Apache-2.0
"""Regions: `pl.at`, both forms of `pl.spmd`, and the runtime scopes.

A value that is computed in a region and read after it leaves through global memory:

    with pl.at(...):                    v_1 = create_tensor([16, 64], FP32)
        v = pl.add(a, b)         ->     with pl.at(...):
    (v is read later)                       v = add(a, b)
                                            assemble(v_1, v, [0, 0])
"""

from __future__ import annotations

import ast
import keyword
from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Any

from pypto.errors import ScopeIsolationError, Span, UserError, VerifierError
from pypto.frontend import constructs as c
from pypto.frontend.control import Control
from pypto.frontend.names import assigned
from pypto.frontend.source import KernelSource
from pypto.frontend.state import Missing, Poisoned, RegionState, Value, describe, is_global, nearest
from pypto.ir import arith
from pypto.ir.dtypes import INDEX
from pypto.ir.enums import AtomicType, Level, ScopeMode, TensorLayout
from pypto.ir.nodes import Assign, Call, Eval, Expr, Region, ScalarType, TaskIdType, TensorType, Var
from pypto.ir.ops import memory
from pypto.ir.visit import vars_in

AT_KEYWORDS = ("level", "role", "name_hint", "optimizations", "deps", "no_dep_args", "dumps", "allow_early_resolve", "windowize")
SPMD_KEYWORDS = ("core_num", "name_hint", "optimizations", "sync_start", "allow_early_resolve", "predicate", "deps")


class Regions(Control):
    """Lowers regions and scopes."""

    # pl.at

    def at(self, stmt: ast.With, call: ast.Call, task: str | None) -> None:
        options = self.keywords(call, c.AT, ("level", "role"), AT_KEYWORDS)
        level = options.pop("level", None)
        if level is None:
            self.syntax("pl.at needs a level", call, "pl.at(level=pl.Level.CORE_GROUP)")
        value = self.expr(level)
        if not isinstance(value, Level):
            self.type_error(f"a level is expected, `{self.quote(level)}` is {describe(value)}", level, "pl.Level.CORE_GROUP")
        if value is not Level.CORE_GROUP:
            self.unsupported(f"pl.at(level=pl.Level.{value.name}) is not built yet", level, "pl.Level.CORE_GROUP opens a region")
        self.refuse(options, "role", "windowize", "dumps")
        hint, deps, attrs = self.region_options(options)
        names = options.get("no_dep_args")
        if names is not None:
            attrs["no_dep_args"] = self.tensor_names(names, "no_dep_args")
        self.enter(stmt, stmt.body, hint, None, None, task, deps, attrs)

    # pl.spmd

    def spmd_loop(self, stmt: ast.For, call: ast.Call) -> None:
        if stmt.orelse:
            self.unsupported("`else` of a loop is not part of the kernel language", stmt.orelse[0])
        if not isinstance(stmt.target, ast.Name):
            self.syntax("the block index of pl.spmd is one plain name", stmt.target)
        options = self.keywords(call, c.SPMD, ("core_num",), SPMD_KEYWORDS)
        if "deps" in options:
            self.syntax("deps= needs the with form, which names the task", options["deps"], "with pl.spmd(n, deps=[...]) as task:")
        blocks = self.block_count(options, call)
        self.refuse(options, "predicate")
        hint, deps, attrs = self.region_options(options)
        name = stmt.target.id
        block = self.fresh("block" if name == "_" else name, ScalarType(INDEX), self.span(stmt.target))
        self.enter(stmt, stmt.body, hint, blocks, (name, block), None, deps, attrs)

    def spmd_with(self, stmt: ast.With, call: ast.Call, task: str | None) -> None:
        options = self.keywords(call, c.SPMD, ("core_num",), SPMD_KEYWORDS)
        if "deps" in options and task is None:
            self.syntax("deps= on pl.spmd needs a name for the task", options["deps"], "with pl.spmd(n, deps=[...]) as task:")
        blocks = self.block_count(options, call)
        self.refuse(options, "predicate")
        hint, deps, attrs = self.region_options(options)
        body = stmt.body
        if len(body) == 1 and isinstance(body[0], ast.With) and self.construct_of(body[0].items[0].context_expr) is c.AT:
            inner = body[0].items[0].context_expr
            assert isinstance(inner, ast.Call)
            inner_hint, _, inner_attrs = self.region_options(
                {k: v for k, v in self.keywords(inner, c.AT, ("level", "role"), AT_KEYWORDS).items() if k not in ("level", "role")}
            )
            hint, attrs, body = hint or inner_hint, {**inner_attrs, **attrs}, body[0].body
        if not self.reads_block_index(body) and not self.is_single_call(body):
            self.syntax(
                "every block of this pl.spmd does the same work",
                call,
                "read the block index: b = pl.tile.get_block_idx(), or use the loop form: for b in pl.spmd(n):",
            )
        self.enter(stmt, body, hint, blocks, None, task, deps, attrs)

    def reads_block_index(self, body: list[ast.stmt]) -> bool:
        return any(
            isinstance(node, ast.Attribute | ast.Name) and getattr(node, "attr", getattr(node, "id", "")) == "get_block_idx"
            for stmt in body
            for node in ast.walk(stmt)
        )

    def is_single_call(self, body: list[ast.stmt]) -> bool:
        return len(body) == 1 and self.kernel_call(body[0]) is not None

    @abstractmethod
    def kernel_call(self, stmt: ast.stmt) -> KernelSource | None:
        """The callee of `f(...)` or `y = f(...)`, else None."""

    def block_count(self, options: dict[str, ast.expr], call: ast.Call) -> Expr:
        node = options.pop("core_num", None)
        if node is None:
            self.syntax("pl.spmd needs the number of blocks", call, "pl.spmd(n)")
        dim = self.known(self.dim(self.settled(node), node))
        number = arith.as_int(dim)
        if number is not None and number <= 0:
            self.type_error(f"the number of blocks must be positive, found {number}", node)
        return arith.to_expr(dim)

    # Options

    def construct_of(self, node: ast.expr) -> c.Construct | None:
        """The construct that an expression calls, if it does."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            try:
                value = self.expr(node.func)
            except (UserError, Poisoned):
                return None
            return value if isinstance(value, c.Construct) else None
        return None

    def keywords(self, call: ast.Call, construct: c.Construct, positional: tuple[str, ...], known: tuple[str, ...]) -> dict[str, ast.expr]:
        """The arguments of a scope by name, in the form that the construct accepts."""
        found: dict[str, ast.expr] = {}
        if len(call.args) > len(positional):
            self.syntax(f"pl.{construct.name} takes {len(positional)} positional argument(s), found {len(call.args)}", call)
        for name, node in zip(positional, call.args, strict=False):
            found[name] = node
        for item in call.keywords:
            if item.arg is None:
                self.syntax("`**` arguments are not part of the kernel language", item.value)
            if item.arg not in known:
                near = nearest(item.arg, known)
                self.syntax(
                    f"pl.{construct.name} has no keyword `{item.arg}`",
                    item.value,
                    f"did you mean `{near}`?" if near else f"it takes {', '.join(known)}",
                )
            if item.arg in found:
                self.syntax(f"`{item.arg}` is given twice", item.value)
            found[item.arg] = item.value
        return found

    def refuse(self, options: Mapping[str, ast.expr], *names: str) -> None:
        for name in names:
            if name in options:
                self.unsupported(f"`{name}=` is not built yet", options[name])

    def region_options(self, options: Mapping[str, ast.expr]) -> tuple[str | None, tuple[Expr, ...], dict[str, Any]]:
        """name_hint, deps and scheduling attributes."""
        hint = None
        attrs: dict[str, Any] = {}
        if "name_hint" in options:
            node = options["name_hint"]
            hint = node.value if isinstance(node, ast.Constant) else None
            if not isinstance(hint, str) or not hint.isidentifier() or keyword.iskeyword(hint):
                self.syntax("name_hint is a text literal that is a valid name", node, 'name_hint="norm"')
        deps = self.deps(options["deps"]) if "deps" in options else ()
        for name in ("allow_early_resolve", "sync_start"):
            if name in options:
                node = options[name]
                if not isinstance(node, ast.Constant) or not isinstance(node.value, bool):
                    self.syntax(f"{name} is True or False", node, f"{name}=True")
                if node.value:
                    attrs[name] = True
        if "optimizations" in options:
            self.optimizations(options["optimizations"], attrs)
        return hint, deps, attrs

    def optimizations(self, node: ast.expr, attrs: dict[str, Any]) -> None:
        """Hints for regions of both core kinds; they change no result."""
        if not isinstance(node, ast.List):
            self.syntax("optimizations= takes a list literal", node, "optimizations=[pl.split(pl.SplitMode.UP_DOWN)]")
        for item in node.elts:
            construct = self.construct_of(item)
            if construct not in (c.SPLIT, c.CROSS_CORE_SLOT):
                self.syntax(f"unknown entry `{self.quote(item)}`", item, "pl.split(mode) or pl.cross_core_slot(slot_num=n)")
            assert isinstance(item, ast.Call) and construct is not None
            if construct.name in attrs:
                self.syntax(f"at most one pl.{construct.name} is allowed", item)
            values = [self.settled(a) for a in (*item.args, *(k.value for k in item.keywords))]
            if construct is c.SPLIT and (not values or not isinstance(values[0], c.SplitMode)):
                self.syntax("pl.split takes a mode", item, "pl.split(pl.SplitMode.UP_DOWN)")
            if construct is c.SPLIT and values[0] is not c.SplitMode.NONE:
                self.unsupported("pl.split is not built yet", item, "leave it out: it changes no result")
            if construct is c.CROSS_CORE_SLOT and not (len(values) == 1 and isinstance(values[0], int) and values[0] > 0):
                self.syntax("pl.cross_core_slot takes slot_num, a positive number", item)

    def tensor_names(self, node: ast.expr, what: str) -> tuple[Var, ...]:
        if not isinstance(node, ast.List):
            self.syntax(f"{what}= takes a list of tensor names", node, f"{what}=[x]")
        found: list[Var] = []
        for item in node.elts:
            value = self.expr(item) if isinstance(item, ast.Name) else None
            if not isinstance(value, Var) or not is_global(value):
                self.syntax(f"`{self.quote(item)}` in {what}= is no tensor name", item)
            if value in found:
                self.syntax(f"`{self.quote(item)}` stands twice in {what}=", item)
            found.append(value)
        return tuple(found)

    # The region itself

    def enter(
        self,
        stmt: ast.stmt,
        body: list[ast.stmt],
        hint: str | None,
        blocks: Expr | None,
        block: tuple[str, Var] | None,
        task: str | None,
        deps: tuple[Expr, ...],
        attrs: Mapping[str, Any],
    ) -> None:
        """Lower `body` as one task."""
        span = self.span(stmt)
        before = dict(self.env)
        if block is not None:
            self.env[block[0]] = block[1]
        single = self.is_single_call(body)
        names = [n for n in assigned(body) if block is None or n != block[0]]
        self.as_region(
            lambda: self.block(body), span, names, self.live_after(stmt), hint, blocks, block[1] if block else None, task, deps, attrs, single
        )  # fmt: skip
        if block is not None:
            self.env[block[0]] = before.get(block[0]) or self.missing_name(
                block[0], f"is the block index of the region at line {stmt.lineno}"  # type: ignore[attr-defined]
            )

    def as_region(
        self,
        lower: Callable[[], None],
        span: Span,
        names: list[str],
        live: frozenset[str],
        hint: str | None,
        blocks: Expr | None,
        block: Var | None,
        task: str | None,
        deps: tuple[Expr, ...],
        attrs: Mapping[str, Any],
        single: bool = False,
    ) -> None:
        if self.region is not None:
            if self.region.single_call and blocks is None:
                self.region.single_call = False
                lower()  # the one kernel that a pl.spmd launches
                return
            raise self.error(
                VerifierError,
                "a region cannot stand inside another region",
                span,
                help="end the outer region first",
                notes=[f"the outer region starts at line {self.region.span.line}"],
                code="nested-region",
            )
        outer_loop, self.loop = self.loop, None
        self.region = RegionState(span, blocks, single)
        since = self.now
        with self.collect() as statements:
            try:
                lower()
            finally:
                self.region, self.loop = None, outer_loop
        for name in names:
            value = self.env.get(name)
            if isinstance(value, Expr) and self.depends_on(value, since):
                self.env[name] = self.leave(name, value, statements, since, span, blocks, name in live)
            elif isinstance(value, tuple) and self.depends_on(value, since):
                self.env[name] = self.missing_name(name, f"is a tuple made inside the region at line {span.line}")
        task_var = None
        if task is not None:
            task_var = self.fresh("task" if task == "_" else task, TaskIdType(), span)
            self.env[task] = task_var
        self.emit(Region(tuple(statements), hint, blocks, block, task_var, deps, dict(attrs), span))

    def leave(
        self, name: str, value: Expr, statements: list, since: int, span: Span, blocks: Expr | None, live: bool  # type: ignore[type-arg]
    ) -> Value:
        """The binding of a name after the region that bound it."""
        where = f"is bound inside the region at line {span.line}"
        if not live:
            return self.missing_name(name, where)
        type_ = value.type
        if isinstance(type_, ScalarType):
            outside = self.expanded(value)
            if isinstance(outside, Expr) and not any(self.inside_since(v, since) for v in vars_in(outside)):
                return self.define(name, outside, value.span)
            return self.isolated(f"the scalar `{name}` {where} and cannot leave it", "store it: pl.write(t, [0], s), and read it from the tensor")
        if not isinstance(type_, TensorType):
            return self.isolated(f"the tile `{name}` {where} and cannot leave it", "store it: pl.store(tile, offsets, tensor)")
        if blocks is not None:
            return self.isolated(
                f"`{name}` {where}, and every block has its own",
                f"write it into a tensor that was created before: t[r : r + n, :] = {name}",
            )
        if type_.valid is not None:
            return self.isolated(f"`{name}` {where} and is valid in part: {type_}", "write its valid part into a tensor, or pl.fillpad it")
        shape = TensorType(type_.shape, type_.dtype)
        attrs = {"shape": type_.shape, "dtype": type_.dtype, "layout": TensorLayout.ND, "manual_dep": False, "init_value": None}
        home = self.fresh(name, shape, value.span)
        self.emit(Assign(home, Call(memory.CREATE_TENSOR, (), attrs, shape, value.span), value.span))
        offset = (0,) * type_.rank
        write = Call(memory.ASSEMBLE, (home, value), {"offset": offset, "atomic": AtomicType.None_}, shape, value.span)
        statements.append(Eval(write, value.span))
        self.session.homes[home] = value
        return home

    def isolated(self, message: str, help: str) -> Missing:
        return Missing(ScopeIsolationError(message, help=help))

    # Scopes

    def runtime_scope(self, stmt: ast.With, function: c.Construct, call: ast.Call, task: str | None) -> None:
        """Scopes bound tracking and memory, never results: the body stands where the scope stood."""
        if task is not None:
            self.syntax(f"pl.{function.name} binds no name", stmt)
        if self.region is not None:
            self.invalid(f"pl.{function.name} belongs outside regions", call)
        if call.args or (function is c.MANUAL_SCOPE and call.keywords):
            self.syntax(f"pl.{function.name} takes no such argument", call)
        for item in call.keywords:
            if item.arg != "mode" or not isinstance(self.expr(item.value), ScopeMode):
                self.syntax("pl.scope takes mode=", item.value, "mode=pl.ScopeMode.MANUAL")
        self.block(stmt.body)


