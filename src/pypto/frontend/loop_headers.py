# SPDX-License-Identifier: Apache-2.0
"""Headers of loops: options, targets, initial values, bounds and stages.

for i, (a,) in pl.pipeline(0, n, 16, stage=2, init_values=(a0,)):
"""

from __future__ import annotations

import ast
from typing import NoReturn

from pypto.frontend.carries import Carries
from pypto.frontend.values import Value, describe, is_number, static_number
from pypto.ir import arith
from pypto.ir.dtypes import INDEX, DType
from pypto.ir.nodes import (
    Const,
    Dim,
    Expr,
)
from pypto.nearby import nearest

MOST_STAGES = 64  # each has buffers of its own


KEYWORDS = {
    "range": ("init_values", "attrs"),
    "parallel": ("init_values", "attrs"),
    "pipeline": ("init_values", "stage", "attrs"),
    "unroll": ("attrs",),
}


class LoopHeaders(Carries):
    """Reads the headers of loops."""

    def loop_options(self, call: ast.Call, kind: str) -> dict[str, ast.expr]:
        options = {}
        for keyword in call.keywords:
            if keyword.arg not in KEYWORDS[kind]:
                near = nearest(keyword.arg or "", KEYWORDS[kind])
                help = f"did you mean `{near}`?" if near else f"it takes {', '.join(KEYWORDS[kind])}"
                if keyword.arg == "stage":
                    help = "stage belongs to pl.pipeline"
                if keyword.arg in ("start", "stop", "step"):
                    help = f"bounds and step come first, without names: pl.{kind}(start, stop, step)"
                if keyword.arg == "init_values":
                    help = "use pl.range"
                if keyword.arg in ("start", "stop", "end", "step"):
                    help = f"bounds are given by position: pl.{kind}(start, stop, step)"
                self.syntax(
                    f"pl.{kind} has no keyword `{keyword.arg}`", keyword, help, code="unknown-keyword"
                )
            if keyword.arg == "attrs":
                self.loop_attrs(keyword.value)
            assert keyword.arg is not None
            options[keyword.arg] = keyword.value
        return options

    def loop_attrs(self, node: ast.expr) -> None:
        """Notes for tools, which change no result."""
        entries = list(zip(node.keys, node.values, strict=True)) if isinstance(node, ast.Dict) else []
        plain = all(
            isinstance(key, ast.Constant)
            and isinstance(key.value, str)
            and isinstance(self.settled(value), int | float | bool | str)
            for key, value in entries
        )
        if not isinstance(node, ast.Dict) or not plain:
            self.syntax(
                "attrs of a loop is a dict literal of texts with numbers, truth values or texts",
                node,
                'attrs={"note": 1}',
                code="loop-attrs",
            )

    def loop_target(self, stmt: ast.For, init_values: ast.expr | None) -> tuple[str, list[str]]:
        """The loop variable, and the names of explicitly carried values."""
        target = stmt.target
        if init_values is None:
            if not isinstance(target, ast.Name):
                carried = isinstance(target, ast.Tuple) and isinstance(target.elts[-1], ast.Tuple)
                self.syntax(
                    "the loop variable is one plain name",
                    target,
                    "names of carried values go with init_values=(...)"
                    if carried
                    else "for i in pl.range(n):",
                    code="loop-target",
                )
            return target.id, []
        shape_ok = (
            isinstance(target, ast.Tuple)
            and len(target.elts) == 2
            and isinstance(target.elts[0], ast.Name)
            and isinstance(target.elts[1], ast.Tuple)
            and all(isinstance(item, ast.Name) for item in target.elts[1].elts)
        )
        if not shape_ok:
            self.syntax(
                "a loop with init_values has the target `i, (a, b)`",
                target,
                "for i, (a,) in pl.range(n, init_values=(a0,)):",
                code="loop-target",
            )
        if not isinstance(init_values, ast.Tuple | ast.List):
            self.syntax(
                "init_values is a tuple or list literal",
                init_values,
                f"init_values=({self.quote(init_values)},)",
                code="init-values",
            )
        assert isinstance(target, ast.Tuple)
        names = [item.id for item in target.elts[1].elts if isinstance(item, ast.Name)]  # type: ignore[attr-defined]
        if len(names) != len(init_values.elts):
            self.names_for(names, init_values.elts, target)
        assert isinstance(target.elts[0], ast.Name)
        return target.elts[0].id, names

    def names_for(self, names: list[str], values: list[ast.expr], target: ast.expr) -> NoReturn:
        """More or fewer names in a header than initial values."""
        self.syntax(
            f"{_count(len(names), 'name')} for {_count(len(values), 'initial value')}",
            target,
            "give each carried value one name",
            code="init-values",
        )

    def initial_values(self, node: ast.expr | None, names: list[str]) -> dict[str, Expr]:
        if node is None:
            return {}
        assert isinstance(node, ast.Tuple | ast.List)
        found = {}
        for name, item in zip(names, node.elts, strict=True):
            value = self.settled(item)
            if is_number(value):
                value = self.literal(value)
            if not isinstance(value, Expr):
                self.type_error(
                    f"an initial value is a tensor or a scalar, `{self.quote(item)}` is {describe(value)}",
                    item,
                    "start from a value: pl.const(0, pl.INT32), or pl.full(shape, dtype=..., value=0.0)",
                    code="init-values",
                )
            found[name] = value
        return found

    def bounds_type(self, values: list[Value], call: ast.Call) -> DType:
        """What the loop variable is: INDEX, or the type that pl.const gives constant bounds."""
        types = dict.fromkeys(v.type.dtype if isinstance(v, Const) else INDEX for v in values)  # type: ignore[attr-defined]
        typed = [t for t in types if t is not INDEX]
        if len(typed) > 1:
            self.type_error(
                f"the bounds of the loop are {typed[0]} and {typed[1]}",
                call,
                "give them one type",
                code="scalar-type",
            )
        constant = all(static_number(v) is not None for v in values)
        return typed[0] if typed and constant else INDEX

    def loop_bounds(self, call: ast.Call, kind: str) -> tuple[tuple[Dim, Dim, Dim], DType]:
        """Start, stop and step, and the type of the variable."""
        if not 1 <= len(call.args) <= 3:
            self.syntax(
                f"pl.{kind} takes (stop), (start, stop) or (start, stop, step)",
                call,
                f"for i in pl.{kind}(n{', stage=2' * (kind == 'pipeline')}):",
                code="loop-bounds",
            )
        given = [self.settled(item) for item in call.args]
        values = [self.dim(value, item) for value, item in zip(given, call.args, strict=True)]
        dtype = self.bounds_type(given, call)
        start: Dim = 0
        step: Dim = 1
        if len(values) == 1:
            stop = values[0]
        else:
            start, stop, *rest = values
            step = rest[0] if rest else 1
        if arith.as_int(step) == 0:
            self.syntax(
                "the step of a loop must not be 0", call.args[2], "leave it out: it is 1", code="loop-step"
            )
        if kind == "unroll" and not all(arith.as_int(self.known(v)) is not None for v in (start, stop, step)):
            self.syntax(
                "the bounds of pl.unroll must be known while the kernel is read",
                call,
                "use pl.range",
                code="unroll-bounds",
            )
        if kind == "pipeline" and arith.as_int(step) is None:
            self.unsupported(
                "the step of pl.pipeline must be known while the kernel is read",
                call.args[2],
                "use pl.range",
                code="pipeline-step",
            )
        if kind == "pipeline" and self.trips(start, stop, step) is None and (arith.as_int(step) or 0) < 0:
            self.unsupported(
                "the step of a pl.pipeline whose bounds are known at run time only must be positive",
                call.args[2],
                "use pl.range",
                code="pipeline-step",
            )
        return (self.known(start), self.known(stop), self.known(step)), dtype

    def stage(self, node: ast.expr | None, kind: str, step: Dim, call: ast.Call) -> int:
        if kind != "pipeline":
            return 1
        if node is None:
            self.syntax("pl.pipeline needs stage=", call, "pl.pipeline(n, stage=2)", code="pipeline-stage")
        value = static_number(self.settled(node))
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            found = f"`{self.quote(node)}`" if value is None else repr(value)
            self.syntax(
                f"stage is a whole number of at least 1, found {found}",
                node,
                "stage=2",
                code="pipeline-stage",
            )
        if value > MOST_STAGES:
            self.syntax(f"stage is {MOST_STAGES} at most, found {value}", node, code="pipeline-stage")
        return value

    def trips(self, start: Dim, stop: Dim, step: Dim) -> int | None:
        """How often a loop runs, where that is known."""
        a, b, s = (arith.as_int(v) for v in (start, stop, step))
        if a is None or b is None or s is None:
            distance = arith.as_int(arith.sub(stop, start))
            if distance is None or s is None:
                return None
            a, b = 0, distance
        return len(range(a, b, s))


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"
