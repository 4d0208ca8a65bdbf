# SPDX-License-Identifier: Apache-2.0
"""Native code and the interpreter agree: on every sample of the operation table, within the bound of its row."""

import numpy as np
import pytest
import torch
from both_engines import distance, run_both
from ir_builder import Builder, call, const
from op_samples import operands_of, ordered, typed_call

from pypto.ir import nodes as n
from pypto.ir import ops
from pypto.ir.dtypes import BF16, BY_NAME, FP32, INT8, INT32
from pypto.ir.ops.table import TABLE, Op, Sample, Trait
from pypto.runtime.values import numpy_to_torch

S, E, M = ops.scalar, ops.elementwise, ops.memory

# An accumulator comes from a product and is never loaded; it has a test of its own.
LOADED = [row for row in sorted(TABLE.values(), key=lambda row: row.name) if row.name != "matmul_acc"]
CASES = [(row, sample) for row in LOADED for sample in row.samples]
PER_PROGRAM = 8  # a region takes at most 32 tensors


def platform_of(row: Op) -> str:
    """The older chip, unless it executes the operation for no type."""
    return "a2a3sim" if row.native is None or row.native["a2a3"] else "a5sim"


GROUPS = [
    (platform, cases[i : i + PER_PROGRAM])
    for platform in ("a2a3sim", "a5sim")
    for cases in ([c for c in CASES if platform_of(c[0]) == platform],)
    for i in range(0, len(cases), PER_PROGRAM)
]

# Sums and products along an axis may be taken in any order.
REORDERED = {"row_sum", "row_prod", "matmul"}


def program_of(cases: list[tuple[Op, Sample]]) -> tuple[n.Program, list[torch.Tensor], list[int]]:
    """One region for all vector operations, one for each product; arguments, and which of them are results."""
    b = Builder("agree")
    args: list[torch.Tensor] = []
    outputs, work = [], []
    for number, (row, sample) in enumerate(cases):
        arrays = [o for o in operands_of(row, sample) if isinstance(o, np.ndarray)]
        sources = [
            b.tensor(f"x{number}_{i}", a.shape, BY_NAME[sample.dtype_of(i)]) for i, a in enumerate(arrays)
        ]
        type_ = typed_call(row, sample).type
        assert isinstance(type_, n.TensorType)
        target = b.tensor(f"y{number}", type_.shape, type_.dtype, "out")
        args += [numpy_to_torch(a) for a in arrays]
        outputs.append(len(args))
        args.append(torch.zeros(type_.shape, dtype=getattr(torch, type_.dtype.torch)))
        work.append((row, sample, sources, target))

    def compute(row, sample, sources, target):
        operands = [b.slice(x, x.type.shape, (0,) * x.type.rank) for x in sources]
        numbers = [const(v, BY_NAME[sample.dtype]) for v in sample.scalars]
        result = b.call(row, *ordered(row, operands, numbers), **sample.attrs)
        b.store(target, result, (0,) * target.type.rank)

    with b.at("vector"):
        for item in work:
            if item[0].has(Trait.VECTOR) or not item[0].has(Trait.CUBE):
                compute(*item)
    for item in work:
        if item[0].has(Trait.CUBE):
            with b.at("cube"):
                compute(*item)
    return b.program(), args, outputs


@pytest.mark.parametrize(
    ("platform", "cases"), [pytest.param(p, c, id=f"{c[0][0].name}-{c[-1][0].name}-{p}") for p, c in GROUPS]
)
def test_samples(platform, cases):
    program, args, outputs = program_of(cases)
    native, wanted = run_both(program, args, platform)
    for (row, sample), at in zip(cases, outputs, strict=True):
        actual, expected = native[at], wanted[at]
        where = f"{row.name} {sample}"
        if row.name in REORDERED and actual.dtype.is_floating_point:
            bits = {torch.float32: 23, torch.float16: 10}[actual.dtype]
            near = torch.isclose(
                actual.double(), expected.double(), rtol=2.0 ** (6 - bits), atol=2.0 ** (3 - bits)
            )
            assert near.all(), where
            continue
        assert distance(actual, expected).max() <= row.ulp, where
        zero = (actual == 0) & (expected == 0) & (actual == actual)
        assert torch.equal(actual.signbit()[zero], expected.signbit()[zero]), where


@pytest.mark.parametrize("dtype", [BF16, INT8], ids=lambda d: d.name)
def test_an_accumulator_that_the_first_step_overwrites(dtype):
    acc = INT32 if dtype is INT8 else FP32
    b = Builder()
    x, w = b.tensor("x", (32, 128), dtype), b.tensor("w", (128, 32), dtype)
    y = b.tensor("y", (32, 32), acc, "out")
    with b.at("product"):
        total = b.let("total", b.call(M.CREATE_TENSOR, shape=(32, 32), dtype=acc))
        with b.loop(0, 128, 32) as k:
            left, right = b.slice(x, (32, 32), (0, k)), b.slice(w, (32, 32), (k, 0))
            b.set(total, b.call(ops.matmul.MATMUL_ACC, total, left, right, call(S.EQ, k, 0)))
        b.store(y, total, (0, 0))
    generator = torch.Generator().manual_seed(0)
    kind = torch.int8 if dtype is INT8 else torch.bfloat16
    args = [torch.randint(-16, 16, s, generator=generator).to(kind) for s in ((32, 128), (128, 32))]
    args.append(torch.zeros(32, 32, dtype=torch.int32 if dtype is INT8 else torch.float32))
    native, wanted = run_both(b.program(), args)
    assert torch.equal(native[2], wanted[2])
    assert torch.equal(native[2].double(), args[0].double() @ args[1].double())
