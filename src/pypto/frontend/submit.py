# SPDX-License-Identifier: Apache-2.0
"""`pl.submit` and `pl.spmd_submit`: a kernel as one task, with its results and its id.

    y, tid = pl.submit(scale, x, y, deps=[t])            with pl.at(..., deps=[t]) as tid:
                                                   ->        the body of scale
    y, tid = pl.spmd_submit(scale, x, y, core_num=4)     with pl.spmd(4) as tid: ...

Targets are `result, tid`, `(first, second), tid`, or one name for the flat tuple of all of them. A kernel without a
result gives the id alone.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from pypto.frontend import constructs as c
from pypto.frontend.extern_calls import ExternCalls
from pypto.frontend.parameters import Declaration, declarations
from pypto.frontend.source import KernelFunction, KernelSource
from pypto.frontend.task_options import Task
from pypto.frontend.values import Value
from pypto.ir.nodes import Expr, TensorType
from pypto.nearby import nearest

OPTIONS = ("deps", "dumps", "allow_early_resolve", "predicate", "attrs")
SPMD_OPTIONS = (*OPTIONS, "core_num", "sync_start")


class Submits(ExternCalls):
    """Lowers submissions."""

    def submission(self, node: ast.expr) -> c.Construct | None:
        """pl.submit or pl.spmd_submit where an expression calls one of them."""
        construct = self.construct_of(node)
        return construct if construct in (c.SUBMIT, c.SPMD_SUBMIT) else None

    def submit(
        self, construct: c.Construct, node: ast.Call, target: ast.expr
    ) -> list[tuple[ast.expr, Value]]:
        """The values of a submission beside the names that take them."""
        self.no_stars(node)
        kernel = self.submitted(construct, node)
        options = SPMD_OPTIONS if construct is c.SPMD_SUBMIT else OPTIONS
        found = {k.arg: k.value for k in node.keywords if k.arg is not None and k.arg in options}
        for keyword in node.keywords:
            if keyword.arg not in options and keyword.arg not in kernel.parameter_names:
                near = nearest(keyword.arg or "", (*options, *kernel.parameter_names))
                near = "pl.spmd_submit" if keyword.arg in SPMD_OPTIONS else near
                self.syntax(
                    f"pl.{construct.name} has no keyword `{keyword.arg}`",
                    keyword,
                    f"did you mean `{near}`?" if near else f"it takes {', '.join(options)}",
                    code="unknown-keyword",
                )
        blocks: Expr | None = None
        if construct is c.SPMD_SUBMIT:
            if "core_num" not in found:
                self.syntax(
                    "pl.spmd_submit needs core_num=",
                    node,
                    "pl.spmd_submit(kernel, x, y, core_num=8)",
                    code="submit-form",
                )
            blocks = self.block_count(found, node)
        names, last = self.submit_targets(target)
        hidden = last.id if isinstance(last, ast.Name) else "task"
        task = replace(self.task_options(found), hint=kernel.name, blocks=blocks, name=hidden)
        rest = [k for k in node.keywords if k.arg in kernel.parameter_names and k.arg not in options]
        self.check_count(construct, kernel, node, len(node.args) - 1 + len(rest))
        made = self.omitted_outputs(kernel, node, rest)
        more = [ast.keyword(k, ast.copy_location(ast.Name(n, ast.Load()), node)) for k, n in made.items()]
        if "attrs" in found:
            more.append(ast.keyword("attrs", found["attrs"]))
        call = ast.copy_location(ast.Call(node.args[0], node.args[1:], [*rest, *more]), node)
        outer = self.env.get(hidden)
        results = self.launched(kernel, call, task)
        tid = self.env.pop(hidden)
        for name in made.values():
            del self.env[name]
        if outer is not None:
            self.env[hidden] = outer
        return self.matched(kernel, target, names, last, results, tid)

    def check_count(self, construct: c.Construct, kernel: KernelSource, node: ast.Call, given: int) -> None:
        """As many arguments as the kernel has parameters, but for outputs at their end."""
        most = len(kernel.parameter_names)
        least = most - len(may_be_omitted(kernel))
        if not least <= given <= most:
            span = str(most) if least == most else f"{least} to {most}"
            self.type_error(
                f"{kernel.name} takes {span} argument{'s' * (most != 1)} in pl.{construct.name}, found {given}",
                node,
                f"its parameters are {', '.join(kernel.parameter_names)}",
                code="argument-list",
            )

    def omitted_outputs(
        self, kernel: KernelSource, node: ast.Call, rest: list[ast.keyword]
    ) -> dict[str, str]:
        """Trailing outputs that a submission leaves out get tensors of their own: parameter -> hidden name."""
        given = {*list(kernel.parameter_names)[: len(node.args) - 1], *(k.arg for k in rest)}
        made: dict[str, str] = {}
        for declaration in may_be_omitted(kernel):
            shape, dtype = declaration.shape, declaration.dtype
            if declaration.name in given or shape is None or dtype is None:
                continue
            extents = tuple(int(extent) for extent in shape if isinstance(extent, int))
            name = f"{kernel.name} output {declaration.name}"
            self.env[name] = self.new_tensor(declaration.name, TensorType(extents, dtype), self.span(node))
            made[declaration.name] = name
        return made

    def submitted(self, construct: c.Construct, node: ast.Call) -> KernelSource:
        """The kernel that a submission names: `k`, or `self.k`."""
        how = f"y, task = pl.{construct.name}(kernel, x, y)"
        if not node.args:
            self.syntax(f"pl.{construct.name} needs a kernel", node, how, code="submit-form")
        first = node.args[0]
        if isinstance(first, ast.Call):
            self.syntax(
                f"pl.{construct.name} takes the kernel and its arguments, not the call `{self.quote(first)}`",
                first,
                how,
                code="submit-form",
            )
        if self.is_method(first):
            assert isinstance(first, ast.Attribute)
            kernel = self.submitted_method(first)
        else:
            value = self.expr(first) if isinstance(first, ast.Name) else None
            kernel = self.by_own_name(value, first) if isinstance(first, ast.Name) else None
        if kernel is None or kernel.kind not in ("incore", "extern", "group"):
            self.syntax(
                f"`{self.quote(first)}` is no @pl.jit.incore function",
                first,
                "pl.submit launches one kernel: decorate it with @pl.jit.incore",
                code="submit-form",
            )
        return kernel

    def submitted_method(self, node: ast.Attribute) -> KernelSource | None:
        """The kernel that `self.k` names: in a function of its own, the name k of the file."""
        try:
            value = self.kernel.lookup(node.attr)
        except KeyError:
            self.undefined(node.attr, node, self.visible_names())
        return value.source if isinstance(value, KernelFunction) else None

    def submit_targets(self, target: ast.expr) -> tuple[list[ast.expr], ast.expr | None]:
        """Names of the results, and that of the task where it has one of its own."""
        if isinstance(target, ast.Name):
            return [], None
        items = target.elts if isinstance(target, ast.Tuple | ast.List) else []
        if len(items) != 2 or not isinstance(items[1], ast.Name):
            self.syntax(
                "the targets of a submission are `result, task`, `(a, b), task`, or one name",
                target,
                "y, task = pl.submit(kernel, x, y)",
                code="submit-targets",
            )
        first = items[0]
        names = list(first.elts) if isinstance(first, ast.Tuple | ast.List) else [first]
        for item in names:
            if not isinstance(item, ast.Name):
                self.syntax(
                    "the targets of a submission are plain names",
                    item,
                    "y, task = pl.submit(kernel, x, y)",
                    code="submit-targets",
                )
        return names, items[1]

    def matched(
        self,
        kernel: KernelSource,
        target: ast.expr,
        names: list[ast.expr],
        last: ast.expr | None,
        results: tuple[Value, ...],
        tid: Value,
    ) -> list[tuple[ast.expr, Value]]:
        if last is None:
            return [(target, (*results, tid) if results else tid)]
        if len(names) != len(results):
            self.syntax(
                f"{kernel.name} has {len(results)} result(s), found {len(names)} name(s) for them",
                target,
                f"{_targets(len(results), self.quote(last))} = pl.submit(...)",
                code="submit-targets",
            )
        return [*zip(names, results, strict=True), (last, tid)]

    def launched(self, kernel: KernelSource, call: ast.Call, task: Task) -> tuple[Value, ...]:
        """The results of the kernel as one task."""
        if self.region is not None:
            self.invalid(
                f"{kernel.name} cannot be submitted inside a region",
                call,
                "end the region first",
                code="submit-place",
            )
        value = self.invoke(kernel, call, task)
        return value if isinstance(value, tuple) else () if value is None else (value,)


def may_be_omitted(kernel: KernelSource) -> list[Declaration]:
    """The outputs at the end of the parameters that a submission can make itself: of a known shape and type."""
    found: list[Declaration] = []
    for declaration in reversed(declarations(kernel)):
        shape = declaration.shape
        if declaration.direction != "out" or shape is None or declaration.dtype is None:
            break
        if not all(isinstance(extent, int) for extent in shape):
            break
        found.insert(0, declaration)
    return found


def _targets(results: int, task: str) -> str:
    """Targets that fit a kernel of so many results."""
    names = ", ".join(f"r{i}" for i in range(results))
    return task if not results else f"{names}, {task}" if results == 1 else f"({names}), {task}"
