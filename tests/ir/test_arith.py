# SPDX-License-Identifier: Apache-2.0
"""Extents: normal form, equality, folding; checked on numbers by random expressions."""

import doctest

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from ir_builder import call

from pypto.ir import arith, ops
from pypto.ir import nodes as n
from pypto.ir.dtypes import INDEX
from pypto.ir.evaluate import evaluate

S = ops.scalar
X, Y, Z = (n.Var(name, n.ScalarType(INDEX)) for name in "xyz")
LEAVES = st.one_of(st.integers(-9, 9), st.sampled_from([X, Y, Z]))
OPS = st.sampled_from([S.ADD, S.SUB, S.MUL, S.FLOORDIV, S.MOD, S.MIN, S.MAX])
TREES = st.recursive(
    LEAVES, lambda inner: st.builds(lambda op, a, b: call(op, a, b), OPS, inner, inner), max_leaves=12
)
POINTS = st.tuples(*[st.integers(-50, 50)] * 3)


def value(dim, point):
    if isinstance(dim, int):
        return dim
    if isinstance(dim, n.Const):
        return dim.value
    if isinstance(dim, n.Var):
        return dict(zip((X, Y, Z), point, strict=True))[dim]
    return evaluate(dim.op, [value(a, point) for a in dim.args], [INDEX] * len(dim.args), INDEX)


def lifted(tree):
    return arith.to_expr(tree)


@settings(max_examples=300, deadline=None)
@given(TREES, POINTS)
def test_simplifying_keeps_the_value(tree, point):
    assert value(arith.simplify(tree), point) == value(tree, point)


@settings(max_examples=300, deadline=None)
@given(TREES, TREES, POINTS)
def test_constructors_and_equality_agree_with_numbers(a, b, point):
    p, q = value(a, point), value(b, point)
    assume(abs(p * q) < 2**63)  # extents are 64-bit numbers
    assert value(arith.add(a, b), point) == p + q
    assert value(arith.sub(a, b), point) == p - q
    assert value(arith.mul(a, b), point) == p * q
    assert value(arith.minimum(a, b), point) == min(p, q)
    assert value(arith.maximum(a, b), point) == max(p, q)
    if arith.same(a, b):
        assert p == q


@settings(max_examples=200, deadline=None)
@given(TREES, st.integers(1, 8), POINTS)
def test_exact_quotients(tree, by, point):
    quotient = arith.exact_quotient(tree, by)
    if quotient is not None:
        assert value(quotient, point) * by == value(tree, point)


def test_terms_cancel():
    r = call(S.MUL, X, 64)
    assert arith.sub(call(S.ADD, r, 64), r) == 64
    assert arith.same(call(S.MUL, call(S.ADD, X, Y), 2), call(S.ADD, call(S.MUL, 2, Y), call(S.MUL, X, 2)))
    assert not arith.same(call(S.FLOORDIV, X, 2), call(S.FLOORDIV, X, 3))
    assert arith.same(call(S.FLOORDIV, X, 2), call(S.FLOORDIV, X, 2))
    assert arith.exact_quotient(call(S.MUL, X, 16), 8) is not None
    assert arith.exact_quotient(call(S.ADD, X, 16), 8) is None


def test_documented_examples():
    assert doctest.testmod(arith).failed == 0


def test_extents_are_shown_as_differences_where_a_term_is_taken_away():
    assert n.format_dim(arith.sub(37, X)) == "(37 - x)"
    assert n.format_dim(arith.sub(36, arith.mul(X, 2))) == "(36 - x * 2)"
    assert n.format_dim(arith.add(X, 8)) == "(x + 8)"
