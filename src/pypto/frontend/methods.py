# SPDX-License-Identifier: Apache-2.0
"""Function bodies of a program: calls of the other functions stay calls.

o = self.body(a, o)        ->   self.body(a, o)            # o is the parameter that body returns
c = self.product(a, b)     ->   c = create_tensor(...)     # body returns a value of its own
                                self.product(a, b, c)
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pypto.errors import ParserTypeError, SSAViolationError, UndefinedVariableError, VerifierError
from pypto.frontend.functions import FunctionSource, TextSource
from pypto.frontend.helpers import Helpers
from pypto.frontend.parameters import declarations
from pypto.frontend.session import Session
from pypto.frontend.source import KernelSource
from pypto.frontend.state import Poisoned
from pypto.frontend.statements import Statements
from pypto.frontend.task_options import Task
from pypto.frontend.values import Missing, Value, is_array, is_global
from pypto.ir import arith
from pypto.ir.enums import PadValue
from pypto.ir.extents import extents_of
from pypto.ir.nodes import (
    Eval,
    Expr,
    Function,
    Invoke,
    TensorType,
    TileType,
    TupleType,
    Var,
)
from pypto.ir.visit import Substitute
from pypto.nearby import nearest

if TYPE_CHECKING:
    from pypto.frontend.program import Unit


class Methods(Statements):
    """Lowers the body of one function of a program."""

    def __init__(self, session: Session, kernel: KernelSource, unit: Unit) -> None:
        super().__init__(session, kernel)
        self.unit = unit
        self.strict = bool(kernel.options.get("strict_ssa", False))

    def new(self, kernel: KernelSource) -> Methods:
        return Methods(self.session, kernel, self.unit)

    def callee(self, node: ast.expr) -> KernelSource | None:
        found = super().callee(node)
        if isinstance(found, FunctionSource | TextSource):
            self.unit.add(found, self, node)
        return found

    def method(self, node: ast.Attribute) -> KernelSource:
        found = self.unit.sources.get(node.attr)
        if found is None:
            names = list(self.unit.sources)
            near = nearest(node.attr, names)
            raise self.error(
                UndefinedVariableError,
                f"the program has no function `{node.attr}`",
                node,
                help=f"did you mean `{near}`?" if near else f"write @pl.function above `def {node.attr}`",
                notes=[f"its functions are {', '.join(names)}"],
                code="undefined-name",
            )
        return found

    def submitted_method(self, node: ast.Attribute) -> KernelSource | None:
        return self.method(node)

    # Calls of core functions

    def launch(self, kernel: KernelSource, child: Helpers, node: ast.Call, task: Task) -> Value:
        if kernel.options.get("source") is not None:
            return self.external(kernel, declarations(kernel), child, node, task)
        values = [child.env[name] for name in kernel.parameter_names]
        inside = self.region is not None and not self.region.takes_kernel
        own = isinstance(kernel, FunctionSource | TextSource)  # not of the @pl.jit family
        if inside and (
            any(is_array(v) and not is_global(v) for v in values) or (own and self.unit.returns_tiles(kernel))
        ):
            self.run(child, node)  # a function of tiles is part of the core function that calls it
            return child.result
        if inside or not own or not all(isinstance(v, Expr) and _is_whole(v) for v in values):
            return self.as_task(kernel, child, node, task)
        function = self.unit.lowered(kernel)
        if any(isinstance(t, TileType) for t in (*function.returns, *(p.type for p in function.params))):
            raise self.error(
                ParserTypeError,
                f"{kernel.name} works on tiles, which live on a core only",
                node,
                help="call it from a function with type=pl.FunctionType.InCore",
                code="tile-parameter",
            )
        return self.called(kernel, function, list(values), node, task)

    def called(
        self, kernel: KernelSource, function: Function, values: list[Any], node: ast.Call, task: Task
    ) -> Value:
        """A call that stays a call; its value are the arguments that the function returns."""
        args, results = self.completed(kernel, function, values, node)
        span = self.span(node)
        kept = [p.var for p in function.params]
        types = tuple(args[kept.index(v)].type for v in results)
        call = Invoke(function.name, tuple(args), types[0] if len(types) == 1 else TupleType(types), span)
        if self.region is None and task == Task(kernel.name):
            self.emit(Eval(call, span))
        else:
            self.as_region(lambda: self.emit(Eval(call, span)), span, [], frozenset(), task)
        found = tuple(args[kept.index(v)] for v in results)
        return None if not found else found[0] if len(found) == 1 else found

    def group(self, kernel: KernelSource, child: Helpers, node: ast.Call, task: Task) -> Value:
        """Call a Group function: its kernels run together, as one task."""
        if self.region is not None and not self.region.takes_kernel:
            raise self.error(
                VerifierError,
                f"the Group function {kernel.name} is a launch and cannot stand inside a region",
                node,
                help="end the region first",
                notes=[f"the region starts at line {self.region.span.line}"],
                code="501",
            )
        if self.kernel.kind == "group" or (self.in_cluster is not None and self.in_cluster[1]):
            raise self.error(
                VerifierError,
                f"the Group function {kernel.name} cannot be a part of another group",
                node,
                help="call its kernels",
                code="group",
            )
        if self.in_cluster is not None:
            task = replace(task, hint=self.in_cluster[0] or task.hint)
        values = [child.env[name] for name in kernel.parameter_names]
        function = self.unit.lowered(kernel)
        if all(isinstance(v, Expr) and _is_whole(v) for v in values):
            return self.called(kernel, function, list(values), node, task)
        return self.expanded_group(child, node, task)

    def expanded_group(self, child: Helpers, node: ast.Call, task: Task) -> Value:
        """A group on parts of tensors: its kernels are read for the views that they are given."""
        outer, self.region = self.region, None
        child.region, child.in_cluster = None, (None, True)
        try:
            with self.collect() as statements:
                child.out = self.out
                self.run(child, node)
        finally:
            self.region = outer
        span = self.span(node)
        with self.collect() as before:
            parts = self.parts_of(statements, span)
        if before and outer is not None:
            raise self.error(
                ParserTypeError,
                f"the launch of blocks of {child.kernel.name} takes whole tensors and scalars",
                node,
                help="slice, and compute numbers, before pl.spmd",
                code="argument-mismatch",
            )
        for stmt in before:
            self.emit(stmt)

        def emit() -> None:
            for part in parts:
                self.emit(part)

        self.as_region(emit, span, [], frozenset(), task)
        return child.result

    def completed(
        self, kernel: KernelSource, function: Function, args: list[Any], node: ast.Call
    ) -> tuple[list[Expr], list[Var]]:
        """The arguments with a new tensor for each result of its own, and the parameters that are returned."""
        known = {p.var: a for p, a in zip(function.params, args, strict=False)}
        substitute = Substitute({**known, **extents_of(function.params, args)})
        for param in function.params[len(args) :]:
            type_ = substitute.type(param.type)
            assert isinstance(type_, TensorType)
            shape = tuple(arith.simplify(d) for d in type_.shape)
            args.append(self.created(param.name, TensorType(shape, type_.dtype), node))
        last = self.unit.results[function.name]
        return args, list(last)

    def created(self, name: str, type_: TensorType, node: ast.AST) -> Var:
        """A new tensor of orchestration."""
        if self.kernel.kind == "group":
            raise self.error(
                VerifierError,
                "a kernel of a group writes its results into tensors that it is given",
                node,
                help="add a parameter pl.Out[pl.Tensor[...]] to the kernel, write into it and return it",
                code="group",
            )
        if self.region is not None and self.region.takes_kernel:
            raise self.error(
                VerifierError,
                "a kernel that is launched by pl.spmd writes its results into tensors that it is given",
                node,
                help="add a parameter pl.Out[pl.Tensor[...]] to the kernel, write into it and return it",
                code="spmd-results",
            )
        return self.new_tensor(name, type_, self.span(node))

    def checkpoint(self) -> Callable[[], None]:
        undo, reported = super().checkpoint(), set(self.unit.reported)

        def forget() -> None:
            undo()
            self.unit.reported = reported

        return forget

    def report_once(self, kernel: KernelSource, code: str, about: Sequence[KernelSource]) -> None:
        """A mistake that several functions of the program show is reported where it is found first."""
        found = (code, frozenset(about))
        own = code == "array-escapes" and isinstance(kernel, FunctionSource | TextSource)  # at its definition
        if own or found in self.unit.reported:
            raise Poisoned
        self.unit.reported.add(found)

    # Single assignment

    def bind_name(self, name: str, value: Value, target: ast.AST, node: ast.expr | None) -> None:
        self.check_once(name, target)
        super().bind_name(name, value, target, node)

    def loop_target(self, stmt: ast.For, init_values: ast.expr | None) -> tuple[str, list[str]]:
        name, header = super().loop_target(stmt, init_values)
        for item in (name, *header):
            self.check_once(item, stmt.target)
        return name, header

    def check_once(self, name: str, target: ast.AST) -> None:
        """Where each name is bound once, it is not bound yet."""
        if self.strict:
            was = self.env.get(name)
            if was is not None and not isinstance(was, Missing):
                line = was.span.line if isinstance(was, Expr) and was.span else None
                raise self.error(
                    SSAViolationError,
                    f"`{name}` is bound a second time, which strict_ssa=True forbids",
                    target,
                    notes=[f"it is first bound at line {line}"] if line else [],
                    help=f"give the value another name, such as {name}_1",
                    code="strict-ssa",
                )

    def store(self, target: ast.Subscript, source: ast.expr) -> None:
        if self.strict:
            self.syntax(
                "a windowed write rebinds its name, which strict_ssa=True forbids",
                target,
                "write: y_1 = pl.assemble(y, v, [r, 0])",
                code="strict-ssa",
            )
        super().store(target, source)


def _is_whole(value: Expr) -> bool:
    """A scalar, or a tensor that is no view of a part of another."""
    type_ = value.type
    if isinstance(type_, TensorType):
        plain = type_.strides is None and type_.valid is None and type_.pad is PadValue.null
        return isinstance(value, Var) and plain and not type_.local
    return True


def core_results(body: Methods, values: tuple[Value, ...], stmt: ast.stmt) -> list[tuple[Var, Var]]:
    """Results that a core function computed, beside the output parameters that they get."""
    found = []
    for value in values:
        if not (isinstance(value, Var) and isinstance(value.type, TensorType) and value.type.local):
            raise body.error(
                ParserTypeError,
                "a function that runs on a core returns tensors; this value is none",
                stmt,
                help="write it into a parameter pl.Out[pl.Tensor[...]], and return that",
                code="return-type",
            )
        type_ = replace(value.type, local=False, valid=None)
        found.append((value, body.session.var(f"{value.name}_out", type_, value.span)))
    return found
