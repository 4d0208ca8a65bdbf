# SPDX-License-Identifier: Apache-2.0
"""Scalar arithmetic on Python numbers against NumPy in the same type."""

import math
from fractions import Fraction

import ml_dtypes
import numpy as np
import pytest
from ir_builder import call, const

from pypto.ir import nodes as n
from pypto.ir import ops
from pypto.ir.dtypes import (
    BF16,
    BOOL,
    FP4,
    FP8E4M3FN,
    FP8E5M2,
    FP8E8M0,
    FP16,
    FP32,
    INDEX,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
    UINT32,
)
from pypto.ir.evaluate import constant, evaluate, is_scalar_op, normalise

S = ops.scalar
KINDS = {FP32: np.float32, FP16: np.float16, BF16: ml_dtypes.bfloat16}


@pytest.mark.parametrize("dtype", KINDS, ids=lambda d: d.name)
def test_floats_round_to_nearest_even(dtype):
    kind = KINDS[dtype]
    rng = np.random.default_rng(0)
    values = np.concatenate([
        rng.normal(0, 1, 500), np.ldexp(rng.normal(0, 1, 500), rng.integers(-160, 130, 500)),
        [0.0, -0.0, 65504.0, 65520.0, 3.4e38, -3.5e38, 1e-45, 1e-46, math.inf, -math.inf],
    ])  # fmt: skip
    with np.errstate(over="ignore"):
        expected = values.astype(kind).astype(np.float64)
    for value, wanted in zip(values.tolist(), expected.tolist(), strict=True):
        found = normalise(value, dtype)
        assert found == wanted
        assert math.copysign(1, found) == math.copysign(1, wanted)
    assert math.isnan(normalise(math.nan, dtype))


def test_ties_of_bf16_from_a_double_are_rounded_once():
    half = Fraction(257, 256)  # between 1 and 1 + 2**-7
    assert normalise(float(half), BF16) == 1.0
    assert normalise(float(half + Fraction(1, 2**40)), BF16) == 1.0078125


def test_integers_become_floats_in_one_rounding():
    for value in (2**24 + 1, 2**53 + 2**28 + 1, -(2**62) - 2**38 - 1, 2**63 - 1):
        near = np.float32(value)
        around = (near, np.nextafter(near, np.float32(0)), np.nextafter(near, np.float32(np.inf * value)))
        nearest = min(around, key=lambda f: abs(int(f) - value))
        assert normalise(value, FP32) == float(nearest)


def test_integers_wrap():
    assert [normalise(v, INT8) for v in (127, 128, -129, 256)] == [127, -128, 127, 0]
    assert [normalise(v, UINT8) for v in (255, 256, -1)] == [255, 0, 255]
    assert normalise(2**63, INDEX) == -(2**63)
    assert normalise(3, BOOL) is True
    with pytest.raises(TypeError):
        normalise(1.5, INT32)
    with pytest.raises(TypeError):
        normalise(1.5, FP8E8M0)


def test_narrow_floats_saturate_and_round_to_even():
    assert [normalise(v, FP8E4M3FN) for v in (1.3, 464.0, 1e30, -math.inf)] == [1.25, 448.0, 448.0, -448.0]
    assert [normalise(v, FP8E5M2) for v in (1.125, 61440.0, math.inf)] == [1.0, 57344.0, math.inf]
    assert evaluate(S.ADD, (math.inf, 1.0), (FP8E5M2, FP8E5M2), FP8E5M2) == 57344.0
    assert [normalise(v, FP4) for v in (0.25, 0.75, -7.0, math.nan)] == [0.0, 1.0, -6.0, 0.0]


@pytest.mark.parametrize("dtype", KINDS, ids=lambda d: d.name)
@pytest.mark.parametrize(
    ("op", "function"), [(S.ADD, np.add), (S.SUB, np.subtract), (S.MUL, np.multiply), (S.DIV, np.divide)],
    ids=lambda v: getattr(v, "name", ""),
)  # fmt: skip
def test_float_arithmetic_rounds_after_each_operation(dtype, op, function):
    kind = KINDS[dtype]
    rng = np.random.default_rng(1)
    a, b = (rng.normal(0, 10, 300).astype(kind) for _ in range(2))
    expected = function(a, b).astype(np.float64).tolist()
    operands = zip(a.tolist(), b.tolist(), strict=True)
    assert [evaluate(op, [float(x), float(y)], [dtype, dtype], dtype) for x, y in operands] == expected


def test_integer_division():
    def one(op, a, b, dtype=INT32):
        return evaluate(op, [a, b], [dtype, dtype], dtype)

    for a in (-7, 7, 0, 5):
        for b in (-2, 2, 3, -3):
            assert one(S.FLOORDIV, a, b) == a // b
            assert one(S.MOD, a, b) == a % b
            assert one(S.DIV, a, b) == int(Fraction(a, b))
    for op in (S.FLOORDIV, S.MOD, S.DIV):
        assert one(op, 7, 0) == 0
    assert one(S.DIV, -(2**31), -1) == -(2**31)
    assert one(S.DIV, -(2**62) - 1, 1, INT64) == -(2**62) - 1  # exact beyond 53 bits


def test_float_division_by_zero():
    def one(op, a, b):
        return evaluate(op, [a, b], [FP32, FP32], FP32)

    assert one(S.DIV, 1.0, 0.0) == math.inf
    assert one(S.DIV, 1.0, -0.0) == -math.inf
    assert math.isnan(one(S.DIV, 0.0, 0.0))
    assert math.isnan(one(S.DIV, math.nan, 0.0))
    assert math.isnan(one(S.MOD, 1.0, 0.0))


def test_shifts():
    assert evaluate(S.SHL, [3, 30], [INT32, INT32], INT32) == -(2**30)
    assert evaluate(S.SHL, [3, 32], [INT32, INT32], INT32) == 0
    assert evaluate(S.SHR, [-8, 1], [INT32, INT32], INT32) == -4
    assert evaluate(S.SHR, [-8, 99], [INT32, INT32], INT32) == -1
    assert evaluate(S.SHR, [2**31, 31], [UINT32, UINT32], UINT32) == 1
    assert evaluate(S.SHL, [1, -1], [INT32, INT32], INT32) == 0


def test_narrow_operands_take_the_wider_type_first():
    assert evaluate(S.ADD, [100, 100], [INT8, INT16], INT16) == 200
    assert evaluate(S.LT, [-1, 1], [INT32, INDEX], BOOL) is True
    assert evaluate(S.MAX, [1.0, math.nan], [FP32, FP32], FP32) != 0
    assert math.isnan(evaluate(S.MIN, [math.nan, 1.0], [FP32, FP32], FP32))


@pytest.mark.parametrize(
    ("value", "source", "target", "wanted"),
    [
        (1.75, FP32, INT32, 1),
        (-1.75, FP32, INT32, -1),
        (3e9, FP32, INT32, 2**31 - 1),
        (-1.0, FP32, UINT8, 0),
        (math.nan, FP32, INT32, 0),
        (-math.inf, FP32, INT8, -128),
        (300, INT32, INT8, 44),
        (-1, INT8, UINT32, 2**32 - 1),
        (0.1, FP32, FP16, float(np.float16(np.float32(0.1)))),
        (5, INT32, BOOL, True),
        (True, BOOL, INT32, 1),
    ],
)
def test_casts(value, source, target, wanted):
    found = evaluate(S.CAST, [value], [source], target, {"target_type": target})
    assert found == wanted
    assert type(found) is type(wanted)


def test_constants_of_calls():
    folded = constant(call(S.ADD, 2, 3))
    assert (folded.value, folded.type) == (5, n.ScalarType(INDEX))
    assert constant(call(S.ADD, n.Var("x", n.ScalarType(INDEX)), 3)) is None
    assert constant(call(ops.system.GET_BLOCK_IDX)) is None
    assert constant(call(S.AND, const(True), const(False))).value is False
    assert is_scalar_op(S.MIN)
    assert not is_scalar_op(ops.memory.READ)
