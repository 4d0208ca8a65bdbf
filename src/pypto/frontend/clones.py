# SPDX-License-Identifier: Apache-2.0
"""`pl.expand_clone` as writes of parts: what has extent 1 is written again and again along its axis.

pl.expand_clone(v, y)        v [1, B, C], y [A, B, C]
->  for i in pl.range(A):
        y = pl.assemble(y, v, [i, 0, 0])
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pypto.errors import Span
from pypto.frontend.values import is_global
from pypto.ir import arith
from pypto.ir.dtypes import INDEX
from pypto.ir.enums import AtomicType
from pypto.ir.nodes import Assign, Call, Dim, Eval, Expr, For, ScalarType, Stmt, TensorType, Var
from pypto.ir.ops import creation, expand, layout, memory
from pypto.ir.ops.rules import static_dims

if TYPE_CHECKING:
    from pypto.frontend.operations import Operations


def expand_clone(calls: Operations, bound: Mapping[str, Any], span: Span) -> Expr:
    """Writes the copies; the value of the call is the target."""
    source, target = bound["src"], bound["target"]
    axis = layout.cloned_axis(source.type, target.type)
    if axis == 2:
        source = _along_rows(calls, source, target.type, span)
        axis = None
    result = target if is_global(target) else calls.fresh(target.name, target.type, span)
    if result is not target:
        calls.emit(Assign(result, target, span))
    counters: list[Var] = []
    stop: list[Dim] = []
    if axis == 1 and result is not target:  # on chip only adjacent rows are written at once
        counters, stop = (
            [_counter(calls, span), _counter(calls, span)],
            [target.type.shape[0], target.type.shape[1]],
        )
    elif axis is not None:
        counters, stop = [_counter(calls, span)], [target.type.shape[axis]]
    offset: list[Dim] = [0, 0, 0]
    with calls.collect() as statements:
        part = source
        if len(counters) == 2:
            offset = [counters[0], counters[1], 0]
            shape = (1, 1, source.type.shape[2])
            window = {"shape": shape, "offset": (counters[0], 0, 0)}
            part = calls.temporary(
                Call(memory.SLICE, (source,), window, _local(source.type, shape), span), span
            )
        elif axis is not None:
            offset[axis] = counters[0]
        attrs = {"offset": tuple(offset), "atomic": AtomicType.None_}
        written = Call(memory.ASSEMBLE, (result, part), attrs, target.type, span)
        calls.emit(Eval(written, span) if result is target else Assign(result, written, span))
    body: tuple[Stmt, ...] = tuple(statements)
    for var, extent in reversed(list(zip(counters, stop, strict=True))):
        zero, one = calls.literal(0), calls.literal(1)
        body = (For(var, zero, arith.to_expr(extent), one, body, "range", 1, span),)
    for stmt in body:
        calls.emit(stmt)
    return result


def _counter(calls: Operations, span: Span) -> Var:
    return calls.fresh(calls.session.numbered("i"), ScalarType(INDEX), span)


def _local(type_: TensorType, shape: tuple[Dim, ...]) -> TensorType:
    return TensorType(shape, type_.dtype, local=True)


def _along_rows(calls: Operations, source: Var, target: TensorType, span: Span) -> Var:
    """[A, B, 1] repeated to [A, B, C]."""
    type_ = _local(target, static_dims(target.shape, "the shape of a repeated column"))
    empty = Call(creation.CREATE_TENSOR, (), {"shape": type_.shape, "dtype": type_.dtype}, type_, span)
    like = calls.temporary(empty, span)
    return calls.temporary(Call(expand.ROW_EXPAND, (like, source), {}, type_, span), span)
