# SPDX-License-Identifier: Apache-2.0
"""One specialisation of a kernel: source and arguments -> Program.

1. parameters   annotations and arguments give every parameter a type; dynamic extents become INDEX variables
2. body         statements.py and the files below it; inline helpers are expanded where they are called
3. findings     all errors together, or the program with its warnings
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Any

from pypto.errors import ParserTypeError, Span, UnsupportedFeatureError, UserError, VerifierError, together
from pypto.frontend import constructs as c
from pypto.frontend.arguments import ArgumentInfo, fit
from pypto.frontend.attributes import function_attributes, scope_attribute
from pypto.frontend.comments import comments_of
from pypto.frontend.dropped import dropped_outputs
from pypto.frontend.operand_sources import misused_operands
from pypto.frontend.padding import useless_padding
from pypto.frontend.parameters import Declaration, resolve_parameters
from pypto.frontend.results import check_results
from pypto.frontend.session import Session
from pypto.frontend.source import KernelSource
from pypto.frontend.statements import Statements
from pypto.frontend.unequal import unequal_regions
from pypto.frontend.unused import unused_variables
from pypto.frontend.values import POISON, Value
from pypto.frontend.written import written_inputs
from pypto.ir.dtypes import INDEX
from pypto.ir.enums import PadValue
from pypto.ir.nodes import (
    ArrayType,
    Const,
    Dim,
    Expr,
    Function,
    Param,
    Program,
    PtrType,
    Return,
    ScalarType,
    Stmt,
    TaskIdType,
    TensorType,
    Var,
)
from pypto.ir.ops.strides import column_strides


def lower_kernel(kernel: KernelSource, arguments: Sequence[ArgumentInfo]) -> Program:
    """The typed program of an entry for these arguments; raises every mistake of the source together."""

    if kernel.kind != "jit":
        raise UnsupportedFeatureError(
            f"{kernel.name} is @pl.jit.{kernel.kind}; only an entry can be compiled",
            span=kernel.span,
            help="call it from a function decorated with @pl.jit",
            code="not-an-entry",
        )
    parameters = resolve_parameters(kernel, arguments)
    session = Session()
    session.names.taken.update(d.name for d, _ in parameters)
    body = Statements(session, kernel)
    extents = scalar_extents(kernel, [d for d, _ in parameters])
    params = [parameter(session, body, d, argument, extents) for d, argument in parameters]
    body.dims_by_symbol.update(session.symbols)
    body.outputs = {p.name: p.var for p in params if p.direction != "in"}
    statements_in, attrs = function_attributes(body, kernel.definition.body)
    body.block(statements_in)
    values = returned(body, params)
    session.errors.extend(misused_operands(body.out))
    session.raise_errors()
    check_results(body, values)
    end = kernel.source.span(kernel.definition.body[-1])
    statements: list[Stmt] = [*body.out, Return(values, end)] if values else body.out
    session.warnings += dropped_outputs(body.shadowed, params, statements)
    session.warnings += written_inputs(params, statements, kernel.source.span(kernel.definition))
    session.warnings += unused_variables(kernel)
    session.warnings += unequal_regions(statements)
    session.warnings += useless_padding(statements)
    function = Function(
        kernel.name,
        "Orchestration",
        tuple(params),
        tuple(statements),
        own_symbols(session, params),
        tuple(v.type for v in values),
        {**attrs, **scope_attribute(kernel)},
        kernel.span,
        comments_of(kernel.source, kernel.definition)[0],
    )
    return Program(
        kernel.name,
        {kernel.name: function, **session.externals},
        kernel.name,
        dict(session.constants),
        tuple(session.warnings),
        kernel.source.path,
    )


def scalar_extents(
    kernel: KernelSource, declared: Sequence[Declaration]
) -> Mapping[str, Sequence[c.DynamicDim]]:
    """Dynamic extents that an INDEX scalar of the same name gives; it stands before the tensors that have them."""
    seen: dict[str, tuple[Declaration, dict[c.DynamicDim, None]]] = {}
    found: dict[str, list[c.DynamicDim]] = {}
    late: list[UserError] = []
    for item in declared:
        for extent in item.shape or () if item.kind == "tensor" else ():
            if isinstance(extent, c.DynamicDim):
                seen.setdefault(extent.name, (item, {}))[1][extent] = None
                if extent.name in found and extent not in found[extent.name]:
                    found[extent.name].append(extent)
        if item.kind != "scalar" or item.dtype is not INDEX:
            continue
        if item.name in seen:
            late.append(
                ParserTypeError(
                    f"the annotation of `{seen[item.name][0].name}` uses the extent {item.name} before the scalar "
                    f"`{item.name}` is declared",
                    span=kernel.argument_span(item.name),
                    help="declare the scalar first",
                    code="dynamic-form",
                )
            )
        found[item.name] = []
    if late:
        raise together(late)
    return found


def own_symbols(session: Session, params: Sequence[Param]) -> tuple[Var, ...]:
    """Extents that no scalar parameter gives."""
    given = {p.var for p in params}
    return tuple(dict.fromkeys(s for s in session.symbols.values() if s not in given))


def parameter(
    session: Session,
    body: Statements,
    declaration: Declaration,
    argument: ArgumentInfo,
    extents: Mapping[str, Sequence[c.DynamicDim]],
) -> Param:
    """The variable of a parameter, and what its name means in the body; `extents`: those that scalars give."""
    name = declaration.name
    span = body.kernel.argument_span(name)
    if declaration.kind == "pointer":
        pointer = Var(name, PtrType(), span)
        session.serial[pointer] = len(session.serial)
        body.env[name] = pointer
        return Param(pointer)
    assert declaration.dtype is not None
    if declaration.kind == "scalar":
        var = Var(name, ScalarType(declaration.dtype), span)
        session.serial[var] = len(session.serial)
        for given in extents.get(name, ()):
            session.symbols[given] = var
        folded = argument.value
        body.env[name] = (
            var if folded is None else Const(fit(folded, declaration.dtype, name), var.type, span)
        )
        return Param(var)
    if declaration.tile is not None:
        tile = Var(name, declaration.tile, span)
        session.serial[tile] = len(session.serial)
        body.env[name] = tile
        return Param(tile)
    assert declaration.shape is not None

    def dims(extents: Sequence[Any]) -> tuple[Dim, ...]:
        return tuple(extent_of(session, extent, span) for extent in extents)

    view, shape = declaration.view, dims(declaration.shape)
    strides = None if view.stride is None else dims(view.stride)
    valid = None if view.valid is None else dims(view.valid)
    if view.columns and strides is None:
        strides = column_strides(shape)
    type_ = TensorType(
        shape, declaration.dtype, strides, valid, False, view.layout, view.pad or PadValue.null
    )
    var = Var(name, type_, span)
    session.serial[var] = len(session.serial)
    body.env[name] = var
    return Param(var, declaration.direction, declaration.window)


def extent_of(session: Session, extent: int | c.DynamicDim, span: Span | None) -> Dim:
    """An extent of a parameter; the same dynamic one is the same variable everywhere."""
    if not isinstance(extent, c.DynamicDim):
        return extent
    if extent not in session.symbols:
        session.symbols[extent] = session.var(extent.name, ScalarType(INDEX), span)
    return session.symbols[extent]


def returned(body: Statements, params: Sequence[Param]) -> tuple[Expr, ...]:
    """The values of the entry's `return`: parameters, by which a caller finds its results."""
    values = body.result if isinstance(body.result, tuple) else (body.result,)
    if body.result is None or any(v is POISON for v in values):
        return ()
    stmt = body.kernel.definition.body[-1]
    assert isinstance(stmt, ast.Return) and stmt.value is not None
    listed = isinstance(stmt.value, ast.Tuple) and len(stmt.value.elts) == len(values)
    nodes = stmt.value.elts if listed else [stmt.value] * len(values)  # type: ignore[attr-defined]
    return tuple(one_returned(body, params, *item) for item in zip(values, nodes, strict=True))


def one_returned(body: Statements, params: Sequence[Param], value: Value, node: ast.expr) -> Expr:
    if any(value is p.var for p in params):
        return value
    for item in body.shadowed:
        if value is item.value or body.session.homes.get(value) is item.value:
            return item.home  # the warning says that the value never reached it
    if isinstance(value, Expr) and isinstance(value.type, ArrayType | TaskIdType):
        help = "return tensors; a helper of kind inline may return it"
        if isinstance(node, ast.Name) and any(node.id == p.var.name for p in params):
            help = f"a submission gives its results and its id: {node.id}, task = pl.submit(...)"
        escaping = body.error(
            VerifierError,
            f"{body.kernel.name} returns {value.type}: task ids and arrays stay inside one function",
            node,
            help=help,
            code="array-escapes",
        )
        body.session.report(escaping)
        return Const(None, ScalarType(INDEX))
    error = body.error(
        UnsupportedFeatureError,
        "an entry returns its parameters; this value is none of them",
        node,
        help="add a parameter y: pl.Out[pl.Tensor[...]], write the value into it, and return y",
        code="entry-return",
    )
    body.session.report(error)
    return Const(None, ScalarType(INDEX))
