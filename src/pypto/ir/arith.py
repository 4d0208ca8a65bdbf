# SPDX-License-Identifier: Apache-2.0
"""Scalar integer arithmetic at compile time: constructors that fold, and equality by normal form.

A dimension is brought to a polynomial over atoms (variables and opaque operations); `r + 64 - r` is 64, and
two extents are the same when the difference of their polynomials is zero.

    >>> from pypto.ir.dtypes import INDEX
    >>> from pypto.ir.nodes import ScalarType, Var
    >>> r = Var("r", ScalarType(INDEX))
    >>> sub(add(r, 64), r)
    64
"""

from __future__ import annotations

from typing import Any, TypeAlias

from pypto.ir.dtypes import INDEX
from pypto.ir.nodes import Call, Const, Dim, Expr, ScalarType, Var
from pypto.ir.ops import scalar as ops

Monomial: TypeAlias = "tuple[Any, ...]"  # atom keys in the order of their first use; () is the constant
Poly: TypeAlias = "dict[Monomial, int]"


def key(expr: Dim | None) -> Any:
    """A hashable structural key: equal keys mean equal values."""
    if expr is None or isinstance(expr, int):
        return expr
    if isinstance(expr, Const):
        if isinstance(expr.value, float):
            return ("float", expr.value.hex())
        return expr.value
    if isinstance(expr, Var):
        return ("var", id(expr))
    if isinstance(expr, Call):
        return (
            expr.op.name,
            tuple(key(a) for a in expr.args),
            tuple(sorted((k, str(v)) for k, v in expr.attrs.items())),
        )
    return ("expr", id(expr))


def as_int(dim: Dim | None) -> int | None:
    """The value of a static dimension, else None."""
    if isinstance(dim, bool):
        return None
    if isinstance(dim, int):
        return dim
    if isinstance(dim, Const) and isinstance(dim.value, int) and not isinstance(dim.value, bool):
        return dim.value
    return None


def to_expr(dim: Dim) -> Expr:
    return Const(dim, ScalarType(INDEX)) if isinstance(dim, int) else dim


def _poly(dim: Dim, atoms: dict[Any, Expr]) -> Poly:
    value = as_int(dim)
    if value is not None:
        return {(): value} if value else {}
    assert isinstance(dim, Expr)
    if isinstance(dim, Call) and dim.op in (ops.ADD, ops.SUB, ops.MUL):
        left, right = (_poly(a, atoms) for a in dim.args if a is not None)
        if dim.op is ops.ADD:
            return _combine(left, right, 1)
        if dim.op is ops.SUB:
            return _combine(left, right, -1)
        out: Poly = {}
        place = {atom: number for number, atom in enumerate(atoms)}  # by first use: the same in every run
        for m1, c1 in left.items():
            for m2, c2 in right.items():
                monomial = tuple(sorted((*m1, *m2), key=place.__getitem__))
                out[monomial] = _wrapped(out.get(monomial, 0) + c1 * c2)
        return {m: c for m, c in out.items() if c}
    atom = key(dim)
    atoms.setdefault(atom, dim)
    return {(atom,): 1}


def _wrapped(number: int) -> int:
    """The number as 64 bits hold it, as the device computes."""
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)


def _combine(left: Poly, right: Poly, sign: int) -> Poly:
    out = dict(left)
    for monomial, c in right.items():
        out[monomial] = _wrapped(out.get(monomial, 0) + sign * c)
    return {m: c for m, c in out.items() if c}


def _rebuild(poly: Poly, atoms: dict[Any, Expr]) -> Dim:
    total: Dim | None = None
    for monomial, c in poly.items():
        if not monomial:
            continue
        term: Dim = atoms[monomial[0]]
        for atom in monomial[1:]:
            term = _call(ops.MUL, term, atoms[atom])
        if total is None:
            total = term if c == 1 else _call(ops.MUL, term, c)
        elif c > 0:
            total = _call(ops.ADD, total, term if c == 1 else _call(ops.MUL, term, c))
        else:
            total = _call(ops.SUB, total, term if c == -1 else _call(ops.MUL, term, -c))
    constant = poly.get((), 0)
    if total is None:
        return constant
    if constant > 0:
        return _call(ops.ADD, total, constant)
    if constant < 0:
        return _call(ops.SUB, total, -constant)
    return total


def _call(op: Any, a: Dim, b: Dim) -> Expr:
    return Call(op, (to_expr(a), to_expr(b)), {}, ScalarType(INDEX))


def simplify(dim: Dim) -> Dim:
    """The same value, as an int where it is static and shorter where terms cancel."""
    value = as_int(dim)
    if value is not None:
        return value
    if isinstance(dim, Var | Const):
        return dim
    atoms: dict[Any, Expr] = {}
    return _rebuild(_poly(dim, atoms), atoms)


def add(a: Dim, b: Dim) -> Dim:
    return _sum(a, b, 1)


def sub(a: Dim, b: Dim) -> Dim:
    return _sum(a, b, -1)


def _sum(a: Dim, b: Dim, sign: int) -> Dim:
    x, y = as_int(a), as_int(b)
    if x is not None and y is not None:
        return _wrapped(x + sign * y)
    atoms: dict[Any, Expr] = {}
    return _rebuild(_combine(_poly(a, atoms), _poly(b, atoms), sign), atoms)


def mul(a: Dim, b: Dim) -> Dim:
    x, y = as_int(a), as_int(b)
    return _wrapped(x * y) if x is not None and y is not None else simplify(_call(ops.MUL, a, b))


def floor_div(a: Dim, by: int) -> Dim:
    """a / by rounded down, folded where a is known or nothing is divided."""
    if by == 1:
        return a
    number = as_int(a)
    return number // by if number is not None else _call(ops.FLOORDIV, a, by)


def minimum(a: Dim, b: Dim) -> Dim:
    """min(a, b), folded where the order is known."""
    difference = as_int(sub(a, b))
    if difference is not None:
        return a if difference <= 0 else b
    return _call(ops.MIN, a, b)


def maximum(a: Dim, b: Dim) -> Dim:
    difference = as_int(sub(a, b))
    if difference is not None:
        return a if difference >= 0 else b
    return _call(ops.MAX, a, b)


def same(a: Dim, b: Dim) -> bool:
    """Whether two dimensions are provably equal."""
    if a is b:
        return True
    x, y = as_int(a), as_int(b)
    if x is not None and y is not None:
        return x == y
    atoms: dict[Any, Expr] = {}
    return not _combine(_poly(a, atoms), _poly(b, atoms), -1)


def product(dims: tuple[Dim, ...]) -> Dim:
    total: Dim = 1
    for dim in dims:
        total = mul(total, dim)
    return total


def exact_quotient(dim: Dim, by: int) -> Dim | None:
    """dim / by where every coefficient of its normal form is divisible, else None."""
    atoms: dict[Any, Expr] = {}
    poly = _poly(simplify(dim), atoms)
    if any(c % by for c in poly.values()):
        return None
    return _rebuild({m: c // by for m, c in poly.items()}, atoms)
