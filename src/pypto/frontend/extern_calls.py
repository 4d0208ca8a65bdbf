# SPDX-License-Identifier: Apache-2.0
"""Calls of kernels whose body is C++.

    ids = topk(scores, ids, 8)    ->    self.topk(scores, ids, 8)      # a function of the program without a body

The function takes the types of the arguments, tensors first; a call with other types makes another function.
"""

from __future__ import annotations

import ast
from typing import Any

from pypto.errors import ParserTypeError, UnsupportedFeatureError, VerifierError
from pypto.frontend import constructs as c
from pypto.frontend.external import check_stub
from pypto.frontend.helpers import Helpers
from pypto.frontend.parameters import Declaration
from pypto.frontend.source import KernelSource
from pypto.frontend.task_options import Task
from pypto.frontend.values import Value, describe
from pypto.ir import arith
from pypto.ir.extents import ExtentSymbols
from pypto.ir.nodes import (
    Eval,
    Expr,
    Function,
    Invoke,
    Param,
    TensorType,
    TupleType,
    Var,
)
from pypto.ir.ops.strides import strides_of


class ExternCalls(Helpers):
    """Lowers calls of external kernels."""

    def external(
        self, kernel: KernelSource, declared: list[Declaration], child: Helpers, node: ast.Call, task: Task
    ) -> Value:
        check_stub(kernel)
        if self.region is not None and not self.region.takes_kernel:
            raise self.error(
                VerifierError,
                f"{kernel.name} is a kernel of its own and cannot be called inside a region",
                node,
                help="end the region first",
                notes=[f"the region starts at line {self.region.span.line}"],
                code="external",
            )
        pairs = [(d, child.env[d.name]) for d in declared]
        pairs.sort(key=lambda pair: pair[0].kind == "scalar")
        for declaration, value in pairs:
            self.check_external(kernel, declaration, value, node)
        options = kernel.options
        found = [
            self.declared_external(kernel, pairs, kernel.name, options["core"].upper(), options["source"])
        ]
        if options["core"] == "mixed":  # a kernel for each kind of core, which run together
            found = [
                self.declared_external(kernel, pairs, f"{kernel.name}_{core.lower()}", core, options[key])
                for core, key in (("AIC", "source"), ("AIV", "aiv_source"))
            ]
        function, args = found[0]
        outs = [a for p, a in zip(function.params, args, strict=True) if p.direction != "in"]
        span = self.span(node)
        calls = [Eval(Invoke(f.name, args, TupleType(()), span), span) for f, args in found]

        def emit() -> None:
            for call in calls:
                self.emit(call)

        if self.region is None and task == Task(kernel.name) and len(calls) == 1:
            emit()
        else:
            self.as_region(emit, span, [], frozenset(), task)
        return self.external_results(kernel, outs, node)

    def group(self, kernel: KernelSource, child: Helpers, node: ast.Call, task: Task) -> Value:
        raise AssertionError("only programs have Group functions")

    def check_external(
        self, kernel: KernelSource, declaration: Declaration, value: Value, node: ast.Call
    ) -> None:
        where = f"parameter `{declaration.name}` of {kernel.name}"
        if declaration.kind == "scalar":
            return
        if not isinstance(value, Var) or not isinstance(value.type, TensorType):
            raise self.error(
                ParserTypeError,
                f"{where} is a tensor, the argument is {describe(value)}",
                node,
                code="argument-mismatch",
            )
        type_ = value.type
        whole = type_.strides is None or all(
            arith.same(a, b)
            for a, b in zip(type_.strides, strides_of(TensorType(type_.shape, type_.dtype)), strict=True)
        )
        if not whole or type_.valid is not None:
            raise self.error(
                UnsupportedFeatureError,
                f"{where}: a tensor in columns cannot be passed to an external kernel"
                if type_.is_column_major
                else f"{where}: a view with gaps cannot be passed to an external kernel",
                node,
                help="pass its rows: pl.tensor.view(x, layout=pl.TensorLayout.ND)"
                if type_.is_column_major
                else "pass the whole tensor and the offset as a scalar",
                code="external",
                notes=[f"the argument is {type_}"],
            )

    def declared_external(
        self, kernel: KernelSource, pairs: list[tuple[Declaration, Value]], base: str, core: str, source: str
    ) -> tuple[Function, tuple[Expr, ...]]:
        """The function for these arguments, and the arguments in its order."""
        symbols = ExtentSymbols(kernel.span)
        params, args = [], []
        for declaration, value in pairs:
            type_ = value.type
            if isinstance(type_, TensorType):
                type_ = TensorType(tuple(map(symbols.of, type_.shape)), type_.dtype)
            var = Var(declaration.name, type_, kernel.argument_span(declaration.name))
            params.append(Param(var, declaration.direction))
            args.append(value)
        attrs: dict[str, Any] = {"external_source": source}
        if kernel.options["include_dirs"]:
            attrs["external_includes"] = tuple(kernel.options["include_dirs"])
        if core == "AIV" and kernel.options.get("both_lanes"):
            attrs["dual_aiv_dispatch"] = True
        made = Function(base, core, tuple(params), (), symbols.vars, (), attrs, kernel.span)
        number, name = 0, base
        while True:
            function = Function(name, core, made.params, (), made.symbols, made.returns, attrs, made.span)
            known = self.session.externals.setdefault(name, function)
            if known == function:
                return known, tuple(args)
            number += 1
            name = f"{base}_{number}"

    def external_results(self, kernel: KernelSource, outs: list[Expr], node: ast.Call) -> Value:
        """Declared results are the first outputs; without a declaration the first output is the result."""
        wanted = kernel.annotations.get("return")
        if wanted is None:
            return outs[0] if outs else None
        count = (
            len(wanted.items)
            if isinstance(wanted, c.TupleAnnotation)
            else len(getattr(wanted, "__args__", (1,)))
        )
        if count > len(outs):
            raise self.error(
                ParserTypeError,
                f"{kernel.name} declares {count} result(s) and has {len(outs)} output parameter(s)",
                node,
                help="a result is an output: declare pl.Out[pl.Tensor[...]]",
                code="external",
            )
        return outs[0] if count == 1 else tuple(outs[:count])
