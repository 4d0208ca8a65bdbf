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
from dataclasses import dataclass, field, replace
from typing import Any

from pypto.errors import (
    Diagnostic,
    InvalidOperationError,
    ParserSyntaxError,
    ScopeIsolationError,
    Span,
    VerifierError,
)
from pypto.frontend import constructs as c
from pypto.frontend.extents import MOST_TERMS
from pypto.frontend.names import assigned
from pypto.frontend.predicates import Predicates
from pypto.frontend.source import KernelSource
from pypto.frontend.state import LoopState, Missing, RegionState, Value, describe, is_global, nearest
from pypto.ir import arith
from pypto.ir.dtypes import INDEX
from pypto.ir.enums import AtomicType, Level, Role, ScopeMode, SplitMode, TensorLayout
from pypto.ir.nodes import (
    ArrayType,
    Assign,
    Call,
    Eval,
    Expr,
    Region,
    ScalarType,
    Scope,
    Stmt,
    TaskIdType,
    TensorType,
    Var,
)
from pypto.ir.ops import creation, memory
from pypto.ir.visit import vars_in

AT_KEYWORDS = (
    "level",
    "role",
    "name_hint",
    "optimizations",
    "deps",
    "no_dep_args",
    "dumps",
    "allow_early_resolve",
    "windowize",
)
SPMD_KEYWORDS = (
    "core_num",
    "name_hint",
    "optimizations",
    "sync_start",
    "allow_early_resolve",
    "predicate",
    "deps",
)


ABOVE_CHIP = (Level.HOST, Level.CLUSTER_0, Level.CLUSTER_1, Level.CLUSTER_2, Level.GLOBAL)


@dataclass(frozen=True)
class Task:
    """What a region is apart from its body."""

    hint: str | None = None
    deps: tuple[Expr, ...] = ()
    attrs: Mapping[str, Any] = field(default_factory=dict)
    blocks: Expr | None = None
    block: Var | None = None  # the variable of the loop form
    name: str | None = None  # what `as` binds
    single: bool = False  # one kernel call is the whole body
    divided: bool = False  # pl.split stands in its optimizations


class Regions(Predicates):
    """Lowers regions and scopes."""

    in_cluster: tuple[str | None, bool] | None = (
        None  # inside pl.cluster: its name, and whether it holds several
    )

    # pl.at

    def at(self, stmt: ast.With, call: ast.Call, task: str | None) -> None:
        options = self.keywords(call, c.AT, ("level", "role"), AT_KEYWORDS)
        self.core_group(options, call)
        self.enter(stmt, stmt.body, replace(self.task_options(options), name=task))

    def core_group(self, options: dict[str, ast.expr], call: ast.Call) -> None:
        """The level of pl.at, taken out of its options: CORE_GROUP opens a region."""
        level = options.pop("level", None)
        if level is None:
            self.syntax("pl.at needs a level", call, "pl.at(level=pl.Level.CORE_GROUP)", code="at-level")
        value = self.expr(level)
        if not isinstance(value, Level):
            self.type_error(
                f"a level is expected, `{self.quote(level)}` is {describe(value)}",
                level,
                "pl.Level.CORE_GROUP",
                code="at-level",
            )
        if value is Level.CORE_GROUP:
            self.without_role(options)
            return
        if "optimizations" in options:
            self.syntax(
                "optimizations= goes with pl.Level.CORE_GROUP",
                options["optimizations"],
                "leave it out, or open a region: pl.at(level=pl.Level.CORE_GROUP, optimizations=[...])",
                code="at-level",
            )
        if "role" in options:
            role = self.expr(options["role"])
            if not isinstance(role, Role):
                self.syntax(
                    f"a role is expected, `{self.quote(options['role'])}` is {describe(role)}",
                    options["role"],
                    "pl.Role.Orchestrator",
                    code="at-level",
                )
            if role is Role.SubWorker and value in ABOVE_CHIP:
                self.syntax(
                    f"a SubWorker at pl.Level.{value.name} cannot be written inline",
                    options["role"],
                    "declare a function for it",
                    code="at-level",
                )
        self.unsupported(
            f"pl.at(level=pl.Level.{value.name}) is not built yet",
            level,
            "pl.Level.CORE_GROUP opens a region",
            code="not-built",
        )

    def without_role(self, options: Mapping[str, ast.expr]) -> None:
        if "role" in options:
            self.syntax(
                "role= goes with the levels above CORE_GROUP",
                options["role"],
                "leave it out",
                code="at-level",
            )

    def check_cluster(self, task: Task, node: Span) -> None:
        """No task of its own stands behind a launch inside pl.cluster."""
        if self.in_cluster is None:
            return
        for what, found in (
            ("deps=", task.deps),
            *((f"{name}=", task.attrs.get(name)) for name in ("allow_early_resolve", "predicate", "dumps")),
            ("a task id", task.name),
        ):
            if found:
                self.syntax(
                    f"{what} belongs to one task, and a launch inside pl.cluster is a part of the group's",
                    node,
                    "leave it out, or launch outside of pl.cluster",
                    code="cluster",
                )

    # pl.spmd

    def spmd_loop(self, stmt: ast.For, call: ast.Call) -> None:
        if stmt.orelse:
            self.no_else(stmt)
        if not isinstance(stmt.target, ast.Name):
            self.syntax(
                "the block index of pl.spmd is one plain name",
                stmt.target,
                "for b in pl.spmd(n):",
                code="loop-target",
            )
        options = self.keywords(call, c.SPMD, ("core_num",), SPMD_KEYWORDS)
        if "deps" in options:
            self.syntax(
                "deps= needs the with form, which names the task",
                options["deps"],
                "with pl.spmd(n, deps=[...]) as task:",
                code="spmd-deps",
            )
        blocks = self.block_count(options, call)
        name = stmt.target.id
        block = self.fresh("block" if name == "_" else name, ScalarType(INDEX), self.span(stmt.target))
        self.enter(stmt, stmt.body, replace(self.task_options(options), blocks=blocks, block=block), name)

    def spmd_with(self, stmt: ast.With, call: ast.Call, task: str | None) -> None:
        options = self.keywords(call, c.SPMD, ("core_num",), SPMD_KEYWORDS)
        if "deps" in options and task is None:
            self.syntax(
                "deps= on pl.spmd needs a name for the task",
                options["deps"],
                "with pl.spmd(n, deps=[...]) as task:",
                code="spmd-deps",
            )
        blocks = self.block_count(options, call)
        found = replace(self.task_options(options), blocks=blocks, name=task)
        body = stmt.body
        carried = body[0].items[0].context_expr if isinstance(body[0], ast.With) else None
        if len(body) == 1 and carried is not None and self.construct_of(carried) is c.AT:
            assert isinstance(carried, ast.Call) and isinstance(body[0], ast.With)
            inner_options = self.keywords(carried, c.AT, ("level", "role"), AT_KEYWORDS)
            self.core_group(inner_options, carried)
            self.carried(body[0], inner_options, options)
            inner, body = self.task_options(inner_options), body[0].body
            found = replace(found, hint=found.hint or inner.hint, attrs={**inner.attrs, **found.attrs})
        if not self.reads_block_index(body) and not self.is_single_call(body):
            if len(body) > 1 and all(self.kernel_call(item) is not None for item in body):
                self.syntax(
                    f"this pl.spmd launches {len(body)} kernels, and it takes one",
                    call,
                    "give each kernel a pl.spmd of its own",
                    code="spmd-body",
                )
            self.syntax(
                "every block of this pl.spmd does the same work",
                call,
                "read the block index: b = pl.tile.get_block_idx(), or use the loop form: for b in pl.spmd(n):",
                code="spmd-body",
            )
        callee = self.kernel_call(body[0]) if len(body) == 1 else None
        self.enter(stmt, body, replace(found, hint=found.hint or (callee.name if callee else None)))

    def carried(
        self, inner: ast.With, options: Mapping[str, ast.expr], outer: Mapping[str, ast.expr]
    ) -> None:
        """What the one pl.at inside a pl.spmd leaves to it, and the other way round."""
        name = inner.items[0].optional_vars
        for node, message, help, code in (
            (
                name,
                "the launch of the blocks is the task, not the region inside it",
                "with pl.spmd(n) as task:",
                "task-name",
            ),
            (
                outer.get("optimizations"),
                "optimizations= belongs to the pl.at inside this pl.spmd",
                "with pl.at(level=pl.Level.CORE_GROUP, optimizations=[...]):",
                "optimizations",
            ),
            (
                options.get("deps"),
                "deps= belongs to the pl.spmd around this pl.at, which is the task",
                "with pl.spmd(n, deps=[...]) as task:",
                "spmd-deps",
            ),
        ):
            if node is not None:
                self.session.errors.append(self.error(ParserSyntaxError, message, node, help=help, code=code))

    def reads_block_index(self, body: list[ast.stmt]) -> bool:
        return any(
            isinstance(node, ast.Attribute | ast.Name)
            and getattr(node, "attr", getattr(node, "id", "")) == "get_block_idx"
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
            self.syntax("pl.spmd needs the number of blocks", call, "pl.spmd(n)", code="spmd-blocks")
        dim = self.known(self.dim(self.settled(node), node))
        number = arith.as_int(dim)
        if number is not None and number <= 0:
            self.type_error(
                f"the number of blocks must be positive, found {number}",
                node,
                "launch at least one block",
                code="spmd-blocks",
            )
        return arith.to_expr(dim)

    # Options

    def construct_of(self, node: ast.expr) -> c.Construct | None:
        """The construct that an expression calls, if it does."""
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name | ast.Attribute)
            and not self.is_method(node.func)
            and getattr(node.func, "attr", None) not in ("get_byte", "bind_dynamic")
        ):
            value = self.callee_value(node.func)
            return value if isinstance(value, c.Construct) else None
        return None

    def keywords(
        self, call: ast.Call, construct: c.Construct, positional: tuple[str, ...], known: tuple[str, ...]
    ) -> dict[str, ast.expr]:
        """The arguments of a scope by name, in the form that the construct accepts."""
        found: dict[str, ast.expr] = {}
        if len(call.args) > len(positional):
            self.syntax(
                f"pl.{construct.name} takes {len(positional)} positional argument(s), found {len(call.args)}",
                call,
                f"it takes {', '.join(known)}",
                code="argument-list",
            )
        for name, node in zip(positional, call.args, strict=False):
            found[name] = node
        for item in call.keywords:
            assert item.arg is not None
            if item.arg not in known:
                near = nearest(item.arg, known)
                self.syntax(
                    f"pl.{construct.name} has no keyword `{item.arg}`",
                    item.value,
                    f"did you mean `{near}`?" if near else f"it takes {', '.join(known)}",
                    code="unknown-keyword",
                )
            if item.arg in found:
                self.syntax(
                    f"`{item.arg}` is given twice", item.value, "leave one of them out", code="argument-list"
                )
            found[item.arg] = item.value
        return found

    def task_options(self, options: Mapping[str, ast.expr]) -> Task:
        """name_hint, deps and scheduling attributes."""
        hint: str | None = None
        attrs: dict[str, Any] = {}
        if "name_hint" in options:
            node = options["name_hint"]
            text = node.value if isinstance(node, ast.Constant) else None
            if not isinstance(text, str) or not text.isidentifier() or keyword.iskeyword(text):
                self.syntax(
                    "name_hint is a text literal that is a valid name",
                    node,
                    'name_hint="norm"',
                    code="name-hint",
                )
            hint = text
        deps = self.deps(options["deps"]) if "deps" in options else ()
        for name in ("allow_early_resolve", "sync_start", "windowize"):
            if name in options:
                node = options[name]
                if not isinstance(node, ast.Constant) or not isinstance(node.value, bool):
                    self.syntax(f"{name} is True or False", node, f"{name}=True", code="bool-literal")
                if node.value and name != "windowize":  # windows change no result here
                    attrs[name] = True
        if "predicate" in options:
            attrs["predicate"] = self.predicate(options["predicate"])
        if "optimizations" in options:
            attrs |= self.optimizations(options["optimizations"])
        if "no_dep_args" in options:
            attrs["no_dep_args"] = self.tensor_names(options["no_dep_args"], "no_dep_args")
        if "dumps" in options:
            attrs["dumps"] = self.tensor_names(options["dumps"], "dumps")
        divided = "split" in attrs
        if attrs.get("split") is SplitMode.NONE:  # what it is anyhow
            del attrs["split"]
        return Task(hint, deps, attrs, divided=divided)

    def optimizations(self, node: ast.expr) -> dict[str, Any]:
        """Hints for regions of both core kinds; they change no result."""
        if not isinstance(node, ast.List):
            self.syntax(
                "optimizations= takes a list literal",
                node,
                "optimizations=[pl.split(pl.SplitMode.UP_DOWN)]",
                code="optimizations",
            )
        found: dict[str, Any] = {}
        seen = set()
        for item in node.elts:
            try:
                construct = self.construct_of(item)
            except InvalidOperationError:  # a name that pl does not have
                construct = None
            if construct not in (c.SPLIT, c.CROSS_CORE_SLOT):
                self.syntax(
                    f"unknown entry `{self.quote(item)}`",
                    item,
                    "pl.split(mode) or pl.cross_core_slot(slot_num=n)",
                    code="optimizations",
                )
            assert isinstance(item, ast.Call) and construct is not None
            if construct in seen:
                self.syntax(
                    f"at most one pl.{construct.name} is allowed", item, "leave it out", code="optimizations"
                )
            seen.add(construct)
            slots = next((k.value for k in item.keywords if k.arg == "slot_num"), None)
            others = [k for k in item.keywords if k.arg != "slot_num"]
            if construct is c.SPLIT:
                mode = self.settled(item.args[0]) if len(item.args) == 1 and not others else None
                if not isinstance(mode, SplitMode):
                    self.syntax(
                        "pl.split takes a mode", item, "pl.split(pl.SplitMode.UP_DOWN)", code="optimizations"
                    )
                found["split"] = mode
                if slots is None:
                    continue
                self.session.warnings.append(
                    Diagnostic(
                        "1005",
                        "slot_num= of pl.split is deprecated",
                        self.span(slots),
                        f"write [pl.split(...), pl.cross_core_slot(slot_num={self.quote(slots)})]",
                    )
                )
            elif item.args or others or slots is None:
                self.syntax(
                    "pl.cross_core_slot takes slot_num=",
                    item,
                    "pl.cross_core_slot(slot_num=4)",
                    code="optimizations",
                )
            number = slots.value if isinstance(slots, ast.Constant) else None
            if not isinstance(number, int) or isinstance(number, bool) or number < 1:
                self.syntax(
                    "slot_num is a positive number, written as a literal",
                    slots or item,
                    "slot_num=4",
                    code="optimizations",
                )
            if "slot_num" in found:
                self.syntax(
                    "slot_num= is given twice",
                    slots or item,
                    "leave it out of pl.split",
                    code="optimizations",
                )
            found["slot_num"] = number
        return found

    def tensor_names(self, node: ast.expr, what: str) -> tuple[Var, ...]:
        if not isinstance(node, ast.List):
            self.syntax(f"{what}= takes a list of tensor names", node, f"{what}=[x]", code="tensor-list")
        found: list[Var] = []
        for item in node.elts:
            value = self.expr(item) if isinstance(item, ast.Name) else None
            if not isinstance(value, Var) or not is_global(value):
                self.syntax(
                    f"`{self.quote(item)}` in {what}= is no tensor name",
                    item,
                    f"name tensors that the region uses: {what}=[x]",
                    code="tensor-list",
                )
            if value in found:
                self.syntax(
                    f"`{self.quote(item)}` stands twice in {what}=",
                    item,
                    "leave one of them out",
                    code="tensor-list",
                )
            found.append(value)
        return tuple(found)

    # The region itself

    def enter(self, stmt: ast.stmt, body: list[ast.stmt], task: Task, name: str | None = None) -> None:
        """Lower `body` as one task; `name` is the block index of the loop form."""
        before = self.env.get(name) if name is not None else None
        if name is not None:
            self.env[name] = task.block
        names = [n for n in assigned(body) if n != name]
        task = replace(task, hint=self.own_hint(task.hint), single=self.is_one_kernel(body, task))
        self.as_region(lambda: self.block(body), self.span(stmt), names, self.live_after(stmt), task)
        if name is not None:
            self.env[name] = before or self.missing_name(
                name,
                f"is the block index of the region at line {stmt.lineno}",
                "every block has its own; use it inside",
                code="out-of-scope",
            )

    def own_hint(self, hint: str | None) -> str | None:
        """The base of a region's name: one that another function uses too is prefixed by the name of this one."""
        if hint is None or self.session.hints.setdefault(hint, self.kernel) is self.kernel:
            return hint
        return f"{self.kernel.name}_{hint}"

    def is_one_kernel(self, body: list[ast.stmt], task: Task) -> bool:
        """Whether the body is one call of a kernel, which then is the region; a launch may call a helper instead."""
        callee = self.kernel_call(body[0]) if len(body) == 1 else None
        return callee is not None and (
            task.blocks is not None or callee.kind in ("incore", "extern", "group")
        )

    def task_of(self, hint: str, lower: Callable[[], None], span: Span) -> None:
        what = "in a manual scope" if self.scope is ScopeMode.MANUAL else "in pl.cluster"
        if self.scope is ScopeMode.MANUAL or self.in_cluster is not None:
            self.invalid(
                f"a write of one tensor into another {what} needs a region",
                span,
                "wrap it in: with pl.at(level=pl.Level.CORE_GROUP, deps=[...]) as task:"
                if self.scope is ScopeMode.MANUAL
                else "write before or after pl.cluster",
                code="misplaced",
            )
        self.as_region(lower, span, [], frozenset(), Task(hint))

    def as_region(
        self, lower: Callable[[], None], span: Span, names: list[str], live: frozenset[str], task: Task
    ) -> None:
        """A region whose body `lower` emits; `names` may be bound in it, `live` are read after it."""
        if self.region is not None:
            if self.region.unsure or (self.region.single_call and task.blocks is None):
                self.region.single_call = False
                lower()  # the one kernel that a pl.spmd launches
                return
            raise self.error(
                VerifierError,
                "a region cannot stand inside another region",
                span,
                help="end the outer region first",
                notes=[f"the outer region starts at line {self.region.span.line}"],
                code="501",
            )
        if self.in_cluster is not None:
            self.check_cluster(task, span)
            task = replace(task, hint=self.in_cluster[0] or task.hint)
        outer_loop = self.loop
        kind = "region" if task.block is None else "spmd"
        self.loop = None if outer_loop is None and task.block is None else LoopState(kind, lambda: None)
        self.region = RegionState(span, task.single, split=task.divided)
        since = self.now
        with self.collect() as statements:
            try:
                lower()
            finally:
                self.region, self.loop = None, outer_loop
        for name in names:
            value = self.env.get(name)
            if isinstance(value, Expr) and self.depends_on(value, since):
                self.env[name] = self.leave(name, value, statements, since, span, task, name in live)
            elif isinstance(value, tuple) and self.depends_on(value, since):
                self.env[name] = self.missing_name(
                    name, f"is a tuple made inside the region at line {span.line}", code="out-of-scope"
                )
        var = None
        if task.name is not None:
            var = self.env[task.name] = self.fresh(
                "task" if task.name == "_" else task.name, TaskIdType(), span
            )
        self.emit(
            Region(tuple(statements), task.hint, task.blocks, task.block, var, task.deps, task.attrs, span)
        )

    def leave(
        self, name: str, value: Expr, statements: list[Stmt], since: int, span: Span, task: Task, live: bool
    ) -> Value:
        """The binding of a name after the region that bound it."""
        where = f"is bound inside the region at line {span.line}"
        if not live:
            return self.missing_name(name, where, code="out-of-scope")
        type_ = value.type
        if isinstance(type_, ScalarType):
            outside = self.expanded(value) if self.terms(value) <= MOST_TERMS else None
            if isinstance(outside, Expr) and not any(
                v is task.block or self.inside_since(v, since) for v in vars_in(outside)
            ):
                return self.define(name, outside, value.span)
            return self.isolated(
                f"the scalar `{name}` {where} and cannot leave it",
                "store it: pl.write(t, [0], s), and read it from the tensor",
            )
        if isinstance(type_, ArrayType):
            return self.isolated(
                f"the array `{name}` {where} and cannot leave it",
                "write its elements into a tensor: pl.write(t, [i], a[i])",
            )
        if not isinstance(type_, TensorType):
            return self.isolated(
                f"the tile `{name}` {where} and cannot leave it", "store it: pl.store(tile, offsets, tensor)"
            )
        if task.blocks is not None:
            return self.isolated(
                f"`{name}` {where}, and every block has its own",
                f"write it into a tensor that was created before: t[r : r + n, :] = {name}",
            )
        if type_.valid is not None:
            return self.isolated(
                f"`{name}` {where} and is valid in part: {type_}",
                "write its valid part into a tensor, or pl.fillpad it",
            )
        shape = TensorType(type_.shape, type_.dtype)
        attrs = {
            "shape": type_.shape,
            "dtype": type_.dtype,
            "layout": TensorLayout.ND,
            "manual_dep": False,
            "init_value": None,
        }
        home = self.fresh(name, shape, value.span)
        self.emit(Assign(home, Call(creation.CREATE_TENSOR, (), attrs, shape, value.span), value.span))
        offset = (0,) * type_.rank
        write = Call(
            memory.ASSEMBLE, (home, value), {"offset": offset, "atomic": AtomicType.None_}, shape, value.span
        )
        statements.append(Eval(write, value.span))
        self.session.homes[home] = value
        return home

    def isolated(self, message: str, help: str) -> Missing:
        return Missing(ScopeIsolationError(message, help=help, code="value-leaves-region"))

    # Scopes

    def own_scopes(self) -> str:
        """How a function comes to place its own scopes."""
        if self.kernel.kind == "inline":
            return "decorate the entry that calls it with @pl.jit(auto_scope=False)"
        if self.kernel.kind == "orchestration":
            return "decorate it with @pl.function(type=pl.FunctionType.Orchestration, auto_scope=False)"
        return "decorate it with @pl.jit(auto_scope=False)"

    def runtime_scope(self, stmt: ast.With, function: c.Construct, call: ast.Call, task: str | None) -> None:
        """Scopes bound tracking and memory, never results; names inside stay visible after them."""
        if task is not None:
            self.syntax(
                f"pl.{function.name} binds no name",
                stmt,
                "a scope is no task: name the regions inside",
                code="scope-form",
            )
        if self.region is not None:
            self.invalid(
                f"pl.{function.name} belongs outside regions",
                call,
                "end the region first",
                code="scope-place",
            )
        if call.args or (function is c.MANUAL_SCOPE and call.keywords):
            self.syntax(
                f"pl.{function.name} takes no such argument",
                call,
                "with pl.manual_scope():, or with pl.scope(mode=pl.ScopeMode.MANUAL):",
                code="scope-form",
            )
        mode = ScopeMode.MANUAL if function is c.MANUAL_SCOPE else ScopeMode.AUTO
        for item in call.keywords:
            value = self.expr(item.value)
            if item.arg != "mode" or not isinstance(value, ScopeMode):
                self.syntax("pl.scope takes mode=", item.value, "mode=pl.ScopeMode.MANUAL", code="scope-form")
            mode = value
        if self.scope is ScopeMode.MANUAL:
            kind = "a manual scope" if mode is ScopeMode.MANUAL else "pl.scope()"
            self.syntax(
                f"{kind} cannot stand inside a manual scope",
                call,
                "end the manual scope first",
                code="scope-nesting",
            )
        if mode is ScopeMode.AUTO and self.auto_scope:
            self.syntax(
                "pl.scope() needs a function that places its own scopes",
                call,
                self.own_scopes(),
                code="scope-by-hand",
            )
        outer, self.scope = self.scope, mode
        try:
            with self.collect() as statements:
                self.block(stmt.body)
        finally:
            self.scope = outer
        self.emit(Scope(tuple(statements), mode is ScopeMode.MANUAL, self.span(stmt)))
