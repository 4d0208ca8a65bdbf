# SPDX-License-Identifier: Apache-2.0
"""Native code and the interpreter agree on accumulators; `test_coverage` holds the samples of the table."""

import pytest
import torch
from both_engines import run_both
from ir_builder import Builder, call

from pypto.ir import ops
from pypto.ir.dtypes import BF16, FP32, INT8, INT32

S, E, M = ops.scalar, ops.elementwise, ops.memory


@pytest.mark.parametrize("dtype", [BF16, INT8], ids=lambda d: d.name)
def test_an_accumulator_that_the_first_step_overwrites(dtype):
    acc = INT32 if dtype is INT8 else FP32
    b = Builder()
    x, w = b.tensor("x", (32, 128), dtype), b.tensor("w", (128, 32), dtype)
    y = b.tensor("y", (32, 32), acc, "out")
    with b.at("product"):
        total = b.let("total", b.call(ops.creation.CREATE_TENSOR, shape=(32, 32), dtype=acc))
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
