# SPDX-License-Identifier: Apache-2.0
"""Warning valid-regions: operands that hold data in different parts, so that cells of the result hold anything.

a = pl.slice(x, [8, 64], [r, 0], valid_shape=[n, 64])
acc = pl.add(acc, a)                             the rows from n on of `acc` are sums with stale memory
acc = pl.add(acc, pl.fillpad(a))                 all rows hold data
acc = pl.row_expand_sub(acc, pl.row_max(a))      the same where a column or a row holds data in fewer places
s = pl.set_validshape(pl.add(acc, a), n, 64)     the rows from n on count as empty
"""

from __future__ import annotations

from collections.abc import Sequence

from pypto.errors import Diagnostic, Span
from pypto.ir import arith
from pypto.ir.nodes import Assign, Call, Stmt, TensorType, Var, format_dim, format_dims, walk
from pypto.ir.ops import compare, shaping
from pypto.ir.ops.table import Trait
from pypto.ir.visit import header_exprs, vars_in


def unequal_regions(statements: Sequence[Stmt]) -> list[Diagnostic]:
    """One warning per place of an elementwise operation on tensors whose result counts as fully valid for want of a
    region that both have; none where all that reads the result is pl.set_validshape."""
    found: list[tuple[Var, Diagnostic]] = []
    for stmt in walk(tuple(statements)):
        if isinstance(stmt, Assign) and isinstance(stmt.value, Call):
            warning = _unequal(stmt.value, stmt.value.span or stmt.span)
            if warning is not None:
                found.append((stmt.target, warning))
    if not found:
        return []
    narrowed = _only_narrowed(statements)
    places: dict[
        Span | None, Diagnostic
    ] = {}  # an unrolled loop and a helper come to one place several times
    for var, warning in found:
        if var not in narrowed:
            places.setdefault(warning.span, warning)
    return list(places.values())


def _unequal(call: Call, span: Span | None) -> Diagnostic | None:
    op, type_ = call.op, call.type
    if op.has(Trait.ROW_EXPAND) or op.has(Trait.COL_EXPAND):
        return _uncovered(call, span)
    if (
        not (op.has(Trait.ELEMENTWISE) or op is compare.CMP)
        or not isinstance(type_, TensorType)
        or type_.valid
    ):
        return None
    pairs = zip(op.value_params, call.args, strict=False)
    sides = [a.type for p, a in pairs if p.name in ("lhs", "rhs") and a and isinstance(a.type, TensorType)]
    if len(sides) != 2:
        return None
    a, b = sides
    differs = [not arith.same(x, y) for x, y in zip(a.valid_shape, b.valid_shape, strict=True)]
    if not any(differs):
        return None
    axes = {(False, True): "columns", (True, False): "rows"}.get(tuple(differs[-2:]), "cells")  # type: ignore[arg-type]
    beyond = "cells" if any(differs[:-2]) else axes
    partly = [name for name, side in (("left", a), ("right", b)) if side.valid is not None]
    fill = "both operands" if len(partly) == 2 else f"the {partly[0]} operand"
    return Diagnostic(
        "valid-regions",
        f"the valid regions {format_dims(a.valid_shape)} and {format_dims(b.valid_shape)} are not provably equal: "
        f"the result counts as fully valid, and its {beyond} that are not in both hold unspecified data",
        span,
        f"fill {fill} first: pl.fillpad(v), or narrow the result: pl.set_validshape(v, rows, cols)",
    )


def _uncovered(call: Call, span: Span | None) -> Diagnostic | None:
    """A column or a row that holds data in fewer places than the operand beside it."""
    sides = [a.type for a in call.args if a is not None and isinstance(a.type, TensorType)]
    if len(sides) < 2 or min(side.rank for side in sides[:2]) < 2:
        return None
    axis, word, vector = (-2, "rows", "column") if call.op.has(Trait.ROW_EXPAND) else (-1, "columns", "row")
    held, wanted = (side.valid_shape[axis] for side in (sides[1], sides[0]))
    if arith.same(held, wanted) or arith.same(held, sides[0].shape[axis]):
        return None
    least, most = arith.as_int(held), arith.as_int(wanted)
    if least is not None and most is not None:
        return None  # it covers: less is an error
    return Diagnostic(
        "valid-regions",
        f"the {vector} holds data in {format_dim(held)} {word}, the operand beside it in {format_dim(wanted)}: where the "
        f"{vector} holds none, the {word} of the result hold unspecified data",
        span,
        "fill the second operand first: pl.fillpad(v), or narrow the result: pl.set_validshape(v, rows, cols)",
    )


def _only_narrowed(statements: Sequence[Stmt]) -> set[Var]:
    """The variables that pl.set_validshape reads, and nothing else."""
    narrowed: set[Var] = set()
    read: set[Var] = set()
    for stmt in walk(tuple(statements)):
        value = getattr(stmt, "value", None)
        if isinstance(stmt, Assign) and isinstance(value, Call) and value.op is shaping.SET_VALIDSHAPE:
            narrowed |= {a for a in value.args if isinstance(a, Var)}
        else:
            read.update(v for expr in header_exprs(stmt) for v in vars_in(expr))
    return narrowed - read
