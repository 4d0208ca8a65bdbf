# SPDX-License-Identifier: Apache-2.0
"""What regions say of their task beside the body: names, dependencies, hints for the scheduler and for both core kinds.

    with pl.at(level=..., name_hint="norm", deps=[first]) as task:

A name that `as` binds is the id of the task.
"""

from __future__ import annotations

import ast
import keyword
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pypto.errors import (
    Diagnostic,
    InvalidOperationError,
)
from pypto.frontend import constructs as c
from pypto.frontend.predicates import Predicates
from pypto.frontend.values import is_global
from pypto.ir.enums import SplitMode
from pypto.ir.nodes import (
    Expr,
    Var,
)
from pypto.nearby import nearest


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
    whose: str = ""  # what names its level, in words, where that is not pl.at
    divided: bool = False  # pl.split stands in its optimizations


class TaskOptions(Predicates):
    """Reads the options of regions."""

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
                    item,
                    f"did you mean `{near}`?" if near else f"it takes {', '.join(known)}",
                    code="unknown-keyword",
                )
            if item.arg in found:
                self.syntax(
                    f"`{item.arg}` is given twice", item, "leave one of them out", code="argument-list"
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
