# SPDX-License-Identifier: Apache-2.0
"""Calls of kernel functions: a helper's body is lowered where it is called.

Parameters are bound to the caller's values, so that writing a parameter writes the caller's tensor and constants
reach into the body; its locals are variables of their own. An incore function becomes one region.
"""

from __future__ import annotations

import ast
import warnings
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pypto.errors import CallCycleError, LevelError, ParserSyntaxError, ParserTypeError, Span, VerifierError
from pypto.frontend import constructs as c
from pypto.frontend.attributes import function_attributes
from pypto.frontend.directions import LAUNCHES, split_directions
from pypto.frontend.names import Liveness, targets
from pypto.frontend.narrowed import narrowed
from pypto.frontend.parameters import Declaration, declarations, local_dims
from pypto.frontend.passing import Passing
from pypto.frontend.session import Frame, Session
from pypto.frontend.source import KernelFunction, KernelSource
from pypto.frontend.state import Poisoned
from pypto.frontend.task_options import Task
from pypto.frontend.values import (
    POISON,
    Missing,
    Value,
    is_array,
    is_global,
    is_scalar,
)
from pypto.ir import arith
from pypto.ir.enums import ArgDirection, Level
from pypto.ir.nodes import (
    Expr,
    Var,
    format_dim,
)


@dataclass(frozen=True)
class Shadowed:
    """The name of an output that came to denote another value."""

    name: str
    home: Var
    value: Var
    span: Span


MOST_CALLS = 5000
"""Of helpers in one program: helpers that call helpers twice double at each level."""


class Helpers(Passing):
    """Lowers calls of kernel functions; holds what a function body knows of its own parameters."""

    def __init__(self, session: Session, kernel: KernelSource) -> None:
        super().__init__(session, kernel)
        if kernel not in session.liveness:
            session.liveness[kernel] = Liveness(kernel.definition.body)
        self.local_dims = local_dims(kernel)[1]
        self.dims_by_symbol: dict[c.DynamicDim, Expr] = {}
        self.outputs: dict[str, Var] = {}  # Out and InOut parameters of the entry
        self.shadowed: list[Shadowed] = []
        self.exempt: list[Var] = []  # arguments of the latest call that stand in pl.no_dep

    @abstractmethod
    def new(self, kernel: KernelSource) -> Helpers:
        """The lowering of a callee's body."""

    def callee(self, node: ast.expr) -> KernelSource | None:
        """The kernel function that an expression calls by its bare name, or as `self.name`."""
        if not isinstance(node, ast.Call):
            return None
        if self.is_method(node.func):
            assert isinstance(node.func, ast.Attribute)
            return self.method(node.func)
        if not isinstance(node.func, ast.Name):
            return None
        try:
            value = self.env[node.func.id] if node.func.id in self.env else self.kernel.lookup(node.func.id)
        except KeyError:
            return None
        return self.by_own_name(value, node.func)

    def by_own_name(self, value: Value, node: ast.Name) -> KernelSource | None:
        """The kernel function that a name denotes; one of the JIT family is called by its own name only."""
        if not isinstance(value, KernelFunction):
            return None
        kernel = value.source
        if node.id in self.env or (type(kernel) is KernelSource and kernel.name != node.id):
            self.unsupported(
                f"`{node.id}` is another name of the kernel function {kernel.name} and is not resolved",
                node,
                f"call {kernel.name}(...); to choose between variants, define them under one name in an `if` "
                "at module level",
                code="function-call",
            )
        return kernel

    def method(self, node: ast.Attribute) -> KernelSource:
        """The function of the program that `self.name` denotes."""
        self.unsupported(
            f"`{self.quote(node)}` belongs to a class decorated with @pl.program",
            node,
            f"call it by its bare name: {node.attr}(...)",
            code="method-call",
        )

    def kernel_call(self, stmt: ast.stmt) -> KernelSource | None:
        if isinstance(stmt, ast.Expr | ast.Assign | ast.Return) and stmt.value is not None:
            return self.callee(stmt.value)
        return None

    def invoke(self, kernel: KernelSource, node: ast.Call, task: Task | None = None) -> Value:
        """Expand a call; the result is the helper's returned value, None without one. `task`: a submission."""
        self.check_callable(kernel, node)
        node, fixed = split_directions(self, kernel, node)
        values = self.arguments(kernel, node)
        off = (values[n][0] for n, d in fixed.items() if d is ArgDirection.no_dep)
        exempt = tuple(dict.fromkeys((*self.exempt, *(v for v in off if isinstance(v, Var)))))
        child = self.new(kernel)
        child.in_cluster = self.in_cluster
        declared = declarations(kernel)
        self.warn_directions(kernel, declared)
        escaping = next(
            (d for d in declared if kernel.kind == "incore" and d.kind in ("array", "task")), None
        )
        if escaping is not None:
            self.report_once(kernel, "array-escapes", [kernel])
            raise self.error(
                VerifierError,
                f"parameter `{escaping.name}` of {kernel.name}: task ids and arrays stay in orchestration",
                node,
                help="an @pl.jit.inline helper may take them",
                code="array-escapes",
            )
        for declaration in declared:
            child.env[declaration.name] = self.passed(kernel, declaration, *values[declaration.name])
        child.bind_symbols(declared)
        for declaration in declared:
            if declaration.view.valid is not None or declaration.view.pad is not None:
                at = values[declaration.name][1]
                child.env[declaration.name] = narrowed(self, child, kernel, declaration, at)
        child.region, child.out, child.scope = self.region, self.out, self.scope
        child.auto_scope = child.auto_scope and self.auto_scope  # its scopes land in the caller
        child.shadowed = self.shadowed
        homes = set(self.outputs.values())
        child.outputs = {
            name: value for name, value in child.env.items() if isinstance(value, Var) and value in homes
        }
        if kernel.kind in LAUNCHES:
            task = self.launcher(kernel, child, node) if kernel.kind == "spmd" else task or Task(kernel.name)
            lists = {
                "no_dep_args": exempt,
                "out_args": self.fixed_to(values, fixed, ArgDirection.output, ArgDirection.output_existing),
                "inout_args": self.fixed_to(values, fixed, ArgDirection.inout),
            }
            for word, found in lists.items():
                known = task.attrs.get(word, ())
                if more := tuple(v for v in found if v not in known):
                    task = replace(task, attrs={**task.attrs, word: (*known, *more)})
            if kernel.kind == "incore":
                return self.launch(kernel, child, node, task)
            if kernel.kind == "extern":
                return self.external(kernel, declared, child, node, task)
            if kernel.kind == "group":
                return self.group(kernel, child, node, task)
            return self.as_task(kernel, child, node, task)
        self.run(child, node)
        return child.result

    def check_callable(self, kernel: KernelSource, node: ast.Call) -> None:
        """Refuse a function that a kernel cannot call, or not from here."""
        if kernel.kind == "jit":
            self.unsupported(
                f"{kernel.name} is an entry and cannot be called from a kernel",
                node,
                "decorate it with @pl.jit.inline",
                code="entry-call",
            )
        if kernel.kind in ("host", "worker"):
            what = "is a driver, which runs on the host" if kernel.kind == "host" else "runs on the host"
            raise self.error(
                LevelError,
                f"{kernel.name} {what}, and this is a program of one chip",
                node,
                help="a driver calls functions decorated with @pl.jit; a part that both use is @pl.jit.inline"
                if kernel.kind == "host"
                else "call it in the driver",
            )
        if kernel.kind == "orchestration":
            self.unsupported(
                f"{kernel.name} is an Orchestration function and cannot be called from a kernel",
                node,
                "give it type=pl.FunctionType.Opaque",
                code="entry-call",
            )
        if kernel.kind == "graph":
            self.unsupported(
                f"a call of the Graph function {kernel.name} is not built yet",
                node,
                "give it type=pl.FunctionType.Opaque",
                code="not-built",
            )
        level = kernel.options.get("level")
        if (
            kernel.kind == "incore"
            and level is not None
            and level not in (Level.CORE_GROUP, Level.AIV, Level.AIC)
        ):
            self.syntax(
                f"{kernel.name} is @pl.jit.incore(level=pl.Level.{level.name}), and a kernel runs on a core",
                node,
                "pl.Level.CORE_GROUP, pl.Level.AIV or pl.Level.AIC, or no level",
                code="at-level",
            )
        running = [frame.kernel for frame in self.session.frames]
        if kernel in running:
            cycle = " -> ".join(k.name for k in [*running[running.index(kernel) :], kernel])
            self.report_once(kernel, "recursion", running[running.index(kernel) :])
            raise self.error(
                CallCycleError,
                f"kernel functions cannot call themselves: {cycle}",
                node,
                help="write a loop",
                code="recursion",
            )

    def fixed_to(
        self,
        values: dict[str, tuple[Value, ast.expr]],
        fixed: dict[str, ArgDirection],
        *directions: ArgDirection,
    ) -> tuple[Var, ...]:
        """The tensors whose direction a call says."""
        found = (values[name][0] for name, direction in fixed.items() if direction in directions)
        return tuple(dict.fromkeys(v for v in found if isinstance(v, Var)))

    def launcher(self, kernel: KernelSource, child: Helpers, node: ast.Call) -> Task:
        """What a function of type Spmd says of the launch of its one kernel."""
        body, attrs = function_attributes(child, kernel.definition.body)
        attrs = {**(kernel.options.get("attrs") or {}), **attrs}
        calls = [stmt for stmt in body if child.kernel_call(stmt) is not None]
        if len(calls) != 1:
            raise child.error(
                ParserSyntaxError,
                f"{kernel.name} is an Spmd function: its body is one kernel call and a return",
                kernel.span,
                help="o = self.kernel(a, o)",
                code="program-form",
            )
        count = attrs.get("core_num")
        if count is None:
            raise child.error(
                ParserSyntaxError,
                f"{kernel.name} is an Spmd function and does not say how many blocks it launches",
                kernel.span,
                help='pl.func_attr({"core_num": 8})',
                code="func-attr",
            )
        if isinstance(count, bool) or not ((isinstance(count, int) and count > 0) or is_scalar(count)):
            raise child.error(
                ParserTypeError,
                f"core_num of {kernel.name} is a positive number, found {count!r}",
                kernel.span,
                help='pl.func_attr({"core_num": 8})',
                code="func-attr",
            )
        hints = {name: True for name in ("sync_start", "allow_early_resolve") if attrs.get(name)}
        return Task(kernel.name, attrs=hints, blocks=arith.to_expr(count), single=True)

    @abstractmethod
    def external(
        self, kernel: KernelSource, declared: list[Declaration], child: Helpers, node: ast.Call, task: Task
    ) -> Value:
        """Call a kernel with a C++ body."""

    @abstractmethod
    def group(self, kernel: KernelSource, child: Helpers, node: ast.Call, task: Task) -> Value:
        """Call a function whose kernels run together."""

    def launch(self, kernel: KernelSource, child: Helpers, node: ast.Call, task: Task) -> Value:
        """Call a function that runs on a core."""
        return self.as_task(kernel, child, node, task)

    def warn_directions(self, kernel: KernelSource, declared: list[Declaration]) -> None:
        """A direction on a parameter of an inline helper says nothing: the parameter is the caller's variable."""
        directed = next((d for d in declared if d.direction != "in"), None)
        if directed is None or kernel.kind != "inline" or kernel in self.session.deprecated:
            return
        self.session.deprecated.add(kernel)
        word = "pl.Out" if directed.direction == "out" else "pl.InOut"
        warnings.warn_explicit(
            f"{word} on `{directed.name}` of the inline helper {kernel.name} has no meaning: the parameter is "
            "the caller's variable; leave the direction out",
            DeprecationWarning,
            kernel.file,
            kernel.argument_span(directed.name).line,
            kernel.module,
        )

    def run(self, child: Helpers, node: ast.Call) -> None:
        """Lower a helper's body into this function's statements."""
        self.session.copies += 1
        if self.session.copies > MOST_CALLS:
            self.syntax(
                f"more than {MOST_CALLS} calls of helpers would be expanded",
                node,
                "make one of them @pl.jit.incore, or call it in a loop",
                code="too-many-copies",
            )
        self.session.frames.append(Frame(child.kernel, self.span(node)))
        errors = len(self.session.errors)
        initial = dict(child.env)
        try:
            child.block(function_attributes(child, child.kernel.definition.body)[0])
            self.check_written(child, initial, node)
        finally:
            self.session.frames.pop()
        if len(self.session.errors) > errors:
            child.result = POISON
        if child.result is POISON or (isinstance(child.result, tuple) and POISON in child.result):
            raise Poisoned

    def check_written(self, child: Helpers, initial: Mapping[str, Value], node: ast.Call) -> None:
        """A helper's windowed write into an on-chip value would be lost here: values are not storage."""
        for stmt in ast.walk(child.kernel.definition):
            if not (isinstance(stmt, ast.Assign) and isinstance(stmt.targets[0], ast.Subscript)):
                continue
            for name in targets(stmt.targets[0]):
                value = initial.get(name)
                if is_array(value) and not is_global(value):
                    raise child.error(
                        ParserTypeError,
                        f"`{name}` is an on-chip value here; a helper writes into tensors of global memory",
                        stmt.targets[0],
                        help=f"return the new value: {name} = {child.kernel.name}(...)",
                        code="write-on-chip-argument",
                    )

    def as_task(self, kernel: KernelSource, child: Helpers, node: ast.Call, task: Task) -> Value:
        """Call an incore function: its body is one region, named after it."""
        inner: dict[str, Value] = {}
        core, outside = self.one_core(kernel), self.region is None
        written = "" if core is None else f"{kernel.name} is @pl.jit.incore(level=pl.Level.{core.name})"
        if core is not None and self.region is None:
            task = replace(task, attrs={"level": core, **task.attrs}, whose=written)

        def lower() -> None:
            child.region, child.out = self.region, self.out
            if core is None or outside:
                self.run(child, node)
            else:
                self.on_one_core(core, written, lambda: self.run(child, node))
            results = child.result if isinstance(child.result, tuple) else (child.result,)
            inner.update({f"{kernel.name} result {i}": r for i, r in enumerate(results)})
            self.env.update(inner)

        names = [f"{kernel.name} result {i}" for i in range(8)]
        self.as_region(lower, self.span(node), names, frozenset(names), task)
        results = tuple(self.env.pop(name) for name in inner)
        for value in results:
            if isinstance(value, Missing):
                if value.error is None:
                    raise Poisoned
                missing = value.error
                raise self.error(type(missing), missing.message, node, help=missing.help, code=missing.code)  # type: ignore[type-var]
        return results if isinstance(child.result, tuple) else results[0]

    def one_core(self, kernel: KernelSource) -> Level | None:
        """The kind of core that a kernel of the JIT family is for, where it is one."""
        level = kernel.options.get("level") if type(kernel) is KernelSource else None
        return level if level in (Level.AIV, Level.AIC) else None

    def report_once(self, kernel: KernelSource, code: str, about: Sequence[KernelSource]) -> None:
        """Poisoned where the program reports of these functions by itself, or did already."""

    def bind_symbols(self, declared: list[Declaration]) -> None:
        """Dynamic extents of a helper stand for the extents of its arguments."""
        for declaration in declared:
            value = self.env.get(declaration.name)
            if declaration.shape is None or value is None or not is_array(value):
                continue
            for wanted, has in zip(declaration.shape, value.type.shape, strict=True):
                if isinstance(wanted, c.DynamicDim):
                    known = self.dims_by_symbol.get(wanted)
                    if known is not None and arith.as_int(arith.sub(arith.to_expr(has), known)) not in (
                        0,
                        None,
                    ):
                        self.type_error(
                            f"{wanted.name} is both {format_dim(known)} and {format_dim(has)} in this call",
                            self.kernel.argument_span(declaration.name),
                            "declare an extent of its own for each",
                            code="symbol-mismatch",
                        )
                    self.dims_by_symbol.setdefault(wanted, arith.to_expr(has))

    def symbol(self, dim: c.DynamicDim, node: ast.AST) -> Expr:
        value = self.dims_by_symbol.get(dim)
        if value is None:
            self.type_error(
                f"the extent {dim.name} belongs to no parameter of {self.kernel.name}",
                node,
                f"x.bind_dynamic(0, {dim.name})",
                code="symbol-unbound",
            )
        return value
