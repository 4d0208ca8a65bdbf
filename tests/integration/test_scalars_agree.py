# SPDX-License-Identifier: Apache-2.0
"""Scalar arithmetic means one thing: folded, interpreted, in a region, and in orchestration."""

import itertools
import math

import pytest
import torch
from both_engines import compile_program
from ir_builder import Builder, call, const

from pypto.ir import ops
from pypto.ir.dtypes import (
    BF16,
    BOOL,
    FP8E4M3FN,
    FP8E5M2,
    FP16,
    FP32,
    INDEX,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
)
from pypto.ir.evaluate import evaluate
from pypto.runtime.config import RunConfig
from pypto.runtime.interpret import interpret

S = ops.scalar
INTEGERS = (INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64)
BINARY = (S.ADD, S.SUB, S.MUL, S.DIV, S.FLOORDIV, S.MOD, S.MIN, S.MAX, S.SHL, S.SHR)
COMPARE = (S.EQ, S.NE, S.LT, S.LE, S.GT, S.GE)
UNARY = (S.NEG, S.INVERT)
ROWS = (*BINARY, *UNARY, *COMPARE)
PLANES = pytest.mark.parametrize("plane", ["region", "orchestration"])


def limits(dtype):
    low = -(1 << (dtype.bits - 1)) if dtype.is_signed else 0
    return low, low + (1 << dtype.bits) - 1


def edges(dtype):
    low, high = limits(dtype)
    wanted = (low, low + 1, -100, -7, -1, 0, 1, 2, 7, dtype.bits - 1, dtype.bits, 200, high - 1, high)
    return sorted({v for v in wanted if low <= v <= high})


def torch_type(dtype):
    return getattr(torch, dtype.torch or dtype.name.lower())


def arithmetic(dtype, plane, rows=ROWS, second=None):
    """`out[i]` is the value of row i; a condition writes 1 or 0. `second`: another type for the second number."""
    b = Builder("scalars")
    out = b.tensor("out", (len(rows),), dtype, direction="out")
    x, y = b.scalar("x", dtype), b.scalar("y", second or dtype)

    def values():
        return [b.let("v", call(op, x) if op in UNARY else call(op, x, y)) for op in rows]

    early = values() if plane == "orchestration" else None
    for part in (range(9), range(9, len(rows))):  # a region takes at most 16 scalars
        with b.at("k"):
            late = early or values()
            for i in part:
                if rows[i] not in COMPARE:
                    b.effect(ops.memory.WRITE, out, late[i], offset=(i,))
                    continue
                with b.branch(late[i]) as orelse:
                    b.effect(ops.memory.WRITE, out, const(1), offset=(i,))
                    with orelse():
                        b.effect(ops.memory.WRITE, out, const(0), offset=(i,))
    return b.program()


@PLANES
@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
def test_integers_agree_at_the_edges_of_their_type(dtype, plane):
    config = RunConfig()
    native, front = compile_program(arithmetic(dtype, plane), config)
    for a, b in itertools.product(edges(dtype), repeat=2):
        expected = [
            int(evaluate(op, [a] if op in UNARY else [a, b], [dtype] * (1 if op in UNARY else 2), dtype))
            for op in ROWS
        ]
        for run in (native.dispatch, lambda args: interpret(front, None, args, config.chip)):
            out = torch.zeros(len(ROWS), dtype=torch_type(dtype))
            run([out, a, b])
            found = [int(v) for v in out.tolist()]
            wrong = [(op.name, f, e) for op, f, e in zip(ROWS, found, expected, strict=True) if f != e]
            assert not wrong, (a, b, wrong)


FLOATS = [
    0.0,
    -0.0,
    1.5,
    -1.5,
    2147483648.0,
    -2147483904.0,
    1e30,
    -1e30,
    math.inf,
    -math.inf,
    math.nan,
    0.1,
    255.9,
]


REAL_TYPES = (FP32, FP16, BF16, FP8E4M3FN, FP8E5M2)
REAL = (S.ADD, S.SUB, S.MUL, S.DIV, S.MIN, S.MAX, S.NEG, *COMPARE)
REALS = [0.0, -0.0, 1.0, -1.0, 1.0009765625, 1 / 3, -2.5, 3e-8, -6e-5, 1e-40, 65504.0, -4e4, 3e38]
REALS += [math.inf, -math.inf, math.nan]


def same(found, right):
    """Equal to the bit, the sign of zero included; NaN has many."""
    if math.isnan(right):
        return math.isnan(found)
    return found == right and math.copysign(1, found) == math.copysign(1, right)


@PLANES
@pytest.mark.parametrize(
    "dtype, second",
    [
        (FP32, FP32),
        (FP16, FP16),
        (BF16, BF16),
        (FP16, BF16),
        (BF16, FP16),
        (FP32, BF16),
        *[(t, t) for t in (FP8E4M3FN, FP8E5M2)],
    ],
    ids=str,
)
def test_floats_agree_at_the_edges_of_their_type(dtype, second, plane):
    config = RunConfig(platform="a5sim")
    native, front = compile_program(arithmetic(dtype, plane, REAL, second), config)
    for a, b in itertools.product(REALS, repeat=2):
        expected = [
            float(
                evaluate(
                    op, [a] if op in UNARY else [a, b], [dtype, second][: 1 if op in UNARY else 2], dtype
                )
            )
            for op in REAL
        ]
        for run in (native.dispatch, lambda args: interpret(front, None, args, config.chip)):
            out = torch.zeros(len(REAL), dtype=torch_type(dtype))
            run([out, a, b])
            wrong = [
                (op.name, f, e)
                for op, f, e in zip(REAL, out.tolist(), expected, strict=True)
                if not same(f, e)
            ]
            assert not wrong, (a, b, wrong)


WHOLES = (
    2**24 + 2**16 + 1,
    2**24 + 3 * 2**16 - 1,
    2**31 - 1,
    -(2**24) - 2**16 - 1,
    65519,
    65520,
    -65521,
    2049,
    257,
)
TARGETS = (*REAL_TYPES, INT32, INT8, BOOL)


@PLANES
@pytest.mark.parametrize("source", [INT32, INT64, UINT64, BOOL, *REAL_TYPES], ids=str)
def test_casts_agree_and_round_once(source, plane):
    """`out[i]` is the number in target i, and the last one whether it is other than 0."""
    b = Builder("casts")
    outs = [
        b.tensor(f"out{i}", (1,), FP32 if t is BOOL else t, direction="out") for i, t in enumerate(TARGETS)
    ]
    x = b.scalar("x", source)

    def values():
        return [b.let("v", call(S.CAST, x, target_type=t)) for t in TARGETS]

    early = values() if plane == "orchestration" else None
    with b.at("k"):
        for out, value, target in zip(outs, early or values(), TARGETS, strict=True):
            if target is not BOOL:
                b.effect(ops.memory.WRITE, out, value, offset=(0,))
                continue
            with b.branch(value) as orelse:
                b.effect(ops.memory.WRITE, out, const(1), offset=(0,))
                with orelse():
                    b.effect(ops.memory.WRITE, out, const(0), offset=(0,))
    config = RunConfig(platform="a5sim")
    native, front = compile_program(b.program(), config)
    numbers = (False, True) if source is BOOL else REALS if source.is_float else (*WHOLES, 0, 1, 2, 256)
    for number in numbers:
        if source is UINT64 and number < 0:
            continue
        right = [evaluate(S.CAST, [number], [source], t, {"target_type": t}) for t in TARGETS]
        for run in (native.dispatch, lambda args: interpret(front, None, args, config.chip)):
            found = [torch.zeros(1, dtype=torch_type(FP32 if t is BOOL else t)) for t in TARGETS]
            run([*found, number])
            wrong = [
                (t, f.item(), r)
                for t, f, r in zip(TARGETS, found, right, strict=True)
                if not same(float(f.item()), float(r))
            ]
            assert not wrong, (number, wrong)


@PLANES
@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
def test_a_float_outside_of_an_integers_range_becomes_its_limit(dtype, plane):
    b = Builder("whole")
    out = b.tensor("out", (1,), dtype, direction="out")
    x = b.scalar("x", FP32)
    early = b.let("v", call(S.CAST, x, target_type=dtype)) if plane == "orchestration" else None
    with b.at("k"):
        value = early or b.let("v", call(S.CAST, x, target_type=dtype))
        b.effect(ops.memory.WRITE, out, value, offset=(0,))
    config = RunConfig()
    native, front = compile_program(b.program(), config)
    low, high = limits(dtype)
    for number in FLOATS:
        single = torch.tensor(number, dtype=torch.float32).item()
        right = 0 if math.isnan(single) else low if single <= low else high if single >= high else int(single)
        for run in (native.dispatch, lambda args: interpret(front, None, args, config.chip)):
            found = torch.zeros(1, dtype=torch_type(dtype))
            run([found, number])
            assert int(found.tolist()[0]) == right, (number, right)


@pytest.mark.parametrize("dtype, torch_dtype", [(FP16, torch.float16), (BF16, torch.bfloat16)])
def test_a_half_scalar_reaches_its_region_with_its_bits(dtype, torch_dtype):
    b = Builder("half")
    out = b.tensor("out", (1,), dtype, direction="out")
    x = b.scalar("x", dtype)
    with b.at("k"):
        b.effect(ops.memory.WRITE, out, x, offset=(0,))
    config = RunConfig()
    native, front = compile_program(b.program(), config)
    for number in (1 / 3, -0.75, 65504.0, -0.0, math.inf):
        for run in (native.dispatch, lambda args: interpret(front, None, args, config.chip)):
            found = torch.zeros(1, dtype=torch_dtype)
            run([found, number])
            assert (
                found.view(torch.int16).item()
                == torch.tensor([number]).to(torch_dtype).view(torch.int16).item()
            )


@pytest.mark.parametrize("op", [S.FLOORDIV, S.MOD])
def test_floor_division_of_run_time_floats_is_refused_with_a_way(op):
    b = Builder()
    x = b.scalar("x", FP32)
    with pytest.raises(ops.OpError, match="take integers, found FP32") as info:
        call(op, x, const(0.75))
    assert "pl.cast" in info.value.help


def test_a_64_bit_integer_meets_extents_and_literals_without_a_cast():
    b = Builder()
    k, i = b.scalar("k", INT64), b.scalar("i", INDEX)
    assert call(S.ADD, k, const(1)).type.dtype is INT64
    assert call(S.ADD, const(1), k).type.dtype is INT64
    assert call(S.MUL, k, i).type.dtype is INT64
    assert call(S.MUL, i, k).type.dtype is INDEX
